"""Regneeksempler and every other number the Norwegian text works out."""

from fractions import Fraction
from pathlib import Path

import pytest

from rulebooks.base import Change
from rulebooks.norway import calculator as calc
from rulebooks.norway import rating as field
from rulebooks.norway.rating import cycle, tournament_mean
from rulebooks.norway.standing import EventFacts, is_unrated
from rulebooks.norway.tables import (
    difference,
    established_number,
    lowered,
    performance,
    raised,
)
from rulebooks.norway.tables import unestablished_number as by_two
from tests.families.norway import norway_examples as examples
from tests.world.ledger import Ledger, ledger

SECOND = EventFacts("II", True, examples.DAY)


@pytest.mark.parametrize(
    ("percent", "expected"),
    [
        ("57.14", 51),
        ("10", -366),
        ("40", -72),
        ("59.52", 69),
        ("27.78", -168),
        ("22.22", -218),
        ("44.44", -40),
        ("75", 193),
        ("70", 149),
        ("50", 0),
        ("92", 401),
        ("92.01", 400),
        ("8", -401),
        ("7.99", -400),
        ("0", -400),
        ("100", 400),
    ],
)
def test_elo_tabellen(percent: str, expected: int) -> None:
    assert difference(Fraction(percent)) == expected


def test_beregningsregler_i() -> None:
    opponents = [1875, 2000, 1875, 1750, 1900, 1850, 1875]
    assert performance(opponents, 8) == 1926
    assert calc.performance(opponents, 8)._asdict() == {
        "mean": 1875,
        "percent": Fraction(400, 7),
        "difference": 51,
        "performance": 1926,
    }


def test_beregningsregler_ii() -> None:
    opponents = [2125, 1975, 2050, 2200, 1900]
    assert performance(opponents, 1) == 1684
    assert by_two(1875, 7, 1684, 5) == lowered(1875, 7, 1684, 5) == 1795
    assert performance(opponents, 4) == 1978
    assert lowered(1875, 7, 1978, 5) == 1918  # the text cuts 1917.92 off to 1917
    assert by_two(1875, 7, 1978, 5) == raised(1875, 7, 1978, 5) == 1949
    assert calc.new_number(1875, 7, opponents, 1, Fraction(0)) == 1795
    assert calc.new_number(1875, 7, opponents, 4, Fraction(0)) == 1949


def test_beregningsregler_iii() -> None:
    assert established_number(2446, Fraction(10), 12, [2518] * 11) == 2462
    assert calc.new_number(2446, 30, [2518] * 11, 12, calc.k("II", "A")) == 2462
    assert round(calc.expectation(2446, [2518] * 11).share, 2) == 0.40


def test_uregistrerte_spillere_the_mean_of_an_all_play_all() -> None:
    assert tournament_mean(1947, 50, 42) == 1878


def tell_berger(book: Ledger) -> None:
    """Openings, then every pair once, in the round in which the lower number has it."""
    rows = examples.lines(examples.BERGER)
    book.submit(
        {"kind": "adopt-rules", "list": "elo-no", "edition": "no", "from": "0001-01-01"}
    )
    book.submit(
        *(
            {"kind": "player", "player": row.no, "name": row.no, "born": row.born}
            for row in rows
        )
    )
    book.submit(
        *(
            {
                "kind": "opening",
                "player": row.no,
                "list": "elo-no",
                "on": "1993-01-01",
                "rating": row.rating,
                "games": row.games,
            }
            for row in rows
            if row.rating is not None
        )
    )
    words = {"+": "1-0", "=": "1/2-1/2", "-": "0-1"}
    games = [
        {"round": number, "white": row.no, "black": opponent, "result": words[result]}
        for row in rows
        for number, (result, opponent) in enumerate(row.rounds, 1)
        if row.no < opponent
    ]
    book.submit(
        {
            "kind": "tournament",
            "tournament": "berger",
            "name": "Berger",
            "start": "1993-05-30",
            "end": examples.DAY,
            "time_control": "40/120:30",
            "games": games,
        }
    )


def test_bergerturneringer_as_documents(tmp_path: Path) -> None:
    """Ten of ten."""
    with ledger(tmp_path) as book:
        tell_berger(book)
        changes = {
            e.change.player: e.change
            for e in book.entries()
            if (e.list, e.unit) == ("elo-no", "berger")
        }
    assert {
        player: change.after for player, change in changes.items()
    } == examples.BERGER_NEW
    formulas = {player: change.formula for player, change in changes.items()}
    assert formulas == {
        **dict.fromkeys(examples.BERGER_NEW, "III"),
        "02": "I",
        "04": "IIa",
    }
    first, fourth = changes["01"], changes["04"]
    assert sum(term.number for term in first.terms) == 13523 and first.expected == 447
    assert sum(term.number for term in fourth.terms) == 13269  # 9 x 1474.33
    assert {term.opponent for term in fourth.terms if term.capped} == {
        "03",
        "05",
        "07",
        "09",
    }


def test_bergerturneringer_as_scores() -> None:
    found = field.rate(examples.entrants(examples.BERGER), SECOND)
    assert {
        player: change.after for player, change in found.items()
    } == examples.BERGER_NEW


@pytest.fixture(scope="module")
def monrad() -> dict[str, Change]:
    return field.rate(examples.entrants(examples.MONRAD), SECOND)


@pytest.mark.parametrize(("player", "number"), examples.MONRAD_NEW.items())
def test_monradturneringer(monrad: dict[str, Change], player: str, number: int) -> None:
    assert monrad[player].after == number


def test_monradturneringer_the_table_of_rounds() -> None:
    everybody = examples.entrants(examples.MONRAD)
    unrated = [entrant for entrant in everybody if is_unrated(entrant)]
    rated = {
        e.id: e.rating for e in everybody if not is_unrated(e) and e.rating is not None
    }
    rounds = list(cycle(unrated, rated).rounds)
    while len(rounds) < 6:  # the text goes on after everything is at rest
        rounds.append(rounds[-1])
    assert {
        e.id: [numbers[e.id] for numbers in rounds] for e in unrated
    } == examples.ITERATIONS


def test_monradturneringer_the_steps_that_are_shown(monrad: dict[str, Change]) -> None:
    assert sum(term.number for term in monrad["04"].terms) == 11176
    assert sum(term.number for term in monrad["16"].terms) == 13710
    assert sum(term.number for term in monrad["17"].terms) == 14931
    assert [term.basis for term in monrad["04"].terms][1:4] == ["new", "new", "new"]
    assert monrad["04"].formula == "III"
    assert monrad["04"].detail == {
        "category": "II",
        "class": "B",
        "k": "30",
        "factor": "once",
    }
    assert monrad["12"].coefficient == 10
    assert (monrad["06"].formula, monrad["16"].formula) == ("I+IIa", "IIb")
