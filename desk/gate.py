"""The gate before booking, the same at every door: what may be a slip is asked about, and the answer is recorded.

On a terminal and at the desk it is always asked. A program is only warned, unless the ledger's settings say that
everybody is asked.
"""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from desk.deciding import Stored
from desk.ledger_view import LedgerView
from desk.outcome import Caution, DoubtRow, caution, doubt_of
from desk.slips import MOST, slips
from exchange.json.documents import Placed
from ledger.decide.office import vouched_for
from ledger.decisions import Vouch
from ledger.errors import Refused, Where
from ledger.office import settings_of
from ledger.store.database import Connection
from projections.replay.book import Book


class Gate(NamedTuple):
    """Whether somebody is there who can be asked; what they are sure of, and of what for good: by the slip, as
    `same-day`, or by the slip and whose it is, as `same-day:autumn-open`.
    """

    asks: bool = False
    sure: Collection[str] = ()
    always: Collection[str] = ()


NOBODY_IS_ASKED = Gate()


class Met(NamedTuple):
    """What a submission met at the gate: warnings, the questions that are open, and the answers, to be recorded."""

    warnings: list[Caution]
    doubts: tuple[DoubtRow, ...]
    vouches: list[Placed]


class Doubted(Refused):
    """A refusal because questions are open; whoever is there may answer them."""

    doubts: tuple[DoubtRow, ...] = ()


def doubted(connection: Connection, stored: Stored, ledger: LedgerView, book: Book, gate: Gate) -> Met:
    """Look for slips in what was just stored and rated, and add them to those that were found in the documents."""
    likely = dict(stored.slips) | dict.fromkeys(slips(connection, stored.events, ledger, book), Where())
    rows = {
        doubt_of(slip): where for slip, where in likely.items()
        if vouched_for(ledger.timeline, slip.code, slip.tournament, slip.player) is None
    }  # fmt: skip
    warnings = [caution(row.message, where, row.doubt) for row, where in rows.items()]
    if len(stored.events) > MOST:  # a ledger that moves house: nobody answers for each of thousands
        return Met(warnings, (), [])
    answered = {row.sure: row for row in rows if row.is_answered_by((*gate.sure, *gate.always))}
    vouches = [
        Placed(Vouch(doubt=row.doubt, tournament=row.tournament, player=row.player,
                     always=row.is_answered_by(gate.always)), Where())
        for row in answered.values()
    ]  # fmt: skip
    return Met(warnings, tuple(row for row in rows if row.sure not in answered), vouches)


def refuse_doubts(connection: Connection, gate: Gate, doubts: Sequence[DoubtRow]) -> None:
    """Refuse to book what is still doubted, where it has to be asked."""
    if doubts and (gate.asks or settings_of(connection).slips == "asked"):
        refusal = Doubted([doubt.as_problem() for doubt in doubts])
        refusal.doubts = tuple(doubts)
        raise refusal
