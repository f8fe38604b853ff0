"""Say which numbers of an edition a trial may change: what each means, which values it
takes, how one is read.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol

from messages import Message, say


def whole_from(least: int, most: int) -> Message:
    return say("a whole number from {least} to {most}", least=least, most=most)


class Changeable(Protocol):
    @property
    def words(self) -> Message:
        """The meaning of the number."""

    def takes(self) -> Message:
        """Say which values it takes."""

    def read(self, value: Any) -> Any:
        """Read the value as an edition holds it; ValueError with the reason if it is
        none.
        """


class Whole(NamedTuple):
    words: Message
    least: int
    most: int

    def takes(self) -> Message:
        return whole_from(self.least, self.most)

    def read(self, value: Any) -> int:
        if (
            not isinstance(value, int)
            or isinstance(value, bool)
            or not self.least <= value <= self.most
        ):
            raise ValueError(
                say("{given} is not {kind}", given=shown(value), kind=self.takes())
            )
        return value


class Decimal(NamedTuple):
    """A changeable number with decimals."""

    words: Message
    least: float
    most: float

    def takes(self) -> Message:
        return say("a number from {least} to {most}", least=self.least, most=self.most)

    def read(self, value: Any) -> float:
        if (
            not isinstance(value, int | float)
            or isinstance(value, bool)
            or not self.least <= value <= self.most
        ):
            raise ValueError(
                say("{given} is not {kind}", given=shown(value), kind=self.takes())
            )
        return float(value)


class YesNo(NamedTuple):
    words: Message

    def takes(self) -> Message:
        return say("true or false")

    def read(self, value: Any) -> bool:
        if not isinstance(value, bool):
            raise ValueError(
                say("{given} is not {kind}", given=shown(value), kind=self.takes())
            )
        return value


class Rows(NamedTuple):
    """A changeable table of [from, value], the highest first; below the last row the
    last value counts.
    """

    words: Message
    least: int
    most: int

    def takes(self) -> Message:
        return say(
            "rows of [from, value], the highest first, each value from {least} to"
            " {most}",
            least=self.least,
            most=self.most,
        )

    def read(self, value: Any) -> tuple[tuple[int, int], ...]:
        if (
            not isinstance(value, list)
            or not value
            or not all(_is_row(row) for row in value)
        ):
            raise ValueError(
                say("{given} is not {kind}", given=shown(value), kind=self.takes())
            )

        starts = [start for start, _ in value]
        if starts != sorted(set(starts), reverse=True):
            raise ValueError(
                say(
                    "the rows start from {numbers}: write the highest first, each once",
                    numbers=shown(starts),
                )
            )

        bad = [number for _, number in value if not self.least <= number <= self.most]
        if bad:
            raise ValueError(
                say(
                    "{given} is not {kind}",
                    given=shown(bad[0]),
                    kind=whole_from(self.least, self.most),
                )
            )

        return tuple((start, number) for start, number in value)


class ByName(NamedTuple):
    """A changeable number for each name; names left out keep theirs."""

    words: Message
    current: Mapping[str, int]
    least: int
    most: int

    def takes(self) -> Message:
        return say(
            "an object with any of {names}, each from {least} to {most}",
            names=", ".join(self.current),
            least=self.least,
            most=self.most,
        )

    def read(self, value: Any) -> dict[str, int]:
        if (
            not isinstance(value, dict)
            or not value
            or not set(value) <= set(self.current)
        ):
            raise ValueError(
                say("{given} is not {kind}", given=shown(value), kind=self.takes())
            )
        whole = Whole(self.words, self.least, self.most)
        return {
            **self.current,
            **{name: whole.read(number) for name, number in value.items()},
        }


def _is_row(row: Any) -> bool:
    return (
        isinstance(row, list)
        and len(row) == 2
        and all(
            isinstance(number, int)
            and not isinstance(number, bool)
            and abs(number) < 10**6
            for number in row
        )
    )


def shown(value: Any) -> str:
    """Write a value as JSON would, and not too long."""
    text = {"None": "null", "True": "true", "False": "false"}.get(
        repr(value), repr(value)
    )
    return text if len(text) <= 60 else text[:57] + "..."
