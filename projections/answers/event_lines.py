"""An event as a line for people, and what such lines are made from."""

from ledger.events import OFFICE, Event
from messages.answer import Answer, Moment
from projections.answers.reading import Reading


class EventLine(Answer, frozen=True, kw_only=True):
    """An event: when it was recorded, by whom, and what it is about."""

    seq: int
    recorded_at: Moment
    actor: str
    kind: str
    target: str
    reason: str | None


def event_line(event: Event, reading: Reading) -> EventLine:
    return EventLine(
        seq=event.seq,
        recorded_at=event.recorded_at,
        actor=event.actor,
        kind=event.kind,
        target=subject(event, reading).target,
        reason=event.reason,
    )


def subject(event: Event, reading: Reading) -> Event:
    """Return the event that an event is about: the office withdraws or reinstates a merge or an adoption by its seq."""
    seq = getattr(event.body, "withdrawn", None) or getattr(event.body, "reinstated", None)
    return (reading.index.event(seq) or event) if event.stream == OFFICE and seq else event


def events_between(reading: Reading, first: int, last: int) -> list[Event]:
    """Return the events from one seq to another, both included. A seq that the reading does not know is left out."""
    return [event for seq in range(first, last + 1) if (event := reading.index.event(seq)) is not None]
