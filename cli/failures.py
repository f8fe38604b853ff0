"""Failures as messages and exit codes: what was refused, what was stopped, and the truth about what was recorded."""

import errno
import os
import sys
from collections.abc import Sequence

import click

from cli.output import printable
from cli.refusals import Line, as_text
from cli.streams import is_of_output, silence
from messages import say

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
