"""Refusals over HTTP: application/problem+json (RFC 9457) with the very problems that the command prints, but for what
is whose machine's affair: where the ledger is, and what only somebody at a command line could do."""

import json
import os
import re
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence

from ledger.errors import Problem, SeloError, Where
from ledger.store import is_server
from messages import over_http, say

MEDIA_TYPE = "application/problem+json"
RETRY_SECONDS = 5
PROBLEMS = "/problems"  # where a page tells about each code
# where the code says more than the exit code of its refusal
_STATUS_OF_CODE = {
    "no-ledger": 503,
    "not-json": 400,
    "not-utf8": 400,
    "too-large": 413,
    "line-too-long": 413,
    "import-too-large": 413,
    "busy": 503,
}
# what only HTTP refuses
_STATUS_OF_HTTP = {"bad-request": 400, "token": 401, "no-such-method": 405, "too-slow": 408, "media-type": 415,
                   "too-many-requests": 429, "too-many-fields": 431, "defect": 500, "overloaded": 503}  # fmt: skip
_STATUS_OF_EXIT = {1: 422, 2: 400, 3: 404, 4: 403, 5: 409, 75: 503}
_UNUSABLE = {"damaged", "database", "disk-full", "io-error", "cannot-open", "read-only", "folder-read-only",
             "no-ledger-file", "newer-ledger", "needs-upgrade", "is-folder", "newer-rules", "rules-revised",
             "unreachable", "connection-lost", "other-ledger", "lock-missing", "no-postgresql"}  # fmt: skip
TITLES = {
    400: "Bad request", 401: "A token is needed", 403: "Not allowed", 404: "Not found", 405: "Method not allowed",
    406: "Not acceptable", 408: "Too slow", 409: "Conflict", 413: "Too large", 415: "Media type not supported",
    422: "Refused", 429: "Too many requests", 431: "Too many header fields", 500: "Internal error",
    503: "Not available",
}  # fmt: skip


class HttpRefusal(SeloError):
    """A refusal that only HTTP knows, with its status and header fields."""

    def __init__(self, status: int, problem: Problem, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(problem)
        self.status = status
        self.headers = dict(headers or {})


def status_of(error: SeloError) -> int:
    if isinstance(error, HttpRefusal):
        return error.status
    for problem in error.problems:
        if problem.code in _UNUSABLE:
            return 503
        if problem.code in _STATUS_OF_CODE:
            return _STATUS_OF_CODE[problem.code]
    return _STATUS_OF_EXIT.get(error.exit_code, 422)


def statuses_of(code: str, exits: Iterable[int]) -> tuple[int, ...]:
    """Return the statuses that a code comes with, where the command exits with these."""
    if code in _UNUSABLE:
        return (503,)
    known = {**_STATUS_OF_CODE, **_STATUS_OF_HTTP}
    return (known[code],) if code in known else tuple(dict.fromkeys(_STATUS_OF_EXIT[one] for one in exits))


def headers_of(error: SeloError) -> dict[str, str]:
    headers = dict(error.headers) if isinstance(error, HttpRefusal) else {}
    if status_of(error) in (429, 503):
        headers.setdefault("retry-after", str(RETRY_SECONDS))
    return headers


def unplaced(problems: Sequence[Problem], ledger: str) -> tuple[Problem, ...]:
    """Return the problems without a path of this machine, or the address of a database server."""
    hidden = place_hider(ledger)
    return tuple(
        Problem(
            problem.code,
            problem.message.mapped(hidden),
            Where(
                None if hidden(problem.where.file or "") != (problem.where.file or "") else problem.where.file,
                problem.where.line, problem.where.column, problem.where.field,
            ),
            problem.hint.mapped(hidden),
            problem.about,
        )
        for problem in problems
    )  # fmt: skip


def place_hider(ledger: str) -> Callable[[str], str]:
    """Return a function that takes such places out of a text. A bare name may be a word too: it goes where it stands
    alone.
    """
    places = [ledger] if is_server(ledger) else [os.path.realpath(ledger), os.path.abspath(ledger), ledger]
    long = [re.escape(place) for place in (*places, os.path.realpath(tempfile.gettempdir())) if "/" in place]
    anywhere = re.compile(rf"(?:{'|'.join(long)})[\w./?=&:-]*")

    def hidden(text: str) -> str:
        if text in places:
            return say("the ledger")
        if anywhere.fullmatch(text) or re.fullmatch(rf"{re.escape(ledger)}[.-][a-z.-]+", text):
            return say("a file beside the ledger")
        return anywhere.sub("…", text)

    return hidden


def body_of(error: SeloError, base_path: str) -> bytes:
    """Write the body of a refusal: `problems` is what the command prints with --json, said to a program that asks here;
    the rest is what RFC 9457 asks for. Its `type` is the address of the page about the code of the first.
    """
    status = status_of(error)
    problems = [_row(problem) for problem in error.problems]
    value = {
        "type": f"{base_path}{PROBLEMS}/{error.problems[0].code}" if error.problems else "about:blank",
        "title": TITLES.get(status, "Refused"),
        "status": status,
        "detail": over_http(error.problems[0].message) if error.problems else "",
        "problems": problems,
    }
    return (json.dumps(value, ensure_ascii=False) + "\n").encode("utf-8", "backslashreplace")


def _row(problem: Problem) -> dict[str, object]:
    where = problem.where
    place = {"file": where.file, "line": where.line, "column": where.column, "field": where.field}
    return {
        "code": problem.code,
        "message": over_http(problem.message),
        "where": place,
        "hint": over_http(problem.hint),
    }


def defect() -> HttpRefusal:
    """Make the answer to a defect of the program; the log has the details, the client never does."""
    return HttpRefusal(
        500, Problem("defect", say("internal error, this should never happen"), hint=say("please report it"))
    )
