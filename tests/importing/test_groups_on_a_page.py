"""A saved page with several crosstables or lists: nobody on it is left out in silence."""

from collections.abc import Sequence

import pytest

from desk.files.read_games import read_games_file
from desk.files.settings import Settings
from ledger.errors import Refused

A = [
    (1, "Aho, Aino", "2w1", "3b½"),
    (2, "Berg, Bea", "1b0", "4w1"),
    (3, "Cho, Cai", "4b1", "1w½"),
    (4, "Dahl, Dan", "3w0", "2b0"),
]
B = [(1, "Ek, Eva", "2w1"), (2, "Falk, Finn", "1b0")]
BY_RANK = [
    (1, "Aho, Aino", "3w1", "2b½"),
    (2, "Cho, Cai", "4b1", "1w½"),
    (3, "Berg, Bea", "1b0", "4w1"),
    (4, "Dahl, Dan", "2w0", "3b0"),
]
LIST = [("No", "Name", "FED"), (1, "Aho, Aino", "FIN"), (2, "Berg, Bea", "FIN")]
REST = [("No", "Name", "FED"), (1, "Cho, Cai", "FIN")]


def page(*tables: tuple[str, Sequence[Sequence[object]]]) -> bytes:
    texts = []
    for heading, rows in tables:
        lines = ("".join(f"<td>{cell}</td>" for cell in row) for row in rows)
        body = "".join(f"<tr>{line}</tr>" for line in lines)
        texts.append(f"<h3>{heading}</h3><table>{body}</table>")

    return f"<html><body>{''.join(texts)}</body></html>".encode()


@pytest.mark.parametrize(
    "tables",
    [
        (("Group A", A), ("Group B", B)),
        (("Group B", B), ("Group A", A)),
        (("Group A", LIST), ("Group B", REST)),
    ],
)
def test_groups_with_other_people_are_refused_by_their_headings(
    tables: tuple[tuple[str, Sequence[Sequence[object]]], ...],
) -> None:
    with pytest.raises(Refused) as refused:
        read_games_file(page(*tables), "a.html", Settings())
    [problem] = refused.value.problems
    assert problem.code == "page-groups"
    assert "'Group A', 'Group B'" in str(problem.message).replace(" + ", ", ")


def test_the_same_people_in_another_order_are_one_group() -> None:
    data = page(("By number", A), ("By rank", BY_RANK))
    assert len(read_games_file(data, "a.html", Settings()).games) == 4


def test_a_list_of_the_best_has_nobody_else() -> None:
    data = page(("All", LIST), ("The best", LIST[:2]))
    assert len(read_games_file(data, "a.html", Settings()).entrants) == 2
