"""Keep addresses that somebody typed, until whoever reads their mail confirms them."""

import secrets
from collections.abc import Sequence
from datetime import timedelta
from typing import NamedTuple

from features.follow.store.tries import longest_wait, next_try
from features.follow.subjects import Subject
from ledger.errors import Problem, Refused
from ledger.office import later
from ledger.store.connection import Connection
from messages import say
from web.store.beside import changing, first_found
from web.store.secret_hash import hashed

KEPT_DAYS = 3  # an address that nobody confirms
OF_ADDRESS = 3  # mails with a link to one address in a day
MOST_WAITING = 5000  # strangers fill no disk


class WishToFollow(NamedTuple):
    """A wish to follow something, in the language of the page on which it was typed."""

    id: str
    address: str
    subject: Subject
    language: str
    asked_at: str


_COLUMNS = "id, address, kind, subject, language, asked_at"


def ask_to_follow(
    ledger: str, address: str, subject: Subject, language: str, now: str
) -> None:
    """Keep a wish, whose mail with a link is then due. Nothing happens for an address
    that had as many in a day as it gets; whoever asked is not told.
    """
    day_ago = later(now, timedelta(days=-1))
    with changing(ledger, unread=True) as connection:
        if _count(connection, "address = ? AND asked_at > ?", address, day_ago) >= (
            OF_ADDRESS
        ):
            return
        if _count(connection, "asked_at <= ?", now) >= MOST_WAITING:
            message = say("too many addresses wait to be confirmed")
            hint = say("try again tomorrow")
            raise Refused(Problem("follow-too-many", message, hint=hint))
        connection.execute(
            f"INSERT INTO follow_asked ({_COLUMNS}, tries, next_at) VALUES (?, ?, ?, ?,"
            " ?, ?, 0, ?)",
            (secrets.token_hex(8), address, *subject, language, now, now),
        )


def _count(connection: Connection, condition: str, *values: str) -> int:
    [count] = connection.execute(
        f"SELECT COUNT(*) FROM follow_asked WHERE {condition}", values
    ).fetchone()
    return int(count)


_DUE = "sent_at IS NULL AND (next_at <= ? OR next_at > ?)"


def claim_link(ledger: str, now: str) -> tuple[WishToFollow, str] | None:
    """Take a wish whose mail is due, with a new secret for its link. It is this
    process's until the pause before the next try is over.
    """
    due = (
        f"SELECT {_COLUMNS}, tries FROM follow_asked WHERE {_DUE} ORDER BY next_at, id"
    )
    moments = now, longest_wait(now)
    if first_found(ledger, due, moments) is None:
        return None  # found out without a lock
    secret = secrets.token_urlsafe(24)
    with changing(ledger, unread=True) as connection:
        row = connection.execute(due, moments).fetchone()
        if row is None:
            return None
        *columns, tries = row
        asked = _asked(columns)
        connection.execute(
            "UPDATE follow_asked SET hash = ?, tries = ?, next_at = ? WHERE id = ?",
            (hashed(secret), tries + 1, next_try(now, tries), asked.id),
        )
    return asked, secret


def note_link_sent(ledger: str, asked: WishToFollow, now: str) -> None:
    """Note that the server took the mail with the link."""
    with changing(ledger, unread=True) as connection:
        connection.execute(
            "UPDATE follow_asked SET sent_at = ? WHERE id = ?", (now, asked.id)
        )


def wish_of_link(ledger: str, secret: str, now: str) -> WishToFollow | None:
    """Return the wish of somebody's link; None for a link that does not work any more."""
    query = f"SELECT {_COLUMNS} FROM follow_asked WHERE hash = ? AND asked_at > ?"
    values = hashed(secret), oldest(now)
    row = first_found(ledger, query, values)
    if row is None:
        return None
    return _asked(row)


def take_wish(connection: Connection, secret: str, now: str) -> WishToFollow | None:
    """Take the wish of somebody's link away, as it is confirmed: it works once."""
    row = connection.execute(
        f"DELETE FROM follow_asked WHERE hash = ? AND asked_at > ? RETURNING {_COLUMNS}",
        (hashed(secret), oldest(now)),
    ).fetchone()
    return None if row is None else _asked(row)


def forget_unconfirmed(ledger: str, now: str) -> int:
    """Forget the addresses that nobody confirmed in time; return how many of them never
    got their mail.
    """
    old = "FROM follow_asked WHERE asked_at <= ?"
    if first_found(ledger, f"SELECT 1 {old}", (oldest(now),)) is None:
        return 0
    with changing(ledger, leaving_nothing=True, unread=True) as connection:
        gone = connection.execute(
            f"DELETE {old} RETURNING sent_at", (oldest(now),)
        ).fetchall()
    return sum(1 for (sent_at,) in gone if sent_at is None)


def oldest(now: str) -> str:
    """Return when the oldest link was asked for that still works."""
    return later(now, timedelta(days=-KEPT_DAYS))


def _asked(row: Sequence[str]) -> WishToFollow:
    """Return a row of the table; its columns are those of a query for `_COLUMNS`."""
    name, address, kind, followed, language, asked_at = row
    return WishToFollow(
        id=name,
        address=address,
        subject=Subject(kind, followed),
        language=language,
        asked_at=asked_at,
    )
