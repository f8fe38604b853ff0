"""What a look-up costs does not grow with the ledger: each of its queries goes straight
to the rows it needs.
"""

import sqlite3
from contextlib import closing
from pathlib import Path

from projections.answers.players.show import show
from tests.command.test_cost_in_statements import evening, people
from tests.world.ledger import every_fact, ledger

HAVE_ONE_ROW = ("SCAN sqlite_master", "SCAN projected")  # or few


def test_a_look_up_reads_no_range_of_rows(demo_ledger: Path) -> None:
    with closing(sqlite3.connect(demo_ledger, isolation_level=None)) as connection:
        reading = every_fact(connection, "2025-11-01")
        show(reading, "F001")  # what is read once for all questions
        asked: list[str] = []
        connection.set_trace_callback(asked.append)
        show(reading, "F033")
        connection.set_trace_callback(None)
        plans = {
            query: [row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {query}")]
            for query in asked
        }
    assert any("FROM player" in query for query in plans)
    steps = [
        (step, query)
        for query, plan in plans.items()
        for step in plan
        if step not in HAVE_ONE_ROW
    ]
    assert [
        (step, query) for step, query in steps if "<" in step or step.startswith("SCAN")
    ] == []


def test_a_submission_reads_no_whole_table(tmp_path: Path) -> None:
    with ledger(tmp_path) as told:
        told.submit(*people(0, 2), *map(evening, range(20)))
        connection = told.writer.connection
        asked: list[str] = []
        connection.set_trace_callback(asked.append)  # type: ignore[attr-defined]
        told.submit(evening(20))
        told.submit(
            evening(21)
            | {
                "tournament": "late",
                "start": "2010-01-08",
                "end": "2010-01-08",
            }
        )
        connection.set_trace_callback(None)  # type: ignore[attr-defined]
        selects = [
            query
            for query in asked
            if query.startswith("SELECT") and "LIMIT 1" not in query
        ]
        plans = [
            (row[3], query)
            for query in selects
            for row in connection.execute(f"EXPLAIN QUERY PLAN {query}")
        ]
    assert any("FROM tournament" in query for _, query in plans)
    assert [
        plan
        for plan in plans
        if plan[0].startswith("SCAN") and plan[0] not in HAVE_ONE_ROW
    ] == []
