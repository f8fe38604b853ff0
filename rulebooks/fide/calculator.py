"""Answer what calculators ask of FIDE's rules, without a ledger: K, the category of a
tournament, the difference that a percentage stands for.
"""

from fractions import Fraction

from rulebooks.fide import category as category
from rulebooks.fide import monthly
from rulebooks.fide.months import k_for
from rulebooks.fide.rating import TOP, d_of, k_factor
from rulebooks.protocol import Coefficient, OnTheSpot


def coefficient(edition: str, player: OnTheSpot) -> Coefficient:
    """Return K of an edition for a player."""
    if edition in monthly.EDITIONS:
        k = monthly.k_factor(
            max(player.rating, TOP if player.once_2400 else 0),
            player.games_before,
            player.junior,
            monthly.EDITIONS[edition],
        )
        return Coefficient(k_for(k, player.games))
    k = k_factor(player.rating, player.games_before, player.once_2400)
    return Coefficient(k)


def difference_of(percent: Fraction) -> Fraction | None:
    """Return d(p) of the article; None at 0 and 100 percent."""
    return d_of(percent) if 0 < percent < 100 else None
