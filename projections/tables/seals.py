"""Checksums of the rows of the read tables: a false row is an error and not an answer."""

from collections.abc import Sequence
from typing import Any
from zlib import crc32

import msgspec

from ledger.errors import LedgerUnusable, Problem

_packed = msgspec.msgpack.Encoder().encode  # a list checks thousands of rows: joined texts cost three times as much
MISSING = "what another row names is not there"


def checksum(values: Sequence[Any]) -> int:
    """Of a row of the read tables: a flipped bit or an edited value is seen when the row is read."""
    return crc32(_packed(values))


def sealed(*values: Any) -> tuple[Any, ...]:
    """A row with its checksum behind it."""
    return (*values, checksum(values))


def checked(table: str, row: Sequence[Any]) -> Sequence[Any]:
    """The row, if it is what was written: a false one is an error and not an answer."""
    if checksum(row[:-1]) != row[-1]:
        raise damaged(f"a row of {table} is not as it was written")
    return row


def damaged(what: str) -> LedgerUnusable:
    hint = "run `selo verify`; `selo rebuild` makes the read tables again from the events"
    return LedgerUnusable(Problem("damaged", f"the read tables are damaged: {what}", hint=hint))
