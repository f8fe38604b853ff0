"""FIDE 2009 in tests: one ledger of its list, and every entry of it worked out once
more.
"""

from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from rulebooks.base import Change
from rulebooks.fide.rating import shown
from tests.rules.systems import Printed, Run, exactly, half_up
from tests.world.documents import tournament

LIST = "elo-fide"
DP = {
    0.99: 677,
    0.9: 366,
    0.8: 240,
    0.7: 149,
    0.6: 72,
    0.5: 0,
    0.4: -72,
    0.3: -149,
    0.2: -240,
    0.1: -366,
    0.01: -677,
}


def recompute(printed: Printed) -> int:
    """List + pending before + K (W - p), or the mean + d(p) of a first number."""
    games = printed["games"]
    score = sum((exactly(game["score"]) for game in games), Fraction(0))
    if printed["formula"] == "first":
        mean = Fraction(sum(game["number"] for game in games), len(games))
        return half_up(mean + _d(score / len(games)))
    kept = printed["list_rating"]
    moved = Fraction(0)
    for game in games:
        assert game["difference"] == kept["rated_from"] - game["number"]
        assert game["capped"] == (abs(game["difference"]) > 400)
        assert 8 <= game["percent"] <= 92
        moved += printed["coefficient"] * (
            exactly(game["score"]) - Fraction(game["percent"], 100)
        )
        assert exactly(game["contribution"]) == printed["coefficient"] * exactly(
            game["surplus"]
        )
    assert exactly(kept["pending"]) == exactly(kept["pending_before"]) + moved
    assert (
        exactly(kept["live"])
        == kept["rating"] + exactly(kept["pending"])
        == exactly(printed["exact"])
    )
    return half_up(kept["rating"] + exactly(kept["pending"]))


def _d(p: Fraction) -> Fraction:
    rows = sorted((Fraction(str(key)), value) for key, value in DP.items())
    for (low, least), (high, most) in pairwise(rows):
        if low <= p <= high:
            return least + (p - low) / (high - low) * (most - least)
    return Fraction(677 if p > Fraction(1, 2) else -677)


@pytest.fixture
def run(tmp_path: Path) -> Run:
    return Run(tmp_path, LIST, "fide-2009", recompute)


def win(
    name: str,
    on: str,
    player: str = "me",
    opponent: str = "o",
    result: str = "1-0",
    **header: Any,
) -> Printed:
    return tournament(name, on, f"{player} {opponent} {result}", **header)


def numbers(change: Change, day: str) -> tuple[int | None, int | None]:
    """(list, live)."""
    found = shown(change.standing, day)
    return found.list_rating, found.live
