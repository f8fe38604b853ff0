"""What leaves the core: every question answers with one of these, frozen, its fields in the order they are printed.

JSON, CSV headers, table columns and the reference page of answers all follow from the fields. A key that only some
answers have is a field with the default UNSET: it is left out of the JSON.
"""

import json
from typing import Any, TypeVar

import msgspec

from ledger.outgoing.visible import visible_json
from messages import Message

UNSET = msgspec.UNSET
UnsetType = msgspec.UnsetType


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """The base of all answers and of their parts; each says `frozen=True, kw_only=True` again."""


A = TypeVar("A", bound=Answer)


def completed(answer: A, **fields: object) -> A:
    """The answer with what only the face knows, such as the seconds it took or the file it was written to."""
    return msgspec.structs.replace(answer, **fields)


def answered(value: object, kind: type[A]) -> A:
    """Make an answer of a mapping, or of an object with the same fields."""
    return msgspec.convert(value, kind, from_attributes=True, dec_hook=_message)


def _message(kind: type[Any], value: object) -> Message:
    if kind is Message and isinstance(value, Message):
        return value
    raise NotImplementedError(f"an answer with a {kind.__name__}")


def plain(value: object) -> Any:
    """An answer as dicts and lists, as JSON has it."""
    return msgspec.to_builtins(value, enc_hook=_text)


def _text(value: object) -> str:
    """Write a message as the text it is; anything else is no answer."""
    if isinstance(value, Message):
        return str(value)
    raise NotImplementedError(f"an answer with a {type(value).__name__}")


def json_text(value: object) -> str:
    """An answer as one line of JSON, the same wherever it is given. Characters that a screen obeys or hides, and
    surrogates, which only file names can contain, become escapes that JSON reads back."""
    return visible_json(json.dumps(plain(value), ensure_ascii=False, default=list))


def columns(kind: type[Answer], *optional: str) -> tuple[str, ...]:
    """The fields every row of this kind has, and of those that only some have the ones named, as JSON prints them."""
    fields = msgspec.structs.fields(kind)
    return (*(field.encode_name for field in fields if field.default is not UNSET), *optional)
