"""What a submitted list came to."""

from desk.outcome import Caution, Move, Outcome, Receipt
from ledger.answer import UNSET, Answer, UnsetType


class ListFacts(Answer, frozen=True, kw_only=True):
    """The list as it was read. `here`, `new`: how many of its people are in the ledger, and would be registered."""

    file: str
    format: str
    on: str
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
    preview: str | UnsetType = UNSET


def list_report(facts: ListFacts, outcome: Outcome, dry_run: bool) -> ListSubmitted:
    return ListSubmitted(
        source=facts,
        recorded=outcome.recorded,
        moved=outcome.moved,
        warnings=outcome.warnings,
        dry_run=True if dry_run else UNSET,
    )
