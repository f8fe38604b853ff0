"""Add up a player's changes on a list (rating, games, peak, titles), and say what a step moved in it.

A tally follows the units in their order. Where something earlier comes out different, only what differs is taken over;
it is counted again from the first change on when that is not enough.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from projections.replay.unit_row import Spot, UnitRow
from projections.replay.versions import SeatIn, ratings_between
from rulebooks.base import Peak, Standing, Title
from rulebooks.entries import Figure
from rulebooks.numbers import whose

NOBODY = Standing()
NEVER = 1 << 30  # a rating that nobody reaches
UNKNOWN = -1
UNSOUGHT = ""  # the game of a peak, until somebody has looked which one brought it: most peaks are passed again
Key = tuple[str, str]  # list, player


class TitleAt(NamedTuple):
    """A title that was reached, and where; `known_from` as for a unit's row."""

    list: str
    player: str
    title: str
    place: str
    on: str
    tournament: str | None
    game: str | None
    known_from: int

    def same(self, other: "TitleAt | None") -> bool:
        """Tell whether both were reached in the same moment."""
        return other is not None and self[:-1] == other[:-1]

    def as_title(self) -> Title:
        return Title(self.title, self.on, self.tournament, self.game)


class Noted(NamedTuple):
    """A version of a unit, with those of its columns that a look-up of the game needs."""

    row: UnitRow
    shown: Sequence[int | None]


class Tally:
    """A sum of one player's changes on one list, as `key` names them. `place` is that of the last unit the player has a
    seat in, `rated_place` that of the last change, and `rating` what it came to.
    """

    __slots__ = (
        "bar", "changes", "games", "key", "last_played", "normal_games", "noted", "opened", "peak", "peak_game",
        "peak_place", "place", "rated_place", "rating", "standing", "step", "titles", "was",
    )  # fmt: skip

    def __init__(self, key: Key = ("", "")) -> None:
        self.key = key
        self.standing = NOBODY
        self.place = ""
        self.rated_place = ""
        self.rating: int | None = None
        self.changes = 0
        self.games = 0
        self.normal_games = 0
        self.last_played: str | None = None
        self.peak: int | None = None
        self.peak_place = ""
        self.peak_game: str | None = None
        self.noted: Noted | None = None  # where the peak was reached, if that was behind everything else
        self.opened = ""  # the place of the last opening: what came before it does not count
        self.titles: dict[str, TitleAt] = {}
        self.step: object = None  # the book that touched it last
        self.was: tuple[int | None, str] = (None, "")  # current rating and place of the last change before that step
        self.bar = UNKNOWN  # the lowest rating that may bring a title the player does not have

    def stored(self) -> tuple[object, ...]:
        """Return the columns of the table `player` behind list and player."""
        return (
            self.place, self.rated_place, self.rating, self.changes, self.games, self.normal_games, self.last_played,
            self.peak, self.peak_place, self.peak_game, self.opened,
        )  # fmt: skip

    def highest(self) -> Peak | None:
        """Return the highest rating of the career, and where it was first reached."""
        if self.peak is None:
            return None
        return Peak(self.peak, self.peak_place[:10], whose(self.peak_place)[0], self.peak_game)

    def add(self, figure: Figure, spot: Spot) -> None:
        """Add one more change, behind all others."""
        self.changes += 1
        self.rated_place, self.rating = spot[1], figure.after
        if figure.kind == "opening":
            # an opening carries its own count of games, whatever came before it
            self.games = self.normal_games = 0
            self.opened = spot[1]
        self.games += figure.games
        self.normal_games += figure.normal_games
        if figure.kind == "unit":
            self.last_played = spot[1][:10]
        if figure.played_for and (self.peak is None or figure.best > self.peak):
            self.hold(figure.best, spot[1], figure.expected)

    def take(self, row: UnitRow, seat: int) -> None:
        """Add a seat of a plain unit without an object for the figure: careers are counted again by the thousand."""
        columns = row.columns
        after, best = columns.after[seat], columns.best[seat]
        if after is None or best is None:
            return
        self.changes += 1
        self.rated_place, self.rating, self.last_played = row.place, after, row.on
        self.games += columns.games[seat]
        self.normal_games += row.normal_games(seat)
        if (self.peak is None or best > self.peak) and seat not in columns.unestablished:
            self.hold(best, row.place, columns.expected[seat])

    def hold(self, best: int, place: str, expected: int | None) -> None:
        """Hold a new peak. Which game brought it is looked up later; no game has a value of its own where nothing was
        expected, as in an opening or for a first rating.
        """
        self.peak, self.peak_place, self.noted = best, place, None
        self.peak_game = UNSOUGHT if expected is not None else None

    def take_over(self, place: str, old: SeatIn | None, new: SeatIn | None) -> bool:
        """Take over what differs between two versions of a unit in the player's past; False if everything has to be
        counted again.
        """
        if new is None:
            return False
        after = _parts(new)
        if old is None:
            return len(after) == 1 and self._insert(place, after[0])
        before = _parts(old)
        if len(before) != 1 or len(after) != 1:
            return not before and not after
        return self._correct(place, before[0], after[0])

    def _insert(self, place: str, new: "_Part") -> bool:
        """Add one more change in the player's past; False if everything has to be counted again."""
        if new.kind != "unit" or not self.opened <= place < self.rated_place:
            return False
        self.changes += 1
        self.games += new.games
        self.normal_games += new.normal_games
        self.last_played = max(self.last_played or "", place[:10])
        self._rise(place, new)
        return True

    def _correct(self, place: str, old: "_Part", new: "_Part") -> bool:
        """Replace one change that comes out different while no other does; False if everything has to be counted
        again."""
        if "unit" not in (old.kind, new.kind) or old.kind != new.kind or place < self.opened:
            return False
        if self.peak_place == place and (not new.established or new.best < (self.peak or 0)):
            return False
        if place == self.rated_place:
            self.rating = new.after
        self.games += new.games - old.games
        self.normal_games += new.normal_games - old.normal_games
        self._rise(place, new)
        return True

    def _rise(self, place: str, new: "_Part") -> None:
        """Raise the peak if a change in the past holds it, also where it reaches the same peak earlier, or in the same
        unit perhaps by another game.
        """
        if new.established:
            better = self.peak is None or new.best > self.peak
            if better or (new.best == self.peak and place <= self.peak_place):
                self.hold(new.best, place, new.expected)

    def count(self, career: Iterable[tuple[UnitRow, int]]) -> None:
        """Count everything again, from units in order and the player's seat in each; titles stay as they are."""
        titles, bar, step, was = self.titles, self.bar, self.step, self.was
        self.__init__(self.key)  # type: ignore[misc]
        self.titles, self.bar, self.step, self.was = titles, bar, step, was
        row, seat = None, 0
        for row, seat in career:
            if row.plain:
                self.take(row, seat)
                continue
            for figure in row.figures(seat):
                self.add(figure, row.spot)
        if row is not None:
            self.place, self.standing = row.place, row.standing_after(seat)


class _Part(NamedTuple):
    """The part of a change that a tally has taken in."""

    kind: str
    after: int
    best: int
    established: bool
    games: int
    normal_games: int
    expected: int | None


def _parts(at: SeatIn) -> list[_Part]:
    """Return the changes in a seat without an object for the standing: corrections take them over by the thousand."""
    row, seat = at
    if not row.plain:
        return [
            _Part(one.kind, one.after, one.best, one.established, one.games, one.normal_games, one.expected)
            for one in row.figures(seat)
        ]
    columns = row.columns
    after, best = columns.after[seat], columns.best[seat]
    if after is None or best is None:
        return []
    established = seat not in columns.unestablished
    games, normal_games = columns.games[seat], row.normal_games(seat)
    return [_Part("unit", after, best, established, games, normal_games, columns.expected[seat])]


class Total(NamedTuple):
    """The sums of a player's entries on a list by a day, as known; `rating` is what the last of them came to."""

    player: str
    rating: int | None
    standing: Standing
    games: int
    normal_games: int
    last_played: str | None


def take_all(row: UnitRow, tallies: Sequence[Tally]) -> None:
    """Add a plain unit behind everything that was added up of its players, column beside column."""
    place, day, columns, unestablished = row.place, row.on, row.columns, row.columns.unestablished
    normal_games, noted = row.every_normal_games(), Noted(row, columns.shown or columns.ratings)
    rows = zip(tallies, row.every_standing(), columns.after, columns.best, columns.games, normal_games, strict=True)
    for seat, (tally, standing, after, best, games, normal) in enumerate(rows):
        tally.place, tally.standing = place, standing
        if after is None or best is None:
            continue
        # `take`, written out: a replay adds up every seat of history here
        tally.changes += 1
        tally.rated_place, tally.rating, tally.last_played = place, after, day
        tally.games += games
        tally.normal_games += normal
        if (tally.peak is None or best > tally.peak) and seat not in unestablished:
            tally.peak, tally.peak_place, tally.noted = best, place, noted
            tally.peak_game = UNSOUGHT if columns.expected[seat] is not None else None


class Moved(NamedTuple):
    """A player whose current rating moves."""

    player: str
    list: str
    on: str
    before: int | None
    after: int | None


class EntryMove(NamedTuple):
    """An entry that changes; `before` or `after` is None where there is no entry."""

    player: str
    list: str
    unit: str
    on: str
    before: int | None
    after: int | None


def moves_of(touched: Iterable[Tally]) -> list[Moved]:
    moves = []
    for tally in touched:
        (list_name, player), (before, place) = tally.key, tally.was
        if before != tally.standing.rating:
            day = (tally.rated_place or place)[:10]
            moves.append(Moved(player, list_name, day, before, tally.standing.rating))
    return sorted(moves, key=lambda move: (move.player, move.list))


def changes_in(settled: Mapping[Spot, tuple[UnitRow | None, UnitRow | None]], every_entry: bool) -> list[EntryMove]:
    """Return the changed entries in the order of units, from rows as they were and as they come out; without
    `every_entry` no new ones.
    """
    moves: list[EntryMove] = []
    for (list_name, place), (old, new) in sorted(settled.items(), key=lambda item: item[0][::-1]):
        row = new or old
        if row is None or (old is None and not every_entry):
            continue
        for player, before, after in ratings_between(old, new):
            if every_entry or before is not None:
                moves.append(EntryMove(player, list_name, row.unit, place[:10], before, after))
    return moves
