"""The games of a period as signs look at them: by tournament, by player and by pair, each with what the list expected.

And what a sign found: about whom, in which games, and how unlikely it is. Whether anything is wrong, no sign can tell.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
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
    """Some games of a player: what was expected of each, the variance without draws, and the score."""

    games: list[Game]
    expected: list[float]
    variance: float
    score: float

    def and_then(self, other: "Scored") -> "Scored":
        return Scored(
            self.games + other.games, self.expected + other.expected, self.variance + other.variance,
            self.score + other.score,
        )  # fmt: skip

    def stands_out(self, deviations: int) -> bool:
        """Tell quickly whether the score is so many standard deviations from the expected one; only then a bound is
        worked out, which takes time.
        """
        return (self.score - sum(self.expected)) ** 2 > deviations**2 * self.variance


NOTHING_YET = Scored([], [], 0.0, 0.0)


class Part(NamedTuple):
    """What one player played in a tournament; `scored`: the games between established ratings."""

    event: Event
    player: str
    games: list[Game]
    scored: Scored

    @property
    def rating(self) -> int | None:
        return self.event.ratings[self.player]


def part_of(event: Event, player: str, games: list[Game]) -> Part:
    settled = [game for game in games if game.settled and game.expected is not None]
    if not settled:
        return Part(event, player, games, NOTHING_YET)
    expected = [game.expected_of(player) or 0.0 for game in settled]
    score = sum([game.score_of(player) for game in settled])
    return Part(event, player, games, Scored(settled, expected, sum([e * (1 - e) for e in expected]), score))


class Finding(NamedTuple):
    """What a sign found. `usual` stands beside `share`; `club`, `before` and `event` are of a newcomer and of a rating
    that was driven down: the club met, the rating before, and the tournament it led to. Scores are of the first player.
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
        self.partners: dict[str, Counter[str]] = defaultdict(Counter)
        for event in self.events:
            own: dict[str, list[Game]] = defaultdict(list)
            for game in event.games:
                own[game.white].append(game)
                own[game.black].append(game)
                self.partners[game.white][game.black] += 1
                self.partners[game.black][game.white] += 1
            for player, games in own.items():
                self.parts[player].append(part_of(event, player, games))
        self.totals = {player: counts.total() for player, counts in self.partners.items()}

    def between(self, players: Sequence[str]) -> list[Game]:
        """Return the games that these players played among themselves."""
        inside = frozenset(players)
        return [
            game
            for player in players
            for part in self.parts[player]
            for game in part.games
            if game.white == player and game.black in inside
        ]


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
        columns = zip(
            games.numbers(), games.days or [games.day] * len(seats), seats, expected, games.results, strict=True
        )
        event.games.extend(
            Game(unit.tournament, number, day, players[white], players[black], share, SCORES[letter],
                 settled[white] and settled[black])
            for number, day, (white, black), share, letter in columns
        )  # fmt: skip
    return Played(events.values(), clubs, newcomers)
