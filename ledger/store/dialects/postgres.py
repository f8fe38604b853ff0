"""PostgreSQL: a ledger in one schema of a database server. The other page is sqlite.py,
with the same names.

The first statement of each write transaction counts it in the table `given`. That locks
its row, so writers come one after the other, everywhere and without anything that only
PostgreSQL has.
"""

import re
import shlex
import sys
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import parse_qsl, unquote, urlencode, urlsplit

from ledger.errors import LedgerUnusable, Problem, SeloError, Where
from ledger.store import password_of
from ledger.store.tables import Part, stated_in
from messages import by_command, say

# as in pyproject.toml: a name that pip finds from a checkout and from a wheel
DRIVER = "psycopg[binary,pool]>=3.2"
PYTHON = shlex.quote(sys.executable)

try:
    import psycopg

    from ledger.store.dialects import postgres_errors
    from ledger.store.server import catalogue, expected, rights, write_lock
    from ledger.store.server.connection import ServerConnection
except ModuleNotFoundError as missing:
    if missing.name != "psycopg":
        raise
    raise LedgerUnusable(
        Problem(
            "no-postgresql",
            say("a ledger on a database server needs psycopg"),
            Where(None),
            say(
                "install it where selo is: {python} -m pip install '{driver}'",
                python=PYTHON,
                driver=DRIVER,
            ),
        )
    ) from None

INDEXES_STAY = True  # dropping one would make readers wait for the writer
CONNECT_SECONDS = 10
CHANNEL = "selokirja"
OWN = expected.OWN
code = catalogue.code
parts = catalogue.parts
parts_of = expected.parts_of
worded = expected.catalogue_words
lock_gone = write_lock.missing_row
open_to_everybody = rights.rights_of_everybody
none_here = postgres_errors.none_here
refusal = postgres_errors.refusal


def look(address: str) -> None:
    """Refuse an address that cannot be one."""
    try:
        where = urlsplit(address)
        where.port  # noqa: B018
    except ValueError as error:
        raise _bad_address(str(error)) from None
    if not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]{0,49}", schema_of(address)):
        raise _bad_address("the name of a schema has letters, digits and _")
    if where.fragment or "\x00" in unquote(address):
        raise _bad_address("it has characters that no address has")
    if not dict(parse_qsl(where.query)).get("connect_timeout", "1").isdecimal():
        raise _bad_address("connect_timeout is a number of seconds")


def _bad_address(reason: str) -> SeloError:
    message = say("the address of the ledger cannot be read: {reason}", reason=reason)
    hint = say("postgresql://USER@HOST/DATABASE?schema=NAME")
    return LedgerUnusable(Problem("bad-address", message, Where(None), hint))


def schema_of(address: str) -> str:
    """Return the schema that holds the ledger: ?schema=NAME, else selo."""
    return dict(parse_qsl(urlsplit(address).query, keep_blank_values=True)).get(
        "schema", "selo"
    )


def which(address: str) -> tuple[int, int]:
    return 0, 0


def size(address: str) -> int:
    """Return the size of the ledger in bytes, with its indexes."""
    query = (
        "SELECT COALESCE(SUM(pg_total_relation_size(oid)), 0)::bigint FROM pg_class"
        " WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'"
    )
    connection = connect(address, write=False, wait=CONNECT_SECONDS)
    try:
        return int(connection.execute(query).fetchall()[0][0])
    finally:
        connection.close()


def journal_size(address: str) -> int:
    """Return 0: the journal of a server is its own affair."""
    return 0


def shorten_journal(address: str) -> None:
    """Do nothing: a server keeps its own journal short."""


_SET = (
    "SELECT set_config('search_path', $1, false), set_config('lock_timeout', $2, false)"
)


def connect(
    address: str, *, write: bool, wait: float, schema: str | None = None
) -> ServerConnection:
    """Connect to the server, without an open transaction. `schema`: another one than
    the ledger's.
    """
    look(address)
    schema = schema or schema_of(address)
    password = password_of(address)
    where = urlsplit(address)
    kept = [
        pair
        for pair in parse_qsl(where.query, keep_blank_values=True)
        if pair[0] not in ("schema", "options")
    ]
    # urlunsplit would leave the two slashes of postgresql:///DATABASE out
    conninfo = f"postgresql://{where.netloc}{where.path}?{urlencode(kept)}"
    seconds = int(dict(kept).get("connect_timeout", CONNECT_SECONDS))
    secret = None if password is None else unquote(password)
    try:
        raw = psycopg.connect(
            conninfo,
            autocommit=True,
            cursor_factory=psycopg.RawCursor,
            application_name="selo",
            client_encoding="utf8",
            connect_timeout=seconds,
            password=secret,
        )
        try:
            # not among the options of a connection: a pooler such as PgBouncer drops
            # those
            raw.execute(_SET, (f'"{schema}"', str(int(wait * 1000))), prepare=False)
        except BaseException:
            raw.close()
            raise
    except psycopg.Error as error:
        raise postgres_errors.refusal_in_words(
            error, address, connecting=True
        ) from None

    return ServerConnection(raw, address, schema)


def make_schema(connection: ServerConnection) -> None:
    """Make the schema where it is not there yet, one maker at a time."""
    connection.raw.execute(
        "SELECT pg_advisory_xact_lock(hashtext($1))", (connection.schema,)
    )
    # asked of the catalogue: current_schema() may still answer as before the lock was
    # waited for
    made = connection.raw.execute(
        "SELECT 1 FROM pg_namespace WHERE nspname = $1", (connection.schema,)
    ).fetchone()
    if made is None:
        connection.raw.execute(f'CREATE SCHEMA "{connection.schema}"')


@contextmanager
def transaction(
    connection: ServerConnection,
    begin: Callable[[ServerConnection], None] | None = None,
) -> Iterator[None]:
    """Open a transaction; a connection that can neither COMMIT nor ROLLBACK is closed:
    the server rolls back.
    """
    try:
        if begin is None:
            connection.raw.execute("BEGIN")
        else:
            begin(connection)
        yield
        connection.raw.execute("COMMIT")
    except BaseException:
        try:
            connection.raw.execute("ROLLBACK")
        except Exception:
            connection.close()
        raise


def ready_to_write(connection: ServerConnection) -> None:
    """Do nothing: a server has what it acknowledges on its disk unless it was
    configured otherwise, which `selo doctor` checks.
    """


def before_reading(address: str) -> None:
    """Do nothing: a server mends itself after a crash."""


def begin_reading(connection: ServerConnection) -> None:
    """Fix one state of the ledger until the transaction ends."""
    connection.reading = False
    connection.raw.execute(
        "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SAVEPOINT asked"
    )
    connection.reading = True


def begin_writing(connection: ServerConnection) -> None:
    """Begin to write, one writer at a time; refuse a writer who has waited longer than
    was asked for.
    """
    connection.raw.execute("BEGIN ISOLATION LEVEL READ COMMITTED")
    write_lock.count_transaction(connection)


def before_commit(connection: ServerConnection) -> None:
    """Note the last numbers given, and notify the followers of the ledger."""
    write_lock.note_numbers(connection)
    connection.raw.execute("SELECT pg_notify($1, current_schema())", (CHANNEL,))


def begin_making(connection: ServerConnection) -> None:
    """Begin the transaction in which a ledger is made: make the schema, and what a
    ledger has only on a server.
    """
    connection.raw.execute("BEGIN")
    [(encoding,)] = connection.raw.execute("SHOW server_encoding").fetchall()
    if encoding != "UTF8":  # not every name could be kept
        message = say(
            "the database keeps text in {encoding}, and a ledger needs UTF8",
            encoding=encoding,
        )
        hint = by_command(
            "make one with `createdb --encoding UTF8 --template template0`"
        )
        raise LedgerUnusable(
            Problem("database-encoding", message, Where(connection.address), hint)
        )

    make_schema(connection)
    if has_table(connection, "ledger"):
        message = say("{address} is already there", address=connection.address)
        hint = say("use it as it is, or choose another schema")
        raise LedgerUnusable(
            Problem("exists", message, Where(connection.address), hint)
        )

    connection.execute(expected.FUNCTION)
    connection.execute(write_lock.DDL)
    connection.raw.execute(write_lock.FIRST)


def is_alive(connection: ServerConnection) -> bool:
    return not connection.raw.closed and not connection.raw.broken


def interrupt(connection: ServerConnection) -> None:
    """End the statement that another thread runs on a connection."""
    connection.raw.cancel_safe()


def commits(connection: ServerConnection) -> int:
    """Return a number that differs from the last answer when anybody else has committed
    since.
    """
    return write_lock.last_number(connection, write_lock.LOCK)


@contextmanager
def without_wiping(connection: ServerConnection) -> Iterator[None]:
    """Do nothing: a server wipes nothing."""
    yield


def has_table(connection: ServerConnection, table: str) -> bool:
    query = (
        "SELECT 1 FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND"
        " relname = $1 AND relkind IN ('r', 'v')"
    )
    if connection.raw.execute(query, (table,)).fetchone() is not None:
        return True
    # a schema that may not be used looks like none: "there is no ledger" would be wrong
    closed = (
        "SELECT 1 FROM pg_namespace WHERE nspname = $1 AND NOT"
        " has_schema_privilege(oid, 'USAGE')"
    )
    if connection.raw.execute(closed, (connection.schema,)).fetchone() is not None:
        raise postgres_errors.forbidden(connection.address)
    return False


def stated_format(connection: ServerConnection) -> tuple[Any, ...] | None:
    """Return the row that states the format of the ledger; None where there is no
    ledger.
    """
    if not has_table(connection, "ledger"):
        return None
    return stated_in(connection.raw.execute("SELECT * FROM ledger"))


def taking_away(part: Part) -> str:
    name, on = (text.replace('"', '""') for text in (part.name, part.table))
    if part.kind in ("trigger", "rule", "policy"):
        return f'DROP {part.kind} "{name}" ON "{on}"'
    if part.kind == "child table":
        # its name is as the server quotes it
        return f'ALTER TABLE {part.name} NO INHERIT "{on}"'

    if part.kind == "row security of":
        return (
            f'ALTER TABLE "{on}" DISABLE ROW LEVEL SECURITY, NO FORCE ROW LEVEL'
            " SECURITY"
        )

    kind = {"m": "MATERIALIZED VIEW", "f": "FOREIGN TABLE", "p": "TABLE"}.get(
        (part.text or "")[-1:], part.kind
    )
    return f'DROP {kind if part.kind == "view" else part.kind} "{name}" CASCADE'


def flaws(connection: ServerConnection) -> list[str]:
    """Say how many pages failed their checksums, as far as the server counts them; []
    where it counts none.
    """
    query = (
        "SELECT checksum_failures FROM pg_stat_database WHERE datname ="
        " current_database()"
    )
    row = connection.raw.execute(query).fetchone()
    if row is not None and row[0]:
        return [f"the checksums of {row[0]} pages failed"]
    return []


def last_number_given(connection: ServerConnection, table: str) -> int:
    """Return the last number given in a table; cutting off the end of the table leaves
    it standing.
    """
    return max(write_lock.last_number(connection, table), 0)


def as_they_stand(
    connection: ServerConnection, query: str
) -> Generator[tuple[Any, ...], None, None]:
    """Yield rows one by one; they are fetched some thousands at a time."""
    with psycopg.RawServerCursor(connection.raw, "rows") as cursor:
        cursor.itersize = 2000
        yield from cursor.execute(query.encode())


def scrub(connection: ServerConnection) -> bool:
    """Write anew the tables that had the erased in them, and what the planner keeps of
    their values.
    """
    for table in ("person", "former_name", "detail", "named_text", "source_file"):
        _drop_statistics(connection, table)
        connection.raw.execute(f"VACUUM (FULL, ANALYZE) {table}")
    # it passes over, with a notice, what this user may not clean
    connection.raw.execute("VACUUM pg_statistic")
    return True


def _drop_statistics(connection: ServerConnection, table: str) -> None:
    """Drop what the planner keeps of the values of a table.

    ANALYZE alone leaves it as it is where the table is empty by now. Any change of a
    column's type drops it, also one to the type that it has, which touches no row.
    """
    columns = connection.raw.execute(
        "SELECT attname, format_type(atttypid, atttypmod), CASE attcollation WHEN 0 THEN"
        " '' ELSE 'COLLATE ' || attcollation::regcollation::text END FROM pg_attribute"
        f" WHERE attrelid = '{table}'::regclass AND attnum > 0 AND NOT attisdropped"
    ).fetchall()
    changes = [
        f'ALTER COLUMN "{name}" TYPE {type_name} {order}'
        for name, type_name, order in columns
    ]
    connection.raw.execute(f"ALTER TABLE {table} {', '.join(changes)}")


def about_server(connection: ServerConnection) -> tuple[str, int, bool, dict[str, str]]:
    """Return the server's name and release, whether it is a replica, and the settings
    that decide if a commit lasts.
    """
    named = (
        "'fsync', 'full_page_writes', 'synchronous_commit', 'data_checksums',"
        " 'server_encoding'"
    )
    settings = connection.raw.execute(
        f"SELECT name, setting FROM pg_settings WHERE name IN ({named})"
    ).fetchall()
    release, replica = connection.raw.execute(
        "SELECT current_setting('server_version_num')::int / 10000, pg_is_in_recovery()"
    ).fetchall()[0]
    product = (
        connection.raw.execute("SELECT version()").fetchall()[0][0].partition(" on ")[0]
    )
    return product, release, replica, dict(settings)


ServerConnection.dialect = sys.modules[__name__]
