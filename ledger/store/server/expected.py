"""What the statements of this program make on a server, in the words of PostgreSQL's
catalogue.

PostgreSQL keeps no texts but what they came to. So what a statement asks for is put
into the words that catalogue.py reads there.
"""

import re
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from ledger.store.server import write_lock
from ledger.store.server.translation import translated, translated_table
from ledger.store.tables import Part, kind_and_name

BODY = " BEGIN RAISE EXCEPTION 'append-only'; END "
FUNCTION = (
    f"CREATE FUNCTION append_only() RETURNS trigger LANGUAGE plpgsql AS $${BODY}$$"
)
# what every ledger on a server has besides the common tables
OWN = (write_lock.DDL, FUNCTION)

_TYPES = {"BIGINT": "bigint", "BYTEA": "bytea", "TEXT": "text"}
# a comma between the columns and keys of a table, and not within a key
_BETWEEN_ITEMS = re.compile(r", (?![^(]*\))")


def parts_of(statements: Iterable[str]) -> list[Part]:
    """List what these statements make, and what every ledger on a server has besides."""
    return sorted((_part(text) for text in (*statements, *OWN)), key=str)


def _part(statement: str) -> Part:
    """Return what a CREATE statement defines, and the table that it is of."""
    kind, name = _kind_and_name(statement)
    text = catalogue_words(statement)
    if kind == "table":
        return Part(kind, name, name, text)
    table = ""
    of_table = re.search(r" ON (\w+)", statement)
    if of_table is not None:
        table = of_table[1]
    return Part(kind, name, table, text)


def _kind_and_name(statement: str) -> tuple[str, str]:
    """Return what a statement of the schema makes, and its name: `table`, `event`."""
    if statement == FUNCTION:
        return "function", "append_only"
    return kind_and_name(statement)


@cache
def catalogue_words(statement: str) -> str:
    """Return what the catalogue says of a statement that was carried out."""
    kind, _ = _kind_and_name(statement)
    match kind:
        case "function":
            return f"plpgsql:{BODY}"
        case "trigger":
            return translated(statement)
        case "index":
            return re.sub(r" ON (\w+) \(", r" ON \1 USING btree (", statement)
    return _expected_table(translated_table(statement))


class _Column(NamedTuple):
    """A column of a CREATE TABLE. `is_filled`: the database fills it by itself."""

    name: str
    type: str
    is_fixed: bool  # NOT NULL
    is_filled: bool


def _expected_table(statement: str) -> str:
    """Return what the catalogue says of a table that a statement makes."""
    inside = statement[statement.index("(") + 1 : statement.rindex(")")]
    columns: list[_Column] = []
    keys: list[str] = []
    for item in _BETWEEN_ITEMS.split(inside):
        if item.startswith(("PRIMARY KEY", "UNIQUE")):
            keys.append(item)
            continue
        column = _column(item)
        columns.append(column)
        if "PRIMARY KEY" in item:
            keys.append(f"PRIMARY KEY ({column.name})")

    in_primary_key: list[str] = []
    for key in keys:
        if key.startswith("PRIMARY KEY"):
            in_primary_key = re.findall(r"\w+", key.removeprefix("PRIMARY KEY"))

    described = []
    for column in columns:
        text = f"{column.name} {column.type}"
        if column.is_fixed or column.name in in_primary_key:
            text += " not null"
        if column.is_filled:
            text += " filled"
        described.append(text)

    _, table = kind_and_name(statement)
    return table_in_words(table, described, keys)


def _column(item: str) -> _Column:
    """Read one column of a statement, such as `seq BIGINT NOT NULL`."""
    name, kind, *_ = item.split()
    collation = " C" if kind == "TEXT" else ""
    is_counted = "IDENTITY" in item
    return _Column(
        name=name,
        type=f"{_TYPES[kind]}{collation}",
        is_fixed="NOT NULL" in item or is_counted,
        is_filled="DEFAULT" in item or is_counted,
    )


def table_in_words(name: str, columns: Iterable[str], keys: Iterable[str]) -> str:
    """Describe a table, in the words in which both sides are compared."""
    return f"{name}: {', '.join(columns)}; {', '.join(sorted(keys))}"
