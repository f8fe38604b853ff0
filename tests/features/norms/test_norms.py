"""FIDE's title norms: each article at its limit, both sides of it."""

from dataclasses import replace

import pytest

from features.norms.games import counts_as
from features.norms.rules import Game, NormEvent, Seat, judged_norm
from tests.features.norms.norms_build import (
    GRAND,
    ME,
    SEVEN,
    event,
    failing,
    opponents,
    verdict,
)


def test_a_norm_of_nine_games() -> None:
    made = verdict(event(GRAND, SEVEN))
    assert (made.met, made.average, made.performance, made.exemption, made.raised) == (
        True,
        2500,
        2720,
        None,
        None,
    )
    assert {check.article for check in made.checks} == {
        "1.4.1",
        "1.4.3",
        "1.4.4",
        "1.4.5a",
        "1.4.5b",
        "1.4.8",
        "1.4.8a",
        "1.4.8b",
    }


def test_nine_games_or_a_bye_in_the_ninth() -> None:
    eight = event(GRAND[:8], SEVEN[:8], rounds=9)
    assert failing(eight) == {"1.4.1"}
    me = eight.seats[ME]
    spared = replace(eight, seats={**eight.seats, ME: me._replace(byes=frozenset({9}))})
    assert verdict(spared).met
    # nine, and a full point more than the 5.5 that are enough
    assert counts_as(spared, verdict(spared)) == 10
    # of a nine-round tournament alone
    assert failing(replace(spared, rounds=10)) == {"1.4.1"}


@pytest.mark.parametrize(
    ("kind", "rounds", "games", "met"),
    [
        ("world-or-continental-team", 7, 7, True),
        ("world-or-continental-team", 9, 7, True),
        ("world-or-continental-team", 9, 6, False),
        ("world-or-continental-team", 10, 8, False),
        ("world-cup", 8, 8, True),
        ("world-cup", 8, 7, False),
        (None, 9, 8, False),
    ],
)
def test_fewer_games_in_events_of_teams_and_the_world_cup(
    kind: str | None, rounds: int, games: int, met: bool
) -> None:
    of = event(GRAND[:games], SEVEN[:games], rounds=rounds, kind=kind)
    assert verdict(of).met is met


@pytest.mark.parametrize(
    ("federations", "own", "fails"),
    [
        (["EST", "SWE"], "FIN", set()),
        (["FIN"] * 7 + ["EST"] * 2, "FIN", {"1.4.3", "1.4.4"}),
        # 3/5 of nine is 5.4
        (["FIN"] * 5 + ["EST", "EST", "SWE", "SWE"], "FIN", set()),
        (["FIN"] * 6 + ["EST", "EST", "SWE"], "FIN", {"1.4.4"}),
        (["EST"] * 6 + ["SWE"] * 3, "FIN", set()),  # 2/3 of nine
        (["EST"] * 7 + ["SWE"] * 2, "FIN", {"1.4.4"}),
        # FIDE's flag is no federation, and breaks no limit
        (["FID"] * 8 + ["EST"], "FIN", {"1.4.3"}),
        (["FID"] * 7 + ["EST", "SWE"], "FIN", set()),
    ],
)
def test_federations(federations: list[str], own: str, fails: set[str]) -> None:
    assert (
        failing(event(opponents([2500] * 9, ["GM"], federations), SEVEN, own)) == fails
    )


@pytest.mark.parametrize(
    ("kind", "own", "article"),
    [
        ("national-championship", "FIN", "1.4.3a"),
        ("national-championship", "EST", None),
        ("national-team-championship", "FIN", "1.4.3b"),
        ("national-team-championship", "SWE", None),
        ("zonal", "FIN", "1.4.3c"),
        ("zonal", "EST", "1.4.3c"),
        ("world-cup", "FIN", None),
    ],
)
def test_who_needs_no_foreigners(kind: str, own: str, article: str | None) -> None:
    of = event(opponents([2500] * 9, ["GM"], [own]), SEVEN, own, kind=kind)
    assert verdict(of).exemption == article and bool(verdict(of).met) == (
        article is not None
    )


def big(
    foreigners: int = 20, masters: int = 10, federations: int = 3, missed: int = 0
) -> NormEvent:
    """A Swiss in which `me` met nobody from abroad, beside foreigners who missed so
    many rounds each.
    """
    codes = ("EST", "SWE", "NOR")[:federations]
    field = []
    for place in range(foreigners):
        games = tuple(
            Game(f"{number}.{place}", number, "x", 1)
            for number in range(1, 10 - missed)
        )
        title = "WIM" if place < masters else "FM"
        field.append(Seat(f"f{place}", codes[place % len(codes)], title, 2300, games))
    of = event(opponents([2500] * 9, ["GM"], ["FIN"]), SEVEN)
    return replace(of, seats={**of.seats, **{seat.id: seat for seat in field}})


def test_a_swiss_with_a_field_from_abroad() -> None:
    assert (verdict(big()).met, verdict(big()).exemption) == (True, "1.4.3d")
    short = [
        big(19),
        big(masters=9),
        big(federations=2),
        big(missed=1),
        replace(big(), host=None),
    ]
    short += [replace(big(), system="knockout")]
    # a round that all miss has nobody
    assert [verdict(of).exemption for of in short] == [None] * 6
    one_more = big(21)
    away = one_more.seats["f20"]._replace(games=one_more.seats["f20"].games[:8])
    assert verdict(replace(one_more, seats={**one_more.seats, "f20": away})).met


@pytest.mark.parametrize(("titles", "met"), [(4, False), (5, True)])
def test_half_of_the_opponents_hold_a_title(titles: int, met: bool) -> None:
    own = ["GM"] * 3 + ["WFM"] * (titles - 3) + ["CM", "WCM"] * 3
    assert failing(event(opponents([2500] * 9, own[:9]), SEVEN)) == (
        set() if met else {"1.4.5a"}
    )


@pytest.mark.parametrize(
    ("title", "article", "holders", "too_low"),
    [
        ("GM", "1.4.5b", "GM", "IM"),
        ("IM", "1.4.5c", "IM", "WGM"),
        ("WGM", "1.4.5d", "WGM", "WIM"),
        ("WIM", "1.4.5e", "WIM", "FM"),
    ],
)
def test_a_third_hold_a_title_that_is_asked_for(
    title: str, article: str, holders: str, too_low: str
) -> None:
    for games, third in ((9, 3), (10, 4), (12, 4), (13, 5)):
        halves = [2] * (games - 2) + [1, 1]
        enough = [holders] * third + [too_low] * (games - third)
        short = [holders] * (third - 1) + [too_low] * (games - third + 1)
        of = event(opponents([2500] * games, enough), halves)
        assert judged_norm(of, of.seats[ME], title, of.seats[ME].games).met
        of = event(opponents([2500] * games, short), halves)
        checks = judged_norm(of, of.seats[ME], title, of.seats[ME].games).checks
        assert [check.article for check in checks if not check.met] == [article]


def test_a_double_round_robin() -> None:
    def of(grand: int, players: int = 6) -> NormEvent:
        others = opponents(
            [2500] * (players - 1), ["GM"] * grand + ["IM"] * (players - 1 - grand)
        )
        made = event(
            [*others, *others],
            ([2] * 8 + [1] * 6)[: 2 * (players - 1)],
            system="double-round-robin",
        )
        return replace(
            made, seats={seat.id: seat for seat in (made.seats[ME], *others)}
        )

    # 3 of the 5, as the Annex has it
    assert [verdict(of(grand)).met for grand in (2, 3)] == [False, True]
    five = verdict(of(4, players=5))
    assert [check.article for check in five.checks if not check.met] == [
        "1.4.1",
        "1.4.5f",
    ]


def test_one_opponent_is_raised_to_the_floor() -> None:
    for title, floor in (("GM", 2200), ("IM", 2050), ("WGM", 2000), ("WIM", 1850)):
        of = event(opponents([2500] * 7 + [1000, None], ["GM"]), SEVEN)
        made = judged_norm(of, of.seats[ME], title, of.seats[ME].games)
        assert (made.raised, made.average) == (
            "o7",
            round((7 * 2500 + floor + 1400) / 9),
        )
        of = event(opponents([2500] * 8 + [floor], ["GM"]), SEVEN)
        assert judged_norm(of, of.seats[ME], title, of.seats[ME].games).raised is None
    twice = opponents([2500] * 8 + [None], ["GM"])
    of = event([*twice, twice[8]], [*SEVEN, 2], rounds=10)
    made = judged_norm(of, of.seats[ME], "GM", of.seats[ME].games)
    assert made.average == 2440  # in both games


# the least sums of the opponents' ratings by which a score is a norm, as another
# program's tests have them
@pytest.mark.parametrize(
    ("title", "games", "points", "least"),
    [
        ("GM", 9, 4.5, 23395.5),
        ("IM", 7, 7, 15606.5),
        ("WGM", 8, 6, 17652),
        ("WIM", 10, 4, 23215),
    ],
)
def test_the_least_sum_of_ratings(
    title: str, games: int, points: float, least: float
) -> None:
    halves = [2] * int(points) + [1] * int(2 * (points % 1))
    halves += [0] * (games - len(halves))
    whole = int(least) + (least % 1 > 0)
    for total, met in ((whole, True), (whole - 1, False)):
        ratings: list[int | None] = [
            total // games + (place < total % games) for place in range(games)
        ]
        of = event(
            opponents(ratings, ["GM"]),
            halves,
            rounds=games,
            kind="world-or-continental-team",
        )
        level = {
            c.article: c.met
            for c in judged_norm(of, of.seats[ME], title, of.seats[ME].games).checks
        }
        assert (level["1.4.8"] and level["1.4.8a"]) is met


@pytest.mark.parametrize(
    ("games", "least"),
    [(7, 2.5), (8, 3), (9, 3.5), (10, 3.5), (11, 4), (12, 4.5), (13, 5)],
)
def test_the_least_score(games: int, least: float) -> None:
    for half, met in ((int(2 * least), True), (int(2 * least) - 1, False)):
        halves = [2] * (half // 2) + [1] * (half % 2)
        of = event(
            opponents([2900] * games, ["GM"]), halves + [0] * (games - len(halves))
        )
        assert {
            c.article: c.met
            for c in judged_norm(of, of.seats[ME], "GM", of.seats[ME].games).checks
        }["1.4.8b"] is met
