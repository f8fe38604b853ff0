"""selo calc performance, expectation, difference: the curves and tables of the systems by themselves."""

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import click

from cli.calc.calc import options
from cli.calc.words import HIGHEST, OWN_LOWEST, TOKENS, one_of, parsed, refuse, whole, wrong
from cli.output import answer, json_option, table, talk

if TYPE_CHECKING:
    from ledger.errors import Problem

METHODS = ("exact", "logistic", "fide", "400", "norway")
CURVES = ("table", "normal", "logistic")
TABLES = ("norway", "fide", "normal", "logistic")


@click.command("performance", context_settings=TOKENS)
@options
@click.option("--method", metavar="M", default="exact", show_default=True, help=", ".join((*METHODS, "all")))
def performance_command(tokens: tuple[str, ...], method: str, **given: str | None) -> None:
    """The performance over these opponents. exact: 7.6 by the normal curve of 7.10, and whether it is reliable (5.5).
    logistic: the same by the logistic curve. fide: mean + d(p). 400: the algorithm of 400. norway: formula I. all.

    \b
    Example:
        selo calc performance --method fide +1622 -1880 =1633 +1717
    """
    from cli.calc.calc import calculated
    from rulebooks.calculators import performance, summary
    from rulebooks.finland.calc import Competition

    if method == "exact":
        calculated("performance", tokens, **given)
        return
    problems: list[Problem] = []
    one_of("method", method, (*METHODS, "all"), problems)
    games = tuple(game for competition in parsed(tokens, problems) for game in competition.games)
    refuse(problems)
    for name, said in given.items():
        if said is not None:
            talk(f"--{name} does not enter into this performance")
    told = summary("no", Competition(games))
    opponents, made = [met for met, _ in games], sum(points for _, points in games)
    by = {name: performance(name, opponents, made) for name in (METHODS if method == "all" else (method,))}
    value = {"kind": "performance", "method": method, **told, "performance": by.get(method), "methods": by}
    answer(value, _performance_lines(value))


def _performance_lines(value: dict[str, Any]) -> Iterator[str]:
    yield f"{'score':<12}{value['score']} of {value['games']}"
    yield f"{'average':<12}{value['average']}"
    for name, found in value["methods"].items():
        yield f"{name:<12}{'none: 0 or 100 percent' if found is None else found}"


@click.command("expectation")
@click.option("--difference", metavar="D", help="Own number minus the opponent's.")
@click.option("--rating", metavar="R", help="In place of the difference, with --opponent.")
@click.option("--opponent", metavar="R")
@click.option("--by", metavar="CURVE", help="table (7.9), normal (7.10) or logistic. Default: all three.")
@json_option
def expectation_command(difference: str | None, rating: str | None, opponent: str | None, by: str | None) -> None:
    """The expected score of one game.

    \b
    Example:
        selo calc expectation --difference 100 --by logistic
    """
    from rulebooks.elo.calc import expectation
    from rulebooks.figures import number

    problems: list[Problem] = []
    one_of("by", by, CURVES, problems)
    apart = whole("difference", difference, -10_000, 10_000, problems)
    own = whole("rating", rating, OWN_LOWEST, HIGHEST, problems)
    met = whole("opponent", opponent, OWN_LOWEST, HIGHEST, problems)
    if (difference is None) == (rating is None and opponent is None) or (rating is None) != (opponent is None):
        said = "give --difference, or --rating and --opponent"
        problems.append(wrong("missing", said, "difference"))
    refuse(problems)
    apart = (own or 0) - (met or 0) if apart is None else apart
    rows = [{"by": curve, "expected": number(expectation(apart, curve))} for curve in ((by,) if by else CURVES)]
    value = {"difference": apart, "by": by, "expected": rows[0]["expected"] if by else None, "rows": rows}
    answer(value, table(("by", "expected"), [(row["by"], row["expected"]) for row in rows]))


@click.command("difference")
@click.option("--percent", metavar="P", help="57.14; or 4/7 for 4 points of 7.")
@click.option("--by", metavar="TABLE", help="norway, fide, normal or logistic. Default: all four.")
@json_option
def difference_command(percent: str | None, by: str | None) -> None:
    """The difference in numbers that a percentage stands for: the tables read the other way.

    \b
    Example:
        selo calc difference --percent 57.14 --by norway
    """
    from rulebooks.calculators import difference
    from rulebooks.figures import number, shown

    problems: list[Problem] = []
    one_of("by", by, TABLES, problems)
    share = _percent(percent, problems)
    refuse(problems)
    found = {name: difference(share, name) for name in ((by,) if by else TABLES)}
    rows = [{"by": name, "difference": None if apart is None else number(apart)} for name, apart in found.items()]
    value = {"percent": number(share), "by": by, "difference": rows[0]["difference"] if by else None, "rows": rows}
    words = [(name, "none" if apart is None else shown(apart)) for name, apart in found.items()]
    answer(value, table(("by", "difference"), words))


def _percent(said: str | None, problems: list["Problem"]) -> Fraction:
    """57.14, 57,14 or points of games."""
    if said is not None and re.fullmatch(r"[0-9]{1,3}([.,][0-9]{1,9})?", said):
        found = Fraction(said.replace(",", "."))
        if found <= 100:
            return found
    match = re.fullmatch(r"([0-9]{1,4}(?:[.,]5)?)/([0-9]{1,4})", said or "")
    if match and int(match[2]) > 0 and Fraction(match[1].replace(",", ".")) <= int(match[2]):
        return 100 * Fraction(match[1].replace(",", ".")) / int(match[2])
    told = "give --percent" if said is None else f"'{said}' is no percentage"
    problems.append(wrong("option", told, "percent", "57.14 from 0 to 100, or points and games: 4/7"))
    return Fraction(50)
