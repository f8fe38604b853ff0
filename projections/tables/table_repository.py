"""The read tables as the loop's repository: a command touches only what its cone
reaches. Each row is read once.
"""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import chain, pairwise

from ledger.events import player_stream, tournament_stream
from ledger.store.connection import Connection
from ledger.store.counted import Counting, counts_of
from ledger.store.tables import summed_checksum
from ledger.timeline import Timeline
from projections.replay.repository import TitleMove
from projections.replay.seats import Seats
from projections.replay.tally import CareerKey, Tally, TitleAt
from projections.replay.unit_row import UnitKey, UnitRow
from projections.replay.units import units_from
from projections.tables import units
from projections.tables.checked_rows import MISSING, Row, count_row, damaged
from projections.tables.players import (
    DELETE_TITLE,
    INSERT_PLAYER,
    INSERT_SEAT,
    INSERT_TITLE,
    RowsOfPlayer,
    own_rows,
    player_row,
    seat_numbers,
    seat_row,
    title_row,
)
from rulebooks import LISTS
from rulebooks.base import Unit

FEW = 3  # units that a career is read back by at first


class _StoredCareer:
    """The stored seats of a player on a list: the numbers of all their units, and the
    places of the last of them, as far back as was asked. It is read further back in
    growing parts.
    """

    def __init__(self, numbers: list[int]) -> None:
        """`numbers`: in the order of the career; no place is read yet."""
        self.numbers = numbers
        self.places: list[str] = []

    def is_read_back_to(self, since: str) -> bool:
        """Tell whether it is read as far back as the last unit before `since`, or
        whole.

        An empty `since` is before every place, so that only a whole career is enough.
        """
        is_whole = len(self.places) == len(self.numbers)
        return is_whole or bool(self.places and self.places[0] < since)

    def next_end(self, since: str) -> list[int]:
        """Return the numbers of the units to read next, up to the last one: a few times
        as many as are read, or all, where nothing says how far back.
        """
        if not since:
            return self.numbers
        return self.numbers[-FEW * max(1, len(self.places)) :]


class TableRepository(Seats):
    """A repository on the read tables. Units come from the facts `before` the step and
    from those of now, in `timeline`.

    `last_number` is the last number that a unit got. `counting` gathers what has to be
    counted of the rows that are written.

    It is of one step: what was read is kept until the step is written. The ledger is
    refused as damaged where rows are missing, or the last number is another.
    """

    def __init__(
        self,
        connection: Connection,
        timeline: Timeline,
        before: Timeline,
        last_number: int,
    ) -> None:
        super().__init__()
        self.counting = Counting()
        self.last_number = last_number
        self._db = connection
        self._timeline = timeline
        self._before = before
        # units by the facts of now, by list and stream
        self._units: dict[tuple[str, str], dict[UnitKey, Unit]] = {}
        self._rows: dict[UnitKey, UnitRow | None] = {}
        # by stream, those that were proven
        self._versions: dict[str, list[UnitRow]] = {}
        self._own: dict[str, RowsOfPlayer] = {}  # by player
        self._tallies: dict[CareerKey, Tally | None] = {}
        self._careers: dict[CareerKey, _StoredCareer] = {}
        self._place_of: dict[int, str] = {}  # by number
        # where somebody's seats say that a unit is, or was
        self._seated: set[UnitKey] = set()
        self._prefetched: set[str] = set()  # tournaments whose facts are read
        if units.highest_number(connection) != self.last_number:
            raise damaged(MISSING)

    # units

    def unit(self, key: UnitKey) -> Unit | None:
        """Return a unit by the facts of now; None where there is none."""
        if key in self._changed:
            _, new = self._changed[key]
            return new
        row = self.row(key)
        if row is None:
            return None
        return self._units_of_stream(row).get(key)

    def _units_of_stream(self, row: UnitRow) -> dict[UnitKey, Unit]:
        """Return the units of the row's tournament on its list, or of its player's
        openings and rulings, by the facts of now.
        """
        stream = row.list, units.stream_of(row.tournament, row.player)
        if stream not in self._units:
            self._units[stream] = _units_by_key(
                self._timeline, row.tournament, row.player, [row.list]
            )
        return self._units[stream]

    def units_of(self, tournament: str) -> dict[UnitKey, Unit | None]:
        """Return the units of a tournament by the facts before the step.

        They are those that are rated, by key; None for one that follows from facts no
        longer.
        """
        known = _units_by_key(self._before, tournament, None)
        return self._rated_of(tournament_stream(tournament), known)

    def givens_of(self, player: str) -> dict[UnitKey, Unit | None]:
        """Return a player's openings and rulings by the facts before the step.

        They are by key, as `units_of` has them.
        """
        known = _units_by_key(self._before, None, player)
        return self._rated_of(player_stream(player), known)

    def _rated_of(
        self, stream: str, known: Mapping[UnitKey, Unit]
    ) -> dict[UnitKey, Unit | None]:
        """Return the units of a stream that are rated; None where they are not among
        the known ones.

        `stream`: as `units.stream_of` names it; `known`: the units by the facts before.
        """
        keys = [row.key for row in self._versions_in([stream]) if row.known_to is None]
        return {key: known.get(key) for key in keys}

    def players_with_givens(self, players: Collection[str]) -> Collection[str]:
        """Return who of these ever had an opening or a ruling, in force or not."""
        streams = list(map(player_stream, players))
        counts = counts_of(self._db, "units", streams)
        with_givens = set()
        for player, stream in zip(players, streams, strict=True):
            if counts[stream]:
                with_givens.add(player)

        # those of this step are not counted yet
        for _, unit in self._changed.values():
            if unit is not None and unit.given is not None:
                with_givens.add(unit.given.player)

        return with_givens

    def units_under(self, edition: str) -> list[UnitKey]:
        """Return the units that were rated under an edition.

        `edition`: its id. Every list is read for it.
        """
        keys = []
        # read to the end, for only then are they proven
        for row in units.of_lists(self._db):
            if row.edition == edition and row.known_to is None:
                keys.append(row.key)
        return keys

    def prefetch_units(self, key: UnitKey, ahead: list[UnitKey]) -> None:
        """Read the facts of the unit; if they are not read yet, with those of the
        others, which are taken out of `ahead`.

        `ahead` is empty afterwards, unless nothing had to be read.
        """
        row = self.row(key)
        if row is None or row.tournament is None:
            return
        if row.tournament in self._prefetched:
            return

        coming: dict[str, None] = {}
        for other in map(self.row, (key, *ahead)):
            if other is None or not other.tournament:
                continue
            if other.tournament not in self._prefetched:
                coming[other.tournament] = None

        ahead.clear()
        self._timeline.expect_tournaments(coming)
        self._prefetched |= coming.keys()

    # rows of units

    def row(self, key: UnitKey) -> UnitRow | None:
        """Return the row of a unit that is in force; None where there is none."""
        if key not in self._rows:
            list_name, place = key
            self.prefetch_rows(list_name, [place])
        return self._rows[key]

    def prefetch_rows(self, list_name: str, places: Iterable[str]) -> None:
        """Read the rows at these places, together with all versions of their streams,
        which proves that none is missing.

        A place where somebody's seat says that a unit is has to have one, or had one:
        otherwise the ledger is refused as damaged.
        """
        missing = sorted(
            place for place in places if (list_name, place) not in self._rows
        )
        if not missing:
            return

        streams = dict.fromkeys(map(units.stream_at, missing))
        rows = self._versions_in([*streams])
        keys = [(list_name, place) for place in missing]
        seated = self._seated.intersection(keys)
        if not seated <= {row.key for row in rows}:
            raise damaged(MISSING)

        in_force = {row.key: row for row in rows if row.known_to is None}
        for key in keys:
            self._rows[key] = in_force.get(key)

    def prefetch_players(self, players: Collection[str]) -> None:
        """Read and prove all rows about these players."""
        missing = [player for player in players if player not in self._own]
        if missing:
            rows = own_rows(self._db, missing)
            self._own.update(rows)

    def prefetch_before(
        self, list_name: str, players: Sequence[str], place: str
    ) -> None:
        """Read the rows in which these players sat last before a place."""
        self._read_seats(list_name, players, place)
        last_before = set()
        for player in players:
            places = self._careers[list_name, player].places
            position = bisect_left(places, place)
            if position > 0:
                last_before.add(places[position - 1])

        self.prefetch_rows(list_name, last_before)

    def _versions_in(self, streams: Sequence[str]) -> list[UnitRow]:
        """Return every version of the units of some streams."""
        missing = [stream for stream in streams if stream not in self._versions]
        if missing:
            self._read_versions(missing)
        versions: list[UnitRow] = []
        for stream in streams:
            versions += self._versions[stream]
        return versions

    def _read_versions(self, streams: Sequence[str]) -> None:
        """Read every version of the units of some streams, and prove them.

        None of these streams may have been read before.
        """
        read = units.of_streams(self._db, streams)
        self._versions.update(read)
        for versions in read.values():
            for row in versions:
                self._place_of[row.number] = row.place

    def number(self, key: UnitKey) -> int:
        """Return the number that the unit of this key had before, also where it was
        taken back, or else the next.

        A new number counts the last one up.
        """
        _, place = key
        for row in self._versions_in([units.stream_at(place)]):
            if row.key == key:
                return row.number
        self.last_number += 1
        return self.last_number

    # seats

    def stored_places(
        self, list_name: str, player: str, since: str = ""
    ) -> Sequence[str]:
        """Return the places of a player's stored seats in order, at least as far back
        as the last one before `since`; all of them where it is empty.
        """
        self._read_seats(list_name, [player], since)
        return self._careers[list_name, player].places

    def stored_places_of_all(
        self, list_name: str, players: Sequence[str], after: str
    ) -> Sequence[Sequence[str]]:
        """Return the same of several players, in their order, and read the rows of the
        first unit of each behind `after`, which are going to be asked for.
        """
        self._read_seats(list_name, players, after)
        stored = [self._careers[list_name, player].places for player in players]
        first_behind = set()
        for places in stored:
            position = bisect_right(places, after)
            if position < len(places):
                first_behind.add(places[position])

        self.prefetch_rows(list_name, first_behind)
        return stored

    def _read_seats(self, list_name: str, players: Sequence[str], since: str) -> None:
        """Read the seats of all these players at once, for on a server every query
        costs a round trip; and of each career no more than its end, as far back as the
        last unit before `since`.
        """
        self._read_numbers(list_name, players)
        careers = [self._careers[list_name, player] for player in players]
        while True:
            short = [one for one in careers if not one.is_read_back_to(since)]
            if not short:
                break

            ends = [career.next_end(since) for career in short]
            self._look_up_places(chain.from_iterable(ends))
            for career, numbers in zip(short, ends, strict=True):
                career.places = self._places_in_order(numbers)

            self._note_seats(list_name, short)

    def _note_seats(self, list_name: str, careers: Iterable[_StoredCareer]) -> None:
        """Note where units must be, for somebody has a seat there."""
        for career in careers:
            for place in career.places:
                self._seated.add((list_name, place))

    def _places_in_order(self, numbers: Iterable[int]) -> list[str]:
        """Return the places of units of one career, given by their numbers in order."""
        places = [self._place_of[number] for number in numbers]
        # a place that moved by itself would hide a unit between its neighbours; each
        # that is used is proven
        for earlier, later in pairwise(places):
            if earlier >= later:
                raise damaged(MISSING)

        return places

    def _read_numbers(self, list_name: str, players: Sequence[str]) -> None:
        """Read the numbers of the units of these careers.

        They are taken from the rows of a player where those are read already.
        """
        unread = []
        for player in players:
            career = list_name, player
            if career in self._careers:
                continue
            own = self._own.get(player)
            if own is None:
                unread.append(player)
            else:
                self._careers[career] = _StoredCareer(own.numbers(list_name))

        numbers = seat_numbers(self._db, list_name, unread)
        for player in unread:
            own_numbers = numbers.get(player, [])
            self._careers[list_name, player] = _StoredCareer(own_numbers)

    def _look_up_places(self, numbers: Iterable[int]) -> None:
        """Read at which places the units of these numbers stand.

        Those that are known already are not read again. The ledger is refused as
        damaged where a unit is not there.
        """
        missing = sorted(set(numbers) - self._place_of.keys())
        places = units.places(self._db, missing)
        new = zip(missing, places, strict=True)
        self._place_of.update(new)

    # tallies

    def tally(self, list_name: str, player: str) -> Tally | None:
        """Return a player's tally; None for somebody without a seat on the list."""
        self._read_tallies(list_name, [player])
        return self._tallies[list_name, player]

    def tallies(self, list_name: str, players: Sequence[str]) -> list[Tally | None]:
        """Return several players' tallies; None for somebody without one."""
        self._read_tallies(list_name, players)
        return [self._tallies[list_name, player] for player in players]

    def _read_tallies(self, list_name: str, players: Sequence[str]) -> None:
        """Read the tallies of these players, all together.

        A player without a seat on the list is remembered as one without a tally.
        """
        missing = [
            player for player in players if (list_name, player) not in self._tallies
        ]
        self.prefetch_players(missing)
        for player in missing:
            tally = self._own[player].tally(list_name)
            self._tallies[list_name, player] = tally

    def open_tally(self, list_name: str, player: str) -> Tally:
        """Return a new and empty tally, for somebody who has none.

        It is kept, so that `tally` returns the same one afterwards.
        """
        career = list_name, player
        tally = Tally(career)
        self._tallies[career] = tally
        return tally

    def finish(self, row: UnitRow) -> None:
        """Do nothing: a step of a command is small, so its rows keep their columns."""

    # writing

    def write(
        self,
        seq: int,
        closed: list[UnitRow],
        written: list[UnitRow],
        touched: Iterable[Tally],
        titles: list[TitleMove],
    ) -> None:
        """Write what a step came to, known from `seq` on, and count its rows.

        `closed`: versions that are no longer in force, with their `known_to` set;
        `written`: new versions; `touched`: the tallies that changed; `titles`: pairs of
        the old one and the new one, None where there is none.
        """
        # until now a seat could have been missing
        self.prefetch_players({player: None for _, player in self._careers})
        players = [player_row(tally) for tally in touched]
        players_before = {row.number: set(row.players) for row in closed}
        seats = self._new_seats(written, players_before)
        closed_titles = [old for old, _ in titles if old is not None]
        new_titles = [new for _, new in titles if new is not None]
        self._count_units(closed, written)
        self._count_players(players, seats)
        self._write_units(closed, written)
        self._write_players("seat", INSERT_SEAT, seats)
        self._write_players("player", INSERT_PLAYER, players)
        self._write_titles(seq, closed_titles, new_titles)

    def _write_units(
        self, closed: Iterable[UnitRow], written: Iterable[UnitRow]
    ) -> None:
        """Write which rows are closed, and the new ones."""
        units.close(self._db, closed)
        units.insert(self._db, written)

    def _write_players(self, table: str, insert: str, rows: Sequence[Row]) -> None:
        """Write rows of `player` or `seat` in the place of those that are there.

        `insert`: the statement for rows of this table.
        """
        careers = []
        for player, list_name, *_ in rows:
            careers.append((player, list_name))
        query = f"DELETE FROM {table} WHERE player = ? AND list = ?"
        self._db.executemany(query, careers)
        self._db.executemany(insert, rows)

    def _write_titles(
        self, seq: int, closed: Sequence[TitleAt], new: Sequence[TitleAt]
    ) -> None:
        """Write titles that are closed by a step and titles that are new, and count
        their rows.

        The key of a title's row is when it became known, so that one may be closed and
        reached again.
        """
        rows = []
        keys = []
        for title in closed:
            self._count_title(title, title_row(title, None), -1)
            rows.append(title_row(title, seq))
            keys.append((title.player, title.list, title.title, title.known_from))

        rows += [title_row(title, None) for title in new]
        for title, row in zip((*closed, *new), rows, strict=True):
            self._count_title(title, row, 1)

        self._db.executemany(DELETE_TITLE, keys)
        self._db.executemany(INSERT_TITLE, rows)

    def _count_title(self, title: TitleAt, row: Row, sign: int) -> None:
        """Count a row of `title` that comes (1) or goes (-1).

        `row`: as it stands in the table, whose checksum is counted; a title that is
        closed goes with one checksum and comes with another.
        """
        *_, checksum = row
        stream = player_stream(title.player)
        count_row(self.counting, "title", stream, title.list, sign * checksum)

    def _count_units(
        self, closed: Iterable[UnitRow], written: Iterable[UnitRow]
    ) -> None:
        """Count the rows of units that are closed, in the place of what they were, and
        those that are new.
        """
        for row in chain(closed, written):
            checksum = summed_checksum(row.stored())
            if row.known_to is not None:
                checksum -= units.seal_before_closing(row)
            stream = units.stream_of(row.tournament, row.player)
            count_row(self.counting, "unit", stream, row.list, checksum)

    def _count_players(self, players: Sequence[Row], seats: Sequence[Row]) -> None:
        """Count the rows that come and go; those that go were proven when they were
        read.

        `players` and `seats`: new rows of the two tables, with their checksums.
        """
        every_player = [player for player, *_ in (*players, *seats)]
        self.prefetch_players(every_player)
        for row in players:
            player, *_ = row
            self._count_player_row("player", row, self._own[player].totals)

        for row in seats:
            player, *_ = row
            self._count_player_row("seat", row, self._own[player].seats)

    def _count_player_row(
        self, table: str, row: Row, stored: Mapping[str, Row]
    ) -> None:
        """Count a row in the place of the one that is stored, by list.

        `stored`: what the player's rows were, of this table. A career that is new has
        none there.
        """
        player, list_name, *_, checksum = row
        if list_name in stored:
            *_, checksum_before = stored[list_name]
            checksum -= checksum_before
        count_row(self.counting, table, player_stream(player), list_name, checksum)

    def _new_seats(
        self, written: Iterable[UnitRow], players_before: Mapping[int, set[str]]
    ) -> list[Row]:
        """Make rows of `seat` for players new to a unit; `players_before`: the players
        of the rows that were closed, by number.

        Most units come at the end of everybody's career, and then only that end is
        read.

        A career has one row, so the new row holds all of its units again.
        """
        new: dict[CareerKey, dict[str, int]] = defaultdict(dict)
        for row in written:
            list_name, place = row.key
            seated = players_before.get(row.number, ())
            coming = [player for player in row.players if player not in seated]
            last_places = self._last_places(list_name, coming)
            not_last = [player for player in coming if last_places[player] >= place]
            self._read_seats(list_name, not_last, place)
            for player in coming:
                career = list_name, player
                if not _is_in(place, self._places_read(career)):
                    new[career][place] = row.number

        rows: list[Row] = []
        for (list_name, player), numbers in new.items():
            every_number = self._numbers_with(list_name, player, numbers)
            rows.append(seat_row(player, list_name, every_number))

        return rows

    def _last_places(self, list_name: str, players: Sequence[str]) -> dict[str, str]:
        """Map each player to the last place where they ever had a seat; "" for those
        who had none.

        Only the last number of a career is looked up, not its other places.
        """
        unread = [
            player for player in players if not self._places_read((list_name, player))
        ]
        self.prefetch_players(unread)
        last_numbers: dict[str, int] = {}
        for player in unread:
            numbers = self._own[player].numbers(list_name)
            if numbers:
                last_numbers[player] = numbers[-1]

        self._look_up_places(last_numbers.values())

        last_places: dict[str, str] = {}
        for player in players:
            places = self._places_read((list_name, player))
            if places:
                last_places[player] = places[-1]
            elif player in last_numbers:
                last_places[player] = self._place_of[last_numbers[player]]
            else:
                last_places[player] = ""

        return last_places

    def _places_read(self, key: CareerKey) -> Sequence[str]:
        """Return the places of a career that are read: the last ones, or none."""
        career = self._careers.get(key)
        return () if career is None else career.places

    def _numbers_with(
        self, list_name: str, player: str, numbers: Mapping[str, int]
    ) -> list[int]:
        """Return the numbers of a player's units with some more, by place, put in where
        their places say.

        `numbers`: by place, those that are new to the career.
        """
        every_number = self._own[player].numbers(list_name)
        # what was not read of the places comes before
        places = [*self._places_read((list_name, player))]
        for place, number in numbers.items():
            position = bisect_left(places, place)
            behind = len(places) - position
            places.insert(position, place)
            every_number.insert(len(every_number) - behind, number)

        return every_number


def _is_in(place: str, places: Sequence[str]) -> bool:
    """Tell whether a place is one of these, which are in order.

    They are looked through by halves.
    """
    position = bisect_left(places, place)
    return position < len(places) and places[position] == place


def _units_by_key(
    timeline: Timeline,
    tournament: str | None,
    player: str | None,
    lists: Sequence[str] = LISTS,
) -> dict[UnitKey, Unit]:
    """Return the units of a tournament, or of a player's openings and rulings."""
    by_key: dict[UnitKey, Unit] = {}
    for unit in units_from(timeline, tournament, player, lists):
        by_key[unit.list, unit.place] = unit
    return by_key
