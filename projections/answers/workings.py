"""Keep in memory what a reading has worked out while it answers: entries with their
terms, which are worked out when somebody asks why. A row that was superseded is worked
out from the facts that were known when it was written.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cached_property

from ledger.store.database import Connection
from ledger.timeline import Timeline
from projections.replay.entry import StoredEntry, changes_of, entry_of
from projections.replay.handlers import Persons, units_from
from projections.replay.unit_row import UnitKey, UnitRow
from projections.revisions import lacking
from projections.tables.lookups import Index
from rulebooks import rulebook
from rulebooks.base import Change, Unit
from rulebooks.entries import Entry, Figure

Units = dict[UnitKey, Unit]


# players of a unit that are worked out one by one; all together cost about as much as
# these
MOST_ALONE = 12
Version = tuple[int, int]  # the number of a row and the seq that it is known from


class Workings:
    """Workings of entries: a player's change is worked out once, and the facts are read
    once.

    A question about several players of a unit will go on to the others, so after a few
    all of them are worked out together.
    """

    def __init__(
        self, events: Connection, tables: Connection, known_seq: int, timeline: Timeline
    ) -> None:
        self._events = events
        self._tables = tables
        self._known_seq = known_seq
        self._timelines = {known_seq: timeline}
        self._units: dict[tuple[int, str, str | None, str | None], Units] = {}
        self._persons: dict[int, Persons] = {}
        self._alone: dict[Version, dict[str, Sequence[Change]]] = {}
        self._of_all: dict[Version, dict[str, list[Change]]] = {}

    @cached_property
    def _lacking(self) -> frozenset[str]:
        return lacking(self._timelines[self._known_seq])

    def parts(self) -> int:
        """Count what is kept in memory."""
        return len(self._units) + len(self._alone) + len(self._of_all)

    def entry(self, row: UnitRow, figure: Figure) -> Entry:
        return entry_of(row, figure, self.changes)

    def changes(self, row: UnitRow, player: str) -> Sequence[Change]:
        version = (row.number, row.known_from)
        if version in self._of_all:
            return self._of_all[version].get(player, ())
        alone = self._alone.setdefault(version, {})
        if player in alone:
            return alone[player]
        changes = self._worked_out(row, player if len(alone) < MOST_ALONE else None)
        if {change.player for change in changes} <= {player}:
            alone[player] = changes
            return changes
        # the others came with it: some rulebooks know only whole units
        of_all: dict[str, list[Change]] = defaultdict(list)
        for change in changes:
            of_all[change.player].append(change)
        self._of_all[version] = dict(of_all)
        return self._of_all[version].get(player, ())

    def expect(self, entries: Iterable[Entry]) -> None:
        """Read together the games and the people that these entries are worked out
        from, because each of them will be asked why.
        """
        rows = [entry.row for entry in entries if isinstance(entry, StoredEntry)]
        in_force = [row for row in rows if row.tournament and self._is_in_force(row)]
        timeline = self._timelines[self._known_seq]
        timeline.expect_tournaments({row.tournament or "" for row in in_force})
        players = {player for row in in_force for player in row.players}
        self._persons_at(self._known_seq).of(sorted(players))

    def _is_in_force(self, row: UnitRow) -> bool:
        return row.known_to is None or row.known_to > self._known_seq

    def _timeline_at(self, seq: int) -> Timeline:
        if seq not in self._timelines:
            self._timelines[seq] = Index(self._tables, seq, self._events).timeline()
        return self._timelines[seq]

    def _persons_at(self, seq: int) -> Persons:
        if seq not in self._persons:
            self._persons[seq] = Persons(self._timeline_at(seq))
        return self._persons[seq]

    def _worked_out(self, row: UnitRow, only: str | None) -> Sequence[Change]:
        if self._lacking:
            return ()  # only another version could
        seq = self._known_seq if self._is_in_force(row) else row.known_from
        timeline, persons = self._timeline_at(seq), self._persons_at(seq)
        place = (seq, row.list, row.tournament, row.player)
        if place not in self._units:
            units = units_from(timeline, row.tournament, row.player, (row.list,))
            self._units[place] = {(unit.list, unit.place): unit for unit in units}
        unit = self._units[place].get(row.key)
        return changes_of(row, unit, persons, rulebook(row.list), only)
