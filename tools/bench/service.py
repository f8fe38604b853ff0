"""What an answer over HTTP costs: processor time of the server, beside a bare endpoint
in the same run.

python -m tools.bench.service                  over 20,000 games, 64 connections for 10 seconds
python -m tools.bench.service 50000 30         any size, any number of seconds

The bare endpoint is one handler of Litestar under the same uvicorn, in a process of its
own (tools/bench/bare.py).
"""

import http.client
import json
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from tools.bench.history import lines
from tools.bench.measure import one_file

ROUNDS, REQUESTS, CONNECTIONS = 8, 1000, 64
SELO = [sys.executable, "-m", "cli.main"]
BARE = [sys.executable, "-m", "tools.bench.bare"]
# how many bare endpoints an answer may cost
AIMS = {
    "look-up, asked before": 1.8,
    "list of 100 rows, asked before": 1.8,
    "player page, asked before": 1.8,
    "look-up, first time": 6,
    "list of 100 rows, first time": 8,
    "player page, first time": 30,
    "tournament page, first time": 30,
    "page of a why, first time": 30,
}


class Server(NamedTuple):
    port: int
    pid: int

    def seconds(self) -> float:
        """Processor seconds of the server so far, all its threads."""
        tasks = Path(f"/proc/{self.pid}/task").glob("*/schedstat")
        return sum(int(task.read_text("ascii").split()[0]) for task in tasks) / 1e9


@contextmanager
def running(*command: str, ready: str) -> Iterator[Server]:
    """A server on a free port, which the command is told last."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    process = subprocess.Popen(
        [*command, "--port", str(port)], stderr=subprocess.DEVNULL
    )
    try:
        while not _is_ready(port, ready):
            assert process.poll() is None, f"{' '.join(command)} ended"
            time.sleep(0.05)
        yield Server(port, process.pid)
    finally:
        process.terminate()
        process.wait()


def _is_ready(port: int, address: str) -> bool:
    try:
        with socket.create_connection(("127.0.0.1", port)) as client:
            return asked(client, address) == 200
    except OSError:
        return False


def asked(client: socket.socket, address: str, fields: str = "") -> int:
    """Send one request on a connection that stays open; return its status."""
    client.sendall(f"GET {address} HTTP/1.1\r\nHost: x\r\n{fields}\r\n".encode())
    answer = b""
    while b"\r\n\r\n" not in answer:
        piece = client.recv(65536)
        if not piece:
            raise ConnectionError("the connection was closed")
        answer += piece
    head, _, body = answer.partition(b"\r\n\r\n")
    lower = head.lower()
    at = lower.find(b"content-length: ")
    left = (int(lower[at + 16 :].split(b"\r\n", 1)[0]) if at >= 0 else 0) - len(body)
    while left > 0:
        left -= len(client.recv(65536))
    return int(head[9:12])


def cost(
    server: Server, addresses: list[str], fields: str = "", status: int = 200
) -> float:
    """Return the microseconds of processor time for each of the addresses."""
    with socket.create_connection(("127.0.0.1", server.port)) as client:
        before = server.seconds()
        for address in addresses:
            status_now = asked(client, address, fields)
            assert status_now == status, (address, status_now)
        return (server.seconds() - before) / len(addresses) * 1e6


def fetched(
    server: Server, address: str, fields: dict[str, str] | None = None
) -> tuple[bytes, str]:
    """Return the body of an answer and its tag."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port)
    connection.request("GET", address, headers=fields or {})
    response = connection.getresponse()
    body = response.read()
    connection.close()
    return body, response.headers["etag"] or ""


class Crowd(NamedTuple):
    """What many connections got in some seconds."""

    answers: int
    kept: float  # the share of repeated questions that was not worked out again
    half: float
    slow: float
    statuses: dict[int, int]

    def line(self) -> str:
        return (
            f"{self.answers} answers, half within {self.half * 1000:.1f} ms, 99 %"
            f" within {self.slow * 1000:.1f} ms, {self.kept:.1%} given again, statuses"
            f" {self.statuses}"
        )


def crowd(
    server: Server, addresses: list[str], seconds: float, counted: dict[str, str]
) -> Crowd:
    """Ask on many connections at once, each address again and again."""
    times: list[float] = []
    statuses: Counter[int] = Counter()
    for address in addresses:
        fetched(server, address)

    time.sleep(1.2)  # workers tell each other their counts
    before = _answers(server, counted)
    end = time.monotonic() + seconds

    def one(number: int) -> None:
        with socket.create_connection(("127.0.0.1", server.port)) as client:
            at = number
            while time.monotonic() < end:
                started = time.monotonic()
                statuses[asked(client, addresses[at % len(addresses)])] += 1
                times.append(time.monotonic() - started)
                at += 7

    threads = [
        threading.Thread(target=one, args=(number,)) for number in range(CONNECTIONS)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    time.sleep(1.2)
    given, made = (
        after - earlier
        for after, earlier in zip(_answers(server, counted), before, strict=True)
    )
    times.sort()
    return Crowd(
        len(times),
        given / max(1, given + made),
        times[len(times) // 2],
        times[int(len(times) * 0.99)],
        dict(statuses),
    )


def _answers(server: Server, fields: dict[str, str]) -> tuple[int, int]:
    """Return how many answers were given again and how many were worked out, by all
    workers.
    """
    text = fetched(server, "/metrics", fields)[0].decode()
    by_name = dict(
        line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#")
    )
    return int(float(by_name["selo_answers_given_again_total"])), int(
        float(by_name["selo_answers_made_total"])
    )


@contextmanager
def booking(
    server: Server, players: list[str], fields: dict[str, str]
) -> Iterator[list[float]]:
    """Book a blitz of two games each second meanwhile; the list is how long each
    booking took.
    """
    ended = threading.Event()
    took: list[float] = []

    def one_after_another() -> None:
        number = 0
        while not ended.wait(1):
            number += 1
            white, black = (
                players[number % len(players)],
                players[(number * 7 + 1) % len(players)],
            )
            games = [{"round": 1, "white": white, "black": black, "result": "1-0"}]
            document = {
                "kind": "tournament",
                "tournament": f"bench-{number}",
                "name": f"Bench {number}",
                "start": "2026-06-01",
                "end": "2026-06-01",
                "minutes": 5,
                "games": games,
            }

            started = time.monotonic()
            connection = http.client.HTTPConnection("127.0.0.1", server.port)
            sent = {"content-type": "application/json", **fields}
            connection.request("POST", "/api/documents", json.dumps(document), sent)
            response = connection.getresponse()
            assert response.status == 201, response.read()
            response.read()
            connection.close()
            took.append(time.monotonic() - started)

    thread = threading.Thread(target=one_after_another)
    thread.start()

    try:
        yield took
    finally:
        ended.set()
        thread.join()


def ledger_in(folder: Path, games: int) -> str:
    """Make a ledger of the made-up federation, and return its path."""
    ledger = str(folder / "bench.db")
    for command in (["init"], ["submit", one_file(folder, games)]):
        subprocess.run(
            [*SELO, "--ledger", ledger, *command],
            check=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
    return ledger


def players_of(games: int) -> list[str]:
    """Return the ids of the players of the made-up federation, in their order as texts."""
    documents = (json.loads(line) for line in lines(games))
    return sorted(
        {document["player"] for document in documents if document["kind"] == "player"}
    )


def main(games: int, seconds: float) -> None:
    with tempfile.TemporaryDirectory() as folder:
        ledger = ledger_in(Path(folder), games)
        selo = [*SELO, "--ledger", ledger]
        made = subprocess.run(
            [*selo, "access", "new", "--name", "bench", "--role", "admin", "--json"],
            check=True,
            capture_output=True,
        )
        fields = {"authorization": f"Bearer {json.loads(made.stdout)['token']}"}

        players = players_of(games)
        with (
            running(*selo, "serve", ready="/readyz") as server,
            running(*BARE, ready="/") as outside,
        ):
            measured(server, outside, players, games)

        with running(*selo, "serve", "--workers", "2", ready="/readyz") as server:
            mixed = _mixed(players, *_events(server))
            # until both workers have been asked everything
            crowd(server, mixed, seconds, fields)
            quiet = crowd(server, mixed, seconds, fields)
            print(
                f"{CONNECTIONS} connections, 2 workers, {len(mixed)} addresses,"
                f" {seconds:g} s: {quiet.line()}"
            )
            with booking(server, players, fields) as took:
                busy = crowd(server, mixed, seconds, fields)

            print(f"  with a booking each second: {busy.line()}")
            print(
                f"  {busy.answers / quiet.answers:.0%} of the throughput; slowest"
                f" booking {max(took) * 1000:.0f} ms"
            )


def _mixed(players: list[str], tournaments: list[str], whys: list[str]) -> list[str]:
    """What people ask: a player in all forms, lists, tournaments, a why."""
    some = players[:100]
    return [
        *(f"/api/players/{player}" for player in some),
        *(f"/en/players/{player}" for player in some),
        *(f"/api/players/{player}/history" for player in some[:50]),
        *tournaments[:50],
        *whys[:20],
        "/en/lists/selo",
        "/en/lists/pelo",
        "/api/lists/selo?limit=100",
        "/api/lists/pelo?limit=100",
        "/en",
    ]


def measured(server: Server, outside: Server, players: list[str], games: int) -> None:
    looked_up = [f"/api/players/{player}" for player in players]
    one, first_rows = looked_up[0], "/api/lists/selo?limit=100"
    tournaments, whys = _events(server)
    same = {
        "look-up, asked before": ([one], "", 200),
        "look-up, client has it (304)": (
            [one],
            f"If-None-Match: {fetched(server, one)[1]}\r\n",
            304,
        ),
        "list of 100 rows, asked before": ([first_rows], "", 200),
        "player page, asked before": ([_page(one)], "", 200),
        "a process's life (/healthz)": (["/healthz"], "", 200),
    }

    others = looked_up[1:]  # a third of them for each, or some of it: nobody twice
    fresh = {
        "look-up, first time": others[::3][:500],
        "list of 100 rows, first time": [
            f"{first_rows}&min_games={number}" for number in range(40)
        ],
        "history, first time": [f"{address}/history" for address in others[1::3][:200]],
        "player page, first time": [_page(address) for address in others[2::3][:100]],
        "tournament page, first time": tournaments[:80],
        "page of a why, first time": whys[:80],
    }

    # turn and turn about, and ratios within a turn: the clock of a processor may vary
    # by a half from minute to minute
    rounds: list[dict[str, float]] = []
    for turn in range(ROUNDS):
        costs = {"bare endpoint": cost(outside, ["/"] * REQUESTS)}
        costs |= {
            name: cost(server, a * REQUESTS, fields, status)
            for name, (a, fields, status) in same.items()
        }
        costs |= {
            name: cost(server, addresses[turn::ROUNDS])
            for name, addresses in fresh.items()
        }
        rounds.append(costs)

    print(
        f"{games} games, {len(looked_up)} players; processor time of the server for one"
        " answer"
    )
    print("| answer | us | bare endpoints | aim |\n|---|---|---|---|")

    for name in ("bare endpoint", *same, *fresh):
        micros = statistics.median(costs[name] for costs in rounds)
        ratio = statistics.median(
            costs[name] / costs["bare endpoint"] for costs in rounds
        )
        print(f"| {name} | {micros:.0f} | {ratio:.1f} | {AIMS.get(name, '')} |")


def _events(server: Server) -> tuple[list[str], list[str]]:
    """The pages of tournaments, and of why a rating moved in each of them."""
    content, *_ = fetched(server, "/api/tournaments")
    rows = json.loads(content)["rows"]
    names = [row["tournament"] for row in rows]
    # every second one for its own page, of the others the sheet of a player
    tournaments = [f"/en/tournaments/{name}" for name in names[::2]]
    whys = []
    for name in names[1::2][:80]:
        content, *_ = fetched(server, f"/api/tournaments/{name}")
        first_game = json.loads(content)["games"][0]
        player = first_game["white"]
        whys.append(f"/en/players/{player}/why/{name}")
    return tournaments, whys


def _page(address: str) -> str:
    return address.replace("/api", "/en", 1)


if __name__ == "__main__":
    given = sys.argv[1:]
    main(int(given[0]) if given else 20_000, float(given[1]) if len(given) > 1 else 10)
