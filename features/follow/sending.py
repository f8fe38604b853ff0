"""Hand a mail to the office's mail server."""

import smtplib
from email.message import EmailMessage
from typing import NamedTuple

from desk.mail_server import MailServer
from desk.smtp import TROUBLES, connected, refuses_address

SECONDS = 30  # for each answer of the server


class Handed(NamedTuple):
    """What became of a mail: why the server did not take it, None where it did; whether
    it says that the address takes no mail, and whether it was reached at all.
    """

    why: str | None = None
    refused: bool = False
    reached: bool = True


def hand_over(server: MailServer, address: str, mail: EmailMessage) -> Handed:
    """Hand one mail over. `why` never holds the address: it goes into the log."""
    try:
        with connected(server, SECONDS) as connection:
            return _outcome_of_sending(connection, server.sender, address, mail)
    except TROUBLES as error:
        return Handed(type(error).__name__, reached=False)


def _outcome_of_sending(
    connection: smtplib.SMTP, sender: str, address: str, mail: EmailMessage
) -> Handed:
    try:
        connection.sendmail(sender, [address], mail.as_bytes())
    except smtplib.SMTPRecipientsRefused as refusal:
        [(code, answer)] = refusal.recipients.values()
        return Handed(f"address {code}", refused=refuses_address(code, answer))
    except smtplib.SMTPResponseException as refusal:
        return Handed(f"mail {refusal.smtp_code}")
    return Handed()


def trouble_with(server: MailServer) -> str | None:
    """Try whether the server answers and takes the password; return what it or the
    machine says where it does not.
    """
    try:
        with connected(server, SECONDS) as connection:
            connection.noop()
    except TROUBLES as error:
        return str(error) or type(error).__name__
    return None
