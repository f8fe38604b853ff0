"""Commands that do something, and groups of commands: the frame that each of them has, said once.

    group("key", "The key that signs checkpoints.", "selo key new", {
        "show": act("The public key.", "selo key show > selo.pub", _shown, KEY, does="audit.signing:key_file"),
    })

A command is made, and what it calls is imported, when it is used.
"""

import importlib
import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from cli import options
from cli.output import answer, json_option, row_options, talk
from messages import Message

if TYPE_CHECKING:
    from messages.answer import Answer

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
            parameters `ledger`, `by` and `now`
    remark  what is said beside the answer, afterwards
    rows    the answer is rows, which --jsonl and --csv print
    """

    def made() -> click.Command:
        def run(**values: Any) -> None:
            from ledger.store.database import look
            from messages.answer import columns_of

            look(options.ledger_path())
            function: Callable[..., Any] = imported(does) if isinstance(does, str) else does
            outside = {"ledger": options.ledger_path, "by": options.acting, "now": options.now}
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
