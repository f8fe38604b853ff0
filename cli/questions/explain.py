"""selo explain."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from cli.ids import players, tournaments
from cli.options import asked, times
from cli.output import answer, json_option
from cli.which_list import LIST

if TYPE_CHECKING:
    from projections.answers.players.explain import ExplainAnswer
    from rulebooks.protocol import Sheet


@click.command("explain")
@click.argument("player", shell_complete=players)
@click.argument("tournament", shell_complete=tournaments, required=False)
@click.option("--list", "list_name", type=LIST, help="One list; without it all.")
@times
@json_option
def explain_command(
    player: str,
    tournament: str | None,
    list_name: str | None,
    as_of: str | None,
    known_on: str | None,
    known_seq: int | None,
) -> None:
    """Why a rating came out as it did: every game, every term, the exact sum and the rounding. Games that were not
    rated say why. TOURNAMENT may also be one unit (league-2024/3.2), or the word opening or ruling; without it, the
    last entry is explained.

    \b
    Examples:
        selo explain F033 kuusilahti-open-2024
        selo explain F033
    """
    from projections.answers.players.explain import explain

    with asked(as_of, known_on, known_seq) as reading:
        answered, sheets = explain(reading, player, tournament, list_name)
    answer(answered, _lines(answered, sheets))


def _lines(answered: "ExplainAnswer", sheets: "list[Sheet]") -> Iterator[str]:
    for number, sheet in enumerate(sheets):
        if number:
            yield ""
        yield from sheet.lines()
    if answered.not_rated and sheets:
        yield ""
    for row in answered.not_rated:
        what = f"game {row.game} with {row.opponent} ({row.result})" if row.game else answered.player.id
        section = f" ({row.section})" if row.section else ""
        where = f" on {row.list}" if row.list else ""
        yield f"{what} was not rated{where}: {row.why}{section}"
