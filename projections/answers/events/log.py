"""`selo log`: the events, newest first."""

from collections.abc import Set
from itertools import islice

from ledger.answer import Answer
from ledger.events import OFFICE, Event, PlayersMerged
from ledger.store.events import newest_first
from projections.answers.events.event_lines import EventLine, event_line, subject
from projections.answers.players.career import known_player
from projections.answers.reading import Basis, Reading
from projections.answers.tournaments.tournament import tournament_at


class LogAnswer(Answer, frozen=True, kw_only=True):
    """The answer of `log`."""

    events: tuple[EventLine, ...]
    basis: Basis


def log(
    reading: Reading, limit: int | None = None, player: str | None = None, tournament: str | None = None
) -> LogAnswer:
    """All events, or those about a player and their tournaments, or about a tournament."""
    streams: set[str] | None = None
    ids: set[str] = set()
    if player is not None:
        ids = {player, *reading.timeline.aliases(known_player(reading, player))}
        streams = {f"player:{name}" for name in ids} | {OFFICE}
        streams |= {f"tournament:{played}" for name in ids for played in reading.index.tournaments_of(name)}
    if tournament is not None:
        streams = (streams or set()) | {f"tournament:{tournament_at(reading, tournament).id}"}
    events = (
        event
        for event in newest_first(reading.events, reading.known_seq, streams)
        # the office has one stream for everything, so a player's log takes only their merges from it
        if player is None or event.stream != OFFICE or _merges(event, ids, reading)
    )
    return LogAnswer(events=tuple(event_line(event, reading) for event in islice(events, limit)), basis=reading.basis())


def _merges(event: Event, ids: Set[str], reading: Reading) -> bool:
    """Whether the event merged one of the ids, or took such a merge back."""
    body = subject(event, reading).body
    return isinstance(body, PlayersMerged) and bool({body.merged, body.into} & ids)
