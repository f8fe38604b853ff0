"""Commands that do something, and groups of commands: the frame that each of them has, said once.

    group("key", "The key that signs checkpoints.", "selo key new", {
        "show": act("The public key.", "selo key show > selo.pub", _shown, KEY, does="audit.signing:key_file"),
    })

A command is made, and what it calls is imported, when it is used. What a question or a document takes is read off its
struct: arguments, options, their types, the completion of ids.
"""

import importlib
import inspect
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from typing import TYPE_CHECKING, Any, Literal

import click

from cli import options
from cli.options import DEFAULT_LEDGER, is_there
from cli.output import answer, json_option, row_options, talk
from messages import Message, say

if TYPE_CHECKING:
    from ledger.documents import Document
    from messages.answer import Answer
    from projections.answers.asking import Asked
    from projections.answers.parameters import Parameter

Maker = Callable[[], click.Command]
Text = Callable[[Any], Iterable[str]]


def argument(name: str, **settings: Any) -> click.Argument:
    return click.Argument([name], **settings)


def option(*names: str, **settings: Any) -> click.Option:
    return click.Option(names, **settings)


def act(
    words: str,
    example: str,
    text: Text | None,
    *params: click.Parameter,
    does: "str | Callable[..., Answer | None]",
    remark: Callable[[Any], Message] | None = None,
    rows: bool = False,
) -> Maker:
    """Make a command that calls a function and prints what it answers.

    text    the answer as lines; None where the function prints it itself
    params  its arguments and options, named as the function names them
    does    the function, or its module:name; it is given the ledger, who acts and the moment too, where it has
            parameters `ledger`, `by` and `now`, or all that comes from outside, where it has `outside`
    remark  what is said beside the answer, afterwards
    rows    the answer is rows, which --jsonl and --csv print
    """

    def made() -> click.Command:
        def run(**values: Any) -> None:
            from ledger.store.database import look
            from messages.answer import columns_of

            look(options.ledger_path())
            function: Callable[..., Any] = imported(does) if isinstance(does, str) else does
            outside = {
                "ledger": options.ledger_path, "by": options.acting, "now": options.now, "outside": options.outside,
            }  # fmt: skip
            taken = inspect.signature(function).parameters
            done = function(**values, **{name: get() for name, get in outside.items() if name in taken})
            if text is not None:
                answer(done, text(done), *((done.rows, columns_of(done)) if rows else ()))
            if remark is not None:
                talk(remark(done))

        command = click.command(params=[*params], help=with_examples(words, [example]))
        return command((row_options if rows else json_option)(run))

    return made


def imported(place: str) -> Any:
    """Import what is named as module:name."""
    module, _, name = place.partition(":")
    return getattr(importlib.import_module(module), name)


def with_examples(words: str, examples: Sequence[str]) -> str:
    """Put the examples of a command under its words, as its help shows them."""
    heading = "Example" if len(examples) == 1 else "Examples"
    return f"{words}\n\n\b\n{heading}:" + "".join(f"\n    {example}" for example in examples)


class Group(click.Group):
    """A group whose commands are made when they are used."""

    def __init__(self, *arguments: Any, **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self.makers: dict[str, Maker] = {}

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*self.commands, *self.makers]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        maker = self.makers.get(cmd_name)
        return super().get_command(ctx, cmd_name) if maker is None else named(maker, cmd_name)


def group(name: str, words: str, example: str, makers: Mapping[str, Maker]) -> Group:
    """Make a group of commands."""
    made = json_option(Group(name, help=with_examples(words, [example])))
    made.makers |= makers
    return made


def named(maker: Maker, name: str) -> click.Command:
    """Make a command under its name."""
    command = maker()
    command.name = name
    return command


def ids(context: click.Context, what: Literal["person", "tournament"], start: str) -> list[str]:
    """Return ids that begin so, straight from the ledger; nothing when there is no ledger."""
    path = context.find_root().params.get("ledger") or os.environ.get("SELO_LEDGER") or DEFAULT_LEDGER
    return beginning(path, what, start) if is_there(path) else []


MOST = 200  # ids that a shell is told


def beginning(path: str, what: Literal["person", "tournament"], start: str) -> list[str]:
    """Return the ids that begin with a text, in order; none when the ledger cannot be asked, because completion never
    complains.
    """
    from ledger.errors import SeloError
    from ledger.store import persons
    from ledger.store.database import connect, in_words
    from projections.tables import notes

    try:
        with in_words(path), closing(connect(path, write=False, wait=0.05)) as connection:
            asked = persons.ids_beginning if what == "person" else notes.ids_beginning
            return asked(connection, start, MOST)
    except SeloError:
        return []


def players(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
    return ids(context, "person", incomplete)


def tournaments(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
    return ids(context, "tournament", incomplete)


NAMED = "_named"  # of what stands on the line, and may be given with its name too
_COMPLETED = {"person": players, "tournament": tournaments}


def params(
    kinds: "Sequence[type[Asked]]", taken: "Mapping[str, Parameter]", optional: Sequence[str]
) -> Iterator[click.Parameter]:
    by_name = {parameter.name: parameter for parameter in taken.values()}
    line = list(dict.fromkeys(name for kind in kinds for name in kind.line))
    for name in line:
        yield _argument(by_name[name], name not in optional and all(_requires(kind, name) for kind in kinds))
    for name, parameter in by_name.items():
        if name not in line or parameter.option is not None:
            needed = name not in line and all(_requires(kind, name) for kind in kinds)
            dest = parameter.field + (NAMED if name in line else "")
            yield _option(parameter, dest, needed, parameter.field in kinds[0].__struct_fields__)


def _requires(kind: "type[Asked]", name: str) -> bool:
    from projections.answers.parameters import parameters_of

    parameter = parameters_of(kind).get(name)
    return parameter is not None and parameter.required


def _argument(parameter: "Parameter", required: bool) -> click.Argument:
    name = parameter.metavar or parameter.name.upper()
    more = "..." if parameter.many and not parameter.metavar else ""
    metavar = f"{name}{more}" if required or parameter.metavar else f"[{name}]{more}"
    return click.Argument(
        [parameter.field], type=_type(parameter), nargs=-1 if parameter.many else 1, required=required,
        metavar=metavar, shell_complete=_COMPLETED.get(parameter.ids or ""),
    )  # fmt: skip


def _option(parameter: "Parameter", dest: str, required: bool, shows_default: bool) -> click.Option:
    name = (parameter.option or parameter.name).replace("_", "-")
    if parameter.kind == "flag":
        return click.Option([f"--{name}", dest], is_flag=True, help=parameter.words)
    option = click.Option(
        [f"--{name}", dest], type=_type(parameter), multiple=parameter.many, required=required,
        metavar=None if parameter.one_of else parameter.metavar or ("N" if parameter.kind == "whole" else None),
        help=parameter.words, shell_complete=_COMPLETED.get(parameter.ids or ""),
    )  # fmt: skip
    if shows_default and parameter.default not in (None, 0, ()):
        option.default, option.show_default = parameter.default, True
    return option


MANY_CHOICES = 10  # more than a synopsis has room for


def document_params(
    struct: "type[Document]", line: Sequence[str], fields: Mapping[str, str], optional: Sequence[str] = ()
) -> list[click.Parameter]:
    """Make parameters of some fields of a document: those of `line` in their order, and the others as options with
    their help. What a value may be is said where the document is read.
    """
    if not line and not fields:  # most commands take nothing of a game or a header, and start without their structs
        return []
    from projections.answers.parameters import parameters_of

    known = {name: _as_typed(one, optional) for name, one in parameters_of(struct).items()}
    return [
        *(_argument(known[name], known[name].required) for name in line),
        *(_option(known[name]._replace(words=words), known[name].field, known[name].required, False)
          for name, words in fields.items()),
    ]  # fmt: skip


def _as_typed(parameter: "Parameter", optional: Sequence[str]) -> "Parameter":
    kind = "text" if len(parameter.one_of) > MANY_CHOICES else parameter.kind
    ids = {"tournament": "tournament", **dict.fromkeys(("player", "white", "black", "from", "into"), "person")}
    return parameter._replace(
        kind=kind, one_of=parameter.one_of if kind == "choice" else (), least=None, most=None,
        required=parameter.required and parameter.name not in optional, ids=ids.get(parameter.name),
        metavar=_METAVARS.get(parameter.name),
    )  # fmt: skip


_METAVARS = {
    "game": "ID", "white": "PLAYER", "black": "PLAYER", "result": "RESULT", "on": "DAY", "as_of": "DAY",
    "expect_version": "SEQ", "born": "YEAR-OR-DAY", "federation": "FED", "federation_from": "DAY", "minutes": "N",
}  # fmt: skip


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
            return Dated(parameter)
    return None


class Dated(click.ParamType[str]):
    """A parameter type for a day of the calendar, or a year."""

    def __init__(self, parameter: "Parameter") -> None:
        self.name = parameter.kind
        self._parameter = parameter

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        read = self._parameter.read(value)
        if read is None:
            flaw = say("{text!r} is not a day; write it as YYYY-MM-DD.", text=value) if self.name == "day" else say(
                "{text!r} is neither a year nor a day; write it as YYYY or YYYY-MM-DD.", text=value)  # fmt: skip
            self.fail(flaw, param, ctx)
        return read
