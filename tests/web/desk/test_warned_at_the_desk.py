"""Whoever books at the desk is warned as the command warns, of every kind of document:
before booking of what is odd, afterwards of what an erasure could not reach.
"""

import json
import re
from html import unescape

import pytest

from features import FEATURES
from features.feature import Feature
from ledger.errors import Busy, Problem
from ledger.store import is_server
from messages import say
from messages.translated import said_elsewhere
from tests.command.test_documents_accepted import FULL, LEAST
from tests.web.desk.officer import PARTS, Officer, parts
from tests.web.pages.reading_forms import forms_of
from tests.web.serving import Served
from tests.web.test_writing import AT
from tests.world.command import Selo
from tests.world.documents import Document, opening, player
from tests.world.ledger import submitted
from web.store.beside import changing

NAME, FILE = "Pois, Pirkko", "Pois Pirkko ja muut.csv"
STILL = "Still to be done"
# documents about which the command says something before they are booked
ODD: dict[str, Document] = {
    "player": player("N", name="Nieminen, Niilo", federation="XYZ"),
    "opening": opening("A", 2900, list="pelo"),
    "external-rating": {
        "kind": "external-rating",
        "player": "A",
        "source": "fide-standard",
        "on": "2024-01-01",
        "rating": 2990,
    },
    "tournament": {**LEAST["tournament"], "start": "2019-03-01", "end": "2019-03-01"},
    "adopt-rules": {**LEAST["adopt-rules"], "edition": "fi-1990"},
}


@pytest.fixture
def officer(club: Selo, service: Served) -> Officer:
    """Somebody who may book every kind of document."""
    return Officer(club, service, "admin")


def told(page: str) -> str:
    """What somebody reads on a page, all of it on one line."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())


def says(page: str, sentence: str) -> bool:
    """Whether a page says a sentence, but for its capital letter."""
    return sentence.casefold() in told(page).casefold()


def drafted(officer: Officer, document: Document) -> str:
    content = json.dumps(document).encode()
    return officer.sent("/desk/files", parts("one.jsonl", content), PARTS)


def booked(officer: Officer, draft: str) -> str:
    """Press the button, sure of all that is asked; return the page that it leads to."""
    [form] = (form for form in forms_of(officer.page(draft)) if "/book" in form.action)
    sure = {name: "yes" for name in form.entries if name.startswith("sure.")}
    assert officer.sent(f"{draft}/book", form.sent() | sure) == draft
    return officer.page(draft)


@pytest.mark.parametrize(
    "document",
    [*FULL.values(), *LEAST.values(), *ODD.values()],
    ids=lambda document: document["kind"],
)
def test_what_the_command_warns_of_stands_before_the_button(
    officer: Officer, club: Selo, document: Document
) -> None:
    club.submit(player("E"))
    warnings = submitted(club.ledger, document, now=AT, dry_run=True).warnings
    draft = drafted(officer, document)
    before = officer.page(draft)
    sentences = [said_elsewhere(each.message, "en") for each in warnings]
    assert [each for each in sentences if not says(before, each)] == []
    assert warnings or document not in ODD.values()
    assert STILL not in booked(officer, draft)


def erasure(player: str) -> Document:
    return {"kind": "erase-person", "player": player, "reason": "by letter"}


def test_what_an_erasure_could_not_reach_stands_on_the_page_after_it(
    officer: Officer, club: Selo
) -> None:
    """A draft that names them too, and a table of a feature that is gone."""
    club.submit(player("P1", name=NAME), player("P2", name=NAME))
    other = officer.sent("/desk/files", parts(FILE, b"Nimi\nPois, Pirkko\n"), PARTS)
    with changing(club.ledger) as connection:
        connection.execute("CREATE TABLE birthdays (player TEXT)")
        connection.execute("INSERT INTO birthdays VALUES ('P2')")
    by_command = submitted_warnings(club, erasure("P1"))
    assert len(by_command) >= 2

    draft = drafted(officer, erasure("P2"))
    after = booked(officer, draft)
    number = other.rpartition("/")[2]
    assert STILL in after
    assert says(after, f"draft {number} (… … ja muut.csv) still names them")
    assert says(after, "the table birthdays beside the ledger may name them")
    assert len(re.findall("<li>", after.partition(STILL)[2].partition("</ul>")[0])) == (
        len(by_command)
    )
    # the name is not kept with what is left
    assert "Pirkko" not in told(after) and club.ledger not in after
    assert officer.page(draft) == after, "whoever looks again reads it again"
    assert "Vielä tehtävänä" in officer.page(f"/fi{draft}")
    assert "nämner fortfarande" in told(officer.page(f"/sv{draft}"))


def submitted_warnings(club: Selo, document: Document) -> list[str]:
    warnings = club.submit(document)["warnings"]
    return [warning["message"] for warning in warnings]


FORGETTING = [feature for feature in FEATURES if feature.forget is not None]


@pytest.mark.parametrize("feature", FORGETTING, ids=lambda feature: feature.name)
def test_what_a_feature_could_not_forget_stands_there_as_well(
    officer: Officer, club: Selo, feature: Feature
) -> None:
    """The feature cannot look into its own tables at that moment."""
    if is_server(club.ledger):
        pytest.skip("a server keeps a table's name while it is asked for")
    club.submit(player("P1", name=NAME), player("P2", name=NAME))
    draft = drafted(officer, erasure("P2"))
    page = officer.page(draft)
    [form] = (form for form in forms_of(page) if "/book" in form.action)
    rename(club, feature, "{name}", "{name}_away")
    by_command = submitted_warnings(club, erasure("P1"))
    officer.sent(f"{draft}/book", form.sent())
    rename(club, feature, "{name}_away", "{name}")

    after = officer.page(draft)
    of_feature = [each for each in by_command if "may still" in each]
    assert of_feature
    for sentence in of_feature:
        assert says(after, sentence.partition(":")[0]), (sentence, told(after))


def rename(club: Selo, feature: Feature, before: str, after: str) -> None:
    """Rename every column of the feature's tables."""
    with changing(club.ledger) as connection:
        for table in feature.tables:
            for column in re.findall(r"(\w+) (?:TEXT|INTEGER|BLOB)", table.text):
                one, other = (each.format(name=column) for each in (before, after))
                connection.execute(
                    f"ALTER TABLE {table.name} RENAME COLUMN {one} TO {other}"
                )


def test_a_submitter_is_not_told_what_others_sent(officer: Officer, club: Selo) -> None:
    club.submit(player("P1", name=NAME))
    sam = Officer(club, officer.service, "submitter", "sam")
    draft = drafted(sam, erasure("P1"))
    officer.sent("/desk/files", parts(FILE, b"Nimi\nPois, Pirkko\n"), PARTS)
    assert STILL in booked(officer, draft)
    own = sam.page(draft)
    assert "Booked by aino" in told(own) and STILL not in own and "muut" not in own
    steps = club.ask("draft", "show", draft.rpartition("/")[2])["steps"]
    assert [step["what"] for step in steps] == ["left", "booked", "warned"]


def test_whoever_is_named_in_what_was_left_is_forgotten_there_too(
    officer: Officer, club: Selo
) -> None:
    club.submit(player("P1", name=NAME), player("P2", name="Kova, Kalle"))
    both = "Pois Pirkko, Kova Kalle.csv"
    officer.sent("/desk/files", parts(both, b"Nimi\nPois, Pirkko\n"), PARTS)
    first = drafted(officer, erasure("P1"))
    assert "Kova Kalle" in told(booked(officer, first))
    booked(officer, drafted(officer, erasure("P2")))
    assert "Kalle" not in told(officer.page(first))


def test_it_is_said_as_well_where_the_draft_cannot_be_settled(
    officer: Officer, club: Selo, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The erasure stands, and booking it again would find nobody to look for."""
    club.submit(player("P1", name=NAME))
    officer.sent("/desk/files", parts(FILE, b"Nimi\nPois, Pirkko\n"), PARTS)
    draft = drafted(officer, erasure("P1"))
    [form] = (form for form in forms_of(officer.page(draft)) if "/book" in form.action)

    def busy(**settled: object) -> None:
        raise Busy(Problem("busy", say("another process is writing")))

    monkeypatch.setattr("web.store.booking.settle", busy)
    reply = officer.post(f"{draft}/book", form.sent())
    assert says(reply.text, "another process is writing")
    assert says(reply.text, "still names them: book it or drop it")
    assert club.ask("show", "P1")["player"]["name"] is None
