"""`selo event`: what one event changed in the facts, who recorded it, when and why, and what it moved."""

from typing import NamedTuple

from msgspec.structs import asdict

from ledger.errors import NotFound, Problem
from ledger.events import Event
from messages import by_command, say
from messages.answer import UNSET, UnsetType
from projections.answers.asking import Timed
from projections.answers.career import EventLine, event_line, names_of, subject
from projections.answers.events import changed_part, spans_of
from projections.answers.events.content import FieldChange, changes
from projections.answers.events.impact import ChangedEntry, changed_entries
from projections.answers.reading import Basis, Reading


class EventAnswer(EventLine, frozen=True, kw_only=True):
    """The answer of `event`. `rows`: entries that its submission changed; `submission`: its first and last seq.

    Of a submission that changed more than fits into one answer, `rows` are the entries of the event's own tournament or
    player, `units` is how many units the submission changed in all, and `rest` the address that gives them in parts.
    """

    note: str | None
    submission: tuple[int, ...]
    changes: tuple[FieldChange, ...]
    rows: tuple[ChangedEntry, ...]
    basis: Basis
    units: int | UnsetType = UNSET
    rest: str | UnsetType = UNSET


class EventAsked(Timed, frozen=True, kw_only=True):
    """What one event changed in the facts, in words: who, when, why, and the ratings it moved."""

    line = ("seq",)
    examples = ("selo event 200",)
    table = "changes"
    seq: int

    def ask(self, reading: Reading) -> EventAnswer:
        return event_content(reading, self.seq)


def event_content(reading: Reading, seq: int) -> EventAnswer:
    """Return an event as known, with everything that is known of it."""
    event = reading.index.event(seq) if 0 < seq <= reading.known_seq else None
    if event is None:
        raise NotFound(
            Problem("unknown-seq", say("there is no event {seq}, as known", seq=seq), hint=by_command("see `selo log`"))
        )
    moved = moved_with(reading, event)
    return EventAnswer(
        **asdict(event_line(event, reading)),
        note=event.note,
        submission=moved.submission,
        changes=tuple(changes(event, reading)),
        rows=moved.rows,
        basis=reading.basis(),
        units=moved.units,
        rest=UNSET if moved.units is UNSET else f"/log/{seq}",
    )


class Moved(NamedTuple):
    """What an event's submission moved; or what of it is in the event's own units, where it changed `units` of them."""

    submission: tuple[int, int]
    rows: tuple[ChangedEntry, ...]
    units: int | UnsetType = UNSET


def moved_with(reading: Reading, event: Event) -> Moved:
    """Return all entries that changed with an event, or those nearest to it where they are too many for one answer."""
    step = reading.step_of(event.seq)
    if step is None:
        return Moved((event.seq, event.seq), ())
    part = changed_part(reading, step)
    spans = part.spans if part.whole else spans_of(reading, step[1], subject(event, reading).stream)
    names = names_of(reading, sorted({span.figure.player for span in spans}))
    return Moved(step, changed_entries(spans, step[1], names), UNSET if part.whole else part.units)
