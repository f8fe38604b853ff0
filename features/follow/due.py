"""Send the mails that are due: those with a link at any hour, the mail of the day from
six o'clock where the federation is.

Each mail is claimed before it is sent, and what became of it is noted afterwards: after
a crash in between it is sent again, when the claim has run out. So each goes at least
once, and nearly always once.
"""

import json
import logging
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from desk.mail_server import MailServer
from features.follow.mails import links_in, mail_with_link, mail_with_news
from features.follow.news import News, news_of
from features.follow.sending import Handed, hand_over
from features.follow.store.asked import (
    WishToFollow,
    claim_link,
    forget_unconfirmed,
    note_link_sent,
)
from features.follow.store.daily import (
    Claim,
    claim_mail,
    forget_refused,
    note_mail_done,
    note_mail_failed,
)
from features.follow.store.followers import end_subjects
from features.follow.subjects import Subject, name_of
from ledger.errors import SeloError
from ledger.office import local_moment
from projections.answers import Question
from web import Settings
from web.answers.open_ledgers import ServedLedger

FIRST_HOUR = 6  # of the day: nobody's evening of bookings comes in two mails
LOG = logging.getLogger("selo.mail")


class Gathered(NamedTuple):
    """What is to be told to an address: the news up to an event, and what it followed
    that nobody may follow any more.
    """

    news: list[News]
    until: int
    gone: list[Subject]


class DueMails:
    """The mails of a ledger. Several may send at once: what one claims, no other does."""

    def __init__(self, settings: Settings, server: MailServer) -> None:
        self._settings = settings
        self._ledger = settings.ledger
        self._server = server
        self._reading = ServedLedger(settings)
        self._stopped = False

    def stop(self) -> None:
        """Let the mail that is being sent be the last one."""
        self._stopped = True

    def close(self) -> None:
        self._reading.close()

    def send(self) -> bool:
        """Send all that is due now, and forget whom nobody confirmed; tell whether the
        server could be reached.
        """
        lost = forget_unconfirmed(self._ledger, self._settings.now())
        if lost:
            _log("given up", mails=lost)
        return self.send_links() and self._send_news()

    def send_links(self) -> bool:
        """Send the mails with a link that are due."""
        while not self._stopped:
            now = self._settings.now()
            claimed = claim_link(self._ledger, now)
            if claimed is None:
                return True
            asked, secret = claimed
            reached = True
            with _defect_logged():
                reached = self._send_link(asked, secret, now)
            if not reached:
                return False
        return True

    def _send_link(self, asked: WishToFollow, secret: str, now: str) -> bool:
        with self._reading.reading(Question(), now[:10]) as reading:
            name = name_of(reading, asked.subject)
            zone = reading.settings.time_zone

        handed = Handed()
        if name is not None:  # else there is nothing to follow any more
            mail = mail_with_link(asked, secret, name, self._server, now, zone)
            handed = hand_over(self._server, asked.address, mail)

        if handed.why is None:
            note_link_sent(self._ledger, asked, now)
        else:
            _log("not sent", why=handed.why)
        return handed.reached

    def _send_news(self) -> bool:
        """Send the mails of the day that are due."""
        while not self._stopped:
            now = self._settings.now()
            moment = self._local(now)
            today, hour = moment[:10], int(moment[11:13])
            if hour < FIRST_HOUR:
                return True

            claim = claim_mail(self._ledger, today, now)
            if claim is None:
                return True
            reached = True
            with _defect_logged():
                reached = self._send_mail(claim, today, now)
            if not reached:
                return False
        return True

    def _local(self, now: str) -> str:
        with self._reading.reading(Question(), now[:10]) as reading:
            zone = reading.settings.time_zone
        return local_moment(now, zone)

    def _send_mail(self, claim: Claim, today: str, now: str) -> bool:
        """Send the mail of a day where there is any news; tell whether the server could
        be reached.
        """
        gathered = self._gather(claim, today)
        if gathered.gone:
            end_subjects(self._ledger, gathered.gone)

        handed = Handed()
        if gathered.news:
            mail = mail_with_news(
                claim, gathered.news, gathered.until, self._server, now
            )
            handed = hand_over(self._server, claim.address, mail)

        if handed.why is None:
            note_mail_done(self._ledger, claim, gathered.until, today)
        else:
            self._note_failure(claim, handed, gathered.until, today, now)
        return handed.reached

    def _gather(self, claim: Claim, today: str) -> Gathered:
        """Find what is new of all that an address follows, and what may not be followed
        any more.
        """
        links = links_in(claim.language, self._server)
        news: list[News] = []
        gone: list[Subject] = []
        with self._reading.reading(Question(), today) as reading:
            for subject, since in claim.since.items():
                new = news_of(reading, subject, since, links, claim.language)
                if new is not None:
                    news.append(new)
                elif name_of(reading, subject) is None:
                    gone.append(subject)

            return Gathered(news, reading.known_seq, gone)

    def _note_failure(
        self, claim: Claim, handed: Handed, until: int, today: str, now: str
    ) -> None:
        """Let a mail be tried again; after days, forget the address that takes no mail,
        as the server says, or pass over what could not be sent.
        """
        given_up = note_mail_failed(self._ledger, claim, now)
        if given_up and handed.refused:
            forget_refused(self._ledger, claim)
        elif given_up:
            note_mail_done(self._ledger, claim, until, today)
        _log("given up" if given_up else "not sent", why=handed.why)


@contextmanager
def _defect_logged() -> Iterator[None]:
    """Log a defect of the program at one mail, so that the others are sent: that one is
    tried again after its pause. A ledger that cannot be read is no defect of a mail.
    """
    try:
        yield
    except SeloError:
        raise
    except Exception as error:
        # not in its own words, which may hold an address
        stack = "".join(traceback.format_tb(error.__traceback__))
        _log("defect", why=type(error).__name__, stack=stack)


def _log(event: str, **about: object) -> None:
    """Log what became of a mail, for whoever runs the service. No address is in it."""
    LOG.error(json.dumps({"mail": event, **about}))
