"""Titles while a step is projected: looked for where they may have been reached, and
where they were.
"""

from collections.abc import Collection, Iterable, Mapping, Set
from typing import NamedTuple, Protocol, Self

from projections.replay.repository import Repository, TitleMove
from projections.replay.tally import NEVER, CareerKey, Tally, TitleAt
from projections.replay.unit_row import UnitRow
from rulebooks import rulebook
from rulebooks.base import Title
from rulebooks.entries import GIVEN, Entry, Figure
from rulebooks.protocol import Rulebook

BEGINNING, END = "", "~"  # before and behind every place


class EntryOf(Protocol):
    """A function that makes a figure an entry whose details are worked out when
    somebody asks.
    """

    def __call__(self, row: UnitRow, figure: Figure) -> Entry: ...


def may_bring(figure: Figure, title_rating: int) -> bool:
    """Tell whether a change may bring a title, of which the lowest takes a rating of
    `title_rating`; a rating that the office gives brings its own.

    It is asked of every change of a career, so it reads the figure alone; whether a
    title is due is for the rules.
    """
    return figure.best >= title_rating or figure.kind in GIVEN


def next_title_rating(rules: Rulebook, reached: Collection[str]) -> int:
    """Return the lowest rating that may still bring a title; `NEVER` where all are
    reached.

    `reached`: names of titles, such as `M`.
    """
    missing = [rule for rule in rules.title_rules if rule.title not in reached]
    return min((rule.rating for rule in missing), default=NEVER)


def has_titles_at_stake(
    rules: Rulebook, tally: Tally, since: str, with_givens: Collection[str]
) -> bool:
    """Tell whether a change in a player's past, at the place `since`, may bring a title
    or take one; titles reached before it stand.

    A ruling makes no peak, but may bring a title: `with_givens` are the players who
    ever had one, or an opening.

    A list without titles has none at stake.

        a peak of 1850, titles from 1900 on              False
        a peak of 1950                                   True
        a title that was reached behind `since`          True: it may be lost
    """
    if not rules.title_rules:
        return False

    _, player = tally.key
    if player in with_givens:
        return True

    # one reached from there on may be lost
    if any(title.place >= since for title in tally.titles.values()):
        return True

    return tally.peak is not None and tally.peak >= next_title_rating(
        rules, tally.titles
    )


class Stretch(NamedTuple):
    """The part of a career that titles are looked for in: the units from the `first`
    place on, and none behind the `last` unless a title `within` reach is still missing
    there.

    within: names of titles that the player's highest rating is enough for.
    """

    first: str
    last: str
    within: Set[str]

    @classmethod
    def of_whole_career(cls, within: Set[str]) -> Self:
        """Make the stretch of all units."""
        return cls(BEGINNING, END, within)

    @classmethod
    def of_end(cls, since: str, within: Set[str]) -> Self:
        """Make the stretch of the units from a place on; titles that were reached
        before it stand.
        """
        return cls(since, END, within)

    @classmethod
    def of_beginning(cls, titles: Iterable[TitleAt], within: Set[str]) -> Self:
        """Make the stretch of the units up to the last one that brought one of these
        titles, which are all that is within reach.
        """
        places = [title.place for title in titles]
        return cls(BEGINNING, max(places, default=BEGINNING), within)

    def begins_the_career(self) -> bool:
        """Tell whether nothing of the career comes before the stretch."""
        return self.first == BEGINNING


EVERYTHING = Stretch.of_whole_career(frozenset())


def stretches_at_stake(
    tallies: Mapping[CareerKey, Tally],
    since: Mapping[CareerKey, str],
    repository: Repository,
) -> dict[CareerKey, Stretch]:
    """Return whose titles are at stake, each with where to look for them. `since`: the
    place of each one's earliest change.

    `tallies` are already as they come out, but for their titles. Who is not in the
    answer keeps their titles.
    """
    players = {player for _, player in tallies}
    with_givens = repository.players_with_givens(players)

    stretches = {}
    for key, tally in tallies.items():
        list_name, player = key
        rules = rulebook(list_name)
        earliest = since[key]
        if not has_titles_at_stake(rules, tally, earliest, with_givens):
            continue
        within = _titles_within_reach(rules, tally, player in with_givens)
        stretches[key] = _stretch(tally, earliest, within, repository)

    return stretches


def _titles_within_reach(rules: Rulebook, tally: Tally, has_given: bool) -> set[str]:
    """Return the titles that the player's highest rating is enough for. A ruling or an
    opening (`has_given`) may bring any title, whatever the peak.
    """
    peak = tally.peak or 0
    return {
        rule.title for rule in rules.title_rules if has_given or rule.rating <= peak
    }


def _stretch(
    tally: Tally, since: str, within: Set[str], repository: Repository
) -> Stretch:
    """Return where to look for the titles of a player that are within reach.

    Of a player with a peak of 2050 where titles take 1900 and 2000, both are within
    reach:

        both are reached        up to the later of them
        one is missing          the whole career
        the change comes late   from the change on
    """
    if _is_late(tally, since, repository):
        return Stretch.of_end(since, within)
    if not within <= tally.titles.keys():
        return Stretch.of_whole_career(within)

    reached = [tally.titles[title] for title in within]
    return Stretch.of_beginning(reached, within)


def _is_late(tally: Tally, since: str, repository: Repository) -> bool:
    """Tell whether most changes come before a place, and no opening behind it counts
    anew.

    Then only the part behind the place is looked at: what was played before it is the
    sum of the career without that part. An opening there forbids it, for it counts
    games anew.
    """
    is_whole_career = since == BEGINNING
    if is_whole_career or tally.opened >= since:
        return False

    list_name, player = tally.key
    later = repository.places_of(list_name, player, since)

    return 2 * len(later) < tally.changes


def moved_titles(
    rules: Rulebook,
    tally: Tally,
    stretch: Stretch,
    career: Iterable[UnitRow],
    entry_of: EntryOf,
) -> list[TitleMove]:
    """Return the titles that are lost, won, or reached elsewhere, old and new, and put
    them into the tally. Those reached before the stretch stand.

    `career`: the units of the stretch as they come out, in order. One that is reached
    in the same moment as before is not in the answer.
    """
    reached = _titles_reached(rules, tally, stretch, career, entry_of)

    moves: list[TitleMove] = []
    titles = tally.titles
    for name in sorted(reached.keys() | titles.keys()):
        old, new = titles.get(name), reached.get(name)
        if old is not None and old.same(new):
            continue
        moves.append(TitleMove(old, new))

        if new is None:
            del titles[name]
        else:
            titles[name] = new

    tally.title_rating = next_title_rating(rules, titles)
    return moves


def _titles_reached(
    rules: Rulebook,
    tally: Tally,
    stretch: Stretch,
    career: Iterable[UnitRow],
    entry_of: EntryOf,
) -> dict[str, TitleAt]:
    """Return all titles of a player.

    They are by name: those reached before the stretch, and those that the career
    brings.
    """
    _, player = tally.key
    before = {}
    for name, title in tally.titles.items():
        if title.place < stretch.first:
            before[name] = title

    normal_games = 0
    if not stretch.begins_the_career():
        # what came before the stretch is the sum without the rest
        career = list(career)
        normal_games = tally.normal_games
        for row in career:
            for figure in row.changes_of(player):
                normal_games -= figure.normal_games

    so_far = TitlesSoFar(rules, before, normal_games)
    for row in career:
        for figure in row.changes_of(player):
            so_far.take(row, figure, entry_of)
        if stretch.within <= so_far.titles.keys():
            break

    return so_far.titles


class TitlesSoFar:
    """The titles of a player as a career goes on, and the games with 90 minutes or more
    that they take.

    `titles`: those reached before; `normal_games`: how many were played before.
    """

    def __init__(
        self, rules: Rulebook, titles: Mapping[str, TitleAt], normal_games: int
    ) -> None:
        self.titles = dict(titles)
        self._rules = rules
        self._normal_games = normal_games
        self._title_rating = next_title_rating(rules, self.titles)

    def take(self, row: UnitRow, figure: Figure, entry_of: EntryOf) -> None:
        """Take the next change of the career, with the titles that it brings."""
        if may_bring(figure, self._title_rating):
            self._take_titles(row, figure, entry_of(row, figure))
        # an opening carries its own count of games, whatever came before it
        if figure.kind == "opening":
            self._normal_games = 0
        self._normal_games += figure.normal_games

    def _take_titles(self, row: UnitRow, figure: Figure, entry: Entry) -> None:
        """Take the titles that an entry brings, if it does.

        The rating that the next one takes is looked up again, for it is asked of every
        change.
        """
        rules, titles = self._rules, self.titles
        list_name, place = row.key
        for title in rules.new_titles(entry, self._normal_games, titles.keys()):
            reached = title_at(list_name, figure.player, title, place)
            titles[title.title] = reached
        self._title_rating = next_title_rating(rules, titles)


def title_at(list_name: str, player: str, title: Title, place: str) -> TitleAt:
    """Return a title as reached at a place, in a step that is not written yet."""
    return TitleAt(
        list=list_name,
        player=player,
        title=title.title,
        place=place,
        on=title.on,
        tournament=title.tournament,
        game=title.game,
        known_from=0,
    )
