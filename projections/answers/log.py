"""The events as a list for people, newest first."""

from itertools import islice
from typing import Any

from ledger.events import OFFICE, Event, PlayersMerged
from ledger.store.events import newest_first
from projections.answers.impact import event_line, subject
from projections.answers.players.career import known_player
from projections.answers.reading import Reading
from projections.answers.tournaments.tournament import tournament_at


def log(
    reading: Reading, limit: int | None = None, player: str | None = None, tournament: str | None = None
) -> dict[str, Any]:
    streams: set[str] | None = None
    ids: set[str] = set()
    if player is not None:
        ids = {player, *reading.timeline.aliases(known_player(reading, player))}
        streams = {f"player:{name}" for name in ids} | {OFFICE}
        streams |= {f"tournament:{found}" for name in ids for found in reading.index.tournaments_of(name)}
    if tournament is not None:
        streams = (streams or set()) | {f"tournament:{tournament_at(reading, tournament).id}"}
    found = newest_first(reading.events, reading.known_seq, streams)
    about = (event for event in found if player is None or event.stream != OFFICE or _merges(event, ids, reading))
    lines = [event_line(event, reading) for event in islice(about, limit)]
    return {"events": lines, "basis": reading.basis().as_dict()}


def _merges(event: Event, ids: set[str], reading: Reading) -> bool:
    """Of the office's events those that made somebody another, and took that back."""
    body = subject(event, reading).body
    return isinstance(body, PlayersMerged) and bool({body.merged, body.into} & ids)
