"""Whatever names a command names one that is there: messages in three languages, pages,
templates, examples, what is handed to whoever runs the service.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from cli.commands import COMMANDS, ROWS
from cli.groups import CommandGroup
from cli.main import selo
from tests.doc_shell import ROOT

KINDS = (".md", ".py", ".html", ".po", ".txt", ".toml", ".yml", ".service", ".timer")
OUTSIDE = {"tests", "build", "dist", "site"}
# old names stand in it
WITHOUT = {"cli/renamed.py"}
# in code quotes, in a console, at the head of a text, behind a colon or its own folder
NAMED = re.compile(
    r"(?:[`\"']|\$ |: |bin/|exec selo )"
    r"selo(?P<words>(?: [^`\"'|>\n]+)?)",
    re.MULTILINE,
)
OPTION_WITH_VALUE = re.compile(r" --(?:ledger|actor|lang)[ =]\S+")
WORD = re.compile(r"[a-z][a-z-]*$")
# what is said of Selo the rating, not of the command
PROSE = {
    *("and", "before", "game", "games", "of", "or", "rating", "ratings", "seconds"),
    *("takes", "up", "ennen"),
    "preview",  # the name of a lock
    "birthdays",  # the invented feature of a page
}


def joined(text: str) -> str:
    """A text with its lines put together where a sentence goes on: a command may stand
    on two.
    """
    # "... `selo log"  " impact ..." in code and in catalogues
    text = re.sub(r"\"\s*\n\s*f?\"", "", text)
    return re.sub(r"(?<=[a-z`])\n +(?=[a-z`])|(?<=[a-z`])\n(?=[a-z`])", " ", text)


def named_in(text: str) -> Iterator[list[str]]:
    """The words behind `selo` wherever a text names a command, up to the first that is
    no word of a command.
    """
    for found in NAMED.finditer(joined(text)):
        words = []
        for word in OPTION_WITH_VALUE.sub("", found["words"]).split():
            plain = word.rstrip(".,:;)")
            if not WORD.match(plain):
                break
            words.append(plain)
            if plain != word:
                break
        if words and words[0] not in PROSE:
            yield words


def is_there(words: list[str]) -> bool:
    """Whether a line that begins with these words is one of a command."""
    first, *rest = words
    if first not in COMMANDS:
        return False
    command = selo.get_command(click.Context(selo), first)
    if not isinstance(command, click.Group) or not rest:
        return True
    below = command.list_commands(click.Context(command))
    asks_itself = isinstance(command, CommandGroup) and command.alone() is not None
    return rest[0] in below or asks_itself


def pages() -> list[Path]:
    return [
        path
        for path in sorted(ROOT.rglob("*"))
        if path.suffix in KINDS
        and not OUTSIDE.intersection(path.relative_to(ROOT).parts)
        and not any(part.startswith(".") for part in path.relative_to(ROOT).parts)
        and str(path.relative_to(ROOT)) not in WITHOUT
    ]


# pages of the core name commands of features, and lists of families, in passing
@pytest.mark.features("calculators", "leagues", "members", "trials", "witness")
@pytest.mark.lists("elo", "elo-fide", "elo-no", "elo-psm", "elo-uscf", "glicko")
def test_every_command_that_is_named_is_there() -> None:
    named = [
        (str(path.relative_to(ROOT)), " ".join(words))
        for path in pages()
        for words in named_in(path.read_text("utf-8"))
    ]
    assert len(named) > 1000
    assert [(page, line) for page, line in named if not is_there(line.split())] == []


@pytest.mark.parametrize(
    "text",
    [
        "run `selo evnet 7`",
        "$ selo --ledger x.db lists compare a b",
        'say("and more: selo imapct {seq}")',
        'hint="run `selo"\n    " ledgr rebuild`"',
        "a `selo proof\n  chekpoint`",
    ],
)
def test_a_command_that_is_not_there_is_seen(text: str) -> None:
    assert [words for words in named_in(text) if not is_there(words)] != []


def test_no_command_is_more_than_two_words() -> None:
    assert [name for name in ROWS if len(name.split()) > 2] == []
    groups = [
        (name, below)
        for name in COMMANDS
        if isinstance(
            command := selo.get_command(click.Context(selo), name), click.Group
        )
        for below in command.list_commands(click.Context(command))
        if isinstance(command.get_command(click.Context(command), below), click.Group)
    ]
    assert groups == []
