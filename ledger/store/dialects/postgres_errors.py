"""What a PostgreSQL server reports, as refusals in words."""

from typing import NamedTuple

import psycopg

from ledger.errors import Busy, LedgerUnusable, NotFound, Problem, SeloError, Where
from messages import Message, by_command, say


def none_here(address: str) -> SeloError:
    message = say("there is no ledger at {path}", path=address)
    hint = by_command("make one with `selo init`, or name another")
    return NotFound(Problem("no-ledger", message, Where(address), hint))


def refusal(error: Exception, address: str) -> SeloError | None:
    """Turn an error of the server into a refusal in words; None for any other error."""
    cause: BaseException | None = error
    while cause is not None and not isinstance(cause, psycopg.Error):
        cause = cause.__cause__
    if cause is None:
        return None
    return refusal_in_words(cause, address, connecting=False)


class _Report(NamedTuple):
    """What the server reports under an SQLSTATE, or under a class of them, and the
    refusal for it.
    """

    state: str
    code: str
    message: Message
    hint: Message


_AGAIN = say("try again in a moment")
_USER = _Report(
    "28",
    "cannot-open",
    say("the server does not let this user in"),
    say("check the user; a password goes into ~/.pgpass or PGPASSWORD"),
)
_NO_DATABASE = _Report(
    "3D000",
    "no-ledger",
    say("there is no such database on the server"),
    by_command("make one with `createdb`, then `selo init`"),
)
_FULL = _Report("53300", "busy", say("the server has no connection left"), _AGAIN)
_FORBIDDEN = _Report(
    "42501",
    "read-only",
    say("this user of the database may not do that"),
    say("grant it what docs/reference/on-a-server.md lists"),
)
# before there is a connection the server's answer comes without a code
_AT_THE_DOOR = (
    ("too many ", _FULL),
    ("remaining connection slots", _FULL),
    ("password", _USER),
    ("authentication", _USER),
    ("pg_hba.conf", _USER),
    ('role "', _USER),
    ('database "', _NO_DATABASE),
)
# https://www.postgresql.org/docs/current/errcodes-appendix.html, by code or by its
# class
_KNOWN = (
    _Report("55P03", "busy", say("another process is writing to the ledger"), _AGAIN),
    _Report(
        "40",
        "busy",
        say("another process came in between; nothing was recorded"),
        _AGAIN,
    ),
    _Report(
        "53100",
        "disk-full",
        say("the server's disk is full; nothing was recorded"),
        say("free some disk space on the server, then run the command again"),
    ),
    _FULL,
    _Report(
        "25006",
        "read-only",
        say("this server is read-only: it is a replica, or was set to be"),
        say("name the primary to write"),
    ),
    _FORBIDDEN,
    _USER,
    _NO_DATABASE,
    _Report(
        "XX001",
        "damaged",
        say("the server found damaged pages"),
        say("restore a backup of the server; write nothing more"),
    ),
    _Report(
        "XX002",
        "damaged",
        say("the server found a damaged index"),
        by_command("rebuild it with REINDEX, then `selo verify`"),
    ),
    _Report(
        "P0001",
        "append-only",
        say("events are never changed or deleted"),
        say("submit a correction instead"),
    ),
    _Report(
        "58",
        "io-error",
        say("the server's disk failed; whether this was recorded is not known"),
        by_command(
            "check with `selo doctor`, then run the command again: nothing is recorded"
            " twice"
        ),
    ),
)


def refusal_in_words(
    error: psycopg.Error, address: str, *, connecting: bool
) -> SeloError:
    """Turn an error of PostgreSQL into a refusal in words."""
    state = error.sqlstate or ""
    # a server that ends itself, or says so: the commit may be on the disk or not
    if error.diag.severity_nonlocalized == "PANIC" or state == "40003":
        return connection_lost(address)
    for known in _KNOWN:
        if state.startswith(known.state):
            return _refusal(known, address)

    if connecting or state == "57P03":
        reason = " ".join(str(error).split()) or "no answer"
        answer = reason.partition("FATAL:")[2] or reason
        for words, known in _AT_THE_DOOR:
            if words in answer:
                return _refusal(known, address)

        message = say(
            "{address} cannot be reached: {reason}",
            address=address,
            reason=reason[:200],
        )
        return LedgerUnusable(
            Problem(
                "unreachable",
                message,
                Where(address),
                say("is the server running? Check the address"),
            )
        )

    if isinstance(error, psycopg.OperationalError | psycopg.InterfaceError):
        return connection_lost(address)
    message = say(
        "the ledger cannot be used: {what}", what=" ".join(str(error).split())[:300]
    )
    return LedgerUnusable(
        Problem(
            "database",
            message,
            Where(address),
            by_command("look at `selo verify` and at the server's log"),
        )
    )


def connection_lost(address: str) -> SeloError:
    message = say(
        "the connection to the server broke; what was just sent may or may not be"
        " recorded"
    )
    hint = say("run the command again: nothing is recorded twice")
    return LedgerUnusable(Problem("connection-lost", message, Where(address), hint))


def forbidden(address: str) -> SeloError:
    return _refusal(_FORBIDDEN, address)


def _refusal(known: _Report, address: str) -> SeloError:
    kind = {"busy": Busy, "no-ledger": NotFound}.get(known.code, LedgerUnusable)
    return kind(Problem(known.code, known.message, Where(address), known.hint))
