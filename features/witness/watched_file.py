"""Keep what a witness saw, in a file of its own."""

import os

import msgspec

from features.witness.watched import Watched
from ledger.errors import Problem, Usage, Where
from ledger.whole_files import replace_own_file
from messages import by_command, say
from messages.answer import json_text


def read_watched(content: bytes, file: str) -> Watched:
    """Read what a witness kept before.

    `Usage` (code `no-checkpoint`): the file holds something else.
    """
    try:
        seen = msgspec.json.decode(content, type=Watched)
        seen.roots()
    except ValueError:
        message = say("{file} is not what a witness keeps", file=file)
        hint = by_command("name another with --file")
        problem = Problem("no-checkpoint", message, Where(file), hint)
        raise Usage(problem) from None
    return seen


def keep(file: str, seen: Watched) -> None:
    """Write what was seen, whole or not at all: what was seen before must not get lost."""
    path = os.path.abspath(file)
    folder = os.path.dirname(path)
    os.makedirs(folder, 0o700, exist_ok=True)

    text = f"{json_text(seen)}\n"
    replace_own_file(file, text.encode())
