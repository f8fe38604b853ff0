"""FIDE lists: streamed, so that their size does not matter; hostile XML is refused
before it works.
"""

import io
from collections.abc import Callable, Iterator
from typing import BinaryIO, cast

import pytest

from exchange.lists.fide import read_list
from exchange.lists.fide_person import FidePlayer, Kind
from ledger.errors import Problem, Refused
from tests.memory import peak_of

PERSON = (
    "<player><fideid>{id}</fideid><name>Aho,"
    " Aino</name><country>FIN</country><sex>F</sex><title>WFM</title>"
    "<w_title>WFM</w_title><o_title></o_title><foa_title></foa_title><rating>{rating}</rating><games>0</games><k>20</k>"
    "<rapid_rating>1950</rapid_rating><rapid_games>0</rapid_games><rapid_k>20</rapid_k><blitz_rating></blitz_rating>"
    "<blitz_games></blitz_games><blitz_k></blitz_k><birthday>1980</birthday><flag></flag></player>\n"
)
AHO = FidePlayer("500001", "Aho, Aino", "FIN", "f", 1980, 2100, 1950, None)


def xml(*people: str) -> bytes:
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n<playerslist>'
        + "".join(people)
        + "</playerslist>"
    ).encode()


def person(number: int | str = 500001, rating: str = "2100") -> str:
    return PERSON.format(id=number, rating=rating)


HEADER = (
    f"{'ID Number':<15}{'Name':<61}{'Fed':<4}{'Sex':<4}{'Tit':<5}{'WTit':<5}{'OTit':<15}{'FOA':<4}"
    f"{'SRtng':<6}{'SGm':<4}{'SK':<3}{'RRtng':<6}{'RGm':<4}{'Rk':<3}{'BRtng':<6}{'BGm':<4}{'BK':<3}{'B-day':<6}Flag"
)


def line(ident: str, standard: str = "2100", other_titles: str = "") -> str:
    return (
        f"{ident:<15}{'Aho, Aino':<61}{'FIN':<4}{'F':<4}{'':<5}{'':<5}{other_titles:<15}{'':<4}"
        f"{standard:<6}{'0':<4}{'20':<3}{'1950':<6}{'0':<4}{'20':<3}{'':<6}{'':<4}{'':<3}{'1980':<6}"
    )


def text(*lines: str) -> bytes:
    return "\r\n".join([HEADER, *lines, ""]).encode()


def people(data: bytes) -> tuple[list[FidePlayer], list[Problem]]:
    warnings: list[Problem] = []
    found = read_list(io.BytesIO(data), "list", warn=warnings.append)
    return [person._replace(line=None) for person in found], warnings


def test_a_person_of_the_xml_list() -> None:
    assert people(xml(person())) == ([AHO], [])
    assert people(b"\xef\xbb\xbf" + xml(person(rating="0")))[0][0].standard is None


def test_a_person_of_the_text_list() -> None:
    assert people(text(line("500001"), "", line("500002"))) == (
        [AHO, AHO._replace(fide_id="500002")],
        [],
    )


def test_each_person_has_his_line() -> None:
    for data in (
        xml(person(), person(500002)),
        text(line("500001"), "", line("500002")),
    ):
        found = [(one.fide_id, one.line) for one in read_list(io.BytesIO(data))]
        assert found == [
            ("500001", data.split(b"500001")[0].count(b"\n") + 1),
            ("500002", data.split(b"500002")[0].count(b"\n") + 1),
        ]


def test_the_columns_come_from_the_header() -> None:
    narrow = HEADER.replace("Name" + " " * 57, "Name" + " " * 20)
    row = line("500001").replace("Aho, Aino" + " " * 52, "Aho, Aino" + " " * 15)
    assert people("\n".join([narrow, row]).encode())[0] == [AHO]


@pytest.mark.parametrize("titles", ["LSI,FI,SI,SLI,NA,XX", "LSI,FI,SI,SLI,NA,XX,YY,ZZ"])
def test_titles_that_run_into_the_ratings_skip_the_person_with_a_warning(
    titles: str,
) -> None:
    found, warnings = people(text(line("500001", other_titles=titles), line("500002")))
    assert [one.fide_id for one in found] == ["500002"]
    assert [(one.code, one.where.line) for one in warnings] == [("fide-list-row", 2)]


def test_titles_just_filling_their_column_are_no_harm() -> None:
    assert people(text(line("500001", other_titles="LSI,FI,SI,SLI,N")))[0] == [AHO]


@pytest.mark.parametrize(
    "bad",
    [
        person("x"),
        person(""),
        person("0"),
        person(rating="21OO"),
        person(rating="99999"),
    ],
)
def test_a_person_that_cannot_be_read_is_skipped_with_a_warning(bad: str) -> None:
    found, warnings = people(xml(bad, person()))
    assert found == [AHO]
    assert [(one.code, one.where.line) for one in warnings] == [("fide-list-row", 2)]


BOMB = '<!DOCTYPE l [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>'


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (
            b'<?xml version="1.0"?>'
            + BOMB.encode()
            + b"<playerslist>&b;</playerslist>",
            "fide-list-doctype",
        ),
        (
            b'<!DOCTYPE x SYSTEM "file:///etc/passwd"><playerslist/>',
            "fide-list-doctype",
        ),
        ((BOMB + "<playerslist/>").encode("utf-16"), "control-character"),
        (b"<html><body/></html>", "fide-list-root"),
        (b"<playerslist>&unknown;</playerslist>", "fide-list-xml"),
        (b"<playerslist><player>", "fide-list-xml"),
        (b'<?xml version="1.0" encoding="nonsense"?><playerslist/>', "fide-list-xml"),
        (b'<?xml version="1.0" encoding="utf-7"?><playerslist/>', "fide-list-xml"),
        (b"<playerslist>" + b"<a>" * 20, "fide-list-depth"),
        (
            b"<playerslist><player><name>"
            + b"a" * 501
            + b"</name></player></playerslist>",
            "fide-list-value",
        ),
        (b'<playerslist a="' + b"a" * 3_000_000, "fide-list-value"),
        (
            xml(f"<player>{''.join(f'<t{n}>x</t{n}>' for n in range(300))}</player>"),
            "fide-list-value",
        ),
        (b"PK\x03\x04...", "fide-list-packed"),
        (b"", "fide-list-empty"),
        (b"ID Number Name\n", "fide-list-header"),
        (text(line("500001"), line("500002"))[:-62], "fide-list-cut"),
        (xml(person().replace("rapid_", "sgm_")), "fide-list-one-kind"),
        (b"a" * 100_000, "line-too-long"),
        (text("a" * 1001), "line-too-long"),
        (text("500001\x00"), "control-character"),
    ],
)
def test_broken_lists_are_refused_with_a_place(data: bytes, code: str) -> None:
    with pytest.raises(Refused) as caught:
        people(data)
    (problem,) = caught.value.problems
    assert problem.code == code
    assert problem.where.file == "list" and problem.hint


def test_a_last_line_without_an_end_is_whole_with_its_birthday() -> None:
    whole = text(line("500001")).rstrip()
    assert people(whole) == ([AHO], [])
    for cut in range(len(HEADER) + 3, len(whole)):
        with pytest.raises(Refused):
            people(whole[:cut])


class Endless(io.RawIOBase):
    """A list of many people that is never in memory as a whole: every read is the next
    part.
    """

    def __init__(self, parts: Iterator[bytes]) -> None:
        self.parts = parts

    def read(self, size: int = -1) -> bytes:
        return next(self.parts, b"")


def xml_parts(count: int) -> Iterator[bytes]:
    yield b"<playerslist>"
    yield from (person(number).encode() for number in range(1, count + 1))
    yield b"</playerslist>"


def text_parts(count: int) -> Iterator[bytes]:
    yield HEADER.encode() + b"\n"
    yield from (line(str(number)).encode() + b"\n" for number in range(1, count + 1))


@pytest.mark.measured
@pytest.mark.parametrize("parts", [xml_parts, text_parts])
def test_memory_does_not_grow_with_the_list(
    parts: Callable[[int], Iterator[bytes]],
) -> None:
    count = 15_000

    def read() -> None:
        assert sum(1 for _ in read_list(cast(BinaryIO, Endless(parts(count))))) == count

    most = 1_000_000  # the list itself is 3 to 8 MB
    assert peak_of(read, most) < most


OF_ONE_KIND = xml(
    "<player><fideid>500001</fideid><name>Aho, Aino</name><country>FIN</country>"
    "<sex>F</sex><rating>2100</rating><games>0</games><k>20</k>"
    "<birthday>1980</birthday></player>"
)
MONTH = (
    f"{'ID Number':<15}{'Name':<61}{'Fed':<4}{'Sex':<4}{'Tit':<5}{'WTit':<5}{'OTit':<15}{'FOA':<4}"
    f"{'SEP24':<6}{'Gms':<4}{'K':<3}{'B-day':<6}Flag\n"
    f"{'500001':<15}{'Aho, Aino':<61}{'FIN':<4}{'F':<4}{'':<29}{'2100':<6}{'0':<4}{'20':<3}{'1980':<6}\n"
).encode()
CLOSE = (
    b"ID number Name                              TitlFed  Mar11 GamesBorn  Flag\n"
    b"   500001  Aho, Aino                        wf  FIN  2100    9  1980  w\n"
)


def of_kind(data: bytes, kind: Kind | None, name: str = "list") -> list[FidePlayer]:
    return list(read_list(io.BytesIO(data), name, kind=kind))


@pytest.mark.parametrize("data", [OF_ONE_KIND, MONTH, CLOSE])
@pytest.mark.parametrize("kind", ["standard", "rapid"])
def test_a_list_of_one_kind_is_of_the_kind_that_is_said(
    data: bytes, kind: Kind
) -> None:
    [person] = of_kind(data, kind)
    ratings = {"standard": None, "rapid": None, kind: 2100}
    assert (person.fide_id, person.name, person.federation, person.born) == (
        "500001",
        "Aho, Aino",
        "FIN",
        1980,
    )
    found = {name: getattr(person, name) for name in ratings}
    assert found == ratings


@pytest.mark.parametrize(
    ("data", "name", "hint"),
    [
        (OF_ONE_KIND, "a.xml", "use --kind standard or rapid"),
        (OF_ONE_KIND, "rapid_sep24frl_xml.xml", "use --kind rapid if they are"),
        (MONTH, "blitz_sep24frl.txt", "send the lists of standard and rapid"),
        (MONTH, "rapid/list.txt", "use --kind standard or rapid"),
        # nothing else was rated then
        (CLOSE, "mar11frl.txt", "use --kind standard if they are"),
    ],
)
def test_the_name_or_the_month_proposes_the_kind(
    data: bytes, name: str, hint: str
) -> None:
    with pytest.raises(Refused) as refused:
        of_kind(data, None, name)
    [problem] = refused.value.problems
    assert problem.code == "fide-list-one-kind"
    assert str(problem.hint).startswith(hint)


def test_of_a_list_of_all_kinds_one_may_be_taken() -> None:
    [person] = of_kind(xml(PERSON.format(id=500001, rating=2100)), "rapid")
    assert (person.standard, person.rapid) == (None, 1950)
    [person] = of_kind(text(line("500001")), "standard")
    assert (person.standard, person.rapid) == (2100, None)
