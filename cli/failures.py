"""What goes wrong, in words: refusals at most a screenful, exit codes, streams that are closed or full."""

import errno
import io
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import BinaryIO, NamedTuple

import click

from cli.output import printable
from messages import Message, say

OUTPUT, INPUT = "standard output", "standard input"
_FULL = frozenset([errno.ENOSPC, errno.EBADF, errno.EIO, errno.EFBIG, errno.EDQUOT])


class ClosedStream(io.TextIOBase):
    """In the place of a stream that was closed before the program began; whoever uses it is told so."""

    def __init__(self, name: str) -> None:
        self._name = name

    def _closed(self) -> OSError:
        return OSError(errno.EBADF, "it is closed", self._name)

    def write(self, text: str) -> int:
        raise self._closed()

    def fileno(self) -> int:
        raise self._closed()

    @property
    def buffer(self) -> BinaryIO:
        raise self._closed()

    def isatty(self) -> bool:
        return False


def filled() -> None:
    """A stream for every one that is missing."""
    if sys.stdin is None:
        sys.stdin = ClosedStream(INPUT)
    if sys.stdout is None:
        sys.stdout = ClosedStream(OUTPUT)
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115


def is_of_output(error: OSError) -> bool:
    """Whether it is the answer that could not be written; files and the ledger name themselves."""
    return error.errno in _FULL and error.filename in (None, OUTPUT)


def silence() -> None:
    """What is still in the buffer goes nowhere, so that the end of the process has nothing to complain about."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError:
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115


FIRST = 3  # places of one reason
MOST = 24  # lines of all reasons together


class Line(NamedTuple):
    """One problem as it is printed. A plain tuple: a wrong option must not wait for the ledger's imports."""

    code: str
    message: Message
    hint: str = ""
    file: str | None = None
    line: int | None = None
    column: int | None = None
    field: str | None = None

    def as_json(self) -> dict[str, object]:
        where = {"file": self.file, "line": self.line, "column": self.column, "field": self.field}
        return {"code": self.code, "message": self.message, "where": where, "hint": self.hint}

    def as_text(self, hint: bool = True) -> str:
        place = ":".join(str(part) for part in (self.file, self.line, self.column) if part is not None)
        lead = f"{place}: " if place and place not in self.message else ""
        field = f" ({self.field})" if self.field else ""
        return f"{lead}{self.message}{field}" + (f" - {self.hint}" if self.hint and hint else "")

    @property
    def reason(self) -> tuple[str, str, str]:
        """What problems of one kind have in common. Questions are told apart by the option that answers them."""
        return self.code, self.file or "", (self.field or "") if self.code == "needs-answer" else ""


def as_text(lines: Sequence[Line]) -> list[str]:
    """The problems in their order, those of one reason together where there are many of them."""
    by_reason: dict[tuple[str, str, str], list[Line]] = {}
    for line in lines:
        by_reason.setdefault(line.reason, []).append(line)
    text: list[str] = []
    left = 0
    for group in by_reason.values():
        if len(text) >= MOST:
            left += len(group)
        else:
            text += _of_one_reason(group)
    if left:
        text.append(f"and {left} more problems; --json shows all")
    return text


def _of_one_reason(lines: Sequence[Line]) -> Iterator[str]:
    """A hint that was just given is not given again."""
    before = ""
    for line in lines[:FIRST] if len(lines) > FIRST + 1 else lines:
        yield line.as_text(hint=line.hint != before)
        before = line.hint
    if len(lines) > FIRST + 1:
        rest = lines[FIRST:]
        places = [str(line.line) for line in rest if line.line is not None]
        where = f" (lines {', '.join(places[:10])}{', ...' if len(places) > 10 else ''})" if places else ""
        yield f"and {len(rest)} more like these{where}; --json shows all"


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A sentence with those that look like a word that is not known, after a blank; empty when none does."""
    from difflib import get_close_matches

    near = get_close_matches(word, list(known), 3, 0.6)
    return f" Did you mean {' or '.join(near)}?" if near else ""


AGAIN = "Running the command again is safe: nothing is recorded twice."


def recorded() -> bool:
    """Whether something was committed by this process."""
    store = sys.modules.get("ledger.store.event_log")
    return store is not None and bool(store.Store.recorded)


def stopped() -> str:
    """What to say after an interrupt; one that comes after the commit takes nothing back."""
    if recorded():
        return f"Stopped, but something was recorded: see `selo log`. {AGAIN}"
    return "Stopped; nothing was recorded."


def interrupted(error: BaseException) -> bool:
    """Whether Ctrl-C is behind an error: Python raises another one when it comes while a class is being made."""
    behind: BaseException | None = error
    while behind is not None:
        if isinstance(behind, KeyboardInterrupt):
            return True
        behind = behind.__cause__ or behind.__context__
    return False


def failed(error: Exception, as_json: bool, arguments: Sequence[str]) -> int:
    """Any failure of a command; answers with the exit code."""
    from ledger.errors import SeloError

    if isinstance(error, SeloError):
        lines = [
            Line(p.code, p.message, p.hint, p.where.file, p.where.line, p.where.column, p.where.field)
            for p in error.problems
        ]
        return refuse(lines, as_json, error.exit_code)
    if os.environ.get("SELO_DEBUG"):
        raise error
    if isinstance(error, OSError) and is_of_output(error):
        return _unanswered(error)
    if isinstance(error, OSError):
        from ledger.store.sentences import ROOM

        file = str(error.filename) if error.filename else None
        hint = ROOM if error.errno in (errno.ENOSPC, errno.EDQUOT) else "check the file"
        return refuse([Line("file", say("{what}", what=error.strerror or error), hint, file)], as_json, 1)
    if isinstance(error, UnicodeEncodeError) and (broken := [a for a in arguments if not _is_text(a)]):
        message = say("{broken} is not text in UTF-8", broken=repr(printable(broken[0])[:40]))
        return refuse([Line("usage", message, "set the terminal to UTF-8")], as_json, 2)
    message = say("internal error, this should never happen: {name}: {error}", name=type(error).__name__, error=error)
    hint = "please report it; SELO_DEBUG=1 shows where"
    return refuse([Line("defect", message, hint)], as_json, 1)


def _is_text(argument: str) -> bool:
    try:
        argument.encode()
    except UnicodeEncodeError:
        return False
    return True


def _unanswered(error: OSError) -> int:
    """Standard output is closed or full. What was recorded stays recorded, so that comes first."""
    silence()
    lead = "recorded, but the answer could not be written" if recorded() else "the answer could not be written"
    hint = f" - see `selo log`. {AGAIN}" if recorded() else ""
    click.echo(f"{lead}: standard output: {error.strerror}{hint}", err=True)
    return 1


def refuse(lines: Sequence[Line], as_json: bool, code: int) -> int:
    """Prints a refusal, one line a problem for people and one JSON value for scripts; answers with the exit code."""
    if as_json:
        import json

        from messages.answer import visible_json

        problems = [line.as_json() for line in lines]
        try:
            click.echo(visible_json(json.dumps({"problems": problems}, ensure_ascii=False)))
            sys.stdout.flush()
        except BrokenPipeError:
            silence()
        except OSError:
            silence()
            as_json = False
    if not as_json:
        for text in as_text(lines):
            click.echo(printable(text), err=True)
    return code
