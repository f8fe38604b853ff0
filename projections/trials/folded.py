"""Runs of selo by the kernel over columns; what is unusual in them is rated by the rules themselves."""

import ctypes
from array import array
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import compress
from typing import Any

from projections.answers.reading import Reading
from projections.replay.entry import entry_of
from projections.replay.loop import figures_of
from projections.replay.steps import People
from projections.replay.tally import NOBODY, Total
from projections.replay.unit_row import UnitRow, row_of_unit
from projections.trials import Facts, Run, Setup, kernel, setups
from projections.trials.columns import SELECTING, ListColumns, coefficients, known, numbered, shares
from projections.trials.kernel import NONE, ints, longs
from projections.trials.made import Curves, Forecasts, Pair, forecasts, of_unit
from rulebooks.base import NORMAL_SECONDS, Standing
from rulebooks.finland import FinnishList
from rulebooks.finland.standing import step_day, sums


class FoldedRun(Run):
    """A list as the kernel ran it: it has no rows, but those of units that were left to the rules."""

    def __init__(self, setup: Setup, columns: ListColumns, person_of: People, as_of: str) -> None:
        super().__init__(setup, columns.units, [], person_of, as_of)
        assert isinstance(setup.rules, FinnishList)
        size, seats, titles = len(columns.index), len(columns.player), setup.rules.title_rules
        self.columns, self.players = columns, list(columns.index)
        self.by_rules: dict[int, UnitRow] = {}
        self._given: dict[str, dict[str, str]] = defaultdict(dict)  # titles that such units brought, by player
        self._steps: dict[int, str] = {}  # 3.7: the day of the last step
        self._tables: dict[tuple[str, int], array[int]] = {}
        self.numbers: dict[float, int] = {}  # of each forecast
        self.kind_of = array("i", columns.kind_of)
        self._kinds = [self._kind(setup.rules, *sort) for sort in columns.sorts]
        self.rating, self.last = array("i", [NONE]) * size, array("i", [-1]) * size
        self.counted, self.met, self.made, self.played, self.normal = (array("i", [0]) * size for _ in range(5))
        self.title_unit = array("i", [-1]) * (size * len(titles))
        self.before, self.settled = array("i", [0]) * seats, array("i", [0]) * seats
        bars, needs = array("i", [rule.rating for rule in titles]), array("i", [rule.normal_games for rule in titles])
        room = [array("i", [0]) * columns.widest for _ in range(5)]
        far_room = [array("q", [0]) * columns.widest for _ in range(2)]
        self._rooms = (bars, needs, *room, *far_room, (kernel.Kind * len(self._kinds))(*self._kinds))
        self.columns_of_c = kernel.Pass(
            len(columns.units), seats, len(columns.white), size, len(self._kinds), len(titles),
            longs(columns.seat_from), longs(columns.game_from), ints(self.kind_of), ints(columns.player),
            ints(columns.white), ints(columns.black), columns.results, self._rooms[-1], ints(bars), ints(needs),
            *map(ints, (self.rating, self.counted, self.met, self.made, self.played, self.normal, self.last,
                        self.title_unit, self.before, self.settled)),
            *map(longs, far_room), *map(ints, room),
        )  # fmt: skip
        self._run()

    def _kind(self, rules: FinnishList, called: str, seconds: int, age_group: str) -> kernel.Kind:
        edition, tables = rules.editions[called], self._tables
        if (called, seconds) not in tables:
            tables[called, seconds] = coefficients(edition, seconds)
        if (called, NONE) not in tables:
            tables[called, NONE] = numbered(rules, called, self.numbers)
        return kernel.Kind(
            edition.bonus_established, edition.bonus_new, edition.new_until, edition.carries_games, edition.sums_until,
            edition.unrated[age_group], seconds >= NORMAL_SECONDS, edition.titles_in_play,
            ints(tables[called, seconds]), ints(shares(edition.cap)), ints(tables[called, NONE]),
        )  # fmt: skip

    def _run(self) -> None:
        """Rate all units: by the kernel as far as it goes, and the next one by the rules."""
        library, done = kernel.library(), 0
        wrong = library.selo_check(self.columns_of_c, self.columns.widest)
        if wrong != -1:
            raise ValueError(f"unit {wrong} has an index outside its columns")
        while (done := library.selo_fold(self.columns_of_c, done)) < len(self.units):
            self._by_rules(done)
            done += 1

    def _by_rules(self, at: int) -> None:
        """Rate one unit as any run does, from the standings that the columns have, and enter what it came to."""
        unit, rules, self.kind_of[at] = self.units[at], self.setup.rules, -1
        names, own = unit.seats(), self.columns.player[self.columns.seat_from[at] : self.columns.seat_from[at + 1]]
        before = list(map(self._standing, own))
        figures = figures_of(unit, before, self._person_of.of(names) if unit.given is None else [], rules)
        self.by_rules[at] = row = row_of_unit(unit, before, figures)
        for seat, player in enumerate(own):
            for figure in row.figures(seat):
                entry = entry_of(row, figure, self.changes)
                new = rules.new_titles(entry, self.normal[player], self._held(player))
                self._given[figure.player].update((title.title, title.on) for title in new)
                if figure.kind == "opening":  # it carries its own count of games, whatever came before it
                    self.played[player] = self.normal[player] = 0
                elif figure.kind == "unit":
                    self.last[player] = at
                self.played[player] += figure.games
                self.normal[player] += figure.normal_games
        for player, standing in zip(own, figures.standings, strict=True):
            self._enter(player, standing)

    def _standing(self, player: int) -> Standing:
        rating = self.rating[player]
        if rating == NONE:
            return NOBODY
        return Standing(
            rating, self.counted[player], (self.met[player], self.made[player], self._steps.get(player, ""))
        )

    def _enter(self, player: int, standing: Standing) -> None:
        self.rating[player] = NONE if standing.rating is None else standing.rating
        self.counted[player] = standing.games
        self.met[player], self.made[player] = sums(standing)
        if day := step_day(standing):
            self._steps[player] = day
        for rule, title in enumerate(self.setup.rules.title_rules):
            if title.title in self._given[self.players[player]]:
                self.title_unit[player * len(self.setup.rules.title_rules) + rule] = len(self.units)

    def _held(self, player: int) -> set[str]:
        """Return the titles that a player has reached so far."""
        rules, name = self.setup.rules.title_rules, self.players[player]
        own = self.title_unit[player * len(rules) : (player + 1) * len(rules)]
        held = {rule.title for rule, unit in zip(rules, own, strict=True) if unit >= 0}
        return held | self._given[name].keys()

    def between(self, first: str, last: str) -> tuple[int, int]:
        """Return the positions of the units that end in a period: they stand in the order of their ends."""
        return bisect_left(self.columns.days, first), bisect_right(self.columns.days, last)

    def forecast(self, low: int, high: int) -> "tuple[array[int], bytearray]":
        """Return the kind of each game's forecast, -1 where there is none, and whether both were established."""
        kinds, settled = array("i", [-1]) * len(self.columns.white), bytearray(len(self.columns.white) + 1)
        room = (ctypes.c_char * len(settled)).from_buffer(settled)
        kernel.library().selo_forecast(self.columns_of_c, low, high, ints(kinds), room)
        return kinds, settled

    def no_forecasts(self) -> "FoldedForecasts":
        """Return forecasts with every kind that the run knows, and no game yet."""
        made = FoldedForecasts(values=[(expected, points / 2) for expected in self.numbers for points in range(3)])
        made._kind_of.update({pair: kind for kind, pair in enumerate(made.values)})
        made.kinds, made.settled = array("i"), bytearray()
        return made

    def totals(self) -> list[Total]:
        columns = zip(
            self.players, range(len(self.players)), self.rating, self.played, self.normal, self.last, strict=True
        )
        return [
            Total(player, rating, self._standing(at), games, normal, self.units[last].place[:10] if last >= 0 else None)
            for player, at, rating, games, normal, last in sorted(columns)
            if rating != NONE
        ]

    def titles(self) -> dict[tuple[str, str], str]:
        rules = self.setup.rules.title_rules
        days = [unit.place[:10] for unit in self.units]
        reached = {
            (self.players[place // len(rules)], rules[place % len(rules)].title): days[unit]
            for place, unit in enumerate(self.title_unit)
            if 0 <= unit < len(days)
        }
        given = {(player, title): day for player, own in self._given.items() for title, day in own.items()}
        return reached | given


class FoldedForecasts(Forecasts):
    """Forecasts in columns of C, which counts them."""

    def counted(self, chosen: Iterable[int] | None = None) -> dict[Pair, int]:
        counts = array("q", [0]) * len(self.values)
        mask = None if chosen is None else bytes(chosen)
        if mask is not None and len(mask) != len(self.kinds):
            raise ValueError("not one choice for each game")
        kernel.library().selo_count(len(self.kinds), _column(self.kinds), mask, len(counts), longs(counts))
        return {self.values[kind]: count for kind, count in enumerate(counts) if count}

    def beside(self, other: Forecasts) -> Mapping[tuple[int, int], int]:
        if not isinstance(other, FoldedForecasts):
            return super().beside(other)
        if len(self.kinds) != len(other.kinds):
            raise ValueError("not the same games")
        width = len(other.values)
        counts = array("q", [0]) * (len(self.values) * width)
        kernel.library().selo_both(
            len(self.kinds), _column(self.kinds), _column(other.kinds), len(self.values), width, longs(counts)
        )
        return {divmod(at, width): count for at, count in enumerate(counts) if count}


def _column(kinds: "list[int] | array[int]") -> Any:
    assert isinstance(kinds, array)
    return ints(kinds)


def forecasts_of(run: Run, first: str, last: str) -> Forecasts:
    """Forecast every rated game of the units that end in the period, from the standings just before its unit."""
    if not isinstance(run, FoldedRun):
        return forecasts(run, first, last)
    columns, (low, high) = run.columns, run.between(first, last)
    kinds, settled = run.forecast(low, high)
    made = run.no_forecasts()
    assert isinstance(made.settled, bytearray)
    curves = Curves(run, made)
    for at in range(low, high):
        unit, begin, end = run.units[at], columns.game_from[at], columns.game_from[at + 1]
        if unit.given is not None:
            continue
        if at in run.by_rules:
            of_unit(run, unit, run.by_rules[at], made, curves)
            continue
        assert unit.tournament is not None
        own, sure, ids = kinds[begin:end], settled[begin:end], unit.games.numbers()
        if -1 in own:
            rated = [kind >= 0 for kind in own]
            made.unrated += rated.count(False)
            own, sure, ids = (
                array("i", compress(own, rated)),
                bytearray(compress(sure, rated)),
                list(compress(ids, rated)),
            )
        made.kinds.extend(own)
        made.settled += sure
        made.units.append((unit.tournament, ids))
    return made


def counts_of(run: Run, first: str, last: str) -> dict[Pair, int]:
    """Count the games of a period by forecast and score: all that a loss needs, without a list of the games."""
    if not isinstance(run, FoldedRun):
        return forecasts(run, first, last).counted()
    low, high = run.between(first, last)
    kinds, _ = run.forecast(low, high)
    made = run.no_forecasts()
    begin, end = run.columns.game_from[low], run.columns.game_from[high]
    made.kinds = kinds[begin:end]
    curves = Curves(run, made)
    for at, row in run.by_rules.items():
        if low <= at < high and run.units[at].given is None:
            of_unit(run, run.units[at], row, made, curves)
    return made.counted()


class Looks:
    """Runs of one question: by the kernel where it is there and knows the rules, else as kept or by the rules."""

    def __init__(self, reading: Reading) -> None:
        self.facts = Facts(reading)
        self._special: frozenset[str] | None = None
        self._columns: ListColumns | None = None

    def __call__(self, setup: Setup) -> Run:
        if kernel.library() is None or not known(setup):
            return self.facts.look(setup)
        return FoldedRun(setup, self.columns(setup), self.facts.person_of, self.facts.reading.as_of)

    def variant(self, setup: Setup, change: Collection[str]) -> Run:
        """Run one of many that differ by some numbers: over the columns of the one before, unless games depend on
        them."""
        laid = self._columns
        if kernel.library() is None or laid is None or not known(setup) or not SELECTING.isdisjoint(change):
            return self(setup)
        if {edition for edition, *_ in laid.sorts} <= {edition for _, edition in setup.schedule}:
            return FoldedRun(setup, laid, self.facts.person_of, self.facts.reading.as_of)
        return self(setup)

    def columns(self, setup: Setup) -> ListColumns:
        self._columns = ListColumns(self.facts.in_order(setup), self._whom_a_step_could_touch(), self._columns)
        return self._columns

    def _whom_a_step_could_touch(self) -> frozenset[str]:
        """Return the players from abroad of whom a rating from elsewhere is known (3.7)."""
        if self._special is None:
            ids = set(map(self.facts.timeline.resolve, self.facts.rated_elsewhere))
            self._special = frozenset(player for player in ids if self.facts.person_of(player).ever_abroad)
        return self._special


def runs_of(reading: Reading, labels: Sequence[str], *, forecast: bool = True) -> list[Run]:
    """Run each list or edition that is named, and return the runs. `forecast`: they are asked for every game, where the
    kernel is worth its columns; else a list that is kept is read as it is.
    """
    chosen = setups(reading.timeline, labels)
    look = Looks(reading)
    return [(None if forecast else look.facts.kept(setup)) or look(setup) for setup in chosen]
