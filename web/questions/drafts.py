"""Declare, once for commands and addresses, what is asked where documents are recorded
and of drafts.
"""

from typing import Annotated, ClassVar

import msgspec
from msgspec import Meta

from desk.parameter_words import DRY_RUN
from projections.answers.asking import Asked, Text, about
from web.questions.parameters import FileName, ForGood, Reviewer, Sures


class Submission(Asked, frozen=True, kw_only=True):
    """Documents to record: all of them or none."""

    dry_run: Annotated[bool, Meta(description=DRY_RUN)] = False
    sure: Sures = ()
    always_sure: ForGood = ()


class KeepDraft(Asked, frozen=True, kw_only=True):
    """A file or documents to keep until somebody books them."""

    name: FileName | None = None
    note: Annotated[Text | None, about("For the person who books it.")] = None


class Drafts(Asked, frozen=True, kw_only=True):
    """The drafts that wait; somebody who may not book them sees their own."""

    everything: Annotated[bool, about("Booked and dropped ones too.")] = msgspec.field(
        default=False, name="all"
    )


class OneDraft(Asked, frozen=True, kw_only=True):
    """One draft."""

    line: ClassVar[tuple[str, ...]] = ("number",)
    number: int


class PreviewDraft(OneDraft, frozen=True, kw_only=True):
    """A draft, previewed or agreed to; with a reason as a correction of the tournament
    in the ledger.
    """

    reason: Annotated[
        Text | None, about("As a correction of the tournament in the ledger.")
    ] = None


class BookDraft(PreviewDraft, frozen=True, kw_only=True):
    """A draft, booked: with the answers to what may be a slip."""

    sure: Sures = ()
    always_sure: ForGood = ()


class PlanDraft(OneDraft, frozen=True, kw_only=True):
    """A draft of lists, booked at an hour; without one, only by hand."""

    line = ("number", "at")
    at: Annotated[
        Text | None,
        about("An hour of the ledger's time zone, like 2026-12-01T09:00.", "[HOUR]"),
    ] = None


class CommentDraft(OneDraft, frozen=True, kw_only=True):
    """What is said about a draft, and the name of somebody who is asked to look at it."""

    line = ("number", "comment")
    comment: Annotated[Text | None, about("What to say.", "[TEXT]")] = None
    reviewer: Annotated[
        Reviewer | None, about("Who is asked to look at it.", "NAME")
    ] = None
