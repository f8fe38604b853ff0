"""Where a webhook may lead: no redirect to, no name of and no number of a machine that
only the service can reach.
"""

import socket
from typing import Any

import pytest

from features.webhooks import sending
from features.webhooks.sending import check, is_public, split_address
from ledger.errors import Refused
from tests.features.webhooks.receiving import Receiver, receiving

INSIDE = (
    "127.0.0.1",
    "127.8.9.10",
    "0.0.0.0",
    "10.0.0.1",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "192.0.2.1",
    "198.18.0.1",
    "224.0.0.1",
    "239.1.1.1",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "fe80::1",
    "fe80::1%lo",
    "fc00::1",
    "fd12:3456::1",
    "fec0::1",
    "feff::1",
    "ff02::1",
    "2001:db8::1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "::ffff:169.254.169.254",
    "64:ff9b::7f00:1",
    "64:ff9b::a00:1",
    "64:ff9b:1::1",
    "::7f00:1",
    "::a00:1",
    "2002:7f00:1::",
    "2002:a00:1::1",
    "2002:a9fe:a9fe::",
    "2001:0:4136:e378:8000:63bf:f5ff:fffe",
)
OUTSIDE = (
    "8.8.8.8",
    "93.184.216.34",
    "172.32.0.1",
    "2606:4700::1111",
    "::ffff:8.8.8.8",
    "64:ff9b::808:808",
    "2002:808:808::1",
)


@pytest.mark.parametrize("number", INSIDE)
def test_a_machine_that_not_everybody_reaches(number: str) -> None:
    assert not is_public(number)


@pytest.mark.parametrize("number", OUTSIDE)
def test_a_machine_that_everybody_reaches(number: str) -> None:
    assert is_public(number)


# the same machine, written as a system's own resolver reads it
@pytest.mark.parametrize(
    "host",
    [
        "localhost",
        "127.1",
        "2130706433",
        "0x7f.1",
        "0177.0.0.1",
        "[::1]",
        "[::ffff:7f00:1]",
    ],
)
def test_this_machine_under_any_name(host: str) -> None:
    with pytest.raises(Refused) as refused:
        check(f"https://{host}/", private=False, plain=False)
    assert refused.value.problems[0].code == "webhook-address"


def test_http_only_to_this_machine_unless_it_is_said() -> None:
    check("http://127.0.0.1:9000/", private=True, plain=False)
    with pytest.raises(Refused):
        check("http://10.0.0.1/", private=True, plain=False)
    check("http://10.0.0.1/", private=True, plain=True)
    with pytest.raises(Refused):
        check("http://8.8.8.8/", private=False, plain=False)
    check("http://8.8.8.8/", private=False, plain=True)
    check("https://8.8.8.8/", private=False, plain=False)


@pytest.mark.parametrize(
    "url",
    [
        "",
        "example.org",
        "ftp://example.org/",
        "file:///etc/passwd",
        "https://",
        "https:///path",
        "https://a:99999/",
        "https://a:0/",
        "https://user:word@example.org/",
        "https://user@example.org/",
        "https://example.org/#part",
        "https://example.org/ x",
        "https://example.org/\r\nhost: other",
        "https://exämple.org/",
        "https://[::1/",
        "gopher://127.0.0.1:6379/_FLUSHALL",
        "https://example.org/" + "a" * 2000,
    ],
)
def test_what_is_no_address(url: str) -> None:
    with pytest.raises(Refused) as refused:
        split_address(url)
    assert refused.value.problems[0].code == "webhook-address" and str(
        refused.value.problems[0].message
    )


def test_an_address_taken_apart() -> None:
    assert split_address("https://club.example.org:8443/selo?key=1") == (
        "https",
        "club.example.org",
        8443,
        "club.example.org:8443",
        "/selo?key=1",
    )
    assert split_address("http://[::1]") == ("http", "::1", 80, "[::1]", "/")


def _named(*numbers: str) -> Any:
    """A resolver that says these one after the other, each with the port that was asked
    for.
    """
    told = iter(numbers)
    return lambda host, port, **_: [
        (socket.AF_INET, socket.SOCK_STREAM, 6, "", (next(told), port))
    ]


def _sent(receiver: Receiver, private: bool = False) -> str:
    url = receiver.url.replace("127.0.0.1", "club.example.org")
    sender = sending.Sender(url, "whsec_" + "A" * 44, private, True)
    return sending.send(sender, sending.Payload("a-1", b"{}"), 1)


def test_a_name_that_leads_elsewhere_later_is_judged_when_it_is_connected_to(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with receiving() as receiver:
        monkeypatch.setattr(socket, "getaddrinfo", _named("93.184.216.34", "127.0.0.1"))
        check(
            receiver.url.replace("127.0.0.1", "club.example.org"),
            private=False,
            plain=True,
        )
        assert _sent(receiver) == "private-address"
        assert receiver.came == []


def test_what_was_judged_is_what_is_connected_to(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A resolver asked a second time would say something else: it is asked once."""
    with receiving() as receiver:
        monkeypatch.setattr(socket, "getaddrinfo", _named("127.0.0.1"))
        assert _sent(receiver, private=True) == "200"
        [one] = receiver.came
        assert one.fields["host"].startswith("club.example.org:")


def test_one_private_number_among_others_refuses_the_name(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    both = [
        (socket.AF_INET, socket.SOCK_STREAM, 6, "", (number, 443))
        for number in ("8.8.8.8", "10.0.0.1")
    ]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: both)
    with pytest.raises(Refused):
        check("https://club.example.org/", private=False, plain=False)


def test_a_redirect_is_not_followed() -> None:
    with receiving() as inner, receiving() as receiver:
        receiver.answers = lambda fields: 307
        receiver.more = {"location": inner.url}
        assert (
            sending.send(
                sending.Sender(receiver.url, "whsec_" + "A" * 44, True, False),
                sending.Payload("a-1", b"{}"),
                1,
            )
            == "307"
        )
        assert (len(receiver.came), inner.came) == (1, [])
