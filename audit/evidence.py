"""Read the stored rows again from their bytes: every event rehashed, the columns beside
it, the people, the tree.
"""

from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Any, NamedTuple

import msgspec

from ledger.bodies import (
    CheckpointRetracted,
    ClockResumed,
    FactReinstated,
    FactWithdrawn,
    ListPublished,
    PersonErased,
    RulesRevised,
)
from ledger.errors import Problem, SeloError, Where
from ledger.events import Envelope, decode_body, opened
from ledger.named_texts import is_seal, texts_in
from ledger.proof import hash_to_store, leaf, root
from ledger.store.as_stored import (
    EVENT_COLUMNS,
    EventRow,
    event_rows,
    hashes,
    stored_bytes,
)
from ledger.store.connection import Connection
from ledger.store.dialects.dialect import last_number_given
from ledger.store.people_facts import PeopleFacts
from messages import NOTHING, Message, say

NEWER = "newer-ledger"
_INSIDE = attrgetter(*EVENT_COLUMNS)
_UNREADABLE = (
    msgspec.MsgspecError,
    UnicodeDecodeError,
    RecursionError,
    SeloError,
)


class Finding(NamedTuple):
    """Something that should not be. `seq` is the bad event, or the first of the events
    up to `upto` that it may be.
    """

    problem: Problem
    seq: int | None = None
    upto: int | None = None
    kept: bool = False  # a checkpoint from elsewhere that is kept in the ledger says so

    @property
    def exact(self) -> int | None:
        return self.seq if self.upto is None else None


def new_finding(
    code: str, message: Message, seq: int | None = None, *, of: str | None = None
) -> Finding:
    return Finding(Problem(code, message, Where(field=of)), seq)


@dataclass
class Walk:
    """The result of one pass over the events."""

    hashes: list[bytes] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    people_facts: PeopleFacts = field(default_factory=PeopleFacts)
    published: list[tuple[int, ListPublished]] = field(default_factory=list)
    # by seal of words beside the log: the first event that has it
    texts: dict[str, int] = field(default_factory=dict)
    # whose words went with a person
    erased_texts: set[str] = field(default_factory=set)
    # of the files that tournaments were read from
    sources: set[str] = field(default_factory=set)
    # the end of the last submission that made the ledger follow another state of the
    # code
    revised: int = 0
    revising: int = 0  # that submission
    # by which corrected code was accepted
    revisions: set[int] = field(default_factory=set)
    first_bytes: bytes = b""
    # by seq: the checkpoint, whether it stands
    retractions: dict[int, tuple[int, bool]] = field(default_factory=dict)

    @property
    def retracted(self) -> dict[int, int]:
        """Return the checkpoints from elsewhere that an event took back, with the seq
        of that event.
        """
        return {
            number: seq for seq, (number, stands) in self.retractions.items() if stands
        }

    @property
    def size(self) -> int:
        return len(self.hashes)

    def root_at(self, size: int) -> bytes:
        return root(size, lambda seq: self.hashes[seq - 1])


class _PreviousEvent(NamedTuple):
    """The point that the next event must follow."""

    seq: int = 0
    recorded_at: str = ""
    submission: int = 0


def walk(connection: Any, walked: Walk) -> list[Finding]:
    """Read every event once, in order, and check the tree they make; `walked` keeps
    what a broken file still gave.
    """
    passed = _PreviousEvent()
    versions: dict[str, int] = {}
    with closing(event_rows(connection)) as rows:
        for row in rows:
            passed = _step(walked, row, passed, versions)

    return walked.findings + tree_findings(connection, walked)


def _step(
    walked: Walk, row: EventRow, passed: _PreviousEvent, versions: dict[str, int]
) -> _PreviousEvent:
    """Take one row: hash it, compare it with its columns and with what came before."""
    data = stored_bytes(row.state)
    hash_of_event = hash_to_store(
        walked.size + 1, leaf(data), lambda earlier: walked.hashes[earlier - 1]
    )
    walked.hashes.append(hash_of_event)
    walked.first_bytes = walked.first_bytes or data
    walked.findings += _gap(row.seq, passed.seq)
    try:
        envelope = opened(data)
        body = decode_body(envelope.topic, envelope.body)
    except _UNREADABLE as error:
        walked.findings.append(_unreadable_finding(row.seq, error))
        versions[row.stream] = row.version
        return passed._replace(seq=row.seq)

    differing: list[Finding] = []
    if row.columns != _INSIDE(envelope):
        differing = list(_columns(row, envelope))
    if not differing:
        differing = list(_order(envelope, passed, versions))

    walked.findings += differing
    versions[envelope.stream] = envelope.version
    _remember(walked, envelope, body)
    moment = envelope.recorded_at
    if not _resumes(envelope):
        moment = max(moment, passed.recorded_at)

    return _PreviousEvent(row.seq, moment, envelope.submission)


def _unreadable_finding(seq: int, error: Exception) -> Finding:
    """Make the finding of bytes that are no event: a kind of event that a later version
    brought, or a forged one.
    """
    code, hint = "event-unreadable", NOTHING
    if isinstance(error, SeloError):
        code, hint = NEWER, error.problems[0].hint

    message = say("event {seq} cannot be read: {error}", seq=seq, error=error)
    return Finding(Problem(code, message, hint=hint), seq)


def _resumes(envelope: Envelope) -> bool:
    """Return whether an event is of the one kind before which time may step back."""
    return envelope.topic == ClockResumed.topic


def _gap(seq: int, before: int) -> Iterator[Finding]:
    """Find events that are missing between two, or one that is out of its order."""
    if seq <= before:
        message = say("event {seq} follows event {before}", seq=seq, before=before)
        yield new_finding("event-out-of-place", message, seq)
    elif seq == before + 2:
        message = say("event {seq} is missing", seq=before + 1)
        yield new_finding("event-missing", message, before + 1)
    elif seq > before + 2:
        message = say(
            "events {first} to {last} are missing", first=before + 1, last=seq - 1
        )
        yield new_finding("event-missing", message, before + 1)


def _columns(row: EventRow, envelope: Envelope) -> Iterator[Finding]:
    """Compare the columns with the bytes, of which they are only an index."""
    for name, beside in zip(EVENT_COLUMNS, row.columns, strict=True):
        inside = getattr(envelope, name)
        if beside == inside:
            continue
        message = say(
            "event {seq}: the column {name} has {beside}, the bytes have {inside}",
            seq=row.seq,
            name=name,
            beside=repr(beside),
            inside=repr(inside),
        )
        yield new_finding("column-differs", message, row.seq)


def _order(
    envelope: Envelope, passed: _PreviousEvent, versions: Mapping[str, int]
) -> Iterator[Finding]:
    """Find what does not go on from the event before: version, moment, submission."""
    seq = envelope.seq
    before = versions.get(envelope.stream, 0)
    if envelope.version != before + 1:
        message = say(
            "event {seq} is version {version} of {stream}, which was at {before}",
            seq=seq,
            version=envelope.version,
            stream=envelope.stream,
            before=before,
        )
        yield new_finding("version-gap", message, seq)

    if envelope.recorded_at < passed.recorded_at and not _resumes(envelope):
        message = say(
            "event {seq} was recorded at {recorded_at}, after one of {before}",
            seq=seq,
            recorded_at=envelope.recorded_at,
            before=passed.recorded_at,
        )
        yield new_finding("time-backwards", message, seq)

    goes_on = envelope.submission == passed.submission
    begins = envelope.submission == seq
    if not goes_on and not begins:
        message = say(
            "event {seq} states that it came with event {submission}",
            seq=seq,
            submission=envelope.submission,
        )
        yield new_finding("submission-differs", message, seq)

    if goes_on and envelope.recorded_at != passed.recorded_at:
        message = say(
            "event {seq} came with event {submission} but has another time",
            seq=seq,
            submission=envelope.submission,
        )
        yield new_finding("submission-differs", message, seq)


def _remember(walked: Walk, envelope: Envelope, body: Any) -> None:
    """Keep what later checks ask of the events."""
    walked.people_facts.take(envelope.seq, body)
    for _, text in texts_in(body):
        if is_seal(text):
            walked.texts.setdefault(text, envelope.seq)

    if isinstance(body, PersonErased):
        walked.erased_texts.update(body.texts or ())
    match body:
        case ListPublished():
            walked.published.append((envelope.seq, body))
        case RulesRevised():
            walked.revising = envelope.submission
            walked.revisions.add(envelope.seq)
        case FactWithdrawn(withdrawn=seq) | FactReinstated(reinstated=seq) if (
            seq in walked.revisions
        ):
            walked.revising = envelope.submission
        case CheckpointRetracted(checkpoint=number):
            walked.retractions[envelope.seq] = number, True
        case FactWithdrawn(withdrawn=seq) | FactReinstated(reinstated=seq) if (
            seq in walked.retractions
        ):
            number, _ = walked.retractions[seq]
            walked.retractions[seq] = number, isinstance(body, FactReinstated)

    if envelope.submission == walked.revising:
        walked.revised = envelope.seq
    if envelope.stream.startswith("tournament:") and getattr(body, "source", None):
        walked.sources.add(body.source)


def tree_findings(connection: Connection, walked: Walk) -> list[Finding]:
    """Find the first event that does not fit the hash stored with it, or that events
    were cut off.
    """
    stored = hashes(connection)
    numbered = enumerate(walked.hashes, 1)
    for (seq, hash_of_event), kept in zip(numbered, stored, strict=False):
        if (seq, hash_of_event) != tuple(kept):
            message = say("event {seq} does not fit the hash stored with it", seq=seq)
            return [new_finding("hash-differs", message, seq)]

    if len(stored) != walked.size:
        message = say(
            "there are {size} events and hashes of {count}",
            size=walked.size,
            count=len(stored),
        )
        first_alone = min(walked.size, len(stored)) + 1
        return [new_finding("tree-differs", message, first_alone)]

    return events_cut_off(connection, walked.size)


def events_cut_off(connection: Connection, last: int) -> list[Finding]:
    """Find that events behind the last one are gone.

    A copy of the ledger no longer tells, since its own numbers begin anew.
    """
    given = last_number_given(connection, "event")
    if given == last:
        return []
    message = say(
        "the last event is {size}, but {given} were stored: events were cut off",
        size=last,
        given=given,
    )
    return [new_finding("events-cut-off", message, last + 1)]


def checkpoints_cut_off(connection: Connection, last: int) -> Iterator[Finding]:
    """Find that checkpoints behind the last one are gone."""
    given = last_number_given(connection, "checkpoint")
    if given != last:
        message = say(
            "the last checkpoint is {last}, but {given} were kept",
            last=last,
            given=given,
        )
        yield new_finding("checkpoint-missing", message)
