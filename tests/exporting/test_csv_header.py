"""--csv: the header without a row is the one with rows, and yes and no are written as in JSON."""

import csv
import io
from collections.abc import Callable
from pathlib import Path

import pytest

import cli.options
from cli.demo.building import build
from cli.main import run
from desk.submit import init
from tests.world.ledger import outside

NOW = "2026-11-21T12:00:00.000000Z"
Run = Callable[..., str]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("headers")
    build(str(found / "full.db"))
    init(str(found / "empty.db"), outside())
    assert run(["--ledger", str(found / "full.db"), "publish", "selo", "x", "--as-of", "2025-01-01"]) == 0
    return found


@pytest.fixture
def selo(folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    monkeypatch.setattr(cli.options, "now", lambda: NOW)

    def ask(ledger: str, *arguments: str) -> str:
        capsys.readouterr()
        assert run(["--ledger", str(folder / ledger), *arguments, "--csv"]) == 0
        return str(capsys.readouterr().out)

    return ask


@pytest.mark.parametrize(
    "question",
    [
        ("list", "selo"),
        ("replay",),
        ("lists",),
        ("tournaments",),
        ("titles",),
        ("selection",),
        ("player", "find", "aino"),
        ("diff", "--known-seq", "1..2"),
    ],
)
def test_no_row_has_the_header_of_many(selo: Run, question: tuple[str, ...]) -> None:
    empty, full = selo("empty.db", *question), selo("full.db", *question)
    assert full.splitlines()[0] == empty.removesuffix("\n")
    assert empty.count("\n") == 1


@pytest.mark.parametrize("question", [("log",), ("impact", "1")])
def test_answers_that_are_never_without_a_header(selo: Run, question: tuple[str, ...]) -> None:
    [empty, full] = [selo(ledger, *question).splitlines()[0] for ledger in ("empty.db", "full.db")]
    assert empty == full and empty.count(",") > 3


@pytest.mark.parametrize(
    ("few", "many"),
    [
        (("history", "F033", "--as-of", "1990-01-01"), ("history", "F033")),
        (("history", "F033", "--all-versions", "--as-of", "1990-01-01"), ("history", "F033", "--all-versions")),
        (("list", "selo", "--list", "x", "--top", "0"), ("list", "selo", "--list", "x")),
        (("impact", "1"), ("impact", "120")),
        (("diff", "--known-seq", "1..2"), ("diff", "--known-seq", "100..200")),
    ],
)
def test_few_rows_and_many(selo: Run, few: tuple[str, ...], many: tuple[str, ...]) -> None:
    one, other = selo("full.db", *few).splitlines(), selo("full.db", *many).splitlines()
    assert one[0] == other[0] and len(one) == 1 and len(other) > 1


def test_a_tournament_without_games_has_its_columns(selo: Run, folder: Path, tmp_path: Path) -> None:
    document = tmp_path / "empty.json"
    document.write_text(
        '{"kind": "tournament", "tournament": "t", "name": "T", "start": "2025-01-01", "end": "2025-01-01",'
        ' "minutes": 90, "games": []}'
    )
    assert run(["--ledger", str(folder / "full.db"), "submit", str(document)]) == 0
    empty = selo("full.db", "tournament", "t")
    assert empty.removesuffix("\n") == selo("full.db", "tournament", "kuusilahti-open-2024").splitlines()[0]


def test_yes_and_no_are_those_of_json(selo: Run) -> None:
    rows = list(csv.DictReader(io.StringIO(selo("full.db", "list", "selo"))))
    assert {row["established"] for row in rows} == {"true", "false"}
    assert "True" not in selo("full.db", "tournaments")
