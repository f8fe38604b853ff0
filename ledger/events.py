"""Declare what is stored: the topic of each kind of event with its version, and the
envelope around it.

Topics never change. A new shape of an event gets a new topic version and a struct of
its own; the retired struct stays here, with a function in UPCASTERS that turns it into
the new one. The shapes stand in bodies.py and decisions.py, those of tournaments with
their games in columns.py.

A player is declared twice, as the log holds them and as the program works with them:
what can be erased stands beside the log, under a seal that the log holds.
"""

from collections.abc import Callable, Iterator
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
    TournamentReinstated,
    TournamentWithdrawn,
)
from ledger.columns import TournamentColumns
from ledger.decisions import (
    ConfirmationRevoked,
    TitleConfirmed,
    TitleKept,
    TitleRefused,
    Vouched,
)
from ledger.errors import LedgerUnusable, Problem
from ledger.kinds import EVENTS, feature_of
from ledger.named_texts import seals_in
from messages import say


class PlayerSealed(Body, frozen=True):
    """A player, or a change of their details (then only what changed), as the log holds
    them. Of the birth it has what the rules read: the year. No name, day of birth or
    sex: they stand beside the log, and can be erased.
    """

    topic, kind, heading = "player-registered.v1", "player", "Player"
    player: str
    details: str  # sha256 over the salt and the details in the person table
    federation: str | None = None
    federation_from: str | None = None
    born: str | None = None
    # sha256 over a salt, the day of birth, the sex and the wish not to be listed
    seal: str | UnsetType = UNSET
    # how many stand beside the log from here on; stored where the name changed
    earlier_names: int | UnsetType = UNSET


class PlayerRegistered(Body, frozen=True):
    """A player, or a change of their details, as the program works with them: with what
    stands beside the log, as long as it does.
    """

    topic, kind, heading = "player-registered.v1", "player", "Player"
    player: str
    details: str
    federation: str | None = None
    federation_from: str | None = None
    born: str | None = None
    sex: str | None = None
    unlisted: bool | None = None
    earlier_names: int | UnsetType = UNSET
    # what the log itself holds of the birth, and every rule reads
    read: str | None = None
    salt: str = ""
    seal: str = ""


def without_sealed(stored: PlayerSealed) -> PlayerRegistered:
    """Return the player as the log alone has them, when nothing stands beside it any
    more.
    """
    return PlayerRegistered(
        player=stored.player,
        details=stored.details,
        federation=stored.federation,
        federation_from=stored.federation_from,
        born=stored.born,
        earlier_names=stored.earlier_names,
        read=stored.born,
        seal=stored.seal or "",
    )


def sealed(player: PlayerRegistered) -> PlayerSealed:
    """Return what of a player is stored in the log."""
    return PlayerSealed(
        player=player.player,
        details=player.details,
        federation=player.federation,
        federation_from=player.federation_from,
        born=player.read,
        seal=player.seal or UNSET,
        earlier_names=player.earlier_names,
    )


class OfFeature(Body, frozen=True):
    """An event of a feature that is not installed: its topic, as it is stored, and the
    seals in it. No rating rests on it, so everything else is answered without it.
    """

    topic, kind, heading = "", "of-a-feature", "Event of a feature"
    stored: str
    sealed_words: tuple[str, ...]

    def seals(self) -> Iterator[tuple[str, str]]:
        yield from (("words", seal) for seal in self.sealed_words)

    @property
    def feature(self) -> str:
        """The feature that has this kind of event."""
        return feature_of(self.stored) or ""


# every shape that is stored; one that is retired is read for ever, and no longer
# written
SHAPES: tuple[type[Body], ...] = (
    PlayerSealed,
    OpeningSet,
    ExternalRatingTold,
    EloOnlyGamesNoted,
    TournamentColumns,
    TournamentAmended,
    GameAdded,
    TournamentWithdrawn,
    TournamentReinstated,
    FactWithdrawn,
    FactReinstated,
    PlayersMerged,
    PersonErased,
    TitleConfirmed,
    TitleKept,
    TitleRefused,
    ConfirmationRevoked,
    RulingGiven,
    RulesAdopted,
    RulesRevised,
    ListPublished,
    SettingsStated,
    ClockResumed,
    CheckpointRetracted,
    Vouched,
    *EVENTS,
)
TOPICS = {shape.topic: shape for shape in SHAPES}
# a retired shape, and what turns it into the one that took its place; in format 1 none
# is retired
UPCASTERS: dict[type[Body], Callable[[Any], Body]] = {}
KINDS = tuple(sorted({shape.kind for shape in SHAPES}))  # the words of the contract
HEADINGS = {shape.kind: shape.heading for shape in SHAPES}  # those words for people


class Envelope(Struct, frozen=True):
    """The bytes that are stored of an event: everything about it that can be shown is
    inside.
    """

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
_BODIES: dict[str, msgspec.json.Decoder[Any]] = {
    topic: msgspec.json.Decoder(shape) for topic, shape in TOPICS.items()
}


def encode_body(body: Struct) -> bytes:
    """Encode an event's body as it is stored."""
    return ENCODER.encode(sealed(body) if isinstance(body, PlayerRegistered) else body)


def decode_body(topic: str, body: bytes | Raw) -> Any:
    """Return a stored body in today's shape, whichever version its topic has; of a
    feature that is not installed, what its topic says.
    """
    if topic not in _BODIES and feature_of(topic) is not None:
        return OfFeature(topic, seals_in(bytes(body)))
    if topic not in _BODIES:
        message = say(
            "the ledger holds a {topic}, which this version does not know", topic=topic
        )
        raise LedgerUnusable(
            Problem(
                "newer-ledger",
                message,
                hint=say("install the newer version of selokirja"),
            )
        )
    decoded = _BODIES[topic].decode(body)
    while (upcast := UPCASTERS.get(type(decoded))) is not None:
        decoded = upcast(decoded)
    return without_sealed(decoded) if isinstance(decoded, PlayerSealed) else decoded


def decode(state: bytes) -> Event:
    """Decode stored bytes to an event of today's shape, without what stands beside the
    log.
    """
    return event_in(opened(state))


opened = _ENVELOPE.decode


def event_in(envelope: Envelope) -> Event:
    """Return the event in an envelope, in today's shape."""
    return Event(
        seq=envelope.seq,
        recorded_at=envelope.recorded_at,
        submission=envelope.submission,
        actor=envelope.actor,
        stream=envelope.stream,
        body=decode_body(envelope.topic, envelope.body),
        key=envelope.key,
        digest=envelope.digest,
        note=envelope.note,
    )


def tournament_stream(tournament: str) -> str:
    """Name the stream of events about a tournament: `tournament_stream("autumn-open")`
    is `tournament:autumn-open`.

    Events of one stream are counted together, so that two people who correct the same
    tournament at once are noticed.
    """
    return f"tournament:{tournament}"


def player_stream(player: str) -> str:
    """Name the stream of events about a player: `player_stream("F033")` is
    `player:F033`.

    Events of one stream are counted together, so that two people who change the same
    player at once are noticed.
    """
    return f"player:{player}"


OFFICE = "office"
SETTINGS = "settings"


def list_stream(list_name: str, label: str) -> str:
    """Name the stream of a label of published lists; it has one for each, so that its
    version is the revision.
    """
    return f"published:{list_name}/{label}"
