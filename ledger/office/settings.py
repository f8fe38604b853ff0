"""The settings of a ledger, from its own events: the latest one holds them all."""

from ledger.answer import Answer
from ledger.events import SETTINGS, SettingsStated
from ledger.store.database import Connection
from ledger.store.events import last_of_stream


class SettingsAnswer(Answer, frozen=True, kw_only=True):
    """The answer of `selo settings`; `seq`: the event that stated them, null where everything is at its default."""

    time_zone: str
    clock_ahead_hours: int
    seq: int | None


def settings_of(connection: Connection) -> SettingsStated:
    """What holds now; one look-up, for every question asks."""
    event = last_of_stream(connection, SETTINGS)
    return SettingsStated() if event is None else event.body


def settings_answer(connection: Connection) -> SettingsAnswer:
    event, stated = last_of_stream(connection, SETTINGS), settings_of(connection)
    seq = None if event is None else event.seq
    return SettingsAnswer(time_zone=stated.time_zone, clock_ahead_hours=stated.clock_ahead_hours, seq=seq)
