"""Ask before booking about what may be a slip, whoever books and by whatever way, and
record the answer. What may be one is looked for in second_look/.

On a terminal and at the desk it is always asked. A program is only warned, unless the
ledger's settings say that everybody is asked. A submission of very many tournaments is
a ledger that moves house: nobody reads warnings about each of them.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from desk.cautions import Caution, caution
from desk.doubts import DoubtRow, doubt_of
from desk.ledger_view import LedgerView
from desk.recording import StoredDocuments
from ledger.decide.office import vouching_fact
from ledger.decisions import Slip, Vouch
from ledger.errors import Refused, Where
from ledger.office import settings_of
from ledger.placed import Placed
from ledger.store.connection import Connection


class SlipAnswers(NamedTuple):
    """The answers to what may be a slip: whether somebody can be asked, what they
    are sure of, and of what for good. A slip is named alone, as `same-day`, or with its
    tournament or player, as `same-day:autumn-open`.
    """

    asks: bool = False
    sure: Collection[str] = ()
    always: Collection[str] = ()


NOBODY_IS_ASKED = SlipAnswers()


class SlipsFound(NamedTuple):
    """What was found in a submission: warnings, the questions that are open, and the
    answers, to be recorded.
    """

    warnings: list[Caution]
    doubts: tuple[DoubtRow, ...]
    vouches: list[Placed]


class RefusedForDoubts(Refused):
    """A refusal because questions are open, which the person at the terminal or the
    desk may answer.
    """

    doubts: tuple[DoubtRow, ...] = ()


def sort_slips(
    stored: StoredDocuments,
    ledger: LedgerView,
    likely_slips: Iterable[Slip],
    slip_answers: SlipAnswers,
) -> SlipsFound:
    """Sort what may be a slip into open questions and answers: what was found in what
    was just stored and rated, and before that in the documents.
    """
    likely = dict(stored.slips) | dict.fromkeys(likely_slips, Where())
    rows = {
        doubt_of(slip): where
        for slip, where in likely.items()
        if vouching_fact(ledger.timeline, slip.code, slip.tournament, slip.player)
        is None
    }
    warnings = [caution(row.message, where, row.doubt) for row, where in rows.items()]
    # a ledger that moves house: nobody answers for each of thousands
    if len(stored.events) > MOST:
        return SlipsFound(warnings, (), [])

    answered = {
        row.sure: row
        for row in rows
        if row.is_answered_by((*slip_answers.sure, *slip_answers.always))
    }
    vouches = [
        Placed(
            Vouch(
                doubt=row.doubt,
                tournament=row.tournament,
                player=row.player,
                always=row.is_answered_by(slip_answers.always),
            ),
            Where(),
        )
        for row in answered.values()
    ]
    return SlipsFound(
        warnings, tuple(row for row in rows if row.sure not in answered), vouches
    )


def refuse_doubts(
    connection: Connection, slip_answers: SlipAnswers, doubts: Sequence[DoubtRow]
) -> None:
    """Refuse to book what is still doubted, where it has to be asked: some slips are
    asked about everywhere.
    """
    if not slip_answers.asks and settings_of(connection).slips != "asked":
        doubts = [row for row in doubts if row.doubt in ALWAYS_ASKED]
    if doubts:
        refusal = RefusedForDoubts([doubt.as_problem() for doubt in doubts])
        refusal.doubts = tuple(doubts)
        raise refusal


# what a program is asked as well: a file of one round would take the others along
ALWAYS_ASKED = ("rounds-struck",)
MOST = 500  # events of one submission
