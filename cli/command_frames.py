"""Make commands that do something, and groups of commands, in the frame that each of
them has, said once.

    webhook_command = group("Where every event is sent to.", "selo webhook list", {
        "drop": act("Send nothing to it any more.", "selo webhook drop 0badcafe",
        _dropped, HOOK, does="features.webhooks.store.changes:drop_webhook"),
    })

A command is made, and what it calls is imported, when it is used.
"""

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from cli import options
from cli.output import answer, json_option, row_options, talk
from cli.parameters import parameters_by_field, params
from features.feature import imported
from messages import Message

if TYPE_CHECKING:
    from messages.answer import Answer

Maker = Callable[[], click.Command]
Text = Callable[[Any], Iterable[str]]
Own = click.Parameter | Callable[[], Iterable[click.Parameter]]


def argument(name: str, **settings: Any) -> click.Argument:
    """Make an argument of a command, which stands on the line without a name:
    `argument("file", required=False)`.

    It takes the same settings as click's decorator, but needs no function, so it can
    stand in a table of commands.
    """
    return click.Argument([name], **settings)


def option(*names: str, **settings: Any) -> click.Option:
    """Make an option of a command: `option("--limit", type=int, metavar="N", help="Only
    the newest N.")`.

    It takes the same settings as click's decorator, but needs no function, so it can
    stand in a table of commands.
    """
    return click.Option(names, **settings)


def act(
    words: str,
    example: str,
    text: Text | None,
    *own: Own | str,
    does: "str | Callable[..., Answer | None]",
    asks: Sequence[str] = (),
    remark: Callable[[Any], Message] | None = None,
    rows: bool = False,
) -> Maker:
    """Make a command that calls a function and prints what it answers.

    text    the answer as lines; None where the function prints it itself
    own     its arguments and options, named as the function names them; a name alone is
            a parameter of `asks`, and a function makes some when the command is made
    does    the function, or its module:name; it is given the ledger, who acts and the
            moment too, where it has parameters `ledger`, `by` and `now`, or all that
            comes from outside, where it has `outside`
    asks    the structs, as module:Struct, that the service reads the same parameters
            with: they are declared there
    remark  what is said beside the answer, afterwards
    rows    the answer is rows, which --jsonl and --csv print
    """

    def made() -> click.Command:
        def run(**values: Any) -> None:
            from ledger.store.database import look
            from messages.answer import columns_of

            look(options.ledger_path())
            function: Callable[..., Any]
            if isinstance(does, str):
                function = imported(does)
            else:
                function = does
            answered: Any = function(**values, **_outside_values(function))
            if text is not None and rows:
                answer(answered, text(answered), answered.rows, columns_of(answered))
            elif text is not None:
                answer(answered, text(answered))
            if remark is not None:
                talk(remark(answered))

        with_forms = row_options(run) if rows else json_option(run)
        frame = click.command(cls=LazyCommand, help=with_examples(words, example))
        command = frame(with_forms)
        command.own = partial(_parameters, own, asks)
        return command

    return made


def _outside_values(function: Callable[..., Any]) -> Mapping[str, object]:
    """Return what a function takes of the ledger's address, who acts, the moment, or
    all that comes from outside, by the names of its parameters.
    """
    outside = {
        "ledger": options.ledger_path,
        "by": options.current_actor,
        "now": options.now,
        "outside": options.outside,
    }
    names = inspect.signature(function).parameters
    return {name: get() for name, get in outside.items() if name in names}


class LazyCommand(click.Command):
    """A command whose parameters are made when they are asked for: the help of its
    group needs its words alone.
    """

    own: Callable[[], list[click.Parameter]] = list

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Return the parameters; the first call makes them."""
        made = self.own()
        # they are among `params` from now on
        self.own = list
        self.params = [*made, *self.params]
        return super().get_params(ctx)


def command(
    examples: str | Sequence[str],
    *own: Own | str,
    kind: type[click.Command] = click.Command,
    as_json: bool = True,
    asks: Sequence[str] = (),
) -> Callable[[Callable[..., Any]], Maker]:
    """Make a command of a function that prints its own answer, with its docstring as
    the help.

        @command("selo ledger backup selo-2026-11-21.db", argument("file"))
        def backup_command(file: str) -> None:

    Without `as_json` it has no option for JSON, since it answers nothing. `asks` is as
    for `act`.
    """

    def made(function: Callable[..., Any]) -> Maker:
        def maker() -> click.Command:
            docstring = inspect.cleandoc(function.__doc__ or "")
            command = kind(
                None,
                callback=function,
                params=_parameters(own, asks),
                help=with_examples(docstring, examples),
            )
            if as_json:
                return json_option(command)
            return command

        return maker

    return made


def _parameters(
    own: Iterable[Own | str], asks: Sequence[str] = ()
) -> list[click.Parameter]:
    """Make parameters: those that are there, those that a function makes, and by their
    names those of structs.
    """
    structs = [imported(struct) for struct in asks]
    declared = {}
    if structs:
        for parameter in params(structs, parameters_by_field(structs)):
            declared[parameter.name] = parameter

    made: list[click.Parameter] = []
    for part in own:
        if isinstance(part, str):
            made.append(declared[part])
        elif isinstance(part, click.Parameter):
            made.append(part)
        else:
            made += part()
    return made


def with_examples(words: str, examples: str | Sequence[str]) -> str:
    """Put the examples of a command under its words, as its help shows them. The \\b
    keeps click from filling their lines.
    """
    if isinstance(examples, str):
        examples = [examples]
    heading = "Examples:"
    if len(examples) == 1:
        heading = "Example:"
    indented = [f"    {example}" for example in examples]
    shown = "\n".join([heading, *indented])
    return f"{words}\n\n\b\n{shown}"


class Group(click.Group):
    """A group whose commands are made when they are used."""

    def __init__(
        self,
        makers: Mapping[str, Maker],
        words: str,
        examples: str | Sequence[str],
    ) -> None:
        super().__init__(None, help=with_examples(words, examples))
        self.makers = makers

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*self.makers]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        maker = self.makers.get(cmd_name)
        if maker is None:
            return None
        return command_named(maker, cmd_name)


def group(words: str, example: str, makers: Mapping[str, Maker]) -> Maker:
    """Make a group of commands, which are found by their names."""
    return lambda: json_option(Group(makers, words, example))


def command_named(maker: Maker, name: str) -> click.Command:
    """Make a command under its name."""
    command = maker()
    command.name = name
    return command
