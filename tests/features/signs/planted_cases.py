"""Random federations with planted cases of what an office looks for, each of people
whom no other case has.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from tests.features.signs.random_federation import Federation, Person, id_of

KINDS = ("pair", "pool", "newcomer", "driven-down", "unlikely")


@dataclass
class Case:
    """A planted case: what it is, and who is in it."""

    kind: str
    people: tuple[str, ...]


@dataclass
class Planted(Federation):
    """A federation of a seed, with a case of each kind that is named, as often as it is
    named.
    """

    planted: Sequence[str] = ()
    cases: list[Case] = field(default_factory=list)

    def _plan(self) -> None:
        """Choose people for pools and newcomers: they take part in nothing else."""
        draw = self.random
        self.free = [
            one
            for one in self.people
            if one.opened and not one.junior and one.club is not None
        ]
        draw.shuffle(self.free)
        self.pools = [
            [self.free.pop() for _ in range(draw.randint(3, 6))]
            for _ in range(self._count("pool"))
        ]
        self.fresh = [
            self._person(
                draw.randrange(len(self.sizes)), draw.gauss(1600, 150), newcomer=True
            )
            for _ in range(self._count("newcomer"))
        ]
        for one in (*self.fresh, *(one for pool in self.pools for one in pool)):
            one.away = True

    def _count(self, kind: str) -> int:
        return list(self.planted).count(kind)

    def _plant(self) -> None:
        """Plant the cases: each takes people whom no other case has."""
        makers = {
            "pair": self._pair,
            "pool": self._pool,
            "newcomer": self._newcomer,
            "driven-down": self._driven,
            "unlikely": self._unlikely,
        }
        for kind in self.planted:
            self.cases.append(
                Case(kind, tuple(id_of(person.number) for person in makers[kind]()))
            )

    def _pair(self) -> list[Person]:
        draw, one = self.random, self.free.pop()
        other = self.free.pop()
        busy = sum(len(lines) for _, lines in self.events) / len(self.people)
        for _ in range(draw.randint(4, 6) + round(busy / 12)):
            pairs = [(one, other), (other, one)] * 2
            lines = [
                self._line(number, white, black, 0)
                for number, (white, black) in enumerate(pairs, 1)
            ]
            self.events.append((self._day(), lines[: draw.randint(2, 4)]))
        return [one, other]

    def _pool(self) -> list[Person]:
        members = self.pools.pop()
        while True:
            self._round_robin(members, self._day(), twice=len(members) < 5)
            games = sum(
                len(lines)
                for _, lines in self.events
                if {lines[0][1]} <= {one.number for one in members}
            )
            if games >= 8 * len(members):
                break
        self._round_robin([members[0], *self.free[:2]], self._day())
        return members

    def _newcomer(self) -> list[Person]:
        draw = self.random
        club = draw.choice([club for club, size in enumerate(self.sizes) if size >= 8])
        one = self.fresh.pop()
        others = [
            other
            for other in self.people
            if other.club == club and other.opened and not other.away
        ]
        first = self._day(60) - 60
        for number in range(draw.randint(3, 5)):
            met = draw.sample(others, min(len(others), draw.randint(4, 5)))
            lines = [
                self._line(at, one, other, first) for at, other in enumerate(met, 1)
            ]
            self.events.append((first + 9 * number, lines))
        return [one]

    def _driven(self) -> list[Person]:
        draw, day = self.random, self._day(100)
        one = draw.choice(
            sorted(self.free, key=lambda one: -one.guess_on(day))[: len(self.free) // 2]
        )
        self.free.remove(one)
        before = one.guess_on(day)
        limit = before - draw.uniform(15, 60)
        weaker = sorted(
            (
                other
                for other in self.people
                if other.opened and not other.away and other.guess_on(day) < limit
            ),
            key=lambda other: -other.guess_on(day),
        )
        far = [other for other in weaker if other.guess_on(day) < before - 100]
        met = draw.sample(far[:50], draw.randint(9, 12))
        half = len(met) // 2
        for start, some in ((day - 16, met[:half]), (day - 8, met[half:])):
            self.events.append(
                (
                    start,
                    [
                        (
                            at,
                            one.number,
                            other.number,
                            0.5 if draw.random() < 0.1 else 0.0,
                        )
                        for at, other in enumerate(some, 1)
                    ],
                )
            )
        entrants = draw.sample(
            [other for other in weaker if other.guess_on(day) < limit - 40][:50], 13
        )
        rivals, lines = draw.sample(entrants, 6), []
        for at, other in enumerate(rivals, 1):
            lines.append(self._line(at, one, other, day))
            rest = [person for person in entrants if person is not other]
            draw.shuffle(rest)
            lines += [
                self._line(at, one, two, day)
                for one, two in zip(rest[::2], rest[1::2], strict=True)
            ]
        self.events.append((day, lines))
        return [one]

    def _unlikely(self) -> list[Person]:
        """Somebody of the weaker half wins nearly every game against people who are 100
        to 350 points stronger.
        """
        draw, day = self.random, self._day()
        weakest = sorted(self.free, key=lambda one: one.guess_on(day))[
            : len(self.free) // 2
        ]
        one = draw.choice(weakest)
        self.free.remove(one)
        stronger = [
            other
            for other in self.people
            if other.opened
            and not other.away
            and 100 < other.guess_on(day) - one.guess_on(day) < 350
        ]
        others = draw.sample(stronger, min(len(stronger), draw.randint(7, 9)))
        lines = [
            (at, one.number, other.number, 1.0) for at, other in enumerate(others, 1)
        ]
        lines[-1] = (*lines[-1][:3], 0.5)
        for at in range(1, len(lines) + 1):
            rest = [other for other in others if other.number != lines[at - 1][2]]
            draw.shuffle(rest)
            lines += [
                self._line(at, one, two, day)
                for one, two in zip(rest[::2], rest[1::2], strict=False)
            ]
        self.events.append((day, sorted(lines)))
        return [one]
