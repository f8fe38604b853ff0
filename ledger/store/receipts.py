"""Receipts that stand alone: which events a submission is, and a checkpoint that covers them, with the proof of it.

An event that is rolled back before any witness looked was seen by nobody but whoever submitted it. What they hold says
it: held against the log at any later time, by a machine without a key.
"""

from collections.abc import Iterable

import msgspec

from ledger.errors import Problem, Refused, Where
from ledger.proof import Checkpoint, bytes_of, read_checkpoint, text_of, tiled
from ledger.store.checkpoints import head
from ledger.store.database import Connection
from ledger.store.events import submission_of
from ledger.store.logs.hashed import subtrees
from messages import Message, by_command, say
from messages.answer import Answer


class LogReceipt(Answer, frozen=True, kw_only=True):
    """A receipt: that the events from `first` to `last` are in the log, and under which checkpoint.

    `hashes` are the roots of the full subtrees before `first`, then of those that are exactly these events, then of
    those after `last`, up to the size of the checkpoint. Together they give its root, so it covers these events and no
    others in their place. A thousand events take no more of them than ten.
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
    """Make the receipt of the submissions that these events are of, under the present head, which nobody has signed
    yet; None of no events.

    What was recorded long ago and is sent again may have others' events in between: these are covered too.
    """
    of, present = sorted(seqs), head(connection)
    if not of:
        return None
    first, last = submission_of(connection, of[0])
    if last is not None and of[-1] > last:
        last = submission_of(connection, of[-1])[1]
    last = last or present.size
    hashes = subtrees(connection, (0, first - 1, last, present.size))
    return LogReceipt(
        first=first, last=last, hashes=tuple(map(text_of, hashes)), checkpoint=present.text(), signer=None
    )  # fmt: skip


def read_receipt(content: bytes | str, file: str) -> LogReceipt:
    """Read a receipt, by itself or in the answer of a submission; refuse one that does not add up to its checkpoint."""
    try:
        whole = msgspec.json.decode(content)
        within = whole.get("receipt", whole) if isinstance(whole, dict) else whole
        receipt = msgspec.convert(within, LogReceipt)
        stated, hashes = receipt.stated(), [bytes_of(text) for text in receipt.hashes]
        if not 1 <= receipt.first <= receipt.last <= stated.size or any(len(one) != 32 for one in hashes):
            raise ValueError
    except (ValueError, msgspec.MsgspecError, RecursionError):
        hint = by_command("give what `selo submit --json` printed, or the answer of the service")
        raise _refused("no-receipt", say("{file} is not a receipt", file=file), file, hint) from None
    if tiled((0, receipt.first - 1, receipt.last, stated.size), hashes) != stated.root:
        message = say("the receipt {file} does not add up to its own checkpoint", file=file)
        raise _refused("root-differs", message, file, say("keep what you have, and ask the office in writing"))
    return receipt


def is_receipt(content: str) -> bool:
    """Return whether a text is meant as a receipt, and not as a checkpoint."""
    return content.lstrip().startswith("{")


def _refused(code: str, message: Message, file: str, hint: Message) -> Refused:
    return Refused(Problem(code, message, Where(file), hint))
