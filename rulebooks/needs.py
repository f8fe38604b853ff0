"""Declare which score leads to a rating, and why a sum cannot be made."""

from typing import NamedTuple

from messages import Message
from messages.answer import Answer
from rulebooks.sheets import Number


class Objection(NamedTuple):
    """A reason why a calculator cannot answer: which value, what the rules say, what to
    do.
    """

    field: str
    message: Message
    hint: Message


class ScoreRow(Answer, frozen=True, kw_only=True):
    """The rating that one score gives."""

    half_points: int
    score: Number
    new: int


class ScoreNeeded(Answer, frozen=True, kw_only=True):
    """The least score that reaches the target, None where no score does, and the rating
    of every score.
    """

    kind: str
    edition: str
    before: int
    target: int
    games: int
    average: Number
    half_points: int | None
    score: Number | None
    new: int | None
    rows: tuple[ScoreRow, ...]
