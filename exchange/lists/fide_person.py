"""What the readers of FIDE's rating list share: a person of it, made of the fields of an
XML element or a line of text, and the refusal of a list.

FIDE's archive has three lists a month, each with ratings of one kind under the same
heading, the month (SEP24), or the same tag. Which kind it is has to be said; the name
of the file often tells.
"""

import re
from collections.abc import Callable, Mapping
from typing import Literal, NamedTuple

from ledger.errors import Problem, Refused, Where
from messages import Message, by_command, say, template

CHUNK = 64 * 1024  # bytes of a list that are read at a time
Warn = Callable[[Problem], None]
# blitz is taken for no list here
Kind = Literal["standard", "rapid"]
KINDS: Mapping[Kind, str] = {"standard": "rating", "rapid": "rapid_rating"}


class FidePlayer(NamedTuple):
    """A person of the list; a rating is None where there is none."""

    fide_id: str
    name: str
    federation: str
    sex: str  # m, f or empty
    born: int | None
    standard: int | None
    rapid: int | None
    blitz: int | None
    line: int | None = None


def refusal_of_list(
    code: str, message: Message, where: Where, hint: Message
) -> Refused:
    """Make the refusal of a list by one problem.

    `where`: as far as it is known; lines and columns count from 1.
    """
    return Refused([Problem(code, message, where, hint)])


NO_LIST = say("is this a FIDE list?")
_KIND_IN_NAME = re.compile(r"(standard|rapid)[^/\\]*\Z", re.IGNORECASE)
_BLITZ_IN_NAME = re.compile(r"blitz[^/\\]*\Z", re.IGNORECASE)
MONTH = re.compile(r"[A-Za-z]{3,4}([0-9]{2})")
_FIRST_RAPID = 12  # of the years, when FIDE began to rate rapid and blitz


def proposed_kind(file: str | None, month: str = "") -> Kind | None:
    """Return the kind that a list of one kind seems to be of: by the name of the file,
    or by its month, before which there was no other than standard.

    `month`: the heading of the ratings. None where neither tells; FIDE began to rate
    rapid and blitz in 2012.

        proposed_kind("rapid_rating_list.txt")  ->  "rapid"
        proposed_kind(None, "SEP09")  ->  "standard"
    """
    named = _KIND_IN_NAME.search(file or "")
    if named is not None:
        name = named[1].lower()
        return next(kind for kind in KINDS if kind == name)

    of_month = MONTH.fullmatch(month)
    if of_month is None:
        return None

    year = int(of_month[1])

    return "standard" if year < _FIRST_RAPID else None


def refusal_without_kind(
    file: str | None, where: Where, proposed: Kind | None
) -> Refused:
    """Make the refusal of a list of one kind where nobody has said which.

    `proposed`: the kind that it seems to be, which the hint then names.
    """
    code = "fide-list-one-kind"
    if _BLITZ_IN_NAME.search(file or ""):
        message = say("the list seems to be of blitz, which no list here uses")
        hint = say("send the lists of standard and rapid ratings")
        return refusal_of_list(code, message, where, hint)

    if proposed is None:
        message = say("the list has ratings of one kind, and does not say of which")
        hint = by_command(
            "use --kind standard or rapid", "say whether they are standard or rapid"
        )
        return refusal_of_list(code, message, where, hint)

    message = say(
        "the list has ratings of one kind, which seem to be {kind}", kind=proposed
    )
    hint = by_command(
        "use --kind {kind} if they are", "say whether they are", kind=proposed
    )

    return refusal_of_list(code, message, where, hint)


RATINGS = {"rating", "rapid_rating", "blitz_rating"}
_NOT_A = {
    "rating": template("{text} is not a rating ({number})"),
    "rapid_rating": template("{text} is not a rapid rating ({number})"),
    "blitz_rating": template("{text} is not a blitz rating ({number})"),
    "birthday": template("{text} is not a birthday ({number})"),
}


def values_of_kind(values: Mapping[str, str], kind: Kind | None) -> Mapping[str, str]:
    """Return the values without ratings of another kind than the one that is wanted;
    all of them where none is named.

    The wanted kind is that of the heading, so a combined list is read for one kind
    alone.
    """
    if kind is None:
        return values

    others = RATINGS - {KINDS[kind]}
    return {name: text for name, text in values.items() if name not in others}


_NUMBER = re.compile(r"[0-9]{0,4}")
CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
_SEX = {"m": "m", "f": "f", "w": "f"}


def person_of(values: Mapping[str, str]) -> FidePlayer | Message:
    """Make a person of their values, or say why they are none.

    `values`: texts by the tags of the XML; blanks around them mean nothing.

    Refused is an id that is none, and a number of more than four digits. A number of 0,
    or none at all, becomes None; a sex of another letter becomes empty.
    """
    texts = {name: " ".join(text.split()) for name, text in values.items()}

    fide_id = texts.get("fideid", "")
    if not _is_fide_id(fide_id):
        return say("{text} is not a FIDE id", text=repr(fide_id[:20]))

    numbers: dict[str, int | None] = {}
    for name, is_none in _NOT_A.items():
        text = texts.get(name, "")
        if not _NUMBER.fullmatch(text):
            return say(is_none, text=repr(text[:20]), number=fide_id)
        numbers[name] = int(text or 0) or None

    return FidePlayer(
        fide_id=fide_id,
        name=texts.get("name", ""),
        federation=texts.get("country", ""),
        sex=_SEX.get(texts.get("sex", "").lower(), ""),
        born=numbers["birthday"],
        standard=numbers["rating"],
        rapid=numbers["rapid_rating"],
        blitz=numbers["blitz_rating"],
    )


def _is_fide_id(text: str) -> bool:
    """Return whether a text is a number of at most eleven digits, and not zero.

    FIDE writes 0 for people without an id.
    """
    if not text.isascii() or not text.isdigit() or len(text) > 11:
        return False
    return int(text) > 0
