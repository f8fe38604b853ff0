"""What is measured inside a process of its own, without its start-up.

`python -m bench.stages NAME ARGUMENTS` prints JSON.

Peers that are not installed are left out of the page; `pip install riix elote glicko2` brings them.
"""

import gc
import json
import resource
import shutil
import sqlite3
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tools.bench.history import history

Stage = Callable[..., Callable[[], object]]


def rebuild(ledger: str, counts: str = "counted") -> Callable[[], object]:
    """A rebuild; of a copy without counting the rows, to see what that costs."""
    from audit.tables import rebuild_ledger
    from projections.tables import build

    if counts == "counted":
        return lambda: rebuild_ledger(ledger)
    folder = tempfile.TemporaryDirectory()
    copy = shutil.copy(ledger, folder.name)
    build.count_all = lambda *_: None  # type: ignore[attr-defined]

    def uncounted() -> None:
        with folder:
            rebuild_ledger(copy)

    return uncounted


def verify(ledger: str) -> Callable[[], object]:
    from audit.verify import verify as verified

    return lambda: verified(ledger)


def correction(ledger: str, tournament: str, times: str = "5") -> Callable[[], object]:
    """One turned result, as a preview: everything but the commit. Several times, because one is short."""
    from desk.submit import submit
    from exchange.json.documents import made
    from ledger.errors import Where
    from tools.bench.outside import from_now

    here = from_now()
    amend = made("amend", {"tournament": tournament, "reason": "bench", "games": {"1.1": {"result": "0-0"}}}, Where())

    def correct() -> object:
        return submit(ledger, [amend], here, dry_run=True)

    correct()  # the first one of a process imports what a correction needs
    return lambda: [correct() for _ in range(int(times))]


def recording(file: str) -> Callable[[], object]:
    """A file of documents read, decided, warned about and stored in a new ledger, as `submit` does before it rates."""
    from desk.deciding import store_documents
    from desk.ledger_view import LedgerView
    from desk.named_files import read_named
    from desk.submit import init
    from ledger.decide import Context, Listing
    from ledger.store.event_log import Stamp, Store
    from projections.replay.steps import uncollected
    from rulebooks import editions
    from tools.bench.outside import NOW, outside

    here = outside()
    nothing = Listing(0, "", ())

    def record() -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = str(Path(folder, "new.db"))
            init(path, here)
            with uncollected(), Store(path) as store, store.writing() as writer:
                ledger = LedgerView(writer.connection)
                context = Context(
                    ledger.timeline, ledger.index, NOW[:10], here.salt, editions(),
                    lambda list_name, as_of: nothing,
                )  # fmt: skip
                store_documents(writer, read_named([file]).documents, context, Stamp(NOW, 100, "bench"))

    return record


def recorded_in_steps(ledger: str, games: str) -> Callable[[], object]:
    """A submission a tournament, some late and some corrected later, into a new ledger, in one process."""
    from desk.submit import init, submit
    from exchange.json.files import read
    from tools.bench.history import submissions
    from tools.bench.outside import outside

    here = outside()
    texts = list(submissions(int(games)))

    def record() -> None:
        init(ledger, here)
        for text in texts:
            submit(ledger, read("step.jsonl", text.encode()), here)

    return record


def looked_up(ledger: str, checks: str = "checked") -> Callable[[], object]:
    """`show` of 400 players as a service answers it; without checking the rows that are read, or without counting
    them, to see what that costs.
    """
    from ledger.store import counted
    from projections.answers.opened import KeptLedger
    from projections.answers.players.show import show
    from projections.answers.reading import Question
    from projections.tables import entries, shelf, units
    from tools.bench.outside import NOW

    if checks == "uncounted":
        counted.compare = counted.need_events = lambda *_: None  # type: ignore[assignment]
    elif checks == "unchecked":
        units.checked = shelf.checked = entries.checked = lambda table, row: row  # type: ignore[attr-defined]
    kept, today = KeptLedger(ledger), Question(None, None, None)
    with kept.reading(today, NOW) as reading:
        rows = reading.tables.execute("SELECT player FROM player ORDER BY player LIMIT 400").fetchall()

    def look() -> None:
        for (player,) in rows:
            with kept.reading(today, NOW) as reading:
                show(reading, player)

    return look


def bare_loop(games: str) -> Callable[[], object]:
    """Elo and nothing else: a dict of ratings and a float formula, game by game. The yardstick of every ratio."""
    pairs = _pairs(int(games))

    def loop() -> None:
        ratings: dict[int, float] = {}
        for white, black, half_points in pairs:
            own, rival = ratings.get(white, 1500.0), ratings.get(black, 1500.0)
            expected = 1 / (1 + 10 ** ((rival - own) / 400))
            change = 20 * (half_points / 2 - expected)
            ratings[white], ratings[black] = own + change, rival - change

    return loop


def bare_sqlite(games: str) -> Callable[[], object]:
    """A row a game into one table of integers, and the commit."""
    pairs = _pairs(int(games))

    def write() -> None:
        with tempfile.TemporaryDirectory() as folder:
            connection = sqlite3.connect(Path(folder, "rows.db"), isolation_level=None)
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute("PRAGMA synchronous=FULL")
            connection.execute(
                "CREATE TABLE game (number INTEGER PRIMARY KEY, white INTEGER, black INTEGER, points INTEGER)"
            )
            connection.execute("BEGIN")
            connection.executemany("INSERT INTO game (white, black, points) VALUES (?, ?, ?)", pairs)
            connection.execute("COMMIT")
            connection.close()

    return write


def elote(games: str) -> Callable[[], object]:
    from elote import EloCompetitor

    pairs = _pairs(int(games))

    def loop() -> None:
        people: dict[int, Any] = {}
        for white, black, half_points in pairs:
            own = people.setdefault(white, EloCompetitor(initial_rating=1500))
            rival = people.setdefault(black, EloCompetitor(initial_rating=1500))
            own.tied(rival) if half_points == 1 else own.beat(rival) if half_points == 2 else own.lost_to(rival)

    return loop


def glicko2(games: str) -> Callable[[], object]:
    from glicko2 import Player

    pairs = _pairs(int(games))

    def loop() -> None:
        people: dict[int, Any] = {}
        for white, black, half_points in pairs:
            own, rival = people.setdefault(white, Player()), people.setdefault(black, Player())
            before = own.rating, own.rd
            own.update_player([rival.rating], [rival.rd], [half_points / 2])
            rival.update_player([before[0]], [before[1]], [1 - half_points / 2])

    return loop


def riix(games: str) -> Callable[[], object]:
    import numpy
    from riix.models.elo import Elo
    from riix.utils.data_utils import MatchupDataset

    tournaments = list(history(int(games)))
    matchups = numpy.array([(game[1], game[2]) for played in tournaments for game in played.games])
    outcomes = numpy.array([game[3] / 2 for played in tournaments for game in played.games])
    steps = numpy.array([played.number for played in tournaments for _ in played.games])
    people = [str(number) for number in range(1 + int(matchups.max()))]

    def batched() -> None:
        data = MatchupDataset.init_from_arrays(steps, matchups, outcomes, people)
        Elo(competitors=data.competitors).fit_dataset(data)

    return batched


def _pairs(games: int) -> list[tuple[int, int, int]]:
    return [game[1:] for played in history(games) for game in played.games]


STAGES: dict[str, Stage] = {
    stage.__name__: stage
    for stage in (
        rebuild,
        verify,
        correction,
        recording,
        recorded_in_steps,
        looked_up,
        bare_loop,
        bare_sqlite,
        elote,
        glicko2,
        riix,
    )
}


def main(name: str, *arguments: str) -> None:
    """Everything is prepared first; then the work alone is measured."""
    work = STAGES[name](*arguments)
    gc.collect()
    before = resource.getrusage(resource.RUSAGE_SELF)
    work()
    after = resource.getrusage(resource.RUSAGE_SELF)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    print(json.dumps({"seconds": seconds, "megabytes": after.ru_maxrss / 1024}))


if __name__ == "__main__":
    main(*sys.argv[1:])
