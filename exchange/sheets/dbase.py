"""Read tables of dBase: a head, a description of each field, then the rows, all of one
length. Results are kept in such tables by SwissPerfect and for US Chess.
"""

import struct
from collections.abc import Collection, Sequence
from typing import NamedTuple

from exchange.sheets.refusals import refused
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
    name: str
    length: int


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
    broken = say(
        "the table of dBase has no rows, is cut short, or its head does not fit its rows"
    )
    if not fields:
        raise refused("sheet-broken", broken, file, hint)
    count, start, size = struct.unpack_from("<IHH", data, 4)
    names = {field.name for field in fields}
    fits = (
        size == 1 + sum(field.length for field in fields)
        and count > 0
        and start + count * size <= len(data)
    )
    if not fits or not names.issuperset(needed) or len(names) < len(fields):
        raise refused("sheet-broken", broken, file, hint)
    ends = range(start, start + count * size, size)
    rows = (data[at : at + size] for at in ends)
    return [_cut(row, fields) for row in rows if row[:1] != b"*"]


def _fields(data: bytes) -> list[_Field]:
    """Return the fields that the head describes; none of what is no such table."""
    if len(data) < _HEAD:
        return []
    start: int = struct.unpack_from("<H", data, 8)[0]
    fields: list[_Field] = []
    for at in range(_HEAD, min(start, len(data)) - _FIELD + 1, _FIELD):
        name, length = struct.unpack_from("<11s5xB", data, at)
        fields.append(_Field(name.split(b"\0")[0].decode("ascii", "replace"), length))
    return fields if len(fields) <= MOST_FIELDS else []


def _cut(row: bytes, fields: Sequence[_Field]) -> Row:
    """Cut a row into its fields; what stands behind a zero byte is left of before."""
    cells: Row = {}
    at = 1
    for field in fields:
        cells[field.name] = row[at : at + field.length].split(b"\0")[0].strip()
        at += field.length
    return cells
