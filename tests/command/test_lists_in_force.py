"""The number in force: FIDE's list beside the live number, Norway's struck-off,
published and top lists, its end.
"""

from typing import Any

import pytest

from tests.world.command import Selo
from tests.world.documents import Document, opening, player, tournament

pytestmark = pytest.mark.lists("elo-no", "elo-fide")

TODAY = "2024-06-30"


@pytest.fixture
def selo(selo_without_ledger: Selo) -> Selo:
    return selo_without_ledger


def event(name: str, end: str, *games: str, **fields: Any) -> Document:
    return tournament(name, end, *games, **{"time_control": "90+30", **fields})


def numbers(selo: Selo, *arguments: str) -> dict[str, int]:
    return {
        row["player"]: row["rating"] for row in selo.ask("list", *arguments)["rows"]
    }


def same_from_the_events(selo: Selo, list_name: str, day: str) -> None:
    """`replay` answers byte for byte what `list` answers, in every form."""
    for form in ("--json", "--jsonl", "--csv"):
        listed = selo.run("list", list_name, "--as-of", day, form)
        assert (
            selo.run("ledger", "replay", "--list", list_name, "--as-of", day, form).out
            == listed.out
        )


# --- FIDE ---


def fide(selo: Selo) -> None:
    """Alm 2395 wins 1.5 of 2 in February; Berg plays; Carl has a first number from
    February.
    """
    selo.run("init", "--rules", "fide-2009")
    selo.submit(
        *(player(p) for p in "abc"),
        opening("a", 2395, "elo-fide", on="2009-01-01", games=80),
        opening("b", 2400, "elo-fide", on="2009-01-01", games=80),
        event("feb", "2009-02-08", "a b 1-0", "b a 1/2-1/2", "c b 1-0", "c a 0-1"),
    )


def test_the_list_is_what_ranks_and_live_stands_beside(selo: Selo) -> None:
    """15 x (0.51 + 0.01) = 7.8 pending: live 2402.8 is above Berg, the list still says
    2395.
    """
    fide(selo)
    rows = selo.ask("list", "elo-fide", "--as-of", "2009-03-31")["rows"]
    assert [
        (row["player"], row["rating"], row["live"], row["pending"], row["list_day"])
        for row in rows
    ] == [("b", 2400, 2395, -5.2, "2009-01-01"), ("a", 2395, 2403, 7.8, "2009-01-01")]
    shown = selo.ask("show", "a", "--as-of", "2009-03-31")["lists"]["elo-fide"]
    assert (shown["rating"], shown["live"], shown["pending"], shown["list_day"]) == (
        2395,
        2403,
        7.8,
        "2009-01-01",
    )
    rows = selo.ask("list", "elo-fide", "--as-of", "2009-04-01")["rows"]
    assert [
        (row["player"], row["rating"], row["live"], row["pending"]) for row in rows
    ] == [("a", 2403, 2403, 0), ("c", 2398, 2398, 0), ("b", 2395, 2395, 0)]


def test_a_first_number_is_on_the_next_list(selo: Selo) -> None:
    fide(selo)
    before = selo.ask("show", "c", "--as-of", "2009-03-31")["lists"]["elo-fide"]
    assert before["rating"] is None and before["live"] == 2398
    assert "on the next list" in selo.run("show", "c", "--as-of", "2009-03-31").out
    assert "c" not in numbers(selo, "elo-fide", "--as-of", "2009-03-31")
    assert numbers(selo, "elo-fide", "--as-of", "2009-04-01")["c"] == 2398


@pytest.mark.parametrize(
    "day", ["2008-12-31", "2009-01-01", "2009-03-31", "2009-04-01", TODAY]
)
def test_replay_answers_as_the_fide_list(selo: Selo, day: str) -> None:
    fide(selo)
    same_from_the_events(selo, "elo-fide", day)


def test_live_has_its_column(selo: Selo) -> None:
    fide(selo)
    assert selo.run("show", "a", "--as-of", "2009-03-31").out.splitlines()[1].split()[
        :3
    ] == ["list", "rating", "live"]
    assert (
        "live"
        in selo.run("list", "elo-fide", "--as-of", "2009-03-31").out.splitlines()[0]
    )
    assert selo.run("list", "elo-fide", "--as-of", "2008-12-31", "--csv").out.endswith(
        "live,pending,list_day\n"
    )


def test_a_fide_list_is_published_with_the_numbers_on_it(selo: Selo) -> None:
    fide(selo)
    selo.submit(
        {"kind": "publish", "list": "elo-fide", "label": "q1", "as_of": "2009-03-31"}
    )
    rows = selo.ask("list", "elo-fide", "--list", "q1")["rows"]
    assert [
        (row["player"], row["rating"], row["now"], row["change"], row["moved_by"])
        for row in rows
    ] == [("b", 2400, 2400, 0, []), ("a", 2395, 2395, 0, [])]


# --- Norway ---


def norway(selo: Selo) -> None:
    selo.run("init", "--rules", "no")
    selo.submit(
        *(player(p, born="1970") for p in "abcde"),
        opening("a", 1800, "elo-no", on="2010-01-01"),
        opening("b", 1700, "elo-no", on="2010-01-01", games=20),
        opening("c", 499, "elo-no", on="2010-01-01"),
        opening("d", 1600, "elo-no", on="2010-01-01", games=9),
        opening("e", 1500, "elo-no", on="2008-06-01"),
    )


def test_what_is_published_and_what_is_a_top_list(selo: Selo) -> None:
    """Over 499, 10 games in all, 10 in two years; top lists from 30 games on."""
    norway(selo)
    on = ("elo-no", "--as-of", "2010-06-01")
    assert numbers(selo, *on) == {"a": 1800, "b": 1700, "d": 1600, "e": 1500, "c": 499}
    assert numbers(selo, *on, "--published") == {"a": 1800, "b": 1700, "e": 1500}
    assert numbers(selo, "elo-no", "--as-of", "2010-06-02", "--published") == {
        "a": 1800,
        "b": 1700,
    }
    assert numbers(selo, *on, "--top-list") == {"a": 1800, "e": 1500}
    assert numbers(selo, *on, "--top-list", "--min-rating", "1501") == {"a": 1800}
    assert numbers(selo, *on, "--min-rating", "1600") == {
        "a": 1800,
        "b": 1700,
        "d": 1600,
    }


def test_publish_freezes_what_is_published(selo: Selo) -> None:
    """And a later report that brings somebody over the conditions shows them as missing."""
    norway(selo)
    selo.submit(
        {"kind": "publish", "list": "elo-no", "label": "june", "as_of": "2010-06-01"}
    )
    value = selo.ask("list", "elo-no", "--list", "june")
    assert [row["player"] for row in value["rows"]] == ["a", "b", "e"]
    assert [(row["now"], row["moved_by"]) for row in value["rows"]] == [
        (1800, []),
        (1700, []),
        (1500, []),
    ]
    assert value["missing"] == []
    selo.submit(event("may", "2010-05-01", "d a 1/2-1/2"))
    assert [
        row["player"] for row in selo.ask("list", "elo-no", "--list", "june")["missing"]
    ] == ["d"]


def test_a_landsturnering_in_two_years_is_enough(selo: Selo) -> None:
    norway(selo)
    games = ("a e 1/2-1/2", "e b 1/2-1/2")
    selo.submit(
        event("L", "2010-07-01", *games, event_kind="landsturneringen"),
        event("M", "2010-07-02", *games),
    )
    assert "e" in numbers(selo, "elo-no", "--as-of", "2012-07-01", "--published")
    assert "e" not in numbers(selo, "elo-no", "--as-of", "2012-07-02", "--published")


def test_who_is_struck_off_vanishes(selo: Selo) -> None:
    """Five years without a game: from the list, not from his page, where it is said."""
    norway(selo)
    assert "e" in numbers(selo, "elo-no", "--as-of", "2013-06-01")
    assert "e" not in numbers(selo, "elo-no", "--as-of", "2013-06-02")
    shown = selo.ask("show", "e", "--as-of", "2013-06-02")["lists"]["elo-no"]
    assert (shown["rating"], shown["struck_off"]) == (
        1500,
        "no game since 2008-06-01: struck off after 5 years",
    )
    assert (
        "struck_off"
        not in selo.ask("show", "e", "--as-of", "2013-06-01")["lists"]["elo-no"]
    )
    assert "struck off" in selo.run("show", "e", "--as-of", "2013-06-02").out
    for day in ("2013-06-01", "2013-06-02", TODAY):
        same_from_the_events(selo, "elo-no", day)


def test_the_last_list_stays(selo: Selo) -> None:
    """January 2018: nobody is struck off a list that has ended, and nothing later is
    rated, with the reason.
    """
    norway(selo)
    selo.submit(event("mid", "2014-12-31", "a b 1-0"))
    selo.submit(
        event("last", "2018-01-31", "a b 1-0"), event("late", "2018-02-01", "a b 1-0")
    )
    assert set(numbers(selo, "elo-no", "--as-of", "2018-01-31")) == {"a", "b"}
    assert numbers(selo, "elo-no") == numbers(selo, "elo-no", "--as-of", "2018-01-31")
    game = selo.ask("tournament", "late")["games"][0]
    assert (game["status"], game["list"]) == ("not rated", None)
    assert game["why"] == "the Norwegian list ended on 2018-01-31"
    assert (
        "the Norwegian list ended on 2018-01-31 (2.2.1)"
        in selo.run("tournament", "late").out
    )
    assert "the Norwegian list ended" in selo.run("explain", "a", "late").out
    same_from_the_events(selo, "elo-no", TODAY)


def test_the_conditions_are_norways(selo: Selo) -> None:
    """On a list that publishes everybody the flags leave nobody out."""
    selo.run("init")
    selo.submit(player("a"), opening("a", 300, "selo", on="2023-06-01", games=1))
    assert (
        numbers(selo, "selo", "--published")
        == numbers(selo, "selo", "--top-list")
        == {"a": 300}
    )


def test_side_by_side_each_list_says_why_it_leaves_a_game_out(selo: Selo) -> None:
    """One game on selo and not on elo-no any more; one on none, for two reasons; one on
    none, for the same reason.
    """
    selo.run("init", "--rules", "fi,no")
    selo.submit(
        *(player(p) for p in "ab"),
        *(opening(p, 1800, "selo", on="2010-01-01") for p in "ab"),
        event("late", "2018-02-01", "a b 1-0"),
        event("fast", "2018-02-02", "a b 1-0", time_control="3"),
        event("wo", "2016-02-02", "a b 1-0F"),
    )
    [game] = selo.ask("tournament", "late")["games"]
    assert (game["status"], game["lists"], game["why"]) == ("rated", ["selo"], None)
    ended = "the Norwegian list ended on 2018-01-31"
    assert game["not_on"] == [{"list": "elo-no", "why": ended, "section": "2.2.1"}]
    assert (
        f"selo   not on elo-no: {ended} (2.2.1)" in selo.run("tournament", "late").out
    )
    [game] = selo.ask("tournament", "fast")["games"]
    assert [row["list"] for row in game["not_on"]] == [
        "selo",
        "pelo",
        "elo-no",
    ] and game["lists"] == []
    assert f"not on elo-no: {ended} (2.2.1)" in selo.run("tournament", "fast").out
    said = selo.run("tournament", "wo").out
    assert "forfeit, not played" in said and "not on" not in said
    # the explanation, of everything and of one list
    assert f"was not rated on elo-no: {ended}" in selo.run("explain", "a", "late").out
    assert [
        row["list"]
        for row in selo.ask("explain", "a", "late", "--list", "elo-no")["not_rated"]
    ] == ["elo-no"]
    assert selo.ask("explain", "a", "late", "--list", "selo")["not_rated"] == []
    assert selo.run("explain", "a", "late", "--list", "pelo", "--json").code == 3


@pytest.mark.parametrize("rules", ["fide-2009", "no"])
def test_what_was_published_is_proven_from_the_events(selo: Selo, rules: str) -> None:
    (fide if rules == "fide-2009" else norway)(selo)
    name = "elo-fide" if rules == "fide-2009" else "elo-no"
    days = {
        "elo-fide": ("2009-03-31", "2009-04-01"),
        "elo-no": ("2010-06-01", "2013-06-02"),
    }[name]
    for day in days:
        selo.submit({"kind": "publish", "list": name, "label": day, "as_of": day})
    found = selo.run("verify", "--json")
    # unproven: there is no checkpoint from outside
    assert found.code == 3 and '"problems": []' in found.out
    assert selo.run("ledger", "rebuild", "--check").code == 0
