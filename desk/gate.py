"""The gate before booking, the same at every door: what may be a slip is asked about, and the answer is recorded.

On a terminal and at the desk it is always asked. A program is only warned, unless the ledger's settings say that
everybody is asked.
"""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from desk.ledger_view import LedgerView
from desk.outcome import Caution, DoubtRow, caution
from desk.slips import slips
from exchange.json.documents import Placed
from ledger.errors import Refused, Where
from ledger.events import Event
from ledger.office import settings_of
from ledger.store.database import Connection
from ledger.vouching import Vouch
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


def doubted(connection: Connection, events: Sequence[Event], ledger: LedgerView, book: Book, gate: Gate) -> Met:
    """Look for slips in what was just stored and rated."""
    likely = slips(connection, events, ledger, book)
    rows = list(dict.fromkeys(slip.row() for slip in likely))
    answered = {row.sure: row for row in rows if row.is_answered_by((*gate.sure, *gate.always))}
    vouches = [
        Placed(Vouch(doubt=row.doubt, tournament=row.tournament, player=row.player,
                     always=row.is_answered_by(gate.always)), Where())
        for row in answered.values()
    ]  # fmt: skip
    warnings = [caution(row.message, Where(), row.doubt) for row in rows]
    return Met(warnings, tuple(row for row in rows if row.sure not in answered), vouches)


def refuse_doubts(connection: Connection, gate: Gate, doubts: Sequence[DoubtRow]) -> None:
    """Refuse to book what is still doubted, where it has to be asked."""
    if doubts and (gate.asks or settings_of(connection).slips == "asked"):
        refusal = Doubted([doubt.as_problem() for doubt in doubts])
        refusal.doubts = tuple(doubts)
        raise refusal
