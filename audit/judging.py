"""Judge checkpoints by their signatures and by the events: our own, those kept from
elsewhere and those given now.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from audit.evidence import Finding, Walk
from audit.signing import (
    Note,
    PublicKey,
    judge_note,
    of_logs,
    of_witnesses,
    read_note,
    read_public_key,
)
from ledger.errors import Problem, Refused, SeloError, Usage, Where
from ledger.proof_texts import Checkpoint, origin, read_checkpoint
from ledger.store.checkpoints import KeptNote
from messages import Message, say


@dataclass(frozen=True)
class JudgedCheckpoint:
    """A checkpoint of this ledger, the place it comes from, and what its signature is
    worth.
    """

    source: str  # own, kept, given
    place: str
    stated: Checkpoint
    signature: str  # valid, bad, unknown
    number: int = 0  # under which it is kept
    # witnesses whose keys were given, and who did not cosign what is signed
    missing: tuple[str, ...] = ()


def read_signed_checkpoint(content: str, file: str | None) -> tuple[Note, Checkpoint]:
    """Read a checkpoint from a file; refuse any other text."""
    try:
        note = read_note(content)
        return note, read_checkpoint(note.text)
    except ValueError as error:
        raise Refused(
            Problem(
                "no-checkpoint",
                say("this is not a checkpoint: {error}", error=error),
                Where(file),
            )
        ) from None


def read_brought_checkpoint(content: str, file: str) -> tuple[Note, Checkpoint]:
    """Read a checkpoint that somebody brought; another file says nothing of the ledger."""
    try:
        return read_signed_checkpoint(content, file)
    except Refused as refused:
        raise Usage(refused.problems) from None


def judged_checkpoints(
    rows: Sequence[KeptNote],
    given: Sequence[tuple[str, str]],
    keys: Sequence[PublicKey],
) -> tuple[list[JudgedCheckpoint], list[Finding]]:
    """Return every checkpoint of this ledger with its signature judged, and what is
    wrong with them.

    Keys of the log from outside, if any, replace the known ones. Every witness whose
    key is given has to have cosigned what is to vouch for anything.
    """
    cosigners = of_witnesses(keys)
    outside = of_logs(keys)
    known = outside or signers(rows)
    judged_here: list[JudgedCheckpoint] = []
    problems = list(_numbers(rows))
    for row in rows:
        place = f"checkpoint {row.number}"
        try:
            note, stated = read_signed_checkpoint(row.note, None)
        except SeloError as error:
            message = say("{place}: {error}", place=place, error=error)
            problems.append(_unreadable(message))
            continue

        own = _signer(row)
        if own is None and (row.signer is not None or not row.outside):
            message = say("{place} names no public key of its signer", place=place)
            problems.append(_unreadable(message))

        trusted = [] if own is None else [own]
        if outside or row.outside:
            trusted = known

        signature, missing = signature_of(note, stated, trusted, cosigners)
        judged_here.append(
            JudgedCheckpoint(
                source="kept" if row.outside else "own",
                place=place,
                stated=stated,
                signature=signature,
                number=row.number,
                missing=missing,
            )
        )

    for file, content in given:
        note, stated = read_signed_checkpoint(content, file)
        signature, missing = signature_of(note, stated, known, cosigners)
        judged_here.append(
            JudgedCheckpoint("given", file, stated, signature, missing=missing)
        )

    return judged_here, problems


def _unreadable(message: Message) -> Finding:
    """Make the finding of a checkpoint of which something cannot be read."""
    return Finding(Problem("checkpoint-unreadable", message))


def judge_by_log(note: Note, stated: Checkpoint, keys: Iterable[PublicKey]) -> str:
    """Judge the note of a checkpoint by the keys of the log that it names, with the
    words of `judge_note`.

    Keys of other logs are passed over, and so are those of witnesses. An office may sign
    several logs with one key file, so a signature by it says nothing of which log: only
    the name does, and it is part of what is signed.
    """
    own = [key for key in of_logs(keys) if key.name == stated.origin]
    return judge_note(note, own)


def signature_of(
    note: Note,
    stated: Checkpoint,
    known: Sequence[PublicKey],
    cosigners: Sequence[PublicKey],
) -> tuple[str, tuple[str, ...]]:
    """Judge a note by the log's keys and by those of its witnesses, who all have to
    have cosigned it. Return the judgement, and who has not cosigned a note that would
    be valid otherwise.
    """
    missing = []
    for key in cosigners:
        verdict = judge_note(note, [key])
        if verdict == "bad":
            return "bad", ()
        if verdict == "unknown":
            missing.append(key.name)

    signature = judge_by_log(note, stated, known)
    if signature == "valid" and missing:
        return "unknown", tuple(missing)

    return signature, ()


def signers(rows: Iterable[KeptNote]) -> list[PublicKey]:
    """Return the public keys of logs that the ledger itself knows."""
    return of_logs(key for row in rows if (key := _signer(row)) is not None)


def _signer(row: KeptNote) -> PublicKey | None:
    try:
        return None if row.signer is None else read_public_key(row.signer)
    except SeloError:
        return None


def _numbers(rows: Iterable[KeptNote]) -> Iterator[Finding]:
    for expected, row in enumerate(rows, 1):
        if row.number != expected:
            yield Finding(
                Problem(
                    "checkpoint-missing",
                    say("checkpoint {expected} is missing", expected=expected),
                )
            )
            return


def agrees(size: int, root: bytes, walk: Walk) -> bool:
    """Return whether the events have this root at this size."""
    if size > walk.size:
        return False
    return walk.root_at(size) == root


def printed_root_findings(
    roots: Iterable[tuple[int, bytes]], walk: Walk
) -> Iterator[Finding]:
    """Check roots from paper, as printed under published lists: nobody signed them, but
    they reveal a change.
    """

    def agreeing_first(printed_root: tuple[int, bytes]) -> tuple[int, bool]:
        size, root = printed_root
        return size, not agrees(size, root, walk)

    agreed = 0
    for size, root in sorted(roots, key=agreeing_first):
        if size > walk.size:
            message = say(
                "the printed root covers {size} events, but there are {there}: the last"
                " ones are gone",
                size=size,
                there=walk.size,
            )
            yield Finding(Problem("events-missing", message), walk.size + 1)
        elif not agrees(size, root, walk):
            message = say(
                "the printed root over {size} events does not fit them", size=size
            )
            yield _finding_of_root(message, agreed, size)
        else:
            agreed = size


def _finding_of_root(
    message: Message, agreed: int, size: int, kept: bool = False
) -> Finding:
    """Make the finding of a root that differs: a bad event lies between the events that
    agree and the size of the root.

    Where another root over as many events agrees, no event is bad: this root was signed
    or printed over another history.
    """
    if size <= agreed:
        problem = Problem(
            "root-differs",
            say(
                "{message}; another root over {agreed} agrees, so there are two"
                " histories",
                message=message,
                agreed=agreed,
            ),
        )
        return Finding(problem, kept=kept)

    return Finding(Problem("root-differs", message), agreed + 1, size, kept)


def _flaw_of_signature(checkpoint: JudgedCheckpoint) -> Message | None:
    """Say what is wrong with how a checkpoint is signed. One of the ledger's own must
    be signed by somebody known; one without cosignature is signed.
    """
    if checkpoint.signature == "bad":
        return say(
            "{place} is not signed with the key it names", place=checkpoint.place
        )
    if (
        checkpoint.source == "own"
        and checkpoint.signature == "unknown"
        and not checkpoint.missing
    ):
        return say("{place} has no signature we know", place=checkpoint.place)

    return None


def is_retracted(checkpoint: JudgedCheckpoint, walk: Walk) -> bool:
    """Return whether a checkpoint came from elsewhere, was kept, and was taken back by
    an event.

    What is given now never is.
    """
    return checkpoint.source == "kept" and checkpoint.number in walk.retracted


def judgements(all_judged: Sequence[JudgedCheckpoint], walk: Walk) -> Iterator[Finding]:
    """Yield a finding for each checkpoint that contradicts the events, or is not
    rightly signed.

    The bad event lies after the largest size that agrees, so the checkpoints are judged
    in the order of their sizes.
    """
    name, agreed = origin(walk.first_bytes), 0
    for checkpoint in sorted(
        all_judged,
        key=lambda one: (
            one.stated.size,
            not agrees(one.stated.size, one.stated.root, walk),
        ),
    ):
        stated, size = checkpoint.stated, checkpoint.stated.size
        kept = checkpoint.source == "kept"
        if (flaw := _flaw_of_signature(checkpoint)) is not None:
            yield Finding(Problem("bad-signature", flaw), kept=kept)

        if stated.origin != name:
            message = say(
                "{place} is of {origin}, this is {name}: another ledger, or another"
                " first event",
                place=checkpoint.place,
                origin=stated.origin,
                name=name,
            )
            yield Finding(Problem("other-ledger", message), kept=kept)
        elif size > walk.size:
            message = say(
                "{place} covers {size} events, but there are {there}: the last ones are"
                " gone",
                place=checkpoint.place,
                size=size,
                there=walk.size,
            )
            yield Finding(Problem("events-missing", message), walk.size + 1, kept=kept)
        elif walk.root_at(size) != stated.root:
            message = say(
                "{place} has another root over the first {size} events",
                place=checkpoint.place,
                size=size,
            )
            yield _finding_of_root(message, agreed, size, kept)
        else:
            agreed = max(agreed, size)

    yield from _shrinking_findings(
        checkpoint for checkpoint in all_judged if checkpoint.source == "own"
    )


def _shrinking_findings(own: Iterable[JudgedCheckpoint]) -> Iterator[Finding]:
    """Yield a finding for each of the ledger's own checkpoints that covers less than an
    earlier one.
    """
    largest = 0
    for checkpoint in own:
        if checkpoint.stated.size < largest:
            message = say(
                "{place} is smaller than the one before", place=checkpoint.place
            )
            yield Finding(Problem("checkpoint-order", message))

        largest = max(largest, checkpoint.stated.size)
