"""Pairing tables line by line: what is a board, and what is wrong with one."""

import pytest

from exchange.results.pairings import read_pairings
from exchange.results.written_results import has_both_sides
from ledger.errors import Refused

TABLE = (
    "Round 1\nBo.;White;Rtg;Result;Black;Rtg\n1;Aho, Aino;2100;1 - 0;Salo, Eero;1900\n"
)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("2;Berg, Bea;1 - 0;Urho, Unto", "table-fields"),
        ("2;Berg, Bea;½ - ½;Urho, Unto", "table-fields"),
        ("2;Berg, Bea;+:-", "table-fields"),
        ("2;;1500;1 - 0;;1400", "table-no-player"),
    ],
)
def test_a_board_that_lacks_a_cell_is_refused_by_its_line(line: str, code: str) -> None:
    with pytest.raises(Refused) as refused:
        read_pairings(f"{TABLE}{line}\n".encode())
    problems = refused.value.problems
    assert {problem.code for problem in problems} == {code}
    assert {problem.where.line for problem in problems} == {4}


@pytest.mark.parametrize(
    "line", ["Table 1 is by the window", "2;free", "from 10:00 - 12:00", ";;;;;", "-;-"]
)
def test_other_lines_below_the_boards_are_passed_over(line: str) -> None:
    assert len(read_pairings(f"{TABLE}{line}\n".encode()).boards) == 1


@pytest.mark.parametrize("text", ["1 - 0", "½:½", "+ - -", "0-1F", "0,5 – 0,5", "+:-"])
def test_a_result_of_both_sides_is_told(text: str) -> None:
    assert has_both_sides(text)


@pytest.mark.parametrize("text", ["", "-", "--", "1", "½", "=", "*", "1-1", "10:00"])
def test_a_result_of_one_side_or_none_is_told(text: str) -> None:
    assert not has_both_sides(text)
