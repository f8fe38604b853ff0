"""What leaves the core: every question answers with one of these, frozen, its fields in the order they are printed.

JSON, CSV headers, table columns and the reference page of answers all follow from the fields. A key that only some
answers have is a field with the default UNSET: it is left out of the JSON.

The one escaping of text that came from a file: what a screen obeys, hides or turns round is shown and not sent.
"""

import json
import re
from typing import Any, TypeVar

import msgspec

from messages import Message

# controls (C0, DEL, C1), line separators, soft hyphen, zero width, bidirectional marks, tags and surrogates
_UNSEEN = (
    "[\x00-\x1f\x7f-\x9f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff"
    "\U000e0000-\U000e007f]"
)
_OUR_STYLES = "(\x1b\\[[012]m)"


def visible(text: str) -> str:
    """One line that prints as it is stored: every character that would do something else is its escape."""
    return text if text.isprintable() else re.sub(_UNSEEN, _escape, text)


def visible_cell(text: str) -> str:
    """The same for a cell of a table that is quoted where it must be: line ends and tabs stay as they are."""
    return text if text.isprintable() else re.sub(r"[^\t\r\n]+", lambda part: visible(part[0]), text)


def visible_styled(text: str) -> str:
    """The same for a line of our own with bold or dim parts in it."""
    if text.isprintable():
        return text
    pieces = re.split(_OUR_STYLES, text)
    return "".join(piece if number % 2 else visible(piece) for number, piece in enumerate(pieces))


def visible_json(text: str) -> str:
    """JSON that reads back the same: escapes that JSON itself has."""
    return text if text.isprintable() else re.sub(_UNSEEN, _json_escape, text)


def _escape(match: re.Match[str]) -> str:
    return match[0].encode("unicode_escape", "backslashreplace").decode()


def _json_escape(match: re.Match[str]) -> str:
    units = match[0].encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[place]:02x}{units[place + 1]:02x}" for place in range(0, len(units), 2))


UNSET = msgspec.UNSET
UnsetType = msgspec.UnsetType


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """The base of all answers and of their parts; each says `frozen=True, kw_only=True` again."""


A = TypeVar("A", bound=Answer)


def completed(answer: A, **fields: object) -> A:
    """The answer with what only the face knows, such as the seconds it took or the file it was written to."""
    return msgspec.structs.replace(answer, **fields)


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
