"""Who decided what of a tournament, who holds it, and who plays in it on an official
mission (2.2 to 2.4).
"""

import pytest

from tests.world.command import Selo, problem_fields
from tests.world.documents import Document, opening, player, tournament

ABROAD = {"domestic": False, "minutes": 90}
NOTED = {
    "kind": "decision",
    "tournament": "cup",
    "about": "mission",
    "by": "the board",
    "on": "2024-03-01",
}


def cup(**header: object) -> Document:
    """A youth championship abroad: a has a selo, b and c have none, x is of Estonia."""
    return tournament(
        "cup", "2024-04-06", "a x 1-0", "b x 1-0", "c x 0-1", **{**ABROAD, **header}
    )


@pytest.fixture
def office(selo: Selo) -> Selo:
    selo.submit(
        *(player(name) for name in "abc"),
        player("x", federation="EST"),
        opening("a", 1700, list="selo", games=60, on="2023-12-31"),
    )
    return selo


def rated(selo: Selo, *options: str) -> set[str]:
    return {
        row["player"]
        for row in selo.ask("list", "selo", "--min-games", "0", *options)["rows"]
    }


def test_of_two_without_a_selo_the_one_who_was_sent_is_rated(office: Selo) -> None:
    office.submit(cup(representatives=["b"]))
    assert {row["player"] for row in office.ask("tournament", "cup")["not_rated"]} == {
        "c",
        "x",
    }
    shown = office.ask("show", "b")["lists"]["selo"]
    assert shown["rating"] is not None
    assert office.ask("show", "c")["lists"].get("selo", {}).get("rating") is None


def test_who_was_sent_is_corrected_and_known_as_before(office: Selo) -> None:
    office.submit(cup())
    seq = office.events()
    office.done(
        "tournament",
        "header",
        "cup",
        "--representative",
        "b",
        "--representative",
        "c",
        "--reason",
        "the board's list",
    )
    answered = office.ask("tournament", "cup")
    assert [row["player"] for row in answered["representatives"]] == ["b", "c"]
    assert {row["player"] for row in answered["not_rated"]} == {"x"}
    before = office.ask("tournament", "cup", "--known-seq", str(seq))
    assert before["representatives"] == [] and {
        row["player"] for row in before["not_rated"]
    } == {"b", "c", "x"}
    office.done(
        "tournament",
        "header",
        "cup",
        "--no-representatives",
        "--reason",
        "it was another cup",
    )
    assert {row["player"] for row in office.ask("tournament", "cup")["not_rated"]} == {
        "b",
        "c",
        "x",
    }
    assert office.ask("ledger", "rebuild", "--check")["equal"] is True


def test_whoever_was_sent_is_found_under_the_id_that_counts(office: Selo) -> None:
    office.submit(player("bb"), cup(representatives=["b"]))
    office.done("player", "merge", "b", "bb", "--reason", "one person")
    answered = office.ask("tournament", "cup")
    assert [row["player"] for row in answered["representatives"]] == ["bb"]
    assert {row["player"] for row in answered["not_rated"]} == {"c", "x"}
    assert office.ask("ledger", "rebuild", "--check")["equal"] is True


def test_all_that_is_wrong_with_whom_a_header_names(office: Selo) -> None:
    problems = office.refuse(cup(representatives=["b", "nobody", "b"], arbiter="none"))
    assert ("id-twice", "representatives[2]") in problem_fields(problems)
    problems = office.refuse(cup(representatives=["b", "nobody"], arbiter="none"))
    assert problem_fields(problems) == [
        ("unknown-player", "representatives[1]"),
        ("unknown-player", "arbiter"),
    ]
    office.submit(cup())
    result = office.run(
        "tournament", "header", "cup", "--arbiter", "none", "--reason", "r"
    )
    assert result.code == 3 and "nobody has the id 'none'" in result.err
    result = office.run("tournament", "header", "cup", "--reason", "r")
    assert result.code == 2 and "say what to change" in result.err


def test_who_holds_it_is_shown_and_written_into_the_report(office: Selo) -> None:
    office.submit(cup(organiser="Åbo Schack", place="Åbo", arbiter="x"))
    answered = office.ask("tournament", "cup")
    assert (answered["header"]["organiser"], answered["header"]["place"]) == (
        "Åbo Schack",
        "Åbo",
    )
    assert answered["arbiter"] == {"player": "x", "name": answered["arbiter"]["name"]}
    text = office.done("tournament", "cup")
    name = answered["arbiter"]["name"]
    assert [
        line
        for line in ("organiser: Åbo Schack", "place: Åbo", f"arbiter: x {name}")
        if line not in text
    ] == []
    report = office.ask("export", "trf", "cup")["text"].splitlines()
    assert "022 Åbo" in report and f"102 {answered['arbiter']['name']}" in report
    moved = office.ask(
        "tournament", "header", "cup", "--place", "Turku", "--reason", "another hall"
    )
    assert (
        moved["moved"] == []
        and "022 Turku" in office.ask("export", "trf", "cup")["text"].splitlines()
    )


def test_a_decision_is_shown_with_whoever_took_it(office: Selo) -> None:
    office.submit(cup())
    line = [
        "calendar",
        "decision",
        "cup",
        "--by",
        "the board",
        *["--about", "mission", "--on", "2024-03-01", "--resolution", "4/2024"],
    ]
    [row] = office.ask(*line)["recorded"]
    [decision] = office.ask("tournament", "cup")["decisions"]
    assert decision == {
        "about": "mission",
        "by": "the board",
        "on": "2024-03-01",
        "resolution": "4/2024",
        "reason": None,
        "seq": row["seq"],
        "recorded_by": "tester",
    }
    words = (
        "decided on 2024-03-01 by the board (4/2024): who plays on an official mission"
        " (2.2)"
    )
    assert words in office.done("tournament", "cup")
    # it moves no version
    assert office.ask("tournament", "cup")["version"] < row["seq"]
    assert [again["repeated"] for again in office.ask(*line)["recorded"]] == [True]


def test_a_decision_is_taken_back_and_counts_from_its_day(office: Selo) -> None:
    office.submit(cup(), {**NOTED, "on": "2024-05-01"})
    seq = office.events()
    assert office.ask("tournament", "cup", "--as-of", "2024-04-30")["decisions"] == []
    assert (
        len(office.ask("tournament", "cup", "--as-of", "2024-05-01")["decisions"]) == 1
    )
    office.done("withdraw", "--seq", str(seq), "--reason", "it was of another cup")
    assert office.ask("tournament", "cup")["decisions"] == []
    assert (
        len(office.ask("tournament", "cup", "--known-seq", str(seq))["decisions"]) == 1
    )


def test_a_decision_of_nothing_is_refused(office: Selo) -> None:
    assert problem_fields(office.refuse(NOTED)) == [
        ("unknown-tournament", "tournament")
    ]
    office.submit(cup())
    assert [
        field
        for _, field in problem_fields(office.refuse({**NOTED, "about": "weather"}))
    ] == ["about"]
    problems = office.refuse({**NOTED, "by": " the board", "on": "2024-02-30"})
    assert sorted(problem_fields(problems)) == [
        ("blank-edges", "by"),
        ("no-such-day", "on"),
    ]
