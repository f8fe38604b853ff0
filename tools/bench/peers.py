"""Measure what somebody would pick instead, over the same games in the same run: the
bare loop, a table of rows, and libraries of the field.

What is not installed is left out of the page; `pip install riix elote glicko2 openskill
pandas numba` brings all of it.
"""

import sqlite3
import tempfile
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from tools.bench.history import history

Work = Callable[[], object]


def pairs_of(games: str) -> list[tuple[int, int, int]]:
    """Return White, Black and White's half points of each game."""
    pairs = []
    for played in history(int(games)):
        for game in played.games:
            pairs.append((game.white, game.black, game.half_points))
    return pairs


def bare_loop(games: str) -> Work:
    """Elo and nothing else: a dict of ratings and a float formula, game by game. The
    yardstick of every ratio.
    """
    pairs = pairs_of(games)

    def loop() -> None:
        ratings: dict[int, float] = {}
        for white, black, half_points in pairs:
            own, rival = ratings.get(white, 1500.0), ratings.get(black, 1500.0)
            expected = 1 / (1 + 10 ** ((rival - own) / 400))
            change = 20 * (half_points / 2 - expected)
            ratings[white], ratings[black] = own + change, rival - change

    return loop


def bare_sqlite(games: str) -> Work:
    """A row a game into one table of integers, and the commit."""
    pairs = pairs_of(games)

    def write() -> None:
        with tempfile.TemporaryDirectory() as folder:
            connection = sqlite3.connect(Path(folder, "rows.db"), isolation_level=None)
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute("PRAGMA synchronous=FULL")
            connection.execute(
                "CREATE TABLE game (number INTEGER PRIMARY KEY, white INTEGER, black"
                " INTEGER, points INTEGER)"
            )
            connection.execute("BEGIN")
            connection.executemany(
                "INSERT INTO game (white, black, points) VALUES (?, ?, ?)", pairs
            )
            connection.execute("COMMIT")
            connection.close()

    return write


def pandas(games: str) -> Work:
    """Ratings tournament by tournament with `groupby`, as somebody who works with data
    would write it.
    """
    import numpy
    import pandas as pd

    rows = [
        (played.number, *game[1:])
        for played in history(int(games))
        for game in played.games
    ]
    frame = pd.DataFrame(rows, columns=["tournament", "white", "black", "points"])
    people = int(frame[["white", "black"]].to_numpy().max()) + 1

    def grouped() -> None:
        ratings = numpy.full(people, 1500.0)
        for _, unit in frame.groupby("tournament", sort=False):
            white, black, points = (
                unit[name].to_numpy() for name in ("white", "black", "points")
            )
            change = 20 * (
                points / 2 - 1 / (1 + 10 ** ((ratings[black] - ratings[white]) / 400))
            )
            numpy.add.at(ratings, white, change)
            numpy.add.at(ratings, black, -change)

    return grouped


def numba(games: str) -> Work:
    """The bare loop compiled; compiling is measured with it, for whoever runs it once
    waits for that.
    """
    import numba as compiler
    import numpy

    pairs = numpy.array(pairs_of(games))
    people = int(pairs[:, :2].max()) + 1

    @compiler.njit  # type: ignore[untyped-decorator, unused-ignore]
    def loop(games: Any, ratings: Any) -> None:
        for at in range(len(games)):
            white, black, points = games[at]
            change = 20 * (
                points / 2 - 1 / (1 + 10 ** ((ratings[black] - ratings[white]) / 400))
            )
            ratings[white] += change
            ratings[black] -= change

    return lambda: loop(pairs, numpy.full(people, 1500.0))


def elote(games: str) -> Work:
    from elote import EloCompetitor

    pairs = pairs_of(games)

    def loop() -> None:
        people: dict[int, Any] = {}
        for white, black, half_points in pairs:
            own = people.setdefault(white, EloCompetitor(initial_rating=1500))
            rival = people.setdefault(black, EloCompetitor(initial_rating=1500))
            if half_points == 1:
                own.tied(rival)
            elif half_points == 2:
                own.beat(rival)
            else:
                own.lost_to(rival)

    return loop


def glicko2(games: str) -> Work:
    from glicko2 import Player

    pairs = pairs_of(games)

    def loop() -> None:
        people: dict[int, Any] = {}
        for white, black, half_points in pairs:
            own = people.setdefault(white, Player())
            rival = people.setdefault(black, Player())
            rating, deviation = own.rating, own.rd
            own.update_player([rival.rating], [rival.rd], [half_points / 2])
            rival.update_player([rating], [deviation], [1 - half_points / 2])

    return loop


def openskill(games: str) -> Work:
    from openskill.models import PlackettLuce

    pairs, model = pairs_of(games), PlackettLuce()
    ranks = {0: [2, 1], 1: [1, 1], 2: [1, 2]}

    def loop() -> None:
        people: dict[int, Any] = {}
        for white, black, half_points in pairs:
            sides = [
                [people.get(white) or model.rating()],
                [people.get(black) or model.rating()],
            ]
            [people[white]], [people[black]] = model.rate(
                sides, ranks=ranks[half_points]
            )

    return loop


def riix(games: str, method: str) -> Work:
    import numpy
    from riix.models.elo import Elo
    from riix.utils.data_utils import MatchupDataset

    tournaments = list(history(int(games)))
    pairs: list[tuple[int, int]] = []
    points: list[float] = []
    numbers: list[int] = []  # of the tournaments
    for played in tournaments:
        for game in played.games:
            pairs.append((game.white, game.black))
            points.append(game.half_points / 2)
            numbers.append(played.number)
    matchups = numpy.array(pairs)
    outcomes = numpy.array(points)
    steps = numpy.array(numbers)
    people = [str(number) for number in range(1 + int(matchups.max()))]

    def fitted() -> None:
        data = MatchupDataset.init_from_arrays(steps, matchups, outcomes, people)
        Elo(competitors=data.competitors, update_method=method).fit_dataset(data)

    return fitted


# as the page names them: which function, with what, and over how many games at most,
# for some take minutes
PEERS: dict[str, tuple[Callable[..., Work], tuple[str, ...], int]] = {
    "rows into SQLite": (bare_sqlite, (), 1_000_000),
    "riix, batched": (riix, ("batched",), 1_000_000),
    "riix, per game": (riix, ("iterative",), 1_000_000),
    "pandas, by tournament": (pandas, (), 1_000_000),
    "numba, by hand": (numba, (), 1_000_000),
    "elote": (elote, (), 1_000_000),
    "glicko2": (glicko2, (), 1_000_000),
    "openskill": (openskill, (), 200_000),
}


def measurable(games: int) -> list[tuple[str, str, tuple[str, ...]]]:
    """Name the peers that are installed and not too slow: their names, their stages and
    what these take.
    """
    return [
        (name, peer.__name__, (str(games), *words))
        for name, (peer, words, most) in PEERS.items()
        if games <= most
        and (peer is bare_sqlite or find_spec(peer.__name__) is not None)
    ]
