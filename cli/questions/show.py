"""selo show."""

from collections.abc import Iterator
from typing import Any

import click

from cli.ids import players
from cli.options import asked, times
from cli.output import answer, json_option, table, talk


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
        selo show F033 --as-of 2023-06-30 --known-on 2024-06-01
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
