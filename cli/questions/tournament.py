"""selo tournament."""

from collections.abc import Iterator
from typing import Any

import click

from cli import row_columns
from cli.ids import tournaments
from cli.options import asked, times
from cli.output import answer, row_options, table


@click.command("tournament")
@click.argument("tournament", shell_complete=tournaments)
@times
@row_options
def tournament_command(tournament: str, as_of: str | None, known_on: str | None, known_seq: int | None) -> None:
    """A tournament: header, version, what each game counted for, and the numbers before and after.

    \b
    Example:
        selo tournament kuusilahti-open-2024
    """
    from projections.answers.tournaments import show

    with asked(as_of, known_on, known_seq) as reading:
        value = show(reading, tournament)
    answer(value, _tournament_lines(value), value["games"], row_columns.GAMES)


def _tournament_lines(value: dict[str, Any]) -> Iterator[str]:
    header = value["header"]
    time = header["time_control"] or f"{header['minutes']} min"
    yield f"{header['name']} ({header['id']})  {header['start']} to {header['end']}  {time}  version {value['version']}"
    if value["withdrawn"]:
        yield "withdrawn: nothing in it counts"
    lists = sorted({name for row in value["crosstable"] for name in row["lists"]}, reverse=True)
    rows = []
    for row in value["crosstable"]:
        numbers = [row["lists"].get(name, {}).get(side) for name in lists for side in ("before", "after")]
        rows.append([row["player"], row["name"], f"{row['points']:g}", row["games"], *numbers])
    names = [f"{name} {side}" for name in lists for side in ("before", "after")]
    yield ""
    yield from table(("player", "name", "points", "games", *names), rows)
    yield ""
    games = [
        (g["game"], g["on"], g["white"], g["result"], g["black"], " ".join(g["lists"]) or "not rated", _why(g))
        for g in value["games"]
    ]
    yield from table(("game", "on", "white", "result", "black", "rated", ""), games)
    for row in value["not_rated"]:
        yield f"{row['player']} is not rated on {row['list']}: {_reason(row)}"


def _why(game: dict[str, Any]) -> str:
    """Once where every list says the same of a game that is on none; else each list with its reason."""
    if not game["lists"] and len({row["why"] for row in game["not_on"]}) < 2:
        return _reason(game)
    return "; ".join(f"not on {row['list']}: {_reason(row)}" for row in game["not_on"])


def _reason(row: dict[str, Any]) -> str:
    return "" if not row["why"] else f"{row['why']} ({row['section']})" if row["section"] else str(row["why"])
