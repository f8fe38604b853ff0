"""The SQL of the rooms in PostgreSQL's words. Nearly all of it is the same; what is not stands here."""

import re
from functools import cache
from itertools import count

_INSERT = re.compile(r"INSERT INTO (\w+)(?: \(([\w, ]+)\))? VALUES \([?, ]+\)$")
_TRIGGER = re.compile(r"CREATE TRIGGER (\w+_never_(changes|goes|replaced)) BEFORE \w+ ON (\w+)")
# there is no INSERT OR REPLACE that would need a guard; there is a TRUNCATE
_GUARDED = {"changes": "UPDATE", "goes": "DELETE", "replaced": "TRUNCATE"}
_TYPES = (
    ("INTEGER PRIMARY KEY AUTOINCREMENT", "BIGINT PRIMARY KEY"),
    ("INTEGER", "BIGINT"), ("BLOB", "BYTEA"), ("TEXT", 'TEXT COLLATE "C"'), (") STRICT", ")"),
)  # fmt: skip
# in which order names were given up: a file counts its rows by itself
_COUNTED = ("CREATE TABLE former_name (", "CREATE TABLE former_name (rowid BIGINT GENERATED ALWAYS AS IDENTITY, ")


@cache
def translated(sql: str) -> str:
    """One statement, with numbered places for its values."""
    if sql.startswith("CREATE TABLE"):
        return table(sql)
    if match := _TRIGGER.match(sql):
        return (
            f"CREATE TRIGGER {match[1]} BEFORE {_GUARDED[match[2]]} ON {match[3]}"
            " FOR EACH STATEMENT EXECUTE FUNCTION append_only()"
        )
    sql = sql.replace("instr(state, ?) > 0", "position(? IN state) > 0").replace("x''", "''::bytea")
    number = count(1)
    return re.sub(r"\?", lambda place: f"${next(number)}", sql)


def table(sql: str) -> str:
    """A table with the types of PostgreSQL; text sorts by its bytes."""
    for ours, theirs in (*_TYPES, _COUNTED):
        sql = sql.replace(ours, theirs)
    return sql


@cache
def copying(sql: str) -> str | None:
    """COPY for what inserts many rows; None for any other statement."""
    match = _INSERT.match(sql)
    if match is None:
        return None
    columns = f" ({match[2]})" if match[2] else ""
    return f"COPY {match[1]}{columns} FROM STDIN"
