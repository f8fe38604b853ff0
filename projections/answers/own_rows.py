"""The rows of a player, read once: a page puts several questions about one player to the same reading."""

from ledger.store.database import Connection
from projections.replay.unit_row import UnitRow
from projections.tables.entries import Cut, Span, rows_of_player, spans

KEPT = 8  # pairs of list and player


class OwnRows:
    """Those of the last few players asked for, up to one cut."""

    def __init__(self, tables: Connection, cut: Cut) -> None:
        self._tables = tables
        self._cut = cut
        self._rows: dict[tuple[str, str], list[UnitRow]] = {}
        self._spans: dict[tuple[str, str], list[Span]] = {}

    def every(self, list_name: str, player: str) -> list[UnitRow]:
        """All versions of the units, in order."""
        key = (list_name, player)
        if key not in self._rows:
            if len(self._rows) >= KEPT:
                self._rows.clear()
                self._spans.clear()
            self._rows[key] = rows_of_player(self._tables, self._cut, list_name, player, every=True)
        return self._rows[key]

    def spans(self, list_name: str, player: str) -> list[Span]:
        """Each entry of theirs with the time it was known."""
        rows = self.every(list_name, player)
        if (list_name, player) not in self._spans:
            self._spans[list_name, player] = list(spans(rows, player))
        return self._spans[list_name, player]

    def in_force(self, list_name: str, player: str, cut: Cut) -> list[UnitRow]:
        """The versions known to be in force; read by themselves where nobody has read all of them."""
        if cut != self._cut or (list_name, player) not in self._rows:
            return rows_of_player(self._tables, cut, list_name, player)
        return [row for row in self._rows[list_name, player] if row.known_to is None or row.known_to > cut.known_seq]
