"""Declare what the calculators answer, field by field.

The games that a calculator is asked about, and what it answers when it is not the right
one.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from messages import Message, say, template
from messages.answer import Answer
from rulebooks.numbers import half_up, number
from rulebooks.sheets import Number


class Competition(NamedTuple):
    """A competition as (opponent's number, half points) game by game; when only the
    total is known, some games that make it.
    """

    games: tuple[tuple[int, int], ...]
    in_order: bool = True

    @property
    def half_points(self) -> int:
        """What was made of all games."""
        return sum(made for _, made in self.games)


def as_one_competition(competitions: Sequence[Competition]) -> Competition:
    """Make one competition of several, one after the other; its games are in order
    where those of all are.
    """
    games: list[tuple[int, int]] = []
    for competition in competitions:
        games += competition.games

    in_order = all(competition.in_order for competition in competitions)
    return Competition(tuple(games), in_order)


def competition_of_total(half_points: int, numbers: Sequence[int]) -> Competition:
    """Make a competition of a total over opponents; all won or all lost is known game
    by game nevertheless, and so is one game.
    """
    left = half_points
    games = []
    for opponent in numbers:
        made = min(2, max(0, left))
        games.append((opponent, made))
        left -= 2

    all_alike = half_points in (0, 2 * len(numbers))
    known = all_alike or len(numbers) == 1

    return Competition(tuple(games), known)


class Summary(NamedTuple):
    """Games, points, mean opponent to one decimal (half up), and the performance.

    performance: in whole points; None where nothing or everything was scored.
    """

    games: int
    score: Number
    average: Number
    performance: int | None


def totals(competition: Competition) -> Summary:
    """Sum a competition up, without its performance; it has at least one game."""
    numbers = [met for met, _ in competition.games]
    score = Fraction(competition.half_points, 2)
    tenths = half_up(10 * sum(numbers), len(numbers))
    return Summary(
        games=len(numbers),
        score=number(score),
        average=number(Fraction(tenths, 10)),
        performance=None,
    )


class Range(NamedTuple):
    """The lowest and the highest rating on the way."""

    low: int | None
    high: int | None


class FinnishCompetition(Answer, frozen=True, kw_only=True):
    """One competition: the rating before and after it, and what it was worth."""

    formula: str
    before: int | None
    new: int | None
    exact: Number | None
    provisional: int | None  # 7.5, of a new pelo player
    games: int
    score: Number
    average: Number
    performance: int | None
    reliable: bool
    expected: Number | None
    low: int | None
    high: int | None
    running: tuple[int, ...]


class FinnishResult(Answer, frozen=True, kw_only=True):
    """All competitions together; each starts from the rating that the one before left."""

    kind: str
    edition: str
    before: int | None
    new: int | None
    exact: Number | None
    games: int
    score: Number
    average: Number
    performance: int | None
    reliable: bool
    expected: Number | None
    games_after: int | None
    low: int | None
    high: int | None
    running: tuple[int, ...]
    competitions: tuple[FinnishCompetition, ...]


class SystemCompetition(Answer, frozen=True, kw_only=True):
    """One competition; `why` is the reason where there is no new rating, `working` the
    steps of the calculation.
    """

    before: int | None
    new: int | None
    exact: Number | None
    formula: str | None
    k: Number | None
    games: int
    score: Number
    average: Number
    performance: int | None
    expected: Number | None
    low: int | None
    high: int | None
    running: tuple[int, ...]
    why: Message | None
    working: tuple[Message, ...]


class SystemResult(Answer, frozen=True, kw_only=True):
    """All competitions together; each starts from the rating that the one before left."""

    kind: str
    before: int | None
    new: int | None
    exact: Number | None
    formula: str | None
    k: Number | None
    games: int
    score: Number
    average: Number
    performance: int | None
    expected: Number | None
    games_after: int | None
    low: int | None
    high: int | None
    running: tuple[int, ...]
    why: Message | None
    competitions: tuple[SystemCompetition, ...]


def expected_of(
    rows: Sequence[FinnishCompetition | SystemCompetition],
) -> Number | None:
    """Sum the expectations of all competitions; None where one has none."""
    total = Fraction(0)
    for row in rows:
        if row.expected is None:
            return None
        total += Fraction(str(row.expected))

    return number(total)


# sheets name the day of a list; the lists of a calculator have none
WITHOUT_DAY = {
    "live: list of {day} {sum} (2.2)": template("live: list {sum} (2.2)"),
    "rounded to the nearest, a half away from zero (8.3.4): list of {day} {sum}": (
        template("rounded to the nearest, a half away from zero (8.3.4): list {sum}")
    ),
}


def without_day(step: Message) -> Message:
    """Say a step of a sheet without the day that it is for."""
    if step.template in WITHOUT_DAY:
        return say(WITHOUT_DAY[step.template], sum=step.values["sum"])
    return step
