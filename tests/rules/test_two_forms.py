"""A unit is rated in two ways, figures for a replay and terms for whoever asks why:
both come to the same.
"""

import random

import pytest
from msgspec.structs import replace

from rulebooks.base import Change, Person, Standing
from rulebooks.finland import selo_unit
from tests.rules.rules_build import game, unit
from tests.rules.two_forms import (
    LISTS,
    Rating,
    by_terms,
    compare,
    figures,
    random_rating,
    told,
)


@pytest.mark.parametrize("list_name", LISTS)
def test_figures_are_those_of_the_terms(list_name: str) -> None:
    seen = compare(list_name, 49, 400)
    assert seen["abroad"] > 50 and seen["times"] > 50
    if list_name == "selo":
        assert min(seen["steps"], seen["new"], seen["omitted"]) > 10, seen


@pytest.mark.parametrize("list_name", ["selo", "pelo"])
def test_a_player_alone_comes_to_the_same_as_among_all(list_name: str) -> None:
    chance = random.Random(7)
    for _ in range(100):
        rating = random_rating(list_name, chance)
        among_all = by_terms(rating)
        for player in rating.unit.seats():
            assert by_terms(rating, player) == [
                figure for figure in among_all if figure.player == player
            ]


def test_a_fault_in_one_form_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: terms that leave the bonus out."""
    honest = selo_unit.change_of_established

    def without_bonus(field: selo_unit.Field, seat: int) -> Change:
        change = honest(field, seat)
        return replace(change, after=change.after - 1)

    monkeypatch.setattr(selo_unit, "change_of_established", without_bonus)
    with pytest.raises(AssertionError):
        compare("selo", 49, 20)


@pytest.mark.lists("elo", "elo-uscf")
@pytest.mark.parametrize(
    ("list_name", "edition", "start"),
    [("elo", "elo-32", 1500), ("elo-uscf", "uscf", 1500)],
)
def test_who_starts_from_a_rating_is_not_who_has_it(
    list_name: str, edition: str, start: int
) -> None:
    """The opponents' terms say which it was, and so does the checksum of their working."""
    rated = unit(list_name, game("A", "B", "1-0"))._replace(edition=edition)
    started, had = (
        figures(
            Rating(
                rated, [Standing(1600), Standing(rating)], [Person("A"), Person("B")]
            )
        )[0]
        for rating in (None, start)
    )
    assert started.working != had.working and told([started]) == told([had])
