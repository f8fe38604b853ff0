"""Koeffisienten (K-en): categories by time, kinds of event, classes, K."""

from fractions import Fraction

import pytest

from ledger.playing_time import start_and_total
from rulebooks.norway import calculator as calc
from rulebooks.norway.tables import category, is_young
from tests.families.norway.norway_build import DAY, game, header, units, units_of


@pytest.mark.parametrize(
    ("start", "total", "expected"),
    [
        (60, 160, "I"),
        (59, 160, "II"),
        (60, 159, "II"),
        (50, 130, "II"),
        (49, 130, "III"),
        (50, 129, "III"),
        (40, 100, "III"),
        (39, 100, "IV"),
        (40, 99, "IV"),
        (30, 70, "IV"),
        (29, 70, "V"),
        (30, 69, "V"),
        (20, 25, "V"),
        (19, 25, None),
        (20, 24, None),
    ],
)
def test_kategori_by_the_least_minutes(
    start: int, total: int, expected: str | None
) -> None:
    assert calc.category(start, total, "landsturneringen") == expected
    assert calc.category(start, total) == ("II" if expected == "I" else expected)


@pytest.mark.parametrize(
    ("time_control", "expected"),
    [
        ("40/120:20/60:30", "I"),
        ("40/90+30:30+30", "I"),
        ("40/120:60", "I"),
        ("90+30", "II"),
        ("40/90+30", "II"),
        ("40/90+30:15+30", "II"),
        ("40/120:30", "II"),
        ("40/90:30", "III"),
        ("120", "III"),
        ("40/60:30", "IV"),
        ("90", "IV"),
        ("25", "V"),
        ("20+4", "V"),
        ("20", None),
        ("15+10", None),
    ],
)
def test_noen_vanlige_betenkningstider(time_control: str, expected: str | None) -> None:
    """Every example of the text, from its time control."""
    found = start_and_total(time_control)
    assert found is not None and calc.category(*found, "eliteserien") == expected


def test_a_time_that_is_none_has_no_minutes() -> None:
    assert start_and_total("soon") is None


@pytest.mark.parametrize(
    "kind", ["title", "landskamp", "eliteserien", "landsturneringen"]
)
def test_kategori_1_by_kind_if_the_time_is_enough(kind: str) -> None:
    assert [calc.category(60, 160, kind), calc.category(60, 159, kind)] == ["I", "II"]


@pytest.mark.parametrize(
    "kind",
    ["nordic", "olympiad", "team-european", "world", "european", "youth", "senior"],
)
def test_kategori_1_always_if_rated_at_all(kind: str) -> None:
    assert [calc.category(20, 25, kind), calc.category(20, 24, kind)] == ["I", None]
    assert category(header(category="IV", event_kind=kind)) == "I"


def test_kategori_as_the_officer_says() -> None:
    """The committee may approve another time; what is said counts, whatever the time."""
    assert category(header(category="III", start_minutes=10, total_minutes=10)) == "III"
    assert category(header(category="I")) == "I"
    assert (
        category(
            header(
                category="II",
                event_kind="landskamp",
                start_minutes=90,
                total_minutes=160,
            )
        )
        == "II"
    )


def test_kategori_of_mere_minutes_is_that_of_one_time_for_the_whole_game() -> None:
    found = {
        minutes: category(header(category=None, seconds=60 * minutes))
        for minutes in (130, 100, 90, 25, 24)
    }
    assert found == {130: "II", 100: "III", 90: "IV", 25: "V", 24: None}


def test_too_short_is_not_rated() -> None:
    found, unrated = units("a b 1-0", category=None, start_minutes=15, total_minutes=20)
    assert found == [] and unrated["1.1"].code == "too-short"


def test_a_game_faster_than_category_v_is_not_rated() -> None:
    """V asks for 25 minutes in all; a game's own minutes are one time for the whole
    game, as a tournament's are.
    """
    games = tuple(
        game("a b 1-0", number, 60 * minutes)
        for number, minutes in enumerate((24, 25), 1)
    )
    found, unrated = units_of(games)
    assert [counted.id for unit in found for counted in unit.games] == [
        "2.1"
    ] and unrated["1.1"].code == "too-short"


@pytest.mark.parametrize(
    ("name", "row"),
    [
        ("I", ("20", "40", "30")),
        ("II", ("10", "30", "20")),
        ("III", ("15/2", "45/2", "15")),
        ("IV", ("5", "15", "10")),
        ("V", ("2", "6", "4")),
    ],
)
def test_the_table_of_k(name: str, row: tuple[str, ...]) -> None:
    assert [calc.k(name, letter) for letter in "ABC"] == [
        Fraction(value) for value in row
    ]


@pytest.mark.parametrize(
    ("rating", "born", "highest", "expected"),
    [
        (2300, "1970-01-01", None, "A"),
        (2299, "1970-01-01", None, "C"),
        (2300, "1995-01-01", None, "A"),
        (2299, "1995-01-01", None, "C"),
        (2100, "1995-01-01", None, "C"),
        (2099, "1995-01-01", None, "B"),
        (1500, "1995-01-01", 2100, "C"),
        (1500, "1995-01-01", 2099, "B"),
        (None, "1995-01-01", None, "B"),
        (None, None, None, "C"),
        (1500, None, None, "C"),
    ],
)
def test_players_are_in_class_a_b_or_c(
    rating: int | None, born: str | None, highest: int | None, expected: str
) -> None:
    assert calc.class_(rating, born, DAY, highest) == expected


@pytest.mark.parametrize(
    ("born", "on", "young"),
    [
        ("1990-01-01", "2010-06-01", False),  # turns 20 that very day
        ("1990-01-02", "2010-06-01", True),
        ("1990-01-02", "2010-12-31", True),
        ("1990-01-02", "2011-01-01", False),
        ("1990", "2010-06-01", True),
        ("1990", "2011-06-01", False),
        ("1992-02-29", "2012-06-01", True),
    ],
)
def test_under_twenty_on_the_first_of_january(born: str, on: str, young: bool) -> None:
    assert is_young(born, on) == young
