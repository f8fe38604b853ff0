"""The words every rulebook shares: what comes in (games, standings, people) and what goes out (changes)."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    from rulebooks.account import Account

NORMAL_SECONDS = 90 * 60
HOME = "FIN"


class Game(NamedTuple):
    """One game as a rulebook reads it. `points` are half points (white, black); None: it was not played."""

    id: str
    round: int
    place: int
    on: str
    white: str
    black: str
    result: str
    points: tuple[int, int] | None
    seconds: int
    seconds_black: int
    tiebreak: bool


class Header(NamedTuple):
    """What a rulebook reads of a tournament beside its games."""

    id: str
    start: str
    end: str
    seconds: int
    domestic: bool
    fide_accepted: bool
    official_representation: bool
    age_group: str
    each_game_rated: bool
    order_no: int
    category: str | None = None  # Norway: I to V, as the officer says
    event_kind: str | None = None  # Norway: the kinds of event that count as category I
    start_minutes: int | None = None  # for the first move, without increment
    total_minutes: int | None = None  # for the first 80 moves, with increments


class Tournament(NamedTuple):
    header: Header
    games: tuple[Game, ...]


class Unit(NamedTuple):
    """What is computed at once. `kind`: games, opening or ruling; the latter two carry their `given` number."""

    list: str
    place: str
    kind: str
    id: str
    tournament: str | None
    start: str
    end: str
    edition: str
    seq: int
    header: Header | None
    games: tuple[Game, ...]
    given: "Given | None" = None

    def seats(self) -> set[str]:
        """Everybody at the board, rated or not."""
        if self.given is not None:
            return {self.given.player}
        return {player for game in self.games for player in (game.white, game.black)}


class Given(NamedTuple):
    """A number that comes from a decision and not from games: an opening balance or a ruling."""

    player: str
    rating: int | None
    delta: int | None = None
    games: int = 0
    normal_games: int = 0
    peak: int | None = None
    titles: tuple[str, ...] = ()
    reason: str = ""


class Unrated(NamedTuple):
    """Why a game, or a player in a unit, gets no number."""

    code: str
    text: str
    section: str


class Standing(NamedTuple):
    """A player before a unit, only as far as later units read it. `state` is the rulebook's own."""

    rating: int | None = None
    games: int = 0
    state: tuple[Any, ...] = ()


class External(NamedTuple):
    source: str
    on: str
    rating: int
    comparable: bool


class Person(NamedTuple):
    """The dated facts of a player; `federations` and `external` in date order."""

    id: str
    federations: tuple[tuple[str, str], ...] = ()
    born: str | None = None
    sex: str | None = None
    external: tuple[External, ...] = ()
    elo_only: tuple[str, ...] = ()

    def federation(self, on: str) -> str:
        found = HOME
        for since, federation in self.federations:
            if since <= on:
                found = federation
        return found

    def rating_of(self, source: str, on: str, comparable_only: bool = False) -> int | None:
        """The latest number of that source dated on or before the day."""
        found = None
        for external in self.external:
            if external.source == source and external.on <= on:
                found = external
        if found is None or (comparable_only and not found.comparable):
            return None
        return found.rating


class Term(NamedTuple):
    """One game in one player's calculation. Percent and kt are hundredths; `basis` says why that number."""

    game: str
    opponent: str
    half_points: int
    number: int
    basis: str
    percent: int | None = None
    capped: bool = False
    kt: int | None = None
    seconds: int = 0


class Change(NamedTuple):
    """One player's change in one unit, with everything needed to print it on paper.

    `expected` is in hundredths, `bonus` in tenths; `carried` is (games, sum of numbers, half points) before.
    """

    player: str
    kind: str
    formula: str
    before: int | None
    after: int
    established: bool
    games: int
    normal_games: int
    half_points: int
    expected: int | None
    coefficient: int | None
    bonus: int
    carried: tuple[int, int, int] | None
    running: tuple[int, ...]
    terms: tuple[Term, ...]
    standing: Standing


class Rated(NamedTuple):
    changes: list[Change]
    omitted: dict[str, Unrated]


class Entry(NamedTuple):
    """A change with the unit it belongs to: one line of a player's history."""

    list: str
    place: str
    unit: str
    tournament: str | None
    on: str
    edition: str
    seq: int
    change: Change


class Peak(NamedTuple):
    rating: int
    on: str
    tournament: str | None
    game: str | None


class Title(NamedTuple):
    title: str
    on: str
    tournament: str | None
    game: str | None


class Shown(NamedTuple):
    """What a list says of a player on a day: his number there, whether he stands on it, and what it tells beside."""

    rating: int | None
    listed: bool = True
    beside: Mapping[str, Any] = {}


EditionOn = Callable[[str], str]
People = Mapping[str, Person]
Standings = Mapping[str, Standing]


class Sheet(Protocol):
    """An explanation: for scripts and for people."""

    def as_dict(self) -> dict[str, Any]: ...

    def lines(self) -> list[str]: ...


class Rulebook(Protocol):
    """Pure functions, and what a list shows of a player."""

    @property
    def name(self) -> str:
        """The list it keeps."""

    def units(self, tournament: Tournament, edition_on: EditionOn) -> tuple[list[Unit], dict[str, Unrated]]:
        """Which games are computed together on this list, and why the others are not."""

    def rate(self, unit: Unit, standings: Standings, people: People) -> Rated:
        """The new numbers of one unit."""

    def at(self, standing: Standing, day: str, /) -> Standing:
        """What the calendar alone has made of a standing by a day; `rate` asks it itself."""

    def shown(self, standing: Standing, day: str, /) -> Shown:
        """The number in force on a day."""

    @property
    def selective(self) -> bool:
        """Whether a number has to meet conditions to be published; where not, everybody on the list is."""

    def published(self, history: Sequence[Entry], on: str, /) -> bool: ...

    def on_top_list(self, history: Sequence[Entry], on: str, /) -> bool: ...

    def doubts(self, pairs: Sequence[tuple[str, str]], end: str, known: Callable[[str], bool], /) -> list[str]:
        """What an officer should look at before a tournament is booked. `pairs` sat at a board and played; `known`
        says whether a decision has given somebody a number on this list by the end."""

    def expected(self, own: Standing, other: Standing, unit: Unit) -> float | None:
        """One's share of a single game by the formula, from the standings before the unit; None without a number."""

    def given(self, unit: Unit, standing: Standing) -> Change | None:
        """The change an opening or a ruling makes."""

    def established(self, standing: Standing, edition: str) -> bool: ...

    def peak(self, history: Sequence[Entry]) -> Peak | None: ...

    def titles(self, history: Sequence[Entry]) -> list[Title]: ...

    def explain(self, entry: Entry, names: Mapping[str, str], reason: str = "") -> Sheet:
        """An entry as an officer would write it on paper, from the entry alone."""

    def account(self, change: Change) -> "Account":
        """What a change put into the list's pool of points and took out of it, by cause."""
