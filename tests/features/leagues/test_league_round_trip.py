"""A league that came from a document goes out as a report, and comes back as the same
league.
"""

from typing import Any

import pytest

from tests.features.leagues.test_league import POSTPONED, season
from tests.importing.importing_world import World
from tests.world.documents import Document, game, player, tournament

BACK = (
    "--id",
    "back",
    "--name",
    "Back",
    "--time-control",
    "90+30",
    "--players-by",
    "national",
    "--domestic",
    "--age-group",
    "open",
)


def told(world: World, name: str) -> list[tuple[Any, ...]]:
    fields = (
        "round",
        "home",
        "away",
        "status",
        "home_points",
        "away_points",
        "home_boards",
        "away_boards",
    )
    rows = [
        tuple(match[field] for field in fields)
        for match in world.ask("league", "table", name)["matches"]
    ]
    return sorted(rows, key=lambda row: (row[0], row[1]))


def rosters(world: World, name: str) -> dict[str, list[str]]:
    teams = world.ask("league", "table", name)["rows"]
    return {
        row["name"]: [
            one["player"]
            for one in world.ask("league", "team", name, row["team"])["players"]
        ]
        for row in teams
    }


def table(world: World, name: str) -> list[tuple[Any, ...]]:
    fields = ("place", "name", "won", "drawn", "lost", "match_points", "board_points")
    return [
        tuple(row[field] for field in fields)
        for row in world.ask("league", "table", name)["rows"]
    ]


def a_season(seed: int) -> list[Document]:
    """The season of eight teams without what a report has no place for: who left stays,
    and everybody plays on the day of the round; and with what it has: byes, a match to
    which nobody came, a board that was won without a game.
    """
    documents = season(seed)
    league = documents[-1]["league"]
    days = {match["round"]: match["on"] for match in reversed(league["matches"])}
    for team in league["teams"]:
        team.pop("withdrawn", None)
        team["team"] = f"seura-{team['team']}"
    for match in league["matches"]:
        match["home"], match["away"] = (
            f"seura-{match['home']}",
            f"seura-{match['away']}",
        )
        match["on"] = days[match["round"]]
    played = {
        (one["round"], f"seura-{one[side][0]}")
        for one in documents[-1]["games"]
        for side in ("white", "black")
    }
    for match in league["matches"]:
        if (match["round"], match["home"]) not in played and "absent" not in match:
            match["absent"] = "both"
    last = documents[-1]["games"].pop()
    match = next(
        one
        for one in league["matches"]
        if one["round"] == 7 and f"seura-{last['white'][0]}" in one.values()
    )
    match["unopposed"] = [last["white"]]
    league["matches"] += [
        {
            "round": 8,
            "home": "seura-a",
            "on": days[7],
            "points": {"home": 2, "home_boards": 4},
        },
        {
            "round": 8,
            "home": "seura-b",
            "on": days[7],
            "points": {"home": 2, "home_boards": 4},
        },
        {
            "round": 9,
            "home": "seura-b",
            "on": days[7],
            "points": {"home": 1, "home_boards": 2},
        },
    ]
    league |= {"win": 3, "draw": 1.5}
    del league["closing_day"], league["order_gap"]
    return documents


@pytest.mark.parametrize("form", ["trf16", "trf26"])
@pytest.mark.parametrize("seed", range(2))
def test_a_league_goes_out_and_comes_back(seed: int, form: str, world: World) -> None:
    world.file("season.jsonl", *a_season(seed))
    world.submit("season.jsonl")
    out = world.run("export", "trf", "liiga", "--format", form).out
    tags = {line[:3] for line in out.splitlines()}
    assert {
        "310" if form == "trf26" else "013",
        "320",
        "330",
        "352",
        "362",
    } <= tags, f"seed {seed}"
    assert "###" not in out, out
    world.file("out.trf", out.encode())
    before = told(world, "liiga"), rosters(world, "liiga"), table(world, "liiga")
    assert world.run("withdraw", "liiga", "--reason", "it comes again").code == 0
    world.submit("out.trf", *BACK)
    assert (
        told(world, "back"),
        rosters(world, "back"),
        table(world, "back"),
    ) == before, f"seed {seed}"
    assert world.ask("tournament", "back")["header"]["each_game_rated"]
    assert (
        world.submit("out.trf", *BACK).value["recorded"][0]["repeated"]
        and world.equal()
    )


def test_what_has_no_place_in_a_report_is_said(world: World) -> None:
    documents = season(0)
    league = documents[-1]["league"]
    league["teams"][0]["name"], league["teams"][1]["name"] = (
        "S" * 40 + "1",
        "S" * 40 + "2",
    )
    league["teams"].append({"team": "x", "name": "Nobody"})
    league["matches"][0]["points"] = {"home": 0, "away": 2}
    rules = {
        "closing_day": league.pop("closing_day"),
        "order_gap": league.pop("order_gap"),
        "at_once": True,
        "order": ["match-points", "wins"],
    }
    said = (
        "the closing day of the league, 2023-09-30",
        "50 points out of order are allowed",
        "match-points, wins",
        "rated as one tournament",
    )
    world.file("season.jsonl", *documents)
    world.submit("season.jsonl")
    notes = "\n".join(world.ask("export", "trf", "liiga")["notes"])
    # it is as every reader would have it
    assert not any(words in notes for words in said)
    assert (
        f"the name of the team {'S' * 40}1 was cut" in notes
        and "Nobody has no players" in notes
    )
    assert "the points of 1 match were decided" in notes and "1 team has left" in notes
    postponed = [
        one["game"]
        for one in world.ask("tournament", "liiga")["games"]
        if one["on"] == POSTPONED[1]
    ]
    assert (
        f"games {', '.join(postponed)} were played on other days than their rounds"
        in notes
        and len(postponed) == 4
    )
    world.file("out.trf", world.run("export", "trf", "liiga").out.encode())
    assert world.run("withdraw", "liiga", "--reason", "it comes again").code == 0
    world.submit("out.trf", *BACK)
    names = [row["name"] for row in world.ask("league", "table", "back")["rows"]]
    assert len(names) == 8 and len({*names}) == 8
    world.file(
        "ruled.jsonl",
        {**documents[-1], "tournament": "ruled", "league": {**league, **rules}},
    )
    world.submit("ruled.jsonl")
    notes = "\n".join(world.ask("export", "trf", "ruled")["notes"])
    assert all(words in notes for words in said), notes


def test_what_was_won_or_taken_without_games_is_said_where_the_report_loses_it(
    world: World,
) -> None:
    teams = [
        {"team": "a", "name": "A", "players": ["A1", "A2"]},
        {"team": "b", "name": "B", "players": ["B1", "B2"]},
    ]
    matches = [
        {"round": 1, "home": "a", "away": "b"},
        {"round": 2, "home": "b", "away": "a"},
    ]
    league = {"boards": 2, "teams": teams, "matches": matches}
    people = [player(name) for name in ("A1", "A2", "B1", "B2")]
    games = (game(1, "A1", "B1"), game(1, "B2", "A2"), game(2, "B1", "A1"))
    world.file(
        "plain.jsonl", *people, tournament("plain", "2024-01-01", *games, league=league)
    )
    world.submit("plain.jsonl")
    # the second match is unfinished here and there
    assert world.ask("export", "trf", "plain")["notes"] == []
    world.file(
        "any.jsonl",
        tournament("any", "2024-01-01", *games, league={**league, "boards": None}),
    )
    world.submit("any.jsonl")
    [note] = world.ask("export", "trf", "any")["notes"]
    assert "that 1 match with fewer boards than others is finished" in note
    odd = {
        **league,
        "teams": [{**teams[0], "match_points": -1.0}, teams[1]],
        "boards": 3,
        "matches": [
            {**matches[0], "absent": "away"},
            {**matches[1], "unopposed": ["B1"]},
        ],
    }
    world.file("odd.jsonl", tournament("odd", "2024-01-01", *games[:2], league=odd))
    world.submit("odd.jsonl")
    notes = "\n".join(world.ask("export", "trf", "odd")["notes"])
    for words in (
        "points were given to or taken from 1 team",
        "1 match with games has a team that did not come",
        "1 match of boards to which nobody came is left out",
        "that a match has 3 boards before one has so many",
    ):
        assert words in notes
