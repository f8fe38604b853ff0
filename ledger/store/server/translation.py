"""Put SQL that is written for SQLite into PostgreSQL's words.

Nearly all SQL of the rooms is the same for both databases.
"""

import re
from functools import cache
from itertools import count

_INSERT = re.compile(r"INSERT INTO (\w+)(?: \(([\w, ]+)\))? VALUES \([?, ]+\)$")
_TRIGGER = re.compile(
    r"CREATE TRIGGER (\w+_never_(changes|goes|replaced)) BEFORE \w+ ON (\w+)"
)
# there is no INSERT OR REPLACE that would need a guard; there is a TRUNCATE
_GUARDED = {"changes": "UPDATE", "goes": "DELETE", "replaced": "TRUNCATE"}
_TYPES = (
    ("INTEGER PRIMARY KEY AUTOINCREMENT", "BIGINT PRIMARY KEY"),
    ("INTEGER", "BIGINT"),
    ("BLOB", "BYTEA"),
    ("TEXT", 'TEXT COLLATE "C"'),
    (") STRICT", ")"),
)
# in which order names were given up: a file counts its rows by itself
_COUNTED = (
    "CREATE TABLE former_name (",
    "CREATE TABLE former_name (rowid BIGINT GENERATED ALWAYS AS IDENTITY, ",
)


@cache
def translated(sql: str) -> str:
    """Translate one statement for PostgreSQL, with numbered places for its values:
    `WHERE seq = ?` becomes `WHERE seq = $1`.
    """
    if sql.startswith("CREATE TABLE"):
        return translated_table(sql)
    trigger = _TRIGGER.match(sql)
    if trigger is not None:
        name, guards, table = trigger.groups()
        return (
            f"CREATE TRIGGER {name} BEFORE {_GUARDED[guards]} ON {table}"
            " FOR EACH STATEMENT EXECUTE FUNCTION append_only()"
        )

    sql = sql.replace("instr(state, ?)", "position(? IN state)")
    sql = sql.replace("x''", "''::bytea")
    number = count(1)
    return re.sub(r"\?", lambda mark: f"${next(number)}", sql)


def translated_table(sql: str) -> str:
    """Give a table the types of PostgreSQL; text sorts by its bytes."""
    for ours, theirs in (*_TYPES, _COUNTED):
        sql = sql.replace(ours, theirs)
    return sql


@cache
def copy_statement(sql: str) -> str | None:
    """Return the COPY for a statement that inserts many rows; None for any other
    statement.
    """
    match = _INSERT.match(sql)
    if match is None:
        return None
    table, names = match.groups()
    columns = f" ({names})" if names else ""
    return f"COPY {table}{columns} FROM STDIN"
