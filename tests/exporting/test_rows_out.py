"""Lists, audits, a player's file and the plain tables, from the demo ledger and through
the command.
"""

import csv
import io
import json
import re
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from desk.exports.reports import report
from exchange.lists.written import fixed_text, swiss_text
from exchange.text.csv_written import csv_text
from exchange.trf.read import read_trf
from exchange.trf.records import list_text
from exchange.trf.write import trf_text
from ledger.errors import Refused
from messages.answer import json_value
from projections.answers import Question
from projections.answers.open_reading import reading
from projections.tables.notes import all_tournaments
from tests.world.command import Command

TODAY = "2026-11-21"
Run = Callable[..., str]


@pytest.fixture
def selo(demo_ledger: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """A command line on a copy of the demo; its standard output."""
    monkeypatch.chdir(tmp_path)
    demo = Command(tmp_path, demo_ledger, "demo.db", TODAY)

    def ask(*arguments: str, ledger: str = "demo.db", code: int = 0) -> str:
        demo.path = Path(ledger)
        return demo.done(*arguments, code=code)

    return ask


def rows_of(text: str, delimiter: str = ",") -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text), delimiter=delimiter))


HOSTILE = ("=1+1", "+358", "-1", "@SUM(A1)", "\tx", "\rx")


def test_a_spreadsheet_sees_no_formula() -> None:
    rows = [
        {"name": text, "number": -5, "none": None, "list": [1, "="]}
        for text in (*HOSTILE, "Aalto; B", 'O"x', "ä")
    ]
    found = rows_of(csv_text(rows))
    assert [row["name"] for row in found[:6]] == ["'" + text for text in HOSTILE]
    assert {row["number"] for row in found} == {"-5"}
    assert [row["name"] for row in found[6:]] == ["Aalto; B", 'O"x', "ä"]
    assert found[0]["list"] == '[1, "="]'
    listed = [
        {"rank": 1, "player": "-P1", "name": "=cmd()", "club": "@x", "rating": 1500}
    ]
    assert rows_of(swiss_text(listed), ";")[0]["Name"] == "'=cmd()"
    for within in ("a;=1+1;b", "a,=1+1", 'a;"=1+1"', "a\t@x", "a;+358;-1"):
        for text in (
            csv_text([{"name": within, "list": [within]}]),
            swiss_text([{**listed[0], "name": within}]),
        ):
            # as a spreadsheet splits it that takes another character for the one
            # between cells, and no quotes within
            cells = re.split("[;,\t]", text)
            assert [
                cell for cell in cells if cell.lstrip('"')[:1] in tuple("=+-@")
            ] == [], text
    assert csv_text([], ["a", "b"]) == "a,b\n" and csv_text([]) == ""


def test_fixed_columns_grow_and_cut_nothing() -> None:
    rows: list[dict[str, Any]] = [
        {
            "rank": 1,
            "player": "F001",
            "name": "A" * 50,
            "rating": 2000,
            "games": 3,
            "born": "1990-01-02",
            "sex": "f",
        },
        {
            "rank": 2,
            "player": "x" * 64,
            "name": "B\tC",
            "rating": -5,
            "games": 12345,
            "fide_id": 123456789012,
        },
    ]
    heading, one, two = fixed_text(rows).splitlines()
    at = heading.index("NAME")
    assert one[at : at + 50] == "A" * 50 and two[at:].startswith("B C ")
    assert one[heading.index("BORN") :].startswith("1990 ")
    assert "\t" not in two and len(fixed_text([]).splitlines()) == 1


def test_the_list_in_every_format(selo: Run) -> None:
    rows = json.loads(selo("list", "selo", "--as-of", "2024-12-31", "--json"))["rows"]
    plain = rows_of(selo("export", "list", "selo", "--as-of", "2024-12-31"))
    assert [(r["player"], int(r["rating"]), r["name"]) for r in plain] == [
        (r["player"], r["rating"], r["name"]) for r in rows
    ]
    assert plain[0]["federation"] == "FIN" and plain[0]["born"] == "1983-03-12"
    value = json.loads(
        selo("export", "list", "selo", "--as-of", "2024-12-31", "--format", "json")
    )
    assert [row["rating"] for row in value["rows"]] == [row["rating"] for row in rows]
    assert (
        len(
            selo(
                "export", "list", "selo", "--format", "fixed", "--as-of", "2024-12-31"
            ).splitlines()
        )
        == len(rows) + 1
    )
    swiss = rows_of(
        selo(
            "export",
            "list",
            "selo",
            "--format",
            "swiss-manager",
            "--as-of",
            "2024-12-31",
        ),
        ";",
    )
    assert [row["ID_No"] for row in swiss] == [row["player"] for row in rows]
    assert swiss[0]["Birthday"] == "1983/03/12"
    trf = read_trf(
        selo(
            "export", "list", "selo", "--format", "trf", "--as-of", "2024-12-31"
        ).encode()
    )
    assert [player.rating for player in trf.players] == [row["rating"] for row in rows]
    assert [records[0].national_id for records in trf.national.values()] == [
        row["player"] for row in rows
    ]
    assert (
        trf.players[0].name == swiss[0]["Name"] == "Vuolaskoski, Eerik"
        and not trf.games
    )


def test_a_report_has_room_for_9999_players() -> None:
    row = {"player": "A", "name": "A", "rating": 1500}
    assert list_text("selo", "2024-01-01", [row] * 9999).count("\n001 ") == 9999
    with pytest.raises(Refused, match="10000 players do not fit"):
        list_text("selo", "2024-01-01", [row] * 10_000)


def test_publish_lists_and_list_through_the_command(selo: Run) -> None:
    selo("publish", "selo", "2024-12", "--as-of", "2024-12-31")
    assert "already recorded" in selo(
        "publish", "selo", "2024-12", "--as-of", "2024-12-31"
    )
    [line] = json.loads(selo("list", "published", "--json"))["rows"]
    assert (line["list"], line["label"], line["revision"], line["as_of"]) == (
        "selo",
        "2024-12",
        1,
        "2024-12-31",
    )
    value = json.loads(selo("list", "selo", "--list", "2024-12", "--json"))
    assert value["sha256"] == line["sha256"] and value["basis"]["as_of"] == "2024-12-31"
    out = rows_of(selo("export", "list", "selo", "--list", "2024-12"))
    assert [int(row["rating"]) for row in out] == [
        row["rating"] for row in value["rows"]
    ]
    # with its footer
    assert selo("list", "selo", "--list", "2024-12", "--top", "3").count("\n") == 6
    selo("list", "selo", "--list", "2024-12", "--as-of", "2024-12-31", code=2)
    selo("list", "selo", "--list", "2024-12", "--club", "x", code=2)
    selo("list", "selo", "--revision", "2", code=2)
    selo("list", "selo", "--list", "2024-12", "--revision", "2", code=3)
    selo("list", "selo", "--list", "2025-12", code=3)


def test_every_tournament_of_the_demo_out_and_in(demo_ledger: Path) -> None:
    with reading(str(demo_ledger), Question(), TODAY) as now:
        names = all_tournaments(now.tables)
        for name in names:
            held = now.timeline.tournament(name)
            if held is None or held.withdrawn:
                continue
            for form in ("trf16", "trf26"):
                rows = json_value(report(now, name))
                written = trf_text(
                    rows["tournament"], rows["players"], rows["games"], form
                )
                again = read_trf(written.text.encode())
                ids = {
                    number: records[0].national_id
                    for number, records in again.national.items()
                }
                games = sorted(
                    (written.columns[g.round - 1], ids[g.white], ids[g.black], g.result)
                    for g in again.games
                )
                assert games == sorted(
                    (g["round"], g["white"], g["black"], g["result"])
                    for g in rows["games"]
                )
                assert [again.national[n][0].rating for n in ids] == [
                    player["rating"] for player in rows["players"]
                ]
    assert len(names) > 10


def test_ratings_before_the_tournament(selo: Run) -> None:
    told = json.loads(selo("tournament", "kuusilahti-open-2024", "--json"))
    before = {
        row["player"]: row["lists"]["selo"]["before"]
        for row in told["crosstable"]
        if "selo" in row["lists"]
    }
    text = json.loads(selo("export", "trf", "kuusilahti-open-2024", "--json"))["text"]
    records = [
        record
        for found in read_trf(text.encode()).national.values()
        for record in found
    ]
    assert {r.national_id: r.rating for r in records} == before


def test_the_audit_adds_up(selo: Run) -> None:
    rows = rows_of(selo("export", "audit", "kuusilahti-open-2024"))
    told = json.loads(selo("tournament", "kuusilahti-open-2024", "--json"))
    after = {
        row["player"]: row["lists"]["selo"]["after"]
        for row in told["crosstable"]
        if "selo" in row["lists"]
    }
    rated = [row for row in rows if not row["not_rated"]]
    assert {row["player"]: int(row["after"]) for row in rated} == after
    assert len(rated) == 2 * sum(game["status"] == "rated" for game in told["games"])
    sums = [row["sum"] for row in rated if row["sum"]]
    assert any(text.startswith("-") for text in sums) and all(
        float(text) < 999 for text in sums
    )
    assert len(rows) - len(rated) == 2 * sum(
        game["status"] != "rated" for game in told["games"]
    )
    for player in after:
        own = [row for row in rated if row["player"] == player]
        assert sum(float(row["score"]) for row in own) == float(own[0]["unit_score"])
        if own[0]["formula"] == "7.2":
            exact = (
                float(own[0]["before"])
                + sum(float(r["contribution"]) for r in own)
                + float(own[0]["bonus"])
            )
            assert abs(exact - float(own[0]["exact"])) < 1e-6


def test_a_players_file_holds_his_and_nobody_elses_details(selo: Run) -> None:
    selo("publish", "selo", "2024-12", "--as-of", "2024-12-31")
    value = json.loads(selo("export", "player", "F033"))
    history = json.loads(selo("history", "F033", "--all-versions", "--json"))["rows"]
    assert value["entries"]["selo"] == history
    kinds = [line["document"]["kind"] for line in value["documents"]]
    assert kinds[0] == "player" and {"tournament", "amend"} <= set(kinds)
    assert [line["label"] for line in value["published"]] == ["2024-12"]
    introduced = [
        d for line in value["documents"] for d in line["document"].get("players", ())
    ]
    assert {details["player"] for details in introduced} <= {"F033"}
    for line in value["documents"]:
        if line["document"]["kind"] == "tournament":
            assert any(
                "F033" in (g["white"], g["black"]) for g in line["document"]["games"]
            )
    merged = next(
        r
        for r in json.loads(selo("log", "--json"))["events"]
        if r["kind"] == "merge-players"
    )
    found = json.loads(selo("export", "player", merged["target"]))
    assert "merge-players" in [line["document"]["kind"] for line in found["documents"]]


def test_the_tables_hold_no_events_and_no_names(selo: Run, demo_ledger: Path) -> None:
    selo("export", "tables", "plain.db")
    selo("export", "tables", "plain.db", code=1)
    for place in ("nowhere/plain.db", "demo.db/plain.db"):
        [problem] = json.loads(selo("export", "tables", place, "--json", code=1))[
            "problems"
        ]
        assert (problem["code"], problem["where"]["file"]) == ("cannot-write", place)
    selo("export", "tables", "named.db", "--with-names")
    with reading(str(demo_ledger), Question(), TODAY) as now:
        names = [
            row[0] for row in now.events.execute("SELECT name FROM person").fetchall()
        ]
    plain = Path("plain.db").read_bytes()
    assert not [name for name in names if name.encode() in plain]
    connection = sqlite3.connect("plain.db")
    tables = {
        row[0]
        for row in connection.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table'"
        ).fetchall()
    }
    assert tables == {
        "entry",
        "tournament",
        "plays",
        "published",
        "step",
        "rating_list",
        "about",
    }
    query = "SELECT player, rating FROM rating_list WHERE list = 'selo' ORDER BY rank"
    rows = json.loads(selo("list", "selo", "--json"))["rows"]
    assert connection.execute(query).fetchall() == [
        (row["player"], row["rating"]) for row in rows
    ]
    connection.close()
    named = sqlite3.connect("named.db")
    assert named.execute("SELECT COUNT(*) FROM person").fetchone() == (len(names),)
    named.close()
    assert not list(Path().glob(".*.new"))


def test_export_and_import_through_the_command(selo: Run) -> None:
    Path("l.jsonl").write_text(selo("export", "ledger"), "utf-8")
    assert len(json.loads(selo("export", "ledger", "--json"))["lines"]) + 1 == len(
        Path("l.jsonl").read_text("utf-8").splitlines()
    )
    selo("ledger", "import", "l.jsonl", ledger="copy.db", code=3)
    selo("init", ledger="copy.db")
    value = json.loads(selo("ledger", "import", "l.jsonl", "--json", ledger="copy.db"))
    assert (
        value["events"]
        == json.loads(selo("log", "--limit", "1", "--json"))["events"][0]["seq"]
    )
    for question in (
        ["list", "selo"],
        ["list", "pelo", "--known-seq", "150"],
        ["titles"],
        ["history", "F033", "--all-versions"],
    ):
        one, two = (
            json.loads(selo(*question, "--json", ledger=path))["rows"]
            for path in ("demo.db", "copy.db")
        )
        assert one == two
    assert "brought all of it already" in selo(
        "ledger", "import", "l.jsonl", ledger="copy.db"
    )
    selo("ledger", "import", "none.jsonl", ledger="copy.db", code=2)
    assert json.loads(selo("ledger", "rebuild", "--check", "--json", ledger="copy.db"))[
        "equal"
    ]
