"""Old workbooks: what is in them, and what they may cost."""

import random
from time import monotonic

import pytest

from desk.files import open_file as desk
from desk.files.settings import Settings
from exchange.results.games import read_games
from exchange.spreadsheets.xls import SECONDS, read_xls
from ledger.errors import Refused
from tests.exchange.sheets_made import Cell, xls

pytest.importorskip(
    "python_calamine", reason="the extra selokirja[xls] is not installed"
)
TABLE: list[list[Cell]] = [
    ["kierros", "valkea", "musta", "tulos", "pvm"],
    [1, "Äijälä, Åke", "Salo, Eero", "½-½", 45444],
    [2.0, "Salo, Eero", "Äijälä, Åke", 0.5, 45445],
]
DAYS = ((1, 4), (2, 4))


def test_a_table_of_games_in_an_old_workbook() -> None:
    book = xls({"ohje": [["x"]], "pelit": TABLE}, DAYS)
    text = desk.plain_text(book, "a.xls", Settings(sheet="pelit"))
    assert text.inside == "xls" and len(text.sha256) == 64
    games = read_games(text.data).games
    assert [(game.round, game.white, game.result, str(game.on)) for game in games] == [
        (1, "Äijälä, Åke", "1/2-1/2", "2024-06-01"),
        (2, "Salo, Eero", "1/2-1/2", "2024-06-02"),
    ]
    assert read_xls(book, "a.xls", None) == ["x"]
    with pytest.raises(Refused) as caught:
        read_xls(book, "a.xls", "games")
    assert caught.value.problems[0].code == "no-sheet" and "pelit" in str(
        caught.value.problems[0].hint
    )


def test_a_cell_far_away_costs_a_process_and_not_this_one() -> None:
    began = monotonic()
    with pytest.raises(Refused) as caught:
        read_xls(xls({"a": TABLE}, far=(65_535, 255)), "a.xls", None)
    assert (
        caught.value.problems[0].code == "sheet-too-large"
        and monotonic() - began < 2 * SECONDS
    )
    # the control: the same book without it
    assert read_xls(xls({"a": TABLE}), "a.xls", None)


def test_one_text_in_thousands_of_cells_is_too_much() -> None:
    with pytest.raises(Refused) as caught:
        read_xls(xls({"a": [["x" * 2000] * 22] * 50}), "a.xls", None)
    assert caught.value.problems[0].code == "sheet-too-large"


def test_any_bytes_are_rows_or_a_refusal_or_no_workbook() -> None:
    seed = random.randrange(2**32)
    print(f"seed {seed}")
    chance, book, outcomes = random.Random(seed), xls({"a": TABLE}, DAYS), set()
    for _ in range(40):
        changed = bytearray(book)
        for _ in range(chance.choice((1, 3, 30))):
            changed[chance.randrange(8, len(changed))] = chance.randrange(256)
        try:
            outcomes.add(
                read_xls(
                    bytes(changed[: chance.choice((len(changed), 3000))]), "a.xls", None
                )
                is None
            )
        except Refused as refused:
            assert refused.problems[0].code in ("sheet-too-large", "no-sheet")
    assert outcomes == {True, False}


def test_without_the_library_and_for_other_files_the_way_out_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert read_xls(b"\xd0\xcf\x11\xe0\xa1\x00", "a.doc", None) is None
    monkeypatch.setattr("exchange.spreadsheets.xls.find_spec", lambda name: None)
    assert read_xls(xls({"a": TABLE}), "a.xls", None) is None
