"""Declare what comes in: one struct per kind of document, exactly the contract. Strict:
an unknown field is refused.
"""

from functools import cached_property
from typing import Any, Union

from msgspec import field
from msgspec.json import encode

from ledger.changes import GameChange, HeaderChange
from ledger.columns import GamesIn, columns_of_games, seated
from ledger.decisions import (
    ConfirmTitle,
    KeepTitle,
    RefuseTitle,
    RevokeConfirmation,
    Vouch,
)
from ledger.every_document import Document as Document
from ledger.every_document import Strict
from ledger.field_types import (
    AgeGroup,
    Board,
    Born,
    Category,
    Count,
    Day,
    Delta,
    EventKind,
    Federation,
    FideId,
    Hours,
    Id,
    ListDay,
    ListName,
    Minutes,
    Name,
    OrderNo,
    Rating,
    ReportDays,
    Representatives,
    Result,
    Round,
    Seq,
    Sex,
    Sha256,
    SlipsMet,
    Source,
    Text,
    TitleName,
    UnlistedShown,
    WholeMinutes,
    YearsShown,
)
from ledger.kinds import DOCUMENTS
from ledger.league import League, LeagueChange
from ledger.reported import Reported


class Details(Strict, frozen=True, kw_only=True):
    """A player as a tournament introduces them."""

    player: Id
    name: Name | None = None
    sex: Sex | None = None
    born: Born | None = None
    federation: Federation | None = None
    federation_from: Day | None = None
    fide_id: FideId | None = None
    club: Name | None = None
    unlisted: bool | None = None  # asks not to be listed in public


class Player(Document, frozen=True, tag="player", kw_only=True):
    player: Id
    name: Name | None = None
    sex: Sex | None = None
    born: Born | None = None
    federation: Federation | None = None
    federation_from: Day | None = None
    fide_id: FideId | None = None
    club: Name | None = None
    unlisted: bool | None = None
    change: bool = False  # another name, birth or sex of a known player is meant

    def details(self) -> Details:
        """Return what the document says of the player, without its kind."""
        return Details(
            **{name: getattr(self, name) for name in Details.__struct_fields__}
        )


class Opening(Document, frozen=True, tag="opening", kw_only=True):
    player: Id
    list: ListName
    on: Day
    rating: Rating
    games: Count
    normal_games: Count | None = None
    peak: Rating | None = None
    titles: tuple[TitleName, ...] = ()


class ExternalRating(Document, frozen=True, tag="external-rating", kw_only=True):
    player: Id
    source: Source
    on: Day
    rating: Rating
    comparable: bool = True


class EloOnlyGames(Document, frozen=True, tag="elo-only-games", kw_only=True):
    player: Id
    on: Day


class GameIn(Strict, frozen=True, kw_only=True, gc=False):
    """A game in a tournament."""

    round: Round
    white: Id
    black: Id
    result: Result
    board: Board | None = None
    game: Id | None = None
    on: Day | None = None
    minutes: Minutes | None = None
    minutes_black: Minutes | None = None
    tiebreak: bool = False


class Tournament(Document, frozen=True, tag="tournament", kw_only=True, dict=True):
    tournament: Id
    name: Name
    start: Day
    end: Day
    games: list[GameIn]
    minutes: Minutes | None = None
    time_control: Name | None = None
    domestic: bool = True
    fide_accepted: bool = True
    official_representation: bool = False
    accepted: bool = True
    age_group: AgeGroup = "open"
    each_game_rated: bool = False
    order_no: OrderNo = 0
    category: Category | None = None
    event_kind: EventKind | None = None
    start_minutes: WholeMinutes | None = None
    total_minutes: WholeMinutes | None = None
    representatives: Representatives = ()
    organiser: Name | None = None
    place: Name | None = None
    arbiter: Id | None = None
    players: list[Details] = field(default_factory=list)
    source: Sha256 | None = None  # the file it was read from
    reported: Reported | None = None
    league: League | None = None

    @cached_property
    def columns(self) -> GamesIn:
        return columns_of_games(self.games)

    @cached_property
    def seated(self) -> tuple[str, ...]:
        return seated(self.columns)  # everybody with a game

    @cached_property
    def text(self) -> bytes:
        return encode(self)  # with what is at its default left out


class Amend(Document, frozen=True, tag="amend", kw_only=True):
    tournament: Id
    reason: Text
    set: HeaderChange | None = None
    games: dict[str, GameChange | None] = field(default_factory=dict)
    add_games: list[GameIn] = field(default_factory=list)
    expect_version: Seq | None = None
    source: Sha256 | None = None
    reported: Reported | None = None  # the whole of it, as it should stand
    league: League | None = None  # likewise
    change_league: LeagueChange | None = None  # of single teams and matches


class Game(Document, frozen=True, tag="game", kw_only=True):
    """One more game of a submitted tournament."""

    tournament: Id
    round: Round
    white: Id
    black: Id
    result: Result
    board: Board | None = None
    game: Id | None = None
    on: Day | None = None
    minutes: Minutes | None = None
    minutes_black: Minutes | None = None
    tiebreak: bool = False
    expect_version: Seq | None = None

    def details(self) -> GameIn:
        """Return the game as one of a tournament, without its kind."""
        return GameIn(
            **{name: getattr(self, name) for name in GameIn.__struct_fields__}
        )


class Withdraw(Document, frozen=True, tag="withdraw", kw_only=True):
    reason: Text
    tournament: Id | None = None
    seq: Seq | None = None
    expect_version: Seq | None = None
    rules: bool = False  # that other rules are in force from then on is meant


class Reinstate(Document, frozen=True, tag="reinstate", kw_only=True):
    reason: Text
    tournament: Id | None = None
    seq: Seq | None = None
    expect_version: Seq | None = None


class MergePlayers(
    Document,
    frozen=True,
    tag="merge-players",
    kw_only=True,
    rename={"from_player": "from"},
):
    from_player: Id
    into: Id
    reason: Text


class ErasePerson(Document, frozen=True, tag="erase-person", kw_only=True):
    """Name, club and FIDE id of a person go for good; every rating stays."""

    player: Id
    reason: Text


class Ruling(Document, frozen=True, tag="ruling", kw_only=True):
    player: Id
    list: ListName
    on: Day
    reason: Text
    rating: Rating | None = None
    delta: Delta | None = None


class AdoptRules(
    Document, frozen=True, tag="adopt-rules", kw_only=True, rename={"from_day": "from"}
):
    needs = "admin"
    may_be_ahead = True
    list: ListName
    edition: Id
    from_day: Day
    reason: Text | None = None
    begins: bool = False


class AcceptRules(Document, frozen=True, tag="accept-rules", kw_only=True):
    """The office takes over a corrected edition; from here on ratings follow it."""

    needs = "admin"
    edition: Id
    revision: Seq
    reason: Text | None = None


# freezes a list as known now
class Publish(Document, frozen=True, tag="publish", kw_only=True):
    needs = "publisher"
    list: ListName
    label: Name
    as_of: Day


class Settings(Document, frozen=True, tag="settings", kw_only=True):
    """How days are told, a clock believed, what of people is seen, whether slips are
    asked. What is left out stays.
    """

    needs = "admin"
    time_zone: Name | None = None
    clock_ahead_hours: Hours | None = None
    years_of_birth: YearsShown | None = None
    unlisted: UnlistedShown | None = None
    slips: SlipsMet | None = None
    report_days: ReportDays | None = None
    list_days: tuple[ListDay, ...] | None = None
    reason: Text | None = None


class ResumeClock(Document, frozen=True, tag="resume-clock", kw_only=True):
    """The last events were recorded with a clock that was ahead; from here on the clock
    is right again.
    """

    needs = "admin"
    reason: Text


class RetractCheckpoint(Document, frozen=True, tag="retract-checkpoint", kw_only=True):
    """A checkpoint from elsewhere that was kept no longer counts, for or against."""

    needs = "admin"
    checkpoint: Seq
    reason: Text


OF_THE_CORE = (
    Player,
    Opening,
    ExternalRating,
    EloOnlyGames,
    Tournament,
    Amend,
    Game,
    Withdraw,
    Reinstate,
    MergePlayers,
    ErasePerson,
    ConfirmTitle,
    KeepTitle,
    RefuseTitle,
    RevokeConfirmation,
    Ruling,
    AdoptRules,
    AcceptRules,
    Publish,
    Settings,
    ResumeClock,
    RetractCheckpoint,
    Vouch,
)
# in the order of the contract: those of features come last
KINDS: tuple[type[Document], ...] = (*OF_THE_CORE, *DOCUMENTS)
AnyDocument: Any = Union[KINDS]  # noqa: UP007


def kind_of(document: Document) -> str:
    """Return the contract's word for a document's kind."""
    return str(type(document).__struct_config__.tag)


def by_kind() -> dict[str, type[Document]]:
    """Map every kind of document to its struct, in the order of the contract."""
    return {str(kind.__struct_config__.tag): kind for kind in KINDS}
