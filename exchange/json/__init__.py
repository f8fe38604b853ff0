"""Read JSON documents, check them, and make them from fields. Here: every flaw in the
shape of a document at once, where the strict decoder stops at the first; and the place
of every value in a text.

Used only when something is wrong, so it is simple rather than fast.
"""

import functools
import json
import types
import unicodedata
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import replace
from json.decoder import JSONDecodeError, JSONDecoder
from json.decoder import scanstring as scan_string  # type: ignore[attr-defined]
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from ledger.actors import actor_flaws
from ledger.errors import Problem, Refused, Where, field_name
from ledger.words import Actor, Day, ListName, is_day
from messages import NOTHING, Message, joined, say
from messages.near import near
from rulebooks import LISTS

MAX_DEPTH = 60
_VALUE = JSONDecoder(strict=True)

Path = tuple[str | int, ...]


def skip_blank(text: str, at: int) -> int:
    while at < len(text) and text[at] in " \t\r\n":
        at += 1
    return at


def places(text: str) -> list[tuple[Path, int]]:
    """List the offset of every value; a key that appears twice in one object is listed
    twice.
    """
    offsets: list[tuple[Path, int]] = []
    _value(text, 0, (), offsets)
    return offsets


def _value(text: str, at: int, path: Path, offsets: list[tuple[Path, int]]) -> int:
    """Note a value and all inside it; return the offset where it ends, as `_members`
    and `_items` do.
    """
    if len(path) > MAX_DEPTH:
        raise RecursionError
    at = skip_blank(text, at)
    offsets.append((path, at))
    if text[at] == "{":
        return _members(text, at + 1, path, offsets)
    if text[at] == "[":
        return _items(text, at + 1, path, offsets)
    return _VALUE.raw_decode(text, at)[1]


def _members(text: str, at: int, path: Path, offsets: list[tuple[Path, int]]) -> int:
    while text[at := skip_blank(text, at)] != "}":
        key, at = scan_string(text, at + 1, True)
        at = skip_blank(text, at) + 1
        at = skip_blank(text, _value(text, at, (*path, key), offsets))
        at += text[at] == ","
    return at + 1


def _items(text: str, at: int, path: Path, offsets: list[tuple[Path, int]]) -> int:
    index = 0
    while text[at := skip_blank(text, at)] != "]":
        at = skip_blank(text, _value(text, at, (*path, index), offsets))
        at += text[at] == ","
        index += 1
    return at + 1


class Chart:
    """A chart of one text for many look-ups: every value by its path, every line by its
    end.
    """

    def __init__(self, text: str) -> None:
        self.spots = places(text)
        self._known = dict(self.spots)
        self._ends = [at for at, character in enumerate(text) if character == "\n"]

    def of(self, path: Path) -> tuple[int, int]:
        """Return line and column of a value, or of the nearest one around it that
        exists.
        """
        while path and path not in self._known:
            path = path[:-1]
        return self.at(self._known.get(path, 0))

    def at(self, offset: int) -> tuple[int, int]:
        line = bisect_left(self._ends, offset)
        return line + 1, offset - (self._ends[line - 1] if line else -1)


def line_and_column(text: str, at: int) -> tuple[int, int]:
    """Return line and column of an offset, both counted from 1."""
    return text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)


Flaw = tuple[Path, str, Message, Message]  # path, code, message, hint


def refusal(flaws: Iterable[Flaw], where: Where) -> Refused:
    """Turn the flaws of one value into problems, each at its field."""
    return Refused(
        [
            Problem(code, message, replace(where, field=field_name(path)), hint)
            for path, code, message, hint in flaws
        ]
    )


def flaws(value: Any, shape: Any, path: Path = ()) -> Iterator[Flaw]:
    """Yield a flaw for each field of a value that does not fit its shape."""
    struct = _struct_of(shape)
    if struct is not None and (value is not None or not _allows_none(shape)):
        yield from _object_flaws(value, struct, path)
    elif isinstance(value, list | tuple) and (listed := _list_of(shape)) is not None:
        for index, item in enumerate(value):
            yield from flaws(item, get_args(listed)[0], (*path, index))
    elif get_origin(shape) is dict and isinstance(value, dict):
        for key, item in value.items():
            yield from _leaf_flaws(key, get_args(shape)[0], (*path, key))
            yield from flaws(item, get_args(shape)[1], (*path, key))
    else:
        yield from _leaf_flaws(value, shape, path)


def _struct_of(shape: Any) -> type[msgspec.Struct] | None:
    candidates = (
        get_args(shape) if get_origin(shape) in (Union, types.UnionType) else (shape,)
    )
    structs = [
        c for c in candidates if isinstance(c, type) and issubclass(c, msgspec.Struct)
    ]
    return structs[0] if structs else None


def _list_of(shape: Any) -> Any:
    """Return the list that a shape is or may be."""
    candidates = (
        get_args(shape) if get_origin(shape) in (Union, types.UnionType) else (shape,)
    )
    return next(
        (
            candidate
            for candidate in candidates
            if get_origin(candidate) in (list, tuple)
        ),
        None,
    )


def _allows_none(shape: Any) -> bool:
    return type(None) in get_args(shape)


@functools.cache
def _shape_of(
    struct: type[msgspec.Struct],
) -> tuple[dict[str, msgspec.structs.FieldInfo], dict[str, Any]]:
    names = {field.encode_name: field for field in msgspec.structs.fields(struct)}
    return names, get_type_hints(struct, include_extras=True)


def _object_flaws(
    value: Any, struct: type[msgspec.Struct], path: Path
) -> Iterator[Flaw]:
    if not isinstance(value, dict):
        yield (
            path,
            "wrong-type",
            say("an object is needed here, not {given}", given=_show(value)),
            NOTHING,
        )
        return
    names, hints = _shape_of(struct)
    tag = struct.__struct_config__.tag_field
    for key, item in value.items():
        if key == tag:
            continue
        if key not in names:
            close = near(key, names)
            hint = (
                say("did you mean {name}?", name=repr(close[0]))
                if close
                else say("known fields: {names}", names=", ".join(names))
            )
            yield (
                (*path, key),
                "unknown-field",
                say("unknown field {name}", name=repr(key)),
                hint,
            )
            continue
        yield from flaws(item, hints[names[key].name], (*path, key))
    for name, field in names.items():
        if field.required and name not in value:
            yield (
                (*path, name),
                "missing-field",
                say("the field {name} is missing", name=repr(name)),
                NOTHING,
            )


def _leaf_flaws(value: Any, shape: Any, path: Path) -> Iterator[Flaw]:
    if isinstance(value, str) and Actor in (shape, *get_args(shape)):
        yield from actor_flaws(value, path)
        return
    if isinstance(value, str) and (why := bad_text(value)) is not None:
        yield path, "bad-text", why, say("remove it")
        return
    if ListName in (shape, *get_args(shape)):
        if value is not None or not _allows_none(shape):
            yield from list_flaws(value, path)
        return
    try:
        msgspec.convert(value, shape)
    except msgspec.ValidationError as error:
        yield (
            path,
            "wrong-value",
            say(
                "{given} is not {kind}",
                given=_show(value),
                kind=_wanted(shape) or error,
            ),
            NOTHING,
        )
        return
    if (
        isinstance(value, str)
        and Day in (shape, *get_args(shape))
        and not is_day(value)
    ):
        yield (
            path,
            "no-such-day",
            say("{text} is not a day of the calendar", text=value),
            NOTHING,
        )


def list_flaws(name: Any, path: Path = ("list",)) -> Iterator[Flaw]:
    """Yield a flaw unless some rulebook keeps a list of this name."""
    if name not in LISTS:
        known = say("one of {names}", names=" ".join(LISTS))
        yield (
            path,
            "wrong-value",
            say("{given} is not {kind}", given=_show(name), kind=known),
            NOTHING,
        )


def bad_text(text: str) -> Message | None:
    """Say why a text cannot be stored: control characters and surrogates are kept out
    of the ledger.
    """
    if text.isprintable():  # as nearly every text is: no look at each character
        return None
    for character in text:
        category = unicodedata.category(character)
        if category in ("Cc", "Cs") or character in "\u2028\u2029":
            return forbidden(character)
    return None


def forbidden(character: str) -> Message:
    return say(
        "the character U+{code} is not allowed in a text", code=f"{ord(character):04X}"
    )


def _show(value: Any) -> str:
    shown = (
        json.dumps(value, ensure_ascii=False)
        if not isinstance(value, dict | list)
        else type(value).__name__
    )
    return shown if len(shown) <= 60 else shown[:57] + "..."


def _wanted(shape: Any) -> Message:
    """Say what a field takes; empty for fields of which nothing is known."""
    origin = get_origin(shape)
    if origin in (Union, types.UnionType):
        return joined(
            dict.fromkeys(filter(None, map(_wanted, get_args(shape)))), " or "
        )
    if origin is Literal:
        return say("one of {names}", names=" ".join(map(str, get_args(shape))))
    if origin is Annotated:
        return _described(shape)
    return _BY_TYPE.get(shape) or _BY_TYPE.get(origin, NOTHING)


_BY_TYPE: dict[Any, Message] = {
    int: say("a whole number"),
    float: say("a number"),
    str: say("a text"),
    bool: say("true or false"),
    list: say("a list"),
    tuple: say("a list"),
    dict: say("an object"),
}


def _described(shape: Any) -> Message:
    base, *metas = get_args(shape)
    meta = next(m for m in metas if isinstance(m, msgspec.Meta))
    if meta.extra is not None:
        words: Message = meta.extra["takes"]
        return words
    if meta.min_length is not None or meta.max_length is not None:
        return say(
            "a text of {least} to {most} characters",
            least=meta.min_length,
            most=meta.max_length,
        )
    if base is str:
        return _BY_TYPE[str]
    if base is not int:
        return say("a number from {least} to {most}", least=meta.ge, most=meta.le)
    least = (
        meta.ge if meta.ge is not None else meta.gt + 1 if meta.gt is not None else None
    )
    if meta.le is None:
        return say("a whole number from {least}", least=least)
    return say("a whole number from {least} to {most}", least=least, most=meta.le)


__all__ = [
    "MAX_DEPTH",
    "Chart",
    "JSONDecodeError",
    "field_name",
    "line_and_column",
    "places",
    "skip_blank",
]
