"""Before booking: what may be a slip is asked about, whoever books, and the answer is
on record.
"""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.importing.terminal import Terminal
from tests.web.desk.officer import PARTS, Officer, parts
from tests.web.serving import served
from tests.web.test_tokens import bearer, token
from tests.web.test_writing import AT
from tests.world.command import Selo
from tests.world.documents import Document, opening, player, tournament
from web.store.roles import Role

DAY, LATER = "2024-05-01", "2024-06-15"
RULING = {
    "kind": "ruling",
    "player": "a",
    "list": "selo",
    "on": LATER,
    "rating": 2100,
    "reason": "board",
}


def event(name: str, *games: str, end: str = DAY, **fields: Any) -> Document:
    return tournament(name, end, *games, **{"minutes": 90, "start": end, **fields})


@pytest.fixture
def office(selo_without_ledger: Selo) -> Selo:
    selo = selo_without_ledger
    selo.run("init")
    selo.submit(
        *(player(name) for name in "abn"),
        opening("a", 1500),
        opening("b", 1700),
        event("one", "n a 0-1"),
    )
    return selo


@pytest.fixture
def strict(office: Selo) -> Selo:
    office.submit({"kind": "settings", "slips": "asked"})
    return office


SECOND = event("two", "n b 1-0")


def sure_of(problems: list[dict[str, Any]]) -> list[str]:
    """The answers that were asked for, by their hints."""
    assert {problem["code"] for problem in problems} == {"needs-answer"}
    return [
        problem["hint"].partition("--sure ")[2].partition(" ")[0]
        for problem in problems
    ]


def test_a_program_is_warned_and_a_preview_asks(office: Selo) -> None:
    preview = office.ask("submit", office.file("two.json", SECOND), "--dry-run")
    [doubt] = preview["doubts"]
    assert (doubt["doubt"], doubt["tournament"], doubt["player"]) == (
        "same-day",
        "two",
        None,
    )
    assert (doubt["sure"], doubt["otherwise"]) == (
        "same-day:two",
        "give one of them its order_no",
    )
    assert [warning.get("slip") for warning in preview["warnings"]][-1] == "same-day"
    assert [one["seq"] for one in office.submit(SECOND)["recorded"]] == [
        office.events()
    ]


def test_where_everybody_is_asked_nothing_is_booked_before_the_answer(
    strict: Selo,
) -> None:
    before = strict.events()
    assert sure_of(strict.refuse(SECOND)) == ["same-day:two"]
    assert strict.events() == before
    booked = strict.ask("submit", strict.file("two.json", SECOND), "--sure", "same-day")
    assert [(one["kind"], one["target"]) for one in booked["recorded"]] == [
        ("tournament", "two"),
        ("vouch", "two"),
    ]
    assert "doubts" not in booked
    assert next(event["kind"] for event in strict.ask("log")["events"]) == "vouch"
    for check in (("ledger", "rebuild", "--check"), ("verify",)):
        assert strict.answer(*check)[1].get("problems", []) == []


def test_all_questions_come_together_and_each_has_its_answer(strict: Selo) -> None:
    # 3200 is a jump as well, and one question about it is enough
    ruling = {**RULING, "rating": 3200}
    assert sure_of(strict.refuse(SECOND, ruling)) == ["same-day:two", "out-of-range:a"]
    file = strict.file("both.jsonl", SECOND, ruling)
    assert sure_of(strict.refused("submit", file, "--sure", "same-day")) == [
        "out-of-range:a"
    ]
    assert sure_of(
        strict.refused("submit", file, "--sure", "same-day", "--sure", "out-of-range:b")
    ) == ["out-of-range:a"]
    strict.ask("submit", file, "--sure", "same-day", "--always-sure", "out-of-range")
    assert strict.ask("show", "a")["lists"]["selo"]["rating"] == 3200


def test_an_answer_holds_until_its_tournament_changes(strict: Selo) -> None:
    strict.ask("submit", strict.file("two.json", SECOND), "--sure", "same-day")
    strict.submit(player("c"))
    game = {
        "kind": "game",
        "tournament": "two",
        "round": 2,
        "white": "b",
        "black": "a",
        "result": "1-0",
    }
    assert sure_of(strict.refuse(game)) == ["same-day:two"]
    strict.done("vouch", "same-day", "--tournament", "two", "--always")
    strict.submit(game)
    strict.submit(
        {
            "kind": "amend",
            "tournament": "two",
            "reason": "slip",
            "games": {"2.1": {"result": "0-1"}},
        }
    )
    seq = next(
        event["seq"]
        for event in strict.ask("log")["events"]
        if event["kind"] == "vouch"
    )
    strict.submit({"kind": "withdraw", "seq": seq, "reason": "it was asked after all"})
    assert sure_of(strict.refuse({**game, "round": 3})) == ["same-day:two"]


def test_whoever_sends_the_answer_along_is_not_asked(strict: Selo) -> None:
    vouch = {
        "kind": "vouch",
        "doubt": "same-day",
        "tournament": "two",
        "reason": "the club says so",
    }
    strict.submit(SECOND, vouch)
    again = strict.submit(SECOND, vouch)  # a retry changes nothing
    assert [one["repeated"] for one in again["recorded"]] == [True, True]


def test_it_is_vouched_for_what_is_there(office: Selo) -> None:
    vouch = {"kind": "vouch", "doubt": "same-day"}
    for fields, code in (
        ({}, "one-target"),
        ({"tournament": "one", "player": "a"}, "one-target"),
        ({"tournament": "gone"}, "unknown-tournament"),
        ({"player": "gone"}, "unknown-player"),
    ):
        assert [problem["code"] for problem in office.refuse({**vouch, **fields})] == [
            code
        ]
    [problem] = office.refuse(
        {"kind": "vouch", "doubt": "same-dya", "tournament": "one"}
    )
    assert "same-day" in problem["message"] + problem["hint"]


def test_an_export_carries_the_answers_along(strict: Selo, tmp_path: Path) -> None:
    strict.ask("submit", strict.file("two.json", SECOND), "--sure", "same-day")
    (tmp_path / "out.jsonl").write_text(strict.done("export", "ledger"))
    other = Selo(tmp_path, name="other.db")
    other.done("init")
    other.done("ledger", "import", str(tmp_path / "out.jsonl"))
    assert other.events() == strict.events()
    assert other.rows() == strict.rows()


def test_a_person_at_a_terminal_is_asked(tmp_path: Path) -> None:
    office = Selo(tmp_path)
    office.run("init")
    office.submit(
        *(player(name) for name in "abn"),
        opening("a", 1500),
        opening("b", 1700),
        event("one", "n a 0-1"),
    )
    line = ("--ledger", office.ledger, "submit", office.file("two.json", SECOND))
    before = office.events()
    refusing = Terminal(tmp_path, *line)
    refusing.expect("n played in both")
    refusing.answer("is that right? [y/N/always]", "n")
    assert refusing.end() == 1 and "give one of them its order_no" in refusing.screen
    assert office.events() == before
    agreeing = Terminal(tmp_path, *line)
    agreeing.answer("is that right? [y/N/always]", "always")
    assert agreeing.end() == 0
    [vouch] = [
        event for event in office.ask("log")["events"] if event["kind"] == "vouch"
    ]
    assert vouch["target"] == "two"


def test_at_the_desk_it_is_answered_with_the_button_that_books(office: Selo) -> None:
    """Also where programs are only warned."""
    with served(office.ledger, now=lambda: AT) as service:
        officer = Officer(office, service)
        before = office.events()
        draft = officer.sent(
            "/desk/files", parts("two.json", json.dumps(SECOND).encode()), PARTS
        )
        page = officer.page(draft)
        assert (
            "Is this right?" in page
            and 'name="sure.same-day:two" required' in page
            and ">Book<" in page
        )
        name = re.findall(r'name="preview" value="([^"]+)"', page)[0]
        reply = officer.post(f"{draft}/book", {"preview": name})
        assert reply.status == 422 and "Nothing was booked yet" in reply.text
        assert office.events() == before
        officer.sent(f"{draft}/book", {"preview": name, "sure.same-day:two": "always"})
        assert office.events() == before + 2
        assert "always yes" in office.done("log", "event", str(before + 2))


def test_a_draft_is_booked_at_a_terminal_as_a_file_is(tmp_path: Path) -> None:
    office = Selo(tmp_path)
    office.run("init")
    office.submit(
        *(player(name) for name in "abn"),
        opening("a", 1500),
        opening("b", 1700),
        event("one", "n a 0-1"),
    )
    office.done("draft", "keep", office.file("two.json", SECOND))
    line = ("--ledger", office.ledger, "draft", "book", "1")
    refusing = Terminal(tmp_path, *line)
    refusing.answer("is that right? [y/N/always]", "")
    assert (
        refusing.end() == 1
        and office.ask("draft", "list")["rows"][0]["state"] == "waiting"
    )
    agreeing = Terminal(tmp_path, *line)
    agreeing.answer("is that right? [y/N/always]", "y")
    assert (
        agreeing.end() == 0
        and office.ask("draft", "list", "--all")["rows"][0]["state"] == "booked"
    )


def test_over_http_as_by_command(strict: Selo) -> None:
    officer = bearer(token(strict.ledger, Role.OFFICER, "aino")) | {
        "Content-Type": "application/json"
    }
    with served(strict.ledger) as service:
        body = json.dumps(SECOND).encode()
        refused = service.ask("/api/documents", "POST", body, officer)
        assert refused.status == 422 and refused.codes == ["needs-answer"]
        assert "sure=same-day:two" in refused.text
        preview = service.ask("/api/documents?dry_run=true", "POST", body, officer)
        assert [doubt["sure"] for doubt in preview.value["doubts"]] == ["same-day:two"]
        named = {**officer, "If-Match": preview.fields["etag"]}
        assert service.ask("/api/documents?sure=jump", "POST", body, named).codes == [
            "needs-answer"
        ]
        booked = service.ask("/api/documents?sure=same-day:two", "POST", body, named)
        assert booked.status == 201, booked.text
        assert [one["kind"] for one in booked.value["recorded"]] == [
            "tournament",
            "vouch",
        ]
