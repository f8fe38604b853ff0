"""selo list."""

from typing import Any

import click

from cli import row_columns
from cli.options import a_day, a_year, asked, times
from cli.output import answer, row_options, table
from cli.which_list import LIST


@click.command("list")
@click.argument("list_name", metavar="LIST", type=LIST)
@click.option("--top", type=click.IntRange(min=0), help="Only the first so many.")
@click.option("--min-games", type=click.IntRange(min=0), default=0)
@click.option("--active-since", callback=a_day, metavar="DAY")
@click.option("--sex", type=click.Choice(["m", "f"]))
@click.option("--born-from", callback=a_year, metavar="YEAR")
@click.option("--born-to", callback=a_year, metavar="YEAR")
@click.option("--club")
@click.option("--federation", metavar="FED")
@click.option("--min-rating", type=int, metavar="R")
@click.option("--published", is_flag=True, help="Norway: only who meets the conditions of publication.")
@click.option("--top-list", is_flag=True, help="Norway: published, with 30 games.")
@click.option("--list", "label", metavar="LABEL", help="A published list, beside the numbers as they come out today.")
@click.option("--revision", type=int, metavar="N", help="Of that list; without it the latest.")
@times
@row_options
def list_command(
    list_name: str, label: str | None, revision: int | None, as_of: str | None, known_on: str | None,
    known_seq: int | None, **filters: Any,
) -> None:  # fmt: skip
    """A rating list, by rating and then id. With --list as it was published, and what moved a number since.

    \b
    Example:
        selo list selo --top 10 --as-of 2024-12-31
    """
    if label is not None or revision is not None:
        _published(list_name, label, revision, as_of, known_on, known_seq, filters)
        return
    from projections.answers.lists import Filters, beside, rating_list

    with asked(as_of, known_on, known_seq) as reading:
        value = rating_list(reading, list_name, Filters(**filters))
    answer(value, list_lines(value["rows"]), value["rows"], (*row_columns.LIST, *beside(value["list"])))


def _published(
    list_name: str, label: str | None, revision: int | None, as_of: str | None, known_on: str | None,
    known_seq: int | None, filters: dict[str, Any],
) -> None:  # fmt: skip
    from cli.questions.lists import show_published

    top = filters.pop("top")
    if label is None:
        raise click.UsageError("--revision goes with --list LABEL")
    if as_of is not None:
        raise click.UsageError("a published list has its own day: leave --as-of out")
    if any(filters.values()):
        raise click.UsageError("a published list is shown whole: of the filters only --top goes with --list")
    show_published(list_name, label, revision, top, known_on, known_seq)


def list_lines(rows: list[dict[str, Any]]) -> list[str]:
    beside = ("live",) if rows and "live" in rows[0] else ()
    columns = ("rank", "player", "name", "rating", *beside, "games", "last_played")
    shown = [[row[c] if row[c] is not None else "" for c in columns] for row in rows]
    return table([c.replace("_", " ") for c in columns], shown) if rows else ["nobody on the list"]
