"""Glicko-2: a month's games count from the ratings at its start, weighted by how sure the opponent's rating is.

What a standing of glicko holds: the belief at the start of a month, and what its games have said so far.

Within a month everybody is rated from the ratings at its start, so the order of its tournaments makes no difference.
Stored are whole numbers: millionths of rating and deviation, billionths of volatility, 10^-15 of the sums.
"""

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rulebooks.base import Change, People, Rated, Shown, Standing, Standings, Term, Unit
from rulebooks.entries import unit_change
from rulebooks.glicko.steps import (
    SCALE,
    Belief,
    Evidence,
    after_period,
    evidence,
    expected,
    forecast,
    from_scale,
    to_scale,
    without_games,
)
from rulebooks.numbers import half_up, months_between
from rulebooks.units import Seat, seats
from rulebooks.usual import decided

MILLION, BILLION, TINY = 10**6, 10**9, 10**15


class Month(NamedTuple):
    """A month's standing. `rating`, `deviation` in millionths and `volatility` in billionths at the start of the month;
    `games` in it, and in 10^-15 the two sums over them. `tau` in millionths, as the edition of the last unit has it.
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
        return to_scale(self.rating / MILLION, self.deviation / MILLION, self.volatility / BILLION)

    def closed(self) -> "Month":
        """Return the standing that the month would leave if it ended now: the numbers at the start of the next one,
        without games.
        """
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
        """Return the standing at the start of a later month: the games are worked into it, and every month without one
        makes it vaguer.
        """
        idle = months_between(self.month, month) - (1 if self.games else 0)
        closed = self.closed()
        return (closed._with(without_games(closed.belief(), idle)) if idle else closed)._replace(month=month)


def month_of(day: str) -> str:
    return day[:7]


def month_in(standing: Standing) -> Month | None:
    """Return the month in a standing; None: never rated."""
    if not standing.state:
        return None
    month, *numbers = standing.state
    return Month(str(month), *(int(number) for number in numbers))


def standing_of(month: Month) -> Standing:
    """Make a standing. The rating is the one that the month would end with; no rule counts games over more than a
    month.
    """
    return Standing(rounded(month.closed().rating), 0, tuple(month))


def rounded(millionths: int) -> int:
    return half_up(millionths, MILLION)


def at(standing: Standing, day: str) -> Standing:
    """Return what the calendar alone has made of a standing by a day: a month ends, and with it the rating period."""
    month, today = month_in(standing), month_of(day)
    if month is None or today <= month.month:
        return standing
    return standing_of(month.rolled(today))


def shown(standing: Standing, day: str) -> Shown:
    """Return the rating as it would be if the month ended that day, with its deviation."""
    month = month_in(at(standing, day))
    beside = {"deviation": None if month is None else rounded(month.closed().deviation)}
    return Shown(standing.rating, standing.rating is not None, beside)


# an opening's games count up to so many for its deviation (decided): no rating is surer than that
GAMES_AT_MOST = 50


class GlickoEdition(NamedTuple):
    """An edition of Glicko-2. Step 1: "If the player is unrated, set the rating to 1500 and the RD to 350", the
    volatility to 0.06; "the system constant, tau, ... reasonable choices are between 0.3 and 1.2", 0.5 in the example.
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
        month, edition.start * MILLION, edition.deviation * MILLION, round(edition.volatility * BILLION),
        round(edition.tau * MILLION),
    )  # fmt: skip


def rate(unit: Unit, standings: Standings, people: People, edition: GlickoEdition) -> Rated:
    """Rate one unit: its games join those of its month (that of its last day)."""
    boards, month = seats(unit.games), month_of(unit.end)
    months = {player: _month(standings.get(player, Standing()), unit.end, month, edition) for player in boards}
    changes = [
        _changed(player, standings.get(player, Standing()).rating, boards[player], months) for player in sorted(boards)
    ]
    return Rated(changes, {})


def _month(standing: Standing, day: str, month: str, edition: GlickoEdition) -> Month:
    current = month_in(at(standing, day))
    return newcomer(month, edition) if current is None else current._replace(tau=round(edition.tau * MILLION))


def _changed(player: str, before: int | None, boards: Sequence[Seat], months: Mapping[str, Month]) -> Change:
    """Make a player's change. `detail`: the belief at the start of the month, and what earlier games of it have
    said."""
    own = months[player]
    belief = own.belief()
    others = [months[seat.opponent].belief() for seat in boards]
    seen = evidence(belief, ((other, seat.half_points / 2) for other, seat in zip(others, boards, strict=True)))
    month = own._replace(
        games=own.games + len(boards),
        precision=own.precision + round(seen.precision * TINY),
        gain=own.gain + round(seen.gain * TINY),
    )
    terms = tuple(_term(seat, months[seat.opponent]) for seat in boards)
    points = sum(expected(belief.mu, other.mu, other.phi) for other in others)
    return unit_change(
        player, "glicko-2", before, terms, standing_of(month), expected=round(100 * points),
        detail={"month": " ".join(map(str, own))},
    )  # fmt: skip


def _term(seat: Seat, other: Month) -> Term:
    """Make the term of a game; the opponent's exact rating and deviation follow the basis."""
    basis = f"month {other.rating} {other.deviation}"
    return Term(
        seat.game.id, seat.opponent, seat.half_points, rounded(other.rating), basis, seconds=seat.game.seconds
    )  # fmt: skip


def expects(own: Standing, other: Standing, unit: Unit) -> float | None:
    """Forecast a game from the beliefs at the start of the month; no forecast for unrated players, although they count
    from 1500.
    """
    mine, theirs = (month_in(at(standing, unit.end)) for standing in (own, other))
    return None if mine is None or theirs is None else forecast(mine.belief(), theirs.belief())


# The paper knows no opening. What so many games against equals of known strength leave of the deviation is Step 6 with
# 1/v = games/4, as g = 1 and E = 1/2 (decided).
def opening_deviation(games: int, edition: GlickoEdition) -> int:
    """Return the deviation after an opening of so many games, in millionths."""
    phi = edition.deviation / SCALE
    left = 1 / math.sqrt(1 / (phi * phi) + min(games, GAMES_AT_MOST) / 4)
    return round(left * SCALE * MILLION)


def given(unit: Unit, standing: Standing, edition: GlickoEdition) -> Change | None:
    """Make the change of an opening or a ruling. Decided: a ruled rating is that of the month's start, and the games of
    the month so far are spent; a correction moves the rating at the start and leaves what the games have said.
    """
    assert unit.given is not None
    month = month_of(unit.end)
    if unit.kind == "opening":
        assert unit.given.rating is not None
        deviation = opening_deviation(unit.given.games, edition)
        opened = newcomer(month, edition)._replace(rating=unit.given.rating * MILLION, deviation=deviation)
        return decided(unit, None, standing_of(opened))
    current = month_in(at(standing, unit.end))
    if unit.given.rating is not None:
        start = newcomer(month, edition) if current is None else current.closed()
        return decided(unit, standing.rating, standing_of(start._replace(rating=unit.given.rating * MILLION)))
    if current is None:
        return None
    moved = current._replace(rating=current.rating + (unit.given.delta or 0) * MILLION)
    return decided(unit, standing.rating, standing_of(moved))
