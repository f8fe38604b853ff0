"""Lives driven by one seed, with everything that may go wrong around a ledger, beside
the naive model.
"""

from collections import Counter
from concurrent.futures import ProcessPoolExecutor

import pytest

from ledger.documents import by_kind
from tests.torture.report import apsw_note, record
from tests.torture.simulated.lives import SORTS, lived, noticed
from tests.torture.workload import SEED, scaled

# an error planted while a file is being closed cannot be raised to anybody: apsw
# mentions it and goes on
pytestmark = pytest.mark.filterwarnings(
    "ignore::pytest.PytestUnraisableExceptionWarning"
)
# lives of one part: fifty in `make test-all`, twenty thousand in `make torture`
TOGETHER = 25
# where the control begins: a single bit is seldom one that is read
LATER = {"flip": 100}
# so many lives the control has in the long form: a lost write seldom shows, first in
# life 22 of one version and in life 107 of another
CONTROL_LIVES = 400
# lives that show nothing in the usual story, which the long form has too; the short one
# begins where they end
QUIET = {
    "lost write": 56,
    "torn write": 9,
    "misdirected write": 14,
    "flip": 20,
    "flips": 10,
    "sector": 19,
    "stale page": 10,
    "torn page": 11,
}
RARE = 47  # after so many lives come those that have the rare kinds of documents


@pytest.mark.parametrize("part", range(2))
def test_lives_in_a_world_that_misbehaves(part: int) -> None:
    found, seen = lived(SEED + part * TOGETHER, TOGETHER)
    assert found == [], "\n".join(found[:10])
    assert sum(seen[sort] for sort in SORTS) > TOGETHER


@pytest.mark.parametrize("sort", SORTS)
def test_without_its_defence_each_sort_of_trouble_is_noticed(sort: str) -> None:
    """The control: trouble that nothing stands against must be seen, or the lives above
    prove nothing.
    """
    assert noticed(sort, SEED + LATER.get(sort, 0) + QUIET.get(sort, 0))


def test_every_kind_of_document_is_told() -> None:
    seen: Counter[str] = Counter()
    for first in range(SEED + RARE, SEED + RARE + 300, 10):
        seen += lived(first, 10)[1]
        missing = [kind for kind in by_kind() if not seen[f"document {kind}"]]
        if not missing and seen["undone"]:
            return
    raise AssertionError(f"never told: {missing}")


@pytest.mark.torture
def test_many_lives() -> None:
    lives = scaled(20_000)
    firsts = range(SEED, SEED + lives, TOGETHER)
    with ProcessPoolExecutor() as workers:
        parts = list(
            workers.map(
                lived, firsts, [min(TOGETHER, SEED + lives - first) for first in firsts]
            )
        )
    found, controls = written(lives, parts)
    assert found == [], "\n".join(found[:10])
    assert all(controls.values()), controls


def written(
    lives: int, parts: list[tuple[list[str], Counter[str]]]
) -> tuple[list[str], dict[str, int | None]]:
    """The section of the page; answers what was wrong, and in which life each control
    was noticed.
    """
    found = [said for told, _ in parts for said in told]
    seen = sum((counts for _, counts in parts), start=Counter[str]())
    controls = {
        sort: noticed(sort, SEED + LATER.get(sort, 0), CONTROL_LIVES) for sort in SORTS
    }
    promise = (
        "One seed drives the story, with documents of every kind, and what goes wrong"
        " around each submission. Of what was acknowledged nothing is lost, of what was"
        " not nothing is there by half, every answer agrees with a naive second"
        " implementation, and of a disk that lies about single pages every answer is as"
        " before, or refused, or `selo verify` says so, given the root of the receipt."
    )
    figures = {
        "lives": lives,
        "differences": len(found),
        "documents told": sum(
            number for what, number in seen.items() if what.startswith("document ")
        ),
        "kinds of documents": len(
            [kind for kind in by_kind() if seen[f"document {kind}"]]
        ),
        "corrections taken back at the end": seen["undone"],
        **{f"met: {sort}": seen[sort] for sort in SORTS},
        "disks that lied: refused": seen["refused"],
        "disks that lied: answered otherwise, and `selo verify` said so": seen[
            "told by the audit alone"
        ],
        **{
            f"control, no defence against {sort}: noticed in life": number
            for sort, number in controls.items()
        },
    }
    record("simulated lives", promise, SEED, figures, apsw_note())
    return found, controls
