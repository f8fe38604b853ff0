"""selo calc no, psm, elo, uscf, fide: a new number by each of the other systems."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeVar

import click

from cli.calc.words import HIGHEST, OWN_LOWEST, TOKENS, game_words, parsed, refuse, whole, wrong
from cli.output import answer, json_option, table

if TYPE_CHECKING:
    from ledger.errors import Problem

F = TypeVar("F", bound=Callable[..., Any])
COLUMNS = ("formula", "before", "new", "k", "games", "score", "expected", "average", "performance", "low", "high")
CATEGORIES = ("I", "II", "III", "IV", "V")
MOST_GAMES = 100_000


def _player(command: F) -> F:
    for part in (
        game_words(),
        click.option("--games", metavar="N", help="Games before these. Default: enough to be established."),
        click.option("--rating", metavar="R", help="The number before these games; without it a player has none."),
        json_option,
    ):
        command = part(command)
    return command


@click.command("no", context_settings=TOKENS)
@_player
@click.option("--category", metavar="C", help="I to V. See `selo calc category`.")
@click.option("--minutes", metavar="M", help="In place of the category: 90+30 or 40/120:60.")
@click.option("--event-kind", metavar="KIND", help="Of the tournament, for category I: landskamp, nordic, ...")
@click.option("--junior", is_flag=True, help="Under 20 on 1 January of this year, and never 2100.")
@click.option("--all-juniors", is_flag=True, help="Only juniors took part: half K for who falls.")
@click.option("--abroad", is_flag=True, help="No Norwegian tournament: no double K.")
def no_command(
    tokens: tuple[str, ...], rating: str | None, games: str | None, category: str | None, minutes: str | None,
    event_kind: str | None, junior: bool, all_juniors: bool, abroad: bool,
) -> None:  # fmt: skip
    """A Norwegian number: formula I without one and up to 5 games, II up to 29, III from 30 on. The opponents'
    numbers as they count: the new ones of unrated and juniors. The limit of 350 is applied here.

    \b
    Example:
        selo calc no --rating 1305 --games 22 2 1657 1810 1954 1766 1500 1154 1245 1210 1540
    """
    problems: list[Problem] = []
    if category is not None and category not in CATEGORIES:
        problems.append(wrong("option", f"no category '{category}'", "category", ", ".join(CATEGORIES)))
    if minutes is not None or event_kind is not None:
        category = _category(category, minutes, event_kind, problems)
    _calculated(
        "no", tokens, rating, games, problems, category=category, junior=junior, all_juniors=all_juniors, abroad=abroad
    )


def _category(said: str | None, minutes: str | None, event_kind: str | None, problems: list["Problem"]) -> str | None:
    from cli.calc.tables import norwegian_category

    if said is not None or minutes is None:
        problem = "--event-kind goes with --minutes" if minutes is None else "give --category or --minutes, not both"
        problems.append(wrong("option", problem, "minutes"))
        return said
    found = norwegian_category(minutes, None, None, event_kind, problems)
    if found is None and not problems:
        hint = "from 20 minutes at the start and 25 for 80 moves"
        problems.append(wrong("option", f"{minutes} is too short for category V: not rated", "minutes", hint))
    return found


@click.command("psm", context_settings=TOKENS)
@_player
def psm_command(tokens: tuple[str, ...], rating: str | None, games: str | None) -> None:
    """A PSM number: every game for itself, each from the number the game before left. Games before do not matter.

    \b
    Example:
        selo calc psm --rating 1830 =1980
    """
    _calculated("psm", tokens, rating, games, [])


@click.command("elo", context_settings=TOKENS)
@_player
@click.option("--k", "scheme", metavar="SCHEME", default="32", show_default=True, help="32, 16-32 or uscf.")
def elo_command(tokens: tuple[str, ...], rating: str | None, games: str | None, scheme: str) -> None:
    """A logistic Elo: all games at once, rounded once. Without a number from 1500. Games before do not matter.

    \b
    Example:
        selo calc elo --rating 1613 --k 32 -- -1609 =1477 +1388 +1586 -1720
    """
    schemes = ("32", "16-32", "uscf")
    problems: list[Problem] = []
    if scheme not in schemes:
        problems.append(wrong("option", f"no scheme '{scheme}'", "k", ", ".join(schemes)))
        scheme = schemes[0]
    _calculated(f"elo-{scheme}", tokens, rating, games, problems)


@click.command("uscf", context_settings=TOKENS)
@_player
def uscf_command(tokens: tuple[str, ...], rating: str | None, games: str | None) -> None:
    """A US number: K falls with the games a number is based on. Without a number from 1500 and no games.

    \b
    Example:
        selo calc uscf --rating 1640 --games 12 +1500 -1500 =1500
    """
    _calculated("uscf", tokens, rating, games, [])


@click.command("fide", context_settings=TOKENS)
@_player
@click.option("--shown-2400", is_flag=True, help="A list has shown 2400: K 10 for ever from 30 games on.")
def fide_command(tokens: tuple[str, ...], rating: str | None, games: str | None, shown_2400: bool) -> None:
    """FIDE as of 2009: the live number from the one on the list. Without one, the first number. A / stands where a
    list comes out.

    \b
    Example:
        selo calc fide --rating 2395 --games 80 +2380 =2380
    """
    _calculated("fide-2009", tokens, rating, games, [], once_2400=shown_2400)


def _calculated(
    system: str, tokens: tuple[str, ...], rating: str | None, games: str | None, problems: list["Problem"], **more: Any
) -> None:
    from rulebooks.calculators import Asked, calculate, objections

    asked = Asked(
        system, whole("rating", rating, OWN_LOWEST, HIGHEST, problems), whole("games", games, 0, MOST_GAMES, problems),
        **more,
    )  # fmt: skip
    competitions = parsed(tokens, problems)
    if not any(problem.code == "option" for problem in problems):
        problems += [wrong("rules", o.message, o.field, o.hint) for o in objections(asked, competitions)]
    refuse(problems)
    value = calculate(asked, competitions)
    answer(value, _lines(value))


def _lines(value: dict[str, Any]) -> Iterator[str]:
    rows = value["competitions"]
    if len(rows) > 1:
        yield from table(COLUMNS, [[row[name] for name in COLUMNS] for row in rows])
        yield ""
    for name, said in _said(value):
        yield f"{name:<12}{said}"
    if len(rows) == 1 and rows[0]["working"]:
        yield ""
        yield from rows[0]["working"]


def _said(value: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    from rulebooks.figures import shown

    if value["new"] is None:
        yield "new", f"none: {value['why']}"
    else:
        moved = "" if value["before"] is None else f" ({value['new'] - value['before']:+d})"
        yield "new", f"{value['new']}{moved}"
    if value["exact"] is not None:
        yield "exact", shown(Fraction(value["exact"]))
    if value["games_after"] is not None:
        yield "games", f"{value['games_after']} in all"
    yield "score", f"{value['score']} of {value['games']}"
    if value["expected"] is not None:
        yield "expected", value["expected"]
    yield "average", value["average"]
    yield "performance", "none: 0 or 100 percent" if value["performance"] is None else value["performance"]
    if len(value["running"]) > 1:
        yield "range", f"{value['low']} to {value['high']}: {' '.join(map(str, value['running']))}"
