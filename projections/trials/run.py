"""A list run over every game of the ledger, in memory: the one pass of a rebuild under rules nobody booked.

Lists run over the games of a ledger, as the trials need them.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property

from msgspec import field

from ledger.timeline import Timeline
from messages.answer import Answer
from projections.answers.reading import Reading, after_day
from projections.replay.entry import changes_of
from projections.replay.handlers import from_events, given_units, rules_tournament
from projections.replay.loop import Progress, replay
from projections.replay.on_day import by_schedule
from projections.replay.shelf import MemoryShelf
from projections.replay.steps import People, new_book, uncollected
from projections.replay.tally import Tally, Total, total_of
from projections.replay.unit_row import UnitRow
from projections.trials.setups import Setup, setups
from rulebooks.base import Change, Unit


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
    """What a list came to: its units and rows in order, and what everybody's entries add up to."""

    def __init__(self, setup: Setup, units: list[Unit], shelf: MemoryShelf, person_of: People, as_of: str) -> None:
        self.setup = setup
        self.units = units
        self.as_of = as_of
        self._shelf = shelf
        self._person_of = person_of

    def edition(self, day: str) -> str:
        """The edition in force on a day."""
        return by_schedule(self.setup.schedule)(day)

    def editions(self) -> tuple[InForce, ...]:
        """Every edition with its first day, for the answer."""
        return tuple(InForce(since=day, edition=edition) for day, edition in self.setup.schedule)

    @cached_property
    def rows(self) -> list[UnitRow]:
        """The rows of all units in the order of computation."""
        return sorted(self._shelf.rows.values(), key=lambda row: row.place)

    def unit(self, row: UnitRow) -> Unit | None:
        """The unit that a row is of."""
        return self._shelf.unit(row.spot)

    def changes(self, row: UnitRow) -> list[Change]:
        """A unit's changes in the order of computation, worked out: nothing can have been revised since they were."""
        worked = changes_of(row, self.unit(row), self._person_of, self.setup.rules)
        return sorted(worked, key=lambda change: (change.kind != "elo-step", change.player))

    def tallies(self) -> list[Tally]:
        """Of everybody with an entry, by player."""
        tallies = (tally for tally in self._shelf.every_tally() if tally.changes)
        return sorted(tallies, key=lambda tally: tally.key[1])

    def totals(self) -> list[Total]:
        """What everybody's entries add up to, by player."""
        return list(map(total_of, self.tallies()))


class Facts:
    """The facts that every run of one question shares."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self.timeline: Timeline = reading.timeline
        self.person_of = People(self.timeline)
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
        shelf = MemoryShelf(packed=False)
        for unit in units:
            shelf.change((unit.list, unit.place), None, unit)
        book = new_book(shelf, self.person_of, lambda _: setup.rules)
        with uncollected():
            replay(shelf.units, book, self.person_of, progress, lambda _: setup.rules)
            book.keep(self.reading.known_seq)
        in_order = sorted(units, key=lambda unit: unit.place)
        return Run(setup, in_order, shelf, self.person_of, self.reading.as_of)

    def _units(self, setup: Setup) -> Iterator[Unit]:
        edition_on = by_schedule(setup.schedule)
        for tournament, games in self._tournaments:
            yield from from_events(setup.rules.units(games, edition_on), tournament)
        # a list without openings borrows those of another; rulings are always its own
        for unit in self._given:
            source = setup.openings_from if unit.kind == "opening" else setup.list
            if unit.list == source:
                yield unit._replace(list=setup.list, edition=edition_on(unit.end))


def runs_of(reading: Reading, labels: Sequence[str]) -> list[Run]:
    """One run for each list or edition that is named."""
    chosen = setups(reading.timeline, labels)
    facts = Facts(reading)
    return [facts.run(setup) for setup in chosen]
