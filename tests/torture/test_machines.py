"""Random lives of a ledger beside the naive model; planted faults must be noticed."""

from concurrent.futures import ProcessPoolExecutor

import pytest

from tests.torture.machine import FAULTS, caught, run
from tests.torture.report import record
from tests.torture.workload import SEED, scaled

PARTS = 2


@pytest.mark.parametrize("part", range(PARTS))
def test_the_ledger_agrees_with_the_model(part: int) -> None:
    """Each part ten lives; a hundred more, with trouble in them, are in
    test_simulator.py.
    """
    found = [
        said
        for seed in range(SEED + part * 50, SEED + part * 50 + 10)
        for said in run(seed)
    ]
    assert found == [], "\n".join(found[:10])


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_noticed(fault: str) -> None:
    assert caught(fault, SEED)


@pytest.mark.torture
def test_many_machines() -> None:
    lives = scaled(20_000)
    with ProcessPoolExecutor() as workers:  # every life is a ledger of its own
        found = [
            said
            for told in workers.map(run, range(SEED, SEED + lives), chunksize=50)
            for said in told
        ]
    noticed = {fault: caught(fault, SEED) for fault in FAULTS}
    assert found == [], "\n".join(found[:10])
    assert all(noticed.values())
    promise = (
        "Random histories told in random groups (submissions, amends, withdrawals,"
        " merges, rulings, adopted rules), in between published lists, questions with"
        " --as-of, --known-seq and --known-on, previews, repetitions and rebuilds;"
        " every entry, every list and every published list beside the numbers of today"
        " agrees with a naive second implementation."
    )
    figures = {
        "lives": lives,
        "differences": len(found),
        **{
            f"planted fault, {fault}: noticed in life": number
            for fault, number in noticed.items()
        },
    }
    record("state machine", promise, SEED, figures)
