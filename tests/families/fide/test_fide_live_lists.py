"""FIDE 2009: lists by quarter, and the live number beside the list."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from rulebooks import rulebook
from rulebooks.base import Standing
from rulebooks.fide.rating import (
    ListAndLive,
    Lists,
    at,
    list_on,
    lists_of,
    quarter,
    shown,
    standing_of,
)
from tests.families.fide import fide_build
from tests.families.fide.fide_build import LIST, numbers, win
from tests.rules.systems import Run, opening

run = fide_build.run


@pytest.mark.parametrize(
    ("day", "list_day"),
    [
        ("2009-01-01", "2009-01-01"),
        ("2009-03-31", "2009-01-01"),
        ("2009-04-01", "2009-04-01"),
        ("2009-06-30", "2009-04-01"),
        ("2009-07-01", "2009-07-01"),
        ("2009-09-30", "2009-07-01"),
        ("2009-10-01", "2009-10-01"),
        ("2009-12-31", "2009-10-01"),
    ],
)
def test_every_day_has_the_list_of_its_quarter(day: str, list_day: str) -> None:
    assert quarter(day) == list_day


def test_live_beside_the_list(run: Run) -> None:
    """K 15: two wins against equals are 7.5 each; both from the list of January, 15 at
    once in April.
    """
    found = run(
        opening("me", LIST, 2000),
        opening("o", LIST, 2000),
        win("a", "2009-02-01"),
        win("b", "2009-03-01"),
    )
    first, second = found["me", "a"], found["me", "b"]
    assert shown(first.standing, "2009-02-15") == ListAndLive(
        "2009-01-01", 2000, Fraction(15, 2), 2008
    )
    assert [term.number for term in second.terms] == [2000]
    assert (second.before, second.after, second.carried) == (
        2008,
        2015,
        (30, 2000, 750),
    )
    assert numbers(second, "2009-03-31") == (2000, 2015)
    assert numbers(second, "2009-04-01") == (2015, 2015)
    assert numbers(found["o", "b"], "2009-04-01") == (1985, 1985)


def test_changes_add_up_exactly_and_are_rounded_once(run: Run) -> None:
    """7.5 + 7.5 + 7.5 = 22.5 goes up to 23 in April; rounded one by one they would be
    24. -22.5 goes up to -22.
    """
    documents = [opening("me", LIST, 2000), opening("o", LIST, 2000)]
    found = run(*documents, *(win(name, "2009-02-01") for name in "abc"))
    assert numbers(found["me", "c"], "2009-04-01") == (2023, 2023)
    assert numbers(found["o", "c"], "2009-04-01") == (1978, 1978)
    assert at(found["me", "c"].standing, "2009-04-01").state[1] == 0


def test_the_next_list_is_what_counts_next(run: Run) -> None:
    """From April both are rated from 2008 and 1993: D 15, p 52: 15 x 0.48 = 7.2."""
    found = run(
        opening("me", LIST, 2000),
        opening("o", LIST, 2000),
        win("a", "2009-02-01"),
        win("b", "2009-04-01"),
    )
    change = found["me", "b"]
    assert change.terms[0].number == 1993 and change.terms[0].percent == 52
    assert shown(change.standing, "2009-05-01") == ListAndLive(
        "2009-04-01", 2008, Fraction(36, 5), 2015
    )


def test_a_unit_is_rated_from_the_list_in_force_when_it_begins(run: Run) -> None:
    """20 March to 5 April: rated from January's 2000, counted from April's 2008 on, in
    force in July.
    """
    late = win("b", "2009-04-05", start="2009-03-20")
    found = run(
        opening("me", LIST, 2000),
        opening("o", LIST, 2000),
        win("a", "2009-02-01"),
        late,
    )
    change = found["me", "b"]
    assert (change.terms[0].number, change.terms[0].percent, change.carried) == (
        2000,
        50,
        (30, 2000, 0),
    )
    assert shown(change.standing, "2009-04-30") == ListAndLive(
        "2009-04-01", 2008, Fraction(15, 2), 2016
    )
    assert numbers(change, "2009-07-01") == (2016, 2016)


def test_a_very_long_unit(run: Run) -> None:
    """The five lists of the last year are kept; a unit that began earlier is rated from
    the oldest of them.
    """
    documents = [
        opening("me", LIST, 2000, on="2007-01-01"),
        opening("o", LIST, 2000, on="2007-01-01"),
    ]
    for year, month in (
        (2007, 2),
        (2007, 5),
        (2007, 8),
        (2007, 11),
        (2008, 2),
        (2008, 5),
        (2008, 8),
    ):
        documents.append(win(f"t{year}{month}", f"{year}-{month:02d}-01"))
    last = found = run(*documents, win("long", "2009-01-02", start="2007-01-02"))[
        "me", "long"
    ]
    held = lists_of(last.standing)
    assert held.day == "2009-01-01" and found.carried is not None
    assert (
        found.carried[1]
        == held.ratings[4]
        == list_on(held, "2007-01-02")
        == list_on(held, "2008-03-31")
    )
    assert list_on(held, "2008-04-01") == held.ratings[3] != held.ratings[4]


def test_nothing_pending_nothing_moves() -> None:
    standing = standing_of(Lists("2009-01-01", (2000,) * 5), 30)
    assert (
        at(standing, "2009-03-31") == standing
        and at(standing, "2008-01-01") == standing
    )
    assert replace(at(standing, "2019-05-05"), state=()) == replace(standing, state=())
    assert at(Standing(), "2009-01-01") == Standing()
    assert shown(Standing(), "2009-05-01") == ListAndLive(
        "2009-04-01", None, Fraction(0), None
    )
    assert rulebook(LIST).at(standing, "2010-01-01").state[0] == "2010-01-01"
    assert rulebook("selo").at(standing, "2010-01-01") is standing
