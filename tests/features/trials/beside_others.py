"""A virtual run of a list beside the naive book of the same documents."""

from fractions import Fraction
from typing import Any

from ledger.timeline import Timeline
from projections.replay.exported_row import Row
from projections.runs.over_all_games import Facts
from projections.runs.setups import setups
from tests.naive.others.book import lines_of
from tests.naive.others.pages import Line
from tests.naive.records import Document
from tests.world.rows import COLUMNS, Stored, rows_of_run

WANTED = ("player", "kind", "unit", "on_day", "before", "after", "games", "half_points")
PLACES = tuple(COLUMNS.index(name) for name in WANTED)
SHOWN = 6


def product_line(row: Stored | Row) -> Line:
    """A row of the run in the words of the naive book."""
    player, kind, unit, on, before, after, games, half_points = (
        tuple(row)[place] for place in PLACES
    )
    if kind != "unit":
        unit = None
    if kind == "opening":
        before = None
    return Line(
        player, kind, unit, on, before, after, games, Fraction(half_points or 0, 2)
    )


def product_lines(facts: Facts, label: str) -> list[Line]:
    """What the product says of a list: every entry, in order."""
    timeline: Timeline = facts.timeline
    return [
        product_line(row)
        for row in rows_of_run(facts.run(setups(timeline, [label])[0]))
    ]


def differences(product: list[Line], naive: list[Line]) -> list[str]:
    """Entry by entry in the order of computation, the first few that differ, the
    product's and the naive one.
    """
    found: list[str] = []
    ours, theirs = numbered(product), numbered(naive)
    places = {key: place for side in (theirs, ours) for place, key in enumerate(side)}
    for key in sorted(places, key=lambda key: (key[0], places[key])):
        one, other = ours.get(key), theirs.get(key)
        if one != other:
            found.append(
                f"{key[3]} of {key[2]} on {key[0]} {key[1]}\n product {shown(one)}\n"
                f" naive   {shown(other)}"
            )
    if not found and rated(product) != rated(naive):
        found.append("the same entries in another order")
    return found[:SHOWN]


def rated(lines: list[Line]) -> list[tuple[str | None, str]]:
    """Who was rated in which unit, in order."""
    return [(line.unit, line.player) for line in lines if line.kind == "unit"]


def numbered(lines: list[Line]) -> dict[Any, Line]:
    """Entries by day, unit, player and kind; of several such by their number."""
    found: dict[Any, Line] = {}
    for line in lines:
        number = 0
        while (line.on, line.unit or "", line.player, line.kind, number) in found:
            number += 1
        found[line.on, line.unit or "", line.player, line.kind, number] = line
    return found


def shown(line: Line | None) -> str:
    """Before, after, games and score, or that there is nothing."""
    if line is None:
        return "no entry"
    return f"{line.before} -> {line.after}, {line.games} games, {line.score} points"


def beside(facts: Facts, documents: list[Document], label: str) -> list[str]:
    """Every difference between the run and the naive book; none is the aim."""
    return differences(product_lines(facts, label), lines_of(documents, label))
