"""The parts of an entry that an explanation speaks of, and why a game counted as it did."""

from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from messages import Message, say
from rulebooks.base import Term
from rulebooks.entries import WorkedEntry
from rulebooks.finland.games import FLOOR
from rulebooks.finland.tables import AGE_GROUP_NUMBER
from rulebooks.numbers import half_up


class Why(NamedTuple):
    """A reason why that rating counted: in words, with the section that says so."""

    text: Message
    section: str


WHY = {
    "old": Why(say("the rating before this competition"), "7.1"),
    "elo-3.7": Why(say("a foreign player's Elo, taken as selo in this competition"), "3.7"),
    "new-3.4": Why(say("a new player: the new rating from this competition, computed first"), "3.4"),
    "fide-standard-3.9": Why(say("FIDE standard rating"), "3.9"),
    "fide-rapid-3.9": Why(say("no FIDE standard rating; FIDE rapid rating, the game under 60 minutes"), "3.9"),
    "national-standard-3.9": Why(say("no FIDE rating that applies; national standard rating, comparable"), "3.9"),
    "national-rapid-3.9": Why(say("only a comparable national rapid rating applies, the game under 60 minutes"), "3.9"),
    "performance-3.9": Why(say("no rating that applies; performance in this competition by 7.6 and 7.10"), "3.9"),
    "floor-3.9": Why(say("no rating that applies and no performance: {floor}", floor=FLOOR), "3.9"),
    "provisional-4.3": Why(say("a new player: the provisional rating by 7.5"), "4.3"),
}
AGE_GROUP = {number: group for group, number in AGE_GROUP_NUMBER.items()}


def why(basis: str, number: int, abroad: bool) -> Why:
    """Say the basis of a Term in words; an unknown one is a defect and raises an error."""
    if basis.endswith("-floor"):
        return Why(
            say(
                "{reason}; below {floor} counts {same}",
                reason=WHY[basis.removesuffix("-floor")].text,
                floor=FLOOR,
                same=FLOOR,
            ),
            "3.9",
        )
    if basis == "old" and abroad:
        return Why(say("selo before this competition, as at home"), "3.8")
    if basis == "default-3.6":
        return Why(say("no selo yet: {number}, age group {group}", number=number, group=AGE_GROUP[number]), "3.6")
    if basis == "default-4.4":
        return Why(
            say(
                "a new player whose opponents had no pelo: {number} by 3.6, age group {group}",
                number=number,
                group=AGE_GROUP[number],
            ),
            "4.4",
        )
    return WHY[basis]


def start(basis: str, number: int, shown: bool) -> Why:
    """Say which rating a new player starts from in 7.4, and why."""
    if basis == "old":
        return Why(say("the rating held before any pelo game"), "3.6")
    if basis == "provisional-4.3" and not shown:
        return Why(
            say("by 7.5; an opponent with a rating but no games counted with a rating that this entry does not hold"),
            "4.3",
        )
    if basis == "provisional-4.3":
        return Why(say("by 7.5 over the games against players who have a pelo"), "4.3")
    return Why(
        say("no opponent had a pelo: {number} by 3.6, age group {group}", number=number, group=AGE_GROUP[number]), "4.4"
    )


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
        """The W - E of this game."""
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

    entry: WorkedEntry
    name: str
    reason: str
    games: tuple[GameLine, ...]
    provisional: Provisional | None
    exact: Fraction

    @property
    def rounded(self) -> int:
        """The exact rating rounded by 3.5, not the stored one: if the two differ, the entry is wrong."""
        return half_up(self.exact.numerator, self.exact.denominator)

    @property
    def bonus(self) -> Fraction:
        return Fraction(self.entry.change.bonus, 10)

    @property
    def sum(self) -> Fraction | None:
        """The points that the games and the bonus add to Ro; None with 7.3, which does not start from Ro."""
        change = self.entry.change
        if change.before is None or not change.terms or change.formula == "7.3":
            return None
        return self.exact - change.before
