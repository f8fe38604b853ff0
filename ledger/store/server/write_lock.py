"""The rows of the table `given`: a lock that makes writers come one after the other,
with the last numbers given.

The row of the lock counts the write transactions; whoever counts one locks it until the
end of theirs. An UPDATE that finds no row locks nothing and is no error, so whoever
writes looks whether it found one.
"""

from typing import Any

from ledger.errors import LedgerUnusable, Problem, Where
from messages import by_command, say

DDL = "CREATE TABLE given (name TEXT PRIMARY KEY, last INTEGER NOT NULL)"
LOCK = "write"
NUMBERS = (("event", "seq"), ("checkpoint", "number"))
ROWS = (LOCK, *(table for table, _ in NUMBERS))
FIRST = "INSERT INTO given VALUES ('write', 1), ('event', 0), ('checkpoint', 0)"


def count_transaction(connection: Any) -> None:
    """Count this write transaction, so that the next writer waits for its end."""
    _set_number(connection, LOCK, "last + 1")


def note_numbers(connection: Any) -> None:
    """Note the last numbers given; cutting off the end of a table leaves them standing."""
    for table, column in NUMBERS:
        largest = f"(SELECT COALESCE(MAX({column}), 0) FROM {table})"
        _set_number(connection, table, f"GREATEST(last, {largest})")


def _set_number(connection: Any, name: str, number: str) -> None:
    """Set the number of a row; refuse a ledger that does not have the row. `number`: an
    expression of SQL.
    """
    query = f"UPDATE given SET last = {number} WHERE name = '{name}'"
    if connection.raw.execute(query).rowcount != 1:
        raise LedgerUnusable(_missing_row(connection, name))


def last_number(connection: Any, name: str) -> int:
    """Return the last number noted under a name; -1 where there is no such row."""
    query = "SELECT last FROM given WHERE name = $1"
    row = connection.raw.execute(query, (name,)).fetchone()
    if row is None:
        return -1
    return int(row[0])


def missing_row(connection: Any) -> Problem | None:
    """Return the problem of the first row that should be there and is not; None if all
    are.
    """
    rows = connection.execute("SELECT name FROM given").fetchall()
    there = {name for (name,) in rows}
    for name in ROWS:
        if name not in there:
            return _missing_row(connection, name)
    return None


def _missing_row(connection: Any, name: str) -> Problem:
    """Make the problem of a missing row, with the statement that puts it back."""
    message = say(
        "the table given has no row '{name}', and without its lock and its numbers"
        " nothing is written",
        name=name,
    )
    number = "1"
    for table, column in NUMBERS:
        if table == name:
            number = f"(SELECT COALESCE(MAX({column}), 0) FROM {table})"

    hint = by_command(
        "was a dump restored only in part? Look at `selo verify`; in the schema"
        " {schema}, put it back: {back}",
        schema=connection.schema,
        back=f"INSERT INTO given VALUES ('{name}', {number})",
    )
    return Problem("lock-missing", message, Where(connection.address), hint)
