"""Compare two names: how much of one the other is. Anything less than the same is a
reason to ask.

`halves` tells surname and given names apart, where the writing shows them. Everyday
forms of given names, Jussi for Johannes or Juhani, are a reason to ask and never to
merge; what differs by a letter or two, or only in its sounds, needs no line among them.

Why: docs/design/018-who-is-who.md
"""

from collections.abc import Iterable, Set
from enum import IntEnum
from functools import cache
from itertools import product
from typing import NamedTuple

from exchange.names.mistakes import is_mistyped
from exchange.names.sounds import skeleton, sounds_alike
from exchange.names.words import (
    CUT,
    folded_words,
    key_of,
    plain_words,
    words,
    words_with_joined_runs,
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


def _names_by_form(text: str) -> dict[str, frozenset[str]]:
    """Read the names that each form stands for, all by their sounds."""
    stands_for = {}
    for line in text.split(","):
        sounds = list(map(skeleton, folded_words(line)))
        if sounds:
            form, *names = sounds
            stands_for[form] = frozenset(names)

    return stands_for


@cache
def _other_forms() -> dict[str, frozenset[str]]:
    """Return by its sounds what each name stands for and what stands for it.

    Made when first asked for: most commands compare no names.
    """
    stands_for = _names_by_form(_FORMS)

    forms: dict[str, set[str]] = {}
    for form, names in stands_for.items():
        forms.setdefault(form, set()).update(names)
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

    ALIKE is also who has surname and given names turned round.
    """
    if has_same_words(one, other):
        return Likeness.ALIKE if _is_turned_round(one, other) else Likeness.SAME

    if _is_respelt_or_cut(one, other):
        return Likeness.ALIKE

    if is_close(one, other):
        return Likeness.CLOSE

    if share_a_word(one, other):
        return Likeness.SHARED

    return Likeness.APART


def _is_respelt_or_cut(one: str, other: str) -> bool:
    """Return whether two names are one in another spelling, or one of them was cut.

    A name is cut to CUT characters where it was.
    """

    keys = {key_of(one), key_of(other)}
    if len(keys) == 1:
        return True

    for name in (one, other):
        if len(name) > CUT:
            beginning = name[:CUT]
            if key_of(beginning) in keys:
                return True

    return False


def has_same_words(one: str, other: str) -> bool:
    """Return whether two names have the same words, letter by letter; their order and
    the comma do not matter.
    """
    return sorted(words(one)) == sorted(words(other))


def share_a_word(one: str, other: str) -> bool:
    """Return whether two names have at least a word in common."""
    return not set(folded_words(one)).isdisjoint(folded_words(other))


def is_close(one: str, other: str) -> bool:
    """Tell whether one name is a shorter, mistyped or everyday form of the other,
    without regard to blanks.

    Each of its words is there: the same, sounding the same, an everyday form, with a
    letter or two off, or as an initial. At least one word is there as it is or as it
    sounds, or all of two long names are mistyped.

    An initial stands for a given name, and the surname is there beside it, as far as a
    comma or capitals tell which words are which: Mozaliov, Sergey V. is no form of
    Vlasov, Sergei.
    """
    pairs = product(_spellings_of_name(one), _spellings_of_name(other))
    return any(_has_each_word(way, other_way) for way, other_way in pairs)


class _NameSpelling(NamedTuple):
    """The words of a name in one way of writing it. `given`: its given names; None
    where nothing tells them.
    """

    words: list[str]
    given: frozenset[str] | None

    def may_be_given(self, word: str) -> bool:
        """Return whether a word may be a given name, as far as the writing shows."""
        return self.given is None or word in self.given

    def may_be_surname(self, word: str) -> bool:
        """Return whether a word may be of the surname, as far as the writing shows."""
        return self.given is None or word not in self.given


def _given_names(name: str) -> frozenset[str] | None:
    """Return the given names; None where nothing tells them from the surname."""

    known = halves(name)
    if known is None or not known.surname or not known.given:
        return None

    return known.given


def _spellings_of_name(name: str) -> list[_NameSpelling]:
    """Return the words of a name in the ways in which they may have been written:
    folded, without accents alone, and with runs of words in one.
    """
    given = _given_names(name)

    folded, plain = folded_words(name), plain_words(name)
    ways = [_NameSpelling(folded, given)]
    if plain != folded:
        ways.append(_NameSpelling(plain, given))

    ways += [_NameSpelling(words, given) for words in words_with_joined_runs(folded)]

    return ways


# the surest first, so that no word is paired with less than its best
_SAME_WORD = (str.__eq__, sounds_alike, stands_for, is_mistyped)
_SURE = (str.__eq__, sounds_alike)


def _has_each_word(one: _NameSpelling, other: _NameSpelling) -> bool:
    """Return whether each word of the shorter name is in the longer one."""

    short, long = one, other
    if len(long.words) < len(short.words):
        short, long = other, one

    unpaired, rest = list(short.words), list(long.words)
    is_enough = _are_mistyped(unpaired, rest)
    is_surname_shared = False

    for same in _SAME_WORD:
        for word in list(unpaired):
            match = next((left for left in rest if same(word, left)), None)
            if match is None:
                continue

            unpaired.remove(word)
            rest.remove(match)

            if len(word) == 1:
                continue
            if same in _SURE:
                is_enough = True
            if short.may_be_surname(word) and long.may_be_surname(match):
                is_surname_shared = True

    # an initial alone says little: the surname has to be the same

    if unpaired and not is_surname_shared:
        return False

    for word in unpaired:
        match = _initial_of(word, rest, short, long)
        if match is None:
            return False
        rest.remove(match)

    return is_enough


def _initial_of(
    word: str, words: list[str], short: _NameSpelling, long: _NameSpelling
) -> str | None:
    """Return the first of the words whose initial the word is, or that is its initial."""
    for other in words:
        if _is_initial(word, other) and _are_of_one_half(short, word, long, other):
            return other
    return None


def _are_mistyped(words: list[str], others: list[str]) -> bool:
    """Return whether two names, each of several words, are mistyped in all of them.

    Which word stands for which is told by their order in the alphabet.
    """

    if len(words) < 2 or len(words) != len(others):
        return False
    return all(map(_mistyped_long, sorted(words), sorted(others)))


def _are_of_one_half(
    short: _NameSpelling, word: str, long: _NameSpelling, other: str
) -> bool:
    """Return whether two words may both be given names, or both of a surname: v.d.
    Berg, van der Berg.
    """
    if short.may_be_given(word) and long.may_be_given(other):
        return True
    return short.may_be_surname(word) and long.may_be_surname(other)


def _mistyped_long(one: str, other: str) -> bool:
    """Return whether one long word may be the other mistyped."""
    shorter = min(len(one), len(other))
    return shorter >= LONG and is_mistyped(one, other)


def _is_initial(one: str, other: str) -> bool:
    """Return whether one word is the initial of the other."""
    shorter = min(len(one), len(other))
    return shorter == 1 and one[0] == other[0]


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
        return _halves(before, after)

    parts = name.split()
    capitals = [part for part in parts if _is_in_capitals(part)]
    if not 0 < len(capitals) < len(parts):
        return None

    others = [part for part in parts if part not in capitals]

    return _halves(" ".join(capitals), " ".join(others))


def _halves(surname: str, given: str) -> Halves:
    """Fold the two halves of a name, each as it is written."""
    return Halves(
        surname=frozenset(folded_words(surname)),
        given=frozenset(folded_words(given)),
    )


def _is_in_capitals(part: str) -> bool:
    """Return whether a part is in capitals; an initial shows nothing."""
    return part.isupper() and sum(map(str.isalpha, part)) > 1


def _is_turned_round(one: str, other: str) -> bool:
    """Return whether the surname of each is what the other is called by, as their
    commas tell.
    """
    if "," not in one or "," not in other:
        return False

    known, known_other = halves(one), halves(other)
    if known is None or known == known_other:
        return False

    return Halves(known.given, known.surname) == known_other


def shares_surname(one: str, other: str) -> bool:
    """Return whether a word that two names share is a surname; where nothing shows what
    is one, its position decides.

    Words are shared that sound alike, unless they are initials.
    """
    words, other_words = folded_words(one), folded_words(other)
    shared = {word for word in words if _is_among(word, other_words)}
    if not shared:
        return False

    known, known_other = halves(one), halves(other)
    if known_other is not None:
        return any(_is_among(word, known_other.surname) for word in shared)
    if known is not None:
        return not shared.isdisjoint(known.surname)

    firsts = _sounds_like(words[0], other_words[0])

    return firsts or _sounds_like(words[-1], other_words[-1])


def shares_given_names(one: str, other: str) -> bool:
    """Return whether two names have the same given names, two or more: a new surname may
    be that of somebody who married.
    """
    given = _given_names(one)
    if given is None or given != _given_names(other):
        return False

    return sum(len(word) > 1 for word in given) > 1


def _is_among(word: str, others: Iterable[str]) -> bool:
    """Return whether a word may be one of the others."""
    return any(_sounds_like(word, other) for other in others)


def _sounds_like(one: str, other: str) -> bool:
    """Return whether two words sound alike, and the first is no initial."""
    return len(one) > 1 and sounds_alike(one, other)
