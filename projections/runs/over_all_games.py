"""A list run over every game of the ledger, in memory, in the one pass of a rebuild."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cached_property

from msgspec import field

from ledger.errors import Problem, Usage, Where
from ledger.timeline import Timeline
from messages import option, say
from messages.answer import Answer, Date
from projections.answers.reading import Reading, after_day
from projections.replay.editions import by_schedule
from projections.replay.entry import changes_of, entry_of
from projections.replay.loop import figures_of
from projections.replay.milestones import TitlesSoFar
from projections.replay.persons import Persons
from projections.replay.tally import NOBODY, Total
from projections.replay.tournaments import rules_tournament
from projections.replay.unit_row import UnitRow, row_of_unit
from projections.replay.units import from_events, given_units
from projections.runs.setups import BEGINNING, Setup, setups
from projections.tables import entries, schema
from projections.tables.players import added_up
from rulebooks import rulebook
from rulebooks.base import Change, Standing, Unit
from rulebooks.entries import Entry, Figure


class InForce(Answer, frozen=True, kw_only=True):
    """An edition and the day from which it counts."""

    since: Date = field(name="from")
    edition: str


class ListRun(Answer, frozen=True, kw_only=True):
    """What a list was run with. `list` is its label, which may name an edition."""

    list: str
    editions: tuple[InForce, ...]
    openings_from: str


class Run:
    """What a list came to: its units and their rows in order, and what everybody's
    entries add up to.
    """

    def __init__(
        self,
        setup: Setup,
        units: list[Unit],
        rows: list[UnitRow],
        persons: Persons,
        as_of: str,
    ) -> None:
        self.setup = setup
        self.units = units
        self.rows = rows
        self.as_of = as_of
        self._persons = persons

    def edition(self, day: str) -> str:
        """Return the edition in force on a day."""
        return by_schedule(self.setup.schedule)(day)

    def editions(self) -> tuple[InForce, ...]:
        """Return every edition with its first day, for the answer."""
        return tuple(
            InForce(since=day, edition=edition) for day, edition in self.setup.schedule
        )

    @cached_property
    def _units(self) -> dict[str, Unit]:
        return {unit.place: unit for unit in self.units}

    def unit(self, row: UnitRow) -> Unit:
        """Return the unit that a row belongs to."""
        return self._units[row.place]

    def changes(self, row: UnitRow, player: str | None = None) -> Sequence[Change]:
        """Return a unit's changes, or one player's, in the order of computation, worked
        out: the rules cannot have been revised since.
        """
        worked = changes_of(
            row, self.unit(row), self._persons, self.setup.rules, player
        )
        return sorted(
            worked, key=lambda change: (change.kind != "elo-step", change.player)
        )

    def totals(self) -> list[Total]:
        """Return what everybody's entries add up to, by player."""
        return list(added_up(self.rows))

    def titles(self) -> dict[tuple[str, str], str]:
        """Return the day on which each title was reached, by player and title."""
        if not self.setup.rules.title_rules:
            return {}
        # by player
        so_far = defaultdict[str, TitlesSoFar](
            lambda: TitlesSoFar(self.setup.rules, {}, normal_games=0)
        )
        for row in self.rows:
            for figure in row.figures:
                so_far[figure.player].take(row, figure, self._entry_of)
        return {
            (player, name): at.on
            for player, own in so_far.items()
            for name, at in own.titles.items()
        }

    def _entry_of(self, row: UnitRow, figure: Figure) -> Entry:
        return entry_of(row, figure, self.changes)


class KeptRun(Run):
    """A list as the read tables keep it, with the sums and titles that stand there."""

    def __init__(
        self,
        setup: Setup,
        units: list[Unit],
        rows: list[UnitRow],
        persons: Persons,
        reading: Reading,
    ) -> None:
        super().__init__(setup, units, rows, persons, reading.as_of)
        self._reading = reading

    def totals(self) -> list[Total]:
        return list(self._reading.totals(self.setup.list))

    def titles(self) -> dict[tuple[str, str], str]:
        known = self._reading.known_seq
        titles = self._reading.titles(self.setup.list)
        return {
            (title.player, title.title): title.on
            for title, to in titles
            if to is None or to > known
        }


class _Standings(dict[str, Standing]):
    """Everybody's standing, with a first one for players who have none."""

    def __missing__(self, player: str) -> Standing:
        return NOBODY


class Facts:
    """The facts that every run of one question shares."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self.timeline: Timeline = reading.timeline
        self.persons = Persons(self.timeline)
        valid = [
            tournament
            for tournament in self.timeline.seen_tournaments()
            if not tournament.withdrawn
        ]
        # what the rulebooks read of a tournament is the same for every list, so it is
        # made once
        self._tournaments = [
            (tournament, rules_tournament(tournament, self.timeline))
            for tournament in valid
        ]
        # a merged id has no openings or rulings of its own any more: they count for the
        # player it stands for
        self._given = [
            unit
            for player in self.timeline.seen_players()
            if self.timeline.resolve(player.id) == player.id
            for unit in given_units(player.id, self.timeline)
        ]

    def look(self, setup: Setup) -> Run:
        """Return a list as the read tables keep it, where it is the very list asked
        for; else run it. Both come to the same rows: that they do is what `verify`
        proves.
        """
        return self.kept(setup) or self.run(setup)

    def kept(self, setup: Setup) -> Run | None:
        """Return a list as the read tables keep it; None where it is not the very list
        asked for.
        """
        if (rows := self._kept(setup)) is not None:
            units = self.in_order(setup)
            if [unit.place for unit in units] == [row.place for row in rows]:
                return KeptRun(setup, units, rows, self.persons, self.reading)
        return None

    def _kept(self, setup: Setup) -> list[UnitRow] | None:
        """Return the rows of a list that was booked by these rules, from tables that
        know what the question knows.
        """
        reading, own = self.reading, tuple(self.timeline.schedule(setup.list))
        if not own or (own, setup.list) != (setup.schedule, setup.openings_from):
            return None
        tables = reading.tables
        followed = (
            tables is reading.events
            and schema.has_tables(tables)
            and schema.follow_all(tables)
        )
        if (
            setup.rules != rulebook(setup.list)
            or not followed
            or not reading.is_step(reading.known_seq)
        ):
            return None
        return list(entries.of_list(tables, reading.cut, setup.list))

    def run(self, setup: Setup) -> Run:
        """Rate every unit up to the day of the question, once, in the order of
        computation.
        """
        units, rows, rules = self.in_order(setup), list[UnitRow](), setup.rules
        standings = _Standings()
        for unit in units:
            players = unit.seats()
            before = [standings[player] for player in players]
            people = self.persons.of(players) if unit.given is None else []
            figures = figures_of(unit, before, people, rules)
            standings.update((figure.player, figure.standing) for figure in figures)
            rows.append(row_of_unit(unit, before, figures))
        return Run(setup, units, rows, self.persons, self.reading.as_of)

    def in_order(self, setup: Setup) -> list[Unit]:
        until = after_day(self.reading.as_of)
        return sorted(
            (unit for unit in self._units(setup) if unit.place < until),
            key=lambda unit: unit.place,
        )

    def _units(self, setup: Setup) -> Iterator[Unit]:
        return (unit for unit in self._all_units(setup) if unit.end >= setup.begins)

    def _all_units(self, setup: Setup) -> Iterator[Unit]:
        edition_on = by_schedule(setup.schedule)
        for tournament, games in self._tournaments:
            yield from from_events(setup.rules.units(games, edition_on), tournament)
        # a list without openings borrows those of another; rulings are always its own
        for unit in self._given:
            source = setup.openings_from if unit.kind == "opening" else setup.list
            if unit.list == source:
                yield unit._replace(list=setup.list, edition=edition_on(unit.end))


def runs_of(reading: Reading, labels: Sequence[str]) -> list[Run]:
    """Return a run of each list or edition that is named."""
    facts = Facts(reading)
    return [facts.look(setup) for setup in setups(reading.timeline, labels)]


def period(reading: Reading, first: str | None, last: str | None) -> tuple[str, str]:
    """Return the days asked for: from the beginning if not given, at most up to the day
    of the question.
    """
    # later games are not known on the day of the question
    until = min(last or reading.as_of, reading.as_of)
    if first and first > until:
        message = say(
            "{name} {first} is after the last day asked about, {last}",
            name=option("from"),
            first=first,
            last=until,
        )
        raise Usage(Problem("no-period", message, Where(field="from")))
    return first or BEGINNING, until
