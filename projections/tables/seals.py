"""Checksums of the rows of the read tables: a false row is an error and not an answer."""

from collections.abc import Sequence
from typing import Any

from ledger.errors import LedgerUnusable, Problem
from ledger.store.tables import checksum
from messages import Message, by_command, say

__all__ = ["MISSING", "checked", "checksum", "damaged", "sealed"]

MISSING = say("what another row names is not there")


def sealed(*values: Any) -> tuple[Any, ...]:
    """A row with its checksum behind it."""
    return (*values, checksum(values))


def checked(table: str, row: Sequence[Any]) -> Sequence[Any]:
    """The row, if it is what was written: a false one is an error and not an answer."""
    if checksum(row[:-1]) != row[-1]:
        raise damaged(say("a row of {table} fails its checksum", table=table))
    return row


def damaged(what: Message) -> LedgerUnusable:
    hint = by_command("run `selo verify`; `selo rebuild` makes the read tables again from the events")
    return LedgerUnusable(Problem("damaged", say("the read tables are damaged: {what}", what=what), hint=hint))
