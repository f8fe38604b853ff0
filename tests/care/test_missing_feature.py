"""A ledger that has events of a feature which is not installed: what does not need it is
answered, and what does says in one sentence which feature it is.
"""

import sqlite3
from pathlib import Path
from typing import Any

import pytest

from audit.tables import check_tables
from audit.verify import verify
from desk.exports.documents import ExportLedger
from ledger.errors import LedgerUnusable
from ledger.proof import hash_to_store, leaf
from messages.translated import said
from projections.answers import Question
from projections.answers.open_reading import reading
from tests.care.caring import TODAY, answers, cup, made
from tests.world.ledger import submitted

TOPIC = "birthdays.wish-noted.v1"
NEEDS = "it needs the feature birthdays, which is not installed"


def with_a_wish(path: str, topic: str = TOPIC) -> None:
    """Store an event as a program with that feature would."""
    connection = sqlite3.connect(path, isolation_level=None)
    seq = connection.execute("SELECT MAX(seq) FROM event").fetchone()[0] + 1
    moment, stream = "2026-11-02T00:00:00.000000Z", "birthdays:A"
    state = (
        f'{{"seq":{seq},"recorded_at":"{moment}","submission":{seq},"actor":"a",'
        f'"topic":"{topic}","stream":"{stream}","version":1,"body":{{"words":"!"}}}}'
    ).encode()
    hashes = dict(connection.execute("SELECT seq, hash FROM tree").fetchall())
    connection.execute(
        "INSERT INTO event VALUES (?, ?, 1, ?, ?, ?, ?)",
        (seq, stream, topic, moment, seq, state),
    )
    connection.execute(
        "INSERT INTO tree VALUES (?, ?)",
        (seq, hash_to_store(seq, leaf(state), hashes.__getitem__)),
    )
    connection.close()


def without_log(told: Any) -> Any:
    """Answers without what every event changes: the log, and the size of the ledger."""
    if isinstance(told, list):
        return [without_log(value) for value in told]
    if not isinstance(told, dict):
        return told
    left_out = ("log", "basis")
    return {
        key: without_log(value) for key, value in told.items() if key not in left_out
    }


@pytest.fixture
def path(tmp_path: Path) -> str:
    return made(tmp_path)


def test_what_does_not_need_it_is_answered(path: str) -> None:
    before = answers(path)
    with_a_wish(path)
    after = answers(path)
    assert without_log(after) == without_log(before)
    assert verify(path).status == verify(made(Path(path).parent, "plain.db")).status
    submitted(path, cup("T7", "2025-05-05"), now="2026-11-03T00:00:00.000000Z")
    assert check_tables(path).equal


def test_the_log_says_which_feature_it_needs(path: str) -> None:
    with_a_wish(path)
    [row] = [row for row in answers(path)["log"]["events"] if NEEDS in row["text"]]
    assert (row["kind"], row["target"]) == ("of-a-feature", "A")


def test_what_needs_it_is_refused_in_one_sentence(path: str) -> None:
    with_a_wish(path)
    sentence = f"the ledger holds a {TOPIC}, which needs the feature birthdays"
    with (
        reading(path, Question(), TODAY) as now,
        pytest.raises(LedgerUnusable, match=sentence) as refused,
    ):
        ExportLedger().ask(now)
    [problem] = refused.value.problems
    assert problem.code == "needs-feature" and "birthdays" in said(
        problem.message, "fi"
    )


def test_an_event_of_nobody_is_refused_as_before(path: str) -> None:
    """The control: a topic without a feature is one of a newer version."""
    with_a_wish(path, "wish-noted.v1")
    with pytest.raises(LedgerUnusable, match="which this version does not know"):
        answers(path)
