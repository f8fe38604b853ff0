"""What an answer over HTTP costs: processor time of the server, as ratios to a bare endpoint in the same run.

python -m bench.service                  over 20,000 games, 64 connections for 10 seconds
python -m bench.service 100000 60        any size, any number of seconds
"""

import http.client
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


class Server(NamedTuple):
    port: int
    pid: int

    def seconds(self) -> float:
        """Processor seconds of the server so far, all its threads."""
        tasks = Path(f"/proc/{self.pid}/task").glob("*/schedstat")
        return sum(int(task.read_text("ascii").split()[0]) for task in tasks) / 1e9


@contextmanager
def serving(ledger: str) -> Iterator[Server]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "cli.main", "--ledger", ledger, "serve", "--port", str(port)]
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    try:
        while not _ready(port):
            time.sleep(0.05)
        yield Server(port, process.pid)
    finally:
        process.terminate()
        process.wait()


def _ready(port: int) -> bool:
    try:
        with socket.create_connection(("127.0.0.1", port)) as client:
            return asked(client, "/readyz") == 200
    except OSError:
        return False


def asked(client: socket.socket, address: str, fields: str = "") -> int:
    """One request on a connection that stays open; its status."""
    client.sendall(f"GET {address} HTTP/1.1\r\nHost: x\r\n{fields}\r\n".encode())
    answer = b""
    while b"\r\n\r\n" not in answer:
        answer += client.recv(65536)
    head, _, body = answer.partition(b"\r\n\r\n")
    lower = head.lower()
    at = lower.find(b"content-length: ")
    left = (int(lower[at + 16 :].split(b"\r\n", 1)[0]) if at >= 0 else 0) - len(body)
    while left > 0:
        left -= len(client.recv(65536))
    return int(head[9:12])


def cost(server: Server, addresses: list[str], fields: str = "", status: int = 200) -> float:
    """Microseconds of processor time for each of the addresses."""
    with socket.create_connection(("127.0.0.1", server.port)) as client:
        before = server.seconds()
        for address in addresses:
            status_now = asked(client, address, fields)
            assert status_now == status, (address, status_now)
        return (server.seconds() - before) / len(addresses) * 1e6


def tag(server: Server, address: str) -> str:
    with socket.create_connection(("127.0.0.1", server.port)) as client:
        client.sendall(f"GET {address} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
        answer = b""
        while part := client.recv(65536):
            answer += part
    return answer.split(b"etag: ", 1)[1].split(b"\r\n", 1)[0].decode()


def heaviest(server: Server, addresses: list[str]) -> int:
    """The most bytes that any of these pages takes on the wire, its chart included."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port)
    sizes = []
    for address in addresses:
        connection.request("GET", address, headers={"Accept-Encoding": "gzip"})
        sizes.append(len(connection.getresponse().read()))
    connection.close()
    return max(sizes)


def crowd(server: Server, addresses: list[str], seconds: float) -> None:
    """Many connections at once: how many answers, whether any was an error, and how long the slowest took."""
    times: list[float] = []
    statuses: Counter[int] = Counter()
    end = time.monotonic() + seconds

    def one(number: int) -> None:
        with socket.create_connection(("127.0.0.1", server.port)) as client:
            at = number
            while time.monotonic() < end:
                started = time.monotonic()
                statuses[asked(client, addresses[at % len(addresses)])] += 1
                times.append(time.monotonic() - started)
                at += 7

    threads = [threading.Thread(target=one, args=(number,)) for number in range(CONNECTIONS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    times.sort()
    half, slow = times[len(times) // 2], times[int(len(times) * 0.99)]
    print(f"{CONNECTIONS} connections, {seconds:g} s: {len(times)} answers, statuses {dict(statuses)},")
    print(f"  half within {half * 1000:.1f} ms, 99 % within {slow * 1000:.1f} ms, slowest {times[-1] * 1000:.1f} ms")


def main(games: int, seconds: float) -> None:
    with tempfile.TemporaryDirectory() as folder:
        ledger = str(Path(folder) / "bench.db")
        selo = [sys.executable, "-m", "cli.main", "--ledger", ledger]
        subprocess.run([*selo, "init"], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        subprocess.run(
            [*selo, "submit", one_file(Path(folder), games)],
            check=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        players = sorted(
            {line.split('"player": "')[1].split('"')[0] for line in lines(games) if '"kind": "player"' in line}
        )
        looked_up = [f"/api/players/{player}" for player in players]
        with serving(ledger) as server:
            measured(server, looked_up, games)
            crowd(server, looked_up[:500], seconds)


def page_of(address: str) -> str:
    return address.removeprefix("/api")


def measured(server: Server, looked_up: list[str], games: int) -> None:
    one, top = looked_up[0], "/api/lists/selo?top=100"
    same = {
        "bare endpoint": (["/healthz"], "", 200),
        "look-up, asked before": ([one], "", 200),
        "look-up, client has it (304)": ([one], f"If-None-Match: {tag(server, one)}\r\n", 304),
        "list of 100 rows, asked before": ([top], "", 200),
        "player page, asked before": ([page_of(one)], "", 200),
    }
    others = looked_up[1:]  # a third of them for each, or some of it: nobody twice
    fresh = {
        "look-up, first time": others[::3][:500],
        "list of 100 rows, first time": [f"{top}&min_games={number}" for number in range(40)],
        "history, first time": [f"{address}/history" for address in others[1::3][:200]],
        "player page, first time": [page_of(address) for address in others[2::3][:100]],
    }
    # turn and turn about, and ratios within a turn: the clock of a processor may vary by a half from minute to minute
    rounds: list[dict[str, float]] = []
    for turn in range(ROUNDS):
        costs = {name: cost(server, a * REQUESTS, fields, status) for name, (a, fields, status) in same.items()}
        costs |= {name: cost(server, addresses[turn::ROUNDS]) for name, addresses in fresh.items()}
        rounds.append(costs)
    print(f"{games} games, {len(looked_up)} players; processor time of the server for one answer")
    for name in (*same, *fresh):
        micros = statistics.median(costs[name] for costs in rounds)
        ratio = statistics.median(costs[name] / costs["bare endpoint"] for costs in rounds)
        print(f"  {name:<32} {micros:9.0f} us  {ratio:7.2f} times the bare endpoint")
    pages = [page_of(address) for address in looked_up[::10]]
    print(f"  the heaviest of {len(pages)} players' pages: {heaviest(server, pages)} bytes, packed")


if __name__ == "__main__":
    given = sys.argv[1:]
    main(int(given[0]) if given else 20_000, float(given[1]) if len(given) > 1 else 10)
