"""A form that comes back, where there is more to see than its messages: what changed
meanwhile, what was asked by an address, who is who in a file.
"""

import json
import re
from html import unescape

import pytest

from tests.web.desk.officer import PARTS, Officer, filled, parts
from tests.web.pages.reading_forms import forms_of
from tests.web.pages.reading_html import Page
from tests.web.test_drafts import REPORT
from tests.world.command import Selo
from tests.world.documents import amend, game, player

GAME = "/desk/tournaments/open-2024/games/1.1"


def sent_form(html: str, field: str) -> dict[str, str]:
    """What a browser would send of the form that has this field."""
    return next(form.sent() for form in forms_of(html) if field in form.entries)


def test_a_correction_of_what_somebody_else_corrected_meanwhile_keeps_what_was_typed(
    officer: Officer, club: Selo
) -> None:
    form = {
        **sent_form(officer.page(GAME), "shown_result"),
        "result": "1/2-1/2",
        "reason": "the card",
    }
    club.submit(amend("open-2024", games={"1.1": {"result": "0-1"}}))
    reply = officer.post(GAME, form)
    assert reply.status == 422 and Page(reply.text).flaws == []
    assert (
        "open-2024 is at version" in reply.text
        and "then make the correction again" in reply.text
    )
    again = sent_form(reply.text, "shown_result")
    assert {name: again[name] for name in ("result", "reason", "version")} == {
        "result": "1/2-1/2",
        "reason": "the card",
        "version": form["version"],
    }
    assert officer.post(GAME, again).status == 422, (
        "nobody overwrites what they have not seen"
    )


def test_a_draft_of_a_form_names_no_line(officer: Officer, club: Selo) -> None:
    """Nobody wrote the line that its document is."""
    form = sent_form(officer.page(GAME), "shown_result")
    led = officer.sent(GAME, {**form, "result": "1/2-1/2", "reason": "the card"})
    club.submit(amend("open-2024", games={"1.1": {"result": "0-1"}}))
    page = officer.page(led)
    assert "open-2024 is at version" in page
    assert "line 1" not in page

    # and no more where the button is pressed
    reply = officer.post(f"{led}/book", {"reason": ""})
    assert reply.status == 422
    assert "open-2024 is at version" in reply.text
    assert "line 1" not in reply.text


def test_lines_are_named_where_there_are_several(officer: Officer) -> None:
    """Of problems and of warnings, of documents in a file that somebody wrote."""
    good = player("N1", name="Nieminen, Niilo")
    odd = player("N2", name="Nieminen, Nelli", federation="XYZ")
    bad = {"kind": "player", "player": "nobody here"}
    for documents, words in (
        ([odd], ""),
        ([good, odd], "line 2"),
        ([bad], ""),
        ([good, bad], "line 2"),
    ):
        content = "".join(f"{json.dumps(document)}\n" for document in documents)
        led = officer.sent("/desk/files", parts("n.jsonl", content.encode()), PARTS)
        page = officer.page(led)
        assert "XYZ" in page or "nobody here" in page
        assert re.findall("line [0-9]+", page) == ([words] if words else [])


@pytest.mark.parametrize(
    ("address", "fields", "says"),
    [
        ("/desk/merge?from=nobody&into=A", {"from": "nobody", "into": "A"}, ["nobody"]),
        (
            "/desk/merge?from=nobody&into=nobodyelse",
            {"from": "nobody", "into": "nobodyelse"},
            ["nobody", "nobodyelse"],
        ),
        ("/desk/player?player=nobody", {"player": "nobody"}, ["nobody"]),
        (
            "/desk/publish?label=2024-06&as_of=1.6.2024",
            {"label": "2024-06", "as_of": "1.6.2024"},
            ["1.6.2024"],
        ),
        (
            "/desk/publish?list=elo&label=2024-06&as_of=2024-06-01",
            {"list": "elo", "as_of": "2024-06-01"},
            ["elo"],
        ),
    ],
    ids=["one of two", "both", "player", "day", "list"],
)
def test_what_is_asked_by_an_address_comes_back_too(
    officer: Officer, address: str, fields: dict[str, str], says: list[str]
) -> None:
    reply = officer.see(address)
    assert reply.status == 422 and Page(reply.text).flaws == []
    form = next(
        form for form in forms_of(reply.text) if fields.keys() <= form.entries.keys()
    )
    assert {name: form.entries[name].value for name in fields} == fields
    told = [entry.said for entry in form.entries.values() if entry.invalid]
    assert len(told) == len(says) and all(
        word in text for word, text in zip(says, told, strict=True)
    ), told


def test_answers_given_are_asked_as_before_with_the_names_of_people(
    officer: Officer,
) -> None:
    draft = officer.sent("/desk/files", parts("autumn.trf", REPORT), PARTS)
    before = officer.page(draft)
    answers = {**filled(before), "time_control": "90+30", "map.1": "A", "map.2": "B"}
    officer.sent(f"{draft}/answers", answers)
    page = officer.page(draft)
    so_far = page.partition("Answers so far")[2].partition("</form>")[0]
    for row, person in (("1", "Pelaaja A"), ("2", "Pelaaja B")):
        [question] = re.findall(rf'<label for="q-map\.{row}">(.*?)</label>', so_far)
        assert "Who is it?" in question and person in question
        [chosen] = re.findall(
            rf'name="map\.{row}" *>.*?<option value="([^"]+)" selected>',
            so_far,
            re.DOTALL,
        )
        assert chosen == answers[f"map.{row}"]
    assert 'name="time_control"' in so_far and "Time control" in so_far
    assert ">map.1<" not in page and ">agreed" not in page
    # an answer may be taken back, and is asked again
    officer.sent(f"{draft}/answers", {**sent_form(page, "map.1"), "time_control": ""})
    assert (
        'name="time_control"'
        in officer.page(draft)
        .partition("To be answered")[2]
        .partition("Answers so far")[0]
    )


def test_answers_that_fit_no_file_stand_at_their_questions(officer: Officer) -> None:
    """Two who met cannot be one person: the answers are kept, and the page says so at
    the question.
    """
    draft = officer.sent("/desk/files", parts("autumn.trf", REPORT), PARTS)
    answers = {
        **filled(officer.page(draft)),
        "time_control": "90+30",
        "map.1": "A",
        "map.2": "A",
    }
    officer.sent(f"{draft}/answers", answers)
    page = officer.page(draft)
    form = next(form for form in forms_of(page) if "map.2" in form.entries)
    assert (
        form.entries["map.2"].invalid
        and "would both be A" in form.entries["map.2"].said
    )
    assert "Pelaaja B" in page.partition("Answers so far")[2].partition("</details>")[0]


def test_a_document_that_is_refused_says_where_the_player_stands(club: Selo) -> None:
    """A refusal leads to the field, not only to the game."""
    club.submit(player("N1"))
    [problem] = club.refuse(amend("open-2024", add_games=[game(9, "N1", "X9")]))
    assert problem["where"]["field"] == "add_games[0].black"


@pytest.mark.parametrize("what", ["booked", "unknown", "not theirs"])
def test_a_comment_on_a_draft_that_is_gone_is_kept_to_be_copied(
    officer: Officer, club: Selo, what: str
) -> None:
    person = {"player": "N9", "name": "Niemi, Noora", "federation": "FIN"}
    draft = officer.sent("/desk/player", person)
    typed = {"comment": 'her <b>club</b> & "card" say so', "reviewer": "pekka"}
    someone = officer
    if what == "booked":
        officer.sent(f"{draft}/book", sent_form(officer.page(draft), "preview"))
        status = 409
    elif what == "unknown":
        draft, status = "/desk/drafts/99", 404
    else:
        someone = Officer(club, officer.service, "submitter", "kaisa")
        status = 403

    reply = someone.post(f"{draft}/comment", typed)
    assert reply.status == status and Page(reply.text).flaws == []
    _, _, after = reply.text.partition("<textarea readonly")
    kept = unescape(after.partition(">")[2].partition("</textarea>")[0]).strip()
    assert kept == 'her <b>club</b> & "card" say so\npekka'


def test_what_a_page_sends_along_is_not_shown_as_typed(officer: Officer) -> None:
    reply = officer.post("/desk/drafts/99/book", {"preview": "abc", "reason": "why"})
    assert reply.status == 404 and "abc" not in reply.text and "why" in reply.text
    assert "Search for it" not in reply.text, "nobody looks for a form"
    empty = officer.post("/desk/drafts/99/comment", {"comment": "", "reviewer": ""})
    assert empty.status == 404 and "<textarea" not in empty.text
