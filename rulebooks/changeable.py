"""Numbers of an edition that a trial may change: what each one means, which values it takes, how a value is read."""

from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol

WHOLE = "a whole number from {} to {}"


class Changeable(Protocol):
    @property
    def words(self) -> str:
        """What the number means."""

    def takes(self) -> str:
        """Which values it takes, in words."""

    def read(self, value: Any) -> Any:
        """The value as an edition holds it; ValueError with the reason otherwise."""


class Whole(NamedTuple):
    words: str
    least: int
    most: int

    def takes(self) -> str:
        return WHOLE.format(self.least, self.most)

    def read(self, value: Any) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not self.least <= value <= self.most:
            raise ValueError(f"{shown(value)} is not {self.takes()}")
        return value


class YesNo(NamedTuple):
    words: str

    def takes(self) -> str:
        return "true or false"

    def read(self, value: Any) -> bool:
        if not isinstance(value, bool):
            raise ValueError(f"{shown(value)} is not {self.takes()}")
        return value


class Rows(NamedTuple):
    """A table of [from, value], the highest first; below the last row the last value counts."""

    words: str
    least: int
    most: int

    def takes(self) -> str:
        return f"rows of [from, value], the highest first, each value from {self.least} to {self.most}"

    def read(self, value: Any) -> tuple[tuple[int, int], ...]:
        if not isinstance(value, list) or not value or not all(_is_row(row) for row in value):
            raise ValueError(f"{shown(value)} is not {self.takes()}")
        starts = [row[0] for row in value]
        if starts != sorted(set(starts), reverse=True):
            raise ValueError(f"the rows start from {shown(starts)}: write the highest first, each once")
        if bad := [row[1] for row in value if not self.least <= row[1] <= self.most]:
            raise ValueError(f"{shown(bad[0])} is not {WHOLE.format(self.least, self.most)}")
        return tuple((row[0], row[1]) for row in value)


class ByName(NamedTuple):
    """A number for each name; names left out keep theirs."""

    words: str
    current: Mapping[str, int]
    least: int
    most: int

    def takes(self) -> str:
        return f"an object with any of {', '.join(self.current)}, each from {self.least} to {self.most}"

    def read(self, value: Any) -> dict[str, int]:
        if not isinstance(value, dict) or not value or not set(value) <= set(self.current):
            raise ValueError(f"{shown(value)} is not {self.takes()}")
        whole = Whole(self.words, self.least, self.most)
        return {**self.current, **{name: whole.read(number) for name, number in value.items()}}


def _is_row(row: Any) -> bool:
    return (
        isinstance(row, list)
        and len(row) == 2
        and all(isinstance(number, int) and not isinstance(number, bool) and abs(number) < 10**6 for number in row)
    )


def shown(value: Any) -> str:
    """As JSON would write it, and not too long."""
    text = {"None": "null", "True": "true", "False": "false"}.get(repr(value), repr(value))
    return text if len(text) <= 60 else text[:57] + "..."
