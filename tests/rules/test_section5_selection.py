"""Section 5 with 7.6, 7.10 and rules 1.6: peaks, performances, selection numbers. All
numbers by hand.

erf by its series 2/sqrt(pi) (x - x^3/3 + x^5/10 - ...): erf(0.5) = 0.520500, erf(1) =
0.842701; backwards erf(0.118719) = 2/15, erf(0.179143) = 0.2, erf(0.240908) = 4/15,
erf(0.304570) = 1/3, erf(0.476936) = 0.5.
"""

from fractions import Fraction

import pytest

from rulebooks.base import External, Peak, Played
from rulebooks.finland.performance import (
    best_performance,
    exact_percent,
    performance,
    reliable,
)
from rulebooks.finland.selection import (
    full_games,
    period,
    period_elo,
    period_peak,
    selection_number,
    women_selection_number,
)
from rulebooks.numbers import half_up_float
from tests.rules.rules_build import Career, elo


@pytest.mark.parametrize(
    ("difference", "share"),
    [
        (0, 50.0),
        (200, 76.02499),
        (-200, 23.97501),
        (400, 92.13504),
        (-400, 7.86496),
        (4000, 100.0),
        (-4000, 0.0),
    ],
    ids=lambda value: f"7.10-{value}" if isinstance(value, int) else "",
)
def test_the_exact_share(difference: int, share: float) -> None:
    assert exact_percent(difference) == pytest.approx(share, abs=1e-5)


@pytest.mark.parametrize(
    ("games", "exact", "shown"),
    [
        pytest.param([(1500, 1)], 1500, 1500, id="7.6-a-draw"),
        pytest.param([(1400, 1), (1600, 1)], 1500, 1500, id="7.6-two-draws"),
        pytest.param([(1000, 2), (2000, 0)], 1500, 1500, id="7.6-half-far-apart"),
        pytest.param([(1500, 1), (1501, 1)], 1500.5, 1501, id="7.6-half-goes-up"),
        pytest.param(
            [(1500, 2)] * 3 + [(1500, 0)], 1690.774, 1691, id="7.6-75-percent"
        ),
        pytest.param(
            [(1500, 2)] + [(1500, 0)] * 3, 1309.226, 1309, id="7.6-25-percent"
        ),
        pytest.param(
            [(1500, 2), (1500, 2), (1500, 0)], 1621.828, 1622, id="7.6-two-thirds"
        ),
        pytest.param(
            [(1500, 1)] * 4 + [(1500, 2)], 1571.657, 1572, id="7.6-60-percent"
        ),
    ],
)
def test_the_performance(
    games: list[tuple[int, int]], exact: float, shown: int
) -> None:
    found = performance(games)
    assert found == pytest.approx(exact, abs=1e-3)
    assert found is not None
    assert half_up_float(found) == shown


@pytest.mark.parametrize(
    "games",
    [
        pytest.param([], id="7.6-no-games"),
        pytest.param([(1500, 0)] * 3, id="7.6-0-percent"),
        pytest.param([(1500, 2)] * 3, id="7.6-100-percent"),
    ],
)
def test_no_games_or_one_sided_results_give_no_performance(
    games: list[tuple[int, int]],
) -> None:
    assert performance(games) is None


# All-time peaks (rules 1.6). Kr 25 at 2000: a win against an equal is 12.6; a loss to
# 1500 is 25 x -0.92 + 0.1 = -22.9.
@pytest.mark.parametrize(
    ("career", "peak"),
    [
        pytest.param(
            Career().opening(2000),
            Peak(2000, "2000-01-01", None, None),
            id="1.7-opening",
        ),
        pytest.param(
            Career().opening(2000, 11, "2024-01-01"),
            Peak(2000, "2024-01-01", None, None),
            id="1.7-11-games",
        ),
        pytest.param(
            Career().opening(2000, 10, "2024-01-01"),
            None,
            id="1.7-opening-of-a-newcomer",
        ),
        pytest.param(
            Career().opening(2000, 10, "2015-01-01"),
            Peak(2000, "2015-01-01", None, None),
            id="1.7-2011-10",
        ),
        pytest.param(
            Career().opening(2000, 9, "2015-01-01"),
            None,
            id="1.7-2011-opening-of-a-newcomer",
        ),
        pytest.param(
            Career().opening(2000, peak=2090),
            Peak(2090, "2000-01-01", None, None),
            id="1.7-opening-peak",
        ),
        pytest.param(
            Career().opening(2000, peak=1990),
            Peak(2000, "2000-01-01", None, None),
            id="1.7-peak-below",
        ),
        pytest.param(
            Career().opening(2000, 5, "2024-01-01", peak=2090),
            None,
            id="1.7-peak-of-a-newcomer",
        ),
        pytest.param(
            Career().opening(2000).plays("+2000 -1500", end="2024-05-05"),
            Peak(2013, "2024-05-05", "t", "g1"),
            id="5.3-running-value",
        ),
        pytest.param(
            Career().opening(2000).plays("+2000 -1500", end="2015-05-05"),
            Peak(2013, "2015-05-05", "t", "g1"),
            id="5.3-running-value-before-2023",
        ),
        pytest.param(
            Career()
            .opening(2000)
            .plays("+2000", end="2024-05-05")
            .plays("=2013", "u", end="2024-05-06"),
            Peak(2013, "2024-05-05", "t", "g1"),
            id="1.6-reached-again-the-first-stands",
        ),
        pytest.param(
            Career().plays("+2000x10", end="2024-05-05"), None, id="5.3-newcomer"
        ),
        # 11 x 2000 / 11 + 200 + 1.1
        pytest.param(
            Career().plays("+2000x11", end="2024-05-05"),
            Peak(2201, "2024-05-05", "t", None),
            id="1.7-passing-10",
        ),
        pytest.param(
            Career().opening(2000).ruling(2300),
            Peak(2000, "2000-01-01", None, None),
            id="1.7-a-ruling-is-no-peak",
        ),
        # from the ruled 2300 a draw is 2300.1
        pytest.param(
            Career()
            .opening(2000)
            .ruling(2300, on="2024-05-04")
            .plays("=2300", end="2024-05-05"),
            Peak(2300, "2024-05-05", "t", "g1"),
            id="1.7-after-a-ruling",
        ),
        pytest.param(
            Career("pelo").opening(1700, 0), None, id="1.7-pelo-opening-of-a-newcomer"
        ),
        pytest.param(
            Career("pelo").opening(1700, 1),
            Peak(1700, "2000-01-01", None, None),
            id="1.7-pelo-opening",
        ),
        pytest.param(
            Career("pelo").plays("=1600", minutes=5, end="2024-05-05"),
            Peak(1600, "2024-05-05", "t", None),
            id="1.6",
        ),
    ],
)
def test_the_peak(career: Career, peak: Peak | None) -> None:
    assert career.peak() == peak


@pytest.mark.parametrize(
    ("day", "first"),
    [
        ("2024-01-01", "2023-01-01"),
        ("2024-12-31", "2023-01-01"),
        ("2025-01-01", "2024-01-01"),
    ],
    ids=lambda day: f"5.2-{day}",
)
def test_the_period(day: str, first: str) -> None:
    assert period(day) == (first, day)


FROM, TO = "2023-01-01", "2024-05-05"


@pytest.mark.parametrize(
    ("career", "rating"),
    [
        pytest.param(Career().opening(2000), 2000, id="5.3-value-at-the-beginning"),
        pytest.param(
            Career().opening(2000, 5), None, id="5.3-newcomer-at-the-beginning"
        ),
        pytest.param(
            Career().opening(2000, peak=2300), 2000, id="5.3-an-older-peak-is-not-it"
        ),
        pytest.param(
            Career().opening(2000, on=FROM).plays("-2000", end=TO),
            2000,
            id="1.7-opening-in-the-period",
        ),
        # 2013 reached before; at the beginning 2000 + 12.5 - 23 + 0.2
        pytest.param(
            Career().opening(2000).plays("+2000 -1500", end="2022-12-31"),
            1990,
            id="5.3-peak-the-day-before",
        ),
        pytest.param(
            Career().opening(2000).plays("+2000 -1500", end=FROM),
            2013,
            id="5.3-on-the-first-day",
        ),
        pytest.param(
            Career().opening(2000).plays("+2000", end=TO),
            2013,
            id="5.8-ends-on-the-day",
        ),
        pytest.param(
            Career().opening(2000).plays("+2000", start="2024-05-01", end="2024-05-06"),
            2000,
            id="5.8-ends-after",
        ),
        pytest.param(
            Career().opening(2000).plays("+2000 -1500", start="2022-12-01", end=FROM),
            2013,
            id="5.8-begins-before",
        ),
        pytest.param(
            Career().plays("+2000x10", end="2024-01-01"), None, id="5.3-newcomer"
        ),
        pytest.param(
            Career().plays("+2000x11", end="2024-01-01"),
            2201,
            id="1.7-passing-the-limit",
        ),
        pytest.param(
            Career().opening(2000).ruling(2100, on="2022-12-31"),
            2100,
            id="5.3-ruled-before-the-beginning",
        ),
        pytest.param(
            Career().opening(2000).ruling(2100, on="2024-01-01"),
            2000,
            id="1.7-ruled-inside",
        ),
        # a ruling comes after the units of its day, so it is not what they had when the
        # period began
        pytest.param(
            Career().opening(2000).ruling(2100, on=FROM),
            2000,
            id="1.7-ruled-on-the-first-day",
        ),
    ],
)
def test_the_period_peak(career: Career, rating: int | None) -> None:
    found = period_peak(career.history, FROM, TO)
    assert women_selection_number(found) == rating  # 5.7: it is this peak
    assert (found.rating if found else None) == rating


@pytest.mark.parametrize(
    ("external", "rating"),
    [
        pytest.param(
            [elo(2400, "2022-12-31"), elo(2300, "2023-01-01")],
            2300,
            id="5.4-from-the-first-day",
        ),
        pytest.param(
            [elo(2300, "2024-05-05"), elo(2400, "2024-05-06")],
            2300,
            id="5.4-to-the-day",
        ),
        pytest.param(
            [elo(2300, "2023-06-01"), elo(2250, "2024-01-01")],
            2300,
            id="5.4-the-highest",
        ),
        pytest.param(
            [elo(2400, "2023-06-01", "fide-rapid")], None, id="5.4-standard-only"
        ),
        pytest.param([elo(2400, "2022-12-01")], None, id="5.4-published-in-the-period"),
    ],
)
def test_the_period_elo(external: list[External], rating: int | None) -> None:
    found = period_elo(external, FROM, TO)
    assert (found.rating if found else None) == rating


# Over 15 games against 1500 the performance of W points is 1500 + 400 x with erf(x) = 2
# W / 15 - 1.
@pytest.mark.parametrize(
    ("games", "half_points", "is_reliable"),
    [
        # erf = 1/7: x = 0.1273, D = 50.9
        pytest.param(14, 14, False, id="5.5-14-draws"),
        pytest.param(15, 15, True, id="5.5-15-draws"),  # 47.49
        pytest.param(15, 17, True, id="5.5-8.5-of-15"),  # 96.36 - 47.49 = 48.88
        # up 121.83 - 71.66 = 50.17; down 48.00
        pytest.param(15, 18, False, id="5.5-9-of-15"),
        pytest.param(15, 13, True, id="5.5-6.5-of-15"),
        pytest.param(15, 12, False, id="5.5-6-of-15"),
        pytest.param(15, 30, False, id="5.5-all-won"),
        pytest.param(15, 0, False, id="5.5-all-lost"),
        pytest.param(200, 398, False, id="5.5-one-more-point-leaves-none"),
        pytest.param(1, 1, False, id="5.5-one-draw"),
    ],
)
def test_a_reliable_performance(
    games: int, half_points: int, is_reliable: bool
) -> None:
    assert reliable([1500] * games, half_points) is is_reliable


def run(*parts: tuple[int, int, int]) -> list[Played]:
    """(how many, opponent, half points in each)."""
    every = [(number, made) for times, number, made in parts for _ in range(times)]
    return [
        Played(number, made, TO, "t" if k <= 15 else "u", f"g{k}")
        for k, (number, made) in enumerate(every, 1)
    ]


@pytest.mark.parametrize(
    ("games", "rating", "first", "last"),
    [
        pytest.param(run((15, 2000, 1)), 2000, "g1", "g15", id="5.5-fifteen-draws"),
        pytest.param(
            run((15, 1500, 1), (15, 2000, 1)),
            2000,
            "g16",
            "g30",
            id="5.5-the-second-half",
        ),
        pytest.param(
            run((15, 2000, 1), (15, 1500, 1)),
            2000,
            "g1",
            "g15",
            id="5.5-the-first-half",
        ),
        pytest.param(
            run((5, 1500, 1), (15, 2000, 1), (5, 1500, 1)),
            2000,
            "g6",
            "g20",
            id="5.5-across-tournaments",
        ),
        # 8.5 of 15: 1500 + 47.49
        pytest.param(
            run((13, 1500, 1), (1, 1500, 2), (1, 1500, 2)),
            1547,
            "g1",
            "g15",
            id="5.5-8.5-of-15",
        ),
    ],
)
def test_the_best_performance(
    games: list[Played], rating: int, first: str, last: str
) -> None:
    found = best_performance(games)
    assert found is not None
    assert (found.rating, found.first.game, found.last.game, found.games) == (
        rating,
        first,
        last,
        15,
    )


@pytest.mark.parametrize(
    "games",
    [
        pytest.param(run((14, 2000, 1)), id="5.5-fourteen-draws"),
        pytest.param(run((15, 2000, 2)), id="5.5-all-won"),
        pytest.param(run((12, 1500, 1), (3, 1500, 2)), id="5.5-9-of-15"),
        pytest.param([], id="5.5-no-games"),
    ],
)
def test_too_few_or_one_sided_games_give_no_reliable_performance(
    games: list[Played],
) -> None:
    assert best_performance(games) is None


def test_5_5_only_games_at_full_coefficient_others_are_skipped_over() -> None:
    career = (
        Career()
        .opening(2000)
        .plays("=2000@90 =1500@60 =1501@89 =2001@90", end="2024-05-01")
    )
    career.plays("=2002@90 =1502@15", "u", end="2024-05-02")
    assert [game.number for game in full_games(career.history, FROM, TO)] == [
        2000,
        2001,
        2002,
    ]


def test_5_5_a_newcomers_games_count_and_those_of_units_outside_the_period_do_not() -> (
    None
):
    career = (
        Career()
        .plays("=1600", end="2022-12-31")
        .plays("=1700", end=FROM)
        .plays("=1800", end=TO)
    )
    career.plays("=1900", end="2024-05-06")
    assert [game.number for game in full_games(career.history, FROM, TO)] == [
        1700,
        1800,
    ]


@pytest.mark.parametrize(
    ("factors", "number"),
    [
        pytest.param((2400, 2300, 2350), Fraction(2375), id="5.6-the-two-largest"),
        pytest.param((2300, 2400, 2400), Fraction(2400), id="5.6-two-equal"),
        pytest.param((2401, 2350, None), Fraction(4751, 2), id="5.6-a-half"),
        pytest.param((2401, None, None), None, id="5.6-one-factor"),
        pytest.param((None, None, None), None, id="5.6-none"),
    ],
)
def test_the_selection_number(
    factors: tuple[int | None, ...], number: Fraction | None
) -> None:
    assert selection_number(factors) == number
