"""The exponential variant of the logistic Elo (3.5): the same pool kept as Q, which grows
tenfold where R grows by 400.
"""

import math
from collections.abc import Sequence

from messages.answer import Answer

SPREAD = 400


# "Let's call a character's experience Q, and define it as Q = C * 10^(R/400)."
def experience(rating: float, c: float = 1.0) -> float:
    return c * math.pow(10, rating / SPREAD)


# "R = 400 log10(Q / C)"
def rating(q: float, c: float = 1.0) -> float:
    return SPREAD * math.log10(q / c)


# "E_A = Q_A / (Q_A + Q_B)"
def expected(own: float, opponent: float) -> float:
    return own / (own + opponent)


# "F = 10^(K/400)": K 400 log10 F. "A low K value corresponds to an F value close to 1."
def factor(k: float) -> float:
    return math.pow(10, k / SPREAD)


# "R' = R + K(S-E) => Q' = Q * F^(S-E)"
def updated(q: float, k: float, surplus: float) -> float:
    """Return Q after a unit; `surplus` is S - E, of one game or of all its games."""
    return q * math.pow(factor(k), surplus)


# "kappa = ln(F) = ln(10)/400 * K"
def kappa(k: float) -> float:
    return math.log(10) / SPREAD * k


# "For low F values, the formula for updating the experience can be approximately
# estimated by
# Q' = Q (1 + kappa (S-E))"
def updated_roughly(q: float, k: float, surplus: float) -> float:
    return q * (1 + kappa(k) * surplus)


class ExponentialResult(Answer, frozen=True, kw_only=True):
    """The rating kept as Q: before and after, and what the change is made of."""

    rating: int
    q: float
    k: int | float
    f: float
    score: float
    expected: float
    q_after: float
    rating_after: float
    c: float
    kappa: float
    q_roughly: float


def unit_result(
    own: int, k: int, games: Sequence[tuple[int, int]], c: float = 1.0
) -> ExponentialResult:
    """Rate one unit of (opponent's R, half points), kept as Q throughout; C is the Q of
    a player rated 0.
    """
    q = experience(own, c)
    score = sum(made for _, made in games) / 2
    share = sum(expected(q, experience(met, c)) for met, _ in games)
    after = updated(q, k, score - share)
    return ExponentialResult(
        rating=own,
        q=q,
        k=k,
        f=factor(k),
        score=score,
        expected=share,
        q_after=after,
        rating_after=rating(after, c),
        c=c,
        kappa=kappa(k),
        q_roughly=updated_roughly(q, k, score - share),
    )
