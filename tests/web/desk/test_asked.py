"""What a file needs before it can be read or booked is asked on its draft's page, in
the officer's language.
"""

import re

import pytest

from tests.exchange.sheets_made import Cell, xlsx
from tests.web.desk.officer import PARTS, Officer, filled, parts
from tests.web.test_drafts import REPORT
from tests.world.command import Selo

PGN = b"""[Event "Club night"]
[Date "2024.06.10"]
[Round "1"]
[White "Aho, Aino"]
[Black "Berg, Bo"]
[Result "1-0"]
[TimeControl "5400+30"]

1-0
"""
ENGLISH = re.compile(r'<span lang="en">([^<]*)</span>')


def test_games_of_a_pgn_are_confirmed_by_a_field(officer: Officer, club: Selo) -> None:
    draft = officer.sent("/desk/files", parts("night.pgn", PGN), PARTS)
    page = officer.page(draft)
    assert (
        "PGN does not say which games were played" in page
        and 'name="all_played"' in page
        and ">Book<" not in page
    )
    officer.sent(f"{draft}/answers", {"all_played": "yes"})
    answers = filled(officer.page(draft))
    assert answers["time_control"] == "90+30"
    officer.sent(f"{draft}/answers", answers)
    assert ">Book<" in officer.page(draft)
    before = club.events()
    officer.sent(f"{draft}/book")
    assert club.events() > before


def test_the_round_of_games_of_a_server_is_asked_by_a_field(
    officer: Officer, club: Selo
) -> None:
    games = PGN.replace(b'"1"', b'"-"').replace(
        b"[Date", b'[Site "https://lichess.org/AbCdEfGh"]\n[Date'
    )
    draft = officer.sent("/desk/files", parts("night.pgn", games), PARTS)
    officer.sent(f"{draft}/answers", {"all_played": "yes"})
    page = officer.page(draft)
    assert (
        "a mark of games played online (Site https://lichess.org/AbCdEfGh)" in page
        and "/swiss/ID.trf" in page
        and 'name="round"' in page
        and "--round" not in page
    )
    officer.sent(f"{draft}/answers", {"all_played": "yes", "round": "4"})
    answers = filled(officer.page(draft))
    assert "venue" in answers
    officer.sent(f"{draft}/answers", {**answers, "venue": "board"})
    officer.sent(f"{draft}/book")
    booked = club.ask("tournament", answers["tournament"])["games"]
    assert [game["round"] for game in booked] == [4]


def test_another_sheet_of_a_workbook_is_asked_for_by_a_field(officer: Officer) -> None:
    games: list[list[Cell]] = [
        ["round", "white", "black", "result"],
        [1, "A", "B", "1-0"],
    ]
    book = xlsx({"Info": [["hello"], ["x", "y"]], "Games": games})
    draft = officer.sent("/desk/files", parts("night.xlsx", book), PARTS)
    page = officer.page(draft)
    assert 'name="sheet"' in page and ">Book<" not in page
    officer.sent(f"{draft}/answers", {"sheet": "Games"})
    assert 'name="tournament"' in officer.page(draft)


@pytest.mark.parametrize("number", ["9" * 5000, "--5", "٣", "1e3", "-"])
@pytest.mark.parametrize("field", ["minutes", "round", "agreed.close-new"])
def test_what_is_no_number_of_ours_is_told_and_never_a_defect(
    officer: Officer, field: str, number: str
) -> None:
    draft = officer.sent("/desk/files", parts("night.pgn", PGN), PARTS)
    assert officer.post(f"{draft}/answers", {field: number}).status < 500
    assert officer.see(draft).status == 200


def test_a_name_that_reads_like_a_bye_is_one_unless_the_officer_says_otherwise(
    officer: Officer, club: Selo
) -> None:
    games = "round;white;black;result\n1;A;B;1-0\n2;A;Walkover;1-0\n"
    draft = officer.sent("/desk/files", parts("night.csv", games.encode()), PARTS)
    page = officer.page(f"/fi{draft}")
    assert (
        "<b><bdi>Walkover</bdi></b>" in page
        and "Nimi näyttää vapaakierrokselta" in page
        and ">ei vastustajaa: vapaakierros</option>" in page
    )
    day = {
        "start": "2024-06-10",
        "end": "2024-06-10",
        "time_control": "90+30",
        "tournament": "night",
        "name": "Night",
    }
    officer.sent(f"{draft}/answers", {**filled(page), **day})
    officer.sent(f"{draft}/book")
    assert [game["black"] for game in club.ask("tournament", "night")["games"]] == ["B"]


def test_what_the_reader_noticed_is_on_the_page_of_the_draft(officer: Officer) -> None:
    lines = (
        "".join(f"1;A{number};bye;1-0\n" for number in range(3))
        + "1;A;B;1-0\n1;B;A;1-0\n"
    )
    draft = officer.sent(
        "/desk/files",
        parts("night.csv", f"round;white;black;result\n{lines}".encode()),
        PARTS,
    )
    page = officer.page(f"/fi{draft}")
    assert (
        "3 peliä vastustajaa 'bye' vastaan: luettiin vapaakierroksiksi" in page
        and "rivi 6" in page
    )


def test_a_file_that_differs_from_what_is_booked_asks_why_and_corrects_it(
    officer: Officer, club: Selo
) -> None:
    answers = {
        "tournament": "autumn",
        "time_control": "90+30",
        "map.1": "A",
        "map.2": "B",
    }
    first = officer.sent("/desk/files", parts("autumn.trf", REPORT), PARTS)
    officer.sent(f"{first}/answers", {**filled(officer.page(first)), **answers})
    assert "in the ledger already" not in officer.page(first)
    officer.sent(f"{first}/book")
    twice = officer.sent("/desk/files", parts("autumn.trf", REPORT), PARTS)
    officer.sent(f"{twice}/answers", answers)
    assert "Kaikki tämä on jo kirjassa" in officer.page(f"/fi{twice}")
    lines = [
        line.replace(b"w 1", b"w =").replace(b"b 0", b"b =")
        for line in REPORT.splitlines(keepends=True)
    ]
    again = officer.sent("/desk/files", parts("autumn-2.trf", b"".join(lines)), PARTS)
    officer.sent(f"{again}/answers", {**filled(officer.page(again)), **answers})
    page = officer.page(again)
    assert "is in the ledger in another state" in page and re.search(
        'name="reason"[^>]* required', page
    )
    assert "--as-correction" not in page
    page = officer.page(f"{again}?reason=the+cards+say+so")
    assert ">Book<" in page and 'value="the cards say so"' in page
    officer.sent(f"{again}/book", {"reason": "the cards say so"})
    assert club.ask("log")["events"][0]["kind"] == "amend"


def test_booking_what_still_asks_something_books_nothing_and_asks_again(
    officer: Officer, club: Selo
) -> None:
    draft = officer.sent("/desk/files", parts("autumn.trf", REPORT), PARTS)
    before = club.events()
    reply = officer.post(f"{draft}/book")
    assert reply.status == 422
    assert "Nothing was booked yet. Please answer what is asked below." in reply.text
    assert "To be answered" in reply.text
    assert club.events() == before
    assert "To be answered" in officer.page(draft)


@pytest.mark.parametrize("language", ["fi", "sv"])
@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("autumn.trf", REPORT),
        ("broken.trf", REPORT.replace(b"w 1", b"w Q")),
        ("photo.png", b"\x89PNG\r\n\x1a\n\0\0"),
        ("night.pgn", PGN),
        ("games.csv", b"round,white,black,result\n1,A,B,1-0\n1,A,A,x\n"),
        (
            "two.jsonl",
            (
                b'{"kind": "amend", "tournament": "x", "games": {}, "reason": "'
                b' "}\n{"kind": "opening"}\n'
            ),
        ),
        ("list.pdf", b"%PDF-1.4\n"),
        ("people.csv", b"Name;Born\nAho, Aino;31.2.1980\n;1990\n"),
    ],
    ids=["trf", "broken", "photo", "pgn", "csv", "documents", "pdf", "people"],
)
def test_a_draft_speaks_one_language(
    officer: Officer, language: str, name: str, content: bytes
) -> None:
    draft = officer.sent("/desk/files", parts(name, content), PARTS)
    assert ENGLISH.findall(officer.page(f"/{language}{draft}")) == []


@pytest.mark.parametrize("language", ["fi", "sv"])
@pytest.mark.parametrize(
    ("address", "form"),
    [
        ("/desk/merge", {"from": "A", "into": "A", "reason": ""}),
        ("/desk/player", {"player": "", "born": "soon"}),
        ("/desk/publish", {"list": "x", "label": "two words"}),
        ("/desk/files", {"documents": "{"}),
        ("/desk/drafts/99/book", {}),
        ("/desk/tournaments/none/withdraw", {"reason": "x"}),
        (
            "/desk/tournaments/open-2024/games/9.9",
            {"version": "1", "result": "2-0", "reason": "x"},
        ),
    ],
    ids=["merge", "player", "publish", "documents", "draft", "withdraw", "game"],
)
def test_a_refused_form_speaks_one_language(
    officer: Officer, language: str, address: str, form: dict[str, str]
) -> None:
    reply = officer.post(f"/{language}{address}", form)
    page = officer.page(reply.fields["location"]) if reply.status == 303 else reply.text
    assert ENGLISH.findall(page) == []
    assert f'<html lang="{language}"' in page
