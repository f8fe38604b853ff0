"""selo calc performance, expectation, difference: the curves and tables of the systems by themselves."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from cli.calc.arguments import TOKENS, words_of
from cli.calc.finland import calculated, finnish_options
from cli.output import answer, json_option, table, talk

if TYPE_CHECKING:
    from projections.calculators.curves import PerformanceByMethod

METHODS = ("exact", "logistic", "fide", "400", "norway", "all")


@click.command("performance", context_settings=TOKENS)
@finnish_options
@click.option("--method", metavar="M", default="exact", show_default=True, help=", ".join(METHODS))
def performance_command(tokens: tuple[str, ...], method: str, **options: str | None) -> None:
    """The performance over these opponents. exact: 7.6 by the normal curve of 7.10, and whether it is reliable (5.5).
    logistic: the same by the logistic curve. fide: mean + d(p). 400: the algorithm of 400. norway: formula I. all.

    \b
    Example:
        selo calc performance --method fide +1622 -1880 =1633 +1717
    """
    from projections.calculators.given.classes import performed

    if method == "exact":
        calculated("performance", tokens, **options)
        return
    result = performed(words_of(tokens), method)
    for name, text in options.items():
        if text is not None:
            talk(f"this performance does not use --{name}")
    answer(result, _performance_lines(result))


def _performance_lines(result: "PerformanceByMethod") -> Iterator[str]:
    yield f"{'score':<12}{result.score} of {result.games}"
    yield f"{'average':<12}{result.average}"
    for name, rating in result.methods.items():
        yield f"{name:<12}{'none: 0 or 100 percent' if rating is None else rating}"


@click.command("expectation")
@click.option("--difference", metavar="D", help="Own rating minus the opponent's.")
@click.option("--rating", metavar="R", help="In place of the difference, with --opponent.")
@click.option("--opponent", metavar="R")
@click.option(
    "--by", metavar="CURVE", help="table (7.9), normal (7.10), logistic or norway (its table). Default: all four."
)
@json_option
def expectation_command(difference: str | None, rating: str | None, opponent: str | None, by: str | None) -> None:
    """The expected score of one game.

    \b
    Example:
        selo calc expectation --difference 100 --by logistic
    """
    from projections.calculators.given.classes import expected

    result = expected(difference, rating, opponent, by)
    answer(result, table(("by", "expected"), [(row.by, row.expected) for row in result.rows]))


@click.command("difference")
@click.option("--percent", metavar="P", help="57.14; or 4/7 for 4 points of 7.")
@click.option("--by", metavar="TABLE", help="norway, fide, normal or logistic. Default: all four.")
@json_option
def difference_command(percent: str | None, by: str | None) -> None:
    """The difference in ratings that a percentage stands for: the tables read the other way.

    \b
    Example:
        selo calc difference --percent 57.14 --by norway
    """
    from projections.calculators.curves import difference, differences
    from projections.calculators.given.classes import share_of
    from rulebooks.numbers import shown

    share = share_of(percent, by)
    words = [(name, "none" if exact is None else shown(exact)) for name, exact in differences(share, by).items()]
    answer(difference(share, by), table(("by", "difference"), words))
