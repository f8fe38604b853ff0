"""Keep what a witness saw, in a file of its own."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager

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


@contextmanager
def one_at_a_time(file: str) -> Iterator[None]:
    """Wait until no other run is looking for the same file, and let none begin: a slower
    one would write less over what a newer one saw.
    """
    path = os.path.abspath(file)
    os.makedirs(os.path.dirname(path), 0o700, exist_ok=True)
    with open(f"{path}.lock", "w", encoding="ascii") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def keep(file: str, seen: Watched) -> None:
    """Write what was seen, whole or not at all: what was seen before must not get lost.

    Only the run that holds `one_at_a_time` may write.
    """
    text = f"{json_text(seen)}\n"
    replace_own_file(file, text.encode())
