"""A list run over every game of the ledger, in memory: the one pass of a rebuild under rules nobody booked."""

from collections.abc import Iterator
from functools import cached_property
from typing import Any

from ledger.timeline import Timeline
from projections.answers.reading import Reading, after_day
from projections.replay.book import Book
from projections.replay.build import people
from projections.replay.handlers import from_events, given_units, rules_tournament
from projections.replay.loop import Progress, replay
from projections.replay.on_day import by_schedule
from projections.replay.rows import Row
from projections.replay.shelf import MemoryShelf
from projections.trials.asked import Wanted
from rulebooks.base import Standing, Unit


class Run:
    """What a list came to: its units, its rows in order, and everybody's standing at any place."""

    def __init__(self, asked: Wanted, units: list[Unit], shelf: MemoryShelf, as_of: str) -> None:
        self.asked = asked
        self.units = units
        self.as_of = as_of
        self._shelf = shelf

    def edition(self, day: str) -> str:
        """The edition in force on a day."""
        return by_schedule(self.asked.schedule)(day)

    @cached_property
    def rows(self) -> list[Row]:
        """Every entry in the order of computation."""
        return sorted((row for row, _ in self._shelf.versions.values()), key=lambda row: row[1:4])

    def standings(self, player: str) -> list[tuple[str, Standing]]:
        """(place, standing after it) in order."""
        return self._shelf.career(self.asked.list, player)


class Ground:
    """The facts that every run of one question shares."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self.timeline: Timeline = reading.timeline
        self.person_of = people(self.timeline)
        standing = [now for now in self.timeline.seen_tournaments() if not now.withdrawn]
        self._tournaments = [(now, rules_tournament(now, self.timeline)) for now in standing]
        self._given = [
            unit
            for player in self.timeline.seen_players()
            if self.timeline.resolve(player.id) == player.id
            for unit in given_units(player.id, self.timeline)
        ]

    def run(self, asked: Wanted, progress: Progress | None = None) -> Run:
        """Everything dirty, once."""
        until = after_day(self.reading.as_of)
        units = [unit for unit in self._units(asked) if unit.place < until]
        shelf = MemoryShelf()
        for unit in units:
            shelf.put(unit)
        book = Book(shelf)
        replay(shelf.units, book, self.person_of, progress, lambda _: asked.rules)
        book.keep(self.reading.known_seq)
        return Run(asked, sorted(units, key=lambda unit: unit.place), shelf, self.reading.as_of)

    def _units(self, asked: Wanted) -> Iterator[Unit]:
        edition_on = by_schedule(asked.schedule)
        for now, tournament in self._tournaments:
            units, _ = asked.rules.units(tournament, edition_on)
            yield from from_events(units, now)
        for unit in self._given:
            source = asked.openings_from if unit.kind == "opening" else asked.list
            if unit.list == source:
                yield unit._replace(list=asked.list, edition=edition_on(unit.end))


def facts(run: Run) -> dict[str, Any]:
    """What a run started from, for the answer."""
    asked = run.asked
    return {
        "list": asked.label,
        "editions": [{"from": day, "edition": edition} for day, edition in asked.schedule],
        "openings_from": asked.openings_from,
    }
