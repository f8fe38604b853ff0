"""Saved pages of results: what stands around the table, and beside the names, is none
of its games.
"""

from collections.abc import Sequence

import pytest

from tests.exchange.sheets_made import xlsx
from tests.importing.importing_world import World

Row = Sequence[str]
NOTICE = [["Spring Open"], ["Tournament selection", "B10, B12, B14"]]
FOOTER = [
    ["Logged on: Guest"],
    ["The server of this page © 2024, Version 8.1.2024, Node S3"],
]
PEOPLE = [
    ["No.", "", "Name", "FideID", "FED", "Rtg", "Typ"],
    ["1", "", "Virtanen, Aino", "", "FIN", "1900", "S65"],
    ["2", "FM", "Berg, Bea", "", "SWE", "1800", "W2"],
    ["3", "", "Salo, Eero", "", "FIN", "1700", "B1"],
]
PAIRINGS = [
    ["Round 1 on 2024/06/01 at 10:00"],
    [
        "Bo.",
        "No.",
        "White",
        "Rtg",
        "Typ",
        "Pts.",
        "Result",
        "Pts.",
        "Black",
        "Typ",
        "Rtg",
        "No.",
    ],
    [
        "1",
        "1",
        "Virtanen, Aino",
        "1900",
        "S65",
        "0",
        "1 - 0",
        "0",
        "Berg, Bea",
        "W2",
        "1800",
        "2",
    ],
    [
        "2",
        "3",
        "Salo, Eero",
        "1700",
        "B12",
        "0",
        "½ - ½",
        "0",
        "Aho, Kai",
        "",
        "1600",
        "4",
    ],
]
CROSSTABLE = [
    ["Rk.", "", "Name", "Rtg", "FED", "Typ", "1.Rd", "2.Rd", "Pts."],
    ["1", "", "Virtanen, Aino", "1900", "FIN", "S65", "2w1", "3b1", "2"],
    ["2", "FM", "Berg, Bea", "1800", "SWE", "W2", "1b0", "-0", "0"],
    ["3", "", "Salo, Eero", "1700", "FIN", "B12", "-1", "1w0", "1"],
]


def page(*tables: Sequence[Row]) -> bytes:
    written = ""
    for table in tables:
        rows = "".join(
            "<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>"
            for row in table
        )
        written += f"<table>{rows}</table>"
    return f"<html><body><h2>Spring Open</h2>{written}</body></html>".encode()


def read(world: World, name: str, content: bytes) -> tuple[str, int, int]:
    """Return the format, how many games were played, and how many people there are."""
    found = world.submit(world.file(name, content), "--dry-run").value
    people = sum(
        len(found["players"][status])
        for status in ("matched", "proposed", "new", "doubtful")
    )
    return found["source"]["format"], found["games"]["played"], people


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        (PEOPLE, ("list of people (web page)", 0, 3)),
        (PAIRINGS, ("pairing table (web page)", 2, 4)),
        (CROSSTABLE, ("crosstable (swiss-manager) (web page)", 2, 3)),
    ],
    ids=["people", "pairings", "crosstable"],
)
def test_a_page_is_read_between_its_notice_and_its_footer(
    world: World, table: Sequence[Row], expected: tuple[str, int, int]
) -> None:
    assert read(world, "a.html", page(NOTICE, table, FOOTER)) == expected


def test_a_crosstable_with_a_slip_stays_one_on_a_page_with_a_list(world: World) -> None:
    """Two rows that disagree are refused: the people are not taken without their games."""
    slip = [[*row[:6], "2w1", *row[7:]] if row[0] == "2" else row for row in CROSSTABLE]
    world.file("a.html", page(NOTICE, PEOPLE, slip, FOOTER))
    assert (
        "crosstable-own-opponent" in world.submit("a.html", "--dry-run", code=1).codes
    )


@pytest.mark.parametrize("name", ["a.csv", "a.txt", "a.xlsx"])
def test_a_list_with_age_groups_is_a_list(world: World, name: str) -> None:
    content = xlsx({"Players": PEOPLE})
    if name != "a.xlsx":
        content = "\n".join(
            {"a.csv": ";", "a.txt": "\t"}[name].join(row) for row in PEOPLE
        ).encode()
    found, games, people = read(world, name, content)
    assert (found.partition(" (")[0], games, people) == ("list of people", 0, 3)
