"""selo need."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from cli.ids import players
from cli.options import asked, times
from cli.output import answer, fields_table, json_option

if TYPE_CHECKING:
    from projections.answers.players.need import NeedAnswer


@click.command("need")
@click.argument("player", shell_complete=players)
@click.option("--target", type=click.IntRange(0, 4000), required=True, metavar="T", help="The rating to reach.")
@click.option("--against", is_flag=True, help="Before the opponents, so that the line reads well.")
@click.argument("opponents", nargs=-1, required=True, shell_complete=players)
@click.option("--minutes", type=click.IntRange(1, 1000), default=90, show_default=True, help="Minutes for 60 moves.")
@times
@json_option
def need_command(
    player: str, target: int, against: bool, opponents: tuple[str, ...], minutes: int, as_of: str | None,
    known_on: str | None, known_seq: int | None,
) -> None:  # fmt: skip
    """The least score against these opponents that brings a player to a rating, from the ledger's own ratings.

    \b
    Example:
        selo need F033 --target 2060 --against F001 F002 F010
    """
    from projections.answers.players.need import score_needed

    with asked(as_of, known_on, known_seq) as reading:
        answered = score_needed(reading, player, target, opponents, minutes)
    answer(answered, _lines(answered), answered.rows)


def _lines(answered: "NeedAnswer") -> Iterator[str]:
    who = answered.name or answered.player
    yield f"{who}: {answered.rating} on {answered.list}, {answered.games} games against {answered.average} on average"
    yield from fields_table(answered.opponents, ("player", "name", "rating"))
    yield ""
    if answered.score is None:
        yield f"no score against them reaches {answered.target}"
    else:
        yield f"{answered.score} of {answered.games} points reach {answered.target}: the rating would be {answered.new}"
    yield from fields_table(answered.rows, ("score", "new"))
