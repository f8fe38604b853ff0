"""Decide which machine an address leads to, and whether the service may ask it.

Somebody who may add a webhook could have the service ask machines that only it can reach. So an address of a private
network is refused, unless the office says that it is meant. What is judged is the number that is connected to: a name
may lead elsewhere a moment later.
"""

import re
import socket
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from ledger.errors import Problem, Refused, Where
from messages import Message, by_command, say

MOST_LETTERS = 2000
PORTS = {"http": 80, "https": 443}
_PRINTED = re.compile(r"[!-~]+")
_EMBEDDED = IPv6Network("64:ff9b::/96"), IPv6Network("::/96")  # an address of IPv4 in its last four bytes


class Unreached(Exception):
    """Why a machine was not asked, or did not answer, as one word that is kept."""


class Place(NamedTuple):
    """An address taken apart: `target` is what is asked for, `host` and `port` where."""

    scheme: str
    host: str
    port: int
    netloc: str
    target: str


Found = tuple[socket.AddressFamily, tuple[Any, ...]]


def place_of(url: str) -> Place:
    """Take an address apart; refuse one that no event could be sent to."""
    flaw = _flaw(url)
    if flaw is not None:
        hint = say("an address looks like https://club.example.org/selo")
        raise Refused(Problem("webhook-address", flaw, Where(field="url"), hint))
    parts = urlsplit(url)
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Place(parts.scheme, parts.hostname or "", parts.port or PORTS[parts.scheme], parts.netloc, target)


def _flaw(url: str) -> Message | None:
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return say("{url} is no address", url=repr(url[:200]))
    if len(url) > MOST_LETTERS or not _PRINTED.fullmatch(url):
        return say("an address has at most {count} letters, all of them ASCII and none a blank", count=MOST_LETTERS)
    if parts.scheme not in PORTS or not parts.hostname or port == 0:
        return say("{url} is no address of the web", url=repr(url[:200]))
    if parts.username is not None or parts.password is not None or parts.fragment:
        return say("an address with a name and a password, or with a #, is not taken")
    return None


def numbers_of(place: Place, *, private: bool, plain: bool) -> list[Found]:
    """Find the numbers that a name stands for now; refuse it whole if one of them may not be asked."""
    try:
        found = socket.getaddrinfo(place.host, place.port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise Unreached("unknown-host") from None
    numbers: list[Found] = [(family, address) for family, _, _, _, address in found]
    for _, (number, *_) in numbers:
        if not private and not is_public(str(number)):
            raise Unreached("private-address")
        if place.scheme == "http" and not plain and not _is_here(str(number)):
            raise Unreached("plain-http")
    return numbers


def is_public(number: str) -> bool:
    """Tell whether anybody could ask this machine: it is in no private network, on no link, and not this one."""
    address = ip_address(number.partition("%")[0])
    if isinstance(address, IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour or (address.teredo and address.teredo[1])
        if inner is None and any(address in network for network in _EMBEDDED):
            inner = ip_address(int(address) & 0xFFFF_FFFF)  # type: ignore[assignment]
        if inner is not None:
            return is_public(str(inner))
    return address.is_global and not address.is_multicast and not address.is_reserved


def _is_here(number: str) -> bool:
    address = ip_address(number.partition("%")[0])
    inner = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return (inner or address).is_loopback


def check(url: str, *, private: bool, plain: bool) -> None:
    """Refuse an address for a webhook that could not be delivered to, or must not be, as it stands now."""
    place = place_of(url)
    try:
        numbers_of(place, private=private, plain=plain)
    except Unreached as why:
        message, hint = _IN_WORDS[str(why)](place.host)
        raise Refused(Problem("webhook-address", message, Where(field="url"), hint)) from None


_IN_WORDS = {
    "unknown-host": lambda host: (say("{host} is not known here", host=host), say("check the address")),
    "private-address": lambda host: (
        say("{host} is this machine, or in a private network", host=host),
        by_command("if that is meant, say so with --private"),
    ),
    "plain-http": lambda host: (
        say("what is sent to {host} could be read on its way", host=host),
        by_command("take https, or say --plain-http"),
    ),
}
