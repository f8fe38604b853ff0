"""The games that a calculator is asked about, and what it answers when it is not the right one."""

from collections.abc import Sequence
from typing import NamedTuple

from messages import Message


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
