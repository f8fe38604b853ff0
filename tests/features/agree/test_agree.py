"""`selo list agree`: a published list held against the ledger, line by line."""

import csv
import io
from typing import Any

import pytest

from tests.world.command import Selo
from tests.world.documents import game, opening, player, tournament

DAY = ("--list", "selo", "--as-of", "2024-04-01")


@pytest.fixture
def numbers(demo: Selo) -> list[dict[str, Any]]:
    """The demo's own list of a day, as a federation would publish it."""
    text = demo.done(
        "export", "list", "selo", "--as-of", "2024-04-01", "--format", "csv"
    )
    return list(csv.DictReader(io.StringIO(text)))


def agreed(
    selo: Selo, rows: list[dict[str, Any]], *words: str, separator: str = ","
) -> Any:
    text = io.StringIO()
    written = csv.DictWriter(text, list(rows[0]), delimiter=separator)
    written.writeheader()
    written.writerows(rows)
    return selo.ask(
        "list", "agree", selo.file("published.csv", text.getvalue()), *(words or DAY)
    )


def test_its_own_list_agrees(demo: Selo, numbers: list[dict[str, Any]]) -> None:
    answer = agreed(demo, numbers)
    assert (answer["people"], answer["same"]) == (len(numbers), len(numbers))
    assert (answer["rows"], answer["reasons"], answer["tournaments"]) == ([], {}, [])


@pytest.mark.parametrize(
    ("day", "why", "other"),
    [("2024-06-30", "without", "with"), ("2024-01-01", "with", "without")],
)
def test_a_list_of_another_day_names_the_tournaments_between(
    demo: Selo, numbers: list[dict[str, Any]], day: str, why: str, other: str
) -> None:
    answer = agreed(demo, numbers, "--list", "selo", "--as-of", day)
    assert answer["reasons"][why] > 20 and other not in answer["reasons"]
    first, last = sorted(("2024-04-01", day))
    for row in answer["rows"]:
        between = [
            entry["tournament"]
            for entry in demo.ask("history", row["player"], "--list", "selo")["rows"]
            if first < entry["on"] <= last
        ]
        assert set(row["tournaments"]) <= set(between) and (
            row["tournaments"] or row["why"] == "only-here"
        ), row
        assert (
            row["difference"] is None
            or row["difference"] == row["theirs"] - row["ours"]
        )
    made = [tournament for row in answer["rows"] for tournament in row["tournaments"]]
    assert {row["tournament"]: row["players"] for row in answer["tournaments"]} == {
        name: made.count(name) for name in made
    }


def test_a_number_that_was_there_once_explains_nothing_by_itself(
    demo: Selo, numbers: list[dict[str, Any]]
) -> None:
    """Somebody's number is ours of before their last tournament, with as many games as
    then, and nobody else's is.
    """
    day = "2024-04-01"
    for row in numbers:
        entries = [
            one
            for one in demo.ask("history", row["player"], "--list", "selo")["rows"]
            if one["on"] <= day
        ]
        if len(entries) > 2 and entries[-2]["after"] != entries[-1]["after"]:
            break
    [*_, before, last] = entries
    alone = [
        one | ({"rating": str(before["after"])} if one is row else {})
        for one in numbers
    ]
    fewer = [
        one
        | (
            {"games": str(int(one["games"]) - last["games"])}
            if one["player"] == row["player"]
            else {}
        )
        for one in alone
    ]
    without = [
        {name: value for name, value in one.items() if name != "games"} for one in alone
    ]
    for rows, why in ((alone, "rating"), (fewer, "games"), (without, "rating")):
        [told] = agreed(demo, rows)["rows"]
        assert (told["player"], told["why"], told["tournaments"]) == (
            row["player"],
            why,
            [],
        )


def test_each_reason(demo: Selo, numbers: list[dict[str, Any]]) -> None:
    rows = [dict(row) for row in numbers]
    by_id = {row["player"]: row for row in rows}
    by_id["F001"]["rating"] = "2400"  # over as many games
    by_id["F002"] |= {"rating": "2100", "games": "900"}
    by_id["F003"]["name"] = "Niilo Nallikka"
    by_id["F004"]["born"] = "1911"
    rows = [row for row in rows if row["player"] != "F005"]
    rows += [dict(rows[0]) | {"player": "NOBODY", "fide_id": ""}]
    answer = agreed(demo, rows)
    lines = {
        row["player"]: (row["why"], row["theirs"], row["difference"])
        for row in answer["rows"]
    }
    ours = int(numbers[0]["rating"])
    assert lines["F001"] == ("rating", 2400, 2400 - ours)
    assert (lines["F002"][0], lines["F003"][0], lines["F004"][0]) == (
        "games",
        "other-name",
        "other-name",
    )
    assert lines["NOBODY"] == ("unknown", int(rows[-1]["rating"]), None)
    assert lines["F005"][0] == "only-here"
    assert answer["same"] == len(numbers) - 5


def test_whoever_is_merged_or_unrated_is_said_to_be(club: Selo) -> None:
    club.submit(player("New"), player("A2", name="Pelaaja A"))
    club.done("player", "merge", "A2", "A", "--reason", "one person")
    rating = club.ask("show", "A")["lists"]["selo"]["rating"]
    rows: list[dict[str, Any]] = [
        {"player": "A2", "rating": rating},
        {"player": "A", "rating": rating},
        {"player": "New", "rating": 1500},
    ]
    answer = agreed(club, rows, "--list", "selo")
    assert {row["line"]: row["why"] for row in answer["rows"] if row["line"]} == {
        3: "twice",
        4: "unrated",
    }
    assert answer["same"] == 1


def test_what_was_known_then_is_what_it_is_held_against(club: Selo) -> None:
    club.submit(tournament("t", "2024-03-01", game(1, "A", "B")))
    seq = str(club.events())
    rating = club.ask("show", "A")["lists"]["selo"]["rating"]
    club.done("amend", "t", "--game", "1.1", "--result", "0-1", "--reason", "slip")
    assert (
        agreed(
            club,
            [{"player": "A", "rating": rating}],
            "--list",
            "selo",
            "--known-seq",
            seq,
        )["same"]
        == 1
    )
    assert (
        agreed(club, [{"player": "A", "rating": rating}], "--list", "selo")["same"] == 0
    )


def test_who_was_merged_since_is_two_people_in_what_was_known_then(club: Selo) -> None:
    """By the ids and by the FIDE ids of their list; a name of somebody else is seen."""
    club.submit(
        player("x", name="Aho, Aino", fide_id=500001),
        player("y", name="Aho, Aino Maria", fide_id=500002),
        opening("x", 1600),
        tournament("t", "2024-03-01", "y A 1-0", "y B 1-0"),
    )
    seq = str(club.events())
    rating = club.ask("show", "y")["lists"]["selo"]["rating"]
    club.done("player", "merge", "y", "x", "--reason", "one person")
    at_the_seq = ("--list", "selo", "--known-seq", seq)
    by_id: list[dict[str, Any]] = [
        {"player": "x", "name": "Aho, Aino", "rating": 1600},
        {"player": "y", "name": "Aho, Aino Maria", "rating": rating},
    ]
    by_fide_id: list[dict[str, Any]] = [
        {"fide_id": 500001, "rating": 1600},
        {"fide_id": 500002, "rating": rating},
    ]
    for rows in (by_id, by_fide_id):
        answer = agreed(club, rows, *at_the_seq)
        assert (answer["same"], set(answer["reasons"])) == (2, {"only-here"})

    [told] = agreed(club, [by_id[1] | {"name": "Dahl, Dan"}], *at_the_seq)["rows"][:1]
    assert (told["player"], told["why"]) == ("y", "other-name")
    assert agreed(club, by_id, "--list", "selo")["reasons"]["twice"] == 1


def test_who_was_not_registered_yet_is_not_meant_by_a_fide_id(club: Selo) -> None:
    club.submit(player("x", fide_id=500001), opening("x", 1600))
    seq = str(club.events())
    club.submit(player("y", fide_id=500001))
    row = {"fide_id": 500001, "rating": 1600}
    assert agreed(club, [row], "--list", "selo", "--known-seq", seq)["same"] == 1
    assert agreed(club, [row], "--list", "selo")["reasons"]["unknown"] == 1


def test_a_merge_that_was_undone_holds_in_what_was_known_before(club: Selo) -> None:
    club.submit(
        player("x", name="Aho, Aino"),
        player("y", name="Berg, Bo"),
        opening("x", 1600),
    )
    club.done("player", "merge", "y", "x", "--reason", "one person")
    merged = str(club.events())
    club.done("undo", merged, "--reason", "two people")
    row = {"player": "y", "name": "Berg, Bo", "rating": 1600}
    assert agreed(club, [row], "--list", "selo", "--known-seq", merged)["same"] == 1
    assert agreed(club, [row], "--list", "selo")["reasons"]["unrated"] == 1


def test_the_german_list_is_read_by_fide_id(demo: Selo) -> None:
    rating = demo.ask("show", "F001")["lists"]["selo"]["rating"]
    row = {
        "VKZ": "24421",
        "Mgl-Nr": "201",
        "Status": "A",
        "Spielername": "Vuolaskoski,Eerik",
        "Geschlecht": "M",
        "Geburtsjahr": "1983",
        "Letzte-Auswertung": "202401",
        "DWZ": rating,
        "Index": "23",
        "FIDE-Elo": "2300",
        "FIDE-ID": "99000007",
        "FIDE-Land": "FIN",
    }
    answer = agreed(demo, [row, row | {"FIDE-ID": "1", "DWZ": ""}], "--list", "selo")
    # whoever has no number is passed over
    assert (answer["people"], answer["same"]) == (1, 1)


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        ("", [("published-empty", None)]),
        ("\n \n", [("published-empty", None)]),
        ("player\nA\n", [("published-missing-column", 1)]),
        ("player,rating,selo\nA,1,1\n", [("published-column-twice", 1)]),
        ("name,rating\nAho,1500\n", [("published-missing-column", 1)]),
        ("player,rating\n", [("published-empty", None)]),
        (
            "player,rating\nA,many\nB,1.5\n",
            [("published-number", 2), ("published-number", 3)],
        ),
        ("player,rating\nA,1500\nA,1600\n", [("published-twice", 3)]),
        ("player,fide_id,rating\n,,1500\n", [("published-nobody", 2)]),
        ('player,rating\n"A,1500\n', [("published-quotes", 2)]),
        ("player,rating\nA,1500,7\n", [("published-fields", 2)]),
    ],
)
def test_what_is_no_list_is_refused_whole(
    club: Selo, text: str, problems: list[tuple[str, int | None]]
) -> None:
    found = club.refused("list", "agree", club.file("bad.csv", text), "--list", "selo")
    assert [(one["code"], one["where"]["line"]) for one in found] == problems
    assert all(one["message"] and one["hint"] for one in found)


def test_a_file_that_is_not_there_is_said_so(club: Selo) -> None:
    [problem] = club.refused("list", "agree", "nowhere.csv", code=2)
    assert problem["code"] == "no-file"


def test_a_rating_below_zero_and_a_spreadsheet_s_number_are_numbers(club: Selo) -> None:
    club.submit(player("low"), opening("low", 150))
    answer = agreed(
        club,
        [{"player": "low", "rating": "150.0"}, {"player": "A", "rating": "-5"}],
        "--list",
        "selo",
    )
    assert [row["theirs"] for row in answer["rows"] if row["line"]] == [-5]
