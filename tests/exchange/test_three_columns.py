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
