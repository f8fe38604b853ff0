"""The events as a list for people, newest first."""

from typing import Any

from projections import careers
from projections.impact import event_line
from projections.views.index import recent
from projections.views.reading import Reading


def log(
    reading: Reading, limit: int | None = None, player: str | None = None, tournament: str | None = None
) -> dict[str, Any]:
    streams: set[str] | None = None
    if player is not None:
        ids = reading.timeline.aliases(careers.who(reading, player))
        streams = {f"player:{name}" for name in ids}
        streams |= {f"tournament:{found}" for name in ids for found in reading.index.tournaments_of(name)}
    if tournament is not None:
        from projections.tournaments import held

        streams = (streams or set()) | {f"tournament:{held(reading, tournament).id}"}
    events = recent(reading.events, reading.known_seq, limit, streams)
    return {"events": [event_line(event) for event in events], "basis": reading.basis().as_dict()}
