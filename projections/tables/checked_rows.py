"""Rows of the read tables that prove themselves.

Each row has a checksum, and what the checksums add up to is counted: a false row is an
error and not an answer, and so is a missing one.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from ledger.errors import LedgerUnusable, Problem
from ledger.store import counted
from ledger.store.connection import Connection
from ledger.store.tables import summed_checksum
from messages import Message, by_command, say

MISSING = say("what another row names is not there")
Row = Sequence[Any]  # its checksum comes last
# under which names something is counted
OF_PLAYERS = ("player", "seat", "title")
PUBLISHED = "published"
BUCKET = 51  # a mark has 63 bits; their first 12 make 4,096 buckets of documents


def count_name(table: str, list_name: str) -> str:
    """Return the name under which all rows of a list in a table are counted.

    It is the table's and the list's name, as `player selo`.
    """
    return f"{table} {list_name}"


def count_row(
    counting: counted.Counting, table: str, stream: str, list_name: str, checksum: int
) -> None:
    """Count a row about a player, or of a unit, that comes; or that goes, if its
    checksum is given as a negative.

    `table`: the row's own, which is never its count's name: units are counted in a
    column of their own. `stream`: the player's, or the one that the unit is counted
    with.
    """
    counting.add("units" if table == "unit" else "rows", stream, checksum)
    if table != "seat":  # nobody asks for those of a whole list
        counting.add("rows", count_name(table, list_name), checksum)


def mark(field: str, value: str) -> int:
    """Return the number under which a document is found again by its digest, or by its
    key.

    `field`: `digest` or `key`, so that a key that reads like a digest is not taken for
    it. Two documents may have the same number: who finds one looks at its event.
    """
    return summed_checksum((field, value))


def bucket(mark: int) -> str:
    """Name the bucket of documents that a mark is counted in, by its first bits as
    three hexadecimal digits: `said 0a7`.
    """
    return f"said {mark >> BUCKET:03x}"


def with_checksum(*values: Any) -> tuple[Any, ...]:
    """Return a row with its checksum behind it.

    The checksum is that of all values in their order:

        sealed("fi-1", "selo", "[1,4]")  # ("fi-1", "selo", "[1,4]", checksum)
    """
    return (*values, summed_checksum(values))


def checked_row(table: str, row: Row) -> Row:
    """Return the row, checksum included, after checking that it is what was written:
    `checked_row("entry", row)`.

    A false row is an error and not an answer: the ledger is then refused as damaged.
    """
    if summed_checksum(row[:-1]) != row[-1]:
        raise damaged(say("a row of {table} fails its checksum", table=table))
    return row


def refuse_uncounted(
    connection: Connection, column: str, rows: Mapping[str, Collection[Row]]
) -> None:
    """Refuse unless these are the very rows that are counted under each name.

    The checksum of a row alone says little: whoever edits the row can make it right.

    `column`: what the names are counted in, `rows` or `units`. `rows`: by name, all
    rows that belong to it, with [] for a name that should have none.
    """
    sums = {}
    for name, own in rows.items():
        checksums = [row[-1] for row in own]
        sums[name] = counted.wrapped_sum(checksums)
    counted.refuse_miscounted(connection, column, sums, damaged)


def damaged(what: Message) -> LedgerUnusable:
    """Make the refusal of a ledger whose read tables are not as they were written, with
    what to do about it:

        raise damaged(say("a row of {table} fails its checksum", table=table))

    The events are another matter: `selo verify` tells whether they are whole, and the
    tables can be made again from them.
    """
    hint = by_command(
        "run `selo verify`; `selo ledger rebuild` makes the read tables again from the events"
    )
    return LedgerUnusable(
        Problem(
            "damaged", say("the read tables are damaged: {what}", what=what), hint=hint
        )
    )
