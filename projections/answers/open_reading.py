"""Open a ledger and cut it at the two times of a question. What its read tables cannot
answer, a state inside a submission, is replayed.

Why: docs/design/027-opening-a-ledger.md
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from ledger.store.connection import Connection
from ledger.store.events import head
from projections.answers import Question
from projections.answers.by_name import BY_NAME
from projections.answers.reading import Reading
from projections.answers.times import asked_times
from projections.opened_ledger import OpenedLedger
from projections.opening import opened
from projections.tables.followed import version_and_seq

if TYPE_CHECKING:
    from projections.tables.fresh import FreshTables


@contextmanager
def reading(path: str, question: Question, today: str) -> Iterator[Reading]:
    """Open a ledger and cut it at the two times of a question.

    Raises a `SeloError` where the ledger may not be asked, or has no such times.
    """
    with opened(path) as ledger, cut_reading(ledger, question, today) as at:
        yield at


@contextmanager
def cut_reading(
    ledger: OpenedLedger, question: Question, today: str
) -> Iterator[Reading]:
    """Cut an opened ledger at the two times of a question, as `reading_at` does; `today`
    as in `asked_times`, which refuses times that there are not.
    """
    as_of, known = asked_times(ledger, question, today)
    with reading_at(ledger, as_of, known) as at:
        yield at


@contextmanager
def reading_at(ledger: OpenedLedger, as_of: str, known: int) -> Iterator[Reading]:
    """Cut an opened ledger at a day and at the last event known.

    What its read tables cannot answer, a state inside a submission, is answered by the
    same tables made from the events known then.
    """
    stored = Reading(ledger, as_of, known, by_name=BY_NAME)
    if stored.is_step(known):
        yield stored
        return
    # most questions are answered by the tables as they are
    from projections.tables.build import replayed_tables

    with replayed_tables(ledger.events, known) as tables:
        of_events = OpenedLedger(ledger.events, tables)
        yield Reading(of_events, as_of, known, by_name=BY_NAME)


def reading_in_transaction(
    connection: Connection, as_of: str, fresh: "FreshTables"
) -> Reading:
    """Return a reading inside a write transaction: earlier documents of the same
    submission are stored and not projected yet.

    `fresh`: the tables that answer where those of the ledger do not.
    """
    followed = version_and_seq(connection).seq
    # a published list moves no rating, so the tables still answer although they do not
    # follow its event yet
    if fresh.only_publications_after(followed):
        return Reading(OpenedLedger(connection), as_of, followed)

    newest = head(connection)
    tables = fresh.known_at(newest)
    return Reading(OpenedLedger(connection, tables), as_of, newest)
