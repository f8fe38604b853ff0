"""The calculators of the other systems from texts."""

import re
from typing import Any

from ledger.errors import Problem
from messages import say
from projections.calculators.given.classes import norwegian_category
from projections.calculators.given.words import (
    HIGHEST,
    MOST_GAMES,
    OWN_LOWEST,
    Words,
    parsed,
    refuse,
    whole,
    wrong,
)
from projections.calculators.systems import ExponentialResult, SystemResult, calculate, exponential_rating
from rulebooks.calculators.systems import Profile, objections

CATEGORIES = ("I", "II", "III", "IV", "V")
SCHEMES = ("32", "16-32", "uscf")


def norwegian(
    words: Words, rating: str | None, games: str | None, category: str | None, minutes: str | None,
    event_kind: str | None, junior: bool, all_juniors: bool, abroad: bool,
) -> SystemResult:  # fmt: skip
    problems: list[Problem] = []
    if category is not None and category not in CATEGORIES:
        problems.append(
            wrong(
                "option",
                say("there is no category '{category}'", category=category),
                "category",
                say("{names}", names=", ".join(CATEGORIES)),
            )
        )
    if minutes is not None or event_kind is not None:
        category = _category(category, minutes, event_kind, problems)
    more = {"category": category, "junior": junior, "all_juniors": all_juniors, "abroad": abroad}
    return _calculated("no", words, rating, games, problems, **more)


def _category(category: str | None, minutes: str | None, event_kind: str | None, problems: list[Problem]) -> str | None:
    """The category of a time control."""
    if category is not None or minutes is None:
        message = (
            say("--event-kind requires --minutes") if minutes is None else say("give --category or --minutes, not both")
        )
        problems.append(wrong("option", message, "minutes"))
        return category
    by_time = norwegian_category(minutes, None, None, event_kind, problems)
    if by_time is None and not problems:
        hint = say("from 20 minutes at the start and 25 for 80 moves")
        problems.append(
            wrong("option", say("{minutes} is too short for category V: not rated", minutes=minutes), "minutes", hint)
        )
    return by_time


def psm(words: Words, rating: str | None, games: str | None) -> SystemResult:
    return _calculated("psm", words, rating, games, [])


def elo(words: Words, rating: str | None, games: str | None, scheme: str) -> SystemResult:
    problems: list[Problem] = []
    if re.fullmatch(r"[1-9][0-9]{0,2}", scheme) and scheme not in SCHEMES:
        scheme = f"k{scheme}"
    elif scheme not in SCHEMES:
        hint = say("{names}, or a K from 1 to 999 for everybody", names=", ".join(SCHEMES))
        problems.append(wrong("option", say("there is no scheme '{scheme}'", scheme=scheme), "k", hint))
        scheme = SCHEMES[0]
    return _calculated(f"elo-{scheme}", words, rating, games, problems)


def uscf(words: Words, rating: str | None, games: str | None) -> SystemResult:
    return _calculated("uscf", words, rating, games, [])


def fide(words: Words, rating: str | None, games: str | None, shown_2400: bool) -> SystemResult:
    return _calculated("fide-2009", words, rating, games, [], once_2400=shown_2400)


def _calculated(
    system: str, words: Words, rating: str | None, games: str | None, problems: list[Problem], **more: Any
) -> SystemResult:
    asked = Profile(
        system, whole("rating", rating, OWN_LOWEST, HIGHEST, problems), whole("games", games, 0, MOST_GAMES, problems),
        **more,
    )  # fmt: skip
    competitions = parsed(words, problems)
    # an option that cannot be read leaves nothing for the rules to object to
    if not any(problem.code == "option" for problem in problems):
        problems += [wrong("rules", o.message, o.field, o.hint) for o in objections(asked, competitions)]
    refuse(problems)
    return calculate(asked, competitions)


def exponential(words: Words, rating: str | None, k: str, c: str = "1") -> ExponentialResult:
    problems: list[Problem] = []
    if not re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,9})?", c) or not float(c):
        problems.append(
            wrong("option", say("'{c}' is not a value for --c", c=c), "c", say("a number above 0, like 1 or 0.5"))
        )
        c = "1"
    own, coefficient = whole("rating", rating, OWN_LOWEST, HIGHEST, problems), whole("k", k, 1, 1000, problems)
    games = [game for competition in parsed(words, problems) for game in competition.games]
    if rating is None:
        problems.append(wrong("missing", say("calc q requires --rating"), "rating"))
    refuse(problems)
    return exponential_rating(own or 0, coefficient or 32, games, float(c))
