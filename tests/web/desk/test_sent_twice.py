"""A button of the desk that is pressed twice, or once more after Back."""

from tests.web.desk.officer import Officer
from tests.web.desk.test_more_forms import shown_in, told
from tests.world.command import Selo

PERSON = {"player": "N9", "name": "Niemi, Noora", "federation": "FIN"}


def test_whoever_books_twice_is_led_to_what_they_booked(
    officer: Officer, club: Selo
) -> None:
    draft = officer.sent("/desk/player", PERSON)
    form = shown_in(officer, draft, "preview")
    assert officer.sent(f"{draft}/book", form) == draft
    assert officer.sent(f"{draft}/book", form) == draft
    assert "Booked by aino" in told(officer.page(draft))
    assert len(club.ask("log", "--limit", "100")["events"]) == club.events()


def test_somebody_else_is_told_who_was_faster(officer: Officer, club: Selo) -> None:
    draft = officer.sent("/desk/player", PERSON)
    other = Officer(club, officer.service, "officer", "pekka")
    form = shown_in(other, draft, "preview")
    officer.sent(f"{draft}/book", form)
    reply = other.post(f"{draft}/book", form)
    assert reply.status == 409 and "was booked by aino" in told(reply.text)


def test_a_title_that_no_list_gives(officer: Officer) -> None:
    for title in ("XX", "m"):
        reply = officer.see(f"/desk/titles/A/{title}")
        assert reply.status == 404
        assert f"There is no title '{title}'" in told(reply.text)
        assert "There are M, ME, I" in told(reply.text)
