"""Every command with its options."""

from collections.abc import Iterator

import click

from cli.commands import COMMANDS, HEADINGS
from cli.groups import CommandGroup
from cli.main import selo
from tools.reference import WIDTH

LANGUAGE = """\
Answers, refusals and questions on a terminal are in English, Finnish or Swedish: `--lang`, before or behind the
command, else `SELO_LANG`, else what `LC_ALL`, `LC_MESSAGES` or `LANG` says. Help is in English, and so are JSON, JSON
lines, CSV and what `selo export` writes, whatever the language.
"""


def all_commands() -> Iterator[tuple[str, click.Command, click.Context]]:
    """Every command with its words and the context its help is printed in, subcommands
    too.
    """
    top = click.Context(
        selo, info_name="selo", **{**selo.context_settings, "terminal_width": WIDTH}
    )
    yield "selo", selo, top
    for name in COMMANDS:
        command = selo.get_command(top, name)
        assert command is not None
        yield from _with_subcommands(
            f"selo {name}", command, click.Context(command, info_name=name, parent=top)
        )


def _with_subcommands(
    words: str, command: click.Command, context: click.Context
) -> Iterator[tuple[str, click.Command, click.Context]]:
    # a group that asks something itself is a command too
    alone = command.alone() if isinstance(command, CommandGroup) else None
    yield words, alone or command, context
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            assert below is not None
            inner = click.Context(below, info_name=name, parent=context)
            yield from _with_subcommands(f"{words} {name}", below, inner)


def commands() -> Iterator[str]:
    yield (
        "What `--help` says of every command. Exit codes and codes of refusals:"
        " [problems](problems.md).\n"
    )
    yield LANGUAGE
    first = {
        f"selo {next(iter(below))}": heading for heading, below in HEADINGS.items()
    }
    for words, command, context in all_commands():
        if words in first:
            yield f"## {first[words]}\n"
        yield (
            f"{'##' if words == 'selo' else '###'}"
            f" {words}\n\n```text\n{command.get_help(context)}\n```\n"
        )
