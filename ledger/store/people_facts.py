"""What the events tell of people, whose rows stand beside the log: they count as far as they are what was facts."""

from collections import Counter
from collections.abc import Collection
from typing import Any

from msgspec import UNSET

from ledger.bodies import PersonErased
from ledger.sealed import PlayerRegistered
from ledger.store.database import Connection
from ledger.store.details import LISTING, every_sum, seal, sealed_of, sealed_rows
from ledger.store.persons import Former, Kept, as_they_are, digest, folded, stream_of


class PeopleFacts:
    """Gathers what the events say of people: the digest of everybody's details, those they had before, how many names
    they had, and what is sealed. The rows beside the log are held against it.
    """

    def __init__(self) -> None:
        self.details: dict[str, tuple[int, str | None]] = {}  # by player: seq, digest; None: no name
        self.digests: dict[str, set[str]] = {}  # of all details that a player ever had
        self.earlier_names: dict[str, tuple[int, int]] = {}  # by player: seq, how many it states
        self.seals: dict[int, tuple[str, str]] = {}  # by seq: player, digest; of nobody who was erased

    def take(self, seq: int, body: Any) -> None:
        """Take the next event in recorded order; one that is about nobody changes nothing."""
        if isinstance(body, PlayerRegistered):
            self.details[body.player] = (seq, body.details or None)
            self.digests.setdefault(body.player, set()).add(body.details)
            if body.earlier_names is not UNSET:
                self.earlier_names[body.player] = seq, body.earlier_names
            if body.seal:
                self.seals[seq] = body.player, body.seal
        elif isinstance(body, PersonErased):
            self.earlier_names.pop(body.player, None)
            self.seals = {at: kept for at, kept in self.seals.items() if kept[0] != body.player}
            self.details[body.player] = (seq, None)


UNFIT = 1  # no row adds up to it: whoever asks for these people is refused


def sums_by_events(connection: Connection, facts: PeopleFacts) -> dict[str, int]:
    """Return by stream what everybody's rows add up to, if they are the rows that the events tell of; else a sum that
    none adds up to, so that whoever asks for these people is refused, and not answered with a stranger's details.
    """
    people, salts, names = as_they_are(connection), dict[str, str](), Counter[str]()
    sums, unlike = people.sums(), {player for player, (_, wanted) in facts.details.items() if wanted is not None}
    for row in people.kept:
        salts[row.player] = row.salt
        if _fits(row, row.salt, [facts.details.get(row.player, (0, None))[1]]):
            unlike.discard(row.player)
        else:
            unlike.add(row.player)
    for former in people.former:
        names[former.player] += 1
        if not _fits(former, salts.get(former.player, ""), facts.digests.get(former.player, ())):
            unlike.add(former.player)
    unlike |= {player for player, (_, stated) in facts.earlier_names.items() if names[player] < stated}
    return sums | {stream_of(player): UNFIT for player in unlike} | _sums_of_sealed(connection, facts)


def _sums_of_sealed(connection: Connection, facts: PeopleFacts) -> dict[str, int]:
    """Return what the rows beside events add up to, where they are what the events seal; else a sum that none does."""
    rows, missing = sealed_rows(connection), dict(facts.seals)
    unlike = {row.player for row in rows if missing.pop(row.seq, None) != (row.player, seal(row.player, row.sealed))}
    unlike |= {player for player, _ in missing.values()}
    return every_sum(rows) | dict.fromkeys(map(sealed_of, unlike), UNFIT) | ({LISTING: UNFIT} if unlike else {})


def _fits(row: Kept | Former, salt: str, digests: Collection[str | None]) -> bool:
    return digest(salt, row.person) in digests and row.folded == folded(row.name)
