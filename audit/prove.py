"""Make proofs to give away: that one event is in the log, and that the log only grew
since a checkpoint.

Everything needed to check a ledger elsewhere, as a folder or a zip file: events, what
was signed, the verifier.

Why: docs/design/012-proof.md
"""

import io
import zipfile
from functools import cache
from pathlib import Path

import audit.standalone
from audit.judging import read_brought_checkpoint, read_signed_checkpoint
from ledger.errors import NotAllowed, NotFound, Problem, Refused, Where
from ledger.proof import consistency_path, inclusion_path, leaf, subtree
from ledger.proof_texts import Checkpoint, consistency_text, inclusion_text
from ledger.store.as_stored import states
from ledger.store.checkpoints import (
    KeptNote,
    checkpoint_at,
    kept_checkpoints,
    own_checkpoints,
)
from ledger.store.connection import Connection
from ledger.store.database import snapshot
from ledger.store.events import event_at, submission_of
from ledger.store.receipts import is_receipt, read_receipt
from ledger.whole_files import flush_to_disk, new_folder, write_new
from messages import by_command, say
from messages.answer import UNSET, Answer, UnsetType
from projections.answers.privacy import Policy


class Proof(Answer, frozen=True, kw_only=True):
    """A .tlog-proof of one event; `file`: where it was written to."""

    seq: int
    index: int
    size: int
    signer: str | None
    proof: str
    file: str | UnsetType = UNSET


class GrowthProof(Answer, frozen=True, kw_only=True):
    """That the first `since` events are still the same, in the format that witnesses
    read.
    """

    since: int
    size: int
    signer: str | None
    proof: str
    file: str | UnsetType = UNSET


def refuse_personal(connection: Connection, seq: int, policy: Policy) -> None:
    """Refuse to prove an event that says more of a person than the asker may know,
    because a proof holds the event's bytes.
    """
    event = event_at(connection, seq) if seq > 0 else None
    if event is not None and policy.is_beyond(event.body):
        message = say(
            "event {seq} holds personal details, so its proof is for the office and its"
            " auditors",
            seq=seq,
        )
        raise NotAllowed(
            Problem(
                "not-allowed",
                message,
                hint=say("ask with a token of an officer or an auditor"),
            )
        )


def proof_of_event(connection: Connection, seq: int) -> Proof:
    """Make a .tlog-proof that an event is in the log, under the latest own checkpoint.

    Refuse a seq that no event has, and one that no checkpoint covers yet.
    """
    submission_of(connection, seq)  # refuses a seq that no event has
    row, latest = _checkpoint_covering(connection, seq)
    path = inclusion_path(_leaves(connection, latest), seq - 1)
    state = next(state for number, state in states(connection) if number == seq)

    return Proof(
        seq=seq,
        index=seq - 1,
        size=latest.size,
        signer=row.signer,
        proof=inclusion_text(state, seq - 1, path, row.note),
    )


def prove_since(path: str, file: str, content: str) -> GrowthProof:
    """Prove that the log only grew since the checkpoint in a file, or that in a
    receipt. Refuse where it did not.
    """
    if is_receipt(content):
        old = read_receipt(content, file).stated()
    else:
        _, old = read_brought_checkpoint(content, file)

    with snapshot(path) as connection:
        row, latest = _checkpoint_covering(connection, old.size)
        leaves = _leaves(connection, latest)
        if old.origin != latest.origin or subtree(leaves, 0, old.size) != old.root:
            message = say(
                "the first {size} events are not those of {file}",
                size=old.size,
                file=file,
            )
            hint = by_command("look at `selo verify --checkpoint FILE`")
            raise Refused(Problem("root-differs", message, Where(file), hint))

    text = consistency_text(old.size, consistency_path(leaves, old.size), row.note)
    return GrowthProof(since=old.size, size=latest.size, signer=row.signer, proof=text)


def _checkpoint_covering(
    connection: Connection, size: int
) -> tuple[KeptNote, Checkpoint]:
    """Return the latest own checkpoint; refuse unless it reaches that far."""
    own = own_checkpoints(connection)
    if own:
        row = own[-1]
        _, latest = read_signed_checkpoint(row.note, None)
        if latest.size >= size:
            return row, latest

    message = say("no checkpoint reaches event {size} yet", size=size)
    hint = by_command("make one with `selo proof checkpoint`")
    raise NotFound(Problem("no-checkpoint", message, hint=hint))


def _leaves(connection: Connection, latest: Checkpoint) -> list[bytes]:
    """Return the hashes of all events up to a checkpoint; refuse unless they add up to
    it.
    """
    leaves = [leaf(state) for _, state in states(connection, latest.size)]
    if len(leaves) == latest.size and subtree(leaves, 0, len(leaves)) == latest.root:
        return leaves

    message = say(
        "the events do not add up to the checkpoint of {size} events", size=latest.size
    )
    hint = by_command("look at `selo verify`")
    raise Refused(Problem("root-differs", message, hint=hint))


VERIFIER = "verify.py"


@cache
def verifier() -> bytes:
    """Return the program that checks a ledger, a bundle or a proof elsewhere, without
    this one.
    """
    return Path(audit.standalone.__file__).with_name(VERIFIER).read_bytes()


class Bundle(Answer, frozen=True, kw_only=True):
    """What was written."""

    bundle: str
    events: int
    files: tuple[str, ...]


def bundle(path: str, target: str) -> Bundle:
    """Write the bundle; the target must not be there yet. A name that ends in .zip
    becomes one file.
    """
    contents, events = _contents(path)
    contents[VERIFIER] = verifier()
    if target.endswith(".zip"):
        write_new(target, _zip(contents))
    else:
        with new_folder(target) as folder:
            _fill(folder, contents)

    return Bundle(bundle=target, events=events, files=tuple(sorted(contents)))


def _contents(path: str) -> tuple[dict[str, bytes], int]:
    """Return file names with contents, and how many events: their exact bytes a line
    each, and what was signed.
    """
    with snapshot(path) as connection:
        events = [state for _, state in states(connection)]
        rows = kept_checkpoints(connection)
        origin = checkpoint_at(connection, 0).origin

    lines = [state + b"\n" for state in events]
    files = {"events.jsonl": b"".join(lines)}
    signers = set()
    for row in rows:
        side = "outside" if row.outside else "own"
        name = f"checkpoints/{row.number:04}-{side}.txt"
        files[name] = row.note.encode()
        if row.signer is not None:
            signers.add(row.signer)

    keys = "".join([f"{signer}\n" for signer in sorted(signers)])
    files["public-keys.txt"] = keys.encode()
    files["origin.txt"] = f"{origin}\n".encode()

    return files, len(events)


def _fill(folder: Path, contents: dict[str, bytes]) -> None:
    """Write files into a folder, so that they are there after a power cut."""
    for name, content in contents.items():
        file = folder / name
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(content)
        flush_to_disk(str(file))


def _zip(contents: dict[str, bytes]) -> bytes:
    """Pack the files without a clock, so that the same ledger gives the same file."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in contents.items():
            without_a_clock = zipfile.ZipInfo(name)
            archive.writestr(without_a_clock, content, zipfile.ZIP_DEFLATED)

    return packed.getvalue()
