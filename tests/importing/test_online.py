"""Games of a server are asked about before they count over the board; games that it only
shows are not.
"""

import pytest

from exchange.online import mark_of_game, mark_of_text
from tests.importing.importing_world import HEADER, World, row, trf

OPTIONS = ("--id", "netti", "--time-control", "15+10", "--new-ids", "N")


@pytest.mark.parametrize(
    ("tags", "mark"),
    [
        ({"Site": "https://lichess.org/AbCdEfGh"}, "Site https://lichess.org/AbCdEfGh"),
        ({"Site": "Chess.com"}, "Site Chess.com"),
        ({"Event": "Rated Blitz tournament https://lichess.org/tournament/x"}, "Event"),
        ({"Site": "?", "Link": "https://www.chess.com/game/live/1"}, "Link"),
        ({"Site": "FICS freechess.org"}, "Site"),
        ({"Site": "?", "WhiteRatingDiff": "+5"}, "WhiteRatingDiff +5"),
        ({"UTCTime": "18:01:02", "EndTime": "18:20:00 GMT+0000"}, "UTCTime"),
        ({"Site": "Helsinki", "UTCTime": "18:01:02"}, ""),
        ({"Site": "https://lichess.org/study/abc/def"}, ""),
        ({"Site": "https://lichess.org/AbCdEfGh", "BroadcastName": "Open"}, ""),
        ({"Site": "Lichfield"}, ""),
        ({}, ""),
    ],
)
def test_the_marks_of_a_game(tags: dict[str, str], mark: str) -> None:
    found = mark_of_game(tags)
    assert found.startswith(mark) and bool(found) == bool(mark)


def test_the_marks_of_a_text() -> None:
    assert mark_of_text("Helsinki", "Lichfield Open") == ""
    assert mark_of_text("", "https://lichess.org/swiss/x") == (
        "https://lichess.org/swiss/x"
    )


def report(world: World, name: str = "a.trf", place: str = "Espoo") -> str:
    header = [HEADER[0], f"022 {place}", *HEADER[2:5]]
    rows = (row(1, "Aho, Aino", (2, "w", "1")), row(2, "Berg, Bo", (1, "b", "0")))
    return world.file(name, trf(*rows, header=header))


@pytest.mark.parametrize(
    ("name", "place"),
    [("a.trf", "https://lichess.org/swiss/x"), ("lichess_swiss_2020_x.trf", "Espoo")],
)
def test_a_report_of_a_server_is_asked_about(
    world: World, name: str, place: str
) -> None:
    file = report(world, name, place)
    refused = world.submit(file, *OPTIONS, code=1)
    assert refused.fields == ["venue"]
    assert "a mark of games played online" in refused.messages
    value = world.submit(file, *OPTIONS, "--venue", "online").value
    assert value["games"]["rated"]["selo"] == 0
    assert world.ask("tournament", "netti")["header"]["accepted"] is False


def test_over_the_board_counts(world: World) -> None:
    file = report(world, place="lichess.org")
    value = world.submit(file, *OPTIONS, "--venue", "board").value
    assert value["games"]["rated"]["selo"] == 1
    # of a tournament in the ledger it is known
    world.submit(file, "--id", "netti")


def test_pgn_of_a_server_is_asked_about_once(world: World) -> None:
    game = '[Round "{}"]\n[Date "2024.01.08"]\n[White "Aho, Aino"]\n[Black "Berg, Bo"]'
    game += '\n[Result "1-0"]\n[Site "https://lichess.org/Ab"]\n\n1-0\n\n'
    world.file("a.pgn", "".join(game.format(number) for number in (1, 2)))
    options = (*OPTIONS, "--all-played", "--name", "Netti")
    assert world.submit("a.pgn", *options, code=1).fields == ["venue"]
    world.submit("a.pgn", *options, "--venue", "board")


def test_any_other_file_is_not_asked_about(world: World) -> None:
    world.submit(report(world), *OPTIONS)


# as a server writes its games
OF_A_SERVER = """[Event "Rated Blitz game"]
[Site "https://lichess.org/{ident}"]
[Date "2024.01.08"]
[Round "-"]
[White "{white}"]
[Black "{black}"]
[Result "1-0"]
[TimeControl "180+2"]

1. e4 {{ [%clk 0:03:00] }} 1... e5 {{ [%clk 0:03:00] }} 1-0

"""


def test_pgn_of_a_server_without_rounds_says_what_to_do(world: World) -> None:
    pairs = (("aino_a", "bo_b"), ("cai_c", "dag_d"), ("aino_a", "cai_c"))
    games = [
        OF_A_SERVER.format(ident=f"AbCdEf{number:02}", white=white, black=black)
        for number, (white, black) in enumerate(pairs)
    ]
    world.file("a.pgn", "".join(games))
    options = ("--id", "netti", "--new-ids", "N", "--all-played")
    refused = world.submit("a.pgn", *options, code=1)
    [problem] = refused.value["problems"]
    assert (problem["code"], problem["where"]["line"]) == ("pgn-no-round", 1)
    assert problem["message"] == (
        "3 games have no number in the tag Round, and a mark of games played online"
        " (Site https://lichess.org/AbCdEf00)"
    )
    assert "/swiss/ID.trf" in problem["hint"] and "--round" in problem["hint"]

    # all of one round; where they were played is still asked
    world.file("b.pgn", "".join(games[:2]))
    told = (*options, "--round", "1", "--time-control", "3+2")
    assert world.submit("b.pgn", *told, code=1).fields == ["venue"]
    world.submit("b.pgn", *told, "--venue", "online")
    played = world.ask("tournament", "netti")["games"]
    assert [(game["round"], game["white_name"]) for game in played] == [
        (1, "aino_a"),
        (1, "cai_c"),
    ]


def test_a_relay_of_games_over_the_board_is_not_asked_about(world: World) -> None:
    game = """[Event "Open 2024"]
[Site "https://lichess.org/broadcast/open-2024/round-1/AbCdEfGh"]
[Date "2024.01.08"]
[Round "1.{board}"]
[White "{white}"]
[Black "{black}"]
[Result "1-0"]
[TimeControl "90 min + 30 s"]
[BroadcastName "Open 2024"]
[GameURL "https://lichess.org/broadcast/open-2024/round-1/AbCdEfGh/IjKlMnOp"]

1-0

"""
    pairs = (("Aho, Aino", "Berg, Bo"), ("Cho, Cai", "Dahl, Dag"))
    games = [
        game.format(board=board, white=white, black=black)
        for board, (white, black) in enumerate(pairs, 1)
    ]
    world.file("a.pgn", "".join(games))
    value = world.submit("a.pgn", *OPTIONS, "--all-played").value
    assert value["games"]["rated"]["selo"] == 2
