"""FIDE as the article of 2009 tells it: lists by quarter, changes kept exact between
them.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from fractions import Fraction

from ..formulas import percent, rounded
from ..records import Document
from .pages import Line, Pages, Unit, mean, score_of, serious_units, walk

# The article's table, p in hundredths.
DP: tuple[tuple[int, int], ...] = (
    (1, -677),
    (10, -366),
    (20, -240),
    (30, -149),
    (40, -72),
    (50, 0),
)
ALWAYS = ""
TABLE: tuple[tuple[int, int], ...] = DP + tuple(
    (100 - p, -d) for p, d in reversed(DP[:-1])
)


@dataclass
class Person:
    """Lists a player was on, newest last, and what waits for the next."""

    lists: list[tuple[str, int]] = field(default_factory=list)
    waiting: int | None = None
    waiting_from: str = ""
    pending: Fraction = Fraction(0)
    changes_until: str = ""
    games: int = 0
    shown_2400: bool = False

    def live(self) -> int | None:
        """What a list would say if it came out now."""
        if self.waiting is not None:
            return self.waiting
        return rounded(self.lists[-1][1] + self.pending) if self.lists else None


def next_list(day: str) -> str:
    """The first list day after a day."""
    year = int(day[:4])
    days = [f"{year}-{month}-01" for month in ("01", "04", "07", "10")] + [
        f"{year + 1}-01-01"
    ]
    return next(found for found in days if found > day)


def d_of(p: Fraction) -> Fraction:
    """d(p) between two rows by a straight line, p in hundredths; beyond the table its
    ends.
    """
    if p <= 1:
        return Fraction(-677)
    if p >= 99:
        return Fraction(677)
    for (low, d_low), (high, d_high) in itertools.pairwise(TABLE):
        if low <= p <= high:
            return Fraction(d_low) + (p - low) * (d_high - d_low) / (high - low)
    raise AssertionError(p)


def expected(own: int, opponent: int) -> Fraction:
    """The table, a difference counting as at most 400."""
    return Fraction(percent(max(-400, min(400, own - opponent))), 100)


def publish(person: Person, day: str) -> None:
    """Every list up to a day (that day's included): what waits comes in force, what is
    pending is rounded in.
    """
    if person.waiting is not None and person.waiting_from <= day:
        shows(person, person.waiting_from, person.waiting)
        person.waiting = None
    if person.pending and person.changes_until <= day:
        shows(
            person, person.changes_until, rounded(person.lists[-1][1] + person.pending)
        )
        person.pending = Fraction(0)


def shows(person: Person, day: str, number: int) -> None:
    """The list of a day shows a number; a ruling inside a quarter corrects the list of
    that quarter.
    """
    person.lists = [(since, old) for since, old in person.lists if since != day] + [
        (day, number)
    ]
    person.shown_2400 = person.shown_2400 or number >= 2400


def last_list(day: str) -> str:
    """The list in force on a day."""
    month = max(found for found in ("01", "04", "07", "10") if found <= day[5:7])
    return f"{day[:4]}-{month}-01"


def listed(person: Person, unit: Unit) -> int | None:
    """The number in force when the unit begins; the lists of one year before that of
    its end are remembered.
    """
    newest = last_list(unit.end)
    oldest = f"{int(newest[:4]) - 1:04}{newest[4:]}"
    found = None
    for since, number in person.lists:
        if since <= max(unit.start, oldest):
            found = number
    return found


def coefficient(person: Person, own: int) -> int:
    """25 until 30 games; then 10 for ever once a list has shown 2400, and 15 before."""
    if person.games < 30:
        return 25
    return 10 if own >= 2400 or person.shown_2400 else 15


def first_number(numbers: list[int], score: Fraction) -> int | None:
    """Mean of the rated opponents + d(p); none with nothing or everything."""
    if not numbers or score in (0, len(numbers)):
        return None
    return rounded(mean(numbers) + d_of(100 * score / len(numbers)))


def fide_lines(book: Pages) -> list[Line]:
    """The list elo-fide."""
    people: dict[str, Person] = {}
    lines: list[Line] = []

    def opens(document: Document) -> None:
        player, rating, count = (
            document["player"],
            document["rating"],
            document["games"],
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
        earlier = people.get(player, Person())
        publish(earlier, document["on"])
        ever = earlier.shown_2400 or max(rating, document.get("peak") or 0) >= 2400
        people[player] = Person([(ALWAYS, rating)], games=count, shown_2400=ever)

    def rates(unit: Unit) -> None:
        for player in unit.players():
            publish(people.setdefault(player, Person()), unit.end)
        news: dict[str, tuple[Line, Fraction | None]] = {}
        for player in unit.players():
            person = people[player]
            games = [
                game
                for game in unit.games_of(player)
                if number_in(game.opponent(player), unit) is not None
            ]
            score, before, own = (
                score_of(player, games),
                person.live(),
                number_in(player, unit),
            )
            if not games:
                continue
            numbers = [number_in(game.opponent(player), unit) or 0 for game in games]
            if own is not None:
                sum_expected = sum(
                    (expected(own, number) for number in numbers), Fraction(0)
                )
                change = coefficient(person, own) * (score - sum_expected)
                after = rounded(person.lists[-1][1] + person.pending + change)
                line = Line(
                    player,
                    "unit",
                    unit.name,
                    unit.end,
                    before,
                    after,
                    len(games),
                    score,
                )
                news[player] = (line, change)
            elif before is None:
                first = first_number(numbers, score)
                if first is not None:
                    line = Line(
                        player,
                        "unit",
                        unit.name,
                        unit.end,
                        None,
                        first,
                        len(games),
                        score,
                    )
                    news[player] = (line, None)
        for player, (line, moved) in news.items():
            person = people[player]
            lines.append(line)
            person.games += line.games
            if moved is None:
                person.waiting, person.waiting_from = line.after, next_list(unit.end)
            else:
                person.pending += moved
                person.changes_until = next_list(unit.end)

    def number_in(player: str, unit: Unit) -> int | None:
        return listed(people[player], unit)

    def rules(document: Document) -> None:
        person = people.setdefault(document["player"], Person())
        publish(person, document["on"])
        before = person.live()
        if document.get("rating") is not None:
            shows(person, last_list(document["on"]), document["rating"])
            person.pending, person.waiting = Fraction(0), None
        elif before is None:
            return
        elif person.waiting is not None:
            person.waiting += document["delta"]
        else:
            shows(
                person,
                last_list(document["on"]),
                person.lists[-1][1] + document["delta"],
            )
        after = person.live()
        assert after is not None
        lines.append(
            Line(
                document["player"],
                "ruling",
                None,
                document["on"],
                before,
                after,
                0,
                Fraction(0),
            )
        )

    walk(book, "elo-fide", serious_units(book), opens, rates, rules)
    return lines
