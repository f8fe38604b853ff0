"""Etablering, offentliggjørelse: five passive years, published numbers, top lists, the
highest number.
"""

import pytest

from projections.answers.career import peak_of
from rulebooks.base import Standing
from rulebooks.entries import WorkedEntry
from tests.families.norway.norway_build import NO, entry, given, held, play


def opened(rating: int, games: int, on: str, peak: int | None = None) -> WorkedEntry:
    change = given("opening", on, rating=rating, games=games, peak=peak)
    assert change is not None
    return entry(change, on, "opening")


def played(
    standing: Standing, count: int, on: str, event_kind: str | None = None
) -> WorkedEntry:
    change = play(
        {"me": standing, "b": held(1500)},
        *["me b 1/2-1/2"] * count,
        end=on,
        event_kind=event_kind,
    )["me"]
    return entry(change, on)


# --- Passive spillere ---


@pytest.mark.parametrize(
    ("start", "struck"), [("2015-01-01", False), ("2015-01-02", True)]
)
def test_five_years_without_a_game(start: str, struck: bool) -> None:
    """The last game 2010-01-01; begins again with formula I, and the old games are
    gone.
    """
    change = play(
        {"me": held(2000), "b": held(1500, last="2014-01-01")},
        "me b 1-0",
        start=start,
        end="2015-01-05",
    )["me"]
    assert (change.formula == "I") == struck
    assert (change.before, change.standing.games) == (
        (None, 1) if struck else (2000, 30)
    )
    assert (change.detail.get("struck") == "2010-01-01") == struck


def test_the_calendar_alone() -> None:
    assert NO.at(held(2000), "2015-01-01").rating == 2000
    assert NO.at(held(2000), "2015-01-02") == Standing(None, 0, (0, "2010-01-01"))
    assert NO.at(Standing(), "2015-01-02") == Standing()


def test_a_player_struck_off_counts_as_unrated_for_the_others() -> None:
    told = {
        "me": held(2000),
        "b": held(1500, last="2015-01-01"),
        "c": held(1500, last="2015-01-01"),
    }
    change = play(told, "me b 1/2-1/2", "me c 1/2-1/2", end="2015-06-01")["b"]
    assert [(term.number, term.basis) for term in change.terms] == [(1500, "new")]


def test_a_leap_day() -> None:
    assert NO.at(held(2000, last="2008-02-29"), "2013-02-28").rating == 2000
    assert NO.at(held(2000, last="2008-02-29"), "2013-03-01").rating is None


# --- Offentliggjørelse ---


@pytest.mark.parametrize(("rating", "shown"), [(499, False), (500, True)])
def test_over_499(rating: int, shown: bool) -> None:
    assert NO.published([opened(rating, 20, "2010-01-01")], "2010-02-01") == shown


def test_ten_games_in_all() -> None:
    nine = play({"me": Standing(), "b": held(1500)}, *["me b 1-0"] * 9)["me"]
    ten = play({"me": nine.standing, "b": held(1500)}, "me b 1-0", end="2010-07-01")[
        "me"
    ]
    history = [entry(nine, "2010-06-01"), entry(ten, "2010-07-01")]
    assert [
        NO.published(history, day) for day in ("2010-05-31", "2010-06-30", "2010-07-01")
    ] == [False, False, True]


def test_ten_games_in_two_years() -> None:
    history = [
        opened(1500, 40, "2000-01-01"),
        played(held(1500), 9, "2009-06-01"),
        played(held(1500), 1, "2010-06-01"),
    ]
    assert NO.published(history, "2011-06-01")
    assert not NO.published(history, "2011-06-02")


def test_or_a_completed_landsturnering() -> None:
    long_ago = opened(1500, 40, "2000-01-01")
    completed = played(held(1500), 3, "2010-07-01", event_kind="landsturneringen")
    assert NO.published([long_ago, completed], "2012-07-01")
    assert not NO.published([long_ago, completed], "2012-07-02")
    assert not NO.published(
        [long_ago, played(held(1500), 3, "2010-07-01")], "2012-07-01"
    )
    left_early = play(
        {"me": held(1500), "b": held(1500)},
        "me b 1-0",
        "b c 1-0",
        end="2010-07-01",
        event_kind="landsturneringen",
    )["me"]
    assert not NO.published([long_ago, entry(left_early, "2010-07-01")], "2012-07-01")


def test_topplister_only_the_established() -> None:
    for games, shown in ((29, False), (30, True)):
        assert (
            NO.on_top_list([opened(2300, games, "2010-01-01")], "2010-02-01") == shown
        )
    # not published then
    assert not NO.on_top_list([opened(2300, 30, "2010-01-01")], "2012-02-01")


def test_an_opening_forgets_what_was_before() -> None:
    history = [played(held(1500), 12, "2010-01-01"), opened(1500, 5, "2010-02-01")]
    assert not NO.published(history, "2010-03-01")


# --- the highest number ---


def test_the_highest_number_from_thirty_games_on() -> None:
    first = played(held(1900, 28), 1, "2010-01-01")
    second = played(first.change.standing, 1, "2010-02-01")
    third = played(second.change.standing, 1, "2010-03-01")
    history = [first, second, third]
    peak = peak_of(NO, history)
    assert peak_of(NO, [first]) is None
    assert peak is not None and (peak.rating, peak.on) == (
        second.change.after,
        "2010-02-01",
    )
    assert NO.titles(history) == []
    opening = peak_of(NO, [opened(2000, 30, "2010-01-01", peak=2222)])
    assert opening is not None and opening.rating == 2222
    assert [NO.established(held(1500, games), "no") for games in (29, 30)] == [
        False,
        True,
    ]
