"""Ledgers that another version wrote: what is missing is made again, and what is newer
is refused and left alone.
"""

import sqlite3
from pathlib import Path

import pytest

from audit.tables import check_tables
from audit.verify import verify
from ledger.errors import LedgerUnusable
from ledger.proof import hash_to_store, leaf
from projections.answers import Question
from projections.answers.open_reading import reading
from projections.tables import schema
from projections.tables.followed import version_and_seq
from tests.care.caring import TODAY, answers, cup, made
from tests.world.ledger import submitted


@pytest.fixture
def path(tmp_path: Path) -> str:
    return made(tmp_path)


def change(ledger: str, *statements: str) -> None:
    connection = sqlite3.connect(ledger, isolation_level=None)
    for statement in statements:
        connection.execute(statement)
    connection.close()


@pytest.mark.parametrize("fault", ["UPDATE projected SET seq = 9", "DROP TABLE seat"])
def test_read_tables_of_another_version_are_made_again(path: str, fault: str) -> None:
    before = answers(path)
    change(path, fault, "UPDATE projected SET version = 0")
    assert answers(path) == before and check_tables(path).equal
    with reading(path, Question(), TODAY) as now:
        assert version_and_seq(now.tables)[0] == schema.VERSION


def test_a_newer_ledger_is_refused(path: str) -> None:
    change(path, "UPDATE ledger SET format = 9")
    before = Path(path).read_bytes()
    for act in (
        answers,
        lambda path: submitted(path, cup("T7", "2025-05-05")),
        check_tables,
    ):
        with pytest.raises(LedgerUnusable, match="newer version"):
            act(path)
    assert Path(path).read_bytes() == before


def test_an_event_of_a_newer_kind_is_refused_and_not_called_altered(path: str) -> None:
    """A newer program of the same format wrote it: whole bytes, a topic that is not
    known here.
    """
    connection = sqlite3.connect(path, isolation_level=None)
    seq = connection.execute("SELECT MAX(seq) FROM event").fetchone()[0] + 1
    state = (
        f'{{"seq":{seq},"recorded_at":"2026-11-02T00:00:00.000000Z","submission":{seq},"actor":"a",'
        '"topic":"tournament-submitted.v9","stream":"tournament:T9","version":1,"body":{}}'
    ).encode()
    hashes = dict(connection.execute("SELECT seq, hash FROM tree").fetchall())
    connection.execute(
        "INSERT INTO event VALUES (?, 'tournament:T9', 1, 'tournament-submitted.v9', ?,"
        " ?, ?)",
        (seq, "2026-11-02T00:00:00.000000Z", seq, state),
    )
    connection.execute(
        "INSERT INTO tree VALUES (?, ?)",
        (seq, hash_to_store(seq, leaf(state), hashes.__getitem__)),
    )
    connection.close()
    for act in (
        answers,
        lambda path: submitted(
            path, cup("T7", "2025-05-05"), now="2026-11-03T00:00:00.000000Z"
        ),
        check_tables,
        verify,
    ):
        with pytest.raises(LedgerUnusable, match="which this version does not know"):
            act(path)
    # the control: with anything else wrong beside it, it is altered
    change(
        path,
        "DROP TRIGGER tree_never_changes",
        "UPDATE tree SET hash = x'00' WHERE seq = 3",
    )
    assert verify(path).status == "altered"
