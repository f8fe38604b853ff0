"""A known id does not become somebody else unless the document says so."""

from pathlib import Path

import pytest

from tests.world.command import Selo
from tests.world.documents import Document, player

KNOWN = {"name": "Tallgård, Magnus", "born": "1970", "sex": "m", "club": "Espoo"}


@pytest.fixture
def office(tmp_path: Path, new_ledger: Path) -> Selo:
    command = Selo(tmp_path, new_ledger)
    command.submit(player("F002", **KNOWN))
    return command


def details(office: Selo) -> Document:
    return dict(office.ask("player", "show", "F002")["player"])


@pytest.mark.parametrize(
    ("fields", "messages"),
    [
        ({"name": "Somebody Else"}, ["the name of F002 is Tallgård, Magnus, not Somebody Else"]),
        ({"born": "2010"}, ["the birth of F002 is 1970, not 2010"]),
        ({"born": "1971-01-01"}, ["the birth of F002 is 1970, not 1971-01-01"]),
        ({"sex": "f"}, ["the sex of F002 is m, not f"]),
        ({"name": "Somebody Else", "born": "2010", "sex": "f"}, [
            "the name of F002 is Tallgård, Magnus, not Somebody Else", "the birth of F002 is 1970, not 2010",
            "the sex of F002 is m, not f"]),
    ],
)  # fmt: skip
def test_another_person_is_refused_with_old_and_new(office: Selo, fields: Document, messages: list[str]) -> None:
    before, head = details(office), office.ask("log")["events"][0]["seq"]
    document = {"kind": "player", "player": "F002", **fields}
    options = [text for name, value in fields.items() for text in (f"--{name}", value)]
    for arguments in (("submit", office.file("d.json", document)), ("player", "add", "F002", *options)):
        for more in ((), ("--dry-run",)):
            refused = office.run(*arguments, *more, "--json")
            assert refused.code == 5 and [p["message"] for p in refused.value["problems"]] == messages
            assert {p["code"] for p in refused.value["problems"]} == {"details-differ"}
            assert "--change" in refused.value["problems"][0]["hint"]
    assert details(office) == before and office.ask("log")["events"][0]["seq"] == head


def test_a_change_that_is_meant_is_recorded_and_shown(office: Selo) -> None:
    arguments = ("player", "add", "F002", "--name", "Tallgård-Aho, Magnus", "--born", "1971", "--change", "--json")
    preview = office.run(*arguments, "--dry-run")
    assert preview.value["dry_run"] is True and details(office)["name"] == KNOWN["name"]
    value = office.run(*arguments).value
    assert [warning["message"] for warning in value["warnings"]] == [
        "the name of F002 was Tallgård, Magnus and is Tallgård-Aho, Magnus now",
        "the birth of F002 was 1970 and is 1971 now",
    ]  # fmt: skip
    assert (details(office)["name"], details(office)["born"]) == ("Tallgård-Aho, Magnus", "1971")
    again = office.run(*arguments).value
    assert again["recorded"][0]["repeated"] and again["warnings"] == []


@pytest.mark.parametrize(
    "fields", [{"club": "Turku"}, {"born": "1970-05-01"}, {"fide_id": 500001}, {"federation": "SWE"}]
)
def test_other_details_need_no_leave(office: Selo, fields: Document) -> None:
    value = office.submit({"kind": "player", "player": "F002", **fields})
    assert not value["recorded"][0]["repeated"] and details(office)["name"] == KNOWN["name"]


def test_what_is_missing_may_be_filled_in(office: Selo) -> None:
    office.submit(player("B", name="Berg, Bea"))
    assert not office.submit({"kind": "player", "player": "B", "born": "1980", "sex": "f"})["recorded"][0]["repeated"]


def test_the_first_document_again_takes_no_change_back(office: Selo) -> None:
    first = player("F002", **KNOWN)
    changed = {"kind": "player", "player": "F002", "name": "Aho, Magnus"}
    office.submit({**changed, "change": True})
    repeated = office.submit(first)
    assert repeated["recorded"][0]["repeated"] and "was changed since" in repeated["warnings"][0]["message"]
    assert details(office)["name"] == "Aho, Magnus"
    back = office.submit({**first, "change": True})
    assert not back["recorded"][0]["repeated"] and details(office)["name"] == KNOWN["name"]


def test_whether_a_change_is_meant_is_no_part_of_the_content(office: Selo) -> None:
    document = {"kind": "player", "player": "F002", "name": "Aho, Magnus", "key": "k1"}
    office.submit({**document, "change": True})
    assert office.submit(document)["recorded"][0]["repeated"]
    exported = office.run("export", "ledger").out
    assert "Aho, Magnus" in exported and '"change"' not in exported
