"""Answer from the events, without the read tables: an earlier state of knowledge, a replay, runs over all games.

A list that the ledger keeps is read from its tables even here, since a run would give the same rows. Nothing is rated
by other rules than the ledger follows: where this version corrects rules that nobody has accepted yet, and where an
earlier version wrote the ledger, the question is refused.
"""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial

from ledger.store.database import Connection
from ledger.store.events import events_after
from ledger.timeline import Timeline
from projections import revisions
from projections.answers import Question
from projections.answers.asking import Ledger, Timed
from projections.answers.reading import Reading, cut_at
from projections.replay.steps import uncollected
from projections.tables import schema
from projections.tables.build import replayed_tables
from projections.tables.lookups import Index


class Replayed(Timed, frozen=True, kw_only=True):
    """Answered from the events alone, reading no table."""

    costly = True
    remembered = False

    def opened(self, ledger: Ledger, today: str) -> AbstractContextManager[Reading]:
        return replayed(ledger.path, self.times(), today)


class Whole(Timed, frozen=True, kw_only=True):
    """Answered by running lists over all games; nothing is recorded."""

    costly = True

    def opened(self, ledger: Ledger, today: str) -> AbstractContextManager[Reading]:
        return whole(ledger.path, self.times(), today)


@contextmanager
def replayed(path: str, question: Question, today: str) -> Iterator[Reading]:
    """Open the ledger at the two times of the question from the events alone: no stored table is read."""
    cut = cut_at(path, question, today, partial(_of_this_version, path))
    with cut as (connection, as_of, known), replayed_tables(connection, known) as tables:
        yield Reading(connection, tables, as_of, known)


@contextmanager
def whole(path: str, question: Question, today: str) -> Iterator[Reading]:
    """Open the ledger with every known event in the timeline: for trials, which book nothing, keep all that they read
    until they end, and leave no cycles.
    """
    opened = cut_at(path, question, today, partial(_of_this_version, path))
    with uncollected(), opened as (connection, as_of, known):
        # every event is applied in order: a timeline that reads streams one by one would be slower for all of them
        timeline = Timeline()
        for event in events_after(connection, 0, known):
            timeline.apply(event)
        yield Reading(connection, connection, as_of, known, timeline)


def _of_this_version(path: str, connection: Connection) -> None:
    schema.refuse_another_version(connection, path)
    revisions.check(Index(connection).timeline())
