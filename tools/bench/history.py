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


class Played(NamedTuple):
    """One tournament: games are (round, white, black, half points of White) with
    players as numbers.
    """

    number: int
    start: str
    end: str
    games: list[tuple[int, int, int, int]]


class Federation:
    """Hidden strengths, activity and homes of everybody."""

    def __init__(self, games: int, players: int, seed: int) -> None:
        self.chance = random.Random(seed).random
        self.days = YEARS * 365
        chance, regions = self.chance, max(1, players // 200)
        self.strength = [
            int(1650 + 280 * (sum(chance() for _ in range(12)) - 6))
            for _ in range(players)
        ]
        activity = [min(30.0, (1.0 - chance()) ** -0.7) for _ in range(players)]
        self.first = [
            int(chance() * self.days * 0.9) if chance() < 0.35 else 0
            for _ in range(players)
        ]
        stays = [
            int((0.1 + 0.9 * chance()) * self.days) if chance() < 0.35 else self.days
            for _ in range(players)
        ]
        self.last = [
            first + stay for first, stay in zip(self.first, stays, strict=True)
        ]
        tickets = [
            [player] * max(1, int(2 * share)) for player, share in enumerate(activity)
        ]
        homes: list[list[int]] = [[] for _ in range(regions)]
        for player, share in enumerate(tickets):
            homes[player * regions // players] += share
        self.homes = homes
        self.country = [player for share in tickets for player in share]
        self.most_seats = max(8, players // regions // 2)
        curve = [
            round(1_000_000 / (1 + 10 ** (-(difference + 25) / 400)))
            for difference in range(-800, 801)
        ]
        self.expected = curve

    def field(self, seats: int, day: int) -> list[int]:
        """Who plays: mostly neighbours, nobody twice, people who are active on the day
        where there are enough.
        """
        home = self.homes[int(self.chance() * len(self.homes))]
        chosen: dict[int, None] = {}
        tries = 0
        while len(chosen) < seats:
            tries += 1
            pool = (
                self.country if self.chance() < TRAVEL or tries > 12 * seats else home
            )
            player = pool[int(self.chance() * len(pool))]
            if tries > 40 * seats or self.first[player] <= day <= self.last[player]:
                chosen.setdefault(player)
        return list(chosen)

    def result(self, white: int, black: int) -> int:
        """White's half points."""
        difference = max(-800, min(800, self.strength[white] - self.strength[black]))
        expected = self.expected[difference + 800]
        draw = min(
            max(40_000, 300_000 - 250 * abs(difference)),
            2 * min(expected, 1_000_000 - expected),
        )
        dice = self.chance() * 1_000_000
        return (
            2 if dice < expected - draw / 2 else 1 if dice < expected + draw / 2 else 0
        )


def history(
    games: int, players: int | None = None, seed: int = SEED
) -> Iterator[Played]:
    """Tournaments in the order of their days until so many games are played."""
    federation = Federation(games, players or max(200, games // 100), seed)
    chance, played, number = federation.chance, 0, 0
    about = max(1, games // MEAN_GAMES)
    while played < games:
        number += 1
        rounds = (5, 7, 9)[int(chance() * 3)]
        seats = min(
            federation.most_seats, int(2 * MEAN_GAMES / rounds * (0.6 + 0.8 * chance()))
        )
        seats = max(8, seats - seats % 2)
        day = min(federation.days - 1, number * federation.days // (about + 1))
        tournament = _tournament(federation, number, seats, rounds, day)
        tournament = tournament._replace(games=tournament.games[: games - played])
        played += len(tournament.games)
        yield tournament


def _tournament(
    federation: Federation, number: int, seats: int, rounds: int, day: int
) -> Played:
    points = dict.fromkeys(federation.field(seats, day), 0)
    met: set[tuple[int, int]] = set()
    games = []
    for round_no in range(1, rounds + 1):
        waiting = sorted(
            points,
            key=lambda player: (-points[player], -federation.strength[player], player),
        )
        while waiting:
            white = waiting.pop(0)
            at = next(
                (i for i, rival in enumerate(waiting[:8]) if (white, rival) not in met),
                0,
            )
            black = waiting.pop(at)
            met |= {(white, black), (black, white)}
            if federation.chance() < 0.5:
                white, black = black, white
            half_points = federation.result(white, black)
            points[white] += half_points
            points[black] += 2 - half_points
            games.append((round_no, white, black, half_points))
    start = FIRST_DAY + timedelta(days=day)
    return Played(
        number,
        start.isoformat(),
        (start + timedelta(days=2 if rounds < 9 else 8)).isoformat(),
        games,
    )


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
    for player in sorted(
        {
            player
            for played in tournaments
            for game in played.games
            for player in game[1:3]
        }
    ):
        yield json.dumps(
            {"kind": "player", "player": f"P{player}", "name": f"Player {player}"}
        )


def document(played: Played) -> dict[str, object]:
    return {
        "kind": "tournament",
        "tournament": f"T{played.number:05}",
        "name": f"Open {played.number}",
        "start": played.start,
        "end": played.end,
        "minutes": 90,
        "games": [
            {
                "round": round_no,
                "white": f"P{white}",
                "black": f"P{black}",
                "result": RESULTS[half_points],
            }
            for round_no, white, black, half_points in played.games
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
    moments: list[tuple[int, int, str]] = []
    for number, played in enumerate(tournaments):
        comes = number + (LATE_BY if number % EVERY_LATE == EVERY_LATE - 1 else 0)
        moments.append((comes, number, json.dumps(document(played))))
        if number % EVERY_WRONG == EVERY_WRONG // 2:
            moments.append(
                (comes + MENDED_AFTER, number, json.dumps(turned_round(played)))
            )
    for _, _, text in sorted(moments):
        yield text


def turned_round(played: Played) -> dict[str, object]:
    """The first game with another result."""
    other = RESULTS[0] if played.games[0][3] else RESULTS[2]
    return {
        "kind": "amend",
        "tournament": f"T{played.number:05}",
        "reason": "the score sheet says so",
        "games": {"1.1": {"result": other}},
    }
