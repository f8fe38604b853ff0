"""A report on paper is typed at the desk, kept at every step, checked, and booked as any
other report is.
"""

import json
import re
from html import unescape

import pytest

from tests.web.desk.officer import PARTS, Officer, choices, filled, parts
from tests.web.pages.reading_forms import forms_of
from tests.web.test_drafts import REPORT, Person
from tests.world.command import Selo
from tests.world.documents import player
from web.store.draft_steps import BOOKED
from web.store.drafts import draft, settle
from web.store.roles import Role

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
    assert "All 2 players' points add up to those in the file" in page
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


WRONG = {
    **HEADER,
    "end": "31.4.2024",
    **people(
        ("Tuttu, Tiina", "many"), ("Uusi, Urho", "1"), ("N" * 34, ""), ("Neljäs", "")
    ),
    **pair(1, 1, "1", "1-0", "9"),
    **pair(1, 2, "3", "0-1", "4"),
    **pair(2, 1, "4", "1-0", "1"),
}
RIGHT = {"end": "2024-05-01", "points.1": "1", "player.3": "Kolmas", "black.1.1": "2"}


def test_what_is_right_is_kept_whatever_else_is_wrong(officer: Officer) -> None:
    reply = officer.post(PAPER, WRONG)
    assert reply.status == 422
    assert "Everything else is kept" in reply.text
    [form] = [form for form in forms_of(reply.text) if "player.1" in form.entries]
    # whoever leaves here and comes back another day finds all of it
    page = officer.page(form.action)
    shown = values(page)
    assert {name: shown.get(name) for name in WRONG} == WRONG
    for words in (
        "Write a day as 2026-05-31",
        "Points are written like 2 or 2.5",
        "A report has 33 letters of a name",
        "Write the number of a player, 1 to 4",
    ):
        assert words in page
    assert page.count('aria-invalid="true"') + page.count("aria-invalid=true") == 4
    # and mends a field at a time
    for name, text in RIGHT.items():
        shown = values(officer.page(form.action)) | {name: text}
        last = officer.post(form.action, shown)
        assert last.status == (303 if name == "black.1.1" else 422)
    assert "aria-invalid" not in officer.page(form.action)


def test_a_line_that_is_wrong_stays_on_its_board(officer: Officer) -> None:
    boards = {**pair(1, 1, "1", "1-0", "1"), **pair(1, 2, "3", "0-1", "4")}
    reply = officer.post(PAPER, {**HEADER, **FOUR, **boards})
    [form] = [form for form in forms_of(reply.text) if "player.1" in form.entries]
    page = officer.page(form.action)
    assert {name: values(page)[name] for name in boards} == boards
    row = page.partition('name="black.1.2"')[2].partition("</tr>")[0]
    assert "Neljäs, N" in row


def test_nobody_books_what_could_not_be_read_in_full(officer: Officer) -> None:
    reply = officer.post(PAPER, {**HEADER, **FOUR, **pair(1, 1, "1", "1-0", "9")})
    [form] = [form for form in forms_of(reply.text) if "player.1" in form.entries]
    draft_address = form.action.removesuffix("/paper")
    page = officer.page(draft_address)
    assert "Not every field of the report on paper could be read" in page
    assert not any(form.action.endswith("/book") for form in forms_of(page))
    refused = officer.post(f"{draft_address}/book", {"preview": "", "reason": ""})
    assert refused.status == 422 or refused.status == 409
    assert "Not every field of the report on paper could be read" in refused.text
    officer.sent(form.action, {**HEADER, **FOUR, **FIRST})
    page = officer.page(draft_address)
    assert "Not every field" not in page
    assert any(form.action.endswith("/book") for form in forms_of(page))


@pytest.mark.parametrize(
    ("field", "text", "words"),
    [
        # a messenger puts these around a name that is copied from it
        ("player.1", "\u2068Tuttu, Tiina\u2069", "The character U+2068 is not allowed"),
        ("player.2", "\ufeffUusi, Urho", "The character U+FEFF is not allowed"),
        ("name", "\u202aVappukisa\u202c", "The character U+202A is not allowed"),
        ("place", "Es\u2029poo", "The character U+2029 is not allowed"),
        ("time", "90+30\u2066", "The character U+2066 is not allowed"),
        ("points.1", "100.5", "Points are written like 2 or 2.5"),
        ("points.1", "1000", "Points are written like 2 or 2.5"),
        # a browser makes this of a year of two digits
        ("start", "0026-05-31", "Write a day as 2026-05-31"),
        ("end", "2101-01-01", "Write a day as 2026-05-31"),
    ],
)
def test_a_sheet_that_no_report_can_hold_is_told_at_its_field(
    officer: Officer, field: str, text: str, words: str
) -> None:
    """And its draft can be opened, and mended."""
    reply = officer.post(PAPER, {**HEADER, **FOUR, **FIRST, field: text})
    assert reply.status == 422
    [form] = [form for form in forms_of(reply.text) if "player.1" in form.entries]
    page = officer.page(form.action)
    assert words in page
    assert values(page)[field] == text.strip()
    right = {**HEADER, **FOUR, **FIRST}[field]
    officer.sent(form.action, {**values(page), field: right})
    assert "aria-invalid" not in officer.page(form.action)


def test_points_of_four_characters_are_kept(officer: Officer) -> None:
    for text in ("100", "99.5", "10,5"):
        address = typed(officer, {**FOUR, "points.1": text})
        shown = values(officer.page(address))
        assert shown["points.1"] == text.replace(",", ".")


def test_what_cannot_be_read_back_is_not_kept(officer: Officer) -> None:
    """A report that is longer than a report may be makes no draft that nobody opens."""
    reply = officer.post(PAPER, {**HEADER, **FOUR, "name": "V" * 20_001})
    assert reply.status == 422
    assert "characters" in reply.text and "V" * 20_001 in reply.text
    assert drafts_of(officer) == set()
    address = typed(officer, FOUR)
    before = values(officer.page(address))
    assert officer.post(address, {**before, "place": "E" * 20_001}).status == 422
    assert values(officer.page(address)) == before


def test_a_sheet_with_all_of_it_wrong_can_be_opened_again(officer: Officer) -> None:
    """Whoever types the rounds before the players has hundreds of wrong fields."""
    boards = [
        pair(at, board, "9", "1-0", "8")
        for at in range(1, 13)
        for board in range(1, 41)
    ]
    wrong = {key: text for board in boards for key, text in board.items()}
    reply = officer.post(PAPER, {**HEADER, **FOUR, **wrong})
    assert reply.status == 422
    [form] = [form for form in forms_of(reply.text) if "player.1" in form.entries]
    shown = values(officer.page(form.action))
    assert {name: shown[name] for name in wrong} == wrong


def test_an_empty_form_makes_no_draft(officer: Officer) -> None:
    reply = officer.post(PAPER, {"name": "", "player.1": "", "player.2": ""})
    assert reply.status == 422 and "Nobody is on the sheet" in reply.text
    assert "Nothing is waiting" in officer.page("/desk")


def drafts_of(officer: Officer) -> set[str]:
    return set(re.findall(r"/desk/drafts/[0-9]+", officer.page("/desk")))


def test_a_new_report_that_is_sent_again_makes_no_second_draft(
    officer: Officer,
) -> None:
    """A browser sends the form again when its page is reloaded."""
    once = values(officer.page(PAPER))["once"]
    wrong = {**HEADER, **FOUR, **pair(1, 1, "1", "1-0", "9"), "once": once}
    actions = set[str]()
    for _ in range(2):
        reply = officer.post(PAPER, wrong)
        assert reply.status == 422
        [form] = [form for form in forms_of(reply.text) if "player.1" in form.entries]
        actions.add(form.action)
    assert len(actions) == 1 and len(drafts_of(officer)) == 1
    # what was mended since is not undone by the first page
    [mended] = actions
    officer.sent(mended, {**HEADER, **FOUR, **FIRST})
    officer.post(PAPER, wrong)
    assert "aria-invalid" not in officer.page(mended)
    # another form, and the same one with something else in it, are others
    officer.sent(PAPER, {**HEADER, **FOUR, **FIRST, "once": once})
    assert len(drafts_of(officer)) == 2
    other = values(officer.page(PAPER))["once"]
    assert other != once
    officer.post(PAPER, {**wrong, "once": other})
    assert len(drafts_of(officer)) == 3


def test_a_draft_that_was_dropped_says_by_whom_and_shows_what_was_typed(
    officer: Officer, club: Selo
) -> None:
    address = typed(officer, FOUR, FIRST)
    other = Officer(club, officer.service, name="pekka")
    other.sent(f"{address.removesuffix('/paper')}/drop")

    reply = officer.post(address, {**HEADER, **FOUR, **FIRST, "place": "Vantaa"})
    assert reply.status == 409
    assert "Draft 1 was dropped by pekka at " in reply.text
    assert "Vantaa" in reply.text
    assert "was not typed from paper" not in reply.text


def test_a_sheet_whose_draft_was_dropped_is_kept_again(officer: Officer) -> None:
    """Whoever drops it by mistake goes back to its form and saves it once more."""
    once = values(officer.page(PAPER))["once"]
    sheet = {**HEADER, **FOUR, **FIRST, "once": once, "then": "stay"}
    kept = []
    for _ in range(3):
        address = officer.sent(PAPER, sheet)
        # sent again while it waits, it is the same draft
        assert officer.sent(PAPER, sheet) == address
        assert values(officer.page(address))["player.2"] == "Uusi, Urho"
        kept.append(address)
        officer.sent(f"{address.removesuffix('/paper')}/drop")

    assert len({*kept}) == 3


def test_a_sheet_that_was_booked_leads_to_its_draft(
    officer: Officer, club: Selo
) -> None:
    once = values(officer.page(PAPER))["once"]
    sheet = {**HEADER, **FOUR, **FIRST, "once": once, "then": "stay"}
    address = officer.sent(PAPER, sheet)
    led = address.removesuffix("/paper")
    settle(
        ledger=club.ledger,
        number=int(led.rpartition("/")[2]),
        state=BOOKED,
        seqs=(),
        by="pekka",
        now="2024-06-01T12:00:00Z",
    )
    assert officer.sent(PAPER, sheet) == led
    reply = officer.see(address)
    assert reply.status == 409
    assert "was booked by pekka" in reply.text


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


def test_nobody_types_over_what_somebody_else_saved_without_being_told(
    officer: Officer, club: Selo
) -> None:
    address = typed(officer, FOUR, FIRST)
    other = Officer(club, officer.service, name="pekka")
    opened = values(officer.page(address))
    theirs = {**values(other.page(address)), "player.2": "Uusi, Uuno"}
    other.sent(address, theirs)
    # whoever sends it again has saved it already
    other.sent(address, theirs)

    mine = {**opened, "place": "Vantaa"}
    reply = officer.post(address, mine)
    page = unescape(reply.text)
    assert reply.status == 422
    assert "Draft 1 was changed after this page was opened" in page
    assert "Nothing of this is saved yet: look at the draft in another window" in page
    assert "Everything else is kept" not in page
    assert b"Uuno" in draft(club.ledger, 1).content
    shown = values(page)
    assert {name: shown[name] for name in mine if name != "seen"} == {
        name: text for name, text in mine.items() if name != "seen"
    }

    # who has seen what that is may save it all the same
    officer.sent(address, shown)
    kept = values(officer.page(address))
    assert (kept["place"], kept["player.2"]) == ("Vantaa", "Uusi, Urho")


def test_answers_are_no_less_kept_than_what_was_typed(
    officer: Officer, club: Selo
) -> None:
    """Who is who is answered on the page of the draft while the form is open."""
    club.submit(player("T1", name="Tuttu, Tiina", born="1980-02-29"))
    address = typed(officer, FOUR, FIRST)
    opened = values(officer.page(address))
    other = Officer(club, officer.service, name="pekka")
    other.sent(f"{address.removesuffix('/paper')}/answers", {"map.1": "T1"})
    assert officer.post(address, {**opened, "place": "Vantaa"}).status == 422
    # a form with what could not be read is kept, and may be mended and sent again
    wrong = {**values(officer.page(address)), "points.1": "many"}
    reply = officer.post(address, wrong)
    assert reply.status == 422 and "Everything else is kept" in reply.text
    officer.sent(address, {**values(reply.text), "points.1": "1.5"})


def test_only_a_typed_draft_is_typed_again(officer: Officer) -> None:
    made = officer.sent("/desk/files", parts("autumn.trf", REPORT), PARTS)
    reply = officer.see(f"{made}/paper")
    assert reply.status == 404
    assert "was not typed from paper" in reply.text


def test_a_row_may_be_named_by_who_stands_in_it(officer: Officer, club: Selo) -> None:
    """As programs do; and the page of the draft takes any text for a row."""
    club.submit(player("T1", name="Tuttu, Tiina", born="1980-02-29"))
    address = typed(officer, FOUR, FIRST).partition("?")[0]
    program = Person(officer.service, club.ledger, Role.OFFICER, "onni")
    answers = {"map": {"Tuttu, Tiina": "T1", "Gone, Gunnar": "new"}}
    assert program.do(1, "answers", json.dumps(answers).encode()).status == 200
    led = address.removesuffix("/paper")
    officer.sent(f"{led}/person", {"row": "\u00b2", "one": "new"})
    officer.sent(f"{led}/person", {"row": "01", "one": "new"})

    shown = values(officer.page(address))
    assert shown["player.1"] == "Tuttu, Tiina"
    officer.sent(address, {**shown, "place": "Vantaa"})
    settings = draft(club.ledger, 1).settings
    assert settings is not None
    assert json.loads(settings)["map"] == {"Tuttu, Tiina": "T1"}
    assert "1 known" in officer.page(led)


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


def agreed_of(club: Selo, address: str) -> object:
    """What was answered about several rows of a draft at once; None for nothing."""
    number = int(address.split("/")[3])
    settings = draft(club.ledger, number).settings
    return json.loads(settings or b"{}").get("agreed")


def test_nobody_else_is_meant_by_an_answer_about_several_rows(
    officer: Officer, club: Selo
) -> None:
    """Two players are known by their names alone, and both are right. Then another
    stands in the row of one of them: they were never agreed to.
    """
    for name, words in (("T1", "Tuttu, Tiina"), ("T2", "Toinen, T"), ("T3", "Kas, K")):
        club.submit(player(name, name=words, born="1980-02-29"))
    rows = people(("Tuttu, Tiina", ""), ("Toinen, T", ""), ("Uusi, Urho", ""))
    address = typed(officer, rows, pair(1, 1, "1", "1-0", "2")).partition("?")[0]
    led = address.removesuffix("/paper")
    assert choices(officer.page(led))["agreed.names"] == ["", "2", "0"]
    officer.sent(f"{led}/answers", {"agreed.names": "2"})
    assert "2 known" in officer.page(led)

    # what is no name changes nothing of it
    shown = values(officer.page(address))
    officer.sent(address, {**shown, "place": "Vantaa", "points.1": "1"})
    assert agreed_of(club, address) == {"names": 2}

    shown = values(officer.page(address))
    officer.sent(address, {**shown, "player.2": "Kas, K"})
    assert agreed_of(club, address) is None
    page = officer.page(led)
    assert "0 known" in page
    assert filled(page)["agreed.names"] == ""


def test_nobody_is_new_by_an_answer_about_others(officer: Officer, club: Selo) -> None:
    """Five of six misspelt names are answered to be new; then the sixth takes the place
    of one of them.
    """
    names = ("Kettuharju", "Vesavaara", "Niittyharju", "Saravesi", "Hallavuori", "Suo")
    for number, name in enumerate(names, 1):
        club.submit(player(f"T{number}", name=f"{name}nen, Maija", born="1980-02-29"))
    misspelt = [(f"{name}nem, Maija", "") for name in names]
    address = typed(officer, people(*misspelt[:5])).partition("?")[0]
    led = address.removesuffix("/paper")
    assert choices(officer.page(led))["agreed.close-new"] == ["", "5"]
    officer.sent(f"{led}/answers", {"agreed.close-new": "5"})
    assert "5 new" in officer.page(led)

    shown = values(officer.page(address))
    officer.sent(address, {**shown, "player.1": misspelt[5][0]})
    assert agreed_of(club, address) is None
    assert "0 new" in officer.page(led)


def test_an_answer_about_several_rows_stays_beside_somebody_named_by_their_id(
    officer: Officer, club: Selo
) -> None:
    """The sheet gets their name as the ledger has it, and they are who they were."""
    for name, words in (("T1", "Tuttu, Tiina"), ("T2", "Toinen, T")):
        club.submit(player(name, name=words, born="1980-02-29"))
    rows = people(("Tuttu, Tiina", ""), ("T. Toinen", ""), ("Uusi, Urho", ""))
    address = typed(officer, rows, pair(1, 1, "1", "1-0", "2")).partition("?")[0]
    led = address.removesuffix("/paper")
    officer.sent(f"{led}/answers", {"map.2": "T2", "agreed.names": "1"})
    officer.sent(address, {**values(officer.page(address)), "place": "Vantaa"})
    assert b"Toinen, T" in draft(club.ledger, 1).content
    assert agreed_of(club, address) == {"names": 1}
