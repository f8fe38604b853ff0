"""What a standing of glicko holds: the belief at the start of a month, and what its games have said so far.

Within a month everybody is rated from the ratings at its start, so the order of its tournaments makes no difference.
Stored are whole numbers: millionths of rating and deviation, billionths of volatility, 10^-15 of the sums.
"""

from typing import NamedTuple

from rulebooks.base import Shown, Standing
from rulebooks.days import months_between
from rulebooks.glicko.steps import Belief, Evidence, after_period, from_scale, to_scale, without_games
from rulebooks.rounding import half_up

MILLION, BILLION, TINY = 10**6, 10**9, 10**15


class Month(NamedTuple):
    """`rating`, `deviation` in millionths and `volatility` in billionths at the start of the month; `games` in it, and
    in 10^-15 the two sums over them. `tau` in millionths, as the edition of the last unit has it."""

    month: str
    rating: int
    deviation: int
    volatility: int
    tau: int
    games: int = 0
    precision: int = 0
    gain: int = 0

    def belief(self) -> Belief:
        """At the start of the month."""
        return to_scale(self.rating / MILLION, self.deviation / MILLION, self.volatility / BILLION)

    def closed(self) -> "Month":
        """As the month leaves it if it ended now: the numbers of the next one's start, of which no game is known."""
        if not self.games:
            return self
        seen = Evidence(self.precision / TINY, self.gain / TINY)
        return self._with(after_period(self.belief(), seen, self.tau / MILLION))

    def _with(self, belief: Belief) -> "Month":
        rating, deviation = from_scale(belief)
        return Month(
            self.month, round(rating * MILLION), round(deviation * MILLION), round(belief.sigma * BILLION), self.tau
        )

    def rolled(self, month: str) -> "Month":
        """At the start of a later month: the games are worked into it, and every month without one makes it vaguer."""
        idle = months_between(self.month, month) - (1 if self.games else 0)
        closed = self.closed()
        return (closed._with(without_games(closed.belief(), idle)) if idle else closed)._replace(month=month)


def month_of(day: str) -> str:
    return day[:7]


def month_in(standing: Standing) -> Month | None:
    """None: never rated."""
    if not standing.state:
        return None
    month, *numbers = standing.state
    return Month(str(month), *(int(number) for number in numbers))


def standing_of(month: Month) -> Standing:
    """The rating is the one that the month would end with; no rule counts games over more than a month."""
    return Standing(rounded(month.closed().rating), 0, tuple(month))


def rounded(millionths: int) -> int:
    return half_up(millionths, MILLION)


def at(standing: Standing, day: str) -> Standing:
    """What the calendar does alone: a month ends, and with it the rating period."""
    month, today = month_in(standing), month_of(day)
    if month is None or today <= month.month:
        return standing
    return standing_of(month.rolled(today))


def shown(standing: Standing, day: str) -> Shown:
    """The rating as it would be if the month ended that day, with its deviation."""
    month = month_in(at(standing, day))
    beside = {"deviation": None if month is None else rounded(month.closed().deviation)}
    return Shown(standing.rating, standing.rating is not None, beside)
