"""What an explanation consists of, before it is printed."""

from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from rulebooks.base import Entry, Term
from rulebooks.finland.explain.reasons import Why
from rulebooks.rounding import half_up


class GameLine(NamedTuple):
    """One game of the sheet. What the formula does not use is None; kt in hundredths as in a Term."""

    term: Term
    name: str
    why: Why
    difference: int | None
    table_percent: int | None
    contribution: Fraction | None
    running: int | None

    @property
    def surplus(self) -> Fraction | None:
        """W - E of this game."""
        return None if self.term.percent is None else Fraction(50 * self.term.half_points - self.term.percent, 100)


class Provisional(NamedTuple):
    """A new player's rating for 7.4. `exact` is None where it is not by 7.5, or where 7.5 cannot be shown again."""

    number: int
    why: Why
    counted: tuple[Term, ...]
    exact: Fraction | None


@dataclass(frozen=True)
class Parts:
    """An entry, taken apart; `exact` is the rating before rounding."""

    entry: Entry
    name: str
    reason: str
    games: tuple[GameLine, ...]
    provisional: Provisional | None
    exact: Fraction

    @property
    def rounded(self) -> int:
        """3.5, from the exact rating and not from the stored one: if the two differ, the entry is wrong."""
        return half_up(self.exact.numerator, self.exact.denominator)

    @property
    def bonus(self) -> Fraction:
        return Fraction(self.entry.change.bonus, 10)

    @property
    def sum(self) -> Fraction | None:
        """What the games and the bonus add to Ro; 7.3 does not start from Ro."""
        change = self.entry.change
        if change.before is None or not change.terms or change.formula == "7.3":
            return None
        return self.exact - change.before
