"""Planted cases in random federations: nine of ten are among the first twenty rows,
with few honest players beside.

Seeds are others than those that the table of strengths was measured on. The long form
draws forty federations of each kind, and as many in which nobody does anything wrong.
"""

from collections import Counter

import pytest

from features.signs.answers import ranked
from tests.features.signs.false_alarms import looked_at
from tests.features.signs.planted_cases import KINDS, Planted
from tests.features.signs.random_federation import Federation
from tests.torture.workload import SEED, scaled

TEN = {**{kind: (kind,) * 10 for kind in KINDS}, "mixed": KINDS * 2}
FIRST = 20
LONG = [
    pytest.param(1, id="1"),
    pytest.param(scaled(40), id="40", marks=pytest.mark.torture),
]


@pytest.mark.parametrize("count", LONG)
@pytest.mark.parametrize("kind", TEN)
def test_nine_of_ten_are_among_the_first_rows(kind: str, count: int) -> None:
    found: Counter[str] = Counter()
    planted: Counter[str] = Counter()
    crowded = 0
    for seed in range(SEED, SEED + count):
        federation = Planted(seed, planted=TEN[kind])
        rows = [finding for finding, _ in ranked(looked_at(federation))[:FIRST]]
        named = {player for row in rows for player in row.players}
        honest = named - {player for case in federation.cases for player in case.people}
        print("seed", seed, "honest", sorted(honest))
        crowded += len(honest) >= 5
        for case in federation.cases:
            planted[case.kind] += 1
            people = set(case.people)
            found[case.kind] += any(
                row.sign == case.kind
                and 2 * len(people & set(row.players)) >= len(people)
                for row in rows
            )
    print({kind: f"{found[kind]} of {count}" for kind, count in planted.items()})
    assert sum(planted.values()) == 10 * count and 20 * crowded <= count
    assert 10 * sum(found.values()) >= 9 * sum(planted.values()), (found, planted)


@pytest.mark.parametrize("count", LONG)
def test_where_all_is_well_there_is_hardly_a_row(count: int) -> None:
    shown = []
    for seed in range(SEED, SEED + count):
        shown.append(len(ranked(looked_at(Federation(seed)))))
        print("seed", seed, "rows", shown[-1])
    assert 2 * sum(shown) <= 3 * len(shown), shown
