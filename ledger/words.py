"""Declare what a field of a document takes: ids, days, numbers, words where only some
are allowed; what an amend holds; what corrected rules move; and what a text holds that
cannot be seen.
"""

import re
from collections.abc import Iterator, Mapping
from datetime import date
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal
from unicodedata import category

from msgspec import UNSET, Meta, Struct, UnsetType

from messages import NOTHING, Message, say
from messages.results import RESULTS

# \Z and [0-9], not $ and \d: a trailing line end or an Arabic digit is not part of an
# id or a day


def takes(words: Message) -> dict[str, Any]:
    """Say what the values of a type are: to a description of the service as a text, to
    a refusal as a message.
    """
    return {"description": str(words), "extra": {"takes": words}}


AN_ID = "[A-Za-z0-9._-]{1,64}"  # as a pattern
Id = Annotated[
    str,
    Meta(pattern=rf"\A{AN_ID}\Z", **takes(say("an id: 1 to 64 of A-Z a-z 0-9 . _ -"))),
]
LONGEST_ACTOR = 64  # characters
ACTOR_TAKES = say(
    "letters of any script, digits, single blanks and . _ - @ ', at most 64 characters"
)
Actor = Annotated[
    str,
    Meta(
        extra_json_schema={"minLength": 1, "maxLength": LONGEST_ACTOR},
        **takes(ACTOR_TAKES),
    ),
]
Day = Annotated[
    str, Meta(pattern=r"\A[0-9]{4}-[0-9]{2}-[0-9]{2}\Z", **takes(say("YYYY-MM-DD")))
]
Born = Annotated[
    str,
    Meta(
        pattern=r"\A[0-9]{4}(-[0-9]{2}-[0-9]{2})?\Z", **takes(say("YYYY or YYYY-MM-DD"))
    ),
]
Federation = Annotated[
    str, Meta(pattern=r"\A[A-Z]{3}\Z", **takes(say("three capitals, like FIN")))
]
Text = Annotated[str, Meta(min_length=1, max_length=2000)]
Name = Annotated[str, Meta(min_length=1, max_length=200)]
Rating = Annotated[int, Meta(ge=-1000, le=4000)]
Count = Annotated[int, Meta(ge=0, le=100_000)]
Delta = Annotated[int, Meta(ge=-5000, le=5000)]
Round = Annotated[int, Meta(ge=1, le=9999)]
Board = Annotated[int, Meta(ge=1, le=9999)]
_MINUTES = Meta(
    gt=0, le=100_000, **takes(say("a number of minutes over 0 and at most 100000"))
)
Minutes = Annotated[int, _MINUTES] | Annotated[float, _MINUTES]
Seq = Annotated[int, Meta(ge=1)]
OrderNo = Annotated[int, Meta(ge=-999_999_999, le=999_999_999)]
FideId = Annotated[int, Meta(ge=1, le=999_999_999_999)]
Sha256 = Annotated[
    str, Meta(pattern=r"\A[0-9a-f]{64}\Z", **takes(say("a SHA-256 in 64 of 0-9 a-f")))
]

if TYPE_CHECKING:
    Result = str
else:
    # a result of the table and nothing else; only a type checker cannot read it there
    Result = Literal[tuple(RESULTS)]
Sex = Literal["m", "f"]
TitleName = Literal["M", "ME", "I"]
# which lists there are is known to the rules: whoever reads documents and describes
# them asks there
ListName = Annotated[
    str, Meta(extra={"names": "list"}, extra_json_schema={"format": "list"})
]
AgeGroup = Literal["open", "under-14", "under-10"]
Category = Literal["I", "II", "III", "IV", "V"]
# Norway: the kinds of event that count as category I, the second row whatever their
# time
EventKind = Literal[
    "title",
    "landskamp",
    "eliteserien",
    "landsturneringen",
    "nordic",
    "olympiad",
    "team-european",
    "world",
    "european",
    "youth",
    "senior",
]
WholeMinutes = Annotated[int, Meta(ge=1, le=100_000)]
Source = Literal["fide-standard", "fide-rapid", "national-standard", "national-rapid"]
YearsShown = Literal["everybody", "adults", "nobody"]
UnlistedShown = Literal["nameless", "left-out"]
SlipsMet = Literal["warned", "asked"]


# a list and a day of each year, or of each month
ListDay = Annotated[
    str,
    Meta(
        pattern=r"\A[a-z0-9-]{1,40} ((0[1-9]|1[0-2])-)?(0[1-9]|[12][0-9]|3[01])\Z",
        **takes(say("a list and a day, like selo 01-01, or selo 01 for each month")),
    ),
]
Representatives = tuple[Id, ...]
Hours = Annotated[int, Meta(ge=1, le=8760)]
ReportDays = Annotated[int, Meta(ge=0, le=365)]


class Strict(
    Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """A struct in which a typo in a field name is an error, never silence."""


@cache
def fields_among(shape: type[Struct], names: tuple[str, ...]) -> tuple[str, ...]:
    """Return those of these fields that structs of a kind have."""
    return tuple(name for name in names if name in shape.__struct_fields__)


class HeaderChange(Strict, frozen=True, kw_only=True):
    """`set` of an amend: the header fields to change. minutes and time_control each
    replace the other; null empties
    a field that may be left out.
    """

    name: Name | UnsetType = UNSET
    start: Day | UnsetType = UNSET
    end: Day | UnsetType = UNSET
    minutes: Minutes | UnsetType = UNSET
    time_control: Name | UnsetType = UNSET
    domestic: bool | UnsetType = UNSET
    fide_accepted: bool | UnsetType = UNSET
    official_representation: bool | UnsetType = UNSET
    accepted: bool | UnsetType = UNSET
    age_group: AgeGroup | UnsetType = UNSET
    each_game_rated: bool | UnsetType = UNSET
    order_no: OrderNo | UnsetType = UNSET
    category: Category | UnsetType | None = UNSET
    event_kind: EventKind | UnsetType | None = UNSET
    start_minutes: WholeMinutes | UnsetType | None = UNSET
    total_minutes: WholeMinutes | UnsetType | None = UNSET
    representatives: Representatives | UnsetType = UNSET
    organiser: Name | UnsetType | None = UNSET
    place: Name | UnsetType | None = UNSET
    arbiter: Id | UnsetType | None = UNSET


class GameChange(Strict, frozen=True, kw_only=True):
    """The fields of one game to change; null empties an optional one."""

    round: Round | UnsetType = UNSET
    white: Id | UnsetType = UNSET
    black: Id | UnsetType = UNSET
    result: Result | UnsetType = UNSET
    board: Board | UnsetType | None = UNSET
    on: Day | UnsetType | None = UNSET
    minutes: Minutes | UnsetType | None = UNSET
    minutes_black: Minutes | UnsetType | None = UNSET
    tiebreak: bool | UnsetType = UNSET


class Document(Strict, frozen=True, kw_only=True, tag_field="kind"):
    """The fields that every document may carry.

    needs        the role that may record it
    about_field  the field that names what it is about, of a document of a feature
    sealed       the fields whose words may name a person: the log holds a seal of them
    may_be_ahead whether its days may be after today
    in_words     how people call its fields, those that only a feature has
    value_words  by field, how people call its values
    """

    needs: ClassVar[str] = "officer"
    about_field: ClassVar[str] = ""
    sealed: ClassVar[tuple[str, ...]] = ()
    may_be_ahead: ClassVar[bool] = False
    in_words: ClassVar[Mapping[str, Message]] = {}
    value_words: ClassVar[Mapping[str, Mapping[str, Message]]] = {}

    actor: Actor | None = None
    note: Text | None = None
    key: Text | None = None


class RatingMoved(Struct, frozen=True, array_like=True, gc=False):
    """A current rating that corrected rules moved; None where there is none."""

    player: str
    list: str
    before: int | None
    after: int | None


class TitleMoved(Struct, frozen=True, array_like=True, gc=False):
    """A title that corrected rules give, take away or find reached elsewhere: the day
    before and after.
    """

    player: str
    title: str
    before: str | None
    after: str | None


_WRITTEN_AS_DAY = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}")


def no_day(text: str) -> Message:
    """Say why a text is no day: how it is written, or that the calendar has none such."""
    if _WRITTEN_AS_DAY.fullmatch(text):
        return say("{text} is not a day of the calendar", text=text)
    return say("{text} is not a day", text=repr(text[:60]))


def how_a_day_is_written(text: str) -> Message:
    """Say how a day is written, to who wrote it otherwise."""
    return NOTHING if _WRITTEN_AS_DAY.fullmatch(text) else say("write it as YYYY-MM-DD")


def is_day(text: str) -> bool:
    """Tell whether a text with the form of a day is a day of the calendar."""
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


Flaw = tuple[tuple[str | int, ...], str, Message, Message]  # path, code, message, hint

# what turns the rest of a line round, breaks it, or stands between letters and cannot
# be seen
_HIDDEN = re.compile(
    "[\x00-\x1f\x7f-\x9f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff]"
)
# letters and signs by their class, blanks by their looks
FILLERS = frozenset("\u115f\u1160\u2800\u3164\uffa0")


_LATIN, _CYRILLIC, _GREEK = "A-Za-zÀ-ɏḀ-ỿ", "Ѐ-ӿ", "Ͱ-Ͽἀ-῿"
_TWO_ALPHABETS = re.compile(
    "|".join(
        f"[{one}][{others}]"
        for one, others in (
            (_LATIN, _CYRILLIC + _GREEK),
            (_CYRILLIC, _LATIN + _GREEK),
            (_GREEK, _LATIN + _CYRILLIC),
        )
    )
)


def of_two_alphabets(name: str) -> bool:
    """Return whether a word has letters of two of Latin, Cyrillic and Greek. Some look
    the same, and nobody finds who is typed so.
    """
    return _TWO_ALPHABETS.search(name) is not None


def hidden(text: str, path: tuple[str | int, ...]) -> Iterator[Flaw]:
    """Yield a flaw if a name cannot be seen, or reads otherwise than it is stored."""
    field = path[-1]
    match = _HIDDEN.search(text)
    if match is not None:
        code = f"{ord(match.group()):04X}"
        message = say(
            "{field} holds the hidden character U+{code}", field=field, code=code
        )
        hint = say("type the name again without it")
        yield path, "hidden-character", message, hint
    elif all(_is_invisible(letter) for letter in text):
        message = say("{field} has no character that can be seen", field=field)
        hint = say("type the name again")
        yield path, "invisible", message, hint


def _is_invisible(letter: str) -> bool:
    """Tell whether a character alone shows nothing: a filler, a mark, a blank."""
    return letter in FILLERS or category(letter)[0] in "CMZ"
