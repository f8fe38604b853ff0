"""Compare two names: how much of one the other is. Anything less than the same is a
reason to ask.

`halves` tells surname and given names apart, where the writing shows them. Everyday
forms of given
names, Jussi for Johannes or Juhani, are a reason to ask and never to merge; what
differs by a letter or two, or only in its sounds, needs no line among them.

Ids near one that nobody has: what `difflib` would find, without comparing every one of
them letter by letter.

How many letters two ids have in common, wherever these stand, bounds how alike they can
be, and it is one operation on two whole numbers: a bit stands for the first `a` of an
id, another for its second, and so on.

Why: docs/design/018-who-is-who.md
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Set
from difflib import SequenceMatcher
from enum import IntEnum
from functools import cache
from heapq import nlargest
from typing import NamedTuple

from exchange.names.mistakes import mistyped
from exchange.names.sounds import skeleton, sounds_alike
from exchange.names.words import (
    CUT,
    folded_words,
    key_of,
    plain_words,
    runs_joined,
    words,
)

# the form at home, then the names it stands for: Finland and Sweden, Russia and its
# neighbours, elsewhere
_FORMS = """
aki joakim, aksu aleksi akseli, alli aliisa, antti anders andreas antero, anu anna, arska arto ari, eki erkki, emppu
emma, erkki erik, hannu johannes, hannes johannes, harri harald, hessu heikki, heikki henrik, ilkka ilari, isko esko,
jaska jaakko, jaakko jakob, janne jan johannes, jari jalmari, jens johannes, joni jonatan johannes, juha juhani
johannes, juho juhani johannes johan, jukka juhani johannes, jussi juhani johannes juho juha johan, jyrki yrjo georg,
kaarle karl, kaisa katariina, kalle kaarle karl carl, kati katariina katri, katri katariina, kimmo joakim, kirsti
kristiina, lasse lars lauri, lassi lars lauri, lauri lars laurentius, leena helena, liisa elisabet, lissu elisabet
liisa, maija maria, maiju maija maria, markku markus, martti martin, masa matti, matti matias mattias, mikko mikael
mikaeli, mika mikael mikaeli, mirja miriam, nelli eleonora, niilo nikolaus nils, niko nikolai nikolas, noora eleonora,
olli olavi olof, paavo paavali paul, pave paavo, peke pekka, pekka pietari peter petrus, pena pentti, pera pertti,
pentti bengt, pertti bertil, petri pietari peter petrus, pirkko birgitta, pirjo birgitta, reiska reijo, riku rikhard
richard, risto kristian christian kristoffer, roope robert, saku sakari, sami samuel, sanna susanna, sanni susanna,
santeri aleksanteri, sari sara, sirkka cecilia, stina kristina, tapsa tapio tapani, taavi taavetti david, tiina
kristiina, tommi tuomas thomas, tomppa tommi tuomas, topi tobias, tuomo tuomas thomas, tuomas thomas, ulla ulrika,
valtteri walter, ville vilhelm viljami wilhelm vilho william, yrjo georg,

alyosha aleksei, andrus andreas, dima dmitri, genja evgeni, grisha grigori, kolja nikolai, kostja konstantin, lena
elena helena, lenja leonid, lesha aleksei, masha maria, mihkel mikhail, misha mikhail, mitja dmitri, natasha natalia,
nastja anastasia, olja olga, pasha pavel, petja petr, sasha aleksandr aleksandra alexander alexandra oleksandr,
serjozha sergei, shura aleksandr aleksandra, slava vjatseslav vladislav, stas stanislav, sveta svetlana, tanja
tatjana, tolja anatoli, vanja ivan, vasja vasili, vika viktoria, vitja viktor, volodja vladimir, vova vladimir, zhenja
evgeni evgenia,

alex alexander aleksanteri aleksandr, andy andrew, ben benjamin, betty elizabeth, bill william, bob robert, chris
christopher christian, dan daniel, dick richard, drew andrew, ed edward, fred frederick, gosia malgorzata, greg
gregory, hans johannes, harry henry, jack john, jim james, kasia katarzyna, kate katherine, liz elizabeth, matt
matthew, max maximilian, meg margaret, mike michael, nacho ignacio, nick nicholas, paco francisco, pancho francisco,
pat patrick patricia, peggy margaret, pepe jose, polly mary, rob robert, sam samuel, sandy alexander, steve stephen
steven, ted edward theodore, tom thomas tuomas, tony anthony
"""


def _read(text: str) -> dict[str, frozenset[str]]:
    """Read the names that each form stands for, all by their sounds."""
    lines = ([*map(skeleton, folded_words(line))] for line in text.split(","))
    return {line[0]: frozenset(line[1:]) for line in lines if line}


@cache
def _other_forms() -> dict[str, frozenset[str]]:
    """Return by its sounds what each name stands for and what stands for it; most
    commands compare no names.
    """
    stands_for = _read(_FORMS)
    forms: dict[str, set[str]] = {form: {*names} for form, names in stands_for.items()}
    for form, names in stands_for.items():
        for name in names:
            forms.setdefault(name, set()).add(form)
    return {name: frozenset(others) for name, others in forms.items()}


def other_forms(word: str) -> Set[str]:
    """Return the sounds of the names that this one stands for, and of the forms that
    stand for it.
    """
    return _other_forms().get(skeleton(word), frozenset())


def stands_for(one: str, other: str) -> bool:
    """Return whether one name is an everyday form of the other."""
    return skeleton(other) in other_forms(one)


# letters of a word that is still itself when every word of its name is mistyped
LONG = 5


class Likeness(IntEnum):
    """The degrees of what two names have in common, the least first."""

    APART = 0
    SHARED = 1  # a word or more: a twin, a spouse, or somebody who married
    CLOSE = 2  # a shorter, mistyped or everyday form of the other
    # the same in another spelling, cut, or with the surname and the given names turned
    ALIKE = 3
    SAME = 4  # letter by letter


def likeness(one: str, other: str) -> Likeness:
    """Compare two names; their order and the comma do not matter, unless they turn a
    name round.
    """
    if exact(one, other):
        return Likeness.ALIKE if _turned(one, other) else Likeness.SAME
    keys = {key_of(one), key_of(other)}
    if len(keys) == 1 or any(
        key_of(name[:CUT]) in keys for name in (one, other) if len(name) > CUT
    ):
        return Likeness.ALIKE
    if close(one, other):
        return Likeness.CLOSE
    return Likeness.SHARED if kin(one, other) else Likeness.APART


def exact(one: str, other: str) -> bool:
    """Return whether two names have the same words, letter by letter; their order and
    the comma do not matter.
    """
    return sorted(words(one)) == sorted(words(other))


def kin(one: str, other: str) -> bool:
    """Return whether two names have at least a word in common."""
    return bool(set(folded_words(one)) & set(folded_words(other)))


def close(one: str, other: str) -> bool:
    """Tell whether one name is a shorter, mistyped or everyday form of the other,
    without regard to blanks.

    Each of its words is there: the same, sounding the same, an everyday form, with a
    letter or two off, or as an initial. At least one word is there as it is or as it
    sounds, or all of two long names are mistyped.

    An initial stands for a given name, and the surname is there beside it, as far as a
    comma or capitals tell which words are which: Mozaliov, Sergey V. is no form of
    Vlasov, Sergei.
    """
    given, given_there = _given(one), _given(other)
    return any(
        _close(_Way(here, given), _Way(there, given_there))
        for here in _ways(one)
        for there in _ways(other)
    )


class _Way(NamedTuple):
    """The words of a name in one way of writing it. `given`: its given names; None
    where nothing tells them.
    """

    words: list[str]
    given: frozenset[str] | None

    def may_be_given(self, word: str) -> bool:
        return self.given is None or word in self.given

    def may_be_surname(self, word: str) -> bool:
        return self.given is None or word not in self.given


def _given(name: str) -> frozenset[str] | None:
    known = halves(name)
    return known.given if known is not None and known.surname and known.given else None


def _ways(name: str) -> list[list[str]]:
    """Return the words of a name in the ways in which they may have been written."""
    folded, plain = folded_words(name), plain_words(name)
    return [folded, *([plain] if plain != folded else []), *runs_joined(folded)]


def _close(one: _Way, other: _Way) -> bool:
    short, long = sorted((one, other), key=lambda way: len(way.words))
    shorter, rest = [*short.words], [*long.words]
    whole = 1 < len(shorter) == len(rest) and all(
        map(_mistyped_long, sorted(shorter), sorted(rest))
    )
    surname_shared = False
    # the surest pairs first, so that no word takes the place of a better one
    for same in (str.__eq__, sounds_alike, stands_for, mistyped):
        for word in [*shorter]:
            match = next((left for left in rest if same(word, left)), None)
            if match is None:
                continue
            whole = whole or (same in (str.__eq__, sounds_alike) and len(word) > 1)
            may_be_surname = short.may_be_surname(word) and long.may_be_surname(match)
            surname_shared = surname_shared or (may_be_surname and len(word) > 1)
            shorter.remove(word)
            rest.remove(match)
    for word in shorter:
        match = next(
            (
                left
                for left in rest
                if _initial(word, left) and _of_one_half(short, word, long, left)
            ),
            None,
        )
        if match is None or not surname_shared:
            return False
        rest.remove(match)
    return whole


def _of_one_half(short: _Way, word: str, long: _Way, other: str) -> bool:
    """Return whether two words may both be given names, or both of a surname: v.d.
    Berg, van der Berg.
    """
    given = short.may_be_given(word) and long.may_be_given(other)
    return given or (short.may_be_surname(word) and long.may_be_surname(other))


def _mistyped_long(one: str, other: str) -> bool:
    return min(len(one), len(other)) >= LONG and mistyped(one, other)


def _initial(one: str, other: str) -> bool:
    return one[0] == other[0] and 1 in (len(one), len(other))


class Halves(NamedTuple):
    """The folded words of a surname, and of the given names."""

    surname: frozenset[str]
    given: frozenset[str]


def halves(name: str) -> Halves | None:
    """Split a name into surname and given names; None where neither a comma nor
    capitals tell them apart.
    """
    before, comma, after = name.partition(",")
    if comma:
        return Halves(frozenset(folded_words(before)), frozenset(folded_words(after)))
    parts = name.split()
    # an initial shows nothing
    capitals = [
        part for part in parts if part.isupper() and sum(map(str.isalpha, part)) > 1
    ]
    if not 0 < len(capitals) < len(parts):
        return None
    others = [part for part in parts if part not in capitals]
    return Halves(
        frozenset(folded_words(" ".join(capitals))),
        frozenset(folded_words(" ".join(others))),
    )


def _turned(one: str, other: str) -> bool:
    """Return whether the surname of each is what the other is called by, as their
    commas tell.
    """
    here, there = halves(one), halves(other)
    commas = "," in one and "," in other
    return (
        commas
        and here is not None
        and here != there
        and (here.given, here.surname) == there
    )


def surname_shared(one: str, other: str) -> bool:
    """Return whether a word that two names share is a surname; where nothing shows what
    is one, its place decides.
    """
    first, second = folded_words(one), folded_words(other)
    shared = {word for word in first if any(_may_be(word, there) for there in second)}
    if not shared:
        return False
    here, there = halves(one), halves(other)
    if there is not None:
        return any(_may_be(word, known) for word in shared for known in there.surname)
    if here is not None:
        return bool(shared & here.surname)
    return _may_be(first[0], second[0]) or _may_be(first[-1], second[-1])


def given_names_shared(one: str, other: str) -> bool:
    """Return whether two names have the same given names, two or more: a new surname may
    be that of somebody who married.
    """
    here, there = _given(one), _given(other)
    if here is None or here != there:
        return False
    return sum(len(word) > 1 for word in here) > 1


def _may_be(one: str, other: str) -> bool:
    return len(one) > 1 and sounds_alike(one, other)


LAST = "\U0010ffff"


class Ids:
    """Ids to look among, all in capitals or none. Made once for many; asked in a
    millisecond.
    """

    def __init__(self, ids: Iterable[str]) -> None:
        self._ids = sorted({*ids})
        self._reversed = sorted(name[::-1] for name in self._ids)
        # by letter, and the how manieth of its id it is
        self._bits: dict[tuple[str, int], int] = {}
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
        for bound, name in sorted(self._bounds(asked, least, half), reverse=True):
            if len(best) == limit and bound < best[-1][0]:
                break  # nobody who follows can be nearer
            matcher.set_seq1(name)
            if (ratio := matcher.ratio()) >= least:
                best = nlargest(limit, [*best, (ratio, name)])
        return [name for _, name in best]

    def _bounds(
        self, asked: str, least: float, half: bool
    ) -> Iterator[tuple[float, str]]:
        """Yield the ids that may be alike enough, each with how alike they can be at
        most.
        """
        own = self._bits_of(asked)
        for name in self._sharing_half(asked) if half else self._ids:
            bound = (
                2 * (own & self._bits_of(name)).bit_count() / (len(asked) + len(name))
            )
            if bound >= least:
                yield bound, name

    def _sharing_half(self, asked: str) -> set[str]:
        half = len(asked) // 2
        ends = (
            name[::-1] for name in _beginning(self._reversed, asked[half + 1 :][::-1])
        )
        return {*_beginning(self._ids, asked[:half]), *ends}

    def _bits_of(self, name: str) -> int:
        if name not in self._spelled:
            bits, seen = 0, dict[str, int]()
            for letter in name:
                seen[letter] = seen.get(letter, 0) + 1
                bits |= 1 << self._bits.setdefault(
                    (letter, seen[letter]), len(self._bits)
                )
            self._spelled[name] = bits
        return self._spelled[name]


def _beginning(names: list[str], beginning: str) -> list[str]:
    return names[bisect_left(names, beginning) : bisect_left(names, beginning + LAST)]
