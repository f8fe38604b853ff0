"""The garbage collector is off while a ledger is replayed, and finds its way
afterwards.
"""

import gc

from projections.replay.steps import MANY_OBJECTS, uncollected


def test_garbage_of_a_small_replay_is_found_soon_again() -> None:
    """What is put among what lives on is hardly ever looked at: a process that books
    for months grew without end.
    """
    gc.collect()
    with uncollected():
        for _ in range(500):
            cycle: list[object] = []
            cycle.append(cycle)
    assert gc.collect(1) >= 400


def test_what_a_large_replay_leaves_is_not_looked_through_at_once() -> None:
    gc.collect()
    with uncollected():
        kept = [[number] for number in range(3 * MANY_OBJECTS)]
    assert len(kept) > gc.get_count()[0]
    seen = gc.get_objects(generation=0)
    assert len(seen) < MANY_OBJECTS
