"""What deciding may ask: the timeline, and a few look-ups. Who answers is not the ledger's business."""

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

import msgspec

from ledger.documents import Document, ExternalRating, Player
from ledger.errors import Conflict, Problem, Refused, Where
from ledger.events import Event, PublishedRow, Said
from ledger.store.persons import Personal
from ledger.timeline import Timeline, TournamentNow


class Lookups(Protocol):
    def by_key(self, key: str) -> Said | None: ...

    def by_digest(self, digest: str) -> Said | None: ...

    def event(self, seq: int) -> Event | None: ...

    def tournaments_of(self, player: str) -> list[str]:
        """Tournaments that name this very id, withdrawn ones too."""

    def person(self, player: str) -> Personal | None: ...

    def salt(self, player: str) -> str | None: ...

    def same_name(self, name: str, player: str) -> list[str]:
        """The ids of others by that name, accents and case aside."""


class Listing(NamedTuple):
    """A list on a day as known at a seq: what `publish` freezes."""

    known_seq: int
    rules: str
    rows: tuple[PublishedRow, ...]


@dataclass(frozen=True)
class Held:
    """Everything a decision rests on; `editions` is {list: {edition: revision}} as the code carries them.

    `listing` answers with the list on a day as known now; the ledger knows no rules, so it has to ask. `again`: what
    is told was recorded once already, in another ledger, and is told in the same order: nothing in it is a repetition.
    """

    timeline: Timeline
    lookups: Lookups
    today: str
    new_salt: Callable[[], str]
    editions: Mapping[str, Mapping[str, int]]
    listing: Callable[[str, str], Listing]
    again: bool = False


@dataclass
class Decision:
    """Events not yet stored: what one document comes to."""

    kind: str
    target: str
    bodies: list[tuple[str, msgspec.Struct]] = field(default_factory=list)
    persons: list[tuple[str, Personal]] = field(default_factory=list)
    erased: list[str] = field(default_factory=list)
    repeated: int | None = None
    warnings: list[str] = field(default_factory=list)
    digest: str | None = None


_CANONICAL = msgspec.json.Encoder(order="deterministic")
_NOT_CONTENT: dict[str, object] = {"actor": None, "note": None, "key": None, "expect_version": None, "players": []}


def content_digest(document: Document, salt: str = "") -> str:
    """What makes two documents the same. A player's is salted: a bare hash of a name gives the name away.

    Fields at their default are left out (see Strict), so that a field of a later version changes no old digest.
    """
    empty = {name: value for name, value in _NOT_CONTENT.items() if name in document.__struct_fields__}
    if "source" in document.__struct_fields__ and not isinstance(document, ExternalRating):
        empty["source"] = None  # the file it was read from
    content = msgspec.structs.replace(document, **empty)
    return hashlib.sha256(salt.encode() + _CANONICAL.encode(content)).hexdigest()


def digest_of(document: Document, held: Held) -> str:
    salt = (held.lookups.salt(document.player) or "") if isinstance(document, Player) else ""
    return content_digest(document, salt)


def repeated_key(document: Document, held: Held) -> int | None:
    """The first seq of the same key; other content under it is a conflict."""
    said = held.lookups.by_key(document.key) if document.key else None
    if said is None:
        return None
    if said.digest != digest_of(document, held):
        raise Conflict(
            Problem(
                "key-reused",
                f"the key {document.key!r} was used for another document (seq {said.seq})",
                Where(field="key"),
                "give each document a key of its own",
            )
        )
    return said.seq


def refuse(
    code: str, message: str, field_name: str | None = None, hint: str = "", *, about: tuple[str, ...] = ()
) -> Refused:
    return Refused(Problem(code, message, Where(field=field_name), hint, about))


def known_tournament(name: str, held: Held, expect_version: int | None) -> TournamentNow:
    """The tournament a correction is about, in the version its writer saw."""
    now = held.timeline.tournament(name)
    if now is None:
        message = f"there is no tournament {name!r}"
        raise refuse("unknown-tournament", message, "tournament", "see `selo tournaments`", about=(name,))
    if expect_version is not None and expect_version != now.version:
        raise Conflict(
            Problem(
                "stale-version",
                f"{name} is at version {now.version}, not {expect_version}",
                Where(field="expect_version"),
                f"look at it again with `selo tournament {name}`",
            )
        )
    return now
