"""Matches of teams as text: which line is a match, a board or a round."""

import json

import pytest

from exchange.results.ecf_lms import lms_lines
from exchange.results.team_pairings import read_team_pairings
from exchange.spreadsheets.rows import plain_bytes
from ledger.errors import Refused

LEAGUE = """\
Round 3 on 2025/10/04 at 11:00
Bo.   4   SalSK            Rtg   -    1   TuTS             Rtg    2 : 1
1.1       {home}      1910  -    FM  Cho, Cai         2102   1 - 0
1.2       Aho, Aino        1850  -        Dahl, Dan        1800   1 - 0
1.3       Berg, Bea        1800  -        Ek, Eva          1790   0 - 1
Bo.   2   {team}            Rtg   -    3   LahS             Rtg    1 : 0
2.1       Salo, Eero       1700  -        Urho, Unto       1650   1 - 0
"""


@pytest.mark.parametrize(
    "word", ["Ratas", "Runde", "Ronda", "Voor", "Tur", "Kolo", "Krs"]
)
def test_a_surname_or_a_team_that_is_a_word_for_the_round_is_none(word: str) -> None:
    text = LEAGUE.format(home=f"{word}, Jüri", team=f"{word} SK")
    matches = read_team_pairings(text.encode()).matches
    assert [(match.round, len(match.boards)) for match in matches] == [(3, 3), (3, 1)]
    assert matches[0].boards[0].home == f"{word}, Jüri"
    assert matches[1].home == f"{word} SK"


def test_a_board_has_the_number_that_is_printed_also_behind_one_that_nobody_filled() -> (
    None
):
    text = LEAGUE.format(home="Berg, Bo", team="EtVaS").replace(
        "1.2       Aho, Aino        1850  -        Dahl, Dan        1800   1 - 0\n",
        "1.2       -\n",
    )
    read = read_team_pairings(text.encode())
    assert [board.board for board in read.matches[0].boards] == [1, 3]
    [warning] = read.warnings
    assert (warning.code, warning.where.line) == ("league-boards", 2)
    assert "board 2" in str(warning.message)


def test_boards_of_a_workbook_have_plain_numbers() -> None:
    text = (
        "1.1;1;SalSK;1 - 1;2;TuTS\n2;Aho, Aino;1 : 0;Cho, Cai\n3;Berg, B;0 : 1;Ek, E\n"
    )
    [match] = read_team_pairings(text.encode()).matches
    assert [board.board for board in match.boards] == [2, 3]


def test_a_number_that_comes_again_in_a_match_is_refused_by_its_line() -> None:
    text = LEAGUE.format(home="Berg, Bo", team="EtVaS").replace("1.3 ", "1.2 ")
    with pytest.raises(Refused) as refused:
        read_team_pairings(text.encode())
    [problem] = refused.value.problems
    assert (problem.code, problem.where.line) == ("table-line-twice", 5)


def test_boards_without_a_number_are_counted_and_so_are_those_beyond_any_match() -> (
    None
):
    row = {"board": "", "hname": "A, A", "result": "1 - 0", "aname": "B, B"}
    rows = [row, {**row, "hname": "C, C", "aname": "D, D"}]
    heads = ["Board", "Rating", "Rooks A", " V ", "Pawns B"]
    card = {"title": "Rooks A v Pawns B Round 3", "header": heads, "data": rows}
    lines = plain_bytes(lms_lines(json.dumps([card]), "a.json"))
    [match] = read_team_pairings(lines).matches
    assert [board.board for board in match.boards] == [1, 2]

    text = LEAGUE.format(home="Berg, Bo", team="EtVaS").replace("2.1 ", "999999999 ")
    assert read_team_pairings(text.encode()).matches[1].boards[0].board == 1
