"""Open a ledger, wherever it is, and refuse what is none. What differs between
databases is in dialects/.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any, NamedTuple

from ledger.errors import LedgerUnusable, Problem, SeloError, Where
from ledger.store import is_server
from ledger.store.connection import Connection, OpenConnection
from ledger.store.dialects.at_address import dialect_at
from ledger.store.dialects.definitions import foreign_parts
from ledger.store.dialects.dialect import dialect_of, stated_version
from ledger.store.dialects.sqlite_errors import damaged
from ledger.store.tables import BEFORE_FORMAT_1, newest, steps_after, tables_of_format
from messages import by_command, say

__all__ = [
    "at_work",
    "begin",
    "bring_forward",
    "check_schema",
    "connect",
    "connect_to_read",
    "content",
    "copy",
    "earlier_version",
    "end",
    "flaws",
    "in_one_file",
    "in_words",
    "lock_gone",
    "look",
    "new_file",
    "older",
    "one_state",
    "only_files",
    "refuse_foreign",
    "refuse_older",
    "scrub",
    "snapshot",
]

WAIT_SECONDS = 30


def connect(path: str, *, write: bool, wait: float = WAIT_SECONDS) -> OpenConnection:
    """Connect to a ledger that is there; nothing is ever created by looking."""
    connection = dialect_at(path).connect(path, write=write, wait=wait)
    if write:
        try:
            check_schema(connection, path)  # another program's database stays as it is
            dialect_at(path).ready_to_write(connection)
        except BaseException:
            connection.close()
            raise
    return connection


@contextmanager
def in_words(path: str) -> Iterator[None]:
    """Turn every error of a database into a refusal in words; this is the only place
    that does so.

        with in_words(path):
            ...

    A full disk, for one, becomes a `LedgerUnusable` that says so. Other errors pass as
    they are.
    """
    try:
        yield
    except SeloError:
        raise
    except Exception as error:
        refusal = dialect_at(path).refusal(error, path)
        if refusal is None:
            raise
        raise refusal from error


@contextmanager
def snapshot(path: str, *, whatever: bool = False) -> Iterator[OpenConnection]:
    """Open a ledger for reading: everything that is asked within sees one and the same
    state of it.

        with snapshot(path) as connection:
            newest = head(connection)

    `whatever`: even if a stranger put triggers or views into the ledger; only an audit
    reads those.
    """
    with in_words(path):
        connection = connect_to_read(path)
        try:
            # from the first look on: rows of two states do not fit each other, and
            # would look damaged
            dialect_at(path).begin_reading(connection)
            if not whatever:
                refuse_foreign(connection, path)
            check_schema(connection, path)
            yield connection
        finally:
            connection.close()


@contextmanager
def one_state(connection: Connection) -> Iterator[None]:
    """Fix one state of the ledger on a connection that is kept open, for a look that
    compares rows with each other.
    """
    dialect_of(connection).begin_reading(connection)
    try:
        yield
    finally:
        end(connection)


def connect_to_read(path: str) -> OpenConnection:
    """Connect for reading, to a ledger that is looked at first."""
    look(path)
    dialect_at(path).before_reading(path)
    return connect(path, write=False)


def begin(connection: Connection) -> int:
    """Fix one state of the ledger until `end`; return a number that differs from the
    last if others have committed.
    """
    dialect_of(connection).begin_reading(connection)
    return dialect_of(connection).commits(connection)


def end(connection: Connection) -> None:
    connection.execute("ROLLBACK")


def new_file(path: str) -> sqlite3.Connection:
    """Connect to a file and make it if it is not there."""
    return sqlite3.connect(path, isolation_level=None)


def only_files(path: str) -> None:
    """Refuse a server where only a file will do."""
    if is_server(path):
        message = say(
            "this needs a ledger in a file, and this one is on a database server"
        )
        hint = by_command(
            "name a file; on a server `selo ledger restore` makes a ledger in a schema"
            " that is empty, without --replace"
        )
        raise LedgerUnusable(Problem("not-on-server", message, Where(path), hint))


def look(path: str) -> None:
    """Refuse what cannot be a ledger before anything opens it.

    For example a file that is not there, a folder, a pipe, or an address that no server
    can have.
    """
    dialect_at(path).look(path)


def check_schema(connection: Connection, path: str) -> None:
    """Refuse another program's database, a ledger of a newer version, and one from
    before format 1.
    """
    row = dialect_of(connection).stated_format(connection)
    if (
        row is None
        and is_server(path)
        and dialect_of(connection).has_table(connection, "ledger")
    ):
        # its row is lost, but the ledger is there: somebody who was told that there is
        # none might make another in its place
        raise damaged(path)

    if row is None:
        raise dialect_of(connection).none_here(path)
    if row == BEFORE_FORMAT_1:
        raise before_format_1(path)
    stated, *_ = row
    if not isinstance(stated, int) or stated < 1:
        raise damaged(path)
    if stated > newest():
        message = say(
            "{path} was written by a newer version (format {number}, this one knows"
            " {known})",
            path=path,
            number=stated,
            known=newest(),
        )
        hint = say("install the newer version of selokirja")
        raise LedgerUnusable(Problem("newer-ledger", message, Where(path), hint))


def refuse_foreign(connection: Connection, path: str) -> None:
    """Stop before a view in a table's place or a stranger's trigger gives or stores a
    false answer.
    """
    strangers = foreign_parts(connection)
    if strangers:
        message = say(
            "{path} has parts that this program did not make: {names}",
            path=path,
            names=", ".join(strangers[:3]),
        )
        hint = by_command(
            "look at `selo verify`; `selo ledger rebuild` takes triggers and views away"
        )
        raise LedgerUnusable(Problem("schema-differs", message, Where(path), hint))


def earlier_version(what: str) -> LedgerUnusable:
    """Make the refusal of what an earlier version wrote, which points to `selo
    ledger upgrade`.

    No question and no booking brings a ledger forward on the quiet: it would move
    ratings, and never go back.
    """
    hint = by_command(
        "run `selo ledger upgrade`: it lists every rating that would move, makes a backup, and"
        " brings the ledger forward"
    )
    return LedgerUnusable(
        Problem(
            "needs-upgrade",
            say("an earlier version of this program wrote {what}", what=what),
            hint=hint,
        )
    )


def before_format_1(path: str) -> LedgerUnusable:
    """Make the refusal of a ledger from before format 1, which says how its events come
    over.
    """
    message = say(
        "{path} was written before format 1, the format of the first release", path=path
    )
    hint = by_command(
        "write its events to a file with `selo export ledger` of the version that wrote"
        " it, and take that file into a new ledger with `selo init` and `selo ledger import`"
        " of this one"
    )
    return LedgerUnusable(Problem("before-format-1", message, Where(path), hint))


def refuse_older(connection: Connection, path: str) -> None:
    """Refuse a ledger that has to be brought forward first."""
    if older(connection):
        raise earlier_version(path)


def older(connection: Connection) -> bool:
    """Return whether there are steps to take before this program can use the ledger."""
    return stated_version(connection) < newest()


def bring_forward(connection: Connection) -> None:
    """Bring the tables of an earlier format forward, one step after the other."""
    version = stated_version(connection)
    for number, step in enumerate(steps_after(version), version + 1):
        for statement in step:
            connection.execute(statement)
        connection.execute("UPDATE ledger SET format = ?", (number,))


class Content(NamedTuple):
    """The facts that a copy must have in common with its original."""

    events: int
    head: int
    digest: str


def content(connection: Connection) -> Content:
    """Hash every stored byte of what cannot be made again, to one digest."""
    import hashlib  # a question needs no digest, and must be quick

    digest = hashlib.sha256()
    events = 0
    head = 0
    for table in tables_of_format(stated_version(connection)):
        for row in connection.execute(f"SELECT * FROM {table} ORDER BY rowid"):
            digest.update(repr(row).encode())
            if table == "event":
                events += 1
                head = row[0]

    return Content(events, head, digest.hexdigest())


def flaws(connection: Connection) -> list[str]:
    """List what the database finds wrong with what it keeps; [] when it is whole."""
    return dialect_of(connection).flaws(connection)


def lock_gone(connection: Connection) -> Problem | None:
    """Return the problem if what keeps writers apart is missing; then nothing can be
    written.
    """
    return dialect_of(connection).lock_gone(connection)


def copy(path: str, target: str) -> Content:
    """Copy a ledger page by page while others write to it; return what stood in it at
    that very moment.
    """
    source: Any = connect(path, write=False)  # of sqlite3: only files come here
    try:
        source.execute("BEGIN")
        refuse_foreign(source, path)  # an endless view would be read for ever
        check_schema(source, path)
        original = content(source)
        _pages(source, target)
    finally:
        source.close()
    return original


def copy_to_try_on(path: str, target: str) -> None:
    """Copy a ledger without a digest of its content, for a trial whose copy is thrown
    away.
    """
    with snapshot(path) as source:
        _pages(source, target)


def _pages(source: Any, target: str) -> None:
    """Copy a file page by page."""
    with closing(new_file(target)) as copied:
        source.backup(copied)


def in_one_file(path: str, wait: float = 2) -> None:
    """Leave a file without a write-ahead log beside it, to be carried away, or read
    where nobody may write. `wait`: seconds.

    Busy when somebody else has it open.
    """
    with closing(connect(path, write=True, wait=wait)) as connection:
        connection.execute("PRAGMA journal_mode=DELETE").fetchone()


def at_work(path: str) -> None:
    """Leave a closed file in WAL mode from birth: no writer has to switch it over,
    which a kill could interrupt.
    """
    connect(path, write=True, wait=2).close()


def scrub(path: str, wait: float = 2) -> bool:
    """Write anew what erased details may be left in; False while a reader holds the
    old.
    """
    with closing(connect(path, write=True, wait=wait)) as connection:
        return dialect_at(path).scrub(connection)
