"""Two ids, one person: what follows, what is refused, and the way back."""

import pytest

from tests.world.command import Selo
from tests.world.documents import (
    amend,
    external,
    founding,
    game,
    open_2024,
    opening,
    player,
    tournament,
)

R = ("--reason", "one person")


@pytest.fixture
def two(club: Selo) -> Selo:
    """E played, F has the opening; nobody knows yet that they are one."""
    club.submit(
        player("E", born="1980", club="E-club"),
        player("F", club="F-club"),
        opening("F", 1500),
        tournament("e", "2024-03-01", game(1, "E", "A"), game(2, "E", "B", "0-1")),
    )
    return club


def test_from_answers_into_and_says_so(two: Selo) -> None:
    value = two.ask("player", "merge", "E", "F", *R)
    assert (value["recorded"][0]["kind"], value["recorded"][0]["target"]) == (
        "merge-players",
        "F",
    )
    shown = two.ask("show", "E")
    assert (shown["asked"], shown["player"]["id"], shown["player"]["merged"]) == (
        "E",
        "F",
        ["E"],
    )
    assert shown["player"]["club"] == "F-club"  # into's details win
    assert {k: v for k, v in shown.items() if k != "asked"} == two.ask("show", "F")
    ran = two.run("show", "E")
    assert "E was merged into F" in ran.err and "Pelaaja F (F)" in ran.out
    assert [row["unit"] for row in two.ask("history", "E")["rows"]] == ["opening", "e"]
    assert "E" not in [row["player"] for row in two.ask("list", "selo")["rows"]]
    found = {
        row["player"]: row.get("merged_into")
        for row in two.ask("player", "find", "Pelaaja")["rows"]
    }
    assert (
        found["E"] == "F"
        and found["F"] is None
        and "merged_into" in two.run("player", "find", "Pelaaja").out
    )
    games = two.ask("tournament", "e")["games"]
    assert {g["white"] for g in games} == {"F"}
    assert (
        two.ask("explain", "E", "e")["entries"]
        == two.ask("explain", "F", "e")["entries"]
    )


@pytest.mark.parametrize("question", ["player performance", "explain"])
def test_every_question_about_one_player_says_who_is_answered(
    two: Selo, question: str
) -> None:
    two.ask("player", "merge", "E", "F", *R)
    asked, direct = two.ask(*question.split(), "E"), two.ask(*question.split(), "F")
    assert (asked.pop("asked"), direct.get("asked")) == ("E", None) and asked == direct
    assert "E was merged into F" in two.run(*question.split(), "E").err
    assert "merged" not in two.run(*question.split(), "F").err


def test_merged_is_as_if_played_as_one(two: Selo) -> None:
    two.ask("player", "merge", "E", "F", *R)
    merged = [
        (row["player"], row["rating"], row["games"])
        for row in two.ask("list", "selo")["rows"]
    ]
    two.elsewhere("one.db")
    two.ask("init")
    two.submit(
        *founding(),
        open_2024(),
        player("F"),
        opening("F", 1500),
        tournament("e", "2024-03-01", game(1, "F", "A"), game(2, "F", "B", "0-1")),
    )
    assert [
        (row["player"], row["rating"], row["games"])
        for row in two.ask("list", "selo")["rows"]
    ] == merged


def test_withdrawing_the_merge_gives_from_back(two: Selo) -> None:
    before = {name: two.ask("show", name) for name in "ABEF"}
    two.ask("player", "merge", "E", "F", *R)
    seq = two.ask("log", "--limit", "1")["events"][0]["seq"]
    moved = two.ask("withdraw", "--seq", str(seq), "--reason", "two persons")["moved"]
    assert {row["player"] for row in moved} == {"A", "B", "E", "F"}
    for name, shown in before.items():
        again = two.ask("show", name)
        assert {k: v for k, v in again.items() if k != "basis"} == {
            k: v for k, v in shown.items() if k != "basis"
        }
    # and the merge as it was known then is still answered
    assert two.ask("show", "E", "--known-seq", str(seq))["player"]["id"] == "F"
    assert two.ask("show", "E", "--known-seq", str(seq - 1))["player"]["id"] == "E"
    two.ask("reinstate", "--seq", str(seq))
    assert two.ask("show", "E")["player"]["id"] == "F"
    assert two.ask("ledger", "rebuild", "--check")["equal"] is True


def test_later_documents_that_name_from_mean_into(two: Selo) -> None:
    two.ask("player", "merge", "E", "F", *R)
    two.submit(
        opening("E", list="pelo"),
        external("E"),
        tournament("e2", "2024-04-01", game(1, "E", "A")),
    )
    shown = two.ask("show", "F")
    assert (shown["lists"]["pelo"]["rating"], shown["lists"]["selo"]["games"]) == (
        1600,
        53,
    )
    two.submit({"kind": "player", "player": "E", "club": "Uusi seura", "fide_id": 9})
    details = two.ask("player", "show", "F")["player"]
    assert (details["club"], details["fide_id"], details["name"]) == (
        "Uusi seura",
        9,
        "Pelaaja F",
    )
    assert two.refuse(opening("E", 1400))[0]["code"] == "opening-exists"
    assert (
        two.refuse(tournament("e3", "2024-04-02", game(1, "E", "F")))[0]["code"]
        == "same-player"
    )
    assert (
        two.refuse(amend("e2", games={"1.1": {"black": "F"}}))[0]["code"]
        == "same-player"
    )


def test_a_chain_of_merges_leads_to_its_last_id(two: Selo) -> None:
    two.submit(player("G"))
    two.ask("player", "merge", "E", "F", *R)
    two.ask("player", "merge", "F", "G", *R)
    for name in "EFG":
        assert two.ask("show", name)["player"]["id"] == "G"
    assert two.ask("show", "E")["player"]["merged"] == ["E", "F"]
    assert two.refused("player", "merge", "G", "E", *R)[0]["code"] == "same-player"
    assert two.refused("player", "merge", "E", "A", *R)[0]["code"] == "merged"


def test_merges_that_cannot_be_are_refused(two: Selo) -> None:
    two.submit(
        opening("E", 1400),
        player("G"),
        tournament("g", "2024-04-01", game(1, "G", "C"), game(1, "F", "D")),
    )
    # they met
    assert two.refused("player", "merge", "E", "A", *R)[0]["code"] == "played-together"
    # never met, one tournament
    assert two.refused("player", "merge", "G", "F", *R)[0]["code"] == "played-together"
    [problem] = two.refused("player", "merge", "E", "F", *R)
    assert problem["code"] == "two-openings" and "withdraw" in problem["hint"]
    seq = two.ask("log", "--player", "E", "--limit", "1")["events"][0]["seq"]
    two.ask("withdraw", "--seq", str(seq), *R)
    # a tournament that does not count is no obstacle either
    two.ask("withdraw", "g", *R)
    two.ask("player", "merge", "E", "F", *R)
    two.ask("player", "merge", "G", "F", *R)
    assert two.refused("reinstate", "--seq", str(seq))[0]["code"] == "opening-exists"


def test_no_tournament_comes_back_in_which_one_person_has_two_seats(two: Selo) -> None:
    """They were merged while it did not count; without the merge it counts again."""
    two.submit(
        player("G"),
        tournament("g", "2024-04-01", game(1, "G", "C"), game(1, "F", "D")),
    )
    two.ask("withdraw", "g", *R)
    merge = two.ask("player", "merge", "G", "F", *R)["recorded"][0]["seq"]
    [problem] = two.refused("reinstate", "g", *R)
    assert problem["code"] == "played-together"
    assert "withdraw that merge" in problem["hint"]
    two.ask("withdraw", "--seq", str(merge), *R)
    two.ask("reinstate", "g", *R)
    assert "g" in [row["unit"] for row in two.ask("history", "G")["rows"]]


def test_a_tournament_comes_back_that_was_recorded_after_the_merge(two: Selo) -> None:
    """Both ids meant one player when their games were recorded."""
    two.submit(player("G"))
    two.ask("player", "merge", "G", "F", *R)
    two.submit(tournament("g", "2024-04-01", game(1, "G", "C"), game(2, "F", "D")))
    before = two.ask("history", "F")["rows"]
    two.ask("withdraw", "g", *R)
    assert two.ask("history", "F")["rows"] != before
    two.ask("reinstate", "g", *R)
    after = two.ask("history", "F")["rows"]
    assert [row["after"] for row in after] == [row["after"] for row in before]


def test_the_log_knows_both_ids(two: Selo) -> None:
    two.ask("player", "merge", "E", "F", *R)
    events = {event["seq"] for event in two.ask("log", "--player", "E")["events"]}
    assert events == {
        event["seq"] for event in two.ask("log", "--player", "F")["events"]
    }
    assert events >= {16, 17, 18, 19}
