"""Decisions about titles at the desk: what decides nothing says so before it is booked."""

import pytest

from tests.web.desk.officer import PARTS, Officer, parts
from tests.web.desk.test_more_forms import booked, shown_in, told
from tests.world.command import Selo
from tests.world.documents import opening, player, tournament

NOTHING, CHECK = "ecides nothing", "Please check this"
TITLE = "the title M of Mestari, Maija"


def with_a_master(club: Selo) -> None:
    """Somebody who earned M on 1 March, and holds ME and I."""
    club.submit(player("M1", name="Mestari, Maija"), opening("M1", 2195, games=60))
    club.submit(player("M2", name="Kova, Kalle"), opening("M2", 2300, games=60))
    games = ["M1 M2 1-0", "M2 M1 0-1", "M1 M2 1-0", "M2 M1 0-1"]
    club.submit(tournament("masters", "2024-03-01", *games, name="Mestarit 2024"))


def decided(
    officer: Officer, kind: str, title: str = "M", on: str = "2024-04-01"
) -> str:
    """The draft of a decision."""
    address = f"/desk/titles/M1/{title}"
    form = shown_in(officer, address, "decision")
    return officer.sent(
        address, form | {"decision": kind, "on": on, "reason": "minutes 3"}
    )


def submit(club: Selo, kind: str, on: str = "2024-03-15") -> None:
    fields = {"player": "M1", "title": "M", "on": on, "reason": "minutes 2"}
    club.submit({"kind": kind, **fields})


def withdraw(club: Selo) -> None:
    club.submit({"kind": "withdraw", "tournament": "masters", "reason": "not played"})


@pytest.mark.parametrize(
    ("before", "kind", "title", "on", "sentence"),
    [
        ("confirm-title", "confirm-title", "M", "", f"The same was decided of {TITLE}"),
        ("keep-title", "keep-title", "M", "", f"The same was decided of {TITLE}"),
        ("refuse-title", "refuse-title", "M", "", f"The same was decided of {TITLE}"),
        ("", "revoke-confirmation", "M", "", "there is nothing to revoke"),
        ("", "keep-title", "M", "", "there is nothing to keep"),
        ("confirm-title", "keep-title", "M", "", "there is nothing to keep"),
        ("", "refuse-title", "M", "2024-02-01", "on 1 March 2024, after this decision"),
        ("", "refuse-title", "ME", "", "Nobody has to decide on the title ME"),
        ("", "confirm-title", "ME", "2024-06-01", "Nobody has to decide"),
        (
            "confirm-title",
            "refuse-title",
            "M",
            "2024-03-10",
            "was decided on 15 March 2024, later than this, and that counts",
        ),
    ],
)
def test_what_decides_nothing_says_so_before_it_is_booked(
    officer: Officer,
    club: Selo,
    before: str,
    kind: str,
    title: str,
    on: str,
    sentence: str,
) -> None:
    with_a_master(club)
    if before:
        submit(club, before)
    draft = decided(officer, kind, title, on or "2024-04-01")
    page = told(officer.page(draft))
    assert CHECK in page and sentence in page, page
    # it is no reason to refuse it
    form = shown_in(officer, draft, "preview")
    sure = {name: "yes" for name in form if name.startswith("sure.")}
    officer.sent(f"{draft}/book", form | sure)
    assert "Booked by aino" in told(officer.page(draft))


@pytest.mark.parametrize(
    ("before", "kind"),
    [
        ("", "confirm-title"),
        ("", "refuse-title"),
        ("confirm-title", "refuse-title"),
        ("confirm-title", "revoke-confirmation"),
        ("refuse-title", "confirm-title"),
    ],
)
def test_what_decides_something_is_left_alone(
    officer: Officer, club: Selo, before: str, kind: str
) -> None:
    with_a_master(club)
    if before:
        submit(club, before)
    assert CHECK not in officer.page(decided(officer, kind))


def test_a_title_whose_grounds_are_gone_is_kept_or_refused_and_not_confirmed(
    officer: Officer, club: Selo
) -> None:
    with_a_master(club)
    submit(club, "confirm-title")
    withdraw(club)
    assert "it can be kept or refused" in told(
        officer.page(decided(officer, "confirm-title"))
    )
    for kind in ("keep-title", "refuse-title"):
        assert CHECK not in officer.page(decided(officer, kind))


def test_a_title_that_nobody_reached(officer: Officer, club: Selo) -> None:
    for kind, sentence in (
        ("refuse-title", "A has not reached the title M: this decides nothing"),
        ("keep-title", "Nothing in the ledger supports the title M of A"),
        ("revoke-confirmation", "A has not reached the title M"),
    ):
        address = "/desk/titles/A/M"
        form = shown_in(officer, address, "decision") | {"reason": "minutes 3"}
        draft = officer.sent(address, form | {"decision": kind, "on": "2024-04-01"})
        name = club.ask("show", "A")["player"]["name"]
        page = told(officer.page(draft))
        assert (
            sentence.replace(" A", f" {name}").replace("A has", f"{name} has") in page
        )


def test_it_is_said_in_the_language_of_whoever_decides(
    officer: Officer, club: Selo
) -> None:
    with_a_master(club)
    draft = decided(officer, "revoke-confirmation")
    assert "ei ole vahvistettu" in told(officer.page(f"/fi{draft}"))
    assert "inte bekräftad" in told(officer.page(f"/sv{draft}"))


def test_a_decision_beside_the_games_that_it_is_about_is_left_alone(
    officer: Officer, club: Selo
) -> None:
    """What it decides rests on the other document."""
    with_a_master(club)
    content = (
        b'{"kind": "withdraw", "tournament": "masters", "reason": "not played"}\n'
        b'{"kind": "keep-title", "player": "M1", "title": "M", "on": "2024-04-01",'
        b' "reason": "minutes 3"}\n'
    )
    draft = officer.sent("/desk/files", parts("two.jsonl", content), PARTS)
    assert "nothing to keep" not in told(officer.page(draft))


def test_what_is_booked_already_is_said_once(officer: Officer, club: Selo) -> None:
    with_a_master(club)
    address = "/desk/titles/M1/M"
    typed = {"decision": "confirm-title", "on": "2024-04-01", "reason": "minutes 3"}
    booked(officer, address, shown_in(officer, address, "decision") | typed)
    page = told(officer.page(decided(officer, "confirm-title")))
    assert "All of it is in the ledger already" in page and CHECK not in page
