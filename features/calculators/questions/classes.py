"""Find the row of a table that a tournament or a player belongs to: category, class."""

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Annotated

from features.calculators.families import fide, norway, uscf
from features.calculators.questions.norway import KINDS, norwegian_category
from features.calculators.typed import (
    A_RATING,
    A_TIME,
    HIGHEST,
    OWN_LOWEST,
    Calculation,
    a_number,
    input_problem,
    missing_option,
    one_word,
    read_ratings,
    refuse,
    whole_number,
)
from ledger.days import no_day
from ledger.errors import Problem
from messages import option, say
from messages.answer import Answer
from projections.answers.asking import A_DAY, Ledger, Text, Unledgered, about
from projections.answers.parameters import day_of, year_of

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


class Category(Calculation, frozen=True, kw_only=True):
    """The category of a tournament: Norway's I to V by its time, or FIDE's by the
    ratings of its players.
    """

    calculator = "category"
    examples = ("selo calc category --minutes 40/120:60 --event-kind landskamp",)
    minutes: Annotated[
        Text | None, about("Norway: 90+30, 40/120:60.", "M", schema=A_TIME)
    ] = None
    start_minutes: Annotated[
        Text | None,
        about("Norway: for the first move.", "N", schema=a_number(0, 10_000)),
    ] = None
    total_minutes: Annotated[
        Text | None, about("Norway: for 80 moves.", "N", schema=a_number(0, 10_000))
    ] = None
    event_kind: Annotated[
        Text | None,
        about("Norway: landskamp, nordic, ...", "KIND", schema=one_word(KINDS)),
    ] = None
    average: Annotated[
        Text | None,
        about(
            "FIDE: the mean of the players, in place of their ratings.",
            "R",
            schema=A_MEAN,
        ),
    ] = None

    def worked_out(self) -> TournamentCategory:
        problems: list[Problem] = []
        words, average = self.words(), self.average
        start = whole_number("start-minutes", self.start_minutes, 0, 10_000, problems)
        total = whole_number("total-minutes", self.total_minutes, 0, 10_000, problems)
        mean = _mean(average, problems)

        timed = [
            t
            for t in (
                self.minutes,
                self.start_minutes,
                self.total_minutes,
                self.event_kind,
            )
            if t is not None
        ]
        if timed and (average is not None or words.texts):
            problems.append(
                input_problem(
                    "option", say("give a time or the players, not both"), "minutes"
                )
            )
        elif timed and (self.minutes is None) == (
            self.start_minutes is None or self.total_minutes is None
        ):
            problems.append(
                input_problem(
                    "missing",
                    say(
                        "give {minutes_name}, or {start_name} and {total_name}",
                        minutes_name=option("minutes"),
                        start_name=option("start_minutes"),
                        total_name=option("total_minutes"),
                    ),
                    "minutes",
                )
            )
        elif timed:
            category = norwegian_category(
                self.minutes, start, total, self.event_kind, problems
            )
            refuse(problems)
            return TournamentCategory(system="no", category=category)

        players = (
            read_ratings(words, problems) if average is None and not problems else []
        )
        if average is not None and words.texts:
            problems.append(
                input_problem(
                    "option",
                    say(
                        "give {average} or the players, not both",
                        average=option("average"),
                    ),
                    "average",
                )
            )

        refuse(problems)
        ratings: Sequence[int | Fraction] = players if mean is None else [mean]

        return TournamentCategory(system="fide-2009", category=fide().category(ratings))


def _mean(text: str | None, problems: list[Problem]) -> Fraction | None:
    """Read the value of --average, which has decimals as a rule: 2275.4."""
    if text is None:
        return None
    if re.fullmatch(MEAN, text):
        return Fraction(text.replace(",", "."))

    problems.append(
        input_problem(
            "option",
            say(
                "'{text}' is not a value for {name}", name=option("average"), text=text
            ),
            "average",
            say("2275.4"),
        )
    )
    return Fraction(0)


class ClassOf(Unledgered, frozen=True, kw_only=True):
    """The class of a player: Norway's A, B or C, and the US one. Who has no day of
    birth is not a junior (B).
    """

    examples = ("selo calc class --rating 2050 --born 1999-05-05 --on 2016-03-01",)
    needs_day = True
    rating: Annotated[
        Text | None, about("The player's rating.", "R", schema=A_RATING, needed=True)
    ] = None
    born: Annotated[
        Text | None, about("Norway: a day, or a year.", "DAY", schema=A_YEAR)
    ] = None
    on: Annotated[
        Text | None,
        about(
            "Norway: the day of the calculation. Default: today.", "DAY", schema=A_DAY
        ),
    ] = None
    highest: Annotated[
        Text | None, about("Norway: the highest rating ever.", "R", schema=A_RATING)
    ] = None

    def answered(self, ledger: Ledger, today: str) -> PlayerClasses:
        problems: list[Problem] = []
        own = whole_number("rating", self.rating, OWN_LOWEST, HIGHEST, problems)
        best = whole_number("highest", self.highest, OWN_LOWEST, HIGHEST, problems)
        for name, day, reads in (("born", self.born, year_of), ("on", self.on, day_of)):
            if day is not None and reads(day) is None:
                problems.append(
                    input_problem("option", no_day(day), name, say("YYYY-MM-DD"))
                )

        if self.rating is None:
            problems.append(missing_option("calc class", "rating"))

        refuse(problems)
        classes = Classes(
            no=norway().class_(own or 0, self.born, self.on or today, best),
            uscf=uscf().class_of(own or 0),
        )

        return PlayerClasses(rating=own or 0, classes=classes)
