"""The register of members at the desk and over the API: for officers alone, the same as
on the command line.
"""

import json
from html import unescape

import pytest

from features.members.store import kept_register
from tests.exchange.sheets_made import xlsx
from tests.web.desk.officer import PARTS, Officer, parts
from tests.web.serving import Served
from tests.web.test_drafts import REPORT, Person
from tests.web.test_writing import played
from tests.world.command import Selo
from tests.world.documents import player
from web.store.roles import Role

CSV = (
    b"id;from;to;fee;paid;club\n"
    b"A;2024-01-01;2024-12-31;45,50;2024-01-12;Torni\n"
    b"B;2024-01-01;2024-12-31;45,05;;Torni\n"
)
OFFICERS = (Role.OFFICER, Role.ADMIN)
ASKED = (
    "/api/dues/2024Q1",
    "/api/dues/2024Q1?people=true",
    "/dues/2024Q1.csv",
    "/dues/2024Q1",
    "/desk/members",
    "/api/tournaments/open-2024/licences",
    "/tournaments/open-2024/licences.csv",
    "/tournaments/open-2024/licences",
)


def sent(
    person: Person, content: bytes = CSV, query: str = "", kind: str = "text/csv"
) -> tuple[int, object]:
    fields = {**person.fields, "Content-Type": kind}
    reply = person.service.ask(f"/api/members{query}", "POST", content, fields)
    return reply.status, reply.value


@pytest.mark.parametrize("role", [*Role])
def test_only_officers_keep_it_and_ask_of_it(
    club: Selo, service: Served, role: Role
) -> None:
    club.ask("members", "read", club.file("r.csv", CSV))
    person = (
        Person(service, club.ledger, role, "somebody")
        if role is not Role.ANYBODY
        else None
    )
    fields = {} if person is None else person.fields
    told = {address: service.ask(address, fields=fields) for address in ASKED}
    if role in OFFICERS:
        assert {
            address: reply.status for address, reply in told.items()
        } == dict.fromkeys(ASKED, 200)
        kept_by = {
            address: reply.fields["cache-control"] for address, reply in told.items()
        }
        assert kept_by == {
            address: "no-store" if "desk" in address else "private, no-cache"
            for address in ASKED
        }
        assert person is not None and sent(person)[0] == 200
        return
    expected = 401 if person is None else 403
    assert {address: reply.status for address, reply in told.items()} == dict.fromkeys(
        ASKED, expected
    )
    assert not any(
        word in reply.text
        for reply in told.values()
        for word in ("45.50", "Torni", "2024-01-12")
    )
    before = kept_register(club.ledger)
    for address in (
        "/api/members",
        "/api/members/forget",
        "/desk/members",
        "/desk/members/forget",
    ):
        reply = service.ask(
            address,
            "POST",
            b"id;from;to;fee;paid\n",
            {**fields, "Content-Type": "text/csv"},
        )
        assert reply.status == expected, address
    assert kept_register(club.ledger) == before


def test_over_the_api_it_is_what_the_command_does(club: Selo, service: Served) -> None:
    officer = Person(service, club.ledger)
    assert sent(officer, query="?dry_run=true&name=r.csv") == (
        200,
        {
            "file": "r.csv",
            "licences": 2,
            "people": 2,
            "new": 2,
            "changed": 0,
            "gone": 0,
            "dry_run": True,
        },
    )
    assert kept_register(club.ledger) is None
    assert sent(officer, query="?name=r.csv")[0] == 200
    kept = kept_register(club.ledger)
    assert kept is not None and (kept.file, kept.read_by, len(kept.licences)) == (
        "r.csv",
        "aino",
        2,
    )
    rows: list[list[str | int | float]] = [
        ["id", "from", "to", "fee", "paid"],
        ["A", "1.1.2024", "31.12.2024", 45.5, ""],
    ]
    status, value = sent(
        officer, xlsx({"1": rows}), "?name=r.xlsx", "application/octet-stream"
    )
    assert (
        status == 200
        and isinstance(value, dict)
        and (value["gone"], value["changed"]) == (1, 1)
    )
    status, value = sent(officer, CSV.replace(b"B;", b"Z;").replace(b"45,50", b"x"))
    assert status == 422 and isinstance(value, dict)
    problems = club.refused(
        "members",
        "read",
        club.file("body", CSV.replace(b"B;", b"Z;").replace(b"45,50", b"x")),
    )
    assert [(one["code"], one["message"]) for one in value["problems"]] == [
        (one["code"], one["message"]) for one in problems
    ]
    assert sent(officer, b"\xff\xfe\x00PK", kind="application/octet-stream")[0] == 422
    assert sent(officer, kind="application/json")[0] == 415
    kept = kept_register(club.ledger)
    assert kept is not None and kept.file == "r.xlsx"
    assert (
        service.ask("/api/members/forget", "POST", fields=officer.fields).status == 200
    )
    assert (
        service.ask("/api/members/forget", "POST", fields=officer.fields).status == 404
    )
    assert [
        row["kind"]
        for row in club.ask("access", "log")["rows"]
        if "members" in row["kind"]
    ] == [
        "members-forgotten",
        "members-read",
        "members-read",
    ]


def test_an_officer_reads_it_at_the_desk(club: Selo, service: Served) -> None:
    aino = Officer(club, service)
    assert "No register of members has been read" in aino.page("/desk/members")
    looked = aino.post(
        "/desk/members",
        parts("r.csv", CSV)
        .replace(b'"note"', b'"look"')
        .replace(b"\r\n\r\n\r\n", b"\r\n\r\nyes\r\n"),
        PARTS,
    )
    assert (
        looked.status == 200
        and "nothing was kept" in looked.text
        and kept_register(club.ledger) is None
    )
    page = aino.post("/desk/members", parts("<b>r.csv", CSV), PARTS)
    assert (
        page.status == 200
        and "2 licences of 2" in page.text
        and "&lt;b&gt;r.csv" in page.text
    )
    assert "/dues/2024Q1" in aino.page("/desk/members")
    dues = aino.page("/fi/dues/2024Q1")
    assert (
        "90,55" in dues
        and "45,05" in dues
        and "Torni" in dues
        and "?people=true" in dues
    )
    assert "Pelaaja B" in aino.page("/dues/2024Q1?people=true")
    assert "maksamatta" in aino.page("/fi/tournaments/open-2024/licences")
    assert "/tournaments/open-2024/licences" in aino.page("/desk/tournaments/open-2024")
    refused = aino.post(
        "/desk/members",
        parts("r.csv", CSV.replace(b"B;", b"Z;").replace(b"45,50", b"x")),
        PARTS,
    )
    told = unescape(refused.text)
    assert (
        refused.status == 422
        and "'Z'" in told
        and "'x' is not an amount" in told
        and "line 3" in told
    )
    kept = kept_register(club.ledger)
    assert kept is not None and kept.file == "<b>r.csv"
    assert aino.post("/desk/members", {}).status == 422
    assert (
        aino.sent("/desk/members/forget") == "/desk/members"
        and kept_register(club.ledger) is None
    )


def test_a_form_of_another_site_is_refused(club: Selo, service: Served) -> None:
    aino = Officer(club, service)
    for address in ("/desk/members", "/desk/members/forget"):
        for site in ({"Sec-Fetch-Site": "cross-site"}, {}):
            fields = {**aino.cookie, **site, "Content-Type": PARTS}
            assert (
                service.ask(address, "POST", parts("r.csv", CSV), fields).status == 403
            )
    assert kept_register(club.ledger) is None


def test_beside_a_report_officers_alone_see_who_has_no_licence(
    club: Selo, service: Served
) -> None:
    seura, aino = (
        Person(service, club.ledger, Role.SUBMITTER, "seura"),
        Person(service, club.ledger),
    )
    number = seura.keep(REPORT, "?name=report.trf", "text/plain").value["number"]
    answers = {
        "tournament": "autumn",
        "minutes": 90,
        "players_by": "name",
        "map": {"1": "A", "2": "B"},
    }
    assert seura.do(number, "answers", json.dumps(answers).encode()).status == 200
    without = {one: one.see(f"/{number}/preview") for one in (seura, aino)}
    assert not any("unlicensed" in reply.value for reply in without.values())
    sent(aino)
    assert seura.see(f"/{number}/preview").body == without[seura].body
    seen = aino.see(f"/{number}/preview")
    rows = seen.value["unlicensed"]
    assert [(row["tournament"], row["player"], row["state"]) for row in rows] == [
        ("autumn", "B", "unpaid")
    ]
    assert seen.fields["etag"] == without[aino].fields["etag"]
    told = seen.value
    del told["unlicensed"]
    assert told == without[aino].value
    page = Officer(club, service).page(f"/desk/drafts/{number}")
    assert "1 player without a paid licence" in page and "not paid" in page
    for role, name in (("submitter", "seura"), ("publisher", "julkaisija")):
        if role == "submitter":
            assert "paid licence" not in Officer(club, service, role, name).page(
                f"/desk/drafts/{number}"
            )
        else:
            assert (
                "paid licence"
                not in Officer(club, service, role, name)
                .see(f"/desk/drafts/{number}")
                .text
            )
    assert aino.do(number, "book").status == 201  # it stops nothing


def test_documents_tried_over_the_api_tell_officers(
    club: Selo, service: Served
) -> None:
    seura, aino = (
        Person(service, club.ledger, Role.SUBMITTER, "seura"),
        Person(service, club.ledger),
    )
    sent(aino)
    documents = (
        player("N1"),
        {
            **played(),
            "games": [
                *played()["games"],
                {"round": 2, "white": "N1", "black": "A", "result": "1-0"},
            ],
        },
    )
    rows = aino.submit(*documents, query="?dry_run=true").value["unlicensed"]
    assert [(row["player"], row["name"], row["state"]) for row in rows] == [
        ("B", "Pelaaja B", "unpaid"),
        *((name, f"Pelaaja {name}", "none") for name in ("C", "D", "N1")),
    ]
    assert "unlicensed" not in seura.submit(*documents, query="?dry_run=true").value
    assert "unlicensed" not in aino.submit(*documents).value


def test_an_erasure_over_the_api_or_by_a_draft_forgets_them(
    club: Selo, service: Served
) -> None:
    aino = Person(service, club.ledger, Role.ADMIN)
    sent(aino)
    erase = {"kind": "erase-person", "player": "A", "reason": "asked for it"}
    assert aino.submit(erase).status == 201
    kept = kept_register(club.ledger)
    assert kept is not None and [one.player for one in kept.licences] == ["B"]
    number = aino.keep(
        json.dumps({**erase, "player": "B"}).encode(), kind="application/json"
    ).value["number"]
    assert aino.do(number, "book").status == 201
    assert service.ask("/api/dues/2024Q1", fields=aino.fields).value["register"] is None
