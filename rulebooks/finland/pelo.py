"""Rate pelo by section 4, with the formulas 7.4 and 7.5: provisional ratings first, then all players by one formula.

There is no cap, no bonus and no Kt.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

from rulebooks.base import Change, People, Person, Rated, Standing, Standings, Term, Unit
from rulebooks.entries import Figure, unit_change, working_of
from rulebooks.finland.standing import NOBODY_IN_BLITZ, is_new_pelo
from rulebooks.finland.tables import FinnishEdition, percent
from rulebooks.numbers import half_up, half_up_float
from rulebooks.units import APART, Boards, boards, normal_among

# what the rating that a player starts from may rest on
BASES = ("old", "default-4.4", "provisional-4.3")


class Start(NamedTuple):
    """The rating that a player starts from and counts with as an opponent, and what it rests on."""

    rating: int
    basis: str

    def sign(self) -> int:
        """Return the rating, told apart by what it rests on."""
        return self.rating + APART * BASES.index(self.basis)


class Field(NamedTuple):
    """The players of a unit with the ratings that they start from, by seat."""

    unit: Unit
    edition: FinnishEdition
    boards: Boards
    before: Sequence[Standing]
    starts: Sequence[Start]


# 4.3: "Väliaikaisia pelolukuja käytetään pelaajien vanhoina vahvuuslukuina myös vakiintuneiden pelaajien peloja
# laskettaessa." (provisional ratings are used as the old ones for everybody)
def field_of(unit: Unit, before: Sequence[Standing], edition: FinnishEdition) -> Field:
    """Return the players of a unit: those with a pelo start from it, new ones from a provisional rating."""
    assert unit.header is not None
    both = boards(unit.games)
    default = edition.unrated[unit.header.age_group]
    starts = []
    for seat, standing in enumerate(before):
        if is_new_pelo(standing):
            met = [before[opponent].rating for opponent in both.opponents[seat]]
            starts.append(provisional(met, both.points[seat], default, standing, edition.pelo_first))
        else:
            starts.append(Start(standing.rating or 0, "old"))
    return Field(unit, edition, both, before, starts)


# 7.5: Rn = mean of the Ri + 800 (W/N - 1/2).
def provisional_number(opponents: int, half_points: int, games: int, width: int = 800) -> tuple[int, int]:
    """Return a provisional rating before rounding, as numerator and denominator."""
    return 2 * opponents + width * (half_points - games), 2 * games


# 4.3: "Laskelmassa huomioidaan vain peloluvullisia pelaajia vastaan pelatut
# pelit." (only the games against players who have a pelo) 4.4: whoever met nobody with a pelo gets the rating of 3.6.
def provisional(
    ratings: Sequence[int | None], points: Sequence[int], default: int, own: Standing, width: int = 800
) -> Start:
    """Return a new player's provisional rating. `ratings` are those of the opponents before the unit, `points` the half
    points against them.
    """
    met = made = games = 0
    for rating, half_points in zip(ratings, points, strict=True):
        if rating is not None:
            met, made, games = met + rating, made + half_points, games + 1
    if games:
        return Start(half_up(*provisional_number(met, made, games, width)), "provisional-4.3")
    if own.rating is not None:
        return Start(own.rating, "old")  # an opening without games still gives a rating (3.6: the old one)
    return Start(default, "default-4.4")


# 7.4: Rn = Ro + 200 sgn(W - E) (1 - exp(-|W - E| / 10)).
def new_number(rating: int, surplus: int, most: int = 200) -> float:
    """Return the new rating before rounding; `surplus` is W - E in hundredths."""
    if surplus == 0:
        return rating
    return rating + math.copysign(most * (1 - math.exp(-abs(surplus) / 1000)), surplus)


class AllGames(NamedTuple):
    """A player's games by 7.4: the opponents' seats, the expected score of each game in hundredths, the rating after
    all of them.
    """

    opponents: Sequence[int]
    expected: list[int]
    after: int


# 4.2: "Vakiintuneen pelaajan peloluku lasketaan kohdassa 7.4 esitetyllä kaavalla." 4.5: rounded as selo is (3.5).
def all_games(field: Field, seat: int) -> AllGames:
    rating, opponents = field.starts[seat].rating, field.boards.opponents[seat]
    expected = [percent(rating - field.starts[opponent].rating) for opponent in opponents]
    surplus = 50 * sum(field.boards.points[seat]) - sum(expected)
    after = half_up_float(new_number(rating, surplus, field.edition.pelo_most))
    return AllGames(opponents, expected, after)


def standing_after(rating: int) -> Standing:
    """Return the standing after a game of pelo: nobody is new any more, and nothing else is counted."""
    return Standing(rating, 1, ())


def figures(unit: Unit, before: Sequence[Standing], people: Sequence[Person], edition: FinnishEdition) -> list[Figure]:
    """Rate one unit by 4.2 to 4.5 and return what is kept of it."""
    field = field_of(unit, before, edition)
    normal = normal_among(unit.games, list(map(len, field.boards.games)))
    signs = [start.sign() for start in field.starts]
    kept = []
    for seat, player in enumerate(unit.games.players):
        played = all_games(field, seat)
        figure = Figure(
            player=player,
            kind="unit",
            before=field.starts[seat].rating,
            after=played.after,
            best=played.after,
            best_game=None,
            established=True,
            games=len(played.opponents),
            normal_games=normal[seat],
            half_points=sum(field.boards.points[seat]),
            expected=sum(played.expected),
            standing=standing_after(played.after),
            working=working_of([signs[seat], *(signs[opponent] for opponent in played.opponents)]),
        )
        kept.append(figure)
    return kept


def rate(unit: Unit, standings: Standings, people: People, edition: FinnishEdition, only: str | None = None) -> Rated:
    """Rate one unit by 4.2 to 4.5 with every term; only the player `only` if one is named."""
    players = unit.games.players
    field = field_of(unit, [standings.get(player, NOBODY_IN_BLITZ) for player in players], edition)
    seats = [seat for seat, player in enumerate(players) if only in (None, player)]
    return Rated(sorted([changed(field, seat) for seat in seats], key=_player), {})


def _player(change: Change) -> str:
    return change.player


def changed(field: Field, seat: int) -> Change:
    """Return one player's change with every term; a new player's has what the rating rests on that they start from."""
    games, names = field.unit.games, field.unit.games.numbers()
    played = all_games(field, seat)
    rows = zip(field.boards.games[seat], played.opponents, field.boards.points[seat], played.expected, strict=True)
    terms = [
        Term(
            game=names[at],
            opponent=games.players[opponent],
            half_points=half_points,
            number=field.starts[opponent].rating,
            basis=field.starts[opponent].basis,
            percent=expected,
            seconds=games.time(at),
        )
        for at, opponent, half_points, expected in rows
    ]
    start = field.starts[seat]
    return unit_change(
        games.players[seat],
        "7.4",
        start.rating,
        terms,
        standing_after(played.after),
        expected=sum(played.expected),
        detail={"start": start.basis} if is_new_pelo(field.before[seat]) else {},
    )
