"""Read tables of dBase: a head, a description of each field, then the rows, all of one
length. Results are kept in such tables by SwissPerfect and for US Chess.
"""

import struct
from collections.abc import Collection, Sequence
from typing import NamedTuple

from exchange.spreadsheets.refusals import refusal_of_file
from messages import Message, say

MOST_FIELDS = 255
_HEAD, _FIELD = 32, 32  # bytes
# by the mark of the language in the head
_LANGUAGES = {
    0x01: "cp437",
    0x02: "cp850",
    0x03: "cp1252",
    0x57: "cp1252",
    0x64: "cp852",
    0x65: "cp866",
    0x66: "cp865",
    0xC8: "cp1250",
    0xC9: "cp1251",
}
Row = dict[str, bytes]


class _Field(NamedTuple):
    """A column of a table. `length`: of its cells, in bytes."""

    name: str
    length: int


class _Head(NamedTuple):
    """What the head of a table says of its rows: how many there are, where the first begins,
    and the bytes of each.
    """

    rows: int
    start: int
    size: int


def has_fields(data: bytes, names: Collection[str]) -> bool:
    """Return whether a table has fields of these names."""
    head = data[: _HEAD + _FIELD * MOST_FIELDS]
    return all(name.encode() + b"\0" in head for name in names)


def encoding_of(data: bytes) -> str | None:
    """Return the encoding that the head of a table names; None where it names none."""
    return _LANGUAGES.get(data[29])


def table_rows(
    data: bytes, file: str, needed: Collection[str], hint: Message
) -> list[Row]:
    """Return the rows that were not deleted, by the names of their fields, or refuse a
    table that is cut short or lacks a field; `hint`: what to send instead.
    """
    fields = _fields(data)
    names = {field.name for field in fields}
    has_needed = len(names) == len(fields) and names.issuperset(needed)
    head = _head(data, fields)
    if head is None or not has_needed:
        message = say(
            "the table of dBase has no rows, is cut short, or its head does not fit its"
            " rows"
        )
        raise refusal_of_file("sheet-broken", message, file, hint)

    rows: list[Row] = []
    end = head.start + head.rows * head.size
    for start in range(head.start, end, head.size):
        row = data[start : start + head.size]
        if row[:1] != b"*":
            rows.append(_cut(row, fields))

    return rows


def _head(data: bytes, fields: Sequence[_Field]) -> _Head | None:
    """Read the head; None where it does not fit the fields or the bytes of the table,
    or says that there are no rows.
    """
    if not fields:
        return None

    head = _Head(*struct.unpack_from("<IHH", data, 4))
    length = 1 + sum(field.length for field in fields)
    if head.rows == 0 or head.size != length:
        return None

    end = head.start + head.rows * head.size

    return head if end <= len(data) else None


def _fields(data: bytes) -> list[_Field]:
    """Return the fields that the head describes, in the order of their columns; none of
    what is no such table.

    A name ends at a zero byte, and is ASCII.
    """
    if len(data) < _HEAD:
        return []

    start: int = struct.unpack_from("<H", data, 8)[0]
    end = min(start, len(data)) - _FIELD + 1
    fields: list[_Field] = []
    for offset in range(_HEAD, end, _FIELD):
        written, length = struct.unpack_from("<11s5xB", data, offset)
        name = written.split(b"\0")[0]
        fields.append(_Field(name.decode("ascii", "replace"), length))

    return fields if len(fields) <= MOST_FIELDS else []


def _cut(row: bytes, fields: Sequence[_Field]) -> Row:
    """Cut a row into its fields; what stands behind a zero byte is left of before."""
    cells: Row = {}
    start = 1
    for field in fields:
        end = start + field.length
        text, *_ = row[start:end].split(b"\0")
        cells[field.name] = text.strip()
        start = end

    return cells
