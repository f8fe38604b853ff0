"""A mail server that keeps what it takes, and the service of a club that sends with it."""

from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from typing import Any

import pytest
from aiosmtpd.controller import Controller

from desk.mail_server import MailServer
from tests.web.serving import Served, served
from tests.web.test_writing import AT
from tests.world.command import Selo
from tests.world.ports import kept_port

SENDER = "ratings@chess.example"
SERVICE = "https://ratings.chess.example/selo"


class Post:
    """A mail server; `at_rcpt`: what it says of an address instead of taking it."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.taken: list[tuple[str, EmailMessage]] = []
        self.at_rcpt: dict[str, str] = {}

    @property
    def server(self) -> MailServer:
        return MailServer("127.0.0.1", self.port, "none", None, "", SENDER, SERVICE)

    async def handle_RCPT(  # noqa: N802
        self, server: Any, session: Any, envelope: Any, address: str, options: Any
    ) -> str:
        if address in self.at_rcpt:
            return self.at_rcpt[address]
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(  # noqa: N802
        self, server: Any, session: Any, envelope: Any
    ) -> str:
        [address] = envelope.rcpt_tos
        mail = message_from_bytes(envelope.original_content, policy=default)
        self.taken.append((address, mail))
        return "250 OK"

    def to(self, address: str) -> list[EmailMessage]:
        return [mail for to, mail in self.taken if to == address]


@pytest.fixture
def post() -> Iterator[Post]:
    with kept_port() as port:
        kept = Post(port)
        controller = Controller(kept, hostname="127.0.0.1", port=port, ready_timeout=60)
        controller.start()
        yield kept
        controller.stop()


@contextmanager
def sending(club: Selo, post: Post) -> Iterator[Served]:
    """The service of an office that has a mail server."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("SELO_MAIL_SERVER", f"127.0.0.1:{post.port}")
        patched.setenv("SELO_MAIL_TLS", "none")
        patched.setenv("SELO_MAIL_SENDER", SENDER)
        patched.setenv("SELO_MAIL_SERVICE", SERVICE)
        with served(club.ledger, now=lambda: AT, mail=True) as running:
            yield running


@pytest.fixture
def service(club: Selo, post: Post) -> Iterator[Served]:
    with sending(club, post) as running:
        yield running
