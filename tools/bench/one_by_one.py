"""What it costs to send games one by one: a server of clubs sends each game as it ends,
while others look up ratings.

python -m tools.bench.one_by_one               50,000 games, then 1,000 in a minute by ten clients
python -m tools.bench.one_by_one 5000 10       any size, any number of seconds

The games are of today, of twenty tournaments at the same time. Printed are what came of
them, how late the last one was, the processor time of the service, and how long others
waited for a look-up, beside and before.
"""

import http.client
import json
import os
import random
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tools.bench.measure import one_file
from tools.bench.service import SELO, Server, running

A_MINUTE = 1000  # games
CLIENTS, TOURNAMENTS, BOARDS = 10, 20, 10
LOOK_UPS_A_SECOND = 20
QUIET_SECONDS = 10
Json = dict[str, Any]


@dataclass
class Waited:
    """How long somebody waited for each answer, in milliseconds, and what they were."""

    times: list[float] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)

    def part(self, share: float) -> float:
        ordered = sorted(self.times)
        return ordered[min(len(ordered) - 1, int(len(ordered) * share))]

    def __str__(self) -> str:
        middle, slow = self.part(0.5), self.part(0.99)
        answers = ", ".join(f"{n} x {one}" for one, n in sorted(self.statuses.items()))
        return f"p50 {middle:.1f} ms, p99 {slow:.1f} ms ({answers})"


class Client:
    """Somebody with one connection that is kept open."""

    def __init__(self, server: Server, token: str = "") -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", server.port)
        self._fields = {"Authorization": f"Bearer {token}"} if token else {}
        self.waited = Waited()

    def ask(self, address: str, document: Json | None = None) -> Json:
        method = "GET" if document is None else "POST"
        sent = None if document is None else json.dumps(document)
        kind = {} if document is None else {"Content-Type": "application/json"}
        begun = time.perf_counter()
        self._connection.request(method, address, sent, {**self._fields, **kind})
        reply = self._connection.getresponse()
        value: Json = json.loads(reply.read())
        self.waited.times.append((time.perf_counter() - begun) * 1000)
        self.waited.statuses[reply.status] += 1
        return value

    def close(self) -> None:
        self._connection.close()


def tournament(number: int, players: Sequence[str], day: str) -> Json:
    """A tournament with its first game; the others are sent one by one."""
    return {
        "kind": "tournament",
        "tournament": f"live-{number}",
        "name": f"Live {number}",
        "start": day,
        "end": day,
        "minutes": 90,
        "games": [_game(number, 0, players)],
    }


def games(count: int, players: Sequence[str], chance: random.Random) -> Iterator[Json]:
    """Games as they end, of one tournament after the other."""
    # the first game of each is in the document of the tournament
    for number in range(TOURNAMENTS, count + TOURNAMENTS):
        at, event = divmod(number, TOURNAMENTS)
        document = {"kind": "game", "tournament": f"live-{event}"}
        document |= _game(event, at, players)
        document["result"] = chance.choice(("1-0", "0-1", "1/2-1/2"))
        yield document


def _game(event: int, at: int, players: Sequence[str]) -> Json:
    """The game `at` of a tournament: ten boards in each round, which turn."""
    turn, board = divmod(at, BOARDS)
    # half of the people of a tournament stay at their boards, the others go on
    first = event * 2 * BOARDS
    moved = (board + turn) % BOARDS
    white = players[(first + board) % len(players)]
    black = players[(first + BOARDS + moved) % len(players)]
    return {"round": turn + 1, "white": white, "black": black, "result": "1-0"}


def looking_up(server: Server, players: Sequence[str], stop: threading.Event) -> Waited:
    """Look up one player after the other, so many a second, until told to stop."""
    chance = random.Random(1)
    with closing(Client(server)) as client:
        while not stop.wait(1 / LOOK_UPS_A_SECOND):
            client.ask(f"/api/players/{chance.choice(players)}")
    return client.waited


def sending(
    server: Server, token: str, own: Sequence[Json], pace: float, begun: float
) -> Waited:
    """Send games, each at its time, or at once where the one before took longer."""
    with closing(Client(server, token)) as client:
        for number, game in enumerate(own):
            its_time = begun + number * pace
            time.sleep(max(0.0, its_time - time.perf_counter()))
            client.ask("/api/documents?sure=all", game)
    return client.waited


def measured(server: Server, token: str, players: Sequence[str], seconds: int) -> None:
    """Send the games of so many seconds, and print what it cost the service and others."""
    day = datetime.now(UTC).date().isoformat()
    with closing(Client(server, token)) as office:
        for number in range(TOURNAMENTS):
            office.ask("/api/documents?sure=all", tournament(number, players, day))
    print(f"{TOURNAMENTS} tournaments of today are open: {office.waited}")
    count = A_MINUTE * seconds // 60
    everything = list(games(count, players, random.Random(2)))
    quiet = threading.Event()
    stop = threading.Event()
    with ThreadPoolExecutor(CLIENTS + 2) as pool:
        before = pool.submit(looking_up, server, players, quiet)
        time.sleep(QUIET_SECONDS)
        quiet.set()
        print(f"look-ups while nobody sends: {before.result()}")
        used = server.seconds()
        begun = time.perf_counter()
        beside = pool.submit(looking_up, server, players, stop)
        pace = CLIENTS * seconds / count
        sent = []
        for client in range(CLIENTS):
            own = everything[client::CLIENTS]
            sent.append(pool.submit(sending, server, token, own, pace, begun))

        waited = Waited()
        for of_client in sent:
            waited.times += of_client.result().times
            waited.statuses += of_client.result().statuses
        took = time.perf_counter() - begun
        stop.set()

    print(f"games sent one by one: {waited}")
    print(
        f"{count} games in {took:.1f} s, {took - seconds:+.1f} s of what was planned;"
        f" {server.seconds() - used:.1f} s of processor time"
    )
    print(f"look-ups meanwhile: {beside.result()}")


def main(size: int, seconds: int) -> None:
    print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    with tempfile.TemporaryDirectory() as folder:
        ledger = str(Path(folder) / "bench.db")
        command = [*SELO, "--ledger", ledger]
        _done(*command, "init")
        _done(*command, "submit", one_file(Path(folder), size))
        made = _done(
            *command, "access", "new", "--name", "bench", "--role", "officer", "--json"
        )
        rows = json.loads(_done(*command, "list", "selo", "--json"))["rows"]
        players = [row["player"] for row in rows]
        token = json.loads(made)["token"]
        with running(*command, "serve", ready="/readyz") as server:
            measured(server, token, players, seconds)


def _done(*command: str) -> str:
    """Run a command and return what it prints."""
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return done.stdout


if __name__ == "__main__":
    words = [int(word) for word in sys.argv[1:]]
    main(*(words + [50_000, 60][len(words) :]))
