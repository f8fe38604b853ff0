"""`selo letters list`: what players are told after a list, after a day, and after a
correction of what was long past.
"""

from pathlib import Path
from typing import Any

import pytest

from projections.answers import Question
from projections.answers.open_reading import reading
from projections.answers.reading import after_day
from tests.world.command import Command, Selo
from tests.world.documents import opening, player
from tests.world.server import Put

NOW = "2026-01-15T12:00:00.000000Z"


@pytest.fixture(scope="module")
def demo(
    tmp_path_factory: pytest.TempPathFactory, demo_ledger: Path, put_once: Put
) -> Selo:
    """Its corrections of 22 September 2025 moved ratings of tournaments that had ended
    months before.
    """
    return put_once(Selo(tmp_path_factory.mktemp("letters"), demo_ledger, today=NOW))


def test_since_takes_a_day_or_a_label(demo: Command) -> None:
    for line in ("letters list --since june", "list --change-since june"):
        [problem] = demo.run(*line.split(), "--json").value["problems"]
        assert (
            problem["hint"]
            == "a day as YYYY-MM-DD, or a label of `selo list published`"
        )


def test_no_rating_has_moved_since_a_day_to_come(demo: Command) -> None:
    refused = demo.run("letters", "list", "--since", "2026-02-01")
    assert refused.code == 2
    assert (
        refused.err.strip()
        == "2026-02-01 is after 2026-01-15, the day of the letters (since) - give an"
        " earlier day"
    )


def test_a_day_is_as_it_was_known_then(demo: Command) -> None:
    letters = demo.ask("letters", "list", "--since", "2025-09-21")["rows"]
    assert {row["player"]: (row["old"], row["new"]) for row in letters}["F033"] == (
        2036,
        2037,
    )
    assert all(
        "Earlier results were corrected as well" in row["text"] for row in letters
    )
    then = demo.ask(
        "list", "selo", "--as-of", "2025-09-21", "--known-on", "2025-09-21"
    )["rows"]
    known_then = {row["player"]: row["rating"] for row in then}
    assert all(row["old"] == known_then[row["player"]] for row in letters)
    assert demo.ask("letters", "list", "--since", "2025-09-22")["rows"] == []


def test_a_list_whose_label_looks_like_a_day_is_compared_as_it_was_published(
    put: Put, tmp_path: Path, demo_ledger: Path
) -> None:
    """It holds the ratings of another day, and may be called by a day to come."""
    office = put(Selo(tmp_path, demo_ledger, today=NOW))
    for label in ("2025-04-01", "2027-01-01"):
        office.done("publish", "selo", label, "--as-of", "2024-12-31")
        listed = {
            row["player"]: row["rating"]
            for row in office.ask("list", "selo", "--label", label)["rows"]
        }
        letters = office.ask("letters", "list", "--since", label)["rows"]
        assert letters
        assert {row["player"]: row["old"] for row in letters if row["old"]} == {
            row["player"]: listed[row["player"]] for row in letters if row["old"]
        }
        assert f"on the list {label} it was" in letters[0]["text"]
        assert all("corrected" not in row["text"] for row in letters)


def reported_after_the_list(office: Selo, list_name: str, year: int) -> Any:
    """The letters since a list that was published behind the ratings of A and B, in one
    submission; N, whose first rating is of a day before it, was reported afterwards.
    """
    office.submit(
        *(player(name, name=name) for name in "AB"),
        opening("A", 1700, list_name, on=f"{year}-01-01", games=60),
        opening("B", 1420, list_name, on=f"{year}-01-01", games=8),
        {
            "kind": "publish",
            "list": list_name,
            "label": "february",
            "as_of": f"{year}-02-01",
        },
    )
    newcomer = opening("N", 1500, list_name, on=f"{year}-01-15", games=20)
    office.submit(player("N", name="Newcomer"), newcomer)
    return office.ask("letters", "list", "--since", "february", "--list", list_name)[
        "rows"
    ]


def test_a_list_knows_nothing_of_what_was_reported_after_it(tmp_path: Path) -> None:
    office = Selo(tmp_path)
    office.done("init")
    [letter] = reported_after_the_list(office, "selo", 2024)
    assert (letter["player"], letter["old"]) == ("N", None)
    assert "Your first rating on selo is 1500." in letter["text"]


@pytest.mark.lists("elo-no")
def test_neither_does_one_that_leaves_out_who_has_a_rating(tmp_path: Path) -> None:
    """B had theirs and was not on it; the ledger was known so far inside a submission."""
    norway = Selo(tmp_path, today="2010-02-01")
    norway.done("init", "--rules", "no")
    [letter] = reported_after_the_list(norway, "elo-no", 2010)
    assert (letter["player"], letter["old"]) == ("N", None)
    listed = norway.ask("list", "elo-no", "--label", "february")["rows"]
    assert [row["player"] for row in listed] == ["A"]


def test_what_was_recorded_only_later_is_as_known_now(demo: Command) -> None:
    """The ledger was opened in May 2023: a day before that is not a day on which nobody
    had a rating.
    """
    letters = {
        row["player"]: row
        for row in demo.ask("letters", "list", "--since", "2022-12-31")["rows"]
    }
    before = {
        row["player"]: row["rating"]
        for row in demo.ask("list", "selo", "--as-of", "2022-12-31")["rows"]
    }
    assert (
        letters["F033"]["old"] == before["F033"]
        and "corrected" not in letters["F033"]["text"]
    )


@pytest.mark.parametrize(
    "day", ["2022-12-31", "2024-06-01", "2025-09-21", "2026-01-15"]
)
def test_a_career_since_a_day_begins_with_the_last_entry_before_it(
    demo_ledger: Path, day: str
) -> None:
    with reading(str(demo_ledger), Question(), NOW[:10]) as found:
        for name in found.lists():
            careers, since = found.careers(name), found.careers(name, after_day(day))
            assert careers.keys() == since.keys() and careers
            for player, career in careers.items():
                earlier = [entry for entry in career if entry.on <= day][-1:]
                later = [entry for entry in career if entry.on > day]
                assert [entry.figure for entry in since[player]] == [
                    entry.figure for entry in earlier + later
                ]
