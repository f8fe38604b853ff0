"""A later version of this program, invented: one step of the schema, one layout of read
tables, one topic further.
"""

from typing import Any

import msgspec
import pytest

from ledger import events
from ledger.events import PlayerRegistered, PlayerSealed, sealed
from ledger.store import tables
from projections.tables import schema

STEP = (
    "CREATE TABLE remark (seq INTEGER PRIMARY KEY, words TEXT NOT NULL)",
    "CREATE INDEX remark_by_words ON remark (words)",
)


def with_step(later: pytest.MonkeyPatch, *more: str) -> None:
    """Format 2 has a table that format 1 has not."""
    later.setattr(tables, "STEPS", (*tables.STEPS, (*STEP, *more)))


def with_tables(later: pytest.MonkeyPatch) -> None:
    """The read tables are laid out otherwise, so those that are there are made again."""
    later.setattr(schema, "VERSION", schema.VERSION + 1)


class PlayerWithLanguage(PlayerSealed, frozen=True):
    """A player of version 2: with the language that letters to them are in."""

    topic, kind, heading = "player-registered.v2", "player", "Player"
    language: str = "fi"


def with_language(player: PlayerSealed) -> PlayerWithLanguage:
    return PlayerWithLanguage(**msgspec.structs.asdict(player))


def with_topic(later: pytest.MonkeyPatch) -> None:
    """Players are stored in a new shape, and those of the shape before are read as if
    they had it.
    """
    topic = PlayerWithLanguage.topic
    later.setitem(events.TOPICS, topic, PlayerWithLanguage)
    later.setitem(events._BODIES, topic, msgspec.json.Decoder(PlayerWithLanguage))
    upcasters: dict[Any, Any] = events.UPCASTERS
    later.setitem(upcasters, PlayerSealed, with_language)
    later.setattr(events, "sealed", lambda player: with_language(sealed(player)))
    later.setattr(PlayerRegistered, "topic", topic)
