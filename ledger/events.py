"""Declare what is stored: the topic of each kind of event with its version, and the envelope around it.

A retired shape stays here as a struct of its own; a shape that is stored otherwise than the program works with it has a
function in UPCASTERS. Topics never change. The shapes stand in bodies.py and, for games in columns, in columns.py.

A player as the log holds them, and as the program works with them: what can be erased stands beside the log, under
a seal that the log holds.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType

from ledger.bodies import (
    Body,
    CheckpointRetracted,
    ClockResumed,
    EloOnlyGamesNoted,
    ExternalRatingTold,
    FactReinstated,
    FactWithdrawn,
    GameAdded,
    ListPublished,
    OpeningSet,
    PersonErased,
    PlayersMerged,
    RulesAdopted,
    RulesRevised,
    RulingGiven,
    SettingsStated,
    TournamentAmended,
    TournamentAnnounced,
    TournamentReinstated,
    TournamentSubmitted,
    TournamentWithdrawn,
)
from ledger.columns import TournamentColumns, in_columns
from ledger.decisions import ConfirmationRevoked, DecisionNoted, TitleConfirmed, TitleKept, TitleRefused, Vouched
from ledger.errors import LedgerUnusable, Problem
from messages import say


class PlayerTold(Body, frozen=True):
    """A player, or a change of their details (then only what changed), with day of birth and sex in the event
    itself.
    """

    topic, kind, heading = "player-registered.v1", "player", "Player"
    player: str
    details: str  # sha256 over the salt and the details in the person table
    federation: str | None = None
    federation_from: str | None = None
    born: str | None = None
    sex: str | None = None
    earlier_names: int | UnsetType = UNSET  # how many stand beside the log from here on; stored where the name changed


class PlayerSealed(Body, frozen=True):
    """A player, or a change of their details (then only what changed). Of the birth it holds what the rules read: the
    year. No name, day of birth or sex: they stand beside the log, and can be erased."""

    topic, kind, heading = "player-registered.v2", "player", "Player"
    player: str
    details: str  # sha256 over the salt and the details in the person table
    federation: str | None = None
    federation_from: str | None = None
    born: str | None = None
    seal: str | UnsetType = UNSET  # sha256 over a salt, the day of birth, the sex and the wish not to be listed
    earlier_names: int | UnsetType = UNSET


class PlayerRegistered(Body, frozen=True):
    """A player, or a change of their details, as the program works with it: with what stands beside the log, as long as
    it does."""

    topic, kind, heading = "player-registered.v2", "player", "Player"
    player: str
    details: str
    federation: str | None = None
    federation_from: str | None = None
    born: str | None = None
    sex: str | None = None
    unlisted: bool | None = None
    earlier_names: int | UnsetType = UNSET
    read: str | None = None  # what the log itself holds of the birth, and every rule reads
    salt: str = ""
    seal: str = ""


def as_told(body: PlayerTold) -> PlayerRegistered:
    return PlayerRegistered(
        body.player, body.details, body.federation, body.federation_from, body.born, body.sex, None,
        body.earlier_names, body.born,
    )  # fmt: skip


def without_sealed(body: PlayerSealed) -> PlayerRegistered:
    """Return the player as the log alone has them, when nothing stands beside it any more."""
    return PlayerRegistered(
        body.player, body.details, body.federation, body.federation_from, body.born, None, None, body.earlier_names,
        body.born, "", body.seal or "",
    )  # fmt: skip


def sealed(body: PlayerRegistered) -> PlayerSealed:
    """Return what of a player is stored in the log."""
    return PlayerSealed(
        body.player, body.details, body.federation, body.federation_from, body.read, body.seal or UNSET,
        body.earlier_names,
    )  # fmt: skip


# every shape that is stored; one that is retired is read for ever, and no longer written
SHAPES: tuple[type[Body], ...] = (
    PlayerTold, PlayerSealed, OpeningSet, ExternalRatingTold, EloOnlyGamesNoted, TournamentSubmitted, TournamentColumns,
    TournamentAmended, GameAdded, TournamentWithdrawn, TournamentReinstated, FactWithdrawn, FactReinstated,
    PlayersMerged, PersonErased, TitleConfirmed, TitleKept, TitleRefused, ConfirmationRevoked, RulingGiven,
    RulesAdopted, RulesRevised, ListPublished, SettingsStated, ClockResumed, CheckpointRetracted,
    Vouched, DecisionNoted, TournamentAnnounced,
)  # fmt: skip
TOPICS = {shape.topic: shape for shape in SHAPES}
UPCASTERS: dict[type[Struct], Callable[[Any], Body]] = {
    TournamentSubmitted: in_columns, PlayerTold: as_told, PlayerSealed: without_sealed,
}  # fmt: skip
STORED_AS: dict[type[Struct], Callable[[Any], Body]] = {PlayerRegistered: sealed}
KINDS = tuple(sorted({shape.kind for shape in SHAPES}))  # the words of the contract


class Envelope(Struct, frozen=True):
    """The bytes that are stored of an event: everything about it that can be shown is inside."""

    seq: int
    recorded_at: str
    submission: int
    actor: str
    topic: str
    stream: str
    version: int
    body: Raw
    key: str | None = None
    digest: str | None = None
    note: str | None = None


class Event(Struct, frozen=True):
    """A stored event, read back."""

    seq: int
    recorded_at: str
    submission: int
    actor: str
    stream: str
    body: Any
    key: str | None = None
    digest: str | None = None
    note: str | None = None

    @property
    def kind(self) -> str:
        return str(self.body.kind)

    @property
    def target(self) -> str:
        """Name what the event is about by its id, as the log shows it."""
        return str(self.body.target(self.stream))

    @property
    def reason(self) -> str | None:
        return getattr(self.body, "reason", None)


class EarlierDocument(NamedTuple):
    """A document that was recorded: the seq of its own event, and its digest."""

    seq: int
    digest: str


ENCODER = msgspec.json.Encoder()
_ENVELOPE = msgspec.json.Decoder(Envelope)
_BODIES: dict[str, msgspec.json.Decoder[Any]] = {topic: msgspec.json.Decoder(shape) for topic, shape in TOPICS.items()}


def encode_body(body: Struct) -> bytes:
    """Encode an event's body as it is stored."""
    stored = STORED_AS.get(type(body))
    return ENCODER.encode(body if stored is None else stored(body))


def decode_body(topic: str, body: bytes | Raw) -> Any:
    if topic not in _BODIES:
        message = say("the ledger holds a {topic}, which this version does not know", topic=topic)
        raise LedgerUnusable(Problem("newer-ledger", message, hint=say("install the newer version of selokirja")))
    decoded = _BODIES[topic].decode(body)
    while (upcast := UPCASTERS.get(type(decoded))) is not None:
        decoded = upcast(decoded)
    return decoded


def decode(state: bytes) -> Event:
    """Decode stored bytes to an event of today's shape, without what stands beside the log."""
    return event_in(opened(state))


opened = _ENVELOPE.decode


def event_in(e: Envelope) -> Event:
    body = decode_body(e.topic, e.body)
    return Event(e.seq, e.recorded_at, e.submission, e.actor, e.stream, body, e.key, e.digest, e.note)


def tournament_stream(tournament: str) -> str:
    """Name the stream of events about a tournament: `tournament_stream("autumn-open")` is `tournament:autumn-open`.

    Events of one stream are counted together, so that two people who correct the same tournament at once are noticed.
    """
    return f"tournament:{tournament}"


def player_stream(player: str) -> str:
    """Name the stream of events about a player: `player_stream("F033")` is `player:F033`.

    Events of one stream are counted together, so that two people who change the same player at once are noticed.
    """
    return f"player:{player}"


OFFICE = "office"
SETTINGS = "settings"
CALENDAR = "calendar"  # what is announced


def list_stream(list_name: str, label: str) -> str:
    """Name the stream of a label of published lists; it has one for each, so that its version is the revision."""
    return f"published:{list_name}/{label}"
