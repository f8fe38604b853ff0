"""The rows of the table `given`: the lock that makes writers come one after the other,
and the last numbers given.

The row of the lock counts the write transactions; whoever counts one locks it until the
end of theirs.

An UPDATE that finds no row locks nothing and is no error. So whoever writes looks
whether it found one.
"""

from typing import Any

from ledger.errors import LedgerUnusable, Problem, Where
from messages import by_command, say

DDL = "CREATE TABLE given (name TEXT PRIMARY KEY, last INTEGER NOT NULL)"
LOCK = "write"
NUMBERS = (("event", "seq"), ("checkpoint", "number"))
ROWS = (LOCK, *(table for table, _ in NUMBERS))
FIRST = "INSERT INTO given VALUES ('write', 1), ('event', 0), ('checkpoint', 0)"


def lock(connection: Any) -> None:
    """Count this write transaction, so that the next writer waits for its end."""
    _counted(connection, LOCK, "last + 1")


def note_numbers(connection: Any) -> None:
    """Note the last numbers given; cutting off the end of a table leaves them standing."""
    for name, column in NUMBERS:
        _counted(
            connection,
            name,
            f"GREATEST(last, (SELECT COALESCE(MAX({column}), 0) FROM {name}))",
        )


def _counted(connection: Any, name: str, number: str) -> None:
    if (
        connection.raw.execute(
            f"UPDATE given SET last = {number} WHERE name = '{name}'"
        ).rowcount
        != 1
    ):
        raise LedgerUnusable(_gone(connection, name))


def last(connection: Any, name: str) -> int:
    """Return the last number noted under a name; -1 where there is no such row."""
    row = connection.raw.execute(
        "SELECT last FROM given WHERE name = $1", (name,)
    ).fetchone()
    return -1 if row is None else int(row[0])


def gone(connection: Any) -> Problem | None:
    """Return the problem of the first row that should be there and is not; None if all
    are.
    """
    there = {row[0] for row in connection.execute("SELECT name FROM given").fetchall()}
    return next((_gone(connection, name) for name in ROWS if name not in there), None)


def _gone(connection: Any, name: str) -> Problem:
    message = say(
        "the table given has no row '{name}', and without its lock and its numbers"
        " nothing is written",
        name=name,
    )
    numbers = {
        table: f"(SELECT COALESCE(MAX({column}), 0) FROM {table})"
        for table, column in NUMBERS
    }
    back = f"INSERT INTO given VALUES ('{name}', {numbers.get(name, 1)})"
    hint = by_command(
        "was a dump put back by half? Look at `selo verify`; in the schema {schema},"
        " put it back: {back}",
        schema=connection.schema,
        back=back,
    )
    return Problem("lock-missing", message, Where(connection.address), hint)
