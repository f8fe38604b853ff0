"""selo selection."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from cli.ids import players
from cli.options import asked, times
from cli.output import answer, row_options, table

if TYPE_CHECKING:
    from projections.answers.players.career import PeakReached
    from projections.answers.players.selection import BestPerformance, EloOnDay, SelectionAnswer


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
    from ledger.answer import columns
    from projections.answers.players.selection import SelectionRow, selection

    with asked(as_of, known_on, known_seq) as reading:
        answered = selection(reading, players, women)
    answer(answered, _lines(answered), answered.rows, columns(SelectionRow))


def _lines(answered: "SelectionAnswer") -> Iterator[str]:
    yield f"period {answered.period.first_day} to {answered.period.last_day}"
    # the women's number is a peak and so a whole number
    digits = 0 if answered.women else 1
    rows = [
        (
            row.player,
            row.name,
            "none" if row.number is None else f"{row.number:.{digits}f}",
            _peak(row.peak),
            _elo(row.elo),
            _best(row.performance),
        )
        for row in answered.rows
    ]
    if rows:
        yield from table(("player", "name", "number", "peak", "Elo", "best performance"), rows)
    else:
        yield "nobody has two factors"


def _peak(peak: "PeakReached | None") -> str:
    if peak is None:
        return "-"
    where = " ".join(part for part in (peak.on, peak.tournament, peak.game) if part)
    return f"{peak.rating} ({where})"


def _elo(elo: "EloOnDay | None") -> str:
    return "-" if elo is None else f"{elo.rating} ({elo.on})"


def _best(best: "BestPerformance | None") -> str:
    if best is None:
        return "-"
    ends = f"{best.first.tournament} {best.first.game} to {best.last.tournament} {best.last.game}"
    return f"{best.rating} ({best.score:g}/{best.games}, {ends})"
