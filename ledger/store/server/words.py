"""What PostgreSQL reports, put into words."""

import psycopg

from ledger.errors import Busy, LedgerUnusable, NotFound, Problem, SeloError, Where
from messages import Message, by_command, say

_AGAIN = say("try again in a moment")
_USER = (
    "28", "cannot-open", say("the server does not let this user in"),
    say("check the user; a password goes into ~/.pgpass or PGPASSWORD"),
)  # fmt: skip
_NO_DATABASE = (
    "3D000", "no-ledger", say("there is no such database on the server"),
    by_command("make one with `createdb`, then `selo init`"),
)  # fmt: skip
_FORBIDDEN = (
    "42501", "read-only", say("this user of the database may not do that"),
    say("grant it what docs/how-to/grow.md lists"),
)  # fmt: skip
# https://www.postgresql.org/docs/current/errcodes-appendix.html, by code or by its class
_KNOWN = (
    ("55P03", "busy", say("another process is writing to the ledger"), _AGAIN),
    ("40", "busy", say("another process came in between; nothing was recorded"), _AGAIN),
    ("53100", "disk-full", say("the server's disk is full; nothing was recorded"),
     say("free some disk space on the server, then run the command again")),
    ("53300", "busy", say("the server has no connection left"), _AGAIN),
    ("25006", "read-only", say("this server may only be read: it is a replica, or was set so"),
     say("name the primary to write")),
    _FORBIDDEN,
    _USER,
    _NO_DATABASE,
    ("XX001", "damaged", say("the server found damaged pages"),
     say("restore a backup of the server; write nothing more")),
    ("XX002", "damaged", say("the server found a damaged index"),
     by_command("rebuild it with REINDEX, then `selo verify`")),
    ("P0001", "append-only", say("events are never changed or deleted"), say("submit a correction instead")),
    ("58", "io-error", say("the server's disk failed; whether this was recorded is not known"),
     by_command("check with `selo doctor`, then run the command again: nothing is recorded twice")),
)  # fmt: skip


def sentence(error: psycopg.Error, address: str, *, connecting: bool) -> SeloError:
    """Turn an error of PostgreSQL into a refusal in words."""
    state = error.sqlstate or ""
    # a server that ends itself, or says so: the commit may be on the disk or not
    if error.diag.severity_nonlocalized == "PANIC" or state == "40003":
        return _lost(address)
    for known in _KNOWN:
        if state.startswith(known[0]):
            return _refusal(known, address)
    if connecting or state == "57P03":
        reason = " ".join(str(error).split()) or "no answer"
        if "password" in reason or "authentication" in reason:
            return _refusal(_USER, address)
        if "does not exist" in reason and "database" in reason:
            return _refusal(_NO_DATABASE, address)
        message = say("{address} cannot be reached: {reason}", address=address, reason=reason[:200])
        return LedgerUnusable(
            Problem("unreachable", message, Where(address), say("is the server running? Check the address"))
        )
    if isinstance(error, psycopg.OperationalError | psycopg.InterfaceError):
        return _lost(address)
    message = say("the ledger cannot be used: {what}", what=" ".join(str(error).split())[:300])
    return LedgerUnusable(
        Problem("database", message, Where(address), by_command("look at `selo verify` and at the server's log"))
    )


def _lost(address: str) -> SeloError:
    message = say("the connection to the server broke; whatever was sent just then may or may not be recorded")
    hint = say("run the command again: nothing is recorded twice")
    return LedgerUnusable(Problem("connection-lost", message, Where(address), hint))


def forbidden(address: str) -> SeloError:
    return _refusal(_FORBIDDEN, address)


def _refusal(known: tuple[str, str, Message, Message], address: str) -> SeloError:
    _, name, message, hint = known
    kind = Busy if name == "busy" else NotFound if name == "no-ledger" else LedgerUnusable
    return kind(Problem(name, message, Where(address), hint))
