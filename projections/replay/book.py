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
    bar_of,
    may_bring,
    title_at,
)
from projections.replay.shelf import Key, Shelf, numbered
from projections.replay.tally import (
    NOBODY,
    UNKNOWN,
    EntryMove,
    Moved,
    Tally,
    TitleAt,
    changes_in,
    moves_of,
)
from projections.replay.unit_row import Spot, UnitRow
from projections.replay.versions import carry_over, differ, same_row, unchanged
from rulebooks import rulebook
from rulebooks.base import Standing
from rulebooks.entries import Figure


class Differing(NamedTuple):
    """A player whose change in a unit is another one: the unit's place, the version as
    it was and as it comes out; None where the player has no seat in it.
    """

    place: str
    was: UnitRow | None
    comes: UnitRow | None


class Book:
    """A book of one step's work: units are settled in the order of their places, and
    `keep` writes the results.
    """

    def __init__(self, shelf: Shelf, entry_of: EntryOf) -> None:
        self.shelf = shelf
        # whether the office decided something in this step: of the rules, or who
        # somebody is
        self.by_office = False
        self.settled: dict[Spot, tuple[UnitRow | None, UnitRow | None]] = {}
        self._entry_of = entry_of
        self._touched: list[Tally] = []
        # a name for this step; the book itself would keep all of it alive in a circle
        self._step = object()
        # whose past comes out different: of the last unit settled
        self._late: dict[Key, tuple[str, Standing]] = {}
        # those of them whose last standing is another one than it was, by list
        self._moving: dict[str, set[str]] = defaultdict(set)
        # in the order of places
        self._differing: dict[Key, list[Differing]] = defaultdict(list)
        self._recount: set[Key] = set()
        # who sits in a unit to be settled, and whether it comes behind everything that
        # is known of them
        self._sitting: dict[Spot, tuple[list[Tally], bool]] = {}
        self._titles: list[tuple[TitleAt | None, TitleAt | None]] = []

    def before(self, list_name: str, player: str, place: str) -> Standing:
        """Return the player's standing just before a place, as it comes out."""
        key = (list_name, player)
        if key not in self._late:
            tally = self.shelf.tally(list_name, player)
            if tally is None or tally.place < place:
                return NOBODY if tally is None else tally.standing
        kept_place, kept = self.shelf.kept_before(list_name, player, place)
        late_place, late = self._late.get(key, ("", NOBODY))
        # a unit in between stands as it is
        return late if late_place >= kept_place and late_place else kept

    def standings_before(
        self, spot: Spot, players: Sequence[str], old: UnitRow | None
    ) -> list[Standing]:
        """Return everybody's standing just before a unit, as it comes out; `old` is the
        unit's row as it is kept.
        """
        list_name, place = spot
        if old is not None:
            known = old.standings_before()
            return [
                self._again_before(known, list_name, player, place)
                for player in players
            ]
        tallies = self._tallies(list_name, players)
        comes_last = not self._late and place > max([tally.place for tally in tallies])
        self._sitting[spot] = tallies, comes_last
        if comes_last:
            return [tally.standing for tally in tallies]
        self.shelf.expect_before(list_name, players, place)
        return [self.before(list_name, player, place) for player in players]

    def _again_before(
        self, known: Mapping[str, Standing], list_name: str, player: str, place: str
    ) -> Standing:
        """Return a player's standing before a unit rated before: that of its row, which
        is `known`, as long as nothing earlier moves it.
        """
        if player not in known:
            return self.before(list_name, player, place)
        if player in self._moving[list_name]:
            return self._late[list_name, player][1]
        return known[player]

    def settle(self, spot: Spot, old: UnitRow | None, new: UnitRow | None) -> list[str]:
        """Take a unit as it comes out, and return the players whose standing after it
        is another one.
        """
        if old is None and new is None:
            return []
        self.settled[spot] = (old, new)
        tallies, comes_last = self._sitting.pop(spot, ([], False))
        if comes_last:
            assert new is not None
            tally_of = dict(zip(new.players, tallies, strict=True))
            for tally in tallies:
                tally.place = new.place
            for figure in new.figures:
                self._append(new, figure, tally_of[figure.player])
            self.shelf.rest(new)
            return []
        if old is not None:
            return self._settle_again(spot, old, new)
        assert new is not None
        moved = []
        for player, tally in zip(new.players, tallies, strict=True):
            if tally.place < spot[1] and (spot[0], player) not in self._late:
                tally.place = new.place
                for figure in new.of(player):
                    self._append(new, figure, tally)
            elif self._insert(spot, player, None, new):
                moved.append(player)
        return moved

    def _settle_again(self, spot: Spot, old: UnitRow, new: UnitRow | None) -> list[str]:
        """Settle a unit that was rated before: most players come out as they were, and
        need nothing done.
        """
        names = [] if new is None else new.players
        same = set() if new is None else self._same(old, new)
        moving, moved = self._moving[spot[0]], []
        for player in names:
            assert new is not None
            if player not in same:
                if self._insert(spot, player, old if old.sits(player) else None, new):
                    moved.append(player)
            elif player in moving:
                self._late[spot[0], player] = (spot[1], new.standing_after(player))
                moving.discard(player)
        gone = sorted(set(old.players).difference(names))
        return moved + [
            player for player in gone if self._insert(spot, player, old, None)
        ]

    def _same(self, old: UnitRow, new: UnitRow) -> set[str]:
        """Return who comes out of a unit as they were; entries keep their age if
        nothing about them differs.

        What the office decides may give other titles to the same entries: then
        everybody is looked at again.
        """
        carry_over(old, new, self.shelf.games_differ(new.spot))
        return set() if self.by_office else unchanged(old, new)

    def _tallies(self, list_name: str, players: Sequence[str]) -> list[Tally]:
        kept, step, shelf = (
            self.shelf.tallies(list_name, players),
            self._step,
            self.shelf,
        )
        tallies = [
            tally or shelf.open_tally(list_name, player)
            for player, tally in zip(players, kept, strict=True)
        ]
        for tally in tallies:
            if tally.step is not step:
                self._touch(tally)
        return tallies

    def _touch(self, tally: Tally) -> None:
        """Note a tally that is touched for the first time in this step, with the rating
        it had.
        """
        if tally.bar == UNKNOWN:
            tally.bar = bar_of(rulebook(tally.key[0]), tally.titles)
        tally.step, tally.was = self._step, (tally.standing.rating, tally.rated_place)
        self._touched.append(tally)

    def _append(self, new: UnitRow, figure: Figure, tally: Tally) -> None:
        """Append one change behind everything that was known of a player."""
        if may_bring(figure, tally.bar):
            self._reach(tally, new, figure)
        tally.add(figure, new.place)

    def _reach(self, tally: Tally, row: UnitRow, figure: Figure) -> None:
        """Note the titles that a change behind all others brings."""
        rules = rulebook(row.list)
        for title in rules.new_titles(
            self._entry_of(row, figure), tally.normal_games, tally.titles.keys()
        ):
            reached = title_at(row.list, figure.player, title, row.place)
            tally.titles[title.title] = reached
            self._titles.append((None, reached))
        tally.bar = bar_of(rules, tally.titles)

    def _insert(
        self, spot: Spot, player: str, was: UnitRow | None, comes: UnitRow | None
    ) -> bool:
        """Put a change into the player's past; tell whether their standing after the
        place is another one now.
        """
        list_name, place = spot
        key = (list_name, player)
        before = self._kept_after(list_name, player, place, was)
        if comes is not None:
            after = comes.standing_after(player)
        elif was is not None:
            after = self._again_before(was.standings_before(), list_name, player, place)
        else:
            after = self.before(list_name, player, place)
        self._late[key] = (place, after)
        self._differing[key].append(Differing(place, was, comes))
        moved = differ(before, after)
        (self._moving[list_name].add if moved else self._moving[list_name].discard)(
            player
        )
        return moved

    def _kept_after(
        self, list_name: str, player: str, place: str, was: UnitRow | None
    ) -> Standing:
        """Return the player's standing behind a place as it is kept."""
        if was is not None:
            return was.standing_after(player)
        return self.shelf.kept_before(list_name, player, place)[1]

    def _correct(self) -> None:
        """Put what differs into the tallies; it is read together, once all of it is
        known.
        """
        for list_name, players in by_list(self._differing).items():
            self._tallies(list_name, players)
        for key, differing in self._differing.items():
            tally, player = self.shelf.tally(*key), key[1]
            assert tally is not None
            for place, was, comes in differing:
                old = None if was is None else was.of(player)
                new = None if comes is None else comes.of(player)
                if not tally.take_over(place, old, new):
                    self._recount.add(key)
                    break

    def moves(self) -> list[Moved]:
        """Return a move for everybody whose current rating moves."""
        return moves_of(self._touched)

    def lost_titles(self) -> list[TitleAt]:
        """Return the titles that are no longer reached anywhere."""
        reached = {new[:3] for _, new in self._titles if new is not None}
        return [
            old for old, _ in self._titles if old is not None and old[:3] not in reached
        ]

    def changes(self, every_entry: bool = True) -> list[EntryMove]:
        """Return every entry that comes out different, in the order of units; without
        `every_entry` no new ones.
        """
        return changes_in(self.settled, every_entry)

    def keep(self, seq: int) -> None:
        """Write what came out, known from this seq on."""
        self._close_late()
        closed, written = list[UnitRow](), list[UnitRow]()
        for spot in sorted(self.settled):
            old, new = self.settled[spot]
            if old is not None and new is not None and same_row(old, new):
                continue
            if old is not None:
                old.known_to = seq
                closed.append(old)
            if new is not None:
                written.append(
                    numbered(
                        new,
                        old.number if old is not None else self.shelf.number(spot),
                        seq,
                    )
                )
        self.shelf.keep(seq, closed, written, self._touched, self._kept_titles(seq))

    def _kept_titles(self, seq: int) -> list[tuple[TitleAt | None, TitleAt | None]]:
        kept = []
        for old, new in self._titles:
            if new is not None:
                new = new._replace(known_from=seq)
                tally = self.shelf.tally(new.list, new.player)
                assert tally is not None
                if tally.titles.get(new.title) is not None:
                    tally.titles[new.title] = new
            kept.append((old, new))
        return kept

    def _close_late(self) -> None:
        """Bring tallies and titles of players in whose past something changed to what
        comes out.
        """
        self._correct()
        self._expect_careers(dict.fromkeys(self._recount, EVERYTHING))
        for key in self._late:
            tally = self.shelf.tally(*key)
            assert tally is not None
            place, standing = self._late[key]
            if key in self._recount:
                tally.count(self.career_of(*key))
            elif place >= tally.rated_place:
                tally.standing = standing
        self._close_titles()

    def _close_titles(self) -> None:
        since = {
            key: "" if self.by_office else self._differing[key][0].place
            for key in self._late
        }
        tallies = {
            key: tally for key in since if (tally := self.shelf.tally(*key)) is not None
        }
        stretches = milestones.to_look_at(tallies, since, self.shelf)
        self._expect_careers(stretches)
        for key, stretch in stretches.items():
            career = self.career_of(*key, stretch.first)
            self._titles += milestones.again(
                rulebook(key[0]), tallies[key], stretch, career, self._entry_of
            )

    def _expect_careers(self, stretches: Mapping[Key, Stretch]) -> None:
        """Read these units of all these players together: on a server every query costs
        a round trip.
        """
        places: dict[str, set[str]] = defaultdict(set)
        for (list_name, player), (first, last, _) in stretches.items():
            career = self.shelf.places_of(list_name, player, first)
            places[list_name].update(place for place in career if place <= last)
        for list_name, own in places.items():
            self.shelf.expect_rows(
                list_name,
                [place for place in own if (list_name, place) not in self.settled],
            )

    def career_of(
        self, list_name: str, player: str, first: str = ""
    ) -> Iterator[UnitRow]:
        """Yield the units in which the player sits from a place on in order, as they
        come out.
        """
        for place in self.shelf.places_of(list_name, player, first):
            row = self._row_now((list_name, place))
            if row is not None and row.sits(player):
                yield row

    def _row_now(self, spot: Spot) -> UnitRow | None:
        return self.settled[spot][1] if spot in self.settled else self.shelf.row(spot)


def by_list(keys: Iterable[Key]) -> dict[str, list[str]]:
    """Return the players of each list, each once: what is kept of them is read for a
    whole list.
    """
    players: dict[str, dict[str, None]] = {}
    for list_name, player in keys:
        players.setdefault(list_name, {})[player] = None
    return {list_name: [*own] for list_name, own in players.items()}
