"""Drafts: they wait outside the log, survive a restart, and are booked by somebody who
may.
"""

import json
import os
from collections.abc import Iterator
from html import unescape

import pytest

from tests.exchange.sheets_made import xlsx
from tests.web.desk.officer import PARTS, Officer, parts
from tests.web.serving import Reply, Served, served
from tests.web.test_writing import AT, JSON, LINES, Writer, encoded, played
from tests.world.command import Selo
from tests.world.documents import player
from tests.world.reached import everything, kept_beside
from web.store.drafts import draft
from web.store.roles import Role

REPORT = b"""\
012 Autumn Open
042 2024/06/01
052 2024/06/01
001    1 m    Pelaaja A                         1600 FIN             1983/03/12  1.0    1     2 w 1
001    2 m    Pelaaja B                         1700 FIN             1978        0.0    2     1 b 0
"""
ANSWERS = {
    "tournament": "autumn",
    "minutes": 90,
    "players_by": "name",
    "map": {"1": "A", "2": "B"},
}
MERGE = {"kind": "merge-players", "from": "N1", "into": "N2", "reason": "one person"}


@pytest.fixture
def service(club: Selo) -> Iterator[Served]:
    with served(club.ledger, now=lambda: AT) as running:
        yield running


class Person(Writer):
    """Somebody with a token, and drafts."""

    def keep(
        self, body: bytes, query: str = "", kind: str = LINES, **fields: str
    ) -> Reply:
        return self.service.ask(
            f"/api/drafts{query}",
            "POST",
            body,
            {**self.fields, "Content-Type": kind, **fields},
        )

    def do(self, number: int, verb: str, body: bytes | None = None) -> Reply:
        fields = {**self.fields, **({"Content-Type": JSON} if body is not None else {})}
        return self.service.ask(f"/api/drafts/{number}/{verb}", "POST", body, fields)

    def see(self, rest: str = "") -> Reply:
        return self.service.ask(f"/api/drafts{rest}", fields=self.fields)


@pytest.fixture
def submitter(service: Served, club: Selo) -> Person:
    return Person(service, club.ledger, Role.SUBMITTER, "seura")


@pytest.fixture
def officer(service: Served, club: Selo) -> Person:
    return Person(service, club.ledger, Role.OFFICER, "aino")


def test_a_submitters_tournament_waits_for_an_officer(
    submitter: Person, officer: Person, club: Selo
) -> None:
    before = club.events()
    preview = submitter.submit(played(), query="?dry_run=true")
    assert preview.status == 200 and preview.value["dry_run"] is True
    reply = submitter.submit(played())
    assert (
        reply.status == 202
        and reply.fields["location"] == "/api/drafts/1"
        and club.events() == before
    )
    assert submitter.do(1, "book").status == 403 and club.events() == before
    seen = officer.see("/1/preview").value
    assert [row["kind"] for row in seen["recorded"]] == ["tournament"] and seen[
        "moved"
    ] == preview.value["moved"]
    booked = officer.do(1, "book")
    assert booked.status == 201
    [event] = [event for event in club.ask("log")["events"] if event["seq"] > before]
    assert event["actor"] == "aino"
    row = officer.see("/1").value
    assert (row["state"], row["settled_by"], row["seqs"], row["bytes"]) == (
        "booked",
        "aino",
        [event["seq"]],
        0,
    )
    assert officer.do(1, "book").codes == ["draft-settled"]


def test_a_draft_is_no_part_of_the_log_and_survives_a_restart(club: Selo) -> None:
    before = everything(club.ledger)
    with served(club.ledger, now=lambda: AT) as service:
        officer = Person(service, club.ledger)
        assert (
            officer.keep(
                encoded(played()), "?name=summer.jsonl&note=wait+for+it"
            ).status
            == 202
        )
    assert everything(club.ledger) == before
    with served(club.ledger, now=lambda: AT) as service:
        [row] = Person(service, club.ledger).see().value["rows"]
        assert (row["name"], row["note"], row["state"]) == (
            "summer.jsonl",
            "wait for it",
            "waiting",
        )
    assert club.ask("draft", "list")["rows"] == [row]


def test_questions_about_a_report_are_answered_in_the_draft(
    officer: Person, club: Selo
) -> None:
    kept = officer.keep(REPORT, "?name=autumn.trf", "application/octet-stream")
    assert kept.status == 202
    asked = officer.see("/1/preview").value
    assert {question["field"] for question in asked["questions"]} >= {
        "time_control"
    } and asked["recorded"] == []
    refused = officer.do(1, "book")
    assert refused.status == 422 and "needs-answer" in refused.codes
    assert officer.do(1, "answers", b'{"minuts": 90}').codes == ["unknown-field"]
    assert (
        officer.do(1, "answers", json.dumps(ANSWERS).encode()).value["answered"] is True
    )
    assert officer.see("/1/preview").value["questions"] == []
    booked = officer.do(1, "book")
    assert booked.status == 201, booked.text
    assert club.ask("tournament", "autumn")["header"]["minutes"] == 90


def test_what_is_sent_as_json_is_json(submitter: Person) -> None:
    for body in (b"{", b"U;A", b"{} {}", b"[" * 100_000):
        assert submitter.keep(body, kind=JSON).codes == ["not-json"]
    assert submitter.keep(b'{"kind": "player"}', kind=JSON).status == 202
    assert [row["number"] for row in submitter.see().value["rows"]] == [1]


def test_a_reviewer_has_a_name_that_somebody_could_have(submitter: Person) -> None:
    submitter.keep(encoded(played()))
    for name in ("x" * 65, "a/b", "%C3%A4%E2%80%AE"):
        refused = submitter.do(
            1, f"comment?comment=look&reviewer={name.replace(' ', '+')}"
        )
        assert (refused.status, refused.codes) == (400, ["parameter"])
    assert submitter.do(1, f"comment?comment=look&reviewer={'x' * 64}").status == 200


def test_options_names_every_method(service: Served) -> None:
    assert (
        service.ask("/api/drafts", "OPTIONS").fields["allow"]
        == "GET, HEAD, OPTIONS, POST"
    )
    assert service.ask("/api/documents", "OPTIONS").fields["allow"] == "OPTIONS, POST"


def test_who_sees_and_drops_which_draft(
    submitter: Person, officer: Person, service: Served, club: Selo
) -> None:
    other = Person(service, club.ledger, Role.SUBMITTER, "toinen")
    submitter.keep(encoded(played()))
    assert [
        len(person.see().value["rows"]) for person in (submitter, officer, other)
    ] == [1, 1, 0]
    assert other.see("/1").status == 403 and other.do(1, "drop").status == 403
    assert submitter.do(1, "drop").value["state"] == "dropped"
    assert (
        officer.see().value["rows"] == []
        and len(officer.see("?all=true").value["rows"]) == 1
    )
    assert (
        officer.see("/9").codes == ["unknown-draft"] and officer.see("/x").status == 400
    )


def test_what_was_in_a_settled_draft_is_gone(officer: Person, club: Selo) -> None:
    officer.keep(encoded(player("N1", name="Very Private Name")))
    officer.do(1, "drop")
    assert b"Very Private Name" not in kept_beside(club.ledger)


def test_drafts_that_name_an_erased_person(officer: Person, club: Selo) -> None:
    """Those that wait are told of, for others are in them too; what was said of a
    settled one goes.
    """
    club.submit(player("N1", name="Very, Private", fide_id=77700011))
    officer.keep(
        REPORT.replace(b"Pelaaja A", b"Private Very"),
        "?name=very-private.trf",
        "application/octet-stream",
    )
    officer.keep(
        encoded(player("N9", name="Somebody Else")), "?note=Private+Very+wondered"
    )
    officer.keep(encoded(player("N8", name="Third Person")), "?note=nothing+special")
    officer.keep(encoded(player("N2", name="No Name", fide_id=77700011)))
    officer.do(2, "drop")
    erased = club.ask("player", "erase", "N1", "--reason", "r")
    assert [
        warning["message"]
        for warning in erased["warnings"]
        if "draft" in warning["message"]
    ] == [
        "draft 1 (very-private.trf) still names them: book it or drop it",
        (
            f"draft 4 ({officer.see('/4').value['name']}) still names them: book it or"
            " drop it"
        ),
    ]
    assert (
        officer.see("/2").value["note"] is None
        and officer.see("/3").value["note"] == "nothing special"
    )
    for number in (1, 4):
        officer.do(number, "drop")
    kept = kept_beside(club.ledger)
    assert (
        b"wondered" not in kept
        and b"Private Very" not in kept
        and b"Third Person" in kept
    )


def test_drafts_that_name_them_in_a_workbook_or_with_escaped_letters(
    officer: Person, club: Selo
) -> None:
    club.submit(player("N1", name="Västerlid, Linnea"))
    row = ["Västerlid", "Linnea"]
    drafts = {
        "plain.json": encoded(player("N2", name="Västerlid, Linnea")),
        "escaped.json": json.dumps(player("N2", name="Västerlid, Linnea")).encode(),
        "table.xlsx": xlsx({"Pelit": [row]}),
        "table.csv": "\t".join(row).encode("utf-16"),
        "others.xlsx": xlsx({"Pelit": [["Västermark", "Linnea"]]}),
    }
    for name, content in drafts.items():
        kind = LINES if name.endswith(".json") else "application/octet-stream"
        assert officer.keep(content, f"?name={name}", kind).status == 202
    erased = club.ask("player", "erase", "N1", "--reason", "r")
    assert [
        warning["message"]
        for warning in erased["warnings"]
        if "draft" in warning["message"]
    ] == [
        f"draft {number} ({name}) still names them: book it or drop it"
        for number, name in enumerate(drafts, 1)
        if name != "others.xlsx"
    ]


def test_an_erasure_over_http_tells_of_drafts_too(officer: Person, club: Selo) -> None:
    club.submit(player("N1", name="Very, Private"))
    officer.keep(encoded(player("N2", name="Very, Private")), "?name=n2.json")
    reply = officer.submit({"kind": "erase-person", "player": "N1", "reason": "r"})
    assert "draft 1 (n2.json) still names them: book it or drop it" in reply.text


def test_an_idempotent_draft_is_kept_once(officer: Person) -> None:
    first = officer.keep(encoded(played()), **{"Idempotency-Key": "k"})
    again = officer.keep(encoded(played()), **{"Idempotency-Key": "k"})
    assert first.value == again.value
    assert officer.keep(encoded(player("N1")), **{"Idempotency-Key": "k"}).codes == [
        "key-reused"
    ]


def test_a_key_counts_for_its_content_after_the_draft_is_settled_too(
    officer: Person,
) -> None:
    """Else what came under a key used before would be answered with a draft of
    something else, and lost.
    """
    officer.keep(encoded(played()), **{"Idempotency-Key": "k"})
    officer.do(1, "drop")
    again = officer.keep(encoded(played()), **{"Idempotency-Key": "k"})
    assert (again.value["number"], again.value["state"]) == (1, "dropped")
    other = officer.keep(encoded(player("N1")), **{"Idempotency-Key": "k"})
    assert (other.status, other.codes) == (409, ["key-reused"])
    assert (
        officer.keep(encoded(player("N1")), **{"Idempotency-Key": "k2"}).value["number"]
        == 2
    )


def test_a_draft_booked_twice_at_once_is_recorded_once(
    officer: Person, club: Selo
) -> None:
    """The machine may stop between booking and settling: what is booked again is found
    recorded.
    """
    from unittest.mock import patch

    from web.store import booking

    officer.submit(played())
    officer.keep(
        encoded(
            {
                "kind": "amend",
                "tournament": "summer",
                "reason": "r",
                "games": {"1.1": {"result": "0-1"}},
            }
        )
    )
    with patch.object(booking, "settle", side_effect=KeyError):
        assert officer.do(1, "book").status == 500
    events = club.events()
    assert officer.do(1, "book").value["recorded"][0]["repeated"] is True
    assert club.events() == events


def test_four_eyes(club: Selo) -> None:
    with served(
        club.ledger, now=lambda: AT, four_eyes=frozenset({"merge-players"})
    ) as service:
        officer, other = (
            Person(service, club.ledger, name="aino"),
            Person(service, club.ledger, name="onni"),
        )
        officer.submit(player("N1"), player("N2"))
        before = club.events()
        assert officer.submit(MERGE).status == 202 and club.events() == before
        assert officer.submit(MERGE, query="?dry_run=true").status == 200
        assert officer.do(1, "book").codes == ["four-eyes"] and club.events() == before
        assert other.do(1, "book").status == 201
        assert club.ask("log")["events"][0]["actor"] == "onni"


def test_four_eyes_for_publishing(club: Selo) -> None:
    """Neither its publisher nor an officer, only another publisher."""
    frozen = {"kind": "publish", "list": "selo", "label": "june", "as_of": "2024-06-30"}
    with served(
        club.ledger, now=lambda: AT, four_eyes=frozenset({"publish"})
    ) as service:
        pia, onni, kaisa = (
            Person(service, club.ledger, role, name)
            for role, name in (
                (Role.PUBLISHER, "pia"),
                (Role.OFFICER, "onni"),
                (Role.PUBLISHER, "kaisa"),
            )
        )
        assert pia.submit(frozen).status == 202
        assert pia.do(1, "book").codes == ["four-eyes"]
        assert onni.do(1, "book").codes == ["not-allowed"]
        assert club.ask("list", "published")["rows"] == []
        assert kaisa.do(1, "book").status == 201
        assert [row["label"] for row in club.ask("list", "published")["rows"]] == [
            "june"
        ]


def test_roles_count_when_a_draft_is_booked(
    officer: Person, service: Served, club: Selo
) -> None:
    frozen = {"kind": "publish", "list": "selo", "label": "june", "as_of": "2024-06-30"}
    officer.keep(encoded(frozen))
    assert officer.do(1, "book").codes == ["not-allowed"]
    assert (
        Person(service, club.ledger, Role.PUBLISHER, "pia").do(1, "book").status == 201
    )


def test_answers_in_any_encoding_are_kept_in_one(officer: Person, club: Selo) -> None:
    officer.keep(REPORT, "?name=autumn.trf", "application/octet-stream")
    answers = {**ANSWERS, "organiser": "Hämeenlinna"}
    written = json.dumps(answers, ensure_ascii=False)
    for encoding in ("latin-1", "utf-8-sig", "utf-16"):
        kept = officer.do(1, "answers", written.encode(encoding))
        assert kept.status == 200, kept.text
        settings = draft(club.ledger, 1).settings
        assert settings is not None and json.loads(settings.decode("utf-8")) == answers
    assert officer.do(1, "book").status == 201
    assert club.ask("tournament", "autumn")["header"]["organiser"] == "Hämeenlinna"


def test_the_command_checks_the_answers_that_it_keeps(club: Selo) -> None:
    report, answers = club.folder / "autumn.trf", club.folder / "answers.json"
    report.write_bytes(REPORT)
    for wrong, code in (
        (b"{", "not-json"),
        (b"[]", "wrong-type"),
        (b'{"minuts": 90}', "unknown-field"),
    ):
        answers.write_bytes(wrong)
        asked = ("draft", "keep", str(report), "--settings", str(answers))
        assert [one["code"] for one in club.refused(*asked)] == [code]
    assert club.ask("draft", "list")["rows"] == []

    answers.write_bytes('{"organiser": "Hämeenlinna"}'.encode("latin-1"))
    club.done("draft", "keep", str(report), "--settings", str(answers))
    assert "organiser: – → Hämeenlinna" in club.done("draft", "show", "1")


def newest(club: Selo) -> dict[str, str | None]:
    """The actor and the note of the newest event."""
    event = club.ask("log", "event", str(club.events()))
    return {"actor": event["actor"], "note": event["note"]}


def test_nobody_leaves_a_draft_in_somebody_elses_name(
    submitter: Person, service: Served, club: Selo
) -> None:
    """Whoever books it would put that name into the log for ever."""
    named = encoded({**player("N1"), "actor": "kaisa"})
    at_desk = Officer(club, service, "submitter", "kerho")
    for kind, query in (
        (LINES, ""),
        (JSON, ""),
        ("application/octet-stream", "?name=n.jsonl"),
    ):
        refused = submitter.keep(named, query, kind)
        assert (refused.status, refused.codes) == (403, ["other-actor"])

    for reply in (
        at_desk.post("/desk/files", parts("n.jsonl", named), PARTS),
        at_desk.post("/desk/documents", {"documents": named.decode()}),
    ):
        assert reply.status == 403
        assert "The actor is 'kaisa', but the token belongs to kerho" in unescape(
            reply.text
        )
    assert submitter.see().value["rows"] == []

    # what cannot be read waits, as it always did, and its page says what is wrong
    assert submitter.keep(b'{"kind": "player", "actor": 7}').status == 202


def test_a_draft_with_somebody_elses_name_is_booked_by_nobody_but_an_admin(
    officer: Person, service: Served, club: Selo
) -> None:
    """The command takes any name, and so may a draft of an earlier version have one."""
    club.done("draft", "keep", club.file("n.jsonl", {**player("N1"), "actor": "kaisa"}))
    before = club.events()
    refused = officer.do(1, "book")
    assert (refused.status, refused.codes) == (403, ["other-actor"])
    page = Officer(club, service).page("/desk/drafts/1")
    assert "in the name of kaisa" in page
    assert 'action="/desk/drafts/1/book"' not in page
    assert club.events() == before

    admin = Person(service, club.ledger, Role.ADMIN, "iida")
    assert admin.do(1, "book").status == 201
    assert newest(club) == {"actor": "kaisa", "note": "draft 1 of tester"}


def test_a_draft_is_booked_in_the_name_of_whoever_books_it(
    submitter: Person, officer: Person, club: Selo
) -> None:
    """Who left it stands in the note, before the note that the document has."""
    stated = {"actor": "seura", "note": "the arbiter rang"}
    submitter.keep(encoded({**player("N1"), **stated}))
    assert "note: the arbiter rang" in club.done("draft", "show", "1")
    assert officer.do(1, "book").status == 201
    assert newest(club) == {
        "actor": "aino",
        "note": "draft 1 of seura: the arbiter rang",
    }

    submitter.keep(encoded({**player("N2"), "note": "x" * 2000}))
    assert officer.do(2, "book").status == 201
    note = newest(club)["note"]
    assert note is not None and len(note) == 2000
    assert note.startswith("draft 2 of seura: xxx") and note.endswith("x…")


def test_the_command_keeps_and_books(club: Selo) -> None:
    kept = club.ask(
        "draft", "keep", club.file("summer.jsonl", played()), "--note", "later"
    )
    assert kept["state"] == "waiting" and kept["created_by"] == "tester"
    before = club.events()
    assert (
        club.ask("draft", "preview", "1")["recorded"][0]["target"] == "summer"
        and club.events() == before
    )
    assert club.ask("draft", "book", "1")["recorded"][0]["repeated"] is False
    assert club.answer("draft", "book", "1")[0] == 5
    assert club.answer("draft", "show", "7")[0] == 3
    club.ask("draft", "keep", club.file("more.jsonl", player("N1")))
    assert club.ask("draft", "drop", "2")["state"] == "dropped"
    assert len(club.ask("draft", "list", "--all")["rows"]) == 2


@pytest.mark.parametrize("number", [10**20, 2**63, 0])
def test_a_number_that_no_draft_can_have(club: Selo, number: int) -> None:
    club.ask("draft", "keep", club.file("summer.jsonl", played()))
    answers = club.file("answers.json", {})
    for line in (
        "show {}",
        "preview {}",
        "book {}",
        "drop {}",
        "comment {} hm",
        "answer {} " + answers,
        "plan {} 2099-01-01T00",
    ):
        words = line.format(number).split()
        [problem] = club.refused("draft", *words, code=3)
        assert problem["code"] == "unknown-draft", line


@pytest.mark.parametrize(
    "line",
    [
        "show 1",
        "drop 1",
        "comment 1 later",
        "answer 1 -",
        "preview 1",
        "book 1",
        "list",
    ],
)
def test_where_no_ledger_is_there_are_no_drafts(
    selo_without_ledger: Selo, line: str
) -> None:
    """And none of these leaves a file behind."""
    refused = selo_without_ledger.run("draft", *line.split(), stdin=b"{}")
    assert refused.code == 3 and "there is no ledger at" in refused.err
    assert os.listdir(selo_without_ledger.folder) == []


@pytest.mark.parametrize("body", [b"", b" \n\n"])
def test_nothing_is_no_draft(officer: Person, body: bytes) -> None:
    reply = officer.keep(body, "?name=report.trf", kind="application/octet-stream")
    assert (reply.status, reply.codes) == (422, ["empty"]) and officer.see().value[
        "rows"
    ] == []
