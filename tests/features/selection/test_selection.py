"""Selection numbers as they are asked for: who is answered, with which factors, of which
day, and what is rated for them.
"""

from collections.abc import Callable

import pytest

from features.selection.answers import selection
from projections.answers.career import career
from tests.command.test_rated_again import Ask, Rated, ledger, rated_by
from tests.world.command import Selo
from tests.world.documents import external, game, opening, player, tournament

__all__ = ["ledger", "rated_by"]


def test_the_peak_and_the_elo_are_those_of_the_period(club: Selo) -> None:
    club.submit(
        player("E", sex="f"),
        opening("E", 2150, titles=["ME"]),
        external("E", 2200),
        tournament("t", "2024-02-10", *(game(n, "E", "D") for n in range(1, 7))),
    )
    [row] = club.ask("list", "selection", "E")["rows"]
    peak = club.ask("show", "E")["lists"]["selo"]["peak"]["rating"]
    assert row["peak"]["rating"] == max(peak, 2150) and row["elo"]["rating"] == 2200
    women = club.ask("list", "selection", "E", "--women")["rows"]
    assert [one["number"] for one in women] == [row["peak"]["rating"]]


def test_who_was_merged_is_answered_as_who_they_are(club: Selo) -> None:
    club.submit(player("E"))
    club.done("player", "merge", "E", "A", "--reason", "one person")
    [asked], [direct] = (club.ask("list", "selection", one)["rows"] for one in "EA")
    assert asked.pop("asked") == "E" and asked == direct
    assert "E was merged into A" in club.run("list", "selection", "E").err
    assert "merged" not in club.run("list", "selection", "A").err


@pytest.mark.parametrize("day", ["9999-12-31", "2100-01-01"])
def test_a_day_to_come_is_refused(club: Selo, day: str) -> None:
    assert club.refused("list", "selection", "--as-of", day, code=2)


def test_nobody_of_this_id_is_not_found(club: Selo) -> None:
    assert club.refused("list", "selection", "X", code=3)


def test_a_selection_rates_units_of_its_period_alone(
    rated_by: Callable[[Ask], Rated],
) -> None:
    entries = []
    rated_by(lambda fresh: entries.extend(career(fresh, "F034", "selo")))
    within = [("selo", entry.unit) for entry in entries if entry.on >= "2025-01-01"]
    rated = rated_by(lambda fresh: selection(fresh, ["F034"]))
    assert rated.entries == within[: len(rated.entries)] != []
    assert not rated.hidden
