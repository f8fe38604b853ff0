"""The Finnish calculators: a rating after some games (7.2 to 7.6), and the score that a target needs."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Annotated, NamedTuple

from ledger.errors import Problem
from ledger.time_control import seconds_of
from messages import option, say
from projections.answers.asking import Text, about
from projections.answers.calculators import (
    A_COUNT,
    A_RATING,
    A_TIME,
    HIGHEST,
    MOST_GAMES,
    OWN_LOWEST,
    Calculation,
    numbers_only,
    one_word,
    parsed,
    refuse,
    whole,
    wrong,
)
from rulebooks.calculated import FinnishResult, Objection, ScoreNeeded
from rulebooks.finland import calculator as calc
from rulebooks.finland.tables import EDITIONS


class Given(NamedTuple):
    """The options of a Finnish calculator as values."""

    rating: int | None
    games: int | None
    minutes: Fraction | None
    edition: str


class Finnish(Calculation, frozen=True, kw_only=True):
    """A Finnish calculator."""

    rating: Annotated[Text | None, about("The rating before these games.", "R", schema=A_RATING)] = None
    games: Annotated[Text | None, about("Counting games before these.", "N", schema=A_COUNT)] = None
    minutes: Annotated[
        Text | None, about("Time for 60 moves: 90, 10.5 or 90+30. Default: 90, pelo 5.", "M", schema=A_TIME)
    ] = None
    edition: Annotated[
        Text | None, about("Rules: fi-1990, fi-2011 or fi-2023 (the default).", "E", schema=one_word(EDITIONS))
    ] = None

    def unused(self) -> tuple[str, ...]:
        """Return the parameters that were given and make no difference."""
        return ()

    def given(self, problems: list[Problem]) -> Given:
        """Read the options; what cannot be read is a problem."""
        minutes, edition = self.minutes, self.edition
        seconds = None if minutes is None else seconds_of(minutes)
        if minutes is not None and seconds is None:
            problems.append(
                wrong("option", say("'{minutes}' is not a time", minutes=minutes), "minutes", say("90, 10.5 or 90+30"))
            )
        if edition is not None and edition not in EDITIONS:
            message = say("there is no edition '{edition}'", edition=edition)
            problems.append(wrong("option", message, "edition", say("{names}", names=", ".join(EDITIONS))))
        return Given(
            whole("rating", self.rating, OWN_LOWEST, HIGHEST, problems),
            whole("games", self.games, 0, MOST_GAMES, problems),
            None if seconds is None else Fraction(seconds, 60),
            edition or calc.LATEST,
        )


class OnOneList(Finnish, frozen=True, kw_only=True):
    """A new rating by the Finnish rules."""

    def worked_out(self) -> FinnishResult:
        return calculated(self)


class Selo(OnOneList, frozen=True, kw_only=True):
    """An established player's selo (7.2), game by game and at the end."""

    calculator = "selo"
    examples = ("selo calc selo --rating 1660 --minutes 90 -- -1995 +1695 -1930 1901",)


class Pelo(OnOneList, frozen=True, kw_only=True):
    """An established player's pelo (7.4)."""

    calculator = "pelo"
    examples = ("selo calc pelo --rating 1996 10.5 1977 2013 1923 1728 1638 1684 1977 2013 1923 1728 1638 1684",)


class NewSelo(OnOneList, frozen=True, kw_only=True):
    """A new player's selo (7.3). --games with --rating are earlier games whose results are not known: they count as
    draws with players of that rating (3.3). Once the limit of 3.1 is passed, the next competition goes by 7.2."""

    calculator = "new-selo"
    examples = ("selo calc new-selo --rating 1525 --games 8 +1525 +1441 -1973 / +1718 -1784",)


class NewPelo(OnOneList, frozen=True, kw_only=True):
    """A new player's pelo: a provisional rating (7.5) over opponents who have a pelo, then 7.4."""

    calculator = "new-pelo"
    examples = ("selo calc new-pelo 2½ 1622 1880 1683 1717",)

    def unused(self) -> tuple[str, ...]:
        return () if self.rating is None else ("rating",)


class Need(Finnish, frozen=True, kw_only=True):
    """The least score against these opponents that reaches a rating, and the rating that every score gives."""

    calculator = "need"
    examples = ("selo calc need --rating 2180 --minutes 90 --target 2200 -- 2210 2195 2300 2150",)
    target: Annotated[Text | None, about("The rating to reach.", "T", schema=A_RATING, needed=True)] = None

    def worked_out(self) -> ScoreNeeded:
        problems: list[Problem] = []
        given = self.given(problems)
        goal = whole("target", self.target, OWN_LOWEST, HIGHEST, problems)
        opponents = numbers_only(self.words(), problems)
        minutes = given.minutes or calc.MINUTES["selo"]
        for name, text in (("rating", self.rating), ("target", self.target)):
            if text is None:
                problems.append(
                    wrong("missing", say("{command} requires {name}", command="calc need", name=option(name)), name)
                )
        if not problems:
            kind = calc.need_kind(minutes, given.edition)
            problems += _against(calc.objections(kind, given.rating, given.games, minutes, given.edition))
        refuse(problems)
        return calc.need(given.rating or 0, minutes, goal or 0, opponents, given.edition)


def calculated(asked: Finnish) -> FinnishResult:
    problems: list[Problem] = []
    given = asked.given(problems)
    competitions = parsed(asked.words(), problems)
    # an option that cannot be read leaves nothing for the rules to object to
    if not any(problem.code == "option" for problem in problems):
        problems += _against(calc.objections(asked.calculator, *given))
    refuse(problems)
    return calc.calculate(asked.calculator, competitions, **given._asdict())


def _against(objections: Sequence[Objection]) -> list[Problem]:
    return [wrong("rules", objection.message, objection.field, objection.hint) for objection in objections]
