"""What deciding may ask: the timeline, and a few look-ups. Who answers is not the ledger's business."""

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

import msgspec

from ledger.documents import Document, Player, kind_of
from ledger.errors import Conflict, Problem, Refused, Where
from ledger.events import Event, Said
from ledger.persons import Personal
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


@dataclass(frozen=True)
class Held:
    """Everything a decision rests on; `editions` is {list: {edition: revision}} as the code carries them."""

    timeline: Timeline
    lookups: Lookups
    today: str
    new_salt: Callable[[], str]
    editions: Mapping[str, Mapping[str, int]]


@dataclass
class Decision:
    """Events not yet stored: what one document comes to."""

    kind: str
    target: str
    bodies: list[tuple[str, msgspec.Struct]] = field(default_factory=list)
    persons: list[tuple[str, Personal]] = field(default_factory=list)
    repeated: int | None = None
    warnings: list[str] = field(default_factory=list)
    digest: str | None = None


_CANONICAL = msgspec.json.Encoder(order="deterministic")
_NOT_CONTENT = ("actor", "note", "key", "expect_version", "players")


def content_digest(document: Document, salt: str = "") -> str:
    """What makes two documents the same. A player's is salted: a bare hash of a name gives the name away."""
    content = {name: getattr(document, name) for name in document.__struct_fields__ if name not in _NOT_CONTENT}
    return hashlib.sha256(salt.encode() + _CANONICAL.encode([kind_of(document), content])).hexdigest()


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


def refuse(code: str, message: str, field_name: str | None = None, hint: str = "") -> Refused:
    return Refused(Problem(code, message, Where(field=field_name), hint))


def known_tournament(name: str, held: Held, expect_version: int | None) -> TournamentNow:
    """The tournament a correction is about, in the version its writer saw."""
    now = held.timeline.tournament(name)
    if now is None:
        raise refuse("unknown-tournament", f"there is no tournament {name!r}", "tournament", "see `selo log`")
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
