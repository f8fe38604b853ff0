"""Look for a name among many people, forgiving mistakes: an index is built once, then
asked in a few milliseconds.

Each word that is asked for must be in a name: as it is, as a beginning, as it sounds,
or with a letter or two off; if it is in none of these ways, as the beginning of a word
with one mistake in it or in other letters, since whoever types has not finished.
Mistakes are found without trying every word: two skeletons with one mistake between
them are equal after a letter is left out of either, so all those shortened forms are
kept as keys (symmetric deletion); wrong vowels are found by the consonants alone.

Everybody by name and club: what a search field asks, built once for many people and
asked in milliseconds.
"""

from bisect import bisect_left, bisect_right, insort
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence, Set
from heapq import nsmallest
from itertools import accumulate, combinations
from operator import attrgetter
from typing import NamedTuple

from exchange.names.likeness import other_forms
from exchange.names.mistakes import (
    begins_about,
    forms_without_doubles,
    is_mistyped,
    mistakes_allowed,
)
from exchange.names.sounds import skeleton
from exchange.names.words import folded_words, plain_words, words_with_joined_runs

SAME, BEGINS, SOUNDS, TYPED, HALF_TYPED = range(5)  # how a word was found, best first
LONG = 6  # in longer words several vowels may be wrong
START = 4  # letters of a beginning that are looked up, with one mistake among them
MARK = "~"  # before consonants alone
LAST = "\U0010ffff"


class FoundPerson(NamedTuple):
    """A person who was found, and how far their name is from what was asked: 0 has
    every word as it was asked.
    """

    person: str
    cost: int


class WordHolders(NamedTuple):
    """Some people who have a word, and the cost of how it was found."""

    cost: int
    people: Set[str]


class NameIndex:
    """An index of people by the words of their names; the same person may come under
    several names. `slips`: any slip of a finger is found, which names in files need; a
    person who types a word sees what is found.
    """

    def __init__(self, people: Iterable[tuple[str, str]], slips: bool = False) -> None:
        """Index people by their names.

        `people`: pairs of an id and a name; `slips`: as the class says.
        """
        self._slips = slips
        self._by_word: dict[str, set[str]] = defaultdict(set)
        # people with a name of one word, or with an initial in it
        self._short: set[str] = set()
        for person, name in people:
            for word in self._words_of(person, name):
                self._by_word[word].add(person)

        self._words = sorted(self._by_word)
        self._by_form = self._words_by_form()
        # made when first needed: only whoever types asks for it
        self._by_start: dict[str, list[str]] = {}

    def _words_by_form(self) -> dict[str, list[str]]:
        """Return the words by each of their keys, in the order of the alphabet: two
        words that may be one by a mistake have a key in common.

        For example:

            "maria" has the keys of "maria", "mria", "maia", ...: as it sounds, and with a letter left out
        """
        by_form: dict[str, list[str]] = defaultdict(list)

        for word in self._words:
            for form in self._forms(word):
                by_form[form].append(word)

        return by_form

    def add(self, person: str, name: str) -> None:
        """Add one more name: from then on the index is as if it had been there from the
        beginning.
        """
        for word in self._words_of(person, name):
            if word not in self._by_word:
                self._add_word(word)

            self._by_word[word].add(person)

    def _add_word(self, word: str) -> None:
        """Add a word that nobody had so far.

        It has to stand in the lists at its place in the alphabet, since beginnings are
        found by halving them.
        """
        insort(self._words, word)
        for form in self._forms(word):
            insort(self._by_form[form], word)

        self._by_start = {}

    def _words_of(self, person: str, name: str) -> Iterable[str]:
        """Return the words of a name as they may be written, and note whose name is
        short.

        A short name has one word only, or an initial among its words.
        """
        words = folded_words(name)
        if len(words) == 1 or any(len(word) == 1 for word in words):
            self._short.add(person)

        return self._written(name, words)

    def search(self, text: str, limit: int = 20) -> list[FoundPerson]:
        """Find the people whose names have all words of the text, the nearest first,
        then by id.

        `limit`: at most so many. A text without words finds nobody.
        """
        groups = [self.having(word) for word in folded_words(text)]

        return nearest_people(groups, limit)

    def having(self, word: str) -> list[WordHolders]:
        """Find the people with a name that has this word in it, or one that may be it,
        grouped by how it was found.

        Costs are SAME, BEGINS, SOUNDS, TYPED; HALF_TYPED only if nothing else was
        found.
        """
        words = self.near(word, beginnings=True)
        if not words:
            words = self._half_typed(word)

        return [
            WordHolders(cost, self._by_word[other]) for other, cost in words.items()
        ]

    def beginning(self, words: Iterable[str]) -> set[str]:
        """Find the people who have for every word a name that begins with it, letter by
        letter.

            {"vir", "mat"}  ->  Virtanen, Matti

        No word at all finds nobody.
        """
        people: set[str] | None = None
        for word in words:
            having = self._with_any(self._beginning(word))
            people = having if people is None else people & having

        return people or set()

    def _with_any(self, words: Iterable[str]) -> set[str]:
        """Return everybody who has at least one of these words of the index."""
        return set().union(*(self._by_word[word] for word in words))

    def sharing(self, name: str) -> set[str]:
        """Find everybody whose name may be close to this one; whether it is, `close`
        says.

        Two words in common are asked for, unless one of the two names has a single word
        or an initial.
        """
        words = folded_words(name)
        groups = []

        for word in self._written(name, words):
            if len(word) > 1:
                groups.append(self.sharing_word(word))

        several: set[str] = set()
        for one, other in combinations(groups, 2):
            several |= one & other

        # of a short name one word in common has to be enough

        whole = [word for word in words if len(word) > 1]
        is_short = len(whole) < 2 or len(whole) < len(words)
        for group in groups:
            several |= group if is_short else group & self._short

        return several

    def sharing_word(self, word: str) -> set[str]:
        """Find everybody with a name that has this word, or one that may be it, or
        another form of it.

        Other forms are those of given names.
        """
        words = list(self.near(word))
        for form in other_forms(word):
            words += self._of_sound(form)

        return self._with_any(words)

    def near(self, word: str, beginnings: bool = False) -> dict[str, int]:
        """Return the words of the index that may be this one, with how they were found,
        the best of the ways that fit.

        `beginnings`: also those that only begin like it.

        For example:

            near("virtanen")  ->  {"virttanen": SOUNDS, "virtamen": TYPED, "virtanen": SAME}
        """
        near = dict.fromkeys(self._of_sound(skeleton(word)), SOUNDS)

        # a word that sounds the same is not asked again for its letters
        for other in self._mistyped(word):
            near.setdefault(other, TYPED)

        if beginnings:
            near |= dict.fromkeys(self._beginning(word), BEGINS)

        if word in self._by_word:
            near[word] = SAME

        return near

    def _written(self, name: str, words: Sequence[str]) -> dict[str, None]:
        """Return the words of a name, and those that other blanks and letters side by
        side would make of them.

        Without `slips` they are the words as they are.
        """
        written = dict.fromkeys(words)

        if self._slips:
            for others in (plain_words(name), *words_with_joined_runs(words)):
                written |= dict.fromkeys(others)

        return written

    def _forms(self, word: str) -> set[str]:
        """Return the keys of a word; a slip may change the sound of more than its
        letter, so the letters count too.

        Only an index with `slips` looks at the letters.
        """
        sound = skeleton(word)
        forms = _forms(sound)

        if self._slips:
            forms |= _forms_without_letter(word)
            forms |= forms_without_doubles(sound)

        return forms

    def _beginning(self, word: str) -> list[str]:
        """Return the words of the index that begin with this one, letter by letter, in
        the order of the alphabet.

        LAST sorts behind every letter, so it ends the words that begin so.
        """
        first = bisect_left(self._words, word)
        end = bisect_left(self._words, word + LAST)
        return self._words[first:end]

    def _half_typed(self, word: str) -> dict[str, int]:
        """Find the words that begin as this one sounds, or with one mistake.

        Of a short word the beginning of its sound has to be there as it is.

        They all have the cost HALF_TYPED. One shorter than START finds nothing.
        """
        if len(word) < START:
            return {}

        sound = skeleton(word)
        others = self._beginning_about(sound)

        # many words begin alike, and each beginning is looked at once
        length = len(sound) + 1
        starts = {skeleton(other)[:length] for other in others}

        begins = begins_about if len(sound) >= START else str.startswith
        likely = {start for start in starts if begins(start, sound)}
        words = [other for other in others if skeleton(other)[:length] in likely]

        return dict.fromkeys(words, HALF_TYPED)

    def _beginning_about(self, sound: str) -> set[str]:
        """Return the words whose first letters sound like these, but for one mistake.

        Some of them differ in more: whoever asks compares the whole beginning.
        """
        by_start = self._words_by_start()
        words: set[str] = set()

        for form in _forms_without_letter(sound[:START]):
            words.update(by_start.get(form, ()))

        return words

    def _words_by_start(self) -> dict[str, list[str]]:
        """Return the words by how they begin to sound, with at most one letter left
        out.

        Made anew when a word was added.

        Only whoever types asks for it, so an index that reads files never makes it.
        """
        if not self._by_start:
            by_start: dict[str, list[str]] = defaultdict(list)
            for word in self._words:
                start = skeleton(word)[:START]
                for form in _forms_without_letter(start):
                    by_start[form].append(word)

            self._by_start = by_start

        return self._by_start

    def _of_sound(self, sound: str) -> Iterator[str]:
        """Yield the words that sound like this.

        `sound`: a skeleton. Keys are shared by other words, so each is compared.
        """
        for word in self._by_form.get(sound, ()):
            if skeleton(word) == sound:
                yield word

    def _mistyped(self, word: str) -> Iterator[str]:
        """Yield the words that may be this one with a mistake in it.

        Words too short for a mistake have none.
        """
        if not mistakes_allowed(len(word) + self._slips):  # a letter of it may be lost
            return

        others: set[str] = set()
        for form in self._forms(word):
            others.update(self._by_form.get(form, ()))

        for other in others:
            if is_mistyped(word, other):
                yield other


def nearest_people(
    groups: Sequence[Sequence[WordHolders]], limit: int
) -> list[FoundPerson]:
    """Find the people who are in every group, one group for each word asked for: the
    nearest first, then by id.

    `limit`: at most so many are found. The cost of a person is the sum of those of the
    words.

    For example:

        nearest_people([[WordHolders(0, {"A", "B"})], [WordHolders(2, {"B"})]], 20)
            ->  [FoundPerson("B", 2)]
    """

    if not groups:
        return []

    # the word that the fewest have leaves the fewest people to go on with
    rarest, *others = sorted(groups, key=_size)
    costs = _costs(rarest, None) if others else _costs_of_nearest(rarest, limit)

    for group in others:
        more = _costs(group, costs.keys())
        costs = {person: costs[person] + cost for person, cost in more.items()}

    best = nsmallest(limit, ((cost, person) for person, cost in costs.items()))

    return [FoundPerson(person, cost) for cost, person in best]


def _size(group: Sequence[WordHolders]) -> int:
    """Count the people of a group; whoever has two of its words counts twice."""
    return sum(len(having.people) for having in group)


def _costs(group: Sequence[WordHolders], among: Set[str] | None) -> dict[str, int]:
    """Return each person with the cost of the best of the words that they have; only
    people in `among`, if given.

    One who has no word of the group is left out.

    Worse words are noted first, so that a better one takes their place.
    """
    costs: dict[str, int] = {}

    worst_first = sorted(group, key=attrgetter("cost"), reverse=True)
    for cost, having in worst_first:
        people = having if among is None else among & having
        costs |= dict.fromkeys(people, cost)

    return costs


def _costs_of_nearest(group: Sequence[WordHolders], limit: int) -> dict[str, int]:
    """Return enough people for the answer: thousands may have a word, and only the
    nearest are shown.

    `limit`: how many are shown. People are taken cost by cost, and by id at one cost.
    """
    costs: dict[str, int] = {}

    for cost in sorted({having.cost for having in group}):
        people: set[str] = set()
        for having in group:
            if having.cost == cost:
                people |= having.people

        news = nsmallest(limit - len(costs), people - costs.keys())
        costs |= dict.fromkeys(news, cost)
        if len(costs) == limit:
            break

    return costs


def _forms_without_letter(text: str) -> set[str]:
    """Return a word, or a beginning, and what is left of it without one of its letters:
    two words with a slip between them have one of these in common.

    For example:

        "aho"  ->  {"aho", "ho", "ao", "ah"}
    """
    shortened = {text[:at] + text[at + 1 :] for at in range(len(text))}
    shortened.add(text)
    return shortened


def _forms(sound: str) -> set[str]:
    """Return the skeleton, what is left of it without one of its letters, and the
    consonants of a long one.

    A text of fewer than three letters would lose too much without one.
    """
    if len(sound) < 3:
        return {sound}

    forms = _forms_without_letter(sound)
    if len(sound) >= LONG:
        consonants = [letter for letter in sound if letter not in "aeiou"]
        forms.add(MARK + "".join(consonants))

    return forms


# whoever has the word in their name comes before the members of a club that has it
CLUB = 10
BETWEEN = "\n"


class Findable(NamedTuple):
    """A person to be found; `folded` is the name as it is compared letter by letter,
    without accents and case.
    """

    person: str
    name: str
    club: str | None
    folded: str


class Search:
    """The people to search, in the order in which they are shown. Indexes are made when
    a search first needs them.
    """

    def __init__(self, entries: Sequence[Findable]) -> None:
        """Search among these people."""
        self._entries = entries
        # one text to look through is much faster than fifty thousand
        self._text = BETWEEN.join(entry.folded for entry in entries)
        # where each name begins in it, and where it ends
        lengths = (len(entry.folded) + 1 for entry in entries)
        self._starts = [0, *accumulate(lengths)]
        # made when a search first needs them
        self._names: NameIndex | None = None
        self._clubs: NameIndex | None = None

    def holding(self, parts: Sequence[str]) -> list[Findable]:
        """Find everybody whose folded name has all these parts in it, also in the
        middle.

        They come in the order of the entries; of no parts there is nobody. A person
        comes as often as an entry of theirs fits.
        """
        if not parts:
            return []

        # the longest part is in the fewest names, so few are looked at for the others
        longest = max(parts, key=len)
        return [
            entry
            for entry in self._with(longest)
            if all(part in entry.folded for part in parts)
        ]

    def _with(self, part: str) -> Iterable[Findable]:
        """Yield everybody whose folded name has this part in it, in the order of the
        entries, each once.

        Names are one text with BETWEEN between them, which no part holds.
        """
        offset = self._text.find(part)
        while offset >= 0:
            index = bisect_right(self._starts, offset) - 1
            yield self._entries[index]
            offset = self._text.find(part, self._starts[index + 1])

    def names(self) -> NameIndex:
        """Return the index of the names.

        It is made at the first call, which takes a while with many people.
        """
        if self._names is None:
            named = ((entry.person, entry.name) for entry in self._entries)
            self._names = NameIndex(named)
        return self._names

    def clubs(self) -> NameIndex:
        """Return the index of the clubs, each word with its members.

        Who has no club is not in it. It is made at the first call.
        """
        if self._clubs is None:
            self._clubs = NameIndex(
                (entry.person, entry.club) for entry in self._entries if entry.club
            )

        return self._clubs

    def near(self, text: str, limit: int = 20) -> list[FoundPerson]:
        """Find people, forgiving mistakes: every word is in their name or their club's;
        nearest first, then by id.

        Somebody found by a club costs CLUB more than by a name. A text without words
        finds nobody.
        """
        groups = []
        for word in folded_words(text):
            group = self.names().having(word)

            # a member of a club comes behind whoever is called so
            for members in self.clubs().having(word):
                group.append(WordHolders(CLUB + members.cost, members.people))
            groups.append(group)

        return nearest_people(groups, limit)
