"""The log and the rulebooks each have columns of games, and may not import each other:
both mean the same by them.
"""

import random

from ledger import columns as stored
from rulebooks import games as rated


def test_a_game_without_an_id_has_the_same_in_both() -> None:
    rng = random.Random(4)
    for _ in range(200):
        runs = [rng.randint(1, 9) for _ in range(2 * rng.randint(0, 6))]
        assert list(stored._usual_ids(runs)) == list(rated.usual_ids(tuple(runs))), runs
