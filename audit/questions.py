"""Answer the questions that the audit is asked, and find out whether damage is why
another answer failed.

They read the file each time, and the events rather than the tables. When an answer
fails unexpectedly, either the ledger is damaged or this program has a defect: a flipped
bit inside a stored row can make any code fail. So the ledger is examined as `selo
verify` does, which takes its time; only when nothing is wrong with it is the code to
blame.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager

from audit.doctor import Examination, doctor
from audit.prove import Proof, proof_of_event, refuse_personal
from audit.tables import TablesCompared, check_tables
from audit.verdict import Verdict
from audit.verify import verify
from ledger.errors import STUMBLES, LedgerUnusable, Problem, SeloError, Where
from ledger.store.database import snapshot
from messages import by_command, say
from messages.answer import completed_answer
from projections.answers.asking import Asked, Ledger
from projections.answers.privacy import Policy
from projections.opened_ledger import OpenedLedger


class Audited(Asked, frozen=True, kw_only=True):
    """A question about the ledger as it is stored."""


class Verify(Audited, frozen=True, kw_only=True):
    """Whether anything was altered: proven, altered or unproven. Reads every event and
    everything that follows.
    """

    def answered(self, ledger: Ledger, today: str) -> Verdict:
        started = time.monotonic()
        verdict = verify(ledger.path)
        return completed_answer(verdict, seconds=round(time.monotonic() - started, 3))


class RebuildCheck(Audited, frozen=True, kw_only=True):
    """The stored conclusions beside a fresh replay of all events; nothing is written."""

    def answered(self, ledger: Ledger, today: str) -> TablesCompared:
        started = time.monotonic()
        compared = check_tables(ledger.path)
        return completed_answer(compared, seconds=round(time.monotonic() - started, 3))


class Doctor(Audited, frozen=True, kw_only=True):
    """A look at the ledger and the machine under it, with advice."""

    examples = ("selo doctor",)

    def answered(self, ledger: Ledger, today: str) -> Examination:
        return doctor(ledger.path, ledger.now(), ledger.keys)


class Prove(Audited, frozen=True, kw_only=True):
    """A .tlog-proof that an event is in the log under the latest checkpoint;
    audit/standalone/verify.py checks it.
    """

    line = ("seq",)
    examples = ("selo proof prove 42 --out event-42.tlog-proof",)
    seq: int

    def answered(self, ledger: Ledger, today: str) -> Proof:
        """Prove it, unless its bytes tell what the viewer may not see."""
        with snapshot(ledger.path) as connection:
            opened = OpenedLedger(connection)
            policy = Policy(opened, ledger.viewer, today)
            refuse_personal(connection, self.seq, policy)
            return proof_of_event(connection, self.seq)


@contextmanager
def explain_failures(path: str) -> Iterator[None]:
    """Explain a failure by damage of the ledger, if any: a face puts this around each
    question and each command.
    """
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

    message = say(
        "{path} is damaged: {message}", path=path, message=problems[0].message
    )
    hint = problems[0].hint or by_command(
        "look at `selo verify`, restore a backup; do not write to this file"
    )

    return LedgerUnusable(Problem("damaged", message, Where(path), hint))
