"""Ledgers whose content is not whole: not all projected, damaged, of a newer version."""

import random
from pathlib import Path

import pytest

from ledger.store.connection import Connection
from ledger.store.database import snapshot
from tests.command.command_lines import READING, lines, sql
from tests.proof.proof_world import forging, replant
from tests.world.command import Selo
from tests.world.documents import amend, external, game, one_game, player, tournament
from tests.world.reached import copy_of, rows, tampered


def test_what_was_stored_and_not_projected_is_caught_up(club: Selo) -> None:
    """As after a process that died between the two: the next command, whichever it is,
    answers with all of it.
    """
    from ledger.bodies import ExternalRatingTold, GameAdded, GameFact, RulingGiven
    from ledger.store.event_log import Stamp, Store

    whole = copy_of(club, "whole.db")
    whole.submit(one_game("open-2024", 4, "A", "B"))
    whole.submit(
        external("A"),
        {
            "kind": "ruling",
            "player": "A",
            "list": "selo",
            "on": "2024-03-01",
            "delta": 7,
            "reason": "r",
        },
    )
    answers: dict[tuple[str, ...], str] = {
        line: whole.run(*line, "--json").out for line in READING
    }
    for number, line in enumerate((*READING, ("ledger", "rebuild", "--check"))):
        died = copy_of(club, f"died{number}.db")
        with Store(died.ledger) as store, store.writing() as writer:
            first, second = (
                Stamp("2024-06-30T12:00:00.000000Z", seq, "tester") for seq in (16, 17)
            )
            late = GameFact("4.1", 4, 7, "A", "B", "1-0")
            writer.append("tournament:open-2024", GameAdded("open-2024", late), first)
            writer.append(
                "player:A",
                ExternalRatingTold("A", "fide-standard", "2024-01-01", 1900),
                second,
            )
            writer.append(
                "player:A", RulingGiven("A", "selo", "2024-03-01", "r", None, 7), second
            )
        ran = died.run(*line, "--json")
        assert ran.code == 0
        assert ran.out == answers.get(line, ran.out)
        assert died.ask("ledger", "rebuild", "--check")["equal"] is True


@pytest.mark.in_a_file("its bytes are overwritten")
@pytest.mark.parametrize(
    "seed",
    [
        *range(5),
        *(pytest.param(seed, marks=pytest.mark.torture) for seed in range(5, 120)),
    ],
)
def test_a_damaged_file_is_never_a_traceback(club: Selo, seed: int) -> None:
    """Bytes overwritten anywhere: an answer, or a sentence; `Selo.run` holds that it is
    nothing else.
    """
    chance = random.Random(seed)
    club.submit(
        tournament("t", "2024-03-01", *(game(n, "A", "B") for n in range(1, 40)))
    )
    club.submit(amend("t", games={f"{n}.1": {"result": "0-1"} for n in range(1, 40)}))
    sql(club.path, "PRAGMA wal_checkpoint(TRUNCATE)")
    data = bytearray(club.path.read_bytes())
    for _ in range(6):
        club.path = club.folder / "damaged.db"
        for suffix in ("", "-wal", "-shm"):
            Path(f"{club.path}{suffix}").unlink(missing_ok=True)
        at, length = chance.randrange(100, len(data)), chance.choice([1, 16, 400, 4096])
        club.path.write_bytes(
            data[:at] + chance.randbytes(length) + data[at + length :]
        )
        for line in lines(club):
            ran = club.run(*line)
            assert ran.code in (0, 1, 3, 75) and (ran.code == 0 or ran.err or ran.out)


@pytest.mark.parametrize(
    "state", ["X'00ff'", "X'7b'", "CAST('{}' AS BLOB)", "X'e28228'"]
)
def test_an_event_that_cannot_be_read_is_damage(club: Selo, state: str) -> None:
    tampered(
        club.ledger,
        "DROP TRIGGER event_never_changes",
        f"UPDATE event SET state = {state} WHERE seq = 15",
    )
    for line in (
        ("log",),
        (
            "ledger",
            "replay",
        ),
        (
            "ledger",
            "rebuild",
        ),
        ("ledger", "rebuild", "--check"),
        ("tournament", "open-2024"),
    ):
        assert club.refused(*line)[0]["code"] == "damaged"


def test_an_event_of_a_newer_version(club: Selo) -> None:
    [(state,)] = rows(club.ledger, "SELECT state FROM event WHERE seq = 15")
    newer = state.replace(b"-submitted.v1", b"-submitted.v9")
    with forging(club.path) as connection:
        connection.execute(
            "UPDATE event SET state = ?, topic = 'tournament-submitted.v9' WHERE seq"
            " = 15",
            (newer,),
        )
        replant(connection)  # as the newer program would have written it
    for line in (
        ("log",),
        (
            "ledger",
            "replay",
        ),
        (
            "ledger",
            "rebuild",
        ),
    ):
        [problem] = club.refused(*line)
        assert problem["code"] == "newer-ledger" and "v9" in problem["message"]


# E has no opening yet and one tournament; everything below is dated before it, so the
# cone reaches it
REPORT = (
    f"012 Talvi\n032 FIN\n042 2024/01/06\n052 2024/01/07\n122 90 min + 30 s\n001 {1:>4}"
    f" m    {'Pelaaja A':<33} 1700 FIN {'A':>11} {'':<10}{'':<10}  {2:>4} w 1\n001"
    f" {2:>4} m    {'Pelaaja E':<33} 1700 FIN {'E':>11} {'':<10}{'':<10}  {1:>4} b 0\n"
)
TABLE = "round;white;black;result\n1;A;E;1-0\n"
OPENING_LIST = "player;name;rating;games\nE;Pelaaja E;1700;50\n"
GAMES = (
    "--id",
    "winter",
    "--name",
    "Talvi",
    "--start",
    "2024-01-06",
    "--end",
    "2024-01-07",
    "--minutes",
    "90",
    "--players-by",
    "national",
)
OPENINGS = ("--as", "openings", "--list", "selo", "--on", "2022-01-01")
DAMAGES = (
    "UPDATE player SET standing = X'00ff' WHERE player = 'E'",
    "UPDATE unit SET body = replace(body, '1', '7')",
)


def submissions(club: Selo) -> list[tuple[str, ...]]:
    """A document, a report, a table and a list of openings that all reach the entries
    of E.
    """
    club.submit(
        player("E"),
        tournament("early", "2024-01-15", game(1, "E", "B"), game(2, "A", "E")),
    )
    return [
        (
            "submit",
            club.file("x.json", tournament("winter", "2024-01-07", game(1, "A", "E"))),
        ),
        ("submit", club.file("report.trf", REPORT), *GAMES),
        ("submit", club.file("table.csv", TABLE), *GAMES),
        ("submit", club.file("list.csv", OPENING_LIST), *OPENINGS),
    ]


@pytest.mark.parametrize("statement", DAMAGES)
def test_damaged_read_tables_are_explained_whatever_is_submitted(
    club: Selo, statement: str
) -> None:
    """Documents, reports, tables and lists go one way, so damage on it has one
    explanation, as text and as JSON.
    """
    given = submissions(club)
    tampered(club.ledger, statement)
    for line in given:
        [problem] = club.refused(*line)
        assert problem["code"] == "damaged" and problem["hint"], line
        ran = club.run(*line)
        assert ran.code == 1 and "damaged" in ran.err and problem["hint"] in ran.err, (
            line
        )


def test_a_player_that_a_disk_lost_is_no_player_without_a_rating(club: Selo) -> None:
    """A checksum cannot tell of a row that is not there."""
    tampered(club.ledger, "DELETE FROM player WHERE player = 'A' AND list = 'selo'")
    for question in (
        ("show", "A"),
        ("list", "selo"),
        ("publish", "selo", "June", "--as-of", "2024-06-30"),
    ):
        [problem] = club.refused(*question)
        assert problem["code"] == "damaged" and "rebuild" in problem["hint"], (
            question,
            problem,
        )
    club.done("ledger", "rebuild")
    assert club.ask("show", "A")["lists"]["selo"]["rating"] is not None


@pytest.mark.parametrize(
    ("statement", "question"),
    [
        (
            "UPDATE tournament SET name = 'x' WHERE tournament = 'open-2024'",
            (
                "tournament",
                "list",
            ),
        ),
        (
            "UPDATE published SET as_of = '2024-06-29'",
            (
                "list",
                "published",
            ),
        ),
    ],
)
def test_a_false_tournament_or_list_is_no_answer(
    club: Selo, statement: str, question: tuple[str, ...]
) -> None:
    club.done("publish", "selo", "June", "--as-of", "2024-06-30")
    club.done(*question)
    tampered(club.ledger, statement)
    [problem] = club.refused(*question)
    assert problem["code"] == "damaged" and "rebuild" in problem["hint"]


def test_a_unit_that_a_disk_lost_is_explained(club: Selo) -> None:
    """The rows of players go on naming it: the page it was on never came to the disk.
    What a player comes to is in their own row, and their entries are in the unit's.
    """
    late = (
        "submit",
        club.file("late.json", tournament("winter", "2023-01-07", game(1, "A", "B"))),
    )
    tampered(club.ledger, "DELETE FROM unit WHERE tournament = 'open-2024'")
    for line in (("history", "A"), ("explain", "A"), ("tournament", "open-2024"), late):
        [problem] = club.refused(*line)
        assert problem["code"] == "damaged" and "rebuild" in problem["hint"], (
            line,
            problem,
        )


def test_the_same_submissions_go_into_a_sound_ledger(club: Selo) -> None:
    """The control: nothing but the damage stands in their way."""
    for line in submissions(club):
        value = club.ask(*line, "--dry-run")
        assert any(
            entry["before"] is not None
            for entry in value.get("entries", value["moved"])
        ), (line, value)


def test_an_event_that_is_recorded_between_two_looks_is_not_missed(
    club: Selo, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever asks for one to come looks for it first, and at the count then: both are
    of one state.
    """
    from ledger.store import counted
    from ledger.store.events import event_at

    count, newest = counted.counted_if_kept, club.events()

    def recorded_meanwhile(connection: Connection) -> int:
        monkeypatch.undo()
        club.submit(player("LATE"))
        return count(connection)

    monkeypatch.setattr(counted, "counted_if_kept", recorded_meanwhile)
    with snapshot(club.ledger) as connection:
        assert event_at(connection, newest + 1) is None
    with snapshot(club.ledger) as connection:
        event = event_at(connection, newest + 1)
        assert event is not None and event.target == "LATE"
        assert event_at(connection, newest + 2) is None
