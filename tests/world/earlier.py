"""A ledger in a file as an earlier version of this program wrote it."""

import json
import sqlite3
from contextlib import closing

from ledger.proof import closed, leaf
from ledger.store.event_log import Store
from ledger.store.tables import DDL
from projections.tables.build import rebuild

GUARDS = ("event_never_changes", "tree_never_changes")


def told_openly(path: str) -> None:
    """The day of birth and the sex in the events, and nothing beside them, as up to format 4."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        beside = {row[0]: row[1:] for row in connection.execute("SELECT seq, born, sex FROM detail")}
        for name in GUARDS:
            connection.execute(f"DROP TRIGGER {name}")
        hashes: dict[int, bytes] = {}
        for seq, topic, state in connection.execute("SELECT seq, topic, state FROM event ORDER BY seq").fetchall():
            if topic == "player-registered.v2":
                topic, state = "player-registered.v1", _openly(state, *beside.get(seq, ()))
            hashes[seq] = closed(seq, leaf(state), hashes.__getitem__)
            connection.execute("UPDATE event SET state = ?, topic = ? WHERE seq = ?", (state, topic, seq))
            connection.execute("UPDATE tree SET hash = ? WHERE seq = ?", (hashes[seq], seq))
        connection.execute("DELETE FROM detail")
        for statement in DDL:
            if any(name in statement for name in GUARDS):
                connection.execute(statement)
    with Store(path) as store, store.writing() as writer:
        rebuild(writer.connection, writer.connection)


def _openly(state: bytes, born: str | None = None, sex: str | None = None) -> bytes:
    event = json.loads(state)
    body = {key: value for key, value in event["body"].items() if key != "seal"}
    event |= {"topic": "player-registered.v1", "body": body | {"born": born or body["born"], "sex": sex}}
    return json.dumps(event, ensure_ascii=False, separators=(",", ":")).encode()
