"""Everyday forms of given names: Jussi is Johannes or Juhani in his passport, Sasha is Aleksandr in hers.

A reason to ask, never to merge. What differs by a letter or two, or only in its sounds, needs no line here.
"""

from collections.abc import Set

from exchange.names.spelling import folded_words, skeleton

# the form at home, then the names it stands for: Finland and Sweden, Russia and its neighbours, elsewhere
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
    """The names that each form stands for, all by their sounds."""
    lines = ([*map(skeleton, folded_words(line))] for line in text.split(","))
    return {line[0]: frozenset(line[1:]) for line in lines if line}


_STANDS_FOR = _read(_FORMS)
_FORMS_OF = {
    name: frozenset(form for form, names in _STANDS_FOR.items() if name in names)
    for name in frozenset().union(*_STANDS_FOR.values())
}


def other_forms(word: str) -> Set[str]:
    """The sounds of the names that this one stands for, and of the forms that stand for it."""
    sound = skeleton(word)
    return _STANDS_FOR.get(sound, frozenset()) | _FORMS_OF.get(sound, frozenset())


def stands_for(one: str, other: str) -> bool:
    """Whether one is an everyday form of the other."""
    return skeleton(other) in other_forms(one)
