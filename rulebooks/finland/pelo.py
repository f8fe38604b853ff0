"""Rate pelo by section 4: provisional ratings first, then all players by one formula. No cap, no bonus, no Kt."""

import math
from collections.abc import Sequence
from typing import NamedTuple

from rulebooks.base import Change, People, Person, Rated, Showing, Standing, Standings, Term, Unit
from rulebooks.entries import unit_change
from rulebooks.finland.standing import is_new_pelo
from rulebooks.finland.tables import FinnishEdition, percent, shares_of
from rulebooks.numbers import half_up, half_up_float
from rulebooks.units import Boards, Figures, boards, normal_among, read_sign, sign

# what a rating rests on; the rank marks them apart when two versions of a unit are compared
BASES = ("old", "default-4.4", "provisional-4.3")
NOBODY = Standing(None, 0, ())


class Seating(NamedTuple):
    """A unit laid out to be calculated: the ratings that everybody starts from and what they rest on, by position."""

    unit: Unit
    boards: Boards
    before: list[Standing]
    numbers: list[int]
    bases: list[str]
    most: int


def laid(unit: Unit, before: Sequence[Standing], edition: FinnishEdition) -> Seating:
    """Lay a unit out by 4.2 to 4.5: players with a pelo keep it for the unit, new ones get a provisional rating
    first."""
    assert unit.header is not None
    both = boards(unit.games)
    default = edition.unrated[unit.header.age_group]
    numbers, bases = [standing.rating or 0 for standing in before], ["old"] * len(before)
    ratings = [standing.rating for standing in before]
    for player, standing in enumerate(before):
        if is_new_pelo(standing):
            met = [ratings[opponent] for opponent in both.opponents[player]]
            numbers[player], bases[player] = provisional(
                met, both.points[player], default, standing, edition.pelo_first
            )
    return Seating(unit, both, list(before), numbers, bases, edition.pelo_most)


def rate(unit: Unit, standings: Standings, people: People, edition: FinnishEdition, only: str | None = None) -> Rated:
    """Rate one unit by 4.2 to 4.5 with every term; only the player `only` if that is enough."""
    players = unit.games.players
    seating = laid(unit, [standings.get(player, NOBODY) for player in players], edition)
    own_games = unit.games.seats()
    changes = [
        changed(seating, player, own_games[player]) for player, name in enumerate(players) if only in (None, name)
    ]
    return Rated(sorted(changes, key=lambda change: change.player), {})


def figures(unit: Unit, before: Sequence[Standing], people: Sequence[Person], edition: FinnishEdition) -> Figures:
    """Rate one unit in columns."""
    seating = laid(unit, before, edition)
    both, numbers = seating.boards, seating.numbers
    signs = [sign(rating, BASES.index(basis)) for rating, basis in zip(numbers, seating.bases, strict=True)]
    shares = shares_of(100, numbers)
    played = [len(own) for own in both.points]
    made = [sum(own) for own in both.points]
    expected = [
        sum([shares[rating - numbers[opponent]] for opponent in opponents])
        for rating, opponents in zip(numbers, both.opponents, strict=True)
    ]
    after = [
        half_up_float(new_number(rating, 50 * half_points - share, seating.most))
        for rating, half_points, share in zip(numbers, made, expected, strict=True)
    ]
    normal = normal_among(unit.games, played)
    return Figures(
        [*numbers], [*after], [*after], [*expected], [True] * len(after), played, normal, made, signs, {},
        [Standing(rating, 1, ()) for rating in after], [],
    )  # fmt: skip


def again(unit: Unit, showing: Showing, player: int, edition: FinnishEdition) -> Change:
    """Work out one player's change by 4.2 from the ratings that everybody showed; no other player is calculated."""
    games, shown = unit.games, [read_sign(one or 0) for one in showing.shown]
    numbers, bases = [number for number, _ in shown], [BASES[rank] for _, rank in shown]
    own = games.of_seat(player)
    before = [showing.before] * len(shown)  # only this player's place is asked for
    return changed(Seating(unit, boards(games, own), before, numbers, bases, edition.pelo_most), player, own)


# 4.3 and 7.5: mean of the opponents + 800 (W/N - 1/2), over the games against players who have a pelo. Whoever met
# nobody with a pelo gets the rating of 3.6 (4.4).
def provisional(
    ratings: Sequence[int | None], points: Sequence[int], default: int, own: Standing, width: int = 800
) -> tuple[int, str]:
    """Return a new player's provisional rating and its basis. `ratings` are those of the opponents before the unit,
    `points` the half points against them.
    """
    met = made = games = 0
    for rating, half_points in zip(ratings, points, strict=True):
        if rating is not None:
            met, made, games = met + rating, made + half_points, games + 1
    if games:
        return half_up(2 * met + width * (made - games), 2 * games), "provisional-4.3"
    # an opening balance without games still gives a rating (3.6: the old one, if there is one)
    return (own.rating, "old") if own.rating is not None else (default, "default-4.4")


# 7.4: Rn = Ro + 200 sgn(W - E) (1 - exp(-|W - E| / 10)).
def new_number(rating: int, surplus: int, most: int = 200) -> float:
    """Return the new rating before rounding; `surplus` is W - E in hundredths."""
    if surplus == 0:
        return rating
    return rating + math.copysign(most * (1 - math.exp(-abs(surplus) / 1000)), surplus)


def changed(seating: Seating, player: int, own_games: Sequence[int]) -> Change:
    """Make one player's change by 4.2: 7.4 for all players, for a new one from the provisional rating; `own_games` are
    the positions of their games.
    """
    games, rating, basis = seating.unit.games, seating.numbers[player], seating.bases[player]
    names = games.numbers()
    rows = zip(own_games, seating.boards.opponents[player], seating.boards.points[player], strict=True)
    terms = [
        Term(names[index], games.players[opponent], half_points, seating.numbers[opponent], seating.bases[opponent],
             percent(rating - seating.numbers[opponent]), seconds=games.time(index))
        for index, opponent, half_points in rows
    ]  # fmt: skip
    made, expected = sum(term.half_points for term in terms), sum(term.percent or 0 for term in terms)
    after = half_up_float(new_number(rating, 50 * made - expected, seating.most))
    detail = {"start": basis} if is_new_pelo(seating.before[player]) else {}
    standing = Standing(after, 1, ())
    return unit_change(games.players[player], "7.4", rating, terms, standing, expected=expected, detail=detail)
