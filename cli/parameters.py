"""The arguments and options of a command that asks a question, read off the question's
struct: their names, their types, the completion of ids.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from cli.completion import COMPLETED
from messages import Message, joined_message, say

if TYPE_CHECKING:
    from projections.answers.asking import Asked
    from projections.answers.parameters import Parameter


NAMED = "_named"  # of what stands on the line, and may be given with its name too


def parameters_by_field(kinds: "Sequence[type[Asked]]") -> "dict[str, Parameter]":
    """Return the parameters that any of the questions takes, by the name of the field."""
    from projections.answers.parameters import parameters_of

    taken = {}
    # where several take a field, the first of them says how
    for kind in reversed(kinds):
        for parameter in parameters_of(kind).values():
            taken[parameter.field] = parameter
    return taken


def params(
    kinds: "Sequence[type[Asked]]",
    taken: "Mapping[str, Parameter]",
    optional: Sequence[str] = (),
) -> Iterator[click.Parameter]:
    """Make the arguments and options of what some questions take. An argument of
    `optional` may be left out.
    """
    by_name = {parameter.name: parameter for parameter in taken.values()}
    line = list(dict.fromkeys(name for kind in kinds for name in kind.line))
    for name in line:
        yield argument_of(
            by_name[name],
            name not in optional and all(_requires(kind, name) for kind in kinds),
        )
    for name, parameter in by_name.items():
        if name not in line or parameter.option is not None:
            needed = name not in line and all(_requires(kind, name) for kind in kinds)
            dest = parameter.field + (NAMED if name in line else "")
            yield option_of(
                parameter, dest, needed, parameter.field in kinds[0].__struct_fields__
            )


def _requires(kind: "type[Asked]", name: str) -> bool:
    from projections.answers.parameters import parameters_of

    parameter = parameters_of(kind).get(name)
    return parameter is not None and parameter.required


def argument_of(parameter: "Parameter", required: bool) -> click.Argument:
    """Make the argument that a parameter is: `NAME`, `[NAME]` or, for many, `NAME...`."""
    if parameter.metavar:
        metavar = parameter.metavar
    else:
        metavar = parameter.name.upper()
        if not required:
            metavar = f"[{metavar}]"
        if parameter.many:
            metavar += "..."
    return click.Argument(
        [parameter.field],
        type=_type(parameter),
        nargs=-1 if parameter.many else 1,
        required=required,
        metavar=metavar,
        shell_complete=COMPLETED.get(parameter.ids or ""),
    )


def option_of(
    parameter: "Parameter", dest: str, required: bool, shows_default: bool
) -> click.Option:
    name = (parameter.option or parameter.name).replace("_", "-")
    if parameter.kind == "flag":
        return click.Option([f"--{name}", dest], is_flag=True, help=parameter.words)
    metavar = None
    if not parameter.one_of:
        metavar = parameter.metavar or ("N" if parameter.kind == "whole" else None)
    option = click.Option(
        [f"--{name}", dest],
        type=_type(parameter),
        multiple=parameter.many,
        required=required,
        metavar=metavar,
        help=parameter.words,
        shell_complete=COMPLETED.get(parameter.ids or ""),
    )
    if shows_default and parameter.default not in (None, 0, ()):
        option.default, option.show_default = parameter.default, True
    return option


def _type(parameter: "Parameter") -> click.ParamType[Any] | None:
    match parameter.kind:
        case "choice":
            return click.Choice(parameter.one_of)
        case "whole" if parameter.least is not None or parameter.most is not None:
            return click.IntRange(parameter.least, parameter.most)
        case "whole":
            return click.INT
        case "number":
            return click.FLOAT
        case "day" | "year":
            return DayType(parameter)
        case "actor":
            return ActorType(parameter)
    return None


class ActorType(click.ParamType[str]):
    """A parameter type for the name of somebody who acts."""

    name = "actor"

    def __init__(self, parameter: "Parameter") -> None:
        self._parameter = parameter

    def convert(
        self, value: str, param: click.Parameter | None, ctx: click.Context | None
    ) -> Any:
        read = self._parameter.read(value)
        if read is None:
            self.fail(
                say("{text!r} is not {kind}.", text=value, kind=self._parameter.takes),
                param,
                ctx,
            )
        return read


class DayType(click.ParamType[str]):
    """A parameter type for a day of the calendar, or a year."""

    def __init__(self, parameter: "Parameter") -> None:
        self.name = parameter.kind
        self._parameter = parameter

    def _flaw(self, text: str) -> Message:
        if self.name == "year":
            return say(
                "{text!r} is neither a year nor a day; write it as YYYY or YYYY-MM-DD.",
                text=text,
            )
        from ledger.days import how_a_day_is_written, no_day

        return joined_message(
            filter(None, (no_day(text), how_a_day_is_written(text))), "; "
        )

    def convert(
        self, value: str, param: click.Parameter | None, ctx: click.Context | None
    ) -> Any:
        read = self._parameter.read(value)
        if read is None:
            self.fail(self._flaw(value), param, ctx)
        return read
