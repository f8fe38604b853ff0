"""The ledger as each thread has it open: one connection a thread, kept from question to question."""

import threading

from projections.answers.kept import KeptLedger


class Ledgers:
    """One ledger, opened by each thread when it first asks."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._of_thread = threading.local()
        self._opened: list[KeptLedger] = []

    def mine(self) -> KeptLedger:
        """That of the thread that asks."""
        ledger: KeptLedger | None = getattr(self._of_thread, "ledger", None)
        if ledger is None:
            ledger = self._of_thread.ledger = KeptLedger(self._path)
            self._opened.append(ledger)
        return ledger

    def close(self) -> None:
        """When the threads have finished."""
        for ledger in self._opened:
            ledger.close()
