"""What an entry of selo or pelo put into the pool: expectation without the cap, the cap, the bonus, the bend of 7.4."""

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


class _Worths(dict[int, tuple[Worth, int]]):
    """What `_valued` says by the difference of the ratings, with the half points as the rank of its sign: looked up by
    one number, for every side of every game."""

    def __init__(self, coefficient: int, cap: int) -> None:
        self._coefficient, self._cap = coefficient, cap

    def __missing__(self, played: int) -> tuple[Worth, int]:
        self[played] = valued = _valued(self._coefficient, *read_sign(played), self._cap)
        return valued


_worths = cache(_Worths)
_OF_WHITE = {letter: sign(0, half_points) for letter, half_points in WHITE.items()}
_OF_BLACK = {letter: sign(0, half_points) for letter, half_points in BLACK.items()}


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
    met, coefficients, cap = Faces.read(shown).numbers, coefficients_of(edition, games.seconds), edition.cap
    regular = [not is_new(standing, edition) for standing in before]
    ratings = [standing.rating or 0 for standing in before]
    columns = UnitAccount([], [], [])
    moved, caps, played = [0] * len(before), [0] * len(before), [0] * len(before)
    worths = [_worths(coefficients[rating], cap) for rating in ratings]
    sides = (
        (columns.white, zip(games.white, games.black, map(_OF_WHITE.__getitem__, games.results), strict=True)),
        (columns.black, zip(games.black, games.white, map(_OF_BLACK.__getitem__, games.results), strict=True)),
    )
    for column, rows in sides:
        for seat, other, made in rows:
            if not regular[seat]:
                column.append(None)
                continue
            valued, given = worths[seat][ratings[seat] - met[other] + made]
            column.append(valued)
            moved[seat] += valued.points
            caps[seat] += given
            played[seat] += 1
    bonus = edition.bonus_established * MILLION // 10
    for seat, rated in enumerate(after):
        own = None
        if rated is not None:
            more = ("cap", caps[seat]), ("bonus", bonus * played[seat])
            own = Account(moved=moved[seat], more=more) if regular[seat] else newcomer(before[seat].rating)
        columns.accounts.append(own)
    return columns


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
