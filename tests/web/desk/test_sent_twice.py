"""A button of the desk that is pressed twice, or once more after Back."""

from concurrent.futures import ThreadPoolExecutor

from tests.web.desk.officer import PARTS, Officer, parts
from tests.web.desk.test_more_forms import shown_in, told
from tests.web.test_drafts import REPORT
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


def test_a_form_or_a_file_that_is_sent_twice_is_one_draft(officer: Officer) -> None:
    draft = officer.sent("/desk/player", PERSON)
    assert officer.sent("/desk/player", PERSON) == draft
    file = officer.sent("/desk/files", parts("spring.trf", REPORT), PARTS)
    assert officer.sent("/desk/files", parts("spring.trf", REPORT), PARTS) == file

    # another note was typed, so nothing of it is lost
    with_note = parts("spring.trf", REPORT, note="the second file")
    assert officer.sent("/desk/files", with_note, PARTS) != file

    # what was dropped is asked for anew
    officer.sent(f"{draft}/drop", {})
    assert officer.sent("/desk/player", PERSON) != draft


def test_drafts_sent_at_once_are_one(officer: Officer) -> None:
    with ThreadPoolExecutor(4) as pool:
        drafts = list(
            pool.map(lambda _: officer.sent("/desk/player", PERSON), range(8))
        )
    assert len(set(drafts)) == 1


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
