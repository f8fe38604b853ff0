"""nginx and Caddy with the files that people copy: what they pass on is what the service
says, and what they refuse.
"""

import json
import re
import shutil
import subprocess
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path
from ssl import SSLSocket

import pytest

from tests.features import asked_of_features
from tests.web.fronts import CERTIFICATE, Front, caddy, nginx
from tests.web.over_tls import NAME
from tests.web.pages.test_every_page import ADDRESSES
from tests.web.serving import Reply, Served, served
from tests.web.test_same_answers import ASKED
from tests.web.test_tokens import bearer, token
from tests.web.test_writing import AT, JSON, encoded
from tests.world.command import Selo
from tests.world.documents import player
from tests.world.pace import until
from web.pages.assets import by_hashed_name
from web.store.roles import Role

Proxy = Callable[..., AbstractContextManager[Front]]
MIB = 2**20
BOTH = pytest.mark.parametrize("proxy", [nginx, caddy])
# what a proxy says by itself, about itself or about the connection
OWN = {
    "date",
    "server",
    "connection",
    "keep-alive",
    "transfer-encoding",
    "alt-svc",
    "x-accel-expires",
    "x-request-id",
}
# how often whoever asks may still ask: another number each time
COUNTS_DOWN = {"ratelimit-limit", "ratelimit-remaining", "ratelimit-reset"}
# as the service is asked through the proxy
THROUGH = {"Host": NAME, "X-Forwarded-Proto": "https", "X-Forwarded-For": "127.0.0.1"}
COUNTED = re.compile(
    r'^selo_request_seconds_count\{.*route="(.*)",status="(\d+)"\} (\S+)$', re.MULTILINE
)
TRUSTING = {"trusted_proxies": ("127.0.0.1",)}
OTHERS = (
    "/healthz",
    "/readyz",
    "/metrics",
    "/api/openapi.json",
    "/api",
    "/log.atom",
    "/lists.atom",
    "/players/F033.atom",
    "/api/checkpoint",
    "/api/notifications/1,100",
    "/problems/busy",
    "/players/F033/picture.svg",
    "/lists/selo/file?format=vega",
    "/tournaments/kuusilahti-open-2023/pgn/file",
    "/verify/verify.py",
    "/desk",
    "/nothing/here",
    "/players/NOBODY",
    "/players/F033?as_of=no",
    "/players//F033",
    "/api/players/F033?as_of=2024-06-30&as_of=2024-06-30",
    "/players/%ff",
    "/fi/players/F033",
    "/titles",
    "/api/drafts",
    "/players/F033%2Ejson",
    "/api/events?after=250",
    "/api/events?after=259&wait=0",
    "/tournaments/a%2Fb",
    *(
        one.address
        for asked in asked_of_features()
        for one in asked.operations()
        if one.method == "GET"
    ),
)


@pytest.fixture
def people(published_ledger: str) -> dict[str, dict[str, str]]:
    """Whoever asks, by the fields they send."""
    reader, admin = (
        bearer(token(published_ledger, role, f"{role}-at-a-proxy"))
        for role in (Role.READER, Role.ADMIN)
    )
    return {
        "a stranger": {},
        "a reader": reader,
        "an admin": admin,
        "a stranger with gzip": {"Accept-Encoding": "gzip"},
    }


def every_address() -> list[str]:
    """Every question in each of its forms, every page, and what is neither."""
    asked = [address for pairs in ASKED.values() for address, _ in pairs]
    forms = [
        re.sub(r"(?=\?|$)", form, address, count=1)
        for form in (".json", ".csv")
        for address in asked
    ]
    pages = [address for addresses in ADDRESSES.values() for address in addresses]
    every = dict.fromkeys(
        [
            *asked,
            *forms,
            *pages,
            *OTHERS,
            *(f"/look/{name}" for name in by_hashed_name()),
        ]
    )
    return [address for address in every if not address.startswith(NEVER_THE_SAME)]


# these say how long they took, or how much was asked before
NEVER_THE_SAME = ("/verify", "/replay", "/metrics")


def told(reply: Reply) -> tuple[int, dict[str, str], bytes]:
    return (
        reply.status,
        {
            name: value
            for name, value in reply.fields.items()
            if name not in OWN | COUNTS_DOWN
        },
        reply.body,
    )


def differing(
    front: Front, service: Served, address: str, fields: Mapping[str, str]
) -> Iterator[str]:
    """What of an address is another through the proxy: asked for the first and the
    second time, and by the tag that the client has.
    """
    straight = service.ask(address, fields={**THROUGH, **fields})
    for turn in ("first", "second"):
        if told(front.ask(address, fields=fields)) != told(straight):
            yield f"{address} {turn}"
    tag = straight.fields.get("etag")
    # nginx keeps no answer that says how often its asker may still ask, and so
    # compares no tag with it
    if tag is not None and COUNTS_DOWN.isdisjoint(straight.fields):
        again = front.ask(address, fields={**fields, "If-None-Match": tag})
        if again.status != 304:
            yield f"{address} by its tag"


@BOTH
def test_every_address_answers_as_without(
    proxy: Proxy,
    published_ledger: str,
    people: dict[str, dict[str, str]],
    tmp_path: Path,
) -> None:
    """With the limits of the proxy far away: thousands of requests come from here."""
    far = {r"rate=50r/s": "rate=10000r/s"} if proxy is nginx else {}
    addresses = every_address()
    assert len(addresses) > 300
    with (
        served(published_ledger, **TRUSTING, searches_a_minute=10**6) as service,
        proxy(tmp_path, service.port, far) as front,
    ):
        found = [
            f"{name}: {what}"
            for name, fields in people.items()
            for number, address in enumerate(addresses)
            # each of them as a stranger, and a third of them as the others
            if name == "a stranger" or number % 3 == 0
            for what in differing(front, service, address, fields)
        ]
    assert found == [], "\n".join(found)


def test_a_difference_is_seen(published_ledger: str, tmp_path: Path) -> None:
    """The control: a proxy that spoils an address and drops the tag."""
    spoilt = {
        r"proxy_pass http://selokirja;\n": "proxy_pass http://selokirja/api/;\nproxy_hide_header ETag;\n"
    }
    with (
        served(published_ledger, **TRUSTING) as service,
        nginx(tmp_path, service.port, spoilt) as front,
    ):
        assert [*differing(front, service, "/rules", {})] != []


@contextmanager
def fronted(
    club: Selo, proxy: Proxy, folder: Path, **limits: object
) -> Iterator[tuple[Served, Front, dict[str, str]]]:
    """A service that can be written to, a proxy in front of it, and the header fields
    that an officer sends.
    """
    officer = bearer(token(club.ledger))
    settings = {"now": lambda: AT, **TRUSTING, **limits}
    with (
        served(club.ledger, **settings) as service,
        proxy(folder, service.port) as front,
    ):
        yield service, front, {**officer, "Content-Type": JSON}


@BOTH
def test_what_is_booked_is_seen_at_once(
    proxy: Proxy, club: Selo, tmp_path: Path
) -> None:
    """Nothing that is kept outlives a booking by a moment."""
    addresses = (
        "/api/lists/selo",
        "/lists/selo",
        "/api/log",
        "/api/players/A",
        "/lists/selo.csv",
        "/api/players?ids=N1",
    )
    with fronted(club, proxy, tmp_path) as (service, front, officer):
        for number in range(12):
            before = {
                address: front.ask(address).fields["etag"] for address in addresses
            }
            booked = encoded(player(f"N{number}"))
            assert front.ask("/api/documents", "POST", booked, officer).status == 201
            for address in addresses:
                straight, seen = (
                    service.ask(address, fields=THROUGH),
                    front.ask(address),
                )
                assert seen.fields["etag"] == straight.fields["etag"], address
                if seen.fields["etag"] != before[address]:
                    assert seen.body == straight.body, address
            assert f'"N{number}"' in front.ask("/api/log").text


@BOTH
def test_the_head_of_an_answer_is_that_of_the_answer(
    proxy: Proxy, club: Selo, tmp_path: Path
) -> None:
    """Asked for first, before anybody asked for the whole."""
    with fronted(club, proxy, tmp_path) as (service, front, officer):
        for address in (
            "/players/A",
            "/api/players/A",
            "/lists/selo.csv",
            "/healthz",
            "/api/players/NOBODY",
        ):
            for fields in ({}, officer):
                seen = front.ask(address, "HEAD", fields=fields)
                assert seen.body == b"" and told(seen) == told(
                    service.ask(address, "HEAD", fields={**THROUGH, **fields})
                )


@BOTH
def test_a_stream_goes_on(proxy: Proxy, club: Selo, tmp_path: Path) -> None:
    """Longer than a head or a body may take; each event comes as it is recorded."""
    short = {r"read_header 10s": "read_header 2s", r"read_body 60s": "read_body 3s"}
    if proxy is nginx:
        short = {
            r"client_header_timeout  10s": "client_header_timeout 2s",
            r"client_body_timeout    10s": "client_body_timeout 2s",
        }
    officer = {**bearer(token(club.ledger)), "Content-Type": JSON}
    with (
        served(club.ledger, **TRUSTING, now=lambda: AT) as service,
        proxy(tmp_path, service.port, short) as front,
    ):
        connection = front.connection()
        connection.request("GET", "/api/events/stream?after=0", headers={"Host": NAME})
        stream = connection.getresponse()
        assert stream.status == 200 and stream.getheader("content-type", "").startswith(
            "text/event-stream"
        )
        newest = club.events()
        _read_until(stream, f"id: {newest}")
        time.sleep(4)
        assert (
            service.ask("/api/documents", "POST", encoded(player("N1")), officer).status
            == 201
        )
        _read_until(stream, f"id: {newest + 1}")
        connection.close()


def _read_until(stream: object, words: str) -> None:
    while (line := stream.readline()) and not line.decode().startswith(words):  # type: ignore[attr-defined]
        pass
    assert line, "the stream has ended"


@BOTH
def test_whoever_waits_for_an_event_has_it(
    proxy: Proxy, club: Selo, tmp_path: Path
) -> None:
    """Two at the same address, neither of whom waits for the other's answer."""
    with fronted(club, proxy, tmp_path) as (service, front, officer):
        heard: list[Reply] = []
        address = f"/api/events?after={club.events()}&wait=25"
        waiting = [
            threading.Thread(target=lambda: heard.append(front.ask(address)))
            for _ in range(2)
        ]
        for one in waiting:
            one.start()
        until(lambda: _present(service, "waits", officer) == 2)
        begun = time.monotonic()
        assert (
            front.ask("/api/documents", "POST", encoded(player("N1")), officer).status
            == 201
        )
        for one in waiting:
            one.join()
        assert [reply.value["last"] for reply in heard] == [club.events()] * 2
        assert time.monotonic() - begun < 20


def _present(service: Served, name: str, reader: Mapping[str, str]) -> float:
    """What is going on in the service now, by the name of a measure."""
    text = service.ask("/metrics", fields=dict(reader)).text
    return float(re.findall(rf"^selo_{name} (\S+)$", text, re.MULTILINE)[0])


def requests_counted(service: Served, reader: Mapping[str, str]) -> Counter[str]:
    """How many requests the service counted, by route and status; those for the
    metrics aside.
    """
    text = service.ask("/metrics", fields=dict(reader)).text
    counted = Counter[str]()
    for route, status, count in COUNTED.findall(text):
        if route != "/metrics":
            counted[f"{route} {status}"] += int(float(count))
    return counted


@BOTH
def test_below_a_path(proxy: Proxy, club: Selo, tmp_path: Path) -> None:
    below = {r"reverse_proxy (?=\S+ \{)": "reverse_proxy /ratings/* "}
    if proxy is nginx:
        below = {r"location / \{(?=\n            proxy_pass)": "location /ratings/ {"}
    with (
        served(
            club.ledger, **TRUSTING, base_path="/ratings", now=lambda: AT
        ) as service,
        proxy(tmp_path, service.port, below) as front,
    ):
        assert front.ask("/ratings/api/players/A").value["player"]["id"] == "A"
        assert 'href="/ratings/' in front.ask("/ratings/players/A").text
        assert b'"player"' not in front.ask("/api/players/A").body
        connection = front.connection()
        connection.request(
            "GET", "/ratings/api/events/stream?after=0", headers={"Host": NAME}
        )
        _read_until(connection.getresponse(), "id: 1")
        connection.close()


@BOTH
def test_whoever_asks_without_tls_is_led_there(
    proxy: Proxy, club: Selo, tmp_path: Path
) -> None:
    with fronted(club, proxy, tmp_path) as (service, front, _):
        led = Served(front.plain_port, service.settings).ask(
            "/players/A?list=selo", fields={"Host": NAME}
        )
        assert led.status == 308 and led.fields["location"].endswith(
            "/players/A?list=selo"
        )
        assert led.fields["location"].startswith(f"https://{NAME}")
        assert "max-age" in front.ask("/players/A").fields["strict-transport-security"]


@BOTH
def test_only_the_proxy_says_who_asks(proxy: Proxy, club: Selo, tmp_path: Path) -> None:
    """What a client says of itself is not passed on; otherwise anybody would get round
    the limit for one address.
    """
    few = {"searches_a_minute": 2}
    with fronted(club, proxy, tmp_path, **few) as (_, front, _):
        statuses = [
            front.ask(
                f"/api/search?words=a{n}",
                source="127.0.1.1",
                fields={
                    "X-Forwarded-For": f"192.0.2.{n}",
                    "X-Forwarded-Proto": "http",
                    "Forwarded": "for=192.0.2.9",
                },
            ).status
            for n in range(3)
        ]
        assert statuses == [200, 200, 429]
        assert front.ask("/api/search?words=a", source="127.0.1.2").status == 200


@BOTH
def test_a_body_that_is_too_large_is_refused(
    proxy: Proxy, club: Selo, tmp_path: Path
) -> None:
    """By nginx beyond what anybody may send, and by the service where somebody may send
    less.
    """
    with fronted(club, proxy, tmp_path) as (_, front, officer):
        lines = {**officer, "Content-Type": "application/jsonl"}
        submitter = {**lines, **bearer(token(club.ledger, Role.SUBMITTER, "seura"))}
        for _ in range(
            5
        ):  # the service answers while the proxy still sends, and the proxy hears it
            assert front.ask(
                "/api/documents", "POST", bytes(4 * MIB + 1), submitter
            ).codes == ["too-large"]
        largest = front.ask("/api/documents", "POST", bytes(64 * MIB), lines)
        assert (
            largest.codes == ["too-large"] and "10 MiB" in largest.text
        )  # of one document, says the service
        if proxy is caddy:
            return
        beyond = front.ask(
            "/api/documents",
            "POST",
            None,
            {**lines, "Content-Length": str(64 * MIB + 1)},
        )
        assert beyond.codes == ["too-large"] and "64 MiB" in beyond.text


def _all_of(connection: SSLSocket) -> str:
    """What is said on a connection until its end, whichever way it ends."""
    said = b""
    try:
        while piece := connection.recv(65536):
            said += piece
    except OSError:
        pass
    connection.close()
    return said.decode()


@BOTH
def test_a_slow_head_is_cut(proxy: Proxy, club: Selo, tmp_path: Path) -> None:
    """Whoever sends a byte now and then does not hold the connection."""
    with fronted(club, proxy, tmp_path) as (service, front, officer):
        before = requests_counted(service, officer)
        slow = front.opened(f"GET /api/players/A HTTP/1.1\r\nHost: {NAME}\r\nX-")
        slow.settimeout(0.5)
        begun, cut = time.monotonic(), False
        while not cut:
            assert time.monotonic() - begun < 60, "it is still open"
            try:
                slow.sendall(b"x")
                said = slow.recv(1000)
                cut = not said or said.startswith(b"HTTP/1.1 4")
            except TimeoutError:
                continue
            except OSError:
                cut = True
        slow.close()
        # neither it nor a head that is too large was passed on
        answer = _all_of(
            front.opened(
                f"GET / HTTP/1.1\r\nHost: {NAME}\r\nX-Long: {'x' * 50_000}\r\n\r\n"
            )
        )
        assert re.match(r"HTTP/1.1 4(00|14|31) ", answer)
        assert requests_counted(service, officer) == before


def test_one_address_may_have_only_so_many_requests_at_once(
    club: Selo, tmp_path: Path
) -> None:
    """Streams, which hold their connections, and bodies that do not come."""
    with (
        fronted(club, nginx, tmp_path, streams_at_once=1000) as (_, front, officer),
        ExitStack() as opened,
    ):
        crowd = "127.0.1.1"
        stream = f"GET /api/events/stream?after=0 HTTP/1.1\r\nHost: {NAME}\r\n\r\n"
        for _ in range(64):
            one = opened.enter_context(front.opened(stream, crowd))
            assert one.recv(12) == b"HTTP/1.1 200"
        refused = front.ask("/api/players/A", source=crowd)
        assert (
            refused.status == 429
            and refused.codes == ["too-many-requests"]
            and refused.fields["retry-after"] == "5"
            and len(refused.fields["x-request-id"]) == 32
        )
        assert front.ask("/api/players/A").status == 200
        until(lambda: _has_sent_too_much(front, "127.0.1.2"))
        assert (
            front.ask("/api/documents", "POST", encoded(player("N1")), officer).status
            == 201
        )


def _has_sent_too_much(front: Front, crowd: str) -> bool:
    """Whether somebody who left eight bodies hanging may send no ninth, and read all the
    same.
    """
    unsent = f"POST /verify HTTP/1.1\r\nHost: {NAME}\r\nContent-Length: 9\r\n\r\n"
    with ExitStack() as opened:
        for _ in range(8):
            opened.enter_context(front.opened(unsent, crowd))
        sent, read = (
            front.ask("/verify", "POST", b"", source=crowd),
            front.ask("/api/players/A", source=crowd),
        )
        return (sent.status, read.status) == (429, 200)


def test_one_address_may_ask_only_so_often(club: Selo, tmp_path: Path) -> None:
    with fronted(club, nginx, tmp_path) as (_, front, _):
        asked = 900
        many = f"GET /healthz HTTP/1.1\r\nHost: {NAME}\r\n\r\n" * asked
        heard = Counter[str]()
        with front.opened(many, "127.0.1.1") as crowd:
            said = b""
            while heard.total() < asked and (piece := crowd.recv(65536)):
                said += piece
                heard = Counter(re.findall(r"HTTP/1\.1 (\d+) ", said.decode()))
        assert heard["429"] > 100 and heard["200"] > 200 and heard.total() == asked
        assert front.ask("/api/players/A").status == 200


def test_one_address_may_send_much_only_so_often(club: Selo, tmp_path: Path) -> None:
    """Small bodies all the same, as of a program that sends game after game."""
    with fronted(club, nginx, tmp_path) as (_, front, officer):
        crowd = "127.0.1.1"
        large = [
            front.ask("/api/documents", "POST", bytes(MIB), officer, crowd).status
            for _ in range(14)
        ]
        assert large[:11] == [400] * 11 and 429 in large[11:]
        small = [
            front.ask("/api/documents", "POST", b"{}", officer, crowd).status
            for _ in range(40)
        ]
        assert set(small) == {422}
        assert front.ask("/api/documents", "POST", bytes(MIB), officer).status == 400


def test_over_http_2_a_body_of_unsaid_size_counts_as_a_large_one(
    club: Selo, tmp_path: Path
) -> None:
    """It need not say its size there, nor that it comes in pieces."""
    curl = shutil.which("curl")
    if curl is None:
        pytest.skip("no curl on this machine: nothing is asked over HTTP/2")
    with fronted(club, nginx, tmp_path) as (_, front, officer):
        common = [
            *(curl, "--silent", "--output", "/dev/null"),
            *("--write-out", "%{http_version} %{http_code}"),
            *("--http2", "--cacert", str(front.folder / CERTIFICATE)),
            *("--connect-to", f"{NAME}:443:127.0.0.1:{front.port}"),
            *("--interface", "127.0.1.1"),
            *("--header", "Content-Type: application/json"),
            *("--header", f"Authorization: {officer['Authorization']}"),
        ]

        def asked(*words: str, body: bytes = b"") -> str:
            done = subprocess.run([*common, *words], input=body, capture_output=True)
            return done.stdout.decode()

        documents = f"https://{NAME}/api/documents"
        in_pieces = ("--request", "POST", "--upload-file", "-", documents)
        large = [asked(*in_pieces, body=bytes(MIB)) for _ in range(14)]
        assert large[:11] == ["2 400"] * 11 and "2 429" in large[11:]

        # the control: it says how small it is, or there is none
        small = [asked("--data", "{}", documents) for _ in range(20)]
        assert {*small} == {"2 422"}
        read = [asked(f"https://{NAME}/api/players/A") for _ in range(20)]
        assert {*read} == {"2 200"}


def test_what_somebody_with_a_token_sees_is_never_kept(
    club: Selo, tmp_path: Path
) -> None:
    """Nor is anything given to them that was kept for others."""
    with fronted(club, nginx, tmp_path) as (service, front, officer):
        closed, more = "/api/players/A/file", "/api/players/A/details"
        assert front.ask(closed, fields=officer).status == 200 and front.ask(
            closed
        ).codes == ["token"]
        assert (
            front.ask(
                "/api/documents",
                "POST",
                encoded({**player("A"), "born": "2010-05-05"}),
                officer,
            ).status
            == 201
        )
        assert (
            front.ask(more, fields=officer).body != front.ask(more).body
        )  # an officer sees the day of birth
        for page in (closed, more, "/players/A", "/api/players/A", "/api/log", "/desk"):
            for fields in (officer, {}, {"Cookie": "selo_session=none"}):
                seen, straight = (
                    front.ask(page, fields=fields),
                    service.ask(page, fields={**THROUGH, **fields}),
                )
                assert told(seen) == told(straight), page
        kept = b"".join(
            file.read_bytes()
            for file in (front.folder / "kept").rglob("*")
            if file.is_file()
        )
        assert b"/api/players/A\n" in kept  # the control: what anybody may see is there
        assert (
            closed.encode() not in kept
            and b"private" not in kept
            and b"no-store" not in kept
        )


@BOTH
def test_a_browser_logs_in_and_writes(proxy: Proxy, club: Selo, tmp_path: Path) -> None:
    """Its cookie is of this host over TLS alone. What it sends is known to come from a
    page of the service, also of a browser that says no more than where it stands.
    """
    with fronted(club, proxy, tmp_path) as (_, front, _):
        made = club.ask(
            "access",
            "login",
            "--role",
            "officer",
            "--name",
            "aino",
            "--url",
            f"https://{NAME}",
        )
        own = {"Origin": f"https://{NAME}"}
        entered = front.ask(
            str(made["url"]).removeprefix(f"https://{NAME}"), "POST", b"", own
        )
        cookie = entered.fields["set-cookie"]
        assert (
            entered.status == 303
            and cookie.startswith("__Host-selo_session=")
            and "Secure" in cookie
        )
        browser = {"Cookie": cookie.partition(";")[0], "Content-Type": JSON}
        assert front.ask("/desk", fields=browser).status == 200
        booked = encoded(player("N1"))
        elsewhere = {"Origin": "https://ratings.example.net"}
        assert front.ask(
            "/api/documents", "POST", booked, {**browser, **elsewhere}
        ).codes == ["cross-site"]
        assert (
            front.ask("/api/documents", "POST", booked, {**browser, **own}).status
            == 201
        )


def test_what_is_kept_is_not_made_again(club: Selo, tmp_path: Path) -> None:
    with fronted(club, nginx, tmp_path) as (service, front, officer):
        before = requests_counted(service, officer)
        for _ in range(5):
            assert front.ask("/players/A").status == 200
        counted = requests_counted(service, officer) - before
        assert counted == {"/players/{player} 200": 1, "/players/{player} 304": 4}


def test_nothing_is_kept_of_a_service_that_trusts_nobody(club: Selo) -> None:
    """What a proxy is told about keeping is said to proxies alone."""
    for trusted in ((), ("127.0.0.1",)):
        with served(club.ledger, now=lambda: AT, trusted_proxies=trusted) as service:
            assert ("x-accel-expires" in service.ask("/api/players/A").fields) is bool(
                trusted
            )
            assert "x-accel-expires" not in service.ask("/healthz").fields
            reader = bearer(token(club.ledger, Role.OFFICER))
            assert (
                "x-accel-expires"
                not in service.ask("/api/players/A", fields=reader).fields
            )


def test_a_service_that_is_away_is_said_to_be(club: Selo, tmp_path: Path) -> None:
    with served(club.ledger, **TRUSTING) as service:
        port = service.port
    with nginx(tmp_path, port) as front:
        away = front.ask("/api/players/A")
        assert (
            away.status == 503
            and away.codes == ["overloaded"]
            and away.fields["retry-after"] == "5"
            and len(away.fields["x-request-id"]) == 32
        )
        assert json.loads(away.text)["problems"][0]["hint"] == "ask again in a moment"


@pytest.mark.parametrize(
    ("address", "other", "same"),
    [
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("2001:db8::1", "2001:db8::2:0:0:1", True),
        ("192.0.2.1", "192.0.2.2", False),
    ],
)
def test_an_address_is_what_one_household_has(
    address: str, other: str, same: bool, tmp_path: Path, club: Selo
) -> None:
    """As the proxy counts them: here its file is changed so that it answers the key."""
    asker = r"(?<=location / \{)(?=\n            proxy_pass)"
    told_key = {
        asker: "\n            return 200 $asker;\n",
        r"(?<=ssl_session_tickets  off;)": "\n    set_real_ip_from 127.0.0.1;\n    real_ip_header X-Real-IP;",
    }
    with nginx(tmp_path, 1, told_key) as front:
        keys = [
            front.ask("/", fields={"X-Real-IP": one}).text for one in (address, other)
        ]
    assert (keys[0] == keys[1]) is same and all(keys)
