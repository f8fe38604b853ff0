"""Every entry recomputed from what its own explanation prints, and none too wide; one
tampered with is seen.
"""

import json
import random
from collections.abc import Iterable
from pathlib import Path

import pytest
from msgspec.structs import replace

from rulebooks.entries import WorkedEntry
from rulebooks.finland.explain import explain
from tests.explained import FIVE, FOUR_GAMES, NAMES, adds_up, sheets
from tests.naive.histories import history
from tests.naive.makers import games, opening, tournament
from tests.printed_sheets import as_printed
from tests.recompute import recompute
from tests.world.ledger import Ledger, ledger
from tests.world.rows import reading_of

DEMO = Path(__file__).parent.parent / "cli" / "demo" / "federation"
SEEDS = [
    *range(3),
    *(pytest.param(seed, marks=pytest.mark.torture) for seed in range(3, 44)),
]
# old versions of entries are ten times as many: of some histories only
SUPERSEDED_EVERY = 6


def test_long_ids_and_names_stay_inside_the_line(tmp_path: Path) -> None:
    """The opponents' column gives way; the JSON keeps everything."""
    rival, name = "r" * 64, "g" * 64
    lines = [{**games(f"me {rival} 1-0")[0], "game": name}]
    explained = sheets(
        tmp_path, opening("me", 2000), opening(rival, 1500), tournament("T" * 64, lines)
    )
    sheet = explained["selo", "me", "T" * 64, "unit"]
    assert max(len(line) for line in sheet.lines()) < 110
    assert as_printed(sheet)["games"][0]["game"] == name


def test_an_entry_that_was_tampered_with_does_not_add_up(tmp_path: Path) -> None:
    """Rounded is worked out from the terms, not copied from the entry; so is the test's
    own way.
    """
    sheet = sheets(tmp_path, *FIVE, tournament("T", FOUR_GAMES))[
        "selo", "me", "T", "unit"
    ]
    entry = sheet.entry
    wrong = explain(replace(entry, change=replace(entry.change, after=1700)), NAMES)
    assert (as_printed(wrong)["rounded"], as_printed(wrong)["after"]) == (1683, 1700)
    assert "DOES NOT ADD UP: the tables hold 1700" in wrong.lines()
    told = as_printed(sheet)
    told["games"][1]["score"] = 0
    assert recompute(told) == 1643


def check(entries: Iterable[WorkedEntry], where: str) -> int:
    """Every entry adds up and fits the terminal; the first that does not is named with
    its history.
    """
    count = 0
    for entry in entries:
        try:
            adds_up(entry)
            if count % 4 == 0:  # drawing the table costs more than all the arithmetic
                assert max(len(line) for line in explain(entry, NAMES).lines()) < 110
        except Exception as wrong:
            raise AssertionError(f"{where}: {entry}") from wrong
        count += 1
    return count


def versions(book: Ledger) -> Iterable[WorkedEntry]:
    """Also the entries that were superseded: somebody may ask what was known then."""
    return (
        version.entry.worked_out()
        for version in reading_of(book.writer.connection).every_version()
    )


def test_every_entry_of_the_demo_adds_up(tmp_path: Path) -> None:
    with ledger(tmp_path) as book:
        for file in sorted(DEMO.glob("*.jsonl")):
            book.submit(
                *(json.loads(line) for line in file.read_text("utf-8").splitlines())
            )
        assert check(versions(book), "demo") > 1000


@pytest.mark.parametrize("seed", SEEDS)
def test_every_entry_of_a_random_history_adds_up(tmp_path: Path, seed: int) -> None:
    with ledger(tmp_path) as book:
        for document in history(
            random.Random(seed), first_seq=7, foreign=True, editions=True
        ):
            book.submit(document)
        every = seed % SUPERSEDED_EVERY == 0
        assert check(versions(book) if every else book.entries(), f"seed {seed}") > 0
