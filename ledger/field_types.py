"""Declare what a field of a document takes: ids, days, numbers, and words where only
some are allowed.
"""

from typing import TYPE_CHECKING, Annotated, Any, Literal

from msgspec import Meta

from messages import Message, say
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
LONGEST_TEXT = 2000  # characters
Text = Annotated[str, Meta(min_length=1, max_length=LONGEST_TEXT)]
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
