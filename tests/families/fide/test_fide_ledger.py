"""FIDE 2009 through a ledger: rulings, the sheet, random histories whose lists are
sums.
"""

import random
from fractions import Fraction
from typing import Any

from rulebooks.fide.rating import shown
from tests.families.fide import fide_build
from tests.families.fide.fide_build import LIST, numbers, win
from tests.rules.systems import DAY, Run, half_up, met, opening, pairs, sheet
from tests.world.documents import tournament

run = fide_build.run


# Decisions
def test_a_ruling_is_in_force_at_once(run: Run) -> None:
    """7.5 is pending; a correction moves the list and leaves it, a ruled number takes
    it away.
    """
    by = {
        "kind": "ruling",
        "player": "me",
        "list": LIST,
        "on": "2009-02-10",
        "delta": -100,
        "reason": "slip",
    }
    to = {
        "kind": "ruling",
        "player": "o",
        "list": LIST,
        "on": "2009-02-10",
        "rating": 2100,
        "reason": "slip",
    }
    found = run(
        opening("me", LIST, 2000),
        opening("o", LIST, 2000),
        win("a", "2009-02-01"),
        by,
        to,
        win("b", "2009-03-01"),
    )
    assert (found["me", "ruling"].before, found["me", "ruling"].after) == (2008, 1908)
    assert numbers(found["me", "ruling"], "2009-02-11") == (1900, 1908)
    assert numbers(found["o", "ruling"], "2009-02-11") == (2100, 2100)
    assert (
        found["me", "b"].terms[0].number == 2100
        and found["o", "b"].terms[0].number == 1900
    )


def test_rulings_on_a_first_number_and_on_nobody(run: Run) -> None:
    openings, lines = met([2000, 2000], [2, 0], LIST)
    ruling = {
        "kind": "ruling",
        "list": LIST,
        "on": "2009-02-10",
        "delta": 50,
        "reason": "slip",
    }
    found = run(
        *openings,
        tournament("a", "2009-02-01", *lines),
        {**ruling, "player": "me"},
        {**ruling, "player": "nobody"},
    )
    assert numbers(found["me", "ruling"], "2009-02-11") == (None, 2050)
    assert numbers(found["me", "ruling"], "2009-04-01") == (2050, 2050)
    assert ("nobody", "ruling") not in found


def test_the_sheet_prints_every_term(run: Run) -> None:
    openings, lines = met([1500, 2033], [2, 0], LIST)
    documents = [
        opening("me", LIST, 2000),
        opening("o", LIST, 2000),
        *openings,
        win("a", "2009-02-01"),
    ]
    entries = run.entries(*documents, tournament("T", "2009-03-01", *lines))
    entry = next(e for e in entries if (e.change.player, e.unit) == ("me", "T"))
    assert sheet(entry).lines() == [
        "elo-fide of Aino Aalto (me): 2008 -> 2002",
        "T, 2009-03-01",
        "on the list: all games at once from the list, exact until the next list",
        "",
        "game  opponent  W    Ri    D    p    W-E  K (W-E)",
        "1.1   o1        1  1500  500   92   0.08      1.2",
        "2.1   o2        0  2033  -33   45  -0.45    -6.75",
        "sum   2 games   1             137  -0.37    -5.55",
        "",
        "rated from 2000, the rating on the list in force when the competition began",
        "a difference counts at most 400",
        "K 15: 30 games or more, never 2400 on a list (3.2.2)",
        "pending: 7.5 before, - 5.55 = 1.95 for the next list",
        "live: list of 2009-01-01 2000 + 1.95 = 2001.95 (2.2)",
        "shown rounded, a half up: 2002; the next list rounds what is pending then",
        "edition fide-2009 (Elo rating system, Wikipedia, 10 February 2009)",
        "sections: 2.1, 2.2, 3.2.2",
    ]
    first = next(e for e in run_first(run) if e.change.formula == "first")
    assert sheet(first).lines()[4:] == [
        "game  opponent    W    Ri",
        "1.1   o1          1  2000",
        "2.1   o2        0.5  2101",
        "sum   2 games   1.5  4101",
        "",
        "p = 1.5/2 = 0.75, d(p) = 194.5 (2.1.1)",
        "4101/2 + 194.5 = 2245",
        "rounded to the nearest, a half up: 2245; in force at the next list",
        "edition fide-2009 (Elo rating system, Wikipedia, 10 February 2009)",
        "sections: 2.1, 2.1.1",
    ]


def run_first(run: Run) -> list[Any]:
    openings, lines = met([2000, 2101], [2, 1], LIST)
    other = Run(run.folder / "other", run.list_name, run.edition, run.recompute)
    other.folder.mkdir()
    return other.entries(*openings, tournament("F", DAY, *lines))


def test_random_histories_add_up_and_the_lists_are_sums(run: Run) -> None:
    """Corrections and a late report come out as a rebuild does; each list is the one
    before and the changes since.
    """
    chance = random.Random(9)
    documents: list[dict[str, Any]] = [
        opening(f"p{i}", LIST, 2250 + 40 * i, 20 + 4 * i) for i in range(5)
    ]
    for month in range(1, 13):
        lines = [
            f"p{a} p{b} {chance.choice(['1-0', '0-1', '1/2-1/2'])}"
            for _ in range(2)
            for a, b in pairs(chance, 8)
        ]
        start = f"2009-{max(1, month - chance.choice([0, 0, 2])):02d}-10"
        documents.append(
            tournament(f"t{month}", f"2009-{month:02d}-20", *lines, start=start)
        )
    amend = {
        "kind": "amend",
        "tournament": "t2",
        "reason": "slip",
        "games": {"1.1": None},
    }
    late = tournament("late", "2009-02-01", "p0 p7 1/2-1/2", "p0 p1 1-0")
    entries = run.entries(*documents, later=[amend, late])
    assert len(entries) > 60
    for player in (f"p{i}" for i in range(5)):
        career = [entry for entry in entries if entry.change.player == player]
        listed = Fraction(career[0].change.after)
        for list_day, following in (
            ("2009-01-01", "2009-04-01"),
            ("2009-04-01", "2009-07-01"),
            ("2009-07-01", "2009-10-01"),
        ):
            inside = [
                e.change
                for e in career
                if list_day <= e.on < following and e.change.kind == "unit"
            ]
            moved = sum(
                (c.coefficient or 0)
                * (Fraction(c.half_points, 2) - Fraction(c.expected or 0, 100))
                for c in inside
            )
            listed = Fraction(half_up(listed + moved))
            after = [e for e in career if e.on < following][-1].change.standing
            assert shown(after, following).list_rating == listed
