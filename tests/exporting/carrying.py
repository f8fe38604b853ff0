"""Ledgers written to a file in random submissions, carried to another file, and what
both answer.
"""

import json
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from desk.exports.documents import ledger_lines
from desk.import_ledger import import_ledger
from desk.submit import init
from exchange.json.files import read_ledger_lines
from ledger.store.events import head
from messages.answer import json_value
from projections.answers import Question
from projections.answers.events.changed import diff
from projections.answers.events.impact import impact
from projections.answers.lists import published
from projections.answers.lists.rating_list import rating_list
from projections.answers.open_reading import reading
from projections.answers.reading import Reading
from tests.properties.telling import StoryLedger
from tests.world.ledger import NOW, ledger, outside

TODAY = NOW[:10]
LATER = "2026-11-20T08:00:00.000000Z"
Document = dict[str, Any]


def written(
    folder: Path,
    documents: Sequence[Document],
    rng: random.Random,
    name: str = "there.db",
) -> str:
    """The documents in submissions of one to six."""
    waiting = list(documents)
    with ledger(folder, name) as new:
        telling = StoryLedger(new, {}, {}, head(new.writer.connection))
        while waiting:
            size = rng.choice((1, 1, 2, 6))
            telling.tell_together(waiting[:size])
            del waiting[:size]
    return str(folder / name)


def exported(path: str) -> list[bytes]:
    with reading(path, Question(), TODAY) as now:
        return [
            json.dumps(json_value(line), ensure_ascii=False).encode()
            for line in ledger_lines(now)
        ]


def carried(path: str, folder: Path, name: str = "here.db") -> str:
    """Exported and imported, three weeks later."""
    target = str(folder / name)
    init(target, outside(LATER))
    import_ledger(
        target, read_ledger_lines("ledger.jsonl", exported(path)), outside(LATER)
    )
    return target


# the root under a published list is over the events as they are stored, with the
# moments of another import
ASIDE = {
    "published": (
        "seq, list, label, revision, as_of, known_seq, rules, row_count, sha256"
    )
}


def rows(path: str, *tables: str) -> dict[str, list[Any]]:
    import sqlite3

    connection = sqlite3.connect(path)
    try:
        queries = {
            table: f"SELECT {ASIDE.get(table, '*')} FROM {table}" for table in tables
        }
        return {
            table: sorted(connection.execute(query).fetchall(), key=repr)
            for table, query in queries.items()
        }
    finally:
        connection.close()


def bodies(path: str) -> list[Any]:
    """What every event says, with its key, digest and note; without when it was
    recorded.
    """
    with reading(path, Question(), TODAY) as now:
        events = [now.known_events.event(seq) for seq in range(1, now.known_seq + 1)]
    return [
        (e.seq, e.submission, e.stream, e.body, e.key, e.digest, e.note)
        for e in events
        if e is not None
    ]


def answers(path: str) -> Iterator[Any]:
    """Lists at every state of knowledge, what each event changed, what happened between
    random states.
    """
    with reading(path, Question(), TODAY) as now:
        last = now.known_seq
        for seq in now.steps(0, last):
            then = Reading(now.ledger, now.as_of, seq)
            yield [rating_list(then, name).rows for name in ("selo", "pelo")]
            yield without_moments(json_value(impact(now, seq)))
        steps = [0, *now.steps(0, last)]
        for after, upto in zip(steps[::5], steps[4::5], strict=False):
            yield without_moments(
                json_value(diff(now, after, upto, (), ("selo", "pelo")))
            )
        yield without_moments(json_value(published.lists(now))["rows"])
    for seq in range(7, last, max(1, last // 6)):
        with reading(path, Question(known_seq=seq), TODAY) as inside:
            yield rating_list(inside, "selo").rows


MOMENTS = ("recorded_at", "known_at", "actor", "root")  # a root rests on the moments


def without_moments(value: Any) -> Any:
    """An import is recorded when it is made, by who makes it; the rest is the same."""
    if isinstance(value, dict):
        return {k: without_moments(v) for k, v in value.items() if k not in MOMENTS}
    return (
        [without_moments(item) for item in value]
        if isinstance(value, list | tuple)
        else value
    )
