"""Units, rows and tallies in memory, for a rebuild: it asks no table."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence

from projections.replay.repository import TitleMove
from projections.replay.seats import Seats
from projections.replay.tally import CareerKey, Tally, TitleAt, TitleKey
from projections.replay.unit_row import UnitKey, UnitRow
from rulebooks.base import Unit

Units = dict[UnitKey, Unit]
# a title, and the seq of the step that closed it
ClosedTitle = tuple[TitleAt, int | None]


class MemoryRepository(Seats):
    """A repository in dicts.

    `rows` are the rows in force, `closed` collects all others, `titles` every title.
    Rows are packed into their texts, which takes less memory and more time.
    """

    def __init__(self) -> None:
        super().__init__()
        self.units: Units = {}
        self.rows: dict[UnitKey, UnitRow] = {}
        self.closed: list[UnitRow] = []
        self.titles: list[ClosedTitle] = []

        self._units_of: dict[str, Units] = defaultdict(dict)  # by tournament
        self._givens_of: dict[str, Units] = {}  # by player, of all who ever had one
        self._places: dict[CareerKey, list[str]] = {}
        # rows that are written and whose seats are not in `_places` yet
        self._rows_without_seats: list[UnitRow] = []

        self._tallies: dict[str, dict[str, Tally]] = defaultdict(dict)  # by list
        self._numbers: dict[UnitKey, int] = {}
        # the position of each title in `titles`
        self._held: dict[TitleKey, int] = {}

    def unit(self, key: UnitKey) -> Unit | None:
        """Return a unit by the facts of now; None where there is none."""
        return self.units.get(key)

    def units_of(self, tournament: str) -> dict[UnitKey, Unit | None]:
        """Return the units of a tournament; a copy, as they will change."""
        return dict(self._units_of[tournament])

    def givens_of(self, player: str) -> dict[UnitKey, Unit | None]:
        """Return a player's openings and rulings; a copy, as they will change.

        They are by key, as `units_of` has them; empty for somebody who never had one.
        """
        return dict(self._givens_of.get(player, {}))

    def players_with_givens(self, players: Collection[str]) -> Collection[str]:
        """Return everybody who ever had an opening or a ruling.

        These need not be among those asked for.
        """
        return self._givens_of.keys()

    def units_under(self, edition: str) -> list[UnitKey]:
        """Return the keys of all units that are rated by an edition.

        A whole look through all units: it is asked only when an edition is revised.
        """
        return [key for key, unit in self.units.items() if unit.edition == edition]

    def change(self, key: UnitKey, old: Unit | None, new: Unit | None) -> None:
        """Put a new unit in the place of an old one; None where there is none.

        The unit is found afterwards among those of its tournament, or among the givens
        of its player.
        """
        super().change(key, old, new)

        if old is not None:
            siblings = self._siblings(old)
            del siblings[key]
            del self.units[key]

        if new is not None:
            siblings = self._siblings(new)
            siblings[key] = new
            self.units[key] = new

    def _siblings(self, unit: Unit) -> Units:
        """Return all units of the unit's tournament, or all givens of its player."""
        if unit.given is not None:
            return self._givens_of.setdefault(unit.given.player, {})

        assert unit.tournament is not None
        return self._units_of[unit.tournament]

    def stored_places(
        self, list_name: str, player: str, since: str = ""
    ) -> Sequence[str]:
        """Return all the places, seating written rows only now: a history without late
        events never asks.
        """
        for row in self._rows_without_seats:
            self._seat(row)
        self._rows_without_seats.clear()
        return self._places.get((list_name, player), [])

    def _seat(self, row: UnitRow) -> None:
        """Note a row's place for each of its players, in order, each place once.

        Most rows come in order, so the place is behind all others, and nothing is
        looked up.
        """
        list_name, place = row.key
        for player in row.players:
            places = self._places.setdefault((list_name, player), [])
            if not places or places[-1] < place:
                places.append(place)
                continue
            # a version of a unit that has one already
            position = bisect_left(places, place)
            if places[position] != place:
                places.insert(position, place)

    def stored_places_of_all(
        self, list_name: str, players: Sequence[str], after: str
    ) -> Sequence[Sequence[str]]:
        """Return what `stored_places` has of each of these players; no row has to be
        prepared, as all are in memory.
        """
        return [self.stored_places(list_name, player) for player in players]

    def row(self, key: UnitKey) -> UnitRow | None:
        """Return the row of a unit in force; None where there is none."""
        return self.rows.get(key)

    def tally(self, list_name: str, player: str) -> Tally | None:
        """Return a player's tally on a list; None before it is opened."""
        return self._tallies[list_name].get(player)

    def tallies(self, list_name: str, players: Sequence[str]) -> list[Tally | None]:
        """Return the tallies of these players on a list, in their order; None for one
        that is not opened.
        """
        return list(map(self._tallies[list_name].get, players))

    def every_tally(self) -> Iterator[Tally]:
        """Yield the tallies of all lists."""
        for of_list in self._tallies.values():
            yield from of_list.values()

    def open_tally(self, list_name: str, player: str) -> Tally:
        """Open an empty tally for a player on a list, in the place of any other."""
        tally = Tally((list_name, player))
        self._tallies[list_name][player] = tally
        return tally

    def prefetch_units(self, key: UnitKey, ahead: list[UnitKey]) -> None:
        """Do nothing: all units are in memory already."""

    def prefetch_players(self, players: Collection[str]) -> None:
        """Do nothing: all seats are in memory already."""

    def prefetch_before(
        self, list_name: str, players: Sequence[str], place: str
    ) -> None:
        """Do nothing: all seats are in memory already."""

    def prefetch_rows(self, list_name: str, places: Iterable[str]) -> None:
        """Do nothing: all rows are in memory already."""

    def number(self, key: UnitKey) -> int:
        """Return the number of a unit, which gets the next if it has none yet.

        Versions of one unit share it, and no other unit gets it, even when the first is
        gone.
        """
        return self._numbers.setdefault(key, len(self._numbers) + 1)

    @property
    def last_number(self) -> int:
        """Return the highest number that a unit has got; 0 for none."""
        return len(self._numbers)

    def finish(self, row: UnitRow) -> None:
        """Keep no more than the text of a row that is final."""
        row.pack()  # a first import is one step of ten thousand units

    def write(
        self,
        seq: int,
        closed: list[UnitRow],
        written: list[UnitRow],
        touched: Iterable[Tally],
        titles: list[TitleMove],
    ) -> None:
        """Write what a step came to, known from `seq` on.

        `closed`: rows that are superseded. `written`: rows that come into force. After
        it nothing of the step is left to come.
        """
        for row in closed:
            row.rated_from = None  # nobody proves what is superseded
            in_force = self.rows.pop(row.key)
            self.closed.append(in_force)

        for row in written:
            self.rows[row.key] = row

        self._rows_without_seats += written

        for row in (*written, *closed):
            row.pack()

        self._changed.clear()
        self._coming = None
        self._write_titles(seq, titles)

    def _write_titles(self, seq: int, titles: list[TitleMove]) -> None:
        """Write which titles are closed by a step, and the new ones.

        A title stays at its position when it is closed; one that is reached elsewhere
        gets another.
        """
        for old, new in titles:
            if old is not None:
                position = self._held.pop(old.key)
                self.titles[position] = (old, seq)
            if new is not None:
                self._held[new.key] = len(self.titles)
                self.titles.append((new, None))
