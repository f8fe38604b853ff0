"""Every entry of a ledger or a run, worked out in full: as entries, and as flat rows to
compare whole.
"""

from typing import Any

from ledger.store.connection import Connection
from ledger.store.events import head
from projections.answers.reading import Reading
from projections.opened_ledger import OpenedLedger
from projections.replay.entry import is_as_stored
from projections.replay.exported_row import Key, Row, row_of
from projections.runs.over_all_games import Run
from rulebooks.entries import WorkedEntry

FOREVER = "9999-12-31"
COLUMNS = Row._fields
Stored = tuple[Any, ...]  # a row with known_from and known_to behind the columns


def reading_of(
    tables: Connection, seq: int | None = None, events: Connection | None = None
) -> Reading:
    """Everything, or what was known at a seq; the events stand elsewhere when the
    tables are in memory.
    """
    events = events or tables
    return Reading(
        OpenedLedger(events, tables), FOREVER, head(events) if seq is None else seq
    )


def entries_in(connection: Connection, seq: int | None = None) -> list[WorkedEntry]:
    """The entries that stand, or stood as known at a seq."""
    return [entry.worked_out() for entry in reading_of(connection, seq).entries()]


def stored_versions(
    tables: Connection, events: Connection | None = None
) -> dict[tuple[Key, int], Stored]:
    """Every entry as a flat row with known_from and known_to behind it, the superseded
    ones too.
    """
    rows = [
        (row_of(version.entry), version.known_from, version.known_to)
        for version in reading_of(tables, None, events).every_version()
    ]
    return {
        (row.key, known_from): (*row, known_from, known_to)
        for row, known_from, known_to in rows
    }


def standing_rows(tables: Connection) -> list[Stored]:
    """The flat rows that stand, with since when."""
    versions = reading_of(tables).every_version()
    return [
        (*row_of(version.entry), version.known_from)
        for version in versions
        if version.known_to is None
    ]


def known_rows(
    tables: Connection, seq: int, events: Connection | None = None
) -> list[Stored]:
    """The flat rows that were in force after a seq, with since when."""
    versions = reading_of(tables, seq, events).every_version()
    return [
        (*row_of(version.entry), version.known_from)
        for version in versions
        if version.known_at(seq)
    ]


def entries_of_run(run: Run) -> list[WorkedEntry]:
    """Every row rated again, in the order of computation; it comes to the figures that
    the row holds.
    """
    entries = []
    for row in run.rows:
        figures = {(figure.player, figure.kind): figure for figure in row.figures}
        for change in run.changes(row):
            assert is_as_stored(change, figures.pop((change.player, change.kind))), (
                row.place
            )
            entries.append(
                WorkedEntry.from_change(
                    row.list,
                    row.place,
                    row.unit,
                    row.tournament,
                    row.on,
                    row.edition,
                    row.seq,
                    change,
                )
            )
        assert not figures, row.place
    return entries


def rows_of_run(run: Run) -> list[Row]:
    return [row_of(entry) for entry in entries_of_run(run)]
