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
from projections.tables.entries import Span, figures_of


def moves_of_events(path: str, seqs: Iterable[int], now: str) -> tuple[Move, ...]:
    """Return the current ratings that moved when these events were recorded, with the
    numbers of then.
    """
    with reading(path, Question(), now) as at:
        submissions = set()
        for seq in seqs:
            submission = at.submission_of(seq)
            if submission is not None:
                submissions.add(submission)

        moves: list[Move] = []
        for first, last in sorted(submissions):
            moves += _moves(at, first - 1, last)
    return tuple(moves)


def _moves(at: Reading, before_it: int, step: int) -> Iterator[Move]:
    """Yield what a submission moved, by player and list: the rating as known before it
    and with it.
    """

    def whose(span: Span) -> tuple[str, str]:
        return span.figure.player, span.row.list

    spans = sorted(changed_spans(at, step), key=whose)
    names = names_of(at, sorted({span.figure.player for span in spans}))
    before = at.at(at.as_of, before_it)
    with_it = at.at(at.as_of, step)
    for (player, list_name), _ in groupby(spans, key=whose):
        earlier_day, earlier = _last_entry(before, list_name, player)
        later_day, later = _last_entry(with_it, list_name, player)
        if earlier != later:
            yield Move(
                player=player,
                list=list_name,
                on=later_day or earlier_day,
                before=earlier,
                after=later,
                name=names.get(player),
            )


def _last_entry(known: Reading, list_name: str, player: str) -> tuple[str, int | None]:
    """Return the day and the number of somebody's last entry; "" and None where they
    have none.
    """
    day, rating = "", None
    rows = known.own_rows.in_force(list_name, player, known.cut)
    for row in rows:
        for figure in figures_of(row, player):
            day, rating = row.on, figure.after
    return day, rating
