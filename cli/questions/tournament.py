"""selo tournament."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from cli.ids import tournaments
from cli.options import asked, times
from cli.output import answer, row_options, table
from messages import say

if TYPE_CHECKING:
    from projections.answers.tournaments.tournament import TournamentAnswer, TournamentGame


@click.command("tournament")
@click.argument("tournament", shell_complete=tournaments)
@times
@row_options
def tournament_command(tournament: str, as_of: str | None, known_on: str | None, known_seq: int | None) -> None:
    """A tournament: header, version, what each game counted for, and the ratings before and after.

    \b
    Example:
        selo tournament kuusilahti-open-2024
    """
    from ledger.answer import columns
    from projections.answers.tournaments import tournament as question

    with asked(as_of, known_on, known_seq) as reading:
        answered = question.tournament(reading, tournament)
    answer(answered, _lines(answered), answered.games, columns(question.TournamentGame))


def _lines(answered: "TournamentAnswer") -> Iterator[str]:
    header = answered.header
    time = header.time_control or f"{header.minutes} min"
    yield f"{header.name} ({header.id})  {header.start} to {header.end}  {time}  version {answered.version}"
    for name, category in answered.categories.items():
        if category is not None:
            yield f"category {category} on {name}"
    if answered.withdrawn:
        yield "withdrawn: nothing in it counts"
    yield ""
    yield from _crosstable(answered)
    yield ""
    games = [
        (game.game, game.on, _whom(game.white, game.white_name), game.result, _whom(game.black, game.black_name),
         " ".join(game.lists) or "not rated", _why(game))
        for game in answered.games
    ]  # fmt: skip
    yield from table(("game", "on", "white", "result", "black", "rated", ""), games)
    for row in answered.not_rated:
        yield say(
            "{player} is not rated on {list}: {sentence}",
            player=row.player,
            list=row.list,
            sentence=_reason(row.why, row.section),
        )


def _whom(player: str, name: str | None) -> str:
    return f"{player} {name}" if name else player


def _crosstable(answered: "TournamentAnswer") -> list[str]:
    """Two columns a list that anybody has a rating on."""
    lists = sorted({name for row in answered.crosstable for name in row.lists}, reverse=True)
    rows = []
    for row in answered.crosstable:
        ratings = [
            rating
            for name in lists
            for rating in ((row.lists[name].before, row.lists[name].after) if name in row.lists else (None, None))
        ]
        rows.append((row.player, row.name, f"{row.points:g}", row.games, *ratings))
    headings = [f"{name} {side}" for name in lists for side in ("before", "after")]
    return table(("player", "name", "points", "games", *headings), rows)


def _why(game: "TournamentGame") -> str:
    """One reason if all lists agree on a game that is on none; otherwise one per list."""
    if not game.lists and len({reason.why for reason in game.not_on}) < 2:
        return _reason(game.why, game.section)
    return "; ".join(f"not on {reason.list}: {_reason(reason.why, reason.section)}" for reason in game.not_on)


def _reason(why: str | None, section: str | None) -> str:
    return "" if not why else f"{why} ({section})" if section else why
