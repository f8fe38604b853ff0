"""Booking is what was seen: a preview has a name, and where anything would come out
otherwise, nothing is booked.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from ledger.documents import by_kind
from tests.features import asked_of_features
from tests.web.desk.officer import PARTS, Officer, parts
from tests.web.serving import Served, served
from tests.web.test_drafts import ANSWERS, REPORT, Person
from tests.web.test_writing import AT, encoded
from tests.world.command import Selo
from tests.world.documents import Document, amend, opening, player, tournament
from tests.world.pace import until
from web.booking import trying
from web.sandbox import (
    LEFT_SECONDS,
    PREFIX,
    Bounds,
    remove_left_folders,
    run_in_sandbox,
)
from web.store.drafts import answer_draft
from web.store.roles import Role
from web.threads import Threads

OTHERS = {**ANSWERS, "map": {"1": "C", "2": "D"}}


@pytest.fixture
def service(club: Selo) -> Iterator[Served]:
    with served(
        club.ledger, now=lambda: AT, four_eyes=frozenset({"publish"})
    ) as running:
        yield running


@pytest.fixture
def officer(service: Served, club: Selo) -> Person:
    return Person(service, club.ledger, Role.OFFICER, "aino")


@pytest.fixture
def submitter(service: Served, club: Selo) -> Person:
    return Person(service, club.ledger, Role.SUBMITTER, "seura")


def book(person: Person, number: int, preview: str) -> Any:
    fields = {**person.fields, "If-Match": f'"{preview}"'}
    return person.service.ask(f"/api/drafts/{number}/book", "POST", None, fields)


def kept(submitter: Person, answers: Document = ANSWERS) -> None:
    assert (
        submitter.keep(REPORT, "?name=autumn.trf", "application/octet-stream").status
        == 202
    )
    submitter.do(1, "answers", json.dumps(answers).encode())


def test_answers_that_changed_since_are_not_booked(
    officer: Person, submitter: Person, club: Selo
) -> None:
    """The lowest role that writes would decide whose rating moves."""
    before = club.events()
    kept(submitter)
    looked = officer.see("/1/preview")
    assert looked.fields["etag"] == f'"{looked.value["preview"]}"'
    submitter.do(1, "answers", json.dumps(OTHERS).encode())
    refused = book(officer, 1, looked.value["preview"])
    assert (refused.status, refused.codes) == (
        409,
        ["preview-differs"],
    ) and club.events() == before
    assert "the answers about it changed since draft 1 was looked at" in refused.text
    again = officer.see("/1/preview").value["preview"]
    assert book(officer, 1, again).status == 201


def test_a_ledger_that_moves_other_numbers_is_told(
    officer: Person, submitter: Person, club: Selo
) -> None:
    kept(submitter)
    shown = officer.see("/1/preview").value
    club.submit(amend("open-2024", games={"1.1": {"result": "0-1"}}))
    before = club.events()
    refused = book(officer, 1, shown["preview"])
    assert (refused.status, refused.codes) == (
        409,
        ["preview-differs"],
    ) and club.events() == before
    now = {row["player"]: row for row in officer.see("/1/preview").value["moved"]}
    assert now["A"] != next(row for row in shown["moved"] if row["player"] == "A")
    assert f"A on selo {now['A']['before']} -> {now['A']['after']}" in refused.text


def test_a_ledger_that_only_grew_is_no_reason(
    officer: Person, submitter: Person, club: Selo
) -> None:
    kept(submitter)
    preview = officer.see("/1/preview").value["preview"]
    club.submit(player("Z"), opening("Z", 1900))
    assert book(officer, 1, preview).status == 201


def test_documents_are_booked_as_their_preview(officer: Person, club: Selo) -> None:
    body = encoded(tournament("spring", "2024-03-01", "A B 1-0", "C D 0-1"))
    looked = officer.submit(
        tournament("spring", "2024-03-01", "A B 1-0", "C D 0-1"), query="?dry_run=true"
    )
    name = looked.fields["etag"]
    club.submit(amend("open-2024", games={"1.1": {"result": "0-1"}}))
    before = club.events()

    def sent(body: bytes, preview: str) -> Any:
        fields = {
            **officer.fields,
            "Content-Type": "application/jsonl",
            "If-Match": preview,
        }
        return officer.service.ask("/api/documents", "POST", body, fields)

    assert sent(body, name).codes == ["preview-differs"] and club.events() == before
    again = officer.submit(
        tournament("spring", "2024-03-01", "A B 1-0", "C D 0-1"), query="?dry_run=true"
    )
    other = encoded(tournament("spring", "2024-03-01", "A B 0-1", "C D 0-1"))
    assert (
        sent(other, again.fields["etag"]).codes == ["preview-differs"]
        and club.events() == before
    )
    for wrong in ('"x"', '"x-y-z"'):
        assert sent(body, wrong).codes == ["preview-differs"]
    assert sent(body, again.fields["etag"]).status == 201


NAMING = {
    "a tournament": tournament(
        "spring", "2024-03-01", "A B 1-0", organiser="Aino Aalto"
    ),
    "a header": amend("open-2024", set={"organiser": "Aino Aalto"}),
    "a player": player("N1", name="Aino Aalto"),
    **{
        kind: full | dict.fromkeys(by_kind()[kind].sealed, "Aino Aalto")
        for asked in asked_of_features()
        for kind, (full, _) in asked.accepted.items()
    },
}


@pytest.mark.parametrize("name", NAMING)
def test_words_that_are_sealed_are_booked_as_their_preview(
    officer: Person, name: str
) -> None:
    """Words that may name a person get a seal with a salt, another one each time. What
    was looked at is the words.
    """
    document = NAMING[name]
    looked = officer.submit(document, query="?dry_run=true")
    assert looked.status == 200, looked.text

    def sent(document: Document) -> Any:
        fields = {
            **officer.fields,
            "Content-Type": "application/jsonl",
            "If-Match": looked.fields["etag"],
        }
        body = encoded(document)
        return officer.service.ask("/api/documents", "POST", body, fields)

    other = json.loads(json.dumps(document).replace("Aino Aalto", "Eino Aalto"))
    assert sent(other).codes == ["preview-differs"]
    assert sent(document).status == 201


def test_at_the_desk_the_page_comes_again_with_what_differs(
    service: Served, submitter: Person, club: Selo
) -> None:
    officer = Officer(club, service)
    draft_at = officer.sent("/desk/files", parts("autumn.trf", REPORT), PARTS)
    number = int(draft_at.rpartition("/")[2])
    answer_draft(club.ledger, number, json.dumps(ANSWERS).encode(), "aino", AT)
    [preview] = re.findall(r'name="preview" value="([^"]+)"', officer.page(draft_at))
    answer_draft(club.ledger, number, json.dumps(OTHERS).encode(), "aino", AT)
    before = club.events()
    reply = officer.post(f"{draft_at}/book", {"preview": preview, "reason": ""})
    assert reply.status == 409 and club.events() == before
    assert (
        "Nothing was booked: something has changed since you looked." in reply.text
        and 'role="alert"' in reply.text
    )
    [now] = re.findall(r'name="preview" value="([^"]+)"', reply.text)
    assert now != preview
    assert (
        officer.sent(f"{draft_at}/book", {"preview": now, "reason": ""}) == draft_at
        and club.events() == before + 1
    )


def test_the_command_books_what_its_preview_showed(club: Selo) -> None:
    club.done(
        "draft",
        "keep",
        club.file("spring.jsonl", tournament("spring", "2024-03-01", "A B 1-0")),
    )
    told = club.run("draft", "preview", "1")
    [name] = re.findall(r"selo draft book 1 --preview (\S+)", told.err)
    club.submit(amend("open-2024", games={"1.1": {"result": "0-1"}}))
    assert (
        club.refused("draft", "book", "1", "--preview", name, code=5)[0]["code"]
        == "preview-differs"
    )
    again = club.ask("draft", "preview", "1")["preview"]
    club.done("draft", "book", "1", "--preview", again)


def test_nobody_reads_of_anothers_draft_by_booking_it(
    submitter: Person, service: Served, club: Selo
) -> None:
    submitter.keep(
        b'{"kind":"player","player":"X","nam":"Secret Junior"}',
        "?name=secret-juniors.jsonl",
    )
    other = Person(service, club.ledger, Role.SUBMITTER, "toinen")
    refused = other.do(1, "book")
    assert (refused.status, refused.codes) == (403, ["not-allowed"])
    assert "secret" not in refused.text.lower()


def test_who_decides_sees_what_they_decide_on(
    service: Served, officer: Person, club: Selo
) -> None:
    """Publishing needs a second pair of eyes here, and those of a publisher are not
    blind.
    """
    publish = {
        "kind": "publish",
        "list": "selo",
        "label": "2024-06",
        "as_of": "2024-06-01",
    }
    one = Person(service, club.ledger, Role.PUBLISHER, "julkaisija")
    two = Person(service, club.ledger, Role.PUBLISHER, "toinen")
    assert one.submit(publish).status == 202
    officer.keep(encoded(player("Z")), "?name=players.jsonl")
    assert [row["number"] for row in two.see().value["rows"]] == [1]
    preview = two.see("/1/preview")
    assert preview.status == 200 and two.see("/2").status == 403
    assert (
        "draft"
        in Officer(club, service, "publisher", "kolmas").page("/desk/drafts/1").lower()
    )
    assert one.do(1, "book").codes == ["four-eyes"]
    assert book(two, 1, preview.value["preview"]).status == 201


def test_nobody_who_books_waits_for_a_preview(
    service: Served, club: Selo, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor does the office wait for what a submitter wants tried."""
    officer, submitter = (
        Person(service, club.ledger, name="aino"),
        Person(service, club.ledger, Role.SUBMITTER, "seura"),
    )
    kept = submitter.keep(encoded(player("N1"))).value["number"]
    came, held, honest, previewing = (
        list[object](),
        threading.Event(),
        run_in_sandbox,
        Threads.preview,
    )

    def slowly(work: Any, *given: Any, bounds: Bounds, **named: Any) -> Any:
        if bounds is trying.FOR_SUBMITTERS:
            assert held.wait(60)
        return honest(work, *given, bounds=bounds, **named)

    async def noted(threads: Threads, work: Any, **named: Any) -> Any:
        came.append(work)
        return await previewing(threads, work, **named)

    monkeypatch.setattr(trying, "run_in_sandbox", slowly)
    monkeypatch.setattr(Threads, "preview", noted)
    with ThreadPoolExecutor(3) as clients:
        waiting = [
            clients.submit(submitter.submit, player("N2"), query="?dry_run=true"),
            clients.submit(submitter.see, f"/{kept}/preview"),
        ]
        until(lambda: len(came) == 2)
        assert officer.submit(player("N3")).status == 201
        assert officer.see(f"/{kept}/preview").status == 200
        assert officer.do(kept, "book").status == 201
        assert not any(one.done() for one in waiting)
        held.set()
        assert waiting[0].result().status == 200


def _copies() -> set[str]:
    return {
        name
        for name in os.listdir(tempfile.gettempdir())
        if name.startswith(f"{PREFIX}{os.getpid()}-")
    }


def test_what_a_submitter_wants_tried_has_a_time(
    service: Served, club: Selo, monkeypatch: pytest.MonkeyPatch
) -> None:
    submitter, officer = (
        Person(service, club.ledger, Role.SUBMITTER, "seura"),
        Person(service, club.ledger, name="aino"),
    )
    monkeypatch.setattr(trying, "FOR_SUBMITTERS", Bounds(512 * 2**20, 0.001))
    before = _copies()  # a run that was killed may have left some
    many = [player(f"X{number}") for number in range(2000)]
    refused = submitter.submit(*many, query="?dry_run=true")
    assert (refused.status, refused.codes) == (503, ["overloaded"])
    assert (
        submitter.submit(*many).status == 503
        and club.ask("draft", "list")["rows"] == []
    )
    assert officer.submit(*many, query="?dry_run=true").status == 200
    assert _copies() <= before


def test_a_service_clears_away_what_a_killed_one_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Copies of a ledger hold names and days of birth. Whatever may still be used by
    somebody stays.
    """
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    old = time.time() - LEFT_SECONDS - 1
    for name, since in (
        (f"{PREFIX}{gone.pid}-a", old),
        (f"{PREFIX}{gone.pid}-fresh", time.time()),
        (f"{PREFIX}{os.getpid()}-b", old),
        (f"{PREFIX}x-c", old),
        ("other-1-d", old),
        (f"{PREFIX}{10**30}-e", old),
    ):
        place = tmp_path / name
        place.mkdir()
        (place / "selo.db").write_bytes(b"names")
        os.utime(place, (since, since))
    outside = tmp_path / "elsewhere"
    outside.mkdir()
    (tmp_path / f"{PREFIX}{gone.pid}-link").symlink_to(outside)
    remove_left_folders()
    left = {place.name for place in tmp_path.iterdir()}
    assert left == {
        f"{PREFIX}{gone.pid}-fresh",
        f"{PREFIX}{gone.pid}-link",
        f"{PREFIX}{os.getpid()}-b",
        f"{PREFIX}x-c",
        "other-1-d",
        "elsewhere",
    }


TWIN = {
    "kind": "player",
    "player": "T1",
    "name": "Teppo Uusi",
    "born": "2001",
    "federation": "FIN",
}


def test_a_question_that_arose_since_is_not_booked_unseen(
    officer: Person, club: Selo
) -> None:
    """Somebody of the same name and year came in between: two persons, or one?"""
    body = encoded({**TWIN, "player": "T2"})
    looked = officer.post(body, query="?dry_run=true")
    assert looked.status == 200 and "doubts" not in looked.value
    club.submit(TWIN)
    before = club.events()
    refused = officer.post(body, **{"If-Match": looked.fields["etag"]})
    assert (refused.status, refused.codes) == (
        409,
        ["preview-differs"],
    ) and club.events() == before
    assert (
        "there are new or changed questions since you looked at this: " in refused.text
    )
    assert "T2: Teppo Uusi is also the name of T1" in refused.text
    again = officer.post(body, query="?dry_run=true")
    assert [row["sure"] for row in again.value["doubts"]] == ["same-name:T2"]
    # whoever saw it books it, with the answer or without: programs are asked only where
    # the ledger asks everybody
    booked = officer.post(
        body, query="?sure=same-name:T2", **{"If-Match": again.fields["etag"]}
    )
    assert booked.status == 201
    assert [row["kind"] for row in booked.value["recorded"]] == ["player", "vouch"]


def test_nor_is_it_of_a_draft(officer: Person, club: Selo) -> None:
    officer.keep(encoded({**TWIN, "player": "T2"}), "?name=player.jsonl")
    looked = officer.see("/1/preview").value
    club.submit(TWIN)
    before = club.events()
    refused = book(officer, 1, looked["preview"])
    assert (refused.status, refused.codes) == (
        409,
        ["preview-differs"],
    ) and club.events() == before
    assert "Teppo Uusi is also the name of T1" in refused.text
    assert (
        club.refused("draft", "book", "1", "--preview", looked["preview"], code=5)[0][
            "code"
        ]
        == "preview-differs"
    )
    assert book(officer, 1, officer.see("/1/preview").value["preview"]).status == 201


def test_nor_of_a_file_of_games(officer: Person, submitter: Person, club: Selo) -> None:
    """Another tournament of the same day came in since: which of the two was first?"""
    kept(submitter)
    looked = officer.see("/1/preview").value
    assert "doubts" not in looked
    club.submit(tournament("other", "2024-06-01", "A C 1-0"))
    before = club.events()
    refused = book(officer, 1, looked["preview"])
    assert (refused.status, refused.codes) == (
        409,
        ["preview-differs"] * 2,
    ) and club.events() == before
    assert (
        "there are new or changed questions since you looked at draft 1: "
        in refused.text
    )


def test_at_the_desk_the_question_is_shown_first(service: Served, club: Selo) -> None:
    """An answer that was given to one question books nothing that another one is about."""
    officer = Officer(club, service)
    draft_at = officer.sent(
        "/desk/files", parts("player.jsonl", encoded({**TWIN, "player": "T2"})), PARTS
    )
    [preview] = re.findall(r'name="preview" value="([^"]+)"', officer.page(draft_at))
    club.submit(TWIN)
    before = club.events()
    reply = officer.post(
        f"{draft_at}/book",
        {"preview": preview, "reason": "", "sure.same-name:T2": "yes"},
    )
    assert reply.status == 409 and club.events() == before
    assert "Nothing was booked: something has changed since you looked." in reply.text
    assert "Teppo Uusi is also the name of T1" in reply.text


def test_the_name_of_a_submitters_preview_tells_no_hidden_question(
    officer: Person, submitter: Person, club: Selo
) -> None:
    """What is asked may tell a sex or a year; a submitter is not asked it, and books
    nothing by the name.
    """
    merge = {
        "kind": "merge-players",
        "from": "M1",
        "into": "M2",
        "reason": "one person",
    }
    names = []
    for sex in ("m", "f"):
        for own, of in (("M1", "m"), ("M2", sex)):
            club.submit(
                {
                    "kind": "player",
                    "player": f"{own}{sex}",
                    "name": f"Nimi {own}",
                    "sex": of,
                }
            )
        one = {**merge, "from": f"M1{sex}", "into": f"M2{sex}"}
        looked = submitter.submit(one, query="?dry_run=true")
        assert looked.status == 200 and "doubts" not in looked.value
        names.append(looked.fields["etag"].strip('"').rpartition("-")[2])
        assert (
            officer.submit(one, query="?dry_run=true").fields["etag"]
            != looked.fields["etag"]
        )
    assert names[0] == names[1]


def test_the_name_stands_in_the_answer_too(officer: Person) -> None:
    looked = officer.submit(player("N1"), query="?dry_run=true")
    assert looked.fields["etag"] == f'"{looked.value["preview"]}"'
    assert "preview" not in officer.submit(player("N1")).value
