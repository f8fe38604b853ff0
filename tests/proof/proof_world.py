"""A small ledger with everything a forger could want, its checkpoints, and the forger's
tools.
"""

import hashlib
import importlib.util
import io
import json
import shutil
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec

from audit.checkpoint import add, checkpoint
from audit.signing import PublicKey, new_key, public_key
from audit.verify import verify
from desk.submit import init, submit
from exchange.json.files import read_documents
from ledger.errors import SeloError
from ledger.proof import hash_to_store, leaf
from ledger.store.counted import fill
from ledger.store.event_log import Store
from ledger.store.source_files import keep_source
from ledger.store.tables import DDL
from messages.answer import json_text
from projections.tables import schema
from projections.tables.build import rebuild
from projections.tables.counting import actual_counts
from projections.tables.followed import followed_by
from tests.world.ledger import outside

ROOT = Path(__file__).parents[2]
DATA = b"012 The file a tournament was read from\n"
Row = tuple[Any, ...]


def stand_alone() -> ModuleType:
    """audit/standalone/verify.py as a module: it is no part of any package."""
    spec = importlib.util.spec_from_file_location(
        "stand_alone_verify", ROOT / "audit" / "standalone" / "verify.py"
    )
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


STAND_ALONE = stand_alone()


def alone(*words: str) -> tuple[int, Any]:
    """Exit code and answer of the verifier that stands alone; of a wrong usage what it
    says.
    """
    with redirect_stdout(io.StringIO()) as out, redirect_stderr(io.StringIO()) as said:
        try:
            code = STAND_ALONE.main([*words, "--json"])
        except SystemExit as ended:
            assert ended.code == 2 and out.getvalue() == ""
            return 2, said.getvalue()
    return code, json.loads(out.getvalue())


def code_of(answer: tuple[int, Any]) -> tuple[int, str]:
    return answer[0], answer[1]["problems"][0]["code"]


@dataclass(frozen=True)
class World:
    """A closed ledger file, a key, and the checkpoint that left the building before the
    last events.
    """

    path: Path
    key: Path
    outside: Path
    signer: PublicKey

    def copy(self, folder: Path) -> Path:
        return Path(shutil.copy(self.path, folder / "copy.db"))

    def answer(
        self, path: Path, *, with_outside: bool = True, keys: Sequence[PublicKey] = ()
    ) -> dict[str, Any]:
        given = (
            [(str(self.outside), self.outside.read_text("utf-8"))]
            if with_outside
            else []
        )
        value: dict[str, Any] = json.loads(json_text(verify(str(path), given, keys)))
        return value


def _tell(path: Path, *lines: str) -> None:
    submit(
        str(path), read_documents("world.jsonl", "\n".join(lines).encode()), outside()
    )


def build(folder: Path) -> World:
    """Players, an opening, two tournaments, corrections, a published list, an erased
    person, three checkpoints.
    """
    path, key = folder / "world.db", folder / "selo.key"
    sha256 = hashlib.sha256(DATA).hexdigest()
    init(str(path), outside())
    new_key(str(key))
    players = [
        f'{{"kind":"player","player":"P{n}","name":"Name {n},'
        f' Ääni","born":"196{n}","fide_id":{1000 + n},"club":"C"}}'
        for n in range(1, 7)
    ]
    _tell(path, *players)
    _tell(
        path,
        '{"kind":"opening","player":"P1","list":"selo","on":"2024-01-01","rating":1800,"games":50,"key":"k1"}',
    )
    _tell(
        path,
        _tournament("spring", "2024-03-01", f',"source":"{sha256}","note":"by post"'),
    )
    with Store(str(path)) as store, store.writing() as writer:
        keep_source(writer.connection, sha256, "spring.trf", DATA)
    checkpoint(str(path), str(key))
    _tell(
        path, '{"kind":"publish","list":"selo","label":"2024-04","as_of":"2024-04-01"}'
    )
    _tell(
        path,
        '{"kind":"amend","tournament":"spring","reason":"typo","games":{"1.1":{"result":"0-1"}}}',
    )
    _tell(
        path,
        '{"kind":"player","player":"P6","name":"Other, Name","club":"D","change":true}',
    )
    _tell(path, '{"kind":"player","player":"P9","name":"Gone, Soon"}')
    _tell(path, '{"kind":"erase-person","player":"P9","reason":"asked for it"}')
    signed = checkpoint(str(path), str(key))
    away = folder / "away.txt"
    away.write_text(signed.note, "utf-8")
    _tell(path, _tournament("autumn", "2024-09-01", ""))
    _tell(
        path,
        '{"kind":"ruling","player":"P2","list":"selo","on":"2024-10-01","delta":5,"reason":"the'
        ' board"}',
    )
    add(str(path), "away.txt", signed.note, [])
    with closing_connection(path) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")
    return World(path, key, away, public_key(str(key), signed.origin))


def _tournament(name: str, day: str, more: str) -> str:
    pairs = [("P1", "P2", "1-0"), ("P3", "P4", "1/2-1/2"), ("P5", "P6", "0-1")]
    games = [
        f'{{"round":1,"white":"{w}","black":"{b}","result":"{r}"}}' for w, b, r in pairs
    ]
    games += [
        f'{{"round":2,"white":"{w}","black":"P1","result":"{r}"}}'
        for _, w, r in pairs[1:]
    ]
    return (
        f'{{"kind":"tournament","tournament":"{name}","name":"{name}'
        f' open","start":"{day}","end":"{day}",'
        f'"minutes":90,"games":[{",".join(games)}]{more}}}'
    )


@contextmanager
def closing_connection(path: Path) -> Iterator[sqlite3.Connection]:
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA synchronous=OFF")  # a forger's power is not cut
    try:
        yield connection
    finally:
        connection.close()


TRIGGERS = [statement for statement in DDL if statement.startswith("CREATE TRIGGER")]


@contextmanager
def forging(path: Path) -> Iterator[sqlite3.Connection]:
    """Without the guards while it lasts; afterwards they stand again, so that they give
    nothing away.
    """
    with closing_connection(path) as connection:
        names = [
            row[0]
            for row in connection.execute(
                "SELECT name FROM sqlite_master WHERE type = 'trigger'"
            )
        ]
        for name in names:
            connection.execute(f"DROP TRIGGER {name}")
        yield connection
        recount(connection)
        there = {
            row[0]
            for row in connection.execute(
                "SELECT name FROM sqlite_master WHERE type = 'table'"
            )
        }
        for statement in TRIGGERS:
            if statement.partition(" ON ")[2].partition(" ")[0] in there:
                connection.execute(statement)


def recount(connection: sqlite3.Connection) -> None:
    """What is counted of everything, and the root over it: what a forger who can
    program makes right as well.
    """
    with suppress(SeloError, sqlite3.Error):  # what cannot be read cannot be counted
        state = followed_by(connection)
        there = actual_counts(connection, state.seq)
        # committed once, not row by row, however it ends
        connection.execute("SAVEPOINT counting")
        try:
            connection.execute("DELETE FROM counted")
            fill(connection, there)
            schema.follow(connection, connection, state.seq, state.number)
        finally:
            connection.execute("RELEASE counting")


def rows(path: Path, sql: str) -> list[Row]:
    with closing_connection(path) as connection:
        return list(connection.execute(sql).fetchall())


def change_state(
    connection: sqlite3.Connection, seq: int, old: bytes, new: bytes
) -> None:
    """One place in the stored bytes, and nothing else."""
    state = connection.execute(
        "SELECT state FROM event WHERE seq = ?", (seq,)
    ).fetchone()[0]
    assert state.count(old) >= 1, (seq, old, state)
    connection.execute(
        "UPDATE event SET state = ? WHERE seq = ?", (state.replace(old, new, 1), seq)
    )


def replant(connection: sqlite3.Connection) -> None:
    """The whole tree again from the bytes as they are now: what a forger who can
    program does.
    """
    hashes: list[bytes] = []
    for (state,) in connection.execute(
        "SELECT state FROM event ORDER BY seq"
    ).fetchall():
        hashes.append(
            hash_to_store(len(hashes) + 1, leaf(state), lambda seq: hashes[seq - 1])
        )
    connection.execute("DELETE FROM tree")
    connection.executemany("INSERT INTO tree VALUES (?, ?)", list(enumerate(hashes, 1)))


def conclude(connection: sqlite3.Connection) -> None:
    """The read tables again, so that they follow from the forged events."""
    rebuild(connection, connection)


def forget_checkpoints(connection: sqlite3.Connection) -> None:
    connection.execute("DELETE FROM checkpoint")
    connection.execute("DELETE FROM sqlite_sequence WHERE name = 'checkpoint'")


def forged_event(connection: sqlite3.Connection) -> tuple[int, Row]:
    """The last event once more under the next number, faultless in itself."""
    seq, stream, version, topic, recorded_at, _, state = connection.execute(
        "SELECT * FROM event ORDER BY seq DESC LIMIT 1"
    ).fetchone()
    envelope = msgspec.json.decode(state)
    envelope |= {"seq": seq + 1, "version": version + 1, "submission": seq + 1}
    return seq + 1, (
        seq + 1,
        stream,
        version + 1,
        topic,
        recorded_at,
        seq + 1,
        msgspec.json.encode(envelope),
    )


def other_key(folder: Path, origin: str) -> tuple[Path, PublicKey]:
    path = folder / "other.key"
    new_key(str(path))
    return path, public_key(str(path), origin)
