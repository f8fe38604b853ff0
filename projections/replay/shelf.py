"""Where units, seats and rows are kept while projecting: in memory for a rebuild, in the read tables for a command."""

from bisect import bisect_right, insort
from collections import defaultdict
from collections.abc import Iterable
from typing import Protocol

from projections.replay.rows import Key, Row
from rulebooks import LISTS
from rulebooks.base import Standing, Unit

Spot = tuple[str, str]  # list, place
Career = list[tuple[str, Standing]]


class Shelf(Protocol):
    """What the loop needs to find and to keep."""

    def unit(self, spot: Spot) -> Unit | None: ...

    def units_of(self, tournament: str) -> dict[Spot, Unit]: ...

    def givens_of(self, player: str) -> dict[Spot, Unit]: ...

    def units_under(self, edition: str) -> list[Spot]: ...

    def put(self, unit: Unit) -> None: ...

    def drop(self, unit: Unit) -> None: ...

    def next_seat(self, list_name: str, player: str, after: str) -> str | None: ...

    def seats_from(self, player: str, day: str) -> list[Spot]: ...

    def rows(self, spot: Spot) -> list[Row]: ...

    def career(self, list_name: str, player: str, since: str = "") -> Career: ...

    def keep(self, careers: dict[tuple[str, str], Career], closed: Iterable[Row], written: Iterable[Row],
             seq: int) -> None: ...  # fmt: skip


class MemoryShelf:
    """Everything in dicts; `versions` collects each row with the step that wrote it and the one that closed it."""

    def __init__(self) -> None:
        self.units: dict[Spot, Unit] = {}
        self.versions: dict[tuple[Key, int], tuple[Row, int | None]] = {}
        self._of: dict[str, dict[Spot, Unit]] = defaultdict(dict)
        self._givens: dict[str, dict[Spot, Unit]] = defaultdict(dict)
        self._seats: dict[tuple[str, str], list[str]] = defaultdict(list)
        self._rows: dict[Spot, dict[Key, tuple[Row, int]]] = defaultdict(dict)
        self._careers: dict[tuple[str, str], Career] = {}

    def unit(self, spot: Spot) -> Unit | None:
        return self.units.get(spot)

    def units_of(self, tournament: str) -> dict[Spot, Unit]:
        return dict(self._of[tournament])

    def givens_of(self, player: str) -> dict[Spot, Unit]:
        return dict(self._givens[player])

    def units_under(self, edition: str) -> list[Spot]:
        return [spot for spot, unit in self.units.items() if unit.edition == edition]

    def put(self, unit: Unit) -> None:
        spot = (unit.list, unit.place)
        self.units[spot] = unit
        self._home(unit)[spot] = unit
        for player in unit.seats():
            insort(self._seats[unit.list, player], unit.place)

    def drop(self, unit: Unit) -> None:
        spot = (unit.list, unit.place)
        del self.units[spot]
        del self._home(unit)[spot]
        for player in unit.seats():
            self._seats[unit.list, player].remove(unit.place)

    def _home(self, unit: Unit) -> dict[Spot, Unit]:
        if unit.given is not None:
            return self._givens[unit.given.player]
        assert unit.tournament is not None
        return self._of[unit.tournament]

    def next_seat(self, list_name: str, player: str, after: str) -> str | None:
        places = self._seats[list_name, player]
        index = bisect_right(places, after)
        return places[index] if index < len(places) else None

    def seats_from(self, player: str, day: str) -> list[Spot]:
        return [
            (list_name, place)
            for list_name in LISTS
            for place in self._seats.get((list_name, player), ())
            if place >= day
        ]

    def rows(self, spot: Spot) -> list[Row]:
        return [row for row, _ in self._rows[spot].values()] if spot in self._rows else []

    def placed(self) -> set[Spot]:
        """Every place that has rows."""
        return {spot for spot, rows in self._rows.items() if rows}

    def career(self, list_name: str, player: str, since: str = "") -> Career:
        return self._careers.get((list_name, player), [])

    def keep(
        self, careers: dict[tuple[str, str], Career], closed: Iterable[Row], written: Iterable[Row], seq: int
    ) -> None:
        self._careers.update(careers)
        for row in closed:
            key = row.key
            _, since = self._rows[key[0], key[1]].pop(key)
            self.versions[key, since] = (row, seq)
        for row in written:
            key = row.key
            self._rows[key[0], key[1]][key] = (row, seq)
            self.versions[key, seq] = (row, None)
