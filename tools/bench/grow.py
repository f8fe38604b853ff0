"""A ledger in a file and the same on a PostgreSQL server, side by side in one run: what
each step of growing costs.

python -m tools.bench.grow postgresql://...            200,000 games; a schema of that server is made for it
python -m tools.bench.grow postgresql://... 1000000
"""

import json
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

from audit.copy import copy_ledger
from desk.submit import init, submit
from exchange.json.files import read_documents
from ledger.store import is_server
from ledger.store.event_log import Store
from projections.answers import Question
from projections.answers.kept_open import KeptLedger
from projections.answers.lists.rating_list import rating_list
from projections.answers.players.show import show
from tools.bench.history import document, history, lines
from tools.bench.outside import NOW, outside

OUTSIDE = outside()
PART = 40_000  # lines of one submission
TIMES = 15


def filled(path: str, games: int) -> float:
    """The history in submissions of so many lines; the seconds it took."""
    init(path, OUTSIDE)
    started = time.perf_counter()
    text = list(lines(games))
    for at in range(0, len(text), PART):
        submit(
            path,
            read_documents("bench.jsonl", "\n".join(text[at : at + PART]).encode()),
            OUTSIDE,
        )
    return time.perf_counter() - started


Step = Callable[[int], object]


def milliseconds(*works: Step) -> list[float]:
    """The median of some times of each, by turns: what else the machine does meanwhile
    hits all of them.

    The first time is left out: it opens files and fills caches.
    """
    times: list[list[float]] = [[] for _ in works]
    for number in range(TIMES + 1):
        for work, own in zip(works, times, strict=True):
            started = time.perf_counter()
            work(number)
            own.append((time.perf_counter() - started) * 1000)
    return [median(own[1:]) for own in times]


@contextmanager
def steps(path: str, games: int) -> Iterator[dict[str, Step]]:
    """What an office and its readers wait for, on a ledger that a service keeps open."""
    tournaments = list(history(games))
    last_tenth = tournaments[int(len(tournaments) * 0.9) :]
    late = next(played for played in last_tenth if played.games[0].half_points == 0)
    kept = KeptLedger(path)

    def submitted(number: int) -> None:
        new = {**document(tournaments[-1]), "tournament": f"new-{number}"}
        submit(path, read_documents("new.jsonl", json.dumps(new).encode()), OUTSIDE)

    def corrected(number: int) -> None:
        result = ("1-0", "0-1")[number % 2]
        amend = {
            "kind": "amend",
            "tournament": f"T{late.number:05}",
            "reason": "bench",
            "games": {"1.1": {"result": result}},
        }
        submit(path, read_documents("amend.jsonl", json.dumps(amend).encode()), OUTSIDE)

    def looked_up(number: int) -> None:
        with kept.reading(Question(None, None, None), NOW) as reading:
            show(reading, f"P{late.games[number].white}")

    def listed(number: int) -> None:
        day = f"2020-01-{number + 1:02}"
        with kept.reading(Question(day, None, None), NOW) as reading:
            rating_list(reading, "selo")

    def opened(number: int) -> None:
        with Store(path) as store, store.writing():
            pass

    yield {
        "an empty write transaction": opened,
        "submit a tournament": submitted,
        "correct a game of a year back": corrected,
        "look up a player": looked_up,
        "the whole list on another day": listed,
    }
    kept.close()


def main(words: list[str]) -> None:
    """Fill a file, copy it to the server that one of the words names and back, and
    print what each step takes here and there. A word that is a number: so many games.
    """
    server = next(word for word in words if is_server(word))
    games = next((int(word) for word in words if word.isdigit()), 200_000)
    schema = f"bench_{int(time.time())}"
    separator = "&" if "?" in server else "?"
    there = f"{server}{separator}schema={schema}"
    with tempfile.TemporaryDirectory() as folder:
        here = str(Path(folder) / "selo.db")
        back = str(Path(folder) / "back.db")
        seconds = filled(here, games)
        print(f"{games:,} games submitted to a file: {seconds:.1f} s", flush=True)
        print_copy(here, there, "to the server")
        print_copy(there, back, "to a file")
        print("| milliseconds | file | server |\n|---|---:|---:|")
        with steps(here, games) as file, steps(there, games) as served:
            for name, work in file.items():
                of_file, of_server = milliseconds(work, served[name])
                print(f"| {name} | {of_file:.1f} | {of_server:.1f} |", flush=True)


def print_copy(source: str, target: str, where: str) -> None:
    """Copy a ledger, and print how long that took."""
    started = time.perf_counter()
    copied = copy_ledger(source, target)
    seconds = time.perf_counter() - started
    print(
        f"{copied.events:,} events copied {where}, verified: {seconds:.1f} s",
        flush=True,
    )


if __name__ == "__main__":
    main(sys.argv[1:])
