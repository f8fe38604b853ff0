"""Copy a ledger: to a backup and back, and row by row into another place, which nobody
can use until it is whole.

A copy of a file gets its name only when it has been read back whole: no half backup
ever looks like one. In another place there is no ledger until the table `ledger` has
its row: what an interrupted copy left is met by nobody but the next copy, which goes on
from there.
"""

import hashlib
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from typing import Any

from ledger.errors import Busy, LedgerUnusable, Problem, SeloError, Where
from ledger.store.connection import Connection, OpenConnection
from ledger.store.database import (
    at_work,
    check_schema,
    connect,
    content,
    copy,
    flaws,
    in_one_file,
    in_words,
    look,
    only_files,
)
from ledger.store.dialects.at_address import dialect_at
from ledger.store.dialects.dialect import dialect_of
from ledger.store.logs.tree import hashes_of
from ledger.store.tables import ddl, marks, newest, tables_of_format
from ledger.store.unfinished import unfinished_ledger
from ledger.whole_files import (
    BESIDE,
    move_into_place,
    refuse_taken_name,
)
from messages import by_command, say
from messages.answer import Answer

# what is wrong with the events and conclusions of a ledger file; [] when they are whole
Verify = Callable[[str], Sequence[str]]


class Backup(Answer, frozen=True, kw_only=True):
    """A copy that was made and read back."""

    backup: str
    events: int
    bytes: int


class Restored(Answer, frozen=True, kw_only=True):
    """A ledger that was made from a backup; `kept`: where the old one went."""

    ledger: str
    events: int
    kept: str | None


def backup(path: str, target: str, verify: Verify) -> Backup:
    """Make a verified copy of a ledger in use.

    Refuse a name that is taken, a ledger on a server, and one that is damaged.
    """
    only_files(path)
    look(path)
    refuse_taken_name(target)
    with unfinished_ledger(target) as unfinished:
        events = _verified_copy(path, unfinished, verify)
        move_into_place(unfinished, target)
    size = os.path.getsize(target)
    return Backup(backup=target, events=events, bytes=size)


def restore(
    saved: str, target: str, verify: Verify, moment: str, *, replace: bool = False
) -> Restored:
    """Make a ledger from a verified backup; one that is there stays, or with `replace`
    is kept under another name.
    """
    look(saved)
    if not replace:
        refuse_taken_name(
            target,
            by_command(
                "choose another name, or --replace, which keeps the old one beside it"
            ),
        )

    if os.path.exists(target) and os.path.samefile(saved, target):
        raise LedgerUnusable(
            Problem(
                "same-file",
                say("the backup and the ledger are the same file"),
                Where(saved),
            )
        )

    with unfinished_ledger(target) as unfinished:
        events = _verified_copy(saved, unfinished, verify)
        at_work(unfinished)
        replaces = os.path.lexists(target)
        kept = _set_aside(target, moment) if replaces else None
        move_into_place(unfinished, target, replace=replaces)

    return Restored(ledger=target, events=events, kept=kept)


def _verified_copy(path: str, unfinished: str, verify: Verify) -> int:
    """Copy a ledger and read the copy back: it must be whole, with the same events and
    the same conclusions.
    """
    with in_words(path):
        original = copy(path, unfinished)
    os.chmod(unfinished, os.stat(path).st_mode & 0o777)
    with in_words(unfinished):
        copied = connect(unfinished, write=False)
        try:
            check_schema(copied, unfinished)
            problems = flaws(copied)
            if not problems and content(copied) != original:
                problems = ["the copy does not hold the same events"]
        finally:
            copied.close()
        problems = problems or list(verify(unfinished))
        in_one_file(unfinished)

    if problems:
        message = say(
            "{path} is damaged, so nothing was copied: {problems}",
            path=path,
            problems=problems[0],
        )
        hint = by_command(
            "look at `selo doctor` and `selo verify`; an earlier backup may be whole"
        )
        raise LedgerUnusable(Problem("not-whole", message, Where(path), hint))

    return original.events


def _set_aside(target: str, moment: str) -> str:
    """Give the ledger that is there another name, with everything SQLite keeps beside
    it; nobody may be using it.
    """
    try:
        with in_words(target):
            in_one_file(target)
    except Busy as busy:
        hint = say("close the program that has it open first")
        raise Busy(
            Problem(
                "in-use", say("{target} is in use", target=target), Where(target), hint
            )
        ) from busy
    except SeloError:
        pass  # too damaged to be opened: that may be why it is replaced

    kept = f"{target}.{moment[:19].replace(':', '').replace('-', '')}.old"
    refuse_taken_name(kept)
    # the old ledger has both names until the new one takes its place: a kill in between
    # leaves one or the other
    try:
        os.link(target, kept)
    except OSError:
        os.rename(target, kept)  # a stick or share without hard links

    for ending in BESIDE[1:]:
        # these are there only where the file was too damaged to be closed; a new ledger
        # must not find them under its name
        if os.path.lexists(target + ending):
            os.rename(target + ending, kept + ending)

    return kept


AT_ONCE = 4_000_000  # bytes of events in one transaction
_ORDER = {
    "checkpoint": "number",
    "person": "player",
    "source_file": "sha256",
    "former_name": "player, rowid",
    "detail": "seq",
    "named_text": "seal",
}
_EVENTS = (
    "SELECT event.seq, stream, version, topic, recorded_at, submission, state, hash"
    " FROM event LEFT JOIN tree ON tree.seq = event.seq WHERE event.seq > {} ORDER BY"
    " event.seq"
)
_EVENT = (
    "INSERT INTO event (seq, stream, version, topic, recorded_at, submission, state)"
    " VALUES (?, ?, ?, ?, ?, ?, ?)"
)
Row = Sequence[Any]


@contextmanager
def tables_for_copy(address: str) -> Iterator[OpenConnection]:
    """Open the empty tables of a ledger to be, or what an interrupted copy left of one."""
    dialect = dialect_at(address)
    with closing(dialect.connect(address, write=True, wait=30)) as connection:
        if not dialect.has_table(connection, "ledger"):
            dialect.begin_making(connection)
            for statement in ddl():
                connection.execute(statement)
            connection.execute("COMMIT")
        elif dialect.stated_format(connection) is not None:
            message = say("{address} is already there", address=address)
            raise LedgerUnusable(
                Problem("exists", message, Where(address), say("choose another place"))
            )
        dialect.ready_to_write(connection)
        yield connection


@contextmanager
def copy_transaction(target: Connection) -> Iterator[None]:
    """Open one transaction of the copy."""
    dialect = dialect_of(target)
    dialect.begin_writing(target)
    try:
        yield
        dialect.before_commit(target)
        target.execute("COMMIT")
    except BaseException:
        target.execute("ROLLBACK")
        raise


def copy_events(source: Connection, target: Connection, address: str) -> Iterator[int]:
    """Copy every event that is not there yet, with its hash; yield the seq that each
    transaction came to.
    """
    done = _events_copied(source, target, address)
    with closing(
        dialect_of(source).as_they_stand(source, _EVENTS.format(done))
    ) as rows:
        for batch in _batches(rows):
            stored = []
            hashes = []
            for *columns, stored_hash in batch:
                stored.append(columns)
                if stored_hash is not None:
                    hashes.append((columns[0], stored_hash))
            with copy_transaction(target):
                target.executemany(_EVENT, stored)
                target.executemany("INSERT INTO tree (seq, hash) VALUES (?, ?)", hashes)
            yield stored[-1][0]


def is_begun_copy(source: Connection, unfinished: str) -> bool:
    """Tell whether an unfinished file is a whole ledger, and the beginning of this one:
    it only lacks its name.
    """
    dialect = dialect_at(unfinished)
    with closing(dialect.connect(unfinished, write=True, wait=30)) as target:
        if not dialect.has_table(target, "ledger"):
            return False
        if dialect.stated_format(target) is None:
            return False
        return _events_copied(source, target, unfinished) > 0


def _events_copied(source: Connection, target: Connection, address: str) -> int:
    """Return how far an earlier copy came; refuse what it left unless that is the
    beginning of this very ledger.
    """
    query = "SELECT COALESCE(MAX(seq), 0) FROM event"
    done: int = target.execute(query).fetchone()[0]
    if done == 0:
        return 0
    hash_of_source = hashes_of(source, [done]).get(done)
    hash_of_target = hashes_of(target, [done]).get(done)
    if hash_of_source is None or hash_of_source != hash_of_target:
        message = say(
            "an unfinished copy of another ledger is at {address}", address=address
        )
        hint = say("take it away, or choose another place")
        raise LedgerUnusable(Problem("exists", message, Where(address), hint))

    return done


def _batches(rows: Iterator[Row]) -> Iterator[list[Row]]:
    """Cut events into batches, each of so many bytes that it takes little memory."""
    batch: list[Row] = []
    size = 0
    for row in rows:
        *_, state, _ = row
        batch.append(row)
        size += len(state)
        if size > AT_ONCE:
            yield batch
            batch = []
            size = 0

    if batch:
        yield batch


def copy_beside_log(source: Connection, target: Connection) -> None:
    """Copy checkpoints under their numbers, people, and the files that were kept."""
    for table in tables_of_format():
        if table not in _ORDER:
            continue
        if table != "checkpoint":
            target.execute(f"DELETE FROM {table}")
        copy_table(source, target, table, _ORDER[table])


def copy_table(source: Connection, target: Connection, table: str, order: str) -> None:
    """Copy all rows of a table.

    order: the columns by which the rows are sorted, as SQL has it
    """
    every_row = f"SELECT * FROM {table} ORDER BY {order}"
    columns, rows = _without_rowid(source, every_row)
    names = ", ".join(columns)
    places = marks(columns)
    insert = f"INSERT INTO {table} ({names}) VALUES ({places})"
    target.executemany(insert, rows)


def finish_copy(source: Connection, target: Connection) -> None:
    """Finish a copy: from here on it is a ledger, and can be audited as it will stand
    after the commit.
    """
    [(created_at,)] = source.execute("SELECT created_at FROM ledger").fetchall()
    target.execute(
        "INSERT INTO ledger (format, created_at) VALUES (?, ?)", (newest(), created_at)
    )
    dialect_of(target).before_commit(target)


def fingerprint(connection: Connection) -> str:
    """Hash every stored byte of what cannot be made again, to one digest that is the
    same whatever keeps the ledger.
    """
    digest = hashlib.sha256()

    def add(rows: Iterable[Sequence[object]]) -> None:
        for row in rows:
            digest.update(repr(tuple(row)).encode())

    every_event = _EVENTS.format(0)
    add(dialect_of(connection).as_they_stand(connection, every_event))

    orders = {"tree": "seq"}
    for table in tables_of_format():
        if table in _ORDER:
            orders[table] = _ORDER[table]
    for table, order in orders.items():
        query = f"SELECT * FROM {table} ORDER BY {order}"
        _, rows = _without_rowid(connection, query)
        add(rows)
    return digest.hexdigest()


def _without_rowid(
    connection: Connection, query: str
) -> tuple[list[str], Iterator[Row]]:
    """Return the columns that every database has, and their rows: all but SQLite's own
    `rowid`.
    """
    cursor = connection.execute(query)
    names: list[str] = []
    chosen: list[int] = []
    for at, (name, *_) in enumerate(cursor.description):
        if name != "rowid":
            names.append(name)
            chosen.append(at)
    rows = ([row[at] for at in chosen] for row in cursor)
    return names, rows
