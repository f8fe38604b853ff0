"""The checkpoints that are kept beside the log, own ones and those from elsewhere, and what they say of the events."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from audit.evidence import Finding, Walk
from audit.signing import Note, PublicKey, judged, read_note, read_public_key
from ledger.errors import Problem, Refused, SeloError, Where
from ledger.proof import Checkpoint, origin, read_checkpoint
from ledger.store.checkpoints import Kept


@dataclass(frozen=True)
class Witness:
    """A checkpoint that speaks about this ledger, with the place it comes from."""

    source: str  # own, kept, given
    place: str
    checkpoint: Checkpoint
    signature: str  # valid, bad, unknown


def read(content: str, file: str | None) -> tuple[Note, Checkpoint]:
    """A checkpoint from a file, refused when it is none."""
    try:
        note = read_note(content)
        return note, read_checkpoint(note.text)
    except ValueError as error:
        raise Refused(Problem("no-checkpoint", f"this is no checkpoint: {error}", Where(file))) from None


def witnesses(
    rows: Sequence[Kept], given: Sequence[tuple[str, str]], keys: Sequence[PublicKey]
) -> tuple[list[Witness], list[Finding]]:
    """Everything that was said about this ledger and by whom. Keys from outside count alone where there are any."""
    known = keys or signers(rows)
    found: list[Witness] = []
    problems = list(_numbers(rows))
    for row in rows:
        place = f"checkpoint {row.number}"
        try:
            note, checkpoint = read(row.note, None)
        except SeloError as error:
            problems.append(Finding(Problem("checkpoint-unreadable", f"{place}: {error}")))
            continue
        own = _signer(row)
        if own is None and (row.signer is not None or not row.outside):
            problems.append(Finding(Problem("checkpoint-unreadable", f"{place} names no public key of its signer")))
        trusted = known if keys or row.outside else [own] if own is not None else []
        found.append(Witness("kept" if row.outside else "own", place, checkpoint, judged(note, trusted)))
    for file, content in given:
        note, checkpoint = read(content, file)
        found.append(Witness("given", file, checkpoint, judged(note, known)))
    return found, problems


def signers(rows: Iterable[Kept]) -> list[PublicKey]:
    """The public keys the ledger itself knows."""
    return [key for row in rows if (key := _signer(row)) is not None]


def _signer(row: Kept) -> PublicKey | None:
    try:
        return None if row.signer is None else read_public_key(row.signer)
    except SeloError:
        return None


def _numbers(rows: Iterable[Kept]) -> Iterator[Finding]:
    for expected, row in enumerate(rows, 1):
        if row.number != expected:
            yield Finding(Problem("checkpoint-missing", f"checkpoint {expected} is missing"))
            return


def agrees(size: int, said: bytes, walk: Walk) -> bool:
    return size <= walk.size and walk.root_at(size) == said


def printed(roots: Iterable[tuple[int, bytes]], walk: Walk) -> Iterator[Finding]:
    """Roots from paper, as they stand under published lists: nobody signed them, but they tell of a change."""
    agreed = 0
    for size, said in sorted(roots):
        if size > walk.size:
            words = f"the printed root speaks of {size} events, here are {walk.size}: the last ones are gone"
            yield Finding(Problem("events-missing", words), walk.size + 1)
        elif not agrees(size, said, walk):
            words = f"the printed root over {size} events is another than theirs"
            yield Finding(Problem("root-differs", words), agreed + 1, size)
        else:
            agreed = size


def judgements(found: Sequence[Witness], walk: Walk) -> Iterator[Finding]:
    """What contradicts the events, or a signature. The bad event lies after the last size that agrees."""
    name, agreed, own = origin(walk.first_bytes), 0, 0
    for witness in sorted(found, key=lambda w: w.checkpoint.size):
        said, size = witness.checkpoint, witness.checkpoint.size
        if witness.signature == "bad" or (witness.signature == "unknown" and witness.source == "own"):
            words = "is not signed with the key it names" if witness.signature == "bad" else "has no signature we know"
            yield Finding(Problem("bad-signature", f"{witness.place} {words}"))
        if said.origin != name:
            words = f"{witness.place} speaks of {said.origin}, this is {name}: another ledger, or another first event"
            yield Finding(Problem("other-ledger", words))
        elif size > walk.size:
            words = f"{witness.place} speaks of {size} events, here are {walk.size}: the last ones are gone"
            yield Finding(Problem("events-missing", words), walk.size + 1)
        elif walk.root_at(size) != said.root:
            words = f"{witness.place} has another root over the first {size} events"
            yield Finding(Problem("root-differs", words), agreed + 1, size)
        else:
            agreed = max(agreed, size)
    for witness in found:
        if witness.source == "own":
            if witness.checkpoint.size < own:
                yield Finding(Problem("checkpoint-order", f"{witness.place} is smaller than the one before"))
            own = max(own, witness.checkpoint.size)
