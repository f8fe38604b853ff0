"""`selo log`: the events, newest first. `selo follow`: every event in recorded order and what it moved, so that another
program can keep in step."""

from collections.abc import Set
from itertools import islice
from typing import NamedTuple

from msgspec.structs import asdict

from ledger.answer import Answer
from ledger.errors import Problem, Usage
from ledger.events import KINDS, OFFICE, Event, PlayersMerged
from ledger.office import local_day, settings_of
from ledger.store.events import head, newest_first
from messages import Message, say
from projections.answers.events.content import summary
from projections.answers.events.event_lines import EventLine, event_line, events_between, subject
from projections.answers.events.impact import impact
from projections.answers.players.career import known_player
from projections.answers.reading import Basis, Reading
from projections.answers.tournaments.tournament import tournament_at


class LoggedEvent(EventLine, frozen=True, kw_only=True):
    """An event with what it changed in the facts, in words."""

    text: Message


class LogAnswer(Answer, frozen=True, kw_only=True):
    """The answer of `log`."""

    events: tuple[LoggedEvent, ...]
    basis: Basis


class LogFilters(NamedTuple):
    """Which events to show besides those about somebody: recorded by whom, of which kind, on which days."""

    by: str | None = None
    kind: str | None = None
    since: str | None = None
    until: str | None = None

    def passes(self, event: Event, zone: str) -> bool:
        day = local_day(event.recorded_at, zone)
        return (
            self.by in (None, event.actor)
            and self.kind in (None, event.kind)
            and (self.since is None or day >= self.since)
            and (self.until is None or day <= self.until)
        )


EVERYTHING = LogFilters()


def log(
    reading: Reading, limit: int | None = None, player: str | None = None, tournament: str | None = None,
    filters: LogFilters = EVERYTHING,
) -> LogAnswer:  # fmt: skip
    """All events, or those about a player and their tournaments, or about a tournament."""
    if filters.kind is not None and filters.kind not in KINDS.values():
        hint = say("one of: {names}", names=", ".join(sorted(set(KINDS.values()))))
        raise Usage(
            Problem("unknown-kind", say("there is no kind of event {name}", name=repr(filters.kind)), hint=hint)
        )
    streams: set[str] | None = None
    ids: set[str] = set()
    if player is not None:
        ids = {player, *reading.timeline.aliases(known_player(reading, player))}
        streams = {f"player:{name}" for name in ids} | {OFFICE}
        streams |= {f"tournament:{played}" for name in ids for played in reading.index.tournaments_of(name)}
    if tournament is not None:
        streams = (streams or set()) | {f"tournament:{tournament_at(reading, tournament).id}"}
    zone = settings_of(reading.events).time_zone
    events = (
        event
        for event in newest_first(reading.events, reading.known_seq, streams)
        # the office has one stream for everything, so a player's log takes only their merges from it
        if (player is None or event.stream != OFFICE or _merges(event, ids, reading)) and filters.passes(event, zone)
    )
    shown = tuple(
        LoggedEvent(**asdict(event_line(event, reading)), text=summary(event, reading))
        for event in islice(events, limit)
    )
    return LogAnswer(events=shown, basis=reading.basis())


def _merges(event: Event, ids: Set[str], reading: Reading) -> bool:
    """Whether the event merged one of the ids, or took such a merge back."""
    body = subject(event, reading).body
    return isinstance(body, PlayersMerged) and bool({body.merged, body.into} & ids)


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
