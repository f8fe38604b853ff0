"""Peaks while a step is projected: which game brought one is looked up when the step is worked out, for most peaks are
passed again.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence

from projections.replay.shelf import Shelf
from projections.replay.tally import UNSOUGHT, Tally
from projections.replay.titles import Again, EntryOf, those_of
from projections.replay.unit_row import Spot, UnitRow
from rulebooks import rulebook


def open_again(played_again: Sequence[Again], shelf: Shelf) -> Iterator[Tally]:
    """Yield who came out of games with the figures they had and may have had their peak after another one of them: it
    has to be looked up again.
    """
    by_game = [again for again in played_again if rulebook(again[0][0]).in_play(again[2])]
    places = {(key, place) for key, place, _ in by_game}
    for tally in those_of(by_game, shelf):
        if (tally.key, tally.peak_place) in places:
            tally.peak_game = UNSOUGHT
            yield tally


def seek(
    tallies: Iterable[Tally],
    row_of: Callable[[Spot], UnitRow | None],
    shelf: Shelf,
    entry_of: EntryOf,
) -> None:
    """Note the game that first brought each of these peaks, where that has not been looked up yet."""
    unsought: dict[Spot, list[Tally]] = {}
    for tally in tallies:
        if tally.peak_game == UNSOUGHT:
            unsought.setdefault((tally.key[0], tally.peak_place), []).append(tally)
    for spot, own in unsought.items():
        row, unit = row_of(spot), shelf.unit(spot)
        assert row is not None and unit is not None
        noted = next((tally.noted for tally in own if tally.noted is not None and tally.noted.row is row), None)
        shown = noted.shown if noted is not None else row.columns.shown or row.columns.ratings
        players = unit.seats()
        games = rulebook(spot[0]).best_games(
            unit, shown, {players.index(tally.key[1]): tally.peak or 0 for tally in own}
        )
        if games is None:
            changes = (row.figures(players.index(tally.key[1]))[-1] for tally in own)
            games = [entry_of(row, figure).worked_out().change.best_game for figure in changes]
        for tally, game in zip(own, games, strict=True):
            tally.peak_game, tally.noted = game, None
        shelf.rest(row)
