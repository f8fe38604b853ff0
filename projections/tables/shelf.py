"""The read tables as a shelf for the loop: a command touches only what its cone reaches."""

from bisect import bisect_left, bisect_right, insort
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

import msgspec

from ledger.store.database import Connection
from ledger.store.tables import batches
from ledger.timeline import Timeline
from projections.replay.handlers import kept_givens, tournament_units
from projections.replay.shelf import Key, MemoryShelf, Seats, TitleMove
from projections.replay.tally import Tally, TitleAt, Total
from projections.replay.unit_row import Spot, UnitRow
from projections.tables import units
from projections.tables.seals import checked, sealed
from rulebooks.base import Standing, Unit

_STANDING = msgspec.json.Decoder(Standing)
_NUMBERS = msgspec.json.Decoder(list[int])
_encode = msgspec.json.Encoder().encode


class TableShelf(Seats):
    """Units come from the facts: `before` those before the step, `timeline` those of now. Rows are read once."""

    def __init__(self, connection: Connection, timeline: Timeline, before: Timeline) -> None:
        super().__init__()
        self._db = connection
        self._timeline = timeline
        self._before = before
        self._units: dict[str, dict[Spot, Unit]] = {}
        self._rows: dict[Spot, UnitRow | None] = {}
        self._numbers: dict[Key, list[int]] = {}
        self._places: dict[Key, list[str]] = {}
        self._place_of: dict[int, str] = {}
        self._tallies: dict[Key, Tally | None] = {}
        self._next_number = 0

    def unit(self, spot: Spot) -> Unit | None:
        if spot in self._changed:
            return self._changed[spot][1]
        row = self.row(spot)
        if row is None:
            return None
        return self._units_now(row.tournament, row.player).get(spot)

    def _units_now(self, tournament: str | None, player: str | None) -> dict[Spot, Unit]:
        """The units of a tournament, or of a player's openings and rulings, by the facts of now."""
        name = f"tournament:{tournament}" if tournament is not None else f"player:{player}"
        if name not in self._units:
            self._units[name] = _by_spot(self._timeline, tournament, player)
        return self._units[name]

    def units_of(self, tournament: str) -> dict[Spot, Unit | None]:
        known = _by_spot(self._before, tournament, None)
        return {spot: known.get(spot) for spot in units.spots(self._db, "tournament", tournament)}

    def givens_of(self, player: str) -> dict[Spot, Unit | None]:
        known = _by_spot(self._before, None, player)
        return {spot: known.get(spot) for spot in units.spots(self._db, "player", player)}

    def units_under(self, edition: str) -> list[Spot]:
        return units.spots(self._db, "edition", edition)

    def change(self, spot: Spot, old: Unit | None, new: Unit | None) -> None:
        self.changes_to(spot, old, new)

    def kept_places(self, list_name: str, player: str) -> list[str]:
        key = (list_name, player)
        if key not in self._places:
            self._read_seats(list_name, [player])
        return self._places[key]

    def _read_seats(self, list_name: str, players: Iterable[str]) -> None:
        """Of all of them at once: on a server each question costs its way there and back."""
        wanted = [player for player in players if (list_name, player) not in self._places]
        if not wanted:
            return
        numbers = seat_numbers(self._db, list_name, wanted)
        # players who meet share their units, so most places are known already
        missing = sorted({number for own in numbers.values() for number in own if number not in self._place_of})
        self._place_of.update(zip(missing, units.places(self._db, missing), strict=True))
        for player in wanted:
            own = self._numbers[list_name, player] = numbers.get(player, [])
            self._places[list_name, player] = [self._place_of[number] for number in own]

    def row(self, spot: Spot) -> UnitRow | None:
        if spot not in self._rows:
            self._rows[spot] = units.in_force(self._db, spot)
        return self._rows[spot]

    def tally(self, list_name: str, player: str) -> Tally | None:
        key = (list_name, player)
        if key not in self._tallies:
            self._tallies[key] = stored_tally(self._db, list_name, player)
        return self._tallies[key]

    def tallies(self, list_name: str, players: Sequence[str]) -> list[Tally | None]:
        self.expect(list_name, players)
        return [self._tallies[list_name, player] for player in players]

    def expect(self, list_name: str, players: Sequence[str]) -> None:
        missing = [player for player in players if (list_name, player) not in self._tallies]
        if missing:
            stored = stored_tallies(self._db, list_name, missing)
            self._tallies.update({(list_name, player): stored.get(player) for player in missing})

    def expect_next(self, list_name: str, players: Sequence[str], after: str) -> None:
        self._read_seats(list_name, players)
        own = (self._places[list_name, player] for player in players)
        following = {places[at] for places in own if (at := bisect_right(places, after)) < len(places)}
        self.expect_rows(list_name, following)
        rows = (self._rows[list_name, place] for place in sorted(following))
        self._timeline.expect_tournaments({row.tournament: None for row in rows if row and row.tournament})

    def expect_before(self, list_name: str, players: Sequence[str], place: str) -> None:
        self._read_seats(list_name, players)
        own = (self._places[list_name, player] for player in players)
        self.expect_rows(list_name, {places[at - 1] for places in own if (at := bisect_left(places, place))})

    def expect_rows(self, list_name: str, places: Iterable[str]) -> None:
        missing = sorted(place for place in places if (list_name, place) not in self._rows)
        if missing:
            rows = units.in_force_at(self._db, list_name, missing)
            self._rows.update({(list_name, place): rows.get(place) for place in missing})

    def open_tally(self, list_name: str, player: str) -> Tally:
        tally = self._tallies[list_name, player] = Tally((list_name, player))
        return tally

    def rest(self, row: UnitRow) -> None:
        """A step of a command is small."""

    def number(self, spot: Spot) -> int:
        known = units.number_of(self._db, spot)
        if known is not None:
            return known
        if not self._next_number:
            self._next_number = units.highest_number(self._db)
        self._next_number += 1
        return self._next_number

    def keep(
        self, closed: list[UnitRow], written: list[UnitRow], touched: Iterable[Tally], titles: list[TitleMove]
    ) -> None:
        units.close(self._db, closed)
        units.insert(self._db, written)
        self._keep_seats(written, {row.number: set(row.columns.players) for row in closed})
        rows = [player_row(tally) for tally in touched]
        self._db.executemany("DELETE FROM player WHERE player = ? AND list = ?", [row[:2] for row in rows])
        self._db.executemany(INSERT_PLAYER, rows)
        seq = written[0].known_from if written else closed[0].known_to if closed else 0
        _close_titles(self._db, [(old, seq) for old, _ in titles if old is not None])
        self._db.executemany(INSERT_TITLE, [title_row(new, None) for _, new in titles if new is not None])

    def _keep_seats(self, written: Iterable[UnitRow], before: Mapping[int, set[str]]) -> None:
        """Players who sit in a unit for the first time; `before` are those of the rows that were closed."""
        new: dict[Key, dict[str, int]] = defaultdict(dict)
        for row in written:
            seated = before.get(row.number, ())
            coming = [player for player in row.columns.players if player not in seated]
            self._read_seats(row.list, coming)
            for player in coming:
                places = self.kept_places(row.list, player)
                at = bisect_left(places, row.place)
                if at == len(places) or places[at] != row.place:
                    new[row.list, player][row.place] = row.number
        rows = []
        for (list_name, player), numbers in new.items():
            places = self.kept_places(list_name, player)
            known = dict(zip(places, self._numbers[list_name, player], strict=True)) | numbers
            for place in numbers:
                insort(places, place)
            rows.append(seat_row(player, list_name, [known[place] for place in places]))
        self._db.executemany("DELETE FROM seat WHERE player = ? AND list = ?", [row[:2] for row in rows])
        self._db.executemany(INSERT_SEAT, rows)


def _by_spot(timeline: Timeline, tournament: str | None, player: str | None) -> dict[Spot, Unit]:
    return {(unit.list, unit.place): unit for unit in units_from(timeline, tournament, player)}


def units_from(timeline: Timeline, tournament: str | None, player: str | None) -> Iterator[Unit]:
    """The units of a tournament, or those of a player's openings and rulings."""
    if tournament is not None:
        current = timeline.tournament(tournament)
        yield from chain.from_iterable(own for _, own in tournament_units(current, timeline)) if current else ()
    elif player is not None and timeline.resolve(player) == player:
        yield from kept_givens(player, timeline)


INSERT_SEAT = "INSERT INTO seat (player, list, units, checksum) VALUES (?, ?, ?, ?)"
INSERT_PLAYER = f"INSERT INTO player VALUES ({', '.join('?' * 14)})"
INSERT_TITLE = f"INSERT INTO title VALUES ({', '.join('?' * 10)})"


def seat_row(player: str, list_name: str, numbers: list[int]) -> tuple[Any, ...]:
    return sealed(player, list_name, _encode(numbers).decode())


def seat_numbers(connection: Connection, list_name: str, players: Sequence[str]) -> dict[str, list[int]]:
    """By player the numbers of the units in which they ever had a seat, in order; nothing of who had none."""
    rows = _of_players(connection, "SELECT * FROM seat WHERE list = ? AND player IN ({})", list_name, players)
    return {row[0]: _NUMBERS.decode(checked("seat", row)[2]) for row in rows}


def _of_players(connection: Connection, select: str, list_name: str, players: Sequence[str]) -> Iterator[Sequence[Any]]:
    """The rows of some players on a list; the query has a place for as many marks as there are players."""
    for part in batches(players):
        yield from connection.execute(select.format(", ".join("?" * len(part))), (list_name, *part)).fetchall()


def player_row(tally: Tally) -> tuple[Any, ...]:
    list_name, player = tally.key
    return sealed(player, list_name, *tally.stored(), _encode(tally.standing).decode())


def tally_in(row: Sequence[Any]) -> Tally:
    """A row of the table `player`, without the titles."""
    tally = Tally((row[1], row[0]))
    tally.place, tally.rated_place, tally.rating = row[2:5]
    tally.changes, tally.games, tally.normal_games, tally.last_played = row[5:9]
    tally.peak, tally.peak_place, tally.opened = row[9:12]
    tally.standing = _STANDING.decode(row[12])
    return tally


def total_in(row: Sequence[Any]) -> Total | None:
    """The same as a list shows it; None of who has a seat and no entry."""
    return Total(row[0], row[4], _STANDING.decode(row[12]), *row[6:9]) if row[5] else None


def stored_tally(connection: Connection, list_name: str, player: str) -> Tally | None:
    return stored_tallies(connection, list_name, [player]).get(player)


def stored_tallies(connection: Connection, list_name: str, players: Sequence[str]) -> dict[str, Tally]:
    """By player what everything in force adds up to; nothing of who has no entry."""
    rows = _of_players(connection, "SELECT * FROM player WHERE list = ? AND player IN ({})", list_name, players)
    tallies = {row[0]: tally_in(checked("player", row)) for row in rows}
    in_force = "SELECT * FROM title WHERE list = ? AND player IN ({}) AND known_to IS NULL ORDER BY known_from, title"
    for row in _of_players(connection, in_force, list_name, [*tallies]):
        title = TitleAt(*checked("title", row)[:8])
        tallies[title.player].titles[title.title] = title
    return tallies


def titles_in(connection: Connection, list_name: str, player: str | None = None) -> list[tuple[TitleAt, int | None]]:
    """Titles with the seq that closed them, in the order they became known."""
    condition, values = ("", [list_name]) if player is None else (" AND player = ?", [list_name, player])
    rows = connection.execute(
        f"SELECT * FROM title WHERE list = ?{condition} ORDER BY player, known_from, title", values
    ).fetchall()
    return [(TitleAt(*row[:8]), row[8]) for row in (checked("title", row) for row in rows)]


def title_row(title: TitleAt, known_to: int | None) -> tuple[Any, ...]:
    return sealed(*title, known_to)


def _close_titles(connection: Connection, titles: Iterable[tuple[TitleAt, int | None]]) -> None:
    rows = [title_row(title, seq) for title, seq in titles]
    key = "player = ? AND list = ? AND title = ? AND known_from = ?"
    connection.executemany(f"DELETE FROM title WHERE {key}", [(row[1], row[0], row[2], row[7]) for row in rows])
    connection.executemany(INSERT_TITLE, rows)


def pour(connection: Connection, shelf: MemoryShelf) -> int:
    """A whole rebuild at once into empty tables; answers how many entries were ever written."""
    # in the order of the places: seats come out sorted
    rows = sorted((*shelf.rows.values(), *shelf.closed), key=lambda row: (row.place, row.list, row.known_from))
    units.insert(connection, rows)
    seats: dict[str, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    for row in rows:
        number, of_list = row.number, seats[row.list]
        for player in row.players or ():
            numbers = of_list[player]
            if not numbers or numbers[-1] != number:  # an earlier version of the unit has it already
                numbers.append(number)
    seated = [seat_row(player, name, numbers) for name, own in seats.items() for player, numbers in own.items()]
    connection.executemany(INSERT_SEAT, sorted(seated))
    connection.executemany(INSERT_PLAYER, sorted(map(player_row, shelf.every_tally())))
    connection.executemany(INSERT_TITLE, [title_row(title, known_to) for title, known_to in shelf.titles])
    return sum(row.entries for row in rows)
