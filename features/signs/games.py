"""Gather the games of a period as signs look at them, and work out how unlikely it is
by chance what a sign found.

They stand by tournament, by player and by pair, each with what the list expected.
Whether anything is wrong, no sign can tell. Chances are exact sums where they are
short, and bounds that hold for any share of draws.

A chance is also worth something: how many rows of this strength a federation shows in
which nobody does anything wrong. The models are simpler than people are, so that was
measured on random federations (tests/features/signs/false_alarms.py makes the table
again). Why: features/signs/ranked-by-false-alarms.md
"""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise, repeat
from typing import Literal, NamedTuple

from projections.runs.forecasts import SCORES, foreseen
from projections.runs.over_all_games import Run

Sign = Literal["pair", "pool", "newcomer", "driven-down", "unlikely"]


class RatedGame(NamedTuple):
    """A rated game: what the list expected of White before it, None without two
    ratings, and what White scored; `settled`: both ratings were established.
    """

    tournament: str
    id: str
    on: str
    white: str
    black: str
    expected: float | None
    score: float
    settled: bool

    def opponent(self, player: str) -> str:
        return self.black if player == self.white else self.white

    def expected_of(self, player: str) -> float | None:
        if self.expected is None:
            return None
        return self.expected if player == self.white else 1 - self.expected

    def score_of(self, player: str) -> float:
        return self.score if player == self.white else 1 - self.score


class EventRatings(NamedTuple):
    """A tournament on the list: everybody's rating before their first game in it."""

    tournament: str
    on: str
    ratings: dict[str, int | None]
    games: list[RatedGame]


class Scored(NamedTuple):
    """Some games of a player: what was expected of each, the variance without draws,
    the score, and how much more it is than was expected.
    """

    games: list[RatedGame]
    expected: list[float]
    variance: float
    score: float
    more: float

    def stands_out(self, deviations: int) -> bool:
        """Tell quickly whether the score is so many standard deviations from the
        expected one: a bound takes time.
        """
        return self.more**2 > deviations**2 * self.variance


NOTHING_YET = Scored([], [], 0.0, 0.0, 0.0)


def scored(
    games: list[RatedGame], expected: list[float], variance: float, score: float
) -> Scored:
    return Scored(games, expected, variance, score, score - sum(expected))


def together(parts: Sequence[Scored]) -> Scored:
    """Return several tournaments as one."""
    return scored(
        [game for part in parts for game in part.games],
        [share for part in parts for share in part.expected],
        sum([part.variance for part in parts]),
        sum([part.score for part in parts]),
    )


class PartPlayed(NamedTuple):
    """What one player played in a tournament; `scored`: the games between established
    ratings.
    """

    event: EventRatings
    player: str
    games: list[RatedGame]
    scored: Scored

    @property
    def rating(self) -> int | None:
        return self.event.ratings[self.player]


def parts_of(event: EventRatings) -> Iterator[tuple[PartPlayed, list[str]]]:
    """Yield what each played in a tournament, and whom they met in it."""
    sides: dict[str, tuple[list[RatedGame], list[str], list[float], list[float]]] = {}
    for game in event.games:
        _, _, _, white, black, share, score, settled = game
        own = sides.get(white) or sides.setdefault(white, ([], [], [], []))
        rival = sides.get(black) or sides.setdefault(black, ([], [], [], []))
        own[0].append(game)
        own[1].append(black)
        rival[0].append(game)
        rival[1].append(white)
        if settled and share is not None:
            own[2].append(share)
            own[3].append(score)
            rival[2].append(1 - share)
            rival[3].append(1 - score)
    for player, (games, met, expected, scores) in sides.items():
        all_count = len(expected) == len(games)
        counted = (
            games
            if all_count
            else [game for game in games if game.settled and game.expected is not None]
        )
        variance = sum([share * (1 - share) for share in expected])
        own_score = (
            scored(counted, expected, variance, sum(scores)) if counted else NOTHING_YET
        )
        yield PartPlayed(event, player, games, own_score), met


class SignFound(NamedTuple):
    """What a sign found. `usual` stands beside `share`; `club`, `before` and `event`
    are of a newcomer and of a rating that was driven down: the club met, the rating
    before, and the tournament it led to. Scores are of the first player. Without games
    it rests on all that its players played among themselves, which take their time to
    find.
    """

    sign: Sign
    players: tuple[str, ...]
    games: Sequence[RatedGame]
    chance: float
    share: float | None = None
    usual: float | None = None
    club: str | None = None
    before: int | None = None
    event: EventRatings | None = None

    @property
    def score(self) -> float | None:
        """What the first player scored; None in a pool, where everybody plays."""
        return (
            None
            if self.sign == "pool"
            else sum(game.score_of(self.players[0]) for game in self.games)
        )

    @property
    def expected(self) -> float | None:
        """What the list expected of the first player; None where it could not say so of
        every game.
        """
        shares = [game.expected_of(self.players[0]) for game in self.games]
        known = [share for share in shares if share is not None]
        return None if self.sign == "pool" or len(known) < len(shares) else sum(known)


class Looked(NamedTuple):
    """What a sign found among so many that it looked at."""

    at: int
    findings: list[SignFound]


class GamesOfPeriod:
    """All games of a period. `clubs`: whose club is known."""

    def __init__(
        self,
        events: Iterable[EventRatings],
        clubs: Mapping[str, str],
        newcomers: Iterable[str],
    ) -> None:
        self.events = sorted(events, key=lambda event: (event.on, event.tournament))
        self.clubs = clubs
        self.newcomers = frozenset(newcomers)
        self.parts: dict[str, list[PartPlayed]] = defaultdict(list)
        opponents: dict[str, list[str]] = defaultdict(list)
        for event in self.events:
            for part, met in parts_of(event):
                self.parts[part.player].append(part)
                opponents[part.player] += met
        self.partners = {player: Counter(met) for player, met in opponents.items()}
        self.totals = {
            player: counts.total() for player, counts in self.partners.items()
        }

    def with_games(self, finding: SignFound) -> SignFound:
        """Return what was found with the games it rests on."""
        if finding.games:
            return finding
        inside = frozenset(finding.players)
        games = [
            game
            for player in finding.players
            for part in self.parts[player]
            for game in part.games
            if game.white == player and game.black in inside
        ]
        return finding._replace(games=games)


def played(run: Run, first: str, last: str, clubs: Mapping[str, str]) -> GamesOfPeriod:
    """Gather the games of a run that belong to a period."""
    events: dict[str, EventRatings] = {}
    newcomers: dict[str, None] = {}
    for unit, standings, settled, expected in foreseen(run, first, last):
        assert unit.tournament is not None
        players, games = unit.games.players, unit.games
        seats = list(zip(games.white, games.black, strict=True))
        event = events.get(unit.tournament) or EventRatings(
            unit.tournament, unit.end, {}, []
        )
        events[unit.tournament] = event._replace(on=max(event.on, unit.end))
        for player, standing in zip(players, standings, strict=True):
            event.ratings.setdefault(player, standing.rating)
            if standing.rating is None and not standing.games:
                newcomers.setdefault(player)
        event.games.extend(
            map(
                RatedGame,
                repeat(unit.tournament),
                games.numbers(),
                games.days or repeat(games.day),
                [players[white] for white, _ in seats],
                [players[black] for _, black in seats],
                expected,
                map(SCORES.__getitem__, games.results),
                [settled[white] and settled[black] for white, black in seats],
            )
        )
    return GamesOfPeriod(events.values(), clubs, newcomers)


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


def at_least(expected: Sequence[float], score: float) -> float:
    """Return a bound on the chance of scoring at least so much: Chernoff's, for any
    share of draws.
    """
    shares = [min(1 - TABLE_ENDS, max(TABLE_ENDS, share)) for share in expected]
    if not shares or score <= sum(shares):
        return 1.0
    if score >= len(shares):
        return math.prod(shares)
    sides = [(share, 1 - share) for share in shares]
    # the tilt at which the expected score is the one made; near it the bound holds as
    # well
    low, high = 0.0, 12.0
    for _ in range(20):
        tilt = (low + high) / 2
        low, high = (
            (tilt, high) if _tilted(sides, math.exp(tilt)) < score else (low, tilt)
        )
    grown = math.exp(low)
    return math.exp(
        sum([math.log(rest + share * grown) for share, rest in sides]) - low * score
    )


def _tilted(sides: Sequence[tuple[float, float]], grown: float) -> float:
    return sum([(won := share * grown) / (rest + won) for share, rest in sides])


def at_most(expected: Sequence[float], score: float) -> float:
    """Return a bound on the chance of scoring at most so much."""
    return at_least([1 - share for share in expected], len(expected) - score)


def binomial_at_least(games: int, hits: int, share: float) -> float:
    """Return the chance that at least so many of the games are hits, each with the same
    chance.
    """
    if hits <= 0 or share >= 1:
        return 1.0
    if share <= 0:
        return SMALLEST
    first = math.lgamma(games + 1) + games * math.log(1 - share)
    odds = math.log(share) - math.log(1 - share)
    terms = (
        math.exp(
            first - math.lgamma(hit + 1) - math.lgamma(games - hit + 1) + hit * odds
        )
        for hit in range(hits, games + 1)
    )
    return min(1.0, math.fsum(terms))


def met_so_often(games: float, usual: float) -> float:
    """Return the chance that two who met at all met so often, if meetings end at random
    after the usual number.
    """
    return min(1.0, math.pow(1 - 1 / usual, games - 1))


def both(first: float, second: float) -> float:
    """Return the chance of two independent findings together, by Fisher's product."""
    product = max(SMALLEST, first * second)
    return min(1.0, product * (1 - math.log(product)))


def strength_of(chance: float) -> float:
    return -math.log10(max(SMALLEST, chance))


def false_alarms(sign: str, strength: float, looked_at: int) -> float:
    """Return how many rows of this strength or more a federation shows in which nobody
    does anything wrong.

    Between the measured strengths the logarithm of the rate is a straight line; beyond
    the last it goes on as between the last two, at most as steep as a chance would.
    """
    points = list(zip((0.0, *STRENGTHS[sign]), map(math.log10, ONE_IN), strict=True))
    for (near, rate), (far, next_rate) in pairwise(points):
        if strength <= far:
            decades = (
                next_rate
                if far == near
                else rate + (next_rate - rate) * (strength - near) / (far - near)
            )
            return looked_at * math.pow(10, -decades)
    (near, rate), (far, last) = points[-2:]
    steep = min(1.0, (last - rate) / max(1e-9, far - near))
    return looked_at * math.pow(10, -last - steep * (strength - far))
