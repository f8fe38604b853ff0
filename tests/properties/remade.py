"""The ledger's tables made again in other ways: rebuilt, replayed until an event, rated
in one pass.
"""

import sqlite3
from collections.abc import Sequence
from typing import Any

from ledger.store.connection import Connection
from ledger.store.events import events_after
from ledger.store.tables import DDL, kind_and_name
from ledger.timeline import Timeline
from projections.replay import steps
from projections.replay.entry import changes_of, entry_of
from projections.replay.exported_row import row_of
from projections.replay.loop import replay
from projections.replay.memory_repository import MemoryRepository
from projections.replay.persons import Persons
from projections.replay.unit_row import UnitRow
from projections.tables import schema
from projections.tables.build import rebuild
from rulebooks import rulebook
from rulebooks.base import Change
from tests.world.rows import COLUMNS, Stored, known_rows


def events_alone(source: Connection) -> sqlite3.Connection:
    """The stored events and their hashes in a database of their own, where nobody has a
    name.
    """
    memory = sqlite3.connect(":memory:", isolation_level=None)
    memory.execute(
        "CREATE TABLE event (seq INTEGER PRIMARY KEY, stream TEXT, version INTEGER,"
        " topic TEXT, recorded_at TEXT, submission INTEGER, state BLOB)"
    )
    rows = source.execute(
        "SELECT seq, stream, version, topic, recorded_at, submission, state FROM event"
    ).fetchall()
    memory.executemany("INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
    memory.execute("CREATE TABLE tree (seq INTEGER PRIMARY KEY, hash BLOB)")
    memory.executemany(
        "INSERT INTO tree VALUES (?, ?)",
        source.execute("SELECT seq, hash FROM tree").fetchall(),
    )
    memory.execute("CREATE INDEX event_by_stream ON event (stream, version)")
    for statement in DDL:
        if kind_and_name(statement) in {
            ("table", name)
            for name in ("person", "former_name", "detail", "source_file", "checkpoint")
        }:
            memory.execute(statement)
    memory.executemany(
        "INSERT INTO detail VALUES (?, ?, ?, ?, ?, ?)",
        source.execute("SELECT * FROM detail").fetchall(),
    )
    return memory


def tables(connection: Connection) -> set[tuple[Any, ...]]:
    """Every row of every read table."""
    return {
        (name, *row)
        for name in schema.TABLES
        for row in connection.execute(f"SELECT * FROM {name}").fetchall()
    }


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
        return [row[: len(COLUMNS)] for row in known_rows(memory, upto, source)]
    finally:
        memory.close()


def one_pass(connection: Connection) -> list[Stored]:
    """The rows of the final facts, rated once in order: no steps, no cone."""
    timeline = Timeline()
    for event in events_after(connection, 0):
        timeline.apply(event)
    repository, persons = MemoryRepository(), Persons(timeline)
    for unit in steps.every_unit(timeline):
        repository.change((unit.list, unit.place), None, unit)
    book = steps.new_book(repository, persons)
    replay(repository.units, book, persons)
    book.write(0)

    def work_out(row: UnitRow, player: str) -> Sequence[Change]:
        return changes_of(row, repository.unit(row.key), persons, rulebook(row.list))

    return [
        tuple(row_of(entry_of(row, figure, work_out)))
        for row in repository.rows.values()
        for figure in row.figures
    ]
