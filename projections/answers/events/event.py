"""`selo event`: what one event changed in the facts, who recorded it, when and why, and what it moved."""

from ledger.errors import NotFound, Problem
from messages import by_command, say
from messages.answer import Answer, Moment
from projections.answers.asking import Timed
from projections.answers.event_lines import subject
from projections.answers.events.content import FieldChange, changes
from projections.answers.events.impact import ChangedEntry, impact
from projections.answers.reading import Basis, Reading


class EventAnswer(Answer, frozen=True, kw_only=True):
    """The answer of `event`. `rows`: entries that its submission changed; `submission`: its first and last seq."""

    seq: int
    recorded_at: Moment
    actor: str
    kind: str
    target: str
    reason: str | None
    note: str | None
    submission: tuple[int, ...]
    changes: tuple[FieldChange, ...]
    rows: tuple[ChangedEntry, ...]
    basis: Basis


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
    step = reading.step_of(seq)
    return EventAnswer(
        seq=event.seq,
        recorded_at=event.recorded_at,
        actor=event.actor,
        kind=event.kind,
        target=subject(event, reading).target,
        reason=event.reason,
        note=event.note,
        submission=step or (seq, seq),
        changes=tuple(changes(event, reading)),
        rows=impact(reading, seq).rows if step is not None else (),
        basis=reading.basis(),
    )
