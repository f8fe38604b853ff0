"""selo titles."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import click

from cli.ids import players
from cli.options import a_day, asked, times
from cli.output import answer, fields_table, row_options

if TYPE_CHECKING:
    from projections.answers.players.titles import TitleRow

SHOWN = ("player", "name", "title", "status", "on", "tournament", "game")


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
    from ledger.answer import columns
    from projections.answers.players.titles import TitleRow, titles

    with asked(as_of, known_on, known_seq) as reading:
        answered = titles(reading, player, earned_since)
    answer(answered, _lines(answered.rows), answered.rows, columns(TitleRow, "seq", "event"))


def _lines(rows: "Sequence[TitleRow]") -> Iterator[str]:
    yield from fields_table(rows, SHOWN) if rows else ["no titles"]
    for row in rows:
        if row.event:
            cause = f"{row.event.kind} {row.event.target} {row.event.reason or ''}".rstrip()
            yield f"{row.title} of {row.player} lost its ground with seq {row.seq}: {cause}"
