"""A damaged file ends in words and never in `proven` with another root. The long suites
are in tests/torture.
"""

import random
import sqlite3
from pathlib import Path

import pytest

from ledger.errors import LedgerUnusable
from ledger.store.database import snapshot
from ledger.store.events import event_at, events_after, newest_first
from tests.proof.proof_world import World, alone, forging, rows
from tests.world.command import Command
from tests.world.documents import player
from tests.world.ledger import NOW, new_ledger, submitted

SEED, RUNS = 6962, 60


def damaged(data: bytes, rng: random.Random) -> bytes:
    """A bit turned, a stretch zeroed or filled with noise, or the end gone."""
    place, kind = rng.randrange(len(data)), rng.randrange(8)
    if kind == 0:
        return data[:place]
    length = rng.choice((1, 16, 512, 4096)) if kind < 3 else 1
    if kind == 1:
        stretch = bytes(length)
    elif kind == 2:
        stretch = rng.randbytes(length)
    else:
        stretch = bytes([data[place] ^ 1 << rng.randrange(8)])
    return data[:place] + stretch + data[place + len(stretch) :]


def test_damage_ends_in_words(world: World, tmp_path: Path) -> None:
    rng = random.Random(SEED)
    data = world.path.read_bytes()
    answer = world.answer(world.path)
    codes = []
    for number in range(RUNS):
        path = tmp_path / f"{number}.db"
        path.write_bytes(damaged(data, rng))
        code, value = Command(tmp_path, name=path.name).answer(
            "verify", "--checkpoint", str(world.outside)
        )
        codes.append(code)
        assert code == 0 or (code in (1, 3) and value["problems"]), (
            SEED,
            number,
            value,
        )
        assert not any(problem["code"] == "defect" for problem in value["problems"]), (
            SEED,
            number,
            value,
        )
        if code == 0:
            assert value["root"] == answer["root"], (SEED, number)
        assert alone("ledger", str(path))[0] in (0, 1, 3)
    assert set(codes) >= {0, 1}, "some damage is in unused parts, most is not"


# who has seen the tournament of event 14, and who folds all events
READING = (
    ("tournament", "spring"),
    ("log",),
    ("explain", "P1", "spring"),
    (
        "ledger",
        "rebuild",
    ),
    ("ledger", "rebuild", "--check"),
    ("publish", "selo", "2024-05"),
    (
        "ledger",
        "replay",
    ),
    ("ledger", "backup", "b.db"),
    ("ledger", "copy", "copy.db", "c.db"),
    ("export", "ledger"),
    ("log", "event", "14"),
    ("log", "diff", "--known-seq", "13..16"),
)


@pytest.mark.parametrize("line", READING, ids=lambda line: " ".join(line))
def test_one_bit_of_an_event_is_refused_by_whoever_reads_it(
    line: tuple[str, ...], world: World, tmp_path: Path
) -> None:
    """A won game that was a lost one: '1' and '0' differ in one bit. Guards and columns
    are as they were.
    """
    path = world.copy(tmp_path)
    with forging(path) as connection:
        flip(connection, 14)
    before = path.read_bytes()
    words = (str(tmp_path / word) if word.endswith(".db") else word for word in line)
    code, value = Command(tmp_path, name=path.name, today=NOW).answer(*words)
    assert code == 1 and value["problems"][0]["code"] in ("damaged", "not-whole"), value
    assert "event 14" in value["problems"][0]["message"]
    assert rows(path, "SELECT COUNT(*) FROM event") == [(21,)] and len(
        path.read_bytes()
    ) >= len(before)


def flip(connection: sqlite3.Connection, seq: int) -> None:
    [(state,)] = connection.execute(
        "SELECT state FROM event WHERE seq = ?", (seq,)
    ).fetchall()
    at = state.index(b'"results":"') + len(b'"results":"')
    flipped = bytes([*state[:at], state[at] ^ 1, *state[at + 1 :]])
    assert flipped[at : at + 1] in b"01"
    connection.execute("UPDATE event SET state = ? WHERE seq = ?", (flipped, seq))


def test_every_event_is_held_against_its_hash_alone_and_in_a_row(
    world: World, tmp_path: Path
) -> None:
    """Each bit of each event, and of each hash: read alone, with its stream, and in
    order from the beginning.
    """
    rng = random.Random(SEED)
    for seq in range(1, 22):
        path = world.copy(tmp_path)
        with forging(path) as connection:
            [(state, stored)] = connection.execute(
                "SELECT state, hash FROM event JOIN tree USING (seq) WHERE seq = ?",
                (seq,),
            ).fetchall()
            table, column, data = rng.choice(
                (("event", "state", state), ("tree", "hash", stored))
            )
            at = rng.randrange(len(data))
            turned = bytes(
                [*data[:at], data[at] ^ 1 << rng.randrange(8), *data[at + 1 :]]
            )
            connection.execute(
                f"UPDATE {table} SET {column} = ? WHERE seq = ?", (turned, seq)
            )
            for reading in (
                event_at,
                lambda c, n: list(events_after(c, 0)),
                lambda c, n: list(events_after(c, n - 1)),
                lambda c, n: list(newest_first(c, 21)),
            ):
                with pytest.raises(LedgerUnusable, match="the events are damaged"):
                    reading(connection, seq)


def test_whole_events_are_read_whatever_their_number(tmp_path: Path) -> None:
    """What a hash is joined with depends on the number: every beginning and every end
    of 300 events.
    """
    path = new_ledger(tmp_path)
    submitted(path, *(player(f"Q{number}") for number in range(294)))
    with snapshot(str(path)) as connection:
        seqs = [event.seq for event in events_after(connection, 0)]
        assert seqs == list(range(1, 301))
        for first in range(0, 301, 7):
            assert [event.seq for event in events_after(connection, first)] == seqs[
                first:
            ]
            assert [event.seq for event in events_after(connection, 0, first)] == seqs[
                :first
            ]
            assert [event.seq for event in newest_first(connection, first)] == seqs[
                :first
            ][::-1]
        assert all(
            (event := event_at(connection, seq)) and event.seq == seq for seq in seqs
        )


def test_an_event_with_a_number_that_none_is_given(
    world: World, tmp_path: Path
) -> None:
    path = world.copy(tmp_path)
    with forging(path) as connection:
        connection.execute("UPDATE event SET seq = 0 WHERE seq = 14")
        for reading in (
            lambda: event_at(connection, 0),
            lambda: list(newest_first(connection, 21)),
            lambda: list(events_after(connection, 0)),
        ):
            with pytest.raises(LedgerUnusable, match="the events are damaged"):
                reading()


PEOPLE = (
    ("show", "P2"),
    ("list", "selo"),
    ("player", "find", "Name"),
    ("tournament", "spring"),
    ("log",),
    ("player", "add", "P2", "--club", "E"),
    ("export", "ledger"),
)


@pytest.mark.parametrize("line", PEOPLE, ids=lambda line: " ".join(line))
@pytest.mark.parametrize("column", ["name", "club", "fide_id", "folded", "salt"])
def test_one_bit_of_a_name_is_refused_by_whoever_reads_it(
    column: str, line: tuple[str, ...], world: World, tmp_path: Path
) -> None:
    """A name with another letter is another name."""
    path = world.copy(tmp_path)
    changed = (
        "fide_id + 1"
        if column == "fide_id"
        else f"replace({column}, substr({column}, 1, 1), 'o')"
    )
    with forging(path) as connection:
        connection.execute(
            f"UPDATE person SET {column} = {changed} WHERE player = 'P2'"
        )
    ran = Command(tmp_path, name=path.name, today=NOW).run(*line)
    assert ran.code == 1 and "the people are damaged" in ran.err, ran


def test_one_bit_of_an_earlier_name(world: World, tmp_path: Path) -> None:
    path = world.copy(tmp_path)
    with forging(path) as connection:
        assert connection.execute("UPDATE former_name SET club = 'X'").rowcount == 1
    ran = Command(tmp_path, name=path.name, today=NOW).run("player", "find", "Name")
    assert ran.code == 1 and "the people are damaged" in ran.err
    assert {problem["code"] for problem in world.answer(path)["problems"]} == {
        "person-differs"
    }
