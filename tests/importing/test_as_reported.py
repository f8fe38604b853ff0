"""What a report says beside its games is kept, moves no rating, names nobody, and is
written again as it came in.
"""

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from desk.submit import init
from exchange.trf.read import read_trf
from exchange.trf.report import TrfReport
from ledger.store.checkpoints import footer
from ledger.store.database import snapshot
from tests.exchange.trf_text import dates
from tests.importing.importing_world import World, row, trf
from tests.world.documents import amend, game, player, tournament
from tests.world.ledger import outside, submitted

HEAD = (
    "012 Kevät Open",
    "022 Salo",
    "032 EST",
    "042 2024/05/01",
    "052 2024/05/03",
    "092 Swiss",
    "102 Tuomari, Tiina",
    "112 Apu, Antti",
    "122 90 min + 30 s",
    dates("24/05/01", "24/05/02", "24/05/03"),
    "142 4",
    "152 B",
    "162 W 1.0 D 0.5",
    "172 FIDON",
    "182 Pairing 9",
    "192 FIDE_DUTCH",
    "202 BH,SB",
    "222 5400+30",
)
FULL = trf(
    *(
        row(
            1,
            "Aho, Aino",
            (2, "w", "1"),
            (3, "b", "="),
            ("0000", "-", "H"),
            title="g",
            rating="2501",
            points="2.0",
            rank="2",
            sex="f",
            born="2011/02/03",
            ident="4500001",
            federation="EST",
        ),
        row(
            2,
            "Berg, Bea",
            (1, "b", "0"),
            ("0000", "-", "U"),
            (3, "-", "+"),
            title="WIM",
            rating="0",
            points="2.0",
            rank="1",
            sex="f",
            ident="4500002",
            federation="",
        ),
        row(
            4,
            "Cho, Cai",
            (5, "w", "W"),
            ("0000", "-", "Z"),
            ("0000", "-", "-"),
            points="1.0",
            rank="4",
            title="FM",
        ),
        row(
            3,
            "Dahl, Dag",
            ("0000", "-", "F"),
            (1, "w", "="),
            (2, "-", "-"),
            points="7.5",
            rank="3",
            federation="ABC",
        ),
        row(5, "Eero, Eki", (4, "b", "L"), points="", rank=""),
        row(
            9,
            "Foss, Fia",
            ("0000", "-", "Z"),
            ("0000", "-", "Z"),
            points="0.0",
            rank="5",
        ),
    ),
    header=HEAD,
)
FLAGS = ("--id", "kevat", "--time-control", "90+30", "--new-ids", "N", "--foreign")
FACTS = (
    "022",
    "032",
    "092",
    "102",
    "122",
    "142",
    "152",
    "162",
    "172",
    "182",
    "192",
    "202",
    "222",
)
# before anything was reported, with the rules of now
GOLDEN = "v9xyxw+SmPI0yct5xDLAj1Kd3xAzQmwhRpRed+dcQHg="


def rows(report: TrfReport) -> dict[int, Any]:
    """Everything of the rows that is compared with what was published."""
    cells: dict[int, dict[int, tuple[int, str, str]]] = {}
    for cell in report.cells:
        cells.setdefault(cell.player, {})[cell.round] = (
            cell.opponent,
            cell.colour,
            cell.code,
        )
    return {
        one.number: (
            one.name,
            one.title,
            one.rating,
            one.federation,
            one.points,
            one.rank or None,
            cells.get(one.number, {}),
        )
        for one in report.players
    }


def facts(report: TrfReport, tags: tuple[str, ...] = FACTS) -> dict[str, Any]:
    header = report.header
    return {tag: header.texts.get(tag) for tag in tags} | {
        "112": header.deputies,
        "132": dict(report.round_dates),
    }


def written(world: World, form: str = "trf26") -> TrfReport:
    out = world.run("export", "trf", "kevat", "--format", form)
    assert out.code == 0, out.err
    return read_trf(out.out.encode())


def booked(world: World, data: bytes = FULL, *more: str) -> Any:
    world.file("kevat.trf", data)
    return world.submit("kevat.trf", *FLAGS, *more).value


def reported(world: World) -> Any:
    return world.ask("tournament", "kevat")["reported"]


@pytest.mark.parametrize("form", ["trf16", "trf26"])
def test_in_and_out_is_the_same_report(world: World, form: str) -> None:
    booked(world)
    before, after = read_trf(FULL), written(world, form)
    assert rows(after) == rows(before)
    tags = FACTS if form == "trf26" else FACTS[:5]
    assert facts(after, tags) == facts(before, tags)
    assert world.equal()
    text = world.run("export", "trf", "kevat", "--format", form).out
    world.file("again.trf", text.encode())
    assert world.submit("again.trf", *FLAGS).value["recorded"][0]["repeated"]


def test_names_are_written_as_the_report_has_them_else_with_the_surname_first(
    world: World,
) -> None:
    details = {"born": "1990", "fide_id": 4500002}
    world.submit(
        world.file(
            "p.jsonl",
            player("M1", name="Bea van Berg", **details),
            player("M2", name="Cai Cho"),
        )
    )
    data = (
        FULL.replace(b"Berg, Bea ", b"Berg Bea  ")
        .replace(b"Cho, Cai", b"Cho Cai ")
        .replace(b"Eero, Eki", b"Eero Eki ")
    )
    booked(world, data, "--map", "2=M1", "--map", "4=M2")
    names = {number: row[0] for number, row in rows(written(world)).items()}
    assert (names[2], names[4], names[5], names[1]) == (
        "van Berg, Bea",
        "Cho Cai",
        "Eero Eki",
        "Aho, Aino",
    )


def test_no_name_birth_or_sex_is_in_the_log(world: World) -> None:
    booked(world)
    with snapshot(world.ledger) as connection:
        states = b"".join(
            bytes(state) for (state,) in connection.execute("SELECT state FROM event")
        )
    assert (
        b'"cells"' in states
        and b'"points":"7.5"' in states
        and b'"place":"Salo"' in states
    )
    for told in (
        "Aho",
        "Foss",
        "2011-02-03",
        '"sex":"f"',
        "WIM",
        "Tuomari",
        "Apu, Antti",
    ):
        assert told.encode() not in states, told


def test_an_erasure_takes_arbiters_and_titles_of_women_with_the_file(
    world: World,
) -> None:
    booked(world)
    assert world.run("player", "erase", "N0006", "--reason", "asked for it").code == 0
    after = written(world)
    assert after.header.arbiter == "" and after.header.deputies == ()
    expected = rows(read_trf(FULL))
    expected[2] = (expected[2][0], "", *expected[2][2:])
    expected[9] = ("N0006", *expected[9][1:])
    assert rows(after) == expected


def test_the_answer_has_what_was_reported_beside_what_counts(world: World) -> None:
    booked(world)
    told = reported(world)
    assert (told["stands"], told["place"], told["tie_breaks"], told["rounds"]) == (
        True,
        "Salo",
        "BH,SB",
        4,
    )
    assert told["round_days"] == {
        "1": "2024-05-01",
        "2": "2024-05-02",
        "3": "2024-05-03",
    }
    assert [(r["rank"], r["name"], r["points"], r["cells"]) for r in told["rows"]] == [
        (1, "Berg, Bea", 2.0, {"2": "U", "3": "-+"}),
        (2, "Aho, Aino", 2.0, {"3": "H"}),
        (3, "Dahl, Dag", 7.5, {"1": "F", "3": "--"}),
        (4, "Cho, Cai", 1.0, {"1": "wW", "2": "Z", "3": "-"}),
        (5, "Foss, Fia", 0.0, {"1": "Z", "2": "Z"}),
        (None, "Eero, Eki", None, {"1": "bL"}),
    ]
    # the report gives points of its own for a result
    assert {row["counted"] for row in told["rows"]} == {None}
    booked(
        world,
        FULL.replace(b"162 W 1.0 D 0.5\n", b""),
        "--as-correction",
        "--reason",
        "usual points",
    )
    # what a file does not say stays
    assert [row["counted"] for row in reported(world)["rows"]] == [None] * 6
    assert "as reported:" in world.run("tournament", "kevat").out


def test_points_are_counted_with_byes_where_results_have_the_usual_points(
    world: World,
) -> None:
    booked(world, FULL.replace(b"162 W 1.0 D 0.5\n", b""))
    counted = {row["name"][:1]: row["counted"] for row in reported(world)["rows"]}
    assert counted == {"A": 2.0, "B": 2.0, "C": 1.0, "D": 1.5, "E": 0.0, "F": 0.0}


def test_a_player_without_a_game_gets_their_own_row_and_nobody_elses(
    world: World,
) -> None:
    booked(world)
    [told] = [
        d
        for d in world.ask("export", "player", "N0006")["documents"]
        if d["document"]["kind"] == "tournament"
    ]
    cells = {"1": "Z", "2": "Z"}
    assert told["document"]["reported"]["players"] == [
        {
            "player": "N0006",
            "number": 9,
            "federation": "FIN",
            "points": "0",
            "rank": 5,
            "cells": cells,
        }
    ]
    assert told["document"]["reported"]["place"] == "Salo"


def test_another_state_of_the_report_is_a_correction(world: World) -> None:
    booked(world)
    other = FULL.replace(b"2.0    2", b"2.0    1").replace(b"2.0    1  ", b"2.0    1  ")
    world.file("other.trf", other)
    assert world.submit("other.trf", *FLAGS, code=5).codes == [
        "other-content",
        "reported-differs",
    ]
    done = world.submit(
        "other.trf", *FLAGS, "--as-correction", "--reason", "ranks shared"
    ).value
    assert [receipt["kind"] for receipt in done["recorded"]] == ["amend"] and done[
        "moved"
    ] == []
    assert rows(written(world)) == rows(read_trf(other))
    seq = done["recorded"][0]["seq"]
    assert (
        "the report's details beside the games changed"
        in world.run("log", "event", str(seq)).out
    )
    assert world.run("undo", str(seq), "--reason", "was right").code == 0
    expected = rows(read_trf(FULL))
    # the file that has this title is no longer the report
    expected[2] = (expected[2][0], "", *expected[2][2:])
    assert rows(written(world)) == expected and world.equal()


def test_after_a_correction_of_a_game_points_are_added_up_and_ranks_are_left_out(
    world: World,
) -> None:
    booked(world)
    assert (
        world.run(
            "amend",
            "kevat",
            "--game",
            "1.1",
            "--result",
            "0-1",
            "--reason",
            "typed wrong",
        ).code
        == 0
    )
    after = rows(written(world))
    assert [after[number][4:6] for number in (1, 2, 3)] == [
        (Fraction(1), None),
        (Fraction(3), None),
        (Fraction(3, 2), None),
    ]
    assert after[1][6][3] == (0, "-", "H")  # byes stay
    assert (
        not reported(world)["stands"]
        and "before games were changed" in world.run("tournament", "kevat").out
    )


def test_a_ledger_of_before_takes_what_was_reported_when_it_is_corrected(
    world: World,
) -> None:
    games = [game(1, "A", "B"), game(2, "B", "A", "1/2-1/2F")]
    event = tournament(
        "kevat", "2024-05-03", *games, start="2024-05-01", name="Kevät", minutes=90
    )
    world.submit(
        world.file("d.jsonl", player("A", name="Aho"), player("B", name="Berg"), event)
    )
    said = trf(
        row(1, "Aho", (2, "w", "1"), (2, "b", "D"), rank="1"),
        row(2, "Berg", (1, "b", "0"), (1, "w", "D")),
        header=("012 Kevät", "042 2024/05/01", "052 2024/05/03"),
    )
    world.file("t.trf", said)
    assert (
        world.submit("t.trf", "--id", "kevat").value["recorded"][0]["repeated"]
        and reported(world) is None
    )
    world.submit(
        "t.trf", "--id", "kevat", "--as-correction", "--reason", "keep the ranks"
    )
    assert [row["rank"] for row in reported(world)["rows"]] == [1, None]


DETAILS = [
    {"player": "A", "name": "Aho"},
    {"player": "B", "name": "Berg"},
    {"player": "C", "name": "Cho"},
]


def stated(**told: Any) -> dict[str, Any]:
    return tournament(
        "kevat", "2024-05-03", game(1, "A", "B"), players=DETAILS, reported=told
    )


def test_a_document_says_it_too_and_an_amend_replaces_it_whole(world: World) -> None:
    first = stated(
        place="Salo",
        players=[
            {"player": "A", "points": "1", "rank": 1},
            {"player": "C", "cells": {"1": "H"}},
        ],
    )
    value = world.submit(world.file("t.json", first)).value
    assert not value["recorded"][0]["repeated"]
    assert world.submit("t.json").value["recorded"][0]["repeated"]
    without = {name: value for name, value in first.items() if name != "reported"}
    assert world.submit(world.file("u.json", without), code=5).codes == [
        "other-content",
        "reported-differs",
    ]
    world.submit(world.file("a.json", amend("kevat", reported={"kind": "Swiss"})))
    assert (
        reported(world)["place"],
        reported(world)["kind"],
        reported(world)["rows"],
    ) == (None, "Swiss", [])
    assert world.submit(
        world.file(
            "b.json", amend("kevat", reported={"kind": "Swiss"}, reason="again")
        ),
        code=1,
    ).codes == ["no-change"]
    assert world.equal()


def test_every_flaw_has_its_place(world: World) -> None:
    flawed = stated(
        place="a\u202eb",
        round_days={"0": "2024-05-01", "x": "2024-05-02"},
        players=[
            {"player": "A", "number": 1, "cells": {"x": "H"}},
            {"player": "A", "number": 1},
            {"player": "C", "points": "1,5", "title": "WGM", "rank": 0},
        ],
    )
    ran = world.submit(world.file("t.json", flawed), code=1)
    assert ran.fields == [
        "reported.players[2].points",
        "reported.players[2].title",
        "reported.players[2].rank",
    ]
    flawed["reported"]["players"].pop()
    ran = world.submit(world.file("t.json", flawed), code=1)
    assert sorted(ran.fields) == [
        "reported.place",
        "reported.players[0].cells.x",
        "reported.players[1].number",
        "reported.players[1].player",
        "reported.round_days.0",
        "reported.round_days.x",
    ]


def test_whoever_is_reported_is_known(world: World) -> None:
    ran = world.submit(
        world.file("t.json", stated(players=[{"player": "C"}, {"player": "X"}])), code=1
    )
    assert (ran.codes, ran.fields) == (
        ["unknown-player"],
        ["reported.players[1].player"],
    )
    world.submit(world.file("t.json", stated(players=[{"player": "C"}])))
    ran = world.submit(
        world.file("a.json", amend("kevat", reported={"players": [{"player": "X"}]})),
        code=1,
    )
    assert (ran.codes, ran.fields) == (
        ["unknown-player"],
        ["reported.players[0].player"],
    )


def test_a_row_that_is_a_bye_is_nobody_and_a_bye_in_the_round(world: World) -> None:
    booked(
        world,
        trf(
            row(1, "Aho", (2, "w", "1"), (3, "w", "1")),
            row(2, "Berg", (1, "b", "0")),
            row(3, "BYE", ("0000", "-", "Z"), (1, "b", "0")),
            header=HEAD,
        ),
    )
    assert [(r["name"], r["cells"]) for r in reported(world)["rows"]] == [
        ("Aho", {"2": "U"}),
        ("Berg", {}),
    ]


def test_a_document_that_says_nothing_of_it_is_recorded_as_ever(tmp_path: Path) -> None:
    """Golden: the root over these events, as format 1 records them."""
    path = tmp_path / "g.db"
    init(str(path), outside())
    submitted(
        path,
        player("A", name="Aho, Aino", born="1990-02-03", sex="f"),
        player("B", name="Berg, Bo"),
        tournament(
            "T",
            "2024-01-01",
            game(1, "A", "B"),
            game(2, "B", "A", "1/2-1/2F"),
            source="a" * 64,
        ),
        amend("T", games={"1.1": {"result": "0-1"}}, set={"name": "Cup"}),
        tournament("U", "2024-02-01", game(1, "A", "B", game="x")),
    )
    with snapshot(str(path)) as connection:
        assert tuple(footer(connection, 11)) == (11, GOLDEN)
