"""What the log holds of a birth date is enough for every rule that reads ages."""

from datetime import date, timedelta

from rulebooks import birth_read
from rulebooks.norway.tables import is_young


def test_every_rule_reads_the_same_of_what_the_log_holds() -> None:
    """Every day of a hundred years, on every day on which a limit could lie."""
    day, read = date(1915, 1, 1), 0
    while day < date(2015, 1, 1):
        born, (part, by) = day.isoformat(), birth_read(day.isoformat())
        read += part == born
        assert part in (born, born[:4]) and bool(by) == (part == born)
        for age in (0, 17, 18, 19, 20, 21):
            for on in (
                f"{day.year + age}-01-01",
                f"{day.year + age}-{born[5:]}".replace("02-29", "02-28"),
                f"{day.year + age}-12-31",
            ):
                assert is_young(born, on) == is_young(part, on), (born, on)
        day += timedelta(1)
    # the control: those of the first of January, for whom the year alone says otherwise
    assert read == 100
    assert is_young("1997-01-01", "2017-06-01") != is_young("1997", "2017-06-01")
