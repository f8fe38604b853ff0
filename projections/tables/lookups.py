"""Look-ups for deciding and reaching: which documents are here, who plays where, and
the events behind them.

Who ever stood in which tournament, rated or not, is read from the events once a
process, and then followed: the read tables know seats in rated units alone. Of a
tournament that no list rates, a merge, an erasure and a count of opponents have to know
as well.
"""

import threading
from array import array
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec import UNSET

from ledger.bodies import GameAdded, TournamentAmended
from ledger.columns import TournamentColumns
from ledger.events import EarlierDocument, Event
from ledger.league import league_as_read, people_of
from ledger.named_texts import is_seal
from ledger.reported import as_read
from ledger.store.connection import Connection
from ledger.store.counted import LOG, added, differs, held_rows
from ledger.store.events import (
    event_at,
    events_after,
    events_of,
    events_of_streams,
    goes_on,
    head,
    players_with_title_decisions,
    registered_players,
)
from ledger.store.logs.tree import root_at
from ledger.store.named_texts import (
    events_naming,
    has_seal,
    seal_of,
    texts_naming,
    texts_of,
    words_of,
)
from ledger.store.persons import (
    Personal,
    by_folded_name,
    digest,
    folded,
    former_names,
    look_up,
    prove,
    salt_of,
    some,
    with_former_names,
)
from ledger.timeline import Timeline
from projections.tables.checked_rows import (
    BUCKET,
    MISSING,
    bucket,
    checked,
    damaged,
    mark,
)
from projections.tables.notes import every_tournament
from projections.tables.players import own_rows
from projections.tables.units import of_numbers


class Boards:
    """The tournaments of everybody, up to an event. One that was withdrawn, or
    corrected since, stays among them.
    """

    def __init__(self) -> None:
        self.events = (0, "")  # how many there were, and the root over them
        # a tournament's number is its position among the names
        self._names: list[str] = []
        self._numbers: dict[str, int] = {}
        # the numbers of the tournaments that name a player
        self._of_player: dict[str, array[int]] = {}

    def go_on(self, connection: Connection) -> None:
        """Take the events that came since."""
        newest = head(connection)
        seen, _ = self.events
        if newest == seen:
            return
        for event in events_after(connection, seen, newest):
            if event.stream.startswith("tournament:"):
                self._take(event)
        self.events = newest, root_at(connection, newest)

    def _take(self, event: Event) -> None:
        number = self._number(event.target)
        for player in set(_named(event.body)):
            numbers = self._of_player.setdefault(player, array("L"))
            # most follow each other; one that is named twice does no harm
            if number not in numbers[-64:]:
                numbers.append(number)

    def _number(self, tournament: str) -> int:
        """Return the number of a tournament, which gets the next if it has none yet."""
        number = self._numbers.setdefault(tournament, len(self._names))
        if number == len(self._names):
            self._names.append(tournament)
        return number

    def tournaments(self, player: str) -> list[str]:
        """Return the tournaments that ever named this very id, in order."""
        numbers = self._of_player.get(player, ())
        return sorted({self._names[number] for number in numbers})


def _named(body: object) -> Iterator[str]:
    """Yield the players whom an event of a tournament names: in its games, in the
    report that came with it, in its league.
    """
    match body:
        case TournamentColumns(players=players):
            yield from players
        case GameAdded(game=game):
            yield from (game.white, game.black)
        case TournamentAmended():
            for game in (*body.changed, *body.added):
                yield from (game.white, game.black)
    reported = getattr(body, "reported", UNSET)
    if reported is not UNSET and reported is not None:
        yield from (row.player for row in as_read(reported).players)
    league = getattr(body, "league", UNSET)
    if league is not UNSET and league is not None:
        yield from (player for player, _ in people_of(league_as_read(league)))


_LOCK = threading.Lock()
_last = Boards()


def boards(connection: Connection) -> Boards:
    """Return the boards of a ledger, as far as it goes now."""
    global _last
    with _LOCK:
        if not goes_on(connection, *_last.events):
            _last = Boards()
        _last.go_on(connection)
        return _last


class SaidRow(NamedTuple):
    """A row of the table `said`."""

    mark: int
    seq: int
    checksum: int


class Index:
    """Look-ups on the read tables, and events up to a seq; `Lookups` for deciding and
    `Index` for reaching.

    `events` is the ledger when the read tables stand elsewhere, in memory.
    """

    def __init__(
        self,
        connection: Connection,
        upto: int | None = None,
        events: Connection | None = None,
    ) -> None:
        self._db = connection
        self._events = events or connection
        self._upto = upto
        self._expected: dict[str, list[Event]] = {}
        self._people_proven = False
        self._named: dict[str, set[str]] = {}  # who has the names that were announced
        self.streams_read = 0

    def by_key(self, key: str) -> EarlierDocument | None:
        return self._said("key", key)

    def by_digest(self, digest: str) -> EarlierDocument | None:
        return self._said("digest", digest)

    def _said(self, field: str, value: str) -> EarlierDocument | None:
        """Return the latest event with this key or digest."""
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
        """
        first = wanted >> BUCKET << BUCKET
        last = first + (1 << BUCKET) - 1
        query = "SELECT * FROM said WHERE mark BETWEEN ? AND ? ORDER BY seq"
        stored = self._db.execute(query, (first, last)).fetchall()
        rows = [SaidRow(*row) for row in stored]
        name = bucket(wanted)
        counts = held_rows(self._db, [LOG, name])
        counted_up_to = counts[LOG].events
        for row in rows:
            if row.seq <= counted_up_to:
                checked("said", row)
        total = added(row.checksum for row in rows if row.seq <= counted_up_to)
        if total != counts[name].rows:
            raise damaged(differs(name))
        return rows

    def event(self, seq: int) -> Event | None:
        """Return an event; None for one that the index does not know."""
        if self._upto is not None and seq > self._upto:
            return None
        return event_at(self._events, seq)

    def expect(self, streams: Sequence[str]) -> None:
        """Read the events of these streams together, because they are about to be asked
        for one by one.
        """
        self._expected = events_of_streams(self._events, streams, self._upto)

    def stream(self, name: str) -> Iterator[Event]:
        self.streams_read += 1
        expected = self._expected.pop(name, None)
        if expected is not None:
            return iter(expected)
        return events_of(self._events, name, self._upto)

    def timeline(self) -> Timeline:
        return Timeline(self.stream, expect=self.expect)

    def take(self, event: Event, timeline: Timeline) -> None:
        """Do nothing: the event was noted when it was stored."""

    def tournaments_of(self, player: str) -> list[str]:
        own = own_rows(self._db, [player])[player]
        units = of_numbers(self._db, [*own.every_number()])
        tournaments = {row.tournament for row in units if row.tournament is not None}
        return sorted(tournaments)

    def named_in(self, player: str) -> list[str]:
        return boards(self._events).tournaments(player)

    def ratings(self, player: str) -> dict[str, int]:
        """Return a player's ratings by list."""
        own = own_rows(self._db, [player])[player]
        return {
            list_name: row.rating
            for list_name, row in own.totals.items()
            if row.rating is not None
        }

    def all_tournaments(self) -> list[str]:
        return [line.tournament for line in every_tournament(self._db)]

    def all_players(self) -> list[str]:
        return registered_players(self._events)

    def decided_titles(self) -> list[str]:
        """Return the players about whose titles something was decided."""
        return players_with_title_decisions(self._events)

    def person(self, player: str) -> Personal | None:
        return look_up(self._events, player)

    def people(self, players: Sequence[str]) -> dict[str, Personal]:
        return some(self._events, players)

    def seal_of(self, words: str) -> str | None:
        return seal_of(self._events, words)

    def has_seal(self, seal: str) -> bool:
        return has_seal(self._events, seal)

    def is_erased_text(self, text: str) -> bool:
        return is_seal(text) and texts_of(self._events, [text])[text].words is None

    def words_of(self, text: str) -> str:
        return words_of(self._events, text)

    def texts_naming(self, player: str) -> list[str]:
        return texts_naming(self._events, self._every_name(player))

    def events_naming(self, players: Sequence[str]) -> list[tuple[int, str]]:
        names = [name for player in players for name in self._every_name(player)]
        return [*events_naming(self._events, names)]

    def _every_name(self, player: str) -> list[Personal]:
        person, former = with_former_names(self._events, player)
        if person is None:
            return [*former]
        return [*former, person]

    def former_names(self, player: str) -> Sequence[Personal]:
        return former_names(self._events, player)

    def person_then(self, player: str, details: str) -> Personal | None:
        """Return the person as an event with this digest had them, if their name
        changed since; else as they are today.
        """
        former = former_names(self._events, player)
        if former:
            salt = self.salt(player) or ""
            for person in former:
                if digest(salt, person) == details:
                    return person
        return self.person(player)

    def same_name(self, name: str, player: str) -> list[str]:
        if not self._people_proven:  # that nobody is found has to be true
            prove(self._events)
            self._people_proven = True
        key = folded(name)
        if key in self._named:
            ids = self._named[key]
        else:
            ids = by_folded_name(self._events, [name])[key]
        return sorted(ids - {player})

    def expect_names(self, names: Sequence[str]) -> None:
        self._named = by_folded_name(self._events, names) if names else {}

    def called(self, name: str, player: str) -> None:
        if (ids := self._named.get(folded(name))) is not None:
            ids.add(player)

    def salt(self, player: str) -> str | None:
        return salt_of(self._events, player)
