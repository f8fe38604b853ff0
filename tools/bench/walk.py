"""Every command and every address on ledgers of several shapes, as bare loops of the
same run; what is over a limit.

python -m tools.bench.walk                          50,000 games, every shape
python -m tools.bench.walk 200000 federation        a size and shapes by name

Ends with 1 if anything is over its limit.
"""

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

from desk.submit import init, submit
from exchange.json.files import read_documents
from projections.answers.asking import Unledgered
from tests.features import asked_of_features
from tools.bench.asked import FILES, OTHERS, QUESTIONS
from tools.bench.costs import Cost, of_command, of_stage
from tools.bench.outside import outside
from tools.bench.service import SELO, Server, running
from tools.bench.shapes import SHAPES
from web.questions import registry
from web.store.roles import Role

# no command costs more than to tell a whole history of corrections line by line, the
# dearest there is, and no answer of the service more than to make all numbers anew; what
# grows with more than games is over that soon
COMMAND_LOOPS, ADDRESS_LOOPS = 1000, 150
EVENING = {
    "kind": "tournament",
    "tournament": "bench",
    "name": "Bench",
    "start": "2024-06-01",
    "end": "2024-06-01",
    "minutes": 90,
}
# seconds of the processor that are no finding: what modules and templates cost when they
# are first needed, on a slow machine that others use too
LEAST = 0.5
LARGEST = 16_000_000  # bytes of an answer; every event of a ledger takes most
# FIDE's norms have rules from 2024 on, when a shape may have ended; and no shape has a
# league
OF_A_LEAGUE = " matches"  # in the command line of whatever is asked of it
MATCHES = {
    **EVENING,
    "tournament": "matches",
    "games": [{"round": 1, "white": "P1", "black": "P2", "result": "1-0"}],
    "league": {
        "teams": [
            {"team": "one", "name": "One", "players": ["P1"]},
            {"team": "two", "name": "Two", "players": ["P2"]},
        ],
        "matches": [{"round": 1, "home": "one", "away": "two"}],
    },
}
PLAYERS = 5000  # of whom features keep something
UNPROVEN = 3  # what verify says of a ledger without a public key from outside
Sample = dict[str, str]


class Found(NamedTuple):
    """What one command line or address took; `bytes` 0 where they are not limited."""

    what: str
    seconds: float
    loops: float
    bytes: int
    over: bool


def recorded(path: str, shape: str, games: int) -> None:
    """A ledger of that shape, with a club, two published lists, and what features keep
    beside it.
    """
    here = outside()
    init(path, here)
    for number, text in enumerate(SHAPES[shape](games)):
        submit(path, read_documents(f"{number}.jsonl", text.encode()), here)
    more = [{"kind": "player", "player": "P1", "club": "Bench"}, MATCHES] + [
        {"kind": "publish", "list": "selo", "label": label, "as_of": day}
        for label, day in (("older", "2023-01-01"), ("newer", "2024-01-01"))
    ]
    for document in more:
        submit(path, read_documents("more.jsonl", json.dumps(document).encode()), here)
    players = [f"P{number}" for number in range(PLAYERS)]
    for asked in asked_of_features():
        if asked.kept_of is not None:
            asked.kept_of(path, players, here.now())


def sampled(server: Server, folder: str) -> Sample:
    """Somebody who is there, a tournament of theirs, an event in the midst."""
    tournaments = _json(server, "/api/tournaments")["rows"]
    tournament = tournaments[len(tournaments) // 2]["tournament"]
    shown = _json(server, f"/api/tournaments/{tournament}")
    game = shown["games"][0]
    titles = _json(server, "/api/titles")["rows"] or [
        {"player": game["white"], "title": ""}
    ]
    return {
        "player": game["white"],
        "other": game["black"],
        "opponent": game["black"],
        "tournament": tournament,
        "list": "selo",
        "folder": folder,
        "seq": str(shown["version"]),
        "holder": titles[0]["player"],
        "title": titles[0]["title"],
        "club": "Bench",
        "label": "newer",
        "older": "older",
        "newer": "newer",
        "edition": "fi-2023",
        "day": shown["header"]["end"],
        "quarter": "2023Q1",
    }


def commands(ledger: str, sample: Sample, loop: float) -> Iterator[Found]:
    """Every command that a ledger answers, without the start of the program."""
    command = [sys.executable, "-m", "cli.main", "--ledger", ledger]
    start = of_command([*command, "--version"], 3).seconds
    for line in (*(line for _, line in QUESTIONS.values()), *OTHERS.values()):
        if "{title}" in line and not sample["title"]:
            continue  # nobody has one
        words = [word.format(**sample) for word in line.split()]
        try:
            cost = of_command(
                [*command, *words], codes=(0, UNPROVEN) if line == "verify" else (0,)
            )
        except SystemExit as ended:
            yield Found(f"{line}: {ended}", 0, 0, 0, True)
            continue
        yield found(line, max(0.0, cost.seconds - start), loop, COMMAND_LOOPS)


def addresses(
    server: Server, sample: Sample, secret: str, loop: float
) -> Iterator[Found]:
    """Every address, for programs and for people, the first time it is asked.

    What is costly is answered by processes apart, which are not counted here: it costs
    what its command does.
    """
    for entry in registry.QUESTIONS:
        if issubclass(entry.asked, Unledgered) or (
            "{title}" in entry.address and not sample["title"]
        ):
            continue

        own = (
            sample | {"player": sample["holder"]}
            if "{title}" in entry.address
            else sample
        )
        if OF_A_LEAGUE in QUESTIONS[entry.command][1]:
            own |= {"tournament": "matches", "player": "P1", "team": "one"}
        path = entry.address.format(
            **{name: quote(value, safe="") for name, value in own.items()}
        )
        query = QUESTIONS[entry.command][0].format(**sample)
        for address in (f"/api{path}{query}", f"/en{path}{query}"):
            before = server.seconds()
            status, body = got(
                server, address, "" if entry.role is Role.ANYBODY else secret
            )
            if status == 404 and address.startswith("/en"):
                continue  # no page of it

            if status != 200:
                yield Found(
                    f"{address} answered {status}: {body[:300]!r}", 0, 0, 0, True
                )
                continue

            yield found(
                address, server.seconds() - before, loop, ADDRESS_LOOPS, len(body)
            )


def found(what: str, seconds: float, loop: float, most: float, size: int = 0) -> Found:
    late = seconds > LEAST and seconds > most * loop
    return Found(what, seconds, seconds / loop, size, late or size > LARGEST)


def token(ledger: str) -> str:
    """The secret of a token that may ask everything."""
    made = _selo(
        ledger, "access", "new", "--role", "admin", "--name", "bench", "--json"
    )
    return str(json.loads(made)["token"])


def signed(ledger: str, folder: str) -> None:
    """A checkpoint over all events, with a key of its own."""
    key = str(Path(folder, "bench.key"))
    _selo(ledger, "proof", "new-key", key)
    _selo(ledger, "proof", "checkpoint", "--key", key)


def _selo(ledger: str, *words: str) -> bytes:
    command = [sys.executable, "-m", "cli.main", "--ledger", ledger, *words]
    return subprocess.run(
        command, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ).stdout


def got(server: Server, address: str, secret: str) -> tuple[int, bytes]:
    connection = HTTPConnection("127.0.0.1", server.port, timeout=600)
    connection.request(
        "GET", address, headers={"Authorization": f"Bearer {secret}"} if secret else {}
    )
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer.status, body


def _json(server: Server, address: str) -> Any:
    status, body = got(server, address, "")
    assert status == 200, (address, body[:300])
    return json.loads(body)


def walked(shape: str, games: int, *, with_commands: bool = True) -> Iterator[Found]:
    """Everything on one ledger, as it is measured."""
    loop: Cost = of_stage("bare_loop", str(games), times=3)
    with tempfile.TemporaryDirectory() as folder:
        ledger = str(Path(folder, "bench.db"))
        recorded(ledger, shape, games)
        for name, text in FILES.items():
            Path(folder, name).write_text(text, "utf-8")

        secret = token(ledger)
        signed(ledger, folder)
        with running(*SELO, "--ledger", ledger, "serve", ready="/readyz") as server:
            sample = sampled(server, folder)
            yield from addresses(server, sample, secret, loop.seconds)

        one = {
            **EVENING,
            "games": [
                {
                    "round": 1,
                    "white": sample["player"],
                    "black": sample["other"],
                    "result": "1-0",
                }
            ],
        }
        Path(folder, "one.jsonl").write_text(json.dumps(one), "ascii")
        if with_commands:
            yield from commands(ledger, sample, loop.seconds)


def main(words: list[str]) -> int:
    sizes = [int(word) for word in words if word.isdigit()] or [50_000]
    failed = False
    for games in sizes:
        for shape in [word for word in words if word in SHAPES] or SHAPES:
            print(f"{shape}, {games:,} games", flush=True)
            for row in walked(shape, games):
                failed |= row.over
                mark = "  OVER" if row.over else ""
                print(
                    f"{row.seconds:8.3f} s {row.loops:8.1f} loops {row.bytes:10,} B "
                    f" {row.what}{mark}",
                    flush=True,
                )
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
