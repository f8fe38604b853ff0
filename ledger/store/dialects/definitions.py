"""The tables, indexes, triggers and views of a ledger beside those that this program
makes, text by text.

Whoever can write the file can put a view in a table's place, make a table again without
its key, or leave a trigger of the right name with nothing in it. Their texts give them
away.
"""

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from ledger.store.connection import Connection
from ledger.store.dialects.dialect import dialect_of
from ledger.store.tables import Part, ddl, tables_of_format
from messages import Message, say


def parts(connection: Connection) -> list[Part]:
    """List everything that is defined where the ledger is."""
    return dialect_of(connection).parts(connection)


def parts_of(connection: Connection, statements: Iterable[str]) -> list[Part]:
    """List what these statements make there."""
    return dialect_of(connection).parts_of(statements)


def worded(connection: Connection, statement: str) -> str:
    """Return what the database keeps of a statement."""
    return dialect_of(connection).worded(statement)


def _own_texts(connection: Connection) -> frozenset[str]:
    """Return the texts of what this program makes there."""
    dialect = dialect_of(connection)
    return frozenset(dialect.worded(text) for text in (*ddl(), *dialect.OWN))


def foreign_parts(connection: Connection) -> list[Message]:
    """List, in one quick look, triggers and views that this program did not make, and
    guards with another text.
    """
    ours = _own_texts(connection)
    return [
        say("the {kind} {name}", kind=part.kind, name=part.name)
        for part in dialect_of(connection).code(connection)
        if part.text not in ours
    ]


def take_away_foreign(connection: Connection) -> None:
    """Drop the triggers, views and indexes that are not ours, and put back the guards
    and indexes of the log.
    """
    dialect = dialect_of(connection)
    known = _own_texts(connection)
    kept_tables = tables_of_format()
    for part in parts(connection):
        of_read_table = part.kind == "index" and part.table not in kept_tables
        is_ours = part.text is None or part.text in known or of_read_table
        if part.kind != "table" and not is_ours:
            connection.execute(dialect.taking_away(part))

    there = {part.text for part in parts(connection)}
    for statement in (*dialect.OWN, *ddl()):
        if statement.startswith("CREATE TABLE"):
            continue
        if dialect.worded(statement) not in there:
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
    there = Counter(parts(connection))
    wanted = Counter(expected)
    missing = {(part.kind, part.name): part for part in (wanted - there).elements()}
    kept_tables = tables_of_format()
    differing = []
    for part in sorted((there - wanted).elements(), key=str):
        of_kept_table = part.table in kept_tables
        same = missing.pop((part.kind, part.name), None)
        if same is not None:
            message = say(
                "the {kind} {name} is not as this program makes it",
                kind=part.kind,
                name=part.name,
            )
            differing.append(PartDiffers(message, same.table in kept_tables))
        elif of_kept_table or not earlier or part.kind not in ("table", "index"):
            message = say(
                "the {kind} {name} was not made by this program",
                kind=part.kind,
                name=part.name,
            )
            differing.append(PartDiffers(message, of_kept_table))

    for part in missing.values():
        message = say("the {kind} {name} is missing", kind=part.kind, name=part.name)
        differing.append(PartDiffers(message, part.table in kept_tables))

    return differing
