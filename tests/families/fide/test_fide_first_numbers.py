"""FIDE 2009: who gets a first number, from when on it counts, and who is left out."""

import pytest

from rulebooks import rulebook
from rulebooks.fide.rating import Lists, standing_of
from tests.families.fide import fide_build
from tests.families.fide.fide_build import LIST, numbers, win
from tests.rules.systems import DAY, Run, met, opening
from tests.world.documents import tournament

run = fide_build.run


def test_a_first_number_is_in_force_at_the_next_list(run: Run) -> None:
    """2 of 4 against 2000: 2000. Nobody's opponent before April, himself not rated
    again; then K 25 with 4 games.
    """
    openings, lines = met([2000] * 4, [2, 2, 0, 0], LIST)
    found = run(
        *openings,
        tournament("a", "2009-02-01", *lines),
        win("b", "2009-03-01", "me", "o1"),
        win("c", "2009-04-05", "me", "o1", start="2009-03-30"),
        win("d", "2009-05-01", "me", "o1"),
    )
    first = found["me", "a"]
    assert (first.formula, first.before, first.after, first.coefficient) == (
        "first",
        None,
        2000,
        None,
    )
    assert numbers(first, "2009-03-31") == (None, 2000) and numbers(
        first, "2009-04-01"
    ) == (2000, 2000)
    assert not {("me", "b"), ("o1", "b"), ("me", "c"), ("o1", "c"), ("o1", "a")} & set(
        found
    )
    assert (found["me", "d"].coefficient, found["me", "d"].carried) == (
        25,
        (4, 2000, 0),
    )
    assert (found["me", "d"].after, found["o1", "d"].before) == (2013, 2000)


@pytest.mark.parametrize(
    ("results", "number"),
    [
        pytest.param([2, 2], None, id="everything"),
        pytest.param([0, 0], None, id="nothing"),
        pytest.param([2, 1], 2195, id="0.75-is-194.5"),
        pytest.param([1, 0], 1806, id="0.25-is-minus-194.5"),
        pytest.param([1], 2000, id="one-draw"),
    ],
)
def test_which_score_gives_a_first_number(
    run: Run, results: list[int], number: int | None
) -> None:
    openings, lines = met([2000] * len(results), results, LIST)
    found = run(*openings, tournament("a", "2009-02-01", *lines))
    assert (found["me", "a"].after if ("me", "a") in found else None) == number


def test_a_unit_without_a_number_leaves_no_trace(run: Run) -> None:
    """Everything in February, half in March: only March's games count."""
    openings, lines = met([2000, 2000], [2, 2], LIST)
    found = run(
        *openings,
        tournament("a", "2009-02-01", *lines),
        win("b", "2009-03-01", "me", "o1", "1/2-1/2"),
    )
    assert (found["me", "b"].after, found["me", "b"].standing.games) == (2000, 1)


def test_unrated_opponents_count_for_nobody(run: Run) -> None:
    found = run(
        opening("me", LIST, 2000, 29),
        opening("o", LIST, 2000),
        tournament("a", DAY, "me n 1-0", "me o 1-0", "x n 1-0"),
    )
    assert (
        found["me", "a"].games,
        found["me", "a"].standing.games,
        found["me", "a"].after,
    ) == (1, 30, 2013)
    assert {player for player, unit in found if unit == "a"} == {"me", "o"}


def test_who_is_omitted_and_why() -> None:
    from tests.rules.rules_build import game, tournament

    rules = rulebook(LIST)
    told = tournament(
        game("a", "n"),
        game("x", "y"),
        game("w", "a", "0-1"),
        game("z", "a", "1/2-1/2"),
        end="2009-02-01",
    )
    (unit,) = rules.units(told, lambda day: "fide-2009")
    standings = {
        "a": standing_of(Lists("2009-01-01", (2000,) * 5), 30),
        "w": standing_of(Lists("2009-01-01", first=1900), 9),
    }
    rated = rules.rate(unit, standings, {})
    assert {change.player for change in rated.changes} == {"z"}
    assert {player: why.code for player, why in rated.omitted.items()} == {
        "a": "no-opponent",
        "n": "no-first-number",
        "x": "no-opponent",
        "y": "no-opponent",
        "w": "first-number-waits",
    }
