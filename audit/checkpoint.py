"""Make checkpoints: sign and keep the present head, or keep a checkpoint from elsewhere
beside it.
"""

import time
from collections.abc import Callable, Sequence

from audit.evidence import Finding, Walk, walk
from audit.judging import (
    JudgedCheckpoint,
    is_retracted,
    judge_by_log,
    judged_checkpoints,
    judgements,
    read_brought_checkpoint,
    read_signed_checkpoint,
    signature_of,
    signers,
)
from audit.machine import ROLLED_BACK, refuse_unlike_seen
from audit.signing import PublicKey, of_logs, of_witnesses, public_key, sign
from ledger.errors import (
    Busy,
    LedgerUnusable,
    NotFound,
    Problem,
    Refused,
    SeloError,
    Usage,
    Where,
)
from ledger.proof_texts import Checkpoint, text_of
from ledger.store.checkpoints import (
    KeptNote,
    checkpoint_at,
    head,
    keep_checkpoint,
    kept_checkpoints,
    newest_own,
    own_checkpoints,
)
from ledger.store.connection import Connection
from ledger.store.database import look, snapshot
from ledger.store.events import events_after
from ledger.store.logs.tree import root_at
from ledger.store.receipts import LogReceipt
from messages import NOTHING, Message, by_command, say
from messages.answer import Answer, completed_answer

SHOWN = 20


class SignedCheckpoint(Answer, frozen=True, kw_only=True):
    """A checkpoint of our own as it was kept."""

    number: int
    origin: str
    size: int
    root: str
    note: str
    public_key: str


class KeptCheckpoint(Answer, frozen=True, kw_only=True):
    """A checkpoint from elsewhere as it was kept, and whether the events fit it."""

    number: int
    origin: str
    size: int
    signature: str
    consistent: bool
    problems: tuple[str, ...]


def origin_of(path: str) -> str:
    """Return the origin of a ledger: the name its keys sign under."""
    return _head_of(path).origin


def _head_of(path: str) -> Checkpoint:
    with snapshot(path) as connection:
        return head(connection)


def newest_note(path: str) -> str:
    """Return the newest checkpoint this ledger signed itself, as the signed note that
    was kept.
    """
    with snapshot(path) as connection:
        own = own_checkpoints(connection)
    if not own:
        message = say("nothing was signed yet")
        raise NotFound(
            Problem(
                "no-checkpoint",
                message,
                hint=by_command("make one with `selo proof checkpoint`"),
            )
        )

    read_signed_checkpoint(own[-1].note, None)
    return own[-1].note


def checkpoint(path: str, key: str) -> SignedCheckpoint:
    """Sign and keep the present head. Every event is rehashed first: nothing altered is
    ever signed.
    """
    from ledger.store.event_log import Store

    look(path)
    with Store(path) as store, store.writing() as writer:
        present, passed = head(writer.connection), Walk()
        _refuse_altered(writer.connection, passed)
        if passed.size == 0:
            raise LedgerUnusable(
                Problem("no-events", say("there is nothing to sign yet"), Where(path))
            )

        return _signed(writer.connection, present, key)


def _signed(connection: Connection, present: Checkpoint, key: str) -> SignedCheckpoint:
    signer = public_key(key, present.origin)
    note = sign(present.text(), present.origin, key)
    number = keep_checkpoint(connection, False, signer.text(), note)
    return SignedCheckpoint(
        number=number,
        origin=present.origin,
        size=present.size,
        root=text_of(present.root),
        note=note,
        public_key=signer.text(),
    )


def sign_growth(
    path: str, key: str, folder: str, moment: str
) -> SignedCheckpoint | None:
    """Sign and keep the present head, if anything was recorded since this key signed
    last; return None if nothing was.

    Only what came since is rehashed, and held against the root that was signed: a
    service does it every second. A ledger that was rolled back behind what `folder`
    says was seen on this machine is not signed, like it takes no documents: the
    checkpoint went with the events, and only what was seen outside the file tells.
    """
    from ledger.store.event_log import Store

    refuse_unlike_seen(path, folder, moment)
    with snapshot(path) as connection:
        present = head(connection)
        last = _last_signed(
            kept_checkpoints(connection), public_key(key, present.origin)
        )

    if last is None:
        return checkpoint(path, key)
    if last == present:
        return None
    with Store(path) as store, store.writing() as writer:
        present = head(writer.connection)
        _refuse_unless_grown(writer.connection, last, present)
        return _signed(writer.connection, present, key)


def signed_receipt(path: str, key: str, receipt: LogReceipt) -> LogReceipt:
    """Return a receipt with its checkpoint signed, provided its log continues what this
    key signed last; else as it is, since what was recorded stays recorded.

    The signature is not kept: the next checkpoint of `keep_signed` covers the same
    events, and a checkpoint kept for each booking would be thousands, all of which are
    read for the next one.
    """
    try:
        with snapshot(path) as connection:
            stated = receipt.stated()
            signer = public_key(key, stated.origin)
            newest = newest_own(connection)
            if newest is None:
                return receipt
            last = _last_signed([newest], signer)
            if last is None or checkpoint_at(connection, stated.size) != stated:
                return receipt
            _refuse_unless_grown(connection, last, head(connection))

        note = sign(receipt.checkpoint, stated.origin, key)
    except (SeloError, OSError):
        # without a signature, and says so; whoever runs the service hears why from
        # `keep_signed`
        return receipt

    return completed_answer(receipt, checkpoint=note, signer=signer.text())


def _last_signed(rows: Sequence[KeptNote], signer: PublicKey) -> Checkpoint | None:
    """Return the last of these checkpoints that a key of our own signed; None where it
    signed none. Refuse one that only names the key.
    """
    own = [row for row in rows if not row.outside and row.signer == signer.text()]
    if not own:
        return None

    last = own[-1]
    note, stated = read_signed_checkpoint(last.note, None)
    if judge_by_log(note, stated, [signer]) != "valid":
        message = say(
            "{place} is not signed with the key it names",
            place=f"checkpoint {last.number}",
        )
        raise Refused(Problem("bad-signature", message))

    return stated


def _refuse_unless_grown(
    connection: Connection, last: Checkpoint, present: Checkpoint
) -> None:
    """Refuse to sign a log that is no longer the one that was signed: there would be
    two histories with our name.
    """
    if present.size < last.size or root_at(connection, last.size) != text_of(last.root):
        message = say(
            "the events are no longer those that were signed up to event {seq}",
            seq=last.size,
        )
        raise Refused(
            Problem("root-differs", message, hint=by_command("look at `selo verify`"))
        )

    for _ in events_after(connection, last.size):
        pass  # each is held against the tree as it is read


def keep_signed(
    path: str,
    key: str,
    folder: str,
    now: Callable[[], str],
    warn: Callable[[Message], None],
    pause: float = 1,
) -> None:
    """Sign everything that is recorded, until the process ends; warn once of what
    prevents it, and try again.
    """
    signed, obstacle = None, NOTHING
    while True:
        try:
            present = _head_of(path)
            # each checkpoint that was ever kept is read to find the last: not every
            # second
            if present != signed:
                sign_growth(path, key, folder, now())
                signed = present
            obstacle = NOTHING
        except SeloError as error:
            passing = isinstance(error, Busy) and error.problems[0].code != ROLLED_BACK
            if error.message != obstacle and not passing:
                obstacle = error.message
                warn(say("nothing is signed: {sentence}", sentence=obstacle))

        time.sleep(pause)


def _refuse_altered(connection: Connection, passed: Walk) -> None:
    """Refuse to sign a ledger whose rows or checkpoints are not as they were written."""
    findings = list(walk(connection, passed))

    # checkpoints that were taken back count for nothing
    rows = kept_checkpoints(connection)
    earlier, unreadable = judged_checkpoints(rows, (), ())
    counting = [one for one in earlier if not is_retracted(one, passed)]
    findings += unreadable
    findings += judgements(counting, passed)

    if findings:
        problems = [finding.problem for finding in findings]
        raise Refused(problems[:SHOWN])


def add(
    path: str, file: str, content: str, keys: Sequence[PublicKey]
) -> KeptCheckpoint:
    """Keep a checkpoint of this ledger that a known key signed, and return whether the
    events fit it.

    Known are the log's keys that are given, else those of the ledger. Every witness
    whose key is given has to have cosigned it.
    """
    from ledger.store.event_log import Store

    note, stated = read_brought_checkpoint(content, file)
    look(path)
    with Store(path) as store, store.writing() as writer:
        known = of_logs(keys) or signers(kept_checkpoints(writer.connection))
        cosigners = of_witnesses(keys)
        signature, _ = signature_of(note, stated, known, cosigners)
        _refuse_strange(stated, head(writer.connection), signature, file)
        signer = next(
            key for key in known if judge_by_log(note, stated, [key]) == "valid"
        )
        number = keep_checkpoint(writer.connection, True, signer.text(), content)
        checkpoint = JudgedCheckpoint("kept", f"checkpoint {number}", stated, signature)
        problems = tuple(
            finding.problem.message
            for finding in _contradictions(writer.connection, checkpoint)
        )

    return KeptCheckpoint(
        number=number,
        origin=stated.origin,
        size=stated.size,
        signature=checkpoint.signature,
        consistent=not problems,
        problems=problems,
    )


def _refuse_strange(
    stated: Checkpoint, present: Checkpoint, signature: str, file: str
) -> None:
    """Refuse a checkpoint of another ledger, or one that anybody may have written: it
    would only be in the way.

    What is kept stays.
    """
    if stated.origin != present.origin:
        message = say(
            "this checkpoint is of {origin}, the ledger is {ours}",
            origin=stated.origin,
            ours=present.origin,
        )
        raise Refused(
            Problem(
                "other-ledger",
                message,
                Where(file),
                by_command("check the file and --ledger"),
            )
        )

    hint = by_command("give the signer's key with --public-key")
    if signature == "bad":
        message = say(
            "this checkpoint is not signed with the key it names, so it proves nothing"
        )
        raise Refused(Problem("bad-signature", message, Where(file), hint))

    if signature != "valid":
        message = say(
            "this checkpoint is signed by nobody known here, so it proves nothing"
        )
        raise Usage(Problem("unknown-signer", message, Where(file), hint))


def _contradictions(
    connection: Connection, checkpoint: JudgedCheckpoint
) -> list[Finding]:
    passed = Walk()
    walk(connection, passed)
    return list(judgements([checkpoint], passed))
