"""What the calculators ask of families of rules, each of which may be missing: K, the
curves and tables that are read both ways, and what only one family has.
"""

from collections.abc import Mapping, Sequence, Set
from fractions import Fraction
from typing import Any, Protocol, cast

from rulebooks import LISTS, calculator_of
from rulebooks.protocol import GivesCoefficients, RatedUnit

# the editions that a calculator rates by, each with the one list that has it
RATED = {
    "no": "elo-no",
    "psm": "elo-psm",
    "elo-32": "elo",
    "elo-16-32": "elo",
    "elo-uscf": "elo",
    "uscf": "elo-uscf",
    "fide-2009": "elo-fide",
}
# and those whose K alone is asked for
WITH_K = {**RATED, "fide-2024": "elo-fide"}
K_SYSTEMS = tuple(system for system, name in WITH_K.items() if name in LISTS)


class ReadsDifferences(Protocol):
    """A table that says which difference a percentage stands for."""

    def difference_of(self, percent: Fraction, /) -> Fraction | None: ...


class Norway(Protocol):
    """What only Norway's rules have."""

    @property
    def ESTABLISHED_FROM(self) -> int: ...  # noqa: N802

    @property
    def CLASSES(self) -> Sequence[str]: ...  # noqa: N802

    @property
    def CATEGORIES(self) -> Sequence[str]: ...  # noqa: N802

    @property
    def KINDS(self) -> Sequence[str]:  # noqa: N802
        """The kinds of events that a category depends on."""

    def share(self, apart: int, /) -> Fraction: ...

    def category(
        self, start_minutes: int, total_minutes: int, event_kind: str | None = None
    ) -> str | None: ...

    def class_(
        self, rating: int | None, born: str | None, on: str, highest: int | None = None
    ) -> str: ...

    def k(self, category_name: str, class_name: str, /) -> Fraction: ...

    def unit(
        self,
        rating: int | None,
        games: int,
        played: Sequence[tuple[int, int]],
        half_points: int,
        setting: Any,
    ) -> RatedUnit: ...

    def setting(
        self,
        category: str | None,
        *,
        junior: bool,
        all_juniors: bool,
        abroad: bool,
        highest: int,
    ) -> Any:
        """Return a tournament as formula III reads it. `highest`: what the player had
        ever reached before it.
        """

    def rounds(
        self, everybody: Mapping[str, tuple[int, Sequence[int | str]]], /
    ) -> list[dict[str, int]]: ...

    def tournament_mean(self, average: int, half_points: int, games: int, /) -> int: ...


class Fide(Protocol):
    """What only FIDE's rules have."""

    def category(self, numbers: Sequence[int | Fraction], /) -> int | None: ...


class Uscf(Protocol):
    """What only the rules of US Chess have."""

    def class_of(self, rating: int, /) -> str | None: ...


def has_rules(lists: Set[str]) -> bool:
    """Tell whether the program has the rules of these lists."""
    return lists <= {*LISTS}


def coefficients(system: str) -> GivesCoefficients:
    """Return what says K of one of K_SYSTEMS. Whoever asks has looked whether its rules
    are there.
    """
    return cast(GivesCoefficients, calculator_of(WITH_K[system]))


def differences(list_name: str) -> ReadsDifferences:
    """Return the table of a list that is read from percentages to differences."""
    return cast(ReadsDifferences, calculator_of(list_name))


def norway() -> Norway:
    """Return what only Norway's rules have; the program has them where `here` says so."""
    return cast(Norway, calculator_of("elo-no"))


def fide() -> Fide:
    """Return what only FIDE's rules have."""
    return cast(Fide, calculator_of("elo-fide"))


def uscf() -> Uscf:
    """Return what only the rules of US Chess have."""
    return cast(Uscf, calculator_of("elo-uscf"))
