"""Somebody at the desk, with a browser that runs no script."""

import re
from collections.abc import Mapping, Sequence
from html import unescape
from urllib.parse import urlencode

from tests.web.pages.reading_html import Page
from tests.web.serving import Reply, Served
from tests.world.command import Selo

SAME = {"Sec-Fetch-Site": "same-origin"}
PARTS = "multipart/form-data; boundary=frontier"
FIELDS = "application/x-www-form-urlencoded"


class Officer:
    """Somebody with a browser that runs no script."""

    def __init__(
        self, club: Selo, service: Served, role: str = "officer", name: str = "aino"
    ) -> None:
        self.service = service
        made = club.ask(
            "access",
            "login",
            "--role",
            role,
            "--name",
            name,
            "--url",
            f"http://127.0.0.1:{service.port}",
        )
        address = str(made["url"]).partition(str(service.port))[2]
        opened = service.ask(address, "POST", b"", SAME)
        first = "/" if role in ("reader", "auditor") else "/desk"
        assert opened.status == 303 and opened.fields["location"] == first
        self.cookie = {
            "Cookie": opened.fields["set-cookie"].partition(";")[0],
            "Accept": "text/html",
        }

    def see(self, address: str) -> Reply:
        return self.service.ask(address, fields=self.cookie)

    def page(self, address: str) -> str:
        reply = self.see(address)
        assert reply.status == 200, reply.text
        assert Page(reply.text).flaws == []
        is_question = "etag" in reply.fields and "/desk" not in address
        assert reply.fields["cache-control"] == (
            "private, no-cache" if is_question else "no-store"
        )
        return unescape(reply.text)

    def post(
        self, address: str, body: bytes | dict[str, str] = b"", kind: str = FIELDS
    ) -> Reply:
        body = urlencode(body).encode() if isinstance(body, dict) else body
        return self.service.ask(
            address, "POST", body, {**self.cookie, **SAME, "Content-Type": kind}
        )

    def sent(
        self, address: str, body: bytes | dict[str, str] = b"", kind: str = FIELDS
    ) -> str:
        """The address of the page the form leads to."""
        reply = self.post(address, body, kind)
        assert reply.status == 303, reply.text
        return reply.fields["location"]


def parts(name: str, content: bytes, note: str = "") -> bytes:
    head = b"--frontier\r\nContent-Disposition: form-data; name="
    file = b'%s"file"; filename="%s"\r\n\r\n%s\r\n' % (head, name.encode(), content)
    return file + b'%s"note"\r\n\r\n%s\r\n--frontier--\r\n' % (head, note.encode())


def several_files(files: Sequence[tuple[str, bytes]]) -> bytes:
    """A form with several files chosen in one field."""
    head = b'--frontier\r\nContent-Disposition: form-data; name="file"; filename='
    chosen = (
        b'%s"%s"\r\n\r\n%s\r\n' % (head, name.encode(), content)
        for name, content in files
    )
    return b"".join([*chosen, b"--frontier--\r\n"])


def with_file(name: str, content: bytes, fields: Mapping[str, str]) -> bytes:
    """A form with a file, and what is typed into its other fields; without a name no
    file was chosen.
    """
    head = b"--frontier\r\nContent-Disposition: form-data; name="
    typed = (
        b'%s"%s"\r\n\r\n%s\r\n' % (head, field.encode(), text.encode())
        for field, text in fields.items()
    )
    file = b'%s"file"; filename="%s"\r\n\r\n%s\r\n' % (head, name.encode(), content)
    return b"".join([*typed, file, b"--frontier--\r\n"])


def filled(page: str) -> dict[str, str]:
    """The questions with what is filled in already."""
    inputs = re.findall(
        r'<input id="q-[^"]*" name="([^"]*)" type="[a-z]+" value="([^"]*)"', page
    )
    selects = re.findall(
        r'<select id="q-[^"]*" name="([^"]*)"[^>]*>(.*?)</select>', page, re.DOTALL
    )
    chosen = [
        (name, re.findall(r'value="([^"]*)" selected', inside))
        for name, inside in selects
    ]
    return {**dict(inputs), **{name: value[0] for name, value in chosen if value}}


def choices(page: str) -> dict[str, list[str]]:
    """The answers that each question has to choose from, in their order; an empty one
    is chosen until somebody is.
    """
    selects = re.findall(
        r'<select id="q-[^"]*" name="([^"]*)"[^>]*>(.*?)</select>', page, re.DOTALL
    )
    return {
        name: re.findall(r'<option value="([^"]*)"', inside) for name, inside in selects
    }
