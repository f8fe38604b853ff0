"""Keep units, their rows and the players' tallies while projecting: in memory for a
rebuild, in the read tables for a command.
"""

from abc import ABC, abstractmethod
from bisect import bisect_left, bisect_right, insort
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Protocol

from projections.replay.tally import NOBODY, Tally, TitleAt
from projections.replay.unit_row import Spot, UnitRow
from projections.replay.versions import Differs, differing
from rulebooks import LISTS
from rulebooks.base import Standing, Unit

Key = tuple[str, str]  # list, player
# the one that is closed, the one that is new
TitleMove = tuple[TitleAt | None, TitleAt | None]


class Shelf(Protocol):
    """A shelf as the loop needs it, to find and to keep. Units change at once, rows
    when the step is kept.
    """

    def unit(self, spot: Spot) -> Unit | None: ...

    def units_of(self, tournament: str) -> dict[Spot, Unit | None]: ...

    def givens_of(self, player: str) -> dict[Spot, Unit | None]: ...

    def ever_given(self, players: Collection[str]) -> Collection[str]:
        """Return who of these ever had an opening or a ruling, in force or not."""

    def units_under(self, edition: str) -> list[Spot]: ...

    def change(self, spot: Spot, old: Unit | None, new: Unit | None) -> None: ...

    def games_differ(self, spot: Spot) -> Differs: ...

    def next_seats(
        self, list_name: str, players: Sequence[str], after: str
    ) -> list[str | None]: ...

    def seats_from(self, player: str, day: str) -> list[Spot]: ...

    def places_of(
        self, list_name: str, player: str, first: str = ""
    ) -> Sequence[str]: ...

    def row(self, spot: Spot) -> UnitRow | None: ...

    def kept_before(
        self, list_name: str, player: str, place: str
    ) -> tuple[str, Standing]: ...

    def tally(self, list_name: str, player: str) -> Tally | None: ...

    def tallies(self, list_name: str, players: Sequence[str]) -> list[Tally | None]: ...

    def expect_units(self, spot: Spot, ahead: list[Spot]) -> None:
        """Prepare for a look-up of the unit at a place, and of those that are to be
        rated after it, taken off then.
        """

    def expect_before(self, list_name: str, players: Sequence[str], place: str) -> None:
        """Prepare for look-ups of these players' last seats before a place."""

    def expect_rows(self, list_name: str, places: Iterable[str]) -> None:
        """Prepare for look-ups of the rows at these places."""

    def open_tally(self, list_name: str, player: str) -> Tally: ...

    def number(self, spot: Spot) -> int: ...

    def rest(self, row: UnitRow) -> None:
        """Take note that a new row behind everything is final: hardly anybody asks for
        its columns again.
        """

    def keep(
        self,
        seq: int,
        closed: list[UnitRow],
        written: list[UnitRow],
        touched: Iterable[Tally],
        titles: list[TitleMove],
    ) -> None: ...


class Seats(ABC):
    """The seats of players, for both shelves: as they are kept, and in units of the
    step, which are not kept yet.
    """

    def __init__(self) -> None:
        self._changed: dict[Spot, tuple[Unit | None, Unit | None]] = {}
        self._coming: dict[Key, list[str]] | None = None

    @abstractmethod
    def kept_places(
        self, list_name: str, player: str, since: str = ""
    ) -> Sequence[str]:
        """Return the places at which the player ever had a seat, in order: at least
        those from the last before `since` on.
        """

    @abstractmethod
    def kept_from(
        self, list_name: str, players: Sequence[str], after: str
    ) -> Sequence[Sequence[str]]:
        """Return what `kept_places` has of each of these players, and prepare for
        look-ups of the rows at the first places behind `after`.
        """

    @abstractmethod
    def row(self, spot: Spot) -> UnitRow | None: ...

    def change(self, spot: Spot, old: Unit | None, new: Unit | None) -> None:
        self._changed[spot] = (old, new)
        self._coming = None

    def games_differ(self, spot: Spot) -> Differs:
        return differing(*self._changed.get(spot, (None, None)))

    def next_seats(
        self, list_name: str, players: Sequence[str], after: str
    ) -> list[str | None]:
        """Return the next place at which each of these players still has a seat."""
        kept, coming = self.kept_from(list_name, players, after), self._seats_to_come()
        following = []
        for player, places in zip(players, kept, strict=True):
            nearest = None
            for place in islice(places, bisect_right(places, after), None):
                # at other places they once had a seat, and nothing passes on there
                if (row := self.row((list_name, place))) is not None and row.sits(
                    player
                ):
                    nearest = place
                    break
            if (own := coming.get((list_name, player))) and (
                at := bisect_right(own, after)
            ) < len(own):
                nearest = own[at] if nearest is None else min(nearest, own[at])
            following.append(nearest)
        return following

    def _seats_to_come(self) -> Mapping[Key, list[str]]:
        """Return the places where units of this step seat players, in order, from an
        index made when first asked.
        """
        if self._coming is None:
            self._coming = {}
            for _, unit in self._changed.values():
                for name in unit.seats() if unit is not None else ():
                    assert unit is not None
                    insort(self._coming.setdefault((unit.list, name), []), unit.place)
        return self._coming

    def seats_from(self, player: str, day: str) -> list[Spot]:
        return [
            (name, place)
            for name in LISTS
            for place in self.kept_places(name, player, day)
            if place >= day
        ]

    def places_of(self, list_name: str, player: str, first: str = "") -> Sequence[str]:
        kept, coming = (
            self.kept_places(list_name, player, first),
            self._seats_to_come().get((list_name, player)),
        )
        every = sorted({*kept, *coming}) if coming else kept
        return every[bisect_left(every, first) :]

    def kept_before(
        self, list_name: str, player: str, place: str
    ) -> tuple[str, Standing]:
        """Return the last place before one at which the player has a seat as it is
        kept, and the standing after it.
        """
        # hardly ever has somebody lost their seat there, and the rest is read
        for since in (place, ""):
            places = self.kept_places(list_name, player, since)
            for earlier in reversed(places[: bisect_left(places, place)]):
                row = self.row((list_name, earlier))
                if row is not None and row.sits(player):
                    return earlier, row.standing_after(player)
        return "", NOBODY


class MemoryShelf(Seats):
    """A shelf in dicts; `closed` collects every row, `titles` every title, with the
    steps that closed them. Rows are `packed` unless somebody looks at all of them next.
    """

    def __init__(self, *, packed: bool = True) -> None:
        super().__init__()
        self._packed = packed
        self.units: dict[Spot, Unit] = {}
        self.rows: dict[Spot, UnitRow] = {}
        self.closed: list[UnitRow] = []
        self.titles: list[tuple[TitleAt, int | None]] = []
        # by list and player
        self._tallies: dict[str, dict[str, Tally]] = defaultdict(dict)
        self._of: dict[str, dict[Spot, Unit]] = defaultdict(dict)
        self._givens: dict[str, dict[Spot, Unit]] = {}  # of players who ever had one
        self._seats: dict[tuple[str, str], list[str]] = {}
        self._unseated: list[UnitRow] = []  # kept rows that are not in `_seats` yet
        self._numbers: dict[Spot, int] = {}
        # list, player, title: its place in `titles`
        self._held: dict[tuple[str, str, str], int] = {}

    def unit(self, spot: Spot) -> Unit | None:
        return self.units.get(spot)

    def units_of(self, tournament: str) -> dict[Spot, Unit | None]:
        return dict(self._of[tournament])

    def givens_of(self, player: str) -> dict[Spot, Unit | None]:
        return dict(self._givens.get(player, {}))

    def ever_given(self, players: Collection[str]) -> Collection[str]:
        return self._givens.keys()

    def units_under(self, edition: str) -> list[Spot]:
        return [spot for spot, unit in self.units.items() if unit.edition == edition]

    def change(self, spot: Spot, old: Unit | None, new: Unit | None) -> None:
        super().change(spot, old, new)
        if old is not None:
            del self.units[spot]
            del self._home(old)[spot]
        if new is not None:
            self.units[spot] = new
            self._home(new)[spot] = new

    def _home(self, unit: Unit) -> dict[Spot, Unit]:
        if unit.given is not None:
            return self._givens.setdefault(unit.given.player, {})
        assert unit.tournament is not None
        return self._of[unit.tournament]

    def kept_places(
        self, list_name: str, player: str, since: str = ""
    ) -> Sequence[str]:
        """Return all the places, seating kept rows only now: a history without late
        events never asks.
        """
        for row in self._unseated:
            for name in row.players:
                places = self._seats.setdefault((row.list, name), [])
                if not places or places[-1] < row.place:
                    places.append(row.place)
                elif (index := bisect_left(places, row.place)) == len(places) or places[
                    index
                ] != row.place:
                    places.insert(index, row.place)
        self._unseated.clear()
        return self._seats.get((list_name, player), [])

    def kept_from(
        self, list_name: str, players: Sequence[str], after: str
    ) -> Sequence[Sequence[str]]:
        return [self.kept_places(list_name, player) for player in players]

    def row(self, spot: Spot) -> UnitRow | None:
        return self.rows.get(spot)

    def tally(self, list_name: str, player: str) -> Tally | None:
        return self._tallies[list_name].get(player)

    def tallies(self, list_name: str, players: Sequence[str]) -> list[Tally | None]:
        return list(map(self._tallies[list_name].get, players))

    def every_tally(self) -> Iterator[Tally]:
        for own in self._tallies.values():
            yield from own.values()

    def expect_units(self, spot: Spot, ahead: list[Spot]) -> None:
        """Do nothing: all units are in memory already."""

    def expect_before(self, list_name: str, players: Sequence[str], place: str) -> None:
        """Do nothing: all seats are in memory already."""

    def expect_rows(self, list_name: str, places: Iterable[str]) -> None:
        """Do nothing: all rows are in memory already."""

    def open_tally(self, list_name: str, player: str) -> Tally:
        tally = self._tallies[list_name][player] = Tally((list_name, player))
        return tally

    def rest(self, row: UnitRow) -> None:
        if self._packed:  # a first import is one step of ten thousand units
            row.pack()

    def number(self, spot: Spot) -> int:
        return self._numbers.setdefault(spot, len(self._numbers) + 1)

    @property
    def last_number(self) -> int:
        return len(self._numbers)

    def keep(
        self,
        seq: int,
        closed: list[UnitRow],
        written: list[UnitRow],
        touched: Iterable[Tally],
        titles: list[TitleMove],
    ) -> None:
        for row in closed:
            row.rated_from = None  # nobody proves what is superseded
            self.closed.append(self.rows.pop(row.spot))
        self.rows |= {row.spot: row for row in written}
        self._unseated += written
        if self._packed:
            for row in (*written, *closed):
                row.pack()
        self._changed.clear()
        self._coming = None
        for old, new in titles:
            if old is not None:
                self.titles[self._held.pop(old[:3])] = (old, seq)
            if new is not None:
                self._held[new[:3]] = len(self.titles)
                self.titles.append((new, None))


def numbered(row: UnitRow, number: int, known_from: int) -> UnitRow:
    """Return the row as it is kept, with its number and the seq from which it is known."""
    row.number, row.known_from = number, known_from
    return row
