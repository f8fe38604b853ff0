"""selo performance."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from cli.ids import players, tournaments
from cli.options import a_day, asked, times
from cli.output import answer, json_option
from cli.which_list import LIST
from messages import say

METHODS = ("exact", "logistic", "fide", "400", "norway")

if TYPE_CHECKING:
    from projections.answers.players.performance import PerformanceAnswer


@click.command("performance")
@click.argument("player", shell_complete=players)
@click.option("--from", "frm", callback=a_day, metavar="DAY")
@click.option("--to", callback=a_day, metavar="DAY")
@click.option("--tournament", shell_complete=tournaments, metavar="T")
@click.option("--last", type=click.IntRange(min=1), metavar="N", help="The last N rated games.")
@click.option("--method", type=click.Choice(METHODS), help="Instead of the list's own: exact is 7.6, norway is I.")
@click.option("--list", "list_name", type=LIST, help="Default: the first one the ledger keeps.")
@times
@json_option
def performance_command(
    player: str, list_name: str | None, as_of: str | None, known_on: str | None, known_seq: int | None, **which: Any
) -> None:
    """The performance over a period, a tournament or the last games, and whether it is reliable (5.5).

    It is measured as the list's rules do: 7.6 on selo and pelo, formula I on elo-no, the mean and d(p) on elo-fide, the
    logistic curve on elo and elo-uscf.

    \b
    Example:
        selo performance F033 --tournament kuusilahti-open-2024
    """
    from projections.answers.players.performance import performance

    with asked(as_of, known_on, known_seq) as reading:
        answered = performance(reading, player, list_name or reading.first_list(), **which)
    answer(answered, _lines(answered))


def _lines(answered: "PerformanceAnswer") -> Iterator[str]:
    days = say("{low} to {high}", low=answered.first_day, high=answered.last_day)
    yield (
        f"{answered.player.name}: {answered.score:g} of {answered.games} against {answered.average} on average, {days}"
    )
    if answered.performance is None:
        yield "performance none: 0 or 100 percent"
    else:
        by = "" if answered.method == "exact" else f" ({answered.method})"
        yield f"performance {answered.performance}{by}, {'reliable' if answered.reliable else 'not reliable (5.5)'}"
