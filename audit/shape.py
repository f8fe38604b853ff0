"""Whether the tables are the program's own: what an audit looks at before it believes any row."""

from typing import NamedTuple

from audit.evidence import Finding
from ledger.errors import Problem
from ledger.store import counted
from ledger.store.as_stored import row_counts
from ledger.store.database import Connection
from ledger.store.shape import Part, differences, parts, parts_of, stated_version, worded
from ledger.store.tables import SCHEMA_VERSION, ddl, kept, named
from messages import Message, by_command, say
from projections.tables import schema

_CODE = "schema-differs"
_KEPT = say("restore a backup")
_MADE_AGAIN = by_command(
    "`selo rebuild` makes the read tables and the guards again; take away what is your own with sqlite3"
)


class Shape(NamedTuple):
    """The result of looking at the tables.

    `kept`: what cannot be made again may be read row by row. `conclusions`: the read tables too.
    """

    findings: list[Finding]
    kept: bool
    conclusions: bool


def shape(connection: Connection) -> Shape:
    """Compare every table, index, trigger and view of the file with the program's own, text by text."""
    there = parts(connection)
    tables = {part.name: part for part in there if part.kind == "table"}
    # asked only of a table with the program's own text: a view in its place could say anything, and for ever
    version = _version(connection, tables)
    projected = _projected(connection, tables)
    if projected > schema.VERSION:
        message = say(
            "the read tables say they are of version {number}, and this program writes {known}",
            number=projected,
            known=schema.VERSION,
        )
        return Shape([Finding(Problem(_CODE, message, hint=_MADE_AGAIN))], True, False)
    current = projected == schema.VERSION
    statements = (*schema.DDL, *schema.INDEXES) if current else ()
    differing = differences(connection, parts_of(connection, (*ddl(version), *statements)), earlier=not current)
    hints = {True: _KEPT, False: _MADE_AGAIN}
    readable = not any(_unreadable(connection, name, tables, version) for name in kept(version))
    ours = not current or all(
        name in tables and tables[name].text == worded(connection, text)
        for name, text in (*schema.TABLES.items(), (counted.NAME, counted.DDL))
    )
    return Shape(
        [Finding(Problem(_CODE, difference.message, hint=hints[difference.kept])) for difference in differing],
        readable,
        readable and ours,
    )


def _version(connection: Connection, tables: dict[str, Part]) -> int:
    if _unreadable(connection, "ledger", tables, SCHEMA_VERSION):
        return SCHEMA_VERSION
    return stated_version(connection)


def _unreadable(connection: Connection, name: str, tables: dict[str, Part], version: int) -> bool:
    own = next(text for text in ddl(version) if named(text) == ("table", name))
    return name not in tables or tables[name].text != worded(connection, own)


def _projected(connection: Connection, tables: dict[str, Part]) -> int:
    """Return the version of the read tables; what tables say that are not ours does not matter."""
    if "projected" not in tables:
        return schema.VERSION
    texts = (schema.TABLES["projected"], schema.PROJECTED_BEFORE)
    ours = tables["projected"].text in [worded(connection, text) for text in texts]
    return schema.projected(connection)[0] if ours else schema.VERSION


def row_for_row(stored: Connection, fresh: Connection) -> list[Message]:
    """Rows that are there twice: a comparison by key alone sees only one of them."""
    ours, theirs = (row_counts(connection, schema.TABLES) for connection in (stored, fresh))
    return [
        say(
            "{table}: {ours} rows are stored, a replay has {theirs}",
            table=table,
            ours=ours[table],
            theirs=theirs[table],
        )
        for table in schema.TABLES
        if ours[table] != theirs[table]
    ]
