"""The read tables as a shelf for the loop: a command touches only what its cone
reaches.
"""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import chain, pairwise

from ledger.events import player_stream, tournament_stream
from ledger.store.counted import Counting, held
from ledger.store.database import Connection
from ledger.store.tables import worth
from ledger.timeline import Timeline
from projections.replay.handlers import units_from
from projections.replay.shelf import Key, Seats, TitleMove
from projections.replay.tally import Tally
from projections.replay.unit_row import Spot, UnitRow
from projections.tables import units
from projections.tables.players import (
    DELETE_TITLE,
    INSERT_PLAYER,
    INSERT_SEAT,
    INSERT_TITLE,
    Own,
    own_rows,
    player_row,
    seat_numbers,
    seat_row,
    title_row,
)
from projections.tables.schema import MISSING, Row, count_row, damaged
from rulebooks import LISTS
from rulebooks.base import Unit

FEW = 3  # units that a career is read back by at first


class TableShelf(Seats):
    """A shelf on the read tables, whose rows are read once. Units come from the facts
    `before` the step and of now.
    """

    def __init__(
        self,
        connection: Connection,
        timeline: Timeline,
        before: Timeline,
        last_number: int,
    ) -> None:
        super().__init__()
        self._db = connection
        self._timeline = timeline
        self._before = before
        self._units: dict[Key, dict[Spot, Unit]] = {}
        self._rows: dict[Spot, UnitRow | None] = {}
        # by stream, those that were proven
        self._versions: dict[str, list[UnitRow]] = {}
        self._own: dict[str, Own] = {}
        self._numbers: dict[Key, list[int]] = {}
        # of the last of the numbers, as far back as was asked
        self._places: dict[Key, list[str]] = {}
        # where somebody's seats say that a unit is, or was
        self._seated: set[Spot] = set()
        self._place_of: dict[int, str] = {}
        self._expected: set[str] = set()  # tournaments whose facts are read
        self._tallies: dict[Key, Tally | None] = {}
        self.counting = Counting()
        self.last_number = last_number
        if units.highest_number(connection) != self.last_number:
            raise damaged(MISSING)

    def unit(self, spot: Spot) -> Unit | None:
        if spot in self._changed:
            return self._changed[spot][1]
        row = self.row(spot)
        return None if row is None else self._units_now(row).get(spot)

    def _units_now(self, row: UnitRow) -> dict[Spot, Unit]:
        """Return the units of a tournament on a list, or of a player's openings and
        rulings, by the facts of now.
        """
        key = row.list, units.stream_of(row.tournament, row.player)
        if key not in self._units:
            self._units[key] = _by_spot(
                self._timeline, row.tournament, row.player, row.list
            )
        return self._units[key]

    def units_of(self, tournament: str) -> dict[Spot, Unit | None]:
        known = _by_spot(self._before, tournament, None)
        return {
            row.spot: known.get(row.spot)
            for row in self._in_force(tournament_stream(tournament))
        }

    def givens_of(self, player: str) -> dict[Spot, Unit | None]:
        known = _by_spot(self._before, None, player)
        return {
            row.spot: known.get(row.spot)
            for row in self._in_force(player_stream(player))
        }

    def _in_force(self, stream: str) -> list[UnitRow]:
        return [row for row in self._of_streams([stream]) if row.known_to is None]

    def _of_streams(self, streams: Collection[str]) -> list[UnitRow]:
        """Return every version of the units of some streams."""
        missing = [stream for stream in streams if stream not in self._versions]
        if missing:
            self._versions.update(read := units.of_streams(self._db, missing))
            self._place_of.update(
                (row.number, row.place) for own in read.values() for row in own
            )
        return [row for stream in streams for row in self._versions[stream]]

    def units_under(self, edition: str) -> list[Spot]:
        rows = list(units.of_lists(self._db))
        return [
            row.spot for row in rows if row.edition == edition and row.known_to is None
        ]

    def ever_given(self, players: Collection[str]) -> Collection[str]:
        counts = held(self._db, "units", [*map(player_stream, players)])
        units_now = (unit for _, unit in self._changed.values() if unit is not None)
        coming = {unit.given.player for unit in units_now if unit.given is not None}
        return coming | {player for player in players if counts[player_stream(player)]}

    def kept_places(self, list_name: str, player: str, since: str = "") -> list[str]:
        self._read_seats(list_name, [player], since)
        return self._places[list_name, player]

    def _read_seats(self, list_name: str, players: Iterable[str], since: str) -> None:
        """Read the seats of all these players at once, for on a server every query
        costs a round trip; and of each career no more than its end, as far back as the
        last unit before `since`.
        """
        wanted = self._too_short(list_name, players, since)
        while wanted:
            self._read_numbers(list_name, wanted)
            ends = dict[str, list[int]]()
            for player in wanted:
                known, numbers = (
                    self._places.get((list_name, player), ()),
                    self._numbers[list_name, player],
                )
                ends[player] = numbers[-FEW * (len(known) or 1) :] if since else numbers
            self._look_up_places(chain.from_iterable(ends.values()))
            for player, numbers in ends.items():
                places = self._places[list_name, player] = [
                    self._place_of[number] for number in numbers
                ]
                self._seated.update((list_name, place) for place in places)
                # a place that moved by itself would hide a unit between its neighbours;
                # each that is used is proven
                if any(earlier >= later for earlier, later in pairwise(places)):
                    raise damaged(MISSING)
            wanted = self._too_short(list_name, wanted, since)

    def _read_numbers(self, list_name: str, players: Sequence[str]) -> None:
        missing = [
            player for player in players if (list_name, player) not in self._numbers
        ]
        unread = [player for player in missing if player not in self._own]
        numbers = seat_numbers(self._db, list_name, unread)
        numbers |= {
            player: own.numbers(list_name)
            for player in missing
            if (own := self._own.get(player)) is not None
        }
        self._numbers.update(
            {(list_name, player): numbers.get(player, []) for player in missing}
        )

    def _too_short(
        self, list_name: str, players: Iterable[str], since: str
    ) -> list[str]:
        """Return the players of whose careers not enough is read."""
        places, numbers = self._places, self._numbers
        return [
            player
            for player in players
            if (own := places.get(key := (list_name, player))) is None
            or (len(own) < len(numbers[key]) and own[0] >= since)
        ]

    def _look_up_places(self, numbers: Iterable[int]) -> None:
        missing = sorted({number for number in numbers if number not in self._place_of})
        self._place_of.update(
            zip(missing, units.places(self._db, missing), strict=True)
        )

    def _own_rows(self, players: Sequence[str]) -> dict[str, Own]:
        missing = [player for player in players if player not in self._own]
        if missing:
            self._own.update(own_rows(self._db, missing))
        return self._own

    def row(self, spot: Spot) -> UnitRow | None:
        if spot not in self._rows:
            self.expect_rows(spot[0], [spot[1]])
        return self._rows[spot]

    def tally(self, list_name: str, player: str) -> Tally | None:
        key = list_name, player
        if key not in self._tallies:
            self._read_tallies(list_name, [player])
        return self._tallies[key]

    def tallies(self, list_name: str, players: Sequence[str]) -> list[Tally | None]:
        self._read_tallies(list_name, players)
        return [self._tallies[list_name, player] for player in players]

    def _read_tallies(self, list_name: str, players: Sequence[str]) -> None:
        missing = [
            player for player in players if (list_name, player) not in self._tallies
        ]
        if missing:
            own = self._own_rows(missing)
            self._tallies.update(
                {
                    (list_name, player): own[player].tally(list_name)
                    for player in missing
                }
            )

    def kept_from(
        self, list_name: str, players: Sequence[str], after: str
    ) -> Sequence[Sequence[str]]:
        self._read_seats(list_name, players, after)
        own = [self._places[list_name, player] for player in players]
        self.expect_rows(
            list_name,
            {
                places[at]
                for places in own
                if (at := bisect_right(places, after)) < len(places)
            },
        )
        return own

    def expect_units(self, spot: Spot, ahead: list[Spot]) -> None:
        """Read the facts of the unit; if they are not read yet, with those of the
        others, which are taken off.
        """
        row = self.row(spot)
        if (
            row is not None
            and row.tournament is not None
            and row.tournament not in self._expected
        ):
            every = [
                row.tournament
                for row in map(self.row, (spot, *ahead))
                if row is not None and row.tournament
            ]
            ahead.clear()
            coming = dict.fromkeys(name for name in every if name not in self._expected)
            self._timeline.expect_tournaments(coming)
            self._expected |= coming.keys()

    def expect_before(self, list_name: str, players: Sequence[str], place: str) -> None:
        self._read_seats(list_name, players, place)
        own = (self._places[list_name, player] for player in players)
        self.expect_rows(
            list_name,
            {places[at - 1] for places in own if (at := bisect_left(places, place))},
        )

    def expect_rows(self, list_name: str, places: Iterable[str]) -> None:
        missing = sorted(
            place for place in places if (list_name, place) not in self._rows
        )
        if missing:
            rows = self._of_streams([*dict.fromkeys(map(units.stream_at, missing))])
            standing = {row.spot: row for row in rows if row.known_to is None}
            seated = {
                spot
                for place in missing
                if (spot := (list_name, place)) in self._seated
            }
            if not seated <= {row.spot for row in rows}:
                raise damaged(MISSING)
            self._rows.update(
                {
                    (list_name, place): standing.get((list_name, place))
                    for place in missing
                }
            )

    def open_tally(self, list_name: str, player: str) -> Tally:
        tally = self._tallies[list_name, player] = Tally((list_name, player))
        return tally

    def rest(self, row: UnitRow) -> None:
        """Do nothing: a step of a command is small, so its rows keep their columns."""

    def number(self, spot: Spot) -> int:
        """Return the number that the unit at a spot had before, also where it was taken
        back, or else the next.
        """
        known = [
            row.number
            for row in self._of_streams([units.stream_at(spot[1])])
            if row.spot == spot
        ]
        if known:
            return known[0]
        self.last_number += 1
        return self.last_number

    def keep(
        self,
        seq: int,
        closed: list[UnitRow],
        written: list[UnitRow],
        touched: Iterable[Tally],
        titles: list[TitleMove],
    ) -> None:
        # until now a seat could have been missing
        self._own_rows([*{player: None for _, player in self._numbers}])
        totals = [player_row(tally) for tally in touched]
        seats = self._new_seats(
            written, {row.number: set(row.players) for row in closed}
        )
        gone = [title_row(old, None) for old, _ in titles if old is not None]
        come = [title_row(old, seq) for old, _ in titles if old is not None]
        come += [title_row(new, None) for _, new in titles if new is not None]
        self._count_units(closed, written)
        self._count_players(totals, seats, gone, come)
        units.close(self._db, closed)
        units.insert(self._db, written)
        for table, insert, rows in (
            ("seat", INSERT_SEAT, seats),
            ("player", INSERT_PLAYER, totals),
        ):
            self._db.executemany(
                f"DELETE FROM {table} WHERE player = ? AND list = ?",
                [row[:2] for row in rows],
            )
            self._db.executemany(insert, rows)
        self._db.executemany(
            DELETE_TITLE, [(row[1], row[0], row[2], row[7]) for row in gone]
        )
        self._db.executemany(INSERT_TITLE, come)

    def _count_units(
        self, closed: Iterable[UnitRow], written: Iterable[UnitRow]
    ) -> None:
        for row in chain(closed, written):
            more = worth(row.stored()) - (
                units.seal_before_closing(row) if row.known_to is not None else 0
            )
            count_row(
                self.counting,
                "unit",
                units.stream_of(row.tournament, row.player),
                row.list,
                more,
            )

    def _count_players(
        self,
        totals: Sequence[Row],
        seats: Sequence[Row],
        gone: Iterable[Row],
        come: Iterable[Row],
    ) -> None:
        """Count the rows that come and go; those that go were proven when they were
        read.
        """
        own = self._own_rows([*dict.fromkeys(row[0] for row in (*totals, *seats))])
        for table, rows in (("player", totals), ("seat", seats)):
            for row in rows:
                player, list_name = row[:2]
                before = (
                    own[player].totals if table == "player" else own[player].seats
                ).get(list_name)
                more = row[-1] - (before[-1] if before is not None else 0)
                count_row(self.counting, table, player_stream(player), list_name, more)
        for sign, titles in ((-1, gone), (1, come)):
            for list_name, player, *_, checksum in titles:
                count_row(
                    self.counting,
                    "title",
                    player_stream(player),
                    list_name,
                    sign * checksum,
                )

    def _new_seats(
        self, written: Iterable[UnitRow], before: Mapping[int, set[str]]
    ) -> list[Row]:
        """Make seats for players new to a unit; `before`: the players of the rows that
        were closed.

        Most units come at the end of everybody's career, and then only that end is
        read.
        """
        new: dict[Key, dict[str, int]] = defaultdict(dict)
        for row in written:
            seated = before.get(row.number, ())
            coming = [player for player in row.players if player not in seated]
            ends = self._last_places(row.list, coming)
            self._read_seats(
                row.list,
                [player for player in coming if ends[player] >= row.place],
                row.place,
            )
            for player in coming:
                places = self._places.get((row.list, player), [])
                at = bisect_left(places, row.place)
                if at == len(places) or places[at] != row.place:
                    new[row.list, player][row.place] = row.number
        return [
            seat_row(player, name, self._with(name, player, more))
            for (name, player), more in new.items()
        ]

    def _last_places(self, list_name: str, players: Sequence[str]) -> dict[str, str]:
        """Map each player to the last place where they ever had a seat; "" for those
        who had none.
        """
        unread = [
            player for player in players if (list_name, player) not in self._places
        ]
        own = self._own_rows(unread)
        last = {
            player: numbers[-1]
            for player in unread
            if (numbers := own[player].numbers(list_name))
        }
        self._look_up_places(last.values())
        ends = {
            player: places[-1]
            for player in players
            if (places := self._places.get((list_name, player)))
        }
        ends |= {player: self._place_of[number] for player, number in last.items()}
        return dict.fromkeys(players, "") | ends

    def _with(self, list_name: str, player: str, more: Mapping[str, int]) -> list[int]:
        """Return the numbers of a player's units with some more, put in by their
        places.
        """
        numbers = self._own[player].numbers(list_name)
        # what was not read of them comes before
        ends = [*self._places.get((list_name, player), ())]
        for place, number in more.items():
            behind = len(ends) - bisect_left(ends, place)
            ends.insert(len(ends) - behind, place)
            numbers.insert(len(numbers) - behind, number)
        return numbers


def _by_spot(
    timeline: Timeline, tournament: str | None, player: str | None, *lists: str
) -> dict[Spot, Unit]:
    return {
        (unit.list, unit.place): unit
        for unit in units_from(timeline, tournament, player, lists or LISTS)
    }
