"""Send one signed message, and read the other machine's answer; signed as the Standard Webhooks describe it.

Everything has to be over in ten seconds, however slowly somebody answers; a redirect is not followed.
"""

import hashlib
import hmac
import http.client
import io
import json
import secrets
import socket
import ssl
import time
from base64 import b64decode, b64encode
from collections.abc import Mapping
from datetime import datetime
from functools import cache
from importlib.metadata import version
from typing import Any, NamedTuple

from ledger.errors import Problem, Refused
from messages import say
from messages.answer import Answer
from web.hooks.addresses import Found, Place, Unreached, numbers_of, place_of
from web.kept.webhooks import SECRET_PREFIX, WebhookRow

SECONDS = 10.0
MOST_OF_AN_ANSWER = 64 * 2**10
TAKEN = range(200, 300)


class Letter(NamedTuple):
    """A message to send: `id` stays the same however often it is tried."""

    id: str
    body: bytes


class Sender(NamedTuple):
    """Where to, with which secret, and what the office allows of the address."""

    url: str
    secret: str
    private: bool
    plain: bool


def signature(secret: str, letter: Letter, moment: int) -> str:
    key = b64decode(secret.removeprefix(SECRET_PREFIX))
    signed = b"%s.%d.%s" % (letter.id.encode(), moment, letter.body)
    return f"v1,{b64encode(hmac.digest(key, signed, hashlib.sha256)).decode()}"


def send(sender: Sender, letter: Letter, moment: int) -> str:
    """Send a letter. Return the status that came back, as a text, or a word for why there is none."""
    line = None
    deadline = time.monotonic() + SECONDS
    try:
        place = place_of(sender.url)
        numbers = numbers_of(place, private=sender.private, plain=sender.plain)
        line = _Line(place, numbers, deadline)
        fields = {
            "Host": place.netloc, "Content-Type": "application/json", "Connection": "close",
            "User-Agent": f"selokirja/{version('selokirja')}", "webhook-id": letter.id,
            "webhook-timestamp": str(moment), "webhook-signature": signature(sender.secret, letter, moment),
        }  # fmt: skip
        return str(_answered(line, place, letter.body, fields))
    except Unreached as why:
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
    letter = Letter(number, json.dumps({"id": number, "kind": "test", "recorded_at": now}).encode())
    sender = Sender(hook.url, str(hook.secret), hook.private, hook.plain)
    answer = send(sender, letter, int(datetime.fromisoformat(now).timestamp()))
    if not is_taken(answer):
        message = say("the webhook {id} did not take it: {answer}", id=hook.id, answer=answer)
        raise Refused(Problem("webhook-not-taken", message, hint=say("it takes what it answers with 200 to 299")))
    return Tried(id=hook.id, answer=answer)


def is_taken(answer: str) -> bool:
    return answer.isdecimal() and int(answer) in TAKEN


def _answered(line: "_Line", place: Place, body: bytes, fields: Mapping[str, str]) -> int:
    connection = http.client.HTTPConnection(place.host, place.port)
    connection.sock = line
    connection.request("POST", place.target, body, fields)
    answer = connection.getresponse()
    answer.read(MOST_OF_AN_ANSWER)
    return answer.status


@cache
def _trusted() -> ssl.SSLContext:
    return ssl.create_default_context()


class _Line:
    """A connection that ends at a moment, whatever happens on it, in the form that `http.client` needs."""

    def __init__(self, place: Place, numbers: list[Found], deadline: float) -> None:
        self._deadline = deadline
        self._socket = self._connected(numbers)
        if place.scheme == "https":
            self._socket.settimeout(self._left())
            try:
                self._socket = _trusted().wrap_socket(self._socket, server_hostname=place.host)
            except BaseException:
                self._socket.close()
                raise

    def _connected(self, numbers: list[Found]) -> socket.socket:
        """Connect to the first of the numbers that were judged; the name itself may lead elsewhere by now."""
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
    def __init__(self, line: _Line) -> None:
        self._line = line

    def readable(self) -> bool:
        return True

    def readinto(self, room: Any) -> int:
        return self._line.read_into(room)
