"""Norway: the list elo-no, until January 2018. `coverage` maps every part of the text to its function."""

import dataclasses
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from messages import Message
from rulebooks.base import (
    Change,
    EditionOn,
    Entry,
    Peak,
    People,
    Person,
    Rated,
    Showing,
    Shown,
    Standing,
    Standings,
    Title,
    TitleRule,
    Tournament,
    Unit,
    Unrated,
)
from rulebooks.norway import games, given, honours, standing
from rulebooks.norway.formulas.performance import expectation, limited
from rulebooks.norway.tables import EDITIONS, ESTABLISHED_FROM, FLOOR, NorwegianEdition
from rulebooks.units.figures import Figures, one_by_one

if TYPE_CHECKING:
    from rulebooks.account import Account
    from rulebooks.protocol import Selection, Sheet


@dataclass(frozen=True)
class NorwegianList:
    """`ends`: nothing is rated after the last day of the edition; a trial goes on."""

    name: str
    ends: bool = True
    selective: bool = True
    editions: Mapping[str, NorwegianEdition] = dataclasses.field(default_factory=lambda: EDITIONS)

    def units(self, tournament: Tournament, edition_on: EditionOn) -> list[Unit]:
        return games.units(self.name, tournament, edition_on, self.ends)

    def left_out(self, tournament: Tournament, edition_on: EditionOn) -> dict[str, Unrated]:
        return games.not_on(tournament, edition_on, self.ends)

    def rate(self, unit: Unit, standings: Standings, people: People, only: str | None = None) -> Rated:
        return games.rate(unit, standings, people, self.editions[unit.edition])

    def figures(self, unit: Unit, before: Sequence[Standing], people: Sequence[Person]) -> Figures:
        return one_by_one(self, unit, before, people)

    def again(self, unit: Unit, showing: Showing, seat: int) -> Change | None:
        return None

    def at(self, held: Standing, day: str) -> Standing:
        """What the calendar does alone: five passive years, while there is a list."""
        return standing.at(held, self._last(day))

    def shown(self, held: Standing, day: str) -> Shown:
        """A struck-off rating is shown with the reason: an officer looks for it, although it is on no list."""
        if held.rating is not None and standing.is_struck_off(held, self._last(day)):
            return Shown(held.rating, False, {"struck_off": standing.words(held)})
        return Shown(held.rating, held.rating is not None)

    def doubts(self, pairs: Sequence[tuple[str, str]], end: str, known: Callable[[str], bool]) -> list[Message]:
        match = games.private_match(pairs)
        return [] if match is None or (self.ends and end > self._last(end)) else [match]

    # Merk: "Siste offisielle ratingliste publiseres i januar 2018" (the last official list is that of January 2018):
    # whoever was on it stays on it for good.
    def _last(self, day: str) -> str:
        """The day, or that of the last list."""
        return min(day, max(edition.until for edition in EDITIONS.values())) if self.ends else day

    def expected(self, own: Standing, other: Standing, unit: Unit) -> float | None:
        """ELO-systemet og EDB, within the limit of 350."""
        mine, theirs = (standing.at(held, unit.start).rating for held in (own, other))
        return None if mine is None or theirs is None else expectation(mine - limited(theirs, mine))

    def by_difference(self, edition: str) -> None:
        """The limit and the calendar have a say."""

    def given(self, unit: Unit, standing: Standing) -> Change | None:
        return given.given(unit, standing, self._last(unit.end) if self.ends else None)

    def established(self, standing: Standing, edition: str) -> bool:
        return standing.games >= ESTABLISHED_FROM

    def peak(self, history: Sequence[Entry]) -> Peak | None:
        return honours.peak(history)

    def titles(self, history: Sequence[Entry]) -> list[Title]:
        """The system knows no titles."""
        return []

    def new_titles(self, entry: Entry, normal_games: int, reached: Set[str]) -> list[Title]:
        return []

    @property
    def title_rules(self) -> Sequence[TitleRule]:
        return ()

    @property
    def selection(self) -> "Selection | None":
        return None

    def published(self, history: Sequence[Entry], on: str) -> bool:
        return honours.is_published(history, self._last(on))

    def on_top_list(self, history: Sequence[Entry], on: str) -> bool:
        return honours.is_on_top_list(history, self._last(on))

    def explain(self, entry: Entry, names: Mapping[str, str], reason: str = "") -> "Sheet":
        from rulebooks.norway.explain import explain

        return explain(entry, names, reason=reason)

    def account(self, change: Change) -> "Account":
        from rulebooks.norway.account import account

        return account(change)

    def accounts(
        self, unit: Unit, before: Sequence[Standing], after: Sequence[int | None], shown: Sequence[int | None]
    ) -> None:
        """Every change by itself."""

    def with_edition(self, edition: str, called: str, values: Mapping[str, Any]) -> "NorwegianList":
        changed = self.editions[edition]._replace(id=called, **values)
        return dataclasses.replace(self, editions={**self.editions, called: changed})

    def unending(self) -> "NorwegianList":
        return dataclasses.replace(self, ends=False)


RULEBOOKS = {"elo-no": NorwegianList("elo-no")}

__all__ = ["EDITIONS", "FLOOR", "RULEBOOKS", "NorwegianList"]
