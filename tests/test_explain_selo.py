"""Explanations of selo by hand: a case for every kind of term, the Elo, the ladder
abroad, given numbers.
"""

from pathlib import Path

import pytest

from tests.explained import FIVE, FOUR_GAMES, sheets
from tests.naive.makers import DAY, elo, games, opening, person, tournament
from tests.printed_sheets import as_printed


def test_the_sheet_of_1660(tmp_path: Path) -> None:
    """7.2: 1660 + 40 x .56 + .4 = 1682.8, as in test_naive."""
    sheet = sheets(tmp_path, *FIVE, tournament("T", FOUR_GAMES))[
        "selo", "me", "T", "unit"
    ]
    told = as_printed(sheet)
    first = {
        "game": "1.1",
        "opponent": "a",
        "name": "Aalto, Aino",
        "minutes": 90,
        "score": 0,
        "number": 1995,
        "basis": "old",
        "basis_text": "the rating before this competition",
        "section": "7.1",
        "difference": -335,
        "table_percent": 12,
        "percent": 12,
        "capped": False,
        "surplus": -0.12,
        "kt": 1,
        "contribution": -4.8,
        "running": 1655,
    }
    assert told["games"][0] == first
    assert [game["percent"] for game in told["games"]] == [12, 45, 17, 20]
    assert [game["contribution"] for game in told["games"]] == [-4.8, 22, -6.8, 12]
    keys = (
        "player",
        "list",
        "tournament",
        "unit",
        "on",
        "edition",
        "kind",
        "before",
        "after",
        "formula",
        "section",
    )
    assert [told[key] for key in keys] == [
        "me",
        "selo",
        "T",
        "T",
        DAY,
        "fi-2023",
        "unit",
        1660,
        1683,
        "7.2",
        "3.2",
    ]
    assert (told["coefficient"], told["bonus"], told["sum"], told["exact"]) == (
        40,
        0.4,
        22.8,
        1682.8,
    )
    assert (told["score"], told["expected"], told["running"]) == (
        1.5,
        0.94,
        [1655, 1677, 1671, 1683],
    )
    assert told["carried"] is told["provisional"] is told["given"] is None
    assert told["sections"] == ["3.1", "3.2", "3.5", "7.1", "7.2", "7.7", "7.8", "7.9"]
    assert sheet.lines() == [
        "selo of Meikäläinen, Matti (me): 1660 -> 1683",
        "T, 2023-06-10",
        "established player: more than 10 games before (3.1)",
        "",
        (
            "game  opponent           W    Ri  why     D   p    W-E  min  Kt  Kr Kt"
            " (W-E)  after"
        ),
        (
            "1.1   Aalto, Aino (a)    0  1995    a  -335  12  -0.12   90   1        "
            " -4.8   1655"
        ),
        (
            "2.1   b                  1  1695    a   -35  45   0.55   90   1          "
            " 22   1677"
        ),
        (
            "3.1   c                  0  1930    a  -270  17  -0.17   90   1        "
            " -6.8   1671"
        ),
        (
            "4.1   d                0.5  1901    a  -241  20    0.3   90   1          "
            " 12   1683"
        ),
        (
            "sum   4 games          1.5                   94   0.56                 "
            " 22.4   1683"
        ),
        "",
        "a: the rating before this competition (7.1)",
        "Kr 40: 1650 to 1749 (7.7)",
        "1660 + 40 x 0.56 + 0.4 = 1682.8 (7.2)",
        "rounded to the nearest, a half up: 1683 (3.5)",
        "edition fi-2023 (Selosäännöstö 26.4.2023)",
        "sections of Selosäännöstö 26.4.2023: 3.1, 3.2, 3.5, 7.1, 7.2, 7.7, 7.8, 7.9",
    ]


def test_the_cap_is_shown_with_the_table_value(tmp_path: Path) -> None:
    """7.9: p(500) is 96, at most 92: 2000 + 25 x .08 + .1 = 2002.1; for the loser
    p(-500) stays 4.
    """
    strong, weak = opening("me", 2000), opening("b", 1500)
    explained = sheets(tmp_path, strong, weak, tournament("T", games("me b 1-0")))
    sheet, loser = (
        explained["selo", "me", "T", "unit"],
        explained["selo", "b", "T", "unit"],
    )
    game = as_printed(sheet)["games"][0]
    assert (
        game["difference"],
        game["table_percent"],
        game["percent"],
        game["capped"],
    ) == (500, 96, 92, True)
    assert "p is at most 92 (7.9)" in sheet.lines()
    assert "2000 + 25 x 0.08 + 0.1 = 2002.1 (7.2)" in sheet.lines()
    assert (
        as_printed(loser)["games"][0]["percent"],
        as_printed(loser)["games"][0]["capped"],
    ) == (4, False)
    assert not any("at most 92" in line for line in loser.lines())


def test_the_first_edition(tmp_path: Path) -> None:
    """fi-1990: at most 85, no bonus: 2000 + 25 x .15 = 2003.75."""
    lines = games("me b 1-0")
    explained = sheets(
        tmp_path,
        opening("me", 2000),
        opening("b", 1500),
        tournament("T", lines, "2009-06-10"),
    )
    told = as_printed(explained["selo", "me", "T", "unit"])
    assert (told["edition"], told["games"][0]["percent"], told["bonus"]) == (
        "fi-1990",
        85,
        0,
    )
    assert (told["exact"], told["after"], told["source"]) == (
        2003.75,
        2004,
        "Selohöpötystä",
    )
    assert "p is at most 85 (7.9)" in told["working"]


def test_fast_games(tmp_path: Path) -> None:
    """7.8: Kt 0.3 under 60 minutes, from 2300 0.1: 2300 + 20 x .1 x .5 + .1 = 2301.1."""
    document = tournament("T", games("me a 1-0", "a b 1-0"), minutes=59)
    explained = sheets(
        tmp_path, opening("me", 2300), opening("a", 2300), opening("b", 2290), document
    )
    told = as_printed(explained["selo", "me", "T", "unit"])
    assert (told["games"][0]["kt"], told["games"][0]["minutes"], told["exact"]) == (
        0.1,
        59,
        2301.1,
    )
    assert as_printed(explained["selo", "b", "T", "unit"])["games"][0]["kt"] == 0.3


@pytest.mark.parametrize(("day", "exact"), [(DAY, 1560.5), ("2015-06-10", 1560)])
def test_a_newcomer_with_earlier_games(tmp_path: Path, day: str, exact: float) -> None:
    """7.3: (4 x 1500 + 1600) / 5 + 400 (3/5 - 1/2), from 2023 + .5. The established
    meet the new number (3.4).
    """
    explained = sheets(
        tmp_path,
        opening("n", 1500, 4),
        opening("a", 1600),
        tournament("T", games("n a 1-0"), day),
    )
    told = as_printed(explained["selo", "n", "T", "unit"])
    carried = told["carried"]
    assert (carried["games"], carried["numbers"], carried["score"]) == (4, 6000, 2)
    assert (told["formula"], told["section"], told["exact"], told["sum"]) == (
        "7.3",
        "3.3",
        exact,
        None,
    )
    bonus = " + 0.5" if day == DAY else ""
    assert f"7600/5 + 400 x (3/5 - 1/2){bonus} = {exact} (7.3)" in told["working"]
    assert ("each by itself" in carried["text"]) == (day == DAY)
    other = as_printed(explained["selo", "a", "T", "unit"])["games"][0]
    assert (other["number"], other["basis"], other["section"]) == (
        told["after"],
        "new-3.4",
        "3.4",
    )
    table = explained["selo", "n", "T", "unit"].lines()[4:8]
    assert table == [
        "game    opponent         W    Ri  why",
        "before  4 games          2  6000",
        "1.1     Aalto, Aino (a)  1  1600    a",
        "sum     5 games          3  7600",
    ]


def test_newcomers_of_an_age_group(tmp_path: Path) -> None:
    """3.6: 1425 each in a tournament for those under 14; 7.3 that does not end: (1500 +
    1425 + 1425) / 3 + ...
    """
    document = tournament(
        "T", games("n m 1-0", "n k 0-1", "n a 0-1"), age_group="under-14"
    )
    sheet = sheets(tmp_path, opening("a", 1500), document)["selo", "n", "T", "unit"]
    told = as_printed(sheet)
    assert [game["section"] for game in told["games"]] == ["3.6", "3.6", "7.1"]
    assert told["games"][0]["basis_text"] == "no selo yet: 1425, age group under-14"
    # 1450 - 66 2/3 + .3
    assert (told["carried"]["text"], told["exact"]) == (
        "no earlier games",
        41509 / 30,
    )
    assert (
        "4350/3 + 400 x (1/3 - 1/2) + 0.3 = 41509/30 = 1383.6333... (7.3)"
        in sheet.lines()
    )


def test_elo_as_selo(tmp_path: Path) -> None:
    """3.7: an entry of its own with the Elo and the difference; the opponents see
    `elo-3.7`.
    """
    documents = [person("f", "SWE"), person("g", "EST"), elo("f", 2000), elo("g", 1990)]
    documents += [
        opening("a", 1900),
        opening("g", 1850),
        tournament("T", games("f a 1/2-1/2", "g a 1/2-1/2")),
    ]
    explained = sheets(tmp_path, *documents)
    step = explained["selo", "f", "T", "elo-step"]
    told = as_printed(step)
    assert (told["formula"], told["section"], told["given"], told["exact"]) == (
        "3.7",
        "3.7",
        {"number": 2000},
        2000,
    )
    assert told["working"] == [f"Elo 2000 on {DAY}, no selo before (3.7)"]
    assert step.lines()[0] == "selo of f: no rating -> 2000"
    higher = as_printed(explained["selo", "g", "T", "elo-step"])
    assert higher["working"] == [
        f"Elo 1990 on {DAY}: 1990 - 1850 = 140, at least 100 (3.7)"
    ]
    seen = as_printed(explained["selo", "a", "T", "unit"])
    assert [(game["basis"], game["section"]) for game in seen["games"]] == [
        ("elo-3.7", "3.7")
    ] * 2
    assert as_printed(explained["selo", "f", "T", "unit"])["before"] == 2000
    assert (
        f"by the Elo taken as selo on {DAY} (3.7)"
        in explained["selo", "f", "T", "unit"].lines()[2]
    )


def test_the_ladder_abroad(tmp_path: Path) -> None:
    """3.9, every step and the floor under it; 3.8 for a Finnish opponent, 3.6 for one
    without a selo.
    """
    documents = [
        person(player, "SWE") for player in ("s", "r", "ns", "nr", "p", "low", "none")
    ]
    documents += [
        elo("s", 2011),
        elo("s", 2300, source="fide-rapid"),
        elo("r", 2022, source="fide-rapid"),
    ]
    documents += [
        elo("ns", 2033, source="national-standard"),
        elo("nr", 2044, source="national-rapid"),
    ]
    documents += [elo("low", 950), opening("me", 2000), opening("a", 1950)]
    lines = [
        f"me {rival} 1/2-1/2" for rival in ("s", "r", "ns", "nr", "p", "low", "a", "x")
    ] + ["me none 1-0"]
    told = sheets(
        tmp_path, *documents, tournament("T", games(*lines), minutes=45, domestic=False)
    )
    sheet = told["selo", "me", "T", "unit"]
    terms = {game["opponent"]: game for game in as_printed(sheet)["games"]}
    assert {
        rival: (game["number"], game["basis"], game["section"])
        for rival, game in terms.items()
    } == {
        "s": (2011, "fide-standard-3.9", "3.9"),
        "r": (2022, "fide-rapid-3.9", "3.9"),
        "ns": (2033, "national-standard-3.9", "3.9"),
        "nr": (2044, "national-rapid-3.9", "3.9"),
        "p": (2000, "performance-3.9", "3.9"),
        "low": (1000, "fide-standard-3.9-floor", "3.9"),
        "none": (1000, "floor-3.9", "3.9"),
        "a": (1950, "old", "3.8"),
        "x": (1525, "default-3.6", "3.6"),
    }
    assert terms["low"]["basis_text"] == "FIDE standard rating; below 1000 counts 1000"
    assert len({game["basis_text"] for game in terms.values()}) == 9
    assert any(line.startswith("i: ") for line in sheet.lines())


def test_openings_and_rulings(tmp_path: Path) -> None:
    """Given numbers: nothing is worked out; the reason of a ruling comes from the
    caller.
    """
    ruling = {
        "kind": "ruling",
        "player": "n",
        "list": "selo",
        "on": "2010-01-01",
        "delta": -20,
        "reason": "r",
    }
    start = opening("a", 2100, peak=2220, titles=["ME", "I"], normal_games=50)
    explained = sheets(tmp_path, start, opening("n", 1500, 4), ruling)
    told = as_printed(explained["selo", "a", "opening", "opening"])
    titles = {"games": 100, "normal_games": 50, "peak": 2220, "titles": ["ME", "I"]}
    assert told["given"] == {"number": 2100, **titles}
    assert (told["formula"], told["section"], told["sections"], told["before"]) == (
        "opening",
        None,
        [],
        None,
    )
    sheet = explained["selo", "n", "ruling", "ruling"]
    assert as_printed(sheet)["given"] == {"number": 1480, "reason": "found by hand"}
    assert sheet.lines() == [
        "selo of n: 1500 -> 1480",
        "ruling, 2010-01-01",
        "ruling: the rating changes; games, peak and titles do not",
        "ruling: 1500 - 20 = 1480",
        "reason: found by hand",
        "still a new player; earlier games (4) count as draws against it (3.3)",
        "edition fi-1990 (Selohöpötystä)",
    ]
