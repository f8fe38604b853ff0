"""Rate a unit of pelo: its players are laid out by seat, each with the rating that they
start from.

A replay keeps the figures; whoever asks why gets the same numbers as terms.
"""

from collections.abc import Sequence
from operator import attrgetter
from typing import NamedTuple

from rulebooks.base import (
    Change,
    People,
    Person,
    Rated,
    Standing,
    Standings,
    Term,
    Unit,
)
from rulebooks.entries import Figure, unit_change, working_of
from rulebooks.finland.editions import FinnishEdition
from rulebooks.finland.pelo import (
    BASES,
    AllGames,
    Start,
    all_games,
    provisional,
    standing_after,
)
from rulebooks.finland.standing import NOBODY_IN_BLITZ, is_new_pelo
from rulebooks.units import APART, Boards, boards, normal_among


class Field(NamedTuple):
    """The players of a unit, by seat, with the ratings that they start from.

    before: the standings before the unit.
    starts: the ratings that count in it, new players' provisional ones among them.
    """

    unit: Unit
    edition: FinnishEdition
    boards: Boards
    before: Sequence[Standing]
    starts: Sequence[Start]

    def all_games(self, seat: int) -> AllGames:
        """Work out a player's pelo.

        Opponents count with the ratings that they start from.
        """
        boards, starts = self.boards, self.starts
        met = [starts[opponent].rating for opponent in boards.opponents[seat]]
        own = starts[seat].rating
        return all_games(own, met, boards.points[seat], self.edition)

    def marked_rating(self, seat: int) -> int:
        """Return the rating that a player starts from, marked with what it rests on:
        plus 1,000,000 times the index of its basis among `BASES`.
        """
        rating, basis = self.starts[seat]
        return rating + APART * BASES.index(basis)


# 4.3: "Väliaikaisia pelolukuja käytetään pelaajien vanhoina vahvuuslukuina myös
# vakiintuneiden pelaajien peloja laskettaessa." (provisional ratings count as the old
# ones for everybody)
def field_of(unit: Unit, before: Sequence[Standing], edition: FinnishEdition) -> Field:
    """Return the players of a unit: those with a pelo start from it, new ones from a
    provisional rating.

    `before`: one standing per seat. What a provisional rating rests on are the ratings from
    before the unit: no provisional one is made from another.
    """
    assert unit.header is not None

    default = edition.unrated[unit.header.age_group]
    both = boards(unit.games)
    starts = []
    for seat, standing in enumerate(before):
        if is_new_pelo(standing):
            met = [before[opponent].rating for opponent in both.opponents[seat]]
            points = both.points[seat]
            start = provisional(standing, met, points, default, edition)
        else:
            start = Start(standing.rating or 0, "old")
        starts.append(start)

    return Field(unit, edition, both, before, starts)


def figures(
    unit: Unit,
    before: Sequence[Standing],
    people: Sequence[Person],
    edition: FinnishEdition,
) -> list[Figure]:
    """Rate one unit by 4.2 to 4.5 and return what is kept of it.

    There is one for each seat, in the order of seats. `people` is not asked for: pelo
    knows no step by an Elo.
    """
    field = field_of(unit, before, edition)
    normal_games = normal_among(unit.games, field.boards)
    return [_figure(field, seat, normal_games[seat]) for seat in range(len(before))]


def _figure(field: Field, seat: int, normal_games: int) -> Figure:
    """Return what is kept of a player's change."""
    played = field.all_games(seat)
    points = field.boards.points[seat]
    seats = (seat, *field.boards.opponents[seat])
    return Figure(
        player=field.unit.games.players[seat],
        kind="unit",
        before=field.starts[seat].rating,
        after=played.after,
        best=played.after,
        best_game=None,
        established=True,
        games=len(points),
        normal_games=normal_games,
        half_points=sum(points),
        expected=sum(played.expected),
        standing=standing_after(played.after),
        working=working_of(map(field.marked_rating, seats)),
    )


def rate(
    unit: Unit,
    standings: Standings,
    people: People,
    edition: FinnishEdition,
    only: str | None = None,
) -> Rated:
    """Rate one unit by 4.2 to 4.5 with every term; only the player `only` if one is
    named.

    `standings`: by player; who is not among them comes without a rating. The changes
    are in the order of player ids, and nobody is left out.
    """
    players = unit.games.players
    before = [standings.get(player, NOBODY_IN_BLITZ) for player in players]
    field = field_of(unit, before, edition)
    changes = []
    for seat, player in enumerate(players):
        if only in (None, player):
            changes.append(change_of(field, seat))

    changes.sort(key=attrgetter("player"))
    return Rated(changes, {})


def change_of(field: Field, seat: int) -> Change:
    """Return one player's change with every term; a new player's says what the rating
    rests on that they start from.

    The basis stands in `detail` under `start`, as one of `pelo.BASES`.
    """
    played = field.all_games(seat)
    start = field.starts[seat]
    detail: dict[str, str] = {}
    if is_new_pelo(field.before[seat]):
        detail["start"] = start.basis
    return unit_change(
        field.unit.games.players[seat],
        "7.4",
        start.rating,
        _terms(field, seat, played.expected),
        standing_after(played.after),
        expected=sum(played.expected),
        detail=detail,
    )


def _terms(field: Field, seat: int, shares: Sequence[int]) -> list[Term]:
    """Return a player's games; `shares`: the expected score of each, in hundredths."""
    games = field.unit.games
    names = games.numbers()
    own_games, opponents, points = (column[seat] for column in field.boards)
    rows = zip(own_games, opponents, points, shares, strict=True)
    terms = []
    for game, opponent, half_points, share in rows:
        rating, basis = field.starts[opponent]
        term = Term(
            game=names[game],
            opponent=games.players[opponent],
            half_points=half_points,
            number=rating,
            basis=basis,
            percent=share,
            seconds=games.time(game),
        )
        terms.append(term)

    return terms
