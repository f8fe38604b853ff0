"""Keep what events seal and do not say, in a table beside the log: the day of birth,
the sex, the wish not to be listed.

The log holds the digest of each row; whoever reads an event gets the row with it, or is
refused. Only of somebody who was erased there is none.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from ledger.events import Event, PlayerRegistered
from ledger.store import counted
from ledger.store.connection import Connection
from ledger.store.counted import Counting, add_to, wrapped_sum
from ledger.store.persons import (
    damaged,
    stream_of,
)
from ledger.store.tables import among, batches, summed_checksum
from messages import say

# under which name those are counted who ever said anything about being listed
LISTING = "listing"
_SEALED = "sealed "
_COLUMNS = "seq, player, salt, born, sex, unlisted"


class Sealed(NamedTuple):
    """The details of an event that stand beside the log."""

    salt: str
    born: str | None
    sex: str | None
    unlisted: int | None


def seal_of_details(player: str, beside: Sealed) -> str:
    """Hash what stands beside the log, to the digest that the event holds of it."""
    import hashlib
    import json

    stated = json.dumps([player, beside.born, beside.sex, beside.unlisted])
    return hashlib.sha256(f"{beside.salt}\n{stated}".encode()).hexdigest()


def details_to_seal(body: PlayerRegistered) -> Sealed:
    """Return what of a body stands beside the log."""
    unlisted = None if body.unlisted is None else int(body.unlisted)
    return Sealed(body.salt, body.born, body.sex, unlisted)


def keep_sealed(connection: Connection, seq: int, body: PlayerRegistered) -> None:
    """Write what an event does not say beside the log; its seal is in the event."""
    if body.unlisted is not None:
        stated_about_listing(connection)  # what is counted next has to be true
    connection.execute(
        f"INSERT INTO detail ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?)",
        (seq, body.player, *details_to_seal(body)),
    )
    if body.unlisted is not None:
        _count_listing(connection)


def forget_sealed(connection: Connection, player: str) -> None:
    """Drop what stands beside the events of a player."""
    stated_about_listing(connection)
    _need_counted(connection, [player])
    connection.execute("DELETE FROM detail WHERE player = ?", (player,))
    _count_listing(connection)


def _need_counted(connection: Connection, players: Collection[str]) -> None:
    """Refuse unless there is as much of these players as was counted; what the
    transaction that asks has stored or erased itself is not counted yet.
    """
    if not counted.is_anything_counted(connection):
        return
    upto = counted.counted_events(connection)
    rows = [row for row in sealed_rows(connection, players) if row.seq <= upto]
    sums = {sealed_of(player): 0 for player in players}
    sums |= sealed_sums(rows)
    unlike = counted.miscounted_names(connection, "people", sums)

    differing = []
    for player in players:
        if sealed_of(player) in unlike:
            differing.append(stream_of(player))
    for stream in counted.streams_of_others(connection, differing, "person-erased."):
        player = stream.removeprefix("player:")
        raise damaged(counted.miscount_in_words(sealed_of(player)))


class DetailRow(NamedTuple):
    """A row of the table."""

    seq: int
    player: str
    salt: str
    born: str | None
    sex: str | None
    unlisted: int | None

    @property
    def sealed(self) -> Sealed:
        """Return what the seal of the event is made of: the salt and the details."""
        return Sealed(self.salt, self.born, self.sex, self.unlisted)


def _detail_rows(
    connection: Connection, condition: str = "", values: Sequence[Any] = ()
) -> list[DetailRow]:
    """Read the rows that a condition in SQL is true of; `values`: of its places."""
    query = f"SELECT {_COLUMNS} FROM detail {condition}"
    rows = connection.execute(query, tuple(values)).fetchall()
    return [DetailRow(*row) for row in rows]


def _rows_of_events(connection: Connection, seqs: Sequence[int]) -> list[DetailRow]:
    """Read what stands beside events; rows of others between them may come along.
    `seqs`: in order.
    """
    if len(seqs) > 1:
        first, last = seqs[0], seqs[-1]
        # most of a part of the log
        if last - first < 2 * len(seqs):
            return _detail_rows(connection, "WHERE seq BETWEEN ? AND ?", (first, last))
    rows: list[DetailRow] = []
    for batch in batches(seqs):
        condition = among("seq", batch)
        rows += _detail_rows(connection, f"WHERE {condition}", batch)
    return rows


class DetailsOfEvents:
    """What stands beside some events, each as (seq, stream)."""

    def __init__(
        self, connection: Connection, events: Sequence[tuple[int, str]]
    ) -> None:
        seqs = sorted(seq for seq, _ in events)
        self._rows = {row.seq: row for row in _rows_of_events(connection, seqs)}
        missing = {
            stream.removeprefix("player:")
            for seq, stream in events
            if seq not in self._rows
        }
        if missing:  # of somebody who was erased, or it was taken away
            _need_counted(connection, missing)

    def with_sealed(self, event: Event) -> Event:
        """Return the event with what stands beside it; refuse what is not what the
        event seals.
        """
        body = event.body
        if event.seq not in self._rows or not isinstance(body, PlayerRegistered):
            return event
        row = self._rows[event.seq]
        if (
            row.player != body.player
            or seal_of_details(row.player, row.sealed) != body.seal
        ):
            message = say(
                "the details beside event {seq} do not fit its seal", seq=event.seq
            )
            raise damaged(message)

        unlisted = None if row.unlisted is None else bool(row.unlisted)
        body = replace(
            body, salt=row.salt, born=row.born, sex=row.sex, unlisted=unlisted
        )
        return replace(event, body=body)


def stated_about_listing(connection: Connection) -> list[str]:
    """List the ids of which anything was ever said about being listed in public."""
    rows = _rows_about_listing(connection)
    if counted.is_anything_counted(connection):
        sums = {LISTING: _listing_sum(rows)}
        counted.refuse_miscounted(connection, "people", sums, damaged)
    return sorted({row.player for row in rows})


def sealed_rows(
    connection: Connection, players: Collection[str] | None = None
) -> list[DetailRow]:
    """Read the rows of some people, or of all, as they are."""
    if players is None:
        return _detail_rows(connection)
    rows: list[DetailRow] = []
    for batch in batches([*players]):
        condition = among("player", batch)
        rows += _detail_rows(connection, f"WHERE {condition}", batch)
    return rows


def sealed_of(player: str) -> str:
    """Name what stands beside the events of a player, as it is counted."""
    return f"{_SEALED}{player}"


def sealed_sums(rows: Iterable[DetailRow]) -> dict[str, int]:
    """Add up the rows of each player; return the sums by the names under which they
    are counted.
    """
    sums: dict[str, int] = {}
    for row in rows:
        add_to(sums, sealed_of(row.player), summed_checksum(row))
    return sums


def all_detail_sums(rows: Collection[DetailRow]) -> dict[str, int]:
    """Count everything that is counted of all rows."""
    return sealed_sums(rows) | {LISTING: _listing_sum(rows)}


def _listing_sum(rows: Iterable[DetailRow]) -> int:
    """Add up the rows that say anything about being listed."""
    return wrapped_sum(summed_checksum(row) for row in rows if row.unlisted is not None)


def _rows_about_listing(connection: Connection) -> list[DetailRow]:
    """Read the rows of those who said anything about being listed, checked against
    nothing.
    """
    return _detail_rows(connection, "WHERE unlisted IS NOT NULL")


def _count_listing(connection: Connection) -> None:
    """Count the rows that say anything about being listed, as they are now."""
    if counted.is_anything_counted(connection):
        counting = Counting()
        counting.put("people", {LISTING: _listing_sum(_rows_about_listing(connection))})
        counting.write(connection)
