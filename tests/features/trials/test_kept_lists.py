"""A list that the ledger keeps is read from its tables for a trial, and says what it
would say if it were run.
"""

import sqlite3
from itertools import product
from pathlib import Path

import pytest

from features.trials.what_if import Proposal, with_changes
from ledger.store.events import events_after, head
from ledger.timeline import Timeline
from projections.answers import Question
from projections.answers.opened import opened_with_all_events
from projections.answers.reading import Reading
from projections.opened_ledger import OpenedLedger
from projections.runs.over_all_games import Facts, KeptRun, Run
from projections.runs.setups import setups
from tests.properties.telling import ledger_of, long_story
from tests.world.documents import opening, player, tournament
from tests.world.ledger import TODAY, ledger


def told(run: Run) -> tuple[object, ...]:
    """All that an answer takes from a run."""
    return (
        # not since when rows and entries are known: a run does not know it
        [
            (
                row.place,
                row.kind,
                row.edition,
                row.seq,
                row.players,
                row.body.before,
                row.figures,
            )
            for row in run.rows
        ],
        run.units,
        run.totals(),
        run.titles(),
    )


WITH_TITLES = 3  # the seed of a story in which some get titles


@pytest.mark.parametrize(
    "seed",
    [
        WITH_TITLES,
        *(pytest.param(seed, marks=pytest.mark.torture) for seed in range(5100, 5112)),
    ],
)
def test_a_list_as_it_is_kept_is_the_list_as_it_runs(seed: int) -> None:
    """On any day, as known at any time: kept titles, sums and rows are those of a run
    over the facts.
    """
    kept = titled = 0
    with ledger_of(long_story(seed).documents()) as story:
        newest = head(story.connection)
        for as_of, known in product(
            (TODAY, "2024-06-30", "2021-01-01"), (newest, newest // 2, newest // 3)
        ):
            timeline = Timeline()
            for event in events_after(story.connection, 0, known):
                timeline.apply(event)
            found = Reading(OpenedLedger(story.connection), as_of, known, timeline)
            facts = Facts(found)
            for setup in setups(timeline, ["selo", "pelo"]):
                looked, ran = facts.list_of(setup), facts.run(setup)
                assert told(looked) == told(ran), (seed, setup.list, as_of, known)
                kept += isinstance(looked, KeptRun)
                titled += bool(ran.titles())
    assert kept > 2
    # in some stories nobody reaches a title
    if seed == WITH_TITLES:
        assert titled > 2


def test_a_list_is_run_where_the_tables_keep_another(tmp_path: Path) -> None:
    """Another edition, another list, changed rules, or tables that do not follow every
    event.
    """
    with ledger(tmp_path) as here:
        here.submit(
            player("A"),
            player("B"),
            opening("A", 1800),
            tournament("T", "2024-01-10", ("A", "B", "1-0")),
        )
    file = tmp_path / "test.db"
    with opened_with_all_events(str(file), Question(), TODAY) as found:
        facts = Facts(found)
        [own, edition, other] = setups(found.timeline, ["selo", "selo:fi-1990", "elo"])
        assert isinstance(facts.list_of(own), KeptRun)
        assert type(facts.list_of(edition)) is type(facts.list_of(other)) is Run
        changed = with_changes(own, Proposal("selo", "x", {"cap": 85}), "0001-01-01")
        assert type(facts.list_of(changed)) is Run
    connection = sqlite3.connect(file)
    connection.execute("UPDATE projected SET version = 0")
    connection.commit()
    connection.close()
    with opened_with_all_events(str(file), Question(), TODAY) as found:
        facts = Facts(found)
        assert type(facts.list_of(own)) is Run
