"""Draw the pages for whoever does not take our word: the newest checkpoint that was
signed, how to check, and proofs of single events.
"""

import hashlib
from typing import NamedTuple

from audit.prove import proof_of_event, refuse_personal, verifier
from audit.questions import Prove, Verify
from ledger.errors import NotFound, Refused
from ledger.store.checkpoints import head, own_checkpoints
from projections.answers.reading import Reading
from web.pages.rendering import rendered
from web.pages.visit import Visit


class Signed(NamedTuple):
    """A checkpoint of our own: how many events it covers, their root, its text and the
    key it was signed with.
    """

    size: int
    root: str
    note: str
    key: str | None


class Checked(NamedTuple):
    """A thing that somebody brought, and how the verifier judged it: a proof, a bundle
    or a receipt; proven, altered, unproven or unreadable; how many events that is
    about, and which event a proof, or events a receipt, has in it.

    `root`: over so many events, as a receipt says it; `here`: whether that is the root
    of this ledger too.
    """

    kind: str
    status: str
    events: int
    seq: int | None
    problems: tuple[str, ...]
    last: int | None = None
    root: str | None = None
    here: bool = False


def verify_page(reading: Reading, asked: Verify, visit: Visit) -> str:
    """Make the page, which only says how to run the audit: that reads every byte of the
    ledger.
    """
    return checked_page(reading, visit, None)


def checked_page(reading: Reading, visit: Visit, checked: Checked | None) -> str:
    """Make the page on which anybody checks what they hold against the ledger.

    `checked`: what came of it; None before anything was brought.
    """
    now = head(reading.events)
    lines = now.text().split("\n")
    program = hashlib.sha256(verifier()).hexdigest()

    return rendered(
        "verify.html",
        visit,
        size=now.size,
        root=lines[2],
        signed=newest_checkpoint(reading),
        program=program,
        basis=reading.basis(),
        checked=checked,
    )


def proof_page(reading: Reading, asked: Prove, visit: Visit) -> str:
    """Make the page of a proof. Without a checkpoint that covers the event there is
    none yet.
    """
    if not 1 <= asked.seq <= head(reading.events).size:
        proof_of_event(reading.events, asked.seq)  # says that there is no such event

    refuse_personal(reading.events, asked.seq, reading.policy)

    try:
        proof = proof_of_event(reading.events, asked.seq)
    except (NotFound, Refused):
        proof = None

    return rendered(
        "proof.html", visit, seq=asked.seq, proof=proof, basis=reading.basis()
    )


def files_to_check(signed: Signed | None) -> dict[str, bytes]:
    """Return what somebody takes home, by the name it has in the folder of the page:
    the program that checks, and as far as anything is signed the checkpoint and the
    public key.

    `signed`: the newest checkpoint of our own; None leaves the program alone.
    """
    files = {"verify.py": verifier()}

    if signed is not None:
        files["checkpoint.txt"] = signed.note.encode()
    if signed is not None and signed.key is not None:
        files["key.txt"] = f"{signed.key}\n".encode()

    return files


def newest_checkpoint(reading: Reading) -> Signed | None:
    """Return the newest checkpoint of our own that was kept; None where there is none.

    The first three lines of its note are the log's name, its size and its root.
    """
    own = own_checkpoints(reading.events)
    if not own:
        return None

    newest = own[-1]
    _, size, root = newest.note.split("\n")[:3]
    return Signed(int(size), root, newest.note, newest.signer)
