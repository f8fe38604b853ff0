"""What the ledger costs on a made-up federation: import, rebuild, a correction a year back, a question.

python -m bench.measure [GAMES]
"""

import itertools
import random
import subprocess
import sys
import tempfile
import time
from functools import partial
from pathlib import Path
from typing import Any

from audit.rebuild import check_tables, rebuild_ledger
from desk.submit import Outside, init, submit
from exchange.json.documents import Placed
from ledger.documents import Amend, GameChange, GameIn, Opening, Player, Tournament
from projections.answers.reading import Question, whole
from projections.trials.asked import wanted
from projections.trials.run import Ground

START = 2014
TOURNAMENTS = [1]
TODAY = "2026-11-01"


def outside() -> Outside:
    salts = itertools.count(1)
    return Outside(lambda: f"{TODAY}T12:00:00.000000Z", "bench", lambda: f"salt-{next(salts)}")


def federation(rng: random.Random, games: int) -> list[Any]:
    """Tournaments of about 100 games over ten years, regions of 200 players, one in twenty seats travelling."""
    players = max(400, games // 100)
    documents: list[Any] = [Player(player=f"P{n}", name=f"Player {n}") for n in range(players)]
    documents += [
        Opening(
            player=f"P{n}", list="selo", on="2014-01-01", rating=rng.randint(1000, 2300), games=rng.randint(0, 40) or 1
        )
        for n in range(0, players, 2)
    ]
    strength = [rng.gauss(1600, 250) for _ in range(players)]
    for number in range(games // 100):
        region = rng.randrange(players // 200 or 1) * 200
        field = [
            rng.randrange(players) if rng.random() < 0.05 else min(players - 1, region + rng.randrange(200))
            for _ in range(29)
        ]
        documents.append(_tournament(rng, number, sorted(set(field)), strength))
    return documents


def _tournament(rng: random.Random, number: int, field: list[int], strength: list[float]) -> Tournament:
    day = f"{START + number * 10 // max(1, TOURNAMENTS[0])}-{rng.randint(1, 12):02d}-{rng.randint(1, 28):02d}"
    found = []
    for round_no in range(1, 8):
        seats = rng.sample(field, len(field))
        for white, black in zip(seats[::2], seats[1::2], strict=False):
            chance = 1 / (1 + 10 ** ((strength[black] - strength[white]) / 400))
            dice = rng.random()
            result = "1/2-1/2" if abs(dice - chance) < 0.15 else "1-0" if dice < chance else "0-1"
            found.append(GameIn(round=round_no, white=f"P{white}", black=f"P{black}", result=result))  # type: ignore[arg-type]
    return Tournament(tournament=f"T{number}", name=f"T{number}", start=day, end=day, minutes=90, games=found)


def timed(label: str, work: Any) -> Any:
    started = time.perf_counter()
    found = work()
    print(f"{label:<58}{time.perf_counter() - started:9.3f} s", flush=True)
    return found


def main(games: int) -> None:
    TOURNAMENTS[0] = games // 100
    rng = random.Random(20261121)
    documents = federation(rng, games)
    counted = sum(len(d.games) for d in documents if isinstance(d, Tournament))
    print(f"seed 20261121, {counted} games, {len(documents)} documents")
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / "bench.db")
        init(path, outside())
        placed = [Placed(document) for document in documents]
        timed("first import, one submission", lambda: submit(path, placed, outside()))
        print(f"{'bytes a game in the file':<58}{Path(path).stat().st_size / counted:9.1f}")
        timed("rebuild", lambda: rebuild_ledger(path))
        timed("rebuild --check (step by step, and in one pass)", lambda: check_tables(path))
        for share, ago in ((0.99, "one month"), (0.9, "one year"), (0.5, "five years"), (0.0, "ten years")):
            amend = _flip(documents, f"T{int((TOURNAMENTS[0] - 1) * share)}")
            done = timed(
                f"one game corrected {ago} back, preview",
                partial(submit, path, [Placed(amend)], outside(), dry_run=True),
            )
            print(f"{'  current numbers moved':<58}{len(done.moved):9d}")
        for name in ("selo", "elo-no", "elo-fide"):
            timed(f"{name} run over every game, booked nowhere", partial(_run, path, name))
        for words in (
            "show P7",
            "history P7",
            "list selo --top 10",
            "list selo --as-of 2020-01-01",
            "compare selo elo-no elo-fide --top 10",
            "predict --lists selo,elo",
            "pool selo",
        ):
            command = [sys.executable, "-m", "cli.main", "--ledger", path, *words.split()]
            timed(f"selo {words}", partial(subprocess.run, command, check=True, capture_output=True))


def _run(path: str, name: str) -> None:
    with whole(path, Question(), TODAY) as reading:
        Ground(reading).run(wanted(reading.timeline, [name])[0])


def _flip(documents: list[Any], name: str) -> Amend:
    """The first game of a tournament, turned round."""
    [found] = [d for d in documents if isinstance(d, Tournament) and d.tournament == name]
    result = "0-1" if found.games[0].result != "0-1" else "1-0"
    return Amend(tournament=name, reason="bench", games={"1.1": GameChange(result=result)})  # type: ignore[arg-type]


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000)
