"""Work out the category of a tournament from the players' ratings."""

from collections.abc import Sequence
from fractions import Fraction

from rulebooks.base import Header
from rulebooks.fide import monthly as monthly
from rulebooks.fide import months as months
from rulebooks.numbers import half_up

LOWEST_AVERAGE = 2251  # of category 1
WIDTH = 25


# 2.1.2: "Each category is 25 rating points wide. Category 1 is for an average rating of
# 2251 to 2275, category 2 is 2276 to 2300, etc."
def category(numbers: Sequence[int | Fraction]) -> int | None:
    """Return the category of a tournament. The average is rounded first (decided);
    below 2251 there is none.

        2251 and 2300, 2276 on average after rounding  ->  2
    """
    mean = sum(map(Fraction, numbers), Fraction(0)) / len(numbers)
    average = half_up(mean.numerator, mean.denominator)
    if average < LOWEST_AVERAGE:
        return None
    return (average - LOWEST_AVERAGE) // WIDTH + 1


# 2.1.2: by the mean of all players' ratings, so one player without a rating leaves none
def category_of(header: Header, before: Sequence[int | None]) -> int | None:
    """Return the category of a tournament; None: there is none, or a player had no
    rating.

    `before`: the rating of each player before the tournament.
    """
    known = [rating for rating in before if rating is not None]
    if not known or len(known) < len(before):
        return None
    return category(known)
