"""Send what is due in a thread of its own, as long as the service runs: the mails with a
link within seconds, the mail of the day from six o'clock where the federation is.

Each mail is claimed before it is sent, and what became of it is noted afterwards: after
a crash in between it is sent again, when the claim has run out. So each goes at least
once, and nearly always once.
"""

import json
import logging
import os
import threading
import time

from desk.mail_server import MailServer, mail_server
from features.follow.mails import links_in, mail_with_link, mail_with_news
from features.follow.news import news_of
from features.follow.sending import Handed, hand_over
from features.follow.store.asked import Asked, claim_link, forget_unconfirmed, link_sent
from features.follow.store.daily import (
    Claim,
    claim_mail,
    forget_refused,
    mail_done,
    mail_failed,
)
from features.follow.store.followers import end_subjects
from features.follow.subjects import name_of
from ledger.errors import SeloError
from ledger.office import local_moment
from projections.answers import Question
from web import Settings
from web.answers.answering import Answering
from web.answers.ledger_state import ServedLedger
from web.logs import log_defect
from web.store.beside import hold

LOOK_SECONDS = 2.0  # how soon a mail is on its way
AGAIN_SECONDS = 60.0  # after a server that could not be reached
FIRST_HOUR = 6  # where the federation is: from then on the mail of the day is sent
END_SECONDS = 3.0  # what a service that stops waits for; the rest is sent again
LOG = logging.getLogger("selo.mail")


class Silent:
    """What runs where the office has no mail server: nothing."""

    def start(self) -> None: ...

    def close(self) -> None: ...


def mailing(answering: Answering) -> "Mailing | Silent":
    """Make what sends mail as long as the service runs."""
    settings = answering.settings
    server = mail_server(settings.ledger, os.environ) if settings.mail else None
    return Silent() if server is None else Mailing(settings, server)


class Mailing:
    """The mails of a ledger. Several may work at once: what one claims, no other sends."""

    def __init__(self, settings: Settings, server: MailServer) -> None:
        self._settings, self._server = settings, server
        self._ledger = settings.ledger
        self._reading = ServedLedger(settings)
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._work, name="mail", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        """Stop; what is on its way is given a moment."""
        self._stopping.set()
        deadline = time.monotonic() + END_SECONDS
        self._thread.join(max(0.0, deadline - time.monotonic()))

    def _work(self) -> None:
        """Look what is due, again and again."""
        while not self._stopping.is_set():
            pause = LOOK_SECONDS
            try:
                hold(self._ledger)
                if not self.round():
                    pause = AGAIN_SECONDS
            except SeloError:
                pass  # whoever asks the service hears what is wrong with the ledger
            except Exception as error:
                if not self._stopping.is_set():
                    log_defect(error)
            self._stopping.wait(pause)
        self._reading.close()

    def round(self) -> bool:
        """Send all that is due now; tell whether the server could be reached."""
        lost = forget_unconfirmed(self._ledger, self._settings.now())
        if lost:
            _log("given up", mails=lost)
        return self._send_links() and self._send_news()

    def _send_links(self) -> bool:
        """Send the mails with a link that are due."""
        while not self._stopping.is_set():
            now = self._settings.now()
            claimed = claim_link(self._ledger, now)
            if claimed is None:
                return True
            asked, secret = claimed
            handed = self._send_link(asked, secret, now)
            if not handed.reached:
                return False
        return True

    def _send_link(self, asked: Asked, secret: str, now: str) -> Handed:
        with self._reading.reading(Question(), now[:10]) as reading:
            name = name_of(reading, asked.subject)
            zone = reading.settings.time_zone
        handed = Handed()
        if name is not None:  # else there is nothing to follow any more
            mail = mail_with_link(asked, secret, name, self._server, now, zone)
            handed = hand_over(self._server, asked.address, mail)
        if handed.why is None:
            link_sent(self._ledger, asked, now)
        else:
            _log("not sent", why=handed.why)
        return handed

    def _send_news(self) -> bool:
        """Send the mails of the day that are due."""
        while not self._stopping.is_set():
            now = self._settings.now()
            with self._reading.reading(Question(), now[:10]) as reading:
                moment = local_moment(now, reading.settings.time_zone)
            today, hour = moment[:10], int(moment[11:13])
            if hour < FIRST_HOUR:
                return True
            claim = claim_mail(self._ledger, today, now)
            if claim is None:
                return True
            if not self._send_mail(claim, today, now):
                return False
        return True

    def _send_mail(self, claim: Claim, today: str, now: str) -> bool:
        """Send the mail of a day where there is any news; tell whether the server could
        be reached.
        """
        links = links_in(claim.language, self._server)
        with self._reading.reading(Question(), today) as reading:
            until = reading.known_seq
            gone = [one for one in claim.since if name_of(reading, one) is None]
            every_news = [
                news_of(reading, subject, since, links, claim.language)
                for subject, since in claim.since.items()
            ]
        if gone:
            end_subjects(self._ledger, gone)
        handed = Handed()
        news = [one for one in every_news if one is not None]
        if news:
            mail = mail_with_news(claim, news, until, self._server, now)
            handed = hand_over(self._server, claim.address, mail)
        if handed.why is None:
            mail_done(self._ledger, claim, until, today)
        else:
            self._note_failure(claim, handed, until, today, now)
        return handed.reached

    def _note_failure(
        self, claim: Claim, handed: Handed, until: int, today: str, now: str
    ) -> None:
        """Let a mail be tried again; after days, forget the address that the server
        refuses, or pass over what could not be sent.
        """
        given_up = mail_failed(self._ledger, claim, now)
        if given_up and handed.refused:
            forget_refused(self._ledger, claim)
        elif given_up:
            mail_done(self._ledger, claim, until, today)
        _log("given up" if given_up else "not sent", why=handed.why)


def _log(event: str, **about: object) -> None:
    """Log what became of a mail, for whoever runs the service. No address is in it."""
    LOG.error(json.dumps({"mail": event, **about}))
