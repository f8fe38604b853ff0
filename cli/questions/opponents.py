"""selo opponents."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from cli.ids import players
from cli.options import asked, times
from cli.output import answer, fields_table, row_options
from cli.questions.show import talk_of_merge
from cli.which_list import LIST

if TYPE_CHECKING:
    from projections.answers.players.opponents import OpponentsAnswer, Score

SHOWN = ("player", "name", "games", "won", "drawn", "lost", "score", "last")


@click.command("opponents")
@click.argument("player", shell_complete=players)
@click.option("--list", "list_name", type=LIST, help="Only games rated on it. Default: every game that was played.")
@click.option("--top", type=click.IntRange(min=1), metavar="N", help="Only the N met most often.")
@times
@row_options
def opponents_command(
    player: str, list_name: str | None, top: int | None, as_of: str | None, known_on: str | None, known_seq: int | None
) -> None:
    """Whom a player met, how often, and how it went; with White and with Black.

    \b
    Example:
        selo opponents F033 --list selo --top 5
    """
    from ledger.answer import columns
    from projections.answers.players.opponents import OpponentMet, opponents

    with asked(as_of, known_on, known_seq) as reading:
        answered = opponents(reading, player, top, list_name)
    talk_of_merge(answered.asked, answered.player.id)
    answer(answered, _lines(answered), answered.rows, columns(OpponentMet))


def _lines(answered: "OpponentsAnswer") -> Iterator[str]:
    if not answered.rows:
        yield "no game" if answered.list is None else f"no rated game on {answered.list}"
        return
    yield from fields_table(answered.rows, SHOWN, (*SHOWN[:-1], "last met"))
    yield f"with White {_points(answered.white)}, with Black {_points(answered.black)}"


def _points(score: "Score") -> str:
    return f"{score.score:g} of {score.games}"
