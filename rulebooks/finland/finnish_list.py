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
from rulebooks.defaults import UsualList
from rulebooks.entries import Entry, Figure, WorkedEntry
from rulebooks.finland import titles
from rulebooks.finland.editions import EDITIONS, FinnishEdition
from rulebooks.finland.standing import is_new, is_new_pelo
from rulebooks.finland.tables import expectation

if TYPE_CHECKING:
    from rulebooks.entries import Account
    from rulebooks.protocol import Needs, Selection, Sheet


@dataclass(frozen=True)
class FinnishList(UsualList):
    """One of the two lists: the same games, other formulas. They are imported when
    something is rated: most questions rate nothing.

    name: `selo` or `pelo`, which decides the formulas.
    editions: by id; a trial puts others beside those that were adopted.
    selective, adjusted, performance, category: answers to the general questions about a
    list, which are the same for both.
    """

    name: str
    editions: Mapping[str, FinnishEdition] = field(default_factory=lambda: EDITIONS)
    selective: bool = False
    adjusted: bool = False
    performance: str = "exact"  # 7.6
    category: None = None

    def units(self, tournament: Tournament, edition_on: EditionOn) -> list[Unit]:
        """Return the units of a tournament on this list: games that are rated together
        (2.11, 2.12). `edition_on` tells the edition of a day.
        """
        from rulebooks.finland import games

        return games.units(self.name, tournament, edition_on, self.editions)

    def left_out(
        self, tournament: Tournament, edition_on: EditionOn
    ) -> dict[str, Unrated]:
        """Return the games of a tournament that are not on this list, by game, with the
        reason.
        """
        from rulebooks.finland import games

        return games.not_on(self.name, tournament, edition_on, self.editions)

    def figures(
        self, unit: Unit, before: Sequence[Standing], people: Sequence[Person]
    ) -> list[Figure]:
        """Rate a unit, and return only what a replay keeps of it.

        `before` and `people`: one for each player of the unit, in the order of its
        seats.
        """
        if self.name == "selo":
            from rulebooks.finland.selo_unit import figures
        else:
            from rulebooks.finland.pelo_unit import figures
        return figures(unit, before, people, self.editions[unit.edition])

    def rate(
        self, unit: Unit, standings: Standings, people: People, only: str | None = None
    ) -> Rated:
        """Rate a unit, and return each change with all of its terms. `only`: a player,
        where the others' changes are not asked for.
        """
        if self.name == "selo":
            from rulebooks.finland.selo_unit import rate
        else:
            from rulebooks.finland.pelo_unit import rate
        return rate(unit, standings, people, self.editions[unit.edition], only)

    def expected(self, own: Standing, other: Standing, unit: Unit) -> float | None:
        """Return the expected score of 7.9, for selo with its cap.

        It is a share of a point, as 0.64; None where either player has no rating.
        """
        if own.rating is None or other.rating is None:
            return None
        cap = 100  # 7.9: pelo has none
        if self.name == "selo":
            cap = self.editions[unit.edition].cap
        difference = own.rating - other.rating
        return expectation(cap)[difference] / 100

    def change_without_games(self, unit: Unit, standing: Standing) -> Change | None:
        """Return the change that an opening or a ruling makes to a standing; None where
        a ruling has nothing to move.
        """
        from rulebooks.finland.without_games import (
            pelo_without_games,
            selo_without_games,
        )

        change = selo_without_games if self.name == "selo" else pelo_without_games
        return change(unit, standing, self.editions[unit.edition])

    def established(self, standing: Standing, edition: str) -> bool:
        """Tell whether a player with this standing is no longer new (3.1 and 4.1).
        `edition`: its id; the list pelo does not ask it.
        """
        if self.name == "pelo":
            return not is_new_pelo(standing)
        return not is_new(standing, self.editions[edition])

    # 3.4: established players meet new ones, who may have a rating, with the number
    # that these come to in the unit
    def games_apart(self, before: Sequence[Standing], edition: str) -> bool:
        """Tell whether nobody in a unit is new."""
        return all(self.established(standing, edition) for standing in before)

    def titles(self, history: Sequence[Entry]) -> list[Title]:
        """Return the titles that a player has reached by section 6; the list pelo
        brings none.
        """
        if self.name != "selo":
            return []
        return titles.titles(history, self.editions)

    def new_titles(
        self, entry: Entry, normal_games: int, reached: Set[str]
    ) -> list[Title]:
        """Return the titles that one entry brings. `normal_games`: those at normal time
        before it; `reached`: the titles that the player has already.
        """
        if self.name != "selo":
            return []
        return titles.new_titles(entry, normal_games, reached, self.editions)

    @property
    def needs(self) -> "Needs":
        """The calculator: which score leads to a rating."""
        from rulebooks.finland import needs as finland

        return finland

    @property
    def title_rules(self) -> Sequence[TitleRule]:
        """What each title asks for (6.3 to 6.5); nothing on the list pelo."""
        if self.name != "selo":
            return ()
        return titles.TITLE_RULES

    @property
    def selection(self) -> "Selection | None":
        """The selection numbers of section 5; None on the list pelo, which has none."""
        if self.name != "selo":
            return None
        from rulebooks.finland.selection import SeloSelection

        return SeloSelection()

    def explain(
        self, entry: WorkedEntry, names: Mapping[str, str], reason: str = ""
    ) -> "Sheet":
        """Explain an entry on paper. `names`: by player id; `reason`: why a ruling was
        made.
        """
        from rulebooks.finland.explain import explain

        return explain(entry, names, reason=reason)

    def account(self, change: Change) -> "Account":
        """Account for what a change put into the pool of all ratings."""
        from rulebooks.finland.account import account

        return account(change)

    def with_edition(
        self, edition: str, called: str, values: Mapping[str, Any]
    ) -> "FinnishList":
        """Return the list with one more edition; sums are kept as long as any edition
        calls a player new.

        `edition`: the id that the new one starts from; `called`: its own id; `values`:
        the numbers that differ, by the names in `changeable.CHANGES`. This list stays
        as it is.

            SELO.with_edition("fi-2023", "trial", {"cap": 90})
        """
        editions = dict(self.editions)
        editions[called] = self.editions[edition]._replace(id=called, **values)
        until = max(each.new_until for each in editions.values())
        for name, each in editions.items():
            editions[name] = each._replace(sums_until=until)
        return replace(self, editions=editions)
