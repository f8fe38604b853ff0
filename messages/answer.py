"""Declare what leaves the core: every question answers with one of these, frozen, its
fields in the order they are printed.

JSON, CSV headers, table columns and the reference page of answers all follow from the
fields. A key that only some answers have is a field with the default UNSET: it is left
out of the JSON.
"""

from collections.abc import Callable
from typing import Annotated, Any, TypeVar, get_args

import msgspec

from messages import Message
from messages.visible import visible_json

UNSET = msgspec.UNSET
UnsetType = msgspec.UnsetType


# what a text is, for whoever reads the description of the API
Date = Annotated[str, msgspec.Meta(extra_json_schema={"format": "date"})]
Moment = Annotated[str, msgspec.Meta(extra_json_schema={"format": "date-time"})]


def one_of(words: Any) -> msgspec.Meta:
    """Say that a text is one of the words of a `Literal`, as documents take them, and
    in the order in which msgspec tells those: `sex: Annotated[str, one_of(Sex)]`.
    """
    return msgspec.Meta(extra_json_schema={"enum": sorted(get_args(words))})


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """The base of all answers and of their parts; each says `frozen=True, kw_only=True`
    again.
    """


A = TypeVar("A", bound=Answer)


def completed_answer(answer: A, **fields: object) -> A:
    """Add to an answer what only the face knows, such as the seconds that it took or
    the file that it was written to: `completed_answer(verdict, seconds=1.2)`. The
    answer itself stays as it is.
    """
    return msgspec.structs.replace(answer, **fields)


def json_value(value: object, worded: Callable[[Message], str] = str) -> Any:
    """Turn an answer into dicts, lists and plain texts, as JSON has it; a field that is
    UNSET is left out. `worded` writes its messages, which stand as the command says
    them otherwise.

    An answer whose fields are `place` 1 and `rating` 1850 becomes `{"place": 1,
    "rating": 1850}`.
    """

    def text_of(value: object) -> str:
        if isinstance(value, Message):
            return worded(value)
        raise NotImplementedError(f"an answer with a {type(value).__name__}")

    return msgspec.to_builtins(value, enc_hook=text_of)


def json_text(value: object, worded: Callable[[Message], str] = str) -> str:
    """Write an answer as one line of JSON, the same wherever it is given.

    Characters that a screen obeys or hides, and surrogates, which only file names can
    contain, become escapes that JSON reads back, such as `\\u202e`: a name with a mark
    in it that turns the direction of writing prints harmlessly.
    """
    import json  # most answers of a command are lines of text

    text = json.dumps(json_value(value, worded), ensure_ascii=False, default=list)
    return visible_json(text)


def columns(kind: type[Answer], *optional: str) -> tuple[str, ...]:
    """Name the fields of an answer's rows as JSON prints them: all that each row has,
    and the `optional` ones named.
    """
    fields = msgspec.structs.fields(kind)
    always = [field.encode_name for field in fields if field.default is not UNSET]
    return (*always, *optional)


def columns_of_some_rows(kind: type[Answer]) -> tuple[str, ...]:
    """Name the fields that only some of an answer's rows have."""
    fields = msgspec.structs.fields(kind)
    return tuple(field.encode_name for field in fields if field.default is UNSET)


def columns_of(answer: Answer) -> tuple[str, ...]:
    """Name the columns of an answer's `rows`, of which there may be none."""
    fields = msgspec.structs.fields(answer)
    types = {field.name: field.type for field in fields}
    # tuple[Row, ...]
    row_type, *_ = types["rows"].__args__
    return columns(row_type)
