"""Limit how many drafts of one name may wait, so that nobody fills the disk of the ledger."""

from typing import NamedTuple

from ledger.errors import Problem, Refused
from ledger.store.tables import Connection
from messages import say
from web.kept.tables import WAITING


class Quota(NamedTuple):
    """A limit: how many drafts, and how many bytes together."""

    drafts: int
    bytes: int


# of whoever may not book them, and of whoever may
OF_SUBMITTERS, OF_THE_OFFICE = Quota(50, 32 * 2**20), Quota(500, 2**30)


def check_quota(connection: Connection, quota: Quota, by: str, size: int) -> None:
    drafts, taken = connection.execute(
        "SELECT COUNT(*), COALESCE(SUM(length(content)), 0) FROM draft WHERE created_by = ? AND state = ?",
        (by, WAITING),
    ).fetchone()
    if drafts >= quota.drafts or taken + size > quota.bytes:
        message = say(
            "{name} has {count} drafts of {taken} bytes waiting; {most} of {bytes} may",
            name=by, count=drafts, taken=taken, most=quota.drafts, bytes=quota.bytes,
        )  # fmt: skip
        raise Refused(Problem("too-many-drafts", message, hint=say("wait until some are booked, or drop some")))
