"""A season of eight teams by the command: postponed matches, walk-overs and a team that
left; each counted apart.
"""

import random
from collections.abc import Callable
from typing import Any

import pytest

from tests.world.command import Selo, problem_fields
from tests.world.documents import (
    Document,
    amend,
    game,
    one_game,
    opening,
    player,
    tournament,
)

DAYS = (
    "2023-10-08",
    "2023-11-05",
    "2023-12-03",
    "2024-01-14",
    "2024-02-11",
    "2024-03-10",
    "2024-04-14",
)
TEAMS = "abcdefgh"
BOARDS = 4
POSTPONED = (2, "c"), "2023-12-20"
WALK_OVER = (3, "b")
LEFT = "h", "2024-02-01"  # after four of its seven rounds
SCORES = {
    "1-0": (2, 0),
    "0-1": (0, 2),
    "1/2-1/2": (1, 1),
    "1-0F": (2, 0),
    "0-1F": (0, 2),
}


def circle() -> list[list[tuple[str, str]]]:
    ring, rounds = list(TEAMS), []
    for _ in DAYS:
        rounds.append([(ring[at], ring[-1 - at]) for at in range(4)])
        ring = [ring[0], ring[-1], *ring[1:-1]]
    return rounds


def season(seed: int) -> list[Document]:
    """Players, their balances and the league; who left plays no more, and nobody of `b`
    came in round 3.
    """
    rng = random.Random(seed)
    people = [f"{team}{board}" for team in TEAMS for board in range(1, 7)]
    games, matches = [], []
    for number, (day, pairs) in enumerate(zip(DAYS, circle(), strict=True), 1):
        for home, away in pairs:
            match: Document = {"round": number, "home": home, "away": away, "on": day}
            matches.append(match)
            absent = [
                side
                for side, team in (("home", home), ("away", away))
                if (number, team) == WALK_OVER
            ]
            if absent:
                match["absent"] = absent[0]
                continue
            if LEFT[0] in (home, away) and day > LEFT[1]:
                continue
            if (number, home) == POSTPONED[0] or (number, away) == POSTPONED[0]:
                match["on"] = POSTPONED[1]
            lines = [
                sorted(rng.sample([f"{team}{at}" for at in range(1, 7)], BOARDS))
                for team in (home, away)
            ]
            for board, pair in enumerate(zip(*lines, strict=True), 1):
                white, black = pair if board % 2 else pair[::-1]
                result = rng.choices(list(SCORES), (8, 8, 6, 1, 1))[0]
                games.append(game(number, white, black, result, board=board))
    league: Document = {
        "boards": BOARDS,
        "closing_day": "2023-09-30",
        "order_gap": 50,
        "matches": matches,
        "teams": [
            {
                "team": team,
                "name": f"Seura {team.upper()}",
                "players": [p for p in people if p[0] == team],
            }
            for team in TEAMS
        ],
    }
    league["teams"][TEAMS.index(LEFT[0])]["withdrawn"] = LEFT[1]
    own = [player(name) for name in people]
    balances = [
        opening(name, 2300 - 100 * int(name[1]) + rng.randint(-40, 40))
        for name in people
    ]
    return [
        *own,
        *balances,
        tournament("liiga", DAYS[-1], *games, start=DAYS[0], league=league, order_no=0),
    ]


def recount(
    document: Document, by: str, struck: bool
) -> dict[str, tuple[float, float]]:
    """Match and board points by team on a day, from the document alone."""
    points = {team: [0.0, 0.0] for team in TEAMS}
    gone = {LEFT[0]} if struck and by >= LEFT[1] else set()
    for match in document["league"]["matches"]:
        sides = {match["home"], match["away"]}
        if sides & gone or match["on"] > by:
            continue
        boards = dict.fromkeys(sides, 0)
        met = [
            one
            for one in document["games"]
            if one["round"] == match["round"] and one["white"][0] in sides
        ]
        for one in met:
            white, black = SCORES[one["result"]]
            boards[one["white"][0]] += white
            boards[one["black"][0]] += black
        if "absent" in match:
            boards[match["away" if match["absent"] == "home" else "home"]] = 2 * BOARDS
        elif not met:
            continue
        best = max(boards.values())
        winners = [team for team in boards if boards[team] == best]
        for team in sides:
            points[team][1] += boards[team] / 2
            points[team][0] += (2 if len(winners) == 1 else 1) if team in winners else 0
    return {
        team: (match, board)
        for team, (match, board) in points.items()
        if team not in gone
    }


@pytest.fixture
def league(selo: Selo) -> Callable[[int], Document]:
    def submitted(seed: int) -> Document:
        documents = season(seed)
        selo.submit(*documents)
        return documents[-1]

    return submitted


def table(answer: Any) -> dict[str, tuple[float, float]]:
    return {
        row["team"]: (row["match_points"], row["board_points"])
        for row in answer["rows"]
        if row["place"]
    }


@pytest.mark.parametrize("seed", range(3))
def test_the_table_on_any_day_is_what_the_games_add_up_to(
    seed: int, selo: Selo, league: Any
) -> None:
    document = league(seed)
    for day in (*DAYS, "2023-12-19", "2023-12-20", "2024-01-31", "2024-02-01"):
        answer = selo.ask("league", "table", "liiga", "--as-of", day)
        assert table(answer) == recount(document, day, struck=True), (
            f"seed {seed}, {day}"
        )
        places = [row["place"] for row in answer["rows"] if row["place"]]
        assert places == sorted(places)
    assert [row["team"] for row in answer["rows"] if row["place"] is None] == [LEFT[0]]
    selo.submit(
        amend("liiga", league={**document["league"], "withdrawn_matches": "kept"})
    )
    assert table(selo.ask("league", "table", "liiga")) == recount(
        document, DAYS[-1], struck=False
    ), f"seed {seed}"
    selo.submit(
        amend("liiga", league={**document["league"], "withdrawn_matches": "half"})
    )
    # it had played four of seven, which is more than half
    assert table(selo.ask("league", "table", "liiga")) == recount(
        document, DAYS[-1], struck=False
    ), f"seed {seed}"


def test_every_game_is_rated_by_itself_on_its_day_without_a_flag(
    selo: Selo, league: Any
) -> None:
    document = league(1)
    answer = selo.ask("tournament", "liiga")
    assert answer["header"]["each_game_rated"]
    days = {
        (match["round"], team): match["on"]
        for match in document["league"]["matches"]
        for team in (match["home"], match["away"])
    }
    assert all(
        one["on"] == days[one["round"], one["white"][0]] for one in answer["games"]
    )
    assert any(one["on"] == POSTPONED[1] for one in answer["games"])
    for one in answer["games"]:
        over_the_board = not one["result"].endswith("F")
        assert (one["lists"] == ["selo"]) == over_the_board
        assert one["unit"] == (f"liiga/{one['game']}" if over_the_board else None)
    # a team that left has its played games rated, and nobody is rated for a walk-over
    of_left = [
        one
        for one in answer["games"]
        if LEFT[0] in (one["white"][0], one["black"][0]) and one["lists"]
    ]
    assert of_left
    assert not [
        one for one in answer["games"] if (one["round"], one["white"][0]) == WALK_OVER
    ]
    assert selo.ask("ledger", "rebuild", "--check")["equal"]


def test_a_team_has_its_line_ups_and_what_the_season_did_to_its_players(
    selo: Selo, league: Any
) -> None:
    league(2)
    answer = selo.ask("league", "team", "liiga", "a")
    assert [row["player"] for row in answer["players"]] == [
        f"a{board}" for board in range(1, 7)
    ]
    assert [row["reserve"] for row in answer["players"]] == [False] * 4 + [True] * 2
    for row in answer["players"]:
        history = [
            one
            for one in selo.ask("history", row["player"], "--list", "selo")["rows"]
            if one["tournament"]
        ]
        if not history:
            assert row["lists"] == {}
            continue
        season = row["lists"]["selo"]
        assert (season["before"], season["after"]) == (
            history[0]["before"],
            history[-1]["after"],
        )
        assert season["change"] == sum(one["after"] - one["before"] for one in history)
        assert row["listed"] == history[0]["before"]
        own = [
            b
            for match in answer["matches"]
            for b in match["line_up"]
            if b["player"] == row["player"]
        ]
        assert (row["games"], row["points"]) == (
            len(own),
            sum(board["score"] for board in own),
        )
    # it stays at its place in the circle
    assert [match["home"] for match in answer["matches"]].count(True) == 7
    for match in answer["matches"]:
        assert (
            sum(board["score"] for board in match["line_up"]) == match["boards"]
            or not match["line_up"]
        )


def test_boards_are_ordered_by_the_ratings_of_the_closing_day(
    selo: Selo, league: Any
) -> None:
    league(0)
    answer = selo.ask("league", "boards", "liiga", "a")
    assert answer["on"] == "2023-09-30"
    ratings = {row["player"]: row["rating"] for row in answer["rows"]}
    assert ratings == {
        name: selo.ask("show", name, "--as-of", "2023-09-30")["lists"]["selo"]["rating"]
        for name in ratings
    }
    assert [row["rating"] for row in answer["rows"]] == sorted(
        ratings.values(), reverse=True
    )
    assert len(selo.ask("league", "boards", "liiga")["rows"]) == 48
    after = selo.ask("league", "boards", "liiga", "a", "--as-of", "2024-05-01")
    assert after["on"] == "2024-05-01"
    assert {row["player"]: row["rating"] for row in after["rows"]} != ratings


def test_a_line_up_is_checked_against_that_order(selo: Selo) -> None:
    """Up to the gap, and one point beyond it."""
    teams = [
        {"team": "a", "name": "A", "players": ["x", "y", "z", "u"]},
        {"team": "b", "name": "B", "players": ["v"]},
    ]
    people = [player(name) for name in "xyzuvw"]
    balances = [opening("x", 2000), opening("y", 2050), opening("z", 2051)]
    league = {"closing_day": "2023-09-30", "order_gap": 50, "teams": teams}
    selo.submit(
        *people, *balances, tournament("cup", "2023-10-01", "x v 1-0", league=league)
    )
    assert selo.ask("league", "boards", "cup", "a", "x", "y")["doubts"] == []
    [doubt] = selo.ask("league", "boards", "cup", "a", "x", "z")["doubts"]
    assert (
        doubt
        == "Pelaaja z (2051) on board 2 is rated above Pelaaja x (2000) on board 1"
    )
    # nobody is compared with no rating
    assert selo.ask("league", "boards", "cup", "a", "x", "u", "y")["doubts"] == []
    assert selo.ask("league", "boards", "cup", "a", "x", "v", "x")["doubts"] == [
        "Pelaaja v is not in the team",
        "Pelaaja x is on two boards",
    ]


def test_a_correction_of_one_match_and_one_team_and_their_undoing(
    selo: Selo, league: Any
) -> None:
    league(1)
    before = selo.ask("league", "table", "liiga")
    assert "no current rating changes" in selo.done(
        "league",
        "match",
        "liiga",
        "7",
        "a",
        "--absent",
        "home",
        "--reason",
        "they did not come",
    )
    [match] = [
        one
        for one in selo.ask("league", "table", "liiga")["matches"]
        if (one["round"], one["home"]) == (7, "a")
    ]
    assert (match["status"], match["home_points"], match["away_points"]) == (
        "walk-over",
        0.0,
        2.0,
    )
    selo.done(
        "league",
        "roster",
        "liiga",
        "a",
        "--match-points",
        "-1",
        "--reason",
        "an ineligible player",
    )
    [row] = [
        one
        for one in selo.ask("league", "table", "liiga")["rows"]
        if one["team"] == "a"
    ]
    assert row["added"] == -1
    head = selo.ask("log")["events"][0]["seq"]
    # it was changed again since
    assert problem_fields(
        selo.refused("undo", str(head - 1), "--reason", "they came")
    ) == [("cannot-undo", None)]
    selo.done("undo", str(head), "--reason", "they were eligible")
    selo.done("undo", str(head - 1), "--reason", "they came")
    after = selo.ask("league", "table", "liiga")
    assert {**after, "basis": None} == {**before, "basis": None}
    assert selo.ask("ledger", "rebuild", "--check")["equal"]


def test_a_decision_takes_the_place_of_the_games(selo: Selo, league: Any) -> None:
    league(1)
    selo.done(
        "league",
        "match",
        "liiga",
        "1",
        "a",
        "--home-points",
        "0",
        "--away-points",
        "2",
        "--home-boards",
        "0",
        "--away-boards",
        "4",
        "--reason",
        "by the jury",
    )
    [match] = [
        one
        for one in selo.ask("league", "table", "liiga")["matches"]
        if (one["round"], one["home"]) == (1, "a")
    ]
    assert [
        match[name]
        for name in ("home_points", "away_points", "home_boards", "away_boards")
    ] == [0, 2, 0, 4]
    assert len(match["games"]) == 4


def test_one_more_game_has_the_day_of_its_match_and_a_missing_board_leaves_it_unfinished(
    selo: Selo,
) -> None:
    teams = [
        {"team": "a", "name": "A", "players": ["A", "B"]},
        {"team": "b", "name": "B", "players": ["C", "D"]},
    ]
    league = {
        "boards": 2,
        "teams": teams,
        "matches": [
            {"round": 1, "home": "a", "away": "b", "on": "2023-10-01"},
            {"round": 2, "home": "b", "away": "a", "on": "2024-01-01"},
        ],
    }
    cup = tournament(
        "cup", "2024-01-01", game(1, "A", "C"), start="2023-10-01", league=league
    )
    selo.submit(*(player(name) for name in "ABCDE"), cup)
    statuses = [
        match["status"] for match in selo.ask("league", "table", "cup")["matches"]
    ]
    assert statuses == ["unfinished", "to come"]
    selo.submit(one_game("cup", 1, "D", "B", "1/2-1/2"))
    assert selo.ask("tournament", "cup")["games"][1]["on"] == "2023-10-01"
    assert [
        match["status"] for match in selo.ask("league", "table", "cup")["matches"]
    ] == [
        "played",
        "to come",
    ]
    assert selo.submit(cup)["recorded"][0]["repeated"]
    warnings = selo.submit(one_game("cup", 1, "E", "B", on="2023-10-02"))["warnings"]
    assert (
        "game 1.3 belongs to no match of the league: it counts for ratings, but for no team"
        in str(warnings)
    )
    assert selo.ask("league", "table", "cup")["loose"] == ["1.3"]


@pytest.mark.parametrize(
    ("change", "field", "code"),
    [
        (
            {"teams": [{"team": "a", "name": "A"}, {"team": "a", "name": "B"}]},
            "league.teams[1].team",
            "id-twice",
        ),
        (
            {"teams": [{"team": "a", "name": "A"}, {"team": "b", "name": "a"}]},
            "league.teams[1].name",
            "id-twice",
        ),
        (
            {"teams": [{"team": "a", "name": "A", "players": ["A", "A"]}]},
            "league.teams[0].players[1]",
            "id-twice",
        ),
        (
            {"teams": [{"team": "a", "name": "A", "players": ["X"]}]},
            "league.teams[0].players[0]",
            "unknown-player",
        ),
        (
            {"matches": [{"round": 1, "home": "a", "away": "c"}]},
            "league.matches[0].away",
            "unknown-team",
        ),
        (
            {"matches": [{"round": 1, "home": "a", "away": "a"}]},
            "league.matches[0].away",
            "match-twice",
        ),
        (
            {"matches": [{"round": 1, "home": "a", "absent": "away"}]},
            "league.matches[0].absent",
            "wrong-value",
        ),
        (
            {"matches": [{"round": 1, "home": "a", "away": "b", "on": "2024-02-30"}]},
            "league.matches[0].on",
            "no-such-day",
        ),
        (
            {"matches": [{"round": 1, "home": "a", "away": "b", "unopposed": ["E"]}]},
            "league.matches[0].unopposed[0]",
            "not-in-team",
        ),
        (
            {"teams": [{"team": "a", "name": "A\u202e"}]},
            "league.teams[0].name",
            "hidden-character",
        ),
        ({"win": -1}, "league.win", "wrong-value"),
        ({"win": 0.3}, "league.win", "wrong-value"),
    ],
)
def test_what_cannot_be_is_refused_where_it_stands(
    change: Document, field: str, code: str, selo: Selo
) -> None:
    teams = [
        {"team": "a", "name": "A", "players": ["A", "B"]},
        {"team": "b", "name": "B", "players": ["C", "D"]},
    ]
    selo.submit(*(player(name) for name in "ABCDE"))
    cup = tournament(
        "cup", "2024-01-01", game(1, "A", "C"), league={"teams": teams, **change}
    )
    assert (code, field) in problem_fields(selo.refuse(cup))


def test_a_player_in_both_teams_of_a_match_is_not_guessed(selo: Selo) -> None:
    teams = [
        {"team": "a", "name": "A", "players": ["A", "B"]},
        {"team": "b", "name": "B", "players": ["B", "C"]},
    ]
    matches = [{"round": 1, "home": "a", "away": "b"}]
    selo.submit(*(player(name) for name in "ABC"))
    cup = tournament(
        "cup", "2024-01-01", "A B 1-0", league={"teams": teams, "matches": matches}
    )
    # A can only play for `a`, so B played for `b`
    assert selo.submit(cup)["warnings"] == []
    both = [{**team, "players": ["A", "B", "C"]} for team in teams]
    [(code, field)] = problem_fields(
        selo.refuse(amend("cup", league={"teams": both, "matches": matches}))
    )
    assert (code, field) == ("two-matches", "league.matches")


def test_a_tournament_without_teams_says_so(selo: Selo) -> None:
    selo.submit(player("A"), player("B"), tournament("cup", "2024-01-01", "A B 1-0"))
    for question in (
        ("league", "table", "cup"),
        ("league", "team", "cup", "a"),
        ("league", "boards", "cup"),
    ):
        assert problem_fields(selo.refused(*question, code=3)) == [("no-league", None)]


def test_a_short_team_event_is_rated_at_once(selo: Selo) -> None:
    """30 days are at once, 31 game by game; `at_once` keeps a long one together."""
    teams = [
        {"team": "a", "name": "A", "players": ["A"]},
        {"team": "b", "name": "B", "players": ["B"]},
    ]
    selo.submit(player("A"), player("B"))
    for name, end, more, alone in (
        ("short", "2024-01-31", {}, False),
        ("long", "2024-02-01", {}, True),
        ("whole", "2024-02-01", {"at_once": True}, False),
    ):
        league = {
            "teams": teams,
            "matches": [{"round": 1, "home": "a", "away": "b", "on": "2024-01-05"}],
            **more,
        }
        selo.submit(tournament(name, end, "A B 1-0", start="2024-01-01", league=league))
        assert selo.ask("tournament", name)["header"]["each_game_rated"] == alone, name
