"""The tables of a ledger as SQL, and the guards that keep them append-only: the very
texts that an audit compares.
"""

import re
from collections.abc import Iterator, Sequence, Sized
from hashlib import sha256
from typing import Any, NamedTuple, TypeVar
from zlib import crc32

import msgspec

T = TypeVar("T")
AT_ONCE = 500  # values that one query may name
# a list checks thousands of rows: joined texts cost three times as much
_packed = msgspec.msgpack.Encoder().encode
GUARDED = ("event", "tree", "checkpoint")


class Part(NamedTuple):
    """One thing that a database keeps a definition of; `text` is None for an index that
    comes with a key.
    """

    kind: str
    name: str
    table: str
    text: str | None


# format 1: all that cannot be made again. The read tables stand in projections
DDL: tuple[str, ...] = (
    "CREATE TABLE ledger (format INTEGER NOT NULL, created_at TEXT NOT NULL)",
    (
        "CREATE TABLE event (seq INTEGER PRIMARY KEY AUTOINCREMENT, stream TEXT NOT"
        " NULL, version INTEGER NOT NULL, topic TEXT NOT NULL, recorded_at TEXT NOT"
        " NULL, submission INTEGER NOT NULL, state BLOB NOT NULL, UNIQUE (stream,"
        " version)) STRICT"
    ),
    "CREATE TABLE tree (seq INTEGER PRIMARY KEY, hash BLOB NOT NULL) STRICT",
    (
        "CREATE TABLE checkpoint (number INTEGER PRIMARY KEY AUTOINCREMENT, outside"
        " INTEGER NOT NULL, signer TEXT, note TEXT NOT NULL) STRICT"
    ),
    *(
        f"CREATE TRIGGER {table}_never_{word} BEFORE {change} ON {table} BEGIN SELECT"
        " RAISE(ABORT, 'append-only'); END"
        for table in GUARDED
        for word, change in (("changes", "UPDATE"), ("goes", "DELETE"))
    ),
    # INSERT OR REPLACE takes rows away without firing a DELETE trigger: what is there
    # already is refused before that
    *(
        f"CREATE TRIGGER {table}_never_replaced BEFORE INSERT ON {table} WHEN EXISTS"
        f" (SELECT 1 FROM {table} WHERE {same}) BEGIN SELECT RAISE(ABORT,"
        " 'append-only'); END"
        for table, same in (
            (
                "event",
                "seq = NEW.seq OR (stream = NEW.stream AND version = NEW.version)",
            ),
            ("tree", "seq = NEW.seq"),
            ("checkpoint", "number = NEW.number"),
        )
    ),
    # a flipped bit in a name is not another name, so a row that names somebody has a
    # checksum
    (
        "CREATE TABLE person (player TEXT PRIMARY KEY, salt TEXT NOT NULL, name TEXT"
        " NOT NULL, club TEXT, fide_id BIGINT, folded TEXT NOT NULL, checksum BIGINT"
        " NOT NULL)"
    ),
    "CREATE INDEX person_by_name ON person (folded)",
    "CREATE INDEX person_by_fide ON person (fide_id)",
    (
        "CREATE TABLE source_file (sha256 TEXT PRIMARY KEY, name TEXT NOT NULL, bytes"
        " BLOB NOT NULL)"
    ),
    # what a person was called before, with the details of that time: a search still
    # finds them, until they are erased
    (
        "CREATE TABLE former_name (player TEXT NOT NULL, name TEXT NOT NULL, club TEXT,"
        " fide_id BIGINT, folded TEXT NOT NULL, checksum BIGINT NOT NULL, PRIMARY KEY"
        " (player, name))"
    ),
    "CREATE INDEX former_name_by_name ON former_name (folded)",
    # what an event seals and does not say: the day of birth, the sex, the wish not to
    # be listed, until the person is erased
    (
        "CREATE TABLE detail (seq INTEGER PRIMARY KEY, player TEXT NOT NULL, salt TEXT"
        " NOT NULL, born TEXT, sex TEXT, unlisted INTEGER)"
    ),
    "CREATE INDEX detail_of_player ON detail (player)",
    "CREATE INDEX detail_unlisted ON detail (unlisted)",
    # the words that an event seals, as long as nobody in them was erased; salt and
    # words go together
    "CREATE TABLE named_text (seal TEXT PRIMARY KEY, salt TEXT, words TEXT)",
    "CREATE INDEX named_text_by_words ON named_text (words)",
)
# the first step takes a ledger from format 1 to 2, and so on. A step only adds: tables,
# indexes, guards
STEPS: tuple[tuple[str, ...], ...] = ()


def steps_after(version: int) -> tuple[tuple[str, ...], ...]:
    """Return the steps that a ledger of a format has not taken yet."""
    return STEPS[version - 1 :]


def newest() -> int:
    """Return the format that this program writes."""
    return 1 + len(STEPS)


def ddl(version: int | None = None) -> tuple[str, ...]:
    """Return the statements that make a ledger of a format, without one of the newest."""
    steps = STEPS if version is None else STEPS[: version - 1]
    return (*DDL, *(statement for step in steps for statement in step))


def tables_of_format(version: int | None = None) -> list[str]:
    """List the tables of a format's ledger, without one of the newest; read tables are
    none of them.
    """
    made = map(kind_and_name, ddl(version))
    return [name for kind, name in made if kind == "table"]


def kind_and_name(statement: str) -> tuple[str, str]:
    """Return the kind and name of what a CREATE statement makes: ("table", "event")."""
    match = re.match(r"CREATE (TABLE|INDEX|TRIGGER) (\w+)", statement)
    assert match is not None, statement
    kind, name = match.groups()
    return kind.lower(), name


BEFORE_FORMAT_1: tuple[Any, ...] = ("before format 1",)


def stated_in(cursor: Any) -> tuple[Any, ...] | None:
    """Return the format that the table `ledger` states; BEFORE_FORMAT_1 where its
    column has the name of those days; None where it states nothing, or is another
    program's.
    """
    columns = [column[0] for column in cursor.description]
    row = cursor.fetchone()
    if row is None:
        return None
    if "schema_version" in columns:
        return BEFORE_FORMAT_1
    if "format" in columns:
        return (row[columns.index("format")],)
    return None


def checksum(values: Sequence[Any]) -> int:
    """Return the checksum of a row's values: a flipped bit or an edited value is seen
    when the row is read.
    """
    return crc32(_packed(values))


def summed_checksum(values: Sequence[Any]) -> int:
    """Return the checksum of a row that is added up too: 63 bits of a SHA-256, so that
    no other row fits by chance.
    """
    return int.from_bytes(sha256(_packed(values)).digest()[:8], "big") >> 1


def batches(values: Sequence[T]) -> Iterator[Sequence[T]]:
    """Cut values into parts that one query can take, since a query may name only so
    many: `batches(ids)` yields the first 500, then the next 500.
    """
    for start in range(0, len(values), AT_ONCE):
        yield values[start : start + AT_ONCE]


def marks(values: Sized) -> str:
    """Write the places of a query for so many values: `?, ?, ?`."""
    return ", ".join("?" * len(values))


def among(column: str, values: Sized) -> str:
    """Write the condition that a column has one of so many values: `seq IN (?, ?, ?)`."""
    return f"{column} IN ({marks(values)})"
