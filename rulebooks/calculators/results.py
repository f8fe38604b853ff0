"""What the calculators answer, field by field.

The games that a calculator is asked about, and what it answers when it is not the right one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from messages import Message
from rulebooks.numbers import number
from rulebooks.sheets.terms import Number


class Competition(NamedTuple):
    """(opponent's number, half points) game by game; when only the total is known, some games that make it."""

    games: tuple[tuple[int, int], ...]
    in_order: bool = True

    @property
    def half_points(self) -> int:
        return sum(made for _, made in self.games)


def with_total(half_points: int, numbers: Sequence[int]) -> Competition:
    """A total over opponents; all won or all lost is known game by game nevertheless, and so is one game."""
    results = [min(2, max(0, half_points - 2 * i)) for i in range(len(numbers))]
    known = len(numbers) == 1 or half_points in (0, 2 * len(numbers))
    return Competition(tuple(zip(numbers, results, strict=True)), known)


class Objection(NamedTuple):
    """Why a calculator cannot answer: which value, what the rules say, what to do."""

    field: str
    message: Message
    hint: Message


class RatedUnit(NamedTuple):
    """One unit through a rulebook; `why` is the reason where there is no new rating."""

    new: int | None
    exact: str | None = None
    formula: str | None = None
    k: str | None = None
    expected: Number | None = None
    why: Message | None = None
    working: tuple[str, ...] = ()


class Summary(NamedTuple):
    """Games, points, mean opponent to one decimal (half up), and the performance."""

    games: int
    score: Number
    average: Number
    performance: int | None


class Range(NamedTuple):
    """The lowest and the highest rating on the way."""

    low: int | None
    high: int | None


@dataclass(frozen=True, kw_only=True)
class Calculated:
    """What every calculator says of one competition, and of all of them together."""

    before: int | None
    new: int | None
    exact: str | None
    games: int
    score: Number
    average: Number
    performance: int | None
    expected: Number | None
    low: int | None
    high: int | None
    running: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class FinnishRow(Calculated):
    """One competition by section 7; `provisional` is the rating of a new pelo player by 7.5."""

    formula: str
    provisional: int | None
    reliable: bool


@dataclass(frozen=True, kw_only=True)
class FinnishTotal(Calculated):
    """All competitions by section 7."""

    kind: str
    edition: str
    reliable: bool
    games_after: int | None
    competitions: tuple[FinnishRow, ...]


@dataclass(frozen=True, kw_only=True)
class SystemRow(Calculated):
    """One competition in another system."""

    formula: str | None
    k: str | None
    why: Message | None
    working: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class SystemTotal(Calculated):
    """All competitions in another system."""

    kind: str
    formula: str | None
    k: str | None
    games_after: int | None
    why: Message | None
    competitions: tuple[SystemRow, ...]


@dataclass(frozen=True, kw_only=True)
class NeedRow:
    """The rating that one score gives."""

    half_points: int
    score: Number
    new: int


@dataclass(frozen=True, kw_only=True)
class Need:
    """The least score that reaches the target, None where no score does, and the rating of every score."""

    kind: str
    edition: str
    before: int
    target: int
    games: int
    average: Number
    half_points: int | None
    score: Number | None
    new: int | None
    rows: tuple[NeedRow, ...]


def expected_of(rows: tuple[Calculated, ...]) -> Number | None:
    """Over all competitions; None where one has no expectation."""
    expected = [row.expected for row in rows]
    known = [Fraction(str(score)) for score in expected if score is not None]
    return number(sum(known, Fraction(0))) if len(known) == len(expected) else None
