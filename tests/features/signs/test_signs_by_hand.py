"""Each sign at its limits, in games written down by hand."""

from collections.abc import Iterable

from features.signs.chances import strength_of
from features.signs.games import (
    EventRatings,
    GamesOfPeriod,
    RatedGame,
    SignFound,
)
from features.signs.what_is_scored import driven_down, unlikely
from features.signs.who_meets import newcomers, pairs, pools

Line = tuple[str, str, float]
OTHERS = [f"X{number}" for number in range(40)]


def event(
    name: str,
    on: str,
    lines: Iterable[Line],
    ratings: dict[str, int | None] | None = None,
    share: float | None = 0.5,
    settled: bool = True,
) -> EventRatings:
    """A tournament in which White was expected to score so much in every game."""
    games = [
        RatedGame(name, f"1.{at}", on, *line[:2], share, line[2], settled)
        for at, line in enumerate(lines, 1)
    ]
    players = {player: 1600 for game in games for player in (game.white, game.black)}
    return EventRatings(name, on, {**players, **(ratings or {})}, games)


def background() -> list[EventRatings]:
    """Forty people who meet each other, everybody as often as everybody else."""
    return [
        event(
            f"open{step}",
            f"2024-01-{step:02}",
            [(OTHERS[at], OTHERS[(at + step) % 40], 0.5) for at in range(40)],
        )
        for step in range(1, 11)
    ]


def about(found: Iterable[SignFound], *players: str) -> list[SignFound]:
    return [finding for finding in found if set(players) <= set(finding.players)]


def test_a_pair_that_meets_again_and_again_and_one_that_the_pairing_brings_together() -> (
    None
):
    matches = [
        event(f"m{at}", f"2024-02-{at:02}", [("X0", "X1", 1.0), ("X1", "X0", 0.0)])
        for at in range(1, 7)
    ]
    play = GamesOfPeriod([*background(), *matches], {}, ())
    [finding] = map(play.with_games, about(pairs(play).findings, "X0", "X1"))
    assert (
        len(finding.games) == 13 and finding.score == 12.5 and finding.expected == 6.5
    )
    assert strength_of(finding.chance) > 5
    assert (
        about(
            pairs(GamesOfPeriod([*background(), *matches[:2]], {}, ())).findings,
            "X0",
            "X1",
        )
        == []
    )
    # twelve evenings of six players in which everybody meets everybody explain as many
    # games
    six = OTHERS[:6]
    everybody = [
        (one, other, 0.5) for at, one in enumerate(six) for other in six[at + 1 :]
    ]
    evenings = [event(f"e{at}", f"2024-03-{at:02}", everybody) for at in range(1, 13)]
    often = GamesOfPeriod([*background(), *evenings], {}, ())
    assert (
        often.partners["X0"]["X1"] == 13
        and about(pairs(often).findings, "X0", "X1") == []
    )


def test_the_boards_of_a_match_are_nobody_s_choice() -> None:
    boards = [(OTHERS[at], OTHERS[at + 6], 0.5) for at in range(6)]
    matches = [event(f"m{at}", f"2024-03-{at:02}", boards) for at in range(1, 9)]
    assert (
        about(
            pairs(GamesOfPeriod([*background(), *matches], {}, ())).findings, "X0", "X6"
        )
        == []
    )
    alone = [event(f"m{at}", f"2024-03-{at:02}", boards[:1]) for at in range(1, 9)]
    [finding] = about(
        pairs(GamesOfPeriod([*background(), *alone], {}, ())).findings, "X0", "X6"
    )
    assert strength_of(finding.chance) > 2


def test_a_closed_pool_is_found_once_and_an_open_group_is_not() -> None:
    four = ["A", "B", "C", "D"]
    lines = [
        (one, other, 1.0) for at, one in enumerate(four) for other in four[at + 1 :]
    ]
    meetings = [event(f"p{at}", f"2024-02-{at:02}", lines) for at in range(1, 6)]
    once_outside = event("out", "2024-03-01", [("A", "X0", 0.0)])
    play = GamesOfPeriod([*background(), *meetings, once_outside], {}, ())
    [finding] = map(play.with_games, about(pools(play).findings, "A", "B"))
    assert (
        finding.players == tuple(four)
        and len(finding.games) == 30
        and finding.share == 30 / 31
    )
    assert finding.score is finding.expected is None and strength_of(finding.chance) > 5
    often_outside = [
        event(f"o{at}", f"2024-03-{at:02}", [(one, OTHERS[at], 0.5) for one in four])
        for at in range(1, 11)
    ]
    assert (
        about(
            pools(
                GamesOfPeriod([*background(), *meetings, *often_outside], {}, ())
            ).findings,
            "A",
            "B",
        )
        == []
    )
    assert (
        pools(GamesOfPeriod([], {}, ())).findings
        == pairs(GamesOfPeriod([], {}, ())).findings
        == []
    )


def test_a_newcomer_is_looked_at_only_where_clubs_are_known() -> None:
    clubs = {other: f"Club {at % 8}" for at, other in enumerate(OTHERS)}
    one_club = [other for other in OTHERS if clubs[other] == "Club 3"]
    games = [
        event(f"n{at}", f"2024-02-{at:02}", [("N", one, 1.0) for one in one_club])
        for at in range(1, 4)
    ]
    looked = newcomers(GamesOfPeriod([*background(), *games], clubs, ["N"]))
    [finding] = looked.findings
    assert (
        looked.at == 1
        and finding.players == ("N",)
        and finding.club == "Club 3"
        and finding.share == 1.0
    )
    assert len(finding.games) == 15 and strength_of(finding.chance) > 5
    assert newcomers(GamesOfPeriod([*background(), *games], {}, ["N"])) == (0, [])
    assert newcomers(GamesOfPeriod([*background(), *games], clubs, [])).findings == []
    elsewhere = event(
        "other",
        "2024-02-05",
        [("N", other, 0.5) for other in OTHERS if clubs[other] != "Club 3"][:5],
    )
    mixed = newcomers(GamesOfPeriod([*background(), games[0], elsewhere], clubs, ["N"]))
    assert mixed.at == 1 and mixed.findings == []


def test_where_a_whole_club_plays_at_home_a_newcomer_who_does_is_no_sign() -> None:
    clubs = {other: f"Club {at % 8}" for at, other in enumerate(OTHERS)}
    at_home = [
        event(
            f"home{club}",
            "2023-11-01",
            [(one, other, 0.5) for at, one in enumerate(five) for other in five[:at]],
        )
        for club, five in enumerate(OTHERS[first::8] for first in range(8))
    ]

    def strength(
        pupils: int, evenings: int, away: Iterable[EventRatings] = ()
    ) -> float:
        school = [f"S{number}" for number in range(pupils)]
        everybody = [
            (one, other, 0.5)
            for at, one in enumerate(school)
            for other in school[at + 1 :]
        ]
        played = [
            event(f"s{at}", f"2024-02-{at:02}", everybody)
            for at in range(1, evenings + 1)
        ]
        known = clubs | dict.fromkeys(school, "School")
        [finding] = about(
            newcomers(
                GamesOfPeriod([*at_home, *background(), *played, *away], known, ["S0"])
            ).findings,
            "S0",
        )
        assert finding.share == 1.0 and len(finding.games) == 20
        return strength_of(finding.chance)

    assert strength(5, 5) == 0  # the four others of the school met nobody else either
    # two of five play elsewhere first
    assert strength(6, 4, away=[_away(["S1", "S2"])]) > 5
    assert strength(3, 10) > 5  # two others are too few to tell


def _away(players: Iterable[str]) -> EventRatings:
    """A tournament before all others in which these met people of every club."""
    return event(
        "away",
        "2023-12-01",
        [(one, other, 0.5) for one in players for other in OTHERS[:20]],
    )


def test_results_are_unlikely_between_established_ratings_alone() -> None:
    lines = [("A", other, 1.0) for other in OTHERS[:8]]
    found = unlikely(
        GamesOfPeriod(
            [*background(), event("t", "2024-02-01", lines, share=0.2)], {}, ()
        )
    ).findings
    [finding] = about(found, "A")
    assert abs(finding.chance / 0.2**8 - 1) < 1e-9
    unsure = event("t", "2024-02-01", lines, share=0.2, settled=False)
    assert (
        about(unlikely(GamesOfPeriod([*background(), unsure], {}, ())).findings, "A")
        == []
    )
    unrated = event("t", "2024-02-01", lines, share=None)
    assert (
        about(unlikely(GamesOfPeriod([*background(), unrated], {}, ())).findings, "A")
        == []
    )
    # losing far too much is as unlikely, and a run of two tournaments is looked at as
    # one
    halves = [
        event(f"t{at}", f"2024-02-0{at}", lines[4 * at - 4 : 4 * at], share=0.2)
        for at in (1, 2)
    ]
    [run] = about(
        unlikely(GamesOfPeriod([*background(), *halves], {}, ())).findings, "A"
    )
    assert abs(run.chance / 0.2**8 - 1) < 1e-9 and len(run.games) == 8
    lost = event(
        "t", "2024-02-01", [(one, other, 0.0) for one, other, _ in lines], share=0.8
    )
    [bad] = about(unlikely(GamesOfPeriod([*background(), lost], {}, ())).findings, "A")
    assert abs(bad.chance / 0.2**8 - 1) < 1e-9


def test_a_rating_is_driven_down_for_a_tournament_that_it_was_too_high_for() -> None:
    lost = event(
        "lost",
        "2024-02-01",
        [("A", other, 0.0) for other in OTHERS[:8]],
        {"A": 1700},
        share=0.75,
    )
    there = [("A", other, 1.0) for other in OTHERS[10:17]]
    weaker = event("weaker", "2024-02-20", there, {"A": 1560}, share=0.5)
    [finding] = about(driven_down(GamesOfPeriod([lost, weaker], {}, ())).findings, "A")
    assert (
        finding.before == 1700 and finding.event == weaker and len(finding.games) == 8
    )
    assert strength_of(finding.chance) > 5
    # what was played well in between does not hide it
    between = event(
        "well",
        "2024-02-10",
        [("A", other, 1.0) for other in OTHERS[20:26]],
        {"A": 1540},
        share=0.5,
    )
    [hidden] = about(
        driven_down(GamesOfPeriod([lost, between, weaker], {}, ())).findings, "A"
    )
    assert hidden.games == finding.games and hidden.chance == finding.chance
    # the same fall a year and a half earlier, before a stronger field, or without one
    for other in (
        weaker._replace(on="2025-08-20"),
        weaker._replace(ratings={**weaker.ratings, "X10": 1800, "X11": 1800}),
        weaker._replace(ratings=dict.fromkeys(weaker.ratings, None) | {"A": 1560}),
    ):
        assert (
            about(driven_down(GamesOfPeriod([lost, other], {}, ())).findings, "A") == []
        ), other.ratings
    # one guest above the limit changes nothing
    guest = weaker._replace(ratings={**weaker.ratings, "X10": 1800})
    assert about(driven_down(GamesOfPeriod([lost, guest], {}, ())).findings, "A") != []
