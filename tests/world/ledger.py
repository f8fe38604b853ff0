"""A ledger in process: a file in a temporary folder, and documents given as plain
dicts.
"""

import itertools
import json
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from cli.demo.story import Part, build
from desk.rows_to_publish import rows_to_publish
from desk.second_look.look import SECOND_LOOK
from desk.submit import Outcome, Outside, book_submission, init, submit
from exchange.json.files import read_documents
from ledger.placed import Placed
from ledger.store.connection import Connection
from ledger.store.event_log import Store, Writer
from ledger.store.events import events_after, head
from ledger.timeline import Timeline
from projections.answers.by_name import BY_NAME
from projections.answers.reading import Reading
from projections.opened_ledger import OpenedLedger
from projections.tables.build import rebuild
from rulebooks.entries import WorkedEntry
from tests.world.documents import Document
from tests.world.rows import entries_in, stored_versions

NOW = "2026-11-01T12:00:00.000000Z"
TODAY = NOW[:10]


def outside(now: str = NOW) -> Outside:
    salts = itertools.count(1)
    return Outside(
        lambda: now,
        "tester",
        lambda: f"salt-{next(salts)}",
        rows_to_publish,
        SECOND_LOOK,
    )


def placed(*documents: Document) -> list[Placed]:
    """The documents as a file of JSON lines brings them; a field that starts with _ is
    the test's own.
    """
    lines = (
        json.dumps({key: value for key, value in d.items() if not key.startswith("_")})
        for d in documents
    )
    return read_documents("test.jsonl", "\n".join(lines).encode())


def submitted(
    path: Path | str, *documents: Document, now: str = NOW, dry_run: bool = False
) -> Outcome:
    """The documents in one submission to a ledger on disk."""
    return submit(str(path), placed(*documents), outside(now), dry_run=dry_run)


@cache
def _initialised() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "new.db"
        init(str(path), outside())
        return path.read_bytes()


def new_ledger(folder: Path, name: str = "test.db") -> Path:
    """A ledger without a submission: the same bytes each time, initialised once."""
    path = folder / name
    path.write_bytes(_initialised())
    return path


@cache
def _demo() -> tuple[bytes, tuple[Part, ...]]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "demo.db"
        story = build(str(path))
        return path.read_bytes(), story


def demo_ledger(path: Path | str) -> tuple[Part, ...]:
    """What `cli.demo.story.build` does: the same bytes and the same story each time, built
    once.
    """
    content, story = _demo()
    Path(path).write_bytes(content)
    return story


class Ledger:
    """An open write transaction on a fresh ledger: many submissions without many
    fsyncs.
    """

    def __init__(self, writer: Writer, path: Path) -> None:
        self.writer = writer
        self.path = path
        self.outside = outside()

    def submit(self, *documents: Document) -> Outcome:
        return book_submission(self.writer, placed(*documents), self.outside)

    def entries(self) -> list[WorkedEntry]:
        """The entries that stand."""
        return entries_in(self.writer.connection)

    def versions(self) -> dict[Any, Any]:
        return stored_versions(self.writer.connection)

    def rebuild(self) -> None:
        rebuild(self.writer.connection, self.writer.connection)


@contextmanager
def ledger(folder: Path, name: str = "test.db") -> Iterator[Ledger]:
    path = new_ledger(folder, name)
    with Store(str(path)) as store, store.writing() as writer:
        yield Ledger(writer, path)


def every_fact(connection: Connection, as_of: str = TODAY) -> Reading:
    """Everything that is known, as `opened_with_all_events` reads it from a file, but inside an open
    transaction.
    """
    timeline = Timeline()
    for event in events_after(connection, 0):
        timeline.apply(event)
    return Reading(OpenedLedger(connection), as_of, head(connection), timeline, BY_NAME)
