"""Which row of a table a tournament or a player belongs to, asked in texts.

The curves and tables of the systems, asked in texts.
"""

import re
from datetime import date
from fractions import Fraction

from ledger.errors import Problem
from ledger.time_control import seconds_of, start_and_total
from messages import say
from projections.calculators.curves import (
    TABLES,
    Coefficient,
    Expectation,
    PerformanceByMethod,
    PlayerClasses,
    TournamentCategory,
    category_by_ratings,
    category_by_time,
    classes,
    coefficient,
    expectation,
    finnish_coefficient,
    norwegian_coefficient,
    performance,
)
from projections.calculators.given.words import (
    HIGHEST,
    MOST_GAMES,
    OWN_LOWEST,
    Words,
    numbers_only,
    one_of,
    parsed,
    refuse,
    whole,
    wrong,
)
from rulebooks.calculators.finland import LATEST
from rulebooks.calculators.norway import class_
from rulebooks.calculators.performances import CURVES
from rulebooks.calculators.systems import SYSTEMS
from rulebooks.calculators.through_rulebook import ENOUGH
from rulebooks.finland.tables import EDITIONS
from rulebooks.norway.tables import ALWAYS_FIRST, CLASSES, COEFFICIENT, FIRST_BY_TIME

K_SYSTEMS = ("fi", *SYSTEMS, "fide-2024")


def norwegian_category(
    control: str | None, start: int | None, total: int | None, event_kind: str | None, problems: list[Problem]
) -> str | None:
    """By a time control, or by the minutes at the start and in all; what cannot be read is a problem."""
    one_of("event-kind", event_kind, (*sorted(FIRST_BY_TIME), *sorted(ALWAYS_FIRST)), problems)
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
    return None if problems else category_by_time(start, total, event_kind)


def category_of(
    words: Words, minutes: str | None, start_minutes: str | None, total_minutes: str | None, event_kind: str | None,
    average: str | None,
) -> TournamentCategory:  # fmt: skip
    problems: list[Problem] = []
    start = whole("start-minutes", start_minutes, 0, 10_000, problems)
    total = whole("total-minutes", total_minutes, 0, 10_000, problems)
    mean = _mean(average, problems)
    timed = [name for name in (minutes, start_minutes, total_minutes, event_kind) if name is not None]
    if timed and (average is not None or words.texts):
        problems.append(wrong("option", say("give a time or the players, not both"), "minutes"))
    elif timed and (minutes is None) == (start_minutes is None or total_minutes is None):
        problems.append(wrong("missing", say("give --minutes, or --start-minutes and --total-minutes"), "minutes"))
    elif timed:
        category = norwegian_category(minutes, start, total, event_kind, problems)
        refuse(problems)
        return TournamentCategory(system="no", category=category)
    players = numbers_only(words, problems) if average is None and not problems else []
    if average is not None and words.texts:
        problems.append(wrong("option", say("give --average or the players, not both"), "average"))
    refuse(problems)
    return category_by_ratings(players if mean is None else [mean])


def _mean(text: str | None, problems: list[Problem]) -> Fraction | None:
    """The value of --average, which has decimals as a rule: 2275.4."""
    if text is None:
        return None
    if re.fullmatch(r"[0-9]{1,4}([.,][0-9]{1,4})?", text):
        return Fraction(text.replace(",", "."))
    problems.append(wrong("option", say("'{text}' is not a value for --average", text=text), "average", say("2275.4")))
    return Fraction(0)


def class_of(rating: str | None, born: str | None, on: str | None, highest: str | None, today: str) -> PlayerClasses:
    problems: list[Problem] = []
    own = whole("rating", rating, OWN_LOWEST, HIGHEST, problems)
    best = whole("highest", highest, OWN_LOWEST, HIGHEST, problems)
    for name, day, year_too in (("born", born, True), ("on", on, False)):
        if day is not None and not _is_day(day, year_too):
            problems.append(wrong("option", say("'{day}' is not a day", day=day), name, say("YYYY-MM-DD")))
    if rating is None:
        problems.append(wrong("missing", say("calc class requires --rating"), "rating"))
    refuse(problems)
    return classes(own or 0, born, on or today, best)


def _is_day(text: str, year_too: bool) -> bool:
    if year_too and re.fullmatch(r"[0-9]{4}", text):
        return True
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def coefficient_of(
    system: str | None, rating: str | None, games: str | None, games_now: str | None, shown_2400: bool,
    category: str | None, class_name: str | None, minutes: str | None = None, edition: str | None = None,
    junior: bool = False,
) -> Coefficient:  # fmt: skip
    problems: list[Problem] = []
    if system is None:
        problems.append(
            wrong("missing", say("calc k requires --system"), "system", say("{names}", names=", ".join(K_SYSTEMS)))
        )
    one_of("system", system, K_SYSTEMS, problems)
    if system == "fi":
        result = _finnish_k(rating, minutes, edition, problems)
    elif system == "no":
        result = _norwegian_k(rating, category, class_name, problems)
    else:
        result = _k(system or "psm", rating, games, games_now, shown_2400, junior, problems)
    refuse(problems)
    assert result is not None  # without a problem there is an answer
    return result


def _k(
    system: str, rating_text: str | None, games_text: str | None, now_text: str | None, shown_2400: bool, junior: bool,
    problems: list[Problem],
) -> Coefficient | None:  # fmt: skip
    rating = whole("rating", rating_text, OWN_LOWEST, HIGHEST, problems)
    games_before = whole("games", games_text, 0, MOST_GAMES, problems)
    games = whole("now", now_text, 1, MOST_GAMES, problems)
    if rating_text is None:
        problems.append(wrong("missing", say("calc k requires --rating"), "rating"))
    if system == "uscf" and now_text is None:
        problems.append(wrong("missing", say("uscf requires --now, the games in the tournament"), "now"))
    if problems:
        return None
    before = ENOUGH if games_before is None else games_before
    return coefficient(system, rating or 0, before, games or 1, shown_2400, junior)


def _finnish_k(
    rating_text: str | None, minutes_text: str | None, edition: str | None, problems: list[Problem]
) -> Coefficient | None:
    """Kr of 7.7 times Kt of 7.8."""
    rating = whole("rating", rating_text, OWN_LOWEST, HIGHEST, problems)
    seconds = seconds_of(minutes_text or "90")
    if seconds is None:
        problems.append(
            wrong(
                "option",
                say("'{minutes_text}' is not a time", minutes_text=minutes_text),
                "minutes",
                say("90, 10.5 or 90+30"),
            )
        )
    one_of("edition", edition, tuple(EDITIONS), problems)
    if rating_text is None:
        problems.append(wrong("missing", say("calc k requires --rating"), "rating"))
    return (
        None
        if problems or rating is None or seconds is None
        else finnish_coefficient(rating, seconds, edition or LATEST)
    )


def _norwegian_k(
    rating_text: str | None, category: str | None, class_name: str | None, problems: list[Problem]
) -> Coefficient | None:
    rating = whole("rating", rating_text, OWN_LOWEST, HIGHEST, problems)
    one_of("class", class_name, CLASSES, problems)
    one_of("category", category, tuple(COEFFICIENT), problems)
    if category is None or (class_name is None and rating_text is None):
        problems.append(wrong("missing", say("no requires --category, and --class or --rating"), "category"))
    if problems or category is None:
        return None
    # nobody is a junior here: without a day of birth the day does not matter
    return norwegian_coefficient(category, class_name or class_(rating, None, "2017-01-01"))


METHODS = ("exact", "logistic", "fide", "400", "norway", "all")


def performed(words: Words, method: str) -> PerformanceByMethod:
    """By a method other than the exact one."""
    problems: list[Problem] = []
    one_of("method", method, METHODS, problems)
    games = tuple(game for competition in parsed(words, problems) for game in competition.games)
    refuse(problems)
    return performance(method, games)


def expected(difference: str | None, rating: str | None, opponent: str | None, by: str | None) -> Expectation:
    problems: list[Problem] = []
    one_of("by", by, CURVES, problems)
    apart = whole("difference", difference, -10_000, 10_000, problems)
    own = whole("rating", rating, OWN_LOWEST, HIGHEST, problems)
    met = whole("opponent", opponent, OWN_LOWEST, HIGHEST, problems)
    if (difference is None) == (rating is None and opponent is None) or (rating is None) != (opponent is None):
        problems.append(wrong("missing", say("give --difference, or --rating and --opponent"), "difference"))
    refuse(problems)
    return expectation((own or 0) - (met or 0) if apart is None else apart, by)


def share_of(percent: str | None, by: str | None) -> Fraction:
    """The percentage, if it is one and the table is known."""
    problems: list[Problem] = []
    one_of("by", by, TABLES, problems)
    share = _percent(percent, problems)
    refuse(problems)
    return share


def _percent(text: str | None, problems: list[Problem]) -> Fraction:
    """57.14, 57,14 or points of games."""
    if text is not None and re.fullmatch(r"[0-9]{1,3}([.,][0-9]{1,9})?", text):
        percent = Fraction(text.replace(",", "."))
        if percent <= 100:
            return percent
    match = re.fullmatch(r"([0-9]{1,4}(?:[.,]5)?)/([0-9]{1,4})", text or "")
    if match and int(match[2]) > 0 and Fraction(match[1].replace(",", ".")) <= int(match[2]):
        return 100 * Fraction(match[1].replace(",", ".")) / int(match[2])
    message = say("give --percent") if text is None else say("'{text}' is not a percentage", text=text)
    problems.append(wrong("option", message, "percent", say("57.14 from 0 to 100, or points and games: 4/7")))
    return Fraction(50)
