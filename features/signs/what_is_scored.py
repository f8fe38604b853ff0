"""Find two signs of what is scored: results that the ratings make very unlikely, and a
rating that was driven down before a tournament of weaker players.

Only games between established ratings count: what is expected of others is not yet
known.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from functools import cache
from typing import NamedTuple

from features.signs.chances import chance_of_at_least, chance_of_at_most, chance_of_both
from features.signs.games import (
    EventRatings,
    GamesOfPeriod,
    Looked,
    PartPlayed,
    Scored,
    SignFound,
    tournaments_as_one,
)

LONGEST_RUN = 3  # tournaments one after the other that are looked at together
LEAST_GAMES = 4
LOOKS_BACK = 365  # days before the tournament of weaker players
MOST_BACK = 8  # tournaments before it
LEAST_FIELD = 6  # rated opponents of such a tournament
LEAST_DROP = 20
GUESTS = 1  # whom such a tournament may have above its limit
# standard deviations, for a chance to be worked out: of a run, of what may be a fall
UNUSUAL, BELOW = 2, 1
ROUNDING = 1e-9  # far more than the order of a sum makes
UNRATED = -100_000  # below every rating
NEAR = 50  # a rating so far above all others may still be below a limit


def unlikely(play: GamesOfPeriod) -> Looked:
    """Find players who scored far more, or far less, than the list expected, in up to
    three tournaments in a row.
    """
    looked = 0
    findings = []
    for player in sorted(play.parts):
        best: SignFound | None = None
        for parts in _runs(play.parts[player]):
            looked += 1
            if not parts:
                continue

            run = tournaments_as_one(parts)
            if not run.stands_out(UNUSUAL):
                continue

            more = chance_of_at_least(run.expected, run.score)
            less = chance_of_at_most(run.expected, run.score)
            chance = min(more, less)
            if best is None or chance < best.chance:
                best = SignFound("unlikely", (player,), run.games, chance)

        if best is not None:
            findings.append(best)

    return Looked(looked, findings)


def _runs(parts: Sequence[PartPlayed]) -> Iterator[Sequence[Scored]]:
    """Yield each run of tournaments with enough games.

    A run may begin at any tournament with games that count, and holds only so many.
    """
    counted = [part.scored for part in parts if part.scored.games]
    for begin in range(len(counted)):
        end = begin + LONGEST_RUN
        longest = counted[begin:end]
        yield from _from_first(longest, UNUSUAL)


def _from_first(
    counted: Sequence[Scored], deviations: int
) -> Iterator[Sequence[Scored]]:
    """Yield the first tournament, the first two, and so on, where there are enough
    games; nothing in place of those whose score cannot be so many standard deviations
    from what was expected.
    """
    games = 0
    more = 0.0
    variance = 0.0
    for count, own in enumerate(counted, 1):
        games += len(own.games)
        more += own.more
        variance += own.variance
        if games < LEAST_GAMES:
            continue

        may_stand_out = more * more + ROUNDING > deviations**2 * variance
        yield counted[:count] if may_stand_out else ()


class Fall(NamedTuple):
    """A fall of a rating before a tournament that it had been too high for.

    chance: of the fall, from 0 to 1.

    run: what was scored in each of the tournaments of the fall.

    before: the rating at its beginning.

    event: the tournament it led to.
    """

    chance: float
    run: Sequence[Scored]
    before: int
    event: EventRatings


def driven_down(play: GamesOfPeriod) -> Looked:
    """Find players who lost against expectation, came below everybody's limit in a
    tournament of weaker players, and scored there as the higher rating would.

    No limits of entry are known here. A tournament is taken for one of weaker players
    if the rating before the fall was higher than all but one of its field, and the
    rating after the fall fits into it. How many falls were looked at is told; of each
    player only the least likely is found.
    """
    looked = 0
    findings = []
    highest = {event.tournament: _highest(event) for event in play.events}
    for player, parts in sorted(play.parts.items()):
        falls = [*_Course(parts, highest).falls()]
        looked += len(falls)
        if not falls:
            continue

        fall = min(falls, key=lambda one: one.chance)
        games = tournaments_as_one(fall.run).games
        finding = SignFound(
            sign="driven-down",
            players=(player,),
            games=games,
            chance=fall.chance,
            before=fall.before,
            event=fall.event,
        )
        findings.append(finding)

    return Looked(looked, findings)


def _highest(event: EventRatings) -> list[tuple[int, str]]:
    """Return the highest ratings of a tournament, each with its player, the highest
    first; none where too few of its players have one.

    One more is returned than a field is compared with, since the player looked at may
    be among them.
    """
    rated = [
        (rating, player)
        for player, rating in event.ratings.items()
        if rating is not None
    ]
    if len(rated) <= LEAST_FIELD:
        return []

    rated.sort(reverse=True)
    return rated[: GUESTS + 2]


def _rating_before(part: PartPlayed) -> int:
    """The rating a player brought to a tournament; for the unrated one that is below
    all.
    """
    rating = part.rating
    return UNRATED if rating is None else rating


class _Course:
    """The tournaments of a player one after the other; what a run of them and what one
    of them were worth is worked out once.
    """

    def __init__(
        self, parts: Sequence[PartPlayed], highest: Mapping[str, list[tuple[int, str]]]
    ) -> None:
        """parts: the tournaments of one player, in order of time.
        highest: by tournament, the highest ratings in it, each with its player.
        """
        self.parts = parts
        self.ratings = [_rating_before(part) for part in parts]
        self.highest = highest
        # by index and length of a run of tournaments, and by index of one
        self.fell: dict[tuple[int, int], float | None] = {}
        self.there: dict[int, float] = {}

    def falls(self) -> Iterator[Fall]:
        """Yield the falls before each tournament of weaker players, from each rating
        that was above its field.

        Most tournaments have none before them, which is seen from the ratings alone:
        nobody was so much higher in the last few tournaments.
        """
        for at in range(1, len(self.parts)):
            now = self.ratings[at]
            first = max(0, at - MOST_BACK)
            highest_before = max(self.ratings[first:at])
            if now > UNRATED and highest_before >= now + LEAST_DROP:
                yield from self._falls_before(at, now, first)

    def _falls_before(self, at: int, now: int, first: int) -> Iterator[Fall]:
        """Yield the falls from the tournament `first` on to the one at `at`, before
        which the rating is `now`.

        A fall begins at a tournament not longer ago than a year, with a rating that is
        both higher than the field and far enough above the rating now. It may take up
        to three tournaments.
        """
        last = self.parts[at]
        event = last.event

        # the player is no rival of themselves
        field = [
            rating
            for rating, player in self.highest[event.tournament]
            if player != last.player
        ]
        if not field or now > field[0] + NEAR:
            return

        # above all of the field but one guest, so that the limit kept them out
        high_enough = max(field[GUESTS] + 1, now + LEAST_DROP)
        for back in range(at - 1, first - 1, -1):
            before = self.ratings[back]
            if before < high_enough:
                continue
            if _days(self.parts[back].event.on, event.on) > LOOKS_BACK:
                return

            end = min(at, back + LONGEST_RUN)
            counted = [part.scored for part in self.parts[back:end]]
            for run in _from_first(counted, BELOW):
                chance = self._chance(back, run, at)
                yield Fall(chance, run, before, event)

    def _chance(self, back: int, parts: Sequence[Scored], at: int) -> float:
        """Return the chance of the fall, or of it and the score that followed,
        whichever is less likely: two looks, so twice the chance.

        back: the index of the first tournament of the fall. parts: what was scored in
        its tournaments. at: the index of the one it led to.

        1 where the score of the fall is no more than a little below what was expected.
        """
        key = back, len(parts)
        if key not in self.fell:
            self.fell[key] = _chance_of_fall(parts)

        fell = self.fell[key]
        if fell is None:
            return 1.0

        follows = self.there.get(at)
        if follows is None:
            there = self.parts[at].scored
            follows = chance_of_at_least(there.expected, there.score)
            self.there[at] = follows

        less_likely = min(fell, chance_of_both(fell, follows))

        return min(1.0, 2 * less_likely)


def _chance_of_fall(parts: Sequence[Scored]) -> float | None:
    """Return the chance to score so little; None where the score is near what was
    expected.
    """
    if not parts:
        return None

    run = tournaments_as_one(parts)
    if not run.stands_out(BELOW):
        return None

    return chance_of_at_most(run.expected, run.score)


def _days(first: str, last: str) -> int:
    """How many days lie between two days (YYYY-MM-DD); 0 if they are the same."""
    return _number(last) - _number(first)


@cache
def _number(day: str) -> int:
    """A day (YYYY-MM-DD) as a count of days, so that two can be subtracted."""
    return date.fromisoformat(day).toordinal()
