"""What a forger may do to every column of every stored table, and what each forgery
comes to.
"""

import sqlite3
from collections.abc import Callable
from typing import Any, NamedTuple

from ledger.store.tables import checksum
from tests.proof.proof_world import (
    change_state,
    conclude,
    forged_event,
    forget_checkpoints,
    replant,
)

Forger = Callable[[sqlite3.Connection], Any]


class Forgery(NamedTuple):
    """`bad`: the event that must be named first, where one can be. `alone`: what is
    said without a checkpoint.
    """

    name: str
    forge: Forger
    bad: int | None = None
    alone: str = "altered"


def sql(*statements: str) -> Forger:
    def forge(connection: sqlite3.Connection) -> None:
        for statement in statements:
            assert connection.execute(statement).rowcount != 0, statement

    return forge


def state(seq: int, old: bytes, new: bytes) -> Forger:
    return lambda connection: change_state(connection, seq, old, new)


def together(*forgers: Forger) -> Forger:
    def forge(connection: sqlite3.Connection) -> None:
        for forger in forgers:
            forger(connection)

    return forge


FIRST, MIDDLE, LAST = 1, 14, 21
EDITS = {
    "stream": "'tournament:other'",
    "version": "version + 7",
    "topic": "'ruling-given.v1x'",
    "recorded_at": "'2026-11-01T12:00:00.000001Z'",
    "submission": "submission + 100",
}
EVENT_COLUMNS = [
    Forgery(
        f"event {column} {seq}",
        sql(f"UPDATE event SET {column} = {value} WHERE seq = {seq}"),
        seq,
    )
    for column, value in EDITS.items()
    for seq in (FIRST, MIDDLE, LAST)
] + [
    Forgery("event seq 1", sql("UPDATE event SET seq = 0 WHERE seq = 1"), 0),
    Forgery("event seq 14", sql("UPDATE event SET seq = 500 WHERE seq = 14"), 14),
    Forgery("event seq 21", sql("UPDATE event SET seq = 22 WHERE seq = 21"), 21),
]
# every member of the envelope, in the bytes; the columns stay as they are
MEMBERS = {
    b"seq": (b'"seq":14', b'"seq":15'),
    b"recorded_at": (b"12:00:00", b"12:00:01"),
    b"submission": (b'"submission":14', b'"submission":13'),
    b"actor": (b'"actor":"tester"', b'"actor":"fester"'),
    b"topic": (b"tournament-submitted.v1", b"tournament-submitted.v9"),
    b"stream": (b"ment:spring", b"ment:sprung"),
    b"version": (b'"version":1', b'"version":2'),
    b"body, result": (b'"results":"1', b'"results":"0'),
    b"body, player": (b'"P1","P2"', b'"P9","P2"'),
    b"body, day": (b"2024-03-01", b"2024-03-02"),
    b"body, source": (b'"source":"', b'"sourze":"'),
    b"note": (b"by post", b"by mail"),
    b"digest": (b'"digest":"', b'"digest":"0'),
    b"no JSON": (b'{"seq"', b'["seq"'),
    b"no UTF-8": (b"by", b"b\xff"),
    b"a blank": (b'{"seq"', b'{ "seq"'),
}
STATES = [
    Forgery(f"state {name.decode()}", state(14, *how), 14)
    for name, how in MEMBERS.items()
] + [
    Forgery("state key", state(13, b'"key":"k1"', b'"key":"k2"'), 13),
    Forgery("state first", state(1, b"tester", b"fester"), 1),
    Forgery("state last", state(21, b"the board", b"the bored"), 21),
    Forgery("state empty", sql("UPDATE event SET state = x'' WHERE seq = 14"), 14),
    Forgery("state published row", state(15, b'["P1",', b'["P3",'), 15),
    Forgery("state person digest", state(8, b'"details":"', b'"details":"0'), 8),
]
COPY = "INSERT INTO event SELECT {} FROM event WHERE seq = {}"


def swap(table: str, column: str, key: str, one: Any, other: Any) -> Forger:
    """Two rows exchange one value, past any UNIQUE on the way."""

    def forge(connection: sqlite3.Connection) -> None:
        read = f"SELECT {column} FROM {table} WHERE {key} = ?"
        first, second = (
            connection.execute(read, (k,)).fetchone()[0] for k in (one, other)
        )
        between = first + b"-" if isinstance(first, bytes) else f"{first}-"
        for value, k in ((between, one), (first, other), (second, one)):
            connection.execute(
                f"UPDATE {table} SET {column} = ? WHERE {key} = ?", (value, k)
            )

    return forge


def swap_events(connection: sqlite3.Connection) -> None:
    """Two whole events in each other's place."""
    for old, new in ((13, 900), (14, 13), (900, 14)):
        connection.execute("UPDATE event SET seq = ? WHERE seq = ?", (new, old))


def append_event(connection: sqlite3.Connection) -> None:
    connection.execute(
        "INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?)", forged_event(connection)[1]
    )


ORDER = [
    *(
        Forgery(f"drop event {s}", sql(f"DELETE FROM event WHERE seq = {s}"), s)
        for s in (FIRST, MIDDLE, LAST)
    ),
    Forgery("drop all events", sql("DELETE FROM event"), 1),
    Forgery(
        "drop event 14, close the gap",
        sql(
            "DELETE FROM event WHERE seq = 14",
            "UPDATE event SET seq = seq + 900 WHERE seq > 14",
            "UPDATE event SET seq = seq - 901 WHERE seq > 14",
        ),
        14,
    ),
    Forgery(
        "drop the end and its hashes",
        sql("DELETE FROM event WHERE seq > 18", "DELETE FROM tree WHERE seq > 18"),
        19,
    ),
    Forgery("swap bytes", swap("event", "state", "seq", 13, 14), 13),
    Forgery("swap events", swap_events, 13),
    Forgery("append an event", append_event, 22),
    Forgery(
        "append a copy",
        sql(COPY.format("22, 'x', 1, topic, recorded_at, 22, state", 21)),
        22,
    ),
    Forgery(
        "append the same bytes",
        sql(COPY.format("22, stream, 9, topic, recorded_at, submission, state", 21)),
        22,
    ),
]
TREE = [
    *(
        Forgery(
            f"tree hash {s}",
            sql(f"UPDATE tree SET hash = zeroblob(32) WHERE seq = {s}"),
            s,
        )
        for s in (1, 8, 21)
    ),
    Forgery("tree seq", sql("UPDATE tree SET seq = 99 WHERE seq = 14"), 14),
    Forgery("tree drop", sql("DELETE FROM tree WHERE seq = 14"), 14),
    Forgery("tree drop last", sql("DELETE FROM tree WHERE seq = 21"), 21),
    Forgery("tree drop all", sql("DELETE FROM tree"), 1),
    Forgery("tree swap", swap("tree", "hash", "seq", 3, 5), 3),
    Forgery("tree append", sql("INSERT INTO tree VALUES (22, zeroblob(32))"), 22),
    Forgery("tree gone", sql("DROP TABLE tree")),
]
NOTE = "UPDATE checkpoint SET note = replace(note, {}) WHERE number = {}"
CHECKPOINTS = [
    Forgery(
        "checkpoint number", sql("UPDATE checkpoint SET number = 9 WHERE number = 2")
    ),
    Forgery(
        "checkpoint outside, a word",
        sql(
            "UPDATE checkpoint SET outside = 0 WHERE number = 3",
            NOTE.format("'selokirja/', 'selokirjo/'", 3),
        ),
    ),
    *(
        Forgery(
            f"checkpoint signer {n}",
            sql(f"UPDATE checkpoint SET signer = 'x+1+y' WHERE number = {n}"),
        )
        for n in (1, 3)
    ),
    Forgery(
        "checkpoint no signer",
        sql("UPDATE checkpoint SET signer = NULL WHERE number = 1"),
    ),
    Forgery(
        "checkpoint size",
        sql(
            NOTE.format("char(10) || '14' || char(10), char(10) || '13' || char(10)", 1)
        ),
    ),
    Forgery("checkpoint origin", sql(NOTE.format("'selokirja/', 'selokirjo/'", 1))),
    Forgery("checkpoint root", sql(NOTE.format("'o', 'p'", 2))),
    Forgery(
        "checkpoint signature",
        sql(
            "UPDATE checkpoint SET note = (SELECT substr(c.note, 1, length(c.note) -"
            " 20) FROM checkpoint c WHERE number = 2) || substr(note, -20) WHERE"
            " number = 1"
        ),
    ),
    Forgery(
        "checkpoint no note",
        sql("UPDATE checkpoint SET note = 'hello' WHERE number = 1"),
    ),
    Forgery("checkpoint swap", swap("checkpoint", "note", "number", 1, 2)),
    *(
        Forgery(
            f"checkpoint drop {n}", sql(f"DELETE FROM checkpoint WHERE number = {n}")
        )
        for n in (1, 2, 3)
    ),
    Forgery("checkpoint drop all", sql("DELETE FROM checkpoint")),
    Forgery(
        "checkpoint append a copy",
        sql(
            "INSERT INTO checkpoint SELECT 4, 0, signer, note FROM checkpoint"
            " WHERE number = 1"
        ),
    ),
    Forgery("checkpoint gone", sql("DROP TABLE checkpoint")),
]
PERSON = [
    *(
        Forgery(
            f"person {column}",
            sql(f"UPDATE person SET {column} = {value} WHERE player = 'P2'"),
        )
        for column, value in (
            ("player", "'P8'"),
            ("salt", "'salt'"),
            ("name", "'Somebody, Else'"),
            ("club", "'E'"),
            ("club", "NULL"),
            ("fide_id", "7"),
            ("folded", "'else'"),
            ("name", "x'00ff'"),
        )
    ),
    Forgery(
        "person name and search",
        sql("UPDATE person SET name = 'Bo', folded = 'bo' WHERE player = 'P2'"),
    ),
    Forgery(
        "person old name",
        sql(
            "UPDATE person SET name = 'Name 6, Ääni', club = 'C', folded = 'name 6,"
            " aani' WHERE player = 'P6'"
        ),
    ),
    Forgery(
        "person swap",
        together(
            swap("person", "name", "player", "P1", "P2"),
            swap("person", "folded", "player", "P1", "P2"),
        ),
    ),
    Forgery(
        "person swap whole",
        sql(
            "UPDATE person SET player = CASE player WHEN 'P1' THEN 'P2' ELSE 'P1' END"
            " || '-' WHERE player IN ('P1', 'P2')",
            "UPDATE person SET player = rtrim(player, '-')",
        ),
    ),
    Forgery("person drop", sql("DELETE FROM person WHERE player = 'P2'")),
    Forgery(
        "person append",
        sql(
            "INSERT INTO person SELECT 'P7', salt, name, club, fide_id, folded,"
            " checksum FROM person WHERE player = 'P1'"
        ),
    ),
    Forgery(
        "person erased is back",
        sql(
            "INSERT INTO person VALUES ('P9', 's', 'Gone, Soon', NULL, NULL,"
            " 'gone, soon', 0)"
        ),
    ),
    Forgery("source bytes", sql("UPDATE source_file SET bytes = x'00'")),
    Forgery("source name of bytes", sql("UPDATE source_file SET sha256 = 'x'")),
    Forgery(
        "source append",
        sql(
            "INSERT INTO source_file VALUES"
            " ('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', 'n',"
            " x'')"
        ),
    ),
]
_BACK = checksum(("P9", "salt-1", "Gone, Soon", None, None, "gone, soon"))
# recomputed by somebody who can program, without the signing key: only what left the
# building speaks against it
AMEND = state(16, b'"0-1"', b'"1/2-1/2"')
REWRITTEN = [
    Forgery(
        "history rewritten",
        together(AMEND, replant, forget_checkpoints, conclude),
        alone="unproven",
    ),
    Forgery(
        "the first event rewritten",
        together(state(1, b"tester", b"fester"), replant, forget_checkpoints, conclude),
        alone="unproven",
    ),
    Forgery(
        "the end cut off",
        together(
            sql(
                "DELETE FROM event WHERE seq > 18",
                "UPDATE sqlite_sequence SET seq = 18 WHERE name = 'event'",
            ),
            replant,
            forget_checkpoints,
            conclude,
            sql(
                "INSERT INTO person VALUES ('P9', 'salt-1', 'Gone, Soon', NULL, NULL,"
                f" 'gone, soon', {_BACK})"
            ),
        ),
        19,
        alone="unproven",
    ),
]
ALL = [*EVENT_COLUMNS, *STATES, *ORDER, *TREE, *CHECKPOINTS, *PERSON, *REWRITTEN]
