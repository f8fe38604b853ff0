"""What is asked of events while they run, at a command line and over HTTP."""

from typing import Annotated

from msgspec import Meta

from ledger.field_types import AN_ID
from projections.answers.asking import Asked, Id, about
from web.questions.parameters import FileName, Sures


class OneLive(Asked, frozen=True, kw_only=True):
    """An event that is shown while it runs."""

    line = ("event",)
    event: Id


NewEvent = Annotated[
    Id,
    about(
        "The id that the tournament will have.",
        schema={"type": "string", "pattern": f"^{AN_ID}$"},
    ),
]
_SOMEBODY = {"type": "string", "minLength": 3, "maxLength": 300, "pattern": "^.+=.+$"}
Relayed = Annotated[
    tuple[Annotated[str, Meta(max_length=300)], ...],
    about(
        "Who a name of a relay's PGN is in the report: NAME=ROW, or NAME=PLAYER.",
        schema={"items": _SOMEBODY},
    ),
]
Right = Annotated[Sures, about("What was asked about is right.", "WHAT")]


class NextReport(OneLive, frozen=True, kw_only=True):
    """The next report of an event: the body, as the file of that name; of PGN it is
    said whether all was played, and who is who.
    """

    event: NewEvent
    name: FileName
    all_played: Annotated[
        bool, about("Every game of the PGN was played; it does not say so itself.")
    ] = False
    relayed: Relayed = ()
    sure: Right = ()


class NextDraft(OneLive, frozen=True, kw_only=True):
    """The next report of an event: a draft, whose questions are answered."""

    event: NewEvent
    draft: Annotated[int, about("A draft in place of a file.", "N")]
    sure: Right = ()
