"""Read off the struct of a question what it takes and answers: options, addresses and
their description follow.
"""

import re
from collections.abc import Mapping
from datetime import date
from functools import cache
from typing import Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

import msgspec
from msgspec import inspect

from ledger.actors import flaw_of, spelled
from ledger.field_types import ACTOR_TAKES, LONGEST_ACTOR
from messages import Message, say
from messages.answer import Answer
from projections.answers.asking import Asked
from rulebooks import LISTS

Value = str | int | bool
Kind = Literal["text", "actor", "day", "year", "choice", "whole", "number", "flag"]
_WHOLE = re.compile(r"-?[0-9]{1,15}")
_YEAR = re.compile(r"[0-9]{4}")


class Parameter(NamedTuple):
    """A parameter. `field`: its name in the struct; `name`: in an address, and with
    hyphens on a command line.

    `words` say what it is for; `metavar` what stands for its value in a synopsis; `ids`
    whose ids complete it; `schema` and `needed`: of a text that the question itself
    reads, what it may be, and whether it asks for one.
    """

    field: str
    name: str
    kind: Kind = "text"
    many: bool = False
    required: bool = False
    default: Any = None
    one_of: tuple[str, ...] = ()
    least: int | None = None
    most: int | None = None
    longest: int = 200
    pattern: str | None = None
    words: str = ""
    schema: Mapping[str, Any] | None = None
    needed: bool = False
    metavar: str | None = None
    ids: str | None = None
    option: str | None = None

    @property
    def takes(self) -> Message:
        """Say what its value may be."""
        match self.kind:
            case "choice":
                return say("one of {names}", names=", ".join(self.one_of))
            case "actor":
                return say("a name: {what}", what=ACTOR_TAKES)
            case "day":
                return say("a day as YYYY-MM-DD")
            case "year":
                return say("a year")
            case "flag":
                return say("true or false")
            case "text" if self.pattern is None:
                return say("a text")
            case "text":
                return say("an id: 1 to 64 of A-Z a-z 0-9 . _ -")

        if self.least is None:
            return say("a whole number")
        if self.most is None:
            return say("a whole number from {least}", least=self.least)
        return say(
            "a whole number from {least} to {most}", least=self.least, most=self.most
        )

    def read(self, text: str) -> Value | None:
        """Read the value from a text in an address; None where it is nothing of the
        kind.
        """
        match self.kind:
            case "choice":
                return text if text in self.one_of else None
            case "actor":
                return spelled(text) if flaw_of(spelled(text)) is None else None
            case "day":
                return day_of(text)
            case "year":
                return year_of(text)
            case "flag":
                return {"true": True, "false": False}.get(text)
            case "text":
                return text if self._fits(text) else None
        return self._number(text)

    def _fits(self, text: str) -> bool:
        """Tell whether a text is as long, and of the pattern, as it has to be."""

        if not text or len(text) > self.longest:
            return False

        if self.pattern is None:
            return True
        return re.search(self.pattern, text) is not None

    def _number(self, text: str) -> int | None:
        """Read a whole number; None where it is none, or too small or too large."""

        if not is_whole(text):
            return None
        number = int(text)

        if self.least is not None and number < self.least:
            return None
        if self.most is not None and number > self.most:
            return None
        return number


@cache
def parameters_of(asked: type[msgspec.Struct]) -> dict[str, Parameter]:
    """Return the parameters of a question, or the fields of a document, by the names
    they have outside.
    """

    described = inspect.type_info(asked)
    assert isinstance(described, inspect.StructType)
    parameters = {}

    for field in described.fields:
        parameter = _with_type(_parameter_of_field(field), field.type)
        if parameter.kind == "choice":
            parameter = _with_ordered_choices(parameter, asked)
        parameters[field.encode_name] = parameter
    return parameters


def _with_ordered_choices(
    parameter: Parameter, asked: type[msgspec.Struct]
) -> Parameter:
    """Put the choices in the order in which they are declared, which the description
    does not keep.
    """

    declared = _words(get_type_hints(asked)[parameter.field])
    if set(declared) != set(parameter.one_of):
        return parameter
    return parameter._replace(one_of=declared)


def _words(hint: Any) -> tuple[str, ...]:
    """Return the values of the literals in a type, in the order declared."""

    parts = get_args(hint)
    if get_origin(hint) is Literal:
        return tuple(map(str, parts))

    words: list[str] = []
    for part in parts:
        words += _words(part)
    return tuple(words)


def _parameter_of_field(field: inspect.Field) -> Parameter:
    """Return the parameter of a field, without what its type says."""

    default = field.default
    if default is msgspec.NODEFAULT:
        default = None
    return Parameter(
        field=field.name,
        name=field.encode_name,
        required=field.required,
        default=default,
    )


def _with_type(parameter: Parameter, kind: inspect.Type) -> Parameter:
    """Return the parameter with what its type says: its kind, its limits, its words."""
    match kind:
        case inspect.Metadata(type=inner):
            return _with_type(_described(parameter, kind), inner)
        case inspect.UnionType(types=parts):
            kinds = [part for part in parts if not isinstance(part, inspect.NoneType)]
            # a whole number or another: only documents have such fields
            if len(kinds) > 1:
                return parameter._replace(kind="number")
            return _with_type(parameter, kinds[0])
        case inspect.VarTupleType(item_type=item):
            return _with_type(parameter._replace(many=True), item)
        case inspect.StrType() if parameter.kind == "actor":
            return parameter._replace(longest=LONGEST_ACTOR)
        case inspect.LiteralType(values=values):
            words = tuple(map(str, values))
            return parameter._replace(kind="choice", one_of=words)
        case inspect.BoolType():
            return parameter._replace(kind="flag")
        case inspect.IntType(ge=least, le=most):
            return parameter._replace(kind="whole", least=least, most=most)
        case inspect.StrType(max_length=longest, pattern=pattern):
            longest = longest or parameter.longest
            return parameter._replace(longest=longest, pattern=pattern)
    return parameter


def _described(parameter: Parameter, kind: inspect.Metadata) -> Parameter:
    """Return the parameter with the words of its type, and what that says of itself."""
    schema = kind.extra_json_schema or {}

    # the outermost says most: the words of a field stand before those of its kind
    words = parameter.words or schema.get("description", "")
    stated = _stated(kind.extra or {}, parameter)
    return parameter._replace(words=words, **stated)


STATED = ("metavar", "option", "ids", "one_of", "schema", "needed")


def _stated(extra: Mapping[str, Any], known: Parameter) -> Mapping[str, Any]:
    """Return what the kind of a text says of itself (asking.py), as far as nothing has
    said it before.
    """

    # of a document, and the ledger does not know which there are
    if extra.get("names") == "list":
        extra = {**extra, "one_of": LISTS}

    stated: dict[str, Any] = {}
    for name in STATED:
        is_known = getattr(known, name)
        if name in extra and not is_known:
            stated[name] = extra[name]

    if "one_of" in extra:
        stated["kind"] = "choice"
    elif extra.get("reads") is not None:
        stated["kind"] = extra["reads"]
    return stated


def answers_of(asked: type[Asked]) -> tuple[type[Answer], ...]:
    """Return the types of a question's answer, as its own function declares them; a few

    questions have several.
    """
    hints = get_type_hints(_asking_function(asked))
    kind = hints["return"]
    return get_args(kind) or (kind,)


def _asking_function(asked: type[Asked]) -> Any:
    """Return the function by which a question is answered: its own, or the nearest that
    it inherits.
    """

    for kind in asked.__mro__:
        declared = vars(kind)
        for name in ("ask", "worked_out", "answered"):
            if name in declared:
                return declared[name]
    raise AssertionError(f"{asked} answers nothing")


def is_whole(text: str) -> bool:
    """Tell whether a text is a whole number, as a question takes one."""
    return _WHOLE.fullmatch(text) is not None


def day_of(text: str) -> str | None:
    """Return the text if it is a day of the calendar, else None."""
    try:
        return text if date.fromisoformat(text).isoformat() == text else None
    except ValueError:
        return None


def year_of(text: str) -> str | None:
    """Return the text if it is a year or a day of the calendar, else None."""
    return text if _YEAR.fullmatch(text) else day_of(text)
