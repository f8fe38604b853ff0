"""Say once more what was moved when something was recorded: whoever sends a request
again, since its answer was lost, is answered as they were at first.

Why: docs/design/019-sent-again.md
"""

from collections.abc import Iterable, Iterator
from itertools import groupby

from desk.outcomes import Move
from projections.answers import Question
from projections.answers.career import names_of
from projections.answers.events.changed_entries import changed_spans
from projections.answers.open_reading import reading
from projections.answers.reading import Reading
from projections.tables.entries import figures_of


def moved_then(path: str, seqs: Iterable[int], now: str) -> tuple[Move, ...]:
    """Return the current ratings that moved when these events were recorded, with the
    numbers of then.
    """
    with reading(path, Question(), now) as at:
        steps = {step for seq in seqs if (step := at.step_of(seq)) is not None}
        moves = [
            move
            for first, last in sorted(steps)
            for move in _moves(at, first - 1, last)
        ]
    return tuple(moves)


def _moves(at: Reading, before_it: int, step: int) -> Iterator[Move]:
    """Yield what a submission moved, by player and list: the rating as known before it
    and with it.
    """
    spans = sorted(
        changed_spans(at, step), key=lambda span: (span.figure.player, span.row.list)
    )
    names = names_of(at, sorted({span.figure.player for span in spans}))
    before, with_it = (at.at(at.as_of, known) for known in (before_it, step))
    for (player, list_name), _ in groupby(
        spans, key=lambda span: (span.figure.player, span.row.list)
    ):
        earlier, later = (
            _last(known, list_name, player) for known in (before, with_it)
        )
        if earlier[1] != later[1]:
            on = later[0] or earlier[0]
            yield Move(
                player=player,
                list=list_name,
                on=on,
                before=earlier[1],
                after=later[1],
                name=names.get(player),
            )


def _last(known: Reading, list_name: str, player: str) -> tuple[str, int | None]:
    """Return the day and the number of somebody's last entry; "" and None where they
    have none.
    """
    day, rating = "", None
    for row in known.own_rows.in_force(list_name, player, known.cut):
        for figure in figures_of(row, player):
            day, rating = row.on, figure.after
    return day, rating
