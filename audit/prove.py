"""Evidence to give away: signed checkpoints, proofs of single events and of two sizes, bundles."""

from typing import Any, NamedTuple

from audit.checkpoints import Witness, judgements, read, signers, witnesses
from audit.evidence import Finding, Walk, walk
from audit.signing import PublicKey, judged, public_key, sign
from ledger.errors import LedgerUnusable, NotFound, Problem, Refused, Where
from ledger.proof import Checkpoint, consistency, consistency_text, inclusion, inclusion_text, leaf, subtree
from ledger.store.as_stored import states
from ledger.store.checkpoints import Kept, at_size, head, keep, kept
from ledger.store.database import Connection, look, snapshot


class Signed(NamedTuple):
    """A checkpoint of our own as it was kept."""

    number: int
    checkpoint: Checkpoint
    note: str
    signer: str


def name_of(path: str) -> str:
    """The origin of a ledger: the name its keys sign under."""
    with snapshot(path) as connection:
        return head(connection).origin


def checkpoint(path: str, key: str) -> Signed:
    """The present head, signed and kept. Every event is rehashed first: nothing altered is ever signed."""
    from ledger.store.event_log import Store

    look(path)
    with Store(path) as store, store.writing() as writer:
        found, passed = head(writer.connection), Walk()
        _refuse_altered(writer.connection, passed)
        if passed.size == 0:
            raise LedgerUnusable(Problem("no-events", "there is nothing to sign yet", Where(path)))
        signer = public_key(key, found.origin)
        note = sign(found.text(), found.origin, key)
        number = keep(writer.connection, False, signer.text(), note)
    return Signed(number, found, note, signer.text())


def _refuse_altered(connection: Connection, passed: Walk) -> None:
    findings = walk(connection, passed)
    said, problems = witnesses(kept(connection), (), ())
    found = [*findings, *problems, *judgements(said, passed)]
    if found:
        raise Refused([finding.problem for finding in found[:20]])


def add(path: str, file: str, content: str, keys: list[PublicKey]) -> dict[str, Any]:
    """A checkpoint from elsewhere, kept as such whatever it says; answers whether it fits."""
    from ledger.store.event_log import Store

    note, said = read(content, file)
    look(path)
    with Store(path) as store, store.writing() as writer:
        known = keys or signers(kept(writer.connection))
        signer = next((key for key in known if judged(note, [key]) == "valid"), None)
        number = keep(writer.connection, True, None if signer is None else signer.text(), content)
        witness = Witness("kept", f"checkpoint {number}", said, judged(note, known))
        problems = [finding.problem.message for finding in _contradictions(writer.connection, witness)]
    return {
        "number": number,
        "origin": said.origin,
        "size": said.size,
        "signature": witness.signature,
        "consistent": not problems,
        "problems": problems,
    }


def _contradictions(connection: Connection, witness: Witness) -> list[Finding]:
    passed = Walk()
    walk(connection, passed)
    return list(judgements([witness], passed))


def _leaves(connection: Connection, latest: Checkpoint) -> list[bytes]:
    """The hashes of all events up to a checkpoint, which they must add up to."""
    leaves = [leaf(state) for _, state in states(connection, latest.size)]
    if len(leaves) != latest.size or subtree(leaves, 0, len(leaves)) != latest.root:
        words = f"the events do not add up to the checkpoint of {latest.size} events"
        raise Refused(Problem("root-differs", words, hint="look at `selo verify`"))
    return leaves


def _latest(connection: Connection) -> tuple[Kept, Checkpoint] | None:
    own = [row for row in kept(connection) if not row.outside]
    return (own[-1], read(own[-1].note, None)[1]) if own else None


def _covering(connection: Connection, size: int) -> tuple[Kept, Checkpoint]:
    """The latest own checkpoint, which must reach that far."""
    latest = _latest(connection)
    if latest is None or latest[1].size < size:
        words = f"no checkpoint reaches event {size} yet"
        raise NotFound(Problem("no-checkpoint", words, hint="make one with `selo checkpoint`"))
    return latest


def prove(path: str, seq: int) -> dict[str, Any]:
    """A .tlog-proof that an event is in the log, under the latest own checkpoint."""
    with snapshot(path) as connection:
        newest = head(connection).size
        if not 1 <= seq <= newest:
            words = f"there is no event {seq}; the newest is {newest}"
            raise NotFound(Problem("unknown-seq", words, hint="see `selo log`"))
        row, latest = _covering(connection, seq)
        leaves = _leaves(connection, latest)
        data = next(state for number, state in states(connection) if number == seq)
    text = inclusion_text(data, seq - 1, inclusion(leaves, seq - 1), row.note)
    return {"seq": seq, "index": seq - 1, "size": latest.size, "signer": row.signer, "proof": text}


def prove_since(path: str, file: str, content: str) -> dict[str, Any]:
    """That the log only grew since a checkpoint, in the words a witness reads."""
    _, old = read(content, file)
    with snapshot(path) as connection:
        row, latest = _covering(connection, old.size)
        leaves = _leaves(connection, latest)
        if old.origin != latest.origin or subtree(leaves, 0, old.size) != old.root:
            words = f"the first {old.size} events are not those of {file}"
            raise Refused(Problem("root-differs", words, Where(file), "look at `selo verify --checkpoint FILE`"))
    text = consistency_text(old.size, consistency(leaves, old.size), row.note)
    return {"since": old.size, "size": latest.size, "signer": row.signer, "proof": text}


def bundle(path: str) -> tuple[dict[str, bytes], int]:
    """File names and contents: the exact bytes of every event, a line each, and what was signed about them."""
    with snapshot(path) as connection:
        held = list(states(connection))
        rows = kept(connection)
        name = at_size(connection, 0).origin
    events = b"".join(state + b"\n" for _, state in held)
    files = {"events.jsonl": events}
    for row in rows:
        side = "outside" if row.outside else "own"
        files[f"checkpoints/{row.number:04}-{side}.txt"] = row.note.encode()
    signers = {row.signer for row in rows if row.signer is not None}
    files["public-keys.txt"] = "".join(f"{signer}\n" for signer in sorted(signers)).encode()
    files["origin.txt"] = f"{name}\n".encode()
    return files, len(held)
