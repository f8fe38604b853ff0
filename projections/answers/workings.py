"""Keep in memory what a reading has worked out while it answers: entries with their
terms, which are worked out when somebody asks why. A row that was superseded is worked
out from the facts that were known when it was written.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import NamedTuple

from ledger.known_events import KnownEvents
from ledger.store.connection import Connection
from ledger.timeline import Timeline
from projections.replay.entry import StoredEntry, changes_of, entry_of
from projections.replay.persons import Persons
from projections.replay.unit_row import UnitKey, UnitRow
from projections.replay.units import units_from
from projections.revisions import missing_editions
from rulebooks import rulebook
from rulebooks.base import Change, Unit
from rulebooks.entries import Entry, Figure

# players of a unit that are worked out one by one; all together cost about as much as
# these
MOST_ALONE = 12
VersionKey = tuple[int, int]  # the number of a row and the seq that it is known from
ChangesByPlayer = dict[str, Sequence[Change]]


class Source(NamedTuple):
    """What units are made of: the facts known at a seq, of a tournament or of a player,
    on a list.
    """

    seq: int
    list: str
    tournament: str | None
    player: str | None


class Workings:
    """Workings of entries: a player's change is worked out once, and the facts are read
    once.

    A question about several players of a unit will go on to the others, so after a few
    all of them are worked out together.
    """

    def __init__(self, events: Connection, known_seq: int, timeline: Timeline) -> None:
        self._events = events
        self._known_seq = known_seq
        # both by the seq up to which facts are known
        self._timelines = {known_seq: timeline}
        self._persons: dict[int, Persons] = {}
        self._units: dict[Source, dict[UnitKey, Unit]] = {}
        # the changes of a row that were worked out player by player, and those that
        # were worked out for all of them
        self._alone: dict[VersionKey, ChangesByPlayer] = {}
        self._of_all: dict[VersionKey, ChangesByPlayer] = {}
        # the rows of which most players are expected
        self._for_all: set[VersionKey] = set()

    @cached_property
    def _missing_editions(self) -> frozenset[str]:
        """Editions that were ever in force and that this program does not have."""
        return missing_editions(self._timelines[self._known_seq])

    def parts(self) -> int:
        """Count what is kept in memory."""
        return len(self._units) + len(self._alone) + len(self._of_all)

    def entry(self, row: UnitRow, figure: Figure) -> Entry:
        """Return the figure of a row as an entry, which is worked out when somebody
        asks.
        """
        return entry_of(row, figure, self.changes)

    def changes(self, row: UnitRow, player: str) -> Sequence[Change]:
        """Return a player's changes in a unit, worked out; none where this program
        cannot.

        `player`: the id that counts.
        """

        version = _version(row)
        if version in self._of_all:
            return self._of_all[version].get(player, ())

        alone = self._alone.setdefault(version, {})
        if player in alone:
            return alone[player]

        # for many players of one unit it is quicker to work out all of them
        for_all = version in self._for_all or len(alone) >= MOST_ALONE
        changes = self._worked_out(row, None if for_all else player)
        if all(change.player == player for change in changes):
            alone[player] = changes
            return changes
        # the others came with it: some rulebooks know only whole units
        of_all = _changes_by_player(changes)
        self._of_all[version] = of_all
        return of_all.get(player, ())

    def expect(self, entries: Iterable[Entry]) -> None:
        """Read together the games and the people that these entries are worked out
        from, because each of them will be asked why. A unit is worked out for all of
        its players at once where these are most of them.
        """

        tournaments: set[str] = set()
        players: set[str] = set()
        asked: dict[VersionKey, set[str]] = defaultdict(set)

        for entry in entries:
            if not isinstance(entry, StoredEntry) or not entry.row.tournament:
                continue

            version = _version(entry.row)
            asked[version].add(entry.figure.player)
            if 2 * len(asked[version]) > len(entry.row.players):
                self._for_all.add(version)

            if self._is_in_force(entry.row):
                tournaments.add(entry.row.tournament)
                players.update(entry.row.players)

        self._timelines[self._known_seq].expect_tournaments(tournaments)
        self._persons_at(self._known_seq).people(sorted(players))

    def _is_in_force(self, row: UnitRow) -> bool:
        """Tell whether a row was not closed, as far as the question knows."""
        return row.known_to is None or row.known_to > self._known_seq

    def _timeline_at(self, seq: int) -> Timeline:
        """Return the facts that were known at a seq."""

        if seq not in self._timelines:
            known = KnownEvents(self._events, seq)
            self._timelines[seq] = known.timeline()
        return self._timelines[seq]

    def _persons_at(self, seq: int) -> Persons:
        """Return the people as they were known at a seq."""

        if seq not in self._persons:
            timeline = self._timeline_at(seq)
            self._persons[seq] = Persons(timeline)
        return self._persons[seq]

    def _worked_out(self, row: UnitRow, only: str | None) -> Sequence[Change]:
        """Work out the changes of a row: of everybody, or at least of one player."""
        if self._missing_editions:
            return ()  # only another version could
        # a row that was superseded is worked out from the facts of its time
        seq = row.known_from
        if self._is_in_force(row):
            seq = self._known_seq

        source = Source(
            seq=seq,
            list=row.list,
            tournament=row.tournament,
            player=row.player,
        )

        unit = self._units_of(source).get(row.key)
        persons = self._persons_at(seq)
        return changes_of(row, unit, persons, rulebook(row.list), only)

    def _units_of(self, source: Source) -> dict[UnitKey, Unit]:
        """Return the units that are made of a source."""

        by_key = self._units.get(source)
        if by_key is None:
            by_key = {}
            timeline = self._timeline_at(source.seq)
            lists = (source.list,)
            for unit in units_from(timeline, source.tournament, source.player, lists):
                by_key[unit.list, unit.place] = unit
            self._units[source] = by_key
        return by_key


def _version(row: UnitRow) -> VersionKey:
    """Return what tells a version of a unit from all others."""
    return row.number, row.known_from


def _changes_by_player(changes: Iterable[Change]) -> ChangesByPlayer:
    """Return the changes of each player, in order."""

    by_player: dict[str, list[Change]] = defaultdict(list)
    for change in changes:
        by_player[change.player].append(change)
    return dict(by_player)
