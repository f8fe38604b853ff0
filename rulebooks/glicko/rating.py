"""Rate by Glicko-2: a month's games count from the ratings at its start, weighted by
how sure the opponent's rating is.

First the steps of Glickman's paper on its own scale, as floats: pure formulas, tested
with the paper's own example ("Example of the Glicko-2 system", Mark E. Glickman, 22
March 2022). Then a standing of glicko: the belief at the start of a month, and what its
games have said so far. Within a month everybody is rated from the ratings at its start,
so the order of its tournaments makes no difference. Stored are whole numbers:
millionths of rating and deviation, billionths of volatility, 10^-15 of the sums.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from rulebooks.base import Change, People, Rated, Standing, Standings, Term, Unit
from rulebooks.entries import unit_change
from rulebooks.numbers import half_up, months_between
from rulebooks.units import Seat, seats

SCALE = 173.7178
CENTRE = 1500
# Step 5: "Define a convergence tolerance, epsilon. The value 0.000001 is a sufficiently
# small choice."
TOLERANCE = 0.000001
# The paper sets no bound, and a result that nobody expected (400 beats 2700) can throw
# volatility, deviation and rating anywhere. Decided: a deviation above this tells no
# more, far above the 350 of an unrated player.
MOST_DEVIATION = 500
FARTHEST = 30  # e^30 : 1 is certain enough, and 1/v stays above 0


class Belief(NamedTuple):
    """A belief about a player on the Glicko-2 scale: rating, deviation and volatility."""

    mu: float
    phi: float
    sigma: float


class PeriodEvidence(NamedTuple):
    """The evidence of a period's games: the sum of g^2 E (1 - E), which is 1/v, and the
    sum of g (s - E).
    """

    precision: float
    gain: float


# Step 2: "mu = (r - 1500)/173.7178, phi = RD/173.7178". Step 8 is the same the other
# way.
def to_scale(rating: float, deviation: float, sigma: float) -> Belief:
    """Return a belief with this rating and deviation."""
    mu = (rating - CENTRE) / SCALE
    phi = deviation / SCALE
    return Belief(mu, phi, sigma)


def from_scale(belief: Belief) -> tuple[float, float]:
    """Return rating and deviation of a belief."""
    rating = CENTRE + SCALE * belief.mu
    deviation = SCALE * belief.phi
    return rating, deviation


# Step 3: "g(phi) = 1/sqrt(1 + 3 phi^2/pi^2)"
def g(phi: float) -> float:
    """Return how much a game counts against an opponent of this deviation."""
    vagueness = 3 * phi * phi / (math.pi * math.pi)
    return 1 / math.sqrt(1 + vagueness)


# Step 3: "E(mu, mu_j, phi_j) = 1/(1 + exp(-g(phi_j)(mu - mu_j)))"
def expected(mu: float, other: float, other_phi: float) -> float:
    """Return the expected score of a player against an opponent.

    Ratings and the opponent's deviation are on the Glicko-2 scale.
    """
    behind = g(other_phi) * (other - mu)
    bounded = max(-FARTHEST, min(FARTHEST, behind))
    return 1 / (1 + math.exp(bounded))


# Steps 3 and 4: "v = [sum g(phi_j)^2 E {1 - E}]^-1, Delta = v sum g(phi_j) {s_j - E}"
def evidence(own: Belief, games: Iterable[tuple[Belief, float]]) -> PeriodEvidence:
    """Sum the evidence of games against these opponents, with the scores made: 0, 0.5
    or 1 in each.
    """
    precision = gain = 0.0
    for other, score in games:
        weight = g(other.phi)
        share = expected(own.mu, other.mu, other.phi)
        precision += weight * weight * share * (1 - share)
        gain += weight * (score - share)
    return PeriodEvidence(precision, gain)


# Step 5: f(x) = exp(x) (Delta^2 - phi^2 - v - exp(x)) / (2 (phi^2 + v + exp(x))^2) - (x
# - a) / tau^2, a = ln(sigma^2); its root by the Illinois algorithm
def volatility(own: Belief, v: float, delta: float, tau: float) -> float:
    """Return sigma', the new volatility."""
    a = math.log(own.sigma * own.sigma)
    squares = own.phi * own.phi + v
    delta_squared = delta * delta
    tau_squared = tau * tau

    def f(x: float) -> float:
        """Return f(x): of the evidence, less what the earlier volatility says."""
        power = math.exp(x)
        excess = delta_squared - squares - power
        variance = squares + power
        observed = power * excess / (2 * variance**2)
        prior = (x - a) / tau_squared
        return observed - prior

    # two points with the root between them
    low = a
    if delta_squared > squares:
        high = math.log(delta_squared - squares)
    else:
        k = 1
        while f(a - k * tau) < 0:
            k += 1
        high = a - k * tau

    # the line through both meets zero nearer to the root
    f_low, f_high = f(low), f(high)
    while abs(high - low) > TOLERANCE:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle

    return math.exp(low / 2)


# Steps 6 and 7: "phi* = sqrt(phi^2 + sigma'^2)", "phi' = 1/sqrt(1/phi*^2 + 1/v)", "mu'
# = mu + phi'^2 sum g (s - E)"
def after_period(own: Belief, seen: PeriodEvidence, tau: float) -> Belief:
    """Return the belief at the end of a period with games."""
    v = 1 / seen.precision
    delta = v * seen.gain
    sigma = volatility(own, v, delta, tau)

    phi_star = vaguer(own.phi, sigma)
    precision = 1 / phi_star**2 + seen.precision
    phi = 1 / math.sqrt(precision)

    rise = phi * phi * seen.gain
    mu = own.mu + rise
    return Belief(mu, phi, sigma)


# "Note that if a player does not compete during the rating period, then only Step 6
# applies": phi' = phi*
def without_games(own: Belief, periods: int) -> Belief:
    """Return the belief after so many periods without games."""
    sigma = math.sqrt(periods) * own.sigma
    return own._replace(phi=vaguer(own.phi, sigma))


def vaguer(phi: float, sigma: float) -> float:
    """Return phi*, the deviation after a period without games, at most that of an
    unrated player.
    """
    return min(math.hypot(phi, sigma), MOST_DEVIATION / SCALE)


# Glickman's forecast of a single game takes both deviations into account (Glicko, 1999:
# sqrt(RD_i^2 + RD_j^2)).
def forecast(own: Belief, other: Belief) -> float:
    """Return the expected score of a single game."""
    phi = math.hypot(own.phi, other.phi)
    return expected(own.mu, other.mu, phi)


MILLION, BILLION, TINY = 10**6, 10**9, 10**15


class Month(NamedTuple):
    """A month's standing. `rating`, `deviation` in millionths and `volatility` in
    billionths at the start of the month; `games` in it, and in 10^-15 the two sums over
    them. `tau` in millionths, as the edition of the last unit has it.
    """

    month: str
    rating: int
    deviation: int
    volatility: int
    tau: int
    games: int = 0
    precision: int = 0
    gain: int = 0

    def belief(self) -> Belief:
        """Return the belief at the start of the month."""
        return to_scale(
            self.rating / MILLION, self.deviation / MILLION, self.volatility / BILLION
        )

    def closed(self) -> "Month":
        """Return the standing that the month would leave if it ended now: the numbers
        at the start of the next one, without games.
        """
        if not self.games:
            return self
        seen = PeriodEvidence(self.precision / TINY, self.gain / TINY)
        return self._from_belief(after_period(self.belief(), seen, self.tau / MILLION))

    def _from_belief(self, belief: Belief) -> "Month":
        rating, deviation = from_scale(belief)
        return Month(
            self.month,
            round(rating * MILLION),
            round(deviation * MILLION),
            round(belief.sigma * BILLION),
            self.tau,
        )

    def rolled(self, month: str) -> "Month":
        """Return the standing at the start of a later month: the games are worked into
        it, and every month without one makes it vaguer.
        """
        idle = months_between(self.month, month) - (1 if self.games else 0)
        closed = self.closed()
        return (
            closed._from_belief(without_games(closed.belief(), idle))
            if idle
            else closed
        )._replace(month=month)


def month_of(day: str) -> str:
    return day[:7]


def month_in(standing: Standing) -> Month | None:
    """Return the month in a standing; None: never rated."""
    if not standing.state:
        return None
    month, *numbers = standing.state
    return Month(str(month), *(int(number) for number in numbers))


def standing_of(month: Month) -> Standing:
    """Make a standing. The rating is the one that the month would end with; no rule
    counts games over more than a month.
    """
    return Standing(rounded(month.closed().rating), 0, tuple(month))


def rounded(millionths: int) -> int:
    return half_up(millionths, MILLION)


def at(standing: Standing, day: str) -> Standing:
    """Return what the calendar alone has made of a standing by a day: a month ends, and
    with it the rating period.
    """
    month, today = month_in(standing), month_of(day)
    if month is None or today <= month.month:
        return standing
    return standing_of(month.rolled(today))


# an opening's games count up to so many for its deviation (decided): no rating is surer
# than that
GAMES_AT_MOST = 50


class GlickoEdition(NamedTuple):
    """An edition of Glicko-2. Step 1: "If the player is unrated, set the rating to 1500
    and the RD to 350", the volatility to 0.06; "the system constant, tau, ...
    reasonable choices are between 0.3 and 1.2", 0.5 in the example.
    """

    id: str
    since: str
    source: str
    start: int = 1500
    deviation: int = 350
    volatility: float = 0.06
    tau: float = 0.5
    revision: int = 1


SOURCE = "Example of the Glicko-2 system, Mark E. Glickman, 22 March 2022"
EDITIONS = {"glicko-2": GlickoEdition("glicko-2", "0001-01-01", SOURCE)}


def newcomer(month: str, edition: GlickoEdition) -> Month:
    return Month(
        month,
        edition.start * MILLION,
        edition.deviation * MILLION,
        round(edition.volatility * BILLION),
        round(edition.tau * MILLION),
    )


def rate(
    unit: Unit, standings: Standings, people: People, edition: GlickoEdition
) -> Rated:
    """Rate one unit: its games join those of its month (that of its last day)."""
    boards = seats(unit.games)
    months = {}
    for player in boards:
        before = standings.get(player, Standing())
        months[player] = _month_on(before, unit.end, edition)

    changes = []
    for player in sorted(boards):
        before = standings.get(player, Standing())
        changes.append(_change_of_player(player, before.rating, boards[player], months))
    return Rated(changes, {})


def _month_on(standing: Standing, day: str, edition: GlickoEdition) -> Month:
    """Return a player's month on a day of it, with the edition's tau; a newcomer's if
    they were never rated.
    """
    current = month_in(at(standing, day))
    if current is None:
        return newcomer(month_of(day), edition)
    tau = round(edition.tau * MILLION)
    return current._replace(tau=tau)


def _change_of_player(
    player: str, before: int | None, boards: Sequence[Seat], months: Mapping[str, Month]
) -> Change:
    """Make a player's change. Its `detail` is the belief at the start of the month, and
    what earlier games of the month have said.
    """
    own = months[player]
    belief = own.belief()
    others = [months[seat.opponent].belief() for seat in boards]
    seen = evidence(
        belief,
        (
            (other, seat.half_points / 2)
            for other, seat in zip(others, boards, strict=True)
        ),
    )
    month = own._replace(
        games=own.games + len(boards),
        precision=own.precision + round(seen.precision * TINY),
        gain=own.gain + round(seen.gain * TINY),
    )
    terms = tuple(_term(seat, months[seat.opponent]) for seat in boards)
    points = sum(expected(belief.mu, other.mu, other.phi) for other in others)
    return unit_change(
        player,
        "glicko-2",
        before,
        terms,
        standing_of(month),
        expected=round(100 * points),
        detail={"month": " ".join(map(str, own))},
    )


def _term(seat: Seat, other: Month) -> Term:
    """Make the term of a game; the opponent's exact rating and deviation follow the
    basis.
    """
    basis = f"month {other.rating} {other.deviation}"
    return Term(
        seat.game.id,
        seat.opponent,
        seat.half_points,
        rounded(other.rating),
        basis,
        seconds=seat.game.seconds,
    )


# The paper knows no opening. What so many games against equals of known strength leave
# of the deviation is Step 7 with 1/v = games/4, as g = 1 and E = 1/2 (decided).
def opening_deviation(games: int, edition: GlickoEdition) -> int:
    """Return the deviation after an opening of so many games, in millionths."""
    phi_star = edition.deviation / SCALE
    before = 1 / (phi_star * phi_star)

    counted_games = min(games, GAMES_AT_MOST)
    of_games = counted_games / 4

    phi = 1 / math.sqrt(before + of_games)
    deviation = phi * SCALE
    return round(deviation * MILLION)
