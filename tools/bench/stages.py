"""What is measured inside a process of its own, without its start-up.

`python -m tools.bench.stages NAME ARGUMENTS` prints JSON.

What is beside it, the bare loop among it, is in peers.py.
"""

import gc
import json
import resource
import shutil
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

from tools.bench import peers

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
    """One turned result. Several times, because one is short."""
    from tools.bench.shapes import corrected_game

    return _again(_previewed(ledger, json.dumps(corrected_game(tournament))), times)


def corrected_together(ledger: str, count: str) -> Callable[[], object]:
    """A file of corrections, one for each of the first tournaments."""
    from tools.bench.shapes import corrections

    return _previewed(ledger, corrections(int(count)))


def late(ledger: str, games: str, start: str, times: str = "5") -> Callable[[], object]:
    """A tournament that was held so long ago and is reported now; several times, as for
    a correction.
    """
    from tools.bench.history import history
    from tools.bench.shapes import reported_late

    held = next(played for played in history(int(games)) if played.start >= start)
    return _again(_previewed(ledger, json.dumps(reported_late(held))), times)


def _previewed(ledger: str, text: str) -> Callable[[], object]:
    """Some documents as a preview: everything but the commit."""
    from desk.submit import submit
    from exchange.json.files import read_documents
    from tools.bench.outside import from_now

    here, documents = from_now(), read_documents("bench.jsonl", text.encode())
    return lambda: submit(ledger, documents, here, dry_run=True)


def _again(work: Callable[[], object], times: str) -> Callable[[], object]:
    """The same several times; the first one of a process imports what it needs, and is
    not measured.
    """
    work()
    return lambda: [work() for _ in range(int(times))]


def taken(shape: str, games: str, first: str, last: str) -> Callable[[], object]:
    """Some of a shape's submissions, from one number to another, into a new ledger that
    took the ones before.
    """
    from desk.submit import init, submit
    from exchange.json.files import read_documents
    from tools.bench.outside import outside
    from tools.bench.shapes import SHAPES

    here = outside()
    folder = tempfile.TemporaryDirectory()
    path = str(Path(folder.name, "new.db"))
    documents = [
        read_documents("step.jsonl", text.encode())
        for text in SHAPES[shape](int(games))
    ]
    init(path, here)
    for before in documents[: int(first)]:
        submit(path, before, here)

    def take() -> None:
        for coming in documents[int(first) : int(last)]:
            submit(path, coming, here)
        folder.cleanup()

    return take


def registering(count: str) -> Callable[[], object]:
    """So many people who never played, in one file into a new ledger."""
    from desk.submit import init, submit
    from exchange.json.files import read_documents
    from tools.bench.outside import outside
    from tools.bench.shapes import members

    here, documents = (
        outside(),
        read_documents("people.jsonl", members(int(count)).encode()),
    )

    def register() -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = str(Path(folder, "new.db"))
            init(path, here)
            submit(path, documents, here)

    return register


def recording(file: str) -> Callable[[], object]:
    """A file of documents read, decided, warned about and stored in a new ledger, as
    `submit` does before it rates.
    """
    from desk.ledger_view import LedgerView
    from desk.named_files import read_named
    from desk.recording import decision_with_warnings, store_documents
    from desk.second_look.warnings import warnings_of
    from desk.submit import init
    from ledger.decide import Context, Listing
    from ledger.store.event_log import Stamp, Store
    from rulebooks import editions
    from tools.bench.outside import NOW, outside

    here = outside()
    nothing = Listing(0, "", ())

    def record() -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = str(Path(folder, "new.db"))
            init(path, here)

            with Store(path) as store, store.writing() as writer:
                ledger = LedgerView(writer.connection)
                context = Context(
                    timeline=ledger.timeline,
                    lookups=ledger.index,
                    today=NOW[:10],
                    last_day=NOW[:10],
                    new_salt=here.salt,
                    editions=editions(),
                    listing=lambda list_name, as_of: nothing,
                )
                store_documents(
                    writer,
                    read_named([file]).documents,
                    context,
                    Stamp(NOW, 100, "bench"),
                    partial(decision_with_warnings, warnings_of=warnings_of),
                )

    return record


def recorded_in_steps(ledger: str, games: str) -> Callable[[], object]:
    """A submission a tournament, some late and some corrected later, into a new ledger,
    in one process.
    """
    from desk.submit import init, submit
    from exchange.json.files import read_documents
    from tools.bench.history import submissions
    from tools.bench.outside import outside

    here = outside()
    texts = list(submissions(int(games)))

    def record() -> None:
        init(ledger, here)
        for text in texts:
            submit(ledger, read_documents("step.jsonl", text.encode()), here)

    return record


def looked_up(ledger: str, checks: str = "counted") -> Callable[[], object]:
    """`show` of 400 players as a service answers it; or without counting the rows, to
    see what that costs.
    """
    from ledger.store import counted
    from projections.answers import Question
    from projections.answers.kept_open import KeptLedger
    from projections.answers.players.show import show
    from tools.bench.outside import NOW

    if checks == "uncounted":
        counted.refuse_miscounted = counted.need_events = lambda *_: None  # type: ignore[assignment]
    kept, today = KeptLedger(ledger), Question(None, None, None)
    with kept.reading(today, NOW) as reading:
        rows = reading.tables.execute(
            "SELECT player FROM player ORDER BY player LIMIT 400"
        ).fetchall()

    def look() -> None:
        for (player,) in rows:
            with kept.reading(today, NOW) as reading:
                show(reading, player)

    return look


OWN: tuple[Stage, ...] = (
    rebuild,
    verify,
    correction,
    corrected_together,
    late,
    recording,
    recorded_in_steps,
    taken,
    registering,
    looked_up,
)
PEERS: tuple[Stage, ...] = (
    peers.bare_loop,
    *(peer for peer, _, _ in peers.PEERS.values()),
)
STAGES = {stage.__name__: stage for stage in (*OWN, *PEERS)}


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
