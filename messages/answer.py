"""Declare what leaves the core: every question answers with one of these, frozen, its fields in the order they are
printed.

JSON, CSV headers, table columns and the reference page of answers all follow from the fields. A key that only some
answers have is a field with the default UNSET: it is left out of the JSON.

The one escaping of text that came from a file: what a screen obeys, hides or turns round is shown and not sent.
"""

import re
from collections.abc import Callable
from typing import Annotated, Any, TypeVar

import msgspec

from messages import Message

# controls (C0, DEL, C1), line separators, soft hyphen, zero width, bidirectional marks, tags and surrogates
_UNSEEN = (
    "[\x00-\x1f\x7f-\x9f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff"
    "\U000e0000-\U000e007f]"
)
_OUR_STYLES = "(\x1b\\[[012]m)"


def visible(text: str) -> str:
    """Return one line that prints as it is stored: every character that would do something else becomes its escape."""
    return text if text.isprintable() else re.sub(_UNSEEN, _escape, text)


def visible_cell(text: str) -> str:
    """Escape what does not print in a cell of a table; line ends and tabs stay, as cells that need it are quoted."""
    return text if text.isprintable() else re.sub(r"[^\t\r\n]+", lambda part: visible(part[0]), text)


def visible_styled(text: str) -> str:
    """Escape what does not print in a line of our own; the marks that make parts of it bold or dim stay."""
    if text.isprintable():
        return text
    pieces = re.split(_OUR_STYLES, text)
    return "".join(piece if number % 2 else visible(piece) for number, piece in enumerate(pieces))


def visible_json(text: str) -> str:
    """Escape what does not print in JSON, by escapes that JSON itself has: it reads back the same."""
    return text if text.isprintable() else re.sub(_UNSEEN, _json_escape, text)


def _escape(match: re.Match[str]) -> str:
    return match[0].encode("unicode_escape", "backslashreplace").decode()


def _json_escape(match: re.Match[str]) -> str:
    units = match[0].encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[place]:02x}{units[place + 1]:02x}" for place in range(0, len(units), 2))


UNSET = msgspec.UNSET
UnsetType = msgspec.UnsetType


# what a text is, for whoever reads the description of the API
Date = Annotated[str, msgspec.Meta(extra_json_schema={"format": "date"})]
Moment = Annotated[str, msgspec.Meta(extra_json_schema={"format": "date-time"})]


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """The base of all answers and of their parts; each says `frozen=True, kw_only=True` again."""


A = TypeVar("A", bound=Answer)


def completed(answer: A, **fields: object) -> A:
    """Add to an answer what only the face knows, such as the seconds that it took or the file that it was written to:
    `completed(verdict, seconds=1.2)`. The answer itself stays as it is.
    """
    return msgspec.structs.replace(answer, **fields)


def plain(value: object, worded: Callable[[Message], str] = str) -> Any:
    """Turn an answer into dicts, lists and plain texts, as JSON has it; a field that is UNSET is left out. `worded`
    writes its messages, which stand as the command says them otherwise.

    An answer whose fields are `place` 1 and `rating` 1850 becomes `{"place": 1, "rating": 1850}`.
    """

    def text(value: object) -> str:
        if isinstance(value, Message):
            return worded(value)
        raise NotImplementedError(f"an answer with a {type(value).__name__}")

    return msgspec.to_builtins(value, enc_hook=text)


def json_text(value: object, worded: Callable[[Message], str] = str) -> str:
    """Write an answer as one line of JSON, the same wherever it is given.

    Characters that a screen obeys or hides, and surrogates, which only file names can contain, become escapes that JSON
    reads back, such as `\\u202e`: a name with a mark in it that turns the direction of writing prints harmlessly.
    """
    import json  # most answers of a command are lines of text

    return visible_json(json.dumps(plain(value, worded), ensure_ascii=False, default=list))


def columns(kind: type[Answer], *optional: str) -> tuple[str, ...]:
    """Name the fields of an answer's rows as JSON prints them: all that each row has, and the `optional` ones named."""
    fields = msgspec.structs.fields(kind)
    return (*(field.encode_name for field in fields if field.default is not UNSET), *optional)


def columns_of(answer: Answer) -> tuple[str, ...]:
    """Name the columns of an answer's `rows`, of which there may be none."""
    shape = next(field.type for field in msgspec.structs.fields(answer) if field.name == "rows")
    return columns(shape.__args__[0])
