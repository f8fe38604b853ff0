"""Peaks and titles while a step is projected. Which game brought a peak is looked up when the step is worked out, for
most peaks are passed again; of titles, where they may have been reached, and where they were.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from typing import NamedTuple, Protocol

from projections.replay.shelf import Key, Shelf
from projections.replay.tally import NEVER, UNSOUGHT, Tally, TitleAt
from projections.replay.unit_row import Spot, UnitRow
from projections.replay.versions import SeatIn
from rulebooks import rulebook
from rulebooks.base import Title, TitleRule
from rulebooks.entries import Entry, Figure
from rulebooks.protocol import Rulebook

Again = tuple[Key, str, Figure]  # whose games came out with the same figures, where, and the change
END = "~"  # behind every place


class EntryOf(Protocol):
    """A function that makes a figure an entry whose details are worked out when somebody asks."""

    def __call__(self, row: UnitRow, figure: Figure) -> Entry: ...


def sought_again(played_again: Sequence[Again], shelf: Shelf) -> Iterator[Tally]:
    """Yield who came out of games with the figures they had and may have had their peak after another one of them: it
    has to be looked up again.
    """
    by_game = [again for again in played_again if rulebook(again[0][0]).in_play(again[2])]
    places = {(key, place) for key, place, _ in by_game}
    for tally in those_of(by_game, shelf):
        if (tally.key, tally.peak_place) in places:
            tally.peak_game = UNSOUGHT
            yield tally


def seek_peaks(
    tallies: Iterable[Tally], row_of: Callable[[Spot], UnitRow | None], shelf: Shelf, entry_of: EntryOf
) -> None:
    """Note the game that first brought each of these peaks, where that has not been looked up yet."""
    unsought: dict[Spot, list[Tally]] = {}
    for tally in tallies:
        if tally.peak_game == UNSOUGHT:
            unsought.setdefault((tally.key[0], tally.peak_place), []).append(tally)
    for spot, own in unsought.items():
        row, unit = row_of(spot), shelf.unit(spot)
        assert row is not None and unit is not None
        noted = next((tally.noted for tally in own if tally.noted is not None and tally.noted.row is row), None)
        shown = noted.shown if noted is not None else row.columns.shown or row.columns.ratings
        players = unit.seats()
        games = rulebook(spot[0]).best_games(
            unit, shown, {players.index(tally.key[1]): tally.peak or 0 for tally in own}
        )
        if games is None:
            changes = (row.figures(players.index(tally.key[1]))[-1] for tally in own)
            games = [entry_of(row, figure).worked_out().change.best_game for figure in changes]
        for tally, game in zip(own, games, strict=True):
            tally.peak_game, tally.noted = game, None
        shelf.rest(row)


def at_stake(rules: Rulebook, tally: Tally, since: str, ever_given: Collection[str]) -> bool:
    """Tell whether a change in a player's past may bring a title or take one; titles reached before it stand.

    A ruling makes no peak, but may bring a title: `ever_given` are the players who ever had one, or an opening.
    """
    may_reach = tally.peak is not None and any(rule.rating <= tally.peak for rule in _open(rules, tally, since))
    may_lose = any(title.place >= since for title in tally.titles.values())
    if not rules.title_rules:
        return False
    return may_reach or may_lose or tally.key[1] in ever_given


def after_another_game(played_again: Sequence[Again], shelf: Shelf) -> dict[Key, str]:
    """Return who came out of games with the figures they had and may have reached a title after another one of them,
    with the first place of such games.
    """
    within_reach = [again for again in played_again if again[2].best >= bar_of(rulebook(again[0][0]), ())]
    tallies = {tally.key: tally for tally in those_of(within_reach, shelf)}
    first: dict[Key, str] = {}
    for key, place, figure in within_reach:
        if key in tallies and any(rule.rating <= figure.best for rule in _open(rulebook(key[0]), tallies[key], place)):
            first[key] = min(place, first.get(key, place))
    return first


def those_of(played_again: Iterable[Again], shelf: Shelf) -> Iterator[Tally]:
    """Yield the tallies of some who played again, those of each list read together."""
    for list_name, players in by_list(key for key, *_ in played_again).items():
        yield from (tally for tally in shelf.tallies(list_name, players) if tally is not None)


def by_list(keys: Iterable[Key]) -> dict[str, list[str]]:
    """Return the players of each list, each once: what is kept of them is read for a whole list."""
    players: dict[str, dict[str, None]] = {}
    for list_name, player in keys:
        players.setdefault(list_name, {})[player] = None
    return {list_name: [*own] for list_name, own in players.items()}


def _open(rules: Rulebook, tally: Tally, since: str) -> list[TitleRule]:
    """Return the rules of the titles that are not reached before a place: reached from there on, or never."""
    return [rule for rule in rules.title_rules
            if rule.title not in tally.titles or tally.titles[rule.title].place >= since]  # fmt: skip


class Stretch(NamedTuple):
    """The part of a career that titles are looked for in: the units from the `first` place on, "" for all, and none
    behind the `last` unless a title `within` reach is still missing there.
    """

    first: str
    last: str
    within: Set[str]


EVERYTHING = Stretch("", END, frozenset())


def to_look_at(tallies: Mapping[Key, Tally], since: Mapping[Key, str], shelf: Shelf) -> dict[Key, Stretch]:
    """Return whose titles are at stake, each with where to look for them."""
    ever_given = shelf.ever_given({player for _, player in tallies})
    return {
        key: _stretch(rulebook(key[0]), tally, since[key], shelf, given=key[1] in ever_given)
        for key, tally in tallies.items()
        if at_stake(rulebook(key[0]), tally, since[key], ever_given)
    }


def _stretch(rules: Rulebook, tally: Tally, since: str, shelf: Shelf, *, given: bool) -> Stretch:
    peak = NEVER if given else tally.peak or 0
    within = {rule.title for rule in rules.title_rules if rule.rating <= peak}
    places = [tally.titles[title].place for title in within if title in tally.titles]
    last = max(places, default="") if len(places) == len(within) else END
    # most changes come before it, and no opening behind it counts anew
    few = since and tally.opened < since and 2 * len(shelf.places_of(*tally.key, since)) < tally.changes
    return Stretch(since, END, within) if few else Stretch("", last, within)


def again(
    rules: Rulebook, tally: Tally, stretch: Stretch, seats: Iterable[SeatIn], entry_of: EntryOf
) -> list[tuple[TitleAt | None, TitleAt | None]]:
    """Return the titles that are lost, won, or reached elsewhere, old and new. Those reached before the stretch
    stand.
    """
    reached = _reached(rules, tally, stretch, seats, entry_of)
    moves: list[tuple[TitleAt | None, TitleAt | None]] = []
    for name in sorted(reached.keys() | tally.titles.keys()):
        old, new = tally.titles.get(name), reached.get(name)
        if old is not None and old.same(new):
            continue
        moves.append((old, new))
        if new is None:
            del tally.titles[name]
        else:
            tally.titles[name] = new
    tally.bar = bar_of(rules, tally.titles)
    return moves


def _reached(
    rules: Rulebook, tally: Tally, stretch: Stretch, seats: Iterable[SeatIn], entry_of: EntryOf
) -> dict[str, TitleAt]:
    """Return all titles of a player."""
    key, counted, first = tally.key, Tally(), stretch.first
    reached = {name: title for name, title in tally.titles.items() if title.place < first}
    if first:  # what came before it is the sum without the rest
        seats = [*seats]
        later = sum(figure.normal_games for row, seat in seats for figure in row.figures(seat))
        counted.normal_games = tally.normal_games - later
    for row, seat in seats:
        if row.plain and (row.columns.best[seat] or 0) < bar_of(rules, reached):
            counted.take(row, seat)  # most units of a career bring nothing
            continue
        for figure in row.figures(seat):
            for title in rules.new_titles(entry_of(row, figure), counted.normal_games, reached.keys()):
                reached[title.title] = title_at(key[0], key[1], title, row.place)
            counted.add(figure, row.spot)
        if stretch.within <= reached.keys():
            break
    return reached


def title_at(list_name: str, player: str, title: Title, place: str) -> TitleAt:
    return TitleAt(list_name, player, title.title, place, title.on, title.tournament, title.game, 0)


def bar_of(rules: Rulebook, reached: Collection[str]) -> int:
    """Return the lowest rating that may still bring a title."""
    return min((rule.rating for rule in rules.title_rules if rule.title not in reached), default=NEVER)
