"""`selo player find` and "did you mean": mistakes and clubs, the same wherever a person
is looked for.
"""

import pytest

from projections.answers import Question
from projections.answers import people as people_module
from projections.answers.open_reading import reading
from projections.answers.people import people
from tests.world.command import Selo


@pytest.fixture
def selo(demo: Selo) -> Selo:
    demo.clock("2026-11-21")
    return demo


@pytest.mark.parametrize(
    ("words", "first"),
    [
        ("hallavuori", "F033"),
        ("halavuori aino", "F033"),
        ("hallavuo aino", "F033"),
        ("Халлавуори", "F033"),
        ("aino sotilas", "F033"),
        ("hlalav", "F033"),
        ("f033", "F033"),
    ],
)
def test_find_forgives(selo: Selo, words: str, first: str) -> None:
    rows = selo.run("player", "find", *words.split(), "--json").value["rows"]
    assert rows and rows[0]["player"] == first


def test_a_number_longer_than_any_id_is_nobody(selo: Selo) -> None:
    assert selo.run("player", "find", "9" * 5000, "--json").value["rows"] == []


def test_a_question_says_whom_it_may_mean(selo: Selo) -> None:
    assert "did you mean F033 Aino Hallavuori" in selo.run("show", "halavouri").err
    assert "F033 Aino Hallavuori" in selo.run("show", "F0333").err


def test_who_is_merged_with_nobody_has_an_empty_place(demo: Selo) -> None:
    printed = demo.run("player", "find", "a").out
    assert "merged_into" in printed.splitlines()[0] and "UNSET" not in printed


def test_the_search_is_made_anew_only_when_somebody_changed(
    demo: Selo, club: Selo
) -> None:
    def made(ledger: str) -> object:
        with reading(ledger, Question(), "2026-11-21") as one:
            assert people(one) is people(one)
            return people(one)

    first = made(demo.ledger)
    assert made(demo.ledger) is first
    assert (
        made(club.ledger) is not first
        and len(people_module._NEWEST) == people_module.VIEWERS
    )
    assert made(demo.ledger) is first
