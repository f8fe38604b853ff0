"""Where the loop finds units, their rows and the players' tallies, and writes what comes
out: in memory for a rebuild (memory_repository.py), in the read tables for a command
(projections/tables/table_repository.py).
"""

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple, Protocol

from projections.replay.tally import StandingAt, Tally, TitleAt
from projections.replay.unit_row import UnitKey, UnitRow
from projections.replay.versions import GamesDiffer
from rulebooks.base import Unit


class TitleMove(NamedTuple):
    """The title that a step closes, and the one that it writes; None where there is
    none.
    """

    closed: TitleAt | None
    new: TitleAt | None


class Repository(Protocol):
    """What the loop asks of it. Units change as soon as the events of a step are
    applied, rows and tallies when the step is written.
    """

    def unit(self, key: UnitKey) -> Unit | None:
        """Return a unit by the facts of now; None where there is none any more."""

    def units_of(self, tournament: str) -> dict[UnitKey, Unit | None]:
        """Return the units of a tournament as they were before the step."""

    def givens_of(self, player: str) -> dict[UnitKey, Unit | None]:
        """Return a player's openings and rulings as they were before the step."""

    def players_with_givens(self, players: Collection[str]) -> Collection[str]:
        """Return who of these ever had an opening or a ruling, in force or not."""

    def units_under(self, edition: str) -> list[UnitKey]:
        """Return the units that were rated under an edition."""

    def change(self, key: UnitKey, old: Unit | None, new: Unit | None) -> None:
        """Put a new unit in the place of an old one; None where there is none."""

    def games_differ(self, key: UnitKey) -> GamesDiffer:
        """Return whose games this step changes in a unit."""

    def next_seats(
        self, list_name: str, players: Sequence[str], after: str
    ) -> list[str | None]:
        """Return the next place behind `after` at which each of these players still has
        a seat; None where there is none.
        """

    def seats_from(self, player: str, day: str) -> list[UnitKey]:
        """Return the units from a day on in which the player ever had a seat."""

    def places_of(self, list_name: str, player: str, first: str = "") -> Sequence[str]:
        """Return the places from `first` on at which the player ever had a seat, or has
        one now, in order.
        """

    def row(self, key: UnitKey) -> UnitRow | None:
        """Return the row of a unit that is in force, as it was before the step."""

    def stored_before(self, list_name: str, player: str, place: str) -> StandingAt:
        """Return the standing just before a place, as it was before the step."""

    def tally(self, list_name: str, player: str) -> Tally | None:
        """Return a player's tally; None for somebody without a seat on the list."""

    def tallies(self, list_name: str, players: Sequence[str]) -> list[Tally | None]:
        """Return several players' tallies, which are read together."""

    def open_tally(self, list_name: str, player: str) -> Tally:
        """Return a new and empty tally, for somebody who has none."""

    def prefetch_units(self, key: UnitKey, ahead: list[UnitKey]) -> None:
        """Prepare for a look-up of a unit, and of those that are to be rated after it,
        which are taken out of `ahead` then.
        """

    def prefetch_players(self, players: Collection[str]) -> None:
        """Prepare for look-ups of all seats of these players."""

    def prefetch_before(
        self, list_name: str, players: Sequence[str], place: str
    ) -> None:
        """Prepare for look-ups of these players' last seats before a place."""

    def prefetch_rows(self, list_name: str, places: Iterable[str]) -> None:
        """Prepare for look-ups of the rows at these places."""

    def number(self, key: UnitKey) -> int:
        """Return the number that all versions of a unit have: a new one, the next."""

    def finish(self, row: UnitRow) -> None:
        """Take note that a new row behind everything is final: hardly anybody asks for
        its columns again.
        """

    def write(
        self,
        seq: int,
        closed: list[UnitRow],
        written: list[UnitRow],
        touched: Iterable[Tally],
        titles: list[TitleMove],
    ) -> None:
        """Write what a step came to, known from `seq` on: rows that are superseded, new
        rows, tallies and titles.
        """
