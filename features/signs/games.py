"""Gather the games of a period as signs look at them.

They stand by tournament, by player and by pair, each with what the list expected.
Whether anything is wrong, no sign can tell.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

from projections.runs.forecasts import SCORES, Foreseen, units_foreseen
from projections.runs.over_all_games import Run

Sign = Literal["pair", "pool", "newcomer", "driven-down", "unlikely"]


class RatedGame(NamedTuple):
    """A rated game, as the list expected it.

    tournament, id: which game it is. on: its day, YYYY-MM-DD.

    expected: what the list expected of White before it, from 0 to 1; None without two
    ratings.

    score: what White scored: 0, 0.5 or 1.

    settled: both ratings were established.
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
        """Return whom a player of this game met."""
        return self.black if player == self.white else self.white

    def expected_of(self, player: str) -> float | None:
        """Return what the list expected of a player of this game."""
        if self.expected is None:
            return None
        return self.expected if player == self.white else 1 - self.expected

    def score_of(self, player: str) -> float:
        """Return the points of a player of this game."""
        return self.score if player == self.white else 1 - self.score


class EventRatings(NamedTuple):
    """A tournament on the list.

    on: the day it ends, YYYY-MM-DD.

    ratings: by player their rating before their first game in it; None for whoever had
    none.

    games: all its rated games, in the order of its units.
    """

    tournament: str
    on: str
    ratings: dict[str, int | None]
    games: list[RatedGame]


class Scored(NamedTuple):
    """Some games of a player, and how far the score is from what was expected.

    expected: of each game, from 0 to 1, in the order of the games.

    variance: of the score, if no game were drawn.

    score: in points. more: the score less the sum of what was expected.
    """

    games: list[RatedGame]
    expected: list[float]
    variance: float
    score: float
    more: float

    def stands_out(self, deviations: int) -> bool:
        """Tell quickly whether the score is so many standard deviations from the
        expected one, above or below: to work out a bound takes time.
        """
        return self.more**2 > deviations**2 * self.variance


NOTHING_YET = Scored([], [], 0.0, 0.0, 0.0)


def scored(
    games: list[RatedGame], expected: list[float], variance: float, score: float
) -> Scored:
    """Return some games of a player, with how much more they scored than expected.

    variance: the sum of p(1 - p) over the games, p the expected score of each.
    """
    more = score - sum(expected)
    return Scored(games, expected, variance, score, more)


def tournaments_as_one(parts: Sequence[Scored]) -> Scored:
    """Return several tournaments as one.

    Games, expected scores, variances and scores are put together in the order given.
    """
    games: list[RatedGame] = []
    expected: list[float] = []
    for part in parts:
        games += part.games
        expected += part.expected

    variance = sum([part.variance for part in parts])
    score = sum([part.score for part in parts])

    return scored(games, expected, variance, score)


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
        """The player's rating in the ratings of the event; nothing if they had none
        there.
        """
        return self.event.ratings[self.player]


# what one player played in a tournament, in columns: each game and whom they met in it;
# what was expected and scored in the games between established ratings
_Side = tuple[list[RatedGame], list[str], list[float], list[float]]


def _nothing_played() -> _Side:
    """A side to start from: no games, opponents, expected scores or scores."""
    return [], [], [], []


def parts_of(event: EventRatings) -> Iterator[tuple[PartPlayed, list[str]]]:
    """Yield what each played in a tournament, and whom they met in it.

    Whom they met is listed once for each game. The score covers only games that are
    settled and had an expected score; without one of these it is nothing yet.
    """
    for player, side in _sides_of(event).items():
        games, opponents, expected, scores = side
        counted = games
        if len(expected) < len(games):
            counted = [game for game in games if _is_counted(game)]
        own_score = NOTHING_YET
        if counted:
            variances = [share * (1 - share) for share in expected]
            own_score = scored(counted, expected, sum(variances), sum(scores))
        part = PartPlayed(event, player, games, own_score)
        yield part, opponents


def _is_counted(game: RatedGame) -> bool:
    """Return whether a game counts for a score: it is one between established ratings,
    of which the list expected something.
    """
    return game.settled and game.expected is not None


def _sides_of(event: EventRatings) -> dict[str, _Side]:
    """What everybody played in a tournament, by player.

    Each side holds the player's games, whom they met in them, and two lists of equal
    length: the shares expected of them and what they scored. Those two leave out a game
    that is not settled or for which nothing was expected, so they may be shorter than
    the games.
    """
    sides: dict[str, _Side] = defaultdict(_nothing_played)
    for game in event.games:
        _, _, _, white, black, share, score, settled = game
        games, opponents, expected, scores = sides[white]
        rival_games, rival_opponents, rival_expected, rival_scores = sides[black]
        games.append(game)
        opponents.append(black)
        rival_games.append(game)
        rival_opponents.append(white)
        if settled and share is not None:
            expected.append(share)
            scores.append(score)
            rival_expected.append(1 - share)
            rival_scores.append(1 - score)

    return sides


class SignFound(NamedTuple):
    """What a sign found.

    sign, players: which sign it is, and whom it is about; scores are of the first of
    them.

    games: those it rests on. Without any it rests on all that its players played among
    themselves, which take their time to find.

    chance: how likely this much is where nothing is wrong, from 0 to 1.

    share, usual: the share found, and beside it the one that is usual here; of a pair
    they are numbers of games.

    club: the one that a newcomer met.

    before, event: of a rating that was driven down, the rating before and the
    tournament it led to.
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
        if self.sign == "pool":
            return None

        player = self.players[0]
        return sum(game.score_of(player) for game in self.games)

    @property
    def expected(self) -> float | None:
        """What the list expected of the first player; None where it could not say so of
        every game.
        """
        if self.sign == "pool":
            return None

        player = self.players[0]
        shares = [game.expected_of(player) for game in self.games]
        known = [share for share in shares if share is not None]
        if len(known) < len(shares):
            return None

        return sum(known)


class Looked(NamedTuple):
    """What a sign found among so many that it looked at.

    at: how many were looked at: pairs, players, runs of tournaments, as the sign has
    it.
    """

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
        """Gathers what everybody played, and whom they met how often.

        events: the tournaments of the period in any order; they are kept by day.
        clubs: by player.
        newcomers: players who were new in the period.
        """
        self.events = sorted(events, key=lambda event: (event.on, event.tournament))
        self.clubs = clubs
        self.newcomers = frozenset(newcomers)
        self.parts: dict[str, list[PartPlayed]] = defaultdict(list)
        opponents: dict[str, list[str]] = defaultdict(list)
        for event in self.events:
            for part, met in parts_of(event):
                self.parts[part.player].append(part)
                opponents[part.player] += met

        # by player: how often they met whom, and how many games that is
        self.partners: dict[str, Counter[str]] = {}
        self.totals: dict[str, int] = {}
        for player, met in opponents.items():
            self.partners[player] = Counter(met)
            self.totals[player] = len(met)

    def with_games(self, finding: SignFound) -> SignFound:
        """Return what was found with the games it rests on.

        A finding that already has games is returned as it is. Otherwise they are all
        games among its players, each once: from the side of White.
        """
        if finding.games:
            return finding

        inside = frozenset(finding.players)
        games: list[RatedGame] = []
        for player in finding.players:
            for part in self.parts[player]:
                games += [
                    game
                    for game in part.games
                    if game.white == player and game.black in inside
                ]

        return finding._replace(games=games)


def games_of_period(
    run: Run, first: str, last: str, clubs: Mapping[str, str]
) -> GamesOfPeriod:
    """Gather the games of a run that belong to a period.

    first: first day of the period, as YYYY-MM-DD.

    last: its last day.

    clubs: by player.

    Units of one tournament are put together, under the day on which the last of them
    ends. A player's rating is that before the first of them. A newcomer is somebody
    without a rating and without a game before the period.
    """
    events: dict[str, EventRatings] = {}
    newcomers: dict[str, None] = {}
    for before in units_foreseen(run, first, last):
        unit = before.unit
        name = unit.tournament
        assert name is not None
        event = events.get(name)
        if event is None:
            event = EventRatings(name, unit.end, {}, [])
        ends = max(event.on, unit.end)
        events[name] = event._replace(on=ends)

        # the earliest rating stays: it is that before the tournament
        rows = zip(unit.games.players, before.standings, strict=True)
        for player, standing in rows:
            rating = standing.rating
            event.ratings.setdefault(player, rating)
            if rating is None and not standing.games:
                newcomers.setdefault(player)

        event.games.extend(_rated_games(before))

    return GamesOfPeriod(events.values(), clubs, newcomers)


def _rated_games(before: Foreseen) -> Iterator[RatedGame]:
    """Yield the games of a unit, each with what the list expected of it."""
    games = before.unit.games
    players = games.players
    settled = before.settled
    tournament = before.unit.tournament or ""
    ids = games.numbers()

    for index, letter in enumerate(games.results):
        white, black = games.white[index], games.black[index]
        yield RatedGame(
            tournament=tournament,
            id=ids[index],
            on=games.days[index] if games.days else games.day,
            white=players[white],
            black=players[black],
            expected=before.expected[index],
            score=SCORES[letter],
            settled=settled[white] and settled[black],
        )
