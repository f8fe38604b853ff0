"""Read an address and its query string into a question: every name known, given once, its
value of the right kind.

A typing mistake in `as_of` must never answer today's rating, so nothing is ignored.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeVar
from urllib.parse import unquote_to_bytes

import msgspec

from ledger.days import no_day
from ledger.errors import Problem, Usage, Where
from messages import Message, say
from messages.near import near_words
from projections.answers.asking import Asked
from projections.answers.parameters import Parameter, Value, is_whole, parameters_of

Q = TypeVar("Q", bound=Asked)
MOST = 100  # parameters in one address


def asked_of(
    asked: type[Q],
    in_path: Mapping[str, str],
    query: bytes,
    *,
    forgiving: bool = False,
    beside: Iterable[str] = (),
) -> Q:
    """Read the question, or refuse with every problem of its address at once.
    `forgiving`: a field of a form that was left empty counts as not given; a program
    that sends one has a slip. `beside`: parameters of the address that are no part of
    the question.
    """
    known = parameters_of(asked)
    values: dict[str, Value] = {}
    gathered: dict[str, list[Value]] = {}
    named: set[str] = set()
    problems: list[Problem] = []
    for name, text in (*in_path.items(), *query_pairs(query)):
        parameter = known.get(name)
        if parameter is None or (name in in_path and text != in_path[name]):
            problems.append(
                _unknown(name, [key for key in (*known, *beside) if key not in in_path])
            )
            continue

        if text == "" and forgiving:
            continue
        if name in named and not parameter.many:
            if not any(problem.where.field == name for problem in problems):
                message = say("{name} is given twice", name=name)
                problems.append(
                    Problem(
                        "parameter-twice",
                        message,
                        Where(field=name),
                        say("give it once"),
                    )
                )
            continue

        named.add(name)
        value = parameter.read(text)
        if value is None:
            problems.append(
                Problem(
                    "parameter",
                    _misfit(name, text, parameter),
                    Where(field=name),
                    _hint(text, parameter),
                )
            )
        elif parameter.many:
            gathered.setdefault(name, []).append(value)
        else:
            values[name] = value

    for name, parameter in known.items():
        if parameter.required and name not in named:
            hint = say("{name} takes {kind}", name=name, kind=parameter.takes)
            problems.append(
                Problem(
                    "parameter",
                    say("{name} is missing", name=name),
                    Where(field=name),
                    hint,
                )
            )

    if problems:
        raise Usage(problems)

    return msgspec.convert({**values, **gathered}, asked)


def asked_in(asked: type[Q], scope: Any, *, forgiving: bool = False) -> Q:
    """Read the question of a request: `asked_in(Events, request.scope)`."""
    in_path = {name: str(value) for name, value in scope["path_params"].items()}
    return asked_of(asked, in_path, scope["query_string"], forgiving=forgiving)


def query_pairs(query: bytes) -> Iterator[tuple[str, str]]:
    """Yield names and values as they stand; anything that is no UTF-8 is refused."""
    parts = [part for part in query.split(b"&") if part]
    if len(parts) > MOST:
        message = say("the address has more than {count} parameters", count=MOST)
        raise Usage(Problem("parameter", message, hint=say("ask for less at once")))

    for part in parts:
        name, _, value = part.partition(b"=")
        try:
            yield _decoded(name), _decoded(value)
        except UnicodeDecodeError:
            message = say("the query string is not UTF-8")
            raise Usage(
                Problem("not-utf8", message, hint=say("percent-encode it as UTF-8"))
            ) from None


def number_in(text: str) -> int | None:
    """Read the number of a draft, a case or an event: at most fifteen ASCII digits;
    None for anything else.
    """
    return int(text) if text.isascii() and text.isdigit() and len(text) < 16 else None


def _decoded(part: bytes) -> str:
    if b"%" in part or b"+" in part:
        part = unquote_to_bytes(part.replace(b"+", b" "))

    text = part.decode("utf-8")
    if "\x00" in text:
        raise Usage(
            Problem(
                "parameter",
                say("the query string holds a zero byte"),
                hint=say("remove it"),
            )
        )

    return text


def _unknown(name: str, known: list[str]) -> Problem:
    near = near_words(name, known)
    if known:
        listed = say("known here: {names}", names=", ".join(sorted(known)))
    else:
        listed = say("this address takes none")
    hint = say("did you mean {name}?", name=near[0]) if near else listed

    return Problem(
        "unknown-parameter",
        say("there is no parameter {name}", name=repr(name[:60])),
        Where(field=name[:60]),
        hint,
    )


def _misfit(name: str, text: str, parameter: Parameter) -> Message:
    if not text:
        return say("{name} is empty", name=name)
    if parameter.kind in ("text", "actor") and len(text) > parameter.longest:
        return say("{what} is too long", what=name)
    if (
        parameter.kind == "whole"
        and text.isascii()
        and text.isdigit()
        and not is_whole(text)
    ):
        return say("{what} is too large", what=name)

    if parameter.kind == "day":
        return say("{name}: {what}", name=name, what=no_day(text))

    return say(
        "{name}: {text} is not {kind}",
        name=name,
        text=repr(text[:60]),
        kind=parameter.takes,
    )


def _hint(text: str, parameter: Parameter) -> Message:
    near = near_words(text, parameter.one_of)
    if near:
        return say("did you mean {name}?", name=near[0])

    may_be_missing = not parameter.required and not parameter.needed
    if not text and may_be_missing:
        return say("leave the parameter out")
    return say("it takes {kind}", kind=parameter.takes)
