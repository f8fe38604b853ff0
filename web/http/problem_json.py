"""Write a refusal as application/problem+json (RFC 9457), which has the very problems
that the command prints, but for what is the server's own affair: where the ledger is,
and what only somebody at a command line could do.
"""

import json
import os
import re
import tempfile
from collections.abc import Callable, Sequence

from ledger.errors import Problem, SeloError, Where
from ledger.store import is_server
from messages import over_http, say
from messages.answer import json_value
from web.http import refusal
from web.http.refusal import Refusal
from web.http.statuses import TITLES, status_of

MEDIA_TYPE = "application/problem+json"
_AWAY = Problem(
    "unreachable",
    say("the ledger cannot be reached just now"),
    Where(None),
    say("ask again in a moment"),
)
PROBLEMS = "/problems"  # where a page tells about each code


def without_paths(problems: Sequence[Problem], ledger: str) -> tuple[Problem, ...]:
    """Return the problems without a path of this machine, or the address of a database
    server. Why that server does not answer is for whoever runs it.
    """
    hidden = place_hider(ledger)
    return tuple(_without_path(problem, hidden) for problem in problems)


def _without_path(problem: Problem, hidden: Callable[[str], str]) -> Problem:
    """Return a problem with its texts as `hidden` leaves them, and without its file if
    that changes the name.
    """
    if problem.code == _AWAY.code:
        return _AWAY

    file = problem.where.file or ""
    where = problem.where
    if hidden(file) != file:
        where = Where(None, where.line, where.column, where.field)

    return Problem(
        problem.code,
        problem.message.mapped(hidden),
        where,
        problem.hint.mapped(hidden),
        problem.about,
    )


# how a driver of PostgreSQL names a machine in an error: by its name, number and port,
# or by a file
_A_SERVER = re.compile(
    r"""(?:connection to server (?:at|on)|failed to resolve host)[^'"]*(?:"[^"]*"|'[^']*')[^:]*"""
)


def place_hider(ledger: str) -> Callable[[str], str]:
    """Return a function that takes such places out of a text. A bare name may be a word
    too: it goes where it stands alone.
    """
    if is_server(ledger):
        paths = [ledger]
    else:
        paths = [os.path.realpath(ledger), os.path.abspath(ledger), ledger]
    long = [
        re.escape(path)
        for path in (*paths, os.path.realpath(tempfile.gettempdir()))
        if "/" in path
    ]
    anywhere = re.compile(rf"(?:{'|'.join(long)})[\w./?=&:-]*")

    def hidden(text: str) -> str:
        if text in paths:
            return say("the ledger")
        if anywhere.fullmatch(text) or re.fullmatch(
            rf"{re.escape(ledger)}[.-][a-z.-]+", text
        ):
            return say("a file beside the ledger")
        return _A_SERVER.sub("…", anywhere.sub("…", text))

    return hidden


def body_of(error: SeloError, base_path: str) -> bytes:
    """Write the body of a refusal: `problems` is what the command prints with --json,
    said to a program that asks here; the rest is what RFC 9457 asks for. Its `type` is
    the address of the page about the code of the first.
    """
    status = status_of(error)
    kind, detail = "about:blank", ""

    if error.problems:
        kind = f"{base_path}{PROBLEMS}/{error.problems[0].code}"
        detail = error.problems[0].message

    value = Refusal(
        type=kind,
        title=TITLES.get(status, "Refused"),
        status=status,
        detail=detail,
        problems=tuple(map(_row, error.problems)),
    )

    text = json.dumps(json_value(value, over_http), ensure_ascii=False) + "\n"
    return text.encode("utf-8", "backslashreplace")


def _row(problem: Problem) -> refusal.Problem:
    where = problem.where

    return refusal.Problem(
        code=problem.code,
        message=problem.message,
        where=refusal.ProblemPlace(
            file=where.file, line=where.line, column=where.column, field=where.field
        ),
        hint=problem.hint,
    )
