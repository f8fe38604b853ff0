"""Tables beside the log that are read whole: what their rows add up to is counted, so
that a row that is gone, edited or added by anybody else is noticed.
"""

from collections.abc import Sequence

from ledger.errors import LedgerUnusable, Problem
from ledger.store import counted
from ledger.store.connection import Connection
from ledger.store.counted import Counting, wrapped_sum
from ledger.store.tables import summed_checksum
from messages import Message, by_command, say

Rows = Sequence[tuple[object, ...]]


def sum_of(rows: Rows) -> int:
    """Add up the rows of a table, as it is counted."""
    return wrapped_sum(summed_checksum(row) for row in rows)


def need_counted(connection: Connection, table: str, rows: Rows) -> None:
    """Refuse rows of a table that do not add up to what was counted."""
    if counted.is_anything_counted(connection):
        counted.refuse_miscounted(connection, "rows", {table: sum_of(rows)}, damaged)


def count_rows(connection: Connection, table: str, rows: Rows) -> None:
    """Count the rows of a table as they are now."""
    if counted.is_anything_counted(connection):
        counting = Counting()
        counting.put("rows", {table: sum_of(rows)})
        counting.write(connection)


def damaged(what: Message) -> LedgerUnusable:
    """Make the refusal of rows beside the log that are not what was written."""
    message = say("what is kept beside the log is damaged: {what}", what=what)
    hint = by_command(
        "look at `selo verify`, restore a backup; do not write to this ledger"
    )
    return LedgerUnusable(Problem("damaged", message, hint=hint))
