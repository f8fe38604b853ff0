"""Ledgers of other versions: a stored one of version 1 opens and answers, steps forward are all or nothing.

ledger-v1.sql was dumped when version 1 was made (`python -m tests.care.caring`); once released it is never made again.
"""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

import ledger.store.database as database
from audit.tables import check_tables, rebuild_ledger
from audit.verify import verify
from desk.upgrade import upgrade
from ledger.errors import LedgerUnusable
from ledger.proof import closed, leaf
from ledger.store.database import Connection
from ledger.store.event_log import Store
from ledger.store.tables import SCHEMA_VERSION, STEPS
from projections.answers.reading import Question, reading
from projections.tables import schema
from rulebooks.finland.tables import EDITIONS
from tests.care.caring import TODAY, answers, cup
from tests.world.ledger import outside, submitted

DUMP = Path(__file__).with_name("ledger-v1.sql")
ANSWERS = Path(__file__).with_name("ledger-v1.json")


@pytest.fixture
def stored(as_then: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """These tests are about the format of the file: the rules are taken to be those of its time."""
    for name, edition in EDITIONS.items():
        monkeypatch.setitem(EDITIONS, name, edition._replace(revision=1))
    assert upgrade(as_then, outside(), None).done
    return as_then


@pytest.fixture
def as_then(tmp_path: Path) -> str:
    path = str(tmp_path / "v1.db")
    connection = sqlite3.connect(path)
    connection.executescript(DUMP.read_text("utf-8"))
    connection.close()
    return path


def numbers(path: str) -> dict[str, object]:
    """What must never change, whatever else later versions say."""
    found = answers(path)
    rows = {name: [[row["player"], row["name"], row["rating"], row["games"]] for row in found[name]["rows"]]
            for name in ("selo", "pelo")}  # fmt: skip
    return {**rows, "log": [[e["seq"], e["recorded_at"], e["kind"], e["target"]] for e in found["log"]["events"]]}


def test_a_ledger_of_version_1_answers(stored: str) -> None:
    assert numbers(stored) == json.loads(ANSWERS.read_text("utf-8"))
    assert check_tables(stored).equal and verify(stored).problems == ()


def test_corrected_rules_are_accepted_first_and_move_nothing_here(as_then: str) -> None:
    before_it = dumped(as_then)
    for act in (answers, check_tables, rebuild_ledger, lambda path: submitted(path, cup("T7", "2025-05-05"))):
        with pytest.raises(LedgerUnusable, match="an earlier version of this program wrote") as refused:
            act(as_then)
        assert "`selo upgrade`" in refused.value.problems[0].hint
    assert dumped(as_then) == before_it
    value = upgrade(as_then, outside(), None)
    assert value.done and value.moved == () and [row.edition for row in value.corrected] == [*EDITIONS]
    before = json.loads(ANSWERS.read_text("utf-8"))
    after = numbers(as_then)
    assert (after["selo"], after["pelo"]) == (before["selo"], before["pelo"])
    assert check_tables(as_then).equal and verify(as_then).problems == ()


def test_a_ledger_of_version_1_takes_new_submissions(stored: str) -> None:
    events = numbers(stored)["log"]
    assert isinstance(events, list)
    [receipt] = submitted(stored, cup("T7", "2025-05-05")).recorded
    assert receipt.seq == len(events) + 1 and verify(stored).problems == ()


def dumped(path: str) -> list[str]:
    with closing(sqlite3.connect(path)) as connection:
        return list(connection.iterdump())


def change(path: str, *statements: str) -> None:
    connection = sqlite3.connect(path, isolation_level=None)
    for statement in statements:
        connection.execute(statement)
    connection.close()


@pytest.mark.parametrize("fault", ["UPDATE projected SET seq = 9", "DROP TABLE seat"])
def test_read_tables_of_another_version_are_made_again(stored: str, fault: str) -> None:
    before = answers(stored)
    change(stored, fault, "UPDATE projected SET version = 0")
    assert answers(stored) == before and check_tables(stored).equal
    with reading(stored, Question(), TODAY) as now:
        assert schema.projected(now.tables)[0] == schema.VERSION


def test_a_newer_ledger_is_refused(stored: str) -> None:
    change(stored, "UPDATE ledger SET schema_version = 9")
    before = Path(stored).read_bytes()
    for act in (answers, lambda path: submitted(path, cup("T7", "2025-05-05")), check_tables):
        with pytest.raises(LedgerUnusable, match="newer version"):
            act(stored)
    assert Path(stored).read_bytes() == before


def test_an_event_of_a_newer_kind_is_refused_and_not_called_altered(stored: str) -> None:
    """A newer program of the same format wrote it: whole bytes, a topic that is not known here."""
    connection = sqlite3.connect(stored, isolation_level=None)
    seq = connection.execute("SELECT MAX(seq) FROM event").fetchone()[0] + 1
    state = (
        f'{{"seq":{seq},"recorded_at":"2026-11-02T00:00:00.000000Z","submission":{seq},"actor":"a",'
        f'"topic":"tournament-submitted.v9","stream":"tournament:T9","version":1,"body":{{}}}}'
    ).encode()
    hashes = dict(connection.execute("SELECT seq, hash FROM tree").fetchall())
    connection.execute("INSERT INTO event VALUES (?, 'tournament:T9', 1, 'tournament-submitted.v9', ?, ?, ?)",
                       (seq, "2026-11-02T00:00:00.000000Z", seq, state))  # fmt: skip
    connection.execute("INSERT INTO tree VALUES (?, ?)", (seq, closed(seq, leaf(state), hashes.__getitem__)))
    connection.close()
    for act in (answers, lambda path: submitted(path, cup("T7", "2025-05-05"), now="2026-11-03T00:00:00.000000Z"),
                check_tables, verify):  # fmt: skip
        with pytest.raises(LedgerUnusable, match="which this version does not know"):
            act(stored)
    # the control: with anything else wrong beside it, it is altered
    change(stored, "DROP TRIGGER tree_never_changes", "UPDATE tree SET hash = x'00' WHERE seq = 3")
    assert verify(stored).status == "altered"


def version_of(path: str) -> int:
    connection = sqlite3.connect(path)
    found: int = connection.execute("SELECT schema_version FROM ledger").fetchone()[0]
    connection.close()
    return found


def test_a_step_forward_is_taken_once_and_whole(stored: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The harness for a step to come, after those there are."""
    taken: list[str] = []

    def step(connection: Connection) -> None:
        connection.execute("DROP INDEX person_by_name")
        connection.execute("CREATE INDEX person_by_name ON person (folded)")
        taken.append("step")

    before = numbers(stored)
    monkeypatch.setattr(database, "STEPS", (*STEPS, step))
    monkeypatch.setattr(database, "SCHEMA_VERSION", SCHEMA_VERSION + 1)
    with pytest.raises(LedgerUnusable, match="an earlier version"):
        numbers(stored)
    assert not taken and upgrade(stored, outside(), None).done
    assert numbers(stored) == before and version_of(stored) == SCHEMA_VERSION + 1 and taken == ["step"] * 2
    submitted(stored, cup("T7", "2025-05-05"))
    assert taken == ["step"] * 2 and check_tables(stored).equal


def test_a_step_that_fails_leaves_the_old_version(stored: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def step(connection: Connection) -> None:
        connection.execute("CREATE TABLE later (word TEXT)")
        raise RuntimeError("planted")

    monkeypatch.setattr(database, "STEPS", (*STEPS, step))
    monkeypatch.setattr(database, "SCHEMA_VERSION", SCHEMA_VERSION + 1)
    with pytest.raises(RuntimeError), Store(stored, upgrades=True) as store, store.writing():
        pass
    monkeypatch.undo()
    assert version_of(stored) == SCHEMA_VERSION and numbers(stored) == json.loads(ANSWERS.read_text("utf-8"))
