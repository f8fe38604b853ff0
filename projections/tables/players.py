"""The rows about players: what everybody's entries add up to, where they have seats,
their titles. Those of one
player are read together, for together they are counted, and stay in memory with the
units that they sat in, since a page puts several questions about one player; of
everybody on a list as they are kept, or added up anew for another day.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain
from typing import Any, NamedTuple

import msgspec

from ledger.events import player_stream
from ledger.store.database import Connection
from ledger.store.tables import batches
from projections.replay.tally import Tally, TitleAt, Total
from projections.replay.unit_row import UnitRow
from projections.tables.entries import Cut, Span, in_force, spans, under_way, up_to
from projections.tables.schema import OF_PLAYERS, Row, checked, proven, sealed, whole
from projections.tables.units import of_lists, of_numbers
from rulebooks import LISTS
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


def seat_row(player: str, list_name: str, numbers: list[int]) -> tuple[Any, ...]:
    return sealed(player, list_name, _encode(numbers).decode())


class Own(NamedTuple):
    """All rows about one player that are proven together."""

    totals: dict[str, Row]  # by list
    seats: dict[str, Row]
    titles: list[Row]

    def numbers(self, list_name: str) -> list[int]:
        """Return the numbers of the units of a list in which the player ever had a
        seat, in order.
        """
        row = self.seats.get(list_name)
        return [] if row is None else _NUMBERS.decode(row[2])

    def every_number(self) -> set[int]:
        """Return the numbers of the units of all lists in which the player ever had a
        seat.
        """
        return {
            number for list_name in self.seats for number in self.numbers(list_name)
        }

    def tally(self, list_name: str) -> Tally | None:
        """Return what all entries in force on a list add up to; None for a player
        without an entry.
        """
        row = self.totals.get(list_name)
        if row is None:
            return None
        tally = tally_in(row)
        tally.titles = {
            title.title: title
            for title, known_to in self.titles_in(list_name)
            if known_to is None
        }
        return tally

    def titles_in(self, list_name: str) -> list[tuple[TitleAt, int | None]]:
        """Return the titles of a list, each with the seq that closed it, in the order
        in which they became known.
        """
        return _in_order(row for row in self.titles if row[0] == list_name)


def own_rows(connection: Connection, players: Collection[str]) -> dict[str, Own]:
    """Read and prove all rows of some players, by player; each player asked for is in
    the result.
    """
    rows_of: dict[str, dict[str, list[Row]]] = {
        player: {table: [] for table in OF_PLAYERS} for player in players
    }
    for some in batches([*players]):
        marks = ", ".join("?" * len(some))
        for table, at in (("player", 0), ("seat", 0), ("title", 1)):
            rows = connection.execute(
                f"SELECT * FROM {table} WHERE player IN ({marks})", some
            ).fetchall()
            for row in rows:
                rows_of[row[at]][table].append(checked(table, row))
    every = {
        player_stream(player): [*chain.from_iterable(own.values())]
        for player, own in rows_of.items()
    }
    proven(connection, "rows", every)
    return {
        player: Own(
            {row[1]: row for row in own["player"]},
            {row[1]: row for row in own["seat"]},
            own["title"],
        )
        for player, own in rows_of.items()
    }


KEPT = 8  # players, or pairs of list and player, in memory


class OwnRows:
    """Keep what is stored of the last few players asked for: their own row, and the
    units they sat in.
    """

    def __init__(self, tables: Connection, cut: Cut) -> None:
        self._tables = tables
        self._cut = cut
        self._own: dict[str, Own] = {}
        self._rows: dict[tuple[str, str], list[UnitRow]] = {}
        self._spans: dict[tuple[str, str], list[Span]] = {}

    def own(self, player: str) -> Own:
        """Return what is stored about the player alone."""
        if player not in self._own:
            if len(self._own) >= KEPT:
                self._own.clear()
            self._own.update(own_rows(self._tables, [player]))
        return self._own[player]

    def of_all_time(self, list_name: str, player: str) -> list[UnitRow]:
        """Return all versions of the units in which a player ever had a seat, in order,
        on both sides of the cut.
        """
        key = (list_name, player)
        if key not in self._rows:
            if len(self._rows) >= KEPT:
                self._rows.clear()
                self._spans.clear()
            self._rows[key] = of_numbers(
                self._tables, self.own(player).numbers(list_name)
            )
        return self._rows[key]

    def lists(self, player: str) -> list[str]:
        """Return the lists on which they ever had a seat, and read the rows of all of
        them together.
        """
        own = self.own(player)
        lists = [name for name in LISTS if name in own.seats]
        if all((name, player) in self._rows for name in lists):
            return lists
        if len(self._rows) + len(lists) > KEPT:
            self._rows.clear()
            self._spans.clear()
        rows = of_numbers(self._tables, [*own.every_number()])
        for name in lists:
            numbers = {*own.numbers(name)}
            self._rows[name, player] = [row for row in rows if row.number in numbers]
        return lists

    def every(self, list_name: str, player: str) -> list[UnitRow]:
        """Return the versions up to the cut in which a player has a seat."""
        rows = up_to(self._cut, self.of_all_time(list_name, player))
        return [row for row in rows if player in row.players]

    def spans(self, list_name: str, player: str) -> list[Span]:
        """Return each entry of the player with the time during which it was known."""
        key = (list_name, player)
        if key not in self._spans:
            self._spans[key] = list(spans(self.every(list_name, player), player))
        return self._spans[key]

    def in_force(self, list_name: str, player: str, cut: Cut) -> list[UnitRow]:
        """Return the versions with a seat of a player that are known to be in force, up
        to another cut.
        """
        rows = in_force(self.of_all_time(list_name, player), cut)
        return [row for row in rows if player in row.players]


def seat_numbers(
    connection: Connection, list_name: str, players: Sequence[str]
) -> dict[str, list[int]]:
    """Map each player to the numbers of the units in which they ever had a seat. The
    caller proves them with all their rows.
    """
    numbers: dict[str, list[int]] = {}
    for some in batches(players):
        marks = ", ".join("?" * len(some))
        rows = connection.execute(
            f"SELECT * FROM seat WHERE list = ? AND player IN ({marks})",
            [list_name, *some],
        )
        numbers.update(
            (row[0], _NUMBERS.decode(checked("seat", row)[2]))
            for row in rows.fetchall()
        )
    return numbers


def player_row(tally: Tally) -> tuple[Any, ...]:
    list_name, player = tally.key
    return sealed(player, list_name, *tally.stored(), _encode(tally.standing).decode())


def tally_in(row: Row) -> Tally:
    """Return the tally in a row of the table `player`, without the titles."""
    tally = Tally((row[1], row[0]))
    tally.place, tally.rated_place, tally.rating = row[2:5]
    tally.changes, tally.games, tally.normal_games, tally.last_played = row[5:9]
    tally.peak, tally.peak_place, tally.peak_game, tally.opened = row[9:13]
    tally.standing = _STANDING.decode(row[13])
    return tally


def total_in(row: Row) -> Total | None:
    """Return the total in a row of the table `player`, as a list shows it; None for a
    player with a seat and no
    entry.
    """
    return (
        Total(row[0], row[4], _STANDING.decode(row[13]), *row[6:9]) if row[5] else None
    )


def titles_in(
    connection: Connection, list_name: str
) -> list[tuple[TitleAt, int | None]]:
    """Return every title of a list with the seq that closed it, in the order in which
    each player's became known.
    """
    rows = [
        checked("title", row)
        for row in connection.execute(
            "SELECT * FROM title WHERE list = ?", (list_name,)
        )
    ]
    proven(connection, "rows", {whole("title", list_name): rows})
    return _in_order(rows)


def _in_order(rows: Iterable[Row]) -> list[tuple[TitleAt, int | None]]:
    return [
        (TitleAt(*row[:8]), row[8])
        for row in sorted(rows, key=lambda row: (row[1], row[7], row[2]))
    ]


def title_row(title: TitleAt, known_to: int | None) -> tuple[Any, ...]:
    return sealed(*title, known_to)


class Everybody(NamedTuple):
    """Everybody with an entry on a list, by player, and the tournaments under way that
    may have more of them.
    """

    totals: list[Total]
    under_way: list[str]


def everybody(
    tables: Connection, cut: Cut, list_name: str, day: str, *, newest: bool
) -> Everybody:
    """Return everybody's totals on a list up to the cut. `newest`: the question knows
    everything that the tables follow.
    """
    if newest and not _anybody_after(tables, cut, list_name):
        rows = tables.execute(
            "SELECT * FROM player WHERE list = ? ORDER BY player", (list_name,)
        ).fetchall()
        proven(
            tables,
            "rows",
            {whole("player", list_name): [checked("player", row) for row in rows]},
        )
        # then nothing has to be added up: nobody sits in a unit after the cut
        if all(row[2] < cut.before for row in rows):
            return Everybody(
                [total for row in rows if (total := total_in(row)) is not None], []
            )
    going_on: dict[str, None] = {}

    def passing() -> Iterator[UnitRow]:
        for row in of_lists(tables, list_name):
            if row.tournament is not None and under_way(row, cut, day):
                going_on[row.tournament] = None
            yield row

    totals = list(added_up(in_force(passing(), cut)))
    return Everybody(totals, sorted(going_on))


def _anybody_after(tables: Connection, cut: Cut, list_name: str) -> bool:
    """Tell quickly whether the totals cannot serve. That really nobody is after the
    cut, their rows have to prove.
    """
    last = tables.execute(
        "SELECT MAX(place) FROM player WHERE list = ?", (list_name,)
    ).fetchone()[0]
    return last is not None and bool(last >= cut.before)


def added_up(rows: Iterable[UnitRow]) -> Iterator[Total]:
    """Add up what everybody's entries come to, from the units of a list in order."""
    tallies: dict[str, Tally] = {}
    for row in rows:
        for player in row.players:
            if player not in tallies:
                tallies[player] = Tally((row.list, player))
        for figure in row.figures:
            tallies[figure.player].add(figure, row.place)
    for player, tally in sorted(tallies.items()):
        if tally.changes:
            yield Total(
                player,
                tally.rating,
                tally.standing,
                tally.games,
                tally.normal_games,
                tally.last_played,
            )
