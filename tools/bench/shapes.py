"""Ledgers of other shapes than that of a federation: each is hard for another part of
the program. From one seed each.

A shape yields submissions, each a text of JSON Lines, of about as many games as are
asked for.
"""

import json
import random
from collections.abc import Callable, Iterable, Iterator
from datetime import date, timedelta
from typing import Any

from tools.bench.history import RESULTS, Played, lines, submissions

FIRST_DAY = date(2006, 1, 1)
Document = dict[str, Any]


def federation(games: int) -> Iterator[str]:
    """The history of a federation in one file, as whoever moves in brings it."""
    yield "\n".join(lines(games))


def crowd(games: int) -> Iterator[str]:
    """Half as many people as games, of whom most never play: 100,000 for 200,000 games."""
    yield _file(
        [*_people(games // 2), *_events(games // 50, 10, 5, 1, people=games // 2)]
    )


def careers(games: int) -> Iterator[str]:
    """A hundred people who play on and on: 2,000 games each for 100,000."""
    yield _file([*_people(100), *_events(games // 50, 10, 5, 1, people=100)])


def opens(games: int) -> Iterator[str]:
    """Opens of 500 players and nine rounds."""
    yield _file(
        [*_people(1000), *_events(max(1, games // 2250), 500, 9, 30, people=1000)]
    )


def single_games(games: int) -> Iterator[str]:
    """Long leagues whose games are each rated alone, on the day they are played: a
    fifth of the games of the others.
    """
    chance = random.Random(5)
    leagues: list[Document] = []
    for number in range(max(1, games // 500)):
        first = FIRST_DAY + timedelta(days=3 * number)
        played = [
            {**game, "on": (first + timedelta(days=at)).isoformat()}
            for at, game in enumerate(
                _rounds(chance, chance.sample(range(200), 20), 10)
            )
        ]
        leagues.append(_event(number, first, 100, played) | {"each_game_rated": True})
    yield _file([*_people(200), *leagues])


def evenings(games: int) -> Iterator[str]:
    """Weekly evenings of ten games, each booked on its day."""
    yield _file(_people(400))
    for event in _events(games // 10, 4, 5, 1, people=400):
        yield _file([event])


def late_for_years(games: int) -> Iterator[str]:
    """Yield the submissions of years, each up to fourteen days late."""
    chance = random.Random(7)
    yield _file(_people(400))
    events = list(_events(games // 10, 4, 5, 1, people=400))
    arrives = sorted(
        (number + chance.randrange(14), number) for number in range(len(events))
    )
    for _, number in arrives:
        yield _file([events[number]])


def corrected(games: int) -> Iterator[str]:
    """A federation as its office books it, and then 500 corrections in one file."""
    yield from submissions(games)
    yield corrections(min(500, max(1, games // 150 - 1)))


def corrections(count: int) -> str:
    """The first game of so many tournaments turned round, beginning with the oldest."""
    return _file(corrected_game(f"T{number:05}") for number in range(1, count + 1))


def corrected_game(tournament: str) -> Document:
    """The first game of a tournament, which nobody won now."""
    return {
        "kind": "amend",
        "tournament": tournament,
        "reason": "bench",
        "games": {"1.1": {"result": "0-0"}},
    }


def reported_late(held: Played) -> Document:
    """The players of a tournament once more on its days, in one that nobody reported
    yet, with the colours turned.
    """
    result = {2: "0-1", 1: "1/2-1/2", 0: "1-0"}
    games = [
        {
            "round": game.round,
            "white": f"P{game.black}",
            "black": f"P{game.white}",
            "result": result[game.half_points],
        }
        for game in held.games
    ]
    return {
        "kind": "tournament",
        "tournament": "late",
        "name": "Late",
        "start": held.start,
        "end": held.end,
        "minutes": 90,
        "games": games,
    }


def members(count: int) -> str:
    """People of a register, of whom nobody played yet."""
    return _file(_people(count))


def _people(count: int) -> Iterator[Document]:
    for number in range(count):
        yield {"kind": "player", "player": f"P{number}", "name": f"Player {number}"}


def _events(
    count: int, seats: int, rounds: int, days: int, people: int
) -> Iterator[Document]:
    chance = random.Random(3)
    for number in range(count):
        first = FIRST_DAY + timedelta(days=number * 7000 // max(1, count))
        yield _event(
            number,
            first,
            days,
            list(_rounds(chance, chance.sample(range(people), seats), rounds)),
        )


def _event(number: int, first: date, days: int, games: list[Document]) -> Document:
    last = first + timedelta(days=days - 1)
    return {
        "kind": "tournament",
        "tournament": f"T{number:05}",
        "name": f"Event {number}",
        "start": first.isoformat(),
        "end": last.isoformat(),
        "minutes": 90,
        "games": games,
    }


def _rounds(chance: random.Random, seats: list[int], rounds: int) -> Iterator[Document]:
    """Each sits at another board in every round, and meets nobody twice."""
    half = len(seats) // 2
    for number in range(1, rounds + 1):
        away = seats[half:]
        for board, white in enumerate(seats[:half]):
            black = away[(board + number) % half]
            yield {
                "round": number,
                "white": f"P{white}",
                "black": f"P{black}",
                "result": chance.choice(RESULTS),
            }


def _file(documents: Iterable[Document]) -> str:
    return "\n".join(map(json.dumps, documents))


SHAPES: dict[str, Callable[[int], Iterator[str]]] = {
    shape.__name__: shape
    for shape in (
        federation,
        crowd,
        careers,
        opens,
        single_games,
        evenings,
        late_for_years,
        corrected,
    )
}
