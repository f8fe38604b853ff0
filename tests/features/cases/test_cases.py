"""Somebody without an account says that something is wrong; the office answers, and
they see it at a link of theirs.
"""

import re
from html import unescape
from urllib.parse import urlencode

import pytest

from desk.submit import submit
from features.cases.desk import AN_HOUR, MOST_BYTES
from features.cases.store import (
    MANY_OPEN,
    MOST_OPEN,
    MOST_WORDS,
    OLD_DAYS,
    case,
    cases,
    open_case,
)
from messages import Message
from tests.web.desk.officer import FIELDS, SAME, Officer
from tests.web.pages.reading_html import Page
from tests.web.serving import Reply, Served, served
from tests.web.test_writing import AT
from tests.world.command import Selo
from tests.world.ledger import outside, placed
from web.store.beside import path_beside
from web.store.drafts import forget
from web.store.roles import Role

WORDS = "The game of round 1 was a draw.\nBoth sheets say so."
ASKED = {"tournament": "open-2024", "player": "A", "words": WORDS, "name": ""}


def seen(service: Served, address: str) -> str:
    reply = service.ask(address, fields={"Accept": "text/html"})
    assert reply.status == 200, reply.text
    assert Page(reply.text).flaws == []
    return unescape(reply.text)


def said(service: Served, **fields: str) -> Reply:
    body = urlencode({**ASKED, **fields}).encode()
    return service.ask(
        "/cases", "POST", body, {"Content-Type": FIELDS, "Accept": "text/html"}
    )


def test_from_a_players_page_to_the_answer(club: Selo, service: Served) -> None:
    assert "/cases/new?player=A" in seen(service, "/players/A")
    assert "/cases/new?tournament=open-2024" in seen(service, "/tournaments/open-2024")
    form = seen(service, "/fi/cases/new?tournament=open-2024")
    assert "Open 2024" in form or "open-2024" in form
    reply = said(service)
    assert reply.status == 303
    link = reply.fields["location"]
    page = seen(service, link)
    assert "draw" in page and "The office has received it" in page
    aino = Officer(club, service)
    assert "draw" in aino.page("/desk/cases") and "draw" in aino.page("/desk/cases/1")
    assert (
        aino.sent("/desk/cases/1", {"answer": "It was; it is put right.", "seq": "15"})
        == "/desk/cases/1"
    )
    page = seen(service, link)
    assert "It was; it is put right." in page and "/events/15" in page
    assert club.ask("case", "show", "1")["settled_by"] == "aino"
    assert aino.post("/desk/cases/1", {"answer": "again", "seq": ""}).status == 409


def test_only_the_link_leads_there(service: Served) -> None:
    link = said(service).fields["location"]
    number, secret = link.split("/")[-2:]
    other = secret[:-1] + ("x" if secret[-1] != "x" else "y")
    for wrong in (
        f"/cases/{number}/{other}",
        f"/cases/2/{secret}",
        f"/cases/{number}/x",
        "/cases/ab/cd",
    ):
        assert service.ask(wrong).status == 404, wrong
    reply = service.ask(link)
    assert (reply.fields["cache-control"], reply.fields["referrer-policy"]) == (
        "no-store",
        "no-referrer",
    )
    assert "noindex" in reply.text


def test_what_somebody_writes_is_seen_by_the_office_alone(
    club: Selo, service: Served
) -> None:
    said(service, words="Zebra, Zoe was not there")
    for address in (
        "/players/A",
        "/tournaments/open-2024",
        "/log",
        "/api/log",
        "/desk/cases",
        "/desk/cases/1",
    ):
        assert "Zebra" not in service.ask(address).text
    for role, name in (
        (Role.SUBMITTER, "seura"),
        (Role.READER, "lukija"),
        (Role.AUDITOR, "tarkastaja"),
    ):
        person = Officer(club, service, role.value, name)
        assert (
            person.see("/desk/cases").status == 403
            and person.see("/desk/cases/1").status == 403
        )
        assert person.post("/desk/cases/1", {"answer": "no"}).status == 403
    kept = b"".join(
        path.read_bytes()
        for path in club.folder.glob(f"{path_beside(club.ledger).rpartition('/')[2]}*")
    )
    link = said(service).fields["location"]
    # a hash of it is kept, as of tokens
    assert link.rpartition("/")[2].encode() not in kept


def test_what_is_written_is_shown_and_not_obeyed(club: Selo, service: Served) -> None:
    reply = said(service, words="<script>alert(1)</script>\n</bdi><h1>x")
    raw = service.ask(reply.fields["location"]).text
    assert "<script>alert" not in raw and "<h1>x" not in raw and "&lt;script&gt;" in raw
    aino = Officer(club, service)
    assert (
        "<script>alert" not in aino.see("/desk/cases/1").text
        and "<h1>x" not in aino.see("/desk/cases").text
    )


@pytest.mark.parametrize(
    ("fields", "status", "words"),
    [
        ({"words": "  "}, 422, "write what is wrong"),
        ({"words": "x" * (MOST_WORDS + 1)}, 422, "write what is wrong"),
        ({"player": "nobody"}, 404, "unknown-player"),
        ({"tournament": "none"}, 404, "unknown-tournament"),
        ({"name": "a program"}, 422, "the form cannot be read"),
    ],
)
def test_what_is_no_case(
    club: Selo, service: Served, fields: dict[str, str], status: int, words: str
) -> None:
    body = urlencode({**ASKED, **fields}).encode()
    reply = service.ask("/cases", "POST", body, {"Content-Type": FIELDS})
    assert (reply.status, cases(club.ledger, AT, None).rows) == (status, ())
    if status == 404:  # there is no page of such a form
        assert reply.codes == [words]
    else:
        assert words in reply.text.lower() and 'action="/cases"' in reply.text


def test_an_answer_names_an_event_that_is_there(club: Selo, service: Served) -> None:
    said(service)
    aino = Officer(club, service)
    for fields in (
        {"answer": "yes", "seq": "9999"},
        {"answer": "yes", "seq": "x"},
        {"answer": " ", "seq": ""},
    ):
        assert aino.post("/desk/cases/1", fields).status == 422, fields
    assert aino.post("/desk/cases/7", {"answer": "yes", "seq": ""}).status == 404
    code, value = club.answer("case", "answer", "1", "yes", "--seq", "9999")
    assert code == 1 and value["problems"][0]["code"] == "unknown-seq"
    assert club.ask("case", "list")["rows"][0]["state"] == "open"


def test_one_address_opens_few(service: Served) -> None:
    statuses = [said(service).status for _ in range(7)]
    assert statuses == [303] * 5 + [429] * 2


def test_a_strangers_form_is_small(club: Selo, service: Served) -> None:
    # the longest one fits, as a browser writes it
    assert said(service, words="🙂" * MOST_WORDS).status == 303
    assert said(service, words="x" * MOST_BYTES).status == 413
    assert len(cases(club.ledger, AT).rows) == 1


def test_strangers_fill_no_disk(club: Selo) -> None:
    for _ in range(MOST_OPEN):
        open_case(club.ledger, None, None, "x", AT)
    with served(club.ledger, now=lambda: AT) as service:
        body = urlencode(ASKED).encode()
        refused = service.ask("/cases", "POST", body, {"Content-Type": FIELDS})
        assert refused.status == 422 and "takes no more at the moment" in refused.text


def test_old_ones_are_named(club: Selo, service: Served) -> None:
    open_case(club.ledger, "A", None, "an old one", "2024-06-01T00:00:00.000000Z")
    open_case(club.ledger, "B", None, "a new one", AT)
    aino = Officer(club, service)
    assert "open for more than fourteen days" in aino.page("/desk")
    page = aino.page("/desk/cases")
    assert page.count("open for more than fourteen days") == 1
    assert OLD_DAYS == 14
    text = club.done("case", "list")
    assert "open for more than fourteen days: 1" in text


@pytest.mark.parametrize("number", [10**20, 2**63, 0])
def test_a_number_that_no_case_can_have(
    club: Selo, service: Served, number: int
) -> None:
    said(service)
    for line in ("show {}", "answer {} hm", "close {} hm"):
        words = line.format(number).split()
        [problem] = club.refused("case", *words, code=3)
        assert problem["code"] == "unknown-case", line


def test_no_other_site_answers_for_somebody_at_the_desk(
    club: Selo, service: Served
) -> None:
    said(service)
    aino = Officer(club, service)
    cross = {**aino.cookie, "Sec-Fetch-Site": "cross-site", "Content-Type": FIELDS}
    assert service.ask("/desk/cases/1", "POST", b"answer=no", cross).status == 403
    assert (
        SAME["Sec-Fetch-Site"] == "same-origin"
        and cases(club.ledger, AT).rows[0].state == "open"
    )


def test_an_erased_person_is_named_in_no_case(club: Selo, service: Served) -> None:
    club.submit(
        {
            "kind": "player",
            "player": "A",
            "name": "Åkerö, Zoë Zita",
            "fide_id": 1503014,
            "change": True,
        }
    )
    written = (
        "Was it a draw? ZOE ZITA AKERO says\nso. Zita of another club did not.\r\n"
    )
    link, *_ = [
        said(service, words=words).fields["location"]
        for words in (written, "1503014 and nobody else", WORDS)
    ]
    aino = Officer(club, service)
    assert aino.sent(
        "/desk/cases/1", {"answer": "Zoë Zita Åkerö is right: a draw.", "seq": ""}
    )
    club.done("player", "erase", "A", "--reason", "asked for it")
    one, other, third = cases(club.ledger, AT, None).rows
    assert (one.words, one.answer) == (
        "Was it a draw? … … … says\nso. Zita of another club did not.",
        "… … … is right: a draw.",
    )
    assert (other.words, third.words) == ("… and nobody else", WORDS)
    assert "is right" in seen(service, link) and "Zo" not in seen(service, link)
    kept = b"".join(
        path.read_bytes()
        for path in club.folder.glob(f"{path_beside(club.ledger).rpartition('/')[2]}*")
    )
    assert [
        word for word in ("ZOE", "Zo\u00eb", "1503014") if word.encode() in kept
    ] == []


def test_a_kill_while_the_ledger_is_written_anew_leaves_no_name_beside_it(
    club: Selo, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That may take long, and whoever erases again does not know any more what the
    person was called.
    """
    number, _ = open_case(club.ledger, "A", None, "Pelaaja A had a draw", AT)

    def killed(path: str) -> list[Message]:
        raise KeyboardInterrupt

    monkeypatch.setattr("desk.submit.leave_nothing", killed)
    document = {"kind": "erase-person", "player": "A", "reason": "asked for it"}
    with pytest.raises(KeyboardInterrupt):
        submit(club.ledger, placed(document), outside(AT), beside=forget)
    assert case(club.ledger, number).words == "… … had … draw"


def test_pages_tell_moments_by_the_clocks_of_the_ledger(club: Selo) -> None:
    """Late in the evening of London it is the next day in Helsinki: on pages of
    everybody, at the desk, on the site.
    """
    late = "2024-06-30T21:30:00.000000Z"
    club.clock("2024-06-30T21:00:00.000000Z")
    club.done("ledger", "settings", "--time-zone", "Europe/Helsinki")
    club.clock(late)
    club.done(
        "amend",
        "open-2024",
        "--game",
        "1.1",
        "--result",
        "0-1",
        "--reason",
        "both sheets say so",
    )
    seq = club.ask("log")["events"][0]["seq"]
    with served(club.ledger, now=lambda: late) as service:
        link = said(service).fields["location"]
        aino = Officer(club, service)
        aino.sent("/desk/cases/1", {"answer": "It was.", "seq": str(seq)})
        nordic, english = ("1.7.2024", "00.30"), ("1 July 2024", "00:30")
        for language, (day, minute) in (
            ("fi", nordic),
            ("sv", nordic),
            ("en", english),
        ):
            for address in (f"/events/{seq}", link):
                page = seen(service, f"/{language}{address}")
                assert (
                    f"{day} {minute}" in page
                    and "21" + minute[2:] not in page
                    and "UTC" not in page
                ), address
            for address in ("/log", f"/log/{seq}", "/tournaments/open-2024", "/"):
                assert day in seen(service, f"/{language}{address}"), address
    club.done("export", "site", str(club.folder / "site"))
    assert "1 July 2024" in (
        club.folder / "site" / "en" / "tournaments" / "open-2024.html"
    ).read_text("utf-8")


def sent_by(service: Served, number: int, **fields: str) -> Reply:
    """A case that a program of another address sends."""
    body = urlencode({**ASKED, "words": f"flood {number}"}).encode()
    address = {"X-Forwarded-For": f"198.51.100.{number}"}
    return service.ask(
        "/cases", "POST", body, {"Content-Type": FIELDS, **address, **fields}
    )


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"Sec-Fetch-Site": "cross-site", "Origin": "https://evil.example"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),
        ({"Origin": "https://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        (SAME, 303),
        ({}, 303),
    ],
)
def test_no_page_of_another_site_opens_a_case(
    club: Selo, service: Served, fields: dict[str, str], status: int
) -> None:
    """Or it would have its visitors open them; a program says neither where it comes
    from nor that it is a browser.
    """
    reply = sent_by(service, 1, **fields)
    assert reply.status == status and (status == 303 or reply.codes == ["cross-site"])
    assert len(cases(club.ledger, AT).rows) == (status == 303)


def test_many_addresses_fill_the_box_slowly_and_shut_nobody_out(club: Selo) -> None:
    """When many come in an hour, each address may open one: not five, and not none."""
    with served(
        club.ledger,
        now=lambda: AT,
        trusted_proxies=("127.0.0.1",),
        office="office@chess.example",
    ) as service:
        attackers = range(AN_HOUR + 3)
        assert [sent_by(service, number).status for number in attackers] == [303] * len(
            attackers
        )
        assert {sent_by(service, number).status for number in attackers[-3:]} == {429}
        assert sent_by(service, 250).status == 303  # somebody who comes first now
        refused = sent_by(service, 250)
        assert refused.status == 429 and int(refused.fields["retry-after"]) > 0
        # whoever is refused is told how to reach the office
        assert "office@chess.example" in refused.text
        assert "office@chess.example" in seen(service, "/cases/new?player=A")
        assert len(cases(club.ledger, AT).rows) == len(attackers) + 1 < MOST_OPEN / 100


def test_the_desk_says_that_the_box_fills(club: Selo, service: Served) -> None:
    aino = Officer(club, service)
    for _ in range(MANY_OPEN - 1):
        open_case(club.ledger, None, None, "x", AT)
    assert "cases are open" not in aino.page("/desk")
    open_case(club.ledger, None, None, "x", AT)
    assert re.search(
        rf"{MANY_OPEN} cases are open; at 5\D?000 no more are accepted",
        aino.page("/desk"),
    )


def test_many_are_closed_at_once(club: Selo, service: Served) -> None:
    moments = (
        "2024-06-29T23:59:59.000000Z",
        "2024-06-30T10:00:00.000000Z",
        "2024-06-30T10:59:59.000000Z",
        "2024-06-30T11:00:00.000000Z",
    )
    for at in (*moments, *moments):
        open_case(club.ledger, "A", None, "x", at)
    closed = club.ask("case", "close", "1", "8", "This was no person.")
    assert [(row["number"], row["state"], row["answer"]) for row in closed["rows"]] == [
        (1, "closed", "This was no person."),
        (8, "closed", "This was no person."),
    ]
    closed = club.ask(
        "case", "close", "--opened", "2024-06-30T10", "Please write again."
    )
    assert [row["number"] for row in closed["rows"]] == [2, 3, 6, 7]
    # all or none: one that was closed already, or is not there, is said by its number
    assert [
        one["code"]
        for one in club.refused("case", "close", "4", "1", "99", "no", code=5)
    ] == [
        "case-closed",
        "unknown-case",
    ]
    assert [row["number"] for row in club.ask("case", "list")["rows"]] == [4, 5]
    assert club.refused("case", "close", "no", code=2)
    for never in ("x", "2024-02-31", "2024-06-30T24", "2024-02-11T99"):
        [problem] = club.refused("case", "close", "--opened", never, "no", code=2)
        assert "is neither a day nor an hour" in problem["message"]
    for nothing in ("2024-06-28", "2024-06-30T10"):
        [problem] = club.refused("case", "close", "--opened", nothing, "no", code=2)
        assert problem["message"] == "no case that is open was opened then"
    aino = Officer(club, service)
    page = aino.page("/desk/cases")
    assert 'type="checkbox" name="case.4"' in page and 'name="case.1"' not in page
    assert (
        aino.sent("/desk/cases/close", {"case.4": "on", "answer": "No.", "opened": ""})
        == "/desk/cases"
    )
    assert (
        aino.sent("/desk/cases/close", {"answer": "No.", "opened": "2024-06-29"})
        == "/desk/cases"
    )
    assert (
        cases(club.ledger, AT).rows == () and case(club.ledger, 5).settled_by == "aino"
    )
    assert aino.post("/desk/cases/close", {"answer": "No.", "opened": ""}).status == 400
    submitter = Officer(club, service, "submitter", "seura")
    assert (
        submitter.post(
            "/desk/cases/close", {"case.4": "on", "answer": "No.", "opened": ""}
        ).status
        == 403
    )


def test_an_hour_is_that_of_the_ledger(club: Selo) -> None:
    club.done("ledger", "settings", "--time-zone", "Europe/Helsinki")
    open_case(club.ledger, None, None, "x", "2024-06-30T10:30:00.000000Z")
    club.refused("case", "close", "--opened", "2024-06-30T10", "no", code=2)
    assert (
        len(club.ask("case", "close", "--opened", "2024-06-30T13", "no")["rows"]) == 1
    )
