"""Documents about the ledger itself, that move no rating."""

from ledger.words import Document, Hours, Name, Seq, Text


class Settings(Document, frozen=True, tag="settings", kw_only=True):
    """How the ledger tells days, and how far a clock is believed. What is left out stays as it is."""

    time_zone: Name | None = None
    clock_ahead_hours: Hours | None = None
    reason: Text | None = None


class ResumeClock(Document, frozen=True, tag="resume-clock", kw_only=True):
    """The last events were recorded with a clock that was ahead; from here on the clock is right again."""

    reason: Text


class RetractCheckpoint(Document, frozen=True, tag="retract-checkpoint", kw_only=True):
    """A checkpoint from elsewhere that was kept no longer counts, for or against."""

    checkpoint: Seq
    reason: Text
