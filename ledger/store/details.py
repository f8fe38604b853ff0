"""What events seal and do not say, in a table beside the log: the day of birth, the sex, the wish not to be listed.

The log holds the digest of each row; whoever reads an event gets the row with it, or is refused. Only of somebody who
was erased there is none.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from ledger.events import Event
from ledger.sealed import PlayerRegistered
from ledger.store import counted
from ledger.store.counted import Counting, added
from ledger.store.persons import damaged
from ledger.store.tables import Connection, batches, worth
from messages import say

LISTING = "listing"  # under which name those are counted who ever said anything about being listed
_SEALED = "sealed "
_COLUMNS = "seq, player, salt, born, sex, unlisted"


class Sealed(NamedTuple):
    """The details of an event that stand beside the log."""

    salt: str
    born: str | None
    sex: str | None
    unlisted: int | None


def seal(player: str, beside: Sealed) -> str:
    """Hash what stands beside the log, to the digest that the event holds of it."""
    import hashlib
    import json

    stated = json.dumps([player, *beside[1:]])
    return hashlib.sha256(f"{beside.salt}\n{stated}".encode()).hexdigest()


def under_seal(body: PlayerRegistered) -> Sealed:
    return Sealed(body.salt, body.born, body.sex, None if body.unlisted is None else int(body.unlisted))


def keep_sealed(connection: Connection, seq: int, body: PlayerRegistered) -> None:
    """Write what an event does not say beside the log; its seal is in the event."""
    if body.unlisted is not None:
        stated_about_listing(connection)  # what is counted next has to be true
    connection.execute(
        f"INSERT INTO detail ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?)", (seq, body.player, *under_seal(body))
    )
    if body.unlisted is not None:
        _count_listing(connection)


def forget_sealed(connection: Connection, player: str) -> None:
    stated_about_listing(connection)
    _need_counted(connection, [player])
    connection.execute("DELETE FROM detail WHERE player = ?", (player,))
    _count_listing(connection)


def _need_counted(connection: Connection, players: Collection[str]) -> None:
    """Refuses unless there is as much of these players as was counted; what the transaction that asks has stored or
    erased itself is not counted yet."""
    if not counted.is_kept(connection):
        return
    upto = counted.counted_events(connection)
    there = sealed_sums(row for row in sealed_rows(connection, players) if row.seq <= upto)
    unlike = counted.unlike(connection, "people", dict.fromkeys(map(sealed_of, players), 0) | there)
    for player in players:
        if sealed_of(player) in unlike and not counted.is_ours(connection, f"player:{player}", "person-erased."):
            raise damaged(counted.differs(sealed_of(player)))


class Row(NamedTuple):
    """A row of the table."""

    seq: int
    player: str
    salt: str
    born: str | None
    sex: str | None
    unlisted: int | None

    @property
    def sealed(self) -> Sealed:
        return Sealed(*self[2:])


class Beside:
    """What stands beside some events, each as (seq, stream)."""

    def __init__(self, connection: Connection, events: Sequence[tuple[int, str]]) -> None:
        rows: list[tuple[Any, ...]] = []
        seqs = sorted(seq for seq, _ in events)
        if len(seqs) > 1 and seqs[-1] - seqs[0] < 2 * len(seqs):  # most of a part of the log
            query = f"SELECT {_COLUMNS} FROM detail WHERE seq BETWEEN ? AND ?"
            rows = connection.execute(query, (seqs[0], seqs[-1])).fetchall()
        else:
            for some in batches(seqs):
                query = f"SELECT {_COLUMNS} FROM detail WHERE seq IN ({', '.join('?' * len(some))})"
                rows += connection.execute(query, some).fetchall()
        self._rows = {row[0]: Row(*row) for row in rows}
        missing = {stream.removeprefix("player:") for seq, stream in events if seq not in self._rows}
        if missing:  # of somebody who was erased, or it was taken away
            _need_counted(connection, missing)

    def with_sealed(self, event: Event) -> Event:
        """Return the event with what stands beside it, if that is what it seals."""
        body = event.body
        if event.seq not in self._rows or not isinstance(body, PlayerRegistered):
            return event
        row = self._rows[event.seq]
        if row.player != body.player or seal(row.player, row.sealed) != body.seal:
            raise damaged(say("what stands beside event {seq} is not what it seals", seq=event.seq))
        unlisted = None if row.unlisted is None else bool(row.unlisted)
        body = replace(body, salt=row.salt, born=row.born, sex=row.sex, unlisted=unlisted)
        return replace(event, body=body)


def stated_about_listing(connection: Connection) -> list[str]:
    """List the ids of which anything was ever said about being listed in public."""
    rows = _about_listing(connection)
    if counted.is_kept(connection):
        counted.compare(connection, "people", {LISTING: _listing_sum(rows)}, damaged)
    return sorted({row.player for row in rows})


def sealed_rows(connection: Connection, players: Collection[str] | None = None) -> list[Row]:
    """Read the rows of some people, or of all, as they are."""
    if players is None:
        return [Row(*row) for row in connection.execute(f"SELECT {_COLUMNS} FROM detail").fetchall()]
    rows: list[Row] = []
    for some in batches([*players]):
        query = f"SELECT {_COLUMNS} FROM detail WHERE player IN ({', '.join('?' * len(some))})"
        rows += [Row(*row) for row in connection.execute(query, some).fetchall()]
    return rows


def sealed_of(player: str) -> str:
    """Under which name it is counted what stands beside the events of a player."""
    return f"{_SEALED}{player}"


def sealed_sums(rows: Iterable[Row]) -> dict[str, int]:
    """Add up the rows of each player."""
    sums: dict[str, int] = {}
    for row in rows:
        name = sealed_of(row.player)
        sums[name] = added((sums.get(name, 0), worth(row)))
    return sums


def every_sum(rows: Collection[Row]) -> dict[str, int]:
    """Count everything that is counted of all rows."""
    return sealed_sums(rows) | {LISTING: _listing_sum(rows)}


def _listing_sum(rows: Iterable[Row]) -> int:
    return added(worth(row) for row in rows if row.unlisted is not None)


def _about_listing(connection: Connection) -> list[Row]:
    """Their rows as they are."""
    rows = connection.execute(f"SELECT {_COLUMNS} FROM detail WHERE unlisted IS NOT NULL").fetchall()
    return [Row(*row) for row in rows]


def _count_listing(connection: Connection) -> None:
    if counted.is_kept(connection):
        counting = Counting()
        counting.put("people", {LISTING: _listing_sum(_about_listing(connection))})
        counting.write(connection)
