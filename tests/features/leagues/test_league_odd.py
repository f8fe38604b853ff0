"""What is odd in a league: moved matches, boards to which nobody came, one person
twice, very many teams.
"""

import json
from time import process_time
from typing import Any

import pytest

from exchange.json.files import read_documents
from ledger.errors import SeloError
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
from tests.world.pace import seconds

WHY = ("--reason", "the league's letter")


def cup(**fields: Any) -> list[Document]:
    """Two teams of two boards who meet twice; the first match has its games."""
    teams = [
        {"team": "a", "name": "A", "players": ["A", "B"]},
        {"team": "b", "name": "B", "players": ["C", "D", "E"]},
    ]
    matches = [
        {"round": 1, "home": "a", "away": "b", "on": "2023-10-01"},
        {"round": 2, "home": "b", "away": "a", "on": "2024-06-01"},
    ]
    league = {"boards": 2, "teams": teams, "matches": matches, **fields}
    games = (game(1, "A", "C"), game(1, "D", "B", on="2023-10-08"))
    return [
        *(player(name) for name in "ABCDEF"),
        tournament("cup", "2024-06-01", *games, start="2023-10-01", league=league),
    ]


def days(selo: Selo) -> list[str]:
    return [one["on"] for one in selo.ask("tournament", "cup")["games"]]


def first_match(selo: Selo) -> dict[str, Any]:
    match: dict[str, Any] = selo.ask("league", "table", "cup")["matches"][0]
    return match


def test_a_match_that_is_moved_takes_its_games_along_and_undone_brings_them_back(
    selo: Selo,
) -> None:
    """But not the game that was played on a day of its own."""
    selo.submit(*cup())
    assert days(selo) == ["2023-10-01", "2023-10-08"]
    selo.done("league", "match", "cup", "1", "b", "--on", "2023-11-11", *WHY)
    assert days(selo) == ["2023-11-11", "2023-10-08"]
    assert [
        row["on"] for row in selo.ask("history", "A")["rows"] if row["tournament"]
    ] == ["2023-11-11"]
    head = selo.ask("log")["events"][0]["seq"]
    selo.done("undo", str(head), "--reason", "it was not moved")
    assert days(selo) == ["2023-10-01", "2023-10-08"]
    selo.submit(
        amend(
            "cup",
            games={"1.1": {"on": "2023-10-02"}},
            change_league={"matches": {"1:a": {"on": "2023-10-03"}}},
        )
    )
    assert days(selo) == ["2023-10-02", "2023-10-08"]
    assert selo.ask("ledger", "rebuild", "--check")["equal"]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (("league", "roster", "cup", "a b", "--name", "Q"), "wrong-value"),
        (("league", "roster", "cup", "c", "--name", "b"), "id-twice"),
        (("league", "match", "cup", "3", "a b", "--on", "2024-01-01"), "wrong-value"),
        (
            ("league", "match", "cup", "3", "c", "--home", "a", "--away", "b"),
            "unknown-team",
        ),
        (
            (
                "league",
                "match",
                "cup",
                "1",
                "a",
                "--unopposed",
                "A",
                "--unopposed",
                "A",
            ),
            "id-twice",
        ),
        (("league", "match", "cup", "1", "a", "--unopposed", "F"), "not-in-team"),
        (("league", "match", "cup", "2", "a", "--home-points", "nan"), "wrong-value"),
        (("league", "roster", "cup", "a", "--match-points", "0.3"), "wrong-value"),
        (("league", "roster", "cup", "a", "--name", "A\u202e"), "hidden-character"),
    ],
)
def test_what_cannot_be_said_of_a_match_or_team_is_refused_in_words(
    line: tuple[str, ...], code: str, selo: Selo
) -> None:
    selo.submit(*cup())
    [(found, _)] = problem_fields(selo.refused(*line, *WHY))
    assert found == code
    if "0.3" in line:
        assert "whole or half points" in selo.run(*line, *WHY).err


def test_who_won_without_a_game_has_the_board_that_is_free(selo: Selo) -> None:
    """And has it only from the day of the match on."""
    cup_of_one = [game(1, "D", "B", board=2)]
    documents = cup()
    documents[-1]["games"] = cup_of_one
    documents[-1]["league"]["matches"][0]["unopposed"] = ["A"]
    documents[-1]["league"]["matches"][1]["unopposed"] = ["A"]
    selo.submit(*documents)
    answer = selo.ask("league", "team", "cup", "a", "--as-of", "2023-12-01")
    assert [
        (board["board"], board["player"]) for board in answer["matches"][0]["line_up"]
    ] == [(1, "A"), (2, "B")]
    assert (answer["matches"][1]["status"], answer["matches"][1]["line_up"]) == (
        "to come",
        [],
    )
    assert [
        (row["player"], row["games"], row["points"]) for row in answer["players"]
    ] == [("A", 0, 1.0), ("B", 1, 0.0)]


def test_a_match_with_too_many_boards_is_warned_of(selo: Selo) -> None:
    selo.submit(*cup())
    told = selo.run(
        "league", "match", "cup", "1", "a", "--unopposed", "E", "--unopposed", "A", *WHY
    ).err
    assert "round 1, a - b: 4 games on 2 boards" in told
    assert (
        "A has a game, and won a board without one" in told
        and "E has a game" not in told
    )


def test_a_match_to_which_nobody_came_is_lost_by_both(selo: Selo) -> None:
    selo.submit(*cup())
    selo.done("league", "match", "cup", "2", "a", "--absent", "both", *WHY)
    rows = {row["team"]: row for row in selo.ask("league", "table", "cup")["rows"]}
    assert [
        (rows[team]["won"], rows[team]["drawn"], rows[team]["lost"]) for team in "ab"
    ] == [(0, 1, 1), (0, 1, 1)]
    assert [rows[team]["match_points"] for team in "ab"] == [1.0, 1.0]


def test_of_two_ids_of_one_person_a_correction_keeps_one(selo: Selo) -> None:
    selo.submit(*cup())
    selo.done("league", "match", "cup", "1", "b", "--unopposed", "E", *WHY)
    selo.done(
        "league",
        "roster",
        "cup",
        "b",
        *(part for one in "CDEF" for part in ("--player", one)),
        *WHY,
    )
    selo.done("player", "merge", "E", "F", "--reason", "the same card")
    assert [
        row["player"] for row in selo.ask("league", "team", "cup", "b")["players"]
    ] == [
        "C",
        "D",
        "F",
    ]
    selo.done(
        "league",
        "roster",
        "cup",
        "b",
        *(part for one in "FCD" for part in ("--player", one)),
        *WHY,
    )
    assert [
        row["player"] for row in selo.ask("league", "team", "cup", "b")["players"]
    ] == [
        "F",
        "C",
        "D",
    ]
    assert first_match(selo)["away_boards"] == 2.0
    assert selo.ask("ledger", "rebuild", "--check")["equal"]


def test_names_of_teams_are_text_everywhere(selo: Selo) -> None:
    selo.submit(*cup())
    selo.done("league", "roster", "cup", "a", "--name", "=1+1", *WHY)
    assert ",'=1+1," in selo.done("league", "table", "cup", "--csv")


@pytest.mark.measured
def test_thousands_of_teams_and_one_person_in_all_of_them_take_moments(
    selo: Selo,
) -> None:
    """The time grows with the league: a loop of every team over every match took twenty
    times as long.
    """
    count = 4000
    teams = [
        {"team": f"t{at}", "name": f"T {at}", "players": ["A"] if at % 2 else ["B"]}
        for at in range(count)
    ]
    matches = [
        {"round": 1, "home": f"t{at}", "away": f"t{at + 1}"}
        for at in range(0, count, 2)
    ]
    selo.submit(player("A"), player("B"))
    started = process_time()
    both = [{**team, "players": ["A", "B"]} for team in teams]
    several = tournament(
        "several", "2024-01-01", "A B 1-0", league={"teams": both, "matches": matches}
    )
    assert problem_fields(selo.refuse(several)) == [("two-matches", "league.matches")]
    own = [{**match, "round": at} for at, match in enumerate(matches, 1)]
    selo.submit(
        tournament(
            "many",
            "2024-01-01",
            game(7, "A", "B"),
            league={"teams": teams, "matches": own},
        )
    )
    assert len(selo.ask("league", "table", "many")["rows"]) == count
    assert [
        match["status"]
        for match in selo.ask("league", "team", "many", "t12")["matches"]
    ] == ["played"]
    assert process_time() - started < 6


def test_one_more_game_of_a_reserve_is_of_the_match(selo: Selo) -> None:
    documents = cup()
    documents[-1]["games"] = documents[-1]["games"][:1]
    selo.submit(*documents)
    assert first_match(selo)["status"] == "unfinished"
    selo.submit(one_game("cup", 1, "B", "E", "1/2-1/2"))
    assert (first_match(selo)["status"], first_match(selo)["home_boards"]) == (
        "played",
        1.5,
    )


def alone(selo: Selo) -> bool:
    return bool(selo.ask("tournament", "cup")["header"]["each_game_rated"])


def short_cup(selo: Selo, **fields: Any) -> None:
    """The two matches within a month."""
    documents = cup()
    matches = documents[-1]["league"]["matches"]
    documents[-1] |= {
        "end": "2023-10-15",
        "league": {
            **documents[-1]["league"],
            "matches": [matches[0], {**matches[1], "on": "2023-10-15"}],
        },
        **fields,
    }
    selo.submit(*documents)


def test_a_league_that_is_no_longer_long_is_rated_at_once_again(selo: Selo) -> None:
    """A match that was moved by mistake, and is moved back, leaves no rating as it did
    not stand before.
    """
    short_cup(selo)
    before = selo.ask("list", "selo")["rows"]
    assert not alone(selo)
    selo.done("league", "match", "cup", "2", "a", "--on", "2024-01-15", *WHY)
    assert alone(selo) and selo.ask("list", "selo")["rows"] != before
    selo.done("league", "match", "cup", "2", "a", "--on", "2023-10-15", *WHY)
    assert not alone(selo) and selo.ask("list", "selo")["rows"] == before
    selo.submit(amend("cup", set={"end": "2024-03-01"}))
    assert alone(selo)
    selo.submit(amend("cup", league={**cup()[-1]["league"], "at_once": True}))
    assert not alone(selo)
    assert selo.ask("ledger", "rebuild", "--check")["equal"]


def test_how_games_are_rated_stays_as_it_was_stated(selo: Selo) -> None:
    """Whatever else of the league is corrected, undone, or written and read again by
    another ledger.
    """
    short_cup(selo, each_game_rated=True)
    selo.done("league", "match", "cup", "2", "a", "--on", "2024-01-15", *WHY)
    head = selo.ask("log")["events"][0]["seq"]
    selo.done("undo", str(head), "--reason", "it was not moved")
    assert alone(selo)
    selo.submit(amend("cup", set={"each_game_rated": False}))
    selo.done("league", "match", "cup", "2", "a", "--unopposed", "A", *WHY)
    assert not alone(selo)


def test_a_bye_is_none_of_the_matches_of_which_a_team_played_half(selo: Selo) -> None:
    documents = cup(withdrawn_matches="half")
    league = documents[-1]["league"]
    league["matches"].append({"round": 3, "home": "b", "on": "2024-02-01"})
    league["teams"][1]["withdrawn"] = "2024-03-01"
    selo.submit(*documents)
    assert first_match(selo)["status"] == "played"
    league["matches"].append({"round": 4, "home": "b", "away": "a", "on": "2024-06-02"})
    selo.submit(amend("cup", league=league))
    assert first_match(selo)["status"] == "struck"


def large_team(count: int, unopposed: int) -> bytes:
    people = [f"P{number}" for number in range(count)]
    teams = [{"team": "a", "name": "A", "players": people}, {"team": "b", "name": "B"}]
    matches = [{"round": 1, "home": "a", "away": "b", "unopposed": people[:unopposed]}]
    league = {"teams": teams, "matches": matches}
    return json.dumps(
        tournament("cup", "2024-06-01", game(1, "P0", "P1"), league=league)
    ).encode()


@pytest.mark.measured
def test_a_team_of_thousands_is_looked_through_once_and_one_of_more_is_refused() -> (
    None
):
    """A submitter may send 4 MiB of ids; each was held against all before it."""
    few, all_alone = (large_team(10_000, alone) for alone in (1, 10_000))
    # it was fifty times
    assert seconds(lambda: read_documents("a.json", all_alone)) < 12 * seconds(
        lambda: read_documents("a.json", few)
    )
    with pytest.raises(SeloError) as refused:
        read_documents("a.json", large_team(10_001, 1))
    assert [problem.code for problem in refused.value.problems] == ["wrong-value"]


def test_a_game_that_was_played_is_not_moved_into_days_to_come(selo: Selo) -> None:
    """Its day comes from its match, and so does that of a new game. A line-up without
    results may wait for its day.
    """
    selo.submit(*cup())
    moved = amend(
        "cup",
        change_league={
            "matches": {"1:a": {"on": "2024-07-01"}, "2:a": {"on": "2024-07-02"}}
        },
    )
    assert problem_fields(selo.refuse(moved)) == [("future", "league.matches")]
    assert days(selo) == ["2023-10-01", "2023-10-08"]
    selo.done("league", "match", "cup", "2", "a", "--on", "2024-07-02", *WHY)
    assert problem_fields(selo.refuse(one_game("cup", 2, "A", "D"))) == [
        ("future", "league.matches")
    ]
    selo.submit(one_game("cup", 2, "A", "D", "*"))
    assert days(selo)[-1] == "2024-07-02"
    early = cup(matches=[{"round": 1, "home": "a", "away": "b", "on": "2024-07-01"}])[
        -1
    ] | {"tournament": "other"}
    assert problem_fields(selo.refuse(early)) == [("future", "league.matches")]


@pytest.mark.parametrize(
    ("day", "warned"),
    [
        ("2023-09-30", True),
        ("2023-10-01", False),
        ("2024-06-02", True),
        ("2024-06-30", True),
        ("2024-07-01", False),
        ("2024-10-01", False),
        ("2024-10-02", True),
    ],
)
def test_a_match_outside_the_days_of_its_tournament_is_warned_of(
    selo: Selo, day: str, warned: bool
) -> None:
    """Up to today: what is going on ends today at the latest, so what is to come lies
    behind it, up to a year.
    """
    selo.submit(*cup())
    warnings = selo.submit(
        amend("cup", change_league={"matches": {"2:a": {"on": day}}})
    )["warnings"]
    outside = [
        row["message"] for row in warnings if "outside the days" in row["message"]
    ]
    sentence = (
        f"round 2, b - a: {day} is outside the days of the tournament, 2023-10-01 to"
        " 2024-06-01"
    )
    assert outside == [sentence] * warned
    again = selo.submit(amend("cup", games={"1.1": {"result": "0-1"}}))["warnings"]
    assert not [row for row in again if "outside" in row["message"]], (
        "said once, and not with every correction"
    )


def test_a_line_up_that_was_played_is_told_by_its_boards(selo: Selo) -> None:
    """Nobody came to the first board; and a game that names no board has one on which
    nobody else sits.
    """
    teams = [
        {"team": "a", "name": "A", "players": ["x", "y", "z"]},
        {"team": "b", "name": "B", "players": ["t", "u", "v"]},
    ]
    matches = [{"round": number, "home": "a", "away": "b"} for number in (1, 2)]
    league = {"closing_day": "2023-09-30", "teams": teams, "matches": matches}
    games = [
        game(1, "x", "t", board=2),
        game(1, "y", "u", board=3),
        game(2, "z", "v", board=1),
        game(2, "x", "t"),
    ]
    balances = [opening("x", 2000), opening("y", 2050), opening("z", 1900)]
    selo.submit(
        *map(player, "xyztuv"),
        *balances,
        tournament("cup", "2023-10-01", *games, league=league),
    )
    first, second = selo.ask("league", "team", "cup", "a")["matches"]
    assert [(one["board"], one["player"]) for one in first["line_up"]] == [
        (2, "x"),
        (3, "y"),
    ]
    assert first["doubts"] == [
        "Pelaaja y (2050) on board 3 is rated above Pelaaja x (2000) on board 2"
    ]
    assert [(one["board"], one["player"]) for one in second["line_up"]] == [
        (1, "z"),
        (2, "x"),
    ]
    assert second["doubts"] == [
        "Pelaaja x (2000) on board 2 is rated above Pelaaja z (1900) on board 1"
    ]
