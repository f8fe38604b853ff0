"""An event that is shown while it runs, at the desk: made public, results of a round,
the next report, hidden.
"""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest

from features.live.store import next_results, show
from ledger.errors import Conflict
from tests.features.live.test_service import ASKED, AT, relay, report, rows
from tests.web.desk.officer import PARTS, Officer, parts
from tests.web.serving import Reply, served
from tests.web.test_drafts import Person
from tests.world.command import Selo
from tests.world.ledger import outside
from web.store.draft_steps import WAITING
from web.store.drafts import answer_draft, draft, drafts
from web.store.roles import Role

EVENT = "/desk/live/autumn"


def form_with(name: str, content: bytes, **fields: str) -> bytes:
    """The form of the next report with a file and whatever else is filled in."""
    others = (
        "--frontier\r\nContent-Disposition: form-data;"
        f' name="{field}"\r\n\r\n{value}\r\n'.encode()
        for field, value in fields.items()
    )
    return b"".join(others) + parts(name, content)


@pytest.fixture
def officer(club: Selo) -> Iterator[Officer]:
    club.clock(AT[:10])
    with served(club.ledger, now=lambda: AT) as service:
        yield Officer(club, service)


def shown(officer: Officer, club: Selo, content: bytes) -> None:
    """Leave the report at the desk, answer, and press the button of its draft."""
    address = officer.sent("/desk/files", parts("autumn.trf", content), PARTS)
    number = int(address.rpartition("/")[2])
    answer_draft(club.ledger, number, ASKED, "aino", AT)
    assert "/show" in officer.page(address)
    assert officer.sent(f"{address}/show", {"event": "autumn"}) == EVENT


def test_a_list_of_people_is_no_event_to_be_shown(officer: Officer) -> None:
    people = b"Name;Born;Club\nVirta, Olli;1990;Torni\n"
    page = officer.page(officer.sent("/desk/files", parts("club.csv", people), PARTS))
    assert "What was read" in page
    assert "<dt>Tournament</dt>" not in page
    assert "/show" not in page


def test_the_results_of_a_round_are_typed_at_the_desk(
    officer: Officer, club: Selo
) -> None:
    shown(officer, club, report(["1-0", "*"]))
    page = officer.page(EVENT)
    [key] = re.findall(r'name="result\.([^"]+)"', page)
    assert key == "1/3"
    assert officer.sent(f"{EVENT}/results", {f"result.{key}": "0-1"}) == EVENT
    assert {name: row["points"] for name, row in rows(officer.service).items()} == {
        "A": 1,
        "B": 0,
        "C": 0,
        "D": 1,
    }
    # nothing chosen changes nothing, and a result may be taken back
    assert officer.sent(f"{EVENT}/results", {f"result.{key}": ""}) == EVENT
    assert officer.service.ask("/api/live/autumn").value["in_play"] == 0
    assert officer.sent(f"{EVENT}/results", {f"result.{key}": "*"}) == EVENT
    assert officer.service.ask("/api/live/autumn").value["in_play"] == 1
    assert officer.post(f"{EVENT}/results", {"result.9/9": "1-0"}).status == 422
    # no form of ours has such a field
    for odd in ("", "x", "1", "0/1", "-1/1", "9" * 5000 + "/1"):
        refused = officer.post(f"{EVENT}/results", {f"result.{odd}": "1-0"})
        assert refused.status == 422 and "is not a game" in refused.text, odd


def test_a_typed_result_goes_with_the_draft_into_the_booking_and_gives_way_to_the_report(
    officer: Officer, club: Selo
) -> None:
    shown(officer, club, report(["1-0", "*"]))
    officer.sent(f"{EVENT}/results", {"result.1/3": "0-1"})
    other = officer.post(
        f"{EVENT}/report", parts("autumn.trf", report(["1-0", "1-0"])), PARTS
    )
    # the report says otherwise: which is right?
    assert other.status == 422 and "live-results:autumn" in other.text
    # the next round without the result: it stays, though the rows have other numbers
    # now
    assert officer.sent(
        f"{EVENT}/report",
        parts("autumn.trf", report(["1-0", "*"], ["*", "*"], order="DCBA")),
        PARTS,
    )
    assert {name: row["points"] for name, row in rows(officer.service).items()} == {
        "A": 1,
        "B": 0,
        "C": 0,
        "D": 1,
    }
    last = report(["1-0", "0-1"], ["1-0", "1/2-1/2"])
    assert officer.sent(f"{EVENT}/report", parts("autumn.trf", last), PARTS) == EVENT
    number = int(re.findall(r"/desk/drafts/([0-9]+)", officer.page(EVENT))[0])
    assert b'"results"' not in (draft(club.ledger, number).settings or b"")
    club.clock("2024-07-06")
    assert club.run("draft", "book", str(number)).code == 0
    games = club.ask("tournament", "autumn")["games"]
    assert [game["result"] for game in games] == ["1-0", "0-1", "1-0", "1/2-1/2"]


def test_a_draft_with_typed_results_is_booked_with_them(
    officer: Officer, club: Selo
) -> None:
    shown(officer, club, report(["1-0", "*"], end="2024/07/01"))
    officer.sent(f"{EVENT}/results", {"result.1/3": "0-1"})
    seen = {name: row["lists"] for name, row in rows(officer.service).items()}
    club.clock("2024-07-06")
    assert club.run("draft", "book", "1").code == 0
    table = club.ask("tournament", "autumn")["crosstable"]
    assert {row["player"]: row["lists"]["selo"]["after"] for row in table} == {
        name: lists["selo"]["so_far"] for name, lists in seen.items()
    }


def test_a_relay_at_the_desk(officer: Officer, club: Selo) -> None:
    shown(officer, club, report(["1-0", "*"]))
    games = relay((1, "C", "D", "0-1"), (2, "A", "C", "*")).replace(
        b"Pelaaja A", b"Pel A"
    )
    page = officer.post(
        f"{EVENT}/report", form_with("r.pgn", games, all_played="yes"), PARTS
    )
    # a word cut: who is it?
    assert (
        page.status == 422
        and "relayed.Pel A" in page.text
        and "perhaps" not in page.text
    )
    done = form_with("r.pgn", games, **{"all_played": "yes", "relayed.Pel A": "A"})
    assert officer.sent(f"{EVENT}/report", done, PARTS) == EVENT
    keys = re.findall(r'name="result\.([^"]+)"', officer.page(EVENT))
    # the game that only the relay has, and the one whose result it had
    assert keys == ["2/1/3", "1/3"]
    assert officer.sent(f"{EVENT}/results", {"result.2/1/3": "1/2-1/2"}) == EVENT
    assert {name: row["points"] for name, row in rows(officer.service).items()} == {
        "A": 1.5,
        "B": 0,
        "C": 0.5,
        "D": 1,
    }
    other = officer.post(
        f"{EVENT}/report", parts("r.pgn", relay((1, "C", "D", "1-0"))), PARTS
    )
    assert other.status == 422 and re.findall(
        r'name="sure" value="([^"]+)"', other.text
    ) == [
        "live-kept:autumn",
        "live-results:autumn",
    ]
    kept = form_with(
        "r.pgn",
        relay((1, "C", "D", "1-0"), (2, "B", "D", "1-0")),
        sure="live-kept:autumn",
    )
    assert officer.sent(f"{EVENT}/report", kept, PARTS) == EVENT
    assert {name: row["points"] for name, row in rows(officer.service).items()} == {
        "A": 1.5,
        "B": 1,
        "C": 0.5,
        "D": 1,
    }


def test_a_program_says_who_is_who_in_a_relay(officer: Officer, club: Selo) -> None:
    """In the address, as the officer does in the form; and it is kept for the next
    file.
    """
    shown(officer, club, report(["1-0", "*"]))
    program = Person(officer.service, club.ledger, Role.OFFICER, "onni")

    def post(body: bytes, query: str = "") -> Reply:
        fields = {**program.fields, "Content-Type": "application/octet-stream"}
        address = f"/api/live/autumn?name=r.pgn&all_played=true{query}"
        called = body.replace(b"Pelaaja A", b"A=, Pel").replace(b"Pelaaja C", b"Se C")
        return officer.service.ask(address, "POST", called, fields)

    first, name = relay((1, "C", "D", "0-1"), (2, "A", "C", "*")), quote("A=, Pel")
    asked = post(first)
    assert [one["where"]["field"] for one in asked.value["problems"]] == [
        "relayed",
        "relayed",
    ]
    for odd in ("A", f"{name}=", "=A", f"{name}=A&relayed={name}=B"):
        [problem] = post(first, f"&relayed={odd}").value["problems"]
        assert (problem["code"], problem["where"]["field"]) == ("parameter", "relayed")
    unknown = post(first, f"&relayed={name}=X&relayed=Se+C=3")
    assert [one["code"] for one in unknown.value["problems"]] == ["needs-answer"]
    assert post(first, f"&relayed={name}=A&relayed=Se+C=3").status == 200
    assert {key: row["points"] for key, row in rows(officer.service).items()} == {
        "A": 1,
        "B": 0,
        "C": 0,
        "D": 1,
    }
    assert post(relay((2, "A", "C", "1-0"))).status == 200
    assert {key: row["points"] for key, row in rows(officer.service).items()} == {
        "A": 2,
        "B": 0,
        "C": 0,
        "D": 1,
    }


def test_two_officers_who_type_at_once_lose_nothing(
    officer: Officer, club: Selo
) -> None:
    shown(officer, club, report(["*", "*"]))
    first = next_results(club.ledger, "autumn", {"1/1": "1-0"}, outside(AT))
    second = next_results(club.ledger, "autumn", {"1/3": "0-1"}, outside(AT))
    show(club.ledger, "autumn", first, "aino", AT)
    with pytest.raises(Conflict):
        show(club.ledger, "autumn", second, "onni", AT)
    again = next_results(club.ledger, "autumn", {"1/3": "0-1"}, outside(AT))
    show(club.ledger, "autumn", again, "onni", AT)
    assert officer.service.ask("/api/live/autumn").value["in_play"] == 0


def test_what_is_to_be_answered_is_said_and_nothing_changes(
    officer: Officer, club: Selo
) -> None:
    shown(officer, club, report(["1-0", "*"]))
    before = officer.service.ask("/api/live/autumn").value
    unknown = report(["1-0", "*"]).replace(b"Pelaaja D", b"Muu Hahmo")
    reply = officer.post(f"{EVENT}/report", parts("autumn.trf", unknown), PARTS)
    assert reply.status == 422 and "Nothing was changed" in reply.text
    assert officer.service.ask("/api/live/autumn").value == before
    assert officer.sent(f"{EVENT}/hide") == "/desk"
    assert (
        officer.service.ask("/api/live/autumn").status == 404
        and officer.see(EVENT).status == 404
    )


@pytest.mark.parametrize("role", ["submitter", "publisher", "auditor"])
def test_only_officers_come_here(officer: Officer, club: Selo, role: str) -> None:
    shown(officer, club, report(["1-0", "*"]))
    somebody = Officer(club, officer.service, role, f"x-{role}")
    assert somebody.see(EVENT).status == 403
    for address in (
        f"{EVENT}/results",
        f"{EVENT}/report",
        f"{EVENT}/hide",
        "/desk/drafts/1/show",
    ):
        assert somebody.post(address, {"event": "autumn"}).status == 403


KILLED = """
import os, sys
import features.live.store as live
live.note = lambda *_: os._exit(9)  # in the midst of showing it
from cli.main import run
run(sys.argv[1:])
"""


def test_killed_while_a_report_is_shown_one_report_of_the_event_is_left(
    officer: Officer, club: Selo, tmp_path: Path
) -> None:
    """Another that still waits could be booked with results of before."""
    shown(officer, club, report(["1-0", "*"]))
    file = tmp_path / "next.trf"
    file.write_bytes(report(["1-0", "1-0"]))
    club.clock(AT)
    line = ("live", "put", "autumn", str(file))
    killed = subprocess.run(
        [sys.executable, "-c", KILLED, "--ledger", club.ledger, *line],
        check=False,
        timeout=60,
    )
    assert killed.returncode == 9
    assert [row.number for row in drafts(club.ledger).rows] == [1]
    assert club.ask("live", "show", "autumn")["in_play"] == 1
    club.done(*line)
    assert [(row.number, row.state) for row in drafts(club.ledger).rows] == [
        (1, "dropped"),
        (2, WAITING),
    ]
