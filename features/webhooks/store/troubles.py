"""Say which webhooks get nothing at the moment, for the checks of the office and for the
metrics.
"""

from typing import TYPE_CHECKING

from audit.machine import Check
from features.webhooks.store.rows import DELIVERING, WebhookRow, webhooks
from ledger.errors import SeloError
from messages import Message, by_command, joined_message, say

if TYPE_CHECKING:
    from web.metrics import Reading

SHOWN = 3  # troubles in the check


def troubles(ledger: str) -> tuple[Message, ...]:
    """Say which webhooks get nothing at the moment, and why, or why that cannot be
    said.
    """
    try:
        messages = [_trouble(row) for row in webhooks(ledger)]
    except SeloError as error:
        return tuple(problem.message for problem in error.problems)
    return tuple(message for message in messages if message is not None)


def check(ledger: str) -> Check:
    """Check that those to whom events are sent receive them."""
    troubled = troubles(ledger)
    if not troubled:
        return Check("webhooks", True, say("no webhook fails or is paused"))
    return Check(
        "webhooks",
        False,
        joined_message(troubled[:SHOWN]),
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

    if row.failing_since:
        return say("the webhook {id} has taken nothing since {since}", **about)
    return None


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
