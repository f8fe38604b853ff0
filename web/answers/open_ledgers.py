"""Keep the ledger open for the questions that are put to it at the same time, one
connection each.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from ledger.office import WaitingForOffice
from projections.answers import PUBLIC, Question, Viewer
from projections.answers.kept_open import KeptLedger
from projections.answers.reading import Reading
from web import Settings
from web.store.drafts import open_questions
from web.threads import interruptible


class ServedLedger:
    """A ledger that is kept open, as one question after the other is put to it."""

    def __init__(self, settings: Settings) -> None:
        self.path = settings.ledger
        self.keys = settings.keys
        self.now = settings.now
        self.viewer = PUBLIC  # of whoever asks now
        self._kept = KeptLedger(settings.ledger)

    def open_questions(self) -> Sequence[WaitingForOffice]:
        """Return what waits for the office, such as drafts."""
        return open_questions(self.path)

    @contextmanager
    def reading(self, question: Question, today: str) -> Iterator[Reading]:
        """Open the ledger as a question asks for it, as whoever asks may see it.

        `today`: YYYY-MM-DD.
        """
        with self._kept.reading(question, today) as reading:
            reading.viewer = self.viewer
            yield reading

    def interrupt(self) -> None:
        """Break off the question that is being answered, from another thread."""
        self._kept.interrupt()

    def close(self) -> None:
        """Close the ledger; it is not asked again."""
        self._kept.close()


class Ledgers:
    """One ledger, opened as often as questions are put to it at the same time."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._idle: list[ServedLedger] = []

    @contextmanager
    def lent(self, viewer: Viewer = PUBLIC) -> Iterator[ServedLedger]:
        """Lend an open ledger for one answer, for somebody who sees so much of people:
        the one that was used last, since it has most of the ledger in its memory.
        """
        try:
            ledger = self._idle.pop()
        except IndexError:
            ledger = ServedLedger(self._settings)

        ledger.viewer = viewer

        try:
            with interruptible(ledger):
                yield ledger
        finally:
            self._idle.append(ledger)

    def close(self) -> None:
        """Close every ledger that nobody uses any more."""
        while self._idle:
            self._idle.pop().close()
