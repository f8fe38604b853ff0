"""Find whose mail of the day is due, and keep what became of it."""

from collections.abc import Mapping
from typing import NamedTuple

from features.follow.store.followers import forget_idle
from features.follow.store.tries import GIVEN_UP_DAYS, is_over, longest_wait, next_try
from features.follow.subjects import Subject
from ledger.store.connection import Connection
from web.store.beside import changing, first_found

# not only days before today: a clock that was ahead has noted a day to come
_DUE = (
    "SELECT address, language, secret, tries, failing_since FROM follow_address WHERE"
    " looked_on <> ? AND (next_at IS NULL OR next_at <= ? OR next_at > ?) ORDER BY"
    " address"
)


class Claim(NamedTuple):
    """The mail of the day of an address, which this process makes: what it follows, and
    the event up to which it was told of each; since when its mails fail.
    """

    address: str
    language: str
    secret: str
    failing_since: str | None
    since: Mapping[Subject, int]


def claim_mail(ledger: str, today: str, now: str) -> Claim | None:
    """Take an address that nobody looked at today. It is this process's until the pause
    before the next try is over.
    """
    moments = today, now, longest_wait(now)
    if first_found(ledger, _DUE, moments) is None:
        return None  # found out without a lock
    with changing(ledger, unread=True) as connection:
        row = connection.execute(_DUE, moments).fetchone()
        if row is None:
            return None
        address, language, secret, tries, failing_since = row
        connection.execute(
            "UPDATE follow_address SET tries = ?, next_at = ? WHERE address = ?",
            (tries + 1, next_try(now, tries), address),
        )
        since = _seqs_by_subject(connection, address)
    return Claim(address, language, secret, failing_since, since)


def _seqs_by_subject(connection: Connection, address: str) -> dict[Subject, int]:
    rows = connection.execute(
        "SELECT kind, subject, since FROM follow_subject WHERE address = ? ORDER BY kind,"
        " subject",
        (address,),
    ).fetchall()
    return {Subject(kind, name): since for kind, name, since in rows}


def note_mail_done(ledger: str, claim: Claim, until: int, today: str) -> None:
    """Note that an address knows everything up to an event, and has had its mail of the
    day, or that there was no news.
    """
    with changing(ledger, unread=True) as connection:
        connection.execute(
            "UPDATE follow_address SET looked_on = ?, tries = 0, failing_since = NULL,"
            " next_at = NULL WHERE address = ?",
            (today, claim.address),
        )
        connection.execute(
            "UPDATE follow_subject SET since = ? WHERE address = ?",
            (until, claim.address),
        )


def note_mail_failed(ledger: str, claim: Claim, now: str) -> bool:
    """Note that a mail was not taken, and is tried again after the pause; tell whether
    that has gone on for so many days that it is given up.
    """
    since = min(claim.failing_since or now, now)
    with changing(ledger, unread=True) as connection:
        connection.execute(
            "UPDATE follow_address SET failing_since = ? WHERE address = ?",
            (since, claim.address),
        )
    return is_over(since, now, GIVEN_UP_DAYS)


def forget_refused(ledger: str, claim: Claim) -> None:
    """Forget an address that the server has refused for days."""
    with changing(ledger, leaving_nothing=True, unread=True) as connection:
        connection.execute(
            "DELETE FROM follow_subject WHERE address = ?", (claim.address,)
        )
        forget_idle(connection)
