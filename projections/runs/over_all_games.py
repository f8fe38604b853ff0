"""A list run over every game of the ledger, in memory, in the one pass of a rebuild."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from operator import attrgetter

from msgspec import field

from ledger.errors import Problem, Usage, Where
from ledger.timeline import Timeline, TournamentNow
from messages import option, say
from messages.answer import Answer, Date
from projections.answers.reading import Reading, after_day
from projections.replay.editions import edition_of_schedule
from projections.replay.entry import changes_of, entry_of
from projections.replay.loop import figures_of
from projections.replay.milestones import TitlesSoFar
from projections.replay.persons import Persons
from projections.replay.tally import NOBODY, Total
from projections.replay.tournaments import rules_tournament
from projections.replay.unit_row import UnitRow, row_of_unit
from projections.replay.units import given_units, with_source_events
from projections.runs.setups import Setup, setups
from projections.tables import entries, schema
from projections.tables.players import added_up
from rulebooks import rulebook
from rulebooks.base import BEGINNING, Change, Standing, Tournament, Unit
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
        """`units` and `rows` go together, in the order of computation; `as_of`: the day of
        the question, YYYY-MM-DD.
        """
        self.setup = setup
        self.units = units
        self.rows = rows
        self.as_of = as_of
        self._persons = persons

    def edition(self, day: str) -> str:
        """Return the edition in force on a day.

        `day`: YYYY-MM-DD.
        """
        return edition_of_schedule(self.setup.schedule)(day)

    def editions(self) -> tuple[InForce, ...]:
        """Return every edition with its first day, for the answer.

        They are in the order of their days.
        """
        editions = []
        for day, edition in self.setup.schedule:
            editions.append(InForce(since=day, edition=edition))
        return tuple(editions)

    @cached_property
    def _units(self) -> dict[str, Unit]:
        """Return the units by place, as rows name them.

        Made once, when the first row asks for its unit.
        """
        return {unit.place: unit for unit in self.units}

    def unit(self, row: UnitRow) -> Unit:
        """Return the unit that a row belongs to."""
        return self._units[row.place]

    def changes(self, row: UnitRow, player: str | None = None) -> Sequence[Change]:
        """Return a unit's changes, or one player's, in the order of computation, worked
        out: the rules cannot have been revised since.

        `player`: only theirs, which need not be any.
        """
        unit = self.unit(row)
        worked = changes_of(row, unit, self._persons, self.setup.rules, player)
        return sorted(worked, key=_order_in_unit)

    def totals(self) -> list[Total]:
        """Return what everybody's entries add up to, by player.

        Whoever has no entry on the list has no total.
        """
        return list(added_up(self.rows))

    def titles(self) -> dict[tuple[str, str], str]:
        """Return the day on which each title was reached, by player and title.

            {("FI-12", "M"): "2019-05-04"}

        Empty where the rules of the list give no titles. Days are those of the games,
        YYYY-MM-DD.
        """
        rules = self.setup.rules
        if not rules.title_rules:
            return {}

        so_far: dict[str, TitlesSoFar] = {}  # by player
        for row in self.rows:
            for figure in row.figures:
                player = figure.player
                if player not in so_far:
                    so_far[player] = TitlesSoFar(rules, {}, normal_games=0)
                so_far[player].take(row, figure, self._entry_of)

        reached = {}
        for player, own in so_far.items():
            for name, at in own.titles.items():
                reached[player, name] = at.on
        return reached

    def _entry_of(self, row: UnitRow, figure: Figure) -> Entry:
        """Work out the entry of one player in a row, with its changes."""
        return entry_of(row, figure, self.changes)


def _order_in_unit(change: Change) -> tuple[bool, str]:
    """Steps of 3.7 come first.

    The changes of one kind are by player.
    """
    return change.kind != "elo-step", change.player


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
        """`reading`: what totals and titles are read from; the rest is as of `Run`."""
        super().__init__(setup, units, rows, persons, reading.as_of)
        self._reading = reading

    def totals(self) -> list[Total]:
        """Return the sums that stand in the tables."""
        return list(self._reading.totals(self.setup.list))

    def titles(self) -> dict[tuple[str, str], str]:
        """Return the titles that stand in the tables, without those that a correction
        took away by then.
        """
        reading = self._reading
        reached = {}
        for title, known_to in reading.titles(self.setup.list):
            if known_to is not None and known_to <= reading.known_seq:
                continue
            key = title.player, title.title
            reached[key] = title.on
        return reached


class _Standings(dict[str, Standing]):
    """Everybody's standing, with a first one for players who have none."""

    def __missing__(self, player: str) -> Standing:
        """Return the first standing, without keeping it."""
        return NOBODY


class Facts:
    """The facts that every run of one question shares."""

    def __init__(self, reading: Reading) -> None:
        """Read what does not depend on a list: tournaments that are not withdrawn, and
        openings and rulings of players.
        """
        self.reading = reading
        self.timeline: Timeline = reading.timeline
        self.persons = Persons(self.timeline)
        # what the rulebooks read of a tournament is the same for every list, so it is
        # made once
        self._tournaments: list[tuple[TournamentNow, Tournament]] = []

        for tournament in self.timeline.seen_tournaments():
            if not tournament.withdrawn:
                as_ruled = rules_tournament(tournament, self.timeline)

                self._tournaments.append((tournament, as_ruled))

        # a merged id has no openings or rulings of its own any more: they count for the
        # player it stands for
        self._given: list[Unit] = []

        for player in self.timeline.seen_players():
            if self.timeline.resolve(player.id) == player.id:
                self._given += given_units(player.id, self.timeline)

    def list_of(self, setup: Setup) -> Run:
        """Return a list as the read tables keep it, where it is the very list asked
        for; else run it. Both come to the same rows: that they do is what `verify`
        proves.

        Running takes seconds on a large ledger, and reading the tables does not.
        """
        return self.kept_list(setup) or self.run(setup)

    def kept_list(self, setup: Setup) -> Run | None:
        """Return a list as the read tables keep it; None where it is not the very list
        asked for.

        None also where the tables do not know just what the question knows: a question
        about an earlier state, a preview of what is not booked yet.
        """
        if not self._is_booked_so(setup) or not self._tables_know_all():
            return None
        tables = self.reading.tables
        rows = list(entries.of_list(tables, self.reading.cut, setup.list))

        # a unit that was booked since, or that is hidden, shows in the places
        units = self.in_order(setup)
        if [unit.place for unit in units] != [row.place for row in rows]:
            return None

        return KeptRun(setup, units, rows, self.persons, self.reading)

    def _is_booked_so(self, setup: Setup) -> bool:
        """Tell whether a list is booked by these rules, with these openings.

        A list with a schedule of its own, with openings of another list or with rules
        that were changed for this run is not.
        """
        name = setup.list
        schedule = tuple(self.timeline.schedule(name))

        if not schedule or schedule != setup.schedule:
            return False
        if setup.openings_from != name:
            return False
        return setup.rules == rulebook(name)

    def _tables_know_all(self) -> bool:
        """Tell whether the stored tables know what the question knows.

        The tables have to lie in the store of the events, follow them to the end, and
        the question has to be one that a stored step answers.
        """
        tables = self.reading.tables
        if tables is not self.reading.events:
            return False

        if not schema.has_tables(tables) or not schema.follow_all(tables):
            return False

        return self.reading.is_step(self.reading.known_seq)

    def run(self, setup: Setup) -> Run:
        """Rate every unit up to the day of the question, once, in the order of
        computation.

        Standings begin empty: nothing is read from the tables. A unit that is given (an
        opening, a ruling) needs no facts about its players.
        """
        rules = setup.rules
        units = self.in_order(setup)
        rows: list[UnitRow] = []
        standings = _Standings()

        for unit in units:
            players = unit.seats()
            before = [standings[player] for player in players]
            people = self.persons.people(players) if unit.given is None else []
            figures = figures_of(unit, before, people, rules)

            for figure in figures:
                standings[figure.player] = figure.standing
            rows.append(row_of_unit(unit, before, figures))
        return Run(setup, units, rows, self.persons, self.reading.as_of)

    def in_order(self, setup: Setup) -> list[Unit]:
        """Return the units of a list up to the day, in the order of computation.

        Units that ended before the setup begins are left out.
        """
        until = after_day(self.reading.as_of)
        units = []

        for unit in self._all_units(setup):
            if unit.end >= setup.begins and unit.place < until:
                units.append(unit)
        units.sort(key=attrgetter("place"))
        return units

    def _all_units(self, setup: Setup) -> Iterator[Unit]:
        """Yield the units of a list over every game, in no order.

        Those of tournaments come first, then openings and rulings. `edition`: the one
        that is in force on the last day of the unit.
        """
        edition_on = edition_of_schedule(setup.schedule)
        for tournament, as_ruled in self._tournaments:
            units = setup.rules.units(as_ruled, edition_on)
            yield from with_source_events(units, tournament)

        for unit in self._given:
            # a list without openings borrows those of another; rulings are always its
            # own
            source = setup.list
            if unit.kind == "opening":
                source = setup.openings_from
            if unit.list == source:
                edition = edition_on(unit.end)
                yield unit._replace(list=setup.list, edition=edition)


def runs_of(reading: Reading, labels: Sequence[str]) -> list[Run]:
    """Return a run of each list or edition that is named.

    `labels`: as users name them, a list or one of its editions. Facts are read once for
    all of them.
    """
    facts = Facts(reading)
    return [facts.list_of(setup) for setup in setups(reading.timeline, labels)]


def period(reading: Reading, first: str | None, last: str | None) -> tuple[str, str]:
    """Return the days asked for: from the beginning if not given, at most up to the day
    of the question.

    `first`, `last`: YYYY-MM-DD. Where no day is left, it raises `Usage`: `first` is
    later than `last`, or than the day of the question.
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
