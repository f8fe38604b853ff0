"""selo calc category, class, k: which row of a table a tournament or a player belongs to."""

import re
from typing import TYPE_CHECKING, Any

import click

from cli.calc.words import HIGHEST, OWN_LOWEST, TOKENS, game_words, numbers_only, one_of, refuse, whole, wrong
from cli.output import answer, json_option, table

if TYPE_CHECKING:
    from ledger.errors import Problem


def norwegian_category(
    control: str | None, start: int | None, total: int | None, event_kind: str | None, problems: list["Problem"]
) -> str | None:
    """By a time control or by the two numbers of minutes; what cannot be read is a problem."""
    from ledger.time_control import start_and_total
    from rulebooks.norway import calc
    from rulebooks.norway.tables import ALWAYS_FIRST, FIRST_BY_TIME

    kinds = (*sorted(FIRST_BY_TIME), *sorted(ALWAYS_FIRST))
    one_of("event-kind", event_kind, kinds, problems)
    if control is not None:
        minutes = start_and_total(control)
        if minutes is None:
            problems.append(wrong("option", f"'{control}' is no time", "minutes", "90+30 or 40/120:60"))
            return None
        start, total = minutes
    if start is None or total is None:
        return None
    if total < start:
        problems.append(wrong("option", "less in all than for the first move", "total-minutes"))
    return None if problems else calc.category(start, total, event_kind)


@click.command("category", context_settings=TOKENS)
@game_words("[PLAYERS]...")
@click.option("--minutes", metavar="M", help="Norway: 90+30, 40/120:60.")
@click.option("--start-minutes", metavar="N", help="Norway: for the first move.")
@click.option("--total-minutes", metavar="N", help="Norway: for 80 moves.")
@click.option("--event-kind", metavar="KIND", help="Norway: landskamp, nordic, ...")
@click.option("--average", metavar="R", help="FIDE: the mean of the players, in place of their numbers.")
@json_option
def category_command(
    tokens: tuple[str, ...], minutes: str | None, start_minutes: str | None, total_minutes: str | None,
    event_kind: str | None, average: str | None,
) -> None:  # fmt: skip
    """The category of a tournament: Norway's I to V by its time, or FIDE's by the numbers of its players.

    \b
    Example:
        selo calc category --minutes 40/120:60 --event-kind landskamp
    """
    from rulebooks.elo import calc

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
        found = norwegian_category(minutes, start, total, event_kind, problems)
        refuse(problems)
        answer({"system": "no", "category": found}, [found or "none: too short to be rated"])
        return
    players = [mean or 0] if average is not None else numbers_only(tokens, problems) if not problems else []
    if average is not None and tokens:
        problems.append(wrong("option", "give --average or the players, not both", "average"))
    refuse(problems)
    value = {"system": "fide-2009", "category": calc.category(players)}
    answer(value, [str(value["category"] or "none: the mean is below 2251")])


@click.command("class")
@click.option("--rating", metavar="R")
@click.option("--born", metavar="DAY", help="Norway: a day, or a year.")
@click.option("--on", metavar="DAY", help="Norway: the day of the calculation. Default: today.")
@click.option("--highest", metavar="R", help="Norway: the highest number ever.")
@json_option
def class_command(rating: str | None, born: str | None, on: str | None, highest: str | None) -> None:
    """The class of a player: Norway's A, B or C, and the US one. Without a day of birth nobody is a junior (B).

    \b
    Example:
        selo calc class --rating 2050 --born 1999-05-05 --on 2016-03-01
    """
    from cli.options import today
    from rulebooks.elo.calc import us_class
    from rulebooks.norway.calc import class_

    problems: list[Problem] = []
    own = whole("rating", rating, OWN_LOWEST, HIGHEST, problems)
    best = whole("highest", highest, OWN_LOWEST, HIGHEST, problems)
    for name, day, year_too in (("born", born, True), ("on", on, False)):
        if day is not None and not _is_day(day, year_too):
            problems.append(wrong("option", f"'{day}' is no day", name, "YYYY-MM-DD"))
    if rating is None:
        problems.append(wrong("missing", "calc class asks for --rating", "rating"))
    refuse(problems)
    found = {"no": class_(own, born, on or today(), best), "uscf": us_class(own or 0)}
    value = {"rating": own, "classes": found}
    answer(value, table(("system", "class"), [(name, said or "none below 1000") for name, said in found.items()]))


def _is_day(said: str, year_too: bool) -> bool:
    from datetime import date

    if year_too and re.fullmatch(r"[0-9]{4}", said):
        return True
    try:
        return date.fromisoformat(said).isoformat() == said
    except ValueError:
        return False


@click.command("k")
@click.option("--system", metavar="S", help="no, psm, elo-32, elo-16-32, elo-uscf, uscf or fide-2009.")
@click.option("--rating", metavar="R", help="The number before the tournament.")
@click.option("--games", metavar="N", help="uscf, fide-2009: games before. Default: enough.")
@click.option("--now", metavar="M", help="uscf: games in the tournament.")
@click.option("--shown-2400", is_flag=True, help="fide-2009: a list has shown 2400.")
@click.option("--category", metavar="C", help="no: I to V.")
@click.option("--class", "class_name", metavar="A", help="no: A, B or C, in place of the rating.")
@json_option
def k_command(system: str | None, **given: Any) -> None:
    """K by each system: how much a surplus of one point counts.

    \b
    Example:
        selo calc k --system no --category II --class C
    """
    from rulebooks.calculators import SYSTEMS

    problems: list[Problem] = []
    if system is None:
        problems.append(wrong("missing", "calc k asks for --system", "system", ", ".join(SYSTEMS)))
    one_of("system", system, SYSTEMS, problems)
    value = _norwegian_k(given, problems) if system == "no" else _k(system or "psm", given, problems)
    refuse(problems)
    extra = [f"effective games {value['effective_games']}"] if "effective_games" in value else []
    answer(value, [str(value["k"]), *extra])


def _k(system: str, given: dict[str, Any], problems: list["Problem"]) -> dict[str, Any]:
    from rulebooks.elo.calc import ENOUGH, k_of

    rating = whole("rating", given["rating"], OWN_LOWEST, HIGHEST, problems)
    games = whole("games", given["games"], 0, 100_000, problems)
    now = whole("now", given["now"], 1, 100_000, problems)
    if given["rating"] is None:
        problems.append(wrong("missing", "calc k asks for --rating", "rating"))
    if system == "uscf" and given["now"] is None:
        problems.append(wrong("missing", "uscf asks for --now, the games in the tournament", "now"))
    if problems:
        return {}
    return k_of(system, rating or 0, ENOUGH if games is None else games, now or 1, given["shown_2400"])


def _norwegian_k(given: dict[str, Any], problems: list["Problem"]) -> dict[str, Any]:
    from rulebooks.figures import text
    from rulebooks.norway import calc
    from rulebooks.norway.tables import CLASSES, COEFFICIENT

    name, rating = given["class_name"], whole("rating", given["rating"], OWN_LOWEST, HIGHEST, problems)
    one_of("class", name, CLASSES, problems)
    one_of("category", given["category"], tuple(COEFFICIENT), problems)
    if given["category"] is None or (name is None and given["rating"] is None):
        problems.append(wrong("missing", "no asks for --category, and for --class or --rating", "category"))
    if problems:
        return {}
    name = name or calc.class_(rating, None, "2017-01-01")
    return {"system": "no", "category": given["category"], "class": name, "k": text(calc.k(given["category"], name))}
