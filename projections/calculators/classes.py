"""Which row of a table a tournament or a player belongs to: category, class, K."""

from collections.abc import Sequence
from fractions import Fraction

from msgspec import field

from ledger.answer import UNSET, Answer, UnsetType
from rulebooks.calculators import norway, performances
from rulebooks.calculators import through_rulebook as elo
from rulebooks.finland.tables import EDITIONS, rating_coefficient, time_coefficient
from rulebooks.sheets.figures import number, text
from rulebooks.uscf.rating import class_of


class TournamentCategory(Answer, frozen=True, kw_only=True):
    """Norway's I to V, or FIDE's number; None where there is no category."""

    system: str
    category: int | str | None


class Classes(Answer, frozen=True, kw_only=True):
    """A player's class by system; None below the lowest US class."""

    no: str
    uscf: str | None


class PlayerClasses(Answer, frozen=True, kw_only=True):
    """The classes of a rating."""

    rating: int | None
    classes: Classes


class Coefficient(Answer, frozen=True, kw_only=True):
    """K of a system as exact text; `category` and `class` in Norway, `effective_games` in the US."""

    system: str
    category: str | UnsetType = UNSET
    class_name: str | UnsetType = field(default=UNSET, name="class")
    k: str
    effective_games: str | UnsetType = UNSET
    edition: str | UnsetType = UNSET
    kr: int | UnsetType = UNSET
    kt: int | float | UnsetType = UNSET


def category_by_time(start_minutes: int, total_minutes: int, event_kind: str | None) -> str | None:
    """Norway's category; None: too short to be rated."""
    return norway.category(start_minutes, total_minutes, event_kind)


def category_by_ratings(ratings: Sequence[int | Fraction]) -> TournamentCategory:
    """FIDE's category of a tournament with these players."""
    return TournamentCategory(system="fide-2009", category=performances.category(ratings))


def classes(rating: int, born: str | None, on: str, highest: int | None) -> PlayerClasses:
    """The classes on a day; `highest` is the highest rating ever."""
    both = Classes(no=norway.class_(rating, born, on, highest), uscf=class_of(rating))
    return PlayerClasses(rating=rating, classes=both)


def coefficient(
    system: str, rating: int, games_before: int, games: int, shown_2400: bool, junior: bool = False
) -> Coefficient:
    """K before a tournament, in any system but Norway's and Finland's."""
    factor = elo.k_of(system, rating, games_before, games, shown_2400, junior)
    effective = UNSET if factor.effective_games is None else factor.effective_games
    return Coefficient(system=system, k=factor.k, effective_games=effective)


def finnish_coefficient(rating: int, seconds: int, edition: str) -> Coefficient:
    """7.2: a surplus of one point counts Kr times Kt."""
    rules = EDITIONS[edition]
    kr = rating_coefficient(rating, rules.kr)
    kt = Fraction(time_coefficient(seconds, rating, rules.fast_high, rules.kt), 100)
    return Coefficient(system="fi", k=text(kr * kt), edition=edition, kr=kr, kt=number(kt))


def norwegian_coefficient(category: str, class_name: str) -> Coefficient:
    """K of a category and a class."""
    k: Fraction = norway.k(category, class_name)
    return Coefficient(system="no", category=category, class_name=class_name, k=text(k))
