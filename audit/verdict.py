"""Judge what an audit found: proven, altered, or intact but unproven, with everything
that the verdict rests on.
"""

from collections.abc import Iterator, Sequence
from typing import Literal

import msgspec

from audit.evidence import Finding, Walk
from audit.judging import JudgedCheckpoint, agrees, is_retracted, judgements
from ledger.bodies import ListPublished
from ledger.proof_texts import text_of
from messages import Message, by_command, say
from messages.answer import UNSET, Answer, UnsetType

SHOWN = 20
Status = Literal["proven", "altered", "unproven"]


class Place(Answer, frozen=True, kw_only=True):
    """Where a problem is."""

    file: str | None
    line: int | None
    column: int | None
    field: str | None


class AuditProblem(Answer, frozen=True, kw_only=True):
    """One thing that should not be; `seq` is the bad event, or `between` the two that
    it lies between.
    """

    code: str
    message: Message
    where: Place
    hint: Message
    seq: int | None
    between: tuple[int, int] | None


class CheckpointSeen(Answer, frozen=True, kw_only=True):
    """A checkpoint that was compared with the events."""

    source: str
    place: str = msgspec.field(name="from")
    size: int
    signature: str


class PrintedRoot(Answer, frozen=True, kw_only=True):
    """A root from paper."""

    size: int
    agrees: bool


class PublishedRoot(Answer, frozen=True, kw_only=True):
    """What must stand under a printed list, from the rehashed bytes."""

    list: str
    label: str
    revision: int
    size: int
    root: str | None


class Verdict(Answer, frozen=True, kw_only=True):
    """The answer of `selo verify`; `seconds` where it was timed."""

    status: Status
    events: int
    root: str
    problems: tuple[AuditProblem, ...]
    problem_count: int
    first_bad: int | None
    proven_events: int
    rests_on: str | None
    checkpoints: tuple[CheckpointSeen, ...]
    printed: tuple[PrintedRoot, ...]
    published: tuple[PublishedRoot, ...]
    warnings: tuple[Message, ...]
    seconds: float | UnsetType = UNSET


def sources_that_count(*, keyed: bool) -> tuple[str, ...]:
    """Return the sources whose checkpoints may vouch for a ledger; `keyed`: the keys
    came from outside.
    """
    return ("given", "kept", "own") if keyed else ("given",)


def verdict(
    passed: Walk,
    checkpoints: Sequence[JudgedCheckpoint],
    findings: Sequence[Finding],
    warnings: Sequence[Message],
    roots: Sequence[tuple[int, bytes]],
    *,
    keyed: bool,
    compared: bool = True,
) -> Verdict:
    """Give the verdict of an audit.

    A ledger is proven only by a checkpoint that a key from outside signed, or by a
    checkpoint from outside, with nothing against it. `keyed`: the keys came from
    outside. Without such a key a checkpoint in the ledger counts for nothing, because
    somebody who wrote a whole history anew could have put it there, with a key of their
    own. `compared`: the stored conclusions were held against the events; where they
    were not, a false one could be there.
    """
    counts = [
        checkpoint for checkpoint in checkpoints if not is_retracted(checkpoint, passed)
    ]
    from_outside = [
        checkpoint for checkpoint in counts if checkpoint.source in ("given", "kept")
    ]
    counting = sources_that_count(keyed=keyed)
    vouching = [
        checkpoint
        for checkpoint in counts
        if checkpoint.signature == "valid" and checkpoint.source in counting
    ]
    unknown = [
        checkpoint for checkpoint in from_outside if checkpoint.signature == "unknown"
    ]

    status: Status = "unproven"
    if findings:
        status = "altered"
    elif vouching and compared:
        status = "proven"

    proven = vouching if status == "proven" else []
    exact = [finding.exact for finding in findings if finding.exact is not None]

    return Verdict(
        status=status,
        events=passed.size,
        root=text_of(passed.root_at(passed.size)),
        problems=tuple(_problem(finding) for finding in findings[:SHOWN]),
        problem_count=len(findings),
        first_bad=min(exact) if exact else None,
        proven_events=max((checkpoint.stated.size for checkpoint in proven), default=0),
        rests_on=_proving_source(proven) if proven else None,
        checkpoints=tuple(_seen_checkpoint(checkpoint) for checkpoint in checkpoints),
        printed=tuple(
            PrintedRoot(size=size, agrees=agrees(size, root, passed))
            for size, root in roots
        ),
        published=tuple(_footer(passed, seq, body) for seq, body in passed.published),
        warnings=(
            *warnings,
            *map(_warning_of_unknown, unknown),
            *_retraction_warnings(checkpoints, passed),
        ),
    )


def _proving_source(proven: Sequence[JudgedCheckpoint]) -> str:
    """Return which checkpoints prove it: `given`, if one of them was, or `kept`."""
    sources = [checkpoint.source for checkpoint in proven]
    return "given" if "given" in sources else "kept"


def _seen_checkpoint(checkpoint: JudgedCheckpoint) -> CheckpointSeen:
    return CheckpointSeen(
        source=checkpoint.source,
        place=checkpoint.place,
        size=checkpoint.stated.size,
        signature=checkpoint.signature,
    )


def _footer(passed: Walk, seq: int, body: ListPublished) -> PublishedRoot:
    """Return a published list with the root over the events up to it."""
    root = None
    if seq <= passed.size:
        root = text_of(passed.root_at(seq))

    return PublishedRoot(
        list=body.list,
        label=body.label,
        revision=body.revision,
        size=seq,
        root=root,
    )


def _retraction_warnings(
    checkpoints: Sequence[JudgedCheckpoint], passed: Walk
) -> Iterator[Message]:
    """Report every checkpoint that was taken back, always, so that its holders can ask
    why.
    """
    for checkpoint in checkpoints:
        if is_retracted(checkpoint, passed):
            against = [
                finding.problem.message for finding in judgements([checkpoint], passed)
            ]
            seq = passed.retracted[checkpoint.number]
            what = against[0] if against else say("the events fit it")
            yield say(
                "{place} was taken back by event {seq}: {sentence}",
                place=checkpoint.place,
                seq=seq,
                sentence=what,
            )


def _warning_of_unknown(checkpoint: JudgedCheckpoint) -> Message:
    if checkpoint.missing:
        return say(
            "{place} is not cosigned by {names}, whose key you gave, so it proves"
            " nothing",
            place=checkpoint.place,
            names=", ".join(checkpoint.missing),
        )

    return by_command(
        "{place} is signed by nobody known here and proves nothing; give the key with"
        " --public-key",
        "{place} is signed by nobody known here and proves nothing",
        place=checkpoint.place,
    )


def _problem(finding: Finding) -> AuditProblem:
    problem, where = finding.problem, finding.problem.where
    between = None
    if finding.upto is not None and finding.seq is not None:
        between = (finding.seq, finding.upto)

    return AuditProblem(
        code=problem.code,
        message=problem.message,
        where=Place(
            file=where.file, line=where.line, column=where.column, field=where.field
        ),
        hint=problem.hint,
        seq=finding.exact,
        between=between,
    )
