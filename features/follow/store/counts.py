"""Count who follows something by mail: the office and the metrics see numbers, and no
address.
"""

from typing import TYPE_CHECKING

from messages.answer import Answer
from web.store.beside import looking

if TYPE_CHECKING:
    from web.metrics import Reading


class FollowCounts(Answer, frozen=True, kw_only=True):
    """The answer of `follow count`: addresses that are confirmed and what they follow
    together, addresses that nobody confirmed so far, and those whose mails fail.
    """

    confirmed: int
    followed: int
    unconfirmed: int
    failing: int


class AddressForgotten(Answer, frozen=True, kw_only=True):
    """The answer of `follow forget`: how much the address followed, or asked to."""

    followed: int


_QUERIES = {
    "confirmed": "SELECT COUNT(*) FROM follow_address",
    "followed": "SELECT COUNT(*) FROM follow_subject",
    "unconfirmed": "SELECT COUNT(DISTINCT address) FROM follow_asked",
    "failing": "SELECT COUNT(*) FROM follow_address WHERE failing_since IS NOT NULL",
}


def follow_counts(ledger: str) -> FollowCounts:
    """Count what is kept beside a ledger."""
    with looking(ledger) as connection:
        if connection is None:
            return FollowCounts(**dict.fromkeys(_QUERIES, 0))
        counts = {
            name: connection.execute(query).fetchone()[0]
            for name, query in _QUERIES.items()
        }
    return FollowCounts(**counts)


def follow_gauges(ledger: str, head: int) -> "list[Reading]":
    """Measure who follows something by mail, and whose mails fail."""
    counts = follow_counts(ledger)
    return [
        (
            "follow_addresses",
            "Addresses that follow something by mail.",
            counts.confirmed,
        ),
        (
            "follow_unconfirmed",
            "Addresses that nobody confirmed so far.",
            counts.unconfirmed,
        ),
        (
            "follow_mails_failing",
            "Addresses whose mail could not be sent and is tried again.",
            counts.failing,
        ),
    ]
