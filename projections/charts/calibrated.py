"""Calibration: what White was expected to score across, what was scored up; on the diagonal a forecast is honest."""

from collections.abc import Iterator, Mapping
from typing import Any

from projections.charts.axes import Axes, Span, legend
from projections.charts.svg import GREY, colour, dot, line, path, picture, text

BEGINNING = "0001-01-01"
WIDTH, HEIGHT = 860, 560
SMALLEST, LARGEST = 2.5, 8


def calibrated(value: Mapping[str, Any]) -> str:
    """`value` is the answer of predict."""
    since = "" if value["from"] == BEGINNING else f"from {value['from']} "
    title = f"expected and scored, tournaments that ended {since}up to {value['to']}"
    return picture(WIDTH, HEIGHT, title, _shapes(value["lists"], title))


def _shapes(lists: list[dict[str, Any]], title: str) -> Iterator[str]:
    axes = Axes(70, 70, 430, 430, Span(0, 1), Span(0, 1))
    yield text((70, 30), title, 16)
    yield from axes.drawn("expected score of White", "scored")
    yield line(axes.at(0, 0), axes.at(1, 1), GREY, 1, "5 4")
    most = max((held["games"] for found in lists for held in found["calibration"]), default=0)
    entries = []
    for index, found in enumerate(lists):
        held = [bin_ for bin_ in found["calibration"] if bin_["games"]]
        spots = [axes.at(bin_["expected"], bin_["score"]) for bin_ in held]
        yield path(spots, colour(index), 1.5)
        for spot, bin_ in zip(spots, held, strict=True):
            radius = SMALLEST + (LARGEST - SMALLEST) * (bin_["games"] / most) ** 0.5
            words = (
                f"{found['list']}: {bin_['games']} games, expected {bin_['expected']:.3f}, scored {bin_['score']:.3f}"
            )
            yield dot(spot, radius, colour(index), words, 0.7)
        entries.append((colour(index), _score(found)))
    yield from legend(530, 90, entries)
    yield text((530, 90 + 18 * len(lists) + 10), "the larger a dot, the more games", 11, "start", GREY)


def _score(found: Mapping[str, Any]) -> str:
    if found["log_loss"] is None:
        return f"{found['list']}: nothing foreseen"
    return f"{found['list']}: log loss {found['log_loss']:.4f}, Brier {found['brier']:.4f}"
