"""The ledger as each thread has it open: one connection a thread, kept from question to question."""

import threading
from contextlib import AbstractContextManager

from projections.answers.kept import KeptLedger
from projections.answers.reading import Question, Reading
from web.settings import Settings


class ServedLedger:
    """What one thread puts its questions to."""

    def __init__(self, settings: Settings) -> None:
        self.path = settings.ledger
        self.keys = settings.keys
        self.now = settings.now
        self._kept = KeptLedger(settings.ledger)

    def reading(self, question: Question, today: str) -> AbstractContextManager[Reading]:
        return self._kept.reading(question, today)

    def close(self) -> None:
        self._kept.close()


class Ledgers:
    """One ledger, opened by each thread when it first asks."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._of_thread = threading.local()
        self._opened: list[ServedLedger] = []

    def mine(self) -> ServedLedger:
        """That of the thread that asks."""
        ledger: ServedLedger | None = getattr(self._of_thread, "ledger", None)
        if ledger is None:
            ledger = self._of_thread.ledger = ServedLedger(self._settings)
            self._opened.append(ledger)
        return ledger

    def close(self) -> None:
        """When the threads have finished."""
        for ledger in self._opened:
            ledger.close()
