"""A report on paper is typed at the desk, kept at every step, checked, and booked as any
other report is.
"""

import json
import re
from html import unescape

from tests.web.desk.officer import PARTS, Officer, filled, parts
from tests.web.pages.reading_forms import forms_of
from tests.web.test_drafts import REPORT
from tests.world.command import Selo
from tests.world.documents import player
from web.store.drafts import draft

PAPER = "/desk/paper"
HEADER = {
    "name": "Vappukisa 2024",
    "start": "2024-05-01",
    "end": "2024-05-01",
    "time": "90+30",
    "place": "Espoo",
}


def pair(at: int, board: int, white: str, result: str, black: str) -> dict[str, str]:
    texts = {"white": white, "result": result, "black": black}
    return {f"{side}.{at}.{board}": text for side, text in texts.items()}


def people(*rows: tuple[str, str]) -> dict[str, str]:
    fields: dict[str, str] = {}
    for number, (name, points) in enumerate(rows, 1):
        fields |= {f"player.{number}": name, f"points.{number}": points}
    return fields


FOUR = people(
    ("Tuttu, Tiina", "1.5"),
    ("Uusi, Urho", ""),
    ("Kolmas, Kaija", "1.5"),
    ("Neljäs, N", ""),
)
FIRST = {**pair(1, 1, "1", "1-0", "2"), **pair(1, 2, "3", "1-0", "4")}
SECOND = {**pair(2, 1, "3", "1/2-1/2", "1"), **pair(2, 2, "4", "0-1", "2")}


def odd_things(page: str) -> list[str]:
    cautions = re.search(r'<ul class="cautions">(.*?)</ul>', page, re.DOTALL)
    return [] if cautions is None else re.findall(r"<li>(.*?)</li>", cautions[1])


def values(page: str) -> dict[str, str]:
    """What is filled in on the page of the form."""
    [form] = [form for form in forms_of(page) if "player.1" in form.entries]
    return form.sent()


def typed(officer: Officer, *parts: dict[str, str], then: str = "stay") -> str:
    """Keep a new report; return where that leads."""
    form = {key: text for part in (HEADER, *parts) for key, text in part.items()}
    return officer.sent(PAPER, {**form, "then": then})


def test_a_report_is_typed_round_by_round_and_booked(
    officer: Officer, club: Selo
) -> None:
    club.submit(player("T1", name="Tuttu, Tiina", born="1980-02-29"))
    kept = typed(officer, FOUR, FIRST, then="round")
    address, _, more = kept.partition("?")
    assert more == "more=round"
    page = officer.page(kept)
    assert "white.2.1" in values(page)
    shown = values(page)
    assert shown["player.3"] == "Kolmas, Kaija"
    assert shown["result.1.1"] == "1-0"
    led = officer.sent(address, {**HEADER, **FOUR, **FIRST, **SECOND, "then": "look"})
    assert led == address.removesuffix("/paper")
    answers = {**filled(officer.page(led)), "time_control": "90+30"}
    officer.sent(f"{led}/answers", {**answers, "map.1": "T1", "new_ids": "V"})
    page = officer.page(led)
    assert "The points add up to what the file says of all 2 players" in page
    preview = re.search(r'name="preview" value="([^"]*)"', page)
    assert preview is not None
    officer.sent(f"{led}/book", {"preview": preview[1], "reason": ""})
    booked = officer.page(led)
    assert "Booked by aino" in booked
    assert (
        '<a href="/tournaments/vappukisa-2024"><bdi>Vappukisa 2024</bdi></a>' in booked
    )
    games = club.ask("tournament", "vappukisa-2024")["games"]
    assert [(game["round"], game["result"]) for game in games] == [
        (1, "1-0"),
        (1, "1-0"),
        (2, "1/2-1/2"),
        (2, "0-1"),
    ]


def test_somebody_named_by_their_id_is_not_asked_about(
    officer: Officer, club: Selo
) -> None:
    club.submit(player("T1", name="Tuttu, Tiina", born="1980-02-29"))
    club.submit(player("T2", name="Tuttu, Tiina", born="1991-02-01"))
    rows = people(("T2", ""), ("Uusi, Urho", ""))
    address = typed(officer, rows, pair(1, 1, "1", "0-1", "2"))
    page = officer.page(address)
    assert values(page)["player.1"] == "T2"
    assert "Tuttu, Tiina" in page
    draft_page = officer.page(address.removesuffix("/paper"))
    assert "1 known" in draft_page
    # a name in place of the id is asked about again
    rows = people(("Tuttu, Tiina", ""), ("Uusi, Urho", ""))
    officer.sent(address, {**HEADER, **rows, **pair(1, 1, "1", "0-1", "2")})
    assert "0 known" in officer.page(address.removesuffix("/paper"))


def test_what_is_odd_is_said_when_it_is_kept(officer: Officer) -> None:
    rounds = {
        **pair(1, 1, "1", "1-0", "2"),
        **pair(2, 1, "1", "1-0", "2"),
        **pair(3, 1, "1", "1-0", "3"),
    }
    page = officer.page(typed(officer, FOUR, rounds))
    assert odd_things(page) == [
        "1 Tuttu, Tiina: the sheet has 1.5 points, the rounds give 3",
        "3 Kolmas, Kaija: the sheet has 1.5 points, the rounds give 0",
        "round 2: 1 and 2 met in round 1 too",
        "1 has the same colour three times in a row, up to round 3",
    ]


def test_all_that_is_wrong_is_said_at_its_field_and_nothing_typed_is_lost(
    officer: Officer,
) -> None:
    wrong = {
        **HEADER,
        "start": "1.5.2024",
        **people(("Tuttu, Tiina", "many"), ("", ""), ("N" * 34, "")),
        **pair(1, 1, "1", "1-0", "9"),
        **pair(1, 2, "1", "", ""),
        **pair(1, 3, "2", "1-0", "2"),
        **pair(1, 4, "3", "U", "1"),
        **pair(2, 1, "1", "1-0", "2"),
        **pair(2, 2, "2", "1-0", "3"),
    }
    reply = officer.post(PAPER, wrong)
    assert reply.status == 422
    page = unescape(reply.text)
    shown = values(page)
    assert {name: shown.get(name) for name in wrong} == wrong
    for words in (
        "Write a day as 2026-05-31",
        "Points are written like 2 or 2.5",
        "Row 2 has no name",
        "A report has 33 letters of a name",
        "Write the number of a player, 1 to 3",
        "The result is missing",
        "Nobody plays against themselves",
        "A bye has no opponent",
        "2 plays twice in round 2",
    ):
        assert words in page


def test_nobody_is_on_the_sheet_twice(officer: Officer, club: Selo) -> None:
    club.submit(player("T1", name="Tuttu, Tiina"))
    club.submit(player("T2", name="Tuttu, Tina"))
    club.submit(
        {"kind": "merge-players", "from": "T2", "into": "T1", "reason": "one person"}
    )
    rows = people(("T1", ""), ("Uusi, Urho", ""), ("T2", ""))
    reply = officer.post(PAPER, {**HEADER, **rows})
    assert reply.status == 422
    assert "T2 is in row 1 already" in unescape(reply.text)


def test_a_line_more_than_one_line_writes_nothing_else(officer: Officer) -> None:
    rows = people(("A\n001    2      B", ""), ("Uusi, Urho", ""))
    reply = officer.post(PAPER, {**HEADER, **rows})
    assert reply.status == 422


def test_who_goes_on_typing_stands_among_those_who_left_it(
    officer: Officer, club: Selo
) -> None:
    address = typed(officer, FOUR, FIRST)
    other = Officer(club, officer.service, name="pekka")
    other.sent(address, {**HEADER, **FOUR, **FIRST, **SECOND})
    number = int(address.split("/")[3])
    row = draft(club.ledger, number)
    assert b"Neljas" not in row.content
    assert "pekka" in officer.page(address.removesuffix("/paper"))


def test_only_a_typed_draft_is_typed_again(officer: Officer) -> None:
    made = officer.sent("/desk/files", parts("autumn.trf", REPORT), PARTS)
    reply = officer.see(f"{made}/paper")
    assert reply.status == 404
    assert "was not typed from paper" in reply.text


def test_that_somebody_is_new_stays_answered_while_the_name_stays(
    officer: Officer, club: Selo
) -> None:
    club.submit(player("T1", name="Tuttu, Tiina", born="1980-02-29"))
    address = typed(officer, FOUR, FIRST).partition("?")[0]
    led = address.removesuffix("/paper")
    officer.sent(f"{led}/answers", {"map.1": "new", "map.2": "new", "map.4": "new"})
    other = {**FOUR, "player.2": "Uusi, Uuno", "player.4": "T1", **SECOND}
    officer.sent(address, {**HEADER, **other, **FIRST, "then": "stay"})
    settings = draft(club.ledger, int(led.rpartition("/")[2])).settings
    assert settings is not None
    assert json.loads(settings)["map"] == {"1": "new", "4": "T1"}
