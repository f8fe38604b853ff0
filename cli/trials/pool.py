"""`selo pool`: whether a list's numbers grow or shrink, and what that comes from."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from cli.drawing import draw, svg_option
from cli.options import a_day, ledger_path, times, today
from cli.output import answer, chosen_format, row_options, table

ACROSS = 6  # periods beside each other
HELD = ("newcomers", "leavers", "returned", "struck_off")


@click.command("pool")
@click.argument("list_name", metavar="LIST")
@click.option("--by", type=click.Choice(("year", "quarter", "month")), default="year", show_default=True)
@click.option("--from", "frm", callback=a_day, metavar="DAY", help="The first day. Default: that of the first entry.")
@click.option("--to", callback=a_day, metavar="DAY", help="The last day. Default: the day of --as-of.")
@click.option("--active-years", type=click.IntRange(min=1, max=100), metavar="N",
              help="Only who has a rated game in so many years; leaving and coming back are causes then.")  # fmt: skip
@svg_option
@times
@row_options
def pool_command(
    list_name: str, by: str, frm: str | None, to: str | None, active_years: int | None, svg: Path | None,
    as_of: str | None, known_on: str | None, known_seq: int | None,
) -> None:  # fmt: skip
    """Whether a list's numbers grow or shrink, and why.

    For each period: the players with a number, their mean and deciles, who came and who stopped playing, the points
    put in and taken out by cause, and how the numbers of those who played moved. The causes add up to the change of
    the sum of all numbers exactly.

    LIST is a list of the ledger or any other, also one edition of it (elo:elo-16-32): then it is run over the games
    of the ledger, and nothing is booked.

    \b
    Example:
        selo pool selo --by year
        selo pool elo:elo-16-32 --from 2024-01-01 --active-years 2
    """
    from projections.answers.reading import Question, whole
    from projections.trials.pool import Asked, pool

    with whole(ledger_path(), Question(as_of, known_on, known_seq), today()) as reading:
        value = pool(reading, list_name, Asked(by, frm, to, active_years))
    draw(svg, lambda: _picture(value))
    rows = value["rows"]
    answer(value, _lines(value), [flat(row) for row in rows] if chosen_format() == "csv" else rows, columns())


def _picture(value: dict[str, Any]) -> str:
    from projections.charts.pooled import pooled

    return pooled(value)


def columns() -> tuple[str, ...]:
    """Those of a flat row, so that --csv has its header without a single row too."""
    from projections.trials.causes import CAUSES

    held = [f"{name}_{part}" for name in HELD for part in ("players", "points", "mean")]
    return (
        "period", "from", "to", "players", "total", "mean", *(f"decile_{number}" for number in range(11)),
        *held[:3], "entered_otherwise", *held[3:], "active", *(f"cause_{cause}" for cause in CAUSES), "change",
        "drift_players", "drift_mean",
    )  # fmt: skip


def flat(row: dict[str, Any]) -> dict[str, Any]:
    """A row without rows in it, for a spreadsheet."""
    found: dict[str, Any] = {}
    for name, value in row.items():
        if name == "deciles":
            found |= {f"decile_{number}": value[number] if value else None for number in range(11)}
        elif name == "causes":
            found |= {f"cause_{cause}": amount for cause, amount in value.items()}
        elif name == "entered_otherwise":
            found["entered_otherwise"] = sum(held["players"] for held in value.values())
        elif isinstance(value, dict):
            found |= {f"{name}_{part}": of for part, of in value.items()}
        else:
            found[name] = value
    return found


def _lines(value: dict[str, Any]) -> Iterator[str]:
    rows = value["rows"]
    if not rows:
        yield f"no entry on {value['list']}"
        return
    if value["openings_from"] != value["list"].partition(":")[0]:
        yield f"{value['list']} begins with the openings of {value['openings_from']}"
    yield from table(
        ("period", "players", "mean", "lowest", "median", "highest", "new", "at", "stopped", "back", "played", "drift"),
        [_period(row) for row in rows],
    )
    for first in range(0, len(rows), ACROSS):
        yield ""
        yield from _causes(rows[first : first + ACROSS])
    through = value["throughout"]
    if len(rows) > 1 and through["players"]:
        yield ""
        yield f"{_players(through['players'])} in every period; mean at the end of each:"
        yield "  ".join(f"{mean:.1f}" for mean in through["means"]) + f"  ({through['change']:+.1f})"


def _period(row: dict[str, Any]) -> list[Any]:
    deciles = row["deciles"] or [None] * 11
    new = row["newcomers"]
    return [
        row["period"], row["players"], _decimal(row["mean"]), deciles[0], deciles[5], deciles[10], new["players"],
        _decimal(new["mean"]), row["leavers"]["players"], row["returned"]["players"], row["active"],
        _signed(row["drift"]["mean"]),
    ]  # fmt: skip


def _causes(rows: Sequence[dict[str, Any]]) -> list[str]:
    """A row a cause, a column a period; causes that never were are left out."""
    from projections.trials.causes import CAUSES

    lines: list[list[str | None]] = [
        [cause.replace("_", " "), *(_signed(row["causes"][cause]) for row in rows), words]
        for cause, words in CAUSES.items()
        if any(row["causes"][cause] for row in rows)
    ]
    lines.append(["change", *(_signed(row["change"]) for row in rows), "of the sum of all numbers"])
    return table(("points", *(row["period"] for row in rows), ""), lines)


def _players(count: int) -> str:
    return "1 player played" if count == 1 else f"{count} players played"


def _decimal(value: float | None) -> str | None:
    return None if value is None else f"{value:.1f}"


def _signed(value: float | None) -> str | None:
    """Nothing for nothing; what is less than a twentieth is neither plus nor minus."""
    if not value:
        return None
    return "0.0" if abs(value) < 0.05 else f"{value:+.1f}"
