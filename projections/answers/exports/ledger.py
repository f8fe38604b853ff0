"""`selo export ledger`: every document in the order it was recorded, a line each."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from ledger.bodies import ListPublished, PublishedRow
from ledger.events import Event
from ledger.outgoing import EndMark, read_end_mark, with_end_mark
from ledger.proof import text_of
from ledger.sealed import PlayerRegistered
from ledger.store import checkpoints
from ledger.store.events import events_after
from ledger.timeline import Timeline
from ledger.to_documents import as_fields, by_document, document_of
from messages.answer import UNSET, Answer, Moment, UnsetType, json_text
from projections.answers.asking import Asked
from projections.answers.reading import Basis, Reading
from projections.tables.lookups import Index


class SealedPerson(Answer, frozen=True, kw_only=True):
    """What seals the details of a person: the salts, and the digests over both that are in the event."""

    salt: str | None
    details: str
    seal: str | UnsetType = UNSET
    seal_salt: str | UnsetType = UNSET


class FrozenList(Answer, frozen=True, kw_only=True):
    """What a publication froze; each row is player, rating, games, normal_games, established, last_played."""

    revision: int
    known_seq: int
    rules: str
    sha256: str
    rows: tuple[PublishedRow, ...]


class LedgerLine(Answer, frozen=True, kw_only=True):
    """A document, and beside it what it alone does not say."""

    submission: int
    seq: int
    recorded_at: Moment
    actor: str
    document: dict[str, Any]
    digest: str | UnsetType | None = UNSET
    people: dict[str, SealedPerson] | UnsetType = UNSET
    published: FrozenList | UnsetType = UNSET


class ExportLedgerAnswer(Answer, frozen=True, kw_only=True):
    """The answer of `export ledger --json`."""

    lines: tuple[LedgerLine, ...]
    basis: Basis
    end: EndMark


class ExportLedger(Asked, frozen=True, kw_only=True):
    """Every document in the order it was recorded. It holds names: keep it like a backup."""

    costly = True

    def ask(self, reading: Reading) -> ExportLedgerAnswer:
        return export_ledger_answer(reading)


class SourceDocument(NamedTuple):
    """One document with its events, and the timeline before them."""

    document: dict[str, Any]
    events: Sequence[Event]
    before: Timeline


def documents_in_order(reading: Reading) -> Iterator[SourceDocument]:
    """Yield every known document in the order in which it was recorded."""
    timeline, index = Timeline(), Index(reading.events)
    for events in by_document(events_after(reading.events, 0, reading.known_seq)):
        yield SourceDocument(as_fields(document_of(events, timeline, index.person_then)), events, timeline)
        for event in events:
            timeline.apply(event)


def line_of(source: SourceDocument) -> LedgerLine:
    """Return the line of a document: the document, when it was recorded and by whom."""
    last = source.events[-1]
    return LedgerLine(
        submission=last.submission,
        seq=last.seq,
        recorded_at=last.recorded_at,
        actor=last.actor,
        document=source.document,
    )


def ledger_lines(reading: Reading) -> Iterator[LedgerLine]:
    """Yield a line for every document, with its digest, the seals of the people in it, and what a publication froze."""
    for source in documents_in_order(reading):
        last = source.events[-1]
        line = line_of(source)
        yield LedgerLine(
            submission=line.submission,
            seq=line.seq,
            recorded_at=line.recorded_at,
            actor=line.actor,
            document=line.document,
            digest=last.digest,
            people=_people(reading, source.events) or UNSET,
            published=_frozen(last.body) if isinstance(last.body, ListPublished) else UNSET,
        )


def exported_text(reading: Reading) -> Iterator[str]:
    """Yield the lines as they are written, with the mark that ends them."""
    stored = checkpoints.head(reading.events)
    return with_end_mark(map(json_text, ledger_lines(reading)), stored.size, text_of(stored.root))


def export_ledger_answer(reading: Reading) -> ExportLedgerAnswer:
    """Return the whole export as one value."""
    lines = tuple(ledger_lines(reading))
    stored = checkpoints.head(reading.events)
    *_, last = with_end_mark(map(json_text, lines), stored.size, text_of(stored.root))
    end = read_end_mark(last.encode())
    assert end is not None
    return ExportLedgerAnswer(lines=lines, basis=reading.basis(), end=end)


def _people(reading: Reading, events: Sequence[Event]) -> dict[str, SealedPerson]:
    bodies = [event.body for event in events if isinstance(event.body, PlayerRegistered)]
    return {
        body.player: SealedPerson(
            salt=reading.index.salt(body.player), details=body.details, seal=body.seal or UNSET,
            seal_salt=body.salt or UNSET,
        )
        for body in bodies
    }  # fmt: skip


def _frozen(body: ListPublished) -> FrozenList:
    return FrozenList(
        revision=body.revision, known_seq=body.known_seq, rules=body.rules, sha256=body.sha256, rows=body.rows
    )
