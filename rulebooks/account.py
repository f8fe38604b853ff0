"""What an entry put into a list's pool of points or took out of it: the types in which every rulebook answers.

Amounts are whole millionths of a point, so that they add up without a remainder.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from msgspec import Struct

MILLION = 10**6
BILLION = 10**9
GIVEN = {"opening": "openings", "ruling": "rulings"}


class Worth(Struct, frozen=True, gc=False):
    """What one side of a game is worth: K and W - E in billionths, before any cap or curve over all games, and the
    product of both."""

    k: Fraction
    surplus: int
    points: int


class Side(Worth, frozen=True, gc=False):
    """One player's side of a game."""

    game: str
    opponent: str


def worth(k: Fraction, surplus: int) -> Worth:
    return Worth(k, surplus, _product(k.numerator, k.denominator, surplus))


def side(game: str, opponent: str, k: Fraction, surplus: int) -> Side:
    return Side(k, surplus, _product(k.numerator, k.denominator, surplus), game, opponent)


# tables and curves over whole ratings have few values, and a pool asks for every side of every game
@lru_cache(maxsize=1 << 16)
def _product(numerator: int, denominator: int, surplus: int) -> int:
    """Return K (W - E) in millionths."""
    return millionths(numerator * surplus, denominator * BILLION)


class Account(Struct, frozen=True):
    """`whole`: the single cause of everything. Otherwise the rating that an unrated player starts from (`start`), the
    games, and `more` by cause; the remainder is rounding."""

    whole: str = ""
    start: int | None = None
    sides: Sequence[Side] = ()
    more: Sequence[tuple[str, int]] = ()
    moved: int = 0  # by games whose sides stand elsewhere, in the columns of a unit

    def by_games(self) -> int:
        """Return what all games together moved the rating by."""
        return self.moved + sum([side.points for side in self.sides])


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
