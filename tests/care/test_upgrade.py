"""A later version of the program meets a ledger of format 1: nothing moves before it
was listed and accepted, and then as listed. Each kind of change has an invented version
2. And a ledger from before format 1 is refused, and comes over.
"""

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

import desk.upgrade
import web.store.tables
from audit.standalone.verify import main as alone
from audit.tables import check_tables
from audit.verify import verify
from desk.upgrade import upgrade
from ledger import events
from ledger.errors import LedgerUnusable, Refused
from ledger.store import database
from ledger.store.event_log import Store
from ledger.store.tables import newest
from projections.tables import schema
from projections.tables.build import rebuild
from tests.care.caring import answers, cup, made
from tests.proof.test_revised_rules import corrected
from tests.world.command import Selo
from tests.world.documents import player, tournament
from tests.world.later import with_step, with_tables, with_topic
from tests.world.ledger import NOW, outside, submitted
from tools.bench.asked import FILES, QUESTIONS
from web.store import beside


@pytest.fixture
def selo(tmp_path: Path) -> Selo:
    """A ledger of format 1, in which the correction that is made up moves A and B."""
    selo = Selo(tmp_path, Path(made(tmp_path, "club.db")), "selo.db", NOW)
    submitted(selo.path, tournament("match", "2024-09-01", *["A B 1/2-1/2"] * 10))
    return selo


def dumped(path: Path | str) -> list[str]:
    with closing(sqlite3.connect(path)) as connection:
        return list(connection.iterdump())


def stored(selo: Selo) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(selo.path)) as connection:
        rows = connection.execute(
            "SELECT seq, topic, state FROM event ORDER BY seq"
        ).fetchall()
        return (
            rows + connection.execute("SELECT * FROM person ORDER BY player").fetchall()
        )


def changed(selo: Selo, *statements: str) -> None:
    with closing(sqlite3.connect(selo.path)) as connection, connection:
        for statement in statements:
            connection.execute(statement)


def moves(value: Any) -> dict[tuple[str, str], tuple[int | None, int | None]]:
    return {
        (row["player"], row["list"]): (row["before"], row["after"]) for row in value
    }


def ratings(selo: Selo) -> dict[tuple[str, str], int]:
    return {
        (row["player"], "selo"): row["rating"]
        for row in selo.ask("list", "selo")["rows"]
    }


# a topic with a version, and an upcast


def test_events_of_a_retired_shape_are_read_as_ever_and_no_longer_written(
    selo: Selo, monkeypatch: pytest.MonkeyPatch
) -> None:
    said, before = answers(selo.ledger), stored(selo)
    exported = selo.done("export", "ledger")
    with_topic(monkeypatch)
    assert answers(selo.ledger) == said and selo.done("export", "ledger") == exported
    assert verify(selo.ledger).problems == () and check_tables(selo.ledger).equal
    submitted(selo.path, player("E", born="1990-05-06", sex="f"))
    *rest, (_, topic, state) = [
        row for row in stored(selo) if str(row[1]).startswith("player-registered")
    ]
    assert (topic, json.loads(state)["body"]["language"]) == (
        "player-registered.v2",
        "fi",
    )
    assert [row[1] for row in rest] == ["player-registered.v1"] * 4 and stored(selo)[
        : len(before) - 4
    ] == before[:-4]
    shown = selo.ask("show", "E")["player"]
    assert (shown["born"], shown["sex"]) == ("1990-05-06", "f")
    assert (
        verify(selo.ledger).problems == ()
        and check_tables(selo.ledger).equal
        and alone(["ledger", selo.ledger]) == 3
    )
    monkeypatch.undo()  # and the program before says that it is older
    with pytest.raises(
        LedgerUnusable,
        match=r"holds a player-registered\.v2, which this version does not know",
    ):
        answers(selo.ledger)


def test_every_topic_is_of_version_1_and_none_is_retired() -> None:
    assert {topic.rpartition(".")[2] for topic in events.TOPICS} == {
        "v1"
    } and events.UPCASTERS == {}
    # what the service keeps had a step before the first release, and brings files of
    # those days forward
    assert (newest(), schema.VERSION, web.store.tables.newest_version()) == (1, 1, 2)


# a step of the schema


def test_a_step_of_the_schema_waits_for_the_upgrade_and_is_taken_whole(
    selo: Selo, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    said, before = answers(selo.ledger), dumped(selo.path)
    with_step(monkeypatch)
    for line in (
        ("show", "A"),
        ("player", "add", "Z", "--name", "Zz Top"),
        (
            "ledger",
            "rebuild",
        ),
        ("export", "ledger"),
    ):
        assert selo.refused(*line)[0]["code"] == "needs-upgrade"
    assert verify(selo.ledger).problems == () and dumped(selo.path) == before
    listed = selo.ask("ledger", "upgrade", "--dry-run")
    assert (listed["before"]["format"], listed["after"]["format"], listed["moved"]) == (
        1,
        2,
        [],
    )
    assert not listed["done"] and dumped(selo.path) == before
    done = selo.ask("ledger", "upgrade")
    assert done["done"] and dumped(done["backup"]) == before
    assert (
        answers(selo.ledger) == said
        and verify(selo.ledger).problems == ()
        and check_tables(selo.ledger).equal
    )
    submitted(selo.path, player("Z"))
    assert "nothing to upgrade" in selo.done("ledger", "upgrade")
    new = Selo(tmp_path, name="new.db", today=NOW)
    new.done("init")
    definitions = (
        "SELECT type, name, sql FROM sqlite_master WHERE tbl_name = 'remark' OR"
        " tbl_name = 'ledger'"
    )
    with (
        closing(sqlite3.connect(selo.path)) as upgraded,
        closing(sqlite3.connect(new.path)) as fresh,
    ):
        assert (
            upgraded.execute(definitions).fetchall()
            == fresh.execute(definitions).fetchall()
        )
        assert upgraded.execute("SELECT format FROM ledger").fetchall() == [(2,)]
    monkeypatch.undo()
    assert "newer version (format 2, this one knows 1)" in selo.run("show", "A").err


def test_a_step_that_fails_leaves_the_ledger_as_it_was(
    selo: Selo, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = dumped(selo.path)
    with_step(monkeypatch, "CREATE TABLE person (twice TEXT)")
    with (
        pytest.raises(LedgerUnusable),
        Store(selo.ledger, upgrades=True) as store,
        store.writing(),
    ):
        pass
    assert dumped(selo.path) == before


def test_what_the_service_keeps_takes_its_steps_when_it_is_opened(
    selo: Selo, monkeypatch: pytest.MonkeyPatch
) -> None:
    selo.done("access", "new", "--name", "aino", "--role", "officer")
    with monkeypatch.context() as later:
        later.setattr(
            web.store.tables,
            "STEPS",
            (
                *web.store.tables.STEPS,
                ("CREATE TABLE pin (name TEXT PRIMARY KEY, at TEXT) STRICT",),
            ),
        )
        assert [row["name"] for row in selo.ask("access", "list")["rows"]] == ["aino"]
        assert beside.rows_found(selo.ledger, "SELECT * FROM pin") == []
        place = beside.path_beside(selo.ledger)
        with closing(sqlite3.connect(place)) as connection:
            assert connection.execute("PRAGMA user_version").fetchone() == (3,)
    [problem] = selo.refused("access", "list")
    assert problem["code"] == "newer-ledger" and "newer version" in problem["message"]


# read tables of another layout, and a corrected edition


def test_no_question_and_no_booking_moves_anything(
    selo: Selo, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = dumped(selo.path)
    with_tables(monkeypatch)
    lines = (
        ("show", "A"),
        ("list", "selo"),
        ("list", "selo", "--known-seq", "14"),
        ("history", "A"),
        ("log",),
        (
            "ledger",
            "rebuild",
        ),
        ("ledger", "rebuild", "--check"),
        ("publish", "selo", "2024-02"),
        ("rules", "accept"),
        ("undo", "16"),
        ("player", "add", "Z", "--name", "Zz"),
        ("serve", "--port", "0"),
        ("export", "ledger"),
        ("ledger", "copy", selo.ledger, str(selo.folder / "c.db")),
        (
            "ledger",
            "replay",
        ),
        ("log", "diff", "--known-seq", "9..15"),
        ("titles",),
        ("export", "site", str(selo.folder / "site")),
    )
    for line in lines:
        ran = selo.run(*line)
        assert ran.code == 1 and "`selo ledger upgrade`" in ran.err, (line, ran)
    assert dumped(selo.path) == before
    assert (
        verify(selo.ledger).status == "unproven" and verify(selo.ledger).problems == ()
    )


def test_only_what_reads_events_alone_answers_before_the_upgrade(
    selo: Selo, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_tables(monkeypatch)
    for name, text in FILES.items():
        (selo.folder / name).write_text(text, "utf-8")
    names = {
        "player": "A",
        "other": "B",
        "holder": "A",
        "title": "M",
        "tournament": "T1",
        "club": "X",
        "seq": "15",
        "older": "2024-01",
        "newer": "2024-01",
        "label": "2024-01",
        "quarter": "2024-1",
        "edition": "fi-2023",
        "folder": str(selo.folder),
    }
    answered = set()
    for question, (_, line) in QUESTIONS.items():
        ran = selo.run(*(word.format(**names) for word in line.split()))
        if "`selo ledger upgrade`" not in ran.err or ran.code != 1:
            answered.add(question)
    # `proof prove` lacks a checkpoint, `verify` and `doctor` say what the tables are
    assert answered == {
        "rules EDITION",
        "ledger settings",
        "proof prove",
        "verify",
        "doctor",
    }


def test_where_nothing_moves_the_tables_are_made_again(
    selo: Selo, monkeypatch: pytest.MonkeyPatch
) -> None:
    said, before = answers(selo.ledger), stored(selo)
    with_tables(monkeypatch)
    done = selo.ask("ledger", "upgrade")
    assert (
        done["done"]
        and done["moved"] == []
        and (done["before"]["tables"], done["after"]["tables"]) == (1, 2)
    )
    assert (
        answers(selo.ledger) == said
        and stored(selo) == before
        and check_tables(selo.ledger).equal
    )
    assert done["backup"] and "may be wrong" not in selo.run("verify").err


@pytest.mark.parametrize("tables", [False, True], ids=["the rules", "rules and tables"])
def test_a_corrected_edition_moves_what_was_listed_and_only_once_it_is_accepted(
    selo: Selo, monkeypatch: pytest.MonkeyPatch, tables: bool
) -> None:
    then, before, events_before = ratings(selo), dumped(selo.path), stored(selo)
    if tables:
        with_tables(monkeypatch)
    with corrected():
        listed = selo.ask("ledger", "upgrade", "--dry-run")
        moved = moves(listed["moved"])
        assert moved and not listed["done"] and dumped(selo.path) == before
        assert [
            (row["edition"], row["followed"], row["carried"])
            for row in listed["corrected"]
        ] == [("fi-2023", 1, 2)]
        code, value = selo.answer("ledger", "upgrade")
        assert code == 3 and not value["done"] and dumped(selo.path) == before
        assert not [*selo.folder.glob("*.before-upgrade*")]
        if tables:
            assert selo.refused("rules", "accept")[0]["code"] == "needs-upgrade"
        else:
            assert selo.ask("rules", "accept", "--dry-run")["moved"] == listed["moved"]
        value = selo.ask(
            *(("ledger", "upgrade", "--accept") if tables else ("rules", "accept"))
        )
        assert value["done"] and moves(value["moved"]) == moved
        now = ratings(selo)
        assert moved == {
            key: (then[key], now[key]) for key in then if then[key] != now[key]
        }
        assert verify(selo.ledger).problems == ()
        for again in (lambda: None, lambda: selo.done("ledger", "rebuild")):
            again()
            [receipt] = value["recorded"]
            assert (
                moves(selo.ask("log", "impact", str(receipt["seq"]))["accepted"])
                == moved
            )
        assert "corrected rules moved" in selo.done(
            "log", "impact", str(receipt["seq"])
        )
        assert check_tables(selo.ledger).equal
        selo.done("player", "add", "Z", "--name", "Zz Top")
        assert "nothing to upgrade" in selo.done("ledger", "upgrade")
        assert [row for row in events_before if row not in stored(selo)] == []


def test_a_kill_in_the_midst_leaves_it_as_it_was(
    selo: Selo, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = dumped(selo.path)

    class Killed(BaseException):
        """Nothing catches it."""

    def booked(*_: Any, **__: Any) -> None:
        raise Killed

    with_step(monkeypatch)
    monkeypatch.setattr(desk.upgrade, "book_submission", booked)
    with corrected(), pytest.raises(Killed):
        upgrade(selo.ledger, outside(NOW), None, accept=True)
    assert dumped(selo.path) == before


def test_somebody_writes_with_the_version_before_while_it_is_rehearsed(
    selo: Selo, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The ratings that were listed are no longer those that would move: nothing is
    changed.
    """
    with_tables(monkeypatch)

    def interfering() -> str:
        changed(
            selo,
            "UPDATE player SET rating = rating + 1 WHERE player = 'A' AND list ="
            " 'selo'",
        )
        return "backup.db"

    with corrected():
        with pytest.raises(Refused, match="other ratings would move now"):
            upgrade(selo.ledger, outside(NOW), interfering, accept=True)
        assert upgrade(selo.ledger, outside(NOW), None, dry_run=True).before.tables == 1


def test_a_rating_that_no_correction_explains_is_listed_too(
    selo: Selo, monkeypatch: pytest.MonkeyPatch
) -> None:
    changed(
        selo, "UPDATE player SET rating = 2999 WHERE player = 'A' AND list = 'selo'"
    )
    with_tables(monkeypatch)
    ran = selo.run("ledger", "upgrade")
    assert (
        ran.code == 3
        and "no corrected edition explains what moves here" in ran.out
        and "2999" in ran.out
    )
    done = selo.run("ledger", "upgrade", "--accept")
    assert (
        "upgraded" in done.out
        and "may be wrong" not in done.err
        and "selo ledger upgrade" not in done.err
    )


def test_tables_of_a_newer_version_are_left_alone(selo: Selo) -> None:
    changed(selo, f"UPDATE projected SET version = {schema.VERSION + 1}")
    for line in (
        ("list", "selo"),
        (
            "ledger",
            "upgrade",
        ),
        ("player", "add", "Z", "--name", "Zz Top"),
    ):
        ran = selo.run(*line)
        assert ran.code == 1 and "install the newer version" in ran.err
    selo.done("ledger", "rebuild")  # whoever goes back to this version says so
    selo.done("list", "selo")


def test_what_a_crash_left_unrated_is_not_rated_by_other_rules(
    selo: Selo, tmp_path: Path
) -> None:
    """The read tables are behind, and then the program is replaced by one that corrects
    the rules.
    """
    before = selo.events()
    submitted(selo.path, cup("T7", "2025-05-05"))
    with closing(sqlite3.connect(selo.path)) as connection, connection:
        rebuild(connection, connection, before)
    with corrected():
        ran = selo.run("list", "selo")
        assert ran.code == 1 and "this version corrects fi-2023" in ran.err
        for line in (
            ("ledger", "upgrade", "--accept"),
            ("rules", "accept"),
        ):  # both are a way on
            copied = Selo(tmp_path, selo.path, f"{line[0]}.db", NOW)
            copied.done(*line)
            assert copied.ask("list", "selo")["basis"]["known_seq"] == before + 2
            assert check_tables(copied.ledger).equal
            copied.done("player", "add", "Y", "--name", "Yy Top")
    assert selo.ask("list", "selo")["basis"]["known_seq"] == before + 1
    assert check_tables(selo.ledger).equal


# before format 1

OLD = (
    "ALTER TABLE ledger RENAME COLUMN format TO schema_version",
    "UPDATE ledger SET schema_version = 6",
)


def test_a_ledger_from_before_format_1_is_refused_in_one_sentence(selo: Selo) -> None:
    changed(selo, *OLD)
    before = selo.path.read_bytes()
    for line in (
        ("show", "A"),
        ("list", "selo"),
        ("player", "add", "Z", "--name", "Zz Top"),
        (
            "ledger",
            "upgrade",
        ),
        (
            "ledger",
            "rebuild",
        ),
        ("verify",),
        ("doctor",),
        ("ledger", "backup", "b.db"),
        ("export", "ledger"),
        ("rules", "accept"),
        ("proof", "prove", "3"),
        ("ledger", "copy", selo.ledger, str(selo.folder / "c.db")),
    ):
        [problem] = selo.refused(*line)
        assert problem["code"] == "before-format-1", line
        assert "`selo export ledger` of the version that wrote it" in problem["hint"]
        assert "`selo init` and `selo ledger import` of this one" in problem["hint"]
    assert "was written before format 1" in selo.run("serve", "--port", "0").err
    assert selo.path.read_bytes() == before
    with pytest.raises(SystemExit, match="2"):
        alone(["ledger", selo.ledger])
    # the control: a table of that name in somebody else's database
    other = Selo(selo.folder, name="other.db", today=NOW)
    with closing(sqlite3.connect(other.path)) as connection:
        connection.execute("CREATE TABLE ledger (account TEXT, amount INTEGER)")
        connection.execute("INSERT INTO ledger VALUES ('cash', 7)")
        connection.commit()
    assert other.refused("show", "A")[0]["code"] != "before-format-1"


def test_what_was_exported_before_format_1_comes_over(
    selo: Selo, tmp_path: Path
) -> None:
    """Corrections of rules that were accepted then are what this version has from its
    first day on.
    """
    with corrected():
        selo.done("rules", "accept")
        exported, now = selo.done("export", "ledger"), ratings(selo)
        lines = [json.loads(line) for line in exported.splitlines()]
    assert lines[-2]["document"] == {
        "kind": "accept-rules",
        "actor": "tester",
        "edition": "fi-2023",
        "revision": 2,
    }
    (tmp_path / "ledger.jsonl").write_text(exported, "utf-8")
    new = Selo(tmp_path, name="new.db", today=NOW)
    new.done("init")
    ran = new.run("ledger", "import", str(tmp_path / "ledger.jsonl"))
    assert ran.code == 0 and "recorded here in the one it has: fi-2023" in ran.err
    assert new.events() == selo.events() and ratings(new) != now
    assert verify(new.ledger).problems == () and check_tables(new.ledger).equal
    new.done("player", "add", "Z", "--name", "Zz Top")


def test_what_the_service_kept_before_format_1_is_refused(selo: Selo) -> None:
    selo.done("access", "new", "--name", "aino", "--role", "officer")
    with closing(sqlite3.connect(beside.path_beside(selo.ledger))) as connection:
        connection.execute("PRAGMA application_id = 0")
        connection.execute("PRAGMA user_version = 9")
    [problem] = selo.refused("access", "list")
    assert problem["code"] == "before-format-1" and "move it away" in problem["hint"]


def test_the_format_is_looked_at_before_anything_else(selo: Selo) -> None:
    with closing(database.connect(selo.ledger, write=False)) as connection:
        assert database.older(connection) is False
