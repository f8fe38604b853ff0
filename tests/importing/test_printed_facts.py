"""What a printed crosstable says beside its games is kept as a report's is: ratings,
points, ranks, byes, and people without a game.
"""

from typing import Any

import pytest

from exchange.trf.read import read_trf
from tests.importing.importing_world import World

FLAGS = (
    "--id",
    "cup",
    "--name",
    "Cup",
    "--start",
    "2024-05-01",
    "--end",
    "2024-05-03",
    "--time-control",
    "90+30",
    "--new-ids",
    "N",
    "--foreign",
)
PRINTED = """Rk.;SNo;;Name;FED;Rtg;1.Rd;2.Rd;3.Rd;Pts.
1;3;FM;Aho, Aino;FIN;2101;2w1;3b½;-1;2,5
2;1;;Berg, Bea;EST;1900;1b0;4w1;3w+;2
;4;;Cho, Cai;FIN;;4b1;1w½;2b-;1,5
4;2;;Dahl, Dag;FIN;0;3w0;2b0;½;0,5
5;9;;Eero, Eki;FIN;1500;-0;-0;-0;0
"""
TASASELO = """  LOPPUTULOKSET
  TY5   Kesän Nopea    Kierros:  2

  A-ryhmä                                      1.   2.    P Selo
  1 Aho Aino                  TuTS      2227 m+ 3 v+ 2  2,0 2230
  2 Berg Bea                  SalSK    U1834   X 0 m- 1  0,5 1835

  B-ryhmä                                      1.   2.    P Selo
  3 Cho Cai                   -         1577 v- 1        0,0 1570
"""


def booked(world: World, text: str = PRINTED, *more: str) -> Any:
    world.file("t.txt", text.encode())
    world.submit("t.txt", *FLAGS, *more)
    return world.ask("tournament", "cup")["reported"]


def test_what_is_printed_is_kept(world: World) -> None:
    reported = booked(world)
    assert [
        (r["name"], r["rating"], r["points"], r["rank"], r["cells"])
        for r in reported["rows"]
    ] == [
        ("Aho, Aino", 2101, 2.5, 1, {"3": "U"}),
        ("Berg, Bea", 1900, 2.0, 2, {}),
        ("Dahl, Dag", None, 0.5, 4, {"3": "H"}),
        ("Eero, Eki", 1500, 0.0, 5, {"1": "Z", "2": "Z", "3": "Z"}),
        ("Cho, Cai", None, 1.5, None, {}),
    ]


@pytest.mark.parametrize("form", ["trf16", "trf26"])
def test_it_leaves_in_the_report_and_comes_back_with_nothing_new(
    world: World, form: str
) -> None:
    booked(world)
    out = world.run("export", "trf", "cup", "--format", form).out.encode()
    report = read_trf(out)
    assert [
        (p.name, p.rating, p.points and float(p.points), p.rank) for p in report.players
    ] == [
        ("Aho, Aino", 2101, 2.5, 1),
        ("Berg, Bea", 1900, 2.0, 2),
        ("Cho, Cai", None, 1.5, None),
        ("Dahl, Dag", None, 0.5, 4),
        ("Eero, Eki", 1500, 0.0, 5),
    ]
    assert [
        (bye.player, bye.round, bye.code) for bye in report.byes if bye.code != "Z"
    ] == [(1, 3, "U"), (4, 3, "H")]
    assert (
        world.submit("t.txt", *FLAGS).value["recorded"][0]["repeated"] and world.equal()
    )


def test_a_table_that_prints_nothing_beside_is_recorded_as_before(world: World) -> None:
    assert booked(world, "1;Aho, Aino;2w1\n2;Berg, Bea;1b0\n") is None


def test_what_is_no_number_is_left_out_and_doubled_points_too(world: World) -> None:
    text = "Rk;Name;Rtg;1.Rd;Pts\n=;Aho, Aino;unr;2w1;one\n99999;Berg, Bea;-;1b0;1,25\n"
    assert [
        (r["rating"], r["points"], r["rank"]) for r in booked(world, text)["rows"]
    ] == [
        (None, None, None),
        (None, 1.25, None),
    ]


def test_doubled_points_are_not_kept(world: World) -> None:
    text = "Rk;Name;1.Rd;2.Rd;Pts\n1;Aho, Aino;2w2;2b2;4\n2;Berg, Bea;1b0;1w0;0\n"
    assert [
        (r["rank"], r["points"])
        for r in booked(world, text, "--points", "doubled")["rows"]
    ] == [
        (1, None),
        (2, None),
    ]


def test_a_matrix_prints_them_too(world: World) -> None:
    text = (
        "Rk;Name;Rtg;1;2;3;Pts\n1;Aho, Aino;2100;*;1;½;1,5\n2;Berg,"
        " Bea;1900;0;*;1;1\n;Cho, Cai;;½;0;*;0,5\n"
    )
    reported = booked(world, text, "--colours", "unknown")
    assert [
        (r["name"], r["rating"], r["points"], r["rank"]) for r in reported["rows"]
    ] == [
        ("Aho, Aino", 2100, 1.5, 1),
        ("Berg, Bea", 1900, 1.0, 2),
        ("Cho, Cai", None, 0.5, None),
    ]


def test_a_table_of_tasaselo_is_booked_with_its_name_and_its_points(
    world: World,
) -> None:
    world.file("TULOKSET.TXT", TASASELO.encode("cp1252"))
    flags = [flag for flag in FLAGS if flag not in ("--name", "Cup")]
    done = world.submit("TULOKSET.TXT", *flags).value
    cup = world.ask("tournament", "cup")
    assert (
        done["recorded"][0]["kind"] == "tournament"
        and "Kesän Nopea" in world.run("tournament", "cup").out
    )
    assert [
        (r["name"], r["rating"], r["points"], r["cells"])
        for r in cup["reported"]["rows"]
    ] == [
        ("Aho, Aino", 2227, 2.0, {}),
        ("Berg, Bea", 1834, 0.5, {"1": "H"}),
        ("Cho, Cai", 1577, 0.0, {"2": "Z"}),
    ]
    games = [(g["white"], g["black"], g["result"]) for g in cup["games"]]
    assert games == [("N0003", "N0001", "0-1"), ("N0001", "N0002", "1-0")]
    assert world.submit("TULOKSET.TXT", *flags).value["recorded"][0]["repeated"]
