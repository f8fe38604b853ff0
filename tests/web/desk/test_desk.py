"""The officer's desk over HTTP, by forms alone: a file dropped, answered and booked; a
game corrected from its cell;
a merge, a withdrawal, a publication; who may, and what hostile forms come to.
"""

import re
from html import unescape

import pytest

from messages.results import SHOWN
from tests.web.desk.officer import FIELDS, PARTS, Officer, filled, parts
from tests.web.pages.reading_html import Page, english
from tests.web.serving import Served, served
from tests.web.test_drafts import REPORT
from tests.web.test_writing import AT
from tests.world.command import Selo
from web.desk import report_titles
from web.desk.form_fields import parts_of
from web.sandbox import Bounds


def test_a_report_whose_title_takes_too_long_keeps_the_name_of_its_file(
    officer: Officer, club: Selo, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(report_titles, "FOR_A_TITLE", Bounds(512 * 2**20, 0))
    monkeypatch.setattr(report_titles, "_known", {})
    officer.sent("/desk/files", parts("autumn.trf", REPORT), PARTS)
    inbox = officer.page("/desk")
    assert "autumn.trf" in inbox and "Autumn Open" not in inbox


def test_a_file_is_dropped_answered_and_booked(officer: Officer, club: Selo) -> None:
    before = club.events()
    draft = officer.sent(
        "/desk/files", parts("autumn.trf", REPORT, "from the club"), PARTS
    )
    inbox = officer.page("/desk")
    assert re.search(r"Report: <bdi[^>]*>Autumn Open</bdi>, 1 round, 2 players", inbox)
    assert "autumn.trf" in inbox and "from the club" in officer.page("/desk")
    page = officer.page(draft)
    assert "Autumn Open" in page and ">Book<" not in page
    answers = filled(page)
    assert answers["tournament"] == "autumn-open-2024" and answers["time_control"] == ""
    people = {name: value for name, value in answers.items() if name.startswith("map.")}
    assert (
        officer.sent(
            f"{draft}/answers",
            {**answers, "time_control": "90+30", "map.1": "A", "map.2": "B"},
        )
        == draft
    )
    page = officer.page(draft)
    assert people.keys() <= {"map.1", "map.2"}
    assert (
        ">Book<" in page
        and "Ratings that would move" in page
        and club.events() == before
    )
    assert officer.sent(f"{draft}/book") == draft
    page = officer.page(draft)
    assert (
        club.events() == before + 1
        and "Booked by aino" in page
        and f"/events/{before + 1}" in page
    )
    assert club.ask("log")["events"][0]["actor"] == "aino"
    assert officer.sent(f"{draft}/book") == draft, "who books again is led to it"
    assert club.events() == before + 1, "booked once"


def test_a_draft_and_its_answers_survive_a_restart(
    officer: Officer, club: Selo
) -> None:
    draft = officer.sent("/desk/files", parts("autumn.trf", REPORT), PARTS)
    officer.sent(f"{draft}/answers", {"tournament": "autumn", "time_control": "90+30"})
    with served(club.ledger, now=lambda: AT) as again:
        page = unescape(again.ask(draft, fields=officer.cookie).text)
    assert (
        "Autumn Open" in page
        and 'value="90+30"' in page
        and "Are they all right?" in page
    )


def test_a_wrong_answer_is_refused_in_words_and_the_file_stays(
    officer: Officer,
) -> None:
    draft = officer.sent("/desk/files", parts("autumn.trf", REPORT), PARTS)
    refused = officer.post(
        f"{draft}/answers", {"tournament": "autumn", "time_control": "long"}
    )
    assert refused.status == 422 and "is not a time control" in unescape(refused.text)
    assert "autumn.trf" in officer.page(draft)


def test_a_file_that_cannot_be_read_says_why(officer: Officer) -> None:
    draft = officer.sent(
        "/desk/files", parts("photo.png", b"\x89PNG\r\n\x1a\n\0\0"), PARTS
    )
    page = officer.page(draft)
    assert 'role="alert"' in page and ">Book<" not in page
    assert officer.sent(f"{draft}/drop") == "/desk"
    assert "Dropped by aino" in officer.page(draft)


def test_a_game_is_corrected_from_its_cell(officer: Officer, club: Selo) -> None:
    page = officer.page("/desk/tournaments/open-2024")
    cells = re.findall(r'href="(/desk/tournaments/open-2024/games/[^"]+)"', page)
    form = officer.page(cells[0])
    version = re.findall(r'name="version" value="(\d+)"', form)[0]
    result = re.findall(r'<option value="([^"]+)" selected', form)[0]
    other = "1/2-1/2" if result != "1/2-1/2" else "1-0"
    before = club.ask("show", "A")["lists"]["selo"]["rating"]
    draft = officer.sent(
        cells[0], {"version": version, "result": other, "reason": "typed wrong"}
    )
    page = officer.page(draft)
    assert (
        "typed wrong" in page
        and f"→ <b>result {SHOWN[other]}</b>" in page
        and 'class="n"><b>' in page
    )
    assert club.ask("show", "A")["lists"]["selo"]["rating"] == before
    officer.sent(f"{draft}/book")
    assert club.ask("log")["events"][0]["kind"] == "amend"
    # the version was read before: somebody else's correction since then is not
    # overwritten
    late = officer.post(
        cells[0], {"version": version, "result": "0-1", "reason": "late"}
    )
    assert (
        late.status == 422
        and 'role="alert"' in late.text
        and 'value="late"' in late.text
    )


def test_withdrawn_reinstated_merged_published_and_introduced(
    officer: Officer, club: Selo
) -> None:
    for address, form, kind in (
        (
            "/desk/tournaments/open-2024/withdraw",
            {"reason": "never played"},
            "withdraw",
        ),
        (
            "/desk/tournaments/open-2024/withdraw",
            {"reason": "it was", "back": "yes"},
            "reinstate",
        ),
        (
            "/desk/player",
            {"player": "N7", "name": "Niemi, Noora", "born": "2001", "sex": "f"},
            "player",
        ),
        (
            "/desk/player",
            {"player": "N7", "name": "Niemi-Aho, Noora", "change": "yes"},
            "player",
        ),
        (
            "/desk/merge",
            {"from": "N7", "into": "A", "reason": "one person"},
            "merge-players",
        ),
    ):
        draft = officer.sent(address, form)
        assert ">Book<" in officer.page(draft), address
        officer.sent(f"{draft}/book")
        assert club.ask("log")["events"][0]["kind"] == kind
    side = officer.page("/desk/merge?from=A&into=B")
    assert side.count('scope="col"') == 2 and "Show what would move" in side
    assert "players are on it" in officer.page(
        "/desk/publish?label=2024-07&as_of=2024-06-30"
    )


def test_a_publisher_previews_and_freezes(club: Selo, service: Served) -> None:
    publisher = Officer(club, service, "publisher")
    page = publisher.page("/desk/publish?list=selo&label=2024-06&as_of=2024-06-30")
    assert "No earlier list has been published" in page
    draft = publisher.sent(
        "/desk/publish", {"list": "selo", "label": "2024-06", "as_of": "2024-06-30"}
    )
    publisher.sent(f"{draft}/book")
    assert [row["label"] for row in club.ask("list", "published")["rows"]] == [
        "2024-06"
    ]
    assert "Compared with 2024-06 of" in publisher.page(
        "/desk/publish?list=selo&label=2024-07"
    )


def test_who_may_what(club: Selo, service: Served, officer: Officer) -> None:
    nobody = service.ask("/desk", fields={"Accept": "text/html"})
    assert nobody.status == 401 and "You have to log in" in nobody.text
    submitter = Officer(club, service, "submitter", "seura")
    draft = submitter.sent("/desk/files", parts("autumn.trf", REPORT), PARTS)
    answers = {
        **filled(submitter.page(draft)),
        "time_control": "90+30",
        "map.1": "A",
        "map.2": "B",
    }
    submitter.sent(f"{draft}/answers", answers)
    page = submitter.page(draft)
    assert (
        ">Book<" not in page
        and "somebody who may book it" in page
        and ">Book<" in officer.page(draft)
    )
    assert submitter.post(f"{draft}/book").status == 403
    theirs = officer.sent("/desk/player", {"player": "N8", "name": "Other, Otto"})
    assert (
        submitter.see(theirs).status == 403
        and submitter.post(f"{theirs}/drop").status == 403
    )
    other_site = {
        **officer.cookie,
        "Sec-Fetch-Site": "cross-site",
        "Content-Type": FIELDS,
    }
    assert service.ask(f"{theirs}/book", "POST", b"", other_site).status == 403


@pytest.mark.parametrize(
    "name",
    ["<script>alert(1)</script>", "‮evil", "x" * 190, "😀.trf", "../../etc/passwd"],
    ids=["markup", "bidi", "long", "emoji", "path"],
)
def test_hostile_names_break_no_page(officer: Officer, name: str) -> None:
    draft = officer.sent("/desk/files", parts(name, REPORT, name[:150]), PARTS)
    reply = officer.see(draft)
    assert (
        reply.status == 200
        and Page(reply.text).flaws == []
        and "<script>alert" not in reply.text
    )


@pytest.mark.parametrize(
    ("body", "kind", "status"),
    [
        (b"\xff\xfe=1", FIELDS, 400),
        (b"a=%ff", FIELDS, 400),
        (b"x", "multipart/form-data", 400),
        (b"", PARTS, 400),
        (b"--frontier\r\nnonsense\r\n\r\nx\r\n--frontier--", PARTS, 400),
        (b"{}", "application/json", 415),
        (b"note=1", FIELDS, 422),
        (parts("a.trf", REPORT)[:-16], PARTS, 400),
        (
            b"--frontier\r\nContent-Disposition: form-data; name=a\r\n\r\nx\r\n" * 5_001
            + b"--frontier--",
            PARTS,
            400,
        ),
        (
            b"--frontier\r\nContent-Disposition: form-data; name=a\r\n--frontier--",
            PARTS,
            400,
        ),
    ],
    ids=[
        "bytes",
        "percent",
        "no-boundary",
        "nothing",
        "no-name",
        "json",
        "no-file",
        "cut-off",
        "too-many",
        "no-head",
    ],
)
def test_broken_forms_are_refused_in_words(
    officer: Officer, body: bytes, kind: str, status: int
) -> None:
    reply = officer.post("/desk/files", body, kind)
    assert reply.status == status and "<h1>" in reply.text


def test_a_file_arrives_byte_for_byte() -> None:
    content = bytes(range(256)) * 3 + b"\r\n--frontie\r\n\r\n"
    form = parts_of(parts("a;b.trf", content, " ä "), b"frontier")
    assert (
        form.file is not None and form.file[1] == content and form.text("note") == "ä"
    )


@pytest.mark.parametrize("language", ["fi", "sv"])
def test_every_page_of_the_desk_is_in_one_language(
    officer: Officer, language: str
) -> None:
    draft = officer.sent("/desk/files", parts("autumn.trf", REPORT), PARTS)
    for address in (
        "/desk",
        "/desk/player",
        "/desk/merge?from=A&into=B",
        "/desk/publish?label=x",
        draft,
        "/desk/tournaments/open-2024",
        "/desk/tournaments/open-2024/withdraw",
    ):
        page = Page(officer.see(f"/{language}{address}").text)
        assert page.flaws == [] and page.language == language
        assert sorted(set(page.texts) & english(language)) == [], address
        assert (
            'class="hint"><span lang="en"'
            not in officer.see(f"/{language}{address}").text
        ), "a question in English"
