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
