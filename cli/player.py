"""show and history: the questions about one player, the ones asked most."""

from collections.abc import Iterator
from typing import Any

import click

from cli import row_columns
from cli.completion import players
from cli.options import asked, times
from cli.output import answer, json_option, row_options, table, talk
from cli.which_list import LIST


def _said_as(value: dict[str, Any]) -> None:
    if "asked" in value:
        talk(f"{value['asked']} was merged into {value['player']['id']}")


@click.command("show")
@click.argument("player", shell_complete=players)
@times
@json_option
def show_command(player: str, as_of: str | None, known_on: str | None, known_seq: int | None) -> None:
    """A player's numbers, peaks and titles.

    \b
    Example:
        selo show F033 --as-of 2024-06-30 --known-on 2025-06-01
    """
    from projections.answers.players import show

    with asked(as_of, known_on, known_seq) as reading:
        value = show(reading, player)
    _said_as(value)
    answer(value, _show_lines(value))


def _show_lines(value: dict[str, Any]) -> Iterator[str]:
    who = value["player"]
    details = [who["federation"], who["club"], who["born"]]
    yield f"{who['name'] or 'name erased'} ({who['id']})  " + "  ".join(str(d) for d in details if d)
    rows = []
    live = ("live",) if any("live" in found for found in value["lists"].values()) else ()
    for name, found in value["lists"].items():
        peak = found["peak"]
        where = [peak["on"], peak["tournament"], peak["game"]] if peak else []
        beside = [found.get("live")] if live else []
        rows.append((name, found["rating"] if found["rating"] is not None else "-", *beside, _state(found),
                     found["games"], found["normal_games"], peak["rating"] if peak else None,
                     " ".join(str(part) for part in where if part)))  # fmt: skip
    yield from table(("list", "rating", *live, "", "games", "normal-time", "peak", "reached"), rows)
    for title in value["titles"]:
        reached = " ".join(str(p) for p in (title["on"], title["tournament"], title["game"]) if p)
        yield f"{title['title']}: {title['status']} ({reached})"


def _state(found: dict[str, Any]) -> str:
    if "struck_off" in found:
        return "struck off"
    if found["rating"] is None:
        return "on the next list" if found.get("live") is not None else ""
    return "established" if found["established"] else "new"


@click.command("history")
@click.argument("player", shell_complete=players)
@click.option("--list", "list_name", type=LIST, help="Default: the first one the ledger keeps.")
@click.option("--all-versions", is_flag=True, help="Superseded rows too, with the seqs they were known between.")
@times
@row_options
def history_command(
    player: str,
    list_name: str | None,
    all_versions: bool,
    as_of: str | None,
    known_on: str | None,
    known_seq: int | None,
) -> None:
    """A player's changes, one row a unit.

    \b
    Example:
        selo history F033 --list selo --as-of 2024-06-30
    """
    from projections.answers.players import history

    with asked(as_of, known_on, known_seq) as reading:
        value = history(reading, player, list_name or reading.first_list(), all_versions)
    _said_as(value)
    columns = ["on", "unit", "before", "after", "games", "score", "expected", "coefficient", "bonus", "seq"]
    columns += ["known_from", "known_to"] if all_versions else []
    rows = [[row[c] if c != "unit" else _unit(row) for c in columns] for row in value["rows"]]
    lines = table([c.replace("coefficient", "K").replace("_", " ") for c in columns], rows)
    known = (*row_columns.HISTORY, *(row_columns.VERSIONS if all_versions else ()))
    answer(value, lines if rows else [f"no entry on {value['list']}"], value["rows"], known)


def _unit(row: dict[str, Any]) -> str:
    return f"{row['unit']} (Elo taken as selo)" if row["kind"] == "elo-step" else str(row["unit"])
