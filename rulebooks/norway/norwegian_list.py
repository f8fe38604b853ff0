"""Answer for the list of Norway, elo-no."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from messages import Message
from rulebooks.base import (
    Change,
    EditionOn,
    Header,
    People,
    Person,
    Rated,
    Shown,
    Standing,
    Standings,
    Tournament,
    Unit,
    Unrated,
)
from rulebooks.defaults import UsualList, figures_with_terms, with_changed_copy
from rulebooks.entries import Account, Entry, Figure, WorkedEntry
from rulebooks.norway import games, standing
from rulebooks.norway.account import account
from rulebooks.norway.standing import change_without_games
from rulebooks.norway.tables import (
    EDITIONS,
    ESTABLISHED_FROM,
    NorwegianEdition,
    category,
    expectation,
    limited,
)
from rulebooks.protocol import Announced

if TYPE_CHECKING:
    from rulebooks.protocol import Sheet


@dataclass(frozen=True)
class NorwegianList(UsualList):
    """The list elo-no. `ends`: nothing is rated after the last day of the edition; a
    trial goes on.
    """

    name: str
    ends: bool = True
    selective: bool = True
    editions: Mapping[str, NorwegianEdition] = field(default_factory=lambda: EDITIONS)
    adjusted: bool = True
    performance: str = "norway"  # formula I

    def units(self, tournament: Tournament, edition_on: EditionOn) -> list[Unit]:
        return games.units(self.name, tournament, edition_on, self.ends)

    def left_out(
        self, tournament: Tournament, edition_on: EditionOn
    ) -> dict[str, Unrated]:
        return games.not_on(tournament, edition_on, self.ends)

    def rate(
        self, unit: Unit, standings: Standings, people: People, only: str | None = None
    ) -> Rated:
        return games.rate(unit, standings, people, self.editions[unit.edition])

    def figures(
        self, unit: Unit, before: Sequence[Standing], people: Sequence[Person]
    ) -> list[Figure]:
        return figures_with_terms(self, unit, before, people)

    def at(self, held: Standing, day: str) -> Standing:
        """Return what the calendar alone has made of a standing by a day: five passive
        years end it, while there is a list.
        """
        return standing.at(held, self._last(day))

    def shown(self, held: Standing, day: str) -> Shown:
        """Show a rating; a struck-off one with the reason: an officer looks for it,
        although it is on no list.
        """
        if held.rating is not None and standing.is_struck_off(held, self._last(day)):
            return Shown(
                held.rating, False, {"struck_off": standing.struck_off_because(held)}
            )
        return Shown(held.rating, held.rating is not None)

    def doubts(
        self, announced: Announced, known: Callable[[str], bool]
    ) -> list[Message]:
        if self.ends and announced.end > self._last(announced.end):
            return []
        return [
            *games.private_match(self.name, announced.pairs),
            *games.doubtful_time(self.name, announced),
        ]

    @property
    def watch(self) -> games.Rounds:
        return games.Rounds(self.name)

    # Merk: "Siste offisielle ratingliste publiseres i januar 2018" (the last official
    # list is that of January 2018): whoever was on it stays on it for good.
    def _last(self, day: str) -> str:
        """Return the day, or that of the last list."""
        if not self.ends:
            return day
        last = max(edition.until for edition in EDITIONS.values())
        return min(day, last)

    def expected(self, own: Standing, other: Standing, unit: Unit) -> float | None:
        """Return the expected score by ELO-systemet og EDB, within the limit of 350.

        None: one of the two has no rating at the start of the unit.
        """
        mine = standing.at(own, unit.start).rating
        theirs = standing.at(other, unit.start).rating
        if mine is None or theirs is None:
            return None
        return expectation(mine - limited(theirs, mine))

    def change_without_games(self, unit: Unit, standing: Standing) -> Change | None:
        return change_without_games(
            unit, standing, self._last(unit.end) if self.ends else None
        )

    def established(self, standing: Standing, edition: str) -> bool:
        return standing.games >= ESTABLISHED_FROM

    # "Juniorenes rating etter turneringen anvendes som grunnlag for beregningen av
    # seniorene." (the seniors are rated against what the juniors come to)
    def games_apart(self, before: Sequence[Standing], edition: str) -> bool:
        """Return False: whoever is not a junior is rated after them."""
        return False

    @staticmethod
    def category(header: Header, before: Sequence[int | None]) -> str | None:
        """Return the category, I to V, by the time control or as an officer stated it."""
        return category(header)

    def published(self, history: Sequence[Entry], on: str) -> bool:
        return standing.is_published(history, self._last(on))

    def on_top_list(self, history: Sequence[Entry], on: str) -> bool:
        return standing.is_on_top_list(history, self._last(on))

    def explain(
        self, entry: WorkedEntry, names: Mapping[str, str], reason: str = ""
    ) -> "Sheet":
        from rulebooks.norway.explain import explain

        return explain(entry, names, reason=reason)

    def account(self, change: Change) -> Account:
        return account(change)

    def with_edition(
        self, edition: str, called: str, values: Mapping[str, Any]
    ) -> "NorwegianList":
        editions = with_changed_copy(self.editions, edition, called, values)
        return replace(self, editions=editions)

    def unending(self) -> "NorwegianList":
        return replace(self, ends=False)
