"""An entry: what a unit came to for a player. Its figures are kept, and its terms are worked out for whoever asks why.

So a history is read without rating anything, and where something is rated again stands `worked_out`. A rating that a
decision gives, an opening or a ruling, is a change like any other.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple, Self

from msgspec import Struct

from rulebooks.base import Change, Standing, Unit


class Figure(NamedTuple):
    """What is kept of a change. `best` is the highest rating after any of the games; of an opening the peak it brings.
    `since`: the seq from which the change has been the same."""

    player: str
    kind: str
    before: int | None
    after: int
    best: int
    established: bool
    games: int
    normal_games: int
    half_points: int
    expected: int | None
    standing: Standing
    since: int = 0

    @property
    def played_for(self) -> bool:
        """Whether its best may be a peak: a ruled rating, or an Elo taken as selo (3.7), was not played for."""
        return self.established and self.kind in ("unit", "opening")


def figure_of(change: Change) -> Figure:
    """Say what is kept of a change."""
    return Figure(
        change.player, change.kind, change.before, change.after, change.best, change.established, change.games,
        change.normal_games, change.half_points, change.expected, change.standing,
    )  # fmt: skip


class Entry(Struct, frozen=True):
    """One row of a player's history."""

    list: str
    place: str
    unit: str
    tournament: str | None
    on: str
    edition: str
    seq: int
    figure: Figure

    def worked_out(self) -> "WorkedEntry":
        """Give the entry with every term. One that comes from a ledger is rated again for it, each time it is asked."""
        raise NotImplementedError


class WorkedEntry(Entry, frozen=True):
    """An entry whose change is at hand."""

    change: Change

    @classmethod
    def of(
        cls, list_name: str, place: str, unit: str, tournament: str | None, on: str, edition: str, seq: int,
        change: Change,
    ) -> Self:  # fmt: skip
        """Make an entry of a change and the unit that it belongs to."""
        return cls(list_name, place, unit, tournament, on, edition, seq, figure_of(change), change)

    def worked_out(self) -> "WorkedEntry":
        return self


class Highest(NamedTuple):
    """The highest rating of a history, and the entry that first had it."""

    rating: int
    entry: Entry


def first_highest(history: Sequence[Entry], rating_of: Callable[[Figure], int | None]) -> Highest | None:
    """Find the highest rating of a history. What counts as one is each system's own; None: the entry does not count."""
    highest: Highest | None = None
    for entry in history:
        rating = rating_of(entry.figure)
        if rating is not None and (highest is None or rating > highest.rating):
            highest = Highest(rating, entry)
    return highest


def game_of(change: Change, rating: int) -> str | None:
    """Find the game after which the rating was there first; None where it came with the whole unit."""
    running = zip(change.running, change.terms, strict=True) if change.running else ()
    return next((term.game for value, term in running if value == rating), None)


def given_change(unit: Unit, before: int | None, after: int, established: bool, standing: Standing) -> Change:
    """Make the change that an opening or a ruling brings; an opening has the peak and the titles from before the
    ledger.
    """
    given = unit.given
    assert given is not None
    return Change(
        player=given.player,
        kind=unit.kind,
        formula=unit.kind,
        before=before,
        after=after,
        established=established,
        games=given.games,
        normal_games=given.normal_games,
        half_points=0,
        expected=None,
        coefficient=None,
        bonus=0,
        carried=None,
        running=(),
        terms=(),
        standing=standing,
        peak=given.peak,
        titles=given.titles,
    )
