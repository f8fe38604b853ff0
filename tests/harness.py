"""A ledger for a test: a file in a temporary folder, and documents given as plain dicts."""

import itertools
import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from desk.submit import Outcome, Outside, booked, init
from exchange.json.documents import read
from ledger.store.event_log import Store, Writer
from projections.replay.build import rebuild
from projections.replay.rows import entry_of
from projections.tables.shelf import stored_versions
from rulebooks.base import Entry

NOW = "2026-11-01T12:00:00.000000Z"


def outside(now: str = NOW) -> Outside:
    salts = itertools.count(1)
    return Outside(lambda: now, "tester", lambda: f"salt-{next(salts)}")


class Ledger:
    """An open write transaction on a fresh ledger: many submissions without many fsyncs."""

    def __init__(self, writer: Writer, path: Path) -> None:
        self.writer = writer
        self.path = path
        self.outside = outside()

    def submit(self, *documents: dict[str, Any]) -> Outcome:
        text = "\n".join(json.dumps({k: v for k, v in d.items() if not k.startswith("_")}) for d in documents)
        return booked(self.writer, read("test.jsonl", text.encode()), self.outside)

    def entries(self) -> list[Entry]:
        """The entries that stand."""
        return [entry_of(row) for row in stored_versions(self.writer.connection).values() if row[-1] is None]

    def versions(self) -> dict[Any, Any]:
        return stored_versions(self.writer.connection)

    def rebuild(self) -> None:
        rebuild(self.writer.connection, self.writer.connection)


@contextmanager
def ledger(folder: Path, name: str = "test.db") -> Iterator[Ledger]:
    path = folder / name
    init(str(path), outside())
    with Store(str(path)) as store, store.writing() as writer:
        yield Ledger(writer, path)


def facts(entries: Sequence[Entry]) -> list[tuple[Any, ...]]:
    """What a book says, without the seq of the event that brought it."""
    return sorted(
        (e.list, e.change.player, e.place.split(" ")[0], e.unit, e.change.kind, e.change.before, e.change.after,
         e.change.games, e.change.half_points, e.change.running, e.change.terms)
        for e in entries
    )  # fmt: skip
