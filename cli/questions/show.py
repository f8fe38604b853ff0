"""selo show."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from cli.ids import players
from cli.options import asked, times
from cli.output import answer, json_option, table, talk

if TYPE_CHECKING:
    from ledger.answer import UnsetType
    from projections.answers.players.career import PeakReached
    from projections.answers.players.show import PlayerOnList, ShowAnswer


@click.command("show")
@click.argument("player", shell_complete=players)
@times
@json_option
def show_command(player: str, as_of: str | None, known_on: str | None, known_seq: int | None) -> None:
    """A player's ratings, peaks and titles.

    \b
    Example:
        selo show F033 --as-of 2023-06-30 --known-on 2024-06-01
    """
    from projections.answers.players.show import show

    with asked(as_of, known_on, known_seq) as reading:
        shown = show(reading, player)
    talk_of_merge(shown.asked, shown.player.id)
    answer(shown, _lines(shown))


def talk_of_merge(asked_for: "str | UnsetType", player: str) -> None:
    """Whom the id asked for means now, where that is another one."""
    if isinstance(asked_for, str):
        talk(f"{asked_for} was merged into {player}")


def _lines(shown: "ShowAnswer") -> Iterator[str]:
    from ledger.answer import UNSET

    player = shown.player
    details = "  ".join(text for text in (player.federation, player.club, player.born) if text)
    yield f"{player.name or 'name erased'} ({player.id})  {details}"
    # a list that shows live ratings needs a column of its own
    live = any(on_list.live is not UNSET for on_list in shown.lists.values())
    rows = [
        (
            name,
            on_list.rating if on_list.rating is not None else "-",
            *([on_list.live if on_list.live is not UNSET else None] if live else []),
            _state(on_list),
            on_list.games,
            on_list.normal_games,
            on_list.peak.rating if on_list.peak else None,
            _where(on_list.peak),
        )
        for name, on_list in shown.lists.items()
    ]
    headings = ("list", "rating", *(("live",) if live else ()), "", "games", "normal-time", "peak", "reached")
    yield from table(headings, rows)
    for title in shown.titles:
        reached = " ".join(part for part in (title.on, title.tournament, title.game) if part)
        yield f"{title.title}: {title.status} ({reached})"


def _where(peak: "PeakReached | None") -> str:
    return "" if peak is None else " ".join(part for part in (peak.on, peak.tournament, peak.game) if part)


def _state(on_list: "PlayerOnList") -> str:
    if isinstance(on_list.struck_off, str):
        return "struck off"
    if on_list.rating is None:
        # a first rating counts from the next list on
        return "on the next list" if isinstance(on_list.live, int) else ""
    return "established" if on_list.established else "new"
