"""Draws `docs/pictures/two-times.svg`: one player of the demo, as known before a
correction and as known after it.
"""

import json
import tempfile
from datetime import date
from pathlib import Path
from typing import NamedTuple

from cli.demo.story import build
from cli.demo.walk import CORRECTED, PLAYER, output_of
from projections.charts.axes import Axes, Span, span
from projections.charts.colours import colour_name
from projections.charts.picture import Frame, picture
from projections.charts.shapes import Point, dot, path, text

FILE = Path(__file__).parents[1] / "docs" / "pictures" / "two-times.svg"
FIRST, LAST = "2023-03-01", "2024-05-31"
# known on: the correction was recorded between the two
BEFORE, AFTER = "2024-06-01", "2024-07-01"
WIDTH, HEIGHT = 860, 380


class Entry(NamedTuple):
    on: str
    unit: str
    rating: int


def history(ledger: str, known_on: str) -> list[Entry]:
    words = f"history {PLAYER} --list selo --as-of {LAST} --known-on {known_on} --json"
    rows = json.loads(output_of(ledger, words))["rows"]
    return [
        Entry(row["on"], row["unit"], row["after"])
        for row in rows
        if row["on"] >= FIRST
    ]


def day(ordinal: float) -> str:
    return date.fromordinal(round(ordinal)).isoformat()


def drawn(before: list[Entry], after: list[Entry]) -> str:
    ratings = [float(entry.rating) for entry in (*before, *after)]
    first, last = (
        date.fromisoformat(FIRST).toordinal(),
        date.fromisoformat(LAST).toordinal(),
    )
    axes = Axes(60, 40, WIDTH - 90, HEIGHT - 100, Span(first, last), span(ratings))

    def place(entry: Entry) -> Point:
        return axes.at(date.fromisoformat(entry.on).toordinal(), entry.rating)

    shapes = [*axes.drawn("as of", "selo of Aino Hallavuori", day)]
    # a rating holds until the next entry, so the line goes in steps
    for entries, colour, width in (
        (before, colour_name(1), 2),
        (after, colour_name(0), 3),
    ):
        steps: list[Point] = []
        for entry in entries:
            here = place(entry)
            steps += [(here[0], steps[-1][1]), here] if steps else [here]
        shapes += [path([*steps, (axes.at(last, 0)[0], steps[-1][1])], colour, width)]
        shapes += [
            dot(place(entry), 3, colour, f"{entry.on} {entry.unit}: {entry.rating}")
            for entry in entries
        ]

    low, high = (
        next(entry for entry in entries if entry.unit == CORRECTED)
        for entries in (before, after)
    )
    x, top, bottom = place(high)[0], place(high)[1], place(low)[1]
    shapes += [
        text((x - 8, top - 8), str(high.rating), 13, "end", colour_name(0)),
        text((x + 8, bottom - 8), str(low.rating), 13, "start", colour_name(1)),
        text(
            (80, 60),
            "as known on 2024-07-01, after the correction",
            13,
            "start",
            colour_name(0),
        ),
        text(
            (80, 80), "as known on 2024-06-01, before it", 13, "start", colour_name(1)
        ),
    ]

    title = (
        f"A rating under two times: {high.rating} on {high.on} as known later,"
        f" {low.rating} as known before"
    )
    return picture(Frame(WIDTH, HEIGHT, title), shapes)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        ledger = f"{folder}/demo.db"
        build(ledger)
        FILE.write_text(
            drawn(history(ledger, BEFORE), history(ledger, AFTER)), encoding="utf-8"
        )


if __name__ == "__main__":
    main()
