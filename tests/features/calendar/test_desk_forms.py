"""The forms of the desk that announce a tournament and note who decided what of one."""

import re

import pytest

from tests.web.desk.officer import Officer
from tests.web.pages.reading_forms import forms_of
from tests.world.command import Selo
from tests.world.documents import player, tournament

ANNOUNCE = "/desk/announce"
DECISION = "/desk/tournaments/open-2024/decision"
COMING = {"name": "Syyskisa", "start": "2024-09-07", "end": "2024-09-08"}


def shown_in(officer: Officer, address: str, field: str) -> dict[str, str]:
    """What a browser would send of the form that has this field, if nobody typed."""
    return next(
        form.sent() for form in forms_of(officer.page(address)) if field in form.entries
    )


def booked(officer: Officer, address: str, typed: dict[str, str]) -> None:
    """Leave the form of a page, look at the draft that it makes, and book it."""
    form = shown_in(officer, address, next(iter(typed)))
    draft = officer.sent(address, form | typed)
    officer.sent(f"{draft}/book", shown_in(officer, draft, "preview"))


def due(club: Selo) -> list[dict[str, object]]:
    rows = club.ask("calendar", "due", "--ahead", "400")["rows"]
    return [row for row in rows if row["what"] in ("report", "results")]


def test_a_tournament_is_announced_and_awaited(
    officer: Officer,
    club: Selo,
) -> None:
    booked(officer, ANNOUNCE, COMING | {"organiser": "Turun Shakki"})
    [row] = due(club)
    assert (row["id"], row["organiser"]) == ("syyskisa-2024", "Turun Shakki")
    # seven days after its end, as the settings say
    assert row["due"] == "2024-09-15"


def test_what_is_announced_is_changed_on_its_own_form(
    officer: Officer,
    club: Selo,
) -> None:
    booked(officer, ANNOUNCE, COMING | {"place": "Turku"})
    [address] = re.findall(
        r'href="(/desk/announce\?tournament=[^"]*)"', officer.page(ANNOUNCE)
    )
    form = shown_in(officer, address, "name")
    assert (form["tournament"], form["place"]) == ("syyskisa-2024", "Turku")
    booked(officer, address, {"report_by": "2024-09-30"})
    [row] = due(club)
    assert (row["due"], row["name"]) == ("2024-09-30", "Syyskisa")


def test_a_hidden_organiser_stays_when_something_else_is_changed(
    officer: Officer,
    club: Selo,
) -> None:
    """Whoever fills the form may not read the name, and neither loses it nor learns it."""
    club.submit(player("U1", name="Piilopuu, Ulrika", unlisted=True))
    booked(officer, ANNOUNCE, COMING | {"organiser": "Ulrika Piilopuu, Turku"})
    address = f"{ANNOUNCE}?tournament=syyskisa-2024"

    sam = Officer(club, officer.service, role="submitter", name="sam")
    form = shown_in(sam, address, "name")
    assert form["organiser"] == "… …, Turku"
    draft = sam.sent(address, form | {"end": "2024-09-09"})
    assert "… …, Turku" in sam.page(draft) and "Piilopuu" not in sam.page(draft)

    officer.sent(f"{draft}/book", shown_in(officer, draft, "preview"))
    [row] = due(club)
    assert (row["end"], row["organiser"]) == ("2024-09-09", "Ulrika Piilopuu, Turku")


@pytest.mark.parametrize(
    ("typed", "becomes"), [("Turun Shakki", "Turun Shakki"), ("", None)]
)
def test_an_announced_organiser_is_changed_or_taken_away(
    officer: Officer,
    club: Selo,
    typed: str,
    becomes: str | None,
) -> None:
    booked(officer, ANNOUNCE, COMING | {"organiser": "Ulrika Piilopuu, Turku"})
    address = f"{ANNOUNCE}?tournament=syyskisa-2024"
    booked(officer, address, {"organiser": typed})
    [row] = due(club)
    assert row["organiser"] == becomes


def test_a_tournament_abroad_is_reported_by_its_players(
    officer: Officer,
    club: Selo,
) -> None:
    typed = {"domestic": "no", "representatives": "A, B", "tournament": "nordic"}
    booked(officer, ANNOUNCE, COMING | typed)
    [announced] = club.ask("log", "--limit", "1")["events"]
    assert announced["kind"] == "announce"
    rows = club.ask("calendar", "due", "--ahead", "400")["rows"]
    [row] = (row for row in rows if row["id"] == "nordic")
    assert [player["player"] for player in row["players"]] == ["A", "B"]


def test_one_that_is_in_the_ledger_is_not_announced(
    officer: Officer,
    club: Selo,
) -> None:
    club.submit(tournament("kisa", "2024-02-01", "A B 1-0"))
    reply = officer.post(ANNOUNCE, COMING | {"tournament": "kisa", "domestic": "yes"})
    assert reply.status == 422 and "kisa is in the ledger already" in reply.text
    [form] = (form for form in forms_of(reply.text) if "report_by" in form.entries)
    assert form.entries["tournament"].invalid
    assert form.entries["name"].value == "Syyskisa"


def test_who_decided_what_stands_on_the_page_of_the_tournament(
    officer: Officer,
    club: Selo,
) -> None:
    assert DECISION in officer.page("/desk/tournaments/open-2024")
    form = shown_in(officer, DECISION, "about")
    assert form["on"] == "2024-06-30"  # the day it is
    typed = {"about": "counts-here", "by": "the board", "resolution": "7/2024"}
    booked(officer, DECISION, typed | {"on": "2024-05-02", "reason": "they applied"})
    [noted] = club.ask("tournament", "open-2024")["decisions"]
    assert (noted["about"], noted["by"]) == ("counts-here", "the board")
    assert (noted["on"], noted["resolution"]) == ("2024-05-02", "7/2024")
    assert "they applied" in officer.page(DECISION)


@pytest.mark.parametrize("language", ["fi", "sv"])
def test_both_forms_speak_the_language_of_their_address(
    officer: Officer,
    language: str,
) -> None:
    for address in (ANNOUNCE, DECISION):
        own = officer.page(f"/{language}{address}")
        assert "Make a draft" not in own and "No rating moves" not in own


def test_a_tournament_that_nobody_knows_has_no_decision(officer: Officer) -> None:
    assert officer.see("/desk/tournaments/nothing/decision").status == 404
