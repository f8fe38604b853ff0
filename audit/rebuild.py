"""Making the read tables again, and proving that the stored ones say the same."""

from typing import Any

from ledger.store.database import snapshot
from ledger.store.event_log import Store
from projections.replay.build import catch_up, one_pass_differences, rebuild
from projections.replay.loop import Progress
from projections.replay.revisions import check
from projections.tables.compare import differences
from projections.tables.lookups import Index
from projections.tables.memory import memory_tables

SHOWN = 10


def rebuild_ledger(path: str, progress: Progress | None = None) -> dict[str, Any]:
    """All read tables from the events, in one transaction."""
    with Store(path) as store, store.writing() as writer:
        check(Index(writer.connection).timeline())
        built = rebuild(writer.connection, writer.connection, None, progress)
    return {"events": built.events, "entries": len(built.shelf.versions), "equal": True}


def check_tables(path: str, progress: Progress | None = None) -> dict[str, Any]:
    """The stored tables beside a replay step by step, and that beside the final facts in one pass."""
    with Store(path) as store, store.writing() as writer:
        check(Index(writer.connection).timeline())
        catch_up(writer.connection)
    with snapshot(path) as stored, memory_tables() as fresh:
        built = rebuild(stored, fresh, None, progress)
        found = differences(stored, fresh)
        found += one_pass_differences(built)
    return {
        "events": built.events,
        "entries": len(built.shelf.versions),
        "equal": not found,
        "differences": found[:SHOWN],
    }
