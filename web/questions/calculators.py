"""The calculators, which need no ledger. Everything is given as text, read and refused as on the command line."""

from typing import Annotated, ClassVar

import msgspec
from msgspec import Meta

from projections.calculators.curves import (
    Coefficient,
    Difference,
    Expectation,
    FirstRatings,
    PerformanceByMethod,
    PlayerClasses,
    TournamentCategory,
    TournamentMean,
    difference,
)
from projections.calculators.finland import FinnishResult, ScoreNeeded
from projections.calculators.given import classes, field, finland, systems
from projections.calculators.given.words import Words
from projections.calculators.systems import ExponentialResult, SystemResult
from web.questions.asking import Asked, Ledger, Text

Games = Annotated[
    tuple[Annotated[str, Meta(max_length=10_000)], ...],
    Meta(description="A game, or several with spaces between: %2B1622 won, -1880 lost, 1633 drawn; or a total first."),
]


class Calculation(Asked, frozen=True, kw_only=True):
    """A calculation over games."""

    calculator: ClassVar[str]
    game: Games = ()

    def words(self) -> Words:
        return Words(self.game, f"calc {self.calculator}")


class OfPlayer(Calculation, frozen=True, kw_only=True):
    """A new rating of a player."""

    rating: Text | None = None
    games: Text | None = None


class Finnish(OfPlayer, frozen=True, kw_only=True):
    """A Finnish calculator."""

    minutes: Text | None = None
    edition: Text | None = None

    def texts(self) -> finland.Texts:
        return finland.Texts(self.rating, self.games, self.minutes, self.edition)


class OnOneList(Finnish, frozen=True, kw_only=True):
    """A new rating by the Finnish rules."""

    def answered(self, ledger: Ledger, today: str) -> FinnishResult:
        return finland.calculated(self.calculator, self.words(), self.texts())


class Selo(OnOneList, frozen=True, kw_only=True):
    """An established player's selo (7.2), game by game and at the end."""

    calculator: ClassVar[str] = "selo"


class Pelo(OnOneList, frozen=True, kw_only=True):
    """An established player's pelo (7.4)."""

    calculator: ClassVar[str] = "pelo"


class NewSelo(OnOneList, frozen=True, kw_only=True):
    """A new player's selo (7.3)."""

    calculator: ClassVar[str] = "new-selo"


class NewPelo(OnOneList, frozen=True, kw_only=True):
    """A new player's pelo: a provisional rating (7.5), then 7.4."""

    calculator: ClassVar[str] = "new-pelo"


class Performance(Finnish, frozen=True, kw_only=True):
    """The performance over these opponents: exact (7.6), logistic, fide, 400, norway or all."""

    calculator: ClassVar[str] = "performance"
    method: Text = "exact"

    def answered(self, ledger: Ledger, today: str) -> FinnishResult | PerformanceByMethod:
        if self.method == "exact":
            return finland.calculated(self.calculator, self.words(), self.texts())
        return classes.performed(self.words(), self.method)


class Need(Finnish, frozen=True, kw_only=True):
    """The least score against these opponents that reaches a rating, and the rating that every score gives."""

    calculator: ClassVar[str] = "need"
    target: Text | None = None

    def answered(self, ledger: Ledger, today: str) -> ScoreNeeded:
        return finland.needed(self.words(), self.target, self.texts())


class Norwegian(OfPlayer, frozen=True, kw_only=True):
    """A Norwegian rating: formula I without one and up to 5 games, II up to 29, III from 30 on."""

    calculator: ClassVar[str] = "no"
    category: Text | None = None
    minutes: Text | None = None
    event_kind: Text | None = None
    junior: bool = False
    all_juniors: bool = False
    abroad: bool = False

    def answered(self, ledger: Ledger, today: str) -> SystemResult:
        return systems.norwegian(
            self.words(), self.rating, self.games, self.category, self.minutes, self.event_kind, self.junior,
            self.all_juniors, self.abroad,
        )  # fmt: skip


class Psm(OfPlayer, frozen=True, kw_only=True):
    """A PSM rating: game by game, each from the rating the game before left."""

    calculator: ClassVar[str] = "psm"

    def answered(self, ledger: Ledger, today: str) -> SystemResult:
        return systems.psm(self.words(), self.rating, self.games)


class Elo(OfPlayer, frozen=True, kw_only=True):
    """A logistic Elo: all games at once, rounded once. k: 32, 16-32 or uscf."""

    calculator: ClassVar[str] = "elo"
    k: Text = "32"

    def answered(self, ledger: Ledger, today: str) -> SystemResult:
        return systems.elo(self.words(), self.rating, self.games, self.k)


class Uscf(OfPlayer, frozen=True, kw_only=True):
    """A US rating: K falls with the games a rating is based on."""

    calculator: ClassVar[str] = "uscf"

    def answered(self, ledger: Ledger, today: str) -> SystemResult:
        return systems.uscf(self.words(), self.rating, self.games)


class Fide(OfPlayer, frozen=True, kw_only=True):
    """FIDE as of 2009: the live rating from the one on the list, or the first rating."""

    calculator: ClassVar[str] = "fide"
    shown_2400: bool = False

    def answered(self, ledger: Ledger, today: str) -> SystemResult:
        return systems.fide(self.words(), self.rating, self.games, self.shown_2400)


class Exponential(Calculation, frozen=True, kw_only=True):
    """The exponential variant of Elo: R kept as Q = 10^(R/400)."""

    calculator: ClassVar[str] = "q"
    rating: Text | None = None
    k: Text = "32"
    c: Text = "1"

    def answered(self, ledger: Ledger, today: str) -> ExponentialResult:
        return systems.exponential(self.words(), self.rating, self.k, self.c)


class Expected(Asked, frozen=True, kw_only=True):
    """The expected score of one game, by the table (7.9), the normal curve (7.10) and the logistic one."""

    difference: Text | None = None
    rating: Text | None = None
    opponent: Text | None = None
    by: Text | None = None

    def answered(self, ledger: Ledger, today: str) -> Expectation:
        return classes.expected(self.difference, self.rating, self.opponent, self.by)


class DifferenceOf(Asked, frozen=True, kw_only=True):
    """The difference in ratings that a percentage stands for: the tables read the other way."""

    percent: Text | None = None
    by: Text | None = None

    def answered(self, ledger: Ledger, today: str) -> Difference:
        return difference(classes.share_of(self.percent, self.by), self.by)


class Category(Calculation, frozen=True, kw_only=True):
    """The category of a tournament: Norway's by its time, or FIDE's by the ratings of its players."""

    calculator: ClassVar[str] = "category"
    minutes: Text | None = None
    start_minutes: Text | None = None
    total_minutes: Text | None = None
    event_kind: Text | None = None
    average: Text | None = None

    def answered(self, ledger: Ledger, today: str) -> TournamentCategory:
        return classes.category_of(
            self.words(), self.minutes, self.start_minutes, self.total_minutes, self.event_kind, self.average
        )


class ClassOf(Asked, frozen=True, kw_only=True):
    """The class of a player: Norway's A, B or C, and the US one."""

    rating: Text | None = None
    born: Text | None = None
    on: Text | None = None
    highest: Text | None = None

    def answered(self, ledger: Ledger, today: str) -> PlayerClasses:
        return classes.class_of(self.rating, self.born, self.on, self.highest, today)


class CoefficientOf(Asked, frozen=True, kw_only=True):
    """K by each system: how much a surplus of one point counts."""

    system: Text | None = None
    rating: Text | None = None
    games: Text | None = None
    games_now: Text | None = msgspec.field(default=None, name="now")
    shown_2400: bool = False
    category: Text | None = None
    class_name: Text | None = msgspec.field(default=None, name="class")
    minutes: Text | None = None
    edition: Text | None = None
    junior: bool = False

    def answered(self, ledger: Ledger, today: str) -> Coefficient:
        return classes.coefficient_of(
            self.system, self.rating, self.games, self.games_now, self.shown_2400, self.category, self.class_name,
            self.minutes, self.edition, self.junior,
        )  # fmt: skip


class Field(Calculation, frozen=True, kw_only=True):
    """Norway: the first ratings of several players without one who met each other."""

    calculator: ClassVar[str] = "field"

    def answered(self, ledger: Ledger, today: str) -> FirstRatings:
        return field.field_of(self.words())


class Mean(Asked, frozen=True, kw_only=True):
    """Norway: the mean of an all-play-all from those who have a rating, for those who have none."""

    average: Text | None = None
    score: Text | None = None
    games: Text | None = None

    def answered(self, ledger: Ledger, today: str) -> TournamentMean:
        return field.mean_of(self.average, self.score, self.games)
