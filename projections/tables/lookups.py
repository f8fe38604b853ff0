"""Look-ups for deciding and reaching: which documents are here, who plays where, and
the events behind them.
"""

from collections.abc import Sequence
from typing import NamedTuple

from ledger.events import EarlierDocument, Event
from ledger.known_events import KnownEvents
from ledger.store.connection import Connection
from ledger.store.counted import LOG, full_counts_of, miscount_in_words, wrapped_sum
from ledger.store.events import event_at
from ledger.store.named_texts import (
    events_naming,
    has_seal,
    is_erased_text,
    seal_of,
    texts_naming,
    words_of,
)
from ledger.store.persons import (
    Personal,
    by_folded_name,
    digest,
    folded,
    former_names,
    look_up,
    people_by_id,
    refuse_miscounted_people,
    salt_of,
    with_former_names,
)
from ledger.timeline import Timeline
from projections.tables.boards import boards
from projections.tables.checked_rows import (
    BUCKET,
    MISSING,
    bucket,
    checked_row,
    damaged,
    mark,
)
from projections.tables.notes import all_tournaments
from projections.tables.players import own_rows
from projections.tables.units import of_numbers


class SaidRow(NamedTuple):
    """A row of the table `said`."""

    mark: int
    seq: int
    checksum: int


class Index(KnownEvents):
    """Look-ups on the read tables, and events up to a seq; `Lookups` for deciding and
    `Index` for reaching.

    `events` is the ledger when the read tables stand elsewhere, in memory.

    `upto`: the last event that is looked at; None: all.
    """

    def __init__(
        self,
        connection: Connection,
        upto: int | None = None,
        events: Connection | None = None,
    ) -> None:
        super().__init__(events or connection, upto)
        self._db = connection
        self._people_proven = False
        self._named: dict[str, set[str]] = {}  # who has the names that were announced

    def by_key(self, key: str) -> EarlierDocument | None:
        """Return the latest document that was recorded under a key; None: there is
        none.
        """
        return self._latest_with("key", key)

    def by_digest(self, digest: str) -> EarlierDocument | None:
        """Return the latest document with a digest; None: it was never recorded."""
        return self._latest_with("digest", digest)

    def _latest_with(self, field: str, value: str) -> EarlierDocument | None:
        """Return the latest event with this key or digest.

        `field`: `key` or `digest`. The event itself is looked at: if it says something
        else, the row is false, and the ledger is refused as damaged.
        """
        wanted = mark(field, value)
        latest = None
        for row in self._bucket_of(wanted):
            if row.mark == wanted:
                latest = row.seq

        if latest is None:
            return None

        event = event_at(self._events, latest)
        if event is None or event.digest is None or getattr(event, field) != value:
            raise damaged(MISSING)

        return EarlierDocument(event.seq, event.digest)

    def _bucket_of(self, wanted: int) -> list[SaidRow]:
        """Return the rows that are counted together with those of a mark, in the order
        of events, and prove that none is missing.

        Rows that the asking transaction wrote itself are returned, but not counted yet.
        """
        first = wanted >> BUCKET << BUCKET
        last = first + (1 << BUCKET) - 1
        query = "SELECT * FROM said WHERE mark BETWEEN ? AND ? ORDER BY seq"
        stored = self._db.execute(query, (first, last)).fetchall()
        rows = [SaidRow(*row) for row in stored]

        name = bucket(wanted)
        counts = full_counts_of(self._db, [LOG, name])
        counted_up_to = counts[LOG].events
        counted_rows = [row for row in rows if row.seq <= counted_up_to]
        for row in counted_rows:
            checked_row("said", row)

        total = wrapped_sum(row.checksum for row in counted_rows)
        if total != counts[name].rows:
            raise damaged(miscount_in_words(name))

        return rows

    def note_event(self, event: Event, timeline: Timeline) -> None:
        """Do nothing: the event was noted when it was stored."""

    def tournaments_of(self, player: str) -> list[str]:
        """Return the tournaments in whose rated units a player ever had a seat, by id."""
        own = own_rows(self._db, [player])[player]
        numbers = list(own.every_number())
        tournaments = set()
        for row in of_numbers(self._db, numbers):
            if row.tournament is not None:
                tournaments.add(row.tournament)
        return sorted(tournaments)

    def named_in(self, player: str) -> list[str]:
        """Return the tournaments that ever named a player, rated or not, by id."""
        return boards(self._events).tournaments(player)

    def ratings(self, player: str) -> dict[str, int]:
        """Return a player's ratings by list.

        Lists where they have none are left out.
        """
        own = own_rows(self._db, [player])[player]
        ratings = {}
        for list_name, row in own.totals.items():
            if row.rating is not None:
                ratings[list_name] = row.rating
        return ratings

    def all_tournaments(self) -> list[str]:
        """Return the ids of all tournaments, withdrawn ones too, in order."""
        return all_tournaments(self._db)

    def person(self, player: str) -> Personal | None:
        """Return the details of a player; None where nothing is stored of them, as
        after an erasure.
        """
        return look_up(self._events, player)

    def people(self, players: Sequence[str]) -> dict[str, Personal]:
        """Return the details of several players, by id."""
        return people_by_id(self._events, players)

    def seal_of(self, words: str) -> str | None:
        """Return the seal that these words have already; None: they have none."""
        return seal_of(self._events, words)

    def has_seal(self, seal: str) -> bool:
        """Tell whether the ledger has a seal, also of words that were erased."""
        return has_seal(self._events, seal)

    def is_erased_text(self, text: str) -> bool:
        """Tell whether a text of an event is a seal whose words were erased."""
        return is_erased_text(self._events, text)

    def words_of(self, text: str) -> str:
        """Return the words that a text of an event stands for.

        A seal is looked up; any other text is what it is.
        """
        return words_of(self._events, text)

    def texts_naming(self, player: str) -> list[str]:
        """Return the seals of the texts that hold a name of the player, today's or an
        earlier one.
        """
        return texts_naming(self._events, self._every_name(player))

    def events_naming(self, players: Sequence[str]) -> list[tuple[int, str]]:
        """Return (seq, field) of every text in an event that holds a name of these
        players.
        """
        names: list[Personal] = []
        for player in players:
            names += self._every_name(player)
        naming = events_naming(self._events, names)
        return list(naming)

    def _every_name(self, player: str) -> list[Personal]:
        """Return the details that a player ever had, today's last."""
        person, former = with_former_names(self._events, player)
        if person is None:
            return [*former]
        return [*former, person]

    def former_names(self, player: str) -> Sequence[Personal]:
        """Return the details that a player had under earlier names, without today's."""
        return former_names(self._events, player)

    def person_then(self, player: str, details: str) -> Personal | None:
        """Return the person as an event with this digest had them, if their name
        changed since; else as they are today.

        `details`: the digest, which the event holds in the place of the name.
        """
        former = former_names(self._events, player)
        if former:
            salt = self.salt(player) or ""
            for person in former:
                if digest(salt, person) == details:
                    return person
        return self.person(player)

    def same_name(self, name: str, player: str) -> list[str]:
        """Return the other players of this name, by id; letters are compared as
        `folded` makes them alike. `player`: the one who is left out.
        """
        if not self._people_proven:  # that nobody is found has to be true
            refuse_miscounted_people(self._events)
            self._people_proven = True
        key = folded(name)
        if key in self._named:
            ids = self._named[key]
        else:
            ids = by_folded_name(self._events, [name])[key]

        return sorted(ids - {player})

    def expect_names(self, names: Sequence[str]) -> None:
        """Look up at once who has these names, for questions that are going to be put
        one by one.
        """
        self._named = {}
        if names:
            self._named = by_folded_name(self._events, names)

    def note_name(self, name: str, player: str) -> None:
        """Note that a player has a name from now on, where that name was expected."""
        ids = self._named.get(folded(name))
        if ids is not None:
            ids.add(player)

    def salt(self, player: str) -> str | None:
        """Return the salt of a player's details; None where nothing is stored."""
        return salt_of(self._events, player)
