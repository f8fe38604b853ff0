"""selo list."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cli.drawing import draw, svg_option
from cli.options import a_day, a_year, asked, times
from cli.output import answer, fields_table, row_options, signed, table
from cli.which_list import LIST, list_and_label

if TYPE_CHECKING:
    from ledger.answer import UnsetType
    from projections.answers.lists.rating_list import Filters, ListRow


@click.command("list")
@click.argument("list_name", metavar="[LIST]", type=LIST, required=False)
@click.option("--top", type=click.IntRange(min=0), help="Only the first so many.")
@click.option("--min-games", type=click.IntRange(min=0), default=0)
@click.option("--active-since", callback=a_day, metavar="DAY")
@click.option("--sex", type=click.Choice(["m", "f"]))
@click.option("--born-from", callback=a_year, metavar="YEAR")
@click.option("--born-to", callback=a_year, metavar="YEAR")
@click.option("--club")
@click.option("--federation", metavar="FED")
@click.option("--title", metavar="TITLE", help="Whose highest title it is.")
@click.option("--min-rating", type=int, metavar="R")
@click.option("--max-rating", type=int, metavar="R")
@click.option("--by", type=click.Choice(["rating", "name", "live", "peak"]), default="rating", show_default=True)
@click.option("--bands", type=click.IntRange(min=1, max=4000), metavar="N", help="Only how many are in each N points.")
@svg_option
@click.option("--published", is_flag=True, help="Norway: only who meets the conditions of publication.")
@click.option("--top-list", is_flag=True, help="Norway: published, with 30 games.")
@click.option("--change-since", metavar="DAY|LABEL", help="Beside the ratings of an earlier day or published list.")
@click.option("--label", metavar="LABEL", help="A published list, beside the ratings as they come out today.")
@click.option("--list", "list_flag", metavar="LIST", help="The list, as an option.")
@click.option("--revision", type=int, metavar="N", help="Of that list; without it the latest.")
@times
@row_options
def list_command(
    list_name: str | None, list_flag: str | None, bands: int | None, svg: Path | None, change_since: str | None,
    label: str | None, revision: int | None,
    as_of: str | None, known_on: str | None, known_seq: int | None, **filters: Any,
) -> None:  # fmt: skip
    """A rating list, by rating and then id. With --label as it was published, and what moved a rating since.

    With --bands only how many players are in each so many points; --svg draws them. By name (--by) the rank stays
    that of the rating; live is what the next list of FIDE would show.

    \b
    Example:
        selo list selo --top 10 --as-of 2024-12-31
    """
    list_name, label = list_and_label(list_name, list_flag, label)
    if list_name is None:
        with asked(as_of, known_on, known_seq) as reading:
            list_name = reading.first_list()
    if svg is not None and bands is None:
        raise click.UsageError("--svg goes with --bands")
    if bands is not None:
        if label is not None or revision is not None or change_since is not None:
            raise click.UsageError(
                "--bands goes with a list of today or of a day: leave --label and --change-since out"
            )
        from projections.answers.lists.rating_list import Filters

        _bands(list_name, bands, svg, as_of, known_on, known_seq, Filters(**filters))
        return
    if label is not None or revision is not None:
        top, by = filters.pop("top"), filters.pop("by")
        filtered = any(filters.values()) or by != "rating"
        _published(list_name, label, revision, top, filtered, as_of, known_on, known_seq)
        return
    from ledger.answer import columns
    from projections.answers.lists.rating_list import Filters, ListRow, beside, rating_list

    with asked(as_of, known_on, known_seq) as reading:
        before = None
        if change_since is not None:
            from projections.answers.lists.compared_lists import ratings_before  # most lists stand alone

            before = ratings_before(reading, list_name, change_since)
        answered = rating_list(reading, list_name, Filters(**filters), before)
    more = (*(("peak",) if filters["by"] == "peak" else ()), *(() if change_since is None else ("was", "change")))
    answer(
        answered,
        list_lines(answered.rows, change_since is not None),
        answered.rows,
        columns(ListRow, *beside(list_name), *more),
    )


def _bands(
    list_name: str, width: int, svg: Path | None, as_of: str | None, known_on: str | None, known_seq: int | None,
    filters: "Filters",
) -> None:  # fmt: skip
    from ledger.answer import columns
    from projections.answers.lists.bands import BandRow, bands
    from projections.charts.banded import banded

    with asked(as_of, known_on, known_seq) as reading:
        answered = bands(reading, list_name, width, filters)
    draw(svg, lambda: banded(answered))
    most = max((row.players for row in answered.rows), default=1)
    rows = [(row.low, row.high, row.players, "#" * round(40 * row.players / most)) for row in answered.rows]
    lines = table(("from", "to", "players", ""), rows) if rows else ["nobody on the list"]
    answer(answered, lines, answered.rows, columns(BandRow))


def _published(
    list_name: str, label: str | None, revision: int | None, top: int | None, filtered: bool, as_of: str | None,
    known_on: str | None, known_seq: int | None,
) -> None:  # fmt: skip
    from cli.questions.lists import show_published

    if label is None:
        raise click.UsageError("--revision goes with --label")
    if as_of is not None:
        raise click.UsageError("a published list has its own day: leave --as-of out")
    if filtered:
        raise click.UsageError("a published list is shown whole: of the filters only --top goes with --label")
    show_published(list_name, label, revision, top, known_on, known_seq)


def list_lines(rows: "Sequence[ListRow]", changes: bool = False) -> list[str]:
    """A row a player; live ratings have a column where the list shows any, changes where they were asked for."""
    if not rows:
        return ["nobody on the list"]
    live = [name for name in ("live", "deviation", "us_class", "peak") if any(getattr(row, name) for row in rows)]
    if changes:
        signs = [(r.rank, r.player, r.name, r.rating, _since(r.change), r.games, r.last_played) for r in rows]
        return table(("rank", "player", "name", "rating", "change", "games", "last played"), signs)
    return fields_table(rows, ("rank", "player", "name", "rating", *live, "games", "last_played"))


def _since(change: "int | UnsetType | None") -> str | None:
    return "new" if change is None else signed(change) if isinstance(change, int) else None
