"""Open a ledger for a question: one call that says yes, or why not.

    with opened(path) as ledger:
        at = Reading(ledger, as_of, known_seq)

A ledger may be asked when it passes these checks, in this order. The first that it does
not pass is refused in words, and nothing was answered by then:

1. it is a file, or an address, that can hold a ledger (`look`);
2. nothing in it acts by itself or stands in for a table, but what this program made
   (`refuse_foreign`);
3. its format is one that this program knows (`check_schema`);
4. neither its format nor its read tables wait for `selo ledger upgrade`, and no newer version
   made them (`schema.refuse_another_version`);
5. what is to be read is right: the read tables follow the events that are here, and are
   brought up to date where they lag behind (`Reads.TABLES`); or nobody has to accept
   rules first by which this version would rate otherwise (`Reads.EVENTS`).

Why: docs/design/027-opening-a-ledger.md
"""

from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum

from ledger.errors import LedgerUnusable, Problem, Where
from ledger.known_events import KnownEvents
from ledger.store.connection import Connection
from ledger.store.database import begin, check_schema, end, refuse_foreign, snapshot
from messages import say
from projections import revisions
from projections.opened_ledger import OpenedLedger
from projections.tables import schema


class Reads(Enum):
    """What an answer is read from."""

    TABLES = "the read tables"
    EVENTS = "the events, which are rated again by the rules that the ledger follows"


@contextmanager
def opened(path: str, reads: Reads = Reads.TABLES) -> Iterator[OpenedLedger]:
    """Open a ledger that may be asked, for as long as the block lasts.

    Raises a `SeloError` in the words of the first check that the ledger does not pass.
    """
    with snapshot(path) as connection:
        if reads is Reads.TABLES:
            _bring_up_to_date(connection, path)
        else:
            need_ratable(connection, path)
        yield OpenedLedger(connection)


def admit(connection: Connection, path: str) -> OpenedLedger:
    """Check a connection that is kept open, as `opened` checks a new one that reads the
    tables.

    One state of the ledger is fixed on the connection before and afterwards: a newer
    one, if its read tables had to be brought up to date.
    """
    refuse_foreign(connection, path)
    check_schema(connection, path)
    _bring_up_to_date(connection, path)
    return OpenedLedger(connection)


def need_ratable(connection: Connection, path: str) -> None:
    """Refuse a ledger that this program would rate otherwise than its numbers say:
    another version wrote it, or its rules were corrected and nobody has accepted them.
    """
    schema.refuse_another_version(connection, path)
    revisions.refuse_unlike_editions(KnownEvents(connection).timeline())


def _bring_up_to_date(connection: Connection, path: str) -> None:
    """Bring read tables up to date where a process died after storing its events and
    before projecting them.

    Tables of another version of this program are refused and left alone: they are for
    `selo ledger upgrade`.
    """
    if _is_up_to_date(connection, path):
        return
    end(connection)
    try:
        _catch_up(path)
    except LedgerUnusable as refused:
        if refused.problems[0].code != "read-only":
            raise
        raise _refusal_of_read_only(path) from None
    finally:
        begin(connection)
    # asked again for its refusals alone: if they are behind once more, what nobody has
    # projected yet is answered from the events
    _is_up_to_date(connection, path)


def _is_up_to_date(connection: Connection, path: str) -> bool:
    schema.refuse_another_version(connection, path)
    return schema.follow_all(connection)


def _catch_up(path: str) -> None:
    """Project, in a transaction of its own, what is stored and not projected."""
    from ledger.store.event_log import Store
    from projections.tables.build import catch_up

    with Store(path) as store, store.writing() as writer:
        catch_up(writer.connection)


def _refusal_of_read_only(path: str) -> LedgerUnusable:
    message = say(
        "the read tables have to be made again, and the ledger may only be read here"
    )
    hint = say(
        "ask any question with this version of the program, from a place that may"
        " write to the ledger: that makes them"
    )
    return LedgerUnusable(Problem("read-only", message, Where(path), hint))
