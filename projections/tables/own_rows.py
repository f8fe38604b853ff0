"""What a reading keeps in memory of the last few players asked for: their own rows, and
the units they sat in. A page puts several questions about one player.
"""

from collections.abc import Iterable

from ledger.store.connection import Connection
from projections.replay.tally import CareerKey
from projections.replay.unit_row import UnitRow
from projections.tables.entries import Cut, Span, rows_in_force, spans, versions_up_to
from projections.tables.players import RowsOfPlayer, own_rows
from projections.tables.units import of_numbers
from rulebooks import LISTS

KEPT = 8  # players, or pairs of list and player, in memory


class OwnRows:
    """The stored rows of single players, up to a cut.

    They are read when first asked for. `cut`: which entries `every` and `spans` give;
    the others read on both sides of it.
    """

    def __init__(self, tables: Connection, cut: Cut) -> None:
        """`tables`: where the read tables are; nothing is read yet.

        `cut`: that of the reading, which does not move while this is kept.
        """
        self._tables = tables
        self._cut = cut

        self._own: dict[str, RowsOfPlayer] = {}
        self._units: dict[CareerKey, list[UnitRow]] = {}
        self._spans: dict[CareerKey, list[Span]] = {}

    def own(self, player: str) -> RowsOfPlayer:
        """Return what is stored about the player alone.

        Where too many players are in memory, all of them are forgotten first.
        """
        if player not in self._own:
            if len(self._own) >= KEPT:
                self._own.clear()
            rows = own_rows(self._tables, [player])
            self._own.update(rows)

        return self._own[player]

    def of_all_time(self, list_name: str, player: str) -> list[UnitRow]:
        """Return all versions of the units in which a player ever had a seat, in order,
        on both sides of the cut.
        """
        career = (list_name, player)
        if career not in self._units:
            self._make_room(1)
            numbers = self.own(player).numbers(list_name)
            self._units[career] = of_numbers(self._tables, numbers)
        return self._units[career]

    def lists(self, player: str) -> list[str]:
        """Return the lists on which they ever had a seat, and read the rows of all of
        them together.

        They are in the order of `LISTS`.
        """
        own = self.own(player)
        lists = [list_name for list_name in LISTS if list_name in own.seats]
        if all((list_name, player) in self._units for list_name in lists):
            return lists

        self._make_room(len(lists))
        rows = of_numbers(self._tables, [*own.every_number()])
        for list_name in lists:
            numbers = set(own.numbers(list_name))
            units = [row for row in rows if row.number in numbers]
            self._units[list_name, player] = units

        return lists

    def _make_room(self, careers: int) -> None:
        """Forget what was read, if so many careers more would be too many."""
        if len(self._units) + careers > KEPT:
            self._units.clear()
            self._spans.clear()

    def every(self, list_name: str, player: str) -> list[UnitRow]:
        """Return the versions up to the cut in which a player has a seat.

        Superseded versions are among them.
        """
        rows = self.of_all_time(list_name, player)
        return _rows_with_seat(player, versions_up_to(self._cut, rows))

    def spans(self, list_name: str, player: str) -> list[Span]:
        """Return each entry of the player with the time during which it was known.

        They are in the order of places, and up to the cut.
        """
        career = (list_name, player)
        if career not in self._spans:
            rows = self.every(list_name, player)
            entries = list(spans(rows, player))
            self._spans[career] = entries
        return self._spans[career]

    def in_force(self, list_name: str, player: str, cut: Cut) -> list[UnitRow]:
        """Return the versions with a seat of a player that are known to be in force, up
        to another cut.

        `cut`: need not lie before that of the reading.
        """
        rows = self.of_all_time(list_name, player)
        return _rows_with_seat(player, rows_in_force(rows, cut))


def _rows_with_seat(player: str, rows: Iterable[UnitRow]) -> list[UnitRow]:
    """Return the rows in which a player has a seat.

    Of a unit that they joined or left, the other versions are left out.
    """
    return [row for row in rows if player in row.players]
