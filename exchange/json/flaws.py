"""Find every flaw in the shape of a document at once, where the strict decoder stops at
the first.

Used only when something is wrong, so it is simple rather than fast.
"""

import functools
import types
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any, Union, get_args, get_origin, get_type_hints

import msgspec

from exchange.json.characters import bad_text
from exchange.json.kinds import shown, wanted
from exchange.json.positions import Path
from ledger.actors import actor_flaws
from ledger.errors import Problem, Refused, Where, field_name
from ledger.words import Actor, Day, ListName, is_day
from messages import NOTHING, Message, say
from messages.near import near
from rulebooks import LISTS

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
            say("an object is needed here, not {given}", given=shown(value)),
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
                given=shown(value),
                kind=wanted(shape) or error,
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
            say("{given} is not {kind}", given=shown(name), kind=known),
            NOTHING,
        )
