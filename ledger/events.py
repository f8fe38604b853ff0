"""What is stored: the topic of each kind of event with its version, and the envelope around it.

A retired shape stays here as a struct of its own; a shape that is stored otherwise than the program works with it has a
function in UPCASTERS. Topics never change. The shapes stand in bodies.py and, for games in columns, in columns.py.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec
from msgspec import Raw, Struct

from ledger.bodies import (
    CheckpointRetracted,
    ClockResumed,
    ConfirmationRevoked,
    EloOnlyGamesNoted,
    ExternalRatingTold,
    FactReinstated,
    FactWithdrawn,
    GameAdded,
    GameFact,
    HeaderFact,
    ListPublished,
    OpeningSet,
    PersonErased,
    PlayerRegistered,
    PlayersMerged,
    PublishedRow,
    RatingMoved,
    RulesAdopted,
    RulesRevised,
    RulingGiven,
    SettingsStated,
    TitleConfirmed,
    TournamentAmended,
    TournamentReinstated,
    TournamentSubmitted,
    TournamentWithdrawn,
)
from ledger.columns import TournamentColumns, in_columns
from ledger.errors import LedgerUnusable, Problem
from messages import say

TOPICS: dict[str, type[Struct]] = {
    "player-registered.v1": PlayerRegistered,
    "opening-set.v1": OpeningSet,
    "external-rating-told.v1": ExternalRatingTold,
    "elo-only-games-noted.v1": EloOnlyGamesNoted,
    "tournament-submitted.v1": TournamentSubmitted,  # a fact for each game; read for ever, no longer written
    "tournament-submitted.v2": TournamentColumns,
    "tournament-amended.v1": TournamentAmended,
    "game-added.v1": GameAdded,
    "tournament-withdrawn.v1": TournamentWithdrawn,
    "tournament-reinstated.v1": TournamentReinstated,
    "fact-withdrawn.v1": FactWithdrawn,
    "fact-reinstated.v1": FactReinstated,
    "players-merged.v1": PlayersMerged,
    "person-erased.v1": PersonErased,
    "title-confirmed.v1": TitleConfirmed,
    "confirmation-revoked.v1": ConfirmationRevoked,
    "ruling-given.v1": RulingGiven,
    "rules-adopted.v1": RulesAdopted,
    "rules-revised.v1": RulesRevised,
    "list-published.v1": ListPublished,
    "settings-stated.v1": SettingsStated,
    "clock-resumed.v1": ClockResumed,
    "checkpoint-retracted.v1": CheckpointRetracted,
}
TOPIC_OF = {shape: topic for topic, shape in TOPICS.items()}
UPCASTERS: dict[type[Struct], Callable[[Any], Struct]] = {TournamentSubmitted: in_columns}

# the word of the contract for each event; a withdrawal says what it takes back in its target
KINDS: dict[type[Any], str] = {
    PlayerRegistered: "player",
    OpeningSet: "opening",
    ExternalRatingTold: "external-rating",
    EloOnlyGamesNoted: "elo-only-games",
    TournamentSubmitted: "tournament",
    TournamentColumns: "tournament",
    TournamentAmended: "amend",
    GameAdded: "game",
    TournamentWithdrawn: "withdraw",
    TournamentReinstated: "reinstate",
    FactWithdrawn: "withdraw",
    FactReinstated: "reinstate",
    PlayersMerged: "merge-players",
    PersonErased: "erase-person",
    TitleConfirmed: "confirm-title",
    ConfirmationRevoked: "revoke-confirmation",
    RulingGiven: "ruling",
    RulesAdopted: "adopt-rules",
    RulesRevised: "accept-rules",
    ListPublished: "publish",
    SettingsStated: "settings",
    ClockResumed: "resume-clock",
    CheckpointRetracted: "retract-checkpoint",
}


class Envelope(Struct, frozen=True):
    """The stored bytes: everything about an event that can be shown is inside."""

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
        return KINDS[type(self.body)]

    @property
    def target(self) -> str:
        """The id of what it is about, as the log shows it."""
        return target_of(self.stream, self.body)

    @property
    def reason(self) -> str | None:
        return getattr(self.body, "reason", None)


class EarlierDocument(NamedTuple):
    """A document that was recorded: its own event, and its digest."""

    seq: int
    digest: str


ENCODER = msgspec.json.Encoder()
_ENVELOPE = msgspec.json.Decoder(Envelope)
_BODIES: dict[str, msgspec.json.Decoder[Any]] = {topic: msgspec.json.Decoder(shape) for topic, shape in TOPICS.items()}


def encode_body(body: Struct) -> bytes:
    return ENCODER.encode(body)


def decode_body(topic: str, body: bytes | Raw) -> Any:
    if topic not in _BODIES:
        message = say("the ledger holds a {topic}, which this version does not know", topic=topic)
        raise LedgerUnusable(Problem("newer-ledger", message, hint=say("install the newer version of selokirja")))
    decoded = _BODIES[topic].decode(body)
    while (upcast := UPCASTERS.get(type(decoded))) is not None:
        decoded = upcast(decoded)
    return decoded


def decode(state: bytes) -> Event:
    """Stored bytes to an event of today's shape."""
    e = _ENVELOPE.decode(state)
    body = decode_body(e.topic, e.body)
    return Event(e.seq, e.recorded_at, e.submission, e.actor, e.stream, body, e.key, e.digest, e.note)


def tournament_stream(tournament: str) -> str:
    return f"tournament:{tournament}"


def player_stream(player: str) -> str:
    return f"player:{player}"


OFFICE = "office"
SETTINGS = "settings"


def target_of(stream: str, body: Any) -> str:
    """The id of the tournament or player of a stream; of the office's events the player, list or edition."""
    match body:
        case PlayersMerged(into=player):
            return player
        case RulesAdopted(list=name):
            return name
        case RulesRevised(edition=edition):
            return edition
        case CheckpointRetracted(checkpoint=number):
            return str(number)
    return stream.partition(":")[2] or stream


def list_stream(list_name: str, label: str) -> str:
    """One stream a label: its version is the revision."""
    return f"published:{list_name}/{label}"


__all__ = [
    "ENCODER",
    "KINDS",
    "OFFICE",
    "SETTINGS",
    "TOPICS",
    "TOPIC_OF",
    "UPCASTERS",
    "CheckpointRetracted",
    "ClockResumed",
    "ConfirmationRevoked",
    "EarlierDocument",
    "EloOnlyGamesNoted",
    "Envelope",
    "Event",
    "ExternalRatingTold",
    "FactReinstated",
    "FactWithdrawn",
    "GameAdded",
    "GameFact",
    "HeaderFact",
    "ListPublished",
    "OpeningSet",
    "PersonErased",
    "PlayerRegistered",
    "PlayersMerged",
    "PublishedRow",
    "RatingMoved",
    "RulesAdopted",
    "RulesRevised",
    "RulingGiven",
    "SettingsStated",
    "TitleConfirmed",
    "TournamentAmended",
    "TournamentColumns",
    "TournamentReinstated",
    "TournamentSubmitted",
    "TournamentWithdrawn",
    "decode",
    "decode_body",
    "encode_body",
    "list_stream",
    "player_stream",
    "target_of",
    "tournament_stream",
]
