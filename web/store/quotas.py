"""Limit how many drafts of one name may wait, and how large they are together."""

from typing import NamedTuple

from ledger.errors import Problem, Refused
from ledger.store.connection import Connection
from messages import say
from web.store.draft_steps import WAITING


class Quota(NamedTuple):
    """A limit: how many drafts, and how many bytes together."""

    drafts: int
    bytes: int


# whoever may not book their drafts could fill the disk of those who do
OF_SUBMITTERS = Quota(drafts=50, bytes=32 * 2**20)
OF_THE_OFFICE = Quota(drafts=500, bytes=2**30)


def check_quota(connection: Connection, quota: Quota, by: str, size: int) -> None:
    """Refuse one more draft of `size` bytes of somebody whose quota is full.

    Only the drafts that wait count, not those that were booked or dropped.
    """
    drafts, taken = connection.execute(
        "SELECT COUNT(*), COALESCE(SUM(length(content)), 0) FROM draft WHERE created_by"
        " = ? AND state = ?",
        (by, WAITING),
    ).fetchone()
    if drafts >= quota.drafts or taken + size > quota.bytes:
        message = say(
            "{name} has {count} drafts waiting with {taken} bytes; at most {most} with"
            " {bytes} bytes are allowed",
            name=by,
            count=drafts,
            taken=taken,
            most=quota.drafts,
            bytes=quota.bytes,
        )
        raise Refused(
            Problem(
                "too-many-drafts",
                message,
                hint=say("wait until some are booked, or drop some"),
            )
        )
