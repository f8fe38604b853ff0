"""Which row of a table a tournament or a player belongs to: category, class, K."""

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Annotated

from msgspec import field

from ledger.errors import Problem
from ledger.time_control import seconds_of, start_and_total
from messages import say
from messages.answer import UNSET, Answer, UnsetType
from projections.answers.asking import A_DAY, Ledger, Text, about
from projections.answers.calculators.words import (
    A_COUNT,
    A_RATING,
    A_TIME,
    HIGHEST,
    MOST_GAMES,
    OWN_LOWEST,
    Calculation,
    Unledgered,
    a_number,
    numbers_only,
    one_of,
    one_word,
    refuse,
    whole,
    wrong,
)
from projections.answers.parameters import day_of, year_of
from rulebooks import calculators as elo
from rulebooks import fide
from rulebooks.calculators import ENOUGH
from rulebooks.finland.calculator import LATEST
from rulebooks.finland.tables import EDITIONS, rating_coefficient, time_coefficient
from rulebooks.norway import calculator as norway
from rulebooks.norway.tables import ALWAYS_FIRST, CLASSES, COEFFICIENT, FIRST_BY_TIME
from rulebooks.numbers import number, text
from rulebooks.uscf import class_of

K_SYSTEMS = ("fi", *elo.SYSTEMS, "fide-2024")
KINDS = (*sorted(FIRST_BY_TIME), *sorted(ALWAYS_FIRST))  # of events, in Norway
A_KIND = one_word(KINDS)
A_YEAR = {"anyOf": [{"type": "string", "pattern": "^[0-9]{4}$"}, A_DAY]}
MEAN = r"[0-9]{1,4}([.,][0-9]{1,4})?"
A_MEAN = {"type": "string", "pattern": f"^{MEAN}$"}


class TournamentCategory(Answer, frozen=True, kw_only=True):
    """Norway's I to V, or FIDE's number; None where there is no category."""

    system: str
    category: int | str | None


class Classes(Answer, frozen=True, kw_only=True):
    """A player's class by system; None below the lowest US class."""

    no: str
    uscf: str | None


class PlayerClasses(Answer, frozen=True, kw_only=True):
    """The classes of a rating."""

    rating: int | None
    classes: Classes


class Coefficient(Answer, frozen=True, kw_only=True):
    """K of a system as exact text; `category` and `class` in Norway, `effective_games` in the US."""

    system: str
    category: str | UnsetType = UNSET
    class_name: str | UnsetType = field(default=UNSET, name="class")
    k: str
    effective_games: str | UnsetType = UNSET
    edition: str | UnsetType = UNSET
    kr: int | UnsetType = UNSET
    kt: int | float | UnsetType = UNSET


class Category(Calculation, frozen=True, kw_only=True):
    """The category of a tournament: Norway's I to V by its time, or FIDE's by the ratings of its players."""

    calculator = "category"
    examples = ("selo calc category --minutes 40/120:60 --event-kind landskamp",)
    minutes: Annotated[Text | None, about("Norway: 90+30, 40/120:60.", "M", schema=A_TIME)] = None
    start_minutes: Annotated[Text | None, about("Norway: for the first move.", "N", schema=a_number(0, 10_000))] = None
    total_minutes: Annotated[Text | None, about("Norway: for 80 moves.", "N", schema=a_number(0, 10_000))] = None
    event_kind: Annotated[Text | None, about("Norway: landskamp, nordic, ...", "KIND", schema=A_KIND)] = None
    average: Annotated[
        Text | None, about("FIDE: the mean of the players, in place of their ratings.", "R", schema=A_MEAN)
    ] = None

    def worked_out(self) -> TournamentCategory:
        problems: list[Problem] = []
        words, average = self.words(), self.average
        start = whole("start-minutes", self.start_minutes, 0, 10_000, problems)
        total = whole("total-minutes", self.total_minutes, 0, 10_000, problems)
        mean = _mean(average, problems)
        timed = [t for t in (self.minutes, self.start_minutes, self.total_minutes, self.event_kind) if t is not None]
        if timed and (average is not None or words.texts):
            problems.append(wrong("option", say("give a time or the players, not both"), "minutes"))
        elif timed and (self.minutes is None) == (self.start_minutes is None or self.total_minutes is None):
            problems.append(wrong("missing", say("give --minutes, or --start-minutes and --total-minutes"), "minutes"))
        elif timed:
            category = norwegian_category(self.minutes, start, total, self.event_kind, problems)
            refuse(problems)
            return TournamentCategory(system="no", category=category)
        players = numbers_only(words, problems) if average is None and not problems else []
        if average is not None and words.texts:
            problems.append(wrong("option", say("give --average or the players, not both"), "average"))
        refuse(problems)
        ratings: Sequence[int | Fraction] = players if mean is None else [mean]
        return TournamentCategory(system="fide-2009", category=fide.category(ratings))


def norwegian_category(
    control: str | None, start: int | None, total: int | None, event_kind: str | None, problems: list[Problem]
) -> str | None:
    """Find the category by a time control, or by the minutes at the start and in all; what cannot be read becomes a
    problem.
    """
    one_of("event-kind", event_kind, KINDS, problems)
    if control is not None:
        minutes = start_and_total(control)
        if minutes is None:
            problems.append(
                wrong("option", say("'{control}' is not a time", control=control), "minutes", say("90+30 or 40/120:60"))
            )
            return None
        start, total = minutes
    if start is None or total is None:
        return None
    if total < start:
        problems.append(wrong("option", say("fewer minutes in all than for the first move"), "total-minutes"))
    return None if problems else norway.category(start, total, event_kind)


def _mean(text: str | None, problems: list[Problem]) -> Fraction | None:
    """Read the value of --average, which has decimals as a rule: 2275.4."""
    if text is None:
        return None
    if re.fullmatch(MEAN, text):
        return Fraction(text.replace(",", "."))
    problems.append(wrong("option", say("'{text}' is not a value for --average", text=text), "average", say("2275.4")))
    return Fraction(0)


class ClassOf(Unledgered, frozen=True, kw_only=True):
    """The class of a player: Norway's A, B or C, and the US one. Who has no day of birth is not a junior (B)."""

    examples = ("selo calc class --rating 2050 --born 1999-05-05 --on 2016-03-01",)
    needs_day = True
    rating: Annotated[Text | None, about("The player's rating.", "R", schema=A_RATING, needed=True)] = None
    born: Annotated[Text | None, about("Norway: a day, or a year.", "DAY", schema=A_YEAR)] = None
    on: Annotated[Text | None, about("Norway: the day of the calculation. Default: today.", "DAY", schema=A_DAY)] = None
    highest: Annotated[Text | None, about("Norway: the highest rating ever.", "R", schema=A_RATING)] = None

    def answered(self, ledger: Ledger, today: str) -> PlayerClasses:
        problems: list[Problem] = []
        own = whole("rating", self.rating, OWN_LOWEST, HIGHEST, problems)
        best = whole("highest", self.highest, OWN_LOWEST, HIGHEST, problems)
        for name, day, reads in (("born", self.born, year_of), ("on", self.on, day_of)):
            if day is not None and reads(day) is None:
                problems.append(wrong("option", say("'{day}' is not a day", day=day), name, say("YYYY-MM-DD")))
        if self.rating is None:
            problems.append(wrong("missing", say("calc class requires --rating"), "rating"))
        refuse(problems)
        classes = Classes(no=norway.class_(own or 0, self.born, self.on or today, best), uscf=class_of(own or 0))
        return PlayerClasses(rating=own or 0, classes=classes)


class CoefficientOf(Unledgered, frozen=True, kw_only=True):
    """K by each system: how much a surplus of one point counts."""

    examples = ("selo calc k --system no --category II --class C",)
    system: Annotated[
        Text | None,
        about(
            "fi, no, psm, elo-32, elo-16-32, elo-uscf, uscf, fide-2009 or fide-2024.",
            "S",
            schema=one_word(K_SYSTEMS),
            needed=True,
        ),
    ] = None
    rating: Annotated[Text | None, about("The rating before the tournament.", "R", schema=A_RATING)] = None
    games: Annotated[Text | None, about("uscf, FIDE: games before. Default: enough.", "N", schema=A_COUNT)] = None
    games_now: Annotated[
        Text | None,
        about("uscf: games in the tournament; fide-2024: in the month.", "M", schema=a_number(1, MOST_GAMES)),
    ] = field(default=None, name="now")
    shown_2400: Annotated[bool, about("FIDE: a list has shown 2400.")] = False
    category: Annotated[Text | None, about("no: I to V.", "C", schema=one_word(COEFFICIENT))] = None
    class_name: Annotated[
        Text | None, about("no: A, B or C, in place of the rating.", "A", schema=one_word(CLASSES))
    ] = field(default=None, name="class")
    minutes: Annotated[
        Text | None, about("fi: time for 60 moves, 90, 10.5 or 90+30. Default: 90.", "M", schema=A_TIME)
    ] = None
    edition: Annotated[
        Text | None, about("fi: fi-1990, fi-2011 or fi-2023 (the default).", "E", schema=one_word(EDITIONS))
    ] = None
    junior: Annotated[bool, about("fide-2024: until the year of the 18th birthday ends.")] = False

    def worked_out(self) -> Coefficient:
        problems: list[Problem] = []
        if self.system is None:
            hint = say("{names}", names=", ".join(K_SYSTEMS))
            problems.append(wrong("missing", say("calc k requires --system"), "system", hint))
        one_of("system", self.system, K_SYSTEMS, problems)
        by_system = {"fi": self._finnish, "no": self._norwegian}
        result = by_system.get(self.system or "", self._other)(problems)
        refuse(problems)
        assert result is not None  # without a problem there is an answer
        return result

    def _other(self, problems: list[Problem]) -> Coefficient | None:
        """Return K before a tournament, in any system but Norway's and Finland's."""
        rating = whole("rating", self.rating, OWN_LOWEST, HIGHEST, problems)
        games_before = whole("games", self.games, 0, MOST_GAMES, problems)
        games = whole("now", self.games_now, 1, MOST_GAMES, problems)
        self._needs_rating(problems)
        if self.system == "uscf" and self.games_now is None:
            problems.append(wrong("missing", say("uscf requires --now, the games in the tournament"), "now"))
        if problems:
            return None
        system, before = self.system or "psm", ENOUGH if games_before is None else games_before
        factor = elo.k_of(system, rating or 0, before, games or 1, self.shown_2400, self.junior)
        effective = UNSET if factor.effective_games is None else factor.effective_games
        return Coefficient(system=system, k=factor.k, effective_games=effective)

    # 7.2: a surplus of one point counts Kr of 7.7 times Kt of 7.8
    def _finnish(self, problems: list[Problem]) -> Coefficient | None:
        rating = whole("rating", self.rating, OWN_LOWEST, HIGHEST, problems)
        seconds = seconds_of(self.minutes or "90")
        if seconds is None:
            message = say("'{minutes_text}' is not a time", minutes_text=self.minutes)
            problems.append(wrong("option", message, "minutes", say("90, 10.5 or 90+30")))
        one_of("edition", self.edition, tuple(EDITIONS), problems)
        self._needs_rating(problems)
        if problems or rating is None or seconds is None:
            return None
        edition = self.edition or LATEST
        rules = EDITIONS[edition]
        kr = rating_coefficient(rating, rules.kr)
        kt = Fraction(time_coefficient(seconds, rating, rules.fast_high, rules.kt), 100)
        return Coefficient(system="fi", k=text(kr * kt), edition=edition, kr=kr, kt=number(kt))

    def _norwegian(self, problems: list[Problem]) -> Coefficient | None:
        rating = whole("rating", self.rating, OWN_LOWEST, HIGHEST, problems)
        one_of("class", self.class_name, CLASSES, problems)
        one_of("category", self.category, tuple(COEFFICIENT), problems)
        if self.category is None or (self.class_name is None and self.rating is None):
            problems.append(wrong("missing", say("no requires --category, and --class or --rating"), "category"))
        if problems or self.category is None:
            return None
        # nobody is a junior here: without a day of birth the day does not matter
        class_name = self.class_name or norway.class_(rating or 0, None, "2017-01-01")
        k: Fraction = norway.k(self.category, class_name)
        return Coefficient(system="no", category=self.category, class_name=class_name, k=text(k))

    def _needs_rating(self, problems: list[Problem]) -> None:
        if self.rating is None:
            problems.append(wrong("missing", say("calc k requires --rating"), "rating"))
