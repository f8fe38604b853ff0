"""`selo trial pool`: words, JSON, rows, the two times and what it refuses."""

import csv
import io
import json
from typing import Any

import pytest

from features.trials.pool_answer import flat_columns as columns
from tests.features.trials.pooled import DAY, added_up, opening
from tests.world.command import Selo
from tests.world.documents import adopt, tournament

pytestmark = pytest.mark.lists("elo", "elo-fide")


def four() -> list[dict[str, Any]]:
    """The example of the encyclopedia as documents of their own, people included."""
    people = [
        {"kind": "player", "player": player, "name": f"Player {player}"}
        for player in "ABCD"
    ]
    openings = [opening(player, 1500, "elo") for player in "ABCD"]
    lines = [
        f"{a} {b} {result}"
        for a, b in ("BC", "BD", "CD")
        for result in ["1-0"] * 5 + ["0-1"] * 5
    ]
    lines += [
        f"A {o} {result}"
        for o in "BCD"
        for result in ["1-0"] * 7 + ["1/2-1/2"] + ["0-1"] * 2
    ]
    return [adopt("elo", "elo-32"), *people, *openings, tournament("four", DAY, *lines)]


def test_the_command_answers_for_people_and_programs(selo: Selo) -> None:
    selo.clock("2026-06-30")
    selo.submit(*four())
    value = selo.ask("trial", "pool", "elo")
    assert [
        (row["period"], row["mean"], row["change"]) for row in added_up(value)["rows"]
    ] == [
        ("2024", 1500.0, 6000),
        ("2025", 1500.0, 0),
        ("2026", 1500.0, 0),
    ]
    assert set(value) >= {
        "list",
        "by",
        "rows",
        "throughout",
        "basis",
        "editions",
        "openings_from",
        "active_years",
    }
    text = selo.run("trial", "pool", "elo").out
    assert (
        "1420" in text
        and "1740" in text
        and "openings" in text
        and "rounding" not in text
    )


def test_the_rows_of_the_command(selo: Selo) -> None:
    selo.clock("2026-06-30")
    selo.submit(*four())
    rows = selo.ask("trial", "pool", "elo", "--by", "quarter", "--from", "2025-01-01")[
        "rows"
    ]
    lines = selo.run(
        "trial", "pool", "elo", "--by", "quarter", "--from", "2025-01-01", "--jsonl"
    ).out.splitlines()
    assert [json.loads(line) for line in lines] == rows and len(rows) == 6
    found = list(
        csv.DictReader(io.StringIO(selo.run("trial", "pool", "elo", "--csv").out))
    )
    assert (
        tuple(found[0]) == columns()
        and found[1]["decile_10"] == "1740"
        and found[0]["cause_openings"] == "6000"
    )
    header = selo.run("trial", "pool", "pelo", "--csv").out
    assert header == ",".join(columns()) + "\n"


def test_what_the_command_does_not_know(selo: Selo) -> None:
    selo.clock("2026-06-30")
    assert selo.run("trial", "pool", "selo").out == "no entries on selo\n"
    assert selo.ask("trial", "pool", "elo-fide", "--by", "month")["rows"] == []
    selo.submit(*four())
    refused = (
        "nix",
        "elo:nix",
        "elo --from 2025-02-01 --to 2025-01-31",
        "elo --to 2026-07-01",
        "elo --from 2026-07-01",
        "elo --by week",
        "elo --active-years 0",
        "elo --from yesterday",
        "elo --as-of 2030-01-01",
    )
    for words in refused:
        said = selo.run("trial", "pool", *words.split())
        assert said.code in (1, 2) and said.out == "" and said.err.strip(), words
    selo.path.unlink()
    assert selo.run("trial", "pool", "selo").code == 3


def test_the_two_times_of_the_command(selo: Selo) -> None:
    """As of a day, as known at a seq: what was told later is not there."""
    selo.clock("2026-06-30")
    selo.submit(*four()[:-1])
    selo.submit(four()[-1])
    before = selo.ask("log", "--limit", "1")["events"][0]["seq"] - 1
    assert (
        selo.ask("trial", "pool", "elo", "--known-seq", str(before))["rows"][1][
            "active"
        ]
        == 0
    )
    assert [
        row["to"]
        for row in selo.ask("trial", "pool", "elo", "--as-of", "2025-02-28")["rows"]
    ] == [
        "2024-12-31",
        "2025-02-28",
    ]
    assert (
        selo.ask("trial", "pool", "elo", "--as-of", "2025-02-28")["rows"][1]["active"]
        == 0
    )
    assert selo.ask("trial", "pool", "elo")["rows"][1]["active"] == 4
