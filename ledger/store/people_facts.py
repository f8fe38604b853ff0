"""What the events tell of people, whose rows stand beside the log: they count as far as
they are what was facts.
"""

from collections import Counter
from collections.abc import Collection
from typing import Any, NamedTuple

from msgspec import UNSET

from ledger.bodies import PersonErased
from ledger.events import PlayerRegistered
from ledger.store.connection import Connection
from ledger.store.details import (
    LISTING,
    all_detail_sums,
    seal_of_details,
    sealed_of,
    sealed_rows,
)
from ledger.store.persons import (
    Former,
    KeptPerson,
    PeopleNamed,
    digest,
    folded,
    stream_of,
    unchecked_people,
)


class StatedDetails(NamedTuple):
    """The last that an event says of a player's details. `digest`: None where they have
    no name, or were erased.
    """

    seq: int
    digest: str | None


class PeopleFacts:
    """Gathers what the events say of people: the digest of everybody's details, those
    they had before, how many names they had, and what is sealed. The rows beside the
    log are held against it.
    """

    def __init__(self) -> None:
        # by player
        self.details: dict[str, StatedDetails] = {}
        # by player: of all details that they ever had
        self.digests: dict[str, set[str]] = {}
        # by player: seq, how many it states
        self.earlier_names: dict[str, tuple[int, int]] = {}
        # by seq: player, digest; of nobody who was erased
        self.seals: dict[int, tuple[str, str]] = {}

    def take(self, seq: int, body: Any) -> None:
        """Take the next event in recorded order; one that is about nobody changes
        nothing.
        """
        if isinstance(body, PlayerRegistered):
            self._register(seq, body)
        elif isinstance(body, PersonErased):
            self._erase(seq, body.player)

    def _register(self, seq: int, body: PlayerRegistered) -> None:
        """Keep what an event states of a player. Details that somebody had once stay
        known by their digest, so that the same document again is recognised.
        """
        player = body.player
        self.details[player] = StatedDetails(seq, body.details or None)
        digests = self.digests.setdefault(player, set())
        digests.add(body.details)
        if body.earlier_names is not UNSET:
            self.earlier_names[player] = seq, body.earlier_names
        if body.seal:
            self.seals[seq] = player, body.seal

    def _erase(self, seq: int, erased: str) -> None:
        """Forget the details of somebody who was erased, and every seal of theirs."""
        self.details[erased] = StatedDetails(seq, None)
        self.earlier_names.pop(erased, None)
        self.seals = {
            at: (player, sealed)
            for at, (player, sealed) in self.seals.items()
            if player != erased
        }


UNFIT = 1  # no row adds up to it: whoever asks for these people is refused


def sums_by_events(connection: Connection, facts: PeopleFacts) -> dict[str, int]:
    """Map each stream to what the rows of its people add up to, provided that the
    events tell of these rows.

    Where they do not, the sum is one that no rows add up to, so that a question about
    these people is refused, and never answered with a stranger's details.
    """
    people = unchecked_people(connection)
    sums = people.sums()
    for player in _unlike(people, facts):
        sums[stream_of(player)] = UNFIT
    return sums | _sums_of_sealed(connection, facts)


def _unlike(people: PeopleNamed, facts: PeopleFacts) -> set[str]:
    """Return the players whose rows are not those that the events tell of."""
    stated = {
        player: details.digest
        for player, details in facts.details.items()
        if details.digest is not None
    }
    salts: dict[str, str] = {}
    fitting: set[str] = set()
    unlike: set[str] = set()
    for row in people.kept:
        salts[row.player] = row.salt
        if _fits_digest(row, row.salt, [stated.get(row.player)]):
            fitting.add(row.player)
        else:
            unlike.add(row.player)

    unlike |= stated.keys() - fitting
    names = Counter[str]()
    for former in people.former:
        names[former.player] += 1
        salt = salts.get(former.player, "")
        if not _fits_digest(former, salt, facts.digests.get(former.player, ())):
            unlike.add(former.player)

    for player, (_, count) in facts.earlier_names.items():
        if names[player] < count:
            unlike.add(player)

    return unlike


def _sums_of_sealed(connection: Connection, facts: PeopleFacts) -> dict[str, int]:
    """Return what the rows beside events add up to, where they are what the events
    seal; else a sum that none does.
    """
    rows = sealed_rows(connection)
    missing = dict(facts.seals)
    unlike: set[str] = set()
    for row in rows:
        sealed = seal_of_details(row.player, row.sealed)
        if missing.pop(row.seq, None) != (row.player, sealed):
            unlike.add(row.player)

    unlike.update(player for player, _ in missing.values())
    sums = all_detail_sums(rows)
    for player in unlike:
        sums[sealed_of(player)] = UNFIT
    if unlike:
        sums[LISTING] = UNFIT
    return sums


def _fits_digest(
    row: KeptPerson | Former, salt: str, digests: Collection[str | None]
) -> bool:
    """Tell whether a row is what one of these digests was made of.

    The folded name, by which people are found, has to be that of the name too.
    """
    return digest(salt, row.person) in digests and row.folded == folded(row.name)
