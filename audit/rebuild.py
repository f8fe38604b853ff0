"""Make the read tables again, and prove that the stored ones say the same.

What to report when an answer fails unexpectedly: a damaged ledger, or a defect of this program.

A flipped bit inside a stored row can make any code fail. So the ledger is examined as `selo verify` does, which takes
its time; only when nothing is wrong with it is the code to blame.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from audit.beside import row_for_row, shape
from audit.verify import verify
from ledger.errors import STUMBLES, LedgerUnusable, Problem, SeloError, Where
from ledger.store.database import Connection, flaws, snapshot
from ledger.store.event_log import Store
from messages import by_command, say
from messages.answer import UNSET, Answer, UnsetType
from projections.replay.loop import Progress
from projections.replay.steps import one_pass_differences
from projections.revisions import check
from projections.tables import schema
from projections.tables.build import catch_up, memory_tables, rebuild
from projections.tables.compare import differences, miscounted
from projections.tables.lookups import Index


@contextmanager
def explained(path: str) -> Iterator[None]:
    """Explain a failure by damage of the ledger, if any: a face puts this around each question and each command."""
    try:
        yield
    except STUMBLES as error:
        damaged = damage(path)
        if damaged is None:
            raise
        raise damaged from error


def damage(path: str) -> SeloError | None:
    """Return what an audit finds wrong with the ledger; None when it is sound."""
    try:
        problems = verify(path).problems
    except SeloError as error:
        return error
    if not problems:
        return None
    message = say("{path} is damaged: {message}", path=path, message=problems[0].message)
    hint = problems[0].hint or by_command("look at `selo verify`, restore a backup; do not write to this file")
    return LedgerUnusable(Problem("damaged", message, Where(path), hint))


SHOWN = 10


class Rebuild(Answer, frozen=True, kw_only=True):
    """What was made again; `seconds` where it was timed."""

    events: int
    entries: int
    equal: bool
    seconds: float | UnsetType = UNSET


class TablesCompared(Answer, frozen=True, kw_only=True):
    """The stored tables beside a fresh replay; the first differences as sentences."""

    events: int
    entries: int
    equal: bool
    differences: tuple[str, ...]
    seconds: float | UnsetType = UNSET


def rebuild_ledger(path: str, progress: Progress | None = None) -> Rebuild:
    """Make all read tables again from the events, in one transaction; guards that were taken away stand again."""
    with Store(path, mends=True) as store, store.writing() as writer:
        _of_this_version(writer.connection, newer=True)
        check(Index(writer.connection).timeline())
        built = rebuild(writer.connection, writer.connection, None, progress)
    return Rebuild(events=built.events, entries=built.entries, equal=True)


def check_tables(path: str, progress: Progress | None = None) -> TablesCompared:
    """Compare the stored tables with a replay step by step, and that with the final facts in one pass."""
    with Store(path) as store, store.writing() as writer:
        _of_this_version(writer.connection)
        check(Index(writer.connection).timeline())
        catch_up(writer.connection)
    with snapshot(path) as stored, memory_tables() as fresh:
        built = rebuild(stored, fresh, None, progress)
        sentences = [finding.problem.message for finding in shape(stored).findings] + flaws(stored)
        sentences += differences(stored, fresh) + row_for_row(stored, fresh) + one_pass_differences(built)
        sentences += miscounted(stored, built.events, built.people_facts)
    return TablesCompared(
        events=built.events,
        entries=built.entries,
        equal=not sentences,
        differences=tuple(sentences[:SHOWN]),
    )


def _of_this_version(connection: Connection, *, newer: bool = False) -> None:
    """Refuse read tables of another version. `newer`: tables of a newer program are made again, for an office that goes
    back to this version.
    """
    version, _ = schema.projected_if_any(connection)
    if version < schema.VERSION or not newer:
        schema.refuse_other(version)
