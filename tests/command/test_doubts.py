"""Before booking: a match of two under Norway's rules, and players without a number
under PSM's.
"""

from typing import Any

import pytest

from tests.world.command import Selo
from tests.world.documents import Document, opening, player, tournament

pytestmark = pytest.mark.lists("elo-no", "elo-psm")

MATCH = "elo-no: two players: a match counts if a club is responsible for it"
BEFORE = "2010-01-01"


@pytest.fixture
def selo(selo_without_ledger: Selo) -> Selo:
    return selo_without_ledger


def event(name: str, *games: str, end: str = "2010-06-01") -> Document:
    return tournament(name, end, *games, time_control="90+30")


def doubts(selo: Selo, *documents: dict[str, Any]) -> list[str]:
    """What is warned about, without the words every old tournament gets."""
    # what test_slips.py looks at is left out
    warnings = selo.submit(*documents)["warnings"]
    here = (None, "wrong-year", "far-day")
    return [
        one["message"]
        for one in warnings
        if one.get("slip") in here and "it ended" not in one["message"]
    ]


# --- Norway: Private kamper ---


def test_a_match_of_two(selo: Selo) -> None:
    selo.run("init", "--rules", "no")
    selo.submit(*(player(p) for p in "abc"))
    (said,) = doubts(selo, event("match", "a b 1-0", "b a 1/2-1/2"))
    assert said.startswith(MATCH)
    assert doubts(selo, event("three", "a b 1-0", "b c 1-0")) == []
    # who did not come makes no third man, and a third man who is added makes it a
    # tournament
    (said,) = doubts(selo, event("forfeit", "a b 1-0", "a c 1-0F"))
    assert said.startswith(MATCH)
    added = {
        "kind": "game",
        "tournament": "match",
        "round": 3,
        "white": "a",
        "black": "c",
        "result": "1-0",
    }
    assert doubts(selo, added) == []


def test_a_match_that_is_not_rated_is_no_question(selo: Selo) -> None:
    """After the end of the list; and where Norway's rules are not kept."""
    selo.run("init", "--rules", "no")
    selo.submit(*(player(p) for p in "ab"))
    assert doubts(selo, event("late", "a b 1-0", end="2018-02-01")) == []


def test_finland_asks_nothing_of_a_match(selo: Selo) -> None:
    selo.run("init")
    selo.submit(*(player(p) for p in "ab"))
    assert doubts(selo, event("match", "a b 1-0")) == []


# --- PSM: every player always has a number ---


def test_who_has_no_opening_is_reported_and_not_guessed(selo: Selo) -> None:
    """On submit, in the tournament, in the explanation; the others are rated from their
    games with each other.
    """
    selo.run("init", "--rules", "psm")
    selo.submit(
        *(player(p) for p in "abcd"),
        opening("a", 1500, "elo-psm", on=BEFORE),
        opening("b", 1500, "elo-psm", on=BEFORE),
    )
    words = "is not rated on elo-psm: no opening rating; PSM does not estimate one"
    assert doubts(selo, event("T", "a b 1-0", "c a 1-0", "d c 1-0")) == [
        f"c {words}",
        f"d {words}",
    ]
    value = selo.ask("tournament", "T")
    assert [(row["player"], row["list"], row["why"]) for row in value["not_rated"]] == [
        ("c", "elo-psm", "no opening rating; PSM does not estimate one"),
        ("d", "elo-psm", "no opening rating; PSM does not estimate one"),
    ]
    assert [
        row["games"]
        for row in selo.ask("history", "a")["rows"]
        if row["kind"] == "unit"
    ] == [1]
    assert selo.ask("show", "c")["lists"]["elo-psm"]["rating"] is None
    assert (
        "c is not rated on elo-psm: no opening rating; PSM does not estimate one"
        in selo.run("tournament", "T").out
    )
    assert "no opening rating" in selo.run("explain", "c", "T").out


def test_a_number_by_a_decision_is_enough(selo: Selo) -> None:
    """An opening by the last day, a ruling before it; a later one is none yet."""
    selo.run("init", "--rules", "psm")
    ruling = {"kind": "ruling", "list": "elo-psm", "rating": 1500, "reason": "board"}
    selo.submit(
        *(player(p) for p in "abcd"),
        opening("a", 1500, "elo-psm", on="2010-06-01"),
        {**ruling, "player": "b", "on": "2010-05-31"},
        {**ruling, "player": "c", "on": "2010-06-01"},
        opening("d", 1500, "elo-psm", on="2010-06-02"),
    )
    said = doubts(selo, event("T", "a b 1-0", "c d 1-0"))
    assert [words.split()[0] for words in said] == ["c", "d"]
    assert [row["player"] for row in selo.ask("tournament", "T")["not_rated"]] == [
        "c",
        "d",
    ]


def test_a_game_that_brings_somebody_new_says_so_once(selo: Selo) -> None:
    selo.run("init", "--rules", "psm")
    selo.submit(
        *(player(p) for p in "abcd"),
        *(opening(p, 1500, "elo-psm", on=BEFORE) for p in "ab"),
    )
    assert len(doubts(selo, event("T", "a b 1-0", "c a 1-0"))) == 1
    game = {
        "kind": "game",
        "tournament": "T",
        "round": 3,
        "white": "a",
        "black": "d",
        "result": "1-0",
    }
    assert [words.split()[0] for words in doubts(selo, game)] == ["d"]
    amend = {
        "kind": "amend",
        "tournament": "T",
        "reason": "missing",
        "add_games": [{"round": 4, "white": "c", "black": "b", "result": "1-0"}],
    }
    assert doubts(selo, amend) == []


# --- days ---


def test_a_game_far_outside_its_tournament(selo: Selo) -> None:
    """A game is moved by weeks (2.12), not by years: whichever way the day comes in, it
    is warned about.
    """
    selo.run("init")
    selo.submit(*(player(p) for p in "abcd"))
    names = ("round", "white", "black", "result", "on")

    def games(*days: str) -> list[Document]:
        return [
            dict(zip(names, (number, "a", "b", "1-0", day), strict=True))
            for number, day in enumerate(days, 1)
        ]

    header = {
        "kind": "tournament",
        "tournament": "T",
        "name": "T",
        "start": "2024-03-01",
        "end": "2024-03-10",
        "minutes": 90,
    }
    near = games("2024-01-01", "2024-03-05", "2024-05-09")  # 60 days before and after
    assert doubts(selo, {**header, "games": near}) == []
    told = doubts(
        selo,
        {
            **header,
            "tournament": "U",
            "games": games("2023-12-31", "2024-05-10", "2024-05-10"),
        },
    )
    assert told == [
        (
            "a game on 2023-12-31: that is 61 days before the tournament begins"
            " (2024-03-01); is the year right?"
        ),
        (
            "a game on 2024-05-10: that is 61 days after the tournament ended"
            " (2024-03-10); is the year right?"
        ),
    ]
    early = (
        "a game on 1950-01-01: that is 27088 days before the tournament begins"
        " (2024-03-01); is the year right?"
    )
    one = {
        "kind": "game",
        "tournament": "T",
        "round": 4,
        "white": "c",
        "black": "d",
        "result": "1-0",
    }
    assert doubts(selo, {**one, "on": "1950-01-01"}) == [early]
    amend = {"kind": "amend", "tournament": "T", "reason": "r"}

    def earlier(year: int, days: int) -> str:
        return early.replace("1950", str(year)).replace("27088", str(days))

    one_moved = {
        **amend,
        "games": {"1.1": {"on": "1949-01-01"}, "2.1": {"result": "0-1"}},
    }
    assert doubts(selo, one_moved) == [earlier(1949, 27453)]
    another = {**amend, "games": {"1.1": None}, "add_games": games("1948-01-01")}
    assert doubts(selo, another) == [earlier(1948, 27819)]
    assert doubts(selo, {**amend, "games": {"2.1": {"on": None}}}) == []


# --- Norway: after the last list, and below 400 ---


def test_decisions_that_norway_does_not_allow(selo: Selo) -> None:
    selo.run("init", "--rules", "no")
    selo.submit(*(player(p) for p in "ab"))
    ruling = {"kind": "ruling", "player": "a", "list": "elo-no", "reason": "r"}
    assert doubts(selo, opening("a", 350, "elo-no", on="2017-01-01")) == [
        "no rating on elo-no is below 400: 350 counts as 400"
    ]
    assert doubts(selo, {**ruling, "on": "2017-02-01", "rating": 399}) == [
        "no rating on elo-no is below 400: 399 counts as 400"
    ]
    assert doubts(selo, {**ruling, "on": "2018-01-31", "rating": 400}) == []
    assert doubts(selo, {**ruling, "on": "2018-02-01", "rating": 1500}) == [
        "the last list of elo-no is that of 2018-01-31: what is dated 2018-02-01"
        " changes nothing on it"
    ]
    assert [row["rating"] for row in selo.ask("list", "elo-no")["rows"]] == [400]
    problems = selo.refused("publish", "elo-no", "late", "--as-of", "2018-02-01")
    assert [problem["code"] for problem in problems] == ["list-ended"]
    assert selo.run("publish", "elo-no", "last", "--as-of", "2018-01-31").code == 0


def test_games_before_a_birth_and_days_long_past_are_asked_about(selo: Selo) -> None:
    selo.run("init")
    selo.submit(player("a", born="2009-05-23"), player("b", born="1950"), player("c"))
    assert doubts(selo, event("T", "a b 1-0", "a c 1-0", end="1972-03-01")) == [
        "born after 1972-03-01: a; is the year right?"
    ]
    newcomer = {"players": [{"player": "d", "name": "D", "born": "2012"}]}
    assert doubts(selo, {**event("U", "b d 1-0", end="2011-03-01"), **newcomer}) == [
        "born after 2011-03-01: d; is the year right?"
    ]
    # the year of a birth is no day: whoever was born in it may have played in it
    assert doubts(selo, event("V", "b c 1-0", end="1950-01-01")) == [
        "V ended 1950-01-01, and b, c have played since, 300 days later or more; is the"
        " year right?"
    ]
    assert doubts(selo, event("W", "b c 1-0", end="0001-01-01")) == [
        "0001-01-01 is before 1900; is the year right?",
        "born after 0001-01-01: b; is the year right?",
    ]


def test_corrections_that_do_not_fit_a_life_are_asked_about(selo: Selo) -> None:
    selo.run("init")
    selo.submit(player("a", born="2009-05-23"), player("b", born="1950"), player("c"))
    selo.submit(event("T", "b c 1-0", end="1950-01-01"))
    born = "born after 1950-01-01: a; is the year right?"
    amend = {"kind": "amend", "tournament": "T", "reason": "r"}
    late = [{"round": 2, "white": "a", "black": "c", "result": "1-0"}]
    assert doubts(selo, {**amend, "add_games": late}) == [born]
    assert doubts(selo, {"kind": "game", "tournament": "T", **late[0], "round": 3}) == [
        born
    ]
    assert doubts(selo, {**amend, "games": {"1.1": {"result": "0-1"}}}) == []
    assert doubts(selo, {**amend, "set": {"start": "1949-12-31"}}) == [
        "born after 1949-12-31: a, b; is the year right?"
    ]


def test_other_days_that_do_not_fit_a_life_are_asked_about(selo: Selo) -> None:
    selo.run("init")
    selo.submit(player("a", born="2009-05-23"), player("c"))
    selo.submit(player("b"), event("T", "c b 1-0", end="1950-01-01"))
    early = "born after 2008-05-22: a; is the year right?"
    assert doubts(selo, opening("a", 1500, on="2008-05-22")) == [early]
    ruled = {
        "kind": "ruling",
        "player": "a",
        "list": "selo",
        "on": "2009-01-01",
        "delta": 5,
        "reason": "r",
    }
    assert doubts(selo, ruled) == []  # nobody finds out the day by asking
    ruling = {
        "kind": "ruling",
        "player": "c",
        "list": "selo",
        "on": "0001-01-01",
        "delta": 5,
        "reason": "r",
    }
    assert doubts(selo, ruling) == ["0001-01-01 is before 1900; is the year right?"]
    assert doubts(selo, player("e", born="1850")) == [
        "1850 is before 1900; is the year right?"
    ]
    # told after the games
    assert doubts(selo, player("c", born="1951-02-03")) == [
        "c played on 1950-01-01, before they were born (1951-02-03); is the year right?"
    ]
    assert doubts(selo, player("a", club="Turku"), player("f", born="2020")) == []


def test_a_merge_of_two_births_names_the_years_and_never_a_day(selo: Selo) -> None:
    selo.run("init")
    selo.submit(
        player("a", born="2001-02-03"),
        player("b", born="2001-05-06"),
        player("c", born="1999"),
        player("d", born="2001"),
    )

    def asked(merged: str, into: str) -> list[str]:
        merge = {"kind": "merge-players", "from": merged, "into": into, "reason": "r"}
        file = selo.file("merge.jsonl", merge)
        warnings = selo.ask("submit", file, "--dry-run")["warnings"]
        return [one["message"] for one in warnings if one.get("slip") == "two-people"]

    assert asked("a", "b") == [
        "a and b were born on different days of 2001; are they one person?"
    ]
    assert asked("c", "a") == ["c was born 1999 and a 2001; are they one person?"]
    assert asked("d", "a") == []


def test_a_federation_that_there_is_not_is_asked_about(selo: Selo) -> None:
    """Three letters of anything make somebody foreign; players under FIDE's flag are no
    slip.
    """
    selo.run("init")
    question = "SVE is not a federation of FIDE ({}); is it right?"
    assert (
        doubts(
            selo,
            player("a", federation="SWE"),
            player("b", federation="FID"),
            player("c"),
        )
        == []
    )
    assert doubts(selo, player("d", federation="SVE")) == [question.format("d")]
    people = [
        {"player": name, "name": f"Pelaaja {name}", "federation": "SVE"}
        for name in "efgh"
    ]
    assert doubts(
        selo,
        event("open", "e f 1-0", "g h 1-0", end="2024-06-01") | {"players": people},
    ) == [question.format("e, f, g and 1 more")]


def test_a_name_that_looks_like_another_one_is_asked_about(selo: Selo) -> None:
    """With a letter that another alphabet has in the same shape; a name that is
    Cyrillic as a whole is none.
    """
    selo.run("init")
    sentence = "a word of the name has letters of two alphabets ({}); is it right?"
    cyrillic = "\N{CYRILLIC CAPITAL LETTER A}"
    assert (
        doubts(selo, player("a", name="Aho, Aino"), player("c", name="Каспаров, Гарри"))
        == []
    )
    assert doubts(selo, player("b", name=f"{cyrillic}ho, Aino")) == [
        sentence.format("b")
    ]
    people = [{"player": "e", "name": f"Salo, P{cyrillic}", "federation": "FIN"}]
    assert doubts(
        selo, event("open", "e a 1-0", end="2024-06-01") | {"players": people}
    ) == [sentence.format("e")]
