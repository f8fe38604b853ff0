"""FIDE by the regulations of 1 March 2024: list after list, each made of everything
that counts for it.
"""

from __future__ import annotations

import math
from copy import deepcopy
from dataclasses import dataclass, field
from datetime import date, timedelta
from fractions import Fraction

from ..formulas import percent, rounded
from ..records import Document
from .pages import Line, Pages, Unit, score_of, serious_units, walk

FIRST_NUMBERS = (1800, 1800)
FLOOR, CEILING, ENOUGH, MONTHS = 1400, 2200, 5, 26
UNCUT, UNCUT_SINCE = 2650, "2025-10-01"
# 8.1.1, from .99 down to .50
TABLE = (
    "677 589 538 501 470 444 422 401 383 366 351 336 322 309 296 284 273 262 251 240"
    " 230 220 211 202 193 184 175 166 158 149 141 133 125 117 110 102 95 87 80 72 65 57"
    " 50 43 36 29 21 14 7 0"
)
DP = {99 - place: int(text) for place, text in enumerate(TABLE.split())} | {100: 800}
ALWAYS = ""


@dataclass
class Person:
    """`lists`: every list with what it showed; `plays`: (list it counts for, W - PD)
    since the last of them; `results`: (list it counts for, opponent, score) while
    unrated.
    """

    since: str
    lists: list[tuple[str, int | None]] = field(default_factory=list)
    highest: int = 0
    completed: int = 0
    k: int = 0
    plays: list[tuple[str, Fraction]] = field(default_factory=list)
    results: list[tuple[str, int, Fraction]] = field(default_factory=list)

    def rating(self) -> int | None:
        """On the newest list."""
        return self.lists[-1][1] if self.lists else None

    def live(self) -> int | None:
        """If the next list came out now."""
        current = self.rating()
        if current is not None:
            return current + change(self)
        return first(self.results) if self.results else None


def after(day: str) -> str:
    """The list after a list."""
    year, month = int(day[:4]), int(day[5:7])
    return f"{year + month // 12:04}-{month % 12 + 1:02}-01"


def before(day: str) -> str:
    year, month = int(day[:4]), int(day[5:7])
    return f"{year:04}-{month - 1:02}-01" if month > 1 else f"{year - 1:04}-12-01"


def target(end: str) -> str:
    """The first list that closes, 3 days before its date, on the last day of play or
    later.
    """
    found = end[:8] + "01"
    while (date.fromisoformat(found) - timedelta(days=3)).isoformat() < end:
        found = after(found)
    return found


def dp(score: Fraction, games: int) -> int:
    p = rounded(100 * score / games)
    return DP[p] if p >= 50 else -DP[100 - p]


def first(results: list[tuple[str, int, Fraction]]) -> int:
    numbers = [opponent for _, opponent, _ in results] + list(FIRST_NUMBERS)
    score = sum((made for _, _, made in results), Fraction(len(FIRST_NUMBERS), 2))
    return min(
        CEILING, rounded(Fraction(sum(numbers), len(numbers)) + dp(score, len(numbers)))
    )


def change(person: Person) -> int:
    """The rating change of the period, half away from zero."""
    k, games = person.k, len(person.plays)
    while k * games > 700:
        k -= 1
    exact = k * sum((surplus for _, surplus in person.plays), Fraction(0))
    return int(math.copysign(rounded(abs(exact)), exact)) if exact else 0


def coefficient(person: Person, born: str | None, base: str) -> int:
    if person.highest >= 2400:
        return 10
    if (
        born is not None
        and int(base[:4]) - int(born[:4]) <= 18
        and person.highest < 2300
    ):
        return 40
    return 40 if person.completed < 30 else 20


def publish(person: Person, until: str) -> None:
    """Every list up to a day."""
    while after(person.since) <= until:
        day = after(person.since)
        person.since = day
        current = person.rating()
        if current is not None:
            publish_rated(person, day, current)
        else:
            publish_newcomer(person, day)


def publish_rated(person: Person, day: str, current: int) -> None:
    number = current + change(person)
    person.completed = person.completed + len(person.plays)
    if number < FLOOR:
        person.completed, person.plays = 0, []
        person.lists.append((day, None))
        return
    person.plays = []
    shows(person, day, number)


def publish_newcomer(person: Person, day: str) -> None:
    oldest = day
    for _ in range(MONTHS - 1):
        oldest = before(oldest)
    person.results = [result for result in person.results if result[0] >= oldest]
    if len(person.results) >= ENOUGH and first(person.results) >= FLOOR:
        number = first(person.results)
        person.completed, person.results = len(person.results), []
        shows(person, day, number)
    else:
        person.lists.append((day, None))


def shows(person: Person, day: str, number: int) -> None:
    person.lists = [(since, old) for since, old in person.lists if since != day] + [
        (day, number)
    ]
    person.highest = max(person.highest, number)


def listed(person: Person, unit: Unit) -> int | None:
    """On the list in force when the unit begins; those of a year before the newest are
    remembered.
    """
    newest = person.since
    oldest = f"{int(newest[:4]) - 1:04}{newest[4:]}"
    found = None
    for since, number in person.lists:
        if since <= max(unit.start, oldest):
            found = number
    return found


def expected(own: int, opponent: int, start: str) -> Fraction:
    difference = own - opponent
    if own < UNCUT or start < UNCUT_SINCE:
        difference = max(-400, min(400, difference))
    return Fraction(percent(difference), 100)


def fide_now_lines(book: Pages) -> list[Line]:
    """The list elo-fide by fide-2024."""
    people: dict[str, Person] = {}
    lines: list[Line] = []

    def opens(document: Document) -> None:
        player, rating, count, day = (
            document["player"],
            document["rating"],
            document["games"],
            document["on"],
        )
        lines.append(
            Line(player, "opening", None, day, None, rating, count, Fraction(0))
        )
        base = day[:8] + "01"
        earlier = people.get(player, Person(base))
        publish(earlier, day)
        highest = max(earlier.highest, rating, document.get("peak") or 0)
        people[player] = Person(base, [(ALWAYS, rating)], highest, count)

    def rates(unit: Unit) -> None:
        base = before(target(unit.end))
        standing: dict[str, int | None] = {}
        # whoever gets no rating in the unit stays as they were: the lists up to it come
        # out with what is told next
        unrated = {
            player: deepcopy(people[player])
            for player in unit.players()
            if player in people
        }
        for player in unit.players():
            person = people.setdefault(player, Person(min(base, unit.end[:8] + "01")))
            publish(person, unit.end)
            standing[player] = person.live()
            publish(person, base)
        numbers = {player: listed(people[player], unit) for player in unit.players()}
        # 6.1 speaks of a match, that is of all that two players played
        met = {game.white for game in unit.tournament.games}
        met |= {game.black for game in unit.tournament.games}
        if len(met) == 2 and any(people[player].rating() is None for player in numbers):
            people.update(unrated)
            return
        # 8.2.1 speaks of an event; one game of it is none
        whole = unit.name == unit.tournament.id
        for player in unit.players():
            games = [
                game
                for game in unit.games_of(player)
                if numbers[game.opponent(player)] is not None
            ]
            person, score = people[player], score_of(player, games)
            current = person.rating()
            first_zero = whole and not person.results and not score
            if not games or (current is None and first_zero):
                people[player] = unrated.get(player, person)
                continue
            if current is None:
                results = [
                    (
                        target(unit.end),
                        numbers[game.opponent(player)] or 0,
                        game.points(player),
                    )
                    for game in games
                ]
                person.results += results
            else:
                own = numbers[player] if numbers[player] is not None else current
                assert own is not None
                if not person.plays:
                    person.k = coefficient(person, book.births.get(player), base)
                person.plays += [
                    (
                        base,
                        game.points(player)
                        - expected(
                            own, numbers[game.opponent(player)] or 0, unit.start
                        ),
                    )
                    for game in games
                ]
            now = person.live()
            assert now is not None
            lines.append(
                Line(
                    player,
                    "unit",
                    unit.name,
                    unit.end,
                    standing[player],
                    now,
                    len(games),
                    score,
                )
            )

    def rules(document: Document) -> None:
        player, day = document["player"], document["on"]
        person = people.setdefault(player, Person(day[:8] + "01"))
        publish(person, day)
        was, current = person.live(), person.rating()
        if document.get("rating") is not None:
            person.completed += len(person.plays) + len(person.results)
            person.plays, person.results = [], []
            shows(person, person.since, document["rating"])
        elif current is None:
            return
        else:
            shows(person, person.since, current + document["delta"])
        number = person.live()
        assert number is not None
        lines.append(Line(player, "ruling", None, day, was, number, 0, Fraction(0)))

    walk(book, "elo-fide", serious_units(book), opens, rates, rules)
    return lines
