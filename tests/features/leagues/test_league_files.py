"""Teams and matches of files: records of TRF, tables with the teams of both players,
and the same once more.
"""

import os
from pathlib import Path
from typing import Any

import pytest

from tests.importing.importing_world import World, row, trf
from tests.importing.test_as_reported import FLAGS, HEAD
from tests.importing.test_records_of_teams import MATCH

TABLE = """round;white team;black team;home;board;white;black;result;date
1;Salo;Turku;Salo;1;Aho, Aino;Cho, Cai;1-0;8.10.2023
1;Turku;Salo;Salo;2;Dahl, Dag;Berg, Bea;0,5-0,5;8.10.2023
1;Åbo;Ii;Ii;1;Eklund, Eva;Fors, Fia;0-1;8.10.2023
1;Ii;Åbo;Ii;2;Grön, Gun;Holm, Hans;1-0F;15.10.2023
2;Turku;Ii;Turku;1;Cho, Cai;Fors, Fia;1-0;3.3.2024
2;Ii;Turku;Turku;2;Grön, Gun;Dahl, Dag;0-1;3.3.2024
"""
OF_TABLE = (
    "--id",
    "liiga",
    "--name",
    "Liiga",
    "--time-control",
    "90+30",
    "--new-ids",
    "N",
)


def league(world: World, name: str) -> dict[str, Any]:
    answer: dict[str, Any] = world.ask("league", "table", name)
    return answer


def results(world: World, name: str) -> list[tuple[Any, ...]]:
    fields = ("round", "on", "home", "away", "status", "home_boards", "away_boards")
    return [
        tuple(match[field] for field in fields)
        for match in league(world, name)["matches"]
    ]


def test_a_table_with_teams_is_a_league(world: World) -> None:
    world.file("liiga.csv", TABLE.encode())
    done = world.submit("liiga.csv", *OF_TABLE).value
    assert not [
        warning for warning in done["warnings"] if "no match" in warning["message"]
    ]
    assert results(world, "liiga") == [
        (1, "2023-10-08", "salo", "turku", "played", 1.5, 0.5),
        (1, "2023-10-15", "ii", "abo", "played", 2.0, 0.0),
        (2, "2024-03-03", "turku", "ii", "played", 2.0, 0.0),
    ]
    assert [(row["place"], row["name"]) for row in league(world, "liiga")["rows"]] == [
        (1, "Turku"),
        (2, "Ii"),
        (3, "Salo"),
        (4, "Åbo"),
    ]
    assert [one["unit"] for one in world.ask("tournament", "liiga")["games"]] == [
        "liiga/1.1",
        "liiga/1.2",
        "liiga/1.3",
        None,
        "liiga/2.1",
        "liiga/2.2",
    ]
    assert [
        row["name"] for row in world.ask("league", "team", "liiga", "Turku")["players"]
    ] == [
        "Cho, Cai",
        "Dahl, Dag",
    ]
    assert (
        world.submit("liiga.csv", *OF_TABLE).value["recorded"][0]["repeated"]
        and world.equal()
    )


def test_the_next_rounds_of_a_table_keep_what_was_decided(world: World) -> None:
    world.file("liiga.csv", "".join(TABLE.splitlines(keepends=True)[:5]).encode())
    world.submit("liiga.csv", *OF_TABLE)
    world.run(
        "league",
        "roster",
        "liiga",
        "abo",
        "--withdrawn",
        "2023-12-01",
        "--reason",
        "as they wrote",
    )
    world.file("more.csv", TABLE.encode())
    asked = world.submit("more.csv", *OF_TABLE, code=1)
    assert asked.fields == ["other_rounds"]
    world.submit("more.csv", *OF_TABLE, "--other-rounds", "stay")
    assert len(results(world, "liiga")) == 3
    [gone] = [row for row in league(world, "liiga")["rows"] if row["withdrawn"]]
    assert (gone["team"], gone["withdrawn"]) == ("abo", "2023-12-01")
    assert world.equal()


def test_a_team_with_too_long_a_name_is_refused_in_a_correction_as_in_a_first_table(
    world: World,
) -> None:
    world.file("long.csv", TABLE.replace("Turku", "T" * 201).encode())
    first = world.submit("long.csv", *OF_TABLE, code=1)
    world.file("liiga.csv", TABLE.encode())
    world.submit("liiga.csv", *OF_TABLE)
    later = world.submit(
        "long.csv",
        *OF_TABLE,
        "--as-correction",
        "--reason",
        "the name of the sponsor",
        code=1,
    )
    for refused in (first, later):
        assert set(refused.codes) == {"wrong-value"} and refused.fields[0].startswith(
            "league.teams"
        ), refused.value


def test_a_later_table_keeps_who_is_in_the_team_and_has_not_played(
    world: World,
) -> None:
    """In the order that the office gave, unless the table has somebody new; and two ids
    of one person are one.
    """
    world.file("liiga.csv", TABLE.encode())
    world.submit("liiga.csv", *OF_TABLE)

    def salo() -> list[str]:
        return [
            row["player"]
            for row in world.ask("league", "team", "liiga", "salo")["players"]
        ]

    aho, berg = salo()
    for name in ("R1", "R2"):
        world.player(name, f"Reserve, {name}")
    line_up = [part for one in ("R1", berg, aho) for part in ("--player", one)]
    assert (
        world.run(
            "league", "roster", "liiga", "salo", *line_up, "--reason", "their letter"
        ).code
        == 0
    )
    assert world.submit("liiga.csv", *OF_TABLE).value["recorded"][0]["repeated"]
    assert world.run("player", "merge", "R1", "R2", "--reason", "one card").code == 0
    assert world.submit("liiga.csv", *OF_TABLE).value["recorded"][0]["repeated"]
    world.file(
        "more.csv", (TABLE + "3;Salo;Ii;;1;New, Nea;Fors, Fia;1-0;10.3.2024\n").encode()
    )
    world.submit("more.csv", *OF_TABLE, "--as-correction", "--reason", "round 3")
    new = next(
        one["white"]
        for one in world.ask("tournament", "liiga")["games"]
        if one["round"] == 3
    )
    assert salo() == [aho, new, berg, "R2"]


def test_a_planned_match_that_the_file_contradicts_gives_way(world: World) -> None:
    """A team has one match in a round; the other planned ones stay."""
    world.file("liiga.csv", TABLE.encode())
    world.submit("liiga.csv", *OF_TABLE)
    for number in ("3", "4"):
        planned = (
            "league",
            "match",
            "liiga",
            number,
            "salo",
            "--home",
            "salo",
            "--away",
            "ii",
            "--on",
            "2024-04-01",
        )
        assert world.run(*planned, "--reason", "the plan").code == 0
    world.file(
        "more.csv",
        (TABLE + "3;Salo;Åbo;;1;Aho, Aino;Holm, Hans;1-0;1.4.2024\n").encode(),
    )
    world.submit("more.csv", *OF_TABLE, "--as-correction", "--reason", "round 3")
    later = [
        (match["round"], match["away"])
        for match in league(world, "liiga")["matches"]
        if match["round"] > 2
    ]
    assert sorted(later) == [(3, "abo"), (4, "ii")]


def test_teams_that_differ_by_an_accent_are_two(world: World) -> None:
    """Also where the ledger knows only one of them."""
    one = (
        TABLE.replace("Turku", "Abo")
        .replace("Åbo;Ii", "Ii 2;Ii")
        .replace("Ii;Åbo", "Ii;Ii 2")
    )
    world.file("liiga.csv", one.encode())
    world.submit("liiga.csv", *OF_TABLE)
    two = (
        "round;white team;black team;white;black;result;date\n4;Åbo;Abo;Holm, Hans;Cho,"
        " Cai;1-0;1.4.2024\n"
    )
    world.file(
        "more.csv",
        (one + two.splitlines()[1].replace("Abo;Holm", "Abo;;1;Holm") + "\n").encode(),
    )
    world.submit("more.csv", *OF_TABLE, "--as-correction", "--reason", "round 4")
    names = {row["team"]: row["name"] for row in league(world, "liiga")["rows"]}
    assert names == {
        "salo": "Salo",
        "abo": "Abo",
        "ii-2": "Ii 2",
        "ii": "Ii",
        "abo-5": "Åbo",
    }


@pytest.mark.parametrize(
    ("line", "field"),
    [
        ("1;Salo;;;1;A, A;B, B;1-0;8.10.2023", "black_team"),
        ("1;;Salo;;1;A, A;B, B;1-0;8.10.2023", "white_team"),
        ("1;Salo;salo ;;1;A, A;B, B;1-0;8.10.2023", "black_team"),
        ("1;Salo;Turku;Ii;1;A, A;B, B;1-0;8.10.2023", "home"),
    ],
)
def test_a_game_of_no_two_teams_is_refused_with_its_line(
    line: str, field: str, world: World
) -> None:
    world.file("liiga.csv", (TABLE + line + "\n").encode())
    ran = world.submit("liiga.csv", *OF_TABLE, code=1)
    [problem] = ran.value["problems"]
    assert (problem["code"], problem["where"]["field"], problem["where"]["line"]) == (
        "table-team",
        field,
        8,
    )


def test_records_of_a_report_make_the_league(world: World) -> None:
    """The walk-over is not of the two teams' match, which has games; the scoring is
    that of record 362.
    """
    world.file("kevat.trf", MATCH.replace(b"TW2.0     TD1.0", b"TW3.0     TD1.0"))
    world.submit("kevat.trf", *FLAGS)
    teams = world.ask("tournament", "kevat")["reported"]["records"]
    assert len(teams) > 10
    answer = league(world, "kevat")
    assert [team["name"] for team in answer["rows"]] == [
        "Salon Shakkikerho",
        "Turun Työväen Shakki",
    ]
    # byes: 320, 240 H
    assert [row["match_points"] for row in answer["rows"]] == [3.0 + 1.0 + 1.0, 0.0]
    assert results(world, "kevat")[0][2:] == (
        "salon-shakkikerho",
        "turun-tyovaen-shakki",
        "played",
        1.5,
        0.5,
    )


@pytest.mark.parametrize(
    ("mark", "printed", "boards"),
    [("+", "1.0", 2.0), ("-", "1.0", 2.0), ("-", "0.0", None)],
)
def test_who_won_a_board_without_an_opponent_wins_it_for_the_team(
    mark: str, printed: str, boards: float | None, world: World
) -> None:
    """By `+`, or by a point that only the printed ones have; who has none leaves the
    match unfinished.
    """
    report = trf(
        row(1, "Aho, Aino", (3, "w", "1"), (4, "w", "="), points="1.5"),
        row(2, "Berg, Bea", ("0000", "-", mark), (3, "b", "0"), points=printed),
        row(3, "Cho, Cai", (1, "b", "0"), (2, "w", "1"), points="1.0"),
        row(4, "Dahl, Dag", ("0000", "-", "-"), (1, "b", "="), points="0.5"),
        "013 " + "A".ljust(32) + "   1    2",
        "013 " + "B".ljust(32) + "   3    4",
        header=HEAD,
    )
    world.file("kevat.trf", report)
    warnings = str(world.submit("kevat.trf", *FLAGS, "--foreign").value["warnings"])
    first = league(world, "kevat")["matches"][0]
    assert (first["status"], first["home_boards"]) == (
        ("played", boards) if boards else ("unfinished", 1.0)
    )
    assert ("1 of 2 boards" in warnings) == (boards is None)


@pytest.mark.skipif(
    "SELO_SAMPLES" not in os.environ,
    reason="the sample files are no part of the project",
)
def test_the_table_of_a_real_report_is_the_printed_one(world: World) -> None:
    """All teams but one: Denmark lacks a half-point bye among the records 240, which
    its record 802 has.
    """
    path = Path(os.environ["SELO_SAMPLES"], "trf", "trf26_example_team.trf")
    world.clock("2026-06-30")
    world.file("event.trf", path.read_bytes())
    world.submit(
        "event.trf",
        "--id",
        "event",
        "--time-control",
        "90+30",
        "--new-ids",
        "N",
        "--foreign",
    )
    printed = {
        line[8:40].strip(): (
            float(line[40:73].split()[-3]),
            float(line[40:73].split()[-2]),
        )
        for line in path.read_text("utf-8").splitlines()
        if line.startswith("310")
    }
    counted = {
        row["name"]: (row["match_points"], row["board_points"])
        for row in league(world, "event")["rows"]
    }
    assert len(printed) == 50
    assert {name for name in printed if printed[name] != counted[name]} == {"Denmark"}


PAGE = """From the Tournament-Database of Chess-Results
Liiga 2023
Round 1 on 2023/10/08 at 11:00
Bo.\t4\tSalSK\tRtg\t-\t1\tTuTS\tRtg\t1½:½
1.1\tFM\tAho, Aino\t2210\t-\t\tCho, Cai\t2102\t1 - 0
1.2\t\tBerg, Bea\t1900\t-\tWIM\tDahl, Dag\t1800\t½ - ½
Bo.\t3\tIi 2\tRtg\t-\t2\tÅbo\tRtg\t1 : 1
2.1\t\tEklund, Eva\t2210\t-\t\tFors, Fia\t2102\t0 - 1
2.2\t\tGrön, Gun\t1900\t-\t\t\t0\t+ - -
"""
BOOK = """Liiga 2023
Round 2 on 2023/11/08 at 11:00
2.1\t4\tSalSK\t0 - 2\t3\tIi 2
1\tAho, Aino\t2210\t0 : 1\tEklund, Eva\t2000
2\t-\t0\t- : +\tGrön, Gun\t1900
2.2\t1\tTuTS\t2F - 0F\t2\tÅbo
"""
OF_PAGE = ("--id", "liiga", "--time-control", "90+30", "--new-ids", "N")


@pytest.mark.parametrize("colours", ["alternate", "unknown"])
def test_matches_as_chess_results_prints_them(colours: str, world: World) -> None:
    world.file("page.txt", PAGE.encode())
    assert world.submit("page.txt", *OF_PAGE, code=1).fields == ["colours"]
    world.submit("page.txt", *OF_PAGE, "--colours", colours)
    assert results(world, "liiga") == [
        (1, "2023-10-08", "salsk", "tuts", "played", 1.5, 0.5),
        (1, "2023-10-08", "ii-2", "abo", "played", 1.0, 1.0),
    ]
    games = world.ask("tournament", "liiga")["games"]
    assert [(one["board"], one["white_name"], one["result"]) for one in games] == [
        (1, "Aho, Aino", "1-0"),
        (2, "Dahl, Dag" if colours == "alternate" else "Berg, Bea", "1/2-1/2"),
        (1, "Eklund, Eva", "0-1"),
    ]
    assert [
        row["name"] for row in world.ask("league", "team", "liiga", "Ii 2")["players"]
    ] == [
        "Eklund, Eva",
        "Grön, Gun",
    ]


def test_a_workbook_of_chess_results_has_the_score_between_the_names(
    world: World,
) -> None:
    world.file("book.txt", BOOK.encode())
    world.submit("book.txt", *OF_PAGE, "--colours", "alternate")
    assert results(world, "liiga") == [
        (2, "2023-11-08", "salsk", "ii-2", "played", 0.0, 2.0),
        (2, "2023-11-08", "tuts", "abo", "walk-over", 2.0, 0.0),
    ]
    # nobody is rated for the others
    assert len(world.ask("tournament", "liiga")["games"]) == 1


@pytest.mark.parametrize(
    ("row_text", "code"),
    [
        ("2\tBerg, Bea\t1900\t1 : 0\t-\t0", "table-no-player"),
        ("2\tBerg, Bea\t1900\t7 : 3\tDahl, Dag\t0", "table-result"),
    ],
)
def test_a_board_that_cannot_be_read_is_refused_with_its_line(
    row_text: str, code: str, world: World
) -> None:
    world.file(
        "book.txt", BOOK.replace("2\t-\t0\t- : +\tGrön, Gun\t1900", row_text).encode()
    )
    [problem] = world.submit(
        "book.txt", *OF_PAGE, "--colours", "alternate", code=1
    ).value["problems"]
    assert (problem["code"], problem["where"]["line"]) == (code, 5)


@pytest.mark.parametrize(
    ("day", "on"), [("24/01/05", "2024-01-05"), ("23/01/05", None)]
)
def test_the_day_of_a_round_outside_the_event_moves_no_game(
    day: str, on: str | None, world: World
) -> None:
    teams = ("013 " + "A".ljust(32) + "   1", "013 " + "B".ljust(32) + "   2")
    head = (
        "012 Kevät",
        "032 FIN",
        "042 2024/01/01",
        "052 2024/01/10",
        "122 90+30",
        "132".ljust(91) + day,
    )
    rows = (
        row(1, "Aho, Aino", (2, "w", "1"), points="1.0"),
        row(2, "Berg, Bea", (1, "b", "0"), points="0.0"),
    )
    world.file("kevat.trf", trf(*rows, *teams, header=head))
    world.submit("kevat.trf", *FLAGS)
    [only] = world.ask("tournament", "kevat")["games"]
    assert only["on"] == on
    assert league(world, "kevat")["matches"][0]["on"] == (on or "2024-01-10")
