"""Where players have seats: as it is stored, and in units of the step, which are not
stored yet. Both repositories build on it.
"""

from abc import ABC, abstractmethod
from bisect import bisect_left, bisect_right, insort
from collections.abc import Mapping, Sequence
from itertools import islice

from projections.replay.tally import NO_STANDING, CareerKey, StandingAt
from projections.replay.unit_row import UnitKey, UnitRow
from projections.replay.versions import GamesDiffer, games_differ_between
from rulebooks import LISTS
from rulebooks.base import Unit


class Seats(ABC):
    """The seats of all players. Places are in the order of computation."""

    def __init__(self) -> None:
        # the units that the step changes, as they were and as they are now
        self._changed: dict[UnitKey, tuple[Unit | None, Unit | None]] = {}
        self._coming: dict[CareerKey, list[str]] | None = None

    @abstractmethod
    def stored_places(
        self, list_name: str, player: str, since: str = ""
    ) -> Sequence[str]:
        """Return the places at which the player ever had a seat, in order: at least
        those from the last before `since` on.
        """

    @abstractmethod
    def stored_places_of_all(
        self, list_name: str, players: Sequence[str], after: str
    ) -> Sequence[Sequence[str]]:
        """Return what `stored_places` has of each of these players, and prepare for
        look-ups of the rows at the first places behind `after`.
        """

    @abstractmethod
    def row(self, key: UnitKey) -> UnitRow | None: ...

    def change(self, key: UnitKey, old: Unit | None, new: Unit | None) -> None:
        """Note that the step puts a new unit in the place of an old one.

        `old`, `new`: None where there was none, or is none any more. What was found of
        seats to come is forgotten, for this unit may bring or take some.
        """
        self._changed[key] = (old, new)
        self._coming = None

    def games_differ(self, key: UnitKey) -> GamesDiffer:
        """Return whose games this step changes in a unit.

        A unit that the step does not change has nobody whose games differ.
        """
        old, new = self._changed.get(key, (None, None))
        return games_differ_between(old, new)

    def next_seats(
        self, list_name: str, players: Sequence[str], after: str
    ) -> list[str | None]:
        """Return the next place behind `after` at which each of these players still has
        a seat; None where there is none.

        They are in the order of `players`.

            of fi-1 and fi-2 behind 2024-03-01 ...  ->  ["2024-05-12 1 ...", None]

        That is where a change of their standing shows next: the next unit to be rated
        again.
        """
        stored = self.stored_places_of_all(list_name, players, after)

        next_seats = []
        for player, places in zip(players, stored, strict=True):
            following = self._next_seat(list_name, player, places, after)
            next_seats.append(following)

        return next_seats

    def _next_seat(
        self, list_name: str, player: str, stored: Sequence[str], after: str
    ) -> str | None:
        """Return the next seat of one player, whose stored places these are.

        It is stored, or comes with this step, whichever is earlier.
        """
        nearest = self._next_stored_seat(list_name, player, stored, after)
        coming = self._seats_to_come().get((list_name, player), [])

        position = bisect_right(coming, after)
        if position == len(coming):
            return nearest

        if nearest is None:
            return coming[position]

        return min(nearest, coming[position])

    def _next_stored_seat(
        self, list_name: str, player: str, stored: Sequence[str], after: str
    ) -> str | None:
        """Return the first stored place behind `after` where the player still sits; None
        where there is none.
        """
        for place in islice(stored, bisect_right(stored, after), None):
            row = self.row((list_name, place))
            # at other places they once had a seat, and nothing passes on there
            if row is not None and row.sits(player):
                return place
        return None

    def _seats_to_come(self) -> Mapping[CareerKey, list[str]]:
        """Return the places where units of this step seat players, in order, from an
        index made when first asked.
        """
        if self._coming is None:
            self._coming = {}
            for _, unit in self._changed.values():
                if unit is not None:
                    _seat(unit, self._coming)

        return self._coming

    def seats_from(self, player: str, day: str) -> list[UnitKey]:
        """Return the units from a day on in which the player ever had a seat.

        `day`: YYYY-MM-DD, or empty for all. Seats that come with this step are not
        among them: their units are dirty anyhow.

        A place begins with its day, so a day is a place before all units of that day.
        """
        keys = []
        for list_name in LISTS:
            for place in self.stored_places(list_name, player, day):
                if place >= day:
                    keys.append((list_name, place))

        return keys

    def places_of(self, list_name: str, player: str, first: str = "") -> Sequence[str]:
        """Return the places from `first` on at which the player ever had a seat, or has
        one now, in order.
        """
        places = self.stored_places(list_name, player, first)
        coming = self._seats_to_come().get((list_name, player))
        if coming:
            places = sorted({*places, *coming})

        return places[bisect_left(places, first) :]

    def stored_before(self, list_name: str, player: str, place: str) -> StandingAt:
        """Return the standing just before a place, with the last place at which the
        player has a seat, as it was before the step.

        `NO_STANDING` where they had no seat before it.
        """
        # hardly ever has somebody lost their seat there, and the rest is read
        for since in (place, ""):
            places = self.stored_places(list_name, player, since)
            position = bisect_left(places, place)
            for earlier in reversed(places[:position]):
                row = self.row((list_name, earlier))
                if row is not None and row.sits(player):
                    return StandingAt(earlier, row.standing_after(player))

        return NO_STANDING


def _seat(unit: Unit, places_of: dict[CareerKey, list[str]]) -> None:
    """Put the place of a unit among those of each of its players, in order.

    `places_of`: by list and player; somebody who is not in it yet is added.
    """
    list_name, place = unit.list, unit.place

    for player in unit.seats():
        places = places_of.setdefault((list_name, player), [])
        insort(places, place)
