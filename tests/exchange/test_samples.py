"""The table over a folder of files, with a folder of our own."""

import json
import os
from dataclasses import field, fields, make_dataclass
from pathlib import Path
from typing import Any

import pytest

from desk.files.games_file import GamesFile
from desk.files.read_games import read_games_file
from exchange.trf.read import read_trf
from tests.exchange.trf_text import SMALL, row, trf, two
from tools import samples
from tools.samples import main, measured, read_as


def folder(path: Path, files: dict[str, tuple[bytes, dict[str, Any]]]) -> str:
    index = []
    for name, (data, entry) in files.items():
        (path / name).write_bytes(data)
        index.append({"file": name, "special": [], "counts": {}, **entry})
    (path / "INDEX.json").write_text(json.dumps({"files": index}), "utf-8")
    return str(path)


CLASH = two((2, "w", "1"), (1, "w", "0"))
GAP = trf(row(1), row(3))


def test_a_table_and_no_difference(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = folder(
        tmp_path,
        {
            "small.trf": (SMALL, {"counts": measured(read_trf(SMALL), SMALL)}),
            "bad_incompatible_color.trf": (CLASH, {}),
            "other_bad.trf": (CLASH, {"special": ["defective on purpose: colours"]}),
        },
    )
    assert main([given]) == 0
    assert capsys.readouterr().out.splitlines() == [
        (
            "| file | encoding | line ends | players | games played | forfeits | byes |"
            " warnings | outcome |"
        ),
        "|---|---|---|---|---|---|---|---|---|",
        (
            "| bad_incompatible_color.trf | - | - | - | - | - | - | - | refused: line"
            " 2, column 92: round 1: 1 (w 1) and 2 (w 0, line 3) have the same colour |"
        ),
        (
            "| other_bad.trf | - | - | - | - | - | - | - | refused: line 2, column 92: "
            "round 1: 1 (w 1) and 2 (w 0, line 3) have the same colour |"
        ),
        "| small.trf | ascii | lf | 4 | 3 | 1 | 2 | none | read |",
        "",
        "3 files, 0 read before, 0 differences",
    ]


@pytest.mark.parametrize(
    ("name", "data", "entry", "message"),
    [
        (
            "small.trf",
            SMALL,
            {"counts": {"players": 5}},
            "- small.trf: players is 4, the index says 5",
        ),
        ("small.trf", CLASH, {}, "- small.trf: refused (trf-same-colours)"),
        (
            "bad_incompatible_color.trf",
            SMALL,
            {},
            (
                "- bad_incompatible_color.trf: read, but should be refused"
                " (trf-same-colours)"
            ),
        ),
        (
            "bad_incompatible_color.trf",
            GAP,
            {},
            (
                "- bad_incompatible_color.trf: refused for"
                " ['trf-missing-starting-number'], not trf-same-colours"
            ),
        ),
    ],
)
def test_a_sample_that_is_read_differently_fails(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    name: str,
    data: bytes,
    entry: dict[str, Any],
    message: str,
) -> None:
    assert main([folder(tmp_path, {name: (data, entry)})]) == 1
    assert capsys.readouterr().out.splitlines()[-1] == message


def test_without_a_folder_it_says_what_it_needs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([]) == main([str(tmp_path)]) == 2
    assert "SELO_SAMPLES" in capsys.readouterr().err


def test_a_file_that_is_read_otherwise_than_before_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The digests need no file here: they are of bytes that whoever has the samples can
    read again.
    """
    given = folder(
        tmp_path,
        {
            "small.trf": (SMALL, {}),
            "gap.trf": (GAP, {"special": ["defective on purpose"]}),
        },
    )
    monkeypatch.setattr(samples, "DIGESTS", tmp_path / "digests.json")
    assert main([given, "--keep"]) == 0
    kept = json.loads((tmp_path / "digests.json").read_text())
    assert kept == dict(read_as(tmp_path / name) for name in ("small.trf", "gap.trf"))
    assert (
        main([given]) == 0
        and "2 files, 2 read before, 0 differences" in capsys.readouterr().out
    )
    changed = dict.fromkeys(kept, "0" * 64)
    (tmp_path / "digests.json").write_text(json.dumps(changed))
    assert main([given]) == 1
    assert "- small.trf: is not read as it was" in capsys.readouterr().out


@pytest.mark.skipif(
    "SELO_SAMPLES" not in os.environ,
    reason=(
        "the sample files are no part of the project (with a folder of them: make"
        " samples SELO_SAMPLES=FOLDER)"
    ),
)
def test_every_sample_is_read_as_it_was(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([os.environ["SELO_SAMPLES"]]) == 0


def test_a_new_field_of_which_a_file_says_nothing_changes_no_digest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So the digests still compare what was read when the desk learns to take more from
    other files.
    """
    path = tmp_path / "small.trf"
    path.write_bytes(SMALL)
    before = read_as(path)
    grown = make_dataclass(
        "GamesFile",
        [("extra", str, field(default=""))],
        bases=(GamesFile,),
        frozen=True,
    )

    def read(*given: Any, extra: str = "") -> GamesFile:
        read_file = read_games_file(*given)
        values = {
            part.name: getattr(read_file, part.name) for part in fields(read_file)
        }
        more: GamesFile = grown(**values, extra=extra)
        return more

    monkeypatch.setattr(samples, "read_games_file", read)
    assert read_as(path) == before
    monkeypatch.setattr(
        samples, "read_games_file", lambda *given: read(*given, extra="something")
    )
    assert read_as(path) != before
