"""Declare what deciding one document comes to."""

from dataclasses import dataclass, field

import msgspec

from ledger.decisions import Slip
from ledger.named_texts import NamedText
from ledger.store.persons import Personal
from messages import Message


@dataclass
class Decision:
    """The result of deciding one document: events not yet stored, or the seq that it
    repeats, and warnings.
    """

    kind: str
    target: str
    # of the events, each with the stream that it goes into
    bodies: list[tuple[str, msgspec.Struct]] = field(default_factory=list)
    # details of people, each with the salt that the digest in their event is made with
    persons: list[tuple[str, Personal]] = field(default_factory=list)
    erased: list[str] = field(default_factory=list)  # ids
    # words beside the log, whose seals are in the events
    texts: list[NamedText] = field(default_factory=list)
    repeated: int | None = None
    warnings: list[Message | Slip] = field(default_factory=list)
    digest: str | None = None
