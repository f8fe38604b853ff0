"""Hold receipts of submissions against a log."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from audit.judging import judge_by_log, read_signed_checkpoint
from audit.signing import PublicKey
from features.witness.shown import (
    Fetch,
    leaves_of,
    present_checkpoint,
    refuse_signer,
    signed_checkpoint,
    suspicion,
)
from ledger.errors import Problem, Refused, Usage, Where
from ledger.proof import subtree
from ledger.proof_texts import Checkpoint, text_of
from ledger.store.receipts import LogReceipt
from messages import say
from messages.answer import Answer


class HeldReceipt(Answer, frozen=True, kw_only=True):
    """A receipt whose events are in the log; `signature`: `valid`, `unknown` without a
    key for it, or `none`.
    """

    file: str
    first: int
    last: int
    signature: str


class ReceiptsHeld(Answer, frozen=True, kw_only=True):
    """A log in which everything is that was acknowledged: so many events now, with this
    root, after each receipt.
    """

    url: str
    origin: str
    events: int
    events_root: str
    receipts: tuple[HeldReceipt, ...]


class _LogNow(NamedTuple):
    """A log as it is now: how far it goes, and the hash of each event."""

    url: str
    present: Checkpoint
    leaves: Sequence[bytes]


def hold(
    url: str,
    fetch: Fetch,
    receipts: Mapping[str, LogReceipt],
    keys: Sequence[PublicKey],
) -> ReceiptsHeld:
    """Hold receipts, by file, against the log as it is now, which must continue from
    the checkpoint in each of them.

    That covers the events they were given for, so an event that is gone or changed is
    found, even if nobody else looked. What the log has signed is checked too, if a
    receipt is signed or keys are given; without either the log may be unsigned.
    """
    shown = []
    is_strange = False
    if keys or any(receipt.signer for receipt in receipts.values()):
        signed = signed_checkpoint(url, fetch, keys)
        shown.append(signed.checkpoint)
        is_strange = bool(keys) and signed.signature != "valid"

    present = present_checkpoint(url, fetch)
    log = _LogNow(url, present, leaves_of(url, fetch, (*shown, present)))
    receipts_in_log: list[HeldReceipt] = []
    problems: list[Problem] = []
    for file, receipt in receipts.items():
        signature = _signature_of(receipt, file, keys)
        problems += _contradictions(log, receipt.stated(), file)
        if signature == "bad":
            problems.append(_not_by_its_key(file))
        one = HeldReceipt(
            file=file, first=receipt.first, last=receipt.last, signature=signature
        )
        receipts_in_log.append(one)

    if problems:
        raise Refused(problems)
    if is_strange:
        refuse_signer(url, known_before=False)
    if keys:
        _refuse_other_signers(receipts_in_log)

    return ReceiptsHeld(
        url=url,
        origin=present.origin,
        events=present.size,
        events_root=text_of(present.root),
        receipts=tuple(receipts_in_log),
    )


def _signature_of(receipt: LogReceipt, file: str, keys: Sequence[PublicKey]) -> str:
    """Judge the signature of a receipt: `none`, or what `judged` says of it."""
    if receipt.signer is None:
        return "none"
    note, stated = read_signed_checkpoint(receipt.checkpoint, file)
    return judge_by_log(note, stated, keys)


def _not_by_its_key(file: str) -> Problem:
    message = say("the receipt {file} is not signed with the key it names", file=file)
    return suspicion("bad-signature", message)


def _refuse_other_signers(receipts: Iterable[HeldReceipt]) -> None:
    """Refuse receipts that no given key signed."""
    for one in receipts:
        if one.signature != "valid":
            message = say(
                "the receipt {file} is not signed with the key you gave", file=one.file
            )
            hint = say("leave the key out, or give the signer's key")
            raise Usage(Problem("unknown-signer", message, Where(one.file), hint))


def _contradictions(log: _LogNow, stated: Checkpoint, file: str) -> Iterator[Problem]:
    """Yield what contradicts a receipt, if anything does."""
    known = {"url": log.url, "file": file}
    present = log.present
    if stated.origin != present.origin:
        message = say(
            "{url} has another ledger than the receipt {file}: {origin}",
            origin=present.origin,
            **known,
        )
        yield suspicion("other-ledger", message)
    elif stated.size > present.size:
        message = say(
            "the receipt {file} covers {size} events, and {url} has {now}: the last"
            " ones are gone",
            size=stated.size,
            now=present.size,
            **known,
        )
        yield suspicion("events-missing", message)
    elif subtree(log.leaves, 0, stated.size) != stated.root:
        message = say(
            "the first {size} events at {url} are not those of the receipt {file}: they"
            " were rewritten",
            size=stated.size,
            **known,
        )
        yield suspicion("root-differs", message)
