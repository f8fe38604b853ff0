"""Looking for a name among many people, forgiving mistakes: built once, then asked in a few milliseconds.

Each word that is asked for must be in a name: as it is, as a beginning, as it sounds, or with a letter or two off.
Mistakes are found without trying every word: two skeletons with one mistake between them are equal after a letter
is left out of either, so all those shortened forms are kept as keys (symmetric deletion); wrong vowels are found by the
consonants alone.
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator
from heapq import nsmallest
from itertools import chain, combinations
from typing import NamedTuple

from names.distance import allowed, mistakes
from names.sounds import skeleton
from names.spelling import folded_words

SAME, BEGINS, SOUNDS, TYPED = range(4)  # how a word was found, best first
LONG = 6  # in longer words several vowels may be wrong
MARK = "~"  # before consonants alone
LAST = "\U0010ffff"


class Found(NamedTuple):
    """A person and how far their name is from what was asked: 0 has every word as it was asked."""

    person: str
    cost: int


class NameIndex:
    """People by the words of their names. The same person may come under several names."""

    def __init__(self, people: Iterable[tuple[str, str]]) -> None:
        self._by_word: dict[str, set[str]] = defaultdict(set)
        self._short: set[str] = set()  # people with a name of one word, or with an initial in it
        for person, name in people:
            words = folded_words(name)
            for word in words:
                self._by_word[word].add(person)
            if len(words) == 1 or any(len(word) == 1 for word in words):
                self._short.add(person)
        self._words = sorted(self._by_word)
        self._by_sound: dict[str, list[str]] = defaultdict(list)
        for word in self._words:
            for form in _forms(skeleton(word)):
                self._by_sound[form].append(word)

    def search(self, text: str, limit: int = 20) -> list[Found]:
        """The people whose names have all words of the text, the nearest first, then by id."""
        costs: dict[str, int] | None = None
        # the longest word leaves the fewest people to go on with
        for word in sorted(folded_words(text), key=len, reverse=True):
            near = self._people(self.near(word, beginnings=True), among=costs)
            costs = near if costs is None else {person: costs[person] + cost for person, cost in near.items()}
        ranked = nsmallest(limit, ((cost, person) for person, cost in (costs or {}).items()))
        return [Found(person, cost) for cost, person in ranked]

    def sharing(self, name: str) -> set[str]:
        """Everybody whose name may be close to this one; whether it is, `close` says.

        Two words in common are asked for, unless one of the two names has a single word or an initial.
        """
        asked = [word for word in folded_words(name) if len(word) > 1]
        groups = [set(chain.from_iterable(self._by_word[near] for near in self.near(word))) for word in asked]
        several = {person for one, other in combinations(groups, 2) for person in one & other}
        if len(asked) < 2 or len(asked) < len(folded_words(name)):
            return several.union(*groups)
        return several.union(*(group & self._short for group in groups))

    def near(self, word: str, beginnings: bool = False) -> dict[str, int]:
        """The words of the index that may be this one, with how they were found."""
        near = dict.fromkeys(self._sounding(word), SOUNDS)
        near |= {other: TYPED for other in self._mistyped(word) if other not in near}
        if beginnings:
            start, end = bisect_left(self._words, word), bisect_left(self._words, word + LAST)
            near |= dict.fromkeys(self._words[start:end], BEGINS)
        if word in self._by_word:
            near[word] = SAME
        return near

    def _sounding(self, word: str) -> Iterator[str]:
        sound = skeleton(word)
        return (other for other in self._by_sound.get(sound, ()) if skeleton(other) == sound)

    def _mistyped(self, word: str) -> Iterator[str]:
        sound, most = skeleton(word), allowed(len(word))
        if most:
            others = {other for form in _forms(sound) for other in self._by_sound.get(form, ())}
            for other in others:
                if mistakes(word, other, most) <= most or mistakes(sound, skeleton(other), 1) <= 1:
                    yield other

    def _people(self, words: dict[str, int], among: dict[str, int] | None) -> dict[str, int]:
        """Each person by the best of the words that they have."""
        people: dict[str, int] = {}
        for word, cost in sorted(words.items(), key=lambda item: -item[1]):
            having = self._by_word[word]
            people |= dict.fromkeys(having if among is None else having & among.keys(), cost)
        return people


def _forms(sound: str) -> set[str]:
    """The skeleton, what is left of it without one of its letters, and of a long one its consonants."""
    if len(sound) < 3:
        return {sound}
    forms = {sound, *(sound[:at] + sound[at + 1 :] for at in range(len(sound)))}
    if len(sound) >= LONG:
        forms.add(MARK + "".join(letter for letter in sound if letter not in "aeiou"))
    return forms
