"""`selo player versus`: the games of two players, the score on each list, what either is
expected to score.
"""

from typing import Any

import pytest

from rulebooks import family
from tests.world.command import Selo
from tests.world.documents import adopt, game, opening, player, tournament


@pytest.fixture
def world(selo: Selo) -> Selo:
    """A and B met five times, once without playing; a sixth game is in a tournament
    that was withdrawn.
    """
    selo.submit(*(player(name, name=f"Name {name}") for name in "ABCD"))
    selo.submit(
        opening("A", 1800), opening("B", 1700), opening("C", 1750), opening("D", 1000)
    )
    selo.submit(opening("A", 1500, "pelo"), opening("B", 1650, "pelo"))
    selo.submit(
        tournament(
            "spring",
            "2024-03-10",
            game(1, "A", "B"),
            game(2, "B", "A", "1/2-1/2"),
            game(3, "C", "A", "0-1"),
        ),
        tournament("blitz", "2024-04-10", game(1, "B", "A"), minutes=5),
        tournament("may", "2024-05-10", game(1, "B", "A", "1-0F"), game(2, "A", "C")),
        tournament("gone", "2024-05-20", game(1, "A", "B")),
        tournament(
            "june",
            "2024-06-10",
            game(1, "A", "B", "1/2-1/2", on="2024-06-02"),
            start="2024-06-01",
        ),
    )
    selo.submit({"kind": "withdraw", "tournament": "gone", "reason": "never played"})
    return selo


def score(value: Any) -> tuple[int, int, int, float]:
    return value["won"], value["drawn"], value["lost"], value["score"]


def test_the_games_and_the_scores_by_hand(world: Selo) -> None:
    answer = world.ask("player", "versus", "A", "B")
    assert [
        (
            row["on"],
            row["tournament"],
            row["colour"],
            row["result"],
            row["score"],
            row["lists"],
        )
        for row in answer["games"]
    ] == [
        ("2024-03-10", "spring", "white", "1-0", 1.0, ["selo"]),
        ("2024-03-10", "spring", "black", "1/2-1/2", 0.5, ["selo"]),
        ("2024-04-10", "blitz", "black", "1-0", 0.0, ["pelo"]),
        ("2024-05-10", "may", "black", "1-0F", None, []),
        ("2024-06-02", "june", "white", "1/2-1/2", 0.5, ["selo"]),
    ]
    assert score(answer["score"]) == (1, 2, 1, 2.0)
    assert (score(answer["white"]), score(answer["black"])) == (
        (1, 1, 0, 1.5),
        (0, 1, 1, 0.5),
    )
    assert score(answer["lists"]["selo"]["score"]) == (1, 2, 0, 2.0)
    assert score(answer["lists"]["pelo"]["score"]) == (0, 0, 1, 0.0)


def test_it_is_the_same_from_the_other_side(world: Selo) -> None:
    one, other = (
        world.ask("player", "versus", "A", "B"),
        world.ask("player", "versus", "B", "A"),
    )
    assert (one["player"], one["opponent"]) == (other["opponent"], other["player"])
    assert [row["score"] for row in one["games"]] == [
        None if row["score"] is None else 1 - row["score"] for row in other["games"]
    ]
    for name, on_list in one["lists"].items():
        mirrored = other["lists"][name]
        assert (on_list["rating"], on_list["expected"]) == (
            mirrored["opponent_rating"],
            mirrored["opponent_expected"],
        )


def test_each_agrees_with_the_opponents_and_the_ratings_of_the_day(world: Selo) -> None:
    for options in (
        [],
        ["--as-of", "2024-04-01"],
        ["--as-of", "2024-06-01"],
        ["--known-seq", str(world.events() - 1)],
    ):
        answer = world.ask("player", "versus", "A", "B", *options)
        [met] = [
            row
            for row in world.ask("player", "opponents", "A", *options)["rows"]
            if row["player"] == "B"
        ]
        assert score(answer["score"]) == score(met) and met["last_played"] == max(
            row["on"] for row in answer["games"] if row["score"] is not None
        )
        for name in ("selo", "pelo"):
            shown = [
                world.ask("show", one, *options)["lists"][name]["rating"]
                for one in "AB"
            ]
            on_list = answer["lists"][name]
            assert [on_list["rating"], on_list["opponent_rating"]] == shown
            rated = world.ask("player", "opponents", "A", "--list", name, *options)[
                "rows"
            ]
            assert score(on_list["score"]) == next(
                (score(row) for row in rated if row["player"] == "B"), (0, 0, 0, 0.0)
            )


def test_what_is_expected_follows_the_table_of_the_rules(world: Selo) -> None:
    """7.9: 57 percent for 50 points more; of selo never more than 92 percent, whatever
    the difference.
    """
    day = ["--as-of", "2024-03-09"]
    near = world.ask("player", "versus", "A", "C", *day)["lists"]["selo"]
    assert (near["rating"], near["opponent_rating"]) == (1800, 1750)
    assert (near["expected"], near["opponent_expected"]) == (0.57, 0.43)
    far = world.ask("player", "versus", "A", "D", *day)["lists"]["selo"]
    assert (far["expected"], far["opponent_expected"]) == (0.92, 0.0)
    unrated = world.ask("player", "versus", "A", "D", *day)["lists"]["pelo"]
    assert (
        unrated["opponent_rating"],
        unrated["expected"],
        unrated["opponent_expected"],
    ) == (None, None, None)


@pytest.mark.lists("elo-no", "elo-fide", "glicko")
def test_what_is_expected_where_a_list_has_a_curve_and_where_it_asks_for_more(
    world: Selo,
) -> None:
    """Norway's curve needs two ratings; FIDE reads its list in force, Glicko the month
    so far.
    """
    for name in ("elo-no", "elo-fide", "glicko"):
        edition = next(iter(family(name).EDITIONS))
        world.submit(
            adopt(name, edition),
            opening("A", 1800, name, on="2017-06-01"),
            opening("B", 1700, name, on="2017-06-01"),
        )
    lists = world.ask("player", "versus", "A", "B", "--as-of", "2017-12-01")["lists"]
    assert lists["elo-no"]["expected"] == pytest.approx(
        1 / (1 + 10 ** (-100 / 400)), abs=1e-6
    )
    assert lists["elo-no"]["expected"] + lists["elo-no"][
        "opponent_expected"
    ] == pytest.approx(1)
    for name in ("elo-fide", "glicko"):
        assert lists[name]["rating"] and lists[name]["opponent_rating"]
        assert (lists[name]["expected"], lists[name]["opponent_expected"]) == (
            None,
            None,
        )


def test_one_list_and_nobody_met(world: Selo) -> None:
    only = world.ask("player", "versus", "A", "B", "--list", "pelo")
    assert [row["tournament"] for row in only["games"]] == ["blitz"] and score(
        only["score"]
    ) == (0, 0, 1, 0.0)
    assert only["lists"] == world.ask("player", "versus", "A", "B")["lists"], (
        "beside it every list is shown"
    )
    assert world.ask("player", "versus", "A", "D")["games"] == []
    assert world.run("player", "versus", "A", "D").code == 0


def test_a_merged_id_means_the_person(world: Selo) -> None:
    world.submit(
        player("B2", name="Name B"),
        tournament("july", "2024-06-28", game(1, "B2", "A", "0-1")),
    )
    world.submit(
        {"kind": "merge-players", "from": "B2", "into": "B", "reason": "one person"}
    )
    answer = world.ask("player", "versus", "A", "B2")
    assert answer["opponent"]["id"] == "B" and answer["asked_opponent"] == "B2"
    assert (
        answer["games"] == world.ask("player", "versus", "A", "B")["games"]
        and answer["games"][-1]["tournament"] == "july"
    )
    [problem] = world.refused("player", "versus", "B2", "B", code=2)
    assert problem["code"] == "no-opponents"


def test_a_name_that_several_have_is_asked_about(world: Selo) -> None:
    [problem] = world.refused("player", "versus", "A", "Name", code=3)
    assert problem["code"] == "unknown-player" and "Name B" in problem["hint"]
    assert world.ask("player", "versus", "A", "name b")["opponent"]["id"] == "B"


def test_it_reads_well(world: Selo) -> None:
    lines = world.done("player", "versus", "A", "B").splitlines()
    assert lines[0] == "Name A against Name B: 2 of 4"
    assert lines[1].split() == [
        "list",
        "rating",
        "opponent",
        "rating",
        "expected",
        "opponent",
        "expected",
        "rated",
        "games",
    ]
