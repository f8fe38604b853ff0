"""A made-up federation's history for measuring: the same games from the same seed, on
any machine.

People live in regions and play mostly there; a few are very active; some come late or
leave. Each tournament is a Swiss of 5, 7 or 9 rounds with about a hundred games, paired
among neighbours in the standings. Results follow the logistic curve of hidden
strengths. Only `Random.random()` is drawn, and every threshold is an integer.

`submissions` has the same as an office would have recorded it: a submission a
tournament, some late, some corrected.
"""

import json
import random
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from typing import NamedTuple

SEED = 777
YEARS = 10
FIRST_DAY = date(2014, 1, 1)
MEAN_GAMES = 100
TRAVEL = 0.05  # of the seats are filled from the whole country
RESULTS = ("0-1", "1/2-1/2", "1-0")


class PlayedGame(NamedTuple):
    """A game of players who are known by their numbers."""

    round: int
    white: int
    black: int
    half_points: int  # of White


class Played(NamedTuple):
    """One tournament."""

    number: int
    start: str
    end: str
    games: list[PlayedGame]


class Federation:
    """Hidden strengths, activity and homes of everybody; each is a list by the player's
    number. Days are counted from the first one of the history.
    """

    def __init__(self, players: int, seed: int) -> None:
        self.chance = random.Random(seed).random
        self.days = YEARS * 365
        regions = max(1, players // 200)
        self.most_seats = max(8, players // regions // 2)

        # what is drawn first and what later makes the history what it is
        self.strength = [self._some_strength() for _ in range(players)]
        activity = [self._some_activity() for _ in range(players)]
        self.first = [self._some_first_day() for _ in range(players)]
        self.last = [first + self._some_stay() for first in self.first]

        # whoever plays more has more tickets
        self.homes: list[list[int]] = [[] for _ in range(regions)]
        self.country: list[int] = []
        for player, share in enumerate(activity):
            tickets = [player] * max(1, int(2 * share))
            region = player * regions // players
            self.homes[region] += tickets
            self.country += tickets

        # millionths by the difference of strengths, from -800 on
        self.expected = [_expected(difference) for difference in range(-800, 801)]

    def _some_strength(self) -> int:
        """Draw a strength: the sum of twelve draws is nearly the normal curve."""
        drawn = sum(self.chance() for _ in range(12))
        return int(1650 + 280 * (drawn - 6))

    def _some_activity(self) -> float:
        """Draw how much somebody plays, beside others: few play very much."""
        share: float = (1.0 - self.chance()) ** -0.7
        return min(30.0, share)

    def _some_first_day(self) -> int:
        """Draw the day from which somebody plays; most do from the beginning."""
        comes_later = self.chance() < 0.35
        if not comes_later:
            return 0
        return int(self.chance() * self.days * 0.9)

    def _some_stay(self) -> int:
        """Draw for how many days somebody plays; most do to the end."""
        leaves = self.chance() < 0.35
        if not leaves:
            return self.days
        return int((0.1 + 0.9 * self.chance()) * self.days)

    def field(self, seats: int, day: int) -> list[int]:
        """Who plays: mostly neighbours, nobody twice, people who are active on the day
        where there are enough.
        """
        home = self.homes[int(self.chance() * len(self.homes))]
        chosen: dict[int, None] = {}
        tries = 0
        while len(chosen) < seats:
            tries += 1
            travels = self.chance() < TRAVEL
            pool = home
            if travels or tries > 12 * seats:
                pool = self.country
            player = pool[int(self.chance() * len(pool))]
            is_active = self.first[player] <= day <= self.last[player]
            if is_active or tries > 40 * seats:
                chosen.setdefault(player)
        return list(chosen)

    def result(self, white: int, black: int) -> int:
        """White's half points."""
        difference = self.strength[white] - self.strength[black]
        difference = max(-800, min(800, difference))
        expected = self.expected[difference + 800]
        # equal players draw most, and nobody draws so often that White loses never
        draws = max(40_000, 300_000 - 250 * abs(difference))
        draws = min(draws, 2 * min(expected, 1_000_000 - expected))
        dice = self.chance() * 1_000_000
        if dice < expected - draws / 2:
            return 2
        if dice < expected + draws / 2:
            return 1
        return 0


def _expected(difference: int) -> int:
    """White's expected score in millionths; the first move is worth 25 points."""
    return round(1_000_000 / (1 + 10 ** (-(difference + 25) / 400)))


def history(
    games: int, players: int | None = None, seed: int = SEED
) -> Iterator[Played]:
    """Tournaments in the order of their days until so many games are played."""
    federation = Federation(players or max(200, games // 100), seed)
    chance = federation.chance

    tournaments = max(1, games // MEAN_GAMES)
    played = 0
    number = 0
    while played < games:
        number += 1
        rounds = (5, 7, 9)[int(chance() * 3)]
        mean_seats = 2 * MEAN_GAMES / rounds
        seats = int(mean_seats * (0.6 + 0.8 * chance()))
        seats = min(federation.most_seats, seats)
        seats = max(8, seats - seats % 2)
        day = number * federation.days // (tournaments + 1)
        day = min(federation.days - 1, day)
        tournament = _tournament(federation, number, seats, rounds, day)
        left = games - played
        tournament = tournament._replace(games=tournament.games[:left])
        played += len(tournament.games)
        yield tournament


def _tournament(
    federation: Federation, number: int, seats: int, rounds: int, day: int
) -> Played:
    """Play a Swiss: in each round everybody meets the next in the standings whom they
    have not met, if there is one among the next eight.
    """
    points = dict.fromkeys(federation.field(seats, day), 0)

    def standing(player: int) -> tuple[int, int, int]:
        return -points[player], -federation.strength[player], player

    met: set[tuple[int, int]] = set()
    games = []
    for round_number in range(1, rounds + 1):
        waiting = sorted(points, key=standing)
        while waiting:
            white = waiting.pop(0)
            new = [rival for rival in waiting[:8] if (white, rival) not in met]
            black = new[0] if new else waiting[0]
            waiting.remove(black)
            met |= {(white, black), (black, white)}
            if federation.chance() < 0.5:
                white, black = black, white
            half_points = federation.result(white, black)
            points[white] += half_points
            points[black] += 2 - half_points
            games.append(PlayedGame(round_number, white, black, half_points))

    start = FIRST_DAY + timedelta(days=day)
    lasts = timedelta(days=8 if rounds == 9 else 2)
    end = start + lasts
    return Played(number, start.isoformat(), end.isoformat(), games)


def lines(games: int, players: int | None = None, seed: int = SEED) -> Iterator[str]:
    """The history as JSON Lines for `selo submit`: everybody who plays, then the
    tournaments.
    """
    tournaments = list(history(games, players, seed))
    yield from people(tournaments)
    for played in tournaments:
        yield json.dumps(document(played))


def people(tournaments: Sequence[Played]) -> Iterator[str]:
    """Everybody who plays."""
    players: set[int] = set()
    for played in tournaments:
        for game in played.games:
            players.add(game.white)
            players.add(game.black)
    for player in sorted(players):
        yield json.dumps(
            {"kind": "player", "player": f"P{player}", "name": f"Player {player}"}
        )


def document(played: Played) -> dict[str, object]:
    """The document that submits a tournament."""
    return {
        "kind": "tournament",
        "tournament": f"T{played.number:05}",
        "name": f"Open {played.number}",
        "start": played.start,
        "end": played.end,
        "minutes": 90,
        "games": [
            {
                "round": game.round,
                "white": f"P{game.white}",
                "black": f"P{game.black}",
                "result": RESULTS[game.half_points],
            }
            for game in played.games
        ],
    }


# 2 % of the tournaments come in behind so many later ones
EVERY_LATE, LATE_BY = 50, 200
# of 1 % a result is corrected when so many others have come in
EVERY_WRONG, MENDED_AFTER = 100, 300


def submissions(games: int) -> Iterator[str]:
    """Documents as JSON Lines, one submission after the other."""
    tournaments = list(history(games))
    yield "\n".join(people(tournaments))

    # when each comes in, the number of its tournament, and its text
    moments: list[tuple[int, int, str]] = []
    for number, played in enumerate(tournaments):
        is_late = number % EVERY_LATE == EVERY_LATE - 1
        comes = number + LATE_BY if is_late else number
        moments.append((comes, number, json.dumps(document(played))))

        is_wrong = number % EVERY_WRONG == EVERY_WRONG // 2
        if is_wrong:
            correction = json.dumps(turned_round(played))
            moments.append((comes + MENDED_AFTER, number, correction))

    for _, _, text in sorted(moments):
        yield text


def turned_round(played: Played) -> dict[str, object]:
    """The first game with another result."""
    first = played.games[0]
    other = RESULTS[0] if first.half_points else RESULTS[2]
    return {
        "kind": "amend",
        "tournament": f"T{played.number:05}",
        "reason": "the score sheet says so",
        "games": {"1.1": {"result": other}},
    }
