"""--csv: the header without a row is the one with rows, and yes and no are written as
in JSON.
"""

import csv
import io
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.world.command import Command
from tests.world.documents import tournament

NOW = "2026-11-21T12:00:00.000000Z"
Run = Callable[..., str]


@pytest.fixture(scope="module")
def folder(
    tmp_path_factory: pytest.TempPathFactory, demo_ledger: Path, new_ledger: Path
) -> Path:
    found = tmp_path_factory.mktemp("headers")
    Command(found, new_ledger, "empty.db")
    Command(found, demo_ledger, "full.db", NOW).done(
        "publish", "selo", "x", "--as-of", "2025-01-01"
    )
    return found


@pytest.fixture
def selo(folder: Path) -> Run:
    def ask(ledger: str, *arguments: str) -> str:
        return Command(folder, name=ledger, today=NOW).done(*arguments, "--csv")

    return ask


@pytest.mark.parametrize(
    "question",
    [
        ("list", "selo"),
        (
            "ledger",
            "replay",
        ),
        (
            "list",
            "published",
        ),
        (
            "tournament",
            "list",
        ),
        ("titles",),
        ("player", "find", "aino"),
        ("log", "diff", "--known-seq", "1..2"),
    ],
)
def test_no_row_has_the_header_of_many(selo: Run, question: tuple[str, ...]) -> None:
    empty, full = selo("empty.db", *question), selo("full.db", *question)
    assert full.splitlines()[0] == empty.removesuffix("\n")
    assert empty.count("\n") == 1


@pytest.mark.parametrize("question", [("log",), ("log", "impact", "1")])
def test_answers_that_are_never_without_a_header(
    selo: Run, question: tuple[str, ...]
) -> None:
    [empty, full] = [
        selo(ledger, *question).splitlines()[0] for ledger in ("empty.db", "full.db")
    ]
    assert empty == full and empty.count(",") > 3


@pytest.mark.parametrize(
    ("few", "many"),
    [
        (("history", "F033", "--as-of", "1990-01-01"), ("history", "F033")),
        (
            ("history", "F033", "--all-versions", "--as-of", "1990-01-01"),
            ("history", "F033", "--all-versions"),
        ),
        (
            ("list", "selo", "--list", "x", "--top", "0"),
            ("list", "selo", "--list", "x"),
        ),
        (("log", "impact", "1"), ("log", "impact", "120")),
        (
            ("log", "diff", "--known-seq", "1..2"),
            ("log", "diff", "--known-seq", "100..200"),
        ),
    ],
)
def test_few_rows_and_many(
    selo: Run, few: tuple[str, ...], many: tuple[str, ...]
) -> None:
    one, other = selo("full.db", *few).splitlines(), selo("full.db", *many).splitlines()
    assert one[0] == other[0] and len(one) == 1 and len(other) > 1


def test_a_tournament_without_games_has_its_columns(selo: Run, folder: Path) -> None:
    full = Command(folder, name="full.db", today=NOW)
    full.done("submit", full.file("empty.json", tournament("t", "2025-01-01")))
    empty = selo("full.db", "tournament", "t")
    assert (
        empty.removesuffix("\n")
        == selo("full.db", "tournament", "kuusilahti-open-2024").splitlines()[0]
    )


def test_yes_and_no_are_those_of_json(selo: Run) -> None:
    rows = list(csv.DictReader(io.StringIO(selo("full.db", "list", "selo"))))
    assert {row["established"] for row in rows} == {"true", "false"}
    assert "True" not in selo("full.db", "tournament", "list")
