"""The same signs on the command, the interface and the page, and nobody but the office
sees any of them.
"""

import json
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest

from messages import LANGUAGES
from tests.features.signs.planted_cases import KINDS, Planted
from tests.features.signs.random_federation import documents
from tests.web.desk.officer import Officer
from tests.web.pages.reading_html import Page, english
from tests.web.serving import Served, served
from tests.web.test_drafts import Person
from tests.world.command import Selo
from tests.world.documents import amend
from web.store.roles import Role

SEED = 2
NOW = "2026-10-01T12:00:00.000000Z"
OFFICE = (Role.OFFICER, Role.PUBLISHER, Role.AUDITOR, Role.ADMIN)
ADDRESSES = ("/signs", "/api/signs", "/signs.json", "/signs.csv", "/fi/signs")


@pytest.fixture(scope="module")
def federation() -> Planted:
    print("seed", SEED)
    return Planted(SEED, planted=KINDS)


@pytest.fixture(scope="module")
def planted(
    new_ledger: Path, tmp_path_factory: pytest.TempPathFactory, federation: Planted
) -> Selo:
    selo = Selo(tmp_path_factory.mktemp("planted"), new_ledger, today=NOW)
    selo.submit(*documents(federation))
    return selo


@pytest.fixture(scope="module")
def service(planted: Selo) -> Iterator[Served]:
    with served(planted.ledger, now=lambda: NOW) as running:
        yield running


def test_the_command_shows_each_case_with_its_figures(
    planted: Selo, federation: Planted
) -> None:
    answer = planted.ask("signs")
    assert [one["sign"] for one in answer["signs"]] == list(KINDS)
    by_sign = {case.kind: set(case.people) for case in federation.cases}
    for kind, people in by_sign.items():
        [row] = [
            row
            for row in answer["rows"]
            if row["sign"] == kind
            and {one["player"] for one in row["players"]} == people
        ]
        assert row["games"] == sum(len(event["games"]) for event in row["rests_on"]) > 3
        assert row["from"] == row["rests_on"][0]["on"] <= row["to"]
        assert 0 < row["chance"] <= 1 and 0 < row["false_alarms"] <= 0.2
        assert (
            row["says"] and row["how_often"] and row["may_be"].startswith("it may be ")
        )
    alarms = [row["false_alarms"] for row in answer["rows"]]
    assert alarms == sorted(alarms)
    text = planted.done("signs")
    assert all(row["says"] in text and row["may_be"] in text for row in answer["rows"])


def test_one_sign_some_rows_and_a_period(planted: Selo, federation: Planted) -> None:
    [pair] = planted.ask("signs", "selo", "--sign", "pair", "--limit", "1")["rows"]
    assert pair["sign"] == "pair"
    first, last = pair["rests_on"][0], pair["rests_on"][-1]
    within = planted.ask(
        "signs", "--sign", "pair", "--from", first["on"], "--to", last["on"]
    )
    assert pair["players"] in [row["players"] for row in within["rows"]]
    before = planted.ask("signs", "--to", "2023-12-31")
    assert before["rows"] == [] and all(
        one["looked_at"] == 0 for one in before["signs"]
    )
    assert "no sign stands out" in planted.done("signs", "--to", "2023-12-31")
    assert planted.ask("signs", "--known-seq", "40")["rows"] == []
    header, *rows = planted.done("signs", "--csv").splitlines()
    assert header.startswith("sign,players,names,from,to,games,score,expected") and len(
        rows
    ) >= len(federation.cases)
    assert (
        planted.run("signs", "nonsense").code == 2
        and planted.run("signs", "--sign", "guilt").code == 2
    )


def test_an_amended_result_is_another_sign(
    planted: Selo, tmp_path: Path, federation: Planted
) -> None:
    """Nothing is recorded: the answer follows the ledger."""
    mine = Selo(tmp_path, planted.path, today=NOW)
    [player] = next(case.people for case in federation.cases if case.kind == "unlikely")
    told = {"player": player, "name": f"Player {player[1:]}"}
    [row] = [row for row in mine.ask("signs")["rows"] if row["players"] == [told]]
    [event] = row["rests_on"]
    mine.submit(amend(event["tournament"], games=dict.fromkeys(event["games"][:6])))
    assert [row for row in mine.ask("signs")["rows"] if row["players"] == [told]] == []
    assert (
        mine.ask("signs", "--known-seq", str(mine.events() - 1))["rows"]
        == planted.ask("signs")["rows"]
    )


@pytest.mark.parametrize("address", ADDRESSES)
def test_only_the_office_and_its_auditors_are_shown_it(
    service: Served, planted: Selo, address: str
) -> None:
    assert service.ask(address).status == 401
    for role in (Role.READER, Role.SUBMITTER):
        assert (
            service.ask(
                address, fields=Person(service, planted.ledger, role, role).fields
            ).status
            == 403
        )
    for role in OFFICE:
        reply = service.ask(
            address, fields=Person(service, planted.ledger, role, role).fields
        )
        assert (
            reply.status == 200 and reply.fields["cache-control"] == "private, no-cache"
        )
    # what was shown to them is kept for nobody else
    assert service.ask(address).status == 401


def test_programs_get_what_the_command_prints(service: Served, planted: Selo) -> None:
    officer = Person(service, planted.ledger, Role.OFFICER, "aino")
    assert service.ask("/api/signs", fields=officer.fields).value == planted.ask(
        "signs"
    )
    limited = service.ask("/api/signs?limit=2", fields=officer.fields).value
    assert limited["rows"] == planted.ask("signs")["rows"][:2] and "next" in limited


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_asks_and_accuses_nobody(
    service: Served, planted: Selo, language: str
) -> None:
    officer = Officer(planted, service)
    reply = officer.see(f"/{language}/signs")
    page = Page(reply.text)
    assert reply.status == 200 and page.flaws == [] and page.language == language
    answer = planted.ask("signs")
    for row in answer["rows"]:
        for one in row["players"]:
            assert (
                one["name"] in reply.text and f"/players/{one['player']}" in reply.text
            )
    if language == "en":
        text = unescape(reply.text)
        # a day is written as the language has it
        assert all(
            row["says"][1:].partition(" on 2")[0] in text for row in answer["rows"]
        )
        assert all(row["may_be"][1:] in text for row in answer["rows"])
        assert "A sign is a question, and never an accusation" in text
    else:
        assert sorted(set(page.texts) & english(language)) == []
    assert '/signs"' in officer.page(f"/{language}/desk")


@pytest.fixture
def of_one_sign(tmp_path: Path, federation: Planted) -> Selo:
    """A ledger of the events that one sign is about, and of who played in them: a site
    of it is written in a second.
    """
    [player] = next(case.people for case in federation.cases if case.kind == "unlikely")
    every_document = [*documents(federation)]
    seated = {
        one["tournament"]: {
            game[side] for game in one["games"] for side in ("white", "black")
        }
        for one in every_document
        if one["kind"] == "tournament"
    }
    names = {name for name, players in seated.items() if player in players}
    people = set().union(*(seated[name] for name in names))
    selo = Selo(tmp_path, today=NOW)
    selo.done("init")
    selo.submit(
        *(
            one
            for one in every_document
            if one.get("tournament") in names or one.get("player") in people
        )
    )
    assert [row["sign"] for row in selo.ask("signs")["rows"]] == ["unlikely"]
    return selo


def test_nothing_public_leads_to_it(service: Served) -> None:
    for address in (
        "/",
        "/players/P1",
        "/lists/selo",
        "/log",
        "/log.atom",
        "/committee",
        "/search?words=player",
    ):
        assert "/signs" not in service.ask(address, fields={"Accept": "text/html"}).text


@pytest.mark.features("site")
def test_no_page_in_files_leads_to_it(of_one_sign: Selo, tmp_path: Path) -> None:
    of_one_sign.done("export", "site", str(tmp_path / "public"))
    pages = list((tmp_path / "public").rglob("*.html"))
    assert pages and not any(
        "signs" in page.name or b"/signs" in page.read_bytes() for page in pages
    )


def test_an_erased_name_is_gone_and_the_sign_stays(
    planted: Selo, tmp_path: Path, federation: Planted
) -> None:
    mine = Selo(tmp_path, planted.path, today=NOW)
    [(gone, _)] = [case.people for case in federation.cases if case.kind == "pair"]
    name = f"Player {gone[1:]}"
    assert name in json.dumps(mine.ask("signs"))
    mine.done("player", "erase", gone, "--reason", "asked for it")
    [row] = [
        row
        for row in mine.ask("signs")["rows"]
        if gone in [one["player"] for one in row["players"]]
    ]
    assert {"player": gone, "name": None} in row[
        "players"
    ] and f'"{name}"' not in json.dumps(row)
    assert row["says"].startswith(gone) or f" {gone} " in row["says"]
