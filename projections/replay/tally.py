"""Add up a player's changes on a list (rating, games, peak, titles), and say what a
step moved in it.

A tally follows the units in their order. Where something earlier comes out different,
only what differs is taken over; it is counted again from the first change on when that
is not enough.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from projections.replay.unit_row import UnitKey, UnitRow
from projections.replay.versions import ratings_between
from rulebooks.base import Peak, Standing, Title
from rulebooks.entries import Figure
from rulebooks.numbers import owner_at

NOBODY = Standing()
NEVER = 1 << 30  # a rating that nobody reaches
UNKNOWN = -1
CareerKey = tuple[str, str]  # list, player
TitleKey = tuple[str, str, str]  # list, player, title


class StandingAt(NamedTuple):
    """A player's standing after the unit at a place; "" and NOBODY before all units."""

    place: str
    standing: Standing


NO_STANDING = StandingAt("", NOBODY)


class TitleAt(NamedTuple):
    """A title that was reached, and where; `known_from` as for a unit's row.

    on: the day, YYYY-MM-DD; game: None where no single game brought it.
    known_from: 0 until the step is written.
    """

    list: str
    player: str
    title: str
    place: str
    on: str
    tournament: str | None
    game: str | None
    known_from: int

    @property
    def key(self) -> TitleKey:
        """List, player and title."""
        return self.list, self.player, self.title

    def same(self, other: "TitleAt | None") -> bool:
        """Tell whether both were reached in the same moment, whenever it became known."""
        return other is not None and other._replace(known_from=self.known_from) == self

    def as_title(self) -> Title:
        """Return the title as rulebooks know it, without whose it is and since when it
        is known.
        """
        return Title(self.title, self.on, self.tournament, self.game)


class Tally:
    """A sum of one player's changes on one list, as `key` names them.

    `place` is that of the last unit the player has a seat in, `rated_place` that of the
    last change, and `rating` what it came to. `normal_games` are those with 90 minutes
    or more a side. `title_rating` is the lowest rating that may bring a title the player
    does not have, `UNKNOWN` until somebody asks.

    games: of the whole career, those of the last opening included.
    last_played: a day, YYYY-MM-DD.
    peak: the highest rating, with the place of its unit and the game.
    rating_before, rated_place_before: as they were before the step.
    """

    __slots__ = (
        "changes",
        "games",
        "key",
        "last_played",
        "normal_games",
        "opened",
        "peak",
        "peak_game",
        "peak_place",
        "place",
        "rated_place",
        "rated_place_before",
        "rating",
        "rating_before",
        "standing",
        "step",
        "title_rating",
        "titles",
    )

    def __init__(self, key: CareerKey = ("", "")) -> None:
        """`key`: list and player. Nothing is added up yet, and no step has touched it."""
        self.key = key
        self.titles: dict[str, TitleAt] = {}
        self.title_rating = UNKNOWN
        self.step: object = None  # the step that touched it last
        # before that step
        self.rating_before: int | None = None
        self.rated_place_before = ""
        self._begin()

    def _begin(self) -> None:
        """Begin with nothing added up."""
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
        # the place of the last opening: what came before it does not count
        self.opened = ""

    def stored(self) -> tuple[object, ...]:
        """Return the columns of the table `player` behind list and player.

        They are in the order of the table, without the standing and the checksum.
        """
        return (
            self.place,
            self.rated_place,
            self.rating,
            self.changes,
            self.games,
            self.normal_games,
            self.last_played,
            self.peak,
            self.peak_place,
            self.peak_game,
            self.opened,
        )

    def highest(self) -> Peak | None:
        """Return the highest rating of the career, and where it was first reached.

        None where nothing played brought a rating that counts as a peak.
        """
        if self.peak is None:
            return None

        on = self.peak_place[:10]
        tournament, _ = owner_at(self.peak_place)
        return Peak(self.peak, on, tournament, self.peak_game)

    def add(self, figure: Figure, place: str) -> None:
        """Add one more change, behind all others.

        `place`: of its unit, at or behind every place before it. A ruling adds no game
        and is no day of play.
        """
        self.changes += 1
        self.rated_place = place
        self.rating = figure.after
        self.standing = figure.standing

        if figure.kind == "opening":
            # an opening carries its own count of games, whatever came before it
            self.games = self.normal_games = 0
            self.opened = place
        elif figure.kind == "unit":
            self.last_played = place[:10]

        self.games += figure.games
        self.normal_games += figure.normal_games
        if figure.played_for and (self.peak is None or figure.best > self.peak):
            self._set_peak(figure, place)

    def _set_peak(self, figure: Figure, place: str) -> None:
        """Put the best rating of a change in the place of the peak."""
        self.peak = figure.best
        self.peak_place = place
        self.peak_game = figure.best_game

    def take_over(
        self, place: str, old: Sequence[Figure] | None, new: Sequence[Figure] | None
    ) -> bool:
        """Take over what differs between two versions of a unit in the player's past,
        None without a seat; False if everything has to be counted again.

        `old` and `new`: the player's changes in both versions, none, one, or two with a
        step of 3.7. Taken over is one change by games alone: an opening or a step
        resets what came before it.

            a change to 1580, now to 1584     taken over
            no seat, now a change             taken over, as one more
            a change, now no seat             counted again: it may hold the peak
        """
        if new is None:
            return False

        if old is None:
            if len(new) != 1:
                return False
            [inserted] = new
            return self._insert(place, inserted)

        if not old and not new:
            return True
        if len(old) != 1 or len(new) != 1:
            return False

        [before], [after] = old, new
        return self._correct(place, before, after)

    def _insert(self, place: str, new: Figure) -> bool:
        """Add one more change in the player's past; False if everything has to be
        counted again.

        It must lie behind the last opening, and before the player's last change.
        """
        if new.kind != "unit" or not self.opened <= place < self.rated_place:
            return False

        self.changes += 1
        self.games += new.games
        self.normal_games += new.normal_games
        self.last_played = max(self.last_played or "", place[:10])
        self._rise(place, new)
        return True

    def _correct(self, place: str, old: Figure, new: Figure) -> bool:
        """Replace one change that comes out different while no other does; False if
        everything has to be counted again.

        False also where the peak was reached here and is lost: the next highest is not
        known.
        """
        both_by_games = old.kind == new.kind == "unit"
        if not both_by_games or place < self.opened:
            return False

        holds_peak = self.peak_place == place
        if holds_peak and (not new.established or new.best < (self.peak or 0)):
            return False

        if place == self.rated_place:
            self.rating = new.after

        self.games += new.games - old.games
        self.normal_games += new.normal_games - old.normal_games
        self._rise(place, new)
        return True

    def _rise(self, place: str, new: Figure) -> None:
        """Raise the peak if a change in the past holds it, also where it reaches the
        same peak earlier, or in the same unit perhaps by another game.
        """
        if not new.established:
            return

        is_higher = self.peak is None or new.best > self.peak
        if is_higher or (new.best == self.peak and place <= self.peak_place):
            self._set_peak(new, place)

    def count(self, career: Iterable[UnitRow]) -> None:
        """Count everything again, from the units in which the player sits, in order;
        titles stay as they are.

        `career`: every unit in force in which they have a seat, from the first on.
        """
        self._begin()
        _, player = self.key

        for row in career:
            for figure in row.changes_of(player):
                self.add(figure, row.place)
            self.place = row.place
            self.standing = row.standing_after(player)


class Total(NamedTuple):
    """The sums of a player's entries on a list by a day, as known; `rating` is what the
    last of them came to.

    standing: after the last entry; last_played: a day, YYYY-MM-DD, or None.
    """

    player: str
    rating: int | None
    standing: Standing
    games: int
    normal_games: int
    last_played: str | None


class MovedPlayer(NamedTuple):
    """A player whose current rating moves.

    on: the day of the last unit that changed the rating, YYYY-MM-DD.
    before, after: ratings, None where there is none.
    """

    player: str
    list: str
    on: str
    before: int | None
    after: int | None


class EntryMove(NamedTuple):
    """An entry that changes; `before` or `after` is None where there is no entry.

    unit: its id; on: its day, YYYY-MM-DD.
    """

    player: str
    list: str
    unit: str
    on: str
    before: int | None
    after: int | None


def moves_of(touched: Iterable[Tally]) -> list[MovedPlayer]:
    """Return a move for everybody whose current rating is another one than before the
    step, by player and list.

    Who is back where they were has no move, however the past came out.
    """
    moves = []
    for tally in touched:
        list_name, player = tally.key
        rating = tally.standing.rating
        if tally.rating_before == rating:
            continue

        last_place = tally.rated_place or tally.rated_place_before
        day = last_place[:10]
        moves.append(MovedPlayer(player, list_name, day, tally.rating_before, rating))

    return sorted(moves, key=lambda move: (move.player, move.list))


class SettledUnit(NamedTuple):
    """A unit that a step has looked at: its row as it was and as it comes out; None
    where there is no such unit.
    """

    old: UnitRow | None
    new: UnitRow | None


def changes_in(
    settled: Mapping[UnitKey, SettledUnit], *, every_entry: bool
) -> list[EntryMove]:
    """Return the changed entries in the order of units.

    `every_entry`: new ones too; without it, only what corrects an entry that was there.
    """
    moves: list[EntryMove] = []
    for list_name, place in sorted(settled, key=_place_and_list):
        old, new = settled[list_name, place]
        row = new or old
        if row is None or (old is None and not every_entry):
            continue

        for player, before, after in ratings_between(old, new):
            if every_entry or before is not None:
                day = place[:10]
                moves.append(EntryMove(player, list_name, row.unit, day, before, after))

    return moves


def _place_and_list(key: UnitKey) -> tuple[str, str]:
    """Return the key by which units stand in the order of computation, the list last."""
    list_name, place = key
    return place, list_name
