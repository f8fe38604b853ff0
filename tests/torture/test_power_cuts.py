"""Power cuts in a model of the disk: with WAL and FULL nothing acknowledged is lost."""

import random

import pytest

from tests.torture.cutting import SECTOR, Entry, apply, run, torn
from tests.torture.report import apsw_note, record
from tests.torture.workload import SEED, scaled


def test_nothing_acknowledged_is_lost() -> None:
    found = run(500, SEED)
    assert found.problems == [], f"seed {SEED}"
    assert found.images == 500 and found.acknowledged > 500


def test_less_syncing_loses() -> None:
    """The control: with synchronous=NORMAL acknowledged submissions are gone."""
    assert any(
        "lost" in problem for problem in run(200, SEED, synchronous="NORMAL").problems
    )


def test_the_model_tears_writes() -> None:
    rng = random.Random(SEED)
    whole = Entry("write", "f", 4096, bytes(range(256)) * 16)
    parts = {(torn(whole, rng).number, len(torn(whole, rng).data)) for _ in range(50)}
    assert len(parts) > 5 and all(
        length % SECTOR == 0 and at >= 4096 for at, length in parts
    )
    content = bytearray(b"abc")
    apply(content, [Entry("write", "f", 5, b"xy"), Entry("truncate", "f", 6, b"")])
    assert content == b"abc\0\0x"


@pytest.mark.torture
def test_many_power_cuts() -> None:
    found = run(scaled(50_000), SEED)
    control = run(2000, SEED, synchronous="NORMAL")
    lost = sum("lost" in problem for problem in control.problems)
    assert found.problems == [] and lost
    promise = (
        "WAL with synchronous=FULL: no image of the disk after a power cut lost an"
        " acknowledged submission or was damaged."
    )
    figures = {
        "images": found.images,
        "acknowledged submissions looked for in them": found.acknowledged,
        "images with something lost or damaged": len(found.problems),
        "control, synchronous=NORMAL: images that lost acknowledged submissions": (
            f"{lost:,} of {control.images:,}"
        ),
    }
    record("power cut", promise, SEED, figures, apsw_note())
