"""Say in words what a field takes, and show what it was given."""

import json
import types
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec

from messages import NOTHING, Message, joined_message, say


def shown(value: Any) -> str:
    """Show a value as JSON has it, in at most 60 characters; of a list or an object
    only which of them it is.

        "Aho"          "Aho"
        {"a": 1}       dict
    """
    if isinstance(value, dict | list):
        return type(value).__name__

    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else text[:57] + "..."


def what_it_takes(shape: Any) -> Message:
    """Say what a field takes, such as `a whole number from 1 or a text`; empty for
    fields of which nothing is known.

    shape: the type of the field, as msgspec takes it; of several kinds each is said
    once.
    """
    origin = get_origin(shape)
    if origin in (Union, types.UnionType):
        kinds = filter(None, map(what_it_takes, get_args(shape)))
        return joined_message(dict.fromkeys(kinds), " or ")

    if origin is Literal:
        names = " ".join(map(str, get_args(shape)))
        return say("one of {names}", names=names)

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
    """Say what a type takes that is annotated with its limits.

    A type whose limits say it in words of their own is described by these; else the
    limits are. One that is only more than a number begins with the next one.
    """
    base, *annotations = get_args(shape)
    limits = next(note for note in annotations if isinstance(note, msgspec.Meta))
    if limits.extra is not None:
        words: Message = limits.extra["takes"]
        return words

    if limits.min_length is not None or limits.max_length is not None:
        return say(
            "a text of {least} to {most} characters",
            least=limits.min_length,
            most=limits.max_length,
        )
    if base is str:
        return _BY_TYPE[str]
    if base is not int:
        return say("a number from {least} to {most}", least=limits.ge, most=limits.le)

    least = limits.ge
    if least is None and limits.gt is not None:
        least = limits.gt + 1
    if limits.le is None:
        return say("a whole number from {least}", least=least)

    return say("a whole number from {least} to {most}", least=least, most=limits.le)
