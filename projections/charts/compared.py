"""Lists beside the first one: a dot a player, his first number across and how far another list has him from it up."""

from collections.abc import Iterator, Mapping
from typing import Any

from projections.charts.axes import Axes, legend, span
from projections.charts.svg import GREY, colour, dot, line, picture, text

WIDTH, HEIGHT = 860, 520


def compared(value: Mapping[str, Any]) -> str:
    """`value` is the answer of compare."""
    labels = [found["list"] for found in value["lists"]]
    title = f"{', '.join(labels[1:])} beside {labels[0]}"
    return picture(WIDTH, HEIGHT, title, _shapes(value["rows"], labels, title))


def _shapes(rows: list[dict[str, Any]], labels: list[str], title: str) -> Iterator[str]:
    both = [
        (index, row, row["lists"][labels[0]]["rating"], row["lists"][label]["rating"])
        for index, label in enumerate(labels[1:])
        for row in rows
        if row["lists"][labels[0]] and row["lists"][label]
    ]
    apart = [other - first for _, _, first, other in both]
    axes = Axes(70, 70, 600, 380, span([first for _, _, first, _ in both], 100), span([*apart, 0], 20))
    yield text((70, 30), title, 16)
    yield from axes.drawn(f"number on {labels[0]}", f"number less that on {labels[0]}")
    yield line(axes.at(axes.across.low, 0), axes.at(axes.across.high, 0), GREY, 1.5)
    for index, row, first, other in both:
        words = f"{row['name'] or row['player']}: {first}, {labels[index + 1]} {other} ({other - first:+d})"
        yield dot(axes.at(first, other - first), 3.5, colour(index), words, 0.6)
    yield from legend(690, 90, [(colour(index), label) for index, label in enumerate(labels[1:])])
    if not both:
        yield text((370, 260), "nobody is on both lists", 14, "middle", GREY)
