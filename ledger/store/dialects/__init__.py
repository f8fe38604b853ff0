"""Which database a ledger is in: the page of functions for an address, or for a
connection that is open. Each has a page of this folder, SQLite and PostgreSQL, with
functions of the same names for what differs.

The tables, indexes, triggers and views there beside those that this program makes, text
by text. Whoever can write
the file can put a view in a table's place, make a table again without its key, or leave
a trigger of the right name with nothing in it. Their texts give them away.

Why: docs/design/004-two-databases.md
"""

from collections import Counter
from collections.abc import Generator, Iterable
from contextlib import AbstractContextManager
from typing import Any, NamedTuple, Protocol, cast

from ledger.errors import Problem, SeloError
from ledger.store import is_server
from ledger.store.dialects import sqlite
from ledger.store.tables import Connection, OpenConnection, Part, ddl, kept
from messages import Message, say


class Dialect(Protocol):
    """The functions that each page of this folder has. SQL that both databases
    understand stands in the rooms, once.
    """

    # statements of what a ledger has there besides the common tables
    OWN: tuple[str, ...]
    # read tables are emptied, not dropped: readers may be in the midst of them
    INDEXES_STAY: bool

    def look(self, address: str) -> None: ...
    def connect(self, address: str, *, write: bool, wait: float) -> OpenConnection: ...
    def ready_to_write(self, connection: Any) -> None: ...
    def before_reading(self, address: str) -> None: ...
    def begin_making(self, connection: Any) -> None: ...
    def begin_writing(self, connection: Any) -> None: ...
    def before_commit(self, connection: Any) -> None: ...
    def begin_reading(self, connection: Any) -> None: ...
    def is_alive(self, connection: Any) -> bool: ...
    def interrupt(self, connection: Any) -> None: ...
    def commits(self, connection: Any) -> int: ...
    def lock_gone(self, connection: Any) -> Problem | None: ...
    def which(self, address: str) -> tuple[int, int]: ...
    def size(self, address: str) -> int: ...
    def journal_size(self, address: str) -> int: ...
    def shorten_journal(self, address: str) -> None: ...
    def without_wiping(self, connection: Any) -> AbstractContextManager[None]: ...
    def has_table(self, connection: Any, table: str) -> bool: ...
    def stated_format(self, connection: Any) -> tuple[Any, ...] | None: ...
    def parts(self, connection: Any) -> list[Part]: ...
    def code(self, connection: Any) -> list[Part]: ...
    def parts_of(self, statements: Iterable[str]) -> list[Part]: ...
    def worded(self, statement: str) -> str: ...
    def taking_away(self, part: Part) -> str: ...
    def flaws(self, connection: Any) -> list[str]: ...
    def last_number_given(self, connection: Any, table: str) -> int: ...
    def as_they_stand(
        self, connection: Any, query: str
    ) -> Generator[tuple[Any, ...], None, None]: ...
    def scrub(self, connection: Any) -> bool: ...
    def about_server(
        self, connection: Any
    ) -> tuple[str, int, bool, dict[str, str]]: ...
    def open_to_everybody(self, connection: Any) -> list[str]: ...
    def none_here(self, address: str) -> SeloError: ...
    def refusal(self, error: Exception, address: str) -> SeloError | None: ...


def of(address: str) -> Dialect:
    if is_server(address):
        # never imported for a ledger in a file
        from ledger.store.dialects import postgres

        return cast(Dialect, postgres)
    return cast(Dialect, sqlite)


def spoken(connection: Connection) -> Dialect:
    """Return the page of functions for an open connection, sqlite.py or postgres.py, by
    the connection's kind.

    A connection of `sqlite3` cannot say so itself, so every connection that does not
    name another page is taken for one: `spoken(connection).flaws(connection)` asks
    either database in its own SQL.
    """
    return cast(Dialect, getattr(connection, "dialect", sqlite))


__all__ = [
    "Part",
    "differences",
    "foreign",
    "parts",
    "parts_of",
    "stated_version",
    "take_away_foreign",
    "worded",
]


def parts(connection: Connection) -> list[Part]:
    """List everything that is defined where the ledger is."""
    return spoken(connection).parts(connection)


def parts_of(connection: Connection, statements: Iterable[str]) -> list[Part]:
    """List what these statements make there."""
    return spoken(connection).parts_of(statements)


def worded(connection: Connection, statement: str) -> str:
    """Return what the database keeps of a statement."""
    return spoken(connection).worded(statement)


def _ours(connection: Connection) -> frozenset[str]:
    dialect = spoken(connection)
    return frozenset(map(dialect.worded, (*ddl(), *dialect.OWN)))


def stated_version(connection: Connection) -> int:
    """Return the format that a ledger says it has."""
    return int(connection.execute("SELECT format FROM ledger").fetchone()[0])


def foreign(connection: Connection) -> list[Message]:
    """List, in one quick look, triggers and views that this program did not make, and
    guards with another text.
    """
    ours = _ours(connection)
    return [
        say("the {kind} {name}", kind=part.kind, name=part.name)
        for part in spoken(connection).code(connection)
        if part.text not in ours
    ]


def take_away_foreign(connection: Connection) -> None:
    """Drop the triggers, views and indexes that are not ours, and put back the guards
    and indexes of the log.
    """
    known, kept_tables, dialect = _ours(connection), kept(), spoken(connection)
    for part in parts(connection):
        ours = (
            part.text is None
            or part.text in known
            or (part.kind == "index" and part.table not in kept_tables)
        )
        if part.kind != "table" and not ours:
            connection.execute(dialect.taking_away(part))
    there = {part.text for part in parts(connection)}
    for statement in (*dialect.OWN, *ddl()):
        if (
            not statement.startswith("CREATE TABLE")
            and dialect.worded(statement) not in there
        ):
            connection.execute(statement)


class PartDiffers(NamedTuple):
    """A part that is not as this program makes it; `kept`: it belongs to what cannot be
    made again.
    """

    message: Message
    kept: bool


def differences(
    connection: Connection, expected: list[Part], *, earlier: bool
) -> list[PartDiffers]:
    """List every part that is missing, strange, or not as it should be.

    `earlier`: the read tables are those of an earlier version, so tables and indexes of
    any name may be there.
    """
    there, wanted = Counter(parts(connection)), Counter(expected)
    missing = {(part.kind, part.name): part for part in (wanted - there).elements()}
    kept_tables = kept()  # what cannot be made again
    differing = []
    for part in sorted((there - wanted).elements(), key=str):
        same = missing.pop((part.kind, part.name), None)
        if same is not None:
            differing.append(
                PartDiffers(
                    say(
                        "the {kind} {name} is not as this program makes it",
                        kind=part.kind,
                        name=part.name,
                    ),
                    same.table in kept_tables,
                )
            )
        elif (
            not earlier
            or part.kind not in ("table", "index")
            or part.table in kept_tables
        ):
            differing.append(
                PartDiffers(
                    say(
                        "the {kind} {name} was not made by this program",
                        kind=part.kind,
                        name=part.name,
                    ),
                    part.table in kept_tables,
                )
            )
    gone = [
        PartDiffers(
            say("the {kind} {name} is missing", kind=part.kind, name=part.name),
            part.table in kept_tables,
        )
        for part in missing.values()
    ]
    return differing + gone
