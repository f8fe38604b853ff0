"""selo list selection: how selection numbers read at a command line."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cli.output import fields_table
from cli.question_commands import Otherwise, question, say_merged
from messages import say

if TYPE_CHECKING:
    from features.selection.answers import (
        BestPerformance,
        EloOnDay,
        SelectionAnswer,
        SelectionNumbers,
        SelectionRow,
    )
    from projections.answers.career import PeakReached


def _selection(answered: "SelectionAnswer") -> Iterator[str]:
    yield say(
        "period {first} to {last}",
        first=answered.period.first_day,
        last=answered.period.last_day,
    )
    if not answered.rows:
        yield say("nobody has two factors")
        return

    # the women's number is a peak and so a whole number
    digits = 0 if answered.women else 1

    def number(row: "SelectionRow") -> str:
        return say("none") if row.number is None else f"{row.number:.{digits}f}"

    yield from fields_table(
        answered.rows,
        "player name",
        ("number", number),
        ("peak", lambda row: _peak(row.peak)),
        ("Elo", lambda row: _elo(row.elo)),
        ("best performance", lambda row: _performance(row.performance)),
    )


def _merged(
    asked: "SelectionNumbers", answered: "SelectionAnswer"
) -> "SelectionAnswer":
    for row in answered.rows:
        if isinstance(row.asked, str):
            say_merged(row.asked, row.player)
    return answered


def _peak(peak: "PeakReached | None") -> str:
    """Write a peak with its day, and with tournament and game where it has them."""
    if peak is None:
        return "-"
    parts = (peak.on, peak.tournament, peak.game)
    where = " ".join(filter(None, parts))
    return f"{peak.rating} ({where})"


def _elo(elo: "EloOnDay | None") -> str:
    return "-" if elo is None else f"{elo.rating} ({elo.on})"


def _performance(best: "BestPerformance | None") -> str:
    if best is None:
        return "-"
    return say(
        "{rating} ({score}/{games}, {low} to {high})",
        rating=best.rating,
        score=f"{best.score:g}",
        games=best.games,
        low=f"{best.first.tournament} {best.first.game}",
        high=f"{best.last.tournament} {best.last.game}",
    )


list_selection_command = question(
    "features.selection.answers:SelectionNumbers",
    text=_selection,
    otherwise=Otherwise(finish=_merged),
)
