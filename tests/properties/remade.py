"""The ledger's tables made again in other ways: rebuilt, replayed until an event, rated in one pass."""

import sqlite3
from typing import Any

from ledger.store.database import Connection
from ledger.store.events import events_after
from ledger.timeline import Timeline
from projections.replay.book import Book
from projections.replay.build import people, rebuild
from projections.replay.handlers import given_units, tournament_units
from projections.replay.loop import replay
from projections.replay.rows import COLUMNS, Stored
from projections.replay.shelf import MemoryShelf
from projections.tables import schema
from tests.properties.telling import current


def events_alone(source: Connection) -> sqlite3.Connection:
    """The stored events in a database of their own."""
    memory = sqlite3.connect(":memory:", isolation_level=None)
    memory.execute(
        "CREATE TABLE event (seq INTEGER PRIMARY KEY, stream TEXT, version INTEGER, topic TEXT, recorded_at TEXT,"
        " submission INTEGER, state BLOB)"
    )
    rows = source.execute("SELECT seq, stream, version, topic, recorded_at, submission, state FROM event").fetchall()
    memory.executemany("INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
    memory.execute("CREATE INDEX event_by_stream ON event (stream, version)")
    return memory


def tables(connection: Connection) -> set[tuple[Any, ...]]:
    """Every row of every read table."""
    return {(name, *row) for name in schema.TABLES for row in connection.execute(f"SELECT * FROM {name}").fetchall()}


def rebuilt(source: Connection) -> set[tuple[Any, ...]]:
    """The read tables as a rebuild makes them elsewhere, superseded entries included."""
    memory = sqlite3.connect(":memory:", isolation_level=None)
    try:
        rebuild(source, memory)
        return tables(memory)
    finally:
        memory.close()


def replayed(source: Connection, upto: int) -> list[Stored]:
    """The rows that stood after an event, inside a submission too, without known_from."""
    memory = sqlite3.connect(":memory:", isolation_level=None)
    try:
        rebuild(source, memory, upto)
        return [row[: len(COLUMNS)] for row in current(memory)]
    finally:
        memory.close()


def one_pass(connection: Connection) -> list[Stored]:
    """The rows of the final facts, rated once in order: no steps, no cone."""
    timeline = Timeline()
    for event in events_after(connection, 0):
        timeline.apply(event)
    shelf = MemoryShelf()
    for now in timeline.seen_tournaments():
        for _, units, _ in tournament_units(now, timeline):
            for unit in units:
                shelf.put(unit)
    for player in timeline.seen_players():
        if timeline.resolve(player.id) == player.id:
            for unit in given_units(player.id, timeline):
                shelf.put(unit)
    book = Book(shelf)
    replay(shelf.units, book, people(timeline))
    book.keep(0)
    return [tuple(row) for row, _ in shelf.versions.values()]
