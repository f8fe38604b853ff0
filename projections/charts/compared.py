"""Draw lists beside the first one: a panel for each, a dot for each player, the rating on the first list across, the
difference up. The player farthest off is named, so that the picture says who it is in print too.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from messages import counted, say
from projections.charts import Frame, Point, Translate, dot, line, picture, series, text, wrapped
from projections.charts.axes import Axes, span
from projections.trials import BEGINNING
from projections.trials.compare import Compared
from projections.trials.what_if import WhatIf

WIDTH, LEFT, GAP = 860, 64, 74
NAMED, LONGEST = 5, 24  # players named in a panel, letters of a name


class Spot(NamedTuple):
    """A player who is on both lists."""

    name: str
    first: int
    other: int

    @property
    def difference(self) -> int:
        return self.other - self.first


def compared(comparison: Compared, translate: Translate = str, *, alone: bool = True) -> str:
    """Draw the picture of `compare`."""
    labels = [beside.list for beside in comparison.lists]
    title = translate(say("{others} compared with {list}", others=", ".join(labels[1:]), list=labels[0]))
    return _picture(comparison, title, [], translate, alone)


def tried(trial: WhatIf, translate: Translate = str, *, alone: bool = True) -> str:
    """Draw the picture of `what-if`: that of `compare`, with what was changed from which day."""
    title = translate(say("{proposal} compared with {list} as it is", proposal=trial.name, list=trial.list))
    since = (
        translate(say("from the beginning"))
        if trial.since == BEGINNING
        else translate(say("from {day}", day=trial.since))
    )
    changed = [f"{each.edition} {each.number}: {each.before} → {each.after}, {since} ({translate(each.what)})"
            for each in trial.changes]  # fmt: skip
    return _picture(trial.compare, title, changed, translate, alone)


def _picture(comparison: Compared, title: str, changed: Sequence[str], translate: Translate, alone: bool) -> str:
    labels = [beside.list for beside in comparison.lists]
    across = 1 if len(labels) <= 2 else 2
    wide, high = (WIDTH - LEFT - 40, 380) if across == 1 else ((WIDTH - 2 * LEFT - 40) / 2, 230)
    lines = [part for each in changed for part in wrapped(each, 120)]
    top = 62 + 17 * len(lines)
    rows = -(-(len(labels) - 1) // across)
    height = top + rows * (high + GAP)
    spots = {label: _spots(comparison, label) for label in labels[1:]}
    frame = Frame(WIDTH, round(height), title, "; ".join([*changed, *_described(spots, translate)]), "compared", alone)
    shapes = [text((LEFT, 30), title, 16), *(text((LEFT, 50 + 17 * n), words, 12) for n, words in enumerate(lines))]
    every = [spot for one in spots.values() for spot in one]
    if not every:
        shapes.append(text((WIDTH / 2, height / 2), translate(say("no player is on both lists")), 14, "middle", "soft"))
    # all panels have the same axes, or nobody could compare them
    xs, ys = span([spot.first for spot in every], 100), span([*(spot.difference for spot in every), 0], 20)
    for index, (label, points) in enumerate(spots.items()):
        row, column = divmod(index, across)
        axes = Axes(LEFT + column * (wide + LEFT), top + row * (high + GAP), wide, high, xs, ys)
        shapes += _panel(axes, label, labels[0], points, series(index), translate)
    return picture(frame, shapes)


def _described(spots: dict[str, list[Spot]], translate: Translate) -> Iterator[str]:
    for label, points in spots.items():
        names = ", ".join(f"{spot.name} {spot.difference:+d}" for spot in _outliers(points)[:3])
        yield translate(
            counted(
                "{list}: {count} player, farthest off {names}",
                "{list}: {count} players, farthest off {names}",
                len(points),
                list=label,
                names=names,
            )
        )


def _spots(comparison: Compared, label: str) -> list[Spot]:
    first_label = comparison.lists[0].list
    return [
        Spot(row.name or row.player, first.rating, other.rating)
        for row in comparison.rows
        if (first := row.lists[first_label]) is not None and (other := row.lists[label]) is not None
    ]


def _outliers(points: Sequence[Spot]) -> list[Spot]:
    """Return the players who differ most, the farthest first."""
    return sorted((spot for spot in points if spot.difference), key=lambda spot: (-abs(spot.difference), spot.name))


def _panel(
    axes: Axes, label: str, first: str, points: Sequence[Spot], colour: str, translate: Translate
) -> Iterator[str]:
    yield from axes.drawn(
        translate(say("rating on {list}", list=first)),
        translate(say("{list}: points above or below {first}", list=label, first=first)),
    )
    yield line(axes.at(axes.across.low, 0), axes.at(axes.across.high, 0), "soft", 1.5)
    for spot in points:
        words = f"{spot.name}: {first} {spot.first}, {label} {spot.other} ({spot.difference:+d})"
        yield dot(axes.at(spot.first, spot.difference), 3.5, colour, words, 0.6)
    yield from _names(axes, points)


def _names(axes: Axes, points: Sequence[Spot]) -> Iterator[str]:
    """Draw the names of those farthest off, as far as they do not cover each other."""
    written: list[Point] = []
    dots = [axes.at(spot.first, spot.difference) for spot in points]
    for spot in _outliers(points)[: 2 * NAMED]:
        x, y = axes.at(spot.first, spot.difference)
        if len(written) == NAMED or any(abs(y - b) < 13 and abs(x - a) < 190 for a, b in written):
            continue
        written.append((x, y))
        words = spot.name if len(spot.name) <= LONGEST else f"{spot.name[: LONGEST - 1]}…"
        wide = 6 * len(words) + 10
        # on the side that covers fewer dots, and inside the panel
        covered = {
            side: sum(abs(b - y) < 8 and 4 < side * (a - x) < wide for a, b in dots)
            + 99 * (not axes.left < x + side * wide < axes.left + axes.width)
            for side in (1, -1)
        }
        right = covered[1] <= covered[-1]
        yield text((x + 7 if right else x - 7, y + 4), words, 11, "start" if right else "end")
