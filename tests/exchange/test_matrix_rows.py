"""Which rows of a text are those of a matrix, and what is said of one that is not."""

import pytest

from exchange.results.matrix import read_matrix
from ledger.errors import Refused

ROWS = (
    "1;Aho, Aino;*;1;{bad};{bad}\n2;Berg, Bea;{corner};*;1;½\n"
    "3;Salo, Eero;{bad};0;*;1\n4;Urho, Unto;{bad};½;0;*\n"
)


@pytest.mark.parametrize("corner", ["0", "F"])
@pytest.mark.parametrize("bad", ["F", "?", "1F"])
@pytest.mark.parametrize("mark", [";", "\t", "|"])
def test_a_top_row_with_a_cell_that_is_no_result_is_refused_by_its_line(
    bad: str, corner: str, mark: str
) -> None:
    text = ROWS.format(bad=bad, corner=corner).replace(";", mark)
    assert lines_refused(text) == [1]


def test_so_it_is_where_blanks_part_the_columns() -> None:
    text = (
        "Open\n\n1 Aho Aino M * 1 F F\n\n2 Berg Bea 0 * 1 ½\n3 Salo Eero F 0 * 1\n"
        "4 Urho Unto F ½ 0 *\n"
    )
    assert lines_refused(text) == [3]


def test_so_is_a_row_in_the_middle_with_such_a_cell() -> None:
    text = (
        "1;A;*;1;1;1;1;1\n2;B;0;*;1;1;1;1\n3;C;0;0;*;1;1;F\n"
        "4;D;0;0;0;*;1;1\n5;E;0;0;0;0;*;1\n6;G;0;0;0;0;0;*\n"
    )
    assert 3 in lines_refused(text)


def test_a_heading_above_is_no_row() -> None:
    rows = "1;Aho, Aino;*;1;½\n2;Berg, Bea;0;*;1\n3;Salo, Eero;½;0;*\n"
    for head in ("No;Name;1;2;3\n", ";* no game;;;\n", "Open;;;;\n"):
        assert len(read_matrix(f"{head}{rows}".encode()).players) == 3


def lines_refused(text: str) -> list[int | None]:
    with pytest.raises(Refused) as refused:
        read_matrix(text.encode())
    problems = refused.value.problems
    assert {problem.code for problem in problems} == {"matrix-row-apart"}
    return [problem.where.line for problem in problems]
