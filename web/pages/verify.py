"""The pages for whoever does not take our word: the newest checkpoint, how to check, and proofs of single events.

The newest signed checkpoint, as pages show it.
"""

import hashlib
from typing import NamedTuple

from audit.prove import Proof, proven, refuse_personal, verifier
from audit.questions import Prove, Verify
from ledger.errors import NotFound, Refused
from ledger.store.checkpoints import head, kept
from projections.answers.reading import Basis, Reading
from web.pages.rendering import rendered
from web.pages.visit import Visit


class Signed(NamedTuple):
    """A checkpoint of our own: how many events it covers, their root, its text and the key it was signed with."""

    size: int
    root: str
    note: str
    key: str | None


class Checked(NamedTuple):
    """A thing that somebody brought, and how the verifier judged it: a proof, a bundle or a receipt; proven, altered,
    unproven or unreadable; how many events that is about, and which event a proof, or events a receipt, has in it.

    `root`: over so many events, as a receipt says it; `here`: whether that is the root of this ledger too.
    """

    kind: str
    status: str
    events: int
    seq: int | None
    problems: tuple[str, ...]
    last: int | None = None
    root: str | None = None
    here: bool = False


class VerifyPage(NamedTuple):
    """A page of verification as the template shows it: the present state, the newest checkpoint if one was signed, the
    hash of the program that checks, and what was checked.
    """

    size: int
    root: str
    signed: Signed | None
    program: str
    basis: Basis
    checked: Checked | None = None


class ProofPage(NamedTuple):
    """A page of a proof as the template shows it. Without a checkpoint that covers the event there is no proof yet."""

    seq: int
    proof: Proof | None
    basis: Basis


def verify_page(reading: Reading, asked: Verify, visit: Visit) -> str:
    """Make the page, which only says how to run the audit: that reads every byte of the ledger."""
    return checked_page(reading, visit, None)


def checked_page(reading: Reading, visit: Visit, checked: Checked | None) -> str:
    now = head(reading.events)
    lines = now.text().split("\n")
    program = hashlib.sha256(verifier()).hexdigest()
    page = VerifyPage(now.size, lines[2], newest_checkpoint(reading), program, reading.basis(), checked)
    return rendered("verify.html", visit, page=page)


def proof_page(reading: Reading, asked: Prove, visit: Visit) -> str:
    if not 1 <= asked.seq <= head(reading.events).size:
        proven(reading.events, asked.seq)  # says that there is no such event
    refuse_personal(reading.events, asked.seq, reading.policy)
    try:
        proof = proven(reading.events, asked.seq)
    except (NotFound, Refused):
        proof = None
    return rendered("proof.html", visit, page=ProofPage(asked.seq, proof, reading.basis()))


def files_to_check(signed: Signed | None) -> dict[str, bytes]:
    """Return what somebody takes home, by the name it has in the folder of the page: the program that checks, and as
    far as anything is signed the checkpoint and the public key."""
    files = {"verify.py": verifier()}
    if signed is not None:
        files["checkpoint.txt"] = signed.note.encode()
    if signed is not None and signed.key is not None:
        files["key.txt"] = f"{signed.key}\n".encode()
    return files


def newest_checkpoint(reading: Reading) -> Signed | None:
    own = [row for row in kept(reading.events) if not row.outside]
    if not own:
        return None
    _, size, root = own[-1].note.split("\n")[:3]
    return Signed(int(size), root, own[-1].note, own[-1].signer)
