"""selo list."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from cli.options import a_day, a_year, asked, times
from cli.output import answer, fields_table, row_options
from cli.which_list import LIST

if TYPE_CHECKING:
    from projections.answers.lists.rating_list import ListRow


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
@click.option("--list", "label", metavar="LABEL", help="A published list, beside the ratings as they come out today.")
@click.option("--revision", type=int, metavar="N", help="Of that list; without it the latest.")
@times
@row_options
def list_command(
    list_name: str, label: str | None, revision: int | None, as_of: str | None, known_on: str | None,
    known_seq: int | None, **filters: Any,
) -> None:  # fmt: skip
    """A rating list, by rating and then id. With --list as it was published, and what moved a rating since.

    \b
    Example:
        selo list selo --top 10 --as-of 2024-12-31
    """
    if label is not None or revision is not None:
        top = filters.pop("top")
        _published(list_name, label, revision, top, any(filters.values()), as_of, known_on, known_seq)
        return
    from ledger.answer import columns
    from projections.answers.lists.rating_list import Filters, ListRow, beside, rating_list

    with asked(as_of, known_on, known_seq) as reading:
        answered = rating_list(reading, list_name, Filters(**filters))
    answer(answered, list_lines(answered.rows), answered.rows, columns(ListRow, *beside(list_name)))


def _published(
    list_name: str, label: str | None, revision: int | None, top: int | None, filtered: bool, as_of: str | None,
    known_on: str | None, known_seq: int | None,
) -> None:  # fmt: skip
    from cli.questions.lists import show_published

    if label is None:
        raise click.UsageError("--revision goes with --list LABEL")
    if as_of is not None:
        raise click.UsageError("a published list has its own day: leave --as-of out")
    if filtered:
        raise click.UsageError("a published list is shown whole: of the filters only --top goes with --list")
    show_published(list_name, label, revision, top, known_on, known_seq)


def list_lines(rows: "Sequence[ListRow]") -> list[str]:
    """A row a player; live ratings have a column where the list shows any."""
    if not rows:
        return ["nobody on the list"]
    live = ("live",) if any(row.live for row in rows) else ()
    return fields_table(rows, ("rank", "player", "name", "rating", *live, "games", "last_played"))
