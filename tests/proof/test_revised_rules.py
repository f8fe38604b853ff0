"""A corrected edition: what verify says before anybody accepted it, after, and of lists published before.

The correction is made up: in the next revision of fi-2023 established players get no bonus.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

import pytest

from audit.rebuild import check_tables, rebuild_ledger
from audit.verify import verify
from desk.submit import Outcome, submit
from exchange.json.documents import Placed
from ledger.documents import AcceptRules
from ledger.errors import LedgerUnusable, NotFound, Refused
from projections.answers.players.explain import explain
from projections.answers.players.history import history
from projections.answers.reading import Question, reading
from rulebooks.finland.tables import EDITIONS
from tests.world.command import Command
from tests.world.documents import opening, player, tournament
from tests.world.ledger import NOW, new_ledger, outside, submitted

NEXT = EDITIONS["fi-2023"].revision + 1
DAY = "2024-07-01"
PUBLISH = {"kind": "publish", "list": "selo", "label": "summer", "as_of": DAY}


@contextmanager
def corrected() -> Iterator[None]:
    """A version of the program that carries the next revision."""
    revised = EDITIONS["fi-2023"]._replace(revision=NEXT, bonus_established=0)
    with patch.dict(EDITIONS, {"fi-2023": revised}):
        yield


@pytest.fixture
def path(tmp_path: Path) -> str:
    found = str(new_ledger(tmp_path))
    for name, rating in (("A", 1600), ("B", 1700)):
        submitted(found, player(name), opening(name, rating))
    submitted(found, tournament("cup", "2024-05-01", *["A B 1/2-1/2"] * 10))
    submitted(found, PUBLISH)
    return found


def accept(path: str, revision: int = NEXT) -> Outcome:
    return submit(path, [Placed(AcceptRules(edition="fi-2023", revision=revision))], outside(), accepting=True)


def number(path: str) -> int | None:
    with reading(path, Question(DAY), "2026-11-01") as now:
        return now.rating("selo", "A")


def test_before_it_is_accepted_no_number_moves_and_verify_says_why_it_did_not_compare(path: str) -> None:
    before = number(path)
    with corrected():
        value = verify(path)
        assert value.status == "unproven" and value.problems == ()
        assert value.warnings == ("conclusions were not compared: this version corrects fi-2023",)
        assert number(path) == before
        for act in (lambda: submitted(path, PUBLISH), lambda: rebuild_ledger(path), lambda: check_tables(path)):
            with pytest.raises(LedgerUnusable, match="this version corrects fi-2023"):
                act()
        assert number(path) == before
    assert verify(path).warnings == ()


def test_after_it_numbers_follow_the_new_code_and_the_old_list_is_left_alone(path: str) -> None:
    before = number(path)
    with corrected():
        moved = {move.player: (move.after or 0) - (move.before or 0) for move in accept(path).moved}
        assert moved.keys() == {"A", "B"} and number(path) != before
        value = verify(path)
        assert (value.status, value.problems) == ("unproven", ())
        [warning] = value.warnings
        assert "was made by code that was corrected since; it was not replayed" in warning
        assert submitted(path, PUBLISH).recorded[0].repeated is False  # a new revision, by the new code
        assert [row.revision for row in verify(path).published] == [1, 2]
        assert len(verify(path).warnings) == 1 and verify(path).problems == ()


def test_after_it_an_altered_conclusion_still_shows(path: str) -> None:
    with corrected():
        accept(path)
        submitted(path, PUBLISH)
        change(path, "UPDATE unit SET body = replace(body, '1', '7') WHERE known_to IS NULL AND tournament = 'cup'")
        assert verify(path).status == "altered"
        assert {p.code for p in verify(path).problems} == {"damaged"}
        rebuild_ledger(path)
        assert verify(path).problems == () and check_tables(path).equal


def test_an_entry_of_the_earlier_rules_is_not_explained_by_another_sum(path: str) -> None:
    with reading(path, Question(DAY), "2026-11-01") as now:
        [sheet] = explain(now, "A", "cup")[1]
        assert sheet.terms()
    with corrected(), reading(path, Question(DAY), "2026-11-01") as now:
        with pytest.raises(NotFound, match="revised since") as refused:
            explain(now, "A", "cup")
        assert refused.value.problems[0].code == "working-revised"
        [row] = [row for row in history(now, "A", "selo").rows if row.kind == "unit"]
        assert (row.after, row.running) == (number(path), ())
    with corrected():
        accept(path)
        with reading(path, Question(DAY), "2026-11-01") as now:
            assert explain(now, "A", "cup")[1]


def change(path: str, statement: str) -> None:
    connection = sqlite3.connect(path)
    with connection:
        connection.execute(statement)
    connection.close()


def test_the_program_before_the_correction_says_that_it_is_older(path: str) -> None:
    """Numbers of revision 2, looked at by code of revision 1: they cannot be made again here."""
    with corrected():
        accept(path)
    value = verify(path)
    assert (value.status, value.problems) == ("unproven", ())
    assert value.warnings == ("conclusions were not compared: the ledger follows a newer state of fi-2023",)
    for act in (
        lambda: submitted(path, {"kind": "player", "player": "C", "name": "Nimi C"}),
        lambda: rebuild_ledger(path),
    ):
        with pytest.raises(LedgerUnusable, match="newer state of fi-2023"):
            act()


def test_only_what_the_code_carries_can_be_accepted_and_once(path: str) -> None:
    with pytest.raises(Refused, match=f"carries revision {NEXT - 1}"):
        accept(path)
    with corrected():
        accept(path)
        with pytest.raises(Refused, match="is in force already"):
            accept(path)


def test_the_command_accepts_revised_rules(path: str) -> None:
    selo = Command(Path(path).parent, name=Path(path).name, today=NOW)
    assert "nothing to accept" in selo.done("rules", "accept")
    with corrected():
        verified = selo.run("verify")
        assert verified.code == 3 and "corrects fi-2023" in verified.err
        added = selo.run("player", "add", "C", "--name", "Nimi C")
        assert added.code == 1 and "selo rules accept" in added.err
        assert "2 current ratings moved" in selo.done("rules", "accept")
        verified = selo.run("verify")
        assert verified.code == 3 and "was not replayed" in verified.err
