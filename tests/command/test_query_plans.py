"""What a look-up costs does not grow with the ledger: each of its queries goes straight to the rows it needs."""

import sqlite3
from contextlib import closing
from pathlib import Path

from projections.answers.players.show import show
from tests.world.ledger import every_fact

HAVE_ONE_ROW = ("SCAN sqlite_master", "SCAN projected")  # or few


def test_a_look_up_reads_no_range_of_rows(demo_ledger: Path) -> None:
    with closing(sqlite3.connect(demo_ledger, isolation_level=None)) as connection:
        reading = every_fact(connection, "2025-11-01")
        show(reading, "F001")  # what is read once for all questions
        asked: list[str] = []
        connection.set_trace_callback(asked.append)
        show(reading, "F033")
        connection.set_trace_callback(None)
        plans = {query: [row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {query}")] for query in asked}
    assert any("FROM unit" in query for query in plans)
    steps = [(step, query) for query, plan in plans.items() for step in plan if step not in HAVE_ONE_ROW]
    assert [(step, query) for step, query in steps if "<" in step or step.startswith("SCAN")] == []
