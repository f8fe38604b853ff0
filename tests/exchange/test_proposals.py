"""What a file is, what its words about time may mean, what an id is made of: proposals,
never answers.
"""

from datetime import date

import pytest

from desk.files.map_file import read_map
from desk.files.settings import Settings, settings_over
from desk.files.sidecar import read_sidecar
from exchange.json.documents import document_from_fields
from exchange.names.slug import slug
from exchange.recognise import kind_of
from exchange.time_control import proposed_time_control
from ledger.errors import Refused, Where


@pytest.mark.parametrize(
    ("code", "words", "control"),
    [
        ("5400+30", "", "90+30"),
        ("40/6000+30:900+30", "whatever", "40/100+30:15+30"),
        ("1800", "", "30"),
        ("5401+30", "", None),
        ("0", "", None),
        ("", "90 min + 30 s", "90+30"),
        ("", "90'+30\"", "90+30"),
        ("", "1h30+30 sec/move", "90+30"),
        ("", "1:30 + 10 from move 1", "90+10"),
        ("", "All moves in 90 minutes, plus 10 seconds per move", "90+10"),
        ("", "15 min + 10 sek", "15+10"),
        ("", "120", "120"),
        ("", "120 minutes per player per game", "120"),
        ("", "40/120, 60", "40/120:60"),
        ("", "100'x40+15'+30\"", "40/100+30:15+30"),
        ("", "90 minutes plus 30 sec plus 30 min after 40 moves", None),
        ("", "moves/time, increment", None),
        ("", "standard", None),
        ("", "90/40+30", "40/90:30"),
        ("", "90/40 + 30", "40/90:30"),
        ("", "90/40, 30", "40/90:30"),
        ("", "90/40 + 30 + 30 s", "40/90+30:30+30"),
        ("", "40/90+30", "40/90+30"),
        ("", "90/60+15", None),
        ("", "60/40, 30", None),
        ("", "60/30+30", None),
        ("", "90 min/40 siirtoa + 30 min + 30 s/siirto", "40/90+30:30+30"),
        ("", "90 min./40 siirtoa + 15 min. + 30 sek./siirto", "40/90+30:15+30"),
        (
            "",
            "40 siirtoa 90 min, sitten 30 min, lisäys 30 s/siirto 1. siirrosta alkaen",
            "40/90+30:30+30",
        ),
        ("", "2 h/40 siirtoa, sen jälkeen 1 h", "40/120:60"),
        ("", "2 h 40 siirtoa + 1 h", "40/120:60"),
        ("", "90 min/40 siirtoa", "40/90"),
        ("", "1,5 h + 30 s/siirto", "90+30"),
        ("", "1½ h", "90"),
        ("", "90 min/40 drag + 30 min + 30 s/drag", "40/90+30:30+30"),
        ("", "90 Min/40 Züge + 30 Min + 30 Sek/Zug", "40/90+30:30+30"),
        (
            "",
            (
                "90 minutes for the first 40 moves followed by 30 minutes for the rest"
                " of the game with an addition of 30 seconds per move starting from"
                " move one"
            ),
            "40/90+30:30+30",
        ),
        (
            "",
            "100 min/40 moves + 50 min/20 moves + 15 min + 30 s/move",
            "40/100+30:20/50+30:15+30",
        ),
        ("", "40/2h, 20/1h, 30 min", "40/120:20/60:30"),
        ("", "90'/40 + 30' + 30''", "40/90+30:30+30"),
        ("", "15 min + 5 s alkaen siirrosta 41", None),
        ("", "90 min + 30 s from move 41", None),
        ("", "90 min + 30 s viive", None),
        ("", "2 x 60 min", None),
        ("", "40/2, SD/1", None),
        ("", "G/60", "60"),
        ("", "G/90;d5", "90+5"),
        ("", "G/90 d0", "90"),
        ("", "G/60; inc30", "60+30"),
        ("", "Game/45;+15", "45+15"),
        ("", "40/120,SD/60", "40/120:60"),
        ("", "40/100, 20/50, SD/15; +30", "40/100+30:20/50+30:15+30"),
        ("", "40/90, SD/30;d5", "40/90+5:30+5"),
        ("", "40/2, SD/60", None),
        ("", "40/90, SD/1", None),
        ("", "G/90;d5;d5", None),
        ("", "90/40+30:30+30", "40/90+30:30+30"),
        ("", "40/90+30:30+30", "40/90+30:30+30"),
        ("", "2 h", "120"),
        ("", "Rapid 15+10", "15+10"),
        ("", "Standard 40+20", "40+20"),
        ("", "1" * 300, None),
        ("", "", None),
    ],
)
def test_a_time_control_is_proposed_from_the_report(
    code: str, words: str, control: str | None
) -> None:
    assert proposed_time_control(code, words) == control


@pytest.mark.parametrize(
    ("name", "day", "ident"),
    [
        ("Espoon kesäturnaus", date(2024, 6, 2), "espoon-kesaturnaus-2024"),
        ("Bunratty 2011", date(2011, 2, 27), "bunratty-2011"),
        (
            "A very long name that goes on and on and on for ever",
            date(2024, 1, 1),
            "a-very-long-name-that-goes-on-and-on-and-2024",
        ),
        ("Πρωτάθλημα 2025", date(2025, 1, 1), None),
        ("", None, None),
    ],
)
def test_an_id_is_proposed_from_name_and_day(
    name: str, day: date | None, ident: str | None
) -> None:
    assert slug(name, day) == ident


@pytest.mark.parametrize(
    ("name", "data", "kind"),
    [
        ("a.json", b"001    1", "json"),
        ("-", b'\xef\xbb\xbf {"kind": 1}', "json"),
        ("a", b"\xef\xbb\xbf012 Open\r001    1", "trf"),
        ("a", b"0123456789\r\n001    1", "trf"),
        ("a", b"### made by hand\n 001\t1", "trf"),
        ("a", b'% escaped\n\n[Event "x"]', "pgn"),
        ("a", b"<?xml?><playerslist/>", "fide-xml"),
        ("a", b"ID Number      Name", "fide-text"),
        ("a", b"PK\x03\x04", "packed"),
        ("a", b"Kierros;Valkea;Musta;Tulos", "games"),
        ("a", b'"round","white"', "games"),
        ("a", b"numero;nimi;selo;pelit", "openings"),
        ("a", b"1 Aho 2w1 3b0\n2 Berg 1b0 3w1\n3 Salo 0 2b0", "crosstable"),
        ("a", b"1;Aho;m2+;v3=\n2;Berg;v1-;0\n3;Salo;0;m1=", "crosstable"),
        ("a", b"%\n\n" * 5000 + b"x", None),
        ("a", b"hello", None),
        ("a", b"", "empty"),
        ("a", b"\xef\xbb\xbf\r\n \t", "empty"),
        ("a", b" " * 70_000 + b"x", None),
        ("a", b"\n<!DOCTYPE html><html>", "web-page"),
        ("a", b"<!-- from FIDE --><playerslist>", "fide-xml"),
        ("a", b"%PDF-1.7\n001    1", "pdf"),
        ("a", b"\xd0\xcf\x11\xe0\xa1", "excel"),
        ("a", b"\x93\xff\x89\x44\x00", "swiss-manager-file"),
        ("a.papi", b"\x00\x01\x00\x00Standard Jet DB\x00", "access"),
        ("a.accdb", b"\x00\x01\x00\x00Standard ACE DB\x00", "access"),
    ],
)
def test_the_kind_of_a_file_is_seen_from_name_and_bytes(
    name: str, data: bytes, kind: str | None
) -> None:
    assert kind_of(name, data) == kind


def test_flags_win_over_the_document_beside_the_file() -> None:
    beside = read_sidecar(
        "a.json", b'{"tournament": "a", "minutes": 90, "map": {"1": "P1", "2": "P2"}}'
    )
    settings = settings_over(Settings(time_control="15+10", map={"2": "new"}), beside)
    assert (settings.tournament, settings.minutes, settings.time_control) == (
        "a",
        None,
        "15+10",
    )
    assert settings.map == {"1": "P1", "2": "new"}
    assert settings_over(Settings(), beside) == beside


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("[]", "wrong-type"),
        ("{", "not-json"),
        ("[" * 15_000, "not-json"),
        ('{"minutes": 1, "minutes": 2}', "not-json"),
        ('{"new_ids": "a b"}', "wrong-value"),
        ('{"round_days": {"x": "2024-01-01"}}', "wrong-value"),
        ('{"round_days": {"1": "2024-02-30"}}', "no-such-day"),
        ('{"players_by": "face"}', "wrong-value"),
        ('{"mao": {}}', "unknown-field"),
    ],
)
def test_answers_that_are_refused(text: str, code: str) -> None:
    with pytest.raises(Refused) as caught:
        read_sidecar("a.json", text.encode())
    assert [problem.code for problem in caught.value.problems] == [code]


def test_maps_as_people_write_them() -> None:
    text = (
        'start number;player\n12 P0042\n13;new\n"Aho, Aino",P1\nSalo, Eero = P2\n14\tP3'
        " # the tall one\n\n# nobody\n"
    )
    assert read_map("map", text.encode()) == {
        "12": "P0042",
        "13": "new",
        "Aho, Aino": "P1",
        "Salo, Eero": "P2",
        "14": "P3",
    }


def test_documents_put_together_are_checked_like_any_other() -> None:
    with pytest.raises(Refused) as caught:
        document_from_fields(
            "tournament",
            {"tournament": "a b", "name": "X", "start": "2024-01-01", "games": []},
            Where("a.trf"),
        )
    assert {problem.code for problem in caught.value.problems} == {
        "wrong-value",
        "missing-field",
    }
    assert all(problem.where.file == "a.trf" for problem in caught.value.problems)
