"""Tell by section 2 which games count, on which list, and which of them are computed together.

2.2, 3.8 and 3.9: who is rated abroad, and what rating an opponent counts with there.
"""

from collections.abc import Mapping, Sequence

from messages import say
from rulebooks.base import EditionOn, Header, Person, Standing, Tournament, Unit, Unrated
from rulebooks.finland.tables import FinnishEdition
from rulebooks.games import BLACK, WHITE, Game, Games
from rulebooks.numbers import half_up_float
from rulebooks.units import Fate, gather, left_out


# 2.8: over 10 minutes is selo, over 3 and at most 10 pelo (editions before 2023: 15 and more, 4 to 14).
def list_by_time(seconds: int, edition: FinnishEdition) -> str | None:
    if seconds >= edition.selo_seconds:
        return "selo"
    return "pelo" if seconds >= edition.pelo_seconds else None


# 2.9: only games in which both made a move.
def _not_played(game: Game) -> Unrated | None:
    if game.result == "*":
        return Unrated("unfinished", say("not finished"), "2.9")
    if game.points is None:
        return Unrated("forfeit", say("forfeit, not played"), "2.9")
    return None


def fate(game: Game, header: Header, edition: FinnishEdition) -> str | Unrated:
    """Return the list a game counts on, or why it is on none."""
    if (unplayed := _not_played(game)) is not None:
        return unplayed
    # 2.3: "SSL:n hallituksen tai sen nimeämän toimihenkilön hyväksymä kilpailu" (accepted by the board or its officer)
    if not header.accepted:
        return Unrated("not-accepted", say("a tournament that the board has not accepted (yet)"), "2.3")
    if not header.domestic and not header.fide_accepted:
        return Unrated("not-accepted", say("a foreign tournament that FIDE does not rate"), "2.5")
    if game.seconds != game.seconds_black:
        return Unrated("unequal-time", say("the players did not have the same time"), "2.7")
    name = list_by_time(game.seconds, edition)
    if name is None:
        return Unrated("too-short", say("3 minutes or less for 60 moves"), "2.8")
    if name == "pelo" and game.tiebreak and list_by_time(header.seconds, edition) == "selo":
        return Unrated("blitz-tiebreak", say("a blitz tie-break of a selo tournament"), "2.10")
    if name == "pelo" and not header.domestic:
        return Unrated("foreign-blitz", say("blitz played abroad"), "2.5")
    return name


def _fate_on(name: str, editions: Mapping[str, FinnishEdition]) -> Fate:
    """Return a function that says why a game is not on this one of the two lists."""

    def elsewhere(game: Game, header: Header, edition: str) -> Unrated | None:
        fated = fate(game, header, editions[edition])
        if isinstance(fated, Unrated):
            return fated
        return None if fated == name else Unrated("other-list", say("counts for {list}", list=fated), "2.8")

    return elsewhere


# 2.11 and 2.12: a game of a long event, or one moved outside the tournament's days, is computed by itself (gather).
def units(
    name: str, tournament: Tournament, edition_on: EditionOn, editions: Mapping[str, FinnishEdition]
) -> list[Unit]:
    """Return the units of a tournament on one list."""
    return gather(name, tournament, edition_on, _fate_on(name, editions))


def not_on(
    name: str, tournament: Tournament, edition_on: EditionOn, editions: Mapping[str, FinnishEdition]
) -> dict[str, Unrated]:
    """Return the games of a tournament that are not on the list, and why."""
    return left_out(tournament, edition_on, _fate_on(name, editions))


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
    from rulebooks.finland.selection import performance  # most units are played at home, and a command starts sooner

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
