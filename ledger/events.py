"""What is stored: one struct per kind of event, its topic with a version, and the envelope around it.

Strict outside, tolerant inside: a stored event may lack a field that a newer shape has, never the other way round.
A retired shape stays here as a struct of its own with a function to the next one in UPCASTERS; topics never change.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec
from msgspec import Raw, Struct


class GameFact(Struct, frozen=True, array_like=True, gc=False):
    """A game as it stands. `place` is its running place in the tournament and never changes; fields only append."""

    game: str
    round: int
    place: int
    white: str
    black: str
    result: str
    on: str | None = None
    minutes: int | float | None = None
    minutes_black: int | float | None = None
    tiebreak: bool = False
    board: int | None = None


class HeaderFact(Struct, frozen=True):
    """A tournament's header as it stands."""

    name: str
    start: str
    end: str
    minutes: int | float | None = None
    time_control: str | None = None
    domestic: bool = True
    fide_accepted: bool = True
    official_representation: bool = False
    age_group: str = "open"
    each_game_rated: bool = False
    order_no: int = 0


class PlayerRegistered(Struct, frozen=True):
    """A player, or a change of his details (then only what changed). No name: that is in the person table."""

    player: str
    details: str  # sha256 over the salt and the details in the person table
    federation: str | None = None
    federation_from: str | None = None
    born: str | None = None
    sex: str | None = None


class OpeningSet(Struct, frozen=True):
    player: str
    list: str
    on: str
    rating: int
    games: int
    normal_games: int
    peak: int | None = None
    titles: tuple[str, ...] = ()


class ExternalRatingTold(Struct, frozen=True):
    player: str
    source: str
    on: str
    rating: int
    comparable: bool = True


class EloOnlyGamesNoted(Struct, frozen=True):
    player: str
    on: str


class TournamentSubmitted(Struct, frozen=True):
    tournament: str
    header: HeaderFact
    games: tuple[GameFact, ...]


class TournamentAmended(Struct, frozen=True):
    """The whole new header if it changed; changed games whole, as they stand after."""

    tournament: str
    reason: str
    header: HeaderFact | None = None
    changed: tuple[GameFact, ...] = ()
    struck: tuple[str, ...] = ()
    added: tuple[GameFact, ...] = ()


class GameAdded(Struct, frozen=True):
    tournament: str
    game: GameFact


class TournamentWithdrawn(Struct, frozen=True):
    tournament: str
    reason: str


class TournamentReinstated(Struct, frozen=True):
    tournament: str
    reason: str


class FactWithdrawn(Struct, frozen=True):
    """An earlier event of this stream no longer counts."""

    withdrawn: int
    reason: str


class FactReinstated(Struct, frozen=True):
    reinstated: int
    reason: str


class PlayersMerged(Struct, frozen=True):
    merged: str
    into: str
    reason: str


class TitleConfirmed(Struct, frozen=True):
    player: str
    title: str
    on: str
    reason: str | None = None


class ConfirmationRevoked(Struct, frozen=True):
    player: str
    title: str
    on: str
    reason: str | None = None


class RulingGiven(Struct, frozen=True):
    player: str
    list: str
    on: str
    reason: str
    rating: int | None = None
    delta: int | None = None


class RulesAdopted(Struct, frozen=True):
    list: str
    edition: str
    since: str
    revision: int
    reason: str | None = None


class RulesRevised(Struct, frozen=True):
    """The code carries a corrected edition; from here on its numbers count."""

    edition: str
    revision: int
    reason: str | None = None


TOPICS: dict[str, type[Struct]] = {
    "player-registered.v1": PlayerRegistered,
    "opening-set.v1": OpeningSet,
    "external-rating-told.v1": ExternalRatingTold,
    "elo-only-games-noted.v1": EloOnlyGamesNoted,
    "tournament-submitted.v1": TournamentSubmitted,
    "tournament-amended.v1": TournamentAmended,
    "game-added.v1": GameAdded,
    "tournament-withdrawn.v1": TournamentWithdrawn,
    "tournament-reinstated.v1": TournamentReinstated,
    "fact-withdrawn.v1": FactWithdrawn,
    "fact-reinstated.v1": FactReinstated,
    "players-merged.v1": PlayersMerged,
    "title-confirmed.v1": TitleConfirmed,
    "confirmation-revoked.v1": ConfirmationRevoked,
    "ruling-given.v1": RulingGiven,
    "rules-adopted.v1": RulesAdopted,
    "rules-revised.v1": RulesRevised,
}
TOPIC_OF = {shape: topic for topic, shape in TOPICS.items()}
UPCASTERS: dict[type[Struct], Callable[[Any], Struct]] = {}

# the word of the contract for each event; a withdrawal says what it takes back in its target
KINDS: dict[type[Any], str] = {
    PlayerRegistered: "player",
    OpeningSet: "opening",
    ExternalRatingTold: "external-rating",
    EloOnlyGamesNoted: "elo-only-games",
    TournamentSubmitted: "tournament",
    TournamentAmended: "amend",
    GameAdded: "game",
    TournamentWithdrawn: "withdraw",
    TournamentReinstated: "reinstate",
    FactWithdrawn: "withdraw",
    FactReinstated: "reinstate",
    PlayersMerged: "merge-players",
    TitleConfirmed: "confirm-title",
    ConfirmationRevoked: "revoke-confirmation",
    RulingGiven: "ruling",
    RulesAdopted: "adopt-rules",
    RulesRevised: "accept-rules",
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
        """The id of the tournament or player it is about; of the office's events the list or player."""
        for field in ("into", "list", "edition"):
            if self.stream == OFFICE and hasattr(self.body, field):
                return str(getattr(self.body, field))
        return self.stream.partition(":")[2] or self.stream

    @property
    def reason(self) -> str | None:
        return getattr(self.body, "reason", None)


class Said(NamedTuple):
    """A document recorded before."""

    seq: int
    digest: str


ENCODER = msgspec.json.Encoder()
_ENVELOPE = msgspec.json.Decoder(Envelope)
_BODIES: dict[str, msgspec.json.Decoder[Any]] = {topic: msgspec.json.Decoder(shape) for topic, shape in TOPICS.items()}


def encode_body(body: Struct) -> bytes:
    return ENCODER.encode(body)


def decode_body(topic: str, body: bytes | Raw) -> Any:
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
