"""Make the read tables: from empty by a replay of all events, or further by what was
just recorded; in memory, for what the stored ones cannot answer and for checking them.
"""

import sqlite3
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import NamedTuple

from ledger.events import Event
from ledger.store.connection import Connection
from ledger.store.counted import Counting
from ledger.store.events import events_after, events_of, head
from ledger.timeline import Timeline
from projections import revisions
from projections.replay.book import Book
from projections.replay.loop import Progress
from projections.replay.memory_repository import MemoryRepository
from projections.replay.persons import Persons
from projections.replay.steps import Rebuilt, project, submissions
from projections.replay.unit_row import UnitRow
from projections.tables import schema, units
from projections.tables.checked_rows import Row
from projections.tables.counting import count_all, count_ratings
from projections.tables.followed import followed_by, version_and_seq
from projections.tables.lookups import Index
from projections.tables.notes import CollectedNotes, count_step, note_event, note_step
from projections.tables.players import (
    INSERT_PLAYER,
    INSERT_SEAT,
    INSERT_TITLE,
    note_seat,
    player_row,
    seat_row,
    title_row,
)
from projections.tables.table_repository import TableRepository


@contextmanager
def memory_tables() -> Iterator[sqlite3.Connection]:
    """Open an empty database in memory, in one transaction, and close it at the end.
    Other threads may use it.
    """
    connection = sqlite3.connect(
        ":memory:", isolation_level=None, check_same_thread=False
    )
    connection.execute("BEGIN")  # without, every single row is a transaction of its own
    try:
        yield connection
    finally:
        connection.close()


@contextmanager
def replayed_tables(connection: Connection, known: int) -> Iterator[sqlite3.Connection]:
    """Make the read tables of a ledger in memory, from its events up to a seq, by the
    rules that it follows; refused where this version has other rules that nobody has
    accepted.

    `known`: the last seq. The tables are gone when the context ends.
    """
    revisions.refuse_unlike_editions(Index(connection).timeline())
    with memory_tables() as memory:
        rebuild(connection, memory, known)
        yield memory


class StepFacts(NamedTuple):
    """The facts before a step, twice: those that stay, and those that the step takes
    further.
    """

    before: Timeline
    further: Timeline


def project_stored(
    connection: Connection,
    events: Sequence[Event],
    progress: Progress | None = None,
    facts: StepFacts | None = None,
) -> Book:
    """Project one step of stored and noted events into the tables that follow
    everything before it.

    `facts`: those before the first of them, from a caller who has read them already.

    Returned is what became of the ratings. The caller has stored the events and noted
    them, and commits.
    """
    first, last = events[0].seq, events[-1].seq
    if facts is None:
        earlier = Index(connection, first - 1)
        facts = StepFacts(earlier.timeline(), earlier.timeline())
    last_number = followed_by(connection).number
    if last_number == 0:
        projected = _project_first(connection, events, facts.further, progress)
    else:
        projected = _project_next(connection, events, facts, last_number, progress)

    note_step(connection, first, last)
    count_step(connection, events, facts.further, projected.counting)
    projected.counting.write(connection)
    schema.follow(connection, connection, last, projected.last_number)
    return projected.book


class ProjectedStep(NamedTuple):
    """What became of a step, what has to be counted of its rows, and the last number
    that a unit has.
    """

    book: Book
    counting: Counting
    last_number: int


def _project_first(
    connection: Connection,
    events: Sequence[Event],
    timeline: Timeline,
    progress: Progress | None,
) -> ProjectedStep:
    """Project into empty tables: there is nothing to look up, so work in memory and
    write everything at once.

    The first step of a ledger is often the import of many years.
    """
    memory = MemoryRepository()
    persons = Persons(timeline)
    book = project(events, timeline, memory, Index(connection), persons, progress)
    # indexes are dropped meanwhile: made once over sorted rows they cost a fraction
    schema.unindex(connection)
    fill_tables(connection, memory)
    schema.index(connection)

    counting = Counting()
    count_ratings(connection, counting)
    return ProjectedStep(book, counting, memory.last_number)


def _project_next(
    connection: Connection,
    events: Sequence[Event],
    facts: StepFacts,
    last_number: int,
    progress: Progress | None,
) -> ProjectedStep:
    """Project into tables that follow everything before the step.

    `facts`: those before the step; its second timeline goes past the events here.
    """
    before, timeline = facts
    tables = TableRepository(connection, timeline, before, last_number)
    persons = Persons(timeline)
    book = project(events, timeline, tables, Index(connection), persons, progress)
    return ProjectedStep(book, tables.counting, tables.last_number)


def catch_up(connection: Connection, progress: Progress | None = None) -> None:
    """Project what was stored and not projected; a process that died in between leaves
    nothing to repair.

    Nothing is done where the tables follow every event. Tables of another version are
    refused.
    """
    if schema.follow_all(connection):
        return

    version, seq = version_and_seq(connection)
    schema.refuse_other(version)
    # what is missing would be rated by other rules than what is there
    revisions.check_written(Index(connection).timeline())
    if not version:
        rebuild(connection, connection, None, progress)
        return

    for events in submissions(events_after(connection, seq)):
        # each step starts from the facts before it, so that `known_from` comes out as
        # if it had never been missed
        timeline = Index(connection, events[0].seq - 1).timeline()
        for event in events:
            note_event(connection, event, timeline)
        project_stored(connection, events, progress)


def rebuild(
    source: Connection,
    target: Connection,
    upto: int | None = None,
    progress: Progress | None = None,
    cuts: Collection[int] = (),
) -> Rebuilt:
    """Project all steps again from the events alone. Superseded entries come back too.

    `cuts`: states inside submissions that the tables are to answer for as well.

    `source`: the ledger; `target`: where the tables are made, which may be the ledger
    itself or a database in memory. `upto`: the last event; without it, all. `progress`
    is told how many events are done, and of how many.
    """
    revisions.check_known(Timeline(partial(events_of, source)))
    # indexes come last: filling them row by row in the order of arrival costs half as
    # much again
    schema.remake(target)
    timeline = Timeline()
    persons = Persons(timeline)
    repository = MemoryRepository()
    notes = CollectedNotes()
    total = head(source) if upto is None else upto
    last = 0
    for events in submissions(events_after(source, 0, upto), cuts):
        project(events, timeline, repository, notes, persons)
        notes.steps.append((events[-1].seq, events[0].seq))
        last = events[-1].seq
        if progress is not None:
            progress(last, total)
    notes.fill_tables(source, target)
    entries = fill_tables(target, repository)

    schema.index(target)
    count_all(target, last, notes.people_facts if target is source else None)
    schema.follow(target, source, last, repository.last_number)
    return Rebuilt(last, timeline, repository, entries, notes.people_facts)


def fill_tables(connection: Connection, repository: MemoryRepository) -> int:
    """Write a whole rebuild at once into empty tables, and return how many entries were
    ever written.

    What has to be counted of it, the caller counts.
    """
    rows = [*repository.rows.values(), *repository.closed]
    rows.sort(key=units.in_order)
    units.insert(connection, rows)
    seats = _seat_rows(rows)
    connection.executemany(INSERT_SEAT, sorted(seats))
    players = map(player_row, repository.every_tally())
    connection.executemany(INSERT_PLAYER, sorted(players))
    titles = [title_row(title, known_to) for title, known_to in repository.titles]
    connection.executemany(INSERT_TITLE, titles)
    return sum(row.new_entries for row in rows)


def _seat_rows(rows: Iterable[UnitRow]) -> Iterator[Row]:
    """Yield who ever had a seat in these units, which are in the order of places: then
    the seats come out in order too.

    Each career is one row, with the numbers of its units.
    """
    seats: dict[str, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    for row in rows:
        numbers_of = seats[row.list]
        for player in row.players:
            note_seat(numbers_of[player], row.number)

    for list_name, numbers_of in seats.items():
        for player, numbers in numbers_of.items():
            yield seat_row(player, list_name, numbers)


def current_titles(tables: Connection) -> dict[tuple[str, str], tuple[str | None, ...]]:
    """Return where titles are reached by (player, title), the day first.

    Where they were reached is (day, tournament, game); a part that there is not is
    None. Without read tables, there are none.
    """
    if not schema.has_tables(tables):
        return {}

    query = (
        "SELECT player, title, on_day, tournament, game FROM title WHERE known_to IS"
        " NULL"
    )
    reached: dict[tuple[str, str], tuple[str | None, ...]] = {}
    for player, title, *where in tables.execute(query).fetchall():
        reached[player, title] = tuple(where)

    return reached


def current_ratings(tables: Connection) -> dict[tuple[str, str], int]:
    """Return the ratings by (player, list).

    Who has no rating is left out. Without read tables, there are none.
    """
    if not schema.has_tables(tables):
        return {}

    rows = tables.execute("SELECT player, list, rating FROM player").fetchall()
    ratings = {}
    for player, list_name, rating in rows:
        if rating is not None:
            ratings[player, list_name] = rating

    return ratings
