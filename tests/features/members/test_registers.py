"""Registers of members as offices keep them, and everything that is wrong with one,
said at once.
"""

import pytest

from tests.exchange.sheets_made import Rows, xlsx
from tests.features.members.members_world import (
    AINO,
    HEAD,
    licences,
    office_of,
    read,
    refused,
)
from tests.world.command import Selo
from tests.world.documents import player


@pytest.fixture
def office(selo: Selo) -> Selo:
    return office_of(selo)


FINNISH = "Jäsennumero;Nimi;Alkaa;Päättyy;Maksu;Maksettu;Seura"
SWEDISH = "Medlemsnummer,Namn,Från,Till,Avgift,Betald,Klubb"
ENGLISH = "ID\tName\tFrom\tTo\tFee\tPaid\tClub"
KEPT = [("A1", "2026-01-01", "2026-12-31", "4550", "2026-02-03", "Torni")]


@pytest.mark.parametrize(
    "lines",
    [
        (FINNISH, "A1;Aho, Aino;1.1.2026;31.12.2026;45,50;3.2.2026;Torni"),
        (SWEDISH, 'A1,"Aho, Aino",2026-01-01,2026-12-31,"45,50 €",2026-02-03,Torni'),
        (ENGLISH, "A1\tAino Aho\t2026-01-01\t2026-12-31\t45.5\t3.2.2026\tTorni"),
        (
            "Jäsenrekisteri 2026",
            "",
            FINNISH,
            "A1;;1.1.2026;31.12.2026;45,50;3.2.2026;Torni",
        ),
        (
            "FIDE id;born;from;to;fee;paid;club",
            "500001;1980;2026-01-01;2026-12-31;€ 45.50;3.2.2026;Torni",
        ),
        (
            "Nimi;Syntynyt;alkaa;päättyy;maksu;maksettu;seura",
            "Aino Aho;29.2.1980;1.1.2026;31.12.2026;45,5;3.2.2026;Torni",
        ),
        (
            "name;birth;from;to;fee;paid;club;e-mail",
            "Aho, Aino;1980;2026-01-01;2026-12-31;45.50;2026-02-03;Torni;a@b.fi",
        ),
    ],
    ids=["fi", "sv", "en", "a-title", "fide-id", "name-and-day", "name-and-year"],
)
def test_a_register_as_offices_keep_it(office: Selo, lines: tuple[str, ...]) -> None:
    assert read(office, *lines[1:], head=lines[0])["licences"] == 1
    assert licences(office) == KEPT


def test_a_spreadsheet(office: Selo) -> None:
    # 46023 is the first day of 2026
    rows: Rows = [
        FINNISH.split(";"),
        ["A1", "Aho, Aino", 46023, 46387, 45.5, "3.2.2026", "Torni"],
    ]
    (office.folder / "r.xlsx").write_bytes(
        xlsx({"Rekisteri": rows}, days=[(1, 2), (1, 3)])
    )
    office.ask("members", "read", str(office.folder / "r.xlsx"))
    assert licences(office) == KEPT


def test_everything_that_is_wrong_is_said_at_once(office: Selo) -> None:
    read(office, AINO)
    head = "id;fide id;name;birth;from;to;fee;paid"
    problems = refused(
        office,
        "ZZ;;;;2026-01-01;2026-12-31;1;",
        ";99;;;2026-01-01;2025-12-31;45,000;",
        ";;Cajander, Ceela;;2026-01-01;x;1;",
        ";;Ahho, Aino;1980;2026-01-01;2026-12-31;10000.01;",
        "A1;;Berg, Bo;;2026-01-01;2026-12-31;-1;",
        "B1;;;;2026-01-01;2026-12-31;1;2026-05-11",
        "B1;;;;2026-12-31;2027-12-31;;",
        ";;;;2026-01-01;2026-12-31;1;",
        "C1;;;1999;2026-01-01;2026-12-31;1e3;",
        'C1;;"open;;2026-01-01;2026-12-31;1;',
        head=head,
    )
    assert [(line, code) for line, code, _ in problems] == [
        (2, "members-unknown"),
        (3, "members-day"),
        (3, "members-fee"),
        (3, "members-unknown"),
        (4, "members-day"),
        (4, "members-unknown"),
        (5, "members-fee"),
        (5, "members-unknown"),
        (6, "members-fee"),
        (6, "other-person"),
        (7, "members-day"),
        (8, "members-missing"),
        (9, "members-missing"),
        (10, "members-fee"),
        (10, "other-person"),
        (11, "people-quotes"),
    ]
    namesakes = next(
        message
        for line, code, message in problems
        if (line, code) == (4, "members-unknown")
    )
    assert "C1 Cajander, Ceela 2001-03-04 (Ratsu)" in namesakes and "C2" in namesakes
    assert (
        "did you mean A1 Aho, Aino"
        in office.run("members", "read", str(office.folder / "register.csv")).err
    )


def test_nobody_is_guessed(office: Selo) -> None:
    head = "name;birth;from;to;fee;paid"
    days = "2026-01-01;2026-12-31;1;"
    for name in (
        "Aho, Aino;",
        "Aho, A.;1980",
        "Aho, Aino;1981",
        "Cajander, Ceela;",
        "Dahl, Dan;1970",
        "Dahl, Dan;",
    ):
        [(_, code, _)] = refused(office, f"{name};{days}", head=head)
        assert code == "members-unknown", name
    read(office, f"Cajander, Ceela;2005;{days}", head=head)
    assert licences(office)[0][0] == "C2"
    office.submit(player("C3", name="Cajander, Ceela", born="2005"))
    [(_, code, message)] = refused(office, f"Cajander, Ceela;2005;{days}", head=head)
    assert code == "members-several" and "C2" in message and "C3" in message
    office.submit(player("D2", name="Dahl, Dora", fide_id=500004))
    [(_, code, _)] = refused(office, f"500004;{days}", head="fide id;from;to;fee;paid")
    assert code == "members-several"


def test_two_signs_of_two_people_are_refused(office: Selo) -> None:
    head, days = "id;fide id;from;to;fee;paid", "2026-01-01;2026-12-31;1;"
    for line, said in (
        ("B1;500001", "members-several"),
        ("A1;500004", "members-several"),
        ("Z1;500001", "members-unknown"),
    ):
        [(_, code, _)] = refused(office, f"{line};{days}", head=head)
        assert code == said, line
    # a FIDE id that nobody has yet here is no other's
    read(office, f"A1;500001;{days}", f"B1;777;{days}", head=head)


def test_one_licence_a_day(office: Selo) -> None:
    office.submit(player("A9", name="Aho, Aino"))
    office.done("player", "merge", "A9", "A1", "--reason", "one person")
    read(office, AINO, "A9;2027-01-01;2027-12-31;1;;")  # the day after is no overlap
    [(line, code, message)] = refused(office, "A9;2026-12-31;2027-12-31;1;;", AINO)
    assert (line, code) == (3, "members-overlap") and "line 2" in message
    problems = refused(
        office,
        "A1;2026-01-01;2026-12-31;1;;",
        "A1;2026-02-01;2026-02-02;1;;",
        "A1;2026-12-01;2026-12-02;1;;",
    )
    assert [(line, code) for line, code, _ in problems] == [
        (3, "members-overlap"),
        (4, "members-overlap"),
    ]


@pytest.mark.parametrize(
    ("head", "codes"),
    [
        ("id;from;to;fee", {"members-no-column"}),
        ("from;to;fee;paid", {"members-no-column"}),
        ("id;from;from;to;fee;paid", {"people-column-twice"}),
        (HEAD, {"people-empty"}),
        ("", {"people-empty"}),
        ("\x00\x01", {"control-character"}),
    ],
)
def test_a_file_that_is_no_register(office: Selo, head: str, codes: set[str]) -> None:
    assert {code for _, code, _ in refused(office, head=head)} == codes


def test_a_day_that_can_be_two_is_asked_about(office: Selo) -> None:
    problems = refused(office, "A1;01/02/2026;12/12/2026;1;;")
    assert [code for _, code, _ in problems] == [
        "members-day"
    ] and "2026-01-02, 2026-02-01" in problems[0][2]
    read(office, "A1;01/02/2026;31/12/2026;1;;")  # the other day shows the order
    assert licences(office)[0][1] == "2026-02-01"


def test_a_line_above_the_header_is_not_left_out_in_silence(office: Selo) -> None:
    problems = refused(office, HEAD, AINO, head="B1;2026-01-01;2026-12-31;45;;")
    assert [(line, code) for line, code, _ in problems] == [(1, "row-above-header")]
