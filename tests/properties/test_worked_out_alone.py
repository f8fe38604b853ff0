"""One player's working, beside that of the whole unit, for every version of every entry
of random ledgers.
"""

import random
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

from projections.answers import workings
from projections.replay import entry
from projections.replay.persons import Persons
from projections.replay.unit_row import UnitRow
from rulebooks.base import Change, Unit
from rulebooks.protocol import Rulebook
from tests.naive.histories import history
from tests.world.ledger import ledger
from tests.world.rows import reading_of

SEEDS = [0, *(pytest.param(seed, marks=pytest.mark.torture) for seed in range(1, 40))]


@pytest.mark.parametrize("seed", SEEDS)
def test_a_player_alone_comes_to_the_same_as_among_all(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With every term: at home and abroad, new and established, slow and fast."""
    changes_of = entry.changes_of
    formulas: Counter[str] = Counter()

    def both(
        row: UnitRow,
        unit: Unit | None,
        persons: Persons,
        rules: Rulebook,
        only: str | None = None,
    ) -> Sequence[Change]:
        assert only is not None and unit is not None
        alone = [
            change
            for change in changes_of(row, unit, persons, rules, only)
            if change.player == only
        ]
        assert alone == [
            change
            for change in changes_of(row, unit, persons, rules)
            if change.player == only
        ]
        formulas.update(change.formula for change in alone)
        return alone

    monkeypatch.setattr(workings, "changes_of", both)
    monkeypatch.setattr(workings, "MOST_ALONE", 1000)
    with ledger(tmp_path) as book:
        for document in history(
            random.Random(seed), first_seq=7, foreign=True, editions=True
        ):
            book.submit(document)
        for version in reading_of(book.writer.connection).every_version():
            version.entry.worked_out()
    assert min(formulas[formula] for formula in ("7.2", "7.3", "7.4")) > 10, formulas
