"""The games of a period as signs look at them: by tournament, by player and by pair, each with what the list expected.

And what a sign found: about whom, in which games, and how unlikely it is. Whether anything is wrong, no sign can tell.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import repeat
from typing import Literal, NamedTuple

from projections.trials import Run
from projections.trials.made import SCORES, foreseen

Sign = Literal["pair", "pool", "newcomer", "driven-down", "unlikely"]


class Game(NamedTuple):
    """A rated game: what the list expected of White before it, None without two ratings, and what White scored;
    `settled`: both ratings were established."""

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


class Event(NamedTuple):
    """A tournament on the list: everybody's rating before their first game in it."""

    tournament: str
    on: str
    ratings: dict[str, int | None]
    games: list[Game]


class Scored(NamedTuple):
    """Some games of a player: what was expected of each, the variance without draws, the score, and how much more it is
    than was expected."""

    games: list[Game]
    expected: list[float]
    variance: float
    score: float
    more: float

    def stands_out(self, deviations: int) -> bool:
        """Tell quickly whether the score is so many standard deviations from the expected one: a bound takes time."""
        return self.more**2 > deviations**2 * self.variance


NOTHING_YET = Scored([], [], 0.0, 0.0, 0.0)


def scored(games: list[Game], expected: list[float], variance: float, score: float) -> Scored:
    return Scored(games, expected, variance, score, score - sum(expected))


def together(parts: Sequence[Scored]) -> Scored:
    """Return several tournaments as one."""
    return scored(
        [game for part in parts for game in part.games], [share for part in parts for share in part.expected],
        sum([part.variance for part in parts]), sum([part.score for part in parts]),
    )  # fmt: skip


class Part(NamedTuple):
    """What one player played in a tournament; `scored`: the games between established ratings."""

    event: Event
    player: str
    games: list[Game]
    scored: Scored

    @property
    def rating(self) -> int | None:
        return self.event.ratings[self.player]


def parts_of(event: Event) -> Iterator[tuple[Part, list[str]]]:
    """Yield what each played in a tournament, and whom they met in it."""
    sides: dict[str, tuple[list[Game], list[str], list[float], list[float]]] = {}
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
        counted = games if all_count else [game for game in games if game.settled and game.expected is not None]
        variance = sum([share * (1 - share) for share in expected])
        own_score = scored(counted, expected, variance, sum(scores)) if counted else NOTHING_YET
        yield Part(event, player, games, own_score), met


class Finding(NamedTuple):
    """What a sign found. `usual` stands beside `share`; `club`, `before` and `event` are of a newcomer and of a rating
    that was driven down: the club met, the rating before, and the tournament it led to. Scores are of the first player.
    Without games it rests on all that its players played among themselves, which take their time to find.
    """

    sign: Sign
    players: tuple[str, ...]
    games: Sequence[Game]
    chance: float
    share: float | None = None
    usual: float | None = None
    club: str | None = None
    before: int | None = None
    event: Event | None = None

    @property
    def score(self) -> float | None:
        """What the first player scored; None in a pool, where everybody plays."""
        return None if self.sign == "pool" else sum(game.score_of(self.players[0]) for game in self.games)

    @property
    def expected(self) -> float | None:
        """What the list expected of the first player; None where it could not say so of every game."""
        shares = [game.expected_of(self.players[0]) for game in self.games]
        known = [share for share in shares if share is not None]
        return None if self.sign == "pool" or len(known) < len(shares) else sum(known)


class Looked(NamedTuple):
    """What a sign found among so many that it looked at."""

    at: int
    found: list[Finding]


class Played:
    """All games of a period. `clubs`: whose club is known."""

    def __init__(self, events: Iterable[Event], clubs: Mapping[str, str], newcomers: Iterable[str]) -> None:
        self.events = sorted(events, key=lambda event: (event.on, event.tournament))
        self.clubs = clubs
        self.newcomers = frozenset(newcomers)
        self.parts: dict[str, list[Part]] = defaultdict(list)
        opponents: dict[str, list[str]] = defaultdict(list)
        for event in self.events:
            for part, met in parts_of(event):
                self.parts[part.player].append(part)
                opponents[part.player] += met
        self.partners = {player: Counter(met) for player, met in opponents.items()}
        self.totals = {player: counts.total() for player, counts in self.partners.items()}

    def with_games(self, finding: Finding) -> Finding:
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


def played(run: Run, first: str, last: str, clubs: Mapping[str, str]) -> Played:
    """Gather the games of a run that belong to a period."""
    events: dict[str, Event] = {}
    newcomers: dict[str, None] = {}
    is_settled = run.setup.rules.established
    for unit, standings, seats, expected in foreseen(run, first, last):
        assert unit.tournament is not None
        players, games = unit.games.players, unit.games
        settled = [is_settled(standing, unit.edition) for standing in standings]
        event = events.get(unit.tournament) or Event(unit.tournament, unit.end, {}, [])
        events[unit.tournament] = event._replace(on=max(event.on, unit.end))
        for player, standing in zip(players, standings, strict=True):
            event.ratings.setdefault(player, standing.rating)
            if standing.rating is None and not standing.games:
                newcomers.setdefault(player)
        event.games.extend(
            map(
                Game, repeat(unit.tournament), games.numbers(), games.days or repeat(games.day),
                [players[white] for white, _ in seats], [players[black] for _, black in seats], expected,
                map(SCORES.__getitem__, games.results), [settled[white] and settled[black] for white, black in seats],
            )
        )  # fmt: skip
    return Played(events.values(), clubs, newcomers)
