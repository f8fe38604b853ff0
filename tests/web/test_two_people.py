"""A draft has a history, an owner, a reviewer and comments; and two people stand behind
what one may not decide.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ledger.errors import Usage
from tests.web.desk.officer import PARTS, Officer, filled, parts
from tests.web.serving import Reply, Served, served
from tests.web.test_drafts import ANSWERS, REPORT, Person
from tests.web.test_writing import AT, encoded
from tests.world.command import Selo
from tests.world.documents import amend, opening, player, tournament
from web.store.drafts import draft
from web.store.four_eyes import FourEyes
from web.store.roles import Role

OTHERS = {**ANSWERS, "map": {"1": "C", "2": "D"}}
AMEND = amend("open-2024", games={"1.1": {"result": "0-1"}})


def serving(club: Selo, *asked: str) -> Any:
    return served(club.ledger, now=lambda: AT, four_eyes=frozenset(asked))


@pytest.fixture
def service(club: Selo) -> Iterator[Served]:
    with serving(club, "games") as running:
        yield running


@pytest.fixture
def people(service: Served, club: Selo) -> dict[str, Person]:
    roles = {
        "seura": Role.SUBMITTER,
        "aino": Role.OFFICER,
        "onni": Role.OFFICER,
        "kaisa": Role.OFFICER,
    }
    return {
        name: Person(service, club.ledger, role, name) for name, role in roles.items()
    }


def named(person: Person, number: int, verb: str) -> Reply:
    """With the preview that stands now."""
    preview = person.see(f"/{number}/preview").value["preview"]
    return person.service.ask(
        f"/api/drafts/{number}/{verb}",
        "POST",
        None,
        {**person.fields, "If-Match": f'"{preview}"'},
    )


def report_kept(person: Person) -> None:
    assert (
        person.keep(
            REPORT, "?name=autumn.trf&note=puh+040", "application/octet-stream"
        ).status
        == 202
    )


def test_a_draft_says_who_changed_which_answer(people: dict[str, Person]) -> None:
    report_kept(people["seura"])
    people["seura"].do(1, "answers", json.dumps(ANSWERS).encode())
    people["aino"].do(1, "answers", json.dumps(OTHERS).encode())
    # the same again is no change
    people["aino"].do(1, "answers", json.dumps(OTHERS).encode())
    row = people["onni"].see("/1").value
    assert [(step["at"], step["who"], step["what"]) for step in row["steps"]] == [
        (AT, "seura", "left"),
        (AT, "seura", "answered"),
        (AT, "aino", "answered"),
    ]
    assert json.loads(row["steps"][2]["about"]) == {
        "map.1": ["A", "C"],
        "map.2": ["B", "D"],
    }
    assert "steps" not in people["onni"].see().value["rows"][0]


def test_what_was_said_goes_with_the_draft(
    people: dict[str, Person], club: Selo
) -> None:
    """And of one that was dropped, its name and its note as well."""
    for _ in range(2):
        report_kept(people["seura"])
    people["aino"].do(
        1, "answers", json.dumps({**ANSWERS, "name": "Salainen Cup"}).encode()
    )
    for number in (1, 2):
        said = people["aino"].do(
            number, "comment?comment=soita+Salaiselle&reviewer=onni"
        )
        assert (
            said.value["reviewer"] == "onni"
            and said.value["steps"][-2]["about"] == "soita Salaiselle"
        )
    assert people["seura"].do(1, "drop").value["name"] == ""
    people["aino"].do(2, "answers", json.dumps(ANSWERS).encode())
    assert named(people["onni"], 2, "book").status == 201
    for number, last in ((1, "dropped"), (2, "booked")):
        row = people["aino"].see(f"/{number}").value
        assert row["note"] is None and row["steps"][-1]["what"] == last
        assert {step["about"] for step in row["steps"]} == {None}
    if club.address is None:
        left = b"".join(
            path.read_bytes() for path in Path(club.ledger).parent.glob("*.service*")
        )
        assert b"Salais" not in left and b"puh 040" not in left


def test_nobody_writes_into_anothers_draft(
    people: dict[str, Person], service: Served, club: Selo
) -> None:
    report_kept(people["seura"])
    other = Person(service, club.ledger, Role.SUBMITTER, "toinen")
    for verb in ("comment?comment=x", "agree", "book", "drop"):
        fields = {**other.fields, "If-Match": '"x"'}
        assert service.ask(f"/api/drafts/1/{verb}", "POST", None, fields).codes == [
            "not-allowed"
        ]


def test_nobody_decides_alone_on_what_they_left_or_answered(
    people: dict[str, Person],
) -> None:
    aino, onni, kaisa = people["aino"], people["onni"], people["kaisa"]
    report_kept(aino)
    onni.do(1, "answers", json.dumps(ANSWERS).encode())
    for person in (aino, onni):
        refused = named(person, 1, "book")
        assert (refused.status, refused.codes) == (403, ["four-eyes"])
        assert "a second person has to agree to this: games" in refused.text
    assert named(kaisa, 1, "book").status == 201


def test_two_who_both_had_a_hand_in_it_decide_together(
    people: dict[str, Person],
) -> None:
    aino, onni = people["aino"], people["onni"]
    report_kept(aino)
    onni.do(1, "answers", json.dumps(ANSWERS).encode())
    assert named(aino, 1, "agree").status == 200
    assert named(aino, 1, "book").codes == ["four-eyes"]  # they agreed with themselves
    onni.do(1, "answers", json.dumps(OTHERS).encode())
    # it is another one than was agreed to
    assert named(onni, 1, "book").codes == ["four-eyes"]
    assert named(aino, 1, "agree").status == 200
    assert named(onni, 1, "book").status == 201


def test_to_agree_takes_the_role_and_the_preview(
    people: dict[str, Person], club: Selo
) -> None:
    report_kept(people["seura"])
    people["seura"].do(1, "answers", json.dumps(ANSWERS).encode())
    assert named(people["seura"], 1, "agree").codes == ["not-allowed"]
    assert people["aino"].do(1, "agree").codes == ["parameter"]
    stale = people["aino"].see("/1/preview").fields["etag"]
    club.submit(AMEND)
    fields = {**people["aino"].fields, "If-Match": stale}
    assert people["aino"].service.ask(
        "/api/drafts/1/agree", "POST", None, fields
    ).codes == ["preview-differs"]
    assert (
        draft(club.ledger, 1).row.steps
        and len(draft(club.ledger, 1).row.steps or ()) == 2
    )


ASKED = {
    "any kind of document": (("opening",), opening("A", 1500, list="pelo")),
    "more people than that move": (
        ("moves=1",),
        tournament("spring", "2024-05-01", "A B 1-0"),
    ),
    "older than that": (("days=20",), tournament("spring", "2024-05-01", "A B 1-0")),
    "a title that is lost": (
        ("title-lost",),
        {"kind": "withdraw", "seq": 0, "reason": "it was another player's"},
    ),
}


@pytest.mark.parametrize("why", ASKED)
def test_what_asks_for_a_second_person(club: Selo, why: str) -> None:
    asked, document = ASKED[why]
    if "title" in why:
        club.submit(
            player("T"),
            opening("T", 2000, on="2023-01-01", normal_games=40, titles=["I"]),
        )
        document = {**document, "seq": club.events()}
    with serving(club, *asked) as service:
        aino, onni = (
            Person(service, club.ledger, name="aino"),
            Person(service, club.ledger, name="onni"),
        )
        before = club.events()
        assert aino.submit(document, query="?dry_run=true").status == 200
        assert aino.submit(document).status == 202 and club.events() == before
        refused = named(aino, 1, "book")
        assert refused.codes == ["four-eyes"] and club.events() == before
        assert named(onni, 1, "book").status == 201 and club.events() > before
        # the control: what the rule does not ask about is recorded at once
        assert aino.submit(player("Z")).status == 201


def test_below_the_limits_one_is_enough(club: Selo) -> None:
    with serving(club, "moves=2", "days=80", "title-lost", "publish") as service:
        aino = Person(service, club.ledger, name="aino")
        assert aino.submit(tournament("spring", "2024-05-01", "A B 1-0")).status == 201


def test_a_lost_title_is_shown(club: Selo) -> None:
    club.submit(
        player("T"), opening("T", 2000, on="2023-01-01", normal_games=40, titles=["I"])
    )
    taken = {
        "kind": "withdraw",
        "seq": club.events(),
        "reason": "it was another player's",
    }
    with serving(club) as service:
        aino = Person(service, club.ledger, name="aino")
        shown = aino.submit(taken, query="?dry_run=true").value
        assert shown["lost_titles"] == [
            {"player": "T", "name": "Pelaaja T", "list": "selo", "title": "I"}
        ]
        aino.keep(encoded(taken))
        assert "Titles that would be lost" in Officer(
            club, service, "officer", "onni"
        ).page("/en/desk/drafts/1")


def test_the_preview_of_a_file_shows_the_past_that_would_come_out_differently(
    club: Selo,
) -> None:
    club.submit(tournament("later", "2024-06-10", "A B 1-0"))
    with serving(club) as service:
        aino = Person(service, club.ledger, name="aino")
        report_kept(aino)
        aino.do(1, "answers", json.dumps(ANSWERS).encode())
        entries = aino.see("/1/preview").value["entries"]
        assert {
            (row["player"], row["unit"]) for row in entries if row["before"] is not None
        } == {("A", "later"), ("B", "later")}
        booked = aino.do(1, "book").value
        assert "entries" not in booked and len(booked["recorded"]) > 0


def test_the_words_of_a_setting() -> None:
    assert FourEyes.from_words(
        ["publish", "games", "moves=20", "days=365", "title-lost"]
    ) == FourEyes(frozenset({"publish", "games"}), 20, 365, True)
    for word in (
        "publsh",
        "moves",
        "moves=0",
        "days=x",
        "moves=-1",
        "title-lost=1",
        "",
    ):
        with pytest.raises(
            Usage, match="is not something that can wait for a second person"
        ):
            FourEyes.from_words([word])


def test_the_service_does_not_start_with_a_word_that_asks_for_nothing(
    club: Selo,
) -> None:
    refused = club.run("serve", "--four-eyes", "publsh")
    assert (
        refused.code == 2
        and "'publsh' is not something that can wait for a second person" in refused.err
    )


def test_at_the_desk(club: Selo) -> None:
    with serving(club, "games") as service:
        aino, onni = Officer(club, service), Officer(club, service, "officer", "onni")
        place = aino.sent("/desk/files", parts("autumn.trf", REPORT), PARTS)
        aino.sent(f"{place}/comment", {"comment": "round <1>?", "reviewer": "onni"})
        answers = {
            "tournament": "autumn",
            "minutes": "90",
            "players_by": "name",
            "map.1": "A",
            "map.2": "B",
        }
        onni.sent(f"{place}/answers", answers)
        page = aino.page(place)
        assert (
            "onni has been asked to look at it" in page
            and "round &lt;1&gt;?" in aino.see(place).text
        )
        assert (
            "A second person has to agree to this: games" in page
            and f"{place}/book" not in page
        )
        preview = page.split('name="preview" value="')[1].split('"')[0]
        before = club.events()
        assert aino.post(f"{place}/agree", {"preview": "x", "reason": ""}).status == 409
        aino.sent(f"{place}/agree", {"preview": preview, "reason": ""})
        # to agree once is enough
        page = aino.page(place)
        assert "You have agreed to exactly this" in page
        assert f'action="{place}/agree"' not in page
        page = onni.page(place)
        assert (
            f"{place}/book" in page
            and "agreed to what would change at that point" in page
        )
        onni.sent(f"{place}/book", {"preview": preview, "reason": ""})
        assert club.events() == before + 1 and "History" in aino.page(place)
        for language, words in (
            ("fi", "Historia"),
            ("sv", "Historik"),
        ):
            assert words in aino.page(f"/{language}{place}")


def typed_sheet(result: str) -> dict[str, str]:
    """The form of a report on paper: A and B played one game."""
    return {
        "name": "Autumn 2024",
        "start": "2024-05-01",
        "end": "2024-05-01",
        "time": "90+30",
        "player.1": "A",
        "player.2": "B",
        "white.1.1": "1",
        "result.1.1": result,
        "black.1.1": "2",
        "then": "look",
    }


def test_whoever_types_a_report_anew_does_not_book_it_alone(club: Selo) -> None:
    with serving(club, "games") as service:
        aino, pekka, kaisa = (
            Officer(club, service, name=name) for name in ("aino", "pekka", "kaisa")
        )
        place = aino.sent("/desk/paper", typed_sheet("1-0"))
        answers = {**filled(aino.page(place)), "time_control": "90+30"}
        aino.sent(f"{place}/answers", answers)

        # who keeps the form as it was has changed nothing
        pekka.sent(f"{place}/paper", typed_sheet("1-0"))
        assert f"{place}/book" in pekka.page(place)

        pekka.sent(f"{place}/paper", typed_sheet("0-1"))
        before = club.events()
        for officer in (aino, pekka):
            page = officer.page(place)
            assert f"{place}/book" not in page and f"{place}/agree" in page
            preview = page.split('name="preview" value="')[1].split('"')[0]
            refused = officer.post(f"{place}/book", {"preview": preview, "reason": ""})
            assert refused.status == 403
            assert "A second person has to agree to this" in refused.text
        assert club.events() == before

        page = kaisa.page(place)
        preview = page.split('name="preview" value="')[1].split('"')[0]
        kaisa.sent(f"{place}/book", {"preview": preview, "reason": ""})
        assert club.events() > before


def test_nobody_is_asked_to_agree_with_themselves(club: Selo) -> None:
    with serving(club, "merge-players") as service:
        aino = Officer(club, service)
        club.submit(player("N7"))
        both = {"from": "N7", "into": "D", "reason": "one person"}
        place = aino.sent("/desk/merge", both)
        page = aino.page(place)
        assert "Somebody else has to book it" in page and f"{place}/agree" not in page
        onni = Officer(club, service, "officer", "onni")
        assert f"{place}/book" in onni.page(place)


def test_why_two_are_needed_is_said_in_words(club: Selo) -> None:
    """Kinds of document are words for programs: a person reads what they mean."""
    with serving(club, "amend", "merge-players") as service:
        aino = Officer(club, service)
        club.submit(player("N8"), player("N9"))
        documents = [
            {
                "kind": "amend",
                "tournament": "open-2024",
                "set": {"place": "Turku"},
                "reason": "forgotten",
            },
            {
                "kind": "merge-players",
                "from": "N8",
                "into": "N9",
                "reason": "one person",
            },
        ]
        lines = "\n".join(map(json.dumps, documents))
        draft = aino.sent("/desk/documents", {"documents": lines})
        page = aino.page(draft)
        said = "A second person has to agree to this: Correction, Players merged"
        assert said in page
        assert "Korjaus, Pelaajat yhdistetty" in aino.page(f"/fi{draft}")
        assert "Rättelse" in aino.page(f"/sv{draft}")


def test_by_the_command(club: Selo) -> None:
    club.done(
        "draft", "keep", club.file("players.jsonl", player("Z")), "--note", "hyvä"
    )
    club.done("draft", "comment", "1", "who is it?", "--reviewer", "onni")
    told = club.run("draft", "show", "1").out
    assert "reviewer: onni" in told and "tester said who is it?" in told
    assert club.run("draft", "comment", "1").code == 2
    club.done("draft", "drop", "1")
    told = club.run("draft", "show", "1").out
    assert (
        "who is it" not in told
        and "hyvä" not in told
        and "players.jsonl" not in told
        and "tester dropped" in told
    )


def test_an_erasure_is_told_of_what_was_said(club: Selo) -> None:
    club.done("draft", "keep", club.file("players.jsonl", player("Z")))
    club.done("draft", "comment", "1", "ask Pelaaja A")
    told = club.run("player", "erase", "A", "--reason", "asked for it")
    assert "draft 1 (players.jsonl) still names them" in told.out + told.err
