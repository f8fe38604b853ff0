"""Keep how far each webhook came, written by the one process that delivers.

That process has a lease, which it renews. A process that was killed loses the lease: at
once where the next one can see that it is gone, else when the lease has run out. A
process without the lease cannot move a position, so that a slow process and its
successor never skip an event.
"""

import os
import secrets
import time
from datetime import datetime, timedelta
from hashlib import sha256
from typing import NamedTuple

from features.webhooks.store.rows import BEYOND, DELIVERING, GIVEN_UP
from ledger.office import later
from ledger.store.connection import Connection
from ledger.store.events import stored_from
from web.store.beside import changing, first_found, looking

LEASE_SECONDS = 15
PAUSES = (5, 15, 60, 180, 600, 1800, 3600)  # seconds before something is tried again
GIVEN_UP_DAYS = 7


class Post(NamedTuple):
    """A webhook on its way: all that is needed to send it the next event."""

    id: str
    url: str
    secret: str
    topics: frozenset[str]
    private: bool
    plain: bool
    delivered: int
    mark: str
    next_at: str | None

    def wants(self, kind: str) -> bool:
        return not self.topics or kind in self.topics


_POST = (
    "SELECT id, url, secret, topics, private, plain, delivered, mark, next_at FROM"
    " webhook WHERE state = ?"
)


def mark_of(state: bytes) -> str:
    """Return the digest of a stored event, which tells it from any other of the same
    seq.
    """
    return sha256(state).hexdigest()


def mark_at(connection: Connection, seq: int) -> str | None:
    """Return the digest of an event; '' before the first one, None where there is none."""
    if seq:
        return next(
            (mark_of(row.state) for row in stored_from(connection, seq, 1)), None
        )
    return ""


def is_held(connection: Connection, seq: int, mark: str) -> bool:
    """Tell whether a ledger has this very event."""
    return mark_at(connection, seq) == mark


def posts(ledger: str) -> list[Post]:
    """List the webhooks that are delivered to, whether they take anything or not."""
    with looking(ledger) as connection:
        return [] if connection is None else _posts(connection)


def _posts(connection: Connection, name: str | None = None) -> list[Post]:
    rows = connection.execute(
        f"{_POST} AND ? IN ('', id) ORDER BY id", (DELIVERING, name or "")
    ).fetchall()
    posts = []
    for key, url, secret, topics, private, plain, delivered, mark, next_at in rows:
        kinds = topics.split(",") if topics else []
        post = Post(
            id=key,
            url=url,
            secret=secret,
            topics=frozenset(kinds),
            private=bool(private),
            plain=bool(plain),
            delivered=delivered,
            mark=mark,
            next_at=next_at,
        )
        posts.append(post)

    return posts


def post(ledger: str, name: str) -> Post | None:
    """Return one webhook; None where it was dropped, paused, or stopped."""
    with looking(ledger) as connection:
        return (
            None if connection is None else next(iter(_posts(connection, name)), None)
        )


def lease(ledger: str, holder: str) -> bool:
    """Take or renew the lease; tell whether it is this process that delivers."""
    with looking(ledger) as connection:
        if connection is None or _has_another_holder(connection, holder):
            return False  # found out without a lock
    with changing(ledger, unread=True) as connection:
        if _has_another_holder(connection, holder):
            return False
        connection.execute("DELETE FROM webhook_lease")
        connection.execute(
            "INSERT INTO webhook_lease VALUES (?, ?)",
            (holder, int(time.time()) + LEASE_SECONDS),
        )
    return True


def _has_another_holder(connection: Connection, holder: str) -> bool:
    moment = time.time()
    return any(
        # one that lasts longer than any is of a clock that was set back
        other != holder
        and moment < until <= moment + LEASE_SECONDS
        and not _is_gone(other)
        for other, until in connection.execute(
            "SELECT holder, until FROM webhook_lease"
        ).fetchall()
    )


def give_back(ledger: str, holder: str) -> None:
    with changing(ledger, unread=True) as connection:
        connection.execute("DELETE FROM webhook_lease WHERE holder = ?", (holder,))


def new_holder() -> str:
    """Name this process, so that others on its machine see when it is gone."""
    return f"{_machine()} {os.getpid()} {secrets.token_hex(4)}"


def _machine() -> str:
    """Name the machine since it was started, and the processes that can be seen from
    here; '' where nothing tells.
    """
    try:
        with open("/proc/sys/kernel/random/boot_id", encoding="ascii") as file:
            return f"{file.read().strip()} {os.readlink('/proc/self/ns/pid')}"
    except OSError:
        return ""


def _is_gone(holder: str) -> bool:
    machine, process, _ = holder.rsplit(" ", 2)
    if not machine or machine != _machine():
        return False
    try:
        os.kill(int(process), 0)
    except ProcessLookupError:
        return True
    except OSError:
        return False
    return False


def move_on(
    ledger: str,
    holder: str,
    was: Post,
    seq: int,
    mark: str,
    answered: tuple[str, str] | None,
) -> Post | None:
    """Move the position of a webhook on; `answered` is the receiver's answer and its
    moment, or None where no event was wanted.

    Return the webhook afterwards; None where it was dropped or paused meanwhile, or
    another process delivers.
    """
    change, values = "delivered = ?, mark = ?", [seq, mark]
    if answered is not None:
        change += (
            ", answer = ?, answered_at = ?, tries = 0, failing_since = NULL, next_at ="
            " NULL"
        )
        values += answered
    return _change_post(ledger, holder, was, change, values)


def note_failure(
    ledger: str, holder: str, was: Post, answer: str, now: str
) -> Post | None:
    """Write down that a webhook did not take its next event, and when it is tried
    again; after days, pause it.
    """
    row = first_found(
        ledger, "SELECT tries, failing_since FROM webhook WHERE id = ?", (was.id,)
    )
    if row is None:
        return None
    tries, failing_since = row
    # a clock that was ahead has been set right
    since = min(failing_since or now, now)
    moment = datetime.fromisoformat(now)
    given_up = moment - datetime.fromisoformat(since) >= timedelta(days=GIVEN_UP_DAYS)
    again = later(now, timedelta(seconds=PAUSES[min(tries, len(PAUSES) - 1)]))
    change = (
        "tries = ?, failing_since = ?, next_at = ?, answer = ?, answered_at = ?,"
        " state = ?"
    )
    values = [
        tries + 1,
        since,
        again,
        answer,
        now,
        GIVEN_UP if given_up else DELIVERING,
    ]
    return _change_post(ledger, holder, was, change, values)


def stop_beyond_log(ledger: str, holder: str, was: Post) -> None:
    """Stop a webhook whose position the ledger does not hold any more."""
    _change_post(ledger, holder, was, "state = ?", [BEYOND])


def _change_post(
    ledger: str, holder: str, was: Post, change: str, values: list[object]
) -> Post | None:
    """Change a webhook, provided it is unchanged since it was read and this process
    still delivers.
    """
    with changing(ledger) as connection:
        connection.execute(
            f"UPDATE webhook SET {change} WHERE id = ? AND delivered = ? AND state = ?"
            " AND EXISTS (SELECT 1 FROM webhook_lease WHERE holder = ?)",
            (*values, was.id, was.delivered, DELIVERING, holder),
        )
        mine = connection.execute(
            "SELECT 1 FROM webhook_lease WHERE holder = ?", (holder,)
        ).fetchone()
        return next(iter(_posts(connection, was.id)), None) if mine else None
