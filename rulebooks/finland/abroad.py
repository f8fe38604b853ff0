"""Tell who is rated in a tournament abroad (2.2), and which rating a foreign opponent
counts with there (3.9).
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from messages import say
from rulebooks.base import HOME, Person, Standing, Unit, Unrated
from rulebooks.finland.performance import performance
from rulebooks.games import BLACK, WHITE, Games
from rulebooks.numbers import half_up_float

FLOOR = 1000
# 3.9: a fast game has less than 60 minutes for the first 60 moves
FAST_SECONDS = 60 * 60

# what a rating abroad may rest on: the ladder, a performance, and the floor under each
_LADDER = (
    "fide-standard-3.9",
    "fide-rapid-3.9",
    "national-standard-3.9",
    "national-rapid-3.9",
    "performance-3.9",
)
BASES = (*_LADDER, *(f"{basis}-floor" for basis in (*_LADDER, "old")), "floor-3.9")

Rating = tuple[int, str]  # the rating that counts, and what it rests on
# by the player's seat, in slow and in fast games
Known = dict[tuple[int, bool], Rating]


# 2.2: abroad only those who represent Finland are rated, without a selo only on an
# official mission. The mission is the player's: a tournament may be one for everybody
# (`official_representation`), or for those who were named.
def omitted(
    unit: Unit, before: Sequence[Standing], people: Sequence[Person]
) -> dict[int, Unrated]:
    """Return the players who are not rated in the unit, by seat.

    Who is rated is not in the answer. `before` and `people`: one for each seat.
    Somebody is Finnish who plays for Finland on the first day of the unit.
    """
    header = unit.header
    assert header is not None

    reasons: dict[int, Unrated] = {}
    for seat, (person, standing) in enumerate(zip(people, before, strict=True)):
        on_mission = header.official_representation
        if unit.games.players[seat] in header.representatives:
            on_mission = True
        if person.federation(unit.start) != HOME:
            reasons[seat] = Unrated(
                "foreigner-abroad",
                say("abroad only players of Finland are rated"),
                "2.2",
            )
        elif standing.rating is None and not on_mission:
            reasons[seat] = Unrated(
                "no-selo-abroad",
                say("no selo, and not an official representation"),
                "2.2",
            )

    return reasons


# 3.9: "vastustajan vahvuusluvuksi katsotaan seuraavista ensimmäinen soveltuva" (the
# first of these that applies): the published ratings; national ones only from
# comparable systems, rapid ones only in fast games.
def ladder(person: Person, on: str, fast: bool) -> Rating | None:
    """Return the published rating of a foreign opponent that counts on a day; None
    where there is none.

    `on`: the day, YYYY-MM-DD; `fast`: whether the game is one of less than 60 minutes,
    in which alone rapid ratings apply. A standard rating comes before a rapid one also
    in a fast game.
    """
    steps = (
        ("fide-standard", True, False),
        ("fide-rapid", fast, False),
        ("national-standard", True, True),
        ("national-rapid", fast, True),
    )

    for source, applies, comparable_only in steps:
        if applies:
            rating = person.rating_of(source, on, comparable_only)
            if rating is not None:
                return raised_to_floor(rating, f"{source}-3.9")

    return None


# 3.9: "Mikäli vastustajan vahvuusluku näin määräytyisi olevan alle 1000, katsotaan sen
# olevan 1000."
def raised_to_floor(rating: int, basis: str) -> Rating:
    """Return a foreign opponent's rating, raised to 1000.

    The basis says where it was raised:

        raised_to_floor(1480, "fide-standard-3.9")  # (1480, "fide-standard-3.9")
        raised_to_floor(950, "fide-standard-3.9")  # (1000, "fide-standard-3.9-floor")
    """
    if rating >= FLOOR:
        return rating, basis
    return FLOOR, f"{basis}-floor"


# 3.9: "Suorituslukua laskettaessa vastustajan vahvuusluvuttomille vastustajille
# määritetään vahvuus vastaavasti rekursiota hyödyntäen" (their opponents without a
# rating get one the same way, by recursion), read in layers: first everybody with a
# rating of their own, then everybody who has a performance against the layers before
# (rules 1.4).
def foreign_ratings(
    unit: Unit, before: Sequence[Standing], people: Sequence[Person]
) -> Known:
    """Return the ratings that every foreign opponent counts with.

    Everyone who does not play for Finland has two, by (seat, whether the game is fast).
    Who has neither a rating nor a performance counts with 1000.
    """
    known = _own_ratings(unit, before, people)
    while added := _next_layer(unit.games, known):
        known.update(added)

    at_least = (FLOOR, "floor-3.9")
    ratings: Known = {}
    for seat, person in enumerate(people):
        if person.federation(unit.start) == HOME:
            continue
        for fast in (False, True):
            ratings[seat, fast] = known.get((seat, fast), at_least)

    return ratings


def _own_ratings(
    unit: Unit, before: Sequence[Standing], people: Sequence[Person]
) -> Known:
    """Return the ratings that players have without a performance: Finns their selo from
    before, foreigners what the ladder gives. Who has none is not in the answer.
    """
    known: Known = {}
    for seat, (person, standing) in enumerate(zip(people, before, strict=True)):
        is_foreign = person.federation(unit.start) != HOME
        for fast in (False, True):
            # 3.8 has no floor: 3.9 lifts "vastustajan vahvuusluku", the foreign
            # opponent's number, and no other
            if is_foreign:
                rating = ladder(person, unit.start, fast)
            else:
                rating = None if standing.rating is None else (standing.rating, "old")
            if rating is not None:
                known[seat, fast] = rating

    return known


def _next_layer(games: Games, known: Known) -> Known:
    """Return ratings for all players still without one who have a performance against
    the layers before, all at once.

    Empty: nobody more has one. A performance is over all games of the unit, slow and
    fast; an opponent may have one rating in slow games and another in fast ones.
    """
    # (rating met, half points) by seat
    results: dict[int, list[tuple[int, int]]] = defaultdict(list)
    wanted: set[tuple[int, bool]] = set()
    for seat, opponent, half_points, fast in _sides(games):
        if (seat, fast) not in known:
            wanted.add((seat, fast))
        met = known.get((opponent, fast))
        if met is not None:
            number, _ = met
            results[seat].append((number, half_points))

    added: Known = {}
    for seat, fast in wanted:
        reached = performance(results[seat])
        if reached is not None:
            rating = half_up_float(reached)
            added[seat, fast] = raised_to_floor(rating, "performance-3.9")

    return added


class _Side(NamedTuple):
    """One player's side of a game. A game is fast with less than 60 minutes for the
    first 60 moves.
    """

    seat: int
    opponent: int  # the opponent's seat
    half_points: int
    fast: bool


def _sides(games: Games) -> Iterator[_Side]:
    """Yield both sides of each game, White's first."""
    rows = zip(games.white, games.black, games.results, strict=True)
    for game, (white, black, letter) in enumerate(rows):
        fast = games.time(game) < FAST_SECONDS
        yield _Side(
            seat=white,
            opponent=black,
            half_points=WHITE[letter],
            fast=fast,
        )
        yield _Side(
            seat=black,
            opponent=white,
            half_points=BLACK[letter],
            fast=fast,
        )
