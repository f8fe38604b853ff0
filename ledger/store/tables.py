"""The tables of a ledger as SQL, and the guards that keep them append-only: the very texts that an audit compares."""

import re
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from typing import Any, NamedTuple, Protocol, TypeVar
from zlib import crc32

import msgspec

T = TypeVar("T")
AT_ONCE = 500  # values that one query may name
_packed = msgspec.msgpack.Encoder().encode  # a list checks thousands of rows: joined texts cost three times as much
SCHEMA_VERSION = 6
WITH_CHECKSUMS = 4  # the first format whose people have them
GUARDED = ("event", "tree", "checkpoint")
# all but the read tables
KEPT = ("ledger", "event", "tree", "checkpoint", "person", "source_file", "former_name", "detail", "named_text")


class Connection(Protocol):
    """The methods of a database connection that are used."""

    def execute(self, sql: str, parameters: Any = ..., /) -> Any: ...

    def executemany(self, sql: str, parameters: Any, /) -> Any: ...


class OpenConnection(Connection, Protocol):
    """A connection that can be closed."""

    def close(self) -> None: ...


class Part(NamedTuple):
    """One thing that a database keeps a definition of; `text` is None for an index that comes with a key."""

    kind: str
    name: str
    table: str
    text: str | None


_FIRST = (
    "CREATE TABLE ledger (schema_version INTEGER NOT NULL, created_at TEXT NOT NULL)",
    "CREATE TABLE event (seq INTEGER PRIMARY KEY AUTOINCREMENT, stream TEXT NOT NULL, version INTEGER NOT NULL,"
    " topic TEXT NOT NULL, recorded_at TEXT NOT NULL, submission INTEGER NOT NULL, state BLOB NOT NULL,"
    " UNIQUE (stream, version)) STRICT",
    "CREATE TABLE tree (seq INTEGER PRIMARY KEY, hash BLOB NOT NULL) STRICT",
    "CREATE TABLE checkpoint (number INTEGER PRIMARY KEY AUTOINCREMENT, outside INTEGER NOT NULL, signer TEXT,"
    " note TEXT NOT NULL) STRICT",
    *(
        f"CREATE TRIGGER {table}_never_{word} BEFORE {change} ON {table} BEGIN SELECT RAISE(ABORT, 'append-only'); END"
        for table in GUARDED
        for word, change in (("changes", "UPDATE"), ("goes", "DELETE"))
    ),
    "CREATE TABLE person (player TEXT PRIMARY KEY, salt TEXT NOT NULL, name TEXT NOT NULL, club TEXT,"
    " fide_id BIGINT, folded TEXT NOT NULL)",
    "CREATE INDEX person_by_name ON person (folded)",
    "CREATE INDEX person_by_fide ON person (fide_id)",
    "CREATE TABLE source_file (sha256 TEXT PRIMARY KEY, name TEXT NOT NULL, bytes BLOB NOT NULL)",
)
# INSERT OR REPLACE takes rows away without firing a DELETE trigger: what is there already is refused before that
_NOT_REPLACED = tuple(
    f"CREATE TRIGGER {table}_never_replaced BEFORE INSERT ON {table} WHEN EXISTS (SELECT 1 FROM {table} WHERE {same})"
    " BEGIN SELECT RAISE(ABORT, 'append-only'); END"
    for table, same in (
        ("event", "seq = NEW.seq OR (stream = NEW.stream AND version = NEW.version)"),
        ("tree", "seq = NEW.seq"),
        ("checkpoint", "number = NEW.number"),
    )
)
# what a person was called before, with the details of that time: a search still finds them, until they are erased
_FORMER_NAMES = (
    "CREATE TABLE former_name (player TEXT NOT NULL, name TEXT NOT NULL, club TEXT, fide_id BIGINT,"
    " folded TEXT NOT NULL, PRIMARY KEY (player, name))",
    "CREATE INDEX former_name_by_name ON former_name (folded)",
)
# what an event seals and does not say: the day of birth, the sex, the wish not to be listed, until the person is erased
_DETAILS = (
    "CREATE TABLE detail (seq INTEGER PRIMARY KEY, player TEXT NOT NULL, salt TEXT NOT NULL, born TEXT, sex TEXT,"
    " unlisted INTEGER)",
    "CREATE INDEX detail_of_player ON detail (player)",
    "CREATE INDEX detail_unlisted ON detail (unlisted)",
)
# the words that an event seals, as long as nobody in them was erased; salt and words go together
_NAMED_TEXTS = (
    "CREATE TABLE named_text (seal TEXT PRIMARY KEY, salt TEXT, words TEXT)",
    "CREATE INDEX named_text_by_words ON named_text (words)",
)
_WITHOUT_CHECKSUMS = (*_FIRST, *_NOT_REPLACED, *_FORMER_NAMES)
# a flipped bit in a name is not another name; written so that a table that got the column later has the same text
_CHECKSUM = "checksum BIGINT NOT NULL DEFAULT 0"
_NAMING = ("person", "former_name")


def _with_checksum(statement: str) -> str:
    """Put the checksum column behind the others, in the statement of a table that names people."""
    if named(statement) not in {("table", table) for table in _NAMING}:
        return statement
    return statement.replace("folded TEXT NOT NULL", f"folded TEXT NOT NULL, {_CHECKSUM}")


def _against_replacing(connection: Connection) -> None:
    for statement in _NOT_REPLACED:
        connection.execute(statement)


def _with_former_names(connection: Connection) -> None:
    for statement in _FORMER_NAMES:
        connection.execute(statement)


def _with_details(connection: Connection) -> None:
    for statement in _DETAILS:
        connection.execute(statement)


def _with_named_texts(connection: Connection) -> None:
    for statement in _NAMED_TEXTS:
        connection.execute(statement)


def checksum(values: Sequence[Any]) -> int:
    """Return the checksum of a row's values: a flipped bit or an edited value is seen when the row is read."""
    return crc32(_packed(values))


def worth(values: Sequence[Any]) -> int:
    """Return the checksum of a row that is added up too: 63 bits of a SHA-256, so that no other row fits by chance."""
    return int.from_bytes(sha256(_packed(values)).digest()[:8], "big") >> 1


def _with_checksums(connection: Connection) -> None:
    for table in _NAMING:
        connection.execute(f"ALTER TABLE {table} ADD COLUMN {_CHECKSUM}")
    people = connection.execute("SELECT player, salt, name, club, fide_id, folded FROM person").fetchall()
    connection.executemany("UPDATE person SET checksum = ? WHERE player = ?",
                           [(checksum(row), row[0]) for row in people])  # fmt: skip
    names = connection.execute("SELECT player, name, club, fide_id, folded FROM former_name").fetchall()
    connection.executemany("UPDATE former_name SET checksum = ? WHERE player = ? AND name = ?",
                           [(checksum(row), *row[:2]) for row in names])  # fmt: skip


# step n takes a ledger from version n + 1 to n + 2, inside the write transaction that first meets it
STEPS: tuple[Callable[[Connection], None], ...] = (
    _against_replacing, _with_former_names, _with_checksums, _with_details, _with_named_texts,
)  # fmt: skip


def ddl(version: int) -> tuple[str, ...]:
    """Return the statements that made a ledger of a version."""
    earlier = {
        1: _FIRST,
        2: (*_FIRST, *_NOT_REPLACED),
        3: _WITHOUT_CHECKSUMS,
        4: _WITHOUT_DETAILS,
        5: _WITHOUT_NAMED_TEXTS,
    }
    return earlier.get(version, DDL)


def kept(version: int) -> list[str]:
    """List the tables of a version's ledger that cannot be made again."""
    made = {named(statement) for statement in ddl(version)}
    return [name for name in KEPT if ("table", name) in made]


def named(statement: str) -> tuple[str, str]:
    """Return the kind and name of what a CREATE statement makes: ("table", "event")."""
    words = re.match(r"CREATE (TABLE|INDEX|TRIGGER) (\w+)", statement)
    assert words is not None, statement
    return words[1].lower(), words[2]


_WITHOUT_DETAILS = tuple(map(_with_checksum, _WITHOUT_CHECKSUMS))
_WITHOUT_NAMED_TEXTS = (*_WITHOUT_DETAILS, *_DETAILS)
DDL = (*_WITHOUT_NAMED_TEXTS, *_NAMED_TEXTS)


def batches(values: Sequence[T]) -> Iterator[Sequence[T]]:
    """Cut values into parts that one query can take, since a query may name only so many: `batches(ids)` yields the
    first 500, then the next 500.
    """
    for start in range(0, len(values), AT_ONCE):
        yield values[start : start + AT_ONCE]
