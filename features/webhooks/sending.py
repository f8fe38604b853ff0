"""Send one message to another machine, signed as the Standard Webhooks write it down,
and hear what it says to it. Everything has to be over in ten seconds, however slowly
somebody answers; a redirect is not followed.

Somebody who may add a webhook could have the service ask machines that only it can
reach. So an address of a private network is refused, unless the office says that it is
meant. What is judged is the number that is connected to: a name may lead elsewhere a
moment later.
"""

import hashlib
import hmac
import http.client
import io
import json
import re
import secrets
import socket
import ssl
import time
from base64 import b64decode, b64encode
from collections.abc import Mapping
from datetime import datetime
from functools import cache
from importlib.metadata import version
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from features.webhooks.store.rows import SECRET_PREFIX, WebhookRow
from ledger.errors import Problem, Refused, Where
from messages import Message, by_command, say
from messages.answer import Answer

MOST_CHARACTERS = 2000
PORTS = {"http": 80, "https": 443}
_PRINTED = re.compile(r"[!-~]+")
# an address of IPv4 in its last four bytes
_EMBEDDED = IPv6Network("64:ff9b::/96"), IPv6Network("::/96")


class NotReached(Exception):
    """Why a machine was not asked, or did not answer, as one word that is kept."""


class SplitAddress(NamedTuple):
    """An address taken apart: `target` is what is asked for, `host` and `port` where."""

    scheme: str
    host: str
    port: int
    netloc: str
    target: str


Found = tuple[socket.AddressFamily, tuple[Any, ...]]


def split_address(url: str) -> SplitAddress:
    """Take an address apart; refuse one that no event could be sent to."""
    flaw = _flaw(url)
    if flaw is not None:
        hint = say("an address looks like https://club.example.org/selo")
        raise Refused(Problem("webhook-address", flaw, Where(field="url"), hint))
    parts = urlsplit(url)
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return SplitAddress(
        parts.scheme,
        parts.hostname or "",
        parts.port or PORTS[parts.scheme],
        parts.netloc,
        target,
    )


def _flaw(url: str) -> Message | None:
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return say("{url} is not an address", url=repr(url[:200]))
    if len(url) > MOST_CHARACTERS or not _PRINTED.fullmatch(url):
        return say(
            "an address has at most {count} letters, all of them ASCII and none a"
            " blank",
            count=MOST_CHARACTERS,
        )
    if parts.scheme not in PORTS or not parts.hostname or port == 0:
        return say("{url} is not a web address", url=repr(url[:200]))
    if parts.username is not None or parts.password is not None or parts.fragment:
        return say("an address with a name and a password, or with a #, is not taken")
    return None


def numbers_of(receiver: SplitAddress, *, private: bool, plain: bool) -> list[Found]:
    """Find the numbers that a name stands for now; refuse it whole if one of them may
    not be asked.
    """
    try:
        addresses = socket.getaddrinfo(
            receiver.host, receiver.port, type=socket.SOCK_STREAM
        )
    except (OSError, UnicodeError):
        raise NotReached("unknown-host") from None
    numbers: list[Found] = [(family, address) for family, _, _, _, address in addresses]
    for _, (number, *_) in numbers:
        if not private and not is_public(str(number)):
            raise NotReached("private-address")
        if receiver.scheme == "http" and not plain and not _is_here(str(number)):
            raise NotReached("plain-http")
    return numbers


def is_public(number: str) -> bool:
    """Tell whether anybody could ask this machine: it is in no private network, on no
    link, and not this one.
    """
    address = ip_address(number.partition("%")[0])
    if isinstance(address, IPv6Address):
        inner = (
            address.ipv4_mapped
            or address.sixtofour
            or (address.teredo and address.teredo[1])
        )
        if inner is None and any(address in network for network in _EMBEDDED):
            inner = ip_address(int(address) & 0xFFFF_FFFF)  # type: ignore[assignment]
        if inner is not None:
            return is_public(str(inner))
        # given up for the private networks of today, and routed in some all the same
        if address.is_site_local:
            return False
    return address.is_global and not address.is_multicast and not address.is_reserved


def _is_here(number: str) -> bool:
    address = ip_address(number.partition("%")[0])
    inner = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return (inner or address).is_loopback


def check(url: str, *, private: bool, plain: bool) -> None:
    """Refuse an address for a webhook that could not be delivered to, or must not be,
    as it stands now.
    """
    receiver = split_address(url)
    try:
        numbers_of(receiver, private=private, plain=plain)
    except NotReached as why:
        message, hint = _IN_WORDS[str(why)](receiver.host)
        raise Refused(
            Problem("webhook-address", message, Where(field="url"), hint)
        ) from None


_IN_WORDS = {
    "unknown-host": lambda host: (
        say("{host} is not known here", host=host),
        say("check the address"),
    ),
    "private-address": lambda host: (
        say("{host} is this machine, or in a private network", host=host),
        by_command("if that is meant, say so with --private"),
    ),
    "plain-http": lambda host: (
        say("what is sent to {host} could be read on its way", host=host),
        by_command("take https, or say --plain-http"),
    ),
}


SECONDS = 10.0
MOST_OF_AN_ANSWER = 64 * 2**10
TAKEN = range(200, 300)


class Payload(NamedTuple):
    """A message to send: `id` stays the same however often it is tried."""

    id: str
    body: bytes


class Sender(NamedTuple):
    """Where to, with which secret, and what the office allows of the address."""

    url: str
    secret: str
    private: bool
    plain: bool


def signature(secret: str, payload: Payload, moment: int) -> str:
    key = b64decode(secret.removeprefix(SECRET_PREFIX))
    signed = b"%s.%d.%s" % (payload.id.encode(), moment, payload.body)
    return f"v1,{b64encode(hmac.digest(key, signed, hashlib.sha256)).decode()}"


def send(sender: Sender, payload: Payload, moment: int) -> str:
    """Send a payload, and return the status that came back, as a text, or a word for
    why there is none.
    """
    line = None
    deadline = time.monotonic() + SECONDS
    try:
        receiver = split_address(sender.url)
        numbers = numbers_of(receiver, private=sender.private, plain=sender.plain)
        line = _EndingConnection(receiver, numbers, deadline)
        fields = {
            "Host": receiver.netloc,
            "Content-Type": "application/json",
            "Connection": "close",
            "User-Agent": f"selokirja/{version('selokirja')}",
            "webhook-id": payload.id,
            "webhook-timestamp": str(moment),
            "webhook-signature": signature(sender.secret, payload, moment),
        }
        return str(_status_answered(line, receiver, payload.body, fields))
    except NotReached as why:
        return str(why)
    except TimeoutError:
        return "too-slow"
    except ssl.SSLError:
        return "no-tls"
    except (OSError, http.client.HTTPException, ValueError):
        return "no-answer"
    finally:
        if line is not None:
            line.end()


class Tried(Answer, frozen=True, kw_only=True):
    """The answer of `webhook test`: what came back."""

    id: str
    answer: str


def tried(hook: WebhookRow, now: str) -> Tried:
    """Send a webhook a message that is no event; refuse where it is not taken."""
    number = f"{hook.id}-test-{secrets.token_hex(4)}"
    payload = Payload(
        number, json.dumps({"id": number, "kind": "test", "recorded_at": now}).encode()
    )
    sender = Sender(hook.url, str(hook.secret), hook.private, hook.plain)
    answer = send(sender, payload, int(datetime.fromisoformat(now).timestamp()))
    if not is_taken(answer):
        message = say(
            "the webhook {id} did not take it: {answer}", id=hook.id, answer=answer
        )
        raise Refused(
            Problem(
                "webhook-not-taken",
                message,
                hint=say("it takes what it answers with 200 to 299"),
            )
        )
    return Tried(id=hook.id, answer=answer)


def is_taken(answer: str) -> bool:
    return answer.isdecimal() and int(answer) in TAKEN


def _status_answered(
    line: "_EndingConnection",
    receiver: SplitAddress,
    body: bytes,
    fields: Mapping[str, str],
) -> int:
    connection = http.client.HTTPConnection(receiver.host, receiver.port)
    connection.sock = line
    connection.request("POST", receiver.target, body, fields)
    answer = connection.getresponse()
    answer.read(MOST_OF_AN_ANSWER)
    return answer.status


@cache
def _tls_context() -> ssl.SSLContext:
    return ssl.create_default_context()


class _EndingConnection:
    """A connection that ends at a moment, whatever happens on it, in the form that
    `http.client` needs.
    """

    def __init__(
        self, receiver: SplitAddress, numbers: list[Found], deadline: float
    ) -> None:
        self._deadline = deadline
        self._socket = self._connected(numbers)
        if receiver.scheme == "https":
            self._socket.settimeout(self._left())
            try:
                self._socket = _tls_context().wrap_socket(
                    self._socket, server_hostname=receiver.host
                )
            except BaseException:
                self._socket.close()
                raise

    def _connected(self, numbers: list[Found]) -> socket.socket:
        """Connect to the first of the numbers that were judged; the name itself may
        lead elsewhere by now.
        """
        failure: OSError = OSError()
        for tried, (family, address) in enumerate(numbers):
            connected = socket.socket(family, socket.SOCK_STREAM)
            connected.settimeout(self._left() / (len(numbers) - tried))
            try:
                connected.connect(address)
                return connected
            except OSError as error:
                connected.close()
                failure = error
        raise failure

    def _left(self) -> float:
        left = self._deadline - time.monotonic()
        if left <= 0:
            raise TimeoutError
        return left

    def sendall(self, content: bytes) -> None:
        self._socket.settimeout(self._left())
        self._socket.sendall(content)

    def read_into(self, room: Any) -> int:
        self._socket.settimeout(self._left())
        return self._socket.recv_into(room)

    def makefile(self, mode: str) -> io.BufferedReader:
        return io.BufferedReader(_Incoming(self))

    def close(self) -> None:
        """Stay open: `http.client` lets go of a connection before its answer is read."""

    def end(self) -> None:
        self._socket.close()


class _Incoming(io.RawIOBase):
    def __init__(self, line: _EndingConnection) -> None:
        self._line = line

    def readable(self) -> bool:
        return True

    def readinto(self, room: Any) -> int:
        return self._line.read_into(room)
