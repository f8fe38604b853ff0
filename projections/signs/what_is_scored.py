"""Two signs of what is scored: results that the ratings make very unlikely, and a rating that was driven down before a
tournament of weaker players.

Only games between established ratings count: what is expected of others is not yet known.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from functools import cache
from typing import NamedTuple

from projections.signs.chances import at_least, at_most, both
from projections.signs.played import NOTHING_YET, Event, Finding, Game, Looked, Part, Played, Scored

LONGEST_RUN = 3  # tournaments one after the other that are looked at together
LEAST_GAMES = 4
LOOKS_BACK = 365  # days before the tournament of weaker players
MOST_BACK = 8  # tournaments before it
LEAST_FIELD = 6  # rated opponents of such a tournament
LEAST_DROP = 20
GUESTS = 1  # whom such a tournament may have above its limit
NEAR = 50  # a rating so far above all others may still be below a limit


def unlikely(play: Played) -> Looked:
    """Find players who scored far more, or far less, than the list expected, in up to three tournaments in a row."""
    looked, found = 0, []
    for player in sorted(play.parts):
        best: Finding | None = None
        for run in _runs(play.parts[player]):
            looked += 1
            if run.stands_out(2):
                chance = min(at_least(run.expected, run.score), at_most(run.expected, run.score))
                if best is None or chance < best.chance:
                    best = Finding("unlikely", (player,), run.games, chance)
        if best is not None:
            found.append(best)
    return Looked(looked, found)


def _runs(parts: Sequence[Part]) -> Iterator[Scored]:
    """Yield each run of tournaments with enough games."""
    counted = [part.scored for part in parts if part.scored.games]
    for begin in range(len(counted)):
        yield from _from_first(counted[begin : begin + LONGEST_RUN])


def _from_first(counted: Sequence[Scored]) -> Iterator[Scored]:
    """Yield the first tournament, the first two, and so on, where there are enough games."""
    run = NOTHING_YET
    for own in counted:
        run = run.and_then(own)
        if len(run.games) >= LEAST_GAMES:
            yield run


class Fall(NamedTuple):
    """A fall of a rating before a tournament that it had been too high for."""

    chance: float
    before: int
    games: list[Game]
    event: Event


def driven_down(play: Played) -> Looked:
    """Find players who lost against expectation, came below everybody's limit in a tournament of weaker players, and
    scored there as the higher rating would."""
    looked, found = 0, []
    highest = {event.tournament: _highest(event) for event in play.events}
    for player, parts in sorted(play.parts.items()):
        falls = [fall for at in range(1, len(parts)) for fall in _falls(parts, at, highest)]
        looked += len(falls)
        if falls:
            fall = min(falls, key=lambda one: one.chance)
            found.append(
                Finding("driven-down", (player,), fall.games, fall.chance, before=fall.before, event=fall.event)
            )
    return Looked(looked, found)


def _highest(event: Event) -> list[tuple[int, str]]:
    """Return the highest ratings of a tournament; too few where too few of its players have one."""
    rated = sorted(((rating, player) for player, rating in event.ratings.items() if rating is not None), reverse=True)
    return rated[: GUESTS + 2] if len(rated) > LEAST_FIELD else []


def _falls(parts: Sequence[Part], at: int, highest: Mapping[str, list[tuple[int, str]]]) -> Iterator[Fall]:
    """Yield the falls before the tournament at this place, from each rating that was above its field."""
    last, now = parts[at], parts[at].rating
    field = [rating for rating, player in highest[last.event.tournament] if player != last.player]
    if now is None or not field or now > field[0] + NEAR:
        return
    too_high, next_ones = max(field[GUESTS], now), list[Scored]()
    for back in range(at - 1, max(0, at - MOST_BACK) - 1, -1):
        if _days(parts[back].event.on, last.event.on) > LOOKS_BACK:
            return
        before, next_ones = parts[back].rating, [parts[back].scored, *next_ones[: LONGEST_RUN - 1]]
        if before is not None and before > too_high and before - now >= LEAST_DROP:
            for run in _from_first(next_ones):
                yield Fall(_together(run, last.scored), before, run.games, last.event)


def _together(run: Scored, there: Scored) -> float:
    """Return the chance of the fall, or of it and the score that followed, whichever is less likely: two looks."""
    if not run.stands_out(1):
        return 1.0
    fell = at_most(run.expected, run.score)
    return min(1.0, 2 * min(fell, both(fell, at_least(there.expected, there.score))))


def _days(first: str, last: str) -> int:
    return _number(last) - _number(first)


@cache
def _number(day: str) -> int:
    return date.fromisoformat(day).toordinal()
