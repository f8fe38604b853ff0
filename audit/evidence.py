"""The stored rows read again from their bytes: every event rehashed, the columns beside it, the people, the tree."""

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import msgspec

from ledger.errors import Problem, SeloError, Where
from ledger.events import (
    TOPIC_OF,
    CheckpointRetracted,
    ClockResumed,
    Envelope,
    FactReinstated,
    FactWithdrawn,
    ListPublished,
    PersonErased,
    PlayerRegistered,
    RulesRevised,
    decode_body,
)
from ledger.proof import closed, leaf, root
from ledger.store.as_stored import (
    EVENT_COLUMNS,
    event_rows,
    former_rows,
    hashes,
    last_number_given,
    person_rows,
    source_rows,
)
from ledger.store.database import Connection
from ledger.store.persons import Personal, digest, folded

NEWER = "newer-ledger"
_ENVELOPE = msgspec.json.Decoder(Envelope)


class Finding(NamedTuple):
    """Something that should not be. `seq` is the bad event, or the first of the events up to `upto` that it may be."""

    problem: Problem
    seq: int | None = None
    upto: int | None = None
    kept: bool = False  # a checkpoint from elsewhere that is kept in the ledger says so

    @property
    def exact(self) -> int | None:
        return self.seq if self.upto is None else None


@dataclass
class Walk:
    """What one pass over the events gave."""

    hashes: list[bytes] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    details: dict[str, tuple[int, str | None]] = field(default_factory=dict)  # by player: seq, digest; None: no name
    digests: dict[str, set[str]] = field(default_factory=dict)  # of all details that a player ever had
    earlier_names: dict[str, tuple[int, int]] = field(default_factory=dict)  # by player: seq, how many it states
    published: list[tuple[int, ListPublished]] = field(default_factory=list)
    sources: set[str] = field(default_factory=set)  # of the files that tournaments were read from
    revised: int = 0  # the end of the last submission that made the ledger follow another state of the code
    revising: int = 0  # that submission
    revisions: set[int] = field(default_factory=set)  # by which corrected code was accepted
    first_bytes: bytes = b""
    retractions: dict[int, tuple[int, bool]] = field(default_factory=dict)  # by seq: the checkpoint, whether it stands

    @property
    def retracted(self) -> dict[int, int]:
        """Checkpoints from elsewhere that an event took back, and the seq of that event."""
        return {number: seq for seq, (number, stands) in self.retractions.items() if stands}

    @property
    def size(self) -> int:
        return len(self.hashes)

    def root_at(self, size: int) -> bytes:
        return root(size, lambda seq: self.hashes[seq - 1])


class _Passed(NamedTuple):
    """What the next event must follow."""

    seq: int = 0
    recorded_at: str = ""
    submission: int = 0


def walk(connection: Any, walked: Walk) -> list[Finding]:
    """Every event once, in order, and the tree that comes out of it; `walked` keeps what a broken file still gave."""
    passed, versions = _Passed(), dict[str, int]()
    with closing(event_rows(connection)) as rows:
        for row in rows:
            passed = _step(walked, row, passed, versions)
    return walked.findings + tree_findings(connection, walked)


def _step(walked: Walk, row: tuple[Any, ...], passed: _Passed, versions: dict[str, int]) -> _Passed:
    """One row: hashed, compared with its columns, and with what came before."""
    seq, state = row[0], row[-1]
    data = state if isinstance(state, bytes) else str(state).encode()
    walked.hashes.append(closed(walked.size + 1, leaf(data), lambda earlier: walked.hashes[earlier - 1]))
    walked.first_bytes = walked.first_bytes or data
    walked.findings += _gap(seq, passed.seq)
    try:
        envelope = _ENVELOPE.decode(data)
        body = decode_body(envelope.topic, envelope.body)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError, SeloError) as error:
        # a kind of event that a later version brought, or a forged one
        code, hint = (NEWER, error.problems[0].hint) if isinstance(error, SeloError) else ("event-unreadable", "")
        message = f"event {seq} cannot be read: {error}"
        walked.findings.append(Finding(Problem(code, message, hint=hint), seq))
        versions[row[1]] = row[2]
        return _Passed(seq, passed.recorded_at, passed.submission)
    before = len(walked.findings)
    walked.findings += _columns(row, envelope)
    if len(walked.findings) == before:
        walked.findings += _order(envelope, passed, versions)
    versions[envelope.stream] = envelope.version
    _remember(walked, envelope, body)
    moment = max(envelope.recorded_at, "" if _resumes(envelope) else passed.recorded_at)
    return _Passed(seq, moment, envelope.submission)


def _resumes(envelope: Envelope) -> bool:
    """The one kind of event before which time may step back."""
    return envelope.topic == TOPIC_OF[ClockResumed]


def _gap(seq: int, before: int) -> Iterator[Finding]:
    if seq > before + 1:
        gone = f"event {before + 1} is" if seq == before + 2 else f"events {before + 1} to {seq - 1} are"
        yield Finding(Problem("event-missing", f"{gone} missing"), before + 1)
    elif seq <= before:
        yield Finding(Problem("event-out-of-place", f"event {seq} follows event {before}"), seq)


def _columns(row: tuple[Any, ...], envelope: Envelope) -> Iterator[Finding]:
    """The columns are only an index of what is in the bytes."""
    for name, beside in zip(EVENT_COLUMNS, row[:-1], strict=True):
        inside = getattr(envelope, name)
        if beside != inside:
            message = f"event {row[0]}: the column {name} has {beside!r}, the bytes have {inside!r}"
            yield Finding(Problem("column-differs", message), row[0])


def _order(envelope: Envelope, passed: _Passed, versions: Mapping[str, int]) -> Iterator[Finding]:
    seq, version = envelope.seq, versions.get(envelope.stream, 0) + 1
    if envelope.version != version:
        message = f"event {seq} is version {envelope.version} of {envelope.stream}, which was at {version - 1}"
        yield Finding(Problem("version-gap", message), seq)
    if envelope.recorded_at < passed.recorded_at and not _resumes(envelope):
        message = f"event {seq} was recorded at {envelope.recorded_at}, after one of {passed.recorded_at}"
        yield Finding(Problem("time-backwards", message), seq)
    together = envelope.submission == passed.submission
    if envelope.submission != (passed.submission if together else seq):
        yield Finding(
            Problem("submission-differs", f"event {seq} states that it came with event {envelope.submission}"), seq
        )
    if together and envelope.recorded_at != passed.recorded_at:
        message = f"event {seq} came with event {envelope.submission} but has another time"
        yield Finding(Problem("submission-differs", message), seq)


def _remember(walked: Walk, envelope: Envelope, body: Any) -> None:
    """Keep what later checks ask of the events."""
    match body:
        case PlayerRegistered():
            walked.details[body.player] = (envelope.seq, body.details or None)
            walked.digests.setdefault(body.player, set()).add(body.details)
            if body.earlier_names is not msgspec.UNSET:
                walked.earlier_names[body.player] = envelope.seq, body.earlier_names
        case PersonErased():
            walked.earlier_names.pop(body.player, None)
            walked.details[body.player] = (envelope.seq, None)
        case ListPublished():
            walked.published.append((envelope.seq, body))
        case RulesRevised():
            walked.revising = envelope.submission
            walked.revisions.add(envelope.seq)
        case FactWithdrawn(withdrawn=seq) | FactReinstated(reinstated=seq) if seq in walked.revisions:
            walked.revising = envelope.submission
        case CheckpointRetracted(checkpoint=number):
            walked.retractions[envelope.seq] = number, True
        case FactWithdrawn(withdrawn=seq) | FactReinstated(reinstated=seq) if seq in walked.retractions:
            walked.retractions[seq] = walked.retractions[seq][0], isinstance(body, FactReinstated)
    if envelope.submission == walked.revising:
        walked.revised = envelope.seq
    if envelope.stream.startswith("tournament:") and getattr(body, "source", None):
        walked.sources.add(body.source)


def tree_findings(connection: Connection, walked: Walk) -> list[Finding]:
    """The first event that does not fit the hash stored with it; and whether events were cut off."""
    stored = hashes(connection)
    numbered = list(enumerate(walked.hashes, 1))
    for ours, kept in zip(numbered, stored, strict=False):
        if ours != tuple(kept):
            return [Finding(Problem("hash-differs", f"event {ours[0]} does not fit the hash stored with it"), ours[0])]
    if len(stored) != walked.size:
        message = f"there are {walked.size} events and hashes of {len(stored)}"
        return [Finding(Problem("tree-differs", message), min(walked.size, len(stored)) + 1)]
    given = last_number_given(connection, "event")
    if given != walked.size:
        message = f"the last event is {walked.size}, but {given} were stored: events were cut off"
        return [Finding(Problem("events-cut-off", message), walked.size + 1)]
    return []


def checkpoints_cut_off(connection: Connection, last: int) -> Iterator[Finding]:
    given = last_number_given(connection, "checkpoint")
    if given != last:
        yield Finding(Problem("checkpoint-missing", f"the last checkpoint is {last}, but {given} were kept"))


def person_findings(connection: Connection, details: Mapping[str, tuple[int, str | None]]) -> Iterator[Finding]:
    """Every name fits the digest in the player's latest event, and an erased one has not come back."""
    seen = set()
    for player, salt, *kept, text, sealed in person_rows(connection):
        seen.add(player)
        seq, wanted = details.get(player, (0, None))
        if wanted is None:
            message = f"is named, although event {seq} has no name for them" if seq else "is in no event"
            yield Finding(Problem("person-slipped-in", f"the person {player} {message}", Where(field=str(player))))
        elif not _is_text(salt, kept) or digest(salt, Personal(player, *kept)) != wanted:
            message = f"the details of {player} are not those of event {seq}"
            yield Finding(Problem("person-differs", message, Where(field=player)))
        elif text != folded(kept[0]):
            message = f"the name of {player} is filed for searching as {text!r}"
            yield Finding(Problem("person-differs", message, Where(field=player)))
        elif not sealed:
            message = f"the checksum beside the details of {player} is not theirs"
            yield Finding(Problem("person-differs", message, Where(field=player)))
    for player, (seq, wanted) in details.items():
        if wanted is not None and player not in seen:
            message = f"the details of {player} (event {seq}) are gone, and no event erased them"
            yield Finding(Problem("person-missing", message, Where(field=player)))


def former_name_findings(connection: Connection, passed: Walk) -> Iterator[Finding]:
    """Every earlier name of a person is one that an event of theirs gave them, and as many are there as an event says;
    of an erased one none is left."""
    there = Counter[str]()
    for player, salt, *kept, text, sealed in former_rows(connection):
        there[player] += 1
        fits = _is_text(salt, kept) and digest(salt, Personal(player, *kept)) in passed.digests.get(player, ())
        if not fits or text != folded(kept[0]) or not sealed:
            message = f"an earlier name of {player} is not that of any event"
            yield Finding(Problem("person-differs", message, Where(field=str(player))))

    for player, (seq, stated) in passed.earlier_names.items():
        if there[player] < stated:
            gone = stated - there[player]
            message = (
                f"of the {stated} earlier names of {player} (event {seq}) {gone} are gone, and no event erased them"
            )
            yield Finding(Problem("person-missing", message, Where(field=player)))


def _is_text(salt: Any, kept: list[Any]) -> bool:
    name, club, fide_id = kept
    return (
        isinstance(salt, str) and isinstance(name, str) and isinstance(club, str | None)
        and isinstance(fide_id, int | None)
    )  # fmt: skip


def source_findings(connection: Connection, sources: set[str]) -> Iterator[Finding]:
    """Every kept file has the digest it is kept under, and some tournament was read from it."""
    for sha256, data in source_rows(connection):
        if not isinstance(data, bytes) or hashlib.sha256(data).hexdigest() != sha256 or sha256 not in sources:
            yield Finding(Problem("source-differs", f"the kept file {sha256} is not what a tournament was read from"))
