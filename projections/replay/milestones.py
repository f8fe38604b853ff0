"""Titles while a step is projected: looked for where they may have been reached, and
where they were.
"""

from collections.abc import Collection, Iterable, Mapping, Set
from typing import NamedTuple, Protocol

from projections.replay.shelf import Key, Shelf
from projections.replay.tally import NEVER, Tally, TitleAt
from projections.replay.unit_row import UnitRow
from rulebooks import rulebook
from rulebooks.base import Title, TitleRule
from rulebooks.entries import GIVEN, Entry, Figure
from rulebooks.protocol import Rulebook

END = "~"  # behind every place


class EntryOf(Protocol):
    """A function that makes a figure an entry whose details are worked out when
    somebody asks.
    """

    def __call__(self, row: UnitRow, figure: Figure) -> Entry: ...


def may_bring(figure: Figure, bar: int) -> bool:
    """Tell whether a change may bring a title, of which the lowest takes a rating of
    `bar`; a rating that the office gives brings its own.
    """
    return figure.best >= bar or figure.kind in GIVEN


def at_stake(
    rules: Rulebook, tally: Tally, since: str, ever_given: Collection[str]
) -> bool:
    """Tell whether a change in a player's past may bring a title or take one; titles
    reached before it stand.

    A ruling makes no peak, but may bring a title: `ever_given` are the players who ever
    had one, or an opening.
    """
    if not rules.title_rules:
        return False
    may_reach = tally.peak is not None and any(
        rule.rating <= tally.peak for rule in _open(rules, tally, since)
    )
    may_lose = any(title.place >= since for title in tally.titles.values())
    return may_reach or may_lose or tally.key[1] in ever_given


def _open(rules: Rulebook, tally: Tally, since: str) -> list[TitleRule]:
    """Return the rules of the titles that are not reached before a place: reached from
    there on, or never.
    """
    return [
        rule
        for rule in rules.title_rules
        if rule.title not in tally.titles or tally.titles[rule.title].place >= since
    ]


class Stretch(NamedTuple):
    """The part of a career that titles are looked for in: the units from the `first`
    place on, "" for all, and none behind the `last` unless a title `within` reach is
    still missing there.
    """

    first: str
    last: str
    within: Set[str]


EVERYTHING = Stretch("", END, frozenset())


def to_look_at(
    tallies: Mapping[Key, Tally], since: Mapping[Key, str], shelf: Shelf
) -> dict[Key, Stretch]:
    """Return whose titles are at stake, each with where to look for them."""
    ever_given = shelf.ever_given({player for _, player in tallies})
    return {
        key: _stretch(
            rulebook(key[0]), tally, since[key], shelf, given=key[1] in ever_given
        )
        for key, tally in tallies.items()
        if at_stake(rulebook(key[0]), tally, since[key], ever_given)
    }


def _stretch(
    rules: Rulebook, tally: Tally, since: str, shelf: Shelf, *, given: bool
) -> Stretch:
    peak = NEVER if given else tally.peak or 0
    within = {rule.title for rule in rules.title_rules if rule.rating <= peak}
    places = [tally.titles[title].place for title in within if title in tally.titles]
    last = max(places, default="") if len(places) == len(within) else END
    # most changes come before it, and no opening behind it counts anew
    few = (
        since
        and tally.opened < since
        and 2 * len(shelf.places_of(*tally.key, since)) < tally.changes
    )
    return Stretch(since, END, within) if few else Stretch("", last, within)


def again(
    rules: Rulebook,
    tally: Tally,
    stretch: Stretch,
    career: Iterable[UnitRow],
    entry_of: EntryOf,
) -> list[tuple[TitleAt | None, TitleAt | None]]:
    """Return the titles that are lost, won, or reached elsewhere, old and new. Those
    reached before the stretch
    stand.
    """
    reached = _reached(rules, tally, stretch, career, entry_of)
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
    rules: Rulebook,
    tally: Tally,
    stretch: Stretch,
    career: Iterable[UnitRow],
    entry_of: EntryOf,
) -> dict[str, TitleAt]:
    """Return all titles of a player."""
    player = tally.key[1]
    before = {
        name: title
        for name, title in tally.titles.items()
        if title.place < stretch.first
    }
    normal_games = 0
    if stretch.first:  # what came before it is the sum without the rest
        career = list(career)
        later = sum(figure.normal_games for row in career for figure in row.of(player))
        normal_games = tally.normal_games - later
    so_far = TitlesSoFar(rules, before, normal_games)
    for row in career:
        for figure in row.of(player):
            so_far.take(row, figure, entry_of)
        if stretch.within <= so_far.titles.keys():
            break
    return so_far.titles


class TitlesSoFar:
    """The titles of a player as a career goes on, and the games with 90 minutes or more
    that they take.
    """

    def __init__(
        self, rules: Rulebook, titles: Mapping[str, TitleAt], normal_games: int
    ) -> None:
        self.titles = dict(titles)
        self._rules = rules
        self._normal_games = normal_games
        self._bar = bar_of(rules, self.titles)

    def take(self, row: UnitRow, figure: Figure, entry_of: EntryOf) -> None:
        """Take the next change of the career, with the titles that it brings."""
        if may_bring(figure, self._bar):
            for title in self._rules.new_titles(
                entry_of(row, figure), self._normal_games, self.titles.keys()
            ):
                self.titles[title.title] = title_at(
                    row.list, figure.player, title, row.place
                )
            self._bar = bar_of(self._rules, self.titles)
        # it carries its own count of games, whatever came before it
        if figure.kind == "opening":
            self._normal_games = 0
        self._normal_games += figure.normal_games


def title_at(list_name: str, player: str, title: Title, place: str) -> TitleAt:
    return TitleAt(
        list_name, player, title.title, place, title.on, title.tournament, title.game, 0
    )


def bar_of(rules: Rulebook, reached: Collection[str]) -> int:
    """Return the lowest rating that may still bring a title."""
    return min(
        (rule.rating for rule in rules.title_rules if rule.title not in reached),
        default=NEVER,
    )
