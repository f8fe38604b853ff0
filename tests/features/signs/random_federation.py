"""Federations drawn from a seed, for signs: clubs, leagues, opens, schools, juniors who
grow and newcomers.

Nobody in them does anything wrong, but they are not alike: some have large clubs that
play among themselves all winter, some meet at opens only. planted_cases.py adds
what an office looks for.
"""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any

Document = dict[str, Any]
Line = tuple[int, int, int, float]  # round, white, black, score of White
FIRST_DAY = date(2024, 1, 1)
LIST_DAY = "2023-12-31"
RESULTS = {1.0: "1-0", 0.5: "1/2-1/2", 0.0: "0-1"}


@dataclass
class Person:
    """Somebody with a hidden strength; `guess`: about what their rating is."""

    number: int
    club: int | None
    strength: float
    growth: float  # a year
    activity: float
    arrives: int
    opened: bool
    junior: bool
    guess: float = 0.0
    away: bool = False  # takes part in nothing but what was planted
    # of the guess, by day
    course: list[tuple[int, float]] = field(default_factory=list)

    def guess_on(self, day: int) -> float:
        return next(
            (guess for on, guess in reversed(self.course) if on <= day),
            self.course[0][1],
        )


@dataclass
class Federation:
    """A federation of a seed: its people and what they played."""

    seed: int
    people: list[Person] = field(default_factory=list)
    events: list[tuple[int, list[Line]]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.random = random.Random(self.seed)
        draw = self.random
        self.days = draw.choice((365, 540, 730))
        self.sizes = [
            max(5, int(draw.paretovariate(1.3) * 5))
            for _ in range(draw.randint(14, 26))
        ]
        self.sizes = [min(size, 40) for size in self.sizes]
        self.spread, self.noise = draw.uniform(180, 300), draw.uniform(30, 80)
        self._settle()
        self._plan()
        self._play()
        self._plant()
        self.events.sort(key=lambda event: event[0])

    def _plan(self) -> None:
        """Choose who takes part in nothing else than what is planted: here nobody."""

    def _plant(self) -> None:
        """Add what is planted once everything is played: here nothing."""

    def _settle(self) -> None:
        draw = self.random
        for club, size in enumerate(self.sizes):
            level = draw.gauss(1600, 80)
            for _ in range(size):
                self._person(
                    club if draw.random() < 0.93 else None,
                    draw.gauss(level, self.spread),
                )

    def _person(
        self, club: int | None, strength: float, newcomer: bool | None = None
    ) -> Person:
        draw = self.random
        junior = draw.random() < 0.2
        fresh = (
            draw.random() < (0.3 if junior else 0.08) if newcomer is None else newcomer
        )
        one = Person(
            len(self.people),
            club,
            strength,
            draw.uniform(30, 200) if junior else 0.0,
            min(12.0, draw.paretovariate(1.2)),
            int(draw.random() * self.days * 0.8) if fresh else 0,
            not fresh,
            junior,
        )
        one.guess = strength + draw.gauss(0, self.noise)
        one.course.append((0, one.guess))
        self.people.append(one)
        return one

    def _day(self, before: int = 0) -> int:
        return before + int(self.random.random() * (self.days - 20 - before))

    def _play(self) -> None:
        draw = self.random
        weights = (
            draw.uniform(1, 4),
            draw.uniform(0.5, 4),
            draw.uniform(0.5, 4),
            draw.uniform(0, 1),
            draw.uniform(0, 1),
        )
        wanted = int(len(self.people) * draw.uniform(9, 16) * self.days / 365)
        kinds = (self._open, self._club, self._match, self._juniors, self._class)
        for day in sorted(self._day() for _ in range(wanted // 20)):
            before = len(self.events)
            draw.choices(kinds, weights)[0](day)
            for _, lines in self.events[before:]:
                self._rate(lines, day)

    def _rate(self, lines: Sequence[Line], day: int) -> None:
        """Move the guesses about as a list would."""
        for _, white, black, score in lines:
            one, other = self.people[white], self.people[black]
            change = 35 * (score - 1 / (1 + 10 ** ((other.guess - one.guess) / 400)))
            one.guess, other.guess = one.guess + change, other.guess - change
        for number in {number for line in lines for number in line[1:3]}:
            self.people[number].course.append((day, self.people[number].guess))

    def _there(self, day: int) -> list[Person]:
        return [one for one in self.people if one.arrives <= day and not one.away]

    def _some(self, people: Sequence[Person], count: int) -> list[Person]:
        """Draw people, the active ones more often."""
        keyed = sorted(
            people,
            key=lambda one: self.random.random() ** (1 / one.activity),
            reverse=True,
        )
        return keyed[:count]

    def _open(self, day: int) -> None:
        home = self.random.randrange(len(self.sizes))
        near = [
            one
            for one in self._there(day)
            if one.club is None
            or abs(one.club - home) <= 2
            or self.random.random() < 0.1
        ]
        self._swiss(
            self._some(near, self.random.randrange(12, 40, 2)),
            self.random.choice((5, 6, 7)),
            day,
        )

    def _club(self, day: int) -> None:
        club = self.random.randrange(len(self.sizes))
        members = self._some(
            [one for one in self._there(day) if one.club == club],
            self.random.randint(5, 10),
        )
        if len(members) >= 4:
            self._round_robin(members, day)

    def _match(self, day: int) -> None:
        clubs = self.random.sample(range(len(self.sizes)), 2)
        teams = [
            sorted(
                self._some([p for p in self._there(day) if p.club == club], 6),
                key=lambda p: -p.guess,
            )
            for club in clubs
        ]
        lines = [
            self._line(1, one, other, day) for one, other in zip(*teams, strict=False)
        ]
        if lines:
            self.events.append((day, lines))

    def _juniors(self, day: int) -> None:
        self._swiss(
            self._some([one for one in self._there(day) if one.junior], 16), 5, day
        )

    def _class(self, day: int) -> None:
        limit = self.random.choice((1500, 1600, 1700, 1800))
        self._swiss(
            self._some([one for one in self._there(day) if one.guess < limit], 20),
            5,
            day,
        )

    def _swiss(self, entrants: Sequence[Person], rounds: int, day: int) -> None:
        if len(entrants) < 8:
            return
        points: Counter[int] = Counter()
        met: set[frozenset[int]] = set()
        lines: list[Line] = []
        for number in range(1, rounds + 1):
            waiting = sorted(
                entrants, key=lambda one: (-points[one.number], -one.guess)
            )
            while len(waiting) > 1:
                one = waiting.pop(0)
                at = next(
                    (
                        i
                        for i, two in enumerate(waiting[:8])
                        if {one.number, two.number} not in met
                    ),
                    0,
                )
                other = waiting.pop(at)
                met.add(frozenset((one.number, other.number)))
                white, black = self.random.sample((one, other), 2)
                line = self._line(number, white, black, day)
                points[line[1]] += int(2 * line[3])
                points[line[2]] += int(2 - 2 * line[3])
                lines.append(line)
        self.events.append((day, lines))

    def _round_robin(
        self, players: Sequence[Person], day: int, twice: bool = False
    ) -> None:
        pairs = [
            (one, other)
            for at, one in enumerate(players)
            for other in players[at + 1 :]
        ]
        pairs += [(other, one) for one, other in pairs] if twice else []
        self.events.append(
            (
                day,
                [
                    self._line(at, one, other, day)
                    for at, (one, other) in enumerate(pairs, 1)
                ],
            )
        )

    def _line(self, number: int, white: Person, black: Person, day: int) -> Line:
        """Play a game: by the strengths of the day."""
        years = day / 365
        difference = (
            white.strength
            + white.growth * years
            - black.strength
            - black.growth * years
            + 20
        )
        share = 1 / (1 + 10 ** (-difference / 400))
        draws = min(0.35, 1.2 * min(share, 1 - share))
        dice = self.random.random()
        score = (
            1.0
            if dice < share - draws / 2
            else 0.5
            if dice < share + draws / 2
            else 0.0
        )
        return number, white.number, black.number, score


def id_of(number: int) -> str:
    return f"P{number}"


def documents(federation: Federation) -> Iterator[Document]:
    """Yield the federation as documents: people, ratings from before, tournaments."""
    for one in federation.people:
        club = {} if one.club is None else {"club": f"Club {one.club}"}
        yield {
            "kind": "player",
            "player": id_of(one.number),
            "name": f"Player {one.number}",
            **club,
        }
    for one in federation.people:
        if one.opened:
            yield {
                "kind": "opening",
                "player": id_of(one.number),
                "list": "selo",
                "on": LIST_DAY,
                "rating": max(800, round(one.course[0][1])),
                "games": 50,
            }
    for number, (day, lines) in enumerate(federation.events):
        on = (FIRST_DAY + timedelta(days=day)).isoformat()
        games = [
            {
                "round": at,
                "white": id_of(white),
                "black": id_of(black),
                "result": RESULTS[score],
            }
            for at, white, black, score in sorted(lines)
        ]
        yield {
            "kind": "tournament",
            "tournament": f"T{number:04}",
            "name": f"Event {number}",
            "start": on,
            "end": on,
            "minutes": 90,
            "games": games,
        }
