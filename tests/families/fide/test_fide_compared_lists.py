"""Lists of FIDE side by side: points that wait for the next list are no correction."""

from pathlib import Path
from typing import Any

import pytest

from projections.answers import Question
from projections.answers.open_reading import reading
from tests.families.fide.fide_build import LIST
from tests.world.command import Selo
from tests.world.documents import amend, game, opening, player, tournament

CORRECTED = "earlier results corrected"
CUP = tournament("cup", "2024-03-31", game(1, "a", "b"), game(2, "a", "b"))


@pytest.fixture
def selo(tmp_path: Path) -> Selo:
    world = Selo(tmp_path, today="2024-05-20")
    world.done("init", "--rules", "fide-2024")
    for name in "abc":
        world.submit(
            player(name), opening(name, 2000, LIST, on="2024-03-01", games=100)
        )
    return world


def published(selo: Selo, label: str) -> None:
    selo.done("publish", LIST, label, "--as-of", f"{label}-01")


def row_of_a(selo: Selo) -> dict[str, Any]:
    rows = selo.ask("list", "compare", "2024-04", "2024-05", "--list", LIST)["rows"]
    (row,) = (row for row in rows if row["player"] == "a")
    return dict(row)


def test_points_that_waited_for_the_next_list_are_no_correction(selo: Selo) -> None:
    """The cup ends after the closing date of April: 20 x (2 - 1) on the list of May."""
    selo.submit(CUP)
    published(selo, "2024-04")
    published(selo, "2024-05")
    row = row_of_a(selo)
    assert (row["old"], row["new"], row["why"]) == (2000, 2020, [])


def test_a_late_report_for_a_later_list_is_no_correction(selo: Selo) -> None:
    published(selo, "2024-04")
    selo.submit(CUP)
    published(selo, "2024-05")
    row = row_of_a(selo)
    assert (row["old"], row["new"], row["why"]) == (2000, 2020, ["cup"])


def test_a_correction_of_what_the_list_had_is_told(selo: Selo) -> None:
    selo.submit(tournament("early", "2024-03-10", "a b 1-0"))
    published(selo, "2024-04")
    selo.submit(amend("early", games={"1.1": {"result": "1/2-1/2"}}))
    published(selo, "2024-05")
    row = row_of_a(selo)
    assert (row["old"], row["new"], row["why"]) == (2010, 2000, [CORRECTED])


def test_the_rating_of_the_list_is_told_from_the_last_one(selo: Selo) -> None:
    """What waits for May is in the history, and in what a correction moves."""
    selo.submit(CUP)
    with reading(selo.ledger, Question(as_of="2024-04-20"), "2024-05-20") as known:
        assert known.listed_rating(LIST, "a") == 2000
        assert known.last_rating(LIST, "a", known.known_seq) == 2020
