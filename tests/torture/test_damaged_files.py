"""Damaged files: 0 silent wrong answers."""

import random
import sqlite3
from pathlib import Path
from unittest.mock import patch

import pytest

from ledger.errors import LedgerUnusable
from tests.torture import flipping
from tests.torture.flipping import (
    asked,
    damage,
    ledger_of,
    rehash_audit,
    run,
    sqlite_audit,
)
from tests.torture.report import record
from tests.torture.workload import SEED, scaled, unchecked


def test_no_damage_is_silent() -> None:
    found = run(100, SEED)
    assert found.silent == [], f"seed {SEED}"
    assert found.defects == 0, found.complaints
    assert all(
        found.files[sort]
        for sort in ("said by the question itself", "answers exactly as before")
    )


@pytest.mark.parametrize("audit", [sqlite_audit, rehash_audit])
def test_half_an_audit_is_not_enough(audit: object) -> None:
    """The control: without checksums and the replay beside the stored numbers, wrong
    answers stay silent, and the suite sees it.
    """
    with unchecked():
        seeds = range(SEED + 7, SEED + 15)  # the first is enough for both as things are
        assert any(run(25, seed, audit, sorts=("flip",)).silent for seed in seeds)  # type: ignore[arg-type]


def test_a_line_that_makes_no_sense_is_damage(tmp_path: Path) -> None:
    path = ledger_of(tmp_path, SEED)
    connection = sqlite3.connect(path)
    with connection:
        connection.execute("UPDATE unit SET edition = 'fi-2031'")
    connection.close()
    with pytest.raises(
        LedgerUnusable, match="the read tables are damaged: a row of unit"
    ):
        asked(path)


def test_a_defect_is_not_blamed_on_the_ledger(tmp_path: Path) -> None:
    path = ledger_of(tmp_path, SEED)
    with (
        patch.object(flipping, "rating_list", {}.__getitem__),
        pytest.raises((KeyError, TypeError)),
    ):
        asked(path)


def test_every_sort_of_damage_changes_bytes() -> None:
    rng = random.Random(SEED)
    for sort in ("flip", "flips", "sector", "cut"):
        assert bytes(damage(bytearray(b"\x55" * 5000), sort, rng)) != b"\x55" * 5000


@pytest.mark.torture
def test_many_damaged_files() -> None:
    rounds, total, found = 10, scaled(100_000), []
    for number in range(rounds):
        found.append(run(total // rounds, SEED + number, tournaments=4 + number))
    with unchecked():
        control = run(2000, SEED, sqlite_audit, sorts=("flip",))
    files = sum((result.files for result in found), start=found[0].files.__class__())
    defects = sum(result.defects for result in found)
    assert not files["silent"] and control.silent and not defects
    promise = (
        "Bits flipped, sectors zeroed, files cut short. Every damaged file answers"
        " exactly as before, or the question refuses, or `selo verify` says that"
        " something was altered."
    )
    note = (
        "A question reads its rows and not the whole file, so a flipped bit inside a"
        " stored number shows only in an audit: run `selo verify` before numbers are"
        " published, and back up."
    )
    figures = {
        "files": files.total(),
        "answered exactly as before": files["answers exactly as before"],
        "the question itself refused": files["said by the question itself"],
        "of these as an unexpected error": defects,
        "the question answered otherwise, `selo verify` said so": files[
            "said by the audit alone"
        ],
        "silent": files["silent"],
        "control, SQLite's integrity check instead of `selo verify`: silent": (
            f"{len(control.silent)} of 2,000"
        ),
    }
    record("damaged file", promise, SEED, figures, note)
