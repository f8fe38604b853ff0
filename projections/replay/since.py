"""From when on an entry has been as it is: one that comes out the same as before is as old as it was."""

from collections.abc import Callable, Sequence

from projections.replay.unit_row import UnitRow, about
from rulebooks.units.columns import Games

Differs = Callable[[str], bool]


def carry_over(old: UnitRow, new: UnitRow, unchanged: Sequence[bool], games: Games, games_differ: Differs) -> None:
    """`unchanged`: who has the same figures in both versions; `games_differ`: whether a player's games are others."""
    if about(old) != about(new):
        return
    ours, theirs = old.columns, new.columns
    others = _others_met(old, new, games)
    for seat, player in enumerate(theirs.players):
        old_seat = old.seat(player)
        if old_seat is None:
            continue
        same_terms = ours.marks.get(old_seat) == theirs.marks.get(seat) and (seat in theirs.marks or seat not in others)
        if not ours.steps and not theirs.steps:
            if unchanged[seat] and same_terms and theirs.after[seat] is not None and not games_differ(player):
                theirs.since[seat] = ours.since.get(old_seat, old.known_from)
            continue
        before = {figure.kind: figure for figure in old.figures(old_seat)}
        for figure in new.figures(seat):
            known = before.get(figure.kind)
            if known is None or known[:-1] != figure[:-1]:
                continue
            if figure.kind == "elo-step":
                theirs.since[-1 - seat] = known.since
            elif same_terms and not games_differ(player):
                theirs.since[seat] = known.since


def _others_met(old: UnitRow, new: UnitRow, games: Games) -> set[int]:
    """The seats of those who have shown something else than before, and of their opponents."""
    was, comes = old.columns.shown or old.columns.ratings, new.columns.shown or new.columns.ratings
    if old.columns.players == new.columns.players and was == comes:
        return set()
    changed = {
        seat
        for seat, player in enumerate(new.columns.players)
        if (old_seat := old.seat(player)) is None or was[old_seat] != comes[seat]
    }
    met = set(changed)
    for white, black in zip(games.white, games.black, strict=True):
        if white in changed:
            met.add(black)
        if black in changed:
            met.add(white)
    return met
