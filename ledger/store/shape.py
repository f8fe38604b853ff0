"""The tables, indexes, triggers and views of a file beside those that this program makes, text by text.

Whoever can write the file can put a view in a table's place, make a table again without its key, or leave a trigger of
the right name with nothing in it. Their texts give them away.
"""

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from ledger.store.dialects.choice import spoken
from ledger.store.tables import DDL, KEPT, Connection, Part, ddl
from messages import Message, say

__all__ = [
    "Difference", "Part", "differences", "foreign", "parts", "parts_of", "stated_version", "take_away_foreign",
    "worded",
]  # fmt: skip


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
    return frozenset(map(dialect.worded, (*DDL, *dialect.OWN)))


def stated_version(connection: Connection) -> int:
    """Return the format that a ledger says it has."""
    return int(connection.execute("SELECT schema_version FROM ledger").fetchone()[0])


def foreign(connection: Connection) -> list[Message]:
    """List, in one quick look, triggers and views that this program did not make, and guards with another text."""
    ours = _ours(connection)
    return [
        say("the {kind} {name}", kind=part.kind, name=part.name)
        for part in spoken(connection).code(connection)
        if part.text not in ours
    ]


def take_away_foreign(connection: Connection) -> None:
    """Drop the triggers, views and indexes that are not ours, and put back the guards and indexes of the log."""
    version, known, dialect = stated_version(connection), _ours(connection), spoken(connection)
    for part in parts(connection):
        ours = part.text is None or part.text in known or (part.kind == "index" and part.table not in KEPT)
        if part.kind != "table" and not ours:
            connection.execute(dialect.taking_away(part))
    there = {part.text for part in parts(connection)}
    for statement in (*dialect.OWN, *ddl(version)):
        if not statement.startswith("CREATE TABLE") and dialect.worded(statement) not in there:
            connection.execute(statement)


class Difference(NamedTuple):
    """A part that is not as this program makes it; `kept`: it belongs to what cannot be made again."""

    message: Message
    kept: bool


def differences(connection: Connection, expected: list[Part], *, earlier: bool) -> list[Difference]:
    """List every part that is missing, strange, or not as it should be.

    `earlier`: the read tables are those of an earlier version, so tables and indexes of any name may be there.
    """
    there, wanted = Counter(parts(connection)), Counter(expected)
    missing = {(part.kind, part.name): part for part in (wanted - there).elements()}
    differing = []
    for part in sorted((there - wanted).elements(), key=str):
        same = missing.pop((part.kind, part.name), None)
        if same is not None:
            differing.append(
                Difference(
                    say("the {kind} {name} is not as this program makes it", kind=part.kind, name=part.name),
                    same.table in KEPT,
                )
            )
        elif not earlier or part.kind not in ("table", "index") or part.table in KEPT:
            differing.append(
                Difference(
                    say("the {kind} {name} was not made by this program", kind=part.kind, name=part.name),
                    part.table in KEPT,
                )
            )
    gone = [
        Difference(say("the {kind} {name} is missing", kind=part.kind, name=part.name), part.table in KEPT)
        for part in missing.values()
    ]
    return differing + gone
