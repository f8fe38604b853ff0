"""Keep what events seal and do not say, in a table beside the log: the day of birth,
the sex, the wish not to be listed.

The log holds the digest of each row; whoever reads an event gets the row with it, or is
refused. Only of somebody who was erased there is none.

What the events tell of people, whose rows stand beside the log: they count as far as
they are what was facts.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import Any, NamedTuple

from msgspec import UNSET
from msgspec.structs import replace

from ledger.bodies import PersonErased
from ledger.events import Event, PlayerRegistered
from ledger.store import counted
from ledger.store.counted import Counting, added
from ledger.store.persons import (
    Former,
    KeptPerson,
    as_they_are,
    damaged,
    digest,
    folded,
    stream_of,
)
from ledger.store.tables import Connection, batches, worth
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


def seal(player: str, beside: Sealed) -> str:
    """Hash what stands beside the log, to the digest that the event holds of it."""
    import hashlib
    import json

    stated = json.dumps([player, *beside[1:]])
    return hashlib.sha256(f"{beside.salt}\n{stated}".encode()).hexdigest()


def under_seal(body: PlayerRegistered) -> Sealed:
    return Sealed(
        body.salt,
        body.born,
        body.sex,
        None if body.unlisted is None else int(body.unlisted),
    )


def keep_sealed(connection: Connection, seq: int, body: PlayerRegistered) -> None:
    """Write what an event does not say beside the log; its seal is in the event."""
    if body.unlisted is not None:
        stated_about_listing(connection)  # what is counted next has to be true
    connection.execute(
        f"INSERT INTO detail ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?)",
        (seq, body.player, *under_seal(body)),
    )
    if body.unlisted is not None:
        _count_listing(connection)


def forget_sealed(connection: Connection, player: str) -> None:
    stated_about_listing(connection)
    _need_counted(connection, [player])
    connection.execute("DELETE FROM detail WHERE player = ?", (player,))
    _count_listing(connection)


def _need_counted(connection: Connection, players: Collection[str]) -> None:
    """Refuse unless there is as much of these players as was counted; what the
    transaction that asks has stored or erased itself is not counted yet.
    """
    if not counted.is_kept(connection):
        return
    upto = counted.counted_events(connection)
    there = sealed_sums(
        row for row in sealed_rows(connection, players) if row.seq <= upto
    )
    unlike = counted.unlike(
        connection, "people", dict.fromkeys(map(sealed_of, players), 0) | there
    )
    differ = (stream_of(player) for player in players if sealed_of(player) in unlike)
    for stream in counted.not_ours(connection, differ, "person-erased."):
        raise damaged(counted.differs(sealed_of(stream.removeprefix("player:"))))


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
        return Sealed(*self[2:])


class Beside:
    """What stands beside some events, each as (seq, stream)."""

    def __init__(
        self, connection: Connection, events: Sequence[tuple[int, str]]
    ) -> None:
        rows: list[tuple[Any, ...]] = []
        seqs = sorted(seq for seq, _ in events)
        # most of a part of the log
        if len(seqs) > 1 and seqs[-1] - seqs[0] < 2 * len(seqs):
            query = f"SELECT {_COLUMNS} FROM detail WHERE seq BETWEEN ? AND ?"
            rows = connection.execute(query, (seqs[0], seqs[-1])).fetchall()
        else:
            for some in batches(seqs):
                query = (
                    f"SELECT {_COLUMNS} FROM detail WHERE seq IN"
                    f" ({', '.join('?' * len(some))})"
                )
                rows += connection.execute(query, some).fetchall()
        self._rows = {row[0]: DetailRow(*row) for row in rows}
        missing = {
            stream.removeprefix("player:")
            for seq, stream in events
            if seq not in self._rows
        }
        if missing:  # of somebody who was erased, or it was taken away
            _need_counted(connection, missing)

    def with_sealed(self, event: Event) -> Event:
        """Return the event with what stands beside it, if that is what it seals."""
        body = event.body
        if event.seq not in self._rows or not isinstance(body, PlayerRegistered):
            return event
        row = self._rows[event.seq]
        if row.player != body.player or seal(row.player, row.sealed) != body.seal:
            raise damaged(
                say(
                    "what stands beside event {seq} is not what it seals", seq=event.seq
                )
            )
        unlisted = None if row.unlisted is None else bool(row.unlisted)
        body = replace(
            body, salt=row.salt, born=row.born, sex=row.sex, unlisted=unlisted
        )
        return replace(event, body=body)


def stated_about_listing(connection: Connection) -> list[str]:
    """List the ids of which anything was ever said about being listed in public."""
    rows = _about_listing(connection)
    if counted.is_kept(connection):
        counted.compare(connection, "people", {LISTING: _listing_sum(rows)}, damaged)
    return sorted({row.player for row in rows})


def sealed_rows(
    connection: Connection, players: Collection[str] | None = None
) -> list[DetailRow]:
    """Read the rows of some people, or of all, as they are."""
    if players is None:
        return [
            DetailRow(*row)
            for row in connection.execute(f"SELECT {_COLUMNS} FROM detail").fetchall()
        ]
    rows: list[DetailRow] = []
    for some in batches([*players]):
        query = (
            f"SELECT {_COLUMNS} FROM detail WHERE player IN"
            f" ({', '.join('?' * len(some))})"
        )
        rows += [DetailRow(*row) for row in connection.execute(query, some).fetchall()]
    return rows


def sealed_of(player: str) -> str:
    """Name what stands beside the events of a player, as it is counted."""
    return f"{_SEALED}{player}"


def sealed_sums(rows: Iterable[DetailRow]) -> dict[str, int]:
    """Add up the rows of each player."""
    sums: dict[str, int] = {}
    for row in rows:
        name = sealed_of(row.player)
        sums[name] = added((sums.get(name, 0), worth(row)))
    return sums


def every_sum(rows: Collection[DetailRow]) -> dict[str, int]:
    """Count everything that is counted of all rows."""
    return sealed_sums(rows) | {LISTING: _listing_sum(rows)}


def _listing_sum(rows: Iterable[DetailRow]) -> int:
    return added(worth(row) for row in rows if row.unlisted is not None)


def _about_listing(connection: Connection) -> list[DetailRow]:
    """Read the rows of those who said anything about being listed, checked against
    nothing.
    """
    rows = connection.execute(
        f"SELECT {_COLUMNS} FROM detail WHERE unlisted IS NOT NULL"
    ).fetchall()
    return [DetailRow(*row) for row in rows]


def _count_listing(connection: Connection) -> None:
    if counted.is_kept(connection):
        counting = Counting()
        counting.put("people", {LISTING: _listing_sum(_about_listing(connection))})
        counting.write(connection)


class PeopleFacts:
    """Gathers what the events say of people: the digest of everybody's details, those
    they had before, how many names they had, and what is sealed. The rows beside the
    log are held against it.
    """

    def __init__(self) -> None:
        # by player: seq, digest; None: no name
        self.details: dict[str, tuple[int, str | None]] = {}
        self.digests: dict[str, set[str]] = {}  # of all details that a player ever had
        # by player: seq, how many it states
        self.earlier_names: dict[str, tuple[int, int]] = {}
        # by seq: player, digest; of nobody who was erased
        self.seals: dict[int, tuple[str, str]] = {}

    def take(self, seq: int, body: Any) -> None:
        """Take the next event in recorded order; one that is about nobody changes
        nothing.
        """
        if isinstance(body, PlayerRegistered):
            self.details[body.player] = (seq, body.details or None)
            self.digests.setdefault(body.player, set()).add(body.details)
            if body.earlier_names is not UNSET:
                self.earlier_names[body.player] = seq, body.earlier_names
            if body.seal:
                self.seals[seq] = body.player, body.seal
        elif isinstance(body, PersonErased):
            self.earlier_names.pop(body.player, None)
            self.seals = {
                at: kept for at, kept in self.seals.items() if kept[0] != body.player
            }
            self.details[body.player] = (seq, None)


UNFIT = 1  # no row adds up to it: whoever asks for these people is refused


def sums_by_events(connection: Connection, facts: PeopleFacts) -> dict[str, int]:
    """Map each stream to what the rows of its people add up to, provided that the
    events tell of these rows.

    Where they do not, the sum is one that no rows add up to, so that a question about
    these people is refused, and never answered with a stranger's details.
    """
    people, salts, names = as_they_are(connection), dict[str, str](), Counter[str]()
    sums, unlike = (
        people.sums(),
        {player for player, (_, wanted) in facts.details.items() if wanted is not None},
    )
    for row in people.kept:
        salts[row.player] = row.salt
        if _fits(row, row.salt, [facts.details.get(row.player, (0, None))[1]]):
            unlike.discard(row.player)
        else:
            unlike.add(row.player)
    for former in people.former:
        names[former.player] += 1
        if not _fits(
            former, salts.get(former.player, ""), facts.digests.get(former.player, ())
        ):
            unlike.add(former.player)
    unlike |= {
        player
        for player, (_, stated) in facts.earlier_names.items()
        if names[player] < stated
    }
    return (
        sums
        | {stream_of(player): UNFIT for player in unlike}
        | _sums_of_sealed(connection, facts)
    )


def _sums_of_sealed(connection: Connection, facts: PeopleFacts) -> dict[str, int]:
    """Return what the rows beside events add up to, where they are what the events
    seal; else a sum that none does.
    """
    rows, missing = sealed_rows(connection), dict(facts.seals)
    unlike = {
        row.player
        for row in rows
        if missing.pop(row.seq, None) != (row.player, seal(row.player, row.sealed))
    }
    unlike |= {player for player, _ in missing.values()}
    return (
        every_sum(rows)
        | dict.fromkeys(map(sealed_of, unlike), UNFIT)
        | ({LISTING: UNFIT} if unlike else {})
    )


def _fits(row: KeptPerson | Former, salt: str, digests: Collection[str | None]) -> bool:
    return digest(salt, row.person) in digests and row.folded == folded(row.name)
