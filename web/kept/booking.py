"""A draft previewed against today's ledger, or booked: the same way as a file that is submitted at once.

A preview by its name: a digest of what is to be booked, of the answers, and of all that would come of it.

An officer books the preview that they looked at, by its name. Where anything would come out differently, nothing is
booked, and they are shown what differs now. The name holds digests only, so nothing of a preview is kept.
"""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple, Protocol

import msgspec

from desk import Move, Outcome, Receipt, Submitted, submitted
from desk.files import Settings, read_sidecar
from desk.files.open_file import NamedFile
from desk.games.proposal import GamesProposal
from desk.games.report import FileSubmitted
from desk.gate import NOBODY_IS_ASKED, Gate
from desk.ledger_view import LedgerView
from desk.lists import (
    LIST_KINDS,
    OPENINGS,
    FideList,
    ListSettings,
    ListSubmitted,
    Wanted,
    day_told,
    list_kind,
    openings_told,
    read_list_settings,
)
from desk.lists.national import OpeningList
from desk.named_files import proposal_at, remember_answers
from desk.submit import Outside, PreparedSubmission, submit
from exchange.json.documents import Placed
from exchange.json.files import read
from exchange.recognise import Kind, kind_of
from ledger.errors import Conflict, Problem
from ledger.store.checkpoints import receipt_of
from ledger.store.database import snapshot
from ledger.store.events import event_at
from messages import Message, joined, say, template
from messages.answer import UNSET
from web.kept.drafts import Draft, DraftRow, agree, booked_before, forget, settle, waiting
from web.kept.four_eyes import BOOKED

NAMED = 10  # ratings in a message
_LENGTHS = (24, 24, 40)
_PARTS = (
    template("its content changed since {what} was looked at"),
    template("the answers about it changed since {what} was looked at"),
)
HINT = say("look at it again, and book what you see then")


class Shown(NamedTuple):
    """The content and answers that a preview was made of. `what`: how messages call it."""

    what: Message
    content: bytes
    answers: bytes = b""

    def name(self, outcome: Outcome) -> str:
        """Name the preview that came to this outcome."""
        return "-".join((*self._given(), _cut(outcome.essence, 2)))

    def check(self, preview: str, outcome: Outcome | None = None) -> None:
        """Refuse to book anything but what was shown: once before any work is done, and again with what came of it."""
        parts = preview.split("-")
        if tuple(map(len, parts)) != _LENGTHS:
            raise Conflict(Problem("preview-differs", say("no preview of this is named"), hint=HINT))
        now = (*self._given(), parts[2] if outcome is None else _cut(outcome.essence, 2))
        problems = [
            Problem("preview-differs", self._message(part, outcome), hint=HINT)
            for part, (shown, present) in enumerate(zip(parts, now, strict=True))
            if shown != present
        ]
        if problems:
            raise Conflict(problems)

    def _given(self) -> tuple[str, ...]:
        return tuple(
            _cut(hashlib.sha256(part).hexdigest(), number) for number, part in enumerate((self.content, self.answers))
        )

    def _message(self, part: int, outcome: Outcome | None) -> Message:
        if part < 2 or outcome is None:
            return say(_PARTS[part], what=self.what)
        moves = [*map(_in_words, outcome.moved[:NAMED])] or [say("no current rating")]
        if len(outcome.moved) > NAMED:
            moves.append(say("and {count} more", count=len(outcome.moved) - NAMED))
        return say(
            "the ledger changed since {what} was looked at; it would move now: {moves}",
            what=self.what,
            moves=joined(moves),
        )


def _cut(digest: str, part: int) -> str:
    return digest[: _LENGTHS[part]].ljust(_LENGTHS[part], "0")


def _in_words(move: Move) -> Message:
    before, after = (say("none") if rating is None else rating for rating in (move.before, move.after))
    return say("{player} on {list} {before} -> {after}", player=move.player, list=move.list, before=before, after=after)


Report = Submitted | FileSubmitted | ListSubmitted


class Done(NamedTuple):
    """A draft that was previewed or booked: the report as it is answered, and everything that came of it.

    The report of a preview names it.
    """

    report: Report
    outcome: Outcome


class Prepared(Protocol):
    """A draft's content on its way in: it is prepared, and can report what came of it."""

    def prepare(self, ledger: LedgerView) -> PreparedSubmission: ...

    def report(self, outcome: Outcome) -> Report: ...


class ReadDocuments:
    """A draft of documents, all of them read already."""

    def __init__(self, documents: Sequence[Placed], preview: bool) -> None:
        self._documents, self._preview = documents, preview

    def prepare(self, ledger: LedgerView) -> PreparedSubmission:
        return PreparedSubmission(self._documents)

    def report(self, outcome: Outcome) -> Submitted:
        return submitted(outcome, self._preview)


def documents_in(draft: Draft) -> list[Placed]:
    """Read the documents of a draft; a file of games has none of its own."""
    if kind_of(draft.row.name, draft.content) != "json":
        return []
    return [_keyed(placed, draft.row, number) for number, placed in enumerate(read(draft.row.name, draft.content), 1)]


def preview_draft(
    ledger: str, number: int, outside: Outside, reason: str | None = None, wait: float = 30, copy: str | None = None,
    by_year: bool = False,
) -> Done:  # fmt: skip
    """Preview what booking a draft now would record and move, and what is still to be answered.

    `copy`: of the ledger, to try it on; else it is tried under the lock of the ledger itself, and gives way to whoever
    books. `by_year`: for somebody who may not see days of birth.
    """
    draft = waiting(ledger, number)
    prepared = _prepared(ledger, draft, reason, preview=True)
    outcome = submit(
        copy or ledger, prepared.prepare, outside, dry_run=True, wait=wait, gives_way=True, by_year=by_year
    )
    report = msgspec.structs.replace(prepared.report(outcome), preview=_shown(draft).name(outcome))
    return Done(report, outcome)


def book_draft(
    ledger: str, number: int, outside: Outside, reason: str | None = None, wait: float = 30,
    allowed: Callable[[Draft], None] = lambda draft: None, preview: str | None = None,
    decided: Callable[[Draft, Outcome, str], None] = lambda draft, outcome, name: None, key: str | None = None,
    gate: Gate = NOBODY_IS_ASKED,
) -> Done:  # fmt: skip
    """Book a draft in the name of whoever books it; a note says whose draft it was.

    `preview`: the one they looked at. `decided` is called with the outcome and the name of that preview, and may
    refuse. `key`: the same person who sends it again gets the first answer again. Should the machine stop between
    booking and settling, booking again finds everything recorded already.
    """
    if key is not None and (seqs := booked_before(ledger, number, outside.actor, key)) is not None:
        return _again(ledger, seqs)
    draft = waiting(ledger, number)
    allowed(draft)
    shown = _shown(draft)
    if preview is not None:
        shown.check(preview)
    prepared = _prepared(ledger, draft, reason, preview=False)

    def noted(view: LedgerView) -> PreparedSubmission:
        made = prepared.prepare(view)
        return replace(made, documents=[_noted(placed, draft.row, outside.actor) for placed in made.documents])

    def agreed(outcome: Outcome) -> None:
        if preview is not None:
            shown.check(preview, outcome)
        decided(draft, outcome, shown.name(outcome))

    outcome = submit(
        ledger, noted, outside, wait=wait, beside=lambda path, erased: forget(path, erased, but=number), agreed=agreed,
        gate=gate,
    )  # fmt: skip
    if isinstance(prepared, GamesProposal):
        remember_answers(ledger, [prepared])
    seqs = tuple(receipt.seq for receipt in outcome.recorded)
    settle(ledger, number, BOOKED, seqs, outside.actor, outside.now(), key)
    return Done(prepared.report(outcome), outcome)


def _again(ledger: str, seqs: Sequence[int]) -> Done:
    """Answer with what was recorded first, as for documents that are sent again."""
    with snapshot(ledger) as connection:
        events = [event for seq in seqs if (event := event_at(connection, seq)) is not None]
        receipt = receipt_of(connection, seqs)
    receipts = tuple(Receipt(seq=event.seq, kind=event.kind, target=event.target, repeated=True) for event in events)
    outcome = Outcome(recorded=receipts, receipt=receipt or UNSET)
    return Done(submitted(outcome, False), outcome)


def agree_to(ledger: str, draft: Draft, preview: str, done: Done, by: str, now: str) -> DraftRow:
    """Write down that somebody decided on this preview, if it is what booking would come to now."""
    _shown(draft).check(preview, done.outcome)
    return agree(ledger, draft.row.number, preview, by, now)


def _shown(draft: Draft) -> Shown:
    return Shown(say("draft {number}", number=draft.row.number), draft.content, draft.settings or b"")


def check_answers(draft: Draft, name: str, answers: bytes) -> None:
    """Refuse answers that do not fit such a file, in words; `name` says where the answers come from."""
    reads = read_list_settings if list_kind(draft.row.name, draft.content) in LIST_KINDS else read_sidecar
    reads(name, answers)


def _prepared(ledger: str, draft: Draft, reason: str | None, preview: bool) -> Prepared:
    name, kind = draft.row.name, list_kind(draft.row.name, draft.content)
    if kind == "json":
        return ReadDocuments(documents_in(draft), preview)
    if kind in LIST_KINDS:
        return _list_in(ledger, draft, kind, preview)
    settings = read_sidecar("settings", draft.settings) if draft.settings else Settings()
    return proposal_at(ledger, NamedFile(name, draft.content), settings, (), reason, preview)


def _list_in(ledger: str, draft: Draft, kind: Kind | None, preview: bool) -> Prepared:
    name, content = draft.row.name, draft.content
    answers = read_list_settings("settings", draft.settings) if draft.settings else ListSettings()
    if kind == OPENINGS:
        list_name, on = openings_told(answers, name)
        return OpeningList(name, list_name, on, preview, content, answers.games)
    wanted = Wanted(bool(answers.everybody), answers.federation)
    return FideList(ledger, name, day_told(answers, name), wanted, preview, content)


def _keyed(placed: Placed, row: DraftRow, number: int) -> Placed:
    """Give a document of a draft a key, so that it is recorded once even if two people book the draft at once."""
    if placed.document.key is not None:
        return placed
    key = f"draft-{row.number}-{row.created_at}-{number}"
    return placed._replace(document=msgspec.structs.replace(placed.document, key=key))


def _noted(placed: Placed, row: DraftRow, by: str) -> Placed:
    if placed.document.note is not None or row.created_by == by:
        return placed
    note = f"draft {row.number} of {row.created_by}"
    return placed._replace(document=msgspec.structs.replace(placed.document, note=note))
