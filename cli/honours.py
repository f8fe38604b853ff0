"""titles, performance, selection."""

from collections.abc import Iterator
from typing import Any

import click

from cli import row_columns
from cli.completion import players, tournaments
from cli.options import a_day, asked, times
from cli.output import answer, json_option, row_options, table
from cli.which_list import LIST


@click.command("titles")
@click.argument("player", shell_complete=players, required=False)
@click.option(
    "--earned-since",
    callback=a_day,
    metavar="DAY",
    help="Only those reached on this day or later, and still supported.",
)
@times
@row_options
def titles_command(
    player: str | None, earned_since: str | None, as_of: str | None, known_on: str | None, known_seq: int | None
) -> None:
    """Titles: held, earned (M awaiting confirmation), or no longer supported after a correction.

    \b
    Example:
        selo titles --earned-since 2025-01-01
    """
    from projections.answers.honours import titles

    with asked(as_of, known_on, known_seq) as reading:
        value = titles(reading, player, earned_since)
    columns = ("player", "name", "title", "status", "on", "tournament", "game")
    rows = [[row.get(c) for c in columns] for row in value["rows"]]
    lines = table(columns, rows) if rows else ["no titles"]
    for row in value["rows"]:
        if row.get("event"):
            event = row["event"]
            lines.append(f"{row['title']} of {row['player']} lost its ground with seq {row['seq']}: "
                         f"{event['kind']} {event['target']} {event['reason'] or ''}".rstrip())  # fmt: skip
    answer(value, lines, value["rows"], row_columns.TITLES)


@click.command("performance")
@click.argument("player", shell_complete=players)
@click.option("--from", "frm", callback=a_day, metavar="DAY")
@click.option("--to", callback=a_day, metavar="DAY")
@click.option("--tournament", shell_complete=tournaments, metavar="T")
@click.option("--last", type=click.IntRange(min=1), metavar="N", help="The last N rated games.")
@click.option("--list", "list_name", type=LIST, help="Default: the first one the ledger keeps.")
@times
@json_option
def performance_command(
    player: str, list_name: str | None, as_of: str | None, known_on: str | None, known_seq: int | None, **which: Any
) -> None:
    """The performance (7.6, 7.10) over a period, a tournament or the last games, and whether it is reliable (5.5).

    \b
    Example:
        selo performance F033 --tournament kuusilahti-open-2024
    """
    from projections.answers.honours import performance

    with asked(as_of, known_on, known_seq) as reading:
        value = performance(reading, player, list_name or reading.first_list(), **which)
    found = value["performance"]
    answer(value, [
        f"{value['player']['name']}: {value['score']:g} of {value['games']} against {value['average']} on average, "
        f"{value['from']} to {value['to']}",
        f"performance {found if found is not None else 'none: 0 or 100 percent'}"
        + (", reliable" if value["reliable"] else ", not reliable (5.5)" if found is not None else ""),
    ])  # fmt: skip


@click.command("selection")
@click.argument("players", shell_complete=players, nargs=-1, metavar="[PLAYER]...")
@click.option("--women", is_flag=True, help="The women's number (5.7): the period peak alone.")
@times
@row_options
def selection_command(
    players: tuple[str, ...], women: bool, as_of: str | None, known_on: str | None, known_seq: int | None
) -> None:
    """Selection numbers on a day with their factors and where each was reached.

    \b
    Example:
        selo selection F001 F002 --as-of 2025-12-31
    """
    from projections.answers.honours import selection

    with asked(as_of, known_on, known_seq) as reading:
        value = selection(reading, players, women)
    answer(value, _selection_lines(value), value["rows"], row_columns.SELECTION)


def _selection_lines(value: dict[str, Any]) -> Iterator[str]:
    yield f"period {value['period']['from']} to {value['period']['to']}"
    rows = []
    for row in value["rows"]:
        shown = "{:.0f}" if value["women"] else "{:.1f}"
        number = "none" if row["number"] is None else shown.format(row["number"])
        rows.append(
            (row["player"], row["name"], number, _factor(row["peak"]), _factor(row["elo"]), _run(row["performance"]))
        )
    if rows:
        yield from table(("player", "name", "number", "peak", "Elo", "best performance"), rows)
    else:
        yield "nobody has two factors"


def _factor(found: dict[str, Any] | None) -> str:
    if found is None:
        return "-"
    where = " ".join(str(found[k]) for k in ("on", "tournament", "game") if found.get(k))
    return f"{found['rating']} ({where})"


def _run(found: dict[str, Any] | None) -> str:
    if found is None:
        return "-"
    first, last = found["from"], found["to"]
    ends = f"{first['tournament']} {first['game']} to {last['tournament']} {last['game']}"
    return f"{found['rating']} ({found['score']:g}/{found['games']}, {ends})"
