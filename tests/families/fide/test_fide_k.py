"""FIDE 2009: K by 3.2.2, 10 for ever after 2400; a difference counts at most 400."""

import pytest

from rulebooks.fide.rating import expected, k_factor
from tests.families.fide import fide_build
from tests.families.fide.fide_build import LIST, numbers, win
from tests.rules.systems import Run, met, opening
from tests.world.documents import tournament

run = fide_build.run


# 3.2.2
@pytest.mark.parametrize(
    ("rating", "games", "top", "k"),
    [
        (2000, 0, False, 25),
        (2000, 29, False, 25),
        (2000, 30, False, 15),
        (2399, 30, False, 15),
        (2400, 30, False, 10),
        (2400, 29, False, 25),
        (2300, 30, True, 10),
    ],
)
def test_k_follows_rating_games_and_peak(
    rating: int, games: int, top: bool, k: int
) -> None:
    assert k_factor(rating, games, top) == k


def test_k_25_until_events_with_30_games_are_completed(run: Run) -> None:
    """28 games before: K 25 for the whole event of 3, then 15."""
    openings, lines = met([2000] * 3, [1, 1, 1], LIST)
    found = run(
        opening("me", LIST, 2000, 28),
        *openings,
        tournament("a", "2009-02-01", *lines),
        win("b", "2009-03-01", "me", "o1"),
    )
    assert [found["me", unit].coefficient for unit in "ab"] == [25, 15]


def test_k_falls_to_10_for_ever_once_a_list_shows_2400(run: Run) -> None:
    """2395 + 7.5: live 2403 in February is no list, that of April is; in July he is
    under 2400 and K stays 10.
    """
    documents = [opening("me", LIST, 2395), opening("o", LIST, 2395)]
    found = run(
        *documents,
        win("a", "2009-02-01"),
        win("b", "2009-03-01", result="0-1"),
        win("c", "2009-03-02"),
        win("d", "2009-04-02", result="0-1"),
        win("e", "2009-07-02"),
    )
    assert [found["me", unit].coefficient for unit in "abcde"] == [15, 15, 15, 10, 10]
    assert [
        numbers(found["me", unit], day)[0]
        for unit, day in (("c", "2009-04-01"), ("d", "2009-07-01"))
    ] == [
        2403,
        2398,
    ]


def test_2400_with_fewer_than_30_games_is_25_and_10_when_they_are_there(
    run: Run,
) -> None:
    documents = [opening("me", LIST, 2450, 29), opening("o", LIST, 2450)]
    found = run(*documents, win("a", "2009-02-01"), win("b", "2009-03-01"))
    assert [found["me", unit].coefficient for unit in "ab"] == [25, 10]


def test_2400_on_a_list_counts_also_when_the_thirtieth_game_comes_after_a_fall(
    run: Run,
) -> None:
    """3.2.2: "has reached 2400, and he has also completed events with ... 30 games":
    2400 with 28 games, under it in July, the thirtieth in August: K 10 from September
    on.
    """
    documents = [opening("me", LIST, 2400, 28), opening("o", LIST, 2400)]
    days = ("2009-05-01", "2009-08-01", "2009-09-01")
    found = run(
        *documents,
        *(win(unit, day, result="0-1") for unit, day in zip("abc", days, strict=True)),
    )
    assert [found["me", unit].coefficient for unit in "abc"] == [25, 25, 10]
    assert found["me", "c"].before is not None and found["me", "c"].before < 2400


def test_an_opening_after_2400_on_a_list_leaves_k_at_10(run: Run) -> None:
    """3.2.2: "Thereafter it remains permanently at 10"."""
    documents = [
        opening("me", LIST, 2300, 40, on="2009-06-01"),
        opening("o", LIST, 2410),
    ]
    told = {
        "kind": "ruling",
        "player": "me",
        "list": LIST,
        "on": "2009-01-01",
        "rating": 2410,
        "reason": "given",
    }
    found = run(*documents, told, win("a", "2009-07-01"))
    assert found["me", "a"].coefficient == 10


@pytest.mark.parametrize(
    ("peak", "games", "k"), [(2400, 30, 10), (2399, 30, 15), (2400, 29, 25)]
)
def test_an_opening_remembers_its_peak(run: Run, peak: int, games: int, k: int) -> None:
    found = run(
        opening("me", LIST, 2300, games, peak=peak),
        opening("o", LIST, 2300),
        win("a", "2009-02-01"),
    )
    assert found["me", "a"].coefficient == k


@pytest.mark.parametrize(
    ("difference", "share", "cut"),
    [
        (391, 91, False),
        (392, 92, False),
        (400, 92, False),
        (401, 92, True),
        (900, 92, True),
        (-401, 8, True),
        (0, 50, False),
    ],
)
def test_the_difference_counts_at_most_400(
    difference: int, share: int, cut: bool
) -> None:
    assert expected(difference) == (share, cut)
