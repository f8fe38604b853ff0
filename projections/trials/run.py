"""A list run over every game of the ledger, in memory: the one pass of a rebuild under rules nobody booked."""

from collections.abc import Iterator
from functools import cached_property

from msgspec import field

from ledger.answer import Answer
from ledger.timeline import Timeline
from projections.answers.reading import Reading, after_day
from projections.replay.book import Book
from projections.replay.build import people
from projections.replay.handlers import from_events, given_units, rules_tournament
from projections.replay.loop import Progress, replay
from projections.replay.on_day import by_schedule
from projections.replay.rows import Row
from projections.replay.shelf import MemoryShelf
from projections.trials.setups import Setup
from rulebooks.base import Standing, Unit


class InForce(Answer, frozen=True, kw_only=True):
    """An edition and the day from which it counts."""

    since: str = field(name="from")
    edition: str


class ListRun(Answer, frozen=True, kw_only=True):
    """What a list was run with. `list` is its label, which may name an edition."""

    list: str
    editions: tuple[InForce, ...]
    openings_from: str


class Run:
    """What a list came to: its units, its rows in order, and everybody's standing at any place."""

    def __init__(self, setup: Setup, units: list[Unit], shelf: MemoryShelf, as_of: str) -> None:
        self.setup = setup
        self.units = units
        self.as_of = as_of
        self._shelf = shelf

    def edition(self, day: str) -> str:
        """The edition in force on a day."""
        return by_schedule(self.setup.schedule)(day)

    def editions(self) -> tuple[InForce, ...]:
        """Every edition with its first day, for the answer."""
        return tuple(InForce(since=day, edition=edition) for day, edition in self.setup.schedule)

    @cached_property
    def rows(self) -> list[Row]:
        """Every entry in the order of computation."""
        return sorted((row for row, _ in self._shelf.versions.values()), key=lambda row: row.order)

    def standings(self, player: str) -> list[tuple[str, Standing]]:
        """(place, standing after it) in order."""
        return self._shelf.career(self.setup.list, player)


class Facts:
    """The facts that every run of one question shares."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self.timeline: Timeline = reading.timeline
        self.person_of = people(self.timeline)
        valid = [tournament for tournament in self.timeline.seen_tournaments() if not tournament.withdrawn]
        # what the rulebooks read of a tournament is the same for every list, so it is made once
        self._tournaments = [(tournament, rules_tournament(tournament, self.timeline)) for tournament in valid]
        # a merged id has no openings or rulings of its own any more: they count for the player it stands for
        self._given = [
            unit
            for player in self.timeline.seen_players()
            if self.timeline.resolve(player.id) == player.id
            for unit in given_units(player.id, self.timeline)
        ]

    def run(self, setup: Setup, progress: Progress | None = None) -> Run:
        """Every unit up to the day of the question, rated once in the order of computation."""
        until = after_day(self.reading.as_of)
        units = [unit for unit in self._units(setup) if unit.place < until]
        shelf = MemoryShelf()
        for unit in units:
            shelf.put(unit)
        book = Book(shelf)
        replay(shelf.units, book, self.person_of, progress, lambda _: setup.rules)
        book.keep(self.reading.known_seq)
        return Run(setup, sorted(units, key=lambda unit: unit.place), shelf, self.reading.as_of)

    def _units(self, setup: Setup) -> Iterator[Unit]:
        edition_on = by_schedule(setup.schedule)
        for tournament, games in self._tournaments:
            units, _ = setup.rules.units(games, edition_on)
            yield from from_events(units, tournament)
        # a list without openings borrows those of another; rulings are always its own
        for unit in self._given:
            source = setup.openings_from if unit.kind == "opening" else setup.list
            if unit.list == source:
                yield unit._replace(list=setup.list, edition=edition_on(unit.end))
