"""Which events the read tables follow."""

from typing import NamedTuple

from ledger.store.connection import Connection
from messages import say
from projections.tables.checked_rows import checked_row, damaged


class Followed(NamedTuple):
    """Which events the tables follow, and the last number that a unit got.

    version: of the read tables.
    seq, root: the last event, and the root over all up to it.
    """

    version: int
    seq: int
    root: str
    number: int


class VersionAndSeq(NamedTuple):
    """The version of read tables, and the last event that they follow."""

    version: int
    seq: int


def version_and_seq(connection: Connection) -> VersionAndSeq:
    """Return the version of the tables and the seq they follow; two zeros where the
    tables do not say.

    Nothing is checked: tables of another version may have another row.
    """
    row = connection.execute("SELECT version, seq FROM projected").fetchone()
    return VersionAndSeq(*(row or (0, 0)))


def followed_by(connection: Connection) -> Followed:
    """Return which events the tables of this version follow: their last seq and root,
    and the last number of a unit.

    The ledger is refused as damaged where they do not say it, or the row is false.
    """
    row = connection.execute(
        "SELECT version, seq, root, number, checksum FROM projected"
    ).fetchone()
    if row is None:
        raise damaged(say("they do not say which events they follow"))
    return Followed(*checked_row("projected", row)[:-1])
