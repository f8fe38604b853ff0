"""Keep browser sessions: a link that works once opens one, a cookie carries it, and
both are kept as hashes.
"""

import secrets
from datetime import timedelta
from typing import NamedTuple

from ledger.errors import NotFound, Problem
from ledger.office import later
from messages import by_command, say
from messages.answer import Answer, Moment
from web.store.beside import change_if_free, changing, first_found, rows_found
from web.store.notices import note
from web.store.roles import Role
from web.store.secret_hash import hashed
from web.store.tokens import (
    SESSION,
    USE_NOTED_AFTER,
    Who,
    checked_name,
    refuse_lookalike,
)

LINK_LASTS = timedelta(minutes=15)
INVITATION_LASTS = timedelta(days=3)  # it goes to somebody else, by mail perhaps
_BYTES = 32
_ID = 12  # characters of an id


class LoginLink(Answer, frozen=True, kw_only=True):
    """The answer of `access login`: a link that opens one session, once."""

    name: str
    role: str
    url: str
    expires_at: Moment


class SessionRow(Answer, frozen=True, kw_only=True):
    """A browser that is logged in. The id is made from the hash that is kept, and opens
    nothing.
    """

    id: str
    name: str
    role: str
    created_at: Moment
    expires_at: Moment


def is_kept(session: SessionRow) -> bool:
    """Tell whether it is open on a device of somebody's own."""
    return session.expires_at > later(session.created_at, SHARED.whole)


class SessionsAnswer(Answer, frozen=True, kw_only=True):
    """The answer of `access sessions`, in the order they were opened."""

    rows: tuple[SessionRow, ...]


class Lasts(NamedTuple):
    """How long a session lasts, and how long it may go unused."""

    whole: timedelta
    idle: timedelta


# on a device that several people use, and on one's own
SHARED = Lasts(timedelta(hours=12), timedelta(hours=2))
OWN = Lasts(timedelta(days=90), timedelta(days=30))


class OpenedSession(NamedTuple):
    """A session just opened: the secret for the cookie, who it is for, and for how
    long.
    """

    secret: str
    role: Role
    lasts: timedelta


def new_link(
    ledger: str, url: str, name: str, role: Role, by: str, now: str
) -> LoginLink:
    """Make a link for somebody who is about to open it."""
    return _link(ledger, url, Who(name, role, by), now, LINK_LASTS)


def invitation(
    ledger: str, url: str, name: str, role: Role, by: str, now: str
) -> LoginLink:
    """Make a link for somebody to whom it has to be sent."""
    return _link(ledger, url, Who(name, role, by), now, INVITATION_LASTS)


def _link(ledger: str, url: str, whose: Who, now: str, lasts: timedelta) -> LoginLink:
    """Make a link. `whose`: who logs in, with whoever makes it in the place of a token."""
    name, role, by = checked_name(whose.name), whose.role, whose.token
    secret, expires_at = secrets.token_urlsafe(_BYTES), later(now, lasts)
    with changing(ledger) as connection:
        refuse_lookalike(connection, name, now)
        connection.execute("DELETE FROM login WHERE expires_at <= ?", (now,))
        connection.execute(
            "INSERT INTO login VALUES (?, ?, ?, ?)",
            (hashed(secret), name, role.value, expires_at),
        )
        note(connection, now, "login-made", by, f"for {name} as {role}")

    return LoginLink(
        name=name,
        role=role.value,
        url=f"{url.rstrip('/')}/login/{secret}",
        expires_at=expires_at,
    )


def open_session(
    ledger: str, secret: str, now: str, lasts: Lasts = SHARED
) -> OpenedSession | None:
    """Open the session of a login link; None where the link was used before, is too
    old, or never was.
    """
    with changing(ledger) as connection:
        row = connection.execute(
            "DELETE FROM login WHERE hash = ? AND expires_at > ? RETURNING name, role",
            (hashed(secret), now),
        ).fetchone()
        if row is None:
            return None

        name, role = row
        cookie = secrets.token_urlsafe(_BYTES)
        connection.execute("DELETE FROM session WHERE expires_at <= ?", (now,))
        connection.execute(
            "INSERT INTO session (hash, name, role, created_at, expires_at, idle_at)"
            " VALUES (?, ?, ?, ?, ?, ?)",
            (
                hashed(cookie),
                name,
                role,
                now,
                later(now, lasts.whole),
                later(now, lasts.idle),
            ),
        )

        note(connection, now, "login-used", name, f"as {role}")

    return OpenedSession(cookie, Role(role), lasts.whole)


def who_has(ledger: str, cookie: str, now: str) -> Who | None:
    """Find whose session a cookie is; None where it is nobody's, or has ended.

    It is looked up by hash, so that a guess takes as long as the right cookie. That the
    session was used is noted now and then, unless somebody else is writing.
    """
    columns = "name, role, created_at, expires_at, idle_at"
    query = f"SELECT {columns} FROM session WHERE hash = ? AND {_LIVE}"
    row = first_found(ledger, query, (hashed(cookie), now, now))
    if row is None:
        return None

    name, role, created_at, expires_at, idle_at = row
    kept = expires_at > later(created_at, SHARED.whole)
    lasts = OWN if kept else SHARED
    unused_until = later(now, lasts.idle)
    if idle_at[:USE_NOTED_AFTER] != unused_until[:USE_NOTED_AFTER]:
        change = "UPDATE session SET idle_at = ? WHERE hash = ?"
        used = (change, (unused_until, hashed(cookie)))
        change_if_free(ledger, lambda connection: connection.execute(*used))

    return Who(name, Role(role), SESSION)


_LIVE = "expires_at > ? AND idle_at > ?"


def close_session(ledger: str, cookie: str) -> None:
    with changing(ledger) as connection:
        connection.execute("DELETE FROM session WHERE hash = ?", (hashed(cookie),))


def sessions(ledger: str, now: str) -> SessionsAnswer:
    """List everybody who is logged in now."""
    columns = "hash, name, role, created_at, expires_at"
    rows = rows_found(
        ledger,
        f"SELECT {columns} FROM session WHERE {_LIVE} ORDER BY created_at, hash",
        (now, now),
    )

    return SessionsAnswer(
        rows=tuple(
            SessionRow(
                id=_id(key),
                name=name,
                role=role,
                created_at=created,
                expires_at=expires,
            )
            for key, name, role, created, expires in rows
        )
    )


def end_session(
    ledger: str, session: str, by: str, now: str, *, own: bool = False
) -> SessionRow:
    """End a session: from now on its browser is logged out.

    own   it is one of whoever ends it; another is refused as one that there is not
    """
    rows = [row for row in sessions(ledger, now).rows if row.id == session]
    row = rows[0] if rows else None
    if row is None or (own and row.name != by):
        message = say("there is no session {session}", session=repr(session))
        raise NotFound(
            Problem(
                "unknown-session",
                message,
                hint=by_command("see `selo access sessions`"),
            )
        )

    with changing(ledger) as connection:
        hashes = connection.execute("SELECT hash FROM session").fetchall()
        ended = [(key,) for (key,) in hashes if _id(key) == session]
        connection.executemany("DELETE FROM session WHERE hash = ?", ended)
        note(
            connection,
            now,
            "session-ended",
            by,
            f"{session} of {row.name} as {row.role}",
        )

    return row


def end_sessions(ledger: str, name: str, now: str) -> int:
    """Log somebody out everywhere, and forget the links that would open new sessions of
    theirs; return how many sessions ended.
    """
    open_now = sum(row.name == name for row in sessions(ledger, now).rows)
    with changing(ledger) as connection:
        connection.execute("DELETE FROM login WHERE name = ?", (name,))
        connection.execute("DELETE FROM session WHERE name = ?", (name,))
        note(connection, now, "sessions-ended", name, f"{open_now} of {name}")
    return open_now


def session_id(cookie: str) -> str:
    """Return the id of the session of a cookie."""
    return _id(hashed(cookie))


def _id(key: bytes) -> str:
    """Name a session by the beginning of its hash: enough to tell it apart, and no help
    to get into it.
    """
    return key.hex()[:_ID]
