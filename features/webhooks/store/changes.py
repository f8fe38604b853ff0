"""Add, drop, pause and resume webhooks."""

import secrets
from base64 import b64encode
from collections.abc import Callable, Sequence
from typing import NamedTuple

from features.webhooks.store.rows import (
    BEYOND,
    DELIVERING,
    PAUSED,
    SECRET_PREFIX,
    WebhookRow,
    one_webhook,
)
from ledger.errors import Problem, Refused, Usage, Where
from ledger.events import KINDS
from messages import by_command, say
from messages.answer import completed_answer
from web.store.beside import changing
from web.store.notices import note

MOST = 100  # each has a thread of its own
SECRET_BYTES = 32


class Wanted(NamedTuple):
    """A webhook as it is asked for: its address, which kinds of events (none named:
    all), what it may be.
    """

    url: str
    topics: Sequence[str] = ()
    private: bool = False
    plain: bool = False


def add_webhook(
    ledger: str,
    wanted: Wanted,
    after: int,
    mark: str,
    by: str,
    now: str,
    chance: Callable[[int], bytes] = secrets.token_bytes,
) -> WebhookRow:
    """Keep a webhook, which gets every event after a given one; `mark` is the digest of
    that event.
    """
    topics = sorted({*wanted.topics})
    unknown = [topic for topic in topics if topic not in KINDS]
    if unknown:
        hint = say("one of: {names}", names=", ".join(KINDS))
        message = say("there is no kind of event {name}", name=repr(unknown[0]))
        raise Usage(Problem("unknown-kind", message, Where(field="topic"), hint))

    name = chance(4).hex()
    random_bytes = chance(SECRET_BYTES)
    secret = SECRET_PREFIX + b64encode(random_bytes).decode()
    with changing(ledger) as connection:
        [count] = connection.execute("SELECT COUNT(*) FROM webhook").fetchone()
        if count >= MOST:
            message = say(
                "there are {count} webhooks, and no more are kept", count=count
            )
            hint = by_command("drop one: `selo webhook drop ID`")
            raise Refused(Problem("too-many-webhooks", message, hint=hint))

        connection.execute(
            "INSERT INTO webhook (id, url, secret, topics, private, plain, created_at,"
            " created_by, delivered, mark, state) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?,"
            " ?, ?)",
            (
                name,
                wanted.url,
                secret,
                ",".join(topics),
                int(wanted.private),
                int(wanted.plain),
                now,
                by,
                after,
                mark,
                DELIVERING,
            ),
        )
        note(connection, now, "webhook-added", by, name)
        row = one_webhook(connection, name)

    return completed_answer(row, secret=secret)


def drop_webhook(ledger: str, name: str, by: str, now: str) -> WebhookRow:
    """Drop a webhook and its secret; nothing of it is left in the file."""
    with changing(ledger, leaving_nothing=True) as connection:
        row = one_webhook(connection, name)
        connection.execute("DELETE FROM webhook WHERE id = ?", (name,))
        note(connection, now, "webhook-dropped", by, name)
    return row


def pause_webhook(ledger: str, name: str, by: str, now: str) -> WebhookRow:
    """Send nothing to a webhook until it is resumed."""
    with changing(ledger) as connection:
        one_webhook(connection, name)
        pausing = "UPDATE webhook SET state = ? WHERE id = ?"
        connection.execute(pausing, (PAUSED, name))
        note(connection, now, "webhook-paused", by, name)
        return one_webhook(connection, name)


def resume_webhook(
    ledger: str, name: str, at: tuple[int, str] | None, by: str, now: str
) -> WebhookRow:
    """Resume a webhook where it stopped, or after another event, given with its digest.
    Earlier failures no longer count.
    """
    with changing(ledger) as connection:
        row = one_webhook(connection, name)
        if at is None and row.state == BEYOND:
            message = say(
                "event {seq} of the ledger is not what was sent to the webhook {id}",
                seq=row.delivered,
                id=name,
            )
            hint = by_command(
                "say after which event it goes on: `selo webhook resume ID --after SEQ`"
            )
            raise Refused(Problem("webhook-beyond", message, hint=hint))

        if at is not None:
            connection.execute(
                "UPDATE webhook SET delivered = ?, mark = ? WHERE id = ?", (*at, name)
            )

        connection.execute(
            "UPDATE webhook SET state = ?, failing_since = NULL, tries = 0, next_at ="
            " NULL WHERE id = ?",
            (DELIVERING, name),
        )
        note(connection, now, "webhook-resumed", by, name)
        return one_webhook(connection, name)
