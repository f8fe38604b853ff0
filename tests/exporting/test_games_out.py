"""A tournament as PGN and as a table of its games: read again they are the same games,
by the readers and the desk.
"""

import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exchange.results.pgn import pgn_text, read_pgn
from messages.results import RESULTS
from tests.exporting.test_trf_out import FIVE, HEADER, game, person, tournaments
from tests.world.command import Command

EVENT = {**HEADER, "place": "Espoo", "federation": "FIN"}


def row(
    at: int, round_no: int, white: str, black: str, result: str, **more: Any
) -> dict[str, Any]:
    own = {"game": f"{round_no}.{at}", "minutes": None, "minutes_black": None, **more}
    return game(round_no, white, black, result, **own)


def text(
    games: list[dict[str, Any]],
    people: dict[str, dict[str, Any]] | None = None,
    **event: Any,
) -> str:
    ids = {game[side] for game in games for side in ("white", "black")}
    return pgn_text(
        {**EVENT, **event},
        [person(name, **(people or {}).get(name, {})) for name in sorted(ids)],
        games,
    )


def test_out_and_in_is_the_same_games() -> None:
    @FIVE
    @given(tournaments(), st.integers(0, 10**9))
    def check(games: list[dict[str, Any]], seed: int) -> None:
        rng = random.Random(seed)
        rows = [
            {
                **row(at, one["round"], one["white"], one["black"], one["result"]),
                "on": rng.choice((None, "2024-05-03")),
            }
            for at, one in enumerate(games, 1)
        ]
        read = read_pgn(text(rows).encode(), all_played=True)
        assert [
            (g.round, g.white_national, g.black_national, g.result, g.on and str(g.on))
            for g in read.games
        ] == [
            (one["round"], one["white"], one["black"], one["result"], one["on"])
            for one in rows
        ]
        assert {warning.code for warning in read.warnings} <= {"pgn-not-finished"}

    check()


@pytest.mark.parametrize("result", RESULTS)
def test_every_result_has_a_token_of_the_standard(result: str) -> None:
    written = text([row(1, 1, "A", "B", result)])
    token = written.splitlines()[-1]
    assert token in ("1-0", "0-1", "1/2-1/2", "*") and f'[Result "{token}"]' in written
    assert ("Termination" in written) == (result not in ("1-0", "0-1", "1/2-1/2", "*"))
    # whoever does not know the tag must not rate what nobody won over the board as a
    # loss of both
    assert token == "*" or result.rstrip("F") == token
    assert read_pgn(written.encode(), all_played=True).games[0].result == result


def test_the_tags_of_a_game() -> None:
    people = {
        "A": {"name": 'Anna "Ann" von Berg', "fide_id": 500001, "fide_rating": 2100}
    }
    found = text([row(1, 1, "A", "B", "1-0F", on="2024-05-03")], people)
    assert found.splitlines() == [
        '[Event "Syysturnaus"]',
        '[Site "Espoo FIN"]',
        '[Date "2024.05.03"]',
        '[Round "1.1"]',
        '[White "von Berg, Anna \\"Ann\\""]',
        '[Black "Sukunimi, B"]',
        '[Result "1-0"]',
        '[BlackNationalElo "1500"]',
        '[BlackNationalId "B"]',
        '[EventDate "2024.05.01"]',
        '[Termination "forfeit"]',
        '[TimeControl "5400+30"]',
        '[WhiteElo "2100"]',
        '[WhiteFideId "500001"]',
        '[WhiteNationalElo "1500"]',
        '[WhiteNationalId "A"]',
        "",
        "1-0",
    ]
    assert "1990" not in found  # no birth of anybody
    bare = text(
        [row(1, 1, "A", "B", "*")],
        time_control=None,
        seconds=3600,
        place=None,
        federation=None,
    )
    assert '[Site "?"]\n[Date "????.??.??"]' in bare and '[TimeControl "3600"]' in bare
    assert '[Date "2024.05.01"]' in text([row(1, 1, "A", "B", "1-0")], end="2024-05-01")
    own = [
        row(1, 1, "A", "B", "1-0", minutes=5),
        row(2, 1, "A", "B", "1-0", minutes=5, minutes_black=4),
    ]
    assert [one.count("TimeControl") for one in text(own).split("\n\n[")] == [1, 0]


def test_the_demo_comes_back_with_nothing_new(
    demo_ledger: Path, tmp_path: Path
) -> None:
    command = Command(tmp_path, demo_ledger, "back.db", "2025-10-01")
    standing = [
        one["tournament"]
        for one in command.ask("tournament", "list")["rows"]
        if not one["withdrawn"]
    ]
    assert len(standing) > 40
    for name in standing:
        pgn, table = (command.done("export", form, name) for form in ("pgn", "games"))
        games = command.ask("tournament", name)["games"]
        assert pgn.count("[Event ") == len(table.splitlines()) - 1 == len(games)
        for file, data, flags in (
            ("t.pgn", pgn, ["--all-played"]),
            ("t.csv", table, []),
        ):
            told = command.ask("submit", command.file(file, data), "--id", name, *flags)
            assert [one["repeated"] for one in told["recorded"]] == [True], (name, file)
    # the control: one game turned round is found
    turned = command.file("t.csv", table.replace(",1-0", ",0-1", 1))
    refused = command.run("submit", turned, "--id", standing[-1], "--json")
    assert refused.code == 5 and "game-differs" in refused.codes
