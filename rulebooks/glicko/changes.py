"""The numbers of Glicko-2 that a trial may change."""

from typing import Any, NamedTuple

from messages import Message, say
from rulebooks.changeable import Changeable, Whole, shown


class Decimal(NamedTuple):
    """A number with decimals."""

    words: Message
    least: float
    most: float

    def takes(self) -> Message:
        return say("a number from {least} to {most}", least=self.least, most=self.most)

    def read(self, value: Any) -> float:
        if not isinstance(value, int | float) or isinstance(value, bool) or not self.least <= value <= self.most:
            raise ValueError(say("{given} is not {kind}", given=shown(value), kind=self.takes()))
        return float(value)


CHANGES: dict[str, Changeable] = {
    "start": Whole(say("Step 1: the rating an unrated player starts from"), 0, 4000),
    "deviation": Whole(say("Step 1: the deviation (RD) of an unrated player"), 30, 500),
    "volatility": Decimal(say("Step 1: the volatility of an unrated player"), 0.01, 0.2),
    "tau": Decimal(say("Step 1: how far the volatility may change in a month"), 0.2, 2),
}
