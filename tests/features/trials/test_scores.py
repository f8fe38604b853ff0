"""Comparing and forecasting by hand: places, losses, draws, who was not predicted."""

import math
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from features.trials.compare import compare, ranking_of
from features.trials.predict import predict
from features.trials.scores import (
    _forecast_pairs,
    calibration,
    common_games,
    log_loss,
    scored,
)
from projections.answers import Question
from projections.answers.opened import opened_with_all_events
from projections.answers.reading import Reading
from projections.runs.forecasts import forecasts, units_foreseen
from projections.runs.over_all_games import Facts, Run
from projections.runs.setups import setups
from tests.naive.editions import DEFAULTS
from tests.naive.formulas import percent
from tests.properties.telling import ledger_of, long_story
from tests.world.documents import opening, player, tournament
from tests.world.ledger import TODAY, every_fact, ledger

ALWAYS = ("0001-01-01", "9999-12-31")


@pytest.fixture
def here(tmp_path: Path) -> Iterator[Any]:
    with ledger(tmp_path) as found:
        yield found


def look(here: Any, *lists: str) -> tuple[Reading, list[Run]]:
    found = every_fact(here.writer.connection)
    facts = Facts(found)
    return found, [facts.run(asked) for asked in setups(found.timeline, lists)]


# --- forecasts ---


def expected_of(run: Run) -> list[float]:
    """What was expected of White, game by game."""
    return [forecast.expected for forecast in forecasts(run, *ALWAYS).rows()]


def test_a_forecast_is_made_before_the_unit(here: Any) -> None:
    """A beats B twice in one tournament: both games are predicted from 1800 and 1800."""
    here.submit(
        player("A"),
        player("B"),
        opening("A", 1800),
        opening("B", 1800),
        tournament("T1", "2024-01-01", ("A", "B", "1-0"), ("B", "A", "0-1")),
    )
    _, [run] = look(here, "selo")
    made = forecasts(run, *ALWAYS).rows()
    assert [(f.expected, f.score, f.settled) for f in made] == [
        (0.5, 1, True),
        (0.5, 0, True),
    ]


def test_the_cap_gives_the_mean_of_both_views(here: Any) -> None:
    """Difference 700: p is 99, at most 92; from below 1. The mean of 0.92 and 0.99."""
    here.submit(
        player("A"),
        player("B"),
        opening("A", 2400),
        opening("B", 1700),
        tournament("T1", "2024-01-01", ("A", "B", "1-0")),
    )
    _, [selo, psm, elo] = look(here, "selo", "elo-psm", "elo")
    assert expected_of(selo)[0] == pytest.approx((0.92 + 0.99) / 2)
    assert expected_of(psm)[0] == pytest.approx(0.99)
    assert expected_of(elo)[0] == pytest.approx(1 / (1 + 10 ** (-700 / 400)))


def test_the_limits_of_the_other_systems(here: Any) -> None:
    """FIDE counts at most 400, Norway 350."""
    here.submit(
        player("A"),
        player("B"),
        opening("A", 2400),
        opening("B", 1700),
        tournament("T1", "2024-02-01", ("A", "B", "1-0")),
    )
    _, [fide, norway] = look(here, "elo-fide", "elo-no")
    assert expected_of(fide)[0] == pytest.approx(0.92)
    assert expected_of(norway)[0] == pytest.approx(1 / (1 + 10 ** (-350 / 400)))


def test_fide_predicts_from_the_list_in_force(here: Any) -> None:
    """What was won in January shows on the list of April, and in a forecast from then
    on.
    """
    here.submit(
        player("A"),
        player("B"),
        opening("A", 1800),
        opening("B", 1800),
        *(
            tournament(f"T{n}", day, *[("A", "B", "1-0")] * 4)
            for n, day in enumerate(("2024-01-10", "2024-03-20", "2024-04-02"))
        ),
    )
    _, [fide] = look(here, "elo-fide")
    by_unit = {f.game[0]: f.expected for f in forecasts(fide, *ALWAYS).rows()}
    assert by_unit["T0"] == by_unit["T1"] == 0.5 and by_unit["T2"] > 0.55


def test_a_game_without_a_rating_is_counted_and_not_predicted(here: Any) -> None:
    here.submit(
        player("A"),
        player("N"),
        opening("A", 1800),
        tournament("T1", "2024-01-01", ("A", "N", "1-0")),
        tournament("T2", "2024-01-02", ("N", "A", "1/2-1/2")),
    )
    found, runs = look(here, "selo")
    said = predict(found, runs, *ALWAYS).lists[0]
    assert (said.rated_games, said.unrated_games, said.games, said.draws) == (
        2,
        1,
        1,
        1,
    )
    assert said.established.games == 0, "N has a number and is still new"


def test_an_elo_taken_as_selo_is_known_before_the_games(here: Any) -> None:
    """3.7: the step stands before the unit's games."""
    foreign = {**player("X"), "federation": "EST"}
    elo = {
        "kind": "external-rating",
        "player": "X",
        "source": "fide-standard",
        "on": "2023-01-01",
        "rating": 2200,
    }
    here.submit(
        player("A"),
        foreign,
        opening("A", 2000),
        elo,
        tournament("T1", "2024-01-01", ("X", "A", "1-0")),
    )
    _, [run] = look(here, "selo")
    assert expected_of(run) == [0.76]  # 7.9: 200 is in the row 198 to 206: 76


def test_only_the_tournaments_that_ended_in_the_period(here: Any) -> None:
    games = [tournament(f"T{n}", f"2024-0{n}-01", ("A", "B", "1-0")) for n in (1, 2, 3)]
    here.submit(
        player("A"), player("B"), opening("A", 1800), opening("B", 1800), *games
    )
    _, [run] = look(here, "selo")
    assert [f.game[0] for f in forecasts(run, "2024-02-01", "2024-02-29").rows()] == [
        "T2"
    ]


def test_log_losses_are_those_by_hand() -> None:
    scores = scored({(0.8, 1): 1, (0.8, 0.5): 1})
    loss = (-math.log(0.8) - 0.5 * math.log(0.8) - 0.5 * math.log(0.2)) / 2
    assert scores.log_loss == pytest.approx(loss, abs=1e-6)
    assert scores.brier == pytest.approx((0.04 + 0.09) / 2)
    assert scores.even.log_loss == pytest.approx(
        math.log(2), abs=1e-6
    ) and scores.even.brier == pytest.approx(0.125)
    assert scored({}).log_loss is None and scored({}).games == 0


@pytest.mark.parametrize(("sure", "score"), [(1.0, 0), (0.0, 1)])
def test_certainty_that_was_wrong_costs_what_a_half_percent_costs(
    sure: float, score: float
) -> None:
    assert log_loss(sure, score) == pytest.approx(-math.log(0.005))
    assert scored({(sure, score): 1}).certain == 1


def test_calibration_takes_every_forecast_once() -> None:
    bins = calibration({(n / 100, 0.5): 1 for n in range(101)})
    assert [held.games for held in bins] == [10] * 9 + [11]
    assert bins[3].expected == pytest.approx(0.345) and bins[3].score == 0.5


def test_the_same_games_for_every_list() -> None:
    """The games that every list predicted are the same for all; a better forecast there
    is a better list.
    """
    with ledger_of(long_story(6).documents()) as story:
        found, runs = look(story.ledger, "selo", "elo-psm", "elo")
        said = predict(found, runs, *ALWAYS)
    assert {one.common.games for one in said.lists} == {
        said.common_games
    } and said.common_games > 20
    even = {one.common.even.brier for one in said.lists}
    assert len(even) == 1


def test_common_games_are_those_of_a_plain_intersection() -> None:
    """Lists leave out different games, and take tournaments whole or game by game."""
    with ledger_of(long_story(6).documents()) as story:
        _, runs = look(
            story.ledger, "selo", "pelo", "elo-psm", "elo", "elo-no", "glicko"
        )
        made = [forecasts(run, *ALWAYS) for run in runs]
    assert (
        any(len(ids) == 1 for _, ids in made[0].units)
        and len({len(each) for each in made}) > 2
    )
    for first, *others in permutations(made, 3):
        rows = [{row.game: row for row in each.rows()} for each in (first, *others)]
        shared = rows[0].keys() & rows[1].keys() & rows[2].keys()
        for own, common in zip(rows, common_games([first, *others]), strict=True):
            assert common == [game in shared for game in own]
        both = [
            ((rows[0][game].expected, row.score), (row.expected, row.score))
            for game, row in rows[1].items()
            if game in rows[0]
        ]
        assert list(_forecast_pairs(first, others[0])) == both


def test_selo_is_forecast_by_the_table_as_the_text_has_it() -> None:
    """7.9 as the second implementation reads it, with the cap, from both sides of every
    game; none without a rating.
    """
    caps = {edition.name: edition.cap for edition, _ in DEFAULTS}
    unrated = capped = 0
    with ledger_of(long_story(6).documents()) as story:
        _, [run] = look(story.ledger, "selo")
        for before in units_foreseen(run, *ALWAYS):
            games, cap = before.unit.games, caps[before.unit.edition]
            ratings = [standing.rating for standing in before.standings]
            for white, black, expected in zip(
                games.white, games.black, before.expected, strict=True
            ):
                own, other = ratings[white], ratings[black]
                if own is None or other is None:
                    unrated += expected is None
                    continue
                views = min(cap, percent(own - other)), min(cap, percent(other - own))
                assert expected == pytest.approx((views[0] + 100 - views[1]) / 200)
                capped += sum(views) != 100
    assert unrated and capped


# --- comparing ---


def test_places_moved_are_counted_among_those_on_both(here: Any) -> None:
    """Without an opening D is on no PSM list; the others keep their places."""
    here.submit(
        *(player(name) for name in "ABCD"),
        opening("A", 2000),
        opening("B", 1900),
        opening("C", 1890),
        tournament(
            "T1",
            "2024-01-01",
            ("C", "A", "1-0"),
            ("D", "A", "1-0"),
            ("D", "B", "1/2-1/2"),
        ),
        tournament("T2", "2024-01-02", ("C", "B", "1-0"), ("A", "B", "0-1")),
    )
    found, runs = look(here, "selo", "elo-psm")
    said = compare(found, runs)
    first, other = (ranking_of(run) for run in runs)
    assert "D" in first and "D" not in other
    both = [name for name in first if name in other]
    again = sorted(both, key=lambda name: other[name].rank)
    for row in said.rows:
        cell = row.lists["elo-psm"]
        if row.player == "D":
            assert cell is None
        else:
            assert cell is not None
            assert cell.moved == both.index(row.player) - again.index(row.player)
            assert (
                cell.rank == other[row.player].rank
                and cell.rating == other[row.player].row.rating
            )
    assert [cell.rank for row in said.rows if (cell := row.lists["selo"])] == [
        1,
        2,
        3,
        4,
    ]


def test_the_summary_by_hand(here: Any) -> None:
    """Openings only: the same numbers everywhere, so nothing is apart and the order is
    the same.
    """
    here.submit(player("A"), player("B"), opening("A", 2000), opening("B", 1900))
    found, runs = look(here, "selo", "elo")
    [_, elo] = compare(found, runs).lists
    assert (elo.players, elo.mean, elo.mean_difference, elo.rank_correlation) == (
        2,
        1950.0,
        0.0,
        1.0,
    )


def test_reversed_order_is_a_correlation_of_minus_one(here: Any) -> None:
    own = [
        opening("A", 1000, list="elo"),
        opening("B", 1100, list="elo"),
        opening("C", 1200, list="elo"),
    ]
    adopted = {
        "kind": "adopt-rules",
        "list": "elo",
        "edition": "elo-32",
        "from": "0001-01-01",
    }
    here.submit(
        adopted,
        *(player(name) for name in "ABC"),
        opening("A", 2000),
        opening("B", 1900),
        opening("C", 1800),
        *own,
    )
    found, runs = look(here, "selo", "elo")
    said = compare(found, runs).lists[1]
    assert said.rank_correlation == -1 and said.largest_difference == -1000


def test_an_empty_ledger_has_no_forecasts(tmp_path: Path) -> None:
    with ledger(tmp_path):
        pass
    with opened_with_all_events(str(tmp_path / "test.db"), Question(), TODAY) as found:
        facts = Facts(found)
        runs = [facts.run(asked) for asked in setups(found.timeline, ["selo", "elo"])]
        assert compare(found, runs).rows == ()
        said = predict(found, runs, *ALWAYS)
    assert said.common_games == 0 and said.lists[0].log_loss is None
