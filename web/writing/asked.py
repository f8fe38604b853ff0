"""Declare once what is asked of drafts and of events while they run: the parameters of commands and of addresses.

A command takes those that stand in `line` without a name. The body that goes with an address, and the file that goes
with a command, are declared where they are read.
"""

from typing import Annotated, ClassVar

import msgspec
from msgspec import Meta

from desk.outcome import DRY_RUN, FOR_GOOD, SURE
from ledger.words import AN_ID
from projections.answers.asking import Asked, Id, Text, about

_SLIP = {"metavar": "SLIP"}
Sures = tuple[Annotated[str, Meta(max_length=120, description=SURE, extra=_SLIP)], ...]
ForGood = tuple[Annotated[str, Meta(max_length=120, description=FOR_GOOD, extra=_SLIP)], ...]
FileName = Annotated[str, Meta(min_length=1, max_length=200, description="The name of the file; it is kept with it.")]
Reviewer = Annotated[str, Meta(pattern=r"\A[A-Za-z0-9._-]{1,64}\Z", description="The name of a token.")]


class Submission(Asked, frozen=True, kw_only=True):
    """Documents to record: all of them or none."""

    dry_run: Annotated[bool, Meta(description=DRY_RUN)] = False
    sure: Sures = ()
    always_sure: ForGood = ()


class KeepDraft(Asked, frozen=True, kw_only=True):
    """A file or documents to keep until somebody books them."""

    name: FileName | None = None
    note: Annotated[Text | None, about("For whoever books it.")] = None


class Drafts(Asked, frozen=True, kw_only=True):
    """The drafts that wait; somebody who may not book them sees their own."""

    everything: Annotated[bool, about("Booked and dropped ones too.")] = msgspec.field(default=False, name="all")


class OneDraft(Asked, frozen=True, kw_only=True):
    """One draft."""

    line: ClassVar[tuple[str, ...]] = ("number",)
    number: int


class PreviewDraft(OneDraft, frozen=True, kw_only=True):
    """A draft, previewed or agreed to; with a reason as a correction of the tournament in the ledger."""

    reason: Annotated[Text | None, about("As a correction of the tournament in the ledger.")] = None


class BookDraft(PreviewDraft, frozen=True, kw_only=True):
    """A draft, booked: with the answers to what may be a slip."""

    sure: Sures = ()
    always_sure: ForGood = ()


class PlanDraft(OneDraft, frozen=True, kw_only=True):
    """A draft of lists, booked at an hour; without one, only by hand."""

    line = ("number", "at")
    at: Annotated[Text | None, about("An hour of the ledger's time zone, like 2026-12-01T09:00.", "[HOUR]")] = None


class CommentDraft(OneDraft, frozen=True, kw_only=True):
    """What is said about a draft, and the name of somebody who is asked to look at it."""

    line = ("number", "comment")
    comment: Annotated[Text | None, about("What to say.", "[TEXT]")] = None
    reviewer: Annotated[Reviewer | None, about("Who is asked to look at it.", "NAME")] = None


class OneLive(Asked, frozen=True, kw_only=True):
    """An event that is shown while it runs."""

    line = ("event",)
    event: Id


NewEvent = Annotated[
    Id, about("The id that the tournament will have.", schema={"type": "string", "pattern": f"^{AN_ID}$"})
]
_SOMEBODY = {"type": "string", "minLength": 3, "maxLength": 300, "pattern": "^.+=.+$"}
Relayed = Annotated[
    tuple[Annotated[str, Meta(max_length=300)], ...],
    about("Who a name of a relay's PGN is in the report: NAME=ROW, or NAME=PLAYER.", schema={"items": _SOMEBODY}),
]
Right = Annotated[Sures, about("What was asked about is right.", "WHAT")]


class NextReport(OneLive, frozen=True, kw_only=True):
    """The next report of an event: the body, as the file of that name; of PGN it is said whether all was played, and
    who is who.
    """

    event: NewEvent
    name: FileName
    all_played: Annotated[bool, about("Every game of the PGN was played; it does not say so itself.")] = False
    relayed: Relayed = ()
    sure: Right = ()


class NextDraft(OneLive, frozen=True, kw_only=True):
    """The next report of an event: a draft, whose questions are answered."""

    event: NewEvent
    draft: Annotated[int, about("A draft in place of a file.", "N")]
    sure: Right = ()
