"""Everybody by name and club: what a search field asks, built once for many people and asked in milliseconds."""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import NamedTuple

from names.index import Found, Having, NameIndex, nearest
from names.spelling import folded_words

CLUB = 10  # whoever has the word in their name comes before the members of a club that has it
BETWEEN = "\n"


class Entry(NamedTuple):
    """One person; `folded` is the name as it is compared letter by letter, without accents and case."""

    person: str
    name: str
    club: str | None
    folded: str


class Search:
    """People in the order in which they are shown. The indexes are made when a search first needs them."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self._entries = entries
        # one text to look through is much faster than fifty thousand
        self._text = BETWEEN.join(entry.folded for entry in entries)
        self._starts = [0, *accumulate(len(entry.folded) + 1 for entry in entries)]
        self._names: NameIndex | None = None
        self._clubs: NameIndex | None = None

    def holding(self, parts: Sequence[str]) -> list[Entry]:
        """Everybody whose folded name has all these parts in it, in the middle too."""
        if not parts:
            return []
        longest = max(parts, key=len)
        return [entry for entry in self._with(longest) if all(part in entry.folded for part in parts)]

    def _with(self, part: str) -> Iterable[Entry]:
        at = self._text.find(part)
        while at >= 0:
            index = bisect_right(self._starts, at) - 1
            yield self._entries[index]
            at = self._text.find(part, self._starts[index + 1])

    def names(self) -> NameIndex:
        if self._names is None:
            self._names = NameIndex((entry.person, entry.name) for entry in self._entries)
        return self._names

    def near(self, text: str, limit: int = 20) -> list[Found]:
        """Mistakes forgiven: every word in the name or in that of the club, the nearest first, then by id."""
        if self._clubs is None:
            self._clubs = NameIndex((entry.person, entry.club) for entry in self._entries if entry.club)
        groups = []
        for word in folded_words(text):
            in_club = [Having(CLUB + having.cost, having.people) for having in self._clubs.having(word)]
            groups.append([*self.names().having(word), *in_club])
        return nearest(groups, limit)
