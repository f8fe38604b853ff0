"""Send mail in a thread of its own, as long as the service runs: a mail server that is
slow or away delays no answer, and no booking.
"""

import os
import threading
import time

from desk.mail_server import mail_server
from features.follow.due import DueMails
from ledger.errors import SeloError
from web.answers.answering import Answering
from web.logs import log_defect
from web.store.beside import hold

LOOK_SECONDS = 2.0  # how soon a mail with a link is on its way
DAILY_SECONDS = 60.0  # how soon it is seen that the mail of the day is due
AGAIN_SECONDS = 60.0  # after a server that could not be reached
END_SECONDS = 3.0  # what a service that stops waits for; the rest is sent again


class Silent:
    """What runs where the office has no mail server: nothing."""

    def start(self) -> None: ...

    def close(self) -> None: ...


def mailing(answering: Answering) -> "Mailing | Silent":
    """Make what sends mail as long as the service runs."""
    settings = answering.settings
    if not settings.mail:
        return Silent()
    server = mail_server(settings.ledger, os.environ)
    if server is None:
        return Silent()
    return Mailing(settings.ledger, DueMails(settings, server))


class Mailing:
    """A thread that looks what is due, again and again."""

    def __init__(self, ledger: str, mails: DueMails) -> None:
        """Make the thread, which `start` starts."""
        self._ledger = ledger
        self._mails = mails
        self._stopping = threading.Event()
        self._thread = threading.Thread(
            target=self._work,
            name="mail",
            daemon=True,
        )

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        """Stop; what is on its way is given a moment."""
        self._stopping.set()
        self._mails.stop()
        self._thread.join(END_SECONDS)

    def _work(self) -> None:
        """Send what is due until the service stops."""
        daily_at = 0.0
        while not self._stopping.is_set():
            pause = LOOK_SECONDS
            is_daily = time.monotonic() >= daily_at
            if is_daily:
                daily_at = time.monotonic() + DAILY_SECONDS
            if not self._sent(everything=is_daily):
                pause = AGAIN_SECONDS
            self._stopping.wait(pause)
        self._mails.close()

    def _sent(self, *, everything: bool) -> bool:
        """Send what is due, or only the mails with a link; tell whether the server could
        be reached. A ledger that cannot be read for a while is no reason to end, and no
        defect is.
        """
        try:
            hold(self._ledger)
            if everything:
                return self._mails.send()
            return self._mails.send_links()
        except SeloError:
            return True  # whoever asks the service hears what is wrong with it
        except Exception as error:
            if not self._stopping.is_set():
                log_defect(error)
            return True
