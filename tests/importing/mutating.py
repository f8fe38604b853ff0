"""Files of every kind, and what an enemy or a broken disk makes of them."""

import random
from typing import Any

from tests.exchange.trf_text import dates
from tests.importing.importing_world import row, trf

NASTY = (
    b"\x00",
    b"\xff",
    b"\x80",
    b"\r",
    b"\n",
    b"\t",
    b"\x1b",
    b'"',
    b";",
    b",",
    b"\xef\xbb\xbf",
    b"0000",
    b"9999",
    b"-1",
    b"1" * 5000,
    b" ",
    b"001    1 ",
    b"FIN    1 ",
    b"<!DOCTYPE a>",
    b"</player>",
    b"<",
    b"&#0;",
    b"{",
    b"}",
    b"[",
    "½".encode(),
    "٣".encode(),
    "\u202e".encode(),
    b"=",
    b"+",
    b"*",
    b"1-0",
    b"99/99/99",
    b"2024/13/45",
    b"PK\x03\x04",
    b"132" + b" " * 88,
    b"\\u0000",
    b"1e999",
    b"new",
    b"null",
    b"052 1850/01/01",
    b"012 ",
    "Ä".encode() * 300,
)

REPORT = trf(
    dates("24/06/01", "24/06/02", "24/06/02"),
    row(
        1,
        "Aho, Aino",
        (2, "w", "1"),
        (3, "b", "="),
        (4, "w", "+"),
        ident="500001",
        born="1980/02/29",
    ),
    row(
        2,
        "Berg, Bea",
        (1, "b", "0"),
        (4, "w", "0"),
        ("0000", "-", "U"),
        ident="500002",
        born="1990",
        sex="f",
    ),
    row(
        3,
        "Salo, Eero",
        (4, "w", "W"),
        (1, "w", "="),
        ("0000", "-", "H"),
        ident="500003",
        rating="0",
    ),
    row(4, "Urho, Unto", (3, "b", "L"), (2, "b", "0"), (1, "b", "-"), ident="0"),
    row(1, "", tag="FIN", ident="P1", rating="1900"),
)
LATER = trf(
    row(1, "Aho, Aino", (2, "w", "0"), (3, "b", "="), born="1980"),
    row(2, "Berg, Bea", (1, "b", "1"), ("0000", "-", "H"), born="1990", sex="f"),
    row(3, "Salo, Eero", ("0000", "-", "Z"), (1, "w", "=")),
)
TABLE = (
    b"round;white;black;result;date\n1;P1;P2;1-0;2024-06-01\n2;P2;Aho,"
    b" Aino;0,5-0,5;1.6.2024\n2;P3;P4;*;\n"
)
SWISS = (
    "1;Aho, Aino;1900;2w1;3b½\n2;Berg,"
    " Bea;1800;1b0;4w+\n3;Salo;1700;4w1;1w½\n4;Urho;1600;3b0;2b-\n".encode()
)
APART = "Name;1.Rd;;;2.Rd;;\nAho;2;w;1;3;b;½\nBerg;1;b;0;4;w;+\nSalo;4;w;1;1;w;½\nUrho;3;b;0;2;b;-\n".encode()
BOARDS = (
    b"Round 1 on 2024/06/01\nBo.\tNo.\tWhite\tResult\tBlack\tNo.\n1\t1\tAho, Aino\t1 -"
    b" 0\tSalo, Eero\t3\n"
)
MATRIX = "1;Aho, Aino;*;1;½\n2;Berg;0;*;1½\n3;Salo;½;0½;*\n".encode()
CLUB = b"Aho Aino 1900 m2+ v3=\nBerg Bea 1800 v1- --\nSalo Eero 1700 -- m1=\n"
TASASELO = (
    "  TY5   Nopea    Kierros:  2\n\n  A-ryhmä                                      1. "
    "  2.    P Selo\n  1 Aho Aino                  TuTS      2227 m+ 3 v+ 2  2,0 2230\n"
    "  2 Berg Bea                  SalSK    U1834   X 0 m- 1  0,5 1835\n\n  B-ryhmä    "
    "                                  1.   2.    P Selo\n  3 Cho Cai                  "
    " -         1577 v- 1        0,0 1570\n"
).encode("cp1252")
PGN = (
    b'[Event "Open"]\n[Round "1"]\n[Date "2024.06.01"]\n[White "Aho, Aino"]\n[Black'
    b' "Salo, Eero"]\n[Result "1-0"]\n[WhiteFideId "500001"]\n\n1. e4 {[x "y"]}'
    b' 1-0\n\n[Round "2"]\n[White "Salo, Eero"]\n[Black "Berg"]\n[Result "*"]\n'
)
DOCUMENT = (
    b'{"kind":"tournament","tournament":"json","name":"J","start":"2024-06-01","end":"2024-06-02","minutes":90,'
    b'"games":[{"round":1,"white":"P1","black":"P2","result":"1-0"}],"players":[{"player":"P9","name":"Nine"}]}\n'
)
OPENINGS = (
    b"player;name;born;sex;rating;games;peak;titles\nP1;Aho,"
    b" Aino;1980;N;1895,0;212;1931;M\nP7;X;;;1;0;;\n"
)
FIDE = (
    b"<playerslist><player><fideid>500001</fideid><name>Aho</name><country>FIN</country><rating>2100</rating></player>"
    b"<player><fideid>500009</fideid><name>Zed</name><country>EST</country><rapid_rating>1900</rapid_rating></player>"
    b"</playerslist>"
)
TEAMS = (
    "352 WBWB",
    "362 TW3.0     TD1.0     TL0.0",
    (
        "310   1 Salon Shakkikerho                SalSK   2350    2.0    1.5   1     1"
        "    3"
    ),
    (
        "310   2 Turun Shakki                     TuTS    2200    0.0    0.5   2     2"
        "    4"
    ),
    "013 Salon Shakkikerho                  1    3",
    "320  1.0  2.0 000 001",
    "330 +- 003 001 002",
    "240 H 004 0001",
)
TEAM_REPORT = REPORT + "".join(f"{line}\n" for line in TEAMS).encode()
TEAM_TABLE = (
    "round;white team;black team;home;board;white;black;result;date\n"
    "1;Salo;Åbo;Salo;1;P1;P2;1-0;1.6.2024\n1;Åbo;Salo;;2;P4;P3;0,5-0,5;1.6.2024\n"
    "2;Åbo;Salo;;1;P2;Cho, Cai;1-0F;2.6.2024\n"
).encode()
TEAM_PAGE = (
    "Liiga 2024\nRound 1 on 2024/06/01 at"
    " 11:00\nBo.\t4\tSalSK\tRtg\t-\t1\tTuTS\tRtg\t1½:½\n1.1\tFM\tAho,"
    " Aino\t2210\t-\t\tSalo, Eero\t2102\t1 - 0\n1.2\t\tBerg, Bea\t1900\t-\tWIM\tDahl,"
    " Dag\t1800\t½ - ½\nBo.\t3\tIi 2\tRtg\t-\t2\tÅbo\tRtg\t1 : 1\n2.1\t\tUrho,"
    " Unto\t2210\t-\t\tFors, Fia\t2102\t0 - 1\n2.2\t\tGrön, Gun\t1900\t-\t\t\t0\t+"
    " - -\n"
).encode()
TEAM_BOOK = (
    "Liiga 2024\nRound 2 on 2024/06/02 at 11:00\n2.1\t4\tSalSK\t0 - 2\t3\tIi 2\n1\tAho,"
    " Aino\t2210\t0 : 1\tUrho, Unto\t2000\n2\t-\t0\t- : +\tGrön,"
    " Gun\t1900\n2.2\t1\tTuTS\t2F - 0F\t2\tÅbo\n"
).encode()
OF_TEAMS = (TEAM_REPORT, TEAM_TABLE, TEAM_PAGE, TEAM_BOOK)
GAMES = (
    REPORT,
    REPORT.replace(b"\n", b"\r\n"),
    LATER,
    TABLE,
    SWISS,
    APART,
    BOARDS,
    MATRIX,
    CLUB,
    TASASELO,
    PGN,
)

ANSWERS: tuple[dict[str, Any], ...] = (
    {
        "tournament": "new-one",
        "minutes": 90,
        "new_ids": "N",
        "all_played": True,
        "name": "T",
        "players_by": "name",
        "start": "2024-06-01",
        "end": "2024-06-02",
        "domestic": True,
        "age_group": "open",
        "colours": "berger",
    },
    {
        "tournament": "stands",
        "new_ids": "N",
        "all_played": True,
        "players_by": "name",
        "colours": "alternate",
    },
    {
        "tournament": "stages",
        "time_control": "90+30",
        "new_ids": "N",
        "stage_from_round": 2,
        "all_played": True,
        "round_days": {"1": "2024-06-01", "2": "2024-06-02"},
        "map": {"1": "P1", "2": "new"},
        "name": "S",
        "start": "2024-06-01",
        "end": "2024-06-02",
        "domestic": False,
        "age_group": "open",
        "players_by": "fide",
    },
    {},
)


def mutated(data: bytes, chance: random.Random) -> bytes:
    """One to eight changes: bytes, a piece of something nasty, a cut, a copy, a digit,
    lines in another order.
    """
    changed = bytearray(data)
    for _ in range(chance.choice((1, 1, 1, 2, 3, 8))):
        at = chance.randrange(len(changed) + 1)
        to = min(len(changed), at + chance.choice((1, 2, 10, 100)))
        match chance.randrange(6):
            case 0:
                changed[at:to] = bytes(chance.randrange(256) for _ in range(to - at))
            case 1:
                changed[at:at] = chance.choice(NASTY)
            case 2:
                del changed[at:to]
            case 3:
                changed[at:at] = changed[chance.randrange(len(changed) + 1) :][
                    : to - at
                ]
            case 4:
                changed[at : at + 1] = bytes(
                    [chance.choice(b"0123456789wb-+=UFHZ /.;,|")]
                )
            case _:
                lines = changed.split(b"\n")
                chance.shuffle(lines)
                changed = bytearray(b"\n".join(lines))
    return bytes(changed)
