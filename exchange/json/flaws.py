"""Find every flaw in the shape of a document at once, where the strict decoder stops at
the first.

Used only when something is wrong, so it is simple rather than fast.
"""

import functools
import types
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from typing import Any, NamedTuple, Union, get_args, get_origin, get_type_hints

import msgspec

from exchange.json.characters import fault_of_text
from exchange.json.kinds import shown, what_it_takes
from exchange.json.positions import Path
from ledger.actors import actor_flaws
from ledger.days import is_day
from ledger.errors import Problem, Refused, Where, field_name
from ledger.field_types import Actor, Day, ListName
from ledger.flaws import Flaw, flaw
from messages import say
from messages.near import near_words
from rulebooks import LISTS


def refusal(flaws: Iterable[Flaw], where: Where) -> Refused:
    """Turn the flaws of one value into problems, each at its field of the file that the
    value was read from.

    where: the place of the whole value; the field of it is put to each flaw.
    """
    problems = []
    for path, code, message, hint in flaws:
        at_field = replace(where, field=field_name(path))
        problems.append(Problem(code, message, at_field, hint))

    return Refused(problems)


def flaws(value: Any, shape: Any, path: Path = ()) -> Iterator[Flaw]:
    """Yield a flaw for each field of a value that does not fit its shape.

    `shape`: a type as msgspec takes it, also of a field; `path`: where the value stands
    in what it is a part of.

        {"kind": "player", "nam": "Aho"}    unknown-field at nam, missing-field at player
    """
    struct = _struct_of(shape)
    is_stated = value is not None or not _allows_none(shape)
    list_shape = _list_of(shape) if isinstance(value, list | tuple) else None

    if struct is not None and is_stated:
        yield from _object_flaws(value, struct, path)
    elif list_shape is not None:
        item_shape, *_ = get_args(list_shape)
        for index, item in enumerate(value):
            yield from flaws(item, item_shape, (*path, index))
    elif isinstance(value, dict) and get_origin(shape) is dict:
        key_shape, item_shape = get_args(shape)
        for key, item in value.items():
            yield from _leaf_flaws(key, key_shape, (*path, key))
            yield from flaws(item, item_shape, (*path, key))
    else:
        yield from _leaf_flaws(value, shape, path)


def _alternatives(shape: Any) -> tuple[Any, ...]:
    """Return the shapes of which a value has to fit one; of a shape that is no union it
    is the only one.
    """
    if get_origin(shape) in (Union, types.UnionType):
        return get_args(shape)
    return (shape,)


def _struct_of(shape: Any) -> type[msgspec.Struct] | None:
    """Return the struct that a shape is or may be; None where it is no object."""
    for candidate in _alternatives(shape):
        if isinstance(candidate, type) and issubclass(candidate, msgspec.Struct):
            return candidate
    return None


def _list_of(shape: Any) -> Any:
    """Return the list that a shape is or may be, as a type with the shape of its items;
    None where it is none.
    """
    for candidate in _alternatives(shape):
        if get_origin(candidate) in (list, tuple):
            return candidate
    return None


def _allows_none(shape: Any) -> bool:
    """Return whether null is one of the values that fit a shape; a field that may be
    left out need not allow it.
    """
    return type(None) in get_args(shape)


class _Member(NamedTuple):
    """A member of an object: the shape of its value, and whether it must be there."""

    shape: Any
    is_required: bool


@functools.cache
def _members_of(struct: type[msgspec.Struct]) -> dict[str, _Member]:
    """Return the members of an object by their names in JSON. A struct is looked at
    once, however many values of it have flaws.
    """
    shapes = get_type_hints(struct, include_extras=True)
    members = {}
    for field in msgspec.structs.fields(struct):
        shape = shapes[field.name]
        members[field.encode_name] = _Member(shape, field.required)

    return members


def _object_flaws(
    value: Any, struct: type[msgspec.Struct], path: Path
) -> Iterator[Flaw]:
    """Yield the flaws of what should be an object with the fields of a struct.

    Each unknown field, each that is missing, and whatever is wrong inside the others.
    """
    if not isinstance(value, dict):
        message = say("an object is needed here, not {given}", given=shown(value))
        yield flaw(path, "wrong-type", message)
        return

    members = _members_of(struct)
    tag = struct.__struct_config__.tag_field
    for key, item in value.items():
        if key == tag:
            continue
        if key in members:
            yield from flaws(item, members[key].shape, (*path, key))
        else:
            yield _unknown_field_flaw(key, members, path)

    for name, member in members.items():
        if member.is_required and name not in value:
            message = say("the field {name} is missing", name=repr(name))
            yield flaw((*path, name), "missing-field", message)


def _unknown_field_flaw(key: str, names: Collection[str], path: Path) -> Flaw:
    """Return the flaw of a field that no object of this kind has; its hint names the
    one that may be meant, else all of them.

        nam    did you mean 'name'?
    """
    close = near_words(key, names)
    if close:
        hint = say("did you mean {name}?", name=repr(close[0]))
    else:
        hint = say("known fields: {names}", names=", ".join(names))

    message = say("unknown field {name}", name=repr(key))
    return flaw((*path, key), "unknown-field", message, hint)


def _leaf_flaws(value: Any, shape: Any, path: Path) -> Iterator[Flaw]:
    """Yield the flaws of a value that is no object and no list.

    shape: what it should be. path: where it stands.

    Actors, lists and days have rules that their patterns do not hold, so they are
    looked at beside what msgspec takes. A text with a character that nobody can see is
    told of for that alone.
    """
    kinds = (shape, *get_args(shape))
    if isinstance(value, str):
        if Actor in kinds:
            yield from actor_flaws(value, path)
            return
        why = fault_of_text(value)
        if why is not None:
            yield flaw(path, "bad-text", why, say("remove it"))
            return

    if ListName in kinds:
        if value is not None or not _allows_none(shape):
            yield from list_flaws(value, path)
        return

    try:
        msgspec.convert(value, shape)
    except msgspec.ValidationError as error:
        kind = what_it_takes(shape) or error
        message = say("{given} is not {kind}", given=shown(value), kind=kind)
        if isinstance(value, str) and _list_of(shape) is not None:
            brackets = say(
                "write it in brackets: {example}", example=f"[{shown(value)}]"
            )
            yield flaw(path, "wrong-value", message, brackets)
            return
        yield flaw(path, "wrong-value", message)
        return

    if isinstance(value, str) and Day in kinds and not is_day(value):
        message = say("{text} is not a day of the calendar", text=value)
        yield flaw(path, "no-such-day", message)


def list_flaws(name: Any, path: Path = ("list",)) -> Iterator[Flaw]:
    """Yield a flaw unless some rulebook keeps a list of this name; its message names
    those that there are.
    """
    if name not in LISTS:
        known = say("one of {names}", names=" ".join(LISTS))
        message = say("{given} is not {kind}", given=shown(name), kind=known)
        yield flaw(path, "wrong-value", message)
