"""Receipts that stand alone: which events a submission is, and a checkpoint that covers
them, with the proof of it.

An event that is rolled back before any witness looked was seen by nobody but whoever
submitted it. What they hold says it: held against the log at any later time, by a
machine without a key.
"""

from collections.abc import Iterable

import msgspec

from ledger.errors import Problem, Refused, Usage, Where
from ledger.proof import root_of_parts
from ledger.proof_texts import (
    Checkpoint,
    bytes_of,
    read_checkpoint,
    text_of,
)
from ledger.store.checkpoints import head
from ledger.store.connection import Connection
from ledger.store.events import submission_of
from ledger.store.logs.tree import subtree_roots
from messages import by_command, say
from messages.answer import Answer


class LogReceipt(Answer, frozen=True, kw_only=True):
    """A receipt: that the events from `first` to `last` are in the log, and under which
    checkpoint.

    `hashes` are the roots of the full subtrees before `first`, then of those that are
    exactly these events, then of those after `last`, up to the size of the checkpoint.
    Together they give its root, so it covers these events and no others in their place.
    A thousand events take no more of them than ten.
    """

    first: int
    last: int
    hashes: tuple[str, ...]
    checkpoint: str
    signer: str | None

    def stated(self) -> Checkpoint:
        """Return the checkpoint in it; raise ValueError if there is none."""
        text = self.checkpoint.partition("\n\n")[0]
        return read_checkpoint(text if text.endswith("\n") else f"{text}\n")


def receipt_of(connection: Connection, seqs: Iterable[int]) -> LogReceipt | None:
    """Make the receipt of the submissions that these events are of, under the present
    head, which nobody has signed yet; None of no events.

    What was recorded long ago and is sent again may have others' events in between:
    these are covered too.
    """
    events = sorted(seqs)
    present = head(connection)
    if not events:
        return None
    first, last = submission_of(connection, events[0])
    if last is not None and events[-1] > last:
        _, last = submission_of(connection, events[-1])
    if last is None:
        last = present.size
    hashes = subtree_roots(connection, (0, first - 1, last, present.size))
    return LogReceipt(
        first=first,
        last=last,
        hashes=tuple(text_of(one) for one in hashes),
        checkpoint=present.text(),
        signer=None,
    )


def read_receipt(content: bytes | str, file: str) -> LogReceipt:
    """Read a receipt, by itself or in the answer of a submission.

    Refuse one that does not add up to its checkpoint, and what is no receipt. `file`:
    its name, for the messages.
    """
    fields = _meant_as_receipt(content, file)
    try:
        receipt = msgspec.convert(fields, LogReceipt)
        stated = receipt.stated()
        hashes = [bytes_of(text) for text in receipt.hashes]
    except (ValueError, msgspec.MsgspecError):
        raise _refusal_of_altered(file) from None

    is_in_order = 1 <= receipt.first <= receipt.last <= stated.size
    if not is_in_order or any(len(one) != SHA256_BYTES for one in hashes):
        raise _refusal_of_altered(file)
    cuts = (0, receipt.first - 1, receipt.last, stated.size)
    if root_of_parts(cuts, hashes) != stated.root:
        raise _refusal_of_altered(file)
    return receipt


SHA256_BYTES = 32
_OF_A_RECEIPT = frozenset(["first", "last", "hashes", "checkpoint"])


def _meant_as_receipt(content: bytes | str, file: str) -> object:
    """Return the fields of a receipt, unread; another file is no altered receipt, but a
    name that was mistyped.
    """
    try:
        answer = msgspec.json.decode(content)
    except (ValueError, msgspec.MsgspecError, RecursionError):
        answer = None

    fields = answer
    if isinstance(answer, dict) and "receipt" in answer:
        fields = answer["receipt"]
    if isinstance(fields, dict) and fields.keys() >= _OF_A_RECEIPT:
        return fields
    message = say("{file} is not a receipt", file=file)
    hint = by_command(
        "give what `selo submit --json` printed, or the answer of the service"
    )
    raise Usage(Problem("no-receipt", message, Where(file), hint))


def is_receipt(content: str) -> bool:
    """Return whether a text is meant as a receipt, and not as a checkpoint."""
    return content.lstrip().startswith("{")


def _refusal_of_altered(file: str) -> Refused:
    """Refuse a receipt that contradicts itself: somebody changed it, or the office
    would have to answer for it.
    """
    message = say("the receipt {file} does not add up to its own checkpoint", file=file)
    hint = say("keep what you have, and ask the office in writing")
    return Refused(Problem("root-differs", message, Where(file), hint))
