"""The form of a player, of somebody whose details cannot be changed, or not under that
id: it says so, and leads on.
"""

import pytest

from tests.web.desk.officer import Officer
from tests.web.desk.test_more_forms import told
from tests.web.pages.reading_forms import forms_of
from tests.world.command import Selo
from tests.world.documents import player

ADDRESS = "/desk/player?player="


def fields(page: str) -> set[str]:
    return {field for form in forms_of(page) for field in form.entries}


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("", "P1 was erased"),
        ("/fi", "Henkilön P1 tiedot on poistettu"),
        ("/sv", "Uppgifterna om P1 har raderats"),
    ],
)
def test_somebody_who_was_erased(
    officer: Officer, club: Selo, language: str, sentence: str
) -> None:
    club.submit(player("P1", name="Pois, Pirkko"))
    club.submit({"kind": "erase-person", "player": "P1", "reason": "by letter"})
    page = officer.page(f"{language}{ADDRESS}P1")
    assert sentence in told(page) and "born" not in fields(page)
    assert f'href="{language}/players/P1"' in page
    assert f'href="{language}/desk/player"' in page


def test_somebody_who_was_merged(officer: Officer, club: Selo) -> None:
    club.submit(player("P1", name="Niemi, N."), player("P2", name="Niemi, Noora"))
    club.submit(
        {"kind": "merge-players", "from": "P1", "into": "P2", "reason": "one person"}
    )
    page = officer.page(f"{ADDRESS}P1")
    assert "P1 was merged: this is P2, who goes on" in told(page)
    [form] = (form for form in forms_of(page) if "born" in form.entries)
    assert form.sent()["player"] == "P2"
    assert "was merged" not in officer.page(f"{ADDRESS}P2")
    # and once both are erased
    club.submit({"kind": "erase-person", "player": "P2", "reason": "by letter"})
    page = officer.page(f"{ADDRESS}P1")
    assert "P2 was erased" in told(page) and "born" not in fields(page)


@pytest.mark.parametrize("asked", ["nobody-at-all", "NIEMI77"])
def test_somebody_who_never_was(officer: Officer, asked: str) -> None:
    reply = officer.see(f"{ADDRESS}{asked}")
    assert reply.status == 422 and f"Nobody has the id '{asked}'" in told(reply.text)
    [find] = (form for form in forms_of(reply.text) if {*form.entries} == {"player"})
    assert find.entries["player"].value == asked and find.entries["player"].invalid


def test_an_id_in_other_letters(officer: Officer, club: Selo) -> None:
    club.submit(player("F077", name="Niemi, Noora"))
    reply = officer.see(f"{ADDRESS}f077")
    assert "F077" in told(reply.text) or 'value="F077"' in reply.text
