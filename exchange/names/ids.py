"""Ids near one that nobody has: what `difflib` would find, without comparing every one of them letter by letter.

How many letters two ids have in common, wherever these stand, bounds how alike they can be, and it is one operation on
two whole numbers: a bit stands for the first `a` of an id, another for its second, and so on.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher
from heapq import nlargest

LAST = "\U0010ffff"


class Ids:
    """Ids to look among, all in capitals or none. Made once for many; asked in a millisecond."""

    def __init__(self, ids: Iterable[str]) -> None:
        self._ids = sorted({*ids})
        self._reversed = sorted(name[::-1] for name in self._ids)
        self._bits: dict[tuple[str, int], int] = {}  # by letter, and the how manieth of its id it is
        self._letters: dict[str, int] = {}

    def near(self, asked: str, limit: int, least: float, *, half: bool = True) -> list[str]:
        """Return the nearest, the most alike first; alike as `SequenceMatcher` says, `least` at least. Of those that
        have half of the one that is asked for: one slip leaves half of an id as it is.
        """
        matcher = SequenceMatcher()
        matcher.set_seq2(asked)
        best: list[tuple[float, str]] = []
        for bound, name in sorted(self._bounds(asked, least, half), reverse=True):
            if len(best) == limit and bound < best[-1][0]:
                break  # nobody who follows can be nearer
            matcher.set_seq1(name)
            if (ratio := matcher.ratio()) >= least:
                best = nlargest(limit, [*best, (ratio, name)])
        return [name for _, name in best]

    def _bounds(self, asked: str, least: float, half: bool) -> Iterator[tuple[float, str]]:
        """Yield the ids that may be alike enough, each with how alike they can be at most."""
        own = self._letters_of(asked)
        for name in self._sharing_half(asked) if half else self._ids:
            bound = 2 * (own & self._letters_of(name)).bit_count() / (len(asked) + len(name))
            if bound >= least:
                yield bound, name

    def _sharing_half(self, asked: str) -> set[str]:
        half = len(asked) // 2
        ends = (name[::-1] for name in _beginning(self._reversed, asked[half + 1 :][::-1]))
        return {*_beginning(self._ids, asked[:half]), *ends}

    def _letters_of(self, name: str) -> int:
        if name not in self._letters:
            letters, seen = 0, dict[str, int]()
            for letter in name:
                seen[letter] = seen.get(letter, 0) + 1
                letters |= 1 << self._bits.setdefault((letter, seen[letter]), len(self._bits))
            self._letters[name] = letters
        return self._letters[name]


def _beginning(names: list[str], beginning: str) -> list[str]:
    return names[bisect_left(names, beginning) : bisect_left(names, beginning + LAST)]
