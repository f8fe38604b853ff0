"""Glicko-2 as the paper tells it: a month's games at once, from the numbers at the
month's start.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from fractions import Fraction

from ..records import Document
from .pages import Line, Pages, Unit, score_of, serious_units, walk

TAU, START_RATING, START_DEVIATION, START_VOLATILITY = 0.5, 1500.0, 350.0, 0.06
FACTOR = 173.7178
MOST_OPENING_GAMES = 50
MOST_DEVIATION = 500


@dataclass
class Person:
    """Numbers at the start of a month, and the games of the month: opponent's rating
    and deviation, the score, and the own rating that they were played with, as a ruling
    may change it in the month.
    """

    month: str
    rating: float = START_RATING
    deviation: float = START_DEVIATION
    volatility: float = START_VOLATILITY
    games: list[tuple[float, float, float, float]] = field(default_factory=list)

    def now(self) -> int:
        """The rating if the month ended."""
        return math.floor(round(month_end(self)[0], 6) + 0.5)


def weight(phi: float) -> float:
    return 1 / math.sqrt(1 + 3 * phi**2 / math.pi**2)


def month_end(person: Person) -> tuple[float, float, float]:
    """Steps 2 to 8. Step 5 has several roots for results that nobody expects, so its
    procedure is followed.
    """
    if not person.games:
        return person.rating, person.deviation, person.volatility
    mu, phi, sigma = (
        (person.rating - 1500) / FACTOR,
        person.deviation / FACTOR,
        person.volatility,
    )
    inverse = gain = 0.0
    for rating, deviation, score, own in person.games:
        w = weight(deviation / FACTOR)
        e = 1 / (1 + math.exp(-w * (own - rating) / FACTOR))
        inverse += w * w * e * (1 - e)
        gain += w * (score - e)
    new_sigma = volatility_after(phi, sigma, 1 / inverse, gain / inverse)
    new_phi = (1 / phi_star(phi, new_sigma) ** 2 + inverse) ** -0.5
    return 1500 + FACTOR * (mu + new_phi**2 * gain), FACTOR * new_phi, new_sigma


def phi_star(phi: float, sigma: float) -> float:
    """Step 6, with a bound against results that nobody expects."""
    return min(math.sqrt(phi**2 + sigma**2), MOST_DEVIATION / FACTOR)


def volatility_after(phi: float, sigma: float, v: float, delta: float) -> float:
    """The paper's A is `near`, its B `far`."""
    a = math.log(sigma**2)

    def f(x: float) -> float:
        top = math.exp(x) * (delta**2 - phi**2 - v - math.exp(x))
        return top / (2 * (phi**2 + v + math.exp(x)) ** 2) - (x - a) / TAU**2

    far = a - TAU
    if delta**2 > phi**2 + v:
        far = math.log(delta**2 - phi**2 - v)
    else:
        while f(far) < 0:
            far -= TAU
    near, at_near, at_far = a, f(a), f(far)
    while math.fabs(far - near) > 1e-6:
        between = near + (near - far) * at_near / (at_far - at_near)
        value = f(between)
        crossed = value * at_far <= 0
        near, at_near = (far, at_far) if crossed else (near, at_near / 2)
        far, at_far = between, value
    return math.exp(near / 2)


def month_of(day: str) -> str:
    return day[:7]


def months_between(earlier: str, later: str) -> int:
    year, month = (int(part) for part in earlier.split("-"))
    count = 0
    while f"{year:04}-{month:02}" < later:
        count += 1
        year, month = (year, month + 1) if month < 12 else (year + 1, 1)
    return count


def roll(person: Person, month: str) -> None:
    """Month by month: the first has the games, the others make the number vaguer."""
    for _ in range(months_between(person.month, month)):
        if person.games:
            person.rating, person.deviation, person.volatility = month_end(person)
            person.games = []
        else:
            vaguer(person)
    person.month = max(person.month, month)


def vaguer(person: Person) -> None:
    """A month without a game: only step 6."""
    person.deviation = FACTOR * phi_star(person.deviation / FACTOR, person.volatility)


def opening_deviation(games: int) -> float:
    """What so many games against equals leave."""
    return FACTOR / math.sqrt(
        (FACTOR / START_DEVIATION) ** 2 + min(games, MOST_OPENING_GAMES) / 4
    )


def glicko_lines(book: Pages) -> list[Line]:
    """The list glicko."""
    people: dict[str, Person] = {}
    lines: list[Line] = []

    def opens(document: Document) -> None:
        player, rating, count = (
            document["player"],
            document["rating"],
            document["games"],
        )
        people[player] = Person(
            month_of(document["on"]), float(rating), opening_deviation(count)
        )
        lines.append(
            Line(
                player,
                "opening",
                None,
                document["on"],
                None,
                rating,
                count,
                Fraction(0),
            )
        )

    def rates(unit: Unit) -> None:
        month, before = (
            month_of(unit.end),
            dict[str, int | None].fromkeys(unit.players()),
        )
        before |= {
            player: people[player].now()
            for player in unit.players()
            if player in people
        }
        for player in unit.players():
            roll(people.setdefault(player, Person(month)), month)
        for player in unit.players():
            games = unit.games_of(player)
            for game in games:
                other = people[game.opponent(player)]
                own, made = people[player].rating, float(game.points(player))
                people[player].games.append((other.rating, other.deviation, made, own))
        for player in unit.players():
            games = unit.games_of(player)
            after, score = people[player].now(), score_of(player, games)
            lines.append(
                Line(
                    player,
                    "unit",
                    unit.name,
                    unit.end,
                    before[player],
                    after,
                    len(games),
                    score,
                )
            )

    def rules(document: Document) -> None:
        player, month = document["player"], month_of(document["on"])
        known = player in people
        if not known and document.get("rating") is None:
            return
        person = people.setdefault(player, Person(month))
        before = person.now() if known else None
        roll(person, month)
        if document.get("rating") is not None:
            _, person.deviation, person.volatility = month_end(person)
            person.rating, person.games = float(document["rating"]), []
        else:
            person.rating += document["delta"]
        lines.append(
            Line(
                player,
                "ruling",
                None,
                document["on"],
                before,
                person.now(),
                0,
                Fraction(0),
            )
        )

    walk(book, "glicko", serious_units(book), opens, rates, rules)
    return lines
