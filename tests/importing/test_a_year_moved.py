"""A federation that moves in: its list of a day as openings, a year of its reports, and
its list of a year later.

The demo's federation is the one that moves; the guide (docs/how-to/move-in.md) tells
what comes of it.
"""

import csv
import io
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.world.command import Selo

FIRST, LAST, TODAY = "2023-12-31", "2024-12-31", "2026-01-15"
LEAGUES = ("joukkueliiga-2023-24", "joukkueliiga-2024-25")
Told = dict[str, tuple[str, ...]]
FORGOTTEN: Told = {}
KNOWN: Told = {
    **dict.fromkeys(LEAGUES, ("--each-game-rated",)),
    "merilinna-open-2024": ("--foreign",),
}


@pytest.fixture
def old(demo_ledger: Path, tmp_path: Path) -> Selo:
    return Selo(tmp_path, demo_ledger, "demo.db", today=TODAY)


@pytest.fixture
def new(tmp_path: Path) -> Selo:
    selo = Selo(tmp_path, name="moved.db", today=TODAY)
    selo.done("init")
    return selo


def list_of(old: Selo, day: str) -> list[dict[str, str]]:
    return list(
        csv.DictReader(
            io.StringIO(
                old.done("export", "list", "selo", "--as-of", day, "--format", "csv")
            )
        )
    )


def move_in(new: Selo, rows: Sequence[dict[str, str]]) -> None:
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]))
    writer.writeheader()
    writer.writerows(rows)
    new.done(
        "submit",
        new.file("list.csv", text.getvalue()),
        "--as",
        "openings",
        "--list",
        "selo",
        "--on",
        FIRST,
    )


def hand_in(old: Selo, new: Selo, told: Told) -> None:
    """Hand in what ended in the year, as a report; what is told as a table of games,
    with the days they were played.
    """
    for row in old.ask("tournament", "list")["rows"]:
        name = row["tournament"]
        if row["withdrawn"] or not (FIRST < row["end"] <= LAST or name in told):
            continue
        header = old.ask("tournament", name)["header"]
        kind = "games" if name in LEAGUES and name in told else "trf"
        file = new.file(
            f"{name}.{'csv' if kind == 'games' else kind}",
            old.done("export", kind, name),
        )
        about = (
            "--id",
            name,
            "--name",
            row["name"],
            "--time-control",
            header["time_control"],
        )
        new.done("submit", file, *about, *told.get(name, ()))


def held_against(old: Selo, new: Selo) -> Any:
    text = old.done("export", "list", "selo", "--as-of", LAST, "--format", "csv")
    return new.ask(
        "list", "agree", new.file("later.csv", text), "--list", "selo", "--as-of", LAST
    )


def test_reports_alone_do_not_tell_everything(old: Selo, new: Selo) -> None:
    """A league of which each game counts on its day, one abroad, one still played: the
    reasons say where to look.
    """
    move_in(new, list_of(old, FIRST))
    hand_in(old, new, FORGOTTEN)
    answer = held_against(old, new)
    assert (answer["people"], answer["same"]) == (58, 18)
    assert answer["reasons"] == {"games": 31, "only-here": 2, "rating": 7, "without": 2}
    assert [row["tournament"] for row in answer["tournaments"]] == [
        "merilinna-open-2024"
    ]


def test_with_what_the_office_knows_every_number_is_explained(
    old: Selo, new: Selo
) -> None:
    rows = list_of(old, FIRST)
    [elo] = [row for row in rows if row["player"] == "F057"]
    # by an Elo that was taken as selo (3.7): no list tells
    assert (elo["games"], elo["established"]) == ("7", "true")
    elo |= {"games": "11", "normal_games": "11"}
    move_in(new, rows)
    hand_in(old, new, KNOWN)
    lines = [
        json.loads(line)["document"]
        for line in old.done("export", "ledger").splitlines()[:-1]
    ]
    rest = [
        document
        for document in lines
        if document["kind"] in ("external-rating", "elo-only-games")
    ]
    new.done(
        "submit",
        new.file(
            "rest.jsonl",
            *(
                {key: value for key, value in one.items() if key != "actor"}
                for one in rest
            ),
        ),
    )
    answer = held_against(old, new)
    assert (answer["people"], answer["same"], answer["reasons"]) == (
        58,
        56,
        {"rating": 2},
    )
    off = {row["player"]: row["difference"] for row in answer["rows"]}
    # a newcomer's sums are on no list, and whoever met them
    assert off == {"F060": -1, "F005": 1}
    assert [row["games"] for row in rows if row["player"] == "F060"] == ["7"]
