"""Calculate the parts of the Norwegian system for given ratings, without a ledger."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from rulebooks.entries import WorkedEntry
from rulebooks.norway import tables
from rulebooks.norway.explain import explain
from rulebooks.norway.rating import cycle, rate, tournament_mean
from rulebooks.norway.standing import Encounter, EventFacts, PlayerRead
from rulebooks.norway.tables import ESTABLISHED_FROM, FLOOR, JUNIOR_BELOW, UNRATED_UNTIL
from rulebooks.norway.tables import difference as difference
from rulebooks.numbers import number
from rulebooks.protocol import RatedUnit

ME, DAY = "me", "2010-06-01"
CLASSES, CATEGORIES = tables.CLASSES, tuple(tables.COEFFICIENT)
# of events, which a category depends on
KINDS = (*sorted(tables.FIRST_BY_TIME), *sorted(tables.ALWAYS_FIRST))


class Setting(NamedTuple):
    """A tournament as formula III reads it: its category, and whether juniors have a K
    of their own in it. `highest`: what the player had ever reached before it.
    """

    category: str | None = None
    junior: bool = False
    all_juniors: bool = False
    abroad: bool = False
    highest: int = 0


def setting(
    category: str | None, *, junior: bool, all_juniors: bool, abroad: bool, highest: int
) -> Setting:
    return Setting(category, junior, all_juniors, abroad, highest)


class Performance(NamedTuple):
    """The parts of formula I."""

    mean: int
    percent: Fraction
    difference: int
    performance: int


class Expectation(NamedTuple):
    """The expected points, the share of all points that they are, and the mean of the
    opponents.
    """

    points: float
    share: float
    mean: Fraction


def performance(opponents: Sequence[int], half_points: int) -> Performance:
    """Work out formula I: the mean of the opponents, D of the percentage, and their
    sum.
    """
    percent = tables.percentage(half_points, len(opponents))
    return Performance(
        mean=tables.rounded_mean(opponents),
        percent=percent,
        difference=tables.difference(percent),
        performance=tables.performance(opponents, half_points),
    )


def share(apart: int) -> Fraction:
    """Return the expected share of the points by the printed table, read from the
    difference.
    """
    return tables.exact_percent(apart) / 100


def difference_of(percent: Fraction) -> Fraction | None:
    """Return D of a percentage, read from the printed table."""
    return Fraction(tables.difference(percent))


def expectation(rating: int, opponents: Sequence[int]) -> Expectation:
    """Work out formula III's F over all games, and the share of the points it is;
    opponents at most 350 away.
    """
    met = [tables.limited(opponent, rating) for opponent in opponents]
    points = tables.expected_score(rating, met)
    return Expectation(
        points=points, share=points / len(met), mean=Fraction(sum(met), len(met))
    )


def category(
    start_minutes: int, total_minutes: int, event_kind: str | None = None
) -> str | None:
    """Return the category, I to V, or None: too short to be rated."""
    return tables.category_of(start_minutes, total_minutes, event_kind)


def class_(
    rating: int | None, born: str | None, on: str, highest: int | None = None
) -> str:
    """Return the class, A, B or C, on a day. `born`: a year or a day; `highest`: the
    highest rating ever.
    """
    highest_ever = max(rating or 0, highest or 0)
    reached_2100 = highest_ever >= JUNIOR_BELOW
    young = tables.is_young(born, on)
    return tables.class_of(rating, reached_2100, young)


def k(category_name: str, class_name: str) -> Fraction:
    return tables.k_of(category_name, class_name)


def new_number(
    rating: int | None,
    games: int,
    opponents: Sequence[int],
    half_points: int,
    coefficient: Fraction,
) -> int:
    """Work out a rating by formula I, II or III, as the games before say; `coefficient`
    counts from 30 games on.
    """
    if rating is None or games <= UNRATED_UNTIL:
        reached = tables.performance(opponents, half_points)
        if rating is not None and games:
            reached = tables.unestablished_number(
                rating, games, reached, len(opponents)
            )
        return max(FLOOR, reached)
    met = [tables.limited(opponent, rating) for opponent in opponents]
    if games < ESTABLISHED_FROM:
        reached = tables.performance(met, half_points)
        return max(FLOOR, tables.unestablished_number(rating, games, reached, len(met)))
    return max(FLOOR, tables.established_number(rating, coefficient, half_points, met))


def unit(
    rating: int | None,
    games: int,
    played: Sequence[tuple[int, int]],
    half_points: int,
    setting: Setting,
) -> RatedUnit:
    """Rate (opponent, half points) game by game through the rulebook itself; the
    opponents' numbers are as they count there.
    """
    young = setting.junior or setting.all_juniors
    reached_2100 = max(rating or 0, setting.highest) >= JUNIOR_BELOW
    own = tuple(
        Encounter(str(at), made) for at, (_, made) in enumerate(played, start=1)
    )
    everybody = [
        PlayerRead(
            id=ME,
            rating=rating,
            games=games,
            seats=own,
            half_points=half_points,
            class_name=tables.class_of(rating, reached_2100, young),
            young=young,
            reached_2100=reached_2100,
        )
    ]
    for at, (met, made) in enumerate(played, start=1):
        # old numbers for everybody: an opponent of class C is worked out last
        against = (Encounter(ME, 2 - made),)
        everybody.append(
            PlayerRead(
                id=str(at),
                rating=met,
                games=ESTABLISHED_FROM,
                seats=against,
                half_points=2 - made,
                class_name="C",
                young=setting.all_juniors,
            )
        )

    event = EventFacts(setting.category or "II", not setting.abroad, DAY)
    change = rate(everybody, event)[ME]
    entry = WorkedEntry.from_change(
        list_name="elo-no",
        place="",
        unit="",
        tournament=None,
        on=DAY,
        edition="no",
        seq=0,
        change=change,
    )
    terms = explain(entry, {}).terms()

    k = None
    if "k" in change.detail:
        k = number(Fraction(change.detail["k"]))
    expected = None
    if change.expected is not None:
        expected = number(Fraction(change.expected, 100))

    return RatedUnit(
        new=change.after,
        exact=terms.exact,
        formula=change.formula,
        k=k,
        expected=expected,
        working=terms.working,
    )


def rounds(
    everybody: Mapping[str, tuple[int, Sequence[int | str]]],
) -> list[dict[str, int]]:
    """Work out the cycle of players without a number, {name: (half points, opponents by
    number or name)}, round by round.
    """
    unrated = []
    numbers: dict[str, int] = {}
    for name, (half_points, opponents) in everybody.items():
        games = tuple(Encounter(str(opponent), 0) for opponent in opponents)
        unrated.append(PlayerRead(name, None, 0, games, half_points))
        for opponent in opponents:
            if isinstance(opponent, int):
                numbers[str(opponent)] = opponent

    return list(cycle(unrated, numbers).rounds)


__all__ = [
    "Setting",
    "category",
    "class_",
    "expectation",
    "k",
    "new_number",
    "performance",
    "rounds",
    "tournament_mean",
    "unit",
]
