"""Nobody stops the service for the others: what others meet while one address does to
it whatever it can. Everybody comes through nginx, with the file that people copy.
"""

import http.client
import json
import os
import random
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, NamedTuple, cast
from unittest.mock import patch

import pytest

from desk.submit import init, submit
from exchange.json.files import read_documents
from ledger.store import is_server
from tests.command.test_processes import ROOT
from tests.torture.report import record
from tests.torture.workload import SEED
from tests.web.attacks import ATTACKS, Attacker
from tests.web.fronts import CERTIFICATE, Front, nginx
from tests.web.serving import Served, served
from tests.web.test_processes import Serving, ask, serving
from tests.web.test_tokens import bearer, token
from tests.world.command import Selo
from tests.world.documents import player
from tests.world.ledger import outside
from tests.world.pace import until
from tests.world.server import Put
from tools.bench.history import lines
from web import Settings
from web.answers import rendering
from web.answers.open_ledgers import Ledgers
from web.answers.rendering import AnswerText, AskedFor
from web.running import now
from web.store.drafts import drafts
from web.store.roles import Role

SLOWER_MS, LARGEST_MIB, BOOKING_MS = 100, 512, 500
BEFORE_SECONDS, PAUSE_SECONDS = 0.4, 0.03
NAME = "one address against everybody"
PROMISE = (
    "One address does to a service of two workers what it can, in thirteen ways."
    " Meanwhile others look players up as nobody did before, a supervisor asks"
    " /healthz, and an officer books. Everybody comes through nginx with"
    " `deploy/nginx.conf`, over TLS. Nobody else is refused or waits for it."
)
WITHOUT = (
    "The same without a proxy, which the service is not made for: it shows which of"
    " them slow others then."
)


class Met(NamedTuple):
    """What the others met: milliseconds in order, statuses that were none of 200 and
    201, MiB of the largest worker.
    """

    looked: list[float]
    booked: list[float]
    refused: Counter[str]
    mib: float

    def p99(self) -> float:
        return self.looked[len(self.looked) * 99 // 100]

    def slowest_booking(self) -> float:
        return self.booked[-1]

    def told(self) -> str:
        return (
            f"{self.p99():.0f} ms; slowest booking {self.slowest_booking():.0f} ms;"
            f" largest process {self.mib:.0f} MiB; refused {self.refused.total()}"
        )


def big(folder: Path, games: int) -> str:
    ledger = str(folder / "many.db")
    init(ledger, outside())
    submit(
        ledger,
        read_documents("history.jsonl", "\n".join(lines(games)).encode()),
        outside(),
    )
    return ledger


def people_of(games: int) -> list[str]:
    rows = map(json.loads, lines(games))
    return sorted({row["player"] for row in rows if row["kind"] == "player"})


class Way(NamedTuple):
    """How everybody comes to a service: through a proxy, or straight."""

    service: Serving
    front: Front | None

    def connection(self) -> http.client.HTTPConnection:
        if self.front is not None:
            return self.front.connection()
        return http.client.HTTPConnection("127.0.0.1", self.service.port, timeout=60)

    def told_to_attacker(self, shown: str, seconds: float) -> list[str]:
        """The arguments of an attack's process that say where it goes."""
        if self.front is None:
            return [str(self.service.port), shown, str(seconds)]
        certificate = str(self.front.folder / CERTIFICATE)
        return [str(self.front.port), shown, str(seconds), certificate]


@contextmanager
def opened(ledger: str, folder: Path, *, through: bool) -> Iterator[Way]:
    """A service of two workers, behind nginx or not."""
    with ExitStack() as running:
        options = ["--workers", "2"]
        if through:
            options += ["--behind-proxy", "127.0.0.1"]
        service = running.enter_context(serving(ledger, *options))
        front = None
        if through:
            front = running.enter_context(nginx(folder, service.port))
        yield Way(service, front)


@contextmanager
def attacked(name: str, way: Way, shown: str, seconds: float) -> Iterator[None]:
    """By an address of its own, so that it begins with all that one may take."""
    address = f"127.0.1.{[*ATTACKS].index(name) + 1}"
    words = [
        sys.executable,
        "-m",
        "tests.web.attacks",
        name,
        address,
        *way.told_to_attacker(shown, seconds),
    ]
    with subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE) as process:
        try:
            assert (
                process.stdout is not None and process.stdout.readline() == b"begun\n"
            )
            time.sleep(BEFORE_SECONDS)  # all of its clients are at it
            yield
            assert process.poll() is None, "the attack was over before it was measured"
        finally:
            process.kill()


def met(
    way: Way,
    officer: dict[str, str],
    seconds: float,
    seed: int,
    people: list[str],
) -> Met:
    """The others, each with a connection of their own, for so long."""
    looked, booked = list[float](), list[float]()
    refused, largest = Counter[str](), [0.0]
    end, rng = time.monotonic() + seconds, random.Random(seed)

    def again(name: str, ask: Any, times: list[float], pause: float) -> None:
        while not times or time.monotonic() < end:
            started = time.monotonic()
            connection = way.connection()
            try:
                status = ask(connection)
            except OSError as error:
                status = repr(error)
            finally:
                connection.close()
            times.append((time.monotonic() - started) * 1000)
            if status not in (200, 201):
                refused[f"{name} {status}"] += 1
            time.sleep(pause)

    def look(connection: http.client.HTTPConnection) -> int:
        day = f"20{rng.randrange(15, 25)}-{rng.randrange(1, 13):02}-{rng.randrange(1, 29):02}"
        connection.request("GET", f"/api/players/{rng.choice(people)}?as_of={day}")
        return Served.reply(connection).status

    def healthy(connection: http.client.HTTPConnection) -> int:
        connection.request("GET", "/healthz")
        return Served.reply(connection).status

    def book(connection: http.client.HTTPConnection) -> int:
        body = json.dumps(player(f"N{rng.randrange(10**12)}")).encode()
        connection.request(
            "POST",
            "/api/documents",
            body,
            {**officer, "Content-Type": "application/json"},
        )
        return Served.reply(connection).status

    def weigh() -> None:
        while time.monotonic() < end:
            largest[0] = max(
                largest[0],
                *(resident(worker) for worker in workers(way.service.process.pid)),
            )
            time.sleep(0.1)

    threads = [
        threading.Thread(target=again, args=given)
        for given in (
            ("look-up", look, looked, PAUSE_SECONDS),
            ("healthz", healthy, [], 0.2),
            ("booking", book, booked, 0.5),
        )
    ] + [threading.Thread(target=weigh)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return Met(sorted(looked), sorted(booked), refused, largest[0])


def workers(parent: int) -> list[int]:
    """The processes below one, at any depth."""
    below: dict[int, list[int]] = {}
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                fields = (
                    Path("/proc", name, "stat").read_text().rpartition(")")[2].split()
                )
            except OSError:
                continue
            below.setdefault(int(fields[1]), []).append(int(name))
    found, rest = [parent], [parent]
    while rest:
        children = below.get(rest.pop(), [])
        found += children
        rest += children
    return found


def resident(pid: int) -> float:
    """MiB of a process."""
    try:
        return (
            int(Path("/proc", str(pid), "statm").read_text().split()[1])
            * os.sysconf("SC_PAGE_SIZE")
            / 2**20
        )
    except (OSError, IndexError):
        return 0.0


class Size(NamedTuple):
    """Over how many games, how long, how many times slower a machine may be that does
    other things, and how often an attack is measured that seems to slow others: each
    time with what is quiet then, for the machine may have been busy with something else
    meanwhile.
    """

    games: int
    seconds: float
    slack: float
    rounds: int

    def slowed(self, one: Met, quiet: Met) -> bool:
        """Whether looking up or booking took too long; as many times slower as the
        machine may be is what is quiet there.
        """
        most, latest = quiet.p99() + SLOWER_MS, quiet.slowest_booking() + BOOKING_MS
        return (
            one.p99() > self.slack * most or one.slowest_booking() > self.slack * latest
        )


def measured(
    ledger: str, size: Size, folder: Path, *, through: bool = True
) -> tuple[Met, dict[str, Met], set[str]]:
    """What the others meet in quiet and under each attack, and the attacks that slowed
    them each time.
    """
    people = people_of(size.games)
    officer = bearer(token(ledger, Role.OFFICER, "aino"))
    with opened(ledger, folder, through=through) as way:
        met(way, officer, 2, SEED, people)  # both workers have read the facts
        quiet = met(way, officer, size.seconds, SEED + 1, people)
        under, slow = dict[str, Met](), {*ATTACKS}
        for again in range(size.rounds):
            if again and slow:
                quiet = met(way, officer, size.seconds, SEED + 1, people)
            for number, name in enumerate(ATTACKS):
                if name in slow:
                    shown = token(ledger, Role.SUBMITTER, f"seura-{number}-{again}")
                    with attacked(name, way, shown, size.seconds + 60):
                        under[name] = met(
                            way, officer, size.seconds, SEED + 2 + number, people
                        )
                    if not size.slowed(under[name], quiet):
                        slow.remove(name)
        assert [
            line
            for line in way.service.lines.read_text().splitlines()
            if '"defect"' in line
        ] == []
    return quiet, under, slow


@pytest.mark.parametrize(
    "size",
    [
        pytest.param(Size(3000, 0.9, 8, 3), id="short"),
        pytest.param(Size(50_000, 10, 1, 3), id="long", marks=pytest.mark.torture),
    ],
)
def test_one_address_stops_nobody(tmp_path: Path, size: Size, put: Put) -> None:
    ledger = put(Selo(tmp_path, Path(big(tmp_path, size.games)))).ledger
    where = " of a ledger on a database server" if is_server(ledger) else ""
    quiet, under, slow = measured(ledger, size, tmp_path)
    told = as_told(quiet, under)
    print(json.dumps(told, indent=1))
    if size.slack == 1:
        recorded(NAME + where, PROMISE, size, quiet, under)
    refused = {name: dict(one.refused) for name, one in under.items() if one.refused}
    assert refused == {}, told
    large = {name: one.mib for name, one in under.items() if one.mib > LARGEST_MIB}
    assert large == {}, told
    assert slow == set(), told


@pytest.mark.torture
def test_what_one_address_does_without_a_proxy(tmp_path: Path) -> None:
    """Others may be slowed; it answers all the same, and is well again afterwards."""
    size = Size(50_000, 10, 1, 1)
    ledger = big(tmp_path, size.games)
    quiet, under, _ = measured(ledger, size, tmp_path, through=False)
    print(json.dumps(as_told(quiet, under), indent=1))
    recorded(f"{NAME}, without a proxy", WITHOUT, size, quiet, under)
    with serving(ledger) as service:
        assert ask(service.port, "/healthz").status == 200


def as_told(quiet: Met, under: dict[str, Met]) -> dict[str, str]:
    return {
        name: f"{one.told()} {dict(one.refused)}"
        for name, one in {"quiet": quiet, **under}.items()
    }


def recorded(
    name: str, promise: str, size: Size, quiet: Met, under: dict[str, Met]
) -> None:
    """Note what was measured, for the page of reliability."""
    measures: dict[str, object] = {
        "games in the ledger": size.games,
        "seconds of each attack": size.seconds,
        "look-ups, quiet: 99 of 100 within, ms": round(quiet.p99()),
    }
    for attack, one in under.items():
        measures[f"under {attack.replace('_', ' ')}"] = one.told()
    load = round(os.getloadavg()[1], 1)
    measures["processes that wanted the machine meanwhile"] = load
    record(name, promise, SEED, measures)


def test_the_others_are_measured(tmp_path: Path) -> None:
    """The control: where one address may have everything, it is seen that others wait
    or are refused.
    """
    ledger = big(tmp_path, 300)
    people = people_of(300)
    shown = bearer(token(ledger, Role.OFFICER, "aino"))
    with (
        served(ledger, quick_at_once=1, now=now) as service,
        patch("web.answers.answering.rendered", _slowly),
    ):
        found = met(_here(service.port, tmp_path), shown, 3, SEED, people)
    assert found.p99() > 300 and found.mib > 20
    assert found.refused == {}
    quick = Met([10.0], [50.0], Counter(), 20)
    assert Size(300, 3, slack=1, rounds=1).slowed(found, quick)
    assert not Size(300, 3, slack=1, rounds=1).slowed(quick, quick)
    nobody_there = met(_here(1, tmp_path), shown, 0.2, SEED, people)
    assert nobody_there.refused.total() > 0


class _Here:
    pid = os.getpid()


def _here(port: int, folder: Path) -> Way:
    """The way to a service in this process."""
    return Way(Serving(port, cast(Any, _Here()), folder), None)


_RENDERED = rendering.rendered


def _slowly(ledgers: Ledgers, settings: Settings, wanted: AskedFor) -> AnswerText:
    time.sleep(0.4)
    return _RENDERED(ledgers, settings, wanted)


def test_uploads_are_read(tmp_path: Path) -> None:
    """The control: bodies arrive whole, are kept until they are too many, and are
    refused where they are too large.
    """
    ledger = big(tmp_path, 300)
    with served(ledger, now=now) as service:
        one = Attacker(
            "127.0.0.1", service.port, token(ledger, Role.SUBMITTER, "seura"), 600
        )
        attack = threading.Thread(target=ATTACKS["uploads"], args=(one,))
        attack.start()
        try:
            # whoever still sends when refused may not hear of it
            until(
                lambda: bool(
                    one.heard[202]
                    and one.heard[422]
                    and (one.heard[0] or one.heard[413] or one.heard[429])
                )
            )
        finally:
            one.end = 0
            attack.join()
        kept = drafts(ledger, by="seura").rows
    assert kept and {row.bytes for row in kept} == {service.settings.submitter_bytes}
