"""selo calc category, class, k: which row of a table a tournament or a player belongs to."""

import re
from typing import TYPE_CHECKING

import click

from cli.calc.arguments import (
    HIGHEST,
    MOST_GAMES,
    OWN_LOWEST,
    TOKENS,
    game_words,
    numbers_only,
    one_of,
    refuse,
    whole,
    wrong,
)
from cli.output import answer, json_option, table

if TYPE_CHECKING:
    from ledger.errors import Problem
    from projections.calculators.classes import Coefficient


def norwegian_category(
    control: str | None, start: int | None, total: int | None, event_kind: str | None, problems: list["Problem"]
) -> str | None:
    """By a time control, or by the minutes at the start and in all; what cannot be read is a problem."""
    from ledger.time_control import start_and_total
    from projections.calculators.classes import category_by_time
    from rulebooks.norway.tables import ALWAYS_FIRST, FIRST_BY_TIME

    kinds = (*sorted(FIRST_BY_TIME), *sorted(ALWAYS_FIRST))
    one_of("event-kind", event_kind, kinds, problems)
    if control is not None:
        minutes = start_and_total(control)
        if minutes is None:
            problems.append(wrong("option", f"'{control}' is not a time", "minutes", "90+30 or 40/120:60"))
            return None
        start, total = minutes
    if start is None or total is None:
        return None
    if total < start:
        problems.append(wrong("option", "fewer minutes in all than for the first move", "total-minutes"))
    return None if problems else category_by_time(start, total, event_kind)


@click.command("category", context_settings=TOKENS)
@game_words("[PLAYERS]...")
@click.option("--minutes", metavar="M", help="Norway: 90+30, 40/120:60.")
@click.option("--start-minutes", metavar="N", help="Norway: for the first move.")
@click.option("--total-minutes", metavar="N", help="Norway: for 80 moves.")
@click.option("--event-kind", metavar="KIND", help="Norway: landskamp, nordic, ...")
@click.option("--average", metavar="R", help="FIDE: the mean of the players, in place of their ratings.")
@json_option
def category_command(
    tokens: tuple[str, ...], minutes: str | None, start_minutes: str | None, total_minutes: str | None,
    event_kind: str | None, average: str | None,
) -> None:  # fmt: skip
    """The category of a tournament: Norway's I to V by its time, or FIDE's by the ratings of its players.

    \b
    Example:
        selo calc category --minutes 40/120:60 --event-kind landskamp
    """
    from projections.calculators.classes import TournamentCategory, category_by_ratings

    problems: list[Problem] = []
    start = whole("start-minutes", start_minutes, 0, 10_000, problems)
    total = whole("total-minutes", total_minutes, 0, 10_000, problems)
    mean = whole("average", average, OWN_LOWEST, HIGHEST, problems)
    timed = [name for name in (minutes, start_minutes, total_minutes, event_kind) if name is not None]
    if timed and (average is not None or tokens):
        problems.append(wrong("option", "give a time or the players, not both", "minutes"))
    elif timed and (minutes is None) == (start_minutes is None or total_minutes is None):
        problems.append(wrong("missing", "give --minutes, or --start-minutes and --total-minutes", "minutes"))
    elif timed:
        category = norwegian_category(minutes, start, total, event_kind, problems)
        refuse(problems)
        answer(TournamentCategory(system="no", category=category), [category or "none: too short to be rated"])
        return
    players = [mean or 0] if average is not None else numbers_only(tokens, problems) if not problems else []
    if average is not None and tokens:
        problems.append(wrong("option", "give --average or the players, not both", "average"))
    refuse(problems)
    result = category_by_ratings(players)
    answer(result, [str(result.category or "none: the mean is below 2251")])


@click.command("class")
@click.option("--rating", metavar="R")
@click.option("--born", metavar="DAY", help="Norway: a day, or a year.")
@click.option("--on", metavar="DAY", help="Norway: the day of the calculation. Default: today.")
@click.option("--highest", metavar="R", help="Norway: the highest rating ever.")
@json_option
def class_command(rating: str | None, born: str | None, on: str | None, highest: str | None) -> None:
    """The class of a player: Norway's A, B or C, and the US one. Without a day of birth a player is not a junior (B).

    \b
    Example:
        selo calc class --rating 2050 --born 1999-05-05 --on 2016-03-01
    """
    from cli.options import today
    from projections.calculators.classes import classes

    problems: list[Problem] = []
    own = whole("rating", rating, OWN_LOWEST, HIGHEST, problems)
    best = whole("highest", highest, OWN_LOWEST, HIGHEST, problems)
    for name, day, year_too in (("born", born, True), ("on", on, False)):
        if day is not None and not _is_day(day, year_too):
            problems.append(wrong("option", f"'{day}' is not a day", name, "YYYY-MM-DD"))
    if rating is None:
        problems.append(wrong("missing", "calc class requires --rating", "rating"))
    refuse(problems)
    result = classes(own or 0, born, on or today(), best)
    rows = [("no", result.classes.no), ("uscf", result.classes.uscf or "none below 1000")]
    answer(result, table(("system", "class"), rows))


def _is_day(text: str, year_too: bool) -> bool:
    from datetime import date

    if year_too and re.fullmatch(r"[0-9]{4}", text):
        return True
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


@click.command("k")
@click.option("--system", metavar="S", help="no, psm, elo-32, elo-16-32, elo-uscf, uscf or fide-2009.")
@click.option("--rating", metavar="R", help="The rating before the tournament.")
@click.option("--games", metavar="N", help="uscf, fide-2009: games before. Default: enough.")
@click.option("--now", "games_now", metavar="M", help="uscf: games in the tournament.")
@click.option("--shown-2400", is_flag=True, help="fide-2009: a list has shown 2400.")
@click.option("--category", metavar="C", help="no: I to V.")
@click.option("--class", "class_name", metavar="A", help="no: A, B or C, in place of the rating.")
@json_option
def k_command(
    system: str | None, rating: str | None, games: str | None, games_now: str | None, shown_2400: bool,
    category: str | None, class_name: str | None,
) -> None:  # fmt: skip
    """K by each system: how much a surplus of one point counts.

    \b
    Example:
        selo calc k --system no --category II --class C
    """
    from rulebooks.calculators.systems import SYSTEMS

    problems: list[Problem] = []
    if system is None:
        problems.append(wrong("missing", "calc k requires --system", "system", ", ".join(SYSTEMS)))
    one_of("system", system, SYSTEMS, problems)
    if system == "no":
        result = _norwegian_k(rating, category, class_name, problems)
    else:
        result = _k(system or "psm", rating, games, games_now, shown_2400, problems)
    refuse(problems)
    assert result is not None  # without a problem there is an answer
    extra = [f"effective games {result.effective_games}"] if isinstance(result.effective_games, str) else []
    answer(result, [result.k, *extra])


def _k(
    system: str, rating_text: str | None, games_text: str | None, now_text: str | None, shown_2400: bool,
    problems: list["Problem"],
) -> "Coefficient | None":  # fmt: skip
    from projections.calculators.classes import coefficient
    from rulebooks.calculators.through_rulebook import ENOUGH

    rating = whole("rating", rating_text, OWN_LOWEST, HIGHEST, problems)
    games_before = whole("games", games_text, 0, MOST_GAMES, problems)
    games = whole("now", now_text, 1, MOST_GAMES, problems)
    if rating_text is None:
        problems.append(wrong("missing", "calc k requires --rating", "rating"))
    if system == "uscf" and now_text is None:
        problems.append(wrong("missing", "uscf requires --now, the games in the tournament", "now"))
    if problems:
        return None
    return coefficient(system, rating or 0, ENOUGH if games_before is None else games_before, games or 1, shown_2400)


def _norwegian_k(
    rating_text: str | None, category: str | None, class_name: str | None, problems: list["Problem"]
) -> "Coefficient | None":
    from projections.calculators.classes import norwegian_coefficient
    from rulebooks.calculators.norway import class_
    from rulebooks.norway.tables import CLASSES, COEFFICIENT

    rating = whole("rating", rating_text, OWN_LOWEST, HIGHEST, problems)
    one_of("class", class_name, CLASSES, problems)
    one_of("category", category, tuple(COEFFICIENT), problems)
    if category is None or (class_name is None and rating_text is None):
        problems.append(wrong("missing", "no requires --category, and --class or --rating", "category"))
    if problems or category is None:
        return None
    # nobody is a junior here: without a day of birth the day does not matter
    return norwegian_coefficient(category, class_name or class_(rating, None, "2017-01-01"))
