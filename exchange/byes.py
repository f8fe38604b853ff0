"""The words that pairing programs and officers write where an opponent would stand when
there is none.

A name is a bye when nothing else is in it. A word that is also a surname (Bye, Frei) is
one only when it stands alone; a name with one of the other words in it is a reason to
ask.
"""

import re

_WORDS = frozenset(
    [
        "bye",
        "byes",
        "vapaa",
        "vapaakierros",
        "vapaavuoro",
        "huilaa",
        "huilaaja",
        "spielfrei",
        "freilos",
        "frei",
        "exempt",
        "exempté",
        "frirunda",
        "frirond",
        "frironde",
        "friplass",
        "oversidder",
        "unpaired",
        "descansa",
        "descanso",
        "libre",
        "riposo",
        "pauza",
        "pausa",
        "pauze",
        "pauzuje",
        "brīvs",
        "vaba",
        "vabavoor",
        "kampfrei",
        "exempte",
        "exento",
        "spillefri",
        "neîmperecheat",
        "nesuporuotas",
        "laisvas",
        "volno",
        "voľno",
        "eşlenmedi",
        "ρεπό",
        "вільний",
        "почива",
        "轮空",
        "выходной",
        "свободен",
    ]
)
_PHRASES = frozenset(
    [
        "not paired",
        "no opponent",
        "ei parittettu",
        "ei paritettu",
        "ei paria",
        "ei vastustajaa",
        "fri runda",
        "fri rond",
        "wolny los",
        "walk over",
        "no pair",
        "nicht ausgelost",
        "bez pary",
        "bez soupere",
        "vapaa vuoro",
        "vapaa kierros",
        "frei los",
        "spiel frei",
        "no emparejado",
        "no aparellat",
        "non apparié",
        "non accoppiato",
        "não emparceirado",
        "niet ingedeeld",
        "nie kojarzony",
        "bez soupeře",
        "bez súpera",
        "ni v paru",
        "nije uparen",
        "nije parovan",
        "nincs párosítva",
        "situr hjá",
        "nav pāra",
        "нет пары",
        "без пары",
        "не е спарен",
        "δεν κληρώθηκε",
        "không đấu",
        "står över",
        "sitter över",
        "står over",
        "sitter over",
    ]
)
# no person, but it does not say either that there was no game: asked about
_NOBODY = frozenset(
    [
        "n n",
        "nn",
        "nomen nescio",
        "dummy",
        "walkover",
        "w o",
        "forfeit",
        "no show",
        "absent",
        "poissa",
        "free",
        "none",
        "free round",
        "nobody",
        "unknown",
        "tuntematon",
        "null",
        "n a",
        "x",
        "player bye",
        "bye player",
        "hpb",
        "pab",
    ]
)
# what may stand beside the word without making a person of it
_BESIDE = frozenset(
    [
        "full",
        "half",
        "zero",
        "point",
        "points",
        "pairing",
        "allocated",
        "requested",
        "round",
        "dummy",
    ]
)
_ALSO_NAMES = frozenset(
    ["bye", "byes", "vapaa", "frei", "libre", "riposo", "vaba", "pausa", "brīvs"]
)
_WORD = re.compile(r"[^\W\d_]+")


def is_bye(text: str) -> bool:
    """Return whether a text in the place of a name says that there was no opponent.

    It does if it has bye words alone, as `bye`, `vapaa` or `half point bye`, or only
    dashes; `Frei, Hans` is a person.
    """
    words = _WORD.findall(text.casefold())
    if not words:
        return (
            bool(text)
            and not any(character.isdigit() for character in text)
            and "?" not in text
        )
    if " ".join(words) in _PHRASES:
        return True

    return not _WORDS.isdisjoint(words) and _WORDS.union(_BESIDE).issuperset(words)


def has_bye_word(text: str) -> bool:
    """Return whether a name has a word in it that means a bye and is hardly ever a
    person's name.
    """
    words = _WORD.findall(text.casefold())
    is_nobody = " ".join(words) in _NOBODY
    is_zero = text != "" and not text.strip("0 ")
    if is_bye(text) or is_nobody or is_zero:
        return True

    hardly_names = _WORDS - _ALSO_NAMES

    return not hardly_names.isdisjoint(words)
