"""5.3 and section 6: peaks and titles, folded from a player's own entries in order."""

from collections.abc import Iterator, Mapping, Sequence, Set

from rulebooks.base import Change, Entry, Peak, Title, TitleRule
from rulebooks.finland.tables import EDITIONS, FinnishEdition
from rulebooks.peaks import first_highest, opened_with

# the least ratings and games at normal time of 6.3 to 6.5; a master's title has to be confirmed (rules 1.6)
TITLE_RULES = (TitleRule("M", 2200, 30, needs_confirmation=True), TitleRule("ME", 2050, 24), TitleRule("I", 1900, 24))


def moments(entry: Entry) -> Iterator[tuple[int, int, str | None]]:
    """Each established value of an entry: (value, games of this entry so far, game). 6.2 rounds like 3.5."""
    change = entry.change
    if change.kind != "unit" or not change.established:
        return
    if not change.running:
        yield change.after, change.games, None
    for index, value in enumerate(change.running):
        yield value, index + 1, change.terms[index].game


# 5.3 for all time (rules 1.6): the highest established value; an opening above the newcomer limit counts too.
def peak(history: Sequence[Entry]) -> Peak | None:
    highest = first_highest(history, _established)
    if highest is None:
        return None
    rating, entry = highest
    # the games of this one entry are worked out, and of no other
    game = next((game for value, _, game in moments(entry) if value == rating), None)
    return Peak(rating, entry.on, entry.tournament, game)


def _established(change: Change) -> int | None:
    if not change.established:
        return None
    return opened_with(change) if change.kind == "opening" else change.best if change.kind == "unit" else None


# 6.2 to 6.5: the first moment at which both the rating and the normal-time games are there. Titles are independent.
def titles(history: Sequence[Entry], editions: Mapping[str, FinnishEdition] = EDITIONS) -> list[Title]:
    reached: dict[str, Title] = {}
    normal = 0
    for entry in history:
        reached |= {title.title: title for title in new_titles(entry, normal, reached.keys(), editions)}
        normal = entry.change.normal_games + (0 if entry.change.kind == "opening" else normal)
    return [reached[rule.title] for rule in TITLE_RULES if rule.title in reached]


def new_titles(
    entry: Entry, normal_games: int, reached: Set[str], editions: Mapping[str, FinnishEdition] = EDITIONS
) -> list[Title]:
    """The titles an entry brings to a player with so many games at normal time before it."""
    change = entry.change
    if change.kind == "opening":
        return [Title(title, entry.on, None, None) for title in change.titles if title not in reached]
    within_reach = [
        rule
        for rule in TITLE_RULES
        if rule.title not in reached
        and change.best >= rule.rating
        and normal_games + change.normal_games >= rule.normal_games
    ]
    if not within_reach:
        return []  # most entries: nothing has to be worked out
    titles: dict[str, Title] = {}
    for value, played, game in _title_moments(entry, editions[entry.edition]):
        so_far = normal_games + _normal_among(change, played)
        for rule in within_reach:
            if rule.title not in titles and value >= rule.rating and so_far >= rule.normal_games:
                titles[rule.title] = Title(rule.title, entry.on, entry.tournament, game)
    return list(titles.values())


def _title_moments(entry: Entry, edition: FinnishEdition) -> Iterator[tuple[int, int, str | None]]:
    """Before 2023 only values after a unit count for titles."""
    if edition.titles_in_play:
        yield from moments(entry)
    elif entry.change.kind == "unit" and entry.change.established:
        yield entry.change.after, entry.change.games, None


def _normal_among(change: Change, played: int) -> int:
    if played == change.games:
        return change.normal_games
    return sum(term.kt == 100 for term in change.terms[:played])
