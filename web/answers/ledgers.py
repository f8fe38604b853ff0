"""The ledger as each thread has it open: one connection a thread, kept from question to question."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from projections.answers.kept import KeptLedger
from projections.answers.reading import Question, Reading
from projections.answers.sight import PUBLIC, Sight
from web.settings import Settings


class ServedLedger:
    """What one thread puts its questions to."""

    def __init__(self, settings: Settings) -> None:
        self.path = settings.ledger
        self.keys = settings.keys
        self.now = settings.now
        self.sight = PUBLIC  # of whoever asks now
        self._kept = KeptLedger(settings.ledger)

    @contextmanager
    def reading(self, question: Question, today: str) -> Iterator[Reading]:
        with self._kept.reading(question, today) as reading:
            reading.sight = self.sight
            yield reading

    def close(self) -> None:
        self._kept.close()


class Ledgers:
    """One ledger, opened by each thread when it first asks."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._of_thread = threading.local()
        self._opened: list[ServedLedger] = []

    def mine(self, sight: Sight = PUBLIC) -> ServedLedger:
        """That of the thread that asks, for somebody who sees so much of people."""
        ledger: ServedLedger | None = getattr(self._of_thread, "ledger", None)
        if ledger is None:
            ledger = self._of_thread.ledger = ServedLedger(self._settings)
            self._opened.append(ledger)
        ledger.sight = sight
        return ledger

    def close(self) -> None:
        """When the threads have finished."""
        for ledger in self._opened:
            ledger.close()
