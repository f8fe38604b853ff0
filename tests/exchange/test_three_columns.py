"""Swiss-Manager's export in three columns a round, with x for a half."""

import pytest

from exchange.recognise import kind_of
from exchange.results.crosstable import read_crosstable
from ledger.errors import Refused

TABLE = """Open of Espoo
Final Ranking

Rank;SNo.;;Name;Rtg;FED;1.Rd.;;;2.Rd.;;;3.Rd.;;;Pts;RecRp
1;14;IM;Aho Aino;2486;FIN;3;b;1;2;w;x;4;w;1;2x;2614
2;13;;Berg Bea;2286;SWE;4;w;1;1;b;x;-;-;x;2;2642
;4;;Salo Eero;0;FIN;1;w;0;4;-;+;-;-;0;1;2548
4;2;;Urho Unto;1565;FIN;2;b;0;3;-;-;1;b;0;0;2565

You find all details at a page of the event;3;w;x
"""


def test_an_x_is_a_half_and_a_dash_no_colour() -> None:
    assert kind_of("table.txt", TABLE.encode()) == "crosstable"
    table = read_crosstable(TABLE.encode(), "table.txt")
    assert [(one.round, one.white, one.black, one.result) for one in table.games] == [
        (1, 3, 1, "0-1"),
        (1, 2, 4, "1-0"),
        (2, 1, 2, "1/2-1/2"),
        (2, 3, 4, "1-0F"),
        (3, 1, 4, "1-0"),
    ]
    assert [(one.round, one.player, one.code) for one in table.byes] == [
        (3, 2, "H"),
        (3, 3, "Z"),
    ]
    assert [row.name for row in table.players] == [
        "Aho Aino",
        "Berg Bea",
        "Salo Eero",
        "Urho Unto",
    ]
    assert [row.points for row in table.players] == ["2.5", "2", "1", "0"]


def test_rows_that_disagree_are_refused() -> None:
    with pytest.raises(Refused):
        read_crosstable(TABLE.replace("2;w;x;4", "2;w;1;4").encode(), "table.txt")


def test_an_opponent_of_thousands_of_digits_is_refused() -> None:
    with pytest.raises(Refused):
        read_crosstable(TABLE.replace("4;-;+", "1" * 5001 + ";-;+").encode(), "t.txt")


# no heading of rounds, as a table is pasted without it; a whole round of draws
PASTED = """1;;Aho, Aino;FIN;2;w;{draw};3;w;+
2;FM;Berg, Bea;FIN;1;b;{draw};-;;1
3;;Salo, Eero;FIN;4;b;{draw};1;b;-
4;;Cho;FIN;3;w;{draw};-;;½
"""


def read(draw: str) -> list[tuple[int, int, int, str]]:
    table = read_crosstable(PASTED.format(draw=draw).encode())
    assert [(bye.player, bye.code) for bye in table.byes] == [(2, "F"), (4, "H")]
    return [(game.round, game.white, game.black, game.result) for game in table.games]


def test_a_half_written_x_is_one_without_a_heading_too() -> None:
    """It was no result there, and a round that had no other was lost in silence."""
    assert read("x") == [(1, 1, 2, "1/2-1/2"), (1, 4, 3, "1/2-1/2"), (2, 1, 3, "1-0F")]
    assert read("") == [(1, 1, 2, "*"), (1, 4, 3, "*"), (2, 1, 3, "1-0F")]


@pytest.mark.parametrize("sign", ["?", "1F", "*"])
def test_a_round_without_any_known_result_is_never_lost(sign: str) -> None:
    with pytest.raises(Refused) as refused:
        read(sign)
    assert [problem.code for problem in refused.value.problems] == [
        "crosstable-cell"
    ] * 4
    assert f"'2w{sign}' is not a result" in str(refused.value.problems[0].message)
