"""What a unit came to in columns, and the adapter for rulebooks that work out one change after the other."""

from array import array
from collections.abc import Sequence
from typing import NamedTuple, Protocol
from zlib import crc32

import msgspec

from rulebooks.base import Change, People, Person, Rated, Standing, Standings, Unit

_encode = msgspec.json.Encoder().encode


class Figures(NamedTuple):
    """One place a player, in the order of the unit's players; `after` is None for those who get no rating.

    `before` is the rating a calculation started from, `best` the highest value after any game. Two versions of an entry
    with the same figures, games and standing before have the same terms if what the player and the opponents have
    `shown` is the same, or, for a player who has one, if the `marks` are. `steps` are the changes that come before the
    games (Finland 3.7).
    """

    before: list[int | None]
    after: list[int | None]
    best: list[int | None]
    expected: list[int | None]
    established: list[bool]
    games: list[int]
    normal_games: list[int]
    half_points: list[int]
    shown: list[int]
    marks: dict[int, int]
    standings: list[Standing]
    steps: list[Change]


APART = 1_000_000  # more than any two ratings differ by


def sign(number: int, rank: int) -> int:
    """A rating that somebody showed, told apart by what it rests on."""
    return number + APART * rank


def read_sign(sign: int) -> tuple[int, int]:
    """The rating and the rank of what it rests on."""
    rank, above = divmod(sign + APART // 2, APART)
    return above - APART // 2, rank


def mark(numbers: Sequence[int]) -> int:
    """Of the ratings that a player met, with what they rest on."""
    return crc32(array("i", numbers))


class WorksOut(Protocol):
    """A rulebook's calculation with every term."""

    def rate(self, unit: Unit, standings: Standings, people: People) -> Rated: ...


def one_by_one(rules: WorksOut, unit: Unit, before: Sequence[Standing], people: Sequence[Person]) -> Figures:
    """For rulebooks without columns of their own: from the changes."""
    players = unit.seats()
    rated = rules.rate(unit, dict(zip(players, before, strict=True)), dict(zip(players, people, strict=True)))
    return of_changes(unit, before, rated.changes)


def of_changes(unit: Unit, before: Sequence[Standing], changes: Sequence[Change]) -> Figures:
    size = len(before)
    figures = Figures(
        [None] * size, [None] * size, [None] * size, [None] * size, [False] * size, [0] * size, [0] * size,
        [0] * size, [], {}, list(before), [],
    )  # fmt: skip
    seat = {player: index for index, player in enumerate(unit.seats())}
    for change in changes:
        index = seat[change.player]
        figures.standings[index] = change.standing
        if change.kind == "elo-step":
            figures.steps.append(change)
            continue
        figures.before[index], figures.after[index] = change.before, change.after
        figures.best[index], figures.expected[index] = change.best, change.expected
        figures.established[index], figures.games[index] = change.established, change.games
        figures.normal_games[index], figures.half_points[index] = change.normal_games, change.half_points
        figures.marks[index] = _mark_of(change)
    return figures


def _mark_of(change: Change) -> int:
    """Of everything in a change that is no figure."""
    rest = (
        change.formula, change.coefficient, change.bonus, change.carried, change.running, change.terms, change.peak,
        change.titles, change.detail,
    )  # fmt: skip
    return crc32(_encode(rest))
