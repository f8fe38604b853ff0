"""Ledgers of every earlier state of this program: nothing moves before it was listed and accepted, and then as listed.

The files in `earlier` were written by the versions of those days, and dumped; `answers.json` is what those versions
said of their ratings. Once released they are never made again.
"""

import gzip
import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

import desk.upgrade
from audit.tables import check_tables
from audit.verify import verify
from desk.upgrade import Upgrade, upgrade
from ledger.errors import Refused
from ledger.store.tables import SCHEMA_VERSION
from projections.answers.events.impact import impact
from projections.answers.reading import Question, reading
from projections.tables import schema
from projections.tables.build import rebuild
from rulebooks.finland.tables import EDITIONS
from tests.proof.test_revised_rules import corrected
from tests.world.command import Command
from tests.world.documents import player
from tests.world.ledger import outside, submitted
from tools.bench.asked import PROPOSAL, QUESTIONS

EARLIER = Path(__file__).with_name("earlier")
STATES = sorted(path.name.removesuffix(".sql.gz") for path in EARLIER.glob("*.sql.gz"))
THEN: dict[str, dict[str, dict[str, int]]] = json.loads((EARLIER / "answers.json").read_text("utf-8"))
NOW = "2026-11-27T12:00:00.000000Z"  # after those versions
TODAY = NOW[:10]


@pytest.fixture(params=STATES)
def state(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def selo(state: str, tmp_path: Path) -> Command:
    return made(state, tmp_path)


def made(state: str, folder: Path) -> Command:
    """The ledger as that version left it."""
    selo = Command(folder, name="earlier.db", today=NOW)
    with closing(sqlite3.connect(selo.path)) as connection:
        connection.executescript(gzip.decompress((EARLIER / f"{state}.sql.gz").read_bytes()).decode())
    return selo


def dumped(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as connection:
        return list(connection.iterdump())


def ratings(selo: Command) -> dict[str, dict[str, int]]:
    return {name: {row["player"]: row["rating"] for row in selo.ask("list", name)["rows"]}
            for name in ("selo", "elo-no")}  # fmt: skip


def moves(value: Any) -> dict[tuple[str, str], tuple[int | None, int | None]]:
    return {(row["player"], row["list"]): (row["before"], row["after"]) for row in value}


def test_the_states_are_those_there_were() -> None:
    formats = {tuple(map(int, (state.split("-")[1], state.split("-")[3]))) for state in STATES}
    assert formats >= {
        (1, 3),
        (1, 4),
        (2, 4),
        (2, 5),
        *((3, tables) for tables in range(5, 13)),
        (4, 12),
        *((5, tables) for tables in range(12, schema.VERSION)),
    }
    assert THEN.keys() == set(STATES)


def test_no_question_and_no_booking_moves_anything(selo: Command) -> None:
    before = dumped(selo.path)
    lines = (
        ("show", "A"), ("list", "selo"), ("list", "selo", "--known-seq", "20"), ("history", "A"), ("log",),
        ("rebuild",), ("rebuild", "--check"), ("publish", "selo", "2024-02"), ("rules", "accept"), ("undo", "20"),
        ("player", "add", "Z", "--name", "Zz"), ("serve", "--port", "0"), ("export", "ledger"),
        ("copy", selo.ledger, str(selo.folder / "c.db")), ("replay",), ("compare", "selo", "elo-no"), ("pool", "selo"),
        ("diff", "--known-seq", "9..20"), ("titles",), ("site", str(selo.folder / "site")),
    )  # fmt: skip
    for line in lines:
        ran = selo.run(*line)
        assert ran.code == 1 and "`selo upgrade`" in ran.err, (line, ran)
    assert dumped(selo.path) == before
    assert verify(selo.ledger).status == "unproven" and verify(selo.ledger).problems == ()


def test_only_what_reads_events_alone_answers_before_the_upgrade(tmp_path: Path) -> None:
    selo = made("format-5-tables-14-rules-3", tmp_path)
    (tmp_path / "proposal.json").write_text(PROPOSAL, "utf-8")
    names = {
        "player": "A", "other": "B", "holder": "A", "title": "M", "tournament": "cup", "club": "X", "seq": "26",
        "older": "2024-01", "newer": "2024-01", "label": "2024-01", "quarter": "2024-1", "edition": "fi-2023",
        "folder": str(tmp_path),
    }  # fmt: skip
    answered = set()
    for question, (_, line) in QUESTIONS.items():
        ran = selo.run(*(word.format(**names) for word in line.split()))
        if "`selo upgrade`" not in ran.err or ran.code != 1:
            answered.add(question)
    # `prove` lacks a checkpoint, `verify` and `doctor` say what the tables are
    assert answered == {"rules EDITION", "settings", "prove", "verify", "doctor"}


def test_what_would_move_is_listed_and_then_moves_as_listed(state: str, selo: Command) -> None:
    before = dumped(selo.path)
    listed = selo.ask("upgrade", "--dry-run")
    assert dumped(selo.path) == before and not listed["done"]
    moved = moves(listed["moved"])
    code, value = selo.answer("upgrade")
    assert code == (3 if moved else 0) and value["done"] == (not moved)
    if moved:
        assert dumped(selo.path) == before and not [*selo.folder.glob("*.before-upgrade*")]
        value = selo.ask("upgrade", "--accept")
    assert value["done"] and moves(value["moved"]) == moved
    after = ratings(selo)
    # what was listed is the difference between what that version said and what this one says: no more, no less
    then = {(name, list_name): rating for list_name, own in THEN[state].items() for name, rating in own.items()}
    now = {(name, list_name): rating for list_name, own in after.items() for name, rating in own.items()}
    assert moved == {
        key: (then.get(key), now.get(key)) for key in then.keys() | now.keys() if then.get(key) != now.get(key)
    }
    assert bool(moved) == state.endswith("rules-1")
    # the backup is the ledger as it was, for the version of its day
    assert dumped(Path(value["backup"])) == before
    assert check_tables(selo.ledger).equal and verify(selo.ledger).problems == ()
    selo.done("player", "add", "Z", "--name", "Zz Top")
    assert "nothing to upgrade" in selo.done("upgrade")


def test_the_log_holds_what_moved(selo: Command) -> None:
    value = selo.ask("upgrade", "--accept")
    for again in (lambda: None, lambda: selo.done("rebuild")):
        again()
        for receipt in value["recorded"]:
            accepted = selo.ask("impact", str(receipt["seq"]))["accepted"]
            assert moves(accepted) == moves(value["moved"])
    if value["moved"]:
        with reading(selo.ledger, Question(), TODAY) as now:
            assert impact(now, value["recorded"][0]["seq"]).accepted[0].name == "Pelaaja A"
        assert "corrected rules moved" in selo.done("impact", str(value["recorded"][0]["seq"]))


REVISED = "format-3-tables-6-rules-1"


def test_a_kill_in_the_midst_leaves_it_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    selo = made(REVISED, tmp_path)
    before = dumped(selo.path)

    class Killed(BaseException):
        """Nothing catches it."""

    def booked(*_: Any, **__: Any) -> None:
        raise Killed

    monkeypatch.setattr(desk.upgrade, "booked", booked)
    with pytest.raises(Killed):
        upgrade(selo.ledger, outside(NOW), None, accept=True)
    assert dumped(selo.path) == before


def test_somebody_writes_with_the_version_before_while_it_is_rehearsed(tmp_path: Path) -> None:
    """The ratings that were listed are no longer those that would move: nothing is changed."""
    selo = made(REVISED, tmp_path)

    def interfering() -> str:
        with closing(sqlite3.connect(selo.path)) as connection, connection:
            connection.execute("UPDATE player SET rating = rating + 1 WHERE player = 'A' AND list = 'selo'")
        return "backup.db"

    with pytest.raises(Refused, match="other ratings would move now"):
        upgrade(selo.ledger, outside(NOW), interfering, accept=True)
    assert upgrade(selo.ledger, outside(NOW), None, dry_run=True).before.tables == 6


def test_a_rating_that_no_correction_explains_is_listed_too(tmp_path: Path) -> None:
    selo = made("format-3-tables-11-rules-2", tmp_path)
    with closing(sqlite3.connect(selo.path)) as connection, connection:
        connection.execute("UPDATE player SET rating = 2999 WHERE player = 'A' AND list = 'selo'")
    followed = {name: edition._replace(revision=2) for name, edition in EDITIONS.items()}
    with patch.dict(EDITIONS, followed):
        ran = selo.run("upgrade")
    assert ran.code == 3 and "no corrected edition explains what moves here" in ran.out and "2999" in ran.out


def test_tables_of_a_newer_version_are_left_alone(tmp_path: Path) -> None:
    selo = made("format-3-tables-11-rules-2", tmp_path)
    selo.done("upgrade")
    with closing(sqlite3.connect(selo.path)) as connection, connection:
        connection.execute(f"UPDATE projected SET version = {schema.VERSION + 1}")
    for line in (("list", "selo"), ("upgrade",), ("player", "add", "Z", "--name", "Zz Top")):
        ran = selo.run(*line)
        assert ran.code == 1 and "install the newer version" in ran.err
    selo.done("rebuild")  # whoever goes back to this version says so
    selo.done("list", "selo")


def test_what_a_crash_left_unrated_is_not_rated_by_other_rules(tmp_path: Path) -> None:
    """The read tables are behind, and then the program is replaced by one that corrects the rules."""
    selo = made("format-3-tables-11-rules-2", tmp_path)
    selo.done("upgrade")
    submitted(selo.path, player("Z"), now=NOW)
    with closing(sqlite3.connect(selo.path)) as connection, connection:
        rebuild(connection, connection, 27)
    with corrected():
        ran = selo.run("list", "selo")
        assert ran.code == 1 and "this version corrects fi-2023" in ran.err
        for line in (("upgrade", "--accept"), ("rules", "accept")):  # both are a way on
            copied = Command(tmp_path, selo.path, f"{line[0]}.db", NOW)
            copied.done(*line)
            assert copied.ask("list", "selo")["basis"]["known_seq"] == 32 and check_tables(copied.ledger).equal
            copied.done("player", "add", "Y", "--name", "Yy Top")
    assert selo.ask("list", "selo")["basis"]["known_seq"] == 31
    assert check_tables(selo.ledger).equal


def test_the_rest_of_a_ledger_stays(selo: Command) -> None:
    """Events, tree and people are what they were, in a format of today."""
    query = "SELECT seq, state FROM event ORDER BY seq"
    with closing(sqlite3.connect(selo.path)) as connection:
        before = connection.execute(query).fetchall()
        people_before = connection.execute("SELECT COUNT(*) FROM person").fetchone()
    value: Upgrade = upgrade(selo.ledger, outside(NOW), None, accept=True)
    with closing(sqlite3.connect(selo.path)) as connection:
        after = connection.execute(query).fetchall()
        people = connection.execute("SELECT COUNT(*) FROM person").fetchone()
    assert after[: len(before)] == before and people == people_before
    assert len(after) - len(before) == len(value.recorded)
    assert (value.after.format, value.after.tables) == (SCHEMA_VERSION, schema.VERSION)
