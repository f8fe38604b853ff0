"""The numbers of the Norwegian list that a trial may change: the table of K."""

from fractions import Fraction
from typing import Any, NamedTuple

from messages import Message, say
from rulebooks.changeable import Changeable, shown
from rulebooks.norway.tables import CLASSES, COEFFICIENT

MOST = 1000


class Table(NamedTuple):
    """K for the classes A, B and C in each category; categories left out stay."""

    words: Message

    def takes(self) -> Message:
        classes = ", ".join(CLASSES)
        return say(
            'K for {names} by category, like {{"I": [20, 40, 30], "III": [7.5, 22.5, 15]}}, each from 0 to {most}',
            names=classes,
            most=MOST,
        )

    def read(self, value: Any) -> dict[str, tuple[Fraction, ...]]:
        if not isinstance(value, dict) or not value or not set(value) <= set(COEFFICIENT):
            raise ValueError(say("{given} is not {kind}", given=shown(value), kind=self.takes()))
        for row in value.values():
            if not isinstance(row, list) or len(row) != len(CLASSES) or not all(map(_is_k, row)):
                raise ValueError(say("{given} is not {kind}", given=shown(row), kind=self.takes()))
        changed = {name: tuple(Fraction(str(k)) for k in row) for name, row in value.items()}
        return {**COEFFICIENT, **changed}


def _is_k(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= MOST


CHANGES: dict[str, Changeable] = {"k": Table(say("Koeffisienten (K-en): K by category and class"))}
