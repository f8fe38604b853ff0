"""Refuse over HTTP, each refusal with the status that its code or its exit code says."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from ledger.errors import Problem, SeloError
from messages import say

RETRY_SECONDS = 5
REALM = 'Bearer realm="selokirja"'
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
_STATUS_OF_HTTP = {
    "bad-request": 400,
    "token": 401,
    "no-such-method": 405,
    "too-slow": 408,
    "media-type": 415,
    "too-many-requests": 429,
    "defect": 500,
    "overloaded": 503,
}
_STATUS_OF_EXIT = {1: 422, 2: 400, 3: 404, 4: 403, 5: 409, 75: 503}
_UNUSABLE = {
    "damaged",
    "database",
    "disk-full",
    "io-error",
    "cannot-open",
    "read-only",
    "folder-read-only",
    "no-ledger-file",
    "newer-ledger",
    "before-format-1",
    "needs-upgrade",
    "is-folder",
    "newer-rules",
    "rules-revised",
    "unreachable",
    "connection-lost",
    "other-ledger",
    "lock-missing",
    "no-postgresql",
}
TITLES = {
    400: "Bad request",
    401: "A token is needed",
    403: "Not allowed",
    404: "Not found",
    405: "Method not allowed",
    406: "Not acceptable",
    408: "Too slow",
    409: "Conflict",
    413: "Too large",
    415: "Media type not supported",
    422: "Refused",
    429: "Too many requests",
    500: "Internal error",
    503: "Not available",
}


class TypedForm(NamedTuple):
    """What somebody typed into a form; `file`: how the file is called that they chose."""

    fields: Mapping[str, str]
    file: str | None


class HttpRefusal(SeloError):
    """A refusal that only HTTP knows, with its status and header fields; `typed`: what
    they sent, where the page that tells them keeps it; `formless`: what they sent,
    where no page has such a form any more, so that it is shown as text.
    """

    def __init__(
        self,
        status: int,
        problem: Problem | Sequence[Problem],
        headers: Mapping[str, str] | None = None,
        typed: TypedForm | None = None,
        formless: TypedForm | None = None,
    ) -> None:
        super().__init__(problem)
        self.status = status
        self.headers = dict(headers or {})
        self.typed = typed
        self.formless = formless


class NotLoggedIn(HttpRefusal):
    """A refusal of somebody whom the service does not know."""

    def __init__(self, problem: Problem, typed: TypedForm | None = None) -> None:
        super().__init__(401, problem, {"www-authenticate": REALM}, typed)


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
    if code in known:
        return (known[code],)

    # each once, in their order
    statuses = [_STATUS_OF_EXIT[one] for one in exits]
    return tuple(dict.fromkeys(statuses))


def headers_of(error: SeloError) -> dict[str, str]:
    """Return the fields that go with a refusal.

    Whoever asked too often, or came while the service cannot answer, is told after how
    many seconds it is worth asking again.
    """
    headers = {}
    if isinstance(error, HttpRefusal):
        headers.update(error.headers)
    if status_of(error) in (429, 503):
        headers.setdefault("retry-after", str(RETRY_SECONDS))
    return headers


def defect() -> HttpRefusal:
    """Make the answer to a defect of the program; the log has the details, the client
    never does.
    """
    return HttpRefusal(
        500,
        Problem(
            "defect",
            say("internal error, this should never happen"),
            hint=say("please report it"),
        ),
    )
