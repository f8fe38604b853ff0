"""Hold an entry, what a unit came to for a player: its figures are kept, its terms worked out for whoever asks why.

So a history is read without rating anything, and where something is rated again stands `worked_out`. A rating that a
decision gives, an opening or a ruling, is a change like any other.

What an entry put into a list's pool of points or took out of it is its account, in which every rulebook answers: whole
millionths of a point, so that they add up without a remainder.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, Self

from msgspec import Struct

from rulebooks.base import Change, Standing, Term, Unit
from rulebooks.units import normal_in

if TYPE_CHECKING:
    from fractions import Fraction  # a history is read without it


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


NO_DETAIL: Mapping[str, str] = {}


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


def unit_change(
    player: str, formula: str, before: int | None, terms: Sequence[Term], standing: Standing, *,
    established: bool = True, expected: int | None = None, coefficient: int | None = None,
    carried: tuple[int, int, int] | None = None, running: tuple[int, ...] = (), detail: Mapping[str, str] = NO_DETAIL,
) -> Change:  # fmt: skip
    """Make the change that the games of a unit bring; the rating after them is that of the standing."""
    assert standing.rating is not None
    return Change(
        player, "unit", formula, before, standing.rating, established, len(terms), normal_in(terms),
        sum([term.half_points for term in terms]), expected, coefficient, 0, carried, running, tuple(terms), standing,
        detail=detail,
    )  # fmt: skip


def given_change(unit: Unit, before: int | None, after: int, established: bool, standing: Standing) -> Change:
    """Make the change that an opening or a ruling brings; an opening has the peak and the titles from before the
    ledger.
    """
    given = unit.given
    assert given is not None
    return Change(
        given.player, unit.kind, unit.kind, before, after, established, given.games, given.normal_games, half_points=0,
        expected=None, coefficient=None, bonus=0, carried=None, running=(), terms=(), standing=standing,
        peak=given.peak, titles=given.titles,
    )  # fmt: skip


MILLION = 10**6
BILLION = 10**9
GIVEN = {"opening": "openings", "ruling": "rulings"}


class Worth(Struct, frozen=True, gc=False):
    """What one side of a game is worth: K and W - E in billionths, before any cap or curve over all games, and the
    product of both."""

    k: "Fraction"
    surplus: int
    points: int


class Side(Worth, frozen=True, gc=False):
    """One player's side of a game."""

    game: str
    opponent: str


def worth(k: "Fraction", surplus: int) -> Worth:
    return Worth(k, surplus, _product(k.numerator, k.denominator, surplus))


def side(game: str, opponent: str, k: "Fraction", surplus: int) -> Side:
    return Side(k, surplus, _product(k.numerator, k.denominator, surplus), game, opponent)


# tables and curves over whole ratings have few values, and a pool asks for every side of every game
@lru_cache(maxsize=1 << 16)
def _product(numerator: int, denominator: int, surplus: int) -> int:
    """Return K (W - E) in millionths."""
    return millionths(numerator * surplus, denominator * BILLION)


class Account(Struct, frozen=True):
    """What one change puts into the pool and takes out. `whole`: the single cause of all of it. Otherwise the rating
    that an unrated player starts from (`start`), the games, and `more` by cause; the remainder is rounding."""

    whole: str = ""
    start: int | None = None
    sides: Sequence[Side] = ()
    more: Sequence[tuple[str, int]] = ()
    moved: int = 0  # by games whose sides stand elsewhere, in the columns of a unit

    def by_games(self) -> int:
        """Return what all games together moved the rating by."""
        return self.moved + sum([side.points for side in self.sides]) if self.sides else self.moved


class UnitAccount(NamedTuple):
    """A whole unit's accounts: a place a player, None for players without a rating, and what its games put into the
    pool and took out by cause, both sides of each together.
    """

    accounts: list[Account | None]
    games: Mapping[str, int]


def millionths(numerator: int, denominator: int) -> int:
    """Round to the nearest, half away from zero: what one side wins is then what the other loses, to the last digit."""
    whole = (2 * MILLION * abs(numerator) + denominator) // (2 * denominator)
    return whole if numerator >= 0 else -whole


def from_float(points: float) -> int:
    """Round points to millionths, for the curves that have no exact value."""
    return round(points * MILLION)


def newcomer(before: int | None) -> Account:
    """Return the account of a rating that is computed anew from a performance, and not moved game by game."""
    return Account("newcomers" if before is None else "still_new")
