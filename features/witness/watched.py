"""Hold what a log shows now against what was seen of it before."""

from collections.abc import Sequence

from audit.signing import PublicKey
from features.witness.shown import (
    Fetch,
    leaves_of,
    present_checkpoint,
    refusal,
    refuse_rewritten,
    refuse_signer,
    signed_checkpoint,
)
from ledger.proof_texts import Checkpoint, bytes_of, text_of
from messages import say
from messages.answer import Answer


class Watched(Answer, frozen=True, kw_only=True):
    """What a witness keeps of a log: the checkpoint it saw last, how far it had been
    before, and how far the log went beyond what was signed: `events` in all, with the
    root over them.
    """

    url: str
    origin: str
    size: int
    root: str
    grew_from: int | None
    signature: str
    note: str
    events: int | None = None
    events_root: str | None = None
    unsigned: int | None = None
    cosigner: str | None = None

    def roots(self) -> dict[int, bytes]:
        """Return what was seen, by the number of events: signed, and as far as the log
        went.
        """
        seen = {self.size: bytes_of(self.root)}
        if self.events is not None:
            seen[self.events] = bytes_of(self.events_root or "")
        return seen


def watch(
    url: str, fetch: Fetch, before: Watched | None, keys: Sequence[PublicKey]
) -> Watched:
    """Read the log as it says it is now, and hold it against its own hashes and against
    what was seen before.
    """
    shown = signed_checkpoint(url, fetch, keys)
    signed = shown.checkpoint
    if before is not None and before.origin != signed.origin:
        message = say(
            "{url} has another ledger than before: {origin}",
            url=url,
            origin=signed.origin,
        )
        raise refusal("other-ledger", message)

    present = present_checkpoint(url, fetch)
    if before is not None:
        _refuse_shorter(url, before, signed, present)
    leaves = leaves_of(url, fetch, (signed, present))
    if before is not None:
        refuse_rewritten(url, before.roots(), leaves)
    if keys and shown.signature != "valid":
        was_valid = before is not None and before.signature == "valid"
        refuse_signer(url, known_before=was_valid)

    return Watched(
        url=url,
        origin=signed.origin,
        size=signed.size,
        root=text_of(signed.root),
        grew_from=None if before is None else before.size,
        signature=shown.signature,
        note=shown.note,
        events=present.size,
        events_root=text_of(present.root),
        unsigned=present.size - signed.size,
    )


def _refuse_shorter(
    url: str, before: Watched, signed: Checkpoint, present: Checkpoint
) -> None:
    """Refuse a log that has fewer events than before, signed or in all."""
    for size in sorted(before.roots()):
        now = signed.size if size == before.size else present.size
        if now < size:
            message = say(
                "{url} had {size} events and now has {now}",
                url=url,
                size=size,
                now=now,
            )
            raise refusal("events-missing", message)
