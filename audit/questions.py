"""The questions that the audit answers. They read the file each time, and the events rather than the tables."""

import time

from audit.doctor import Examination, doctor
from audit.prove import Proof, proven, refuse_personal
from audit.rebuild import TablesCompared, check_tables
from audit.verdict import Verdict
from audit.verify import verify
from ledger.store.database import snapshot
from messages.answer import completed
from projections.answers.asking import Asked, Ledger
from projections.answers.policy import Policy


class Audited(Asked, frozen=True, kw_only=True):
    """A question about the ledger as it is stored."""

    costly = True
    remembered = False


class Verify(Audited, frozen=True, kw_only=True):
    """Whether anything was altered: proven, altered or unproven. Reads every event and everything that follows."""

    def answered(self, ledger: Ledger, today: str) -> Verdict:
        started = time.monotonic()
        verdict = verify(ledger.path)
        return completed(verdict, seconds=round(time.monotonic() - started, 3))


class RebuildCheck(Audited, frozen=True, kw_only=True):
    """The stored conclusions beside a fresh replay of all events; nothing is written."""

    def answered(self, ledger: Ledger, today: str) -> TablesCompared:
        started = time.monotonic()
        compared = check_tables(ledger.path)
        return completed(compared, seconds=round(time.monotonic() - started, 3))


class Doctor(Audited, frozen=True, kw_only=True):
    """A look at the ledger and the machine under it, with advice."""

    examples = ("selo doctor",)

    def answered(self, ledger: Ledger, today: str) -> Examination:
        return doctor(ledger.path, ledger.now(), ledger.keys, ledger.troubles())


class Prove(Audited, frozen=True, kw_only=True):
    """A .tlog-proof that an event is in the log under the latest checkpoint; audit/standalone/verify.py checks it."""

    line = ("seq",)
    examples = ("selo prove 42 --out event-42.tlog-proof",)
    seq: int

    def answered(self, ledger: Ledger, today: str) -> Proof:
        with snapshot(ledger.path) as connection:
            refuse_personal(connection, self.seq, Policy(connection, ledger.sight, today))
            return proven(connection, self.seq)
