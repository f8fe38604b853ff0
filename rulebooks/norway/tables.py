"""State the tables and formulas of the Norwegian text as printed, its limits, and the
one dated edition.

Koeffisienten (K-en): the category of a tournament from its playing time, the class of a
player on the day of the calculation (definitions A, B and C), and K from both.
"""

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from messages import Message, say
from rulebooks.base import Header
from rulebooks.changeable import Changeable, shown
from rulebooks.numbers import half_up, half_up_float
from rulebooks.numbers import shown as in_figures

# ELO-tabellen: the percentage from 50 to 92 and the difference D it stands for; below
# 50 the same with a minus.
DIFFERENCE = (
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158, 166, 175, 184, 193,
    202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366, 383, 401,
)  # fmt: skip
LOWEST_PERCENT, HIGHEST_PERCENT = 50, 92
# "For score over 92 % eller under 8 % anvendes i praksis henholdsvis + 400 og -400 for
# D."
UTMOST = 400

# Koeffisienten (K-en): by category and class. III/A is missing in the text; 7½ follows
# the pattern (rules 2).
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
CATEGORY_MINUTES = (
    ("I", 60, 160),
    ("II", 50, 130),
    ("III", 40, 100),
    ("IV", 30, 70),
    ("V", 20, 25),
)
# category I when their time is enough for it: title tournaments, landskamper,
# Eliteserien, Landsturneringen
FIRST_BY_TIME = frozenset({"title", "landskamp", "eliteserien", "landsturneringen"})
# category I whenever they are rated at all: Nordisk, Sjakk-OL, Lag-EM, Sjakk-VM/EM, U20
# and U18, seniors
ALWAYS_FIRST = frozenset(
    {"nordic", "olympiad", "team-european", "world", "european", "youth", "senior"}
)

FLOOR = 400  # "NSFs Elo-komité har besluttet ikke å tillate tall under 400"
WITHIN = 350  # 350-grensen
# "uten ratingtall kun hvis man er registrert med 5 partier eller mindre"
UNRATED_UNTIL = 5
# "Først når spilleren har oppnådd 30 registrerte partier regnes tallet som sikkert"
ESTABLISHED_FROM = 30
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


EDITIONS = {
    "no": NorwegianEdition("no", "0001-01-01", "NSF 2.2.1 ELO-systemet", "2018-01-31")
}


MOST = 1000


class KByCategory(NamedTuple):
    """The changeable numbers of K for the classes A, B and C in each category;
    categories left out stay.
    """

    words: Message

    def takes(self) -> Message:
        classes = ", ".join(CLASSES)
        return say(
            'K for {names} by category, like {{"I": [20, 40, 30], "III": [7.5, 22.5,'
            " 15]}}, each from 0 to {most}",
            names=classes,
            most=MOST,
        )

    def read(self, value: Any) -> dict[str, tuple[Fraction, ...]]:
        if (
            not isinstance(value, dict)
            or not value
            or not set(value) <= set(COEFFICIENT)
        ):
            raise ValueError(
                say("{given} is not {kind}", given=shown(value), kind=self.takes())
            )

        for row in value.values():
            if (
                not isinstance(row, list)
                or len(row) != len(CLASSES)
                or not all(map(_is_k, row))
            ):
                raise ValueError(
                    say("{given} is not {kind}", given=shown(row), kind=self.takes())
                )

        changed = {
            name: tuple(Fraction(str(k)) for k in row) for name, row in value.items()
        }
        return {**COEFFICIENT, **changed}


def _is_k(value: Any) -> bool:
    return (
        isinstance(value, int | float)
        and not isinstance(value, bool)
        and 0 <= value <= MOST
    )


CHANGES: dict[str, Changeable] = {
    "k": KByCategory(say("Koeffisienten (K-en): K by category and class"))
}


def whole(value: Fraction) -> int:
    return half_up(value.numerator, value.denominator)


def percentage(half_points: int, games: int) -> Fraction:
    return Fraction(50 * half_points, games)


# ELO-tabellen, "brukes begge veier" (used both ways); between two rows linearly, below
# 50 % with a minus, beyond the table 400.
def exact_difference(percent: Fraction) -> Fraction:
    """Interpolate linearly between two rows of the table."""
    if percent < LOWEST_PERCENT:
        return -exact_difference(100 - percent)
    if percent > HIGHEST_PERCENT:
        return Fraction(UTMOST)
    whole = int(percent)
    row = whole - LOWEST_PERCENT
    following_row = min(row + 1, len(DIFFERENCE) - 1)
    least = DIFFERENCE[row]
    following = DIFFERENCE[following_row]
    return least + (percent - whole) * (following - least)


# "Tabellen kan brukes begge veier": from a difference to the percentage, as the
# examples do (63: 58.75 %, 66: 59.14 %)
def exact_percent(apart: int) -> Fraction:
    """Interpolate linearly between two rows of the table; beyond it, its last
    percentage counts.
    """
    if apart < 0:
        return 100 - exact_percent(-apart)
    row = max(at for at, least in enumerate(DIFFERENCE) if least <= apart)
    if row == len(DIFFERENCE) - 1:
        return Fraction(HIGHEST_PERCENT)
    least = DIFFERENCE[row]
    following = DIFFERENCE[row + 1]
    between = Fraction(apart - least, following - least)
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


# 350-grensen: "ingen motspiller ved beregningen skal regnes som mer enn 350 høyere
# eller lavere enn en spiller" (no opponent counts as more than 350 away).
def limited(number: int, rating: int) -> int:
    if number > rating + WITHIN:
        return rating + WITHIN
    return number if number >= rating - WITHIN else rating - WITHIN


# ELO-systemet og EDB. The picture of the formula is lost; the logistic curve gives the
# answers (rules 2).
def expectation(apart: float) -> float:
    """Return the expected share of the points of a player so far above the opponents."""
    return 1 / (1 + math.pow(10, -apart / 400))


# IIa. R = (nR0 + mR1) : (n + m)
def lowered(rating: int, games_before: int, reached: int, games: int) -> int:
    """Return R of IIa, the mean of the rating and the one reached, by their games."""
    total = games_before * rating + games * reached
    return half_up(total, games_before + games)


# IIb. R = ((n - m)R0 + mR1) : n. "Dersom n er mindre enn m ser man bort fra de
# tidligere resultatene dersom man går opp i rating." (IIb; with fewer games before than
# now, the earlier results are left out)
def raised(rating: int, games_before: int, reached: int, games: int) -> int:
    if games_before < games:
        return reached
    return half_up((games_before - games) * rating + games * reached, games_before)


# "(IIa) benyttes dersom spilleren vil gå ned, (IIb) dersom spilleren vil gå opp": IIa
# for going down, which is when R1 is below R0, else IIb.
def unestablished_number(
    rating: int, games_before: int, reached: int, games: int
) -> int:
    rule = lowered if reached < rating else raised
    return rule(rating, games_before, reached, games)


# "D = R0 - G", G the mean of the opponents' ratings, not rounded.
def expected_score(rating: int, opponents: Sequence[int]) -> float:
    """Return F: the expected points in as many games."""
    games = len(opponents)
    # D in whole numbers, divided once
    apart = (rating * games - sum(opponents)) / games
    return games * expectation(apart)


# III. R = R0 + K*(O - F)
def exact_number(
    rating: int, k: Fraction, half_points: int, opponents: Sequence[int]
) -> float:
    return rating + float(k) * (half_points / 2 - expected_score(rating, opponents))


def established_number(
    rating: int, k: Fraction, half_points: int, opponents: Sequence[int]
) -> int:
    return half_up_float(exact_number(rating, k, half_points, opponents))


# Kategori, Starttid, Totalbet.tid etter 80 trekk. "Tallene er minimumstall." (the
# minutes are minima)
def category_by_time(start_minutes: int, total_minutes: int) -> str | None:
    for name, start, total in CATEGORY_MINUTES:
        if start_minutes >= start and total_minutes >= total:
            return name
    return None


# "Følgende turneringer blir beregnet i kategori 1 dersom betenkningstiden oppfyller
# kravene ... Andre turneringer blir ikke beregnet i kategori 1 selv om de oppfyller
# kravene." (only these kinds of event may be in category I, and some are "alltid",
# always, if they are rated at all)
def category_of(
    start_minutes: int, total_minutes: int, event_kind: str | None
) -> str | None:
    """Return the category by the playing time; None: too short to be rated."""
    name = category_by_time(start_minutes, total_minutes)
    if name is None:
        return None
    if event_kind in ALWAYS_FIRST:
        return "I"
    return "II" if name == "I" and event_kind not in FIRST_BY_TIME else name


# "Elo-komiteen kan etter søknad godkjenne avvikende betenkningstider innen en kategori"
# (the committee may approve other times): what the officer states counts.
def category(header: Header) -> str | None:
    if header.category is not None:
        return "I" if header.event_kind in ALWAYS_FIRST else header.category
    start, total = header.start_minutes, header.total_minutes
    whole = header.seconds // 60  # nothing else is stated: one time for the whole game
    return category_of(
        whole if start is None else start,
        whole if total is None else total,
        header.event_kind,
    )


class TimeStage(NamedTuple):
    """A stage of a time control: its moves, None for the rest of the game; minutes, and
    seconds of increment a move.
    """

    moves: int | None
    minutes: Fraction
    increment: Fraction


# "I tillegg må følgende betingelser være oppfylt innen alle kategorier: 1. Med mindre
# tilleggs- eller utsettelsesmodus brukes, må det være minst én tidskontroll før en
# eventuell hurtigavslutning, og hurtigavslutningen kan ikke være på mindre enn 30
# minutter. 2. Det må være utført minst 40 trekk før første tidskontroll. 3. I tilleggs-
# og utsettelsesmodus skal tillegget per trekk være på minst 30 sekunder, og en
# eventuell hurtigavslutning kan ikke være på mindre enn 10 minutter." Yet its own
# examples have "2 timer på hele partiet", "1½ time", "25 min." and "20 min. + 4 sek.":
# one time for the whole game is no last phase, and category V asks for no increment of
# 30 (decided).
def conditions(stages: Sequence[TimeStage], category_name: str | None) -> list[Message]:
    """Say which conditions are not met, for the office to judge: it may approve other
    times.
    """
    flaws: list[Message] = []
    last, several = stages[-1], len(stages) > 1
    modes = any(stage.increment for stage in stages)

    if several and (first := stages[0].moves) is not None and first < 40:
        flaws.append(
            say(
                "2: the first control is after {count} moves and not after 40",
                count=first,
            )
        )

    if several and not modes and last.moves is None and last.minutes < 30:
        flaws.append(
            say(
                "1: the last phase has {minutes} minutes and not 30",
                minutes=in_figures(last.minutes),
            )
        )

    if several and modes and last.moves is None and last.minutes < 10:
        flaws.append(
            say(
                "3: the last phase has {minutes} minutes and not 10",
                minutes=in_figures(last.minutes),
            )
        )

    least = min(
        (stage.increment for stage in stages if stage.increment), default=Fraction(30)
    )
    if modes and least < 30 and category_name != "V":
        flaws.append(
            say("3: {seconds} seconds a move and not 30", seconds=in_figures(least))
        )

    return flaws


def k_of(
    category_name: str, class_name: str, k: Coefficients = COEFFICIENT
) -> Fraction:
    return k[category_name][CLASSES.index(class_name)]


# "spillere som ikke har fylt 20 år pr. 1. januar i beregningsåret" (not yet 20 on 1
# January of the year); if only the year of birth is known, hardly anybody is 20 by
# then.
def is_young(born: str | None, on: str) -> bool:
    """Tell whether a player is a junior in the year of a day; `born`: a year or a day."""
    if born is None:
        return False
    year = int(born[:4]) + JUNIOR_AGE
    year_asked = on[:4]
    if len(born) == 4:
        return f"{year:04d}" >= year_asked
    birthday = f"{year:04d}{born[4:]}"
    return birthday > f"{year_asked}-01-01"


# A: 2300 or more, whatever the age. B: juniors below 2100. "En junior som har vært over
# 2100 på en offisiell liste blir ikke lenger betraktet som junior når hans eget tall
# beregnes." (whoever has been over 2100 on an official list is no longer a junior in
# their own calculation) C: everybody else below 2300.
def class_of(rating: int | None, reached_2100: bool, young: bool) -> str:
    """Return the class, A, B or C; an unrated player is a junior by age alone."""
    if rating is not None and rating >= MASTER_FROM:
        return "A"
    if young and not reached_2100 and (rating is None or rating < JUNIOR_BELOW):
        return "B"
    return "C"


def reads_day(born: str) -> bool:
    """Tell whether the year of birth alone would give another class: players born on 1
    January are 20 on that very day.
    """
    return born[4:] == "-01-01"
