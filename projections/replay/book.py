"""One step's work: units as they were and as they come out, and what that does to the players in them."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from projections.replay import milestones
from projections.replay.milestones import END, EVERYTHING, Again, EntryOf, Stretch, bar_of, by_list, title_at
from projections.replay.shelf import Key, Shelf, numbered
from projections.replay.tally import NOBODY, UNKNOWN, EntryMove, Moved, Tally, TitleAt, changes_in, moves_of, take_all
from projections.replay.unit_row import Spot, UnitRow
from projections.replay.versions import SeatIn, carry_over, differ, same_row, seat_at, unchanged
from rulebooks import rulebook
from rulebooks.base import Standing
from rulebooks.entries import Figure


class Book:
    """A book of one step's work: units are settled in the order of their places, and `keep` writes the results."""

    def __init__(self, shelf: Shelf, entry_of: EntryOf) -> None:
        self.shelf = shelf
        self.by_office = False  # whether the office decided something in this step: of the rules, or who somebody is
        self.settled: dict[Spot, tuple[UnitRow | None, UnitRow | None]] = {}
        self._entry_of = entry_of
        self._touched: list[Tally] = []
        self._step = object()  # a name for this step; the book itself would keep all of it alive in a circle
        self._late: dict[Key, tuple[str, Standing]] = {}  # whose past comes out different: of the last unit settled
        # those of them whose last standing is another one than it was, by list
        self._moving: dict[str, set[str]] = defaultdict(set)
        # whose change is another one, in the order of places
        self._differing: dict[Key, list[tuple[str, SeatIn | None, SeatIn | None]]] = defaultdict(list)
        self._recount: set[Key] = set()
        # who sits in a unit to be settled, and whether it comes behind everything that is known of them
        self._sitting: dict[Spot, tuple[list[Tally], bool]] = {}
        self._titles: list[tuple[TitleAt | None, TitleAt | None]] = []
        self._given_again: set[Key] = set()  # whose openings and rulings came out the same again
        self._played_again: list[Again] = []

    def before(self, list_name: str, player: str, place: str) -> Standing:
        """Return the player's standing just before a place, as it comes out."""
        key = (list_name, player)
        if key not in self._late:
            tally = self.shelf.tally(list_name, player)
            if tally is None or tally.place < place:
                return NOBODY if tally is None else tally.standing
        kept_place, kept = self.shelf.kept_before(list_name, player, place)
        late_place, late = self._late.get(key, ("", NOBODY))
        return late if late_place >= kept_place and late_place else kept  # a unit in between stands as it is

    def standings_before(self, spot: Spot, players: Sequence[str], old: UnitRow | None) -> list[Standing]:
        """Return everybody's standing just before a unit, as it comes out; `old` is the unit's row as it is kept."""
        list_name, place = spot
        if old is not None:
            return self._all_again_before(old, list_name, players, place)
        tallies = self._tallies(list_name, players)
        comes_last = not self._late and place > max([tally.place for tally in tallies])
        self._sitting[spot] = tallies, comes_last
        if comes_last:
            return [tally.standing for tally in tallies]
        self.shelf.expect_before(list_name, players, place)
        return [self.before(list_name, player, place) for player in players]

    def _all_again_before(self, old: UnitRow, list_name: str, players: Sequence[str], place: str) -> list[Standing]:
        if old.columns.players != list(players):
            return [self._again_before(old, list_name, player, place) for player in players]
        standings, moving = old.standings_before(), self._moving[list_name]
        if not moving.isdisjoint(players):
            for seat, player in enumerate(players):
                if player in moving:
                    standings[seat] = self._late[list_name, player][1]
        return standings

    def _again_before(self, old: UnitRow, list_name: str, player: str, place: str) -> Standing:
        """Return a player's standing before a unit rated before: its row's, as long as nothing earlier moves it."""
        seat = old.seat(player)
        if seat is None:
            return self.before(list_name, player, place)
        if player in self._moving[list_name]:
            return self._late[list_name, player][1]
        return old.standing_before(seat)

    def settle(self, spot: Spot, old: UnitRow | None, new: UnitRow | None) -> list[str]:
        """Take a unit as it comes out, and return the players whose standing after it is another one."""
        if old is None and new is None:
            return []
        self.settled[spot] = (old, new)
        tallies, comes_last = self._sitting.pop(spot, ([], False))
        if comes_last:
            assert new is not None
            self._append_all(new, tallies)
            self.shelf.rest(new)
            return []
        if old is not None:
            return self._settle_again(spot, old, new)
        assert new is not None
        moved = []
        for seat, (player, tally) in enumerate(zip(new.columns.players, tallies, strict=True)):
            if tally.place < spot[1] and (spot[0], player) not in self._late:
                self._append(new, seat, tally)
            elif self._insert(spot, player, None, SeatIn(new, seat)):
                moved.append(player)
        return moved

    def _settle_again(self, spot: Spot, old: UnitRow, new: UnitRow | None) -> list[str]:
        """Settle a unit that was rated before: most players come out as they were, and need nothing done."""
        moved = []
        names, same = (new.columns.players, self._same(old, new)) if new is not None else ([], [])
        since, moving = (new.columns.since if new is not None else {}), self._moving[spot[0]]
        was = range(len(names)) if names == old.columns.players else [*map(old.seats().get, names)]
        for seat, player in enumerate(names):
            assert new is not None
            if same[seat]:
                if old.kind != "games":
                    self._given_again.add((spot[0], player))  # perhaps by corrected rules, which may give other titles
                # the same of other games, or in another order; an entry as old as before has the very same working
                elif self.by_office or seat not in since:
                    self._played_again += [((spot[0], player), spot[1], figure) for figure in new.figures(seat)]
                if player in moving:
                    self._late[spot[0], player] = (spot[1], new.standing_after(seat))
                    moving.discard(player)
            elif self._insert(spot, player, seat_at(old, was[seat]), SeatIn(new, seat)):
                moved.append(player)
        gone = sorted(set(old.columns.players).difference(names))
        return moved + [player for player in gone if self._insert(spot, player, seat_at(old, old.seat(player)), None)]

    def _same(self, old: UnitRow, new: UnitRow) -> list[bool]:
        """Tell, by seat, who has the same figures in both versions; entries keep their age if nothing else differs."""
        same = unchanged(old, new)
        unit = self.shelf.unit(new.spot)
        assert unit is not None
        carry_over(old, new, same, unit.games, self.shelf.games_differ(new.spot))
        return same

    def _tallies(self, list_name: str, players: Sequence[str]) -> list[Tally]:
        kept, step, shelf = self.shelf.tallies(list_name, players), self._step, self.shelf
        tallies = [tally or shelf.open_tally(list_name, player) for player, tally in zip(players, kept, strict=True)]
        for tally in tallies:
            if tally.step is not step:
                self._touch(tally)
        return tallies

    def _touch(self, tally: Tally) -> None:
        """Note a tally that is touched for the first time in this step, with the rating it had."""
        if tally.bar == UNKNOWN:
            tally.bar = bar_of(rulebook(tally.key[0]), tally.titles)
        tally.step, tally.was = self._step, (tally.standing.rating, tally.rated_place)
        self._touched.append(tally)

    def _append_all(self, new: UnitRow, tallies: Sequence[Tally]) -> None:
        """Append a new unit that comes behind everything that was known of its players: the commonest case."""
        if not new.plain:
            for seat, tally in enumerate(tallies):
                self._append(new, seat, tally)
            return
        for seat, (best, tally) in enumerate(zip(new.columns.best, tallies, strict=True)):
            if best is not None and best >= tally.bar:
                self._reach(tally, new, new.figures(seat)[0])
        take_all(new, tallies)

    def _append(self, new: UnitRow, seat: int, tally: Tally) -> None:
        """Append one player's changes in a unit behind everything that was known of them."""
        tally.place, tally.standing = new.place, new.standing_after(seat)
        for figure in new.figures(seat):
            if figure.best >= tally.bar or figure.kind in ("opening", "ruling"):
                self._reach(tally, new, figure)
            tally.add(figure, new.spot)

    def _reach(self, tally: Tally, row: UnitRow, figure: Figure) -> None:
        """Note the titles that a change behind all others brings."""
        rules = rulebook(row.list)
        for title in rules.new_titles(self._entry_of(row, figure), tally.normal_games, tally.titles.keys()):
            reached = title_at(row.list, figure.player, title, row.place)
            tally.titles[title.title] = reached
            self._titles.append((None, reached))
        tally.bar = bar_of(rules, tally.titles)

    def _insert(self, spot: Spot, player: str, before: SeatIn | None, now: SeatIn | None) -> bool:
        """Put a change into the player's past; tell whether their standing after the place is another one now."""
        list_name, place = spot
        key = (list_name, player)
        if before is not None:
            was = before.row.standing_after(before.seat)
        else:
            was = self.shelf.kept_before(list_name, player, place)[1]
        if now is not None:
            after = now.row.standing_after(now.seat)
        elif before is not None:
            after = self._again_before(before.row, list_name, player, place)
        else:
            after = self.before(list_name, player, place)
        self._late[key] = (place, after)
        self._differing[key].append((place, before, now))
        moved = differ(was, after)
        (self._moving[list_name].add if moved else self._moving[list_name].discard)(player)
        return moved

    def _correct(self) -> None:
        """Put what differs into the tallies; it is read together, once all of it is known."""
        for list_name, players in by_list(self._differing).items():
            self._tallies(list_name, players)
        for key, differing in self._differing.items():
            tally = self.shelf.tally(*key)
            assert tally is not None
            if not all(tally.take_over(*change) for change in differing):
                self._recount.add(key)

    def moves(self) -> list[Moved]:
        """Return a move for everybody whose current rating moves."""
        return moves_of(self._touched)

    def lost_titles(self) -> list[TitleAt]:
        """Return the titles that are no longer reached anywhere."""
        reached = {new[:3] for _, new in self._titles if new is not None}
        return [old for old, _ in self._titles if old is not None and old[:3] not in reached]

    def changes(self, every_entry: bool = True) -> list[EntryMove]:
        """Return every entry that comes out different, in the order of units; without `every_entry` no new ones."""
        return changes_in(self.settled, every_entry)

    def keep(self, seq: int) -> None:
        """Write what came out, known from this seq on."""
        self._close_late()
        self.seek_peaks(self._touched if self.shelf.stores_each_step else ())
        closed, written = list[UnitRow](), list[UnitRow]()
        for spot in sorted(self.settled):
            old, new = self.settled[spot]
            if old is not None and new is not None and same_row(old, new):
                continue
            if old is not None:
                old.known_to = seq
                closed.append(old)
            if new is not None:
                written.append(numbered(new, old.number if old is not None else self.shelf.number(spot), seq))
                if old is not None:
                    new.rest_on(old)
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
        """Bring tallies and titles of players in whose past something changed to what comes out."""
        self._correct()
        self._expect_careers(dict.fromkeys(self._recount, EVERYTHING))
        for key in self._late:
            tally = self.shelf.tally(*key)
            assert tally is not None
            place, standing = self._late[key]
            if key in self._recount:
                tally.count(self.seats_of(*key))
            elif place >= tally.rated_place:
                tally.standing = standing
        for tally in milestones.sought_again(self._played_again, self.shelf):
            if tally.step is not self._step:
                self._touch(tally)
        self._close_titles()

    def seek_peaks(self, tallies: Iterable[Tally]) -> None:
        """Look up the games that brought these players their peaks, where that is not known yet."""
        milestones.seek_peaks(tallies, self._row_now, self.shelf, self._entry_of)

    def _close_titles(self) -> None:
        given = dict.fromkeys(sorted(self._given_again), "")
        late = milestones.after_another_game(self._played_again, self.shelf)
        late |= {key: min(self._differing[key][0][0], late.get(key, END)) for key in self._late}
        since = given | (dict.fromkeys(late, "") if self.by_office else late) | given
        tallies = {key: tally for key in since if (tally := self.shelf.tally(*key)) is not None}
        stretches = milestones.to_look_at(tallies, since, self.shelf)
        self._expect_careers(stretches)
        for key, stretch in stretches.items():
            seats = self.seats_of(*key, stretch.first)
            self._titles += milestones.again(rulebook(key[0]), tallies[key], stretch, seats, self._entry_of)

    def _expect_careers(self, stretches: Mapping[Key, Stretch]) -> None:
        """Read these units of all these players together: on a server every query costs a round trip."""
        places: dict[str, set[str]] = defaultdict(set)
        for (list_name, player), (first, last, _) in stretches.items():
            career = self.shelf.places_of(list_name, player, first)
            places[list_name].update(place for place in career if place <= last)
        for list_name, own in places.items():
            self.shelf.expect_rows(list_name, [place for place in own if (list_name, place) not in self.settled])

    def seats_of(self, list_name: str, player: str, first: str = "") -> Iterator[SeatIn]:
        """Yield the player's seats from a place on in order, as they come out."""
        for place in self.shelf.places_of(list_name, player, first):
            row = self._row_now((list_name, place))
            if row is not None and (seat := row.seat(player)) is not None:
                yield SeatIn(row, seat)

    def _row_now(self, spot: Spot) -> UnitRow | None:
        return self.settled[spot][1] if spot in self.settled else self.shelf.row(spot)
