"""selo best."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from cli.options import asked, times
from cli.output import answer, bold, fields_table, json_option, signed, table
from cli.which_list import LIST

if TYPE_CHECKING:
    from projections.answers.lists.best import BestAnswer


@click.command("best")
@click.argument("list_name", metavar="[LIST]", type=LIST, required=False)
@click.option("--top", type=click.IntRange(1, 1000), default=10, show_default=True, help="How many of each.")
@times
@json_option
def best_command(
    list_name: str | None, top: int, as_of: str | None, known_on: str | None, known_seq: int | None
) -> None:
    """The highest peaks of a list, the biggest gains in a calendar year, the longest runs of gains.

    \b
    Example:
        selo best selo --top 3
    """
    from projections.answers.lists.best import best

    with asked(as_of, known_on, known_seq) as reading:
        answered = best(reading, list_name or reading.first_list(), top)
    answer(answered, _lines(answered))


def _lines(answered: "BestAnswer") -> Iterator[str]:
    yield bold("highest ratings")
    yield from fields_table(answered.peaks, ("player", "name", "rating", "on"))
    yield ""
    yield bold("biggest gains in a calendar year")
    years = [(row.player, row.name, row.year, row.before, row.after, signed(row.gain)) for row in answered.years]
    yield from table(("player", "name", "year", "before", "after", "gain"), years)
    yield ""
    yield bold("longest runs of gains")
    runs = [(row.player, row.name, row.length, row.first_day, row.last_day, signed(row.gain)) for row in answered.runs]
    yield from table(("player", "name", "tournaments", "from", "to", "gain"), runs)
