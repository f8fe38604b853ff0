"""The parts of an entry that an explanation speaks of: its games, what a new player's
pelo starts from, and the rating before rounding.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from rulebooks.base import Term
from rulebooks.entries import WorkedEntry
from rulebooks.finland.reasons import Why
from rulebooks.numbers import half_up


class GameLine(NamedTuple):
    """One game of the sheet. What the formula does not use is None; kt in hundredths as
    in a Term.

    difference: the player's rating less the opponent's.
    table_percent: the expectation in hundredths before the cap.
    contribution: what the game was worth, in points; running: the rating after it.
    """

    term: Term
    name: str
    why: Why
    difference: int | None
    table_percent: int | None
    contribution: Fraction | None
    running: int | None

    @property
    def surplus(self) -> Fraction | None:
        """The W - E of this game."""
        if self.term.percent is None:
            return None
        return Fraction(self.term.surplus, 100)


class Provisional(NamedTuple):
    """A new player's rating for 7.4. `exact` is None where it is not by 7.5, or where
    7.5 cannot be shown again.

    counted: the games that 7.5 is about.
    """

    number: int
    why: Why
    counted: tuple[Term, ...]
    exact: Fraction | None


@dataclass(frozen=True)
class Parts:
    """An entry, taken apart; `exact` is the rating before rounding.

    name: of the player; reason: why a ruling was made.
    provisional: what a new pelo starts from; None with every other entry.
    """

    entry: WorkedEntry
    name: str
    reason: str
    games: tuple[GameLine, ...]
    provisional: Provisional | None
    exact: Fraction

    @property
    def rounded(self) -> int:
        """The exact rating rounded by 3.5, not the stored one: if the two differ, the
        entry is wrong.
        """
        return half_up(self.exact.numerator, self.exact.denominator)

    @property
    def bonus(self) -> Fraction:
        """The bonus over all games, in points."""
        return Fraction(self.entry.change.bonus, 10)

    @property
    def sum(self) -> Fraction | None:
        """The points that the games and the bonus add to Ro; None with 7.3, which does
        not start from Ro.
        """
        change = self.entry.change
        if change.before is None or not change.terms or change.formula == "7.3":
            return None
        return self.exact - change.before
