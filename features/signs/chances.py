"""Work out how unlikely it is by chance what a sign found. Chances are exact sums where
they are short, and bounds that hold for any share of draws.

A chance is also worth something: how many rows of this strength a federation shows in
which nobody does anything wrong. The models are simpler than people are, so that was
measured on random federations (tests/features/signs/false_alarms.py makes the table
again). Why: features/signs/ranked-by-false-alarms.md
"""

import math
from collections.abc import Sequence
from itertools import pairwise

# tables of expectation know whole percents: 0 and 100 mean within half a percent of it
TABLE_ENDS = 0.005
SMALLEST = 1e-300

# of those who were looked at, so many show a strength of so much: at strength 0 all of
# them
ONE_IN = (1, 100, 1000, 10000)
# by sign the strength, the decimal logarithm of one over the chance, that one in 100,
# 1,000 and 10,000 reaches
STRENGTHS: dict[str, tuple[float, float, float]] = {
    "pair": (1.61, 2.83, 4.47),
    "pool": (2.0, 3.0, 4.0),
    "newcomer": (2.25, 5.48, 8.7),
    "driven-down": (0.59, 1.27, 2.0),
    "unlikely": (0.78, 1.57, 2.33),
}


def chance_of_at_least(expected: Sequence[float], score: float) -> float:
    """Return a bound on the chance of scoring at least so much: Chernoff's, for any
    share of draws.

    expected: the expected score of each game, from 0 to 1.

    score: in points.

    Returns 1 where the score is no more than was expected, and the chance to win every
    game where it is all there is to win.
    """
    shares = [min(1 - TABLE_ENDS, max(TABLE_ENDS, share)) for share in expected]
    if not shares or score <= sum(shares):
        return 1.0
    if score >= len(shares):
        return math.prod(shares)

    sides = [(share, 1 - share) for share in shares]
    tilt = _tilt_to(sides, score)
    grown = math.exp(tilt)
    logarithms = [math.log(rest + share * grown) for share, rest in sides]

    return math.exp(sum(logarithms) - tilt * score)


def _tilt_to(sides: Sequence[tuple[float, float]], score: float) -> float:
    """Return the tilt at which the expected score is the one made, or one near below:
    there the bound holds as well.

    sides: of each game the chance to score in it and the rest to one.

    At the highest tilt that is tried, 12, the odds are 160,000 times as high; twenty
    halvings find it to a hundred thousandth.
    """
    low = 0.0
    high = 12.0
    for _ in range(20):
        tilt = (low + high) / 2
        if _tilted_score(sides, math.exp(tilt)) < score:
            low = tilt
        else:
            high = tilt

    return low


def _tilted_score(sides: Sequence[tuple[float, float]], grown: float) -> float:
    """Return the expected score where all odds are so many times as high.

    share 0.5, grown 3     odds 1 : 1 become 3 : 1, so 0.75
    """
    shares = []
    for share, rest in sides:
        won = share * grown
        shares.append(won / (rest + won))

    return sum(shares)


def chance_of_at_most(expected: Sequence[float], score: float) -> float:
    """Return a bound on the chance of scoring at most so much: what the other side
    scores at least.

    expected: the expected score of each game, from 0 to 1. score: in points.
    """
    lost = [1 - share for share in expected]
    return chance_of_at_least(lost, len(expected) - score)


def binomial_at_least(games: int, hits: int, share: float) -> float:
    """Return the chance that at least so many of the games are hits, each with the same
    chance.

    share: the chance of a hit, from 0 to 1. Exactly 0 gives a chance that is never
    quite 0, so that its logarithm can be taken.

        binomial_at_least(2, 1, 0.5)     0.75
    """
    if hits <= 0 or share >= 1:
        return 1.0
    if share <= 0:
        return SMALLEST

    # sums of logarithms: the factorials alone are too large for a float
    first = math.lgamma(games + 1) + games * math.log(1 - share)
    odds = math.log(share) - math.log(1 - share)
    terms = []
    for hit in range(hits, games + 1):
        misses = games - hit
        logarithm = first - math.lgamma(hit + 1) - math.lgamma(misses + 1) + hit * odds
        terms.append(math.exp(logarithm))

    return min(1.0, math.fsum(terms))


def met_so_often(games: float, usual: float) -> float:
    """Return the chance that two who met at all met so often, if meetings end at random
    after the usual number.

    games: how often they met, at least 1. usual: the mean of meetings of two who met,
    more than 1.

        met_so_often(3, 2)     0.25: after each of two meetings one in two goes on
    """
    goes_on = 1 - 1 / usual
    return min(1.0, math.pow(goes_on, games - 1))


def chance_of_both(first: float, second: float) -> float:
    """Return the chance of two independent findings, by Fisher's product: that of two
    chances whose product is as small as this.
    """
    product = max(SMALLEST, first * second)
    return min(1.0, product * (1 - math.log(product)))


def strength_of(chance: float) -> float:
    """Return the decimal logarithm of one over the chance: 3 is one in a thousand."""
    return -math.log10(max(SMALLEST, chance))


def false_alarms(sign: str, strength: float, looked_at: int) -> float:
    """Return how many rows of this strength or more a federation shows in which nobody
    does anything wrong.

    sign: whose measured strengths count.

    strength: of the row, the decimal logarithm of one over its chance.

    looked_at: how many the sign looked at in this federation; the rate goes with it.

    Between the measured strengths the logarithm of the rate is a straight line; beyond
    the last it goes on as between the last two, at most as steep as a chance would.
    """
    strengths = (0.0, *STRENGTHS[sign])
    decades = map(math.log10, ONE_IN)
    points = list(zip(strengths, decades, strict=True))
    for (near, rate), (far, next_rate) in pairwise(points):
        if strength > far:
            continue
        reached = next_rate
        if far != near:
            reached = rate + (next_rate - rate) * (strength - near) / (far - near)
        return looked_at * math.pow(10, -reached)

    (near, rate), (far, last) = points[-2:]
    steep = min(1.0, (last - rate) / max(1e-9, far - near))
    beyond = steep * (strength - far)

    return looked_at * math.pow(10, -last - beyond)
