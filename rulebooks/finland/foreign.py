"""2.2, 3.8 and 3.9: who is rated abroad, and what rating an opponent counts with there."""

from rulebooks.base import Game, People, Person, Standings, Unit, Unrated
from rulebooks.normal import performance
from rulebooks.rounding import half_up_float

FLOOR = 1000
FAST_SECONDS = 60 * 60

Numbers = dict[tuple[str, bool], tuple[int, str]]


def is_fast(game: Game) -> bool:
    """3.9: less than 60 minutes for the first 60 moves."""
    return game.seconds < FAST_SECONDS


# 2.2: abroad only those who represent Finland are rated, without a selo only on an official mission.
def omitted(unit: Unit, standings: Standings, people: People) -> dict[str, Unrated]:
    assert unit.header is not None
    reasons: dict[str, Unrated] = {}
    for player in unit.seats():
        if people.get(player, Person(player)).federation(unit.start) != "FIN":
            reasons[player] = Unrated("foreigner-abroad", "abroad only players of Finland are rated", "2.2")
        elif standings[player].rating is None and not unit.header.official_representation:
            reasons[player] = Unrated("no-selo-abroad", "no selo, and not an official representation", "2.2")
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


def numbers(unit: Unit, standings: Standings, people: People) -> Numbers:
    """The rating of every foreign opponent, by player and by whether the game is fast."""
    known = _layer_zero(unit, standings, people)
    while added := _next_layer(unit, known):
        known.update(added)
    foreigners = {p for p in unit.seats() if people.get(p, Person(p)).federation(unit.start) != "FIN"}
    return {
        (player, fast): known.get((player, fast), (FLOOR, "floor-3.9"))
        for player in foreigners
        for fast in (False, True)
    }


# 3.9, last paragraph, read in layers (rules 1.4): first everybody with a rating of their own.
def _layer_zero(unit: Unit, standings: Standings, people: People) -> Numbers:
    known: Numbers = {}
    for player in unit.seats():
        person = people.get(player, Person(player))
        selo = standings[player].rating
        for fast in (False, True):
            if person.federation(unit.start) != "FIN":
                number = ladder(person, unit.start, fast)
            else:
                number = None if selo is None else _floored(selo, "old")
            if number is not None:
                known[player, fast] = number
    return known


def _next_layer(unit: Unit, known: Numbers) -> Numbers:
    """All players still without a rating who have a performance against the layers before, all at once."""
    results: dict[str, list[tuple[int, int]]] = {}
    wanted: set[tuple[str, bool]] = set()
    for game in unit.games:
        assert game.points is not None
        fast = is_fast(game)
        for player, opponent, half_points in (
            (game.white, game.black, game.points[0]),
            (game.black, game.white, game.points[1]),
        ):
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
