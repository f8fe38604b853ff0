"""All units of a list in flat columns, and the tables of its editions, as the kernel takes them.

A unit is left to the rules if it is given, abroad, of games of different times, or if somebody sits in it whom 3.7
could touch; and so is every list but selo, and every edition of another shape than is known here.
"""

from array import array
from collections.abc import Sequence, Set
from functools import cache
from itertools import pairwise

from projections.trials import Setup
from projections.trials.made import of_both
from rulebooks.base import Unit
from rulebooks.finland import FinnishList
from rulebooks.finland.tables import FAST_HIGH_FROM, REACH, Coefficients, FinnishEdition, shares_of

# what an edition was made of when the kernel was written, and its revision: one with more goes by the rules
KNOWN = (
    "id", "since", "source", "cap", "bonus_established", "bonus_new", "fast_high", "new_until", "carries_games",
    "selo_seconds", "pelo_seconds", "titles_in_play", "revision", "sums_until", "kr", "kt", "unrated", "elo_above",
    "pelo_most", "pelo_first",
)  # fmt: skip
REVISION = 3
SELECTING = frozenset(("selo_seconds", "pelo_seconds"))  # 2.8: which games are rated depends on these alone
END_OF_TABLE = 736  # 7.9: from here on nothing changes
Sort = tuple[str, int, str]  # edition, seconds, age group


def known(setup: Setup) -> bool:
    """Tell whether the kernel knows the rules of a list."""
    rules = setup.rules
    return setup.list == "selo" and type(rules) is FinnishList and FinnishEdition._fields == KNOWN and all(
        type(edition) is FinnishEdition and edition.revision == REVISION for edition in rules.editions.values()
    )  # fmt: skip


class ListColumns:
    """All units of a list in flat columns. `like`: another list's, to share what is the same where the units are."""

    def __init__(self, units: list[Unit], special: Set[str], like: "ListColumns | None" = None) -> None:
        self.units = units
        if like is not None and same_games(units, like.units):
            self.__dict__ |= like.__dict__ | {"units": units}
        else:
            self._lay(special)
        self.days = [unit.end for unit in units]
        self.sorts: dict[Sort, int] = {}
        self.kind_of = array("i", [-1 if odd else self._sort(unit) for unit, odd in zip(units, self.odd, strict=True)])

    def _lay(self, special: Set[str]) -> None:
        self.index: dict[str, int] = {}
        self.odd: list[bool] = []  # whether a unit is left to the rules
        self.player, self.white, self.black = array("i"), array("i"), array("i")
        self.seat_from, self.game_from = array("q", [0]), array("q", [0])
        place_of, results = self.index.setdefault, list[str]()
        for unit in self.units:
            games, players = unit.games, unit.seats()
            self.player.extend([place_of(player, len(self.index)) for player in players])
            self.white.extend(games.white)
            self.black.extend(games.black)
            self.seat_from.append(len(self.player))
            self.game_from.append(len(self.white))
            results.append(games.results)
            self.odd.append(not _plain(unit) or not special.isdisjoint(players))
        self.results = "".join(results).encode()
        self.widest = max((end - start for start, end in pairwise(self.seat_from)), default=0) + 1

    def _sort(self, unit: Unit) -> int:
        assert unit.header is not None
        return self.sorts.setdefault((unit.edition, unit.games.seconds, unit.header.age_group), len(self.sorts))


def same_games(units: Sequence[Unit], others: Sequence[Unit]) -> bool:
    """Tell whether two lists rate the very same games in the same order, by any editions."""
    return len(units) == len(others) and all(
        unit.games is other.games and unit.given is other.given and unit.place == other.place
        for unit, other in zip(units, others, strict=True)
    )


def _plain(unit: Unit) -> bool:
    return unit.given is None and unit.header is not None and unit.header.domestic and not unit.games.times


@cache
def shares(cap: int) -> "array[int]":
    of_difference = shares_of(cap, [0])
    return array("i", [of_difference[apart] for apart in range(-REACH, REACH + 1)])


def numbered(rules: FinnishList, edition: str, numbers: dict[float, int]) -> "array[int]":
    """Return the number of each difference's forecast; a new forecast gets the next number."""
    expects = rules.by_difference(edition)
    near = range(-END_OF_TABLE, END_OF_TABLE + 1)
    made = [numbers.setdefault(of_both(expects(apart), expects(-apart)), len(numbers)) for apart in near]
    far = REACH - END_OF_TABLE
    return array("i", made[:1] * far + made + made[-1:] * far)


def coefficients(edition: FinnishEdition, seconds: int) -> "array[int]":
    """Return Kr Kt by rating: worked out at each turn of the tables."""
    by_rating = Coefficients(edition.kr, edition.kt, edition.fast_high, seconds)
    turns = {0, FAST_HIGH_FROM, REACH + 1, *(least for least, _ in edition.kr if 0 < least <= REACH)}
    column = array("i")
    for low, high in pairwise(sorted(turns)):
        column.extend([by_rating[low]] * (high - low))
    return column
