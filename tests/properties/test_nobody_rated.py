"""A unit in which nobody gets a rating has no entries, and its row still says what was
played and shown.
"""

from pathlib import Path

from audit.tables import check_tables
from audit.verify import verify
from tests.world.documents import external, game, player, tournament
from tests.world.ledger import new_ledger, submitted


def test_a_foreign_rating_that_comes_later_leaves_the_ledger_whole(
    tmp_path: Path,
) -> None:
    path = str(new_ledger(tmp_path))
    submitted(path, player("A", name="A"), player("R", name="R", federation="EST"))
    submitted(
        path,
        tournament("T", "2023-12-23", game(1, "A", "R"), minutes=12, domestic=False),
    )
    submitted(path, external("R", 1898, on="2023-12-23", source="fide-rapid"))
    assert check_tables(path).differences == ()
    assert verify(path).problems == ()
