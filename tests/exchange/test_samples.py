"""The table over a folder of files, with a folder of our own."""

import json
from pathlib import Path
from typing import Any

import pytest

from exchange.trf.read import read_trf
from tests.exchange.trf_text import SMALL, row, trf, two
from tools.samples import main, measured


def folder(path: Path, files: dict[str, tuple[bytes, dict[str, Any]]]) -> str:
    index = []
    for name, (data, entry) in files.items():
        (path / name).write_bytes(data)
        index.append({"file": name, "special": [], "counts": {}, **entry})
    (path / "INDEX.json").write_text(json.dumps({"files": index}), "utf-8")
    return str(path)


CLASH = two((2, "w", "1"), (1, "w", "0"))
GAP = trf(row(1), row(3))


def test_a_table_and_no_difference(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given = folder(
        tmp_path,
        {
            "small.trf": (SMALL, {"counts": measured(read_trf(SMALL))}),
            "bad_incompatible_color.trf": (CLASH, {}),
            "other_bad.trf": (CLASH, {"special": ["defective on purpose: colours"]}),
        },
    )
    assert main([given]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "| file | encoding | line ends | players | games played | forfeits | byes | warnings | outcome |",
        "|---|---|---|---|---|---|---|---|---|",
        "| bad_incompatible_color.trf | - | - | - | - | - | - | - | refused: line 2, column 92: "
        "round 1: 1 (w 1) and 2 (w 0, line 3) have the same colour |",
        "| other_bad.trf | - | - | - | - | - | - | - | refused: line 2, column 92: "
        "round 1: 1 (w 1) and 2 (w 0, line 3) have the same colour |",
        "| small.trf | ascii | lf | 4 | 3 | 1 | 2 | none | read |",
        "",
        "3 files, 0 differences from the index",
    ]


@pytest.mark.parametrize(
    ("name", "data", "entry", "message"),
    [
        ("small.trf", SMALL, {"counts": {"players": 5}}, "- small.trf: players is 4, the index says 5"),
        ("small.trf", CLASH, {}, "- small.trf: refused (trf-same-colours)"),
        (
            "bad_incompatible_color.trf",
            SMALL,
            {},
            "- bad_incompatible_color.trf: read, but should be refused (trf-same-colours)",
        ),
        (
            "bad_incompatible_color.trf",
            GAP,
            {},
            "- bad_incompatible_color.trf: refused for ['trf-missing-starting-number'], not trf-same-colours",
        ),
    ],
)
def test_a_sample_that_is_read_differently_fails(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, data: bytes, entry: dict[str, Any], message: str
) -> None:
    assert main([folder(tmp_path, {name: (data, entry)})]) == 1
    assert capsys.readouterr().out.splitlines()[-1] == message


def test_without_a_folder_it_says_what_it_needs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == main([str(tmp_path)]) == 2
    assert "SELO_SAMPLES" in capsys.readouterr().err
