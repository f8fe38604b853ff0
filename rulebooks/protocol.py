"""Declare what every rulebook answers: how it rates, what it publishes, how it
explains, and how a trial varies it.

The row of a coverage table: an article of a rule text, and where it lives in the code.
"""

from collections.abc import Callable, Mapping, Sequence, Set
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, Self

from messages import Message
from rulebooks.base import (
    Change,
    EditionOn,
    Header,
    People,
    Person,
    Rated,
    Selected,
    Shown,
    Standing,
    Standings,
    Title,
    TitleRule,
    Tournament,
    Unit,
    Unrated,
)
from rulebooks.entries import Entry, Figure, Highest, WorkedEntry

if TYPE_CHECKING:
    from fractions import Fraction

    from rulebooks.changeable import Changeable
    from rulebooks.entries import Account
    from rulebooks.needs import Objection, ScoreNeeded

    # only explanations have terms: rating does without
    from rulebooks.sheets import ExplainedEntry


class Edition(Protocol):
    """A dated state of the rules. Each family has a class of its own, with the numbers
    that its rules contain.
    """

    @property
    def id(self) -> str: ...

    @property
    def since(self) -> str:
        """The first day on which the edition is in force."""

    @property
    def source(self) -> str:
        """The text that the edition implements."""

    @property
    def revision(self) -> int:
        """The number of the edition's state, raised when a defect of the code is
        corrected.
        """

    def _asdict(self) -> Mapping[str, object]: ...

    def _replace(self, *args: Any, **values: Any) -> Self: ...


class Sheet(Protocol):
    """An explanation: for scripts and for people."""

    def terms(self) -> "ExplainedEntry": ...

    def lines(self, translate: Callable[[str], str] = str) -> list[str]:
        """Write the sheet for a screen, each message as `translate` says it."""


class Selection(Protocol):
    """The way teams are selected by the ratings of a list."""

    def period(self, day: str, /) -> tuple[str, str]:
        """Return the first and the last day of the period that a selection on that day
        looks at.
        """

    def select(
        self,
        before: Sequence[Entry],
        within: Sequence[WorkedEntry],
        person: Person,
        day: str,
        edition_on: EditionOn,
        women: bool,
        /,
    ) -> Selected:
        """Return a player's selection number on a day, with the factors that it comes
        from, by the entries before the period and those in it.
        """


class Announced(NamedTuple):
    """A tournament before it is booked, as far as a rulebook may have doubts about it.
    `pairs` sat at a board and played; what follows the last day is there only where
    somebody stated it. A stage is (moves, minutes, seconds of increment); `minutes` are
    those for the first move, and for the first 80 moves with increments.
    """

    pairs: Sequence[tuple[str, str]]
    end: str
    time_control: str | None = None
    stages: "Sequence[tuple[int | None, Fraction, Fraction]]" = ()
    minutes: tuple[int, int] | None = None
    category: str | None = None
    event_kind: str | None = None


class Watch(Protocol):
    """A watch over tournaments: which ones are looked at again once they are rated, and
    what is said about them.
    """

    def seats(self, before: Sequence[Standing], /) -> list[int]:
        """Return the seats whose ratings have to be looked at, from the standings
        before; if none, the unit is not worked out for it.
        """

    def words(self, changes: Sequence[Change], moved: bool, /) -> list[Message]:
        """Say what to look at in a unit worked out. `moved`: the ratings of those seats
        are not those of before.
        """


class Needs(Protocol):
    """The rules that say which score brings a player to a rating, on the lists of a
    family.
    """

    def need_kind(self, minutes: "Fraction | int", edition: str, /) -> str:
        """Return the list that games of so many minutes count for."""

    def objections(
        self,
        kind: str,
        rating: int | None,
        games: int | None,
        minutes: "Fraction | int | None",
        edition: str,
        /,
    ) -> "list[Objection]":
        """Say why the sum cannot be made for that player and that time."""

    def need(
        self,
        rating: int,
        minutes: "Fraction | int",
        target: int,
        opponents: Sequence[int],
        edition: str,
        /,
    ) -> "ScoreNeeded":
        """Find the least score that reaches the target, and the rating that every score
        gives.
        """


class Rates(Protocol):
    """The part of a rulebook that makes ratings of games."""

    def units(self, tournament: Tournament, edition_on: EditionOn) -> list[Unit]:
        """Return the units of a tournament on this list: the games that are computed
        together.
        """

    def left_out(
        self, tournament: Tournament, edition_on: EditionOn
    ) -> dict[str, Unrated]:
        """Return the games that are not on this list, by id, and why."""

    def figures(
        self, unit: Unit, before: Sequence[Standing], people: Sequence[Person]
    ) -> list[Figure]:
        """Rate one unit, and return what is kept of everybody's change: what a replay
        needs, and no more.
        """

    def rate(
        self, unit: Unit, standings: Standings, people: People, only: str | None = None
    ) -> Rated:
        """Rate one unit with every term, to answer why; a rulebook may do so for `only`
        one player.
        """

    def change_without_games(self, unit: Unit, standing: Standing) -> Change | None:
        """Make the change of an opening or a ruling."""

    def at(self, standing: Standing, day: str, /) -> Standing:
        """Return what the calendar alone has made of a standing by a day; `rate`
        applies it by itself.
        """

    def established(self, standing: Standing, edition: str) -> bool:
        """Tell whether a rating counts as settled: by the games and state alone, and by
        whether there is one.
        """

    def games_apart(self, before: Sequence[Standing], edition: str, /) -> bool:
        """Tell whether a game of a unit moves the ratings of its two players alone: all
        others come to the same, however it ends. `before`: the standings of everybody
        in the unit.
        """

    def expected(self, own: Standing, other: Standing, unit: Unit) -> float | None:
        """Return the expected score of a single game, from the standings before the
        unit; None without a rating.
        """

    def doubts(
        self, announced: Announced, known: Callable[[str], bool], /
    ) -> list[Message]:
        """Say what an officer should look at before a tournament is booked. `known`
        tells whether a decision has given a player a rating on this list by the end.
        """

    @property
    def watch(self) -> "Watch | None":
        """The watch that says what an officer should look at once a tournament is
        rated; None where nothing can surprise.
        """


class Publishes(Protocol):
    """The part of a rulebook that shows players on a list, with the honours that its
    ratings bring.
    """

    @property
    def selective(self) -> bool:
        """Whether a rating has to meet conditions to be published; if not, every rated
        player is.
        """

    @property
    def performance(self) -> str:
        """How a performance is measured, one of METHODS in `rulebooks.performances`."""

    @property
    def adjusted(self) -> bool:
        """Whether the rules ask for the level of the whole list to be adjusted."""

    @property
    def category(
        self,
    ) -> "Callable[[Header, Sequence[int | None]], str | int | None] | None":
        """The category of a tournament by its header and everybody's ratings before it;
        None: the list knows none.
        """

    @property
    def needs(self) -> Needs | None:
        """The rules for the score that leads to a rating; None where the rules cannot
        say it.
        """

    @property
    def title_rules(self) -> Sequence[TitleRule]:
        """The titles the list gives, the highest first; none on most lists."""

    @property
    def selection(self) -> Selection | None:
        """The way teams are selected by this list; None where they are not."""

    def shown(self, standing: Standing, day: str, /) -> Shown:
        """Return the rating in force on a day."""

    def published(self, history: Sequence[Entry], on: str, /) -> bool:
        """Tell whether the player is on the list published that day."""

    def on_top_list(self, history: Sequence[Entry], on: str, /) -> bool:
        """Tell whether the player may be on a list of the best."""

    def highest(self, history: Sequence[Entry], /) -> Highest | None:
        """Return the highest rating that counts as a peak, and the entry that first had
        it.
        """

    def titles(self, history: Sequence[Entry]) -> list[Title]:
        """Return the titles reached, the highest first, each with the first moment that
        brought it.
        """

    def new_titles(
        self, entry: Entry, normal_games: int, reached: Set[str], /
    ) -> list[Title]:
        """Return the titles that one more entry brings, after so many games at normal
        time and with these titles reached.
        """


class Explains(Protocol):
    """The part of a rulebook that explains an entry, from its own terms alone."""

    def explain(
        self, entry: WorkedEntry, names: Mapping[str, str], reason: str = ""
    ) -> Sheet:
        """Explain an entry as an officer would write it on paper."""

    def account(self, change: Change) -> "Account":
        """Say what a change put into the list's pool of points and took out of it, by
        cause.
        """


class Tries(Protocol):
    """The part of a rulebook that gives the same list under other conditions, for a
    trial.
    """

    @property
    def editions(self) -> Mapping[str, Edition]:
        """The editions it rates by, by id."""

    def with_edition(
        self, edition: str, called: str, values: Mapping[str, Any]
    ) -> "Rulebook":
        """Return the list with one more edition: a copy of `edition`, named `called`,
        in which these numbers differ.
        """

    def unending(self) -> "Rulebook":
        """Return the list as one that rates games also after the system was given up."""


class Rulebook(Rates, Publishes, Explains, Tries, Protocol):
    """One list: pure functions over games, standings and dated facts of players."""

    @property
    def name(self) -> str:
        """The list it keeps."""


class Family(Protocol):
    """The module of a family: its rulebooks by list, its editions by id, the coverage
    table of its rule text, the numbers that a trial may change, and its words for `selo
    init --rules` with the lists that a new ledger keeps and their editions; () means
    all of them. It may have FLOOR, below which nobody's rating falls, SHORT, short
    names of editions where the list is named already, and what its line in the list of
    families names.
    """

    @property
    def RULES(self) -> Mapping[str, Mapping[str, tuple[str, ...]]]: ...  # noqa: N802

    @property
    def RULEBOOKS(self) -> Mapping[str, Rulebook]: ...  # noqa: N802

    @property
    def EDITIONS(self) -> Mapping[str, Edition]: ...  # noqa: N802

    @property
    def ARTICLES(self) -> "Sequence[Article]": ...  # noqa: N802

    @property
    def CHANGES(self) -> "Mapping[str, Changeable]": ...  # noqa: N802


class OnTheSpot(NamedTuple):
    """A player as a calculator has them, without a ledger. `once_2400`: a list has shown
    it. `games`: of the tournament in the US, of the month by FIDE's rules of 2024.
    """

    rating: int
    games_before: int = 0
    games: int = 1
    once_2400: bool = False
    junior: bool = False


class Coefficient(NamedTuple):
    """K; US Chess also has the number of games that it goes by."""

    k: int | float
    effective_games: int | float | None = None


class RatedUnit(NamedTuple):
    """One unit through a rulebook; `why` is the reason where there is no new rating."""

    new: int | None
    exact: int | float | None = None
    formula: str | None = None
    k: int | float | None = None
    expected: int | float | None = None
    why: Message | None = None
    working: tuple[Message, ...] = ()


class GivesCoefficients(Protocol):
    """The module of a family, or its `calculator`, that says K without a ledger."""

    def coefficient(self, edition: str, player: OnTheSpot, /) -> Coefficient:
        """Return K of an edition for a player."""


class ReadsDay(Protocol):
    """The module of a family whose rules read more of a birth date than the year."""

    def reads_day(self, born: str, /) -> bool:
        """Tell whether some rating comes out otherwise with the year alone."""


class Article(NamedTuple):
    """An article of a rule text. `where` names functions, or says why the article needs
    no code.
    """

    number: str
    title: Message
    where: str
