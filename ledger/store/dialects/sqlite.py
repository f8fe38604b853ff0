"""SQLite: a ledger in one file. The other page is postgres.py, with the same names.

Why: docs/design/005-writers.md
"""

import contextlib
import os
import sqlite3
import sys
from collections.abc import Generator, Iterable, Iterator
from typing import Any

from ledger.errors import LedgerUnusable, NotFound, Problem, Where
from ledger.store.dialects import sqlite_errors
from ledger.store.tables import Part, stated_in
from messages import by_command, say

# the lock on the whole file keeps readers away from tables that are made again
INDEXES_STAY = False
none_here = sqlite_errors.none_here
refusal = sqlite_errors.refusal
OWN: tuple[str, ...] = ()  # what a ledger has here besides the common tables
# what ANALYZE makes, and nothing else of such a name
COUNTED = tuple(
    Part("table", name, name, f"CREATE TABLE {name}({columns})")
    for name, columns in (
        ("sqlite_stat1", "tbl,idx,stat"),
        ("sqlite_stat4", "tbl,idx,neq,nlt,ndlt,sample"),
    )
)
# more than any ledger needs, less than a crafted one could ask for; one attached
# database is what VACUUM takes
LIMITS = (
    (sqlite3.SQLITE_LIMIT_LENGTH, 2**29),
    (sqlite3.SQLITE_LIMIT_SQL_LENGTH, 1_000_000),
    (sqlite3.SQLITE_LIMIT_COLUMN, 100),
    (sqlite3.SQLITE_LIMIT_EXPR_DEPTH, 100),
    (sqlite3.SQLITE_LIMIT_COMPOUND_SELECT, 10),
    (sqlite3.SQLITE_LIMIT_FUNCTION_ARG, 16),
    (sqlite3.SQLITE_LIMIT_ATTACHED, 1),
    (sqlite3.SQLITE_LIMIT_TRIGGER_DEPTH, 4),
)

# bytes of the write-ahead log after which a booking cuts it off
MOST_JOURNAL = 8 * 2**20
# how long it waits then for those who read from the log; other writers wait with it
READERS_SECONDS = 2.0


def look(path: str) -> None:
    """Refuse a missing file or a folder before anything opens it."""
    if not os.path.exists(path):
        message = say("there is no ledger at {path}", path=path)
        hint = by_command(
            "make one with `selo init`, or name it with --ledger FILE or SELO_LEDGER"
        )
        raise NotFound(Problem("no-ledger", message, Where(path), hint))

    if os.path.isdir(path):
        raise LedgerUnusable(
            Problem(
                "is-folder",
                say("{path} is a folder, not a ledger", path=path),
                Where(path),
                say("name a file"),
            )
        )

    if not os.path.isfile(path):  # SQLite would wait at a pipe for ever
        raise LedgerUnusable(
            Problem(
                "no-file",
                say("{path} is not a file", path=path),
                Where(path),
                say("name a file"),
            )
        )


def which(path: str) -> tuple[int, int]:
    """Identify a file: another file in the same place is another ledger."""
    try:
        status = os.stat(path)
        return status.st_dev, status.st_ino
    except OSError:
        return -1, -1


def size(path: str) -> int:
    """Return the size of the file in bytes."""
    try:
        return os.stat(path).st_size
    except OSError:
        return 0


def journal_size(path: str) -> int:
    """Return the size of the write-ahead log beside the file in bytes."""
    return size(f"{path}-wal")


def shorten_journal(path: str) -> None:
    """Write what is in the write-ahead log into the file and cut the log off, as far as
    those who read allow.

    SQLite does so by itself only at a moment when nobody reads, which may never come.
    Here whoever reads already is waited for, and whoever begins meanwhile reads from
    the file. What cannot be done now, on a full disk for one, is done another time:
    nothing depends on it.
    """
    if journal_size(path) == 0:
        return  # whoever has the file open would take it for changed
    with contextlib.suppress(sqlite3.Error):
        connection = connect(path, write=True, wait=READERS_SECONDS)
        with contextlib.closing(connection):
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()


class _Connection(sqlite3.Connection):
    """A connection that remembers which tables it has met."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.met: set[str] = set()  # tables that need not be looked for again


def connect(path: str, *, write: bool, wait: float) -> sqlite3.Connection:
    """Connect to an existing file; nothing is ever created by looking."""
    mode = "rw" if write else "ro"
    connection = sqlite3.connect(
        uri_of(path, f"mode={mode}"),
        uri=True,
        isolation_level=None,
        check_same_thread=False,
        timeout=wait,
        cached_statements=128,
        factory=_Connection,
    )
    _guard_connection(connection)
    return connection


def _guard_connection(connection: sqlite3.Connection) -> None:
    """Believe nothing in a file from a stranger, as SQLite advises
    (https://www.sqlite.org/security.html).
    """
    connection.execute("PRAGMA trusted_schema=OFF")
    connection.execute("PRAGMA cell_size_check=ON")
    if sys.version_info >= (3, 12):  # Python has had the switch since then
        connection.setconfig(sqlite3.SQLITE_DBCONFIG_DEFENSIVE, True)
    for limit, most in LIMITS:
        connection.setlimit(limit, most)


def uri_of(path: str, options: str) -> str:
    """Return the URI of a file for SQLite, quoted without the price of importing
    urllib.
    """
    quoted = (
        os.path.abspath(path)
        .replace("%", "%25")
        .replace("?", "%3f")
        .replace("#", "%23")
    )
    return f"file:{quoted}?{options}"


def ready_to_write(connection: sqlite3.Connection) -> None:
    """Set WAL with FULL: the default loses acknowledged commits when the power goes."""
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute(f"PRAGMA journal_size_limit={MOST_JOURNAL}")
    connection.execute("PRAGMA synchronous=FULL")


def before_reading(path: str) -> None:
    """Roll back the journal that a killed writer may have left: only a writer can, so a
    reader does that first.
    """
    if os.path.exists(path + "-journal"):
        with (
            contextlib.suppress(sqlite3.Error),
            contextlib.closing(sqlite3.connect(path, timeout=2)) as connection,
        ):
            connection.execute("SELECT 1 FROM sqlite_master").fetchone()


def begin_reading(connection: sqlite3.Connection) -> None:
    """Fix one state of the file until the transaction ends."""
    connection.execute("BEGIN")


def begin_making(connection: sqlite3.Connection) -> None:
    """Begin the transaction in which a ledger is made."""
    connection.execute("BEGIN IMMEDIATE")


def begin_writing(connection: sqlite3.Connection) -> None:
    """Begin to write, one writer at a time."""
    connection.execute("BEGIN IMMEDIATE")


def before_commit(connection: sqlite3.Connection) -> None:
    """Do nothing: SQLite counts its numbers by itself, and nobody waits for word of a
    commit.
    """


def is_alive(connection: sqlite3.Connection) -> bool:
    """Return True: a file does not go away from a connection."""
    return True


def interrupt(connection: sqlite3.Connection) -> None:
    """End the statement that another thread runs on a connection."""
    connection.interrupt()


def commits(connection: sqlite3.Connection) -> int:
    """Return a number that differs from the last answer when anybody else has committed
    since.
    """
    number: int = connection.execute("PRAGMA data_version").fetchone()[0]
    return number


def lock_gone(connection: sqlite3.Connection) -> None:
    """Return None: the lock of a file is no row that could be missing."""


@contextlib.contextmanager
def without_wiping(connection: sqlite3.Connection) -> Iterator[None]:
    """Do not wipe what is deleted meanwhile, which is no secret.

    Its pages are not overwritten with zeros before they are used again, which costs
    more than writing them did.
    """
    before = connection.execute("PRAGMA secure_delete").fetchone()[0]
    connection.execute("PRAGMA secure_delete=FAST")
    try:
        yield
    finally:
        connection.execute(f"PRAGMA secure_delete={('OFF', 'ON', 'FAST')[before]}")


def has_table(connection: sqlite3.Connection, table: str) -> bool:
    query = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?"
    return connection.execute(query, (table,)).fetchone() is not None


def stated_format(connection: sqlite3.Connection) -> tuple[Any, ...] | None:
    """Return the row that states the format of the ledger; None in another program's
    database.
    """
    try:
        cursor = connection.execute("SELECT * FROM ledger")
    except sqlite3.OperationalError as error:
        if "no such" not in str(error):
            raise
        return None
    return stated_in(cursor)


def parts(connection: sqlite3.Connection) -> list[Part]:
    """List everything that is defined in a file, but not what ANALYZE counted."""
    rows = connection.execute(
        "SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY name, type, sql"
    ).fetchall()
    defined = [Part(*row) for row in rows]
    return [part for part in defined if part not in COUNTED]


def code(connection: sqlite3.Connection) -> list[Part]:
    """List what acts by itself, or stands in for a table, in one quick look: triggers
    and views.
    """
    query = (
        "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE type IN ('trigger',"
        " 'view')"
    )
    return [Part(*row) for row in connection.execute(query).fetchall()]


def parts_of(statements: Iterable[str]) -> list[Part]:
    """List what SQLite keeps of these statements: they are carried out in memory, so
    both sides are its own words.
    """
    with contextlib.closing(sqlite3.connect(":memory:")) as connection:
        for statement in statements:
            connection.execute(statement)
        return parts(connection)


def worded(statement: str) -> str:
    """Return what is kept of a statement: here its very text."""
    return statement


def taking_away(part: Part) -> str:
    name = part.name.replace('"', '""')
    return f'DROP {part.kind} "{name}"'


def flaws(connection: sqlite3.Connection) -> list[str]:
    """List what SQLite finds wrong with the file itself; [] when it is whole.

    Its quick check would not see an index that lacks a row, and answers come from
    indexes.
    """
    try:
        rows = connection.execute("PRAGMA integrity_check(10)").fetchall()
    except sqlite3.DatabaseError as error:
        return [str(error)]
    return [row[0] for row in rows if row[0] != "ok"]


def last_number_given(connection: sqlite3.Connection, table: str) -> int:
    """Return the last number given in a table; cutting off the end of the table leaves
    it standing.
    """
    row = connection.execute(
        "SELECT seq FROM sqlite_sequence WHERE name = ?", (table,)
    ).fetchone()
    return row[0] if row is not None else 0


def as_they_stand(
    connection: sqlite3.Connection, query: str
) -> Generator[tuple[Any, ...], None, None]:
    """Yield rows one by one, without checking what is in them."""
    # text that is not UTF-8 must not stop the audit; it fits no hash anyway
    connection.text_factory = lambda raw: raw.decode("utf-8", "replace")
    try:
        yield from connection.execute(query)
    finally:
        connection.text_factory = str


def scrub(connection: sqlite3.Connection) -> bool:
    """Write the file anew, so that nothing erased is left in its unused parts; False
    while a reader holds the old.
    """
    connection.execute("VACUUM")
    return bool(
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0] == 0
    )


def about_server(
    connection: sqlite3.Connection,
) -> tuple[str, int, bool, dict[str, str]]:
    """Return SQLite's version alone, as there is no server."""
    return f"SQLite {sqlite3.sqlite_version}", 0, False, {}


def open_to_everybody(connection: sqlite3.Connection) -> list[str]:
    """Return no rights: who may read a file is its file system's affair."""
    return []
