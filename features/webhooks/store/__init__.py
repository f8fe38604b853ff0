"""Keep webhooks: where events are sent to as they are recorded, and how far each came.
Nothing is queued but the event log.

A secret signs what is sent, so that the receiver knows the office. It is kept in clear,
because every message is signed with it; somebody who has the file beside the ledger
could sign as well.
"""

import secrets
from base64 import b64encode
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from audit.machine import Check
from ledger.errors import NotFound, Problem, Refused, SeloError, Usage, Where
from ledger.events import KINDS
from ledger.store.connection import Connection
from messages import Message, by_command, joined, say
from messages.answer import UNSET, Answer, UnsetType, completed
from web.store.beside import changing, found, looking
from web.store.tokens import note

if TYPE_CHECKING:
    from web.metrics import Reading

SHOWN = 3  # troubles in the check
MOST = 100  # each has a thread of its own
DELIVERING, PAUSED = "delivering", "paused"
GIVEN_UP = "given-up"  # nobody answered for so long that it was paused
BEYOND = "beyond"  # the ledger does not hold any more what was delivered last
SECRET_PREFIX, SECRET_BYTES = "whsec_", 32


class WebhookRow(Answer, frozen=True, kw_only=True):
    """A webhook; `secret` is there once, when it was just made."""

    id: str
    url: str
    topics: tuple[str, ...]
    private: bool
    plain: bool
    state: str
    delivered: int
    answer: str | None
    answered_at: str | None
    failing_since: str | None
    next_at: str | None
    created_at: str
    created_by: str
    secret: str | UnsetType = UNSET


_COLUMNS = ", ".join(name for name in WebhookRow.__struct_fields__ if name != "secret")


class WebhooksAnswer(Answer, frozen=True, kw_only=True):
    """The answer of `webhook list`, in the order they were added; `head` is the newest
    event of the ledger.
    """

    rows: tuple[WebhookRow, ...]
    head: int


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
    if unknown := sorted({*wanted.topics} - {*KINDS}):
        hint = say("one of: {names}", names=", ".join(KINDS))
        message = say("there is no kind of event {name}", name=repr(unknown[0]))
        raise Usage(Problem("unknown-kind", message, Where(field="topic"), hint))
    name, secret = (
        chance(4).hex(),
        SECRET_PREFIX + b64encode(chance(SECRET_BYTES)).decode(),
    )
    with changing(ledger) as connection:
        [count] = connection.execute("SELECT COUNT(*) FROM webhook").fetchone()
        if count >= MOST:
            message = say(
                "there are {count} webhooks, and no more are kept", count=count
            )
            raise Refused(
                Problem(
                    "too-many-webhooks",
                    message,
                    hint=by_command("drop one: `selo webhook drop ID`"),
                )
            )
        connection.execute(
            "INSERT INTO webhook (id, url, secret, topics, private, plain, created_at,"
            " created_by, delivered, mark, state) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?,"
            " ?, ?)",
            (
                name,
                wanted.url,
                secret,
                ",".join(sorted({*wanted.topics})),
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
        row = _one(connection, name)
    return completed(row, secret=secret)


def webhooks(ledger: str) -> tuple[WebhookRow, ...]:
    return tuple(
        map(
            _row,
            found(ledger, f"SELECT {_COLUMNS} FROM webhook ORDER BY created_at, id"),
        )
    )


def webhook(ledger: str, name: str) -> WebhookRow:
    """Return one webhook with its secret, to send something with."""
    with looking(ledger) as connection:
        if connection is None:
            raise _unknown(name)
        row = _one(connection, name)
        [secret] = connection.execute(
            "SELECT secret FROM webhook WHERE id = ?", (name,)
        ).fetchone()
    return completed(row, secret=secret)


def drop_webhook(ledger: str, name: str, by: str, now: str) -> WebhookRow:
    """Drop a webhook and its secret; nothing of it is left in the file."""
    with changing(ledger, leaving_nothing=True) as connection:
        row = _one(connection, name)
        connection.execute("DELETE FROM webhook WHERE id = ?", (name,))
        note(connection, now, "webhook-dropped", by, name)
    return row


def pause_webhook(ledger: str, name: str, by: str, now: str) -> WebhookRow:
    with changing(ledger) as connection:
        _one(connection, name)
        connection.execute("UPDATE webhook SET state = ? WHERE id = ?", (PAUSED, name))
        note(connection, now, "webhook-paused", by, name)
        return _one(connection, name)


def resume_webhook(
    ledger: str, name: str, at: tuple[int, str] | None, by: str, now: str
) -> WebhookRow:
    """Resume a webhook where it stopped, or after another event, given with its digest.
    Earlier failures no longer count.
    """
    with changing(ledger) as connection:
        row = _one(connection, name)
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
        return _one(connection, name)


def troubles(ledger: str) -> tuple[Message, ...]:
    """Say which webhooks get nothing at the moment, and why, or why that cannot be
    said.
    """
    try:
        return tuple(
            trouble
            for row in webhooks(ledger)
            if (trouble := _trouble(row)) is not None
        )
    except SeloError as error:
        return tuple(problem.message for problem in error.problems)


def check(ledger: str) -> Check:
    """Check that those to whom events are sent receive them."""
    troubled = troubles(ledger)
    if not troubled:
        return Check("webhooks", True, say("no webhook fails or is paused"))
    return Check(
        "webhooks",
        False,
        joined(troubled[:SHOWN]),
        by_command("see `selo webhook list`; `selo webhook resume ID` goes on"),
    )


def _trouble(row: WebhookRow) -> Message | None:
    about: dict[str, object] = {
        "id": row.id,
        "seq": row.delivered,
        "since": (row.failing_since or "")[:16],
    }
    match row.state:
        case "paused":
            return say("the webhook {id} is paused at event {seq}", **about)
        case "given-up":
            return say(
                "the webhook {id} was paused at event {seq}: it has taken nothing since"
                " {since}",
                **about,
            )
        case "beyond":
            return say(
                "the webhook {id} stopped: event {seq} of the ledger is not what was"
                " sent to it",
                **about,
            )
    return (
        say("the webhook {id} has taken nothing since {since}", **about)
        if row.failing_since
        else None
    )


def webhook_gauges(ledger: str, head: int) -> "list[Reading]":
    """Measure the webhooks of a ledger whose newest event is `head`."""
    rows = webhooks(ledger)
    delivered = [row for row in rows if row.state == DELIVERING]
    failing = [row for row in delivered if row.failing_since is not None]
    behind = max((head - row.delivered for row in delivered), default=0)
    stopped = len(rows) - len(delivered)
    return [
        ("webhooks", "Webhooks.", len(rows)),
        (
            "webhooks_failing",
            "Webhooks that do not take their next event.",
            len(failing),
        ),
        ("webhooks_stopped", "Webhooks that are paused or stopped.", stopped),
        (
            "webhook_events_behind",
            "Events that the slowest webhook has yet to take.",
            behind,
        ),
    ]


def _one(connection: Connection, name: str) -> WebhookRow:
    row = connection.execute(
        f"SELECT {_COLUMNS} FROM webhook WHERE id = ?", (name,)
    ).fetchone()
    if row is None:
        raise _unknown(name)
    return _row(row)


def _unknown(name: str) -> NotFound:
    message = say("there is no webhook {id}", id=repr(name))
    return NotFound(
        Problem("unknown-webhook", message, hint=by_command("see `selo webhook list`"))
    )


def _row(row: Sequence[object]) -> WebhookRow:
    given = dict(zip(_COLUMNS.split(", "), row, strict=True))
    topics = tuple(filter(None, str(given["topics"]).split(",")))
    flags = {name: bool(given[name]) for name in ("private", "plain")}
    return WebhookRow(**{**given, **flags, "topics": topics})  # type: ignore[arg-type]
