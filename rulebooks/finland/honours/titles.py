"""5.3 and section 6: peaks and titles, folded from a player's own entries in order."""

from collections.abc import Iterator, Sequence

from rulebooks.base import Change, Entry, Peak, Title, TitleRule
from rulebooks.finland.tables import EDITIONS

NORMAL_GAMES_AT_LEAST = {"M": 30, "ME": 24, "I": 24}  # 6.3, 6.4, 6.5
# the least ratings of 6.3 to 6.5; a master's title has to be confirmed (rules 1.6)
TITLE_RULES = (TitleRule("M", 2200, needs_confirmation=True), TitleRule("ME", 2050), TitleRule("I", 1900))


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
    best: Peak | None = None
    for entry in history:
        change = entry.change
        if change.kind == "opening" and change.established:
            value = max(change.after, change.peak or change.after)
            if best is None or value > best.rating:
                best = Peak(value, entry.on, None, None)
        for value, _, game in moments(entry):
            if best is None or value > best.rating:
                best = Peak(value, entry.on, entry.tournament, game)
    return best


# 6.2 to 6.5: the first moment at which both the rating and the normal-time games are there. Titles are independent.
def titles(history: Sequence[Entry]) -> list[Title]:
    reached: dict[str, Title] = {}
    normal = 0
    for entry in history:
        change = entry.change
        if change.kind == "opening":
            normal = change.normal_games
            for title in change.titles:
                reached.setdefault(title, Title(title, entry.on, None, None))
            continue
        for value, played, game in _title_moments(entry):
            so_far = normal + _normal_among(change, played)
            for title, least, _ in TITLE_RULES:
                if title not in reached and value >= least and so_far >= NORMAL_GAMES_AT_LEAST[title]:
                    reached[title] = Title(title, entry.on, entry.tournament, game)
        normal += change.normal_games
    return [reached[rule.title] for rule in TITLE_RULES if rule.title in reached]


def _title_moments(entry: Entry) -> Iterator[tuple[int, int, str | None]]:
    """Before 2023 only values after a unit count for titles."""
    if EDITIONS[entry.edition].titles_in_play:
        yield from moments(entry)
    elif entry.change.kind == "unit" and entry.change.established:
        yield entry.change.after, entry.change.games, None


def _normal_among(change: Change, played: int) -> int:
    if played == change.games:
        return change.normal_games
    return sum(term.kt == 100 for term in change.terms[:played])
