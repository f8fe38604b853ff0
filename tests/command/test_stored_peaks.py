"""The game that brought a peak is kept with the peak, also where a correction leaves
every figure as it was.
"""

from pathlib import Path

import pytest

from audit.tables import check_tables, rebuild_ledger
from audit.verify import verify
from ledger.store.database import snapshot
from projections.answers import Question
from projections.answers.open_reading import reading
from projections.answers.players.show import show
from projections.tables.players import PlayerRow
from tests.world.documents import opening
from tests.world.ledger import TODAY, new_ledger, submitted

PLAYERS = "ABCD"


def autumn(*results: str) -> dict[str, object]:
    """A meets three others of the very same rating, a round each."""
    games = [
        {"round": at, "white": "A", "black": black, "result": result}
        for at, (black, result) in enumerate(zip("BCD", results, strict=True), 1)
    ]
    return {
        "kind": "tournament",
        "tournament": "autumn",
        "name": "Autumn",
        "start": "2024-09-01",
        "end": "2024-09-03",
        "minutes": 90,
        "games": games,
    }


def beginning(folder: Path) -> str:
    path = new_ledger(folder)
    submitted(
        path, *({"kind": "player", "player": name, "name": name} for name in PLAYERS)
    )
    submitted(
        path, *(opening(name, 1500, on="2023-12-31", games=30) for name in PLAYERS)
    )
    return str(path)


def peak_of_a(path: str) -> tuple[int, str | None, str | None]:
    """As a look-up shows it, and as it is stored."""
    with reading(path, Question(), TODAY) as now:
        shown = show(now, "A").lists["selo"].peak
    with snapshot(path) as connection:
        row = connection.execute(
            "SELECT * FROM player WHERE player = 'A' AND list = 'selo'"
        ).fetchone()
        stored = PlayerRow(*row).tally()
    assert shown is not None and stored.highest() == (
        shown.rating,
        shown.on,
        shown.tournament,
        shown.game,
    )
    return shown.rating, shown.tournament, shown.game


def proven(path: str) -> bool:
    return check_tables(path).equal and verify(path).problems == ()


def test_the_first_game_that_comes_to_the_value_is_the_one(tmp_path: Path) -> None:
    """22.6 and then 22.8 points more are the same rating (3.5)."""
    path = beginning(tmp_path)
    assert peak_of_a(path) == (1500, None, None)
    submitted(path, autumn("1-0", "0-1", "1-0"))
    assert peak_of_a(path) == (1523, "autumn", "1.1") and proven(path)


@pytest.mark.parametrize("last", ["1-0", "1/2-1/2"])
def test_a_correction_that_leaves_the_peak_moves_its_game(
    last: str, tmp_path: Path
) -> None:
    """With every figure as it was, or with another rating after it all."""
    path = beginning(tmp_path)
    submitted(path, autumn("1-0", "0-1", last))
    assert peak_of_a(path) == (1523, "autumn", "1.1")
    turned = {
        "1.1": {"result": "0-1"},
        "2.1": {"result": "1-0"},
        "3.1": {"result": "1-0"},
    }
    submitted(
        path,
        {
            "kind": "amend",
            "tournament": "autumn",
            "games": turned,
            "reason": "the sheets were exchanged",
        },
    )
    assert peak_of_a(path) == (1523, "autumn", "3.1") and proven(path)
    rebuild_ledger(path)
    assert peak_of_a(path) == (1523, "autumn", "3.1")


def test_a_peak_that_is_taken_back_leaves_the_one_before_with_its_game(
    tmp_path: Path,
) -> None:
    path = beginning(tmp_path)
    submitted(path, autumn("1-0", "1/2-1/2", "0-1"))
    later = autumn("1-0", "1-0", "1-0") | {
        "tournament": "spring",
        "start": "2025-03-01",
        "end": "2025-03-03",
    }
    submitted(path, later)
    assert peak_of_a(path)[1:] == ("spring", "3.1")
    submitted(
        path, {"kind": "withdraw", "tournament": "spring", "reason": "never held"}
    )
    assert peak_of_a(path) == (1523, "autumn", "1.1") and proven(path)
