"""selo pool."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cli import options
from cli.drawing import draw, svg_option
from cli.options import a_day, ledger_path, times
from cli.output import answer, chosen_format, row_options, table

if TYPE_CHECKING:
    from projections.trials.pool_answer import PoolPeriod, PoolReport

ACROSS = 6  # periods beside each other


@click.command("pool")
@click.argument("list_name", metavar="LIST")
@click.option("--by", type=click.Choice(("year", "quarter", "month")), default="year", show_default=True)
@click.option("--from", "since", callback=a_day, metavar="DAY", help="The first day. Default: that of the first entry.")
@click.option("--to", "until", callback=a_day, metavar="DAY", help="The last day. Default: the day of --as-of.")
@click.option("--active-years", type=click.IntRange(min=1, max=100), metavar="N",
              help="Count only players with a rated game in the last N years.")  # fmt: skip
@svg_option
@times
@row_options
def pool_command(
    list_name: str, by: str, since: str | None, until: str | None, active_years: int | None, svg: Path | None,
    as_of: str | None, known_on: str | None, known_seq: int | None,
) -> None:  # fmt: skip
    """Whether a list's ratings grow or shrink, and why.

    For each period: the players with a rating, their mean and deciles, who came and who stopped playing, the points
    put in and taken out by cause, and how the ratings of those who played moved. The causes add up exactly to the
    change of the sum of all ratings.

    LIST is a list of the ledger or any other, also one edition of it (elo:elo-16-32): then it is run over the games
    of the ledger, and nothing is recorded.

    \b
    Example:
        selo pool selo --by year
        selo pool elo:elo-16-32 --from 2024-01-01 --active-years 2
    """
    from projections.answers.reading import Question
    from projections.answers.replayed import whole
    from projections.trials.pool import PoolQuestion, pool
    from projections.trials.pool_answer import flat, flat_columns

    with whole(ledger_path(), Question(as_of, known_on, known_seq), options.now()) as reading:
        report = pool(reading, list_name, PoolQuestion(by, since, until, active_years))
    draw(svg, lambda: _picture(report))
    rows = [flat(row) for row in report.rows] if chosen_format() == "csv" else report.rows
    answer(report, _lines(report), rows, flat_columns())


def _picture(report: "PoolReport") -> str:
    from projections.charts.pooled import pooled

    return pooled(report)


def _lines(report: "PoolReport") -> Iterator[str]:
    rows = report.rows
    if not rows:
        yield f"no entries on {report.list}"
        return
    if report.openings_from != report.list.partition(":")[0]:
        yield f"{report.list} starts from the openings of {report.openings_from}"
    yield from table(
        ("period", "players", "mean", "lowest", "median", "highest", "new", "at", "stopped", "back", "played", "drift"),
        [_period(row) for row in rows],
    )
    for first in range(0, len(rows), ACROSS):
        yield ""
        yield from _causes(rows[first : first + ACROSS])
    throughout = report.throughout
    if len(rows) > 1 and throughout.players:
        yield ""
        yield f"{_players(throughout.players)} in every period; mean at the end of each:"
        yield "  ".join(f"{mean:.1f}" for mean in throughout.means) + f"  ({throughout.change:+.1f})"


def _period(row: "PoolPeriod") -> list[object]:
    lowest, median, highest = (row.deciles[tenth] if row.deciles else None for tenth in (0, 5, 10))
    return [
        row.period, row.players, _decimal(row.mean), lowest, median, highest, row.newcomers.players,
        _decimal(row.newcomers.mean), row.leavers.players, row.returned.players, row.active,
        _signed_decimal(row.drift.mean),
    ]  # fmt: skip


def _causes(rows: Sequence["PoolPeriod"]) -> list[str]:
    """A row for each cause, a column for each period; causes that never were are left out."""
    from projections.trials.pool_answer import CAUSES

    lines: list[list[str | None]] = [
        [cause.name, *(_signed_decimal(row.causes[code]) for row in rows), cause.meaning]
        for code, cause in CAUSES.items()
        if any(row.causes[code] for row in rows)
    ]
    lines.append(["change", *(_signed_decimal(row.change) for row in rows), "of the sum of all ratings"])
    return table(("points", *(row.period for row in rows), ""), lines)


def _players(count: int) -> str:
    return "1 player played" if count == 1 else f"{count} players played"


def _decimal(value: float | None) -> str | None:
    return None if value is None else f"{value:.1f}"


def _signed_decimal(value: float | None) -> str | None:
    """Nothing for nothing; what is less than a twentieth is neither plus nor minus."""
    if not value:
        return None
    return "0.0" if abs(value) < 0.05 else f"{value:+.1f}"
