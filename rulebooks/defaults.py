"""Answer as most lists do; a family says where its own differ.

`LongList` is what the systems without rules for time controls share: one list of
serious games, given ratings, a simple peak. PSM and the encyclopedia say nothing about
time: decided is that their lists take over-the-board games of more than 10 minutes for
60 moves (docs/explanation/elo.md).
"""

from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Generic, Protocol, Self, TypeVar

from messages import Message, say
from messages.results import PENDING
from rulebooks.base import (
    Change,
    EditionOn,
    Header,
    People,
    PerformanceMethod,
    Person,
    Rated,
    Shown,
    Standing,
    Standings,
    Title,
    TitleRule,
    Tournament,
    Unit,
    Unrated,
)
from rulebooks.entries import (
    Entry,
    Figure,
    Highest,
    WorkedEntry,
    figures_of,
    first_highest,
    given_change,
)
from rulebooks.games import Game
from rulebooks.numbers import half_up
from rulebooks.units import left_out, units_on_list

if TYPE_CHECKING:
    from fractions import Fraction

    from rulebooks.entries import Account
    from rulebooks.protocol import Announced, Edition, Needs, Selection, Sheet, Watch


class UsualList:
    """A list that shows every rated player; no titles come with a rating, and the
    calendar alone changes nothing.
    """

    def at(self, standing: Standing, day: str) -> Standing:
        return standing

    def shown(self, standing: Standing, day: str) -> Shown:
        return Shown(standing.rating, standing.rating is not None)

    def games_apart(self, before: Sequence[Standing], edition: str) -> bool:
        """Tell whether everybody has a rating: a first one is worked out of all games
        together.
        """
        return all(standing.rating is not None for standing in before)

    def highest(self, history: Sequence[Entry]) -> Highest | None:
        """Return the highest rating ever that was played for, of equal ones the first:
        the same on every list, for the read tables keep it too.
        """
        return first_highest(history)

    def doubts(
        self, announced: "Announced", known: Callable[[str], bool]
    ) -> list[Message]:
        return []

    @property
    def watch(self) -> "Watch | None":
        """Return None: nothing can surprise where a rating depends on nobody else's of
        the same tournament.
        """
        return None

    @property
    def needs(self) -> "Needs | None":
        return None

    def published(self, history: Sequence[Entry], on: str) -> bool:
        return bool(history)

    def on_top_list(self, history: Sequence[Entry], on: str) -> bool:
        return bool(history)

    @property
    def title_rules(self) -> Sequence[TitleRule]:
        return ()

    def titles(self, history: Sequence[Entry]) -> list[Title]:
        return []

    def new_titles(
        self, entry: Entry, normal_games: int, reached: Set[str]
    ) -> list[Title]:
        return []

    @property
    def selection(self) -> "Selection | None":
        return None

    def unending(self) -> Self:
        """Return the list itself: it has no end."""
        return self


class RatesWithTerms(Protocol):
    """A rulebook that rates a unit with every term."""

    def rate(self, unit: Unit, standings: Standings, people: People) -> Rated: ...


def figures_with_terms(
    rules: RatesWithTerms,
    unit: Unit,
    before: Sequence[Standing],
    people: Sequence[Person],
) -> list[Figure]:
    """Rate one unit with every term, and return what is kept of it."""
    players = unit.seats()
    standings = dict(zip(players, before, strict=True))
    persons = dict(zip(players, people, strict=True))
    return figures_of(rules.rate(unit, standings, persons).changes, players)


LONGER_THAN_SECONDS = 10 * 60
USUAL = UsualList()
E = TypeVar("E", bound="Edition")


def fate(game: Game, header: Header, edition: str) -> Unrated | None:
    """Say why a game is not on a list of serious games, None if it is; the day and the
    edition make no difference.
    """
    if game.result == PENDING:
        return Unrated("unfinished", say("not finished"), "")
    if game.points is None:
        return Unrated("forfeit", say("forfeit, not played"), "")
    if game.seconds != game.seconds_black:
        return Unrated(
            "unequal-time", say("the players did not have the same time"), ""
        )
    if game.seconds <= LONGER_THAN_SECONDS:
        return Unrated("too-short", say("10 minutes or less for 60 moves"), "")
    return None


@dataclass(frozen=True)
class LongList(UsualList, Generic[E]):
    """A list of a family; every rated player is established, and there are no titles."""

    name: str
    editions: Mapping[str, E]
    rate_unit: Callable[[Unit, Standings, People, E], Rated]
    given_change: Callable[[Unit, Standing, E], Change | None]
    sheet: Callable[[WorkedEntry, Mapping[str, str], str], "Sheet"]
    account_of: Callable[[Change], "Account"]
    expects: Callable[[Standing, Standing, Unit], float | None]
    apart: Callable[[Sequence[Standing], str], bool] = USUAL.games_apart
    roll: Callable[[Standing, str], Standing] = USUAL.at
    show: Callable[[Standing, str], Shown] = USUAL.shown
    doubt: Callable[["Announced", Callable[[str], bool]], list[Message]] = USUAL.doubts
    selective: bool = False
    adjusted: bool = False
    performance: str = "logistic"
    category: Callable[[Header, Sequence[int | None]], str | int | None] | None = None
    # where rating without terms is worth a form of its own
    figures_without_terms: (
        Callable[[Unit, Sequence[Standing], Sequence[Person], E], list[Figure]] | None
    ) = None

    def units(self, tournament: Tournament, edition_on: EditionOn) -> list[Unit]:
        return units_on_list(self.name, tournament, edition_on, fate)

    def left_out(
        self, tournament: Tournament, edition_on: EditionOn
    ) -> dict[str, Unrated]:
        return left_out(tournament, edition_on, fate)

    def rate(
        self, unit: Unit, standings: Standings, people: People, only: str | None = None
    ) -> Rated:
        return self.rate_unit(unit, standings, people, self.editions[unit.edition])

    def figures(
        self,
        unit: Unit,
        before: Sequence[Standing],
        people: Sequence[Person],
    ) -> list[Figure]:
        if self.figures_without_terms is None:
            return figures_with_terms(self, unit, before, people)
        edition = self.editions[unit.edition]
        return self.figures_without_terms(unit, before, people, edition)

    def games_apart(self, before: Sequence[Standing], edition: str) -> bool:
        return self.apart(before, edition)

    def at(self, standing: Standing, day: str) -> Standing:
        return self.roll(standing, day)

    def shown(self, standing: Standing, day: str) -> Shown:
        return self.show(standing, day)

    def doubts(
        self, announced: "Announced", known: Callable[[str], bool]
    ) -> list[Message]:
        return self.doubt(announced, known)

    def expected(self, own: Standing, other: Standing, unit: Unit) -> float | None:
        return self.expects(own, other, unit)

    def change_without_games(self, unit: Unit, standing: Standing) -> Change | None:
        return self.given_change(unit, standing, self._edition(unit))

    def _edition(self, unit: Unit) -> E:
        """Return the unit's edition; before a list is kept none is in force, and a
        ruling on it is a fact all the same.
        """
        return self.editions.get(unit.edition) or next(iter(self.editions.values()))

    def established(self, standing: Standing, edition: str) -> bool:
        return standing.rating is not None

    def explain(
        self, entry: WorkedEntry, names: Mapping[str, str], reason: str = ""
    ) -> "Sheet":
        return self.sheet(entry, names, reason)

    def account(self, change: Change) -> "Account":
        return self.account_of(change)

    def with_edition(
        self, edition: str, called: str, values: Mapping[str, Any]
    ) -> "LongList[E]":
        editions = with_changed_copy(self.editions, edition, called, values)
        return replace(self, editions=editions)


def with_changed_copy(
    editions: Mapping[str, E], edition: str, called: str, values: Mapping[str, Any]
) -> dict[str, E]:
    """Return the editions and one more: a copy of `edition` with the id `called`, in
    which these values differ.
    """
    changed = editions[edition]._replace(id=called, **values)
    return {**editions, called: changed}


def rating_after_ruling(unit: Unit, rating: int | None) -> int | None:
    """Return the rating after a ruling; a correction of a missing rating has no effect."""
    assert unit.given is not None
    if unit.given.rating is not None:
        return unit.given.rating
    if rating is None:
        return None
    return rating + (unit.given.delta or 0)


def decided(unit: Unit, before: int | None, standing: Standing) -> Change:
    """Make an opening or a ruling into a change."""
    assert standing.rating is not None
    return given_change(unit, before, standing.rating, True, standing)


def given_number(
    unit: Unit, standing: Standing, edition: object = None
) -> Change | None:
    """Make the change of an opening or a ruling, for lists whose standing is a rating
    and nothing else.
    """
    assert unit.given is not None
    if unit.kind == "opening":
        return decided(unit, None, Standing(unit.given.rating, 0, ()))
    rating = rating_after_ruling(unit, standing.rating)
    if rating is None:
        return None
    return decided(unit, standing.rating, standing.with_rating(rating))


def by_fraction(
    exact: "Callable[[Sequence[int], int], Fraction | None]",
) -> PerformanceMethod:
    """Make a method of a function that returns the performance as a fraction."""

    def unrounded(numbers: Sequence[int], half_points: int) -> float | None:
        value = exact(numbers, half_points)
        return None if value is None else float(value)

    def rounded(numbers: Sequence[int], half_points: int) -> int | None:
        value = exact(numbers, half_points)
        return None if value is None else half_up(value.numerator, value.denominator)

    return PerformanceMethod(unrounded, rounded)
