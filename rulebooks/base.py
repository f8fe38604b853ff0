"""Declare the types every rulebook shares: what comes in (games, standings, people) and
what goes out (changes).
"""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec import Struct

from messages import Message
from rulebooks.games import Games

if TYPE_CHECKING:
    # a selection number: every command reads this module, and one selects
    from fractions import Fraction

NORMAL_SECONDS = 90 * 60
HOME = "FIN"
BEGINNING = "0001-01-01"  # before every date: the first day of rules from the beginning


class Header(NamedTuple):
    """A tournament as a rulebook reads it, beside its games."""

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
    category: str | None = None  # Norway: I to V, if the officer states it
    event_kind: str | None = None  # Norway: the kinds of event that count as category I
    start_minutes: int | None = None  # for the first move, without increment
    total_minutes: int | None = None  # for the first 80 moves, with increments
    accepted: bool = True  # Finland 2.3: by the board or whom it named
    # Finland 2.2: on an official mission, where not everybody is
    representatives: frozenset[str] = frozenset()
    is_match: bool = False  # FIDE 6.1: two players and nobody else met in it


class Tournament(NamedTuple):
    header: Header
    games: Games


class Unit(NamedTuple):
    """A unit: what is computed at once. `kind`: games, opening or ruling; the latter
    two carry what was `given`.
    """

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
    games: Games
    given: "Given | None" = None

    def seats(self) -> tuple[str, ...]:
        """Return every player at a board, rated or not, each once."""
        return (self.given.player,) if self.given is not None else self.games.players


class Given(NamedTuple):
    """A rating that comes from a decision and not from games: an opening balance or a
    ruling.
    """

    player: str
    rating: int | None
    delta: int | None = None
    games: int = 0
    normal_games: int = 0
    peak: int | None = None
    titles: tuple[str, ...] = ()
    reason: str = ""


class Unrated(NamedTuple):
    """A reason why a game is not rated, or a player in a unit gets no rating."""

    code: str
    text: Message
    section: str


# a replay makes hundreds of thousands of these; a struct costs a third of a named tuple
class Standing(Struct, frozen=True, array_like=True, gc=False):
    """A player before a unit, only as far as later units read it. `state` is the
    rulebook's own.
    """

    rating: int | None = None
    games: int = 0
    state: tuple[Any, ...] = ()

    def with_rating(self, rating: int | None) -> "Standing":
        return Standing(rating, self.games, self.state)


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
        current = HOME
        for since, federation in self.federations:
            if since <= on:
                current = federation
        return current

    def rating_of(
        self, source: str, on: str, comparable_only: bool = False
    ) -> int | None:
        """Return the latest rating from that source dated on or before the day."""
        latest = None
        for external in self.external:
            if external.source == source and external.on <= on:
                latest = external
        if latest is None or (comparable_only and not latest.comparable):
            return None
        return latest.rating


class Term(Struct, frozen=True, array_like=True, gc=False):
    """One game in one player's calculation. Percent and kt are hundredths.

    `number` is the opponent's rating as it counted, `basis` the reason.
    """

    game: str
    opponent: str
    half_points: int
    number: int
    basis: str
    percent: int | None = None
    capped: bool = False
    kt: int | None = None
    seconds: int = 0

    @property
    def surplus(self) -> int:
        """W - E of the game in hundredths; W alone where nothing was expected."""
        return 50 * self.half_points - (self.percent or 0)


class Change(Struct, frozen=True, array_like=True):
    """One player's change in one unit, with everything needed to print it on paper.

    expected: in hundredths of a point. bonus: in tenths of a point a game.
    carried: three numbers of what was before the unit, which each family of rules says
    for itself; in most the games, the sum of the opponents' ratings and the half points.
    peak, titles: what an opening brings. detail: what only this family's explanation
    asks for, by name.
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
    peak: int | None = None
    titles: tuple[str, ...] = ()
    detail: Mapping[str, str] = {}

    @property
    def surplus(self) -> int:
        """W - E over all games in hundredths; W alone where nothing was expected."""
        return 50 * self.half_points - (self.expected or 0)

    @property
    def best(self) -> int:
        """The highest value after any of the games; of an opening the peak it brings."""
        return max((self.after, *self.running, self.peak or self.after))

    @property
    def best_game(self) -> str | None:
        """The game after which that value was there first; None where no game alone
        brought it.
        """
        best = self.best
        # many formulas know no values after each game
        return next(
            (
                term.game
                for value, term in zip(self.running, self.terms, strict=False)
                if value == best
            ),
            None,
        )


class Rated(NamedTuple):
    """A unit worked out: a change for each player, in the order of the ids, and why
    others have none.
    """

    changes: list[Change]
    omitted: dict[str, Unrated]


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


class TitleRule(NamedTuple):
    """A title a list gives: the lowest rating and the fewest games at normal time that
    it takes, and whether a decision has to confirm it.
    """

    title: str
    rating: int
    normal_games: int = 0
    needs_confirmation: bool = False


class PerformanceMethod(NamedTuple):
    """A way of measuring a performance from the opponents' ratings and the half points;
    None where it knows none.

    exact    unrounded
    rounded  as a rating
    """

    exact: Callable[[Sequence[int], int], float | None]
    rounded: Callable[[Sequence[int], int], int | None]


class Performance(NamedTuple):
    """The rating at which the expected score equals the score made; None where every
    game was won or lost.
    """

    exact: float | None
    rounded: int | None
    reliable: bool


class Played(NamedTuple):
    """A game for a performance: the opponent's rating as used, and where the game is to
    be found.
    """

    number: int
    half_points: int
    on: str
    tournament: str | None
    game: str


class GamesInRow(NamedTuple):
    """A run of consecutive games and its performance."""

    rating: int
    exact: float
    games: int
    half_points: int
    first: Played
    last: Played


class Selected(NamedTuple):
    """A player's selection number and what it comes from; `eligible`: whether the team
    may have the player.
    """

    number: "Fraction | int | None"
    peak: Peak | None
    elo: External | None
    performance: GamesInRow | None
    eligible: bool


class Shown(Struct, frozen=True, gc=False):
    """What a list shows of a player on a day: the rating, whether the player is on the
    list, and what else it shows.
    """

    rating: int | None
    listed: bool = True
    beside: Mapping[str, Any] = {}


EditionOn = Callable[[str], str]
People = Mapping[str, Person]
Standings = Mapping[str, Standing]
