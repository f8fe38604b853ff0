"""Any bytes end in a report or in Refused: nothing else escapes, and a report never
rates what the cells do not say.

SELO_FUZZ sets the number of mutated inputs (three thousand; the release suite: a
million), SELO_FUZZ_SECONDS how long each reader is tried by itself, SELO_FUZZ_SEED repeats
a run.
"""

import io
import json
import os
import random
import resource
import secrets
import zipfile
from collections.abc import Callable
from contextlib import suppress
from time import process_time

import pytest

from exchange import MAX_BYTES
from exchange.lists.fide import read_list
from exchange.lists.openings import read_openings
from exchange.lists.people import read_people
from exchange.lists.written import fixed_text
from exchange.pages.chess_results import read_chess_results
from exchange.pages.vega import is_vega, read_vega
from exchange.programs.swar import read_swar
from exchange.programs.swissperfect import read_swissperfect
from exchange.programs.tunx import read_tunx
from exchange.recognise import kind_of
from exchange.results.crosstable import read_crosstable
from exchange.results.ecf_lms import lms_lines
from exchange.results.foreign import read_foreign
from exchange.results.games import read_games
from exchange.results.matrix import read_matrix
from exchange.results.pairings import read_pairings
from exchange.results.pgn import read_pgn
from exchange.results.team_pairings import read_team_pairings
from exchange.spreadsheets.archives import open_archive
from exchange.spreadsheets.ods import is_ods, read_ods
from exchange.spreadsheets.rows import plain_bytes
from exchange.spreadsheets.web_page import read_page
from exchange.spreadsheets.xlsx import is_xlsx, read_xlsx
from exchange.time_control import proposed_time_control
from exchange.trf.read import read_trf
from ledger.errors import Refused
from ledger.playing_time import seconds_of
from tests.exchange.pages_made import (
    DETAILS,
    Board,
    Seat,
    Words,
    chess_results,
    crosstable,
    matches,
    pairings,
    players,
    vega,
    vega_crosstable,
    vega_pairings,
)
from tests.exchange.programs_made import (
    perfect_tables,
    swar,
    swissperfect,
    tunx,
    written,
)
from tests.exchange.sheets_made import Cell, ods, page, xlsx
from tests.exchange.test_counted_otherwise import ABROAD, DOUBLED, PERFECT
from tests.exchange.test_fide_early import OF_2001, OF_2002, OF_2004, OF_2005
from tests.exchange.test_fide_lists import (
    CLOSE,
    MONTH,
    OF_ONE_KIND,
    line,
    person,
    text,
    xml,
)
from tests.exchange.test_json_of_others import match_card
from tests.exchange.test_pgn import GAMES
from tests.exchange.test_results import CLUB, ENGLISH, FINNISH, SWISS_MANAGER
from tests.exchange.test_tasaselo import SMALL as TASASELO
from tests.exchange.test_three_columns import TABLE as IN_THREE
from tests.exchange.trf_text import SMALL
from tests.importing.mutating import TEAM_BOOK, TEAM_PAGE, TEAM_TABLE
from tests.importing.test_norwegian_lists import LIST as NORWEGIAN
from tests.memory import peak_of

DEFAULT = 3_000
A_WHILE = 20  # seconds of the processor for each reader
WARM = 200  # inputs after which memory is compared
MOST_SECONDS, MOST_MEGABYTES = 1.0, 100
# mutations that are mutated again: how long, and how many of them
MOST_KEPT, MOST_SAMPLES = 50_000, 60
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
    b"162 W 9.9",
    b"132" + b" " * 88,
)


def check_trf(data: bytes) -> None:
    report = read_trf(data, "fuzz")
    cells = {(cell.round, cell.player): cell for cell in report.cells}
    for game in report.games:
        white, black = cells[game.round, game.white], cells[game.round, game.black]
        assert (white.opponent, black.opponent) == (game.black, game.white)
        rated = (white.colour, black.colour) == ("w", "b") and {
            white.code,
            black.code,
        } <= {"1", "=", "0"}
        assert game.rated == rated


TABLE: list[list[Cell]] = [
    ["round", "white", "black", "result"],
    [1, "Aho, Aino", "Salo, Eero", "1-0"],
    [1, "C", "D", 0.5],
]
BOARDS = (
    "Open\nRound 1 on 2024/06/01\nBo.\tNo.\tWhite\tResult\tBlack\tNo.\n1\t1\tAho,"
    " Aino\t1 - 0\tSalo, Eero\t3\n2\t2\tBerg\t½ - ½\tUrho\t4\n3\t5\tViides\t1\tbye\n"
)
APART = "Name;1.Rd;;;2.Rd;;\nAho;2;w;1;3;b;½\nBerg;1;b;0;4;w;+\nSalo;4;w;1;1;w;½\nUrho;3;b;0;2;b;-\n"
RESULTS = {"1-0", "0-1", "1/2-1/2", "0-0", "1/2-0", "0-1/2", "*"}
TIMES = (
    "90 min/40 siirtoa + 30 min + 30 s/siirto",
    "90/40+30",
    "40/2h, 20/1h, 30 min",
    "1:30 + 10 from move 1",
)
UNMARKED = "1;Aho, Aino;;1;½\n2;Berg;0;;1\n3;Salo;½;0;\n"
ROUND_ROBIN = "1;Aho, Aino;*;1;½\n2;Berg;0;*;1½\n3;Salo;½;0½;*\n"


STARTING = (
    "Kesäturnaus\nNo.;;Name;FideID;FED;Rtg;Club/City\n1;FM;Aho,"
    " Aino;500001;FIN;2100;EtVaS\n2;;Berg;;SWE;;\n"
)
SWISS_LIST = "ID_No;Name;Fed;Rtg_Nat;Birthday;Sex;FIDE_No;Clubname\nF1;Aho;FIN;2100;1980/02/29;w;500001;EtVaS\n"
OPENINGS = (
    "numero;nimi;syntynyt;sukupuoli;selo;pelit;arvonimet\n1;Äyräväinen,"
    " Yrjö;1955;M;1895;212;M ME\n2;Ö;;N;1450;1;\n"
)
OWN_ROWS = [
    {
        "rank": 1,
        "player": "F1",
        "name": "Aho",
        "federation": "FIN",
        "sex": "f",
        "born": "1980-02-29",
        "fide_id": 500001,
        "rating": 2100,
        "games": 40,
        "last_played": "2024-01-01",
    }
]
FIXED = fixed_text(OWN_ROWS)
IN_JSON = json.dumps({"list": "selo", "rows": OWN_ROWS})


def check_people(data: bytes) -> None:
    """Everybody has a name of one line."""
    assert all(
        person.name and "\n" not in person.name
        for person in read_people(data, "fuzz").people
    )


def check_sheet(data: bytes) -> None:
    """A workbook or a document: whatever it is, its lines are text of one line."""
    with open_archive(data, "fuzz") as archive:
        if is_xlsx(archive):
            lines = read_xlsx(archive, "fuzz", None)
        elif is_ods(archive):
            lines = read_ods(archive, "fuzz", None)
        else:
            return
    assert not any("\n" in line for line in lines)


def check_page(data: bytes) -> None:
    page = read_page(data.decode("utf-8", "replace"), "fuzz")
    tables = [table.lines for table in page.tables]
    assert not any("\n" in line for table in tables for line in table)


def check_event_page(data: bytes) -> None:
    """Whatever a page is taken for, nobody sits at two boards of a round."""
    page = read_page(data.decode("utf-8", "replace"), "fuzz")
    event = read_vega(page) if is_vega(page) else read_chess_results(page)
    text = plain_bytes(event.lines)
    if event.kind == "pairings":
        read_pairings(text, "fuzz", round_no=2)
    elif event.kind == "team-pairings":
        read_team_pairings(text, "fuzz", round_no=2)
    elif event.kind == "matrix":
        check_matrix(text)
    elif event.kind == "crosstable":
        table = read_crosstable(text, "fuzz")
        seats = [
            (game.round, seat)
            for game in table.games
            for seat in (game.white, game.black)
        ]
        assert len(seats) == len(set(seats))


ONE, TWO, THREE = Seat(1, "Aho, Aino", 500001), Seat(2, "Berg, B"), Seat(3, "Ek, E")
EVENT_PAGES = (
    chess_results(
        "Open",
        "Pairings",
        pairings(
            Words.german(), 2, [Board(ONE, "1 - 0", TWO), Board(THREE, "1", None)]
        ),
        details=DETAILS,
    ),
    chess_results(
        "Open",
        "Table",
        crosstable(
            Words.french(),
            [(ONE, ["2b1", "3n½"]), (TWO, ["1n0", "-1"]), (THREE, ["-0", "1b½"])],
        ),
    ),
    chess_results(
        "Open", "Boards", matches([("A club", "B club", [Board(ONE, "1 - 0", TWO)])])
    ),
    chess_results("Open", "List", players(Words.russian(), [ONE, TWO, THREE])),
    vega("Open", "round 2, 02/03/2024", vega_pairings([Board(ONE, "1F-0F", TWO)])),
    vega(
        "Open",
        "Table",
        vega_crosstable([(ONE, ["1 cw 2", "1 cf BYE"]), (TWO, ["0 cb 1", ""])]),
    ),
)


def check_tables(data: bytes) -> None:
    """A table of dBase that was changed, in an archive that was not."""
    is_players = b"SURNAME" in data[:400]
    players, scores = perfect_tables()
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("a.trn", data if is_players else players)
        archive.writestr("a.sco", scores if is_players else data)
    read_swissperfect(packed.getvalue(), "fuzz", None)


def check_time(data: bytes) -> None:
    """Whatever is proposed is a time control; most texts are none."""
    control = proposed_time_control("", data.decode("utf-8", "replace"))
    assert control is None or seconds_of(control)


def check_matrix(data: bytes) -> None:
    table = read_matrix(data, "fuzz", colours="berger")
    seats = [
        (game.round, seat) for game in table.games for seat in (game.white, game.black)
    ]
    assert len(seats) == len(set(seats))


def check_doubled(data: bytes) -> None:
    """Whatever a table is taken for, nobody gets more than a point for a game, and both
    together no more than one.
    """
    for points in (None, "doubled", "usual"):
        with suppress(Refused):
            table = read_crosstable(data, "fuzz", points=points)
            assert all(game.result.rstrip("F") in RESULTS for game in table.games)


READERS: dict[str, tuple[Callable[[bytes], object], tuple[bytes, ...]]] = {
    "report": (check_trf, (SMALL, SMALL.replace(b"\n", b"\r\n"))),
    "games": (read_games, (ENGLISH.encode(), FINNISH.encode("cp1252"))),
    "crosstable": (
        read_crosstable,
        (
            SWISS_MANAGER.encode(),
            CLUB.encode(),
            APART.encode(),
            APART.replace(";", "\t").encode(),
            TASASELO.encode(),
            IN_THREE.encode(),
        ),
    ),
    "doubled points": (check_doubled, (DOUBLED.encode(), PERFECT.encode())),
    "report from abroad": (read_foreign, (ABROAD.encode(),)),
    "PGN": (lambda data: read_pgn(data, all_played=True), (GAMES.encode(),)),
    "pairings": (
        lambda data: read_pairings(data, "fuzz", round_no=2),
        (BOARDS.encode(),),
    ),
    "pairings of teams": (
        lambda data: read_team_pairings(data, "fuzz", round_no=2),
        (TEAM_PAGE, TEAM_BOOK),
    ),
    "games of teams": (read_games, (TEAM_TABLE,)),
    "people": (
        check_people,
        (STARTING.encode(), STARTING.replace(";", "\t").encode(), SWISS_LIST.encode()),
    ),
    "openings": (
        read_openings,
        (OPENINGS.encode(), FIXED.encode(), IN_JSON.encode(), SWISS_LIST.encode()),
    ),
    "matrix": (
        check_matrix,
        (
            ROUND_ROBIN.encode(),
            ROUND_ROBIN.replace(";", "\t").encode(),
            UNMARKED.encode(),
        ),
    ),
    "spreadsheet": (check_sheet, (xlsx({"a": TABLE}), ods({"a": TABLE}))),
    "web page": (
        check_page,
        (page("Open", TABLE), page("Open", [[1, "A", "2w1"], [2, "B", "1b0"]])),
    ),
    "page of an event": (check_event_page, EVENT_PAGES),
    "match card of ECF LMS": (
        lambda data: read_team_pairings(
            plain_bytes(lms_lines(data.decode("utf-8", "replace"), "fuzz")), "fuzz"
        ),
        (match_card("1 - 0"), match_card("½ - ½(def)")),
    ),
    "file of Swiss-Manager": (
        lambda data: read_tunx(data, "fuzz", None),
        (tunx(), tunx(planned=9)),
    ),
    "archive of SwissPerfect": (
        lambda data: read_swissperfect(data, "fuzz", None),
        (swissperfect(),),
    ),
    "tables of SwissPerfect": (check_tables, perfect_tables()),
    "JSON of SWAR": (lambda data: read_swar(data, "fuzz", None), (written(swar()),)),
    "time control": (check_time, tuple(text.encode() for text in TIMES)),
    "kind of a file": (
        lambda data: kind_of("fuzz", data),
        (BOARDS.encode(), ROUND_ROBIN.encode(), SMALL),
    ),
    "FIDE's list": (
        lambda data: list(read_list(io.BytesIO(data))),
        (xml(person(), person(2)), text(line("1"), line("2"))),
    ),
    "FIDE's archive": (
        lambda data: list(read_list(io.BytesIO(data), kind="rapid")),
        (OF_ONE_KIND, MONTH, CLOSE),
    ),
    "FIDE's early lists": (
        lambda data: list(read_list(io.BytesIO(data), kind="standard")),
        (OF_2001.encode(), OF_2002.encode(), OF_2004.encode(), OF_2005.encode()),
    ),
    "Norway's lists": (read_openings, (NORWEGIAN.encode(),)),
}


def mutated(data: bytes, chance: random.Random) -> bytes:
    """One to eight changes: a byte, a piece of something nasty, a cut, a copy, two
    lines swapped.
    """
    changed = bytearray(data)
    for _ in range(chance.choice((1, 1, 1, 2, 3, 8))):
        at = chance.randrange(len(changed) + 1)
        to = min(len(changed), at + chance.choice((1, 2, 10, 100)))
        kind = chance.randrange(6)
        if kind == 0:
            changed[at:to] = bytes(chance.randrange(256) for _ in range(to - at))
        elif kind == 1:
            changed[at:at] = chance.choice(NASTY)
        elif kind == 2:
            del changed[at:to]
        elif kind == 3:
            changed[at:at] = changed[chance.randrange(len(changed) + 1) :][: to - at]
        elif kind == 4:
            changed[at : at + 1] = bytes([chance.choice(b"0123456789wb-+=UFHZ /.;,|")])
        else:
            lines = changed.split(b"\n")
            chance.shuffle(lines)
            changed = bytearray(b"\n".join(lines))
    return bytes(changed)


def test_any_bytes_end_in_a_report_or_a_refusal() -> None:
    seed = int(os.environ.get("SELO_FUZZ_SEED") or secrets.randbits(32))
    count = int(os.environ.get("SELO_FUZZ") or DEFAULT)
    # pytest shows it when the test fails
    print(f"SELO_FUZZ_SEED={seed} SELO_FUZZ={count}")
    chance = random.Random(seed)
    outcomes = {"read": 0, "refused": 0}
    readers = list(READERS.values())
    for number in range(count):
        reader, samples = readers[number % len(readers)]
        data = mutated(chance.choice(samples), chance)
        try:
            outcomes[outcome(reader, data)] += 1
        except Exception as error:
            raise AssertionError(f"seed {seed}, input {number}: {data!r}") from error
    print(outcomes)
    assert min(outcomes.values()) > count // 10  # both ends were really tried


def outcome(reader: Callable[[bytes], object], data: bytes) -> str:
    """Return whether the reader took the bytes or refused them, in words."""
    try:
        reader(data)
    except Refused as refused:
        assert refused.problems
        assert all(problem.code and problem.message for problem in refused.problems)
        return "refused"
    return "read"


@pytest.mark.torture
@pytest.mark.parametrize("name", READERS)
def test_each_reader_stands_any_bytes_for_a_while(name: str) -> None:
    """Twenty seconds for each, or SELO_FUZZ_SECONDS: an hour is 3600. An input takes no
    more than a second of the processor, and all of them leave no memory behind.

    What was read is mutated again, so that the inputs wander far from any file.
    """
    seed = int(os.environ.get("SELO_FUZZ_SEED") or secrets.randbits(32))
    seconds = float(os.environ.get("SELO_FUZZ_SECONDS") or A_WHILE)
    print(f"SELO_FUZZ_SEED={seed} SELO_FUZZ_SECONDS={seconds}")
    chance = random.Random(seed)
    reader, samples = READERS[name]
    known = list(samples)
    outcomes = {"read": 0, "refused": 0}
    until, count, memory_before = process_time() + seconds, 0, 0
    while process_time() < until:
        count += 1
        data = mutated(chance.choice(known), chance)
        started = process_time()
        try:
            became = outcome(reader, data)
        except Exception as error:
            raise AssertionError(f"seed {seed}, input {count}: {data!r}") from error
        outcomes[became] += 1
        assert process_time() - started < MOST_SECONDS, f"{seed} {count}: {data!r}"
        if became == "read" and len(data) < MOST_KEPT:
            place = chance.randrange(len(samples), MOST_SAMPLES)
            known[place : place + 1] = [data]
        if count == WARM:
            memory_before = peak_megabytes()
    print(f"{name}: {count} inputs, {outcomes}")
    assert count > WARM
    assert peak_megabytes() - memory_before < MOST_MEGABYTES


def peak_megabytes() -> int:
    """Return the most memory that this process has had so far, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


@pytest.mark.parametrize("share", [pytest.param(1, marks=pytest.mark.torture), 16])
def test_files_at_the_limit_take_seconds_not_minutes(share: int) -> None:
    """A sixteenth of it every day: what grows faster than the file is too slow there as
    well.
    """
    rows = [
        f"001 {n:>4} m    {'Name':<33} 1500 FIN {0:>11} {1980:<10}  0.0    1"
        for n in range(1, 10_000)
    ]
    wide = "".join("  0000 - Z" for _ in range(90))
    full = ("\n".join(row + wide for row in rows[::share])).encode()[:MAX_BYTES]
    allowed = 20 if share == 1 else 4
    for reader, data in (
        (check_trf, full),
        (check_trf, full.replace(b"0000 - Z", b"   1 w 1")),
        (
            read_games,
            (
                b"round,white,black,result\n"
                + b"1,a,b,1-0\n" * (MAX_BYTES // 60 // share)
            ),
        ),
        (read_crosstable, b"Aho;" + b"2w1;" * 4000),
        (
            check_event_page,
            b'<a href="tnr1.aspx?art=9&snr=1">x</a>' * (100_000 // share),
        ),
        (
            check_event_page,
            b'<table class="CRs1"><tr class="CRg1b"><td>1<td>2<td>3'
            + b"<tr><td>1<td>2w1<td>Aho, A" * (50_000 // share),
        ),
        (
            check_event_page,
            b'<table class="CRs1"><tr><td>' + b"<div class=x>" * (200_000 // share),
        ),
        (check_page, b"<!--" * (200_000 // share)),
        (check_page, b"<a " * (200_000 // share)),
        (check_page, b"<script>" + b"</scrip" * (200_000 // share)),
        (check_page, b"<table><tr>" + b"<td colspan=999>x" * (20_000 // share)),
        (
            check_people,
            STARTING.encode() + b"3;;Aho, Aino;;FIN;;\n" * (100_000 // share),
        ),
        (
            read_openings,
            (FIXED + FIXED.splitlines()[1] * 9).encode()
            + FIXED.splitlines()[1].encode() * (20_000 // share),
        ),
        (check_matrix, b"1;Aho;*;1;1\n" * (100_000 // share)),
        (lambda data: read_pairings(data, "fuzz"), BOARDS.encode() * (2_000 // share)),
        (
            lambda data: read_pgn(data, all_played=True),
            b"[" * 20_000 + b"\n" + b'[A "' * 5000,
        ),
    ):
        started = process_time()
        with suppress(Refused):
            reader(data)
        assert process_time() - started < allowed, data[:80]


def test_a_letter_with_a_number_of_any_length_is_read() -> None:
    digits = "1" * 5000
    text = f"<table><tr><td>A&#{digits};B<td>&#{'0' * 5000}65;<td>&#x{digits};</table>"
    [table] = read_page(f'<a title="&#{digits};">{text}', "fuzz").tables
    assert [line.split("\t") for line in table.lines] == [["A\ufffdB", "A", "\ufffd"]]


def test_a_number_around_something_that_is_cut_out_is_one_number() -> None:
    for inside in ("<!x>", "<!-- x -->", "<b " + "x" * 20_000 + ">"):
        text = f"<table><tr><td>A&#1{inside}{'1' * 5000};</table>"
        [table] = read_page(text, "fuzz").tables
        assert table.lines == ["A\ufffd"]


def test_a_tag_with_many_attributes_takes_little_memory() -> None:
    data = (
        b"<table><tr><td "
        + b" ".join(b"a%d=1" % number for number in range(50_000))
        + b">x</table>"
    )
    most = 8 * len(data)
    assert peak_of(lambda: check_page(data), most) < most
