"""Where units, their rows and the players' tallies are kept while projecting: in memory for a rebuild, in the read
tables for a command."""

from bisect import bisect_left, bisect_right, insort
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

from projections.replay.tally import NOBODY, Tally, TitleAt
from projections.replay.unit_row import Spot, UnitRow, forget
from projections.replay.versions import Differs
from rulebooks import LISTS
from rulebooks.base import Standing, Unit

TitleMove = tuple[TitleAt | None, TitleAt | None]  # the one that is closed, the one that is new


class Shelf(Protocol):
    """What the loop needs to find and to keep. Units change at once, rows when the step is kept."""

    def unit(self, spot: Spot) -> Unit | None: ...

    def units_of(self, tournament: str) -> dict[Spot, Unit | None]: ...

    def givens_of(self, player: str) -> dict[Spot, Unit | None]: ...

    def units_under(self, edition: str) -> list[Spot]: ...

    def change(self, spot: Spot, old: Unit | None, new: Unit | None) -> None: ...

    def games_differ(self, spot: Spot) -> Differs: ...

    def next_seat(self, list_name: str, player: str, after: str) -> str | None: ...

    def seats_from(self, player: str, day: str) -> list[Spot]: ...

    def places_of(self, list_name: str, player: str) -> Sequence[str]: ...

    def row(self, spot: Spot) -> UnitRow | None: ...

    def kept_before(self, list_name: str, player: str, place: str) -> tuple[str, Standing]: ...

    def tally(self, list_name: str, player: str) -> Tally | None: ...

    def open_tally(self, list_name: str, player: str) -> Tally: ...

    def number(self, spot: Spot) -> int: ...

    def keep(
        self, closed: list[UnitRow], written: list[UnitRow], touched: Iterable[tuple[str, str]], titles: list[TitleMove]
    ) -> None: ...


class MemoryShelf:
    """Everything in dicts; `versions` collects every row, `titles` every title, with the steps that closed them."""

    def __init__(self) -> None:
        self.units: dict[Spot, Unit] = {}
        self.rows: dict[Spot, UnitRow] = {}
        self.closed: list[UnitRow] = []
        self.titles: list[tuple[TitleAt, int | None]] = []
        self.tallies: dict[tuple[str, str], Tally] = {}
        self._of: dict[str, dict[Spot, Unit]] = defaultdict(dict)
        self._givens: dict[str, dict[Spot, Unit]] = defaultdict(dict)
        self._seats: dict[tuple[str, str], list[str]] = {}
        self._unseated: list[UnitRow] = []  # kept rows that are not in `_seats` yet
        self._changed: dict[Spot, tuple[Unit | None, Unit | None]] = {}
        self._coming: dict[tuple[str, str], list[str]] | None = None
        self._numbers: dict[Spot, int] = {}
        self._held: dict[tuple[str, str, str], int] = {}  # list, player, title: its place in `titles`

    def unit(self, spot: Spot) -> Unit | None:
        return self.units.get(spot)

    def units_of(self, tournament: str) -> dict[Spot, Unit | None]:
        return dict(self._of[tournament])

    def givens_of(self, player: str) -> dict[Spot, Unit | None]:
        return dict(self._givens[player])

    def units_under(self, edition: str) -> list[Spot]:
        return [spot for spot, unit in self.units.items() if unit.edition == edition]

    def change(self, spot: Spot, old: Unit | None, new: Unit | None) -> None:
        self._changed[spot] = (old, new)
        self._coming = None
        if old is not None:
            del self.units[spot]
            del self._home(old)[spot]
        if new is not None:
            self.units[spot] = new
            self._home(new)[spot] = new

    def _home(self, unit: Unit) -> dict[Spot, Unit]:
        if unit.given is not None:
            return self._givens[unit.given.player]
        assert unit.tournament is not None
        return self._of[unit.tournament]

    def games_differ(self, spot: Spot) -> Differs:
        return differing(*self._changed.get(spot, (None, None)))

    def _places(self, list_name: str, player: str) -> list[str]:
        """The places at which the player ever had a seat; a history without late events never asks."""
        for row in self._unseated:
            for name in row.players or ():
                places = self._seats.setdefault((row.list, name), [])
                if not places or places[-1] < row.place:
                    places.append(row.place)
                elif (index := bisect_left(places, row.place)) == len(places) or places[index] != row.place:
                    places.insert(index, row.place)
        self._unseated.clear()
        return self._seats.get((list_name, player), [])

    def next_seat(self, list_name: str, player: str, after: str) -> str | None:
        kept = next_place(self._places(list_name, player), list_name, player, after, self._stands)
        coming = next_place(self._seats_to_come(list_name, player), list_name, player, after, lambda *_: True)
        return min((place for place in (kept, coming) if place is not None), default=None)

    def _stands(self, spot: Spot, player: str) -> bool:
        """Whether the player has a seat there as it is kept: at other places they once had one, nothing passes on."""
        row = self.rows.get(spot)
        return row is not None and row.seat(player) is not None

    def _seats_to_come(self, list_name: str, player: str) -> Sequence[str]:
        """Places of the units of this step, which are not kept yet; looked up in few steps."""
        if self._coming is None:
            self._coming = seats_by_player(unit for _, unit in self._changed.values())
        return self._coming.get((list_name, player), ())

    def seats_from(self, player: str, day: str) -> list[Spot]:
        return [(list_name, place) for list_name in LISTS for place in self._places(list_name, player) if place >= day]

    def places_of(self, list_name: str, player: str) -> Sequence[str]:
        return sorted({*self._places(list_name, player), *self._seats_to_come(list_name, player)})

    def row(self, spot: Spot) -> UnitRow | None:
        return self.rows.get(spot)

    def kept_before(self, list_name: str, player: str, place: str) -> tuple[str, Standing]:
        places = self._places(list_name, player)
        return last_standing(places[: bisect_left(places, place)], list_name, player, self.row)

    def tally(self, list_name: str, player: str) -> Tally | None:
        return self.tallies.get((list_name, player))

    def open_tally(self, list_name: str, player: str) -> Tally:
        tally = self.tallies[list_name, player] = Tally()
        return tally

    def number(self, spot: Spot) -> int:
        return self._numbers.setdefault(spot, len(self._numbers) + 1)

    def keep(
        self, closed: list[UnitRow], written: list[UnitRow], touched: Iterable[tuple[str, str]], titles: list[TitleMove]
    ) -> None:
        for row in closed:
            self.closed.append(self.rows.pop(row.spot))
        for row in written:
            self.rows[row.spot] = row
            forget(row)
        self._unseated += written
        for row in closed:
            forget(row)
        self._changed.clear()
        self._coming = None
        for old, new in titles:
            if old is not None:
                seq = written[0].known_from if written else closed[0].known_to
                self.titles[self._held.pop(old[:3])] = (old, seq)
            if new is not None:
                self._held[new[:3]] = len(self.titles)
                self.titles.append((new, None))


def differing(old: Unit | None, new: Unit | None) -> Differs:
    """Whether a player's own games are others than before; nobody's, where a unit is rated again as it was."""
    if old is None and new is None:
        return lambda player: False
    if old is None or new is None:
        return lambda player: True
    before, after = _own_games(old), _own_games(new)
    return lambda player: before.get(player) != after.get(player)


def _own_games(unit: Unit) -> dict[str, list[tuple[object, ...]]]:
    own: dict[str, list[tuple[object, ...]]] = defaultdict(list)
    for game in unit.games:
        own[game.white].append((game.id, game.black, game.points, game.seconds))
        own[game.black].append((game.id, game.white, game.points, game.seconds))
    return own


def seats_by_player(units: Iterable[Unit | None]) -> dict[tuple[str, str], list[str]]:
    """The places of some units by list and player, in order."""
    seats: dict[tuple[str, str], list[str]] = defaultdict(list)
    for unit in units:
        for player in unit.seats() if unit is not None else ():
            assert unit is not None
            insort(seats[unit.list, player], unit.place)
    return seats


def next_place(
    places: Sequence[str], list_name: str, player: str, after: str, stands: Callable[[Spot, str], bool]
) -> str | None:
    """The first of these places behind one at which the player still has a seat."""
    for index in range(bisect_right(places, after), len(places)):
        if stands((list_name, places[index]), player):
            return places[index]
    return None


def last_standing(
    places: Sequence[str], list_name: str, player: str, row_at: Callable[[Spot], UnitRow | None]
) -> tuple[str, Standing]:
    """The last of these places at which the player has a seat as it is kept, and the standing after it."""
    for place in reversed(places):
        row = row_at((list_name, place))
        seat = row.seat(player) if row is not None else None
        if row is not None and seat is not None:
            return place, row.standing_after(seat)
    return "", NOBODY
