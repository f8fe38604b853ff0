"""Clean seasons: a federation whose opens, closed events, blitz and youth events are
played as ratings say.
"""

import random
from collections.abc import Iterator
from datetime import date, timedelta

from tests.world.documents import Document, external, game, opening, player, tournament

FIRST = date(2024, 1, 6)
# name, time control, rounds, days, players
SHAPES = (
    ("Open", "90+30", 7, 4, 24),
    ("Weekend", "60+30", 5, 2, 16),
    ("Rapid", "15+5", 7, 1, 20),
    ("Blitz", "3+2", 9, 1, 14),
    ("Mestaruus", "90+30", 7, 40, 8),
    ("Lapset alle 14", "15+10", 5, 1, 10),
)


def season(rng: random.Random, tournaments: int) -> Iterator[tuple[Document, str]]:
    """(document, when it is recorded): people with openings or new, then tournaments on
    days of their own, each recorded when it is over; no slip is among them.
    """
    beginning = f"{FIRST}T08:00:00.000000Z"
    strength = {
        f"s{at}": int(min(2350, max(1000, rng.gauss(1700, 280)))) for at in range(80)
    }
    births = {
        name: rng.randint(2011, 2015) if at % 5 == 4 else rng.randint(1945, 2008)
        for at, name in enumerate(strength)
    }
    for at, name in enumerate(strength):
        foreign = at % 16 == 7
        yield (
            player(
                name,
                born=str(births[name]),
                **({"federation": "EST"} if foreign else {}),
            ),
            beginning,
        )
        if foreign:
            yield external(name, strength[name]), beginning
        elif at % 5 != 4 or rng.random() < 0.3:  # most children are new
            told = strength[name] + rng.randint(-60, 60)
            yield (
                opening(name, told, on="2023-12-31", games=rng.randint(20, 300)),
                beginning,
            )
            if rng.random() < 0.5:
                yield (
                    opening(
                        name, told + rng.randint(-80, 80), list="pelo", on="2023-12-31"
                    ),
                    beginning,
                )
    played, start = list[Document](), FIRST
    for number in range(tournaments):
        name, time, rounds, days, size = SHAPES[number % len(SHAPES)]
        start += timedelta(rng.randint(1, 4))
        end = start + timedelta(days - 1)
        children = "alle" in name
        people = [who for who in strength if 2024 - births[who] <= 13 or not children]
        field = rng.sample(people, min(size, len(people)) // 2 * 2)
        games = list(_games(field, strength, rounds, rng))
        fields = {"age_group": "under-14"} if children else {}
        header = {
            "name": f"{name} {number}",
            "start": str(start),
            "time_control": time,
            **fields,
        }
        played.append(tournament(f"t{number}", str(end), *games, **header))
        start = end if days < 10 else start
    for document in sorted(played, key=lambda document: str(document["end"])):
        yield (
            document,
            f"{date.fromisoformat(document['end']) + timedelta(3)}T09:00:00.000000Z",
        )


def _games(
    field: list[str], strength: dict[str, int], rounds: int, rng: random.Random
) -> Iterator[Document]:
    """The rounds of a tournament in which nobody meets twice: everybody stays but the
    seats move on by one.
    """
    seats = sorted(field, key=lambda who: rng.random())
    for number in range(1, min(rounds, len(seats) - 1) + 1):
        for one, other in zip(
            seats[: len(seats) // 2], reversed(seats[len(seats) // 2 :]), strict=True
        ):
            white, black = (one, other) if number % 2 else (other, one)
            expected = 1 / (1 + 10 ** ((strength[black] - strength[white]) / 400))
            drawn = min(expected, 1 - expected) * 0.6
            chance = rng.random()
            result = (
                "1-0"
                if chance < expected - drawn / 2
                else "0-1"
                if chance > expected + drawn / 2
                else "1/2-1/2"
            )
            yield game(number, white, black, result)
        seats = [seats[0], seats[-1], *seats[1:-1]]
