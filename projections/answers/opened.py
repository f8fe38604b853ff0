"""Open a ledger for a question that is answered from the events, without the read
tables: an earlier state of knowledge, a replay, runs over all games.

A list that the ledger keeps is read from its tables even then, since a run would give
the same rows. Nothing is rated by other rules than the ledger follows: where this
version corrects rules that nobody has accepted yet, and where an earlier version wrote
the ledger, the question is refused.
"""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager

from ledger.store.events import events_after
from ledger.timeline import Timeline
from projections.answers import Question
from projections.answers.asking import Ledger, Timed
from projections.answers.by_name import BY_NAME
from projections.answers.reading import Reading
from projections.answers.times import asked_times
from projections.opened_ledger import OpenedLedger
from projections.opening import Reads, opened
from projections.tables.build import replayed_tables


class Replayed(Timed, frozen=True, kw_only=True):
    """Answered from the events alone, reading no table."""

    def opened(self, ledger: Ledger, today: str) -> AbstractContextManager[Reading]:
        return replayed(ledger.path, self.times(), today)


class Whole(Timed, frozen=True, kw_only=True):
    """Answered by running lists over all games; nothing is recorded."""

    def opened(self, ledger: Ledger, today: str) -> AbstractContextManager[Reading]:
        return opened_with_all_events(ledger.path, self.times(), today)


@contextmanager
def replayed(path: str, question: Question, today: str) -> Iterator[Reading]:
    """Open the ledger at the two times of the question from the events alone: no stored
    table is read.
    """
    with opened(path, Reads.EVENTS) as ledger:
        as_of, known = asked_times(ledger, question, today)
        with replayed_tables(ledger.events, known) as tables:
            of_events = OpenedLedger(ledger.events, tables)
            yield Reading(of_events, as_of, known, by_name=BY_NAME)


@contextmanager
def opened_with_all_events(
    path: str, question: Question, today: str
) -> Iterator[Reading]:
    """Open the ledger with every known event in the timeline: for trials, which book
    nothing and keep all that they read until they end.
    """
    with opened(path, Reads.EVENTS) as ledger:
        as_of, known = asked_times(ledger, question, today)
        # every event is applied in order: a timeline that reads streams one by one
        # would be slower for all of them
        timeline = Timeline()
        for event in events_after(ledger.events, 0, known):
            timeline.apply(event)
        yield Reading(ledger, as_of, known, timeline, BY_NAME)
