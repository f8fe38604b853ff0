"""`selo follow`: every event in recorded order and what it moved, so that another program can keep in step."""

from ledger.answer import Answer
from ledger.store.events import head
from projections.answers.events.event_lines import EventLine, event_line, events_between
from projections.answers.events.impact import impact
from projections.answers.reading import Basis, Reading

MOST = 1000  # events in one answer


class MovedRating(Answer, frozen=True, kw_only=True):
    """An entry that came out different: the rating after it before and after the submission."""

    player: str
    list: str
    unit: str
    on: str
    before: int | None
    after: int | None


class FollowedEvent(EventLine, frozen=True, kw_only=True):
    """An event and what it moved. A submission is one step: its last event has what all of its events moved."""

    step: int
    moved: tuple[MovedRating, ...]


class EventsAnswer(Answer, frozen=True, kw_only=True):
    """The answer of `follow`. Ask again after `last`; there is more at once where it is below `head`."""

    events: tuple[FollowedEvent, ...]
    last: int
    head: int
    basis: Basis


def following(reading: Reading, after: int, limit: int = 100) -> EventsAnswer:
    """So many events after one of them. Whoever follows has seen nothing wrong if the next is always the seq after."""
    newest = min(reading.known_seq, head(reading.events))
    last = min(newest, after + min(limit, MOST))
    events = tuple(_followed(reading, seq) for seq in range(after + 1, last + 1))
    return EventsAnswer(events=events, last=max(last, after), head=newest, basis=reading.basis())


def _followed(reading: Reading, seq: int) -> FollowedEvent:
    [event] = events_between(reading, seq, seq)
    line = event_line(event, reading)
    step = (reading.step_of(seq) or (seq, seq))[1]
    return FollowedEvent(
        seq=line.seq,
        recorded_at=line.recorded_at,
        actor=line.actor,
        kind=line.kind,
        target=line.target,
        reason=line.reason,
        step=step,
        moved=_moved(reading, step) if step == seq else (),
    )


def _moved(reading: Reading, step: int) -> tuple[MovedRating, ...]:
    return tuple(
        MovedRating(player=row.player, list=row.list, unit=row.unit, on=row.on, before=row.before, after=row.after)
        for row in impact(reading, step).rows
        if row.before != row.after
    )
