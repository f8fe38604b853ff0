"""The tables and formulas of the Norwegian text as printed, its limits, and the one dated edition."""

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from messages import Message, say
from rulebooks.changeable import Changeable, shown
from rulebooks.numbers import half_up, half_up_float

# ELO-tabellen: the percentage from 50 to 92 and the difference D it stands for; below 50 the same with a minus.
DIFFERENCE = (
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158, 166, 175, 184, 193,
    202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366, 383, 401,
)  # fmt: skip
LOWEST_PERCENT, HIGHEST_PERCENT = 50, 92
UTMOST = 400  # "For score over 92 % eller under 8 % anvendes i praksis henholdsvis + 400 og -400 for D."

# Koeffisienten (K-en): by category and class. III/A is missing in the text; 7½ follows the pattern (rules 2).
CLASSES = ("A", "B", "C")
Coefficients = Mapping[str, tuple[Fraction, ...]]
COEFFICIENT: Coefficients = {
    "I": (Fraction(20), Fraction(40), Fraction(30)),
    "II": (Fraction(10), Fraction(30), Fraction(20)),
    "III": (Fraction(15, 2), Fraction(45, 2), Fraction(15)),
    "IV": (Fraction(5), Fraction(15), Fraction(10)),
    "V": (Fraction(2), Fraction(6), Fraction(4)),
}
# Kategori, Starttid, Totalbet.tid etter 80 trekk: the fewest minutes of each.
CATEGORY_MINUTES = (("I", 60, 160), ("II", 50, 130), ("III", 40, 100), ("IV", 30, 70), ("V", 20, 25))
# category I when their time is enough for it: title tournaments, landskamper, Eliteserien, Landsturneringen
FIRST_BY_TIME = frozenset({"title", "landskamp", "eliteserien", "landsturneringen"})
# category I whenever they are rated at all: Nordisk, Sjakk-OL, Lag-EM, Sjakk-VM/EM, U20 and U18, seniors
ALWAYS_FIRST = frozenset({"nordic", "olympiad", "team-european", "world", "european", "youth", "senior"})

FLOOR = 400  # "NSFs Elo-komité har besluttet ikke å tillate tall under 400"
WITHIN = 350  # 350-grensen
UNRATED_UNTIL = 5  # "uten ratingtall kun hvis man er registrert med 5 partier eller mindre"
ESTABLISHED_FROM = 30  # "Først når spilleren har oppnådd 30 registrerte partier regnes tallet som sikkert"
MASTER_FROM = 2300  # class A
JUNIOR_BELOW = 2100  # class B
JUNIOR_AGE = 20  # "ikke har fylt 20 år pr. 1. januar i beregningsåret"
DOUBLE_UNTIL = 1500  # "juniorspillere med rating inntil 1500"
DOUBLE_OVER = 20  # percentage points above expectation
PASSIVE_YEARS = 5
PUBLISHED_OVER, PUBLISHED_GAMES, PUBLISHED_YEARS = 499, 10, 2


class NorwegianEdition(NamedTuple):
    """A dated state of the rules; `until` is the last day on which a unit is rated."""

    id: str
    since: str
    source: str
    until: str
    revision: int = 1
    k: Coefficients = COEFFICIENT


# revision 2: own minutes of a game below category V's total, and 2100 reached before an opening (docs/explanation)
# revision 3: 1 to 5 games before go by IIa or IIb, the cycle of the unrated goes on until it rests, and no opening or
# ruling stands below 400
EDITIONS = {"no": NorwegianEdition("no", "0001-01-01", "NSF 2.2.1 ELO-systemet", "2018-01-31", 3)}


MOST = 1000


class Table(NamedTuple):
    """The changeable numbers of K for the classes A, B and C in each category; categories left out stay."""

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


def whole(value: Fraction) -> int:
    return half_up(value.numerator, value.denominator)


def percentage(half_points: int, games: int) -> Fraction:
    return Fraction(50 * half_points, games)


# ELO-tabellen, "brukes begge veier" (used both ways); between two rows linearly, below 50 % with a minus, beyond the
# table 400.
def exact_difference(percent: Fraction) -> Fraction:
    if percent < LOWEST_PERCENT:
        return -exact_difference(100 - percent)
    if percent > HIGHEST_PERCENT:
        return Fraction(UTMOST)
    row = int(percent) - LOWEST_PERCENT
    following = DIFFERENCE[min(row + 1, len(DIFFERENCE) - 1)]
    return DIFFERENCE[row] + (percent - int(percent)) * (following - DIFFERENCE[row])


# "Tabellen kan brukes begge veier": from a difference to the percentage, as the examples do (63: 58.75 %, 66: 59.14 %)
def exact_percent(apart: int) -> Fraction:
    """Interpolate linearly between two rows of the table; beyond it, its last percentage counts."""
    if apart < 0:
        return 100 - exact_percent(-apart)
    row = max(at for at, least in enumerate(DIFFERENCE) if least <= apart)
    if row == len(DIFFERENCE) - 1:
        return Fraction(HIGHEST_PERCENT)
    between = Fraction(apart - DIFFERENCE[row], DIFFERENCE[row + 1] - DIFFERENCE[row])
    return LOWEST_PERCENT + row + between


def difference(percent: Fraction) -> int:
    """Return D as the examples use it: a whole number."""
    return whole(exact_difference(percent))


def rounded_mean(numbers: Sequence[int]) -> int:
    return half_up(sum(numbers), len(numbers))


# I. R = G + D.
def performance(numbers: Sequence[int], half_points: int) -> int:
    """Work out formula I over as many games as there are numbers."""
    return rounded_mean(numbers) + difference(percentage(half_points, len(numbers)))


# 350-grensen: "ingen motspiller ved beregningen skal regnes som mer enn 350 høyere eller lavere enn en spiller" (no
# opponent counts as more than 350 away).
def limited(number: int, rating: int) -> int:
    if number > rating + WITHIN:
        return rating + WITHIN
    return number if number >= rating - WITHIN else rating - WITHIN


# ELO-systemet og EDB. The picture of the formula is lost; the logistic curve gives the answers (rules 2).
def expectation(apart: float) -> float:
    """Return the expected share of the points of a player so far above the opponents."""
    return 1 / (1 + math.pow(10, -apart / 400))


# IIa. R = (nR0 + mR1) : (n + m)
def lowered(rating: int, games_before: int, reached: int, games: int) -> int:
    return half_up(games_before * rating + games * reached, games_before + games)


# IIb. R = ((n - m)R0 + mR1) : n. "Dersom n er mindre enn m ser man bort fra de tidligere resultatene dersom man går opp
# i rating." (IIb; with fewer games before than now, the earlier results are left out)
def raised(rating: int, games_before: int, reached: int, games: int) -> int:
    if games_before < games:
        return reached
    return half_up((games_before - games) * rating + games * reached, games_before)


# "(IIa) benyttes dersom spilleren vil gå ned, (IIb) dersom spilleren vil gå opp": IIa for going down, which is when R1
# is below R0, else IIb.
def unestablished_number(rating: int, games_before: int, reached: int, games: int) -> int:
    rule = lowered if reached < rating else raised
    return rule(rating, games_before, reached, games)


# "D = R0 - G", G the mean of the opponents' ratings, not rounded.
def expected_score(rating: int, opponents: Sequence[int]) -> float:
    """Return F: the expected points in as many games."""
    return len(opponents) * expectation((rating * len(opponents) - sum(opponents)) / len(opponents))


# III. R = R0 + K*(O - F)
def exact_number(rating: int, k: Fraction, half_points: int, opponents: Sequence[int]) -> float:
    return rating + float(k) * (half_points / 2 - expected_score(rating, opponents))


def established_number(rating: int, k: Fraction, half_points: int, opponents: Sequence[int]) -> int:
    return half_up_float(exact_number(rating, k, half_points, opponents))
