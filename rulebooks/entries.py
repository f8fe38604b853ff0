"""Hold an entry, what a unit came to for a player: its figures are kept, its terms
worked out for whoever asks why.

So a history is read without rating anything, and where something is rated again stands
`worked_out`. A rating that a decision gives, an opening or a ruling, is a change like
any other.

What an entry put into a list's pool of points or took out of it is its account, in
which every rulebook answers: whole millionths of a point, so that they add up without a
remainder.
"""

from array import array
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, Self
from zlib import crc32

import msgspec
from msgspec import Struct

from rulebooks.base import Change, Standing, Term, Unit
from rulebooks.units import normal_in

if TYPE_CHECKING:
    from fractions import Fraction  # a history is read without it


class Figure(Struct, frozen=True, array_like=True, gc=False):
    """What is kept of a change.

    `best` is the highest rating after any of the games, `best_game` the first game
    after which it was there; of an opening `best` is the peak that it brings, and no
    game alone brought it. `expected` is in hundredths.
    `working` is a checksum of everything in the change that is no figure: two figures
    that are equal were worked out in the same way.
    """

    player: str
    kind: str
    before: int | None
    after: int
    best: int
    best_game: str | None
    established: bool
    games: int
    normal_games: int
    half_points: int
    expected: int | None
    standing: Standing
    working: int

    @property
    def played_for(self) -> bool:
        """Whether its best may be a peak: a ruled rating, or an Elo taken as selo
        (3.7), was not played for.
        """
        return self.established and self.kind in ("unit", "opening")


def figure_of(change: Change) -> Figure:
    """Return what is kept of a change."""
    rest = (
        change.formula,
        change.coefficient,
        change.bonus,
        change.carried,
        change.running,
        change.terms,
        change.peak,
        change.titles,
        change.detail,
    )
    return Figure(
        player=change.player,
        kind=change.kind,
        before=change.before,
        after=change.after,
        best=change.best,
        best_game=change.best_game,
        established=change.established,
        games=change.games,
        normal_games=change.normal_games,
        half_points=change.half_points,
        expected=change.expected,
        standing=change.standing,
        working=crc32(_encode(rest)),
    )


def figures_of(changes: Iterable[Change], players: Sequence[str]) -> list[Figure]:
    """Return what is kept of the changes of a unit, in the order of its players."""
    by_player: dict[str, list[Figure]] = {}
    for change in changes:
        figure = figure_of(change)
        by_player.setdefault(change.player, []).append(figure)

    figures: list[Figure] = []
    for player in players:
        figures += by_player.get(player, ())
    return figures


def working_of(numbers: Iterable[int]) -> int:
    """Return the checksum of a working that rests on nothing but these numbers."""
    return crc32(array("q", numbers))


_encode = msgspec.json.Encoder().encode


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
        """Give the entry with every term. One that comes from a ledger is rated again
        for it, each time it is asked.
        """
        raise NotImplementedError


class WorkedEntry(Entry, frozen=True):
    """An entry whose change is at hand."""

    change: Change

    @classmethod
    def from_change(
        cls,
        list_name: str,
        place: str,
        unit: str,
        tournament: str | None,
        on: str,
        edition: str,
        seq: int,
        change: Change,
    ) -> Self:
        """Make an entry of a change and the unit that it belongs to."""
        return cls(
            list=list_name,
            place=place,
            unit=unit,
            tournament=tournament,
            on=on,
            edition=edition,
            seq=seq,
            figure=figure_of(change),
            change=change,
        )

    def worked_out(self) -> "WorkedEntry":
        return self


NO_DETAIL: Mapping[str, str] = {}


class Highest(NamedTuple):
    """The highest rating of a history, and the entry that first had it."""

    rating: int
    entry: Entry


def first_highest(history: Sequence[Entry]) -> Highest | None:
    """Find the highest rating of a history that was played for, of equal ones the
    first; None where there is none (5.3 for all time, rules 1.6: an opening above the
    newcomer limit counts too).

    `history`: a player's entries in order. The read tables keep the same figure
    (`Tally.add`).
    """
    highest: Highest | None = None
    for entry in history:
        figure = entry.figure
        if not figure.played_for:
            continue
        if highest is None or figure.best > highest.rating:
            highest = Highest(figure.best, entry)
    return highest


def unit_change(
    player: str,
    formula: str,
    before: int | None,
    terms: Sequence[Term],
    standing: Standing,
    *,
    kind: str = "unit",
    established: bool = True,
    expected: int | None = None,
    coefficient: int | None = None,
    bonus: int = 0,
    carried: tuple[int, int, int] | None = None,
    running: tuple[int, ...] = (),
    detail: Mapping[str, str] = NO_DETAIL,
) -> Change:
    """Make the change that the games of a unit bring; the rating after them is that of
    the standing.
    """
    assert standing.rating is not None
    return Change(
        player=player,
        kind=kind,
        formula=formula,
        before=before,
        after=standing.rating,
        established=established,
        games=len(terms),
        normal_games=normal_in(terms),
        half_points=sum([term.half_points for term in terms]),
        expected=expected,
        coefficient=coefficient,
        bonus=bonus,
        carried=carried,
        running=running,
        terms=tuple(terms),
        standing=standing,
        detail=detail,
    )


def given_change(
    unit: Unit, before: int | None, after: int, established: bool, standing: Standing
) -> Change:
    """Make the change that an opening or a ruling brings; an opening has the peak and
    the titles from before the ledger.
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


MILLION = 10**6
BILLION = 10**9
GIVEN = {"opening": "openings", "ruling": "rulings"}


class Side(Struct, frozen=True, gc=False):
    """One player's side of a game, before any cap or curve over all games: K, W - E in
    billionths, and the product of both in millionths.
    """

    game: str
    opponent: str
    k: "Fraction"
    surplus: int
    points: int


def side(game: str, opponent: str, k: "Fraction", surplus: int) -> Side:
    """Make one player's side of a game; `surplus` is W - E in billionths."""
    return Side(
        game, opponent, k, surplus, _product(k.numerator, k.denominator, surplus)
    )


# tables and curves over whole ratings have few values, and a pool asks for every side
# of every game
@lru_cache(maxsize=1 << 16)
def _product(numerator: int, denominator: int, surplus: int) -> int:
    """Return K (W - E) in millionths."""
    return millionths(numerator * surplus, denominator * BILLION)


class Account(Struct, frozen=True):
    """What one change puts into the pool and takes out.

    `whole`: the single cause of all of it. Otherwise it is the rating that an unrated
    player starts from (`start`), the games, and `more` by cause; the remainder is
    rounding.
    """

    whole: str = ""
    start: int | None = None
    sides: Sequence[Side] = ()
    more: Sequence[tuple[str, int]] = ()

    def by_games(self) -> int:
        """Return what all games together moved the rating by."""
        return sum([side.points for side in self.sides])


def millionths(numerator: int, denominator: int) -> int:
    """Round to the nearest, half away from zero: what one side wins is then what the
    other loses, to the last digit.
    """
    whole = (2 * MILLION * abs(numerator) + denominator) // (2 * denominator)
    return whole if numerator >= 0 else -whole


def from_float(points: float) -> int:
    """Round points to millionths, for the curves that have no exact value."""
    return round(points * MILLION)


def newcomer(before: int | None) -> Account:
    """Return the account of a rating that is computed anew from a performance, and not
    moved game by game.
    """
    return Account("newcomers" if before is None else "still_new")
