"""A draft of documents says what they state, in the reader's language: whoever books it
sees what they book.
"""

import json
import re
from html import unescape
from pathlib import Path

import pytest

from tests.web.desk.officer import PARTS, Officer, parts
from tests.web.test_drafts import REPORT
from tests.world.command import Selo
from tests.world.documents import Document, tournament

STATED: list[tuple[Document, str, str]] = [
    (
        {
            "kind": "confirm-title",
            "player": "A",
            "title": "M",
            "on": "2024-01-05",
            "reason": "board",
        },
        "Title confirmed: A, title M; on 5 January 2024 · board",
        "Arvonimi vahvistettu: A, arvonimi M; päivä 5.1.2024 · board",
    ),
    (
        {
            "kind": "external-rating",
            "player": "A",
            "source": "fide-standard",
            "on": "2024-01-01",
            "rating": 2100,
        },
        (
            "Rating from elsewhere: A, source fide-standard; on 1 January 2024; rating"
            " 2100"
        ),
        "Luku muualta: A, lähde fide-standard; päivä 1.1.2024; vahvuusluku 2100",
    ),
    (
        {"kind": "player", "player": "A", "club": "Uusi Seura"},
        "Player: A, club Uusi Seura",
        "Pelaaja: A, seura Uusi Seura",
    ),
    (
        {
            "kind": "ruling",
            "player": "A",
            "list": "selo",
            "on": "2024-02-01",
            "delta": 25,
            "reason": "level",
        },
        "Ruling of the office: A, list selo; on 1 February 2024; delta 25 · level",
        "Toimiston päätös: A, lista selo; päivä 1.2.2024; muutos 25 · level",
    ),
    (
        {
            "kind": "amend",
            "tournament": "cup",
            "reason": "as invited",
            "set": {"organiser": "Torni"},
            "change_league": {
                "teams": {"a": {"match_points": -2}},
                "matches": {"1:a": None},
            },
        },
        (
            "Correction: cup, organiser Torni; team a: match points by decision"
            " \N{MINUS SIGN}2; match 1:a: struck out · as invited"
        ),
        (
            "Korjaus: cup, järjestäjä Torni; joukkue a: ottelupisteitä päätöksellä"
            " \N{MINUS SIGN}2; ottelu 1:a: poistettu · as invited"
        ),
    ),
    (
        {"kind": "withdraw", "seq": 11, "reason": "wrong number"},
        "Withdrawn: seq 11 · wrong number",
        "Peruttu: tapahtuma 11 · wrong number",
    ),
]


def lines(page: str) -> str:
    text = unescape(re.sub(r"<[^>]+>", "", page))
    return re.sub(r"\s+", " ", text)


def test_a_document_says_what_it_states(officer: Officer, club: Selo) -> None:
    teams = [{"team": name, "name": name.upper()} for name in "ab"]
    club.submit(
        tournament(
            "cup",
            "2024-01-01",
            league={
                "teams": teams,
                "matches": [{"round": 1, "home": "a", "away": "b"}],
            },
        )
    )
    for document, english, finnish in STATED:
        draft = officer.sent(
            "/desk/files", parts("one.json", json.dumps(document).encode()), PARTS
        )
        assert english in lines(officer.page(f"/en{draft}")), document
        assert finnish in lines(officer.page(f"/fi{draft}")), document


def test_whoever_a_correction_names_is_named_beside_their_id(
    officer: Officer, club: Selo
) -> None:
    """An id alone says to nobody that it is somebody else's."""
    document = {
        "kind": "amend",
        "tournament": "open-2024",
        "reason": "sheets",
        "set": {"arbiter": "D"},
        "games": {"1.1": {"white": "C"}},
        "add_games": [{"round": 9, "white": "A", "black": "nobody", "result": "1-0"}],
    }
    draft = officer.sent(
        "/desk/files", parts("one.json", json.dumps(document).encode()), PARTS
    )
    page = lines(officer.page(draft))
    assert "arbiter D Pelaaja D" in page
    assert "white C Pelaaja C" in page
    assert "A Pelaaja A \N{EN DASH} nobody 1\N{EN DASH}0" in page


def test_the_command_says_it_too(club: Selo, tmp_path: Path) -> None:
    file = tmp_path / "one.jsonl"
    documents = [
        {
            "kind": "amend",
            "tournament": "open-2024",
            "reason": "sheets",
            "set": {"name": "Open"},
            "games": {"1.1": {"result": "0-1"}, "1.2": None},
            "add_games": [{"round": 9, "white": "A", "black": "B", "result": "1-0"}],
        },
        {"kind": "elo-only-games", "player": "A", "on": "2024-01-01"},
    ]
    file.write_text(
        "".join(f"{json.dumps(document)}\n" for document in documents), "utf-8"
    )
    club.done("draft", "keep", str(file))
    sentence = (
        "amend open-2024: name Open; game 1.1: result 0-1; game 1.2 is removed;"
        " game 9/\N{EN DASH}: A \N{EN DASH} B 1\N{EN DASH}0; reason: sheets\n"
        "elo-only-games A: on 2024-01-01\n"
    )
    assert sentence in club.done("draft", "show", "1") and sentence in club.done(
        "draft", "preview", "1"
    )
    assert "parti 1.1: resultat 0\N{EN DASH}1; partiet 1.2 tas bort" in club.done(
        "--lang", "sv", "draft", "show", "1"
    )
    club.done("draft", "drop", "1")
    assert "amend" not in club.done("draft", "show", "1"), (
        "what was dropped is kept no longer"
    )


def test_a_file_of_many_documents_is_not_printed_whole(
    club: Selo, tmp_path: Path
) -> None:
    file = tmp_path / "many.jsonl"
    lines = (
        json.dumps({"kind": "player", "player": f"n{number}", "name": f"N {number}"})
        for number in range(23)
    )
    file.write_text("\n".join(lines), "utf-8")
    club.done("draft", "keep", str(file))
    printed = club.done("draft", "show", "1")
    assert (
        "player n19: name N 19\n" in printed
        and "N 20" not in printed
        and printed.endswith("and 3 more documents\n")
    )


def test_answers_of_yes_and_no_are_in_words(officer: Officer, club: Selo) -> None:
    draft = officer.sent("/desk/files", parts("autumn.trf", REPORT), PARTS)
    officer.sent(f"{draft}/answers", {"domestic": "yes"})
    page = lines(officer.page(f"/fi{draft}"))
    assert "Pelattu Suomessa: – → kyllä" in page and "True" not in page
    told = club.done("--lang", "fi", "draft", "show", "1")
    assert (
        "vastattu: kyllä" in told
        and "domestic: \N{EN DASH} → kyllä" in told
        and "True" not in told
    )


def test_documents_that_are_not_shown_are_counted(officer: Officer) -> None:
    several = "\n".join(
        json.dumps({"kind": "player", "player": f"N{number}", "name": "New"})
        for number in range(23)
    )
    draft = officer.sent("/desk/files", parts("many.jsonl", several.encode()), PARTS)
    assert "Player: N19, name New and 3 more" in lines(officer.page(draft))


@pytest.mark.parametrize("field", ["comment", "reviewer"])
def test_a_zero_byte_is_refused_at_every_ledger(officer: Officer, field: str) -> None:
    """A file would keep it, and a database server would say that the ledger cannot be
    used.
    """
    draft = officer.sent("/desk/files", parts("autumn.trf", REPORT), PARTS)
    refused = officer.post(f"{draft}/comment", {"comment": "seen", field: "a\0b"})
    assert (
        refused.status == 422
        and "The character U+0000 is not allowed in a text" in lines(refused.text)
    )
    assert (
        officer.post(
            "/desk/files", parts("autumn.trf", REPORT, "from\0us"), PARTS
        ).status
        == 422
    )
    assert officer.post("/desk/files", parts("a\0.trf", REPORT), PARTS).status == 422


def test_a_game_in_which_nothing_changes_is_not_told_as_removed(
    officer: Officer,
) -> None:
    """A draft that somebody left by a program may say nothing of a game; one that takes
    it out says so.
    """
    said = {}
    changes: tuple[dict[str, str] | None, ...] = ({}, None)
    for change in changes:
        document = {
            "kind": "amend",
            "tournament": "open-2024",
            "games": {"1.1": change},
            "reason": "x",
        }
        draft = officer.sent(
            "/desk/files", parts("one.json", json.dumps(document).encode()), PARTS
        )
        said[str(change)] = re.findall(
            r"game 1\.1 → <b>([^<]*)</b>", officer.page(draft)
        )
    assert said == {"{}": ["as it is"], "None": ["removed"]}
