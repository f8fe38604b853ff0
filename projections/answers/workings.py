"""Keep in memory what a reading needs again while it answers: the rows of the last few players asked for, since a page
puts several questions about one of them, and entries with their terms, which are worked out when somebody asks why. A
row that was superseded is worked out from the facts that were known when it was written.
"""

from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import cache, cached_property, partial

from ledger.store.database import Connection
from ledger.timeline import Timeline
from projections.replay.entry import changes_of, entry_of
from projections.replay.handlers import person, units_from
from projections.replay.unit_row import Spot, UnitRow
from projections.revisions import lacking
from projections.tables.entries import Cut, Span, in_force, spans, up_to
from projections.tables.lookups import Index
from projections.tables.players import Own, own_rows
from projections.tables.units import of_numbers
from rulebooks import LISTS, rulebook
from rulebooks.base import Change, Person, Unit
from rulebooks.entries import Entry, Figure

KEPT = 8  # players, or pairs of list and player


class OwnRows:
    """Keep what is stored of the last few players asked for: their own row, and the units they sat in."""

    def __init__(self, tables: Connection, cut: Cut) -> None:
        self._tables = tables
        self._cut = cut
        self._own: dict[str, Own] = {}
        self._rows: dict[tuple[str, str], list[UnitRow]] = {}
        self._spans: dict[tuple[str, str], list[Span]] = {}

    def own(self, player: str) -> Own:
        """Return what is stored about the player alone."""
        if player not in self._own:
            if len(self._own) >= KEPT:
                self._own.clear()
            self._own.update(own_rows(self._tables, [player]))
        return self._own[player]

    def of_all_time(self, list_name: str, player: str) -> list[UnitRow]:
        """Return all versions of the units in which a player ever had a seat, in order, on both sides of the cut."""
        key = (list_name, player)
        if key not in self._rows:
            if len(self._rows) >= KEPT:
                self._rows.clear()
                self._spans.clear()
            self._rows[key] = of_numbers(self._tables, self.own(player).numbers(list_name))
        return self._rows[key]

    def lists(self, player: str) -> list[str]:
        """Return the lists on which they ever had a seat, and read the rows of all of them together."""
        own = self.own(player)
        lists = [name for name in LISTS if name in own.seats]
        if all((name, player) in self._rows for name in lists):
            return lists
        if len(self._rows) + len(lists) > KEPT:
            self._rows.clear()
            self._spans.clear()
        rows = of_numbers(self._tables, [*own.every_number()])
        for name in lists:
            numbers = {*own.numbers(name)}
            self._rows[name, player] = [row for row in rows if row.number in numbers]
        return lists

    def every(self, list_name: str, player: str) -> list[UnitRow]:
        """Return the versions up to the cut in which a player has a seat."""
        rows = up_to(self._cut, self.of_all_time(list_name, player))
        return [row for row in rows if row.seat(player) is not None]

    def spans(self, list_name: str, player: str) -> list[Span]:
        """Return each entry of the player with the time during which it was known."""
        rows = self.every(list_name, player)
        if (list_name, player) not in self._spans:
            self._spans[list_name, player] = list(spans(rows, player))
        return self._spans[list_name, player]

    def in_force(self, list_name: str, player: str, cut: Cut) -> list[UnitRow]:
        """Return the versions with a seat of a player that are known to be in force, up to another cut."""
        rows = in_force(self.of_all_time(list_name, player), cut)
        return [row for row in rows if row.seat(player) is not None]


Units = dict[Spot, Unit]


MOST_ALONE = 12  # players of a unit that are worked out one by one; all together cost about as much as these
Version = tuple[int, int]  # the number of a row and the seq that it is known from


class Workings:
    """Workings of entries: a player's change is worked out once, and the facts are read once.

    A question about several players of a unit will go on to the others, so after a few all of them are worked out
    together.
    """

    def __init__(self, events: Connection, tables: Connection, known_seq: int, timeline: Timeline) -> None:
        self._events = events
        self._tables = tables
        self._known_seq = known_seq
        self._timelines = {known_seq: timeline}
        self._units: dict[tuple[int, str, str | None, str | None], Units] = {}
        self._people: dict[int, Callable[[str], Person]] = {}
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

    def _worked_out(self, row: UnitRow, only: str | None) -> Sequence[Change]:
        if self._lacking:
            return ()  # only another version could
        in_force = row.known_to is None or row.known_to > self._known_seq
        seq = self._known_seq if in_force else row.known_from
        if seq not in self._timelines:
            self._timelines[seq] = Index(self._tables, seq, self._events).timeline()
        timeline = self._timelines[seq]
        if seq not in self._people:
            self._people[seq] = cache(partial(person, timeline=timeline))
        place = (seq, row.list, row.tournament, row.player)
        if place not in self._units:
            units = units_from(timeline, row.tournament, row.player, (row.list,))
            self._units[place] = {(unit.list, unit.place): unit for unit in units}
        unit = self._units[place].get(row.spot)
        return changes_of(row, unit, self._people[seq], rulebook(row.list), only)
