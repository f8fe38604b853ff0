"""The random stories reach what they are told for."""

import random

from tests.naive.histories import history


def test_tournaments_that_the_board_accepts_later_or_never() -> None:
    """2.3, and 2.4 for a foreign organiser who applies for rating afterwards."""
    told = [
        document
        for seed in range(8)
        for document in history(random.Random(seed), foreign=True)
    ]
    amended = [
        document.get("set", {}) for document in told if document["kind"] == "amend"
    ]
    assert sum(document.get("accepted") is False for document in told) > 20
    assert sum(changes.get("accepted") is True for changes in amended) > 5
    assert any(changes.get("accepted") is False for changes in amended)
    assert any(changes.get("domestic") is True for changes in amended)
