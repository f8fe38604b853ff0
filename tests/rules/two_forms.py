"""A random unit rated in both ways: figures for a replay, terms for whoever asks why.

Units of every list: at home and abroad, of one time and of many, with newcomers,
foreigners and every result.
"""

import random
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from messages.results import RESULT_OF
from rulebooks import LISTS as KEPT
from rulebooks import rulebook
from rulebooks.base import External, Header, Person, Standing, Unit
from rulebooks.entries import Figure, figures_of
from rulebooks.finland.editions import EDITIONS
from rulebooks.finland.standing import selo_standing
from rulebooks.games import BLACK, WHITE, Game, Games

DAY = "2024-05-05"
# the others are rated with terms alone
LISTS = tuple(name for name in ("selo", "pelo", "elo", "elo-uscf") if name in KEPT)
TIMES = (60, 15 * 60, 59 * 60, 60 * 60, 90 * 60)  # seconds
SOURCES = ("fide-standard", "fide-rapid", "national-standard", "national-rapid")


class Rating(NamedTuple):
    """Everything that a unit is rated from."""

    unit: Unit
    before: list[Standing]
    people: list[Person]


def random_rating(list_name: str, chance: random.Random) -> Rating:
    edition = chance.choice(sorted(rulebook(list_name).editions))
    header = Header(
        "t",
        DAY,
        DAY,
        chance.choice(TIMES),
        chance.random() < 0.7,
        True,
        chance.random() < 0.3,
        chance.choice(("under-10", "under-14", "open")),
        False,
        0,
    )
    players = [f"P{number}" for number in range(chance.randint(2, 9))]
    many_times = chance.random() < 0.3
    rows = []
    for number in range(1, chance.randint(1, 20) + 1):
        white, black = chance.sample(players, 2)
        letter = chance.choice([*WHITE])
        seconds = chance.choice(TIMES) if many_times else header.seconds
        points = (WHITE[letter], BLACK[letter])
        rows.append(
            Game(
                f"g{number}",
                number,
                number,
                DAY,
                white,
                black,
                RESULT_OF[letter],
                points,
                seconds,
                seconds,
                False,
            )
        )
    games = Games.from_games(rows, DAY, header.seconds)
    rated = Unit(list_name, DAY, "games", "t", "t", DAY, DAY, edition, 0, header, games)
    before = [random_standing(list_name, edition, chance) for _ in games.players]
    return Rating(
        rated, before, [random_person(player, chance) for player in games.players]
    )


def random_standing(list_name: str, edition: str, chance: random.Random) -> Standing:
    rating = chance.choice(
        (None, 1500, chance.randint(400, 2900), chance.randint(1500, 2100))
    )
    if list_name == "pelo":
        return Standing(rating, 0 if rating is None else chance.randint(0, 1), ())
    if list_name != "selo":
        return Standing(rating, chance.randint(0, 60), ())
    if rating is None:
        return chance.choice((Standing(), Standing(None, 0, (0, 0, ""))))
    games, step = (
        chance.choice((0, chance.randint(1, 12), 40)),
        chance.choice(("", "2023-01-01")),
    )
    half_points = chance.randint(0, 2 * games)
    return selo_standing(
        rating,
        games,
        games * rating + chance.randint(-50, 50),
        half_points,
        step,
        EDITIONS[edition],
    )


def random_person(player: str, chance: random.Random) -> Person:
    if chance.random() < 0.7:
        return Person(player)
    external = tuple(
        External(
            chance.choice(SOURCES),
            chance.choice(("2023-12-01", "2024-06-01")),
            chance.randint(700, 2700),
            chance.random() < 0.7,
        )
        for _ in range(chance.randint(0, 3))
    )
    elo_only = ("2023-05-01",) if chance.random() < 0.3 else ()
    return Person(
        player,
        (("0001-01-01", chance.choice(("FIN", "SWE"))),),
        external=external,
        elo_only=elo_only,
    )


def figures(rating: Rating) -> list[Figure]:
    return rulebook(rating.unit.list).figures(*rating)


def by_terms(rating: Rating, only: str | None = None) -> list[Figure]:
    players = rating.unit.seats()
    standings, people = (
        dict(zip(players, rating.before, strict=True)),
        dict(zip(players, rating.people, strict=True)),
    )
    return figures_of(
        rulebook(rating.unit.list).rate(rating.unit, standings, people, only).changes,
        players,
    )


def told(kept: Sequence[Figure]) -> list[Figure]:
    """Each figure, a player's in their order, without the checksum: each form has one
    of its own.
    """
    return sorted(
        (replace(figure, working=0) for figure in kept),
        key=lambda one: (one.player, one.kind != "elo-step"),
    )


def compare(list_name: str, seed: int, number: int) -> Counter[str]:
    """Compare so many random units, and count what was met in them."""
    chance, seen = random.Random(seed), Counter[str]()
    for at in range(number):
        rating = random_rating(list_name, chance)
        kept = figures(rating)
        assert told(kept) == told(by_terms(rating)), (list_name, seed, at)
        assert rating.unit.header is not None
        seen["abroad"] += not rating.unit.header.domestic
        seen["times"] += bool(rating.unit.games.times)
        seen["steps"] += any(figure.kind == "elo-step" for figure in kept)
        seen["new"] += any(figure.expected is None for figure in kept)
        seen["omitted"] += len({figure.player for figure in kept}) < len(
            rating.unit.seats()
        )
    return seen
