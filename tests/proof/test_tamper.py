"""Every column of every stored table: edited, dropped, swapped, appended, with the guards taken away and put back.

Each forgery says what it comes to with a checkpoint that left the building, and without one. The stand-alone verifier
reads the same files and must say the same. What passes is in PASSES, and in docs/explanation/proof.md.
"""

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from proof_world import (
    World,
    build,
    change_state,
    conclude,
    forged_event,
    forget_checkpoints,
    forging,
    other_key,
    replant,
    rows,
    stand_alone,
)

from ledger.proof import Checkpoint, read_checkpoint
from ledger.signing import sign
from projections import verifying
from projections.views import evidence

Forger = Callable[[sqlite3.Connection], Any]


class Forgery(NamedTuple):
    """`bad`: the event that must be named first, where one can be. `alone`: what is said without a checkpoint."""

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
    "stream": "'tournament:other'", "version": "version + 7", "topic": "'ruling-given.v1x'",
    "recorded_at": "'2026-11-01T12:00:00.000001Z'", "submission": "submission + 100",
}  # fmt: skip
EVENT_COLUMNS = [
    Forgery(f"event {column} {seq}", sql(f"UPDATE event SET {column} = {value} WHERE seq = {seq}"), seq)
    for column, value in EDITS.items()
    for seq in (FIRST, MIDDLE, LAST)
] + [
    Forgery("event seq 1", sql("UPDATE event SET seq = 0 WHERE seq = 1"), 0),
    Forgery("event seq 14", sql("UPDATE event SET seq = 500 WHERE seq = 14"), 14),
    Forgery("event seq 21", sql("UPDATE event SET seq = 22 WHERE seq = 21"), 21),
]
# every member of the envelope, in the bytes; the columns stay as they are
MEMBERS = {
    b"seq": (b'"seq":14', b'"seq":15'), b"recorded_at": (b"12:00:00", b"12:00:01"),
    b"submission": (b'"submission":14', b'"submission":13'), b"actor": (b'"actor":"tester"', b'"actor":"fester"'),
    b"topic": (b"tournament-submitted.v1", b"tournament-submitted.v9"), b"stream": (b"ment:spring", b"ment:sprung"),
    b"version": (b'"version":1', b'"version":2'), b"body, result": (b'"1-0"', b'"0-1"'),
    b"body, player": (b'"P1","P2"', b'"P3","P2"'), b"body, day": (b"2024-03-01", b"2024-03-02"),
    b"body, source": (b'"source":"', b'"sourze":"'), b"note": (b"by post", b"by mail"),
    b"digest": (b'"digest":"', b'"digest":"0'), b"no JSON": (b'{"seq"', b'["seq"'), b"no UTF-8": (b"by", b"b\xff"),
    b"a blank": (b'{"seq"', b'{ "seq"'),
}  # fmt: skip
STATES = [Forgery(f"state {name.decode()}", state(14, *how), 14) for name, how in MEMBERS.items()] + [
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
        first, second = (connection.execute(read, (k,)).fetchone()[0] for k in (one, other))
        between = first + b"-" if isinstance(first, bytes) else f"{first}-"
        for value, k in ((between, one), (first, other), (second, one)):
            connection.execute(f"UPDATE {table} SET {column} = ? WHERE {key} = ?", (value, k))

    return forge


def swap_events(connection: sqlite3.Connection) -> None:
    """Two whole events in each other's place."""
    for old, new in ((13, 900), (14, 13), (900, 14)):
        connection.execute("UPDATE event SET seq = ? WHERE seq = ?", (new, old))


def append_event(connection: sqlite3.Connection) -> None:
    connection.execute("INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?)", forged_event(connection)[1])


ORDER = [
    *(Forgery(f"drop event {s}", sql(f"DELETE FROM event WHERE seq = {s}"), s) for s in (FIRST, MIDDLE, LAST)),
    Forgery("drop all events", sql("DELETE FROM event"), 1),
    Forgery("drop event 14, close the gap", sql("DELETE FROM event WHERE seq = 14", "UPDATE event SET seq = seq + 900"
            " WHERE seq > 14", "UPDATE event SET seq = seq - 901 WHERE seq > 14"), 14),
    Forgery("drop the end and its hashes", sql("DELETE FROM event WHERE seq > 18", "DELETE FROM tree WHERE seq > 18"),
            19),
    Forgery("swap bytes", swap("event", "state", "seq", 13, 14), 13),
    Forgery("swap events", swap_events, 13),
    Forgery("append an event", append_event, 22),
    Forgery("append a copy", sql(COPY.format("22, 'x', 1, topic, recorded_at, 22, state", 21)), 22),
    Forgery("append the same bytes", sql(COPY.format("22, stream, 9, topic, recorded_at, submission, state", 21)), 22),
]  # fmt: skip
TREE = [
    *(Forgery(f"tree hash {s}", sql(f"UPDATE tree SET hash = zeroblob(32) WHERE seq = {s}"), s) for s in (1, 8, 21)),
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
    Forgery("checkpoint number", sql("UPDATE checkpoint SET number = 9 WHERE number = 2")),
    Forgery("checkpoint outside, a word", sql("UPDATE checkpoint SET outside = 0 WHERE number = 3", NOTE.format(
            "'selokirja/', 'selokirjo/'", 3))),
    *(Forgery(f"checkpoint signer {n}", sql(f"UPDATE checkpoint SET signer = 'x+1+y' WHERE number = {n}"))
      for n in (1, 3)),
    Forgery("checkpoint no signer", sql("UPDATE checkpoint SET signer = NULL WHERE number = 1")),
    Forgery("checkpoint size", sql(NOTE.format("char(10) || '14' || char(10), char(10) || '13' || char(10)", 1))),
    Forgery("checkpoint origin", sql(NOTE.format("'selokirja/', 'selokirjo/'", 1))),
    Forgery("checkpoint root", sql(NOTE.format("'o', 'p'", 2))),
    Forgery("checkpoint signature", sql("UPDATE checkpoint SET note = (SELECT substr(c.note, 1, length(c.note) - 20)"
            " FROM checkpoint c WHERE number = 2) || substr(note, -20) WHERE number = 1")),
    Forgery("checkpoint no note", sql("UPDATE checkpoint SET note = 'hello' WHERE number = 1")),
    Forgery("checkpoint swap", swap("checkpoint", "note", "number", 1, 2)),
    *(Forgery(f"checkpoint drop {n}", sql(f"DELETE FROM checkpoint WHERE number = {n}")) for n in (1, 2, 3)),
    Forgery("checkpoint drop all", sql("DELETE FROM checkpoint")),
    Forgery("checkpoint append a copy", sql("INSERT INTO checkpoint SELECT 4, 0, signer, note FROM checkpoint"
            " WHERE number = 1")),
    Forgery("checkpoint gone", sql("DROP TABLE checkpoint")),
]  # fmt: skip
PERSON = [
    *(Forgery(f"person {column}", sql(f"UPDATE person SET {column} = {value} WHERE player = 'P2'"))
      for column, value in (("player", "'P8'"), ("salt", "'salt'"), ("name", "'Somebody, Else'"), ("club", "'E'"),
                            ("club", "NULL"), ("fide_id", "7"), ("folded", "'else'"), ("name", "x'00ff'"))),
    Forgery("person name and search", sql("UPDATE person SET name = 'Bo', folded = 'bo' WHERE player = 'P2'")),
    Forgery("person old name", sql("UPDATE person SET name = 'Name 6, Ääni', club = 'C', folded = 'name 6, aani'"
            " WHERE player = 'P6'")),
    Forgery("person swap", together(swap("person", "name", "player", "P1", "P2"),
            swap("person", "folded", "player", "P1", "P2"))),
    Forgery("person swap whole", sql("UPDATE person SET player = CASE player WHEN 'P1' THEN 'P2' ELSE 'P1' END || '-'"
            " WHERE player IN ('P1', 'P2')", "UPDATE person SET player = rtrim(player, '-')")),
    Forgery("person drop", sql("DELETE FROM person WHERE player = 'P2'")),
    Forgery("person append", sql("INSERT INTO person SELECT 'P7', salt, name, club, fide_id, folded FROM person"
            " WHERE player = 'P1'")),
    Forgery("person erased is back", sql("INSERT INTO person VALUES ('P9', 's', 'Gone, Soon', NULL, NULL,"
            " 'gone, soon')")),
    Forgery("source bytes", sql("UPDATE source_file SET bytes = x'00'")),
    Forgery("source name of bytes", sql("UPDATE source_file SET sha256 = 'x'")),
    Forgery("source append", sql("INSERT INTO source_file VALUES ("
            "'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', 'n', x'')")),
]  # fmt: skip
# recomputed by somebody who can program, without the signing key: only what left the building stands against him
AMEND = state(16, b'"0-1"', b'"1/2-1/2"')
REWRITTEN = [
    Forgery("history rewritten", together(AMEND, replant, forget_checkpoints, conclude),
            alone="unproven"),
    Forgery("the first event rewritten", together(state(1, b"tester", b"fester"), replant, forget_checkpoints,
            conclude), alone="unproven"),
    Forgery("the end cut off", together(sql("DELETE FROM event WHERE seq > 18", "UPDATE sqlite_sequence SET seq = 18"
            " WHERE name = 'event'"), replant, forget_checkpoints, conclude,
            sql("INSERT INTO person VALUES ('P9', 'salt-1', 'Gone, Soon', NULL, NULL, 'gone, soon')")),
            19, alone="unproven"),
]  # fmt: skip
ALL = [*EVENT_COLUMNS, *STATES, *ORDER, *TREE, *CHECKPOINTS, *PERSON, *REWRITTEN]
# what nobody can see in the file itself: what is said with a checkpoint given, and (alone) without
PASSES = [
    (Forgery("own made outside", sql("UPDATE checkpoint SET outside = 1 WHERE number = 1"), alone="proven"), "proven"),
    (Forgery("outside made own", sql("UPDATE checkpoint SET outside = 0, signer = (SELECT signer FROM checkpoint)"
             " WHERE number = 3"), alone="unproven"), "proven"),
    (Forgery("checkpoints forgotten", forget_checkpoints, alone="unproven"), "unproven"),
    (Forgery("an event after the checkpoint", together(state(21, b"the board", b"the bored"), replant, conclude),
             alone="proven"), "proven"),
    (Forgery("one more event", together(append_event, replant, conclude), alone="proven"), "proven"),
]  # fmt: skip


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> World:
    return build(tmp_path_factory.mktemp("world"))


STAND_ALONE = stand_alone()


def told_apart(world: World, path: Path, *, with_outside: bool, capsys: pytest.CaptureFixture[str]) -> str:
    """What the stand-alone verifier says of the same file."""
    given = ["--checkpoint", str(world.outside)] if with_outside else []
    code = STAND_ALONE.main(["ledger", str(path), "--key", world.signer.text(), *given, "--json"])
    capsys.readouterr()
    return {0: "proven", 1: "altered", 3: "unproven"}[code]


def test_untouched_it_is_proven(world: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The control: taking the guards away and putting them back alone is no forgery."""
    path = world.copy(tmp_path)
    with forging(path) as connection:
        connection.execute("UPDATE event SET topic = topic, state = state")
    answer = world.answer(path)
    assert (answer["status"], answer["problems"], answer["warnings"]) == ("proven", [], [])
    assert (answer["events"], answer["proven_events"], answer["rests_on"]) == (21, 19, "given")
    assert told_apart(world, path, with_outside=True, capsys=capsys) == "proven"


@pytest.mark.parametrize("forgery", ALL, ids=[forgery.name for forgery in ALL])
def test_forgeries_are_caught(
    forgery: Forgery, world: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = world.copy(tmp_path)
    with forging(path) as connection:
        forgery.forge(connection)
    answer = world.answer(path)
    assert answer["status"] == "altered"
    assert answer["first_bad"] == forgery.bad, answer["problems"]
    assert all(problem["message"] for problem in answer["problems"])
    assert told_apart(world, path, with_outside=True, capsys=capsys) == "altered"
    alone = world.answer(path, with_outside=False)
    assert alone["status"] == forgery.alone, alone["problems"]
    assert told_apart(world, path, with_outside=False, capsys=capsys) == forgery.alone


@pytest.mark.parametrize(("forgery", "told"), PASSES, ids=[forgery.name for forgery, _ in PASSES])
def test_what_passes_is_known(
    forgery: Forgery, told: str, world: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Written down in docs/explanation/proof.md."""
    path = world.copy(tmp_path)
    with forging(path) as connection:
        forgery.forge(connection)
    assert world.answer(path)["status"] == told, world.answer(path)["problems"]
    assert world.answer(path, with_outside=False)["status"] == forgery.alone
    assert told_apart(world, path, with_outside=False, capsys=capsys) == forgery.alone


def test_a_rewritten_history_is_narrowed_down(world: World, tmp_path: Path) -> None:
    """Without stored hashes to go by, the checkpoints on both sides say where it must be."""
    path = world.copy(tmp_path)
    with forging(path) as connection:
        together(state(17, b'"P6"', b'"P6" '), replant, conclude)(connection)
    told = [p["between"] for p in world.answer(path)["problems"] if p["code"] == "root-differs"]
    assert told == [[15, 19]] * 3  # the own one of 14 agrees; own, kept and given of 19 do not


@pytest.mark.parametrize(
    ("table", "statement"),
    [
        ("entry", "UPDATE entry SET after = after + 1 WHERE rowid = 3"),
        ("entry", "DELETE FROM entry WHERE rowid = 3"),
        ("entry", "UPDATE entry SET known_to = NULL"),
        ("unit", "UPDATE unit SET body = replace(body, 'P1', 'P3')"),
        ("said", "DELETE FROM said"),
        ("plays", "UPDATE plays SET player = 'P8' WHERE player = 'P1'"),
        ("tournament", "UPDATE tournament SET name = 'x'"),
        ("published", "UPDATE published SET label = '2024-05'"),
        ("step", "DELETE FROM step WHERE seq = 21"),
        ("projected", "UPDATE projected SET seq = 99"),
        ("projected", "DROP TABLE projected"),
    ],
)
def test_conclusions_are_replayed(table: str, statement: str, world: World, tmp_path: Path) -> None:
    path = world.copy(tmp_path)
    with forging(path) as connection:
        assert connection.execute(statement).rowcount != 0
    assert world.answer(path)["status"] == "altered"


def test_a_published_list_is_replayed(world: World, tmp_path: Path) -> None:
    """Another number in the frozen rows, with everything recomputed: the list's own digest, then the replay."""
    for change, told in ((state(15, b"1814", b"1815"), "SHA-256"), (_republish, "published in event 15 says")):
        path = world.copy(tmp_path)
        with forging(path) as connection:
            together(change, replant, forget_checkpoints, conclude)(connection)
        answer = world.answer(path, with_outside=False)
        assert [p["code"] for p in answer["problems"]] == ["list-differs"]
        assert told in answer["problems"][0]["message"] and answer["first_bad"] == 15


def _republish(connection: sqlite3.Connection) -> None:
    from ledger.decide_publish import rows_digest
    from ledger.events import decode

    rows_then = decode(connection.execute("SELECT state FROM event WHERE seq = 15").fetchone()[0]).body.rows
    numbers = [row for row in rows_then if row.player == "P1"]
    change_state(connection, 15, f'["P1",{numbers[0].rating}'.encode(), b'["P1",2500')
    rows_now = decode(connection.execute("SELECT state FROM event WHERE seq = 15").fetchone()[0]).body.rows
    change_state(connection, 15, rows_digest(rows_then).encode(), rows_digest(rows_now).encode())


def test_a_key_from_outside_unmasks_another_signer(world: World, tmp_path: Path) -> None:
    """A forger signs his own history with his own key: only who has the public key from elsewhere sees it."""
    path = world.copy(tmp_path)
    origin = read_checkpoint(rows(path, "SELECT note FROM checkpoint")[0][0].partition("\n\n")[0] + "\n").origin
    key, forger = other_key(tmp_path, origin)
    with forging(path) as connection:
        together(AMEND, replant, forget_checkpoints, conclude)(connection)
        root = _root(connection)
        note = sign(Checkpoint(origin, 21, root).text(), origin, str(key))
        for outside in (0, 1):
            connection.execute(
                "INSERT INTO checkpoint (outside, signer, note) VALUES (?, ?, ?)", (outside, forger.text(), note)
            )
    alone = world.answer(path, with_outside=False)
    assert (alone["status"], alone["rests_on"]) == ("proven", "kept")  # the one thing a kept checkpoint cannot prevent
    assert world.answer(path, with_outside=False, keys=[world.signer])["status"] == "altered"
    assert world.answer(path)["status"] == "altered"


def _root(connection: sqlite3.Connection) -> bytes:
    walk = evidence.Walk()
    evidence.walk(connection, walk)
    return walk.root_at(walk.size)


PLANTED: list[tuple[Any, str, Callable[..., Any], Forgery]] = [
    (evidence, "_columns", lambda *_: [], EVENT_COLUMNS[1]),
    (evidence, "tree_findings", lambda *_: [], TREE[0]),
    (verifying, "judgements", lambda *_: [], REWRITTEN[0]),
    (verifying, "person_findings", lambda *_: [], PERSON[2]),
    (verifying, "source_findings", lambda *_: [], PERSON[-1]),
    (verifying, "checkpoints_cut_off", lambda *_: [], CHECKPOINTS[-3]),
]


@pytest.mark.parametrize(("module", "name", "blind", "forgery"), PLANTED, ids=[case[1] for case in PLANTED])
def test_a_blind_check_lets_it_pass(
    module: Any,
    name: str,
    blind: Callable[..., Any],
    forgery: Forgery,
    world: World,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The control of this suite: without the check that is meant to see it, the forgery is not seen."""
    path = world.copy(tmp_path)
    with forging(path) as connection:
        forgery.forge(connection)
    assert world.answer(path)["status"] == "altered"
    monkeypatch.setattr(module, name, blind)
    assert world.answer(path)["status"] != "altered"
