"""Following the log as the library does: by a subscription, which yields what is there and then waits for more."""

from collections.abc import Sequence
from contextlib import closing
from threading import Thread
from typing import Any

from eventsourcing.persistence import ApplicationRecorder, ListenNotifySubscription

from ledger.store.news import News

SECONDS = 0.1  # between two looks at a file, and until somebody who stopped is let go


class Subscription(ListenNotifySubscription[ApplicationRecorder]):
    """The events of one ledger from one on; a thread of its own hears of new ones."""

    def __init__(self, recorder: ApplicationRecorder, address: str, gt: int | None, topics: Sequence[str]) -> None:
        super().__init__(recorder, gt, topics)
        self._address = address
        self._listening = Thread(target=self._listen)
        self._listening.start()

    def __exit__(self, *raised: object, **named: Any) -> None:
        try:
            super().__exit__(*raised, **named)
        finally:
            self._listening.join()

    def _listen(self) -> None:
        try:
            with closing(News(self._address)) as news:
                self._has_been_notified.set()  # of what came before anybody listened
                while not self._has_been_stopped:
                    if news.wait(SECONDS, SECONDS):
                        self._has_been_notified.set()
        except BaseException as error:
            self._thread_error = self._thread_error or error
            self.stop()
