"""docs/reference/trf.md: every code of the readers is on the page, its messages are
real, its example is read.
"""

import re
from pathlib import Path

import pytest

from exchange.trf.read import read_trf
from ledger.errors import Refused
from tools.samples import COLUMNS

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "reference" / "trf.md").read_text("utf-8")
SOURCES = {
    path.relative_to(ROOT).as_posix(): path.read_text("utf-8")
    for room in ("exchange", "desk")
    for path in sorted((ROOT / room).rglob("*.py"))
    if path.parent.name != "spreadsheets"  # what stands in quotes there are tags of XML
}
EXAMPLE = re.search(r"```\n(012 .*?)```", PAGE, re.DOTALL)


def own_codes() -> set[str]:
    codes = set(
        re.findall(
            r'"((?:trf|table|crosstable|pgn|fide-list)-[a-z-]+)"',
            "".join(SOURCES.values()),
        )
    )
    codes |= {
        f"trf-{code}"
        for code in re.findall(
            r'return "([a-z-]+)", say\(', SOURCES["exchange/text/cells.py"]
        )
    }
    of_any_text = (
        SOURCES["exchange/text/decoding.py"] + SOURCES["exchange/text/notes.py"]
    )
    codes |= set(re.findall(r'Problem\(\s*"([a-z-]+)"', of_any_text))
    return codes | {
        "trf-pending-game",
        "trf-unplayed-game",
        "table-round",
        "table-board",
    }


@pytest.mark.parametrize("code", sorted(own_codes()))
def test_every_code_is_on_the_page(code: str) -> None:
    assert f"| `{code}` |" in PAGE


def test_every_code_of_the_page_exists() -> None:
    assert (
        set(
            re.findall(
                r"^\| `((?:trf|table|crosstable|pgn|fide-list)-[a-z-]*[a-z])` ",
                PAGE,
                re.M,
            )
        )
        <= own_codes()
    )


def test_the_example_means_what_the_page_says() -> None:
    assert EXAMPLE
    report = read_trf(EXAMPLE[1].encode())
    assert [
        (game.round, game.white, game.black, game.result) for game in report.games
    ] == [
        (1, 1, 2, "1-0"),
        (2, 3, 1, "0-1F"),
    ]
    assert [(bye.round, bye.player, bye.code) for bye in report.byes] == [
        (1, 3, "H"),
        (2, 2, "U"),
    ]
    assert (report.warnings, report.questions, len(report.round_dates)) == ((), (), 2)
    assert (report.national[1][0].rating, report.national[1][0].national_id) == (
        2335,
        "12345",
    )


def test_a_slip_in_the_example_is_refused_with_its_place() -> None:
    assert EXAMPLE
    with pytest.raises(Refused) as caught:
        read_trf(EXAMPLE[1].replace("1 b 0", "1 b 1").encode(), "open.trf")
    (problem,) = caught.value.problems
    assert (problem.code, str(problem.where)) == (
        "trf-contradicting-results",
        "open.trf:8:92, round 1",
    )


def test_the_samples_are_the_output_of_the_command() -> None:
    table = PAGE[PAGE.index("| " + " | ".join(COLUMNS)) :].splitlines()
    files = [line for line in table[2:] if line.startswith("| ")]
    assert f"{len(files)} files, 0 differences from the index" in table
    assert sum(line.endswith("| read |") for line in files) == 20
