"""Days in every style seen; what the file does not settle is asked, never guessed."""

from datetime import date

import pytest

from exchange.text.dates import birth, birth_order, readings
from exchange.trf.read import read_trf
from exchange.trf.report import TrfReport
from tests.exchange.trf_text import dates, two


def report(start: str, end: str = "", *rounds: str, **answers: object) -> TrfReport:
    lines = [f"042 {start}", f"052 {end}", *([dates(*rounds)] if rounds else [])]
    return read_trf(two((2, "w", "1"), (1, "b", "0"), *lines), **answers)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2011/07/02", "2011-07-02"),
        ("2008-02-01", "2008-02-01"),
        ("25.02.2011", "2011-02-25"),
        ("28. 07. 2005", "2005-07-28"),
        ("24/09/2010", "2010-09-24"),
        ("09/24/2010", "2010-09-24"),
        ("May 29, 2020", "2020-05-29"),
        ("29 May 2020", "2020-05-29"),
        ("September 3rd, 2020", "2020-09-03"),
        ("3. toukokuuta 2020", "2020-05-03"),
        ("3. marraskuuta 2020", "2020-11-03"),
        ("3. maaliskuuta 2020", "2020-03-03"),
        ("3 March 2020", "2020-03-03"),
        ("20240801", "2024-08-01"),
        ("05.05.2011", "2011-05-05"),
        ("2011/25/02", "2011-02-25"),
        ("2024/2/1", "2024-02-01"),
        ("1.2.2024", "2024-02-01"),
        ("03/04/2011", None),
        ("03.04.2011", "2011-04-03"),
        ("10.09.13", None),
    ],
)
def test_styles_of_one_day(text: str, day: str | None) -> None:
    found = report(text)
    assert found.start == (date.fromisoformat(day) if day else None)
    assert [question.field for question in found.questions] == (
        [] if day else ["start"]
    )
    assert not found.warnings


def test_a_question_names_the_choices_and_the_place() -> None:
    (question,) = report("03/04/2011").questions
    assert question.message == "'03/04/2011' can be read in 2 ways"
    assert question.choices == (date(2011, 3, 4), date(2011, 4, 3))
    assert (question.where.line, question.where.field) == (2, "start")


def test_the_answer_settles_it() -> None:
    assert report("03/04/2011", date_order="dmy").start == date(2011, 4, 3)
    assert report("03/04/2011", date_order="mdy").start == date(2011, 3, 4)
    assert report("03/04/2011", answers={"start": date(2011, 4, 3)}).start == date(
        2011, 4, 3
    )
    # it allows only one
    assert report("25/04/2011", date_order="mdy").start == date(2011, 4, 25)


def test_a_round_within_the_event_orders_one_that_was_moved_out_of_it() -> None:
    """Else it is not known which of them is which."""
    found = report("2023/10/01", "2023/10/29", "23/10/08", "23/11/07")
    assert (found.round_dates, found.questions) == (
        {1: date(2023, 10, 8), 2: date(2023, 11, 7)},
        (),
    )
    assert [problem.code for problem in found.warnings] == ["trf-dates-contradict"]
    found = report("2023/10/01", "2023/10/29", "23/11/06", "23/11/07")
    assert {question.field for question in found.questions} == {"round 1", "round 2"}


def test_an_answer_to_one_settles_the_other() -> None:
    found = report("03/04/2011", "05/04/2011", answers={"start": date(2011, 4, 3)})
    assert (found.end, found.questions) == (date(2011, 4, 5), ())


def test_start_and_end_are_written_alike() -> None:
    found = report("24/09/2010", "02/10/2010")
    assert (found.start, found.end, found.questions) == (
        date(2010, 9, 24),
        date(2010, 10, 2),
        (),
    )


def test_the_end_is_not_before_the_start() -> None:
    found = report("05/04/2011", "06/03/2011")  # 5 April to 6 March cannot be
    assert (found.start, found.end) == (date(2011, 5, 4), date(2011, 6, 3))


@pytest.mark.parametrize(
    ("start", "end", "rounds", "first"),
    [
        ("10.09.13", "11.03.13", ("10.09.13", "10.09.25", "11.03.13"), "2010-09-13"),
        (
            "25.02.2011",
            "27.02.2011",
            ("11.25.02", "11.26.02", "11.27.02"),
            "2011-02-25",
        ),
        (
            "2025/03/04",
            "2025/04/04",
            ("25/03/04", "25/03/23", "25/04/04"),
            "2025-03-04",
        ),
        ("03/04/2011", "05/04/2011", ("2011/04/03", "2011/04/05"), "2011-04-03"),
        # also read from March to July
        ("03/04/2011", "07/04/2011", ("11/04/03", "11/04/05", "11/04/07"), None),
    ],
)
def test_rounds_decide(
    start: str, end: str, rounds: tuple[str, ...], first: str | None
) -> None:
    found = report(start, end, *rounds)
    if first is None:
        assert [question.field for question in found.questions] == [
            "start",
            "end",
            "round 1",
            "round 2",
            "round 3",
        ]
        return
    assert not found.questions
    assert (found.start, found.round_dates[1]) == (
        date.fromisoformat(first),
        date.fromisoformat(first),
    )
    assert found.end == found.round_dates[len(rounds)]


def test_rounds_alone_are_asked_about() -> None:
    found = report("", "", "11/04/03", "11/04/05")
    assert [question.field for question in found.questions] == ["round 1", "round 2"]
    assert not found.round_dates
    settled = report("", "", "11/04/03", "11/04/05", date_order="ymd")
    assert list(settled.round_dates.values()) == [date(2011, 4, 3), date(2011, 4, 5)]


def test_rounds_without_a_date_stay_without() -> None:
    found = report("2024/01/13", "2024/01/14", "24/01/13", "", "24/01/14")
    assert found.round_dates == {1: date(2024, 1, 13), 3: date(2024, 1, 14)}


@pytest.mark.parametrize(
    ("start", "end", "rounds", "message"),
    [
        ("2024/01/14", "2024/01/13", (), "the end lies before the start"),
        (
            "2024/01/13",
            "2024/01/14",
            ("23/01/13",),
            "round dates lie outside start and end",
        ),
        (
            "2024/01/13",
            "2024/01/14",
            ("24/01/14", "24/01/13"),
            "the round dates do not follow one another",
        ),
    ],
)
def test_contradictions_are_warnings(
    start: str, end: str, rounds: tuple[str, ...], message: str
) -> None:
    (warning,) = report(start, end, *rounds).warnings
    assert (warning.code, warning.message) == ("trf-dates-contradict", message)


@pytest.mark.parametrize(
    "text",
    ["soon", "31.02.2011", "2011", "00/00/2011", "1.1.1", "2011/7-2", "99999999"],
)
def test_what_is_no_day_is_told(text: str) -> None:
    found = report(text)
    assert found.start is None
    assert [warning.code for warning in found.warnings] == ["trf-date-unreadable"]


def test_other_digits_are_no_digits() -> None:
    assert readings("٠٣.٠٤.٢٠١١") == {}


@pytest.mark.parametrize(
    ("text", "born"),
    [
        ("1965/06/25", "1965-06-25"),
        ("1966.02.06", "1966-02-06"),
        ("1978", "1978"),
        ("1975.  .", "1975"),
        ("1975/  /", "1975"),
        ("1997/00/00", "1997"),
        ("1997/02/31", "1997"),
        ("0000/00/00", ""),
        ("    .  .  ", ""),
        ("", ""),
        ("25/06/1965", "1965-06-25"),
        ("06/25/1965", "1965-06-25"),
        ("05/06/1965", "1965"),  # the year is certain, the day is not
        ("05/05/1965", "1965-05-05"),
        ("65", None),
        ("05/06/65", None),
        ("1783", None),
        ("unknown", None),
    ],
)
def test_birth_dates_are_read_or_left_out(text: str, born: str | None) -> None:
    assert birth(text) == born


def test_births_of_one_file_are_written_alike() -> None:
    order = birth_order(["05/06/1965", "25/06/1970", "", "1980", "1981/01/02"])
    assert (order, birth("05/06/1965", order)) == ("dmy", "1965-06-05")
    assert birth_order(["05/06/1965"]) is None
    assert birth_order(["25/06/1965", "06/25/1965"]) is None
