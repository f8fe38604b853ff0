"""Finland: the lists selo and pelo. `coverage` maps every article of the rule text to its function."""

from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
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
from rulebooks.finland.honours import titles as honours
from rulebooks.finland.standing import is_new, is_new_pelo
from rulebooks.finland.tables import EDITIONS, FinnishEdition, percent
from rulebooks.units.figures import Figures

if TYPE_CHECKING:
    from rulebooks.account import Account, UnitAccount
    from rulebooks.protocol import Selection, Sheet


@dataclass(frozen=True)
class FinnishList:
    """One of the two lists: the same games, other formulas, which are imported when something is rated: most
    questions rate nothing."""

    name: str
    editions: Mapping[str, FinnishEdition] = field(default_factory=lambda: EDITIONS)
    selective: bool = False

    def units(self, tournament: Tournament, edition_on: EditionOn) -> list[Unit]:
        from rulebooks.finland import games

        return games.units(self.name, tournament, edition_on, self.editions)

    def left_out(self, tournament: Tournament, edition_on: EditionOn) -> dict[str, Unrated]:
        from rulebooks.finland import games

        return games.not_on(self.name, tournament, edition_on, self.editions)

    def figures(self, unit: Unit, before: Sequence[Standing], people: Sequence[Person]) -> Figures:
        if self.name == "selo":
            from rulebooks.finland.selo import figures
        else:
            from rulebooks.finland.pelo import figures
        return figures(unit, before, people, self.editions[unit.edition])

    def rate(self, unit: Unit, standings: Standings, people: People, only: str | None = None) -> Rated:
        if self.name == "selo":
            from rulebooks.finland.selo import rate
        else:
            from rulebooks.finland.pelo import rate
        return rate(unit, standings, people, self.editions[unit.edition], only)

    def again(self, unit: Unit, showing: Showing, seat: int) -> Change | None:
        if self.name == "selo":
            from rulebooks.finland.selo import again
        else:
            from rulebooks.finland.pelo import again
        return again(unit, showing, seat, self.editions[unit.edition])

    def at(self, standing: Standing, day: str) -> Standing:
        """The Finnish rules leave ratings alone until the next game."""
        return standing

    def shown(self, standing: Standing, day: str) -> Shown:
        return Shown(standing.rating, standing.rating is not None)

    def doubts(self, pairs: Sequence[tuple[str, str]], end: str, known: Callable[[str], bool]) -> list[Message]:
        return []

    def published(self, history: Sequence[Entry], on: str) -> bool:
        return bool(history)

    def on_top_list(self, history: Sequence[Entry], on: str) -> bool:
        return bool(history)

    def expected(self, own: Standing, other: Standing, unit: Unit) -> float | None:
        if own.rating is None or other.rating is None:
            return None
        return self.by_difference(unit.edition)(own.rating - other.rating)

    def by_difference(self, edition: str) -> Callable[[int], float]:
        """7.9, for selo with its cap."""
        cap = self.editions[edition].cap if self.name == "selo" else 100
        return lambda difference: min(cap, percent(difference)) / 100

    def given(self, unit: Unit, standing: Standing) -> Change | None:
        from rulebooks.finland import given

        change = given.selo_given if self.name == "selo" else given.pelo_given
        return change(unit, standing, self.editions[unit.edition])

    def established(self, standing: Standing, edition: str) -> bool:
        if self.name == "pelo":
            return not is_new_pelo(standing)
        return not is_new(standing, self.editions[edition])

    def peak(self, history: Sequence[Entry]) -> Peak | None:
        return honours.peak(history)

    def titles(self, history: Sequence[Entry]) -> list[Title]:
        return honours.titles(history, self.editions) if self.name == "selo" else []

    def new_titles(self, entry: Entry, normal_games: int, reached: Set[str]) -> list[Title]:
        return honours.new_titles(entry, normal_games, reached, self.editions) if self.name == "selo" else []

    @property
    def title_rules(self) -> Sequence[TitleRule]:
        return honours.TITLE_RULES if self.name == "selo" else ()

    @property
    def selection(self) -> "Selection | None":
        from rulebooks.finland.honours.selection import SeloSelection

        return SeloSelection() if self.name == "selo" else None

    def explain(self, entry: Entry, names: Mapping[str, str], reason: str = "") -> "Sheet":
        from rulebooks.finland.explain.sheet import explain

        return explain(entry, names, reason=reason)

    def account(self, change: Change) -> "Account":
        from rulebooks.finland.account import account

        return account(change)

    def accounts(
        self, unit: Unit, before: Sequence[Standing], after: Sequence[int | None], shown: Sequence[int | None]
    ) -> "UnitAccount | None":
        from rulebooks.finland.account import accounts

        return accounts(unit, before, after, shown, self.editions[unit.edition]) if self.name == "selo" else None

    def with_edition(self, edition: str, called: str, values: Mapping[str, Any]) -> "FinnishList":
        """Sums are kept as long as any edition calls a player new."""
        editions = {**self.editions, called: self.editions[edition]._replace(id=called, **values)}
        until = max(each.new_until for each in editions.values())
        return replace(self, editions={key: each._replace(sums_until=until) for key, each in editions.items()})

    def unending(self) -> "FinnishList":
        """These lists have no end."""
        return self


RULEBOOKS = {name: FinnishList(name) for name in ("selo", "pelo")}

__all__ = ["EDITIONS", "RULEBOOKS", "FinnishList"]
