"""Ids near one that nobody has: the answers of `difflib`, and how few of the ids are
compared for them.
"""

import random
from difflib import SequenceMatcher, get_close_matches

import pytest

from exchange.names import nearest_ids
from exchange.names.nearest_ids import SearchableIds

SHOWN, LIKE = 4, 0.7


def by_hand(names: list[str], asked: str, half: bool) -> list[str]:
    at = len(asked) // 2
    likely = [
        name
        for name in names
        if name.startswith(asked[:at]) or name.endswith(asked[at + 1 :])
    ]
    return get_close_matches(asked, likely if half else names, SHOWN, LIKE)


@pytest.mark.parametrize("half", [True, False])
def test_the_nearest_are_those_that_difflib_finds(half: bool) -> None:
    seed = random.randrange(10**6)
    print(f"seed {seed}")
    chance = random.Random(seed)
    for letters in ("AB1", "P0123456789", "OPEN-2023_ÄÖ"):
        names = sorted(
            {
                "".join(chance.choices(letters, k=chance.randint(1, 9)))
                for _ in range(400)
            }
        )
        index = SearchableIds(names)
        for _ in range(60):
            asked = "".join(chance.choices(letters + "X", k=chance.randint(1, 10)))
            assert index.near(asked, SHOWN, LIKE, half=half) == by_hand(
                names, asked, half
            ), asked


def test_few_are_compared_letter_by_letter(monkeypatch: pytest.MonkeyPatch) -> None:
    compared = 0

    class Counting(SequenceMatcher[str]):
        def ratio(self) -> float:
            nonlocal compared
            compared += 1
            return super().ratio()

    monkeypatch.setattr(nearest_ids, "SequenceMatcher", Counting)
    index = SearchableIds(f"P{number}" for number in range(20_000))
    for asked in ("NOBODY", "P99999", "P12X45", "XXXXXXXX"):
        index.near(asked, SHOWN, LIKE)
    assert 0 < compared < 400
