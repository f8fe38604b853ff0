"""Speak to a mail server: connect to it, protect the line and log in."""

import smtplib
import ssl
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from typing import Literal

# STARTTLS, TLS from the first byte, or neither
Protection = Literal["starttls", "tls", "none"]
# codes by which a server says that it will not take a mail; others are of the moment
NEVER = range(500, 600)
# what RFC 3463 says of an address that takes no mail: its mailbox or its domain is not
# there, is spelt or meant in no clear way, has moved, is closed or full
_TAKES_NO_MAIL = frozenset(
    (b"5.1.1", b"5.1.2", b"5.1.3", b"5.1.4", b"5.1.6", b"5.1.10", b"5.2.1", b"5.2.2")
)
# what goes wrong on the way; UnicodeError: of a host that cannot be a name
TROUBLES = (OSError, UnicodeError, smtplib.SMTPException)


@dataclass(frozen=True)
class SmtpServer:
    """A mail server, and how to speak to it; `user`: None where nobody logs in."""

    host: str
    port: int
    tls: Protection
    user: str | None
    password: str

    @property
    def where(self) -> str:
        return f"{self.host}:{self.port}"


def refuses_address(code: int, answer: bytes) -> bool:
    """Tell whether a server says of a receiver, in its answer to RCPT, that the address
    takes no mail.

    Many servers wait until then before they say that they take nothing from this sender,
    or want a login. A code such as 550 may mean either, so only a status of RFC 3463 in
    front of the words is believed.

        refuses_address(550, b"5.1.1 no such user")  ->  True
        refuses_address(554, b"5.7.1 relay access denied")  ->  False
        refuses_address(550, b"relay not permitted")  ->  False
    """
    status, _, _ = answer.partition(b" ")
    return code in NEVER and status in _TAKES_NO_MAIL


@contextmanager
def connected(server: SmtpServer, seconds: int) -> Iterator[smtplib.SMTP]:
    """Connect to a server, protected as it was named, and log in.

    `seconds`: what each of its answers may take. What goes wrong is raised as it comes,
    one of `TROUBLES`.
    """
    with closing(_open_connection(server, seconds)) as connection:
        connection.ehlo_or_helo_if_needed()
        if server.tls == "starttls":
            connection.starttls(context=ssl.create_default_context())
            connection.ehlo()
        if server.user is not None:
            connection.login(server.user, server.password)

        yield connection

        # every mail has its answer already
        with suppress(*TROUBLES):
            connection.quit()


def _open_connection(server: SmtpServer, seconds: int) -> smtplib.SMTP:
    if server.tls == "tls":
        context = ssl.create_default_context()
        return smtplib.SMTP_SSL(
            server.host, server.port, timeout=seconds, context=context
        )
    return smtplib.SMTP(server.host, server.port, timeout=seconds)
