"""Acknowledge what was recorded: the event that each document became."""

import msgspec

from messages.answer import UNSET, Answer, UnsetType


class PlayerEvent(Answer, frozen=True, kw_only=True):
    """The event of a player that a document brought along: one introduced, or one
    erased together with another.
    """

    seq: int
    player: str


class Receipt(Answer, frozen=True, kw_only=True):
    """The event that a document was recorded as; `repeated` when it had been recorded
    before.

    `size` and `root` are the footer of a published list; a preview has none, as its
    event would get another moment.
    """

    seq: int
    kind: str
    target: str
    repeated: bool
    introduced: tuple[PlayerEvent, ...] | UnsetType = UNSET
    along: tuple[PlayerEvent, ...] | UnsetType = msgspec.field(
        default=UNSET, name="with"
    )
    size: int | UnsetType = UNSET
    root: str | UnsetType = UNSET


class NewLedger(Answer, frozen=True, kw_only=True):
    """A ledger that was made: where it is, its lists, and the rules it begins with."""

    ledger: str
    lists: tuple[str, ...]
    recorded: tuple[Receipt, ...]
