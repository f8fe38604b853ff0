"""Hold what a unit came to as one row of the read tables: its players' standings before and after, in columns.

Terms, values after each game and coefficients are worked out again from the standings before, for whoever asks why.
"""

from collections.abc import Callable, Mapping, Sequence
from operator import attrgetter
from typing import Any

from projections.replay import MOST_RESTING, Columns, State, difference, joined, read_whole, whole
from rulebooks.base import Person, Standing, Unit
from rulebooks.entries import Figure
from rulebooks.units import Figures

Spot = tuple[str, str]  # list, place


_state: Callable[[Standing], State] = attrgetter("games", "state")


class UnitRow:
    """A version of a unit. `number` is the same for all versions; `columns` are decoded when first asked for."""

    __slots__ = (
        "_body", "_columns", "_seats", "_standings", "_under", "before", "edition", "entries", "kind", "known_from",
        "known_to", "list", "number", "place", "player", "players", "rated_from", "seq", "tournament", "unit",
    )  # fmt: skip

    def __init__(
        self, number: int, list_name: str, place: str, kind: str, unit: str, tournament: str | None, player: str | None,
        edition: str, seq: int, known_from: int, known_to: int | None, body: str,
    ) -> None:  # fmt: skip
        self.number = number
        self.list = list_name
        self.place = place
        self.kind = kind
        self.unit = unit
        self.tournament = tournament
        self.player = player
        self.edition = edition
        self.seq = seq
        self.known_from = known_from
        self.known_to = known_to
        self._body = body
        self.before: UnitRow | None = None  # the version that this one says the differences from
        self._under = 0  # how many versions in a row do so, up to this one
        self.players: list[str] | None = None  # kept when the columns are forgotten
        self.entries = 0  # how many of them were written with the row
        self.rated_from: tuple[Unit, list[Person]] | None = None  # unless it was read from a table
        self._columns: Columns | None = None
        self._standings: list[Standing] | None = None
        self._seats: dict[str, int] | None = None

    @property
    def spot(self) -> Spot:
        return self.list, self.place

    @property
    def on(self) -> str:
        """The day that the unit counts for: places begin with it."""
        return self.place[:10]

    @property
    def plain(self) -> bool:
        """Whether the unit has games alone, with at most one change a player."""
        return self.kind == "games" and not self.columns.steps

    @property
    def columns(self) -> Columns:
        if self._columns is None:
            self._columns = self._read()
        return self._columns

    @property
    def is_open(self) -> bool:
        """Whether the columns are at hand."""
        return self._columns is not None

    def _read(self) -> Columns:
        before = self.before
        if before is None:
            return read_whole(self._body)
        return joined(before._columns or before._read(), before.known_from, self._body)

    @property
    def body(self) -> str:
        """The columns as text, or what differs in them from the version before."""
        if not self._body:
            self._body = whole(self.columns)
        return self._body

    def rest_on(self, before: "UnitRow") -> None:
        """Have a new version written as what differs from the one before, where that is less."""
        if before._under < MOST_RESTING:
            text = difference(before.columns, before.known_from, self.columns)
            if text is not None:
                self._body = text
                self.follows(before)

    def follows(self, before: "UnitRow") -> None:
        """Take the version before as the one that the text says the differences from."""
        self.before, self._under = before, before._under + 1

    def seat(self, player: str) -> int | None:
        """Return the player's place in the columns; None without a seat."""
        return self.seats().get(player)

    def seats(self) -> dict[str, int]:
        """Return everybody's place in the columns."""
        if self._seats is None:
            self._seats = {player: seat for seat, player in enumerate(self.columns.players)}
        return self._seats

    def rated(self) -> set[str]:
        """Return the players who got a rating in the unit."""
        columns = self.columns
        return {player for player, after in zip(columns.players, columns.after, strict=True) if after is not None}

    def standing_before(self, seat: int) -> Standing:
        columns = self.columns
        games, state = columns.states[_at(columns.before, seat)]
        return Standing(columns.ratings[seat], games, state)

    def standings_before(self) -> list[Standing]:
        """Return everybody's standing before the unit, by seat."""
        rows = zip(self.columns.ratings, self.states_before(), strict=True)
        return [Standing(rating, games, state) for rating, (games, state) in rows]

    def states_before(self) -> list[State]:
        """Return the games and the state of everybody's standing before the unit, by seat."""
        states = self.columns.states
        return [states[at] for at in self.every_before()]

    def every_before(self) -> list[int]:
        """Return the position of everybody's standing before the unit among the states, by seat."""
        return _every(self.columns.before, len(self.columns.players))

    def every_standing(self) -> list[Standing]:
        """Return everybody's standing after the unit, by seat."""
        columns, states = self.columns, self.columns.states
        if self._standings or columns.steps or columns.live or None in columns.after:
            return self._standings or [self.standing_after(seat) for seat in range(len(columns.players))]
        rows = zip(columns.after, _every(columns.standing, len(columns.after)), strict=True)
        return [Standing(after, *states[state]) for after, state in rows]

    def standing_after(self, seat: int) -> Standing:
        """Return the standing after the unit of the player in a seat; that before it, for a player who got no
        rating."""
        if self._standings is not None:
            return self._standings[seat]
        columns = self.columns
        after = columns.after[seat]
        if after is None:
            stepped = [standing for position, standing in columns.steps if position == seat]
            return stepped[-1] if stepped else self.standing_before(seat)
        games, state = columns.states[_at(columns.standing, seat)]
        return Standing(columns.live.get(seat, after), games, state)

    def every_normal_games(self) -> list[int]:
        """Return the number of games at normal time that each player played."""
        columns = self.columns
        normal = columns.normal_games
        return columns.games if normal is None else _every(normal, len(columns.games))

    def best(self, seat: int) -> int:
        """Return the highest rating after any change of the player in the unit, 0 without one."""
        if self.plain:
            return self.columns.best[seat] or 0
        return max([figure.best for figure in self.figures(seat)], default=0)

    def figures(self, seat: int) -> list[Figure]:
        """Return the player's changes in the unit: one, none, or two with a step of 3.7."""
        columns = self.columns
        player, since = columns.players[seat], columns.since.get(seat, self.known_from)
        rating = columns.ratings[seat]
        figures = []
        for position, standing in columns.steps:
            if position == seat:
                assert standing.rating is not None
                step = Figure(
                    player, "elo-step", rating, standing.rating, standing.rating, True, 0, 0, 0, None, standing,
                    columns.since.get(-1 - seat, self.known_from),
                )  # fmt: skip
                figures.append(step)
                rating = standing.rating
        after, best = columns.after[seat], columns.best[seat]
        if after is not None and best is not None:
            figures.append(
                Figure(
                    player, "unit" if self.kind == "games" else self.kind, columns.starts.get(seat, rating), after,
                    best, seat not in columns.unestablished, columns.games[seat], self.normal_games(seat),
                    columns.half_points[seat], columns.expected[seat], self.standing_after(seat), since,
                )
            )  # fmt: skip
        return figures

    def normal_games(self, seat: int) -> int:
        normal = self.columns.normal_games
        return self.columns.games[seat] if normal is None else _at(normal, seat)

    def every_figure(self) -> list[Figure]:
        """Return everybody's changes, column beside column, because a list on a day asks for half of history."""
        columns = self.columns
        if columns.steps:
            return [figure for seat in range(len(columns.players)) for figure in self.figures(seat)]
        kind, known_from = "unit" if self.kind == "games" else self.kind, self.known_from
        size, states, unestablished = len(columns.players), columns.states, set(columns.unestablished)
        starts, live, since = columns.starts, columns.live, columns.since
        rows = zip(
            columns.players, columns.ratings, columns.after, columns.best, columns.games, self.every_normal_games(),
            columns.half_points, columns.expected, _every(columns.standing, size), strict=True,
        )  # fmt: skip
        return [
            Figure(
                player, kind, starts.get(seat, rating), after, best, seat not in unestablished, games, normal,
                half_points, expected, Standing(live.get(seat, after), *states[state]), since.get(seat, known_from),
            )
            for seat, (player, rating, after, best, games, normal, half_points, expected, state) in enumerate(rows)
            if after is not None and best is not None
        ]  # fmt: skip

    def stored(self) -> tuple[Any, ...]:
        """Return the values of the columns of the table `unit`, without the checksum."""
        return (
            self.number, self.list, self.place, self.kind, self.unit, self.tournament, self.player, self.edition,
            self.seq, self.known_from, self.known_to, self.body,
        )  # fmt: skip


def row_of_unit(unit: Unit, before: Sequence[Standing], figures: Figures) -> UnitRow:
    """Make a version that is not kept yet: without number and without the seq it is known from."""
    about = (unit.list, unit.place, unit.kind, unit.id, unit.tournament, unit.given and unit.given.player)
    row = UnitRow(0, *about, unit.edition, unit.seq, 0, None, "")
    row._columns = _columns(list(unit.seats()), before, figures)
    row._standings = figures.standings
    return row


def _columns(players: list[str], before: Sequence[Standing], figures: Figures) -> Columns:
    ratings = [standing.rating for standing in before]
    states_before, states_after = list(map(_state, before)), list(map(_state, figures.standings))
    places = {state: place for place, state in enumerate(dict.fromkeys([*states_before, *states_after]))}
    after, games = figures.after, figures.games
    stepped = {players.index(step.player): step for step in figures.steps}
    start = ratings
    if stepped:
        start = [stepped[seat].after if seat in stepped else rating for seat, rating in enumerate(ratings)]
    live = [standing.rating for standing in figures.standings]
    return Columns(
        players, ratings, list(places), _places(states_before, places), after, _places(states_after, places),
        figures.best, figures.expected,
        games, figures.half_points, None if figures.normal_games == games else _one(figures.normal_games),
        [] if all(figures.established)
        else [seat for seat, settled in enumerate(figures.established) if not settled and after[seat] is not None],
        None if figures.shown in ([], ratings) else figures.shown, figures.marks, _others(figures.before, start, after),
        _others(live, after, after),
        [(seat, step.standing) for seat, step in stepped.items()], {},
    )  # fmt: skip


def count(row: UnitRow) -> None:
    """Note on the row what has to be known without its columns, players and number of entries, once they are final."""
    columns = row.columns
    row.players = columns.players
    row.entries = len(columns.after) - columns.after.count(None) + len(columns.steps) - len(columns.since)


def forget(row: UnitRow) -> None:
    """Drop the columns of a row: its text is enough to bring them back."""
    row._body = row.body
    row._columns = row._standings = row._seats = None


def _at(column: list[int] | int, seat: int) -> int:
    return column if isinstance(column, int) else column[seat]


def _every(column: list[int] | int, size: int) -> list[int]:
    return [column] * size if isinstance(column, int) else column


def _others(
    column: Sequence[int | None], usual: Sequence[int | None], after: Sequence[int | None]
) -> dict[int, int | None]:
    """Return the values that differ from `usual`, by seat, of players who got a rating."""
    if column == usual:
        return {}
    rows = enumerate(zip(column, usual, after, strict=True))
    return {seat: value for seat, (value, expected, rated) in rows if value != expected and rated is not None}


def _places(states: Sequence[State], places: Mapping[State, int]) -> list[int] | int:
    """Return, for each state, its position among the different ones."""
    return 0 if len(places) == 1 else _one([places[state] for state in states])


def _one(column: list[int]) -> list[int] | int:
    """Return a column of equal values as one of them, any other as it is."""
    return column[0] if column and column.count(column[0]) == len(column) else column
