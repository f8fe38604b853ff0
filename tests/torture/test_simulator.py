"""Lives driven by one seed, with everything that may go wrong around a ledger, beside the naive model."""

from collections import Counter
from concurrent.futures import ProcessPoolExecutor

import pytest

from tests.torture.report import record
from tests.torture.simulator import DISK, SORTS, live, noticed
from tests.torture.workload import SEED, scaled


@pytest.mark.parametrize("part", range(6))
def test_lives_in_a_world_that_misbehaves(part: int) -> None:
    """Twelve in all: a life takes a second, and `make test` is for every day."""
    found = [said for seed in (SEED + 2 * part, SEED + 2 * part + 1) for said in live(seed)[0]]
    assert found == [], "\n".join(found[:10])


@pytest.mark.parametrize("sort", ["crash", "clock", "writers", "readers"])
def test_without_its_defence_each_sort_of_trouble_is_noticed(sort: str) -> None:
    assert noticed(sort, SEED)


@pytest.mark.torture
def test_many_lives() -> None:
    lives = scaled(20_000)
    with ProcessPoolExecutor() as workers:
        lived = list(workers.map(live, range(SEED, SEED + lives), chunksize=10))
    found = [said for told, _ in lived for said in told]
    seen = sum((counts for _, counts in lived), start=Counter[str]())
    controls = {sort: noticed(sort, SEED) for sort in SORTS}
    assert found == [], "\n".join(found[:10])
    assert all(controls.values()), controls
    promise = (
        "One seed drives the story, the clock, processes that die in the midst of a submission, power cuts while it"
        " commits, other writers, readers that look on, and a disk that lies about single pages. Nothing that was not"
        " acknowledged is there by half, every answer agrees with a naive second implementation, and of a lying disk"
        " every answer is as before, or refused, or `selo verify` says so."
    )
    figures = {
        "lives": lives,
        "differences": len(found),
        "processes that died in a submission": seen["crash"],
        "power cuts while committing": seen["power cut"],
        "submissions under a wrong clock, refused": seen["clock"],
        "submissions while another writer held the lock, refused as busy": seen["writers"],
        "readers that looked on": seen["readers"],
        **{f"disk, {sort}": seen[sort] for sort in DISK},
        "of these answered otherwise, `selo verify` said so": seen["told by the audit alone"],
        **{f"control, no defence against {sort}: noticed in life": number for sort, number in controls.items()},
    }
    record("simulated lives", promise, SEED, figures)
