"""2.2, 3.8 and 3.9: who is rated abroad, and what rating an opponent counts with there."""

from collections.abc import Sequence

from messages import say
from rulebooks.base import Person, Standing, Unit, Unrated
from rulebooks.games import BLACK, WHITE, Games
from rulebooks.numbers import half_up_float

FLOOR = 1000
FAST_SECONDS = 60 * 60  # 3.9: a fast game has less than 60 minutes for the first 60 moves

# what a rating abroad may rest on: the ladder, a performance, and the floor under each
_LADDER = ("fide-standard-3.9", "fide-rapid-3.9", "national-standard-3.9", "national-rapid-3.9", "performance-3.9")
BASES = (*_LADDER, *(f"{basis}-floor" for basis in (*_LADDER, "old")), "floor-3.9")

Faces = dict[int, tuple[int, str]]  # by the player's position: the rating that counts, and what it rests on
Numbers = dict[tuple[int, bool], tuple[int, str]]  # the same in slow and in fast games


# 2.2: abroad only those who represent Finland are rated, without a selo only on an official mission. The mission is
# the player's: a tournament may be one for everybody (`official_representation`), or for those who were named.
def omitted(unit: Unit, before: Sequence[Standing], people: Sequence[Person]) -> dict[int, Unrated]:
    """Return the players who are not rated in the unit, by position."""
    header = unit.header
    assert header is not None
    reasons: dict[int, Unrated] = {}
    for player, (person, standing) in enumerate(zip(people, before, strict=True)):
        if person.federation(unit.start) != "FIN":
            reasons[player] = Unrated("foreigner-abroad", say("abroad only players of Finland are rated"), "2.2")
        elif (
            standing.rating is None
            and not header.official_representation
            and unit.games.players[player] not in header.representatives
        ):
            reasons[player] = Unrated("no-selo-abroad", say("no selo, and not an official representation"), "2.2")
    return reasons


# 3.9: the ladder of published ratings; national ones only from comparable systems, rapid ones only in fast games.
def ladder(person: Person, on: str, fast: bool) -> tuple[int, str] | None:
    steps = (
        ("fide-standard", True, False),
        ("fide-rapid", fast, False),
        ("national-standard", True, True),
        ("national-rapid", fast, True),
    )
    for source, applies, comparable_only in steps:
        if applies and (rating := person.rating_of(source, on, comparable_only)) is not None:
            return _floored(rating, f"{source}-3.9")
    return None


def _floored(rating: int, basis: str) -> tuple[int, str]:
    return (rating, basis) if rating >= FLOOR else (FLOOR, f"{basis}-floor")


def faces(unit: Unit, before: Sequence[Standing], people: Sequence[Person]) -> tuple[Faces, Faces]:
    """Return the rating of every foreign opponent by position, in slow and in fast games."""
    known = _layer_zero(unit, before, people)
    while added := _next_layer(unit.games, known):
        known.update(added)
    foreigners = [player for player, person in enumerate(people) if person.federation(unit.start) != "FIN"]
    slow, fast = (
        {player: known.get((player, is_fast), (FLOOR, "floor-3.9")) for player in foreigners}
        for is_fast in (False, True)
    )
    return slow, fast


# 3.9, last paragraph, read in layers (rules 1.4): first everybody with a rating of their own.
def _layer_zero(unit: Unit, before: Sequence[Standing], people: Sequence[Person]) -> Numbers:
    known: Numbers = {}
    for player, (person, standing) in enumerate(zip(people, before, strict=True)):
        for fast in (False, True):
            if person.federation(unit.start) != "FIN":
                number = ladder(person, unit.start, fast)
            else:
                # 3.8 has no floor: 3.9 lifts "vastustajan vahvuusluku", the foreign opponent's number, and no other
                number = None if standing.rating is None else (standing.rating, "old")
            if number is not None:
                known[player, fast] = number
    return known


def _next_layer(games: Games, known: Numbers) -> Numbers:
    """Return ratings for all players still without one who have a performance against the layers before, all at
    once."""
    from rulebooks.normal import performance  # most units are played at home, and a command starts sooner

    results: dict[int, list[tuple[int, int]]] = {}
    wanted: set[tuple[int, bool]] = set()
    times = games.times or ((games.seconds, games.seconds),) * len(games)
    for white, black, letter, (seconds, _) in zip(games.white, games.black, games.results, times, strict=True):
        fast = seconds < FAST_SECONDS
        for player, opponent, half_points in ((white, black, WHITE[letter]), (black, white, BLACK[letter])):
            if (player, fast) not in known:
                wanted.add((player, fast))
            if (opponent, fast) in known:
                results.setdefault(player, []).append((known[opponent, fast][0], half_points))
    added: Numbers = {}
    for player, fast in wanted:
        reached = performance(results.get(player, []))
        if reached is not None:
            added[player, fast] = _floored(half_up_float(reached), "performance-3.9")
    return added
