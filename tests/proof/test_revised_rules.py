"""A corrected edition: what verify says before anybody accepted it, after, and of lists
published before.

The correction is made up: in the next revision of fi-2023 established players get no
bonus.
"""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, cast
from unittest.mock import patch

import pytest

from audit.tables import check_tables, rebuild_ledger
from audit.verify import verify
from desk.exports.lists import exported_tables
from desk.submit import Outcome, submit
from ledger.bodies import RulesRevised
from ledger.documents import AcceptRules
from ledger.errors import LedgerUnusable, NotFound, Refused
from ledger.events import OFFICE
from ledger.placed import Placed
from ledger.store.event_log import Stamp, Store
from ledger.store.events import head
from projections.answers import Question
from projections.answers.lists.published import compared_with_today
from projections.answers.open_reading import reading
from projections.answers.opened import opened_with_all_events, replayed
from projections.answers.players.explain import explain
from projections.answers.players.history import history
from projections.answers.reading import Reading
from projections.answers.tournaments.tournament import tournament as asked_tournament
from rulebooks import family
from rulebooks.finland.editions import EDITIONS
from tests.world.command import Command, Selo
from tests.world.documents import amend, opening, player, tournament
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
    return submit(
        path, [Placed(AcceptRules(edition="fi-2023", revision=revision))], outside()
    )


def number(path: str) -> int | None:
    with reading(path, Question(DAY), "2026-11-01") as now:
        return now.last_rating("selo", "A", now.known_seq)


def test_before_it_is_accepted_no_number_moves_and_verify_says_why_it_did_not_compare(
    path: str,
) -> None:
    before = number(path)
    with corrected():
        value = verify(path)
        assert value.status == "unproven" and value.problems == ()
        assert value.warnings == (
            "conclusions were not compared: this version corrects fi-2023",
        )
        assert number(path) == before
        # inside a submission: the tables do not know it
        asked = Question(DAY, known_seq=7)
        for act in (
            lambda: submitted(path, PUBLISH),
            lambda: rebuild_ledger(path),
            lambda: check_tables(path),
            lambda: _opened(replayed, path, Question(DAY)),
            lambda: _opened(opened_with_all_events, path, Question(DAY)),
            lambda: _opened(reading, path, asked),
        ):
            with pytest.raises(LedgerUnusable, match="this version corrects fi-2023"):
                act()
        assert number(path) == before
    assert verify(path).warnings == ()


def _opened(
    way: Callable[..., AbstractContextManager[Reading]], path: str, question: Question
) -> None:
    with way(path, question, "2026-11-01"):
        pass


def test_after_it_numbers_follow_the_new_code_and_the_old_list_is_left_alone(
    path: str,
) -> None:
    before = number(path)
    with corrected():
        moved = {
            move.player: (move.after or 0) - (move.before or 0)
            for move in accept(path).moved
        }
        assert moved.keys() == {"A", "B"} and number(path) != before
        value = verify(path)
        assert (value.status, value.problems) == ("unproven", ())
        of_the_list, of_the_past = value.warnings
        assert (
            "was made by code that was corrected since; it was not replayed"
            in of_the_list
        )
        assert of_the_past.startswith(
            "ratings known before event 13 follow rules that have been corrected since"
        )
        rebuild_ledger(path)
        assert verify(path).warnings == (of_the_list,)
        # a new revision, by the new code
        assert submitted(path, PUBLISH).recorded[0].repeated is False
        assert [row.revision for row in verify(path).published] == [1, 2]
        assert verify(path).warnings == (of_the_list,) and verify(path).problems == ()


def test_an_old_list_names_the_correction_by_which_the_past_is_rated_now(
    path: str,
) -> None:
    """Tables made again by the corrected code do not say what was published any more,
    and nothing was recorded at that step that could have moved it.
    """
    [amended] = submitted(path, amend("cup", games={"1.1": {"result": "1-0"}})).recorded
    with corrected():
        [accepted] = accept(path).recorded
        rebuild_ledger(path)
        with reading(path, Question(), "2026-11-01") as now:
            rows = compared_with_today(now, "selo", "summer").rows
        known = Question(known_seq=amended.seq)
        with reading(path, known, "2026-11-01") as before:
            earlier = compared_with_today(before, "selo", "summer").rows

    for row in rows:
        correction, amendment = row.moved_by
        assert (correction.seq, correction.kind) == (accepted.seq, "accept-rules")
        assert amendment.seq == amended.seq
        assert correction.before == row.rating
        assert correction.after == amendment.before
        assert amendment.after == row.now
    # nobody had accepted anything yet
    assert {event.seq for row in earlier for event in row.moved_by} == {amended.seq}


def test_after_it_an_altered_conclusion_still_shows(path: str) -> None:
    with corrected():
        accept(path)
        submitted(path, PUBLISH)
        change(
            path,
            "UPDATE unit SET body = replace(body, '1', '7') WHERE known_to IS NULL AND"
            " tournament = 'cup'",
        )
        assert verify(path).status == "altered"
        assert {p.code for p in verify(path).problems} == {"damaged"}
        rebuild_ledger(path)
        assert verify(path).problems == () and check_tables(path).equal


def test_an_entry_of_the_earlier_rules_is_not_explained_by_another_sum(
    path: str,
) -> None:
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
    """Numbers of revision 2, looked at by code of revision 1: they cannot be made again
    here.
    """
    with corrected():
        accept(path)
    value = verify(path)
    assert (value.status, value.problems) == ("unproven", ())
    assert value.warnings == (
        "conclusions were not compared: the ledger follows a newer state of fi-2023",
    )
    for act in (
        lambda: submitted(path, {"kind": "player", "player": "C", "name": "Nimi C"}),
        lambda: rebuild_ledger(path),
    ):
        with pytest.raises(LedgerUnusable, match="newer state of fi-2023"):
            act()


@pytest.mark.parametrize("taken_back", [False, True])
def test_an_edition_that_only_another_version_has(
    path: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, taken_back: bool
) -> None:
    """Also one of a whole family of rules: it alters nothing that somebody else knows
    it, and nothing is made again.
    """
    with monkeypatch.context() as version:
        version.setitem(EDITIONS, "fi-next", EDITIONS["fi-2023"]._replace(id="fi-next"))
        document = {
            "kind": "adopt-rules",
            "list": "selo",
            "edition": "fi-next",
            "from": "2024-01-01",
        }
        seq = submitted(path, document).recorded[0].seq
        if taken_back:
            submitted(
                path,
                {"kind": "withdraw", "seq": seq, "rules": True, "reason": "not yet"},
            )
        assert verify(path).warnings == ()
    value = verify(path)
    assert (value.status, value.problems) == ("unproven", ())
    assert value.warnings == (
        "conclusions were not compared: the ledger follows a newer state of fi-next",
    )
    with reading(path, Question(DAY), "2026-11-01") as now:
        assert [
            row.after for row in history(now, "A", "selo").rows if row.kind == "unit"
        ] == [number(path)]
        with pytest.raises(LedgerUnusable, match="newer state of fi-next"):
            asked_tournament(now, "cup")
        with pytest.raises(LedgerUnusable, match="newer state of fi-next"):
            exported_tables(now, str(tmp_path / "tables.db"), names=False)
    with pytest.raises(LedgerUnusable, match="newer state of fi-next"):
        rebuild_ledger(path)


def test_only_what_the_code_carries_can_be_accepted_and_once(path: str) -> None:
    with pytest.raises(Refused, match=f"carries revision {NEXT - 1}"):
        accept(path)
    with corrected():
        accept(path)
        with pytest.raises(Refused, match="is in force already"):
            accept(path)


@pytest.mark.lists("elo-no")
def test_nothing_is_accepted_of_an_edition_that_the_ledger_does_not_follow(
    path: str,
) -> None:
    """It would have stopped the ledger for ever: nobody could follow a state of rules
    that are not kept.
    """
    selo = Selo(Path(path).parent, name=Path(path).name, today=NOW)
    [problem] = selo.refuse(
        {"kind": "accept-rules", "edition": "no", "revision": norwegian()}
    )
    assert (problem["code"], problem["where"]["field"]) == ("not-followed", "edition")
    submitted(path, player("C"))


def norwegian() -> int:
    """The revision of Norway's edition."""
    return family("elo-no").EDITIONS["no"].revision


@pytest.mark.lists("elo-no")
def test_a_ledger_that_was_stopped_by_such_an_acceptance_goes_on(path: str) -> None:
    """It may come with an import: it says nothing, until the edition is adopted as this
    version has it.
    """
    record(path, RulesRevised("no", norwegian() + 7))
    submitted(path, player("C"))
    rebuild_ledger(path)
    submitted(
        path,
        {
            "kind": "adopt-rules",
            "list": "elo-no",
            "edition": "no",
            "from": "0001-01-01",
        },
        player("D"),
    )
    assert check_tables(path).equal and verify(path).problems == ()


def record(path: str, body: RulesRevised) -> None:
    """As an import may."""
    with Store(path) as store, store.writing() as writer:
        seq = head(writer.connection) + 1
        writer.append(OFFICE, body, Stamp(NOW, seq, "elsewhere"))


def test_a_program_that_is_older_takes_the_acceptance_back_and_goes_on(
    path: str,
) -> None:
    before = number(path)
    with corrected():
        [receipt] = accept(path).recorded
        assert number(path) != before
        with pytest.raises(Refused, match="another revision of fi-2023") as refused:
            submitted(
                path, {"kind": "withdraw", "seq": receipt.seq, "reason": "not ours"}
            )
        assert refused.value.problems[0].code == "rules-left-behind"
    submitted(
        path,
        {
            "kind": "withdraw",
            "seq": receipt.seq,
            "reason": "back to the version before",
        },
        player("C"),
    )
    assert number(path) == before and verify(path).problems == ()
    with corrected():
        with pytest.raises(LedgerUnusable, match="this version corrects fi-2023"):
            submitted(path, player("D"))
        submitted(
            path,
            {"kind": "reinstate", "seq": receipt.seq, "reason": "now we have it"},
            player("D"),
        )
        assert number(path) != before


@pytest.mark.lists("elo-fide")
def test_rules_that_were_withdrawn_before_a_correction_are_not_reinstated(
    path: str,
) -> None:
    """They would be followed in the state of that time, which this program does not
    have.
    """
    rules = [
        {"kind": "adopt-rules", "list": "elo-fide", "edition": name, "from": day}
        for name, day in (("fide-2009", "2009-07-01"), ("fide-2024", "2024-03-01"))
    ]
    first, _second = submitted(path, *rules).recorded
    submitted(
        path, {"kind": "withdraw", "seq": first.seq, "reason": "typo", "rules": True}
    )
    again = {"kind": "reinstate", "seq": first.seq, "reason": "no typo"}
    fide = family("elo-fide").EDITIONS
    revised = fide["fide-2009"]._replace(revision=fide["fide-2009"].revision + 1)
    with patch.dict(cast(dict[str, Any], fide), {"fide-2009": revised}):
        with pytest.raises(Refused, match="another revision of fide-2009") as refused:
            submitted(path, again)
        assert "adopt the edition again" in refused.value.problems[0].hint
        submitted(path, rules[0] | {"reason": "as it is now"}, player("C"))
        assert check_tables(path).equal


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


def test_rules_that_nobody_revised_are_not_to_blame(path: str) -> None:
    """The games do not give the stored rating, and no revision says why."""
    false = EDITIONS["fi-2023"]._replace(bonus_established=0)
    with (
        patch.dict(EDITIONS, {"fi-2023": false}),
        reading(path, Question(DAY), "2026-11-01") as now,
    ):
        with pytest.raises(LedgerUnusable, match="do not give that") as refused:
            explain(now, "A", "cup")
        assert "selo verify" in refused.value.problems[0].hint
