"""The desk's page of letters: who gets one and what it says, and all of them as mail in
one file.
"""

import json
from collections.abc import Iterator
from email import message_from_bytes
from email.policy import default
from io import BytesIO
from zipfile import ZipFile

import pytest

from tests.web.desk.officer import PARTS, Officer, with_file
from tests.web.pages.reading_forms import forms_of
from tests.web.serving import Reply, served
from tests.web.test_writing import AT
from tests.world.command import Selo
from tests.world.documents import tournament

ADDRESS = "/desk/letters"
SINCE = f"{ADDRESS}?since=2024-05-01"
TABLE = "player;email;language\nA;aino@home.example;fi\nB;bo@home.example;\n"


@pytest.fixture
def officer(club: Selo) -> Iterator[Officer]:
    """In a club in which A, B, C and D played in May."""
    club.submit(tournament("may", "2024-05-11", "A B 1-0", "C D 0-1"))
    with served(club.ledger, now=lambda: AT) as service:
        yield Officer(club, service)


def mailed(officer: Officer, sender: str, table: str) -> Reply:
    """What comes of the form, with a table of addresses."""
    [form] = (
        form for form in forms_of(officer.page(SINCE)) if "sender" in form.entries
    )
    fields = {**form.sent(), "sender": sender}
    fields.pop("file", None)
    return officer.post(
        ADDRESS, with_file("addresses.csv", table.encode(), fields), PARTS
    )


def test_the_page_shows_whom_letters_go_to(officer: Officer, club: Selo) -> None:
    assert "/desk/letters" in officer.page("/desk")
    assert "By email" not in officer.page(ADDRESS)
    page = officer.page(SINCE)
    rows = club.ask("letters", "list", "--since", "2024-05-01")["rows"]
    assert len(rows) == 4
    assert "4 ratings on selo have moved since 1 May 2024" in page
    assert rows[0]["text"].splitlines()[0] in page


def test_all_letters_come_as_mail_in_one_file(officer: Officer) -> None:
    reply = mailed(officer, "office@chess.example", TABLE)
    assert reply.status == 200
    assert reply.fields["content-type"] == "application/zip"
    with ZipFile(BytesIO(reply.body)) as packed:
        files = {name: packed.read(name) for name in packed.namelist()}
    assert files.pop("without-address.txt").split() == [b"C", b"D"]
    letters = [message_from_bytes(text, policy=default) for text in files.values()]
    assert {letter["To"]: letter["Subject"] for letter in letters} == {
        "aino@home.example": "Lukusi listalla selo",
        "bo@home.example": "Your rating on selo",
    }
    assert {letter["From"] for letter in letters} == {"office@chess.example"}
    texts = "".join(letter.get_content() for letter in letters)
    # where the sums stand, as the office reached the service
    assert f"http://127.0.0.1:{officer.service.port}/fi/players/A" in texts


def test_what_is_wrong_is_said_at_both_fields_at_once(officer: Officer) -> None:
    reply = mailed(officer, "the office", "player;email\nnobody;a@home.example\n")
    assert reply.status == 422
    [form] = (form for form in forms_of(reply.text) if "sender" in form.entries)
    assert form.entries["sender"].invalid and form.entries["file"].invalid
    assert form.entries["sender"].value == "the office"
    assert "Choose addresses.csv again" in reply.text


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("since=2099-01-01", "since"),
        ("since=no-such-list", "since"),
        ("since=2024-05-01&list=elo", "list"),
        ("since=2024-05-01&language=et", "language"),
    ],
)
def test_letters_that_nobody_can_write(
    officer: Officer, query: str, field: str
) -> None:
    reply = officer.see(f"{ADDRESS}?{query}")
    assert reply.status == 422, reply.text
    [form] = (form for form in forms_of(reply.text) if "since" in form.entries)
    assert form.entries[field].invalid
    assert form.entries["since"].value == query.partition("&")[0].partition("=")[2]


def test_a_submitter_has_no_letters(officer: Officer, club: Selo) -> None:
    other = Officer(club, officer.service, role="submitter", name="sam")
    assert other.see(ADDRESS).status == 403
    assert "/desk/letters" not in json.dumps(other.page("/desk"))
