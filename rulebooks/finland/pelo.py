"""Section 4: pelo. Provisional ratings first, then all players by one formula. No cap, no bonus, no Kt."""

import math
from collections.abc import Sequence

from rulebooks.base import Change, People, Rated, Standing, Standings, Term, Unit
from rulebooks.finland.standing import is_new_pelo
from rulebooks.finland.tables import FinnishEdition, percent
from rulebooks.rounding import half_up, half_up_float
from rulebooks.units import Seat, normal_games, seats

NOBODY = Standing(None, 0, ())


def rate(unit: Unit, standings: Standings, people: People, edition: FinnishEdition) -> Rated:
    """4.2 to 4.5 for one unit."""
    assert unit.header is not None
    boards = seats(unit.games)
    before = {player: standings.get(player, NOBODY) for player in boards}
    default = edition.unrated[unit.header.age_group]
    numbers = {player: (s.rating, "old") for player, s in before.items() if s.rating is not None and not is_new_pelo(s)}
    for player in boards:
        if is_new_pelo(before[player]):
            numbers[player] = provisional(boards[player], before, default, before[player], edition.pelo_first)
    changes = [changed(player, boards[player], before[player], numbers, edition.pelo_most) for player in sorted(boards)]
    return Rated(changes, {})


# 4.3 and 7.5: mean of the opponents + 800 (W/N - 1/2), over the games against players who have a pelo. Whoever met
# nobody with a pelo gets the rating of 3.6 (4.4).
def provisional(
    boards: Sequence[Seat], before: Standings, default: int, own: Standing, width: int = 800
) -> tuple[int, str]:
    met = made = games = 0
    for seat in boards:
        rating = before[seat.opponent].rating
        if rating is not None:
            met, made, games = met + rating, made + seat.half_points, games + 1
    if games:
        return half_up(2 * met + width * (made - games), 2 * games), "provisional-4.3"
    # an opening balance without games still gives a rating (3.6: the old one, if there is one)
    return (own.rating, "old") if own.rating is not None else (default, "default-4.4")


# 7.4: Rn = Ro + 200 sgn(W - E) (1 - exp(-|W - E| / 10)).
def new_number(rating: int, surplus: int, most: int = 200) -> float:
    """`surplus` is W - E in hundredths."""
    if surplus == 0:
        return rating
    return rating + math.copysign(most * (1 - math.exp(-abs(surplus) / 1000)), surplus)


def changed(
    player: str, boards: Sequence[Seat], standing: Standing, numbers: dict[str, tuple[int, str]], most: int = 200
) -> Change:
    """4.2: 7.4 for all players, a new one from the provisional rating."""
    rating, basis = numbers[player]
    terms = [
        Term(s.game.id, s.opponent, s.half_points, *numbers[s.opponent], percent(rating - numbers[s.opponent][0]),
             seconds=s.game.seconds)
        for s in boards
    ]  # fmt: skip
    made, expected = sum(term.half_points for term in terms), sum(term.percent or 0 for term in terms)
    after = half_up_float(new_number(rating, 50 * made - expected, most))
    return Change(
        player=player,
        kind="unit",
        formula="7.4",
        before=rating,
        after=after,
        established=True,
        games=len(terms),
        normal_games=normal_games(boards),
        half_points=made,
        expected=expected,
        coefficient=None,
        bonus=0,
        carried=None,
        running=(),
        terms=tuple(terms),
        standing=Standing(after, 1, ()),
        detail={"start": basis} if is_new_pelo(standing) else {},
    )
