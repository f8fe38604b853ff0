"""The rows about players: what everybody's entries add up to, where they have seats,
their titles.

Those of one player are read together, for together they are counted. What a reading
keeps of players in memory is in own_rows.py, what a list adds up of everybody in
everybody.py.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from operator import attrgetter
from typing import Any, NamedTuple

import msgspec

from ledger.events import player_stream
from ledger.store.connection import Connection
from ledger.store.tables import batches, marks
from projections.replay.tally import Tally, TitleAt, Total
from projections.replay.unit_row import UnitRow
from projections.tables.checked_rows import (
    Row,
    checked_row,
    count_name,
    refuse_uncounted,
    with_checksum,
)
from rulebooks.base import Standing

_STANDING = msgspec.json.Decoder(Standing)
_NUMBERS = msgspec.json.Decoder(list[int])
_encode = msgspec.json.Encoder().encode
INSERT_SEAT = "INSERT INTO seat (player, list, units, checksum) VALUES (?, ?, ?, ?)"
INSERT_PLAYER = f"INSERT INTO player VALUES ({', '.join('?' * 15)})"
INSERT_TITLE = f"INSERT INTO title VALUES ({', '.join('?' * 10)})"
DELETE_TITLE = (
    "DELETE FROM title WHERE player = ? AND list = ? AND title = ? AND known_from = ?"
)

# a title, and the seq of the step that closed it; None: it is in force
DatedTitle = tuple[TitleAt, int | None]


Numbers = list[int]  # of units


class SeatRow(NamedTuple):
    """A row of the table `seat`. `units` are numbers of units, as JSON."""

    player: str
    list: str
    units: str
    checksum: int

    def numbers(self) -> Numbers:
        """Return the numbers of the units of the list in which the player ever had a
        seat, in order.
        """
        return _NUMBERS.decode(self.units)


class PlayerRow(NamedTuple):
    """A row of the table `player`; `standing` is JSON.

    place: of the last unit in which the player has a seat.
    changes: how many entries are in force.
    last_played: a day, YYYY-MM-DD; opened: the place of the last opening.
    """

    player: str
    list: str
    place: str
    rated_place: str
    rating: int | None
    changes: int
    games: int
    normal_games: int
    last_played: str | None
    peak: int | None
    peak_place: str
    peak_game: str | None
    opened: str
    standing: str
    checksum: int

    def tally(self) -> Tally:
        """Return the tally that the row was made of, without the titles.

        `RowsOfPlayer.tally` adds the titles that are in force.
        """
        tally = Tally((self.list, self.player))
        tally.place = self.place
        tally.rated_place = self.rated_place
        tally.rating = self.rating
        tally.changes = self.changes
        tally.games = self.games
        tally.normal_games = self.normal_games
        tally.last_played = self.last_played
        tally.peak = self.peak
        tally.peak_place = self.peak_place
        tally.peak_game = self.peak_game
        tally.opened = self.opened
        tally.standing = _STANDING.decode(self.standing)
        return tally

    def total(self) -> Total | None:
        """Return the total, as a list shows it; None for a player with a seat and no
        entry.
        """
        if not self.changes:
            return None

        return Total(
            player=self.player,
            rating=self.rating,
            standing=_STANDING.decode(self.standing),
            games=self.games,
            normal_games=self.normal_games,
            last_played=self.last_played,
        )


class TitleRow(NamedTuple):
    """A row of the table `title`.

    place: of the unit that brought the title; game: None where no single game did.
    known_from, known_to: the seqs of the steps that brought it and closed it.
    """

    list: str
    player: str
    title: str
    place: str
    on_day: str
    tournament: str | None
    game: str | None
    known_from: int
    known_to: int | None
    checksum: int

    def dated(self) -> DatedTitle:
        """Return the title, and the seq of the step that closed it.

        The seq is None while the title is in force.
        """
        title = TitleAt(
            list=self.list,
            player=self.player,
            title=self.title,
            place=self.place,
            on=self.on_day,
            tournament=self.tournament,
            game=self.game,
            known_from=self.known_from,
        )

        return title, self.known_to


class RowsOfPlayer(NamedTuple):
    """All rows about one player that are proven together; the first two by list."""

    totals: dict[str, PlayerRow]
    seats: dict[str, SeatRow]
    titles: list[TitleRow]

    def rows(self) -> list[Row]:
        """Return all rows, of the three tables.

        They are what the player's count is made of.
        """
        return [*self.totals.values(), *self.seats.values(), *self.titles]

    def numbers(self, list_name: str) -> list[int]:
        """Return the numbers of the units of a list in which the player ever had a
        seat, in order.

        [] for a list where they never had one.
        """
        row = self.seats.get(list_name)
        return [] if row is None else row.numbers()

    def every_number(self) -> set[int]:
        """Return the numbers of the units of all lists in which the player ever had a
        seat.

        They are in no order, and each is there once.
        """
        numbers: set[int] = set()
        for row in self.seats.values():
            numbers.update(row.numbers())
        return numbers

    def tally(self, list_name: str) -> Tally | None:
        """Return what all entries in force on a list add up to; None for a player
        without a seat.

        It is a new one each time: a step may change it.
        """
        row = self.totals.get(list_name)
        if row is None:
            return None

        tally = row.tally()
        for title, known_to in self.titles_in(list_name):
            if known_to is None:
                tally.titles[title.title] = title

        return tally

    def titles_in(self, list_name: str) -> list[DatedTitle]:
        """Return the titles of a list, each with the seq that closed it, in the order
        in which they became known.

        Titles that were closed are among them.
        """
        rows = [row for row in self.titles if row.list == list_name]
        return _dated_titles(rows)


def own_rows(
    connection: Connection, players: Collection[str]
) -> dict[str, RowsOfPlayer]:
    """Read and prove all rows of some players, by player; each player asked for is in
    the result.

    A player of whom nothing is stored has an empty `RowsOfPlayer`. The ledger is refused as
    damaged where a row is false, or missing.
    """
    own_of = {player: RowsOfPlayer({}, {}, []) for player in players}
    for some in batches([*players]):
        condition = f"WHERE player IN ({marks(some)})"
        for total in read_players(connection, condition, some):
            totals = own_of[total.player].totals
            totals[total.list] = total
        for seat in _read_seats(connection, condition, some):
            seats = own_of[seat.player].seats
            seats[seat.list] = seat
        for title in _read_titles(connection, condition, some):
            own_of[title.player].titles.append(title)

    rows_of: dict[str, Sequence[Row]] = {}
    for player, own in own_of.items():
        rows_of[player_stream(player)] = own.rows()

    refuse_uncounted(connection, "rows", rows_of)
    return own_of


def read_players(
    connection: Connection, condition: str, values: Sequence[str]
) -> list[PlayerRow]:
    """Read rows of the table `player`, each checked; the caller proves that none is
    missing.

    `condition`: what follows the table's name in the query, with a question mark for
    each of the values.
    """
    query = f"SELECT * FROM player {condition}"
    rows = connection.execute(query, values).fetchall()
    return [PlayerRow(*checked_row("player", row)) for row in rows]


def _read_seats(
    connection: Connection, condition: str, values: Sequence[str]
) -> list[SeatRow]:
    """Read rows of the table `seat`, each checked."""
    query = f"SELECT * FROM seat {condition}"
    rows = connection.execute(query, values).fetchall()
    return [SeatRow(*checked_row("seat", row)) for row in rows]


def _read_titles(
    connection: Connection, condition: str, values: Sequence[str]
) -> list[TitleRow]:
    """Read rows of the table `title`, each checked."""
    query = f"SELECT * FROM title {condition}"
    rows = connection.execute(query, values).fetchall()
    return [TitleRow(*checked_row("title", row)) for row in rows]


def seat_numbers(
    connection: Connection, list_name: str, players: Sequence[str]
) -> dict[str, list[int]]:
    """Map each player to the numbers of the units in which they ever had a seat. The
    caller proves them with all their rows.

    Who has no seat on the list is not in the result.
    """
    numbers: dict[str, list[int]] = {}
    for some in batches(players):
        condition = f"WHERE list = ? AND player IN ({marks(some)})"
        for row in _read_seats(connection, condition, [list_name, *some]):
            numbers[row.player] = row.numbers()
    return numbers


def titles_in(connection: Connection, list_name: str) -> list[DatedTitle]:
    """Return every title of a list with the seq that closed it, in the order in which
    each player's became known.

    Titles that were closed are among them; all of them are proven.
    """
    rows = _read_titles(connection, "WHERE list = ?", [list_name])
    refuse_uncounted(connection, "rows", {count_name("title", list_name): rows})
    return _dated_titles(rows)


def _dated_titles(rows: Iterable[TitleRow]) -> list[DatedTitle]:
    """Return titles in the order in which each player's became known."""
    in_order = sorted(rows, key=attrgetter("player", "known_from", "title"))
    return [row.dated() for row in in_order]


def note_seat(numbers: Numbers, number: int) -> None:
    """Note a unit behind those in which a player has a seat, where it is not the last
    of them: an earlier version of it may have noted it.
    """
    if not numbers or numbers[-1] != number:
        numbers.append(number)


def seat_row(player: str, list_name: str, numbers: Numbers) -> tuple[Any, ...]:
    """Return the row of the table `seat` for a player with seats in these units.

    `numbers`: those of the units, in the order of their places. The row is (player,
    list, numbers as JSON, checksum).
    """
    return with_checksum(player, list_name, _encode(numbers).decode())


def player_row(tally: Tally) -> tuple[Any, ...]:
    """Return the row of the table `player` for a tally.

    The titles of the tally are not in it: each has a row of its own.
    """
    list_name, player = tally.key
    standing = _encode(tally.standing).decode()
    return with_checksum(player, list_name, *tally.stored(), standing)


def title_row(title: TitleAt, known_to: int | None) -> tuple[Any, ...]:
    """Return the row of the table `title`; `known_to`: the seq of the step that closed
    it.
    """
    return with_checksum(*title, known_to)


def added_up(rows: Iterable[UnitRow]) -> Iterator[Total]:
    """Add up what everybody's entries come to, from the units of a list in order.

    The totals come by player id. Somebody with a seat and no entry is left out.
    """
    tallies: dict[str, Tally] = {}
    for row in rows:
        for player in row.players:
            if player not in tallies:
                tallies[player] = Tally((row.list, player))
        for figure in row.figures:
            tally = tallies[figure.player]
            tally.add(figure, row.place)

    for player, tally in sorted(tallies.items()):
        if tally.changes:
            yield Total(
                player=player,
                rating=tally.rating,
                standing=tally.standing,
                games=tally.games,
                normal_games=tally.normal_games,
                last_played=tally.last_played,
            )
