"""The report to US Chess with names and results (TDEXPORT.DBF, 2C) as programs write
it, and what is wrong with it.
"""

import random
import struct
from collections.abc import Sequence
from typing import Any

import pytest

from desk.files.games_file import GamesFile
from desk.files.read_games import read_games_file
from desk.files.settings import Settings
from ledger.errors import Refused

FIELDS = (
    ("D_EVENT_ID", 12),
    ("D_SEC_NUM", 2),
    ("D_PAIR_NUM", 4),
    ("D_MEM_ID", 8),
    ("D_NAME", 30),
    ("D_STATE", 2),
    ("D_RATING", 4),
    ("D_RND01", 7),
    ("D_RND02", 7),
    ("D_RND03", 7),
)
OPEN = (
    ("1", "1", "NUNEZ, ANA BELEN", "W    3W", "D2B", "H0"),
    ("1", "2", "SMITH JR, JOHN", "L0004B ", "D1W", "X   9W"),
    ("1", "9", "O'HARA, PAT", "", "U0000", "F2B"),
    ("1", "3", "POE, EDGAR", "L   1B", "U0", "Z"),
    ("1", "4", "LEE, KIM", "W2W", "B0", "U"),
)
LOST = ("1", "2", "TWO, U", "L1B", "U", "U")
UNDER = (
    ("2", "1", "ONE, U", "W2W", "U0", "U0"),
    ("2", "2", "TWO, U", "L1B", "U0", "U0"),
)


def dbf(
    rows: Sequence[Sequence[str]],
    language: int = 0,
    encoding: str = "ascii",
    gone: Sequence[int] = (),
) -> bytes:
    described = b"".join(
        struct.pack("<11sc4xBB14x", name.encode(), b"C", size, 0)
        for name, size in FIELDS
    )
    width = 1 + sum(size for _, size in FIELDS)
    head = struct.pack(
        "<BBBBIHH17xB2x", 3, 124, 3, 1, len(rows), 33 + len(described), width, language
    )
    body = b""
    for at, (section, pair, name, *cells) in enumerate(rows):
        texts = ("202403010001", section, pair, "12345678", name, "CA", "1500", *cells)
        body += b"*" if at in gone else b" "
        body += b"".join(
            text.encode(encoding).ljust(size)
            for text, (_, size) in zip(texts, FIELDS, strict=True)
        )
    return head + described + b"\r" + body + b"\x1a"


def read(data: bytes, **settings: Any) -> GamesFile:
    return read_games_file(data, "TDEXPORT.DBF", Settings(**settings))


def refused(data: bytes, **settings: Any) -> list[str]:
    with pytest.raises(Refused) as told:
        read(data, **settings)
    assert all(problem.message and problem.hint for problem in told.value.problems)
    return [problem.code for problem in told.value.problems]


def test_results_forfeits_and_byes() -> None:
    file = read(dbf(OPEN))
    names = {one.key: one.name for one in file.entrants}
    assert list(names.values()) == [row[2] for row in OPEN]
    found = {
        (game.round, names[game.white], names[game.black], game.result)
        for game in file.games
    }
    assert found == {
        (1, "NUNEZ, ANA BELEN", "POE, EDGAR", "1-0"),
        (1, "LEE, KIM", "SMITH JR, JOHN", "1-0"),
        (2, "SMITH JR, JOHN", "NUNEZ, ANA BELEN", "1/2-1/2"),
        (3, "SMITH JR, JOHN", "O'HARA, PAT", "1-0F"),
    }
    assert file.source.format.endswith("(US Chess 2C)")


def test_of_several_sections_one_is_named_and_is_as_long_as_it_was() -> None:
    data = dbf((*OPEN, *UNDER))
    assert refused(data) == ["no-sheet"] and refused(data, sheet="3") == ["no-sheet"]
    file = read(data, sheet="2")
    assert [(game.round, game.result) for game in file.games] == [(1, "1-0")] and len(
        file.entrants
    ) == 2
    assert len(read(data, sheet="1").games) == 4


def test_rows_that_were_deleted_are_none() -> None:
    assert len(read(dbf((*OPEN, OPEN[0]), gone=[5])).entrants) == 5
    assert refused(dbf(UNDER, gone=[0, 1])) == ["sheet-broken"]


def test_letters_are_those_of_the_page_that_the_file_or_the_officer_names() -> None:
    rows = [
        ("1", "1", "NÚÑEZ, ANA", "W2W", "U", "U"),
        ("1", "2", "LEE, KIM", "L1B", "U", "U"),
    ]
    for language, encoding in ((0x57, "cp1252"), (0x03, "cp1252"), (0x02, "cp850")):
        assert read(dbf(rows, language, encoding)).entrants[0].name == "NÚÑEZ, ANA"
    assert refused(dbf(rows, 0, "cp850")) == ["text-encoding"]
    assert (
        read(dbf(rows, 0, "cp850"), encoding="cp850").entrants[0].name == "NÚÑEZ, ANA"
    )


@pytest.mark.parametrize(
    "cell", ["W7W", "Q2W", "W2", "W2B", "W2W2", "X7W", "W1W", "W99999W"]
)
def test_a_cell_that_nobody_can_mean_is_refused(cell: str) -> None:
    """Nobody has the number, a code that is none, a game without a colour."""
    assert all(
        code.startswith("crosstable-")
        for code in refused(dbf([("1", "1", "ONE, U", cell, "", ""), LOST]))
    )
    assert len(read(dbf([("1", "1", "ONE, U", "W2W", "", ""), LOST])).games) == 1


def test_a_section_whose_columns_are_opponents_is_not_taken_for_rounds() -> None:
    """Of a round robin: the cell in the column of the opponent, so the two halves of a
    game stand in two columns.
    """
    rows = [
        ("1", "1", "A, A", "U", "W2W", "W3W"),
        ("1", "2", "B, B", "L1B", "U", "W3W"),
        ("1", "3", "C, C", "L1B", "L2B", "U"),
    ]
    assert refused(dbf(rows))


def test_other_parts_and_broken_files_say_what_to_send() -> None:
    good = dbf(OPEN)
    assert refused(good.replace(b"D_NAME\0", b"D_NAMX\0")) == ["other-format"]
    assert refused(good[:-200]) == ["sheet-broken"] and refused(good[:400]) == [
        "sheet-broken"
    ]
    seed = random.Random().randrange(2**32)
    print("seed", seed)
    draw = random.Random(seed)
    for _ in range(300):
        data = bytearray(good)
        for _ in range(draw.randint(1, 6)):
            data[draw.randrange(len(data))] = draw.randrange(256)
        try:
            read(bytes(data[: draw.choice([len(data), draw.randrange(len(data))])]))
        except Refused as told:
            assert all(problem.message for problem in told.problems)


def test_a_name_of_a_field_that_stands_elsewhere_is_none() -> None:
    """Whoever looks for the names alone takes it for a report: the field before is one
    byte too long.
    """
    data = dbf(OPEN)
    at = data.index(b"D_SEC_NUM")
    moved = data[:at] + b"X" + data[at : at + 10] + data[at + 11 :]
    assert refused(moved) == ["sheet-broken"]
