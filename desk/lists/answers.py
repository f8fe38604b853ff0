"""Say what a submitted list answers with."""

from desk.cautions import Caution
from desk.doubts import DoubtRow
from desk.outcomes import EntryChange, LostTitle, Move, Outcome, fields_of_report
from desk.receipts import Receipt
from ledger.store.receipts import LogReceipt
from messages.answer import UNSET, Answer, Date, UnsetType


class ListFacts(Answer, frozen=True, kw_only=True):
    """The list as it was read. `here`, `new`: how many of its people are in the ledger,
    and would be registered.
    """

    file: str
    format: str
    on: Date
    list: str | UnsetType = UNSET
    people: int
    here: int | UnsetType = UNSET
    new: int | UnsetType = UNSET


class ListSubmitted(Answer, frozen=True, kw_only=True):
    """What a submitted list answers with."""

    source: ListFacts
    recorded: tuple[Receipt, ...]
    moved: tuple[Move, ...]
    warnings: tuple[Caution, ...]
    dry_run: bool | UnsetType = UNSET
    entries: tuple[EntryChange, ...] | UnsetType = UNSET
    lost_titles: tuple[LostTitle, ...] | UnsetType = UNSET
    doubts: tuple[DoubtRow, ...] | UnsetType = UNSET
    receipt: LogReceipt | UnsetType = UNSET
    preview: str | UnsetType = UNSET


def list_report(facts: ListFacts, outcome: Outcome, dry_run: bool) -> ListSubmitted:
    return ListSubmitted(source=facts, **fields_of_report(outcome, dry_run))
