"""Standings while a step is projected: before and after it, side by side, for the players it touches."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from operator import itemgetter
from typing import NamedTuple

from projections.replay.rows import Row
from projections.replay.shelf import Career, Shelf, Spot
from rulebooks.base import Standing

NOBODY = Standing()
_PLACE = itemgetter(0)


class EntryMove(NamedTuple):
    """An entry that comes out different; `before` or `after` is None where there is no entry."""

    player: str
    list: str
    unit: str
    on: str
    before: int | None
    after: int | None


class Book:
    """One step's work on a shelf: careers as they were and as they come out, rows to close and to write."""

    def __init__(self, shelf: Shelf) -> None:
        self.shelf = shelf
        self._old: dict[tuple[str, str], Career] = {}
        self._new: dict[tuple[str, str], Career] = {}
        self._closed: list[Row] = []
        self._written: list[Row] = []

    def _careers(self, list_name: str, player: str, place: str = "") -> tuple[Career, Career]:
        """The careers as they were and as they come out, read from the last standing before the place on.

        Places are asked for in their order, so nothing before the first one is ever needed.
        """
        key = (list_name, player)
        if key not in self._old:
            self._old[key] = self.shelf.career(list_name, player, place)
            self._new[key] = list(self._old[key])
        return self._old[key], self._new[key]

    def before(self, list_name: str, player: str, place: str) -> Standing:
        """The player's standing just before a place, as it comes out."""
        career = self._careers(list_name, player, place)[1]
        if not career:
            return NOBODY
        if career[-1][0] < place:
            return career[-1][1]
        index = bisect_left(career, place, key=_PLACE)
        return career[index - 1][1] if index else NOBODY

    def moved(self, list_name: str, player: str, place: str) -> bool:
        """Whether the standing after a place came out different: then the player's next unit must be rated again."""
        old, new = self._careers(list_name, player, place)
        return _up_to(old, place) != _up_to(new, place)

    def settle(self, spot: Spot, old: list[Row], new: list[Row], standings: Sequence[Standing]) -> None:
        """The rows of a unit as they come out: what differs field by field is closed and written."""
        list_name, place = spot
        if old:
            # rows are compared whole: an opponent's rating may differ in the terms while the result does not
            same = set(old) & set(new)
            self._closed.extend(row for row in old if row not in same)
            self._written.extend(row for row in new if row not in same)
            for player in {row.player for row in (*old, *new)}:
                career = self._careers(list_name, player, place)[1]
                index = bisect_left(career, place, key=_PLACE)
                if index < len(career) and career[index][0] == place:
                    del career[index]
        else:
            self._written.extend(new)
        for row, after in zip(new, standings, strict=True):
            career = self._careers(list_name, row.player, place)[1]
            standing = (place, after)
            # units come in the order of their places, so nearly always at the end
            if not career or career[-1][0] < place:
                career.append(standing)
                continue
            index = bisect_left(career, place, key=_PLACE)
            if index < len(career) and career[index][0] == place:
                career[index] = standing  # a 3.7 step and the unit share their place: the last one counts
            else:
                career.insert(index, standing)

    def moves(self) -> list[tuple[str, str, str, int | None, int | None]]:
        """(player, list, day, before, after) of everybody whose current rating moves."""
        moves = []
        for (list_name, player), old in self._old.items():
            new = self._new[list_name, player]
            before, after = (career[-1][1].rating if career else None for career in (old, new))
            if before != after:
                day = (new or old)[-1][0][:10]
                moves.append((player, list_name, day, before, after))
        return sorted(moves)

    def changes(self) -> list[EntryMove]:
        """Every entry that comes out different, in the order of units."""
        closed, written = ({row.key: row for row in rows} for rows in (self._closed, self._written))
        moves = []
        for key in sorted(closed.keys() | written.keys(), key=lambda key: (key[1], key[0], key[3], key[2])):
            list_name, _, _, player = key
            old, new = closed.get(key), written.get(key)
            before, after = (None if side is None else side.after for side in (old, new))
            row = new or old
            assert row is not None
            moves.append(EntryMove(player, list_name, row.unit, row.on_day, before, after))
        return moves

    def keep(self, seq: int) -> None:
        self.shelf.keep(self._new, self._closed, self._written, seq)


def _up_to(career: Career, place: str) -> Standing:
    if not career:
        return NOBODY
    if career[-1][0] <= place:
        return career[-1][1]
    index = bisect_right(career, place, key=_PLACE)
    return career[index - 1][1] if index else NOBODY
