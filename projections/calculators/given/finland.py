"""The Finnish calculators from texts."""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from ledger.errors import Problem
from ledger.time_control import seconds_of
from messages import say
from projections.calculators.finland import FinnishResult, ScoreNeeded, calculate, need
from projections.calculators.given.words import (
    HIGHEST,
    MOST_GAMES,
    OWN_LOWEST,
    Words,
    numbers_only,
    parsed,
    refuse,
    whole,
    wrong,
)
from rulebooks.calculators import finland as calc
from rulebooks.calculators.results import Objection
from rulebooks.finland.tables import EDITIONS


class Texts(NamedTuple):
    """The options of every Finnish calculator as they were typed."""

    rating: str | None = None
    games: str | None = None
    minutes: str | None = None
    edition: str | None = None


class Given(NamedTuple):
    """The options as values."""

    rating: int | None
    games: int | None
    minutes: Fraction | None
    edition: str


def calculated(kind: str, words: Words, texts: Texts) -> FinnishResult:
    problems: list[Problem] = []
    given = _given(problems, texts)
    competitions = parsed(words, problems)
    # an option that cannot be read leaves nothing for the rules to object to
    if not any(problem.code == "option" for problem in problems):
        problems += _against(calc.objections(kind, *given))
    refuse(problems)
    return calculate(kind, competitions, **given._asdict())


def needed(words: Words, target: str | None, texts: Texts) -> ScoreNeeded:
    problems: list[Problem] = []
    given = _given(problems, texts)
    goal = whole("target", target, OWN_LOWEST, HIGHEST, problems)
    opponents = numbers_only(words, problems)
    minutes = given.minutes or calc.MINUTES["selo"]
    for name, text in (("rating", texts.rating), ("target", target)):
        if text is None:
            problems.append(wrong("missing", say("calc need requires --{name}", name=name), name))
    if not problems:
        kind = calc.need_kind(minutes, given.edition)
        problems += _against(calc.objections(kind, given.rating, given.games, minutes, given.edition))
    refuse(problems)
    return need(given.rating or 0, minutes, goal or 0, opponents, given.edition)


def _against(objections: Sequence[Objection]) -> list[Problem]:
    return [wrong("rules", objection.message, objection.field, objection.hint) for objection in objections]


def _given(problems: list[Problem], texts: Texts) -> Given:
    """The options as values; what cannot be read is a problem."""
    minutes, edition = texts.minutes, texts.edition
    seconds = None if minutes is None else seconds_of(minutes)
    if minutes is not None and seconds is None:
        problems.append(
            wrong("option", say("'{minutes}' is not a time", minutes=minutes), "minutes", say("90, 10.5 or 90+30"))
        )
    if edition is not None and edition not in EDITIONS:
        problems.append(
            wrong(
                "option",
                say("there is no edition '{edition}'", edition=edition),
                "edition",
                say("{names}", names=", ".join(EDITIONS)),
            )
        )
    return Given(
        whole("rating", texts.rating, OWN_LOWEST, HIGHEST, problems),
        whole("games", texts.games, 0, MOST_GAMES, problems),
        None if seconds is None else Fraction(seconds, 60),
        edition or calc.LATEST,
    )
