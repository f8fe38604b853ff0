"""Find ids near one that nobody has: what `difflib` would find, without comparing every
one of them letter by letter.

How many letters two ids have in common, wherever these stand, bounds how alike they can
be, and it is one operation on two whole numbers: a bit stands for the first `a` of an
id, another for its second, and so on.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher
from heapq import nlargest

LAST = "\U0010ffff"


class SearchableIds:
    """Ids to look among, all in capitals or none. Made once for many; asked in a
    millisecond.
    """

    def __init__(self, ids: Iterable[str]) -> None:
        """Look among these ids."""
        self._ids = sorted(set(ids))
        turned = [name[::-1] for name in self._ids]
        turned.sort()
        self._reversed = turned
        # by letter, and which occurrence of it in its id: the bit
        self._bits: dict[tuple[str, int], int] = {}
        # by id, the bits of its letters
        self._spelled: dict[str, int] = {}

    def near(
        self, asked: str, limit: int, least: float, *, half: bool = True
    ) -> list[str]:
        """Return the nearest, the most alike first; alike as `SequenceMatcher` says,
        `least` at least. Of those that have half of the one that is asked for: one slip
        leaves half of an id as it is.
        """
        matcher = SequenceMatcher()
        matcher.set_seq2(asked)
        best: list[tuple[float, str]] = []
        bounds = sorted(self._bounds(asked, least, half), reverse=True)
        for bound, name in bounds:
            if len(best) == limit and bound < best[-1][0]:
                break  # nobody who follows can be nearer
            matcher.set_seq1(name)
            ratio = matcher.ratio()
            if ratio >= least:
                best = nlargest(limit, [*best, (ratio, name)])

        return [name for _, name in best]

    def _bounds(
        self, asked: str, least: float, half: bool
    ) -> Iterator[tuple[float, str]]:
        """Yield the ids that may be alike enough, each with how alike they can be at
        most.
        """
        own = self._bits_of(asked)
        names = self._sharing_half(asked) if half else self._ids
        for name in names:
            common = own & self._bits_of(name)
            letters = len(asked) + len(name)
            bound = 2 * common.bit_count() / letters
            if bound >= least:
                yield bound, name

    def _sharing_half(self, asked: str) -> set[str]:
        """Return the ids that begin or end with half of the one that is asked for.

        The letter in the middle of an odd number belongs to neither half.
        """
        half = len(asked) // 2
        end = asked[half + 1 :]
        names = set(_names_beginning(self._ids, asked[:half]))
        turned = _names_beginning(self._reversed, end[::-1])
        names.update(name[::-1] for name in turned)

        return names

    def _bits_of(self, name: str) -> int:
        """Return a number with a bit for each letter of an id."""
        if name in self._spelled:
            return self._spelled[name]

        bits = 0
        seen: Counter[str] = Counter()
        for letter in name:
            seen[letter] += 1
            numbered = (letter, seen[letter])
            bit = self._bits.setdefault(numbered, len(self._bits))
            bits |= 1 << bit

        self._spelled[name] = bits

        return bits


def _names_beginning(names: list[str], beginning: str) -> list[str]:
    """Return the names of a sorted list that begin like this, in their order; all of
    them where the beginning is empty.
    """
    first = bisect_left(names, beginning)
    end = bisect_left(names, beginning + LAST)
    return names[first:end]
