"""Tell JSON of another program from a document in which something is wrong.

A document has a `kind` and fields that are known here. JSON that has none of them was
written by another program for itself; what it begins with says which.
"""

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from ledger.documents import by_kind
from ledger.errors import Problem, Where
from messages import Message, say

_SHOWN = 3  # names of fields


class _Program(NamedTuple):
    """A program, told by fields that stand together; what its file is, and what to send
    instead.
    """

    fields: frozenset[str]
    what: Message
    instead: Message


_PROGRAMS = (
    _Program(
        frozenset(["rank", "username", "performance"]),
        say("the file is a list of results of Lichess, which has no games"),
        say("send the report of the tournament (/swiss/ID.trf), or its games as PGN"),
    ),
)


def refusal_of_foreign(name: str, data: bytes) -> Problem | None:
    """Return what to say of JSON that another program wrote; None for whatever may be a
    document of ours, or is no JSON.

        [{"rank": 1, "username": "aho", "performance": 2100}]    a list of Lichess
        {"kind": "player", ...}                                  None
    """
    fields = _fields(data)
    if not fields or "kind" in fields:
        return None

    where = Where(name)
    for program in _PROGRAMS:
        if program.fields <= fields.keys():
            return Problem("other-format", program.what, where, program.instead)

    if _is_like_a_document(fields):
        return None

    first = [field[:30] for field in fields][:_SHOWN]
    message = say(
        "the file is JSON of another program; it begins with {fields}",
        fields=", ".join(first),
    )
    hint = say(
        "export the report (TRF) from that program, or save the table of results as CSV"
    )

    return Problem("other-format", message, where, hint)


def _is_like_a_document(fields: Mapping[str, Any]) -> bool:
    """Return whether most of the fields are those of one kind of document, which then
    only lacks its kind.

    fields: at least one. At least half of them would not do: it has to be more.
    """
    shapes = [frozenset(shape.__struct_fields__) for shape in by_kind().values()]
    most = max(len(fields.keys() & shape) for shape in shapes)
    return 2 * most > len(fields)


def _fields(data: bytes) -> Mapping[str, Any]:
    """Return the fields of the object, of the first of a list, or of the first line.

    data: the file. A list may be in lists; the first thing that is none counts. Empty:
    it is no JSON, or no object, or its fields cannot be shown.
    """
    first_line, _, _ = data.lstrip().partition(b"\n")
    for chunk in (data, first_line):
        try:
            value = json.loads(chunk.decode("utf-8-sig"))
        except (ValueError, RecursionError):
            continue

        while isinstance(value, list) and value:
            value = value[0]
        if isinstance(value, dict) and _is_text(value):
            return value

    return {}


def _is_text(fields: Mapping[str, Any]) -> bool:
    """Return whether the names of the fields can be shown: JSON may escape half a
    letter.
    """
    return all(field.isprintable() for field in fields)
