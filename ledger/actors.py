"""Say who may act: what the name of somebody is who records events, gets a token or
logs in.

It is a name of letters of any script, and the log shows it as it was given. Two who act
must not look the same there: so every name is kept in one normal form (NFC), nothing in
it is hidden, no word of it mixes alphabets, and `likeness` tells whether an eye takes
two names for one.
"""

import re
from collections.abc import Iterator
from unicodedata import category, decomposition, normalize

from ledger.field_types import ACTOR_TAKES, AN_ID, LONGEST_ACTOR
from ledger.flaws import FieldPath, Flaw
from ledger.visible_text import FILLERS, has_two_alphabets
from messages import Message, say

_AN_ID = re.compile(AN_ID)
_SIGNS = frozenset("0123456789 ._-@'")
# letters by their class, signs or a stroke by their looks
_MODIFIERS = re.compile("[\u02b0-\u02ff\u0640]")
# vowels of Thai and Lao, which Unicode takes for two signs joined
_AM = frozenset("\u0e33\u0eb3")
_INVISIBLE_MARKS = re.compile("[\u034f\u17b4\u17b5\u180b-\u180d\u180f\ufe00-\ufe0f]")
MOST_MARKS = 3  # on one letter: more of them run into the lines above and below


def spelled(name: str) -> str:
    """Spell a name as it is stored: without blanks around it, each letter in the one
    form that NFC has for it.
    """
    return normalize("NFC", name.strip(" "))


def flaw_of(name: str) -> Message | None:
    """Say why nobody can act under a name, as it is spelled; None: they can."""
    if _AN_ID.fullmatch(name):  # which every actor was in the first ledgers
        return None
    if not name:
        return say("it is empty")
    if len(name) > LONGEST_ACTOR:
        return say("it has {count} characters", count=len(name))
    if (sign := next(_forbidden_characters(name), None)) is not None:
        return say(
            "it holds {sign}",
            sign=repr(sign) if sign.isprintable() else f"U+{ord(sign):04X}",
        )

    if not _is_letter(name[0]) and not name[0].isdigit():
        return say("it does not begin with a letter or a digit")
    if "  " in name:
        return say("it has two blanks side by side")
    if has_two_alphabets(name):
        return say("a word of it mixes two alphabets")
    return None


def actor_flaws(name: str, path: FieldPath) -> Iterator[Flaw]:
    """Yield a flaw unless somebody can act under the name that a document states."""
    if (why := flaw_of(spelled(name))) is not None:
        yield path, "actor-name", not_an_actor(name, why), ACTOR_TAKES


def not_an_actor(name: str, why: Message) -> Message:
    """Say that a text cannot stand for whoever acts, and why. A text with marks that
    nobody sees is shown with their codes, and no more of it than the longest actor has.
    """
    if _INVISIBLE_MARKS.search(name):
        shown = ascii(name[:LONGEST_ACTOR])
    else:
        shown = repr(name[:LONGEST_ACTOR])
    return say("{name} cannot be used as a name: {why}", name=shown, why=why)


def actor_of_user(user: str) -> str:
    """Bend the name that a user has in the system until it is a name to act under; no
    other name is ever bent.
    """
    name = spelled(user)
    if flaw_of(name) is None:
        return name
    letters = ""
    for letter in name:
        if _is_letter(letter) or letter in _SIGNS:
            letters += letter
        else:
            letters += "-"
    near = re.sub(" +", " ", letters).lstrip(" ._-@'")[:LONGEST_ACTOR].rstrip()
    if flaw_of(near) is None:
        return near
    return "unknown"


def likeness(name: str) -> str:
    """Return what an eye takes a name for: the same for Aino and aino, and for Сара in
    Cyrillic and Capa in Latin.
    """
    return (
        normalize("NFC", name.casefold())
        .translate(_LOOKS_LATIN)
        .replace("i\u0307", "i")
    )


def _forbidden_characters(name: str) -> Iterator[str]:
    """Yield each character that no actor may hold; a mark needs the letter that it
    stands on.
    """
    marks = 0
    on_letter = False  # a letter, or a mark that stands on one
    for letter in name:
        if category(letter) in ("Mn", "Mc") and not _INVISIBLE_MARKS.match(letter):
            marks += 1
            if not on_letter or marks > MOST_MARKS:
                yield letter
            continue
        marks, on_letter = 0, _is_letter(letter)
        if not on_letter and letter not in _SIGNS:
            yield letter


def _is_letter(letter: str) -> bool:
    """Tell whether it is a letter that looks like no other: not a wide, raised or
    mathematical form of one.
    """
    return (
        letter.isalpha()
        and letter not in FILLERS
        and not _MODIFIERS.match(letter)
        and (not decomposition(letter).startswith("<") or letter in _AM)
    )


_LOOKS_LATIN = str.maketrans(
    "авекмнорстухіјѕԁһԛԝѵαβεζηικμνορτυχı",
    "abekmhopctyxijsdhqwvabezhikmnoptyxi",
)
