"""The numbers of Glicko-2 that a trial may change."""

from typing import Any, NamedTuple

from rulebooks.changeable import Changeable, Whole, shown


class Decimal(NamedTuple):
    """A number with decimals."""

    words: str
    least: float
    most: float

    def takes(self) -> str:
        return f"a number from {self.least} to {self.most}"

    def read(self, value: Any) -> float:
        if not isinstance(value, int | float) or isinstance(value, bool) or not self.least <= value <= self.most:
            raise ValueError(f"{shown(value)} is not {self.takes()}")
        return float(value)


CHANGES: dict[str, Changeable] = {
    "start": Whole("Step 1: the rating an unrated player starts from", 0, 4000),
    "deviation": Whole("Step 1: the deviation (RD) of an unrated player", 30, 500),
    "volatility": Decimal("Step 1: the volatility of an unrated player", 0.01, 0.2),
    "tau": Decimal("Step 1: how far the volatility may change in a month", 0.2, 2),
}
