"""A paper report is checked while it is typed: the same words as when it is saved, each
with the name of its field, and nothing is kept.
"""

import re
from html import unescape

from tests.web.desk.officer import FIELDS, Officer
from tests.web.desk.test_paper import FIRST, FOUR, HEADER, pair, people
from tests.world.command import Selo

CHECK = "/desk/paper/check"


def parts(officer: Officer, *typed: dict[str, str], prefix: str = "") -> str:
    form = {key: text for part in (HEADER, *typed) for key, text in part.items()}
    reply = officer.post(f"{prefix}{CHECK}", form)
    assert reply.status == 200, reply.text
    return unescape(reply.text)


def told(page: str, kind: str) -> dict[str, str]:
    """What is told at each field: `wrong` or `odd`."""
    found = re.findall(rf'data-{kind}="([^"]*)">(.*?)</div>', page, re.DOTALL)
    return {
        field: " ".join(re.sub("<[^>]*>", " ", said).split()) for field, said in found
    }


def sums(page: str) -> list[str]:
    return re.findall(r'<output data-sum="[0-9]+">(.*?)</output>', page)


def test_what_is_wrong_is_told_with_its_field(officer: Officer) -> None:
    page = parts(
        officer,
        {"start": "1.5.2024"},
        people(("Tuttu, Tiina", "many"), ("Uusi, Urho", "")),
        pair(1, 1, "1", "1-0", "9"),
        pair(1, 2, "1", "", ""),
    )
    assert told(page, "wrong") == {
        "start": "Write a day as 2026-05-31",
        "points.1": "Points are written like 2 or 2.5",
        "black.1.1": "Write the number of a player, 1 to 2",
        "black.1.2": "Write the number of a player, 1 to 2",
        "result.1.2": "The result is missing",
    }


def test_the_same_pair_and_the_same_colour_are_told_at_their_boards(
    officer: Officer,
) -> None:
    rounds = {
        **FIRST,
        **pair(2, 3, "2", "0-1", "1"),
        **pair(3, 1, "3", "1-0", "2"),
        **pair(4, 1, "3", "1-0", "1"),
    }
    page = parts(officer, FOUR, rounds)
    assert told(page, "wrong") == {}
    assert told(page, "odd") == {
        "black.2.3": "Round 2: 1 and 2 met in round 1 too",
        "white.4.1": "3 has the same colour three times in a row, up to round 4",
        "points.1": ("1 Tuttu, Tiina: the sheet has 1.5 points, the rounds give 2"),
        "points.3": ("3 Kolmas, Kaija: the sheet has 1.5 points, the rounds give 3"),
    }
    assert sums(page) == ["2", "0", "3", "0"]


def test_a_number_with_a_nought_before_it_is_the_same_player(officer: Officer) -> None:
    rounds = {**FIRST, **pair(2, 1, "02", "0-1", "01")}
    page = parts(officer, FOUR, rounds)
    assert told(page, "wrong") == {}
    assert told(page, "odd")["black.2.1"] == "Round 2: 1 and 2 met in round 1 too"


def test_points_that_are_still_to_come_are_not_told(officer: Officer) -> None:
    page = parts(officer, FOUR, FIRST)
    assert told(page, "odd") == {}
    assert sums(page) == ["1", "0", "1", "0"]


def test_whoever_begins_with_the_name_of_the_event_has_left_nobody_out(
    officer: Officer,
) -> None:
    assert told(parts(officer, {"player.1": ""}), "wrong") == {}
    page = parts(officer, people(("", ""), ("Uusi, Urho", "")))
    assert "Row 1 has no name" in told(page, "wrong")["player.1"]


def test_it_is_told_in_the_language_of_the_page(officer: Officer) -> None:
    page = parts(officer, FOUR, pair(1, 1, "1", "1-0", "1"), prefix="/sv")
    swedish = told(page, "wrong")["black.1.1"]
    assert swedish and swedish != "Nobody plays against themselves"


def test_a_check_keeps_nothing(officer: Officer, club: Selo) -> None:
    before = club.ask("log")["events"]
    parts(officer, FOUR, FIRST)
    assert "Nothing is waiting" in officer.page("/desk")
    assert club.ask("log")["events"] == before


def test_what_is_no_form_of_a_report_is_refused(officer: Officer) -> None:
    reply = officer.post(CHECK, {"name": "x"}, FIELDS)
    assert reply.status == 400 and "the form came without" in reply.text.lower()


def test_nobody_else_has_anything_checked(officer: Officer) -> None:
    reply = officer.service.ask(
        CHECK, "POST", b"name=x&player.1=y", {"Content-Type": FIELDS}
    )
    assert reply.status == 401
