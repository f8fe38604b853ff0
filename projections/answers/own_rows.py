"""The rows of a player, read once: a page puts several questions about one player to the same reading."""

from ledger.store.database import Connection
from projections.replay.unit_row import UnitRow
from projections.tables.entries import Cut, Span, in_force, spans, up_to
from projections.tables.players import Own, own_rows
from projections.tables.units import of_numbers
from rulebooks import LISTS

KEPT = 8  # players, or pairs of list and player


class OwnRows:
    """Those of the last few players asked for."""

    def __init__(self, tables: Connection, cut: Cut) -> None:
        self._tables = tables
        self._cut = cut
        self._own: dict[str, Own] = {}
        self._rows: dict[tuple[str, str], list[UnitRow]] = {}
        self._spans: dict[tuple[str, str], list[Span]] = {}

    def own(self, player: str) -> Own:
        """What is stored about the player alone."""
        if player not in self._own:
            if len(self._own) >= KEPT:
                self._own.clear()
            self._own.update(own_rows(self._tables, [player]))
        return self._own[player]

    def of_all_time(self, list_name: str, player: str) -> list[UnitRow]:
        """All versions of the units in which they ever had a seat, in order, whatever the cut."""
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

    def read(self, list_name: str, player: str) -> list[UnitRow] | None:
        """The same as `of_all_time` if it has been read."""
        return self._rows.get((list_name, player))

    def every(self, list_name: str, player: str) -> list[UnitRow]:
        """The versions up to the cut in which they have one."""
        rows = up_to(self._cut, self.of_all_time(list_name, player))
        return [row for row in rows if row.seat(player) is not None]

    def spans(self, list_name: str, player: str) -> list[Span]:
        """Return each entry of the player with the time during which it was known."""
        rows = self.every(list_name, player)
        if (list_name, player) not in self._spans:
            self._spans[list_name, player] = list(spans(rows, player))
        return self._spans[list_name, player]

    def in_force(self, list_name: str, player: str, cut: Cut) -> list[UnitRow]:
        """Those of them that are known to be in force, up to another cut."""
        rows = in_force(self.of_all_time(list_name, player), cut)
        return [row for row in rows if row.seat(player) is not None]
