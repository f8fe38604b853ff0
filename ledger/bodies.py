"""Declare what the ledger says happened: one struct per kind of event. Fields are only
ever added, with a default.

Strict outside, tolerant inside: a stored event may lack a field that a newer shape has,
never the other way round.
"""

from collections.abc import Iterator
from typing import ClassVar

from msgspec import UNSET, Raw, Struct, UnsetType

from ledger.moved_by_rules import RatingMoved, TitleMoved


class Body(Struct, frozen=True):
    """What an event says.

    topic    how it is stored, which never changes
    kind     the contract's word for the document it comes from
    heading  that word for people
    stream   the stream that it goes to, of an event of a feature
    sealed   the fields that hold a seal of words which may name a person
    """

    topic: ClassVar[str]
    kind: ClassVar[str]
    heading: ClassVar[str]
    stream: ClassVar[str] = ""
    sealed: ClassVar[tuple[str, ...]] = ()

    def seals(self) -> Iterator[tuple[str, str]]:
        """Yield field and seal of the words that may name a person."""
        for field in self.sealed:
            if (seal := getattr(self, field)) is not None:
                yield field, seal

    def target(self, stream: str) -> str:
        """Name what the event is about by its id, as the log shows it: the tournament
        or player of its stream.
        """
        return stream.partition(":")[2] or stream


class GameFact(Struct, frozen=True, array_like=True, gc=False):
    """A game as it stands. `place` is its running place in the tournament and never
    changes; fields only append.
    """

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
    category: str | None = None
    event_kind: str | None = None
    start_minutes: int | None = None
    total_minutes: int | None = None
    accepted: bool = True
    representatives: tuple[str, ...] = ()
    organiser: str | None = None
    place: str | None = None
    arbiter: str | None = None


class OpeningSet(Body, frozen=True):
    topic, kind, heading = "opening-set.v1", "opening", "Starting rating"
    player: str
    list: str
    on: str
    rating: int
    games: int
    normal_games: int
    peak: int | None = None
    titles: tuple[str, ...] = ()


class ExternalRatingTold(Body, frozen=True):
    topic = "external-rating-told.v1"
    kind = "external-rating"
    heading = "Rating from elsewhere"
    player: str
    source: str
    on: str
    rating: int
    comparable: bool = True


class EloOnlyGamesNoted(Body, frozen=True):
    topic, kind, heading = "elo-only-games-noted.v1", "elo-only-games", "Elo games only"
    player: str
    on: str


class TournamentAmended(Body, frozen=True):
    """The whole new header if it changed; changed games whole, as they stand after."""

    topic, kind, heading = "tournament-amended.v1", "amend", "Correction"
    tournament: str
    reason: str
    header: HeaderFact | None = None
    changed: tuple[GameFact, ...] = ()
    struck: tuple[str, ...] = ()
    added: tuple[GameFact, ...] = ()
    source: str | None = None
    # the whole of what is reported beside the games, where it changed
    reported: Raw | UnsetType = UNSET
    # the whole of its teams and matches, where these changed
    league: Raw | UnsetType = UNSET


class GameAdded(Body, frozen=True):
    topic, kind, heading = "game-added.v1", "game", "Game added"
    tournament: str
    game: GameFact


class TournamentWithdrawn(Body, frozen=True):
    topic, kind, heading = "tournament-withdrawn.v1", "withdraw", "Withdrawn"
    tournament: str
    reason: str


class TournamentReinstated(Body, frozen=True):
    topic, kind, heading = "tournament-reinstated.v1", "reinstate", "Reinstated"
    tournament: str
    reason: str


class FactWithdrawn(Body, frozen=True):
    """An earlier event of this stream no longer counts."""

    topic, kind, heading = "fact-withdrawn.v1", "withdraw", "Withdrawn"
    withdrawn: int
    reason: str


class FactReinstated(Body, frozen=True):
    topic, kind, heading = "fact-reinstated.v1", "reinstate", "Reinstated"
    reinstated: int
    reason: str


class PlayersMerged(Body, frozen=True):
    topic, kind, heading = "players-merged.v1", "merge-players", "Players merged"
    merged: str
    into: str
    reason: str

    def target(self, stream: str) -> str:
        return self.into


class PersonErased(Body, frozen=True):
    """The row in the person table went in the same transaction; what the rules read of
    the player stays.
    """

    topic, kind, heading = "person-erased.v1", "erase-person", "Person erased"
    player: str
    reason: str
    # the seals of words that named them, and went with them
    texts: tuple[str, ...] = ()


class RulingGiven(Body, frozen=True):
    topic, kind, heading = "ruling-given.v1", "ruling", "Ruling of the office"
    player: str
    list: str
    on: str
    reason: str
    rating: int | None = None
    delta: int | None = None


class RulesAdopted(Body, frozen=True):
    topic, kind, heading = "rules-adopted.v1", "adopt-rules", "Rules adopted"
    list: str
    edition: str
    since: str
    revision: int
    reason: str | None = None
    begins: bool = False  # nothing that is dated before `since` is ever on the list

    def target(self, stream: str) -> str:
        return self.list


class RulesRevised(Body, frozen=True):
    """The code carries a corrected edition; from here on ratings follow it. `moved` and
    `titles`: what was seen before it was accepted, for all editions of the submission
    in its first event.
    """

    topic, kind, heading = "rules-revised.v1", "accept-rules", "Rules accepted"
    edition: str
    revision: int
    reason: str | None = None
    moved: tuple[RatingMoved, ...] = ()
    titles: tuple[TitleMoved, ...] = ()

    def target(self, stream: str) -> str:
        return self.edition


class PublishedRow(Struct, frozen=True, array_like=True, gc=False):
    """A line of a published list, in its order. No name: a name is always today's."""

    player: str
    rating: int
    games: int
    normal_games: int
    established: bool
    last_played: str | None = None


class ListPublished(Body, frozen=True):
    """A list frozen as it was known at `known_seq`. A wrong one gets a new revision and
    is never edited.
    """

    topic, kind, heading = "list-published.v1", "publish", "List published"
    list: str
    label: str
    revision: int
    as_of: str
    known_seq: int
    rules: str  # the edition in force on the day
    rows: tuple[PublishedRow, ...]
    sha256: str  # over the rows as they are encoded here


class SettingsStated(Body, frozen=True):
    """All settings of the ledger, those that stayed as they were too: the latest event
    is enough.
    """

    topic, kind, heading = "settings-stated.v1", "settings", "Settings"
    time_zone: str = "UTC"
    clock_ahead_hours: int = 24
    reason: str | None = None
    years_of_birth: str = "everybody"  # whose year anybody sees
    unlisted: str = "nameless"  # how those are shown who ask not to be listed
    # whether what may be a slip is asked about before it is booked, whoever sends it
    slips: str = "warned"
    # how many days after the end of a tournament its report is due
    report_days: int = 7
    # on which days lists are to be published: "selo 01-01", "elo-fide 01"
    list_days: tuple[str, ...] = ()


class ClockResumed(Body, frozen=True):
    """The events before it were recorded with a clock that was ahead: here, and only
    here, time steps back.
    """

    topic, kind, heading = "clock-resumed.v1", "resume-clock", "Clock resumed"
    reason: str


class CheckpointRetracted(Body, frozen=True):
    """A checkpoint from elsewhere that is kept beside the log no longer counts."""

    topic = "checkpoint-retracted.v1"
    kind = "retract-checkpoint"
    heading = "Checkpoint taken back"
    checkpoint: int
    reason: str

    def target(self, stream: str) -> str:
        return str(self.checkpoint)
