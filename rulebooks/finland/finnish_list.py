"""Answer for the lists of Finland, selo and pelo."""

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from rulebooks.base import (
    Change,
    EditionOn,
    People,
    Person,
    Rated,
    Standing,
    Standings,
    Title,
    TitleRule,
    Tournament,
    Unit,
    Unrated,
)
from rulebooks.defaults import Usual
from rulebooks.entries import Entry, Figure, Highest, WorkedEntry, first_highest
from rulebooks.finland import titles
from rulebooks.finland.standing import is_new, is_new_pelo
from rulebooks.finland.tables import EDITIONS, FinnishEdition, expectation

if TYPE_CHECKING:
    from rulebooks.entries import Account
    from rulebooks.protocol import Needs, Selection, Sheet


@dataclass(frozen=True)
class FinnishList(Usual):
    """One of the two lists: the same games, other formulas. They are imported when
    something is rated: most questions rate nothing.
    """

    name: str
    editions: Mapping[str, FinnishEdition] = field(default_factory=lambda: EDITIONS)
    selective: bool = False
    adjusted: bool = False
    performance: str = "exact"  # 7.6
    category: None = None

    def units(self, tournament: Tournament, edition_on: EditionOn) -> list[Unit]:
        from rulebooks.finland import games

        return games.units(self.name, tournament, edition_on, self.editions)

    def left_out(
        self, tournament: Tournament, edition_on: EditionOn
    ) -> dict[str, Unrated]:
        from rulebooks.finland import games

        return games.not_on(self.name, tournament, edition_on, self.editions)

    def figures(
        self, unit: Unit, before: Sequence[Standing], people: Sequence[Person]
    ) -> list[Figure]:
        if self.name == "selo":
            from rulebooks.finland.selo_unit import figures
        else:
            from rulebooks.finland.pelo_unit import figures
        return figures(unit, before, people, self.editions[unit.edition])

    def rate(
        self, unit: Unit, standings: Standings, people: People, only: str | None = None
    ) -> Rated:
        if self.name == "selo":
            from rulebooks.finland.selo_unit import rate
        else:
            from rulebooks.finland.pelo_unit import rate
        return rate(unit, standings, people, self.editions[unit.edition], only)

    def expected(self, own: Standing, other: Standing, unit: Unit) -> float | None:
        """Return the expected score of 7.9, for selo with its cap."""
        if own.rating is None or other.rating is None:
            return None
        cap = 100  # 7.9: pelo has none
        if self.name == "selo":
            cap = self.editions[unit.edition].cap
        difference = own.rating - other.rating
        return expectation(cap)[difference] / 100

    def given(self, unit: Unit, standing: Standing) -> Change | None:
        from rulebooks.finland.given import pelo_given, selo_given

        change = selo_given if self.name == "selo" else pelo_given
        return change(unit, standing, self.editions[unit.edition])

    def established(self, standing: Standing, edition: str) -> bool:
        if self.name == "pelo":
            return not is_new_pelo(standing)
        return not is_new(standing, self.editions[edition])

    def highest(self, history: Sequence[Entry]) -> Highest | None:
        return first_highest(history, _best_played_for)

    def titles(self, history: Sequence[Entry]) -> list[Title]:
        if self.name != "selo":
            return []
        return titles.titles(history, self.editions)

    def new_titles(
        self, entry: Entry, normal_games: int, reached: Set[str]
    ) -> list[Title]:
        if self.name != "selo":
            return []
        return titles.new_titles(entry, normal_games, reached, self.editions)

    @property
    def needs(self) -> "Needs":
        from rulebooks.finland import needs as finland

        return finland

    @property
    def title_rules(self) -> Sequence[TitleRule]:
        if self.name != "selo":
            return ()
        return titles.TITLE_RULES

    @property
    def selection(self) -> "Selection | None":
        if self.name != "selo":
            return None
        from rulebooks.finland.selection import SeloSelection

        return SeloSelection()

    def explain(
        self, entry: WorkedEntry, names: Mapping[str, str], reason: str = ""
    ) -> "Sheet":
        from rulebooks.finland.explain import explain

        return explain(entry, names, reason=reason)

    def account(self, change: Change) -> "Account":
        from rulebooks.finland.account import account

        return account(change)

    def with_edition(
        self, edition: str, called: str, values: Mapping[str, Any]
    ) -> "FinnishList":
        """Return the list with one more edition; sums are kept as long as any edition
        calls a player new.
        """
        editions = dict(self.editions)
        editions[called] = self.editions[edition]._replace(id=called, **values)
        until = max(each.new_until for each in editions.values())
        for name, each in editions.items():
            editions[name] = each._replace(sums_until=until)
        return replace(self, editions=editions)


# 5.3 for all time (rules 1.6): an opening above the newcomer limit counts too
def _best_played_for(figure: Figure) -> int | None:
    """Return the highest value of a figure; None where it was not played for."""
    return figure.best if figure.played_for else None
