"""Account for what an entry of selo or pelo put into the pool: expectation without the cap, the cap, the bonus, the
bend of 7.4.
"""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import cache

from rulebooks.base import Change, Standing, Unit
from rulebooks.entries import (
    BILLION,
    GIVEN,
    MILLION,
    Account,
    Side,
    UnitAccount,
    Worth,
    from_float,
    millionths,
    newcomer,
    side,
    worth,
)
from rulebooks.finland.pelo import new_number
from rulebooks.finland.seating import Faces
from rulebooks.finland.standing import is_new
from rulebooks.finland.tables import FinnishEdition, coefficients_of, percent
from rulebooks.games import BLACK, WHITE
from rulebooks.units import read_sign, sign

HUNDREDTH = BILLION // 100
# 7.4 near W = E: 200 (1 - exp(-x / 10)) begins as 20 x
PELO_K = Fraction(20)


def account(change: Change) -> Account:
    if change.kind in GIVEN:
        return Account(GIVEN[change.kind])
    if change.kind == "elo-step":
        return Account("elo_steps")
    if change.formula == "7.3":
        return newcomer(change.before)
    return _selo(change) if change.formula == "7.2" else _pelo(change)


# 7.2: Kr Kt (W - E) game by game, and N/10. 7.9: "E on enintään 0,92", which only ever gives.
def _selo(change: Change) -> Account:
    assert change.before is not None and change.coefficient is not None
    sides, cap = [], 0
    for term in change.terms:
        most = (term.percent or 0) if term.capped else 100
        coefficient = change.coefficient * (term.kt or 0)
        valued, given = _valued(coefficient, change.before - term.number, term.half_points, most)
        sides.append(Side(valued.k, valued.surplus, valued.points, term.game, term.opponent))
        cap += given
    return Account(sides=sides, more=(("cap", cap), ("bonus", change.bonus * MILLION // 10)))


# few coefficients, differences of a table and results: a pool of a million games asks for some thousands of them
@cache
def _valued(coefficient: int, difference: int, half_points: int, cap: int) -> tuple[Worth, int]:
    """Return what a game is worth without the cap, and what the cap gives; `coefficient` is Kr Kt."""
    k, share = Fraction(coefficient, 100), percent(difference)
    given = millionths(k.numerator * (share - min(cap, share)), k.denominator * 100)
    return worth(k, (50 * half_points - share) * HUNDREDTH), given


class _Games(dict[int, tuple[int, int, int, int]]):
    """W - E of both sides of a game by the difference of the ratings, with the place of its letter as the rank of the
    sign, and what the cap takes off the E of each; in hundredths. Looked up by one number, for every game.
    """

    def __init__(self, cap: int) -> None:
        self._cap = cap

    def __missing__(self, played: int) -> tuple[int, int, int, int]:
        difference, place = read_sign(played)
        letter, of_white, of_black = _RESULTS[place], percent(difference), percent(-difference)
        off = max(0, of_white - self._cap), max(0, of_black - self._cap)
        self[played] = own = 50 * WHITE[letter] - of_white, 50 * BLACK[letter] - of_black, *off
        return own


_games = cache(_Games)
_RESULTS = "".join(WHITE)
_RANKS = {letter: sign(0, place) for place, letter in enumerate(_RESULTS)}
_UNIT = MILLION // 100 // 100  # Kr Kt and W - E are in hundredths, and amounts in millionths


def accounts(
    unit: Unit, before: Sequence[Standing], after: Sequence[int | None], shown: Sequence[int | None],
    edition: FinnishEdition,
) -> UnitAccount | None:  # fmt: skip
    """Account for a unit of selo at home, games of one time; `shown` are the signs of the ratings that the opponents
    met.
    """
    games, header = unit.games, unit.header
    if header is None or not header.domestic or games.times:
        return None
    coefficients, worths = coefficients_of(edition, games.seconds), _games(edition.cap)
    regular = [not is_new(standing, edition) for standing in before]
    settled, ratings = all(regular), [standing.rating or 0 for standing in before]
    met = ratings if settled else Faces.read(shown).numbers
    k = [coefficients[rating] for rating in ratings]  # Kr Kt
    surplus, capped, played = [0] * len(before), [0] * len(before), Counter(games.white)
    played.update(games.black)
    at_mean_k, alone = 0, {"against_newcomers": 0, "outside": 0}
    for white, black, rank in zip(games.white, games.black, map(_RANKS.__getitem__, games.results), strict=True):
        one, other, over, below = worths[ratings[white] - met[black] + rank]
        if not settled and not (regular[white] and regular[black]):
            # a new player's rating does not move game by game
            _, other, _, below = worths[met[white] - ratings[black] + rank]
            for seat, opponent, own, off in ((white, black, one, over), (black, white, other, below)):
                if regular[seat]:
                    surplus[seat] += own
                    capped[seat] += off
                    alone["outside" if after[opponent] is None else "against_newcomers"] += k[seat] * own * _UNIT
            continue
        surplus[white] += one
        surplus[black] += other
        if one + other:
            at_mean_k += (k[white] + k[black]) * (one + other) * _UNIT // 2
        if over or below:
            capped[white] += over
            capped[black] += below
    by_games = [won * own * _UNIT for won, own in zip(surplus, k, strict=True)]
    apart = sum(by_games) - at_mean_k - sum(alone.values())
    bonus = edition.bonus_established * MILLION // 10
    rows = zip(before, after, regular, by_games, capped, k, strict=True)
    own_accounts = [
        None if rated is None
        else newcomer(standing.rating) if not is_settled
        else Account(moved=moved, more=(("cap", off * own * _UNIT), ("bonus", bonus * played[seat])))
        for seat, (standing, rated, is_settled, moved, off, own) in enumerate(rows)
    ]  # fmt: skip
    return UnitAccount(own_accounts, {"expectations": at_mean_k, "k_differences": apart, **alone})


# 7.4 is about all games together: each counts 20 (W - E), and the bend of the curve is a cause of its own.
def _pelo(change: Change) -> Account:
    assert change.before is not None and change.expected is not None
    surplus = 50 * change.half_points - change.expected
    bend = from_float(new_number(0, surplus)) - millionths(PELO_K.numerator * surplus, 100)
    sides = [
        side(term.game, term.opponent, PELO_K, (50 * term.half_points - (term.percent or 0)) * HUNDREDTH)
        for term in change.terms
    ]
    # 4.3: a new player starts from the provisional rating
    start = change.before if "start" in change.detail else None
    return Account(start=start, sides=sides, more=(("curve", bend),))
