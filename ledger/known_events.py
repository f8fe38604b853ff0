"""The events of a ledger up to a seq, and the timeline that they make."""

from collections.abc import Iterator, Sequence

from ledger.events import Event
from ledger.store.connection import Connection
from ledger.store.events import (
    event_at,
    events_of,
    events_of_streams,
    numbers_behind,
    players_with_title_decisions,
    registered_players,
    shared_prefix,
)
from ledger.timeline import Timeline


class KnownEvents:
    """The events of a ledger up to a seq; all of them, where none is given."""

    def __init__(self, connection: Connection, upto: int | None = None) -> None:
        """Read no further than event `upto`; None: all that is recorded. `streams_read`
        counts the streams that were asked for.
        """
        self._events = connection
        self._upto = upto
        self._expected: dict[str, list[Event]] = {}
        self.streams_read = 0

    def event(self, seq: int) -> Event | None:
        """Return an event; None for one that the index does not know."""
        if self._upto is not None and seq > self._upto:
            return None
        return event_at(self._events, seq)

    def expect(self, streams: Sequence[str]) -> None:
        """Read the events of these streams together, because they are about to be asked
        for one by one.
        """
        self._expected = events_of_streams(self._events, streams, self._upto)

    def stream(self, name: str) -> Iterator[Event]:
        """Yield the events of one stream, such as a tournament's, in recorded order. A
        stream that was expected has been read already and is given once.
        """
        self.streams_read += 1
        expected = self._expected.pop(name, None)
        if expected is not None:
            return iter(expected)
        return events_of(self._events, name, self._upto)

    def timeline(self) -> Timeline:
        return Timeline(self.stream, expect=self.expect)

    def all_players(self) -> list[str]:
        """Return everybody who was ever registered."""
        return registered_players(self._events)

    def free_player_ids(self, but: str) -> Iterator[str]:
        """Yield ids that nobody ever had, in the shape that all of them have; none where
        they have no such shape in common.

        `but`: ids that begin with it are not looked at. After P001 to P003, with a gap
        or without one: P004, P005 and so on.
        """
        prefix = shared_prefix(self._events, but)
        if prefix is None:
            return

        yield from numbers_behind(self._events, prefix).next_ids(prefix)

    def decided_titles(self) -> list[str]:
        """Return the players about whose titles something was decided."""
        return players_with_title_decisions(self._events)
