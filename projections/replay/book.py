"""One step's work: units as they were and as they come out, and what that does to the
players in them.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from projections.replay import milestones
from projections.replay.milestones import (
    EVERYTHING,
    EntryOf,
    Stretch,
    may_bring,
    next_title_rating,
    title_at,
)
from projections.replay.repository import Repository, TitleMove
from projections.replay.tally import (
    NO_STANDING,
    NOBODY,
    UNKNOWN,
    CareerKey,
    EntryMove,
    MovedPlayer,
    SettledUnit,
    StandingAt,
    Tally,
    TitleAt,
    changes_in,
    moves_of,
)
from projections.replay.unit_row import UnitKey, UnitRow
from projections.replay.versions import (
    carry_over,
    same_row,
    standing_differs,
    unchanged_players,
)
from rulebooks import rulebook
from rulebooks.base import Standing
from rulebooks.entries import Figure


class DifferingUnit(NamedTuple):
    """One unit in which a player's change comes out different: the unit as it was and
    as it comes out.

    place: of the unit, on the player's list.
    was, comes: None where the player had no seat in it, or has none any more.
    """

    place: str
    was: UnitRow | None
    comes: UnitRow | None


class SeatedTallies(NamedTuple):
    """Who sits in a unit to be settled, and whether it comes behind everything that is
    known of all of them.

    tallies: in the order of the seats; comes_last: then the tallies alone say every
    standing before it.
    """

    tallies: list[Tally]
    comes_last: bool


NOBODY_SEATED = SeatedTallies([], False)


class Book:
    """A book of one step's work: units are settled in the order of their places, and
    `write` stores what they come to.

    `entry_of`: makes an entry of a figure, for rules of titles that ask for its terms.
    A book serves one step and is then thrown away.
    """

    def __init__(self, repository: Repository, entry_of: EntryOf) -> None:
        """`repository`: where units, rows and tallies are found, and written to."""
        self.repository = repository
        # whether the office decided something in this step: of the rules, or who
        # somebody is
        self.by_office = False
        self.settled: dict[UnitKey, SettledUnit] = {}
        self._entry_of = entry_of
        self._touched: list[Tally] = []
        # what a tally remembers this step by: were it the book itself, each tally would
        # keep the whole book alive, and the book its tallies
        self._step = object()
        # of players whose past comes out different: the standing after the last such
        # unit
        self._rewritten: dict[CareerKey, StandingAt] = {}
        # those of them whose last standing is another one than it was, by list
        self._moving: dict[str, set[str]] = defaultdict(set)
        # in the order of places
        self._differing: dict[CareerKey, list[DifferingUnit]] = defaultdict(list)

        self._to_recount: set[CareerKey] = set()
        self._seated: dict[UnitKey, SeatedTallies] = {}
        self._titles: list[TitleMove] = []

    # before a unit is rated

    def before(self, list_name: str, player: str, place: str) -> Standing:
        """Return the player's standing just before a place, as it comes out.

        Without a seat before the place, it is that of somebody unknown.

            a seat at 2024-03-01, which this step has rewritten to 1580
            before the next seat, at 2024-05-12    1580
        """
        rewritten = self._rewritten.get((list_name, player))
        if rewritten is None:
            tally = self.repository.tally(list_name, player)
            if tally is None:
                return NOBODY
            if tally.place < place:
                return tally.standing
            rewritten = NO_STANDING

        stored = self.repository.stored_before(list_name, player, place)
        # a unit in between comes out as it was
        between = stored.place > rewritten.place
        return stored.standing if between else rewritten.standing

    def standings_before(
        self, key: UnitKey, players: Sequence[str], old: UnitRow | None
    ) -> list[Standing]:
        """Return everybody's standing just before a unit, as it comes out; `old` is the
        unit's row as it is stored.

        They are in the order of `players`. A unit without an old row touches
        everybody's tally: the step may change it.
        """
        list_name, place = key
        if old is not None:
            known = old.standings_before()
            return [
                self._before_known_unit(known, list_name, player, place)
                for player in players
            ]

        tallies = self._touch_all(list_name, players)
        last_place = max([tally.place for tally in tallies])
        comes_last = not self._rewritten and place > last_place
        self._seated[key] = SeatedTallies(tallies, comes_last)
        if comes_last:
            return [tally.standing for tally in tallies]

        self.repository.prefetch_before(list_name, players, place)
        return [self.before(list_name, player, place) for player in players]

    def _before_known_unit(
        self, known: Mapping[str, Standing], list_name: str, player: str, place: str
    ) -> Standing:
        """Return a player's standing before a unit rated before: that of its row, which
        is `known`, as long as nothing earlier moves it.

        Most players of such a unit do not move, and for them nothing else is read.
        """
        if player not in known:
            return self.before(list_name, player, place)

        if player in self._moving[list_name]:
            return self._rewritten[list_name, player].standing

        return known[player]

    def _touch_all(self, list_name: str, players: Sequence[str]) -> list[Tally]:
        """Return everybody's tally, which the step may change from now on.

        Who has no tally yet gets an empty one.
        """
        stored = self.repository.tallies(list_name, players)
        tallies = [
            tally or self.repository.open_tally(list_name, player)
            for player, tally in zip(players, stored, strict=True)
        ]
        for tally in tallies:
            if tally.step is not self._step:
                self._touch(tally)

        return tallies

    def _touch(self, tally: Tally) -> None:
        """Note a tally that is touched for the first time in this step, with the rating
        it had.
        """
        if tally.title_rating == UNKNOWN:
            list_name, _ = tally.key
            tally.title_rating = next_title_rating(rulebook(list_name), tally.titles)

        tally.step = self._step
        tally.rating_before = tally.standing.rating
        tally.rated_place_before = tally.rated_place
        self._touched.append(tally)

    # after a unit was rated

    def settle(
        self, key: UnitKey, old: UnitRow | None, new: UnitRow | None
    ) -> list[str]:
        """Take a unit as it comes out, and return the players whose standing after it
        is another one.

        The next unit of each of these players is dirty then. Without an old row and a
        new one nothing happens.
        """
        if old is None and new is None:
            return []

        self.settled[key] = SettledUnit(old, new)
        seated = self._seated.pop(key, NOBODY_SEATED)
        if old is not None:
            return self._settle_known_unit(key, old, new)

        assert new is not None
        if seated.comes_last:
            self._append_for_all(new, seated.tallies)
            return []

        return self._settle_new_unit(key, new, seated.tallies)

    def _append_for_all(self, new: UnitRow, tallies: Sequence[Tally]) -> None:
        """Append a unit behind everything that was known of everybody in it.

        Nobody's later unit has to be looked at: there is none.
        """
        tally_of = {}
        for player, tally in zip(new.players, tallies, strict=True):
            tally_of[player] = tally
            tally.place = new.place

        for figure in new.figures:
            self._append(new, figure, tally_of[figure.player])
        self.repository.finish(new)

    def _settle_new_unit(
        self, key: UnitKey, new: UnitRow, tallies: Sequence[Tally]
    ) -> list[str]:
        """Settle a unit that is new and comes before others of somebody in it.

        For some it may still come last: their change is appended, and they do not move.

        A late report is such a unit: its players have played since.
        """
        list_name, place = key
        moved = []
        for player, tally in zip(new.players, tallies, strict=True):
            if tally.place < place and (list_name, player) not in self._rewritten:
                tally.place = new.place
                for figure in new.changes_of(player):
                    self._append(new, figure, tally)
            elif self._insert(key, player, None, new):
                moved.append(player)

        return moved

    def _settle_known_unit(
        self, key: UnitKey, old: UnitRow, new: UnitRow | None
    ) -> list[str]:
        """Settle a unit that was rated before: most players come out as they were, and
        need nothing done.

        Somebody who is no longer in it loses their change there.
        """
        moved: list[str] = []
        gone = set(old.players)
        if new is not None:
            moved = self._settle_players(key, old, new)
            gone.difference_update(new.players)

        for player in sorted(gone):
            if self._insert(key, player, old, None):
                moved.append(player)

        return moved

    def _settle_players(self, key: UnitKey, old: UnitRow, new: UnitRow) -> list[str]:
        """Settle everybody who sits in the unit as it comes out.

        Who comes out as they were is where they stood again: units behind this one need
        not be rated for their sake.
        """
        list_name, place = key
        same = self._unchanged(old, new)
        moving = self._moving[list_name]

        moved = []
        for player in new.players:
            if player not in same:
                was = old if old.sits(player) else None
                if self._insert(key, player, was, new):
                    moved.append(player)
            elif player in moving:
                after = new.standing_after(player)
                self._rewritten[list_name, player] = StandingAt(place, after)
                moving.discard(player)

        return moved

    def _unchanged(self, old: UnitRow, new: UnitRow) -> set[str]:
        """Return who comes out of a unit as they were; entries keep their age if
        nothing about them differs.

        What the office decides may give other titles to the same entries: then
        everybody is looked at again.
        """
        carry_over(old, new, self.repository.games_differ(new.key))
        return set() if self.by_office else unchanged_players(old, new)

    def _append(self, new: UnitRow, figure: Figure, tally: Tally) -> None:
        """Append one change behind everything that was known of a player.

        Titles are looked for before the change is added: rules ask for the games before
        it.
        """
        if may_bring(figure, tally.title_rating):
            self._reach(tally, new, figure)
        tally.add(figure, new.place)

    def _reach(self, tally: Tally, row: UnitRow, figure: Figure) -> None:
        """Note the titles that a change behind all others brings.

        They are in the tally at once, so that the next change does not bring them
        again; the seq is filled in when the book is written.
        """
        list_name, place = row.key
        rules = rulebook(list_name)
        entry = self._entry_of(row, figure)
        titles = tally.titles
        for title in rules.new_titles(entry, tally.normal_games, titles.keys()):
            reached = title_at(list_name, figure.player, title, place)
            titles[title.title] = reached
            self._titles.append(TitleMove(None, reached))

        tally.title_rating = next_title_rating(rules, titles)

    def _insert(
        self, key: UnitKey, player: str, was: UnitRow | None, comes: UnitRow | None
    ) -> bool:
        """Put a change into the player's past; tell whether their standing after the
        place is another one now.

        `was` and `comes`: the version with the player's seat as it was and as it comes
        out, None where they have none.

            it comes out with 1580 as before      False: nothing behind it is dirty
            it comes out with 1584 instead        True
            the seat is gone                      True if it had changed them
        """
        list_name, place = key
        stored = self._stored_after(list_name, player, place, was)
        if comes is not None:
            after = comes.standing_after(player)
        elif was is not None:
            known = was.standings_before()
            after = self._before_known_unit(known, list_name, player, place)
        else:
            after = self.before(list_name, player, place)

        self._rewritten[list_name, player] = StandingAt(place, after)
        self._differing[list_name, player].append(DifferingUnit(place, was, comes))
        moved = standing_differs(stored, after)
        if moved:
            self._moving[list_name].add(player)
        else:
            self._moving[list_name].discard(player)

        return moved

    def _stored_after(
        self, list_name: str, player: str, place: str, was: UnitRow | None
    ) -> Standing:
        """Return the player's standing behind a place as it is stored.

        Where they had no seat there, it is that after their last seat before the place.
        """
        if was is not None:
            return was.standing_after(player)
        return self.repository.stored_before(list_name, player, place).standing

    # what the step came to

    def moves(self) -> list[MovedPlayer]:
        """Return a move for everybody whose current rating moves.

        Whose past alone came out different has no move.
        """
        return moves_of(self._touched)

    def lost_titles(self) -> list[TitleAt]:
        """Return the titles that are no longer reached anywhere.

        A title that is reached elsewhere now is not lost.
        """
        reached = set()
        no_longer = []
        for old, new in self._titles:
            if new is not None:
                reached.add(new.key)
            if old is not None:
                no_longer.append(old)

        return [title for title in no_longer if title.key not in reached]

    def changes(self, every_entry: bool = True) -> list[EntryMove]:
        """Return every entry that comes out different, in the order of units; without
        `every_entry` no new ones.
        """
        return changes_in(self.settled, every_entry=every_entry)

    def write(self, seq: int) -> None:
        """Write what came out, known from this seq on.

        Rows that come out the same are left as they are, and keep their seq. A book is
        written once.
        """
        self._rewrite_careers()

        closed: list[UnitRow] = []
        written: list[UnitRow] = []
        for key in sorted(self.settled):
            old, new = self.settled[key]
            if old is not None and new is not None and same_row(old, new):
                continue

            if old is not None:
                old.known_to = seq
                closed.append(old)
            if new is not None:
                new.number = self.repository.number(key) if old is None else old.number
                new.known_from = seq
                written.append(new)

        titles = self._dated_titles(seq)
        self.repository.write(seq, closed, written, self._touched, titles)

    def _dated_titles(self, seq: int) -> list[TitleMove]:
        """Return the moves of titles, with the new ones known from a seq on."""
        dated: list[TitleMove] = []
        for old, new in self._titles:
            if new is not None:
                new = new._replace(known_from=seq)
                tally = self.repository.tally(new.list, new.player)
                assert tally is not None
                if new.title in tally.titles:
                    tally.titles[new.title] = new
            dated.append(TitleMove(old, new))

        return dated

    def _rewrite_careers(self) -> None:
        """Bring tallies and titles of players in whose past something changed to what
        comes out.
        """
        self._correct_tallies()
        self._prefetch_careers(dict.fromkeys(self._to_recount, EVERYTHING))

        for key, (place, standing) in self._rewritten.items():
            tally = self.repository.tally(*key)
            assert tally is not None
            if key in self._to_recount:
                tally.count(self.career_of(*key))
            # nothing is known behind it, so this is where they stand now
            elif place >= tally.rated_place:
                tally.standing = standing

        self._move_titles()

    def _correct_tallies(self) -> None:
        """Put what differs into the tallies; it is read together, once all of it is
        known.
        """
        for list_name, players in players_by_list(self._differing).items():
            self._touch_all(list_name, players)

        for key, differing in self._differing.items():
            tally = self.repository.tally(*key)
            assert tally is not None

            if not _take_over_all(tally, differing):
                self._to_recount.add(key)

    def _move_titles(self) -> None:
        """Look for the titles that are lost, won or reached elsewhere.

        Where the office decided something, whole careers are looked at, and else from
        the earliest change on.
        """
        since: dict[CareerKey, str] = {}
        tallies: dict[CareerKey, Tally] = {}
        for key in self._rewritten:
            since[key] = ""
            if not self.by_office:
                earliest, *_ = self._differing[key]
                since[key] = earliest.place

            tally = self.repository.tally(*key)
            if tally is not None:
                tallies[key] = tally

        stretches = milestones.stretches_at_stake(tallies, since, self.repository)
        self._prefetch_careers(stretches)

        for key, stretch in stretches.items():
            list_name, player = key
            rules = rulebook(list_name)
            career = self.career_of(list_name, player, stretch.first)
            moves = milestones.moved_titles(
                rules, tallies[key], stretch, career, self._entry_of
            )
            self._titles += moves

    def _prefetch_careers(self, stretches: Mapping[CareerKey, Stretch]) -> None:
        """Read these units of all these players together: on a server every query costs
        a round trip.

        Units of this step need no reading.
        """
        wanted: dict[str, set[str]] = defaultdict(set)
        for (list_name, player), stretch in stretches.items():
            places_of_list = wanted[list_name]
            for place in self.repository.places_of(list_name, player, stretch.first):
                if place > stretch.last:
                    break
                if (list_name, place) not in self.settled:
                    places_of_list.add(place)

        for list_name, places in wanted.items():
            self.repository.prefetch_rows(list_name, places)

    def career_of(
        self, list_name: str, player: str, first: str = ""
    ) -> Iterator[UnitRow]:
        """Yield the units in which the player sits from a place on in order, as they
        come out.

        `first`: a place; empty: the whole career.
        """
        for place in self.repository.places_of(list_name, player, first):
            row = self._row_now((list_name, place))
            if row is not None and row.sits(player):
                yield row

    def _row_now(self, key: UnitKey) -> UnitRow | None:
        """Return the row of a unit as it comes out; None where there is none.

        A unit that was settled may have lost its row: None then, whatever is stored.
        """
        if key in self.settled:
            return self.settled[key].new
        return self.repository.row(key)


def _take_over_all(tally: Tally, differing: Iterable[DifferingUnit]) -> bool:
    """Put all that differs in a player's past into their tally; False if it has to be
    counted again.

    A tally that takes over nothing more is counted again from the first unit on, so
    what it took over before does not matter.
    """
    _, player = tally.key
    for place, was, comes in differing:
        old = None if was is None else was.changes_of(player)
        new = None if comes is None else comes.changes_of(player)
        if not tally.take_over(place, old, new):
            return False

    return True


def players_by_list(keys: Iterable[CareerKey]) -> dict[str, list[str]]:
    """Return the players of each list, each once: what is stored of them is read for a
    whole list.

    Lists and players are in the order in which they first came:

        players_by_list([("selo", "fi-1"), ("pelo", "fi-1"), ("selo", "fi-2")])
        # {"selo": ["fi-1", "fi-2"], "pelo": ["fi-1"]}
    """
    players_of: dict[str, dict[str, None]] = defaultdict(dict)
    for list_name, player in keys:
        players_of[list_name][player] = None
    return {list_name: list(players) for list_name, players in players_of.items()}
