"""What the log holds of a birth date is enough for who is a junior by FIDE's rules."""

from datetime import date, timedelta

from rulebooks import birth_read
from rulebooks.base import Person
from rulebooks.fide.monthly import is_junior


def test_a_junior_is_one_by_what_the_log_holds() -> None:
    """Every day of a hundred years, on every day on which a limit could lie."""
    day = date(1915, 1, 1)
    while day < date(2015, 1, 1):
        born, (part, _) = day.isoformat(), birth_read(day.isoformat())
        for age in (0, 17, 18, 19):
            for on in (f"{day.year + age}-01-01", f"{day.year + age}-12-31"):
                assert is_junior(Person("A", born=born), on) == is_junior(
                    Person("A", born=part), on
                ), (born, on)
        day += timedelta(1)
