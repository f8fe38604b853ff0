"""What the ledger says happened: one struct per kind of event. Fields are only ever added, with a default.

Strict outside, tolerant inside: a stored event may lack a field that a newer shape has, never the other way round.
"""

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace


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
    category: str | None = None
    event_kind: str | None = None
    start_minutes: int | None = None
    total_minutes: int | None = None
    accepted: bool | UnsetType = UNSET  # stored only where it is false, so that older events read and write the same


def as_meant(header: HeaderFact) -> HeaderFact:
    """Every field with what it means: a tournament of which nothing is said is accepted."""
    return replace(header, accepted=header.accepted is not False)


def as_stored(header: HeaderFact) -> HeaderFact:
    return replace(header, accepted=UNSET) if header.accepted is True else header


class PlayerRegistered(Struct, frozen=True):
    """A player, or a change of their details (then only what changed). No name: that is in the person table."""

    player: str
    details: str  # sha256 over the salt and the details in the person table
    federation: str | None = None
    federation_from: str | None = None
    born: str | None = None
    sex: str | None = None
    earlier_names: int | UnsetType = UNSET  # how many stand beside the log from here on; stored where the name changed


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
    source: str | None = None  # sha256 of the file it was read from; the bytes are beside the log


class TournamentAmended(Struct, frozen=True):
    """The whole new header if it changed; changed games whole, as they stand after."""

    tournament: str
    reason: str
    header: HeaderFact | None = None
    changed: tuple[GameFact, ...] = ()
    struck: tuple[str, ...] = ()
    added: tuple[GameFact, ...] = ()
    source: str | None = None


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


class PersonErased(Struct, frozen=True):
    """The row in the person table went in the same transaction; what the rules read of the player stays."""

    player: str
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


class RatingMoved(Struct, frozen=True, array_like=True, gc=False):
    """A current rating that corrected rules moved; None where there is none."""

    player: str
    list: str
    before: int | None
    after: int | None


class RulesRevised(Struct, frozen=True):
    """The code carries a corrected edition; from here on ratings follow it. `moved`: what was seen before it was
    accepted, for all editions of the submission in its first event."""

    edition: str
    revision: int
    reason: str | None = None
    moved: tuple[RatingMoved, ...] = ()


class PublishedRow(Struct, frozen=True, array_like=True, gc=False):
    """A line of a published list, in its order. No name: a name is always today's."""

    player: str
    rating: int
    games: int
    normal_games: int
    established: bool
    last_played: str | None = None


class ListPublished(Struct, frozen=True):
    """A list frozen as it was known at `known_seq`. A wrong one gets a new revision and is never edited."""

    list: str
    label: str
    revision: int
    as_of: str
    known_seq: int
    rules: str  # the edition in force on the day
    rows: tuple[PublishedRow, ...]
    sha256: str  # over the rows as they are encoded here


class SettingsStated(Struct, frozen=True):
    """All settings of the ledger, those that stayed as they were too: the latest event is enough."""

    time_zone: str = "UTC"
    clock_ahead_hours: int = 24
    reason: str | None = None


class ClockResumed(Struct, frozen=True):
    """The events before it were recorded with a clock that was ahead: here, and only here, time steps back."""

    reason: str


class CheckpointRetracted(Struct, frozen=True):
    """A checkpoint from elsewhere that is kept beside the log no longer counts."""

    checkpoint: int
    reason: str
