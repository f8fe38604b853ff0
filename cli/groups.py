"""Groups of commands, and what is said of a word that is no command.

The commands of a group are rows of cli/commands.py, and the module of each is imported
when it is used: a group prints their words without it.
"""

from collections.abc import Mapping
from importlib import import_module
from itertools import takewhile
from typing import TYPE_CHECKING, Any, cast

import click

from cli.command_frames import command_named, with_examples
from cli.commands import COMMANDS, GROUPS, Row
from cli.output import json_option
from messages import NOTHING, either, say

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

FORMS = ("--json", "--jsonl", "--csv")
# what click finds in the words of a line: a command by its name, and the words for it
Resolved = tuple[str | None, click.Command | None, list[str]]


def command_of(name: str) -> click.Command:
    """Make the command at the top that has this name."""
    row = COMMANDS[name]
    if name not in GROUPS:
        return _imported_command(row, name)
    group = CommandGroup(name, row, GROUPS[name])
    return json_option(group)


def _imported_command(row: Row, name: str) -> click.Command:
    """Import what makes a command, and make it under the last word of its name: `draft
    show` is made by `draft_show_command` in the module of its row.
    """
    module = import_module(cast("str", row.module))
    identifier = name.replace("-", "_").replace(" ", "_")
    maker = getattr(module, f"{identifier}_command")
    _, _, last_word = name.rpartition(" ")
    return command_named(maker, last_word)


class CommandGroup(click.Group):
    """A group of commands.

    One whose row has a module asks something itself: every line that does not begin
    with one of its commands is for that.
    """

    def __init__(self, name: str, row: Row, rows: Mapping[str, Row]) -> None:
        words = row.words
        if row.example:
            words = with_examples(words, row.example)

        super().__init__(name, help=words)
        self.rows = rows
        self._row = row

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*self.rows]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        row = self.rows.get(cmd_name)
        if row is None:
            return None
        full_name = f"{self.name} {cmd_name}"
        return _imported_command(row, full_name)

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Resolved:
        refuse_unknown(ctx, args, self.rows)
        return super().resolve_command(ctx, args)

    def make_context(
        self,
        info_name: str | None,
        args: list[str],
        parent: click.Context | None = None,
        **extra: Any,
    ) -> click.Context:
        """Read a line: for one of the commands, or for the group itself."""
        forms = list(takewhile(FORMS.__contains__, args))
        words = args[len(forms) :]
        if words and words[0] in self.rows:
            # a form counts before the command too
            args = [words[0], *forms, *words[1:]]
        elif self._row.module is not None and not self._is_unknown(words):
            # completion goes on to the names of the commands
            if words or not extra.get("resilient_parsing"):
                return self._alone().make_context(info_name, args, parent, **extra)
        return super().make_context(info_name, args, parent, **extra)

    def _is_unknown(self, words: list[str]) -> bool:
        """Tell whether a line begins with a word, and the group itself takes none."""
        if not words or words[0].startswith("-"):
            return False
        return not _arguments(self._alone())

    def alone(self) -> click.Command | None:
        """Make the command that the group is when none of its commands is named, with
        those commands in its help; None where it asks nothing itself.
        """
        if self._row.module is None:
            return None
        return self._alone()

    def _alone(self) -> click.Command:
        """Make the command that the group is by itself; its help names the others."""
        alone = _imported_command(self._row, str(self.name))
        # \b keeps click from filling the lines
        lines = ["\b", "Commands:"]
        for name, words in self._names_and_words():
            lines.append(f"  {name}  {words}")
        alone.epilog = "\n".join(lines)

        takes_an_id = any(argument.required for argument in _arguments(alone))
        if takes_an_id:
            # somebody's own id, which may be `list`
            word = next(iter(self.rows))
            line = f"selo {self.name} -- {word}"
            alone.epilog += f"\n\nAn id that is one of these words: {line}"
        return alone

    def _names_and_words(self) -> list[tuple[str, str]]:
        """Return the name and the words of each command, the names all of one width."""
        width = max(len(name) for name in self.rows)
        return [(name.ljust(width), row.words) for name, row in self.rows.items()]

    def get_help(self, ctx: click.Context) -> str:
        alone = self.alone()
        if alone is None:
            return super().get_help(ctx)
        return alone.get_help(ctx)

    def format_commands(
        self, ctx: click.Context, formatter: click.HelpFormatter
    ) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(self._names_and_words())

    def shell_complete(
        self, ctx: click.Context, incomplete: str
    ) -> "list[CompletionItem]":
        below = super().shell_complete(ctx, incomplete)
        alone = self.alone()
        if alone is None:
            return below
        return [*below, *alone.shell_complete(ctx, incomplete)]


def _arguments(command: click.Command) -> list[click.Argument]:
    """Return the parameters of a command that are given without a name."""
    return [one for one in command.params if isinstance(one, click.Argument)]


def refuse_unknown(
    context: click.Context, words: list[str], known: Mapping[str, Row]
) -> None:
    """Refuse a word that is none of the commands, and name those that may be meant."""
    if not words:
        return
    first = words[0]
    if first in known or first.startswith("-"):
        return

    group = context.command_path.split()[1:]
    names = commands_meant(group, words, known)
    guess = NOTHING
    if names:
        guess = say(" Did you mean {names}?", names=either(names))
    context.fail(say("No such command {name!r}.{guess}", name=first, guess=guess))


def commands_meant(
    group: list[str], words: list[str], known: Mapping[str, Row]
) -> list[str]:
    """Return the commands that somebody may have meant with words that begin with none:
    what they were called before, else what looks like the first.

    `group` is the group that was named before them, `known` has its commands.
    """
    from cli.renamed import RENAMED
    from messages.near import near_words

    for many in (2, 1):
        now = RENAMED.get(" ".join([*group, *words[:many]]))
        # the command of a feature may have been taken away with it
        if now is not None and now.split()[0] in COMMANDS:
            return [now]
    names = {name: " ".join([*group, name]) for name in known}
    if not group:
        for above, rows in GROUPS.items():
            for name in rows:
                names.setdefault(name, f"{above} {name}")
    likely = [names[name] for name in near_words(words[0], names, 3)]
    # the group may have been a command that took any word
    now = RENAMED.get(" ".join(group))
    return likely or ([] if now is None else [now])
