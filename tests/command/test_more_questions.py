"""Lists compared, changes since a day, the last entry explained, the score needed, what
a rule change does.
"""

import json
from pathlib import Path

import pytest

from tests.world.command import Selo
from tests.world.documents import game, opening, player, tournament
from tests.world.server import Put


@pytest.fixture
def selo(tmp_path: Path, put: Put) -> Selo:
    world = put(Selo(tmp_path))
    assert world.run("init").code == 0
    world.submit(*(player(name, name=f"Name {name}") for name in "ABCD"))
    world.submit(
        *(
            opening(name, rating)
            for name, rating in zip("ABCD", (1800, 1700, 1600, 1500), strict=True)
        )
    )
    world.submit(
        tournament(
            "spring",
            "2024-03-10",
            game(1, "A", "B", "0-1"),
            game(2, "C", "D", "1/2-1/2"),
        )
    )
    world.done("publish", "selo", "april", "--as-of", "2024-04-01")
    world.submit(
        tournament(
            "may", "2024-05-10", game(1, "A", "B", "0-1"), game(2, "A", "C", "1-0")
        )
    )
    world.submit(player("E", name="Name E"), opening("E", 2000, on="2024-05-20"))
    world.done("publish", "selo", "june", "--as-of", "2024-06-01")
    return world


def test_two_lists_player_by_player(selo: Selo) -> None:
    value = selo.ask("list", "compare", "april", "june")
    rows = {row["player"]: row for row in value["rows"]}
    assert [row["player"] for row in value["rows"]][:2] == ["E", "A"] and rows["E"][
        "rank_before"
    ] is None
    for row in rows.values():
        assert row["change"] == (
            None if row["old"] is None else row["new"] - row["old"]
        )
    assert (
        rows["A"]["why"] == ["may"]
        and rows["A"]["games"] == 2
        and rows["D"]["why"] == []
    )
    assert (value["moved"], value["added"], value["gone"]) == (
        sum(bool(r["change"]) for r in rows.values()),
        1,
        0,
    )
    back = selo.ask("list", "compare", "june", "april")
    assert (back["added"], back["gone"]) == (0, 1)
    out = selo.done("list", "compare", "april", "june", "--moved")
    assert "Name A" in out and "Name D" not in out and "1 new, 0 gone" in out
    assert selo.run("list", "compare", "april", "nope").code == 3
    assert [row["label"] for row in selo.ask("list", "published")["rows"]] == [
        "april",
        "june",
    ]
    assert [row["label"] for row in selo.ask("list", "published", "selo")["rows"]] == [
        "april",
        "june",
    ]
    assert "compare" in selo.done("list", "--help")


def test_a_correction_is_a_reason(selo: Selo) -> None:
    selo.done(
        "amend", "spring", "--game", "1.1", "--result", "1-0", "--reason", "misread"
    )
    selo.done("publish", "selo", "july", "--as-of", "2024-06-01")
    rows = {
        row["player"]: row
        for row in selo.ask("list", "compare", "april", "july")["rows"]
    }
    assert rows["A"]["why"] == ["may", "earlier results corrected"]


def test_a_report_that_came_late_is_named(selo: Selo) -> None:
    """C's rating was corrected by nothing: C played in March, and the report came after
    the list of April.
    """
    selo.submit(
        tournament(
            "late", "2024-03-20", game(1, "C", "D", "1-0"), game(2, "C", "B", "0-1")
        )
    )
    selo.done("publish", "selo", "july", "--as-of", "2024-06-01")
    rows = {
        row["player"]: row
        for row in selo.ask("list", "compare", "april", "july")["rows"]
    }
    assert rows["C"]["why"] == ["late", "may"] and rows["C"]["games"] == 3
    assert rows["D"]["why"] == ["late"] and rows["D"]["games"] == 1
    assert rows["A"]["why"] == ["may"], "their rating of April is what it was"


def test_a_late_report_and_a_correction_are_told_apart(selo: Selo) -> None:
    selo.submit(
        tournament(
            "late", "2024-03-20", game(1, "C", "D", "1-0"), game(2, "C", "B", "0-1")
        )
    )
    selo.done(
        "amend", "spring", "--game", "2.1", "--result", "1-0", "--reason", "misread"
    )
    selo.done("publish", "selo", "july", "--as-of", "2024-06-01")
    rows = {
        row["player"]: row
        for row in selo.ask("list", "compare", "april", "july")["rows"]
    }
    assert rows["D"]["why"] == ["late", "earlier results corrected"]


def test_of_two_ids_that_are_one_player_now_the_one_that_counts_was_on_the_list(
    selo: Selo,
) -> None:
    """A stood on the list of April with their opening, and lower down as Z, a beginner."""
    selo.submit(
        player("Z"),
        tournament("beginners", "2024-03-20", "Z B", "Z C 0-1", "Z D 0-1", "Z D 0-1"),
    )
    selo.done("publish", "selo", "april", "--as-of", "2024-04-01")
    listed = selo.ask("list", "selo", "--label", "april")["rows"]
    rank, rating = {row["player"]: (row["rank"], row["rating"]) for row in listed}["A"]
    assert [row["player"] for row in listed].index("Z") >= rank
    selo.done("player", "merge", "Z", "A", "--reason", "one person")
    selo.done("publish", "selo", "july", "--as-of", "2024-06-01")

    compared = selo.ask("list", "compare", "april", "july")["rows"]
    [row] = (row for row in compared if row["player"] == "A")
    assert (row["rank_before"], row["old"]) == (rank, rating)
    beside = selo.ask("list", "selo", "--change-since", "april")["rows"]
    [was] = (row["was"] for row in beside if row["player"] == "A")
    assert was == rating


def test_a_list_beside_an_earlier_one(selo: Selo) -> None:
    by_label = selo.ask("list", "selo", "--change-since", "april")["rows"]
    by_day = selo.ask("list", "selo", "--change-since", "2024-04-01")["rows"]
    assert by_label == by_day
    rows = {row["player"]: row for row in by_label}
    assert rows["E"]["was"] is None and rows["E"]["change"] is None
    assert rows["A"]["change"] == rows["A"]["rating"] - rows["A"]["was"] != 0
    assert "was" not in selo.ask("list", "selo")["rows"][0]
    out = selo.done("list", "selo", "--change-since", "april")
    assert "change" in out and "new" in out
    assert (
        selo.done("list", "selo", "--change-since", "april", "--csv")
        .splitlines()[0]
        .endswith("was,change")
    )
    assert selo.run("list", "selo", "--change-since", "nope").code == 3


def test_a_name_typed_is_no_merged_id(selo: Selo) -> None:
    for command in ("show", "history"):
        assert (
            "asked" not in selo.ask(command, "name a")
            and selo.run(command, "name a").err == ""
        )


@pytest.mark.lists("elo-no")
def test_a_list_that_the_ledger_does_not_keep_is_named(selo: Selo) -> None:
    for command in (
        ("list", "elo-no"),
        ("export", "list", "elo-no"),
        ("history", "A", "--list", "elo-no"),
        ("publish", "elo-no", "x"),
    ):
        refused = selo.run(*command)
        assert refused.code == 3 and "the ledger keeps no list elo-no" in refused.err, (
            command
        )
    # as known before its rules were adopted it has nobody, which is an answer
    assert selo.ask("list", "elo-no", "--known-seq", "1")["rows"] == []


def test_an_answer_has_one_form(selo: Selo) -> None:
    assert selo.run("list", "selo", "--json", "--csv").code == 2
    assert selo.run("--json", "list", "selo", "--json").code == 0


def test_the_last_entry_is_explained(selo: Selo) -> None:
    assert (
        selo.ask("explain", "A")["entries"]
        == selo.ask("explain", "A", "may")["entries"]
    )
    assert (
        selo.ask("explain", "E")["entries"]
        == selo.ask("explain", "E", "opening")["entries"]
    )
    assert selo.run("explain", "A", "--as-of", "2020-01-01").code == 3


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("A may --list pelo", "A has no game in may that counts on pelo"),
        ("D may", "D has no game in may, as known"),
        ("D opening --as-of 2020-01-01", "D has no opening up to 2020-01-01"),
        ("D ruling --as-of 2024-01-01", "D has no ruling up to 2024-01-01"),
    ],
)
def test_what_there_is_none_of_is_named(selo: Selo, line: str, message: str) -> None:
    """A has two games in May, which are selo: to say that A has no game there would be
    wrong.
    """
    [problem] = selo.refused("explain", *line.split(), code=3)
    assert problem["message"] == message


@pytest.mark.features("calculators")
def test_the_score_needed_is_that_of_the_calculator(selo: Selo) -> None:
    value = selo.ask(
        "player", "need", "A", "--target", "1800", "--against", "B", "C", "E"
    )
    ratings = [str(one["rating"]) for one in value["opponents"]]
    calc = json.loads(
        selo.run_line(
            "calc",
            "need",
            "--rating",
            str(value["rating"]),
            "--target",
            "1800",
            "--minutes",
            "90",
            "--json",
            "--",
            *ratings,
        ).out
    )
    assert {name: value[name] for name in ("score", "new", "average", "rows")} == {
        name: calc[name] for name in ("score", "new", "average", "rows")
    }
    assert "Name A" in selo.done("player", "need", "A", "--target", "1800", "B", "C")
    assert "no score" in selo.done("player", "need", "A", "--target", "3000", "B")
    assert selo.run("player", "need", "A", "--target", "1800").code == 2
    selo.submit(player("X"))
    assert selo.run("player", "need", "A", "--target", "1800", "X").code == 3
    own = selo.run("player", "need", "A", "--target", "1800", "B", "A")
    assert (
        own.code == 2
        and own.err.strip() == "A cannot be their own opponent (against) - name others"
    )


@pytest.mark.lists("elo-uscf")
def test_an_edition_says_for_which_list_it_is(selo: Selo) -> None:
    """One has the name of a list that it is not of."""
    assert selo.done("rules", "elo-uscf").startswith("elo-uscf, for elo, from ")
    assert selo.done("rules", "uscf").startswith("uscf, for elo-uscf, from ")


def test_what_may_be_changed_is_shown_and_what_it_does(selo: Selo) -> None:
    numbers = {
        row["number"]
        for row in selo.ask("rules", "fi-2023")["changeable"]
        if row["list"] == "selo"
    }
    assert {"cap", "kr", "bonus_new"} <= numbers and "bonus_new" in selo.done(
        "rules", "fi-2023"
    )
