"""A tournament written as a report and read again is the same games; what the format
has no place for is said.
"""

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exchange.trf.read import read_trf
from exchange.trf.report import TrfReport
from exchange.trf.write import WrittenReport, trf_text
from ledger.errors import Refused
from messages.results import RESULTS

HEADER: dict[str, Any] = {
    "id": "cup",
    "name": "Syysturnaus",
    "start": "2024-05-01",
    "end": "2024-05-09",
    "time_control": "90+30",
    "seconds": 7200,
    "domestic": True,
}
FIVE = settings(max_examples=150, deadline=None, derandomize=True, database=None)


def person(player: str, **more: Any) -> dict[str, Any]:
    return {
        "player": player,
        "name": f"Sukunimi, {player}",
        "federation": "FIN",
        "sex": "f",
        "born": "1990",
        "fide_id": None,
        "rating": 1500,
        "fide_rating": None,
        **more,
    }


def game(
    round_no: int, white: str, black: str, result: str, **more: Any
) -> dict[str, Any]:
    return {
        "round": round_no,
        "white": white,
        "black": black,
        "result": result,
        "on": None,
        "tiebreak": False,
        **more,
    }


def written(
    games: list[dict[str, Any]], form: str = "trf26", **header: Any
) -> tuple[WrittenReport, TrfReport]:
    ids = sorted({game[side] for game in games for side in ("white", "black")})
    found = trf_text({**HEADER, **header}, [person(name) for name in ids], games, form)
    return found, read_trf(found.text.encode())


def read_again(
    written: WrittenReport, report: TrfReport
) -> list[tuple[int, str, str, str]]:
    """(round, white, black, result) with the ledger's rounds and ids."""
    ids = {
        number: records[0].national_id for number, records in report.national.items()
    }
    return sorted(
        (written.columns[g.round - 1], ids[g.white], ids[g.black], g.result)
        for g in report.games
    )


def plain(games: list[dict[str, Any]]) -> list[tuple[int, str, str, str]]:
    return sorted((g["round"], g["white"], g["black"], g["result"]) for g in games)


@st.composite
def tournaments(draw: st.DrawFn) -> list[dict[str, Any]]:
    """Rounds with gaps, several games of a player in a round, tie-breaks, every result."""
    rng = random.Random(draw(st.integers(0, 10**9)))
    people = [
        f"{rng.choice(('P', 'p_', 'R.'))}{number}"
        for number in range(rng.randint(2, 9))
    ]
    tidy = rng.random() < 0.5
    games = []
    for round_no in sorted(rng.sample(range(1, 12), rng.randint(1, 6))):
        seats = rng.sample(people, len(people))
        for white, black in zip(seats[::2], seats[1::2], strict=False):
            for _ in range(1 if tidy else rng.choice((1, 1, 1, 2, 3))):
                games.append(
                    game(
                        round_no,
                        white,
                        black,
                        rng.choice(list(RESULTS)),
                        tiebreak=not tidy and rng.random() < 0.1,
                    )
                )
    return games


@pytest.mark.parametrize("form", ["trf16", "trf26"])
def test_out_and_in_is_the_same_games(form: str) -> None:
    @FIVE
    @given(tournaments())
    def check(games: list[dict[str, Any]]) -> None:
        found, report = written(games, form)
        assert read_again(found, report) == plain(games)
        assert {warning.code for warning in report.warnings} <= {
            "trf-pending-game",
            "trf-short-ids",
            "trf-id-not-a-number",
        }
        assert report.questions == ()

    check()


@pytest.mark.parametrize("result", RESULTS)
def test_every_result_comes_back(result: str) -> None:
    found, report = written([game(1, "A", "B", result)])
    assert read_again(found, report) == [(1, "A", "B", result)]
    assert report.games[0].rated == (
        result in ("1-0", "0-1", "1/2-1/2", "0-0", "1/2-0", "0-1/2")
    )


def test_rounds_stay_where_they_are_while_everybody_plays_once() -> None:
    found, report = written([game(1, "A", "B", "1-0"), game(4, "B", "A", "1-0")])
    assert (found.columns, found.notes) == ((1, 2, 3, 4), ())
    assert [g.round for g in report.games] == [1, 4]
    assert report.header.declared_rounds == 4


def test_several_games_in_a_round_and_tie_breaks_get_columns_of_their_own() -> None:
    games = [
        game(1, "A", "B", "1-0"),
        game(1, "B", "A", "1-0"),
        game(2, "A", "B", "1/2-1/2"),
        game(2, "A", "B", "0-1", tiebreak=True),
    ]
    found, _ = written(games)
    assert found.columns == (1, 1, 2, 2)
    rounds = ("1", "1", "2", "2 (tie-breaks)")
    assert found.notes == tuple(
        f"column {at} holds games of round {said}" for at, said in enumerate(rounds, 1)
    )
    assert "### column 4 holds games of round 2 (tie-breaks)\n" in found.text


def test_the_columns_of_a_row() -> None:
    players = [
        person(
            "F001",
            name="Mäkelä, Åke",
            sex="m",
            born="1984-03-12",
            fide_id=500007,
            rating=2103,
            fide_rating=2210,
            federation="SWE",
        ),
        person("F002", name=None, sex=None, born=None, rating=None),
    ]
    found = trf_text(HEADER, players, [game(1, "F002", "F001", "0-1")])
    lines = found.text.splitlines()
    first = next(line for line in lines if line.startswith("001    1"))
    assert (first[9], first[14:47].strip(), first[48:52], first[53:56]) == (
        "m",
        "Mäkelä, Åke",
        "2210",
        "SWE",
    )
    assert (first[57:68].strip(), first[69:79], first[80:84], first[91:99]) == (
        "500007",
        "1984/03/12",
        " 1.0",
        "   2 b 1",
    )
    report = read_trf(found.text.encode())
    assert [player.name for player in report.players] == ["Mäkelä, Åke", "F002"]
    record = report.national[1][0]
    assert (record.federation, record.rating, record.national_id) == (
        "FIN",
        2103,
        "F001",
    )
    assert report.national[2][0].rating is None
    assert (str(report.start), str(report.end)) == ("2024-05-01", "2024-05-09")
    assert "222 5400+30\n" in found.text and "142 1\n" in found.text
    assert (
        "142"
        not in trf_text(HEADER, players, [game(1, "F002", "F001", "0-1")], "trf16").text
    )


def test_the_days_of_rounds_come_back() -> None:
    games = [
        game(1, "A", "B", "1-0", on="2024-05-02"),
        game(2, "B", "A", "1-0", on="2024-05-09"),
        game(3, "A", "B", "1-0"),
    ]
    _, report = written(games)
    assert {number: str(day) for number, day in report.round_dates.items()} == {
        1: "2024-05-02",
        2: "2024-05-09",
    }


def test_what_does_not_fit_is_said() -> None:
    long = "a-very-long-national-number"
    players = [person(long, name="x" * 40, fide_id=123456789012), person("B")]
    found = trf_text(HEADER, players, [game(1, long, "B", "1/2-1/2F", minutes=20)])
    assert len(found.notes) == 5
    report = read_trf(found.text.encode())
    assert report.national[1][0].national_id == "" and len(report.players[0].name) == 33
    assert "### " + found.notes[0] in found.text


def test_a_tournament_without_games_is_not_written() -> None:
    with pytest.raises(Refused) as caught:
        trf_text(HEADER, [], [])
    assert caught.value.problems[0].code == "nothing-to-write"


def test_more_rounds_than_columns_are_refused() -> None:
    games = [game(number, "A", "B", "1-0") for number in range(1, 402)]
    with pytest.raises(Refused) as caught:
        written(games)
    assert caught.value.problems[0].code == "too-large"


def test_large_rounds_are_numbered_anew() -> None:
    found, report = written([game(1, "A", "B", "1-0"), game(9999, "A", "B", "0-1")])
    assert found.columns == (1, 9999) and read_again(found, report) == [
        (1, "A", "B", "1-0"),
        (9999, "A", "B", "0-1"),
    ]
