"""`selo player find` and "did you mean": mistakes and clubs, the same wherever a person is looked for."""

from pathlib import Path

import pytest

from projections.answers import people as people_module
from projections.answers.people import people
from projections.answers.reading import Question, reading
from tests.world.command import Command


@pytest.fixture
def selo(demo_ledger: Path) -> Command:
    return Command(demo_ledger.parent, name=demo_ledger.name, today="2026-11-21")


@pytest.mark.parametrize(
    ("words", "first"),
    [("hallavuori", "F033"), ("halavuori aino", "F033"), ("hallavuo aino", "F033"), ("Халлавуори", "F033"),
     ("aino sotilas", "F033"), ("hlalav", "F033")],
)  # fmt: skip
def test_find_forgives(selo: Command, words: str, first: str) -> None:
    rows = selo.run("player", "find", *words.split(), "--json").value["rows"]
    assert rows and rows[0]["player"] == first


def test_a_question_says_whom_it_may_mean(selo: Command) -> None:
    assert "did you mean F033 Aino Hallavuori" in selo.run("show", "halavouri").err
    assert "F033 Aino Hallavuori" in selo.run("show", "F0333").err


def test_the_search_is_made_anew_only_when_somebody_changed(demo_ledger: Path, club_ledger: Path) -> None:
    def made(path: Path) -> object:
        with reading(str(path), Question(), "2026-11-21") as one:
            assert people(one) is people(one)
            return people(one)

    first = made(demo_ledger)
    assert made(demo_ledger) is first
    assert made(club_ledger) is not first and len(people_module._NEWEST) == 1
