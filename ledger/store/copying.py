"""Copy what cannot be made again, row by row, into another ledger that nobody can use until it is whole.

Until the table `ledger` has its row there is no ledger: what an interrupted copy left is met by nobody but the next
copy, which goes on from there.
"""

import hashlib
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from itertools import chain
from typing import Any

from ledger.errors import LedgerUnusable, Problem, Where
from ledger.store.dialects import of, spoken, stated_version
from ledger.store.tables import DDL, SCHEMA_VERSION, Connection, OpenConnection, kept
from messages import say

AT_ONCE = 4_000_000  # bytes of events in one transaction
_ORDER = {
    "checkpoint": "number", "person": "player", "source_file": "sha256", "former_name": "player, rowid",
    "detail": "seq",
}  # fmt: skip
_EVENTS = (
    "SELECT event.seq, stream, version, topic, recorded_at, submission, state, hash"
    " FROM event LEFT JOIN tree ON tree.seq = event.seq WHERE event.seq > {} ORDER BY event.seq"
)
_EVENT = "INSERT INTO event (seq, stream, version, topic, recorded_at, submission, state) VALUES (?, ?, ?, ?, ?, ?, ?)"
Row = Sequence[Any]


@contextmanager
def place(address: str) -> Iterator[OpenConnection]:
    """Open the empty tables of a ledger to be, or what an interrupted copy left of one."""
    dialect = of(address)
    with closing(dialect.connect(address, write=True, wait=30)) as connection:
        if not dialect.has_table(connection, "ledger"):
            dialect.begin_making(connection)
            for statement in DDL:
                connection.execute(statement)
            connection.execute("COMMIT")
        elif dialect.stated_format(connection) is not None:
            message = say("{address} is already there", address=address)
            raise LedgerUnusable(Problem("exists", message, Where(address), say("choose another place")))
        dialect.ready_to_write(connection)
        yield connection


@contextmanager
def written(target: Connection) -> Iterator[None]:
    """Open one transaction of the copy."""
    dialect = spoken(target)
    dialect.begin_writing(target)
    try:
        yield
        dialect.before_commit(target)
        target.execute("COMMIT")
    except BaseException:
        target.execute("ROLLBACK")
        raise


def events(source: Connection, target: Connection, address: str) -> Iterator[int]:
    """Copy every event that is not there yet, with its hash; yield the seq that each transaction came to."""
    done = _done(source, target, address)
    with closing(spoken(source).as_they_stand(source, _EVENTS.format(done))) as rows:
        for some in _batches(rows):
            with written(target):
                target.executemany(_EVENT, [row[:7] for row in some])
                hashes = [(row[0], row[7]) for row in some if row[7] is not None]
                target.executemany("INSERT INTO tree (seq, hash) VALUES (?, ?)", hashes)
            yield some[-1][0]


def begins(source: Connection, draft: str) -> bool:
    """Return whether a draft is a whole ledger, and the beginning of this one: it lacks a name and nothing else."""
    with closing(of(draft).connect(draft, write=True, wait=30)) as target:
        if not of(draft).has_table(target, "ledger") or of(draft).stated_format(target) is None:
            return False
        return _done(source, target, draft) > 0


def _done(source: Connection, target: Connection, address: str) -> int:
    """Return how far an earlier copy came; refuse what it left unless that is the beginning of this very ledger."""
    done: int = target.execute("SELECT COALESCE(MAX(seq), 0) FROM event").fetchone()[0]
    ends = [
        connection.execute("SELECT hash FROM tree WHERE seq = ?", (done,)).fetchone() for connection in (source, target)
    ]
    if done and (ends[0] is None or ends[1] is None or bytes(ends[0][0]) != bytes(ends[1][0])):
        message = say("an unfinished copy of another ledger is at {address}", address=address)
        raise LedgerUnusable(Problem("exists", message, Where(address), say("take it away, or choose another place")))
    return done


def _batches(rows: Iterator[Row]) -> Iterator[list[Row]]:
    some: list[Row] = []
    size = 0
    for row in rows:
        some.append(row)
        size += len(row[6])
        if size > AT_ONCE:
            yield some
            some, size = [], 0
    if some:
        yield some


def rest(source: Connection, target: Connection) -> None:
    """Copy checkpoints under their numbers, people, and the files that were kept."""
    for table in set(kept(stated_version(source))) & _ORDER.keys():
        target.execute(f"DELETE FROM {table}") if table != "checkpoint" else None
        copy_table(source, target, table, _ORDER[table])


def copy_table(source: Connection, target: Connection, table: str, order: str) -> None:
    """Copy all rows of a table, in an order."""
    columns, rows = _without_rowid(source, f"SELECT * FROM {table} ORDER BY {order}")
    marks = ", ".join("?" * len(columns))
    target.executemany(f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})", rows)


def finish(source: Connection, target: Connection) -> None:
    """Finish a copy: from here on it is a ledger."""
    [(created_at,)] = source.execute("SELECT created_at FROM ledger").fetchall()
    target.execute("INSERT INTO ledger (schema_version, created_at) VALUES (?, ?)", (SCHEMA_VERSION, created_at))


def fingerprint(connection: Connection) -> str:
    """Hash every stored byte of what cannot be made again, to one digest that is the same whatever keeps the ledger."""
    digest = hashlib.sha256()
    tables = [(table, _ORDER[table]) for table in kept(stated_version(connection)) if table in _ORDER]
    queries = (f"SELECT * FROM {table} ORDER BY {order}" for table, order in (("tree", "seq"), *tables))
    states = spoken(connection).as_they_stand(connection, _EVENTS.format(0))
    for row in chain(states, *(_without_rowid(connection, query)[1] for query in queries)):
        digest.update(repr(tuple(row)).encode())
    return digest.hexdigest()


def _without_rowid(connection: Connection, query: str) -> tuple[list[str], Iterator[Row]]:
    """Return the columns that every database has, and their rows: all but SQLite's own `rowid`."""
    cursor = connection.execute(query)
    columns = [(at, column[0]) for at, column in enumerate(cursor.description) if column[0] != "rowid"]
    return [name for _, name in columns], ([row[at] for at, _ in columns] for row in cursor)
