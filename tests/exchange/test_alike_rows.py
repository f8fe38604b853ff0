"""Rows that are alike stand once in an OpenDocument sheet, with how often: they are
read as often as they stand in the table.
"""

import pytest

from desk.files.read_games import read_games_file
from desk.files.settings import Settings
from exchange.spreadsheets.archives import open_archive
from exchange.spreadsheets.ods import read_ods
from ledger.errors import Refused
from tests.exchange.sheets_made import packed

HEADS = ("round", "white", "black", "result")
GAME = ("1", "Aho, Aino", "Berg, Bea", "1-0")


def row(cells: tuple[str, ...], times: int = 1) -> str:
    texts = "".join(f"<t:table-cell><x:p>{cell}</x:p></t:table-cell>" for cell in cells)
    return f'<t:table-row t:number-rows-repeated="{times}">{texts}</t:table-row>'


def sheet(*rows: str) -> bytes:
    spaces = 'xmlns:t="t" xmlns:x="x"'
    body = f'<c {spaces}><t:table t:name="a">{"".join(rows)}</t:table></c>'
    return packed(
        {
            "mimetype": "application/vnd.oasis.opendocument.spreadsheet",
            "content.xml": body,
        }
    )


def lines(data: bytes) -> list[str]:
    with open_archive(data, "a.ods") as archive:
        return read_ods(archive, "a.ods", None)


def test_a_row_that_is_repeated_is_as_many_lines() -> None:
    other = ("2", "Aho, Aino", "Cho, Cai", "0-1")
    data = sheet(row(HEADS), row(GAME, 3), row((), 2), row(other))
    texts = ["\t".join(cells) for cells in (HEADS, GAME, GAME, GAME, (), (), other)]
    assert lines(data) == texts


def test_the_same_game_twice_is_refused_as_in_every_table() -> None:
    with pytest.raises(Refused) as refused:
        read_games_file(sheet(row(HEADS), row(GAME, 2)), "a.ods", Settings())
    assert "table-line-twice" in {one.code for one in refused.value.problems}


def test_long_texts_in_very_many_rows_are_refused() -> None:
    with pytest.raises(Refused) as refused:
        lines(sheet(row(("word " * 20_000,), 200)))
    assert [one.code for one in refused.value.problems] == ["too-large"]
