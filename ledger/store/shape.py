"""The tables, indexes, triggers and views of a file beside those that this program makes, text by text.

Whoever can write the file can put a view in a table's place, make a table again without its key, or leave a trigger of
the right name with nothing in it. Their texts give them away.
"""

import sqlite3
from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from ledger.store.tables import DDL, KEPT, Connection, ddl, named

_OURS = frozenset(DDL)


class Part(NamedTuple):
    """One thing that SQLite keeps a definition of; `text` is None for an index that comes with a key."""

    kind: str
    name: str
    table: str
    text: str | None


def parts(connection: Connection) -> list[Part]:
    """Everything that is defined in a file, but not what ANALYZE counted."""
    rows = connection.execute("SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY name, type, sql").fetchall()
    return [Part(*row) for row in rows if not str(row[1]).startswith("sqlite_stat")]


def parts_of(statements: Iterable[str]) -> list[Part]:
    """What SQLite keeps of these statements: made in memory, so that both sides are its own words."""
    connection = sqlite3.connect(":memory:")
    try:
        for statement in statements:
            connection.execute(statement)
        return parts(connection)
    finally:
        connection.close()


def stated_version(connection: Connection) -> int:
    """The format that a file says it has."""
    return int(connection.execute("SELECT schema_version FROM ledger").fetchone()[0])


def foreign(connection: Connection) -> list[str]:
    """Triggers and views that this program did not make, and guards with another text; one quick look."""
    rows = connection.execute("SELECT type, name, sql FROM sqlite_master WHERE type IN ('trigger', 'view')").fetchall()
    return [f"the {kind} {name}" for kind, name, text in rows if text not in _OURS]


def take_away_foreign(connection: Connection) -> None:
    """Drop the triggers, views and indexes that are not ours, and put back the guards and indexes of the log."""
    version = stated_version(connection)
    for part in parts(connection):
        ours = part.text is None or part.text in _OURS or (part.kind == "index" and part.table not in KEPT)
        if part.kind != "table" and not ours:
            connection.execute(f"DROP {part.kind} {quoted(part.name)}")
    there = {part.text for part in parts(connection)}
    for statement in ddl(version):
        if named(statement)[0] != "table" and statement not in there:
            connection.execute(statement)


def quoted(name: str) -> str:
    """A name inside a statement, whatever is in it."""
    return '"' + name.replace('"', '""') + '"'


class Difference(NamedTuple):
    """What is not as this program makes it; `kept`: in what cannot be made again."""

    message: str
    kept: bool


def differences(connection: Connection, expected: list[Part], *, earlier: bool) -> list[Difference]:
    """Every part that is missing, other or strange.

    `earlier`: the read tables are those of an earlier version, so tables and indexes of any name may be there.
    """
    there, wanted = Counter(parts(connection)), Counter(expected)
    missing = {(part.kind, part.name): part for part in (wanted - there).elements()}
    found = []
    for part in sorted((there - wanted).elements(), key=str):
        what = f"the {part.kind} {part.name}"
        same = missing.pop((part.kind, part.name), None)
        if same is not None:
            found.append(Difference(f"{what} is not as this program makes it", same.table in KEPT))
        elif not earlier or part.kind not in ("table", "index") or part.table in KEPT:
            found.append(Difference(f"{what} was not made by this program", part.table in KEPT))
    found += [Difference(f"the {part.kind} {part.name} is missing", part.table in KEPT) for part in missing.values()]
    return found
