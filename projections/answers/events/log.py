"""`selo log`: the events, newest first."""

from collections.abc import Set
from itertools import islice
from typing import NamedTuple

from msgspec.structs import asdict

from ledger.answer import Answer
from ledger.errors import Problem, Usage
from ledger.events import KINDS, OFFICE, Event, PlayersMerged
from ledger.office.days import local_day
from ledger.office.settings import settings_of
from ledger.store.events import newest_first
from messages import Message, say
from projections.answers.events.content import summary
from projections.answers.events.event_lines import EventLine, event_line, subject
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
