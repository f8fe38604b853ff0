"""Hand a mail to the office's mail server."""

import smtplib
import ssl
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from email.message import EmailMessage
from typing import NamedTuple

from desk.mail_server import MailServer

SECONDS = 30  # for each answer of the server
NEVER = range(500, 600)  # codes by which it says that it will not take something
_TROUBLES = (OSError, UnicodeError, smtplib.SMTPException)


class Handed(NamedTuple):
    """What became of a mail: why the server did not take it, None where it did; whether
    it was the address that it refuses for good, and whether it was reached at all.
    """

    why: str | None = None
    refused: bool = False
    reached: bool = True


def hand_over(server: MailServer, address: str, mail: EmailMessage) -> Handed:
    """Hand one mail over. `why` never holds the address: it goes into the log."""
    try:
        with _connected(server) as connection:
            return _taken(connection, server.sender, address, mail)
    except _TROUBLES as error:
        return Handed(type(error).__name__, reached=False)


def _taken(
    connection: smtplib.SMTP, sender: str, address: str, mail: EmailMessage
) -> Handed:
    try:
        connection.sendmail(sender, [address], mail.as_bytes())
    except smtplib.SMTPRecipientsRefused as refusal:
        [(code, _)] = refusal.recipients.values()
        return Handed(f"address {code}", refused=code in NEVER)
    except smtplib.SMTPResponseException as refusal:
        return Handed(f"mail {refusal.smtp_code}")
    return Handed()


def trouble_with(server: MailServer) -> str | None:
    """Try whether the server answers and takes the password; return what it or the
    machine says where it does not.
    """
    try:
        with _connected(server) as connection:
            connection.noop()
    except _TROUBLES as error:
        return str(error) or type(error).__name__
    return None


@contextmanager
def _connected(server: MailServer) -> Iterator[smtplib.SMTP]:
    """Connect to the server, protected as it was named, and log in."""
    with closing(_opened(server)) as connection:
        connection.ehlo_or_helo_if_needed()
        if server.tls == "starttls":
            connection.starttls(context=ssl.create_default_context())
            connection.ehlo()
        if server.user is not None:
            connection.login(server.user, server.password)
        yield connection
        # it has its answer already
        with suppress(*_TROUBLES):
            connection.quit()


def _opened(server: MailServer) -> smtplib.SMTP:
    if server.tls == "tls":
        context = ssl.create_default_context()
        return smtplib.SMTP_SSL(
            server.host, server.port, timeout=SECONDS, context=context
        )
    return smtplib.SMTP(server.host, server.port, timeout=SECONDS)
