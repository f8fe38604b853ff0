"""Say in words what a field takes, and show what it was given."""

import json
import types
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec

from messages import NOTHING, Message, joined, say


def shown(value: Any) -> str:
    text = (
        json.dumps(value, ensure_ascii=False)
        if not isinstance(value, dict | list)
        else type(value).__name__
    )
    return text if len(text) <= 60 else text[:57] + "..."


def wanted(shape: Any) -> Message:
    """Say what a field takes; empty for fields of which nothing is known."""
    origin = get_origin(shape)
    if origin in (Union, types.UnionType):
        return joined(dict.fromkeys(filter(None, map(wanted, get_args(shape)))), " or ")
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
