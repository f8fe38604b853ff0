"""What a submission came to, frozen and typed; `--json` prints the fields in their order."""

from typing import NamedTuple, TypedDict

import msgspec

from desk.cautions import Caution
from desk.doubts import DoubtRow
from desk.receipts import Receipt
from ledger.store.receipts import LogReceipt
from messages.answer import UNSET, Answer, Date, UnsetType


class Move(Answer, frozen=True, kw_only=True):
    """A player's current rating before and after the submission; None: not on the list."""

    player: str
    list: str
    on: Date
    before: int | None
    after: int | None
    name: str | None = None


class EntryChange(Answer, frozen=True, kw_only=True):
    """An entry that changes, recent or long past: its rating before and after, None
    where there is no entry.
    """

    player: str
    list: str
    unit: str
    on: Date
    before: int | None
    after: int | None
    name: str | None = None


class LostTitle(Answer, frozen=True, kw_only=True):
    """A title that nobody's games support any more."""

    player: str
    name: str | None
    list: str
    title: str


class Playing(NamedTuple):
    """A tournament of a preview: its first and last day, and who plays in it, by id and
    name.
    """

    tournament: str
    start: str
    end: str
    players: tuple[tuple[str, str | None], ...]


class Unlicensed(Answer, frozen=True, kw_only=True):
    """Somebody in a previewed tournament without a licence that is paid and covers its
    first and its last day.
    """

    tournament: str
    player: str
    name: str | None
    state: str


class Fates(Answer, frozen=True, kw_only=True):
    """How many games of some tournaments are rated on each list, and how many are not,
    by reason.
    """

    rated: dict[str, int]
    not_rated: dict[str, int]


class Outcome(Answer, frozen=True, kw_only=True):
    """Everything a submission came to. `fates` is there when a file of games was booked
    or previewed in full.
    """

    recorded: tuple[Receipt, ...] = ()
    moved: tuple[Move, ...] = ()
    warnings: tuple[Caution, ...] = ()
    entries: tuple[EntryChange, ...] = ()
    fates: Fates | None = None
    lost_titles: tuple[LostTitle, ...] = ()
    receipt: LogReceipt | UnsetType = UNSET
    doubts: tuple[DoubtRow, ...] = ()  # slips that nobody vouched for
    # one digest of what is recorded and moved, where every entry was asked for
    essence: str = ""
    asked_about: str = ""  # and one of every question, answered or not
    playing: tuple[Playing, ...] = ()  # in the new tournaments of a preview
    # those of the warnings that no preview has: what an erasure could not reach
    afterwards: tuple[Caution, ...] = ()

    def warned_first(self, warnings: tuple[Caution, ...]) -> "Outcome":
        """Return the outcome with more warnings, before its own."""
        return msgspec.structs.replace(self, warnings=warnings + self.warnings)


class Submitted(Answer, frozen=True, kw_only=True):
    """What submitted documents answer with; a preview says so, and shows every entry
    that would change.
    """

    recorded: tuple[Receipt, ...]
    moved: tuple[Move, ...]
    warnings: tuple[Caution, ...]
    dry_run: bool | UnsetType = UNSET
    entries: tuple[EntryChange, ...] | UnsetType = UNSET
    lost_titles: tuple[LostTitle, ...] | UnsetType = UNSET
    doubts: tuple[DoubtRow, ...] | UnsetType = UNSET
    receipt: LogReceipt | UnsetType = UNSET
    preview: str | UnsetType = UNSET
    unlicensed: tuple[Unlicensed, ...] | UnsetType = UNSET


def submitted_answer(outcome: Outcome, dry_run: bool) -> Submitted:
    """Return what is answered for an outcome, booked or, as a dry run, previewed."""
    return Submitted(**fields_of_report(outcome, dry_run))


class ReportFields(TypedDict):
    """The part of an outcome that every report has: everything that somebody who
    decides by a preview decides on.
    """

    recorded: tuple[Receipt, ...]
    moved: tuple[Move, ...]
    warnings: tuple[Caution, ...]
    dry_run: bool | UnsetType
    entries: tuple[EntryChange, ...] | UnsetType
    lost_titles: tuple[LostTitle, ...] | UnsetType
    doubts: tuple[DoubtRow, ...] | UnsetType
    receipt: LogReceipt | UnsetType


def fields_of_report(outcome: Outcome, dry_run: bool) -> ReportFields:
    """Return what every report tells of an outcome.

    Only a dry run tells every entry: what was booked can be asked for.
    """
    return ReportFields(
        recorded=outcome.recorded,
        moved=outcome.moved,
        warnings=outcome.warnings,
        dry_run=True if dry_run else UNSET,
        entries=outcome.entries if dry_run else UNSET,
        lost_titles=outcome.lost_titles or UNSET,
        doubts=outcome.doubts or UNSET,
        receipt=outcome.receipt,
    )
