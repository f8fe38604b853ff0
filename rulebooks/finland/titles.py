"""Fold the titles of section 6 from a player's entries in order."""

from collections.abc import Iterator, Mapping, Sequence, Set
from typing import NamedTuple

from rulebooks.base import Title, TitleRule
from rulebooks.entries import Entry
from rulebooks.finland.editions import EDITIONS, FinnishEdition
from rulebooks.units import normal_in

# the least ratings and games at normal time of 6.3 to 6.5; a master's title has to be
# confirmed (rules 1.6)
TITLE_RULES = (
    TitleRule("M", rating=2200, normal_games=30, needs_confirmation=True),
    TitleRule("ME", rating=2050, normal_games=24),
    TitleRule("I", rating=1900, normal_games=24),
)


class Moment(NamedTuple):
    """An established value within an entry, with the games at normal time of the entry
    so far.

    game: after which it was reached; None: after the unit as a whole.
    """

    value: int
    normal_games: int
    game: str | None


# 6.2 rounds like 3.5
def moments(entry: Entry) -> Iterator[Moment]:
    """Yield the established values of an entry, in the order of the games: by 7.2 one
    after every game, by any other formula one after the unit as a whole.

    An entry by 7.2 is worked out for it. Openings and rulings have no such value, nor
    has a player who is still new after the unit.
    """
    figure = entry.figure
    if figure.kind != "unit" or not figure.established:
        return

    at_the_end = Moment(figure.after, figure.normal_games, None)
    if figure.expected is None:  # 7.3 expects nothing
        yield at_the_end
        return

    change = entry.worked_out().change
    if not change.running:
        yield at_the_end
        return

    normal_games = 0
    for value, term in zip(change.running, change.terms, strict=True):
        normal_games += normal_in((term,))
        yield Moment(value, normal_games, term.game)


# 6.2 to 6.5: the first moment at which both the rating and the normal-time games are
# there. Titles are independent.
def titles(
    history: Sequence[Entry], editions: Mapping[str, FinnishEdition] = EDITIONS
) -> list[Title]:
    """Return the titles that a player has reached, the highest first, each with its
    day, tournament and game. `history`: their entries in order. An opening counts the
    games at normal time anew.
    """
    reached: dict[str, Title] = {}
    normal_games = 0
    for entry in history:
        for title in new_titles(entry, normal_games, reached.keys(), editions):
            reached[title.title] = title
        figure = entry.figure
        if figure.kind == "opening":
            normal_games = 0
        normal_games += figure.normal_games

    return [reached[rule.title] for rule in TITLE_RULES if rule.title in reached]


def new_titles(
    entry: Entry,
    normal_games: int,
    reached: Set[str],
    editions: Mapping[str, FinnishEdition] = EDITIONS,
) -> list[Title]:
    """Return the titles an entry brings to a player with so many games at normal time
    before it.

    `reached`: the titles that they have already, which are not brought again.
    """
    figure = entry.figure
    if figure.kind in ("opening", "ruling"):
        return _given_titles(entry, normal_games, reached)

    games_after = normal_games + figure.normal_games
    within_reach = []
    for rule in TITLE_RULES:
        is_new = rule.title not in reached
        if is_new and _reaches(rule, figure.best, games_after):
            within_reach.append(rule)

    if not within_reach:
        return []  # most entries: nothing has to be worked out

    brought: dict[str, Title] = {}
    for moment in _title_moments(entry, editions[entry.edition]):
        games_so_far = normal_games + moment.normal_games
        for rule in within_reach:
            name = rule.title
            if name not in brought and _reaches(rule, moment.value, games_so_far):
                brought[name] = Title(name, entry.on, entry.tournament, moment.game)

    return list(brought.values())


def _reaches(rule: TitleRule, rating: int, normal_games: int) -> bool:
    """Tell whether a rating and so many games at normal time are enough for a title."""
    return rating >= rule.rating and normal_games >= rule.normal_games


# 6.3 to 6.5 ask for the player's selo and for games, and not for what made the number:
# one that the office gives counts on its day. An opening has its own games, and brings
# titles from before the ledger besides.
def _given_titles(entry: Entry, normal_games: int, reached: Set[str]) -> list[Title]:
    """Return the titles that an opening or a ruling brings."""
    figure = entry.figure
    # each once: an opening may bring what its rating reaches as well
    names: dict[str, None] = {}
    if figure.kind == "opening":
        brought = entry.worked_out().change.titles
        names |= dict.fromkeys(brought)
        normal_games = figure.normal_games

    if figure.established:
        for rule in TITLE_RULES:
            if _reaches(rule, figure.after, normal_games):
                names[rule.title] = None

    return [Title(name, entry.on, None, None) for name in names if name not in reached]


def _title_moments(entry: Entry, edition: FinnishEdition) -> Iterator[Moment]:
    """Yield the moments of an entry at which a title may be reached: every one of
    `moments`, or by an edition from before 2023 the end of the unit alone.
    """
    figure = entry.figure
    if edition.titles_in_play:
        yield from moments(entry)
    elif figure.kind == "unit" and figure.established:
        yield Moment(figure.after, figure.normal_games, None)
