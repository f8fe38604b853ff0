"""Draw lists beside the first one: a panel for each, a dot for each player, the rating
on the first list across, the difference up. The player farthest off is named, so that
the picture says who it is in print too.

Calibration: White's expected score across, the score made up; an honest forecast lies
on the diagonal.

Bars show how far chance alone may carry the score of so many games, so that a dot off
the diagonal whose bar reaches it says nothing against the list.
"""

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from features.trials.compare import Compared
from features.trials.predict import Predicted, PredictedList
from features.trials.scores import Bin
from features.trials.what_if import WhatIf
from messages import counted, say
from projections.charts.axes import Axes, Span, legend, span
from projections.charts.colours import series
from projections.charts.picture import Frame, Translate, picture
from projections.charts.shapes import Point, dot, line, path, text, wrapped
from projections.runs.setups import BEGINNING

WIDTH, LEFT, GAP = 860, 64, 74
NAMED, LONGEST = 5, 24  # players named in a panel, letters of a name


class OnBoth(NamedTuple):
    """A player who is on both lists."""

    name: str
    first: int
    other: int

    @property
    def difference(self) -> int:
        return self.other - self.first


def compared(
    comparison: Compared, translate: Translate = str, *, alone: bool = True
) -> str:
    """Draw the picture of `trial compare`."""
    labels = [beside.list for beside in comparison.lists]
    title = translate(
        say(
            "{others} compared with {list}",
            others=", ".join(labels[1:]),
            list=labels[0],
        )
    )
    return _picture(comparison, title, [], translate, alone)


def tried(trial: WhatIf, translate: Translate = str, *, alone: bool = True) -> str:
    """Draw the picture of `trial what-if`: that of `trial compare`, with what was changed from
    which day.
    """
    title = translate(
        say(
            "{proposal} compared with {list} as it is",
            proposal=trial.name,
            list=trial.list,
        )
    )
    since = (
        translate(say("from the beginning"))
        if trial.since == BEGINNING
        else translate(say("from {day}", day=trial.since))
    )
    changed = [
        f"{each.edition} {each.number}: {each.before} → {each.after}, {since}"
        f" ({translate(each.what)})"
        for each in trial.changes
    ]
    return _picture(trial.compare, title, changed, translate, alone)


def _picture(
    comparison: Compared,
    title: str,
    changed: Sequence[str],
    translate: Translate,
    alone: bool,
) -> str:
    labels = [beside.list for beside in comparison.lists]
    across = 1 if len(labels) <= 2 else 2
    wide, high = (
        (WIDTH - LEFT - 40, 380) if across == 1 else ((WIDTH - 2 * LEFT - 40) / 2, 230)
    )
    lines = [part for each in changed for part in wrapped(each, 120)]
    top = 62 + 17 * len(lines)
    rows = -(-(len(labels) - 1) // across)
    height = top + rows * (high + GAP)
    spots = {label: _spots(comparison, label) for label in labels[1:]}
    frame = Frame(
        WIDTH,
        round(height),
        title,
        "; ".join([*changed, *_described(spots, translate)]),
        "compared",
        alone,
    )
    shapes = [
        text((LEFT, 30), title, 16),
        *(text((LEFT, 50 + 17 * n), words, 12) for n, words in enumerate(lines)),
    ]
    every = [spot for one in spots.values() for spot in one]
    if not every:
        shapes.append(
            text(
                (WIDTH / 2, height / 2),
                translate(say("no player is on both lists")),
                14,
                "middle",
                "soft",
            )
        )
    # all panels have the same axes, or nobody could compare them
    xs, ys = (
        span([spot.first for spot in every], 100),
        span([*(spot.difference for spot in every), 0], 20),
    )
    for index, (label, points) in enumerate(spots.items()):
        row, column = divmod(index, across)
        axes = Axes(
            LEFT + column * (wide + LEFT), top + row * (high + GAP), wide, high, xs, ys
        )
        shapes += _panel(axes, label, labels[0], points, series(index), translate)
    return picture(frame, shapes)


def _described(spots: dict[str, list[OnBoth]], translate: Translate) -> Iterator[str]:
    for label, points in spots.items():
        names = ", ".join(
            f"{spot.name} {spot.difference:+d}" for spot in _outliers(points)[:3]
        )
        yield translate(
            counted(
                "{list}: {count} player, farthest off {names}",
                "{list}: {count} players, farthest off {names}",
                len(points),
                list=label,
                names=names,
            )
        )


def _spots(comparison: Compared, label: str) -> list[OnBoth]:
    first_label = comparison.lists[0].list
    return [
        OnBoth(row.name or row.player, first.rating, other.rating)
        for row in comparison.rows
        if (first := row.lists[first_label]) is not None
        and (other := row.lists[label]) is not None
    ]


def _outliers(points: Sequence[OnBoth]) -> list[OnBoth]:
    """Return the players who differ most, the farthest first."""
    return sorted(
        (spot for spot in points if spot.difference),
        key=lambda spot: (-abs(spot.difference), spot.name),
    )


def _panel(
    axes: Axes,
    label: str,
    first: str,
    points: Sequence[OnBoth],
    colour: str,
    translate: Translate,
) -> Iterator[str]:
    yield from axes.drawn(
        translate(say("rating on {list}", list=first)),
        translate(
            say("{list}: points above or below {first}", list=label, first=first)
        ),
    )
    yield line(axes.at(axes.across.low, 0), axes.at(axes.across.high, 0), "soft", 1.5)
    for spot in points:
        words = (
            f"{spot.name}: {first} {spot.first}, {label} {spot.other}"
            f" ({spot.difference:+d})"
        )
        yield dot(axes.at(spot.first, spot.difference), 3.5, colour, words, 0.6)
    yield from _names(axes, points)


def _names(axes: Axes, points: Sequence[OnBoth]) -> Iterator[str]:
    """Draw the names of those farthest off, as far as they do not cover each other."""
    written: list[Point] = []
    dots = [axes.at(spot.first, spot.difference) for spot in points]
    for spot in _outliers(points)[: 2 * NAMED]:
        x, y = axes.at(spot.first, spot.difference)
        if len(written) == NAMED or any(
            abs(y - b) < 13 and abs(x - a) < 190 for a, b in written
        ):
            continue
        written.append((x, y))
        words = (
            spot.name if len(spot.name) <= LONGEST else f"{spot.name[: LONGEST - 1]}…"
        )
        wide = 6 * len(words) + 10
        # on the side that covers fewer dots, and inside the panel
        covered = {
            side: (
                sum(abs(b - y) < 8 and 4 < side * (a - x) < wide for a, b in dots)
                + 99 * (not axes.left < x + side * wide < axes.left + axes.width)
            )
            for side in (1, -1)
        }
        right = covered[1] <= covered[-1]
        yield text(
            (x + 7 if right else x - 7, y + 4), words, 11, "start" if right else "end"
        )


SCORED_WIDTH, SCORED_HEIGHT = 860, 560
SMALLEST, LARGEST = 2.5, 9
SURE = 1.96  # standard deviations on either side that hold 95 of 100


def calibrated(
    predicted: Predicted, translate: Translate = str, *, alone: bool = True
) -> str:
    """Draw the picture of `trial predict`."""
    if predicted.first == BEGINNING:
        title = translate(
            say(
                "Expected and actual scores, tournaments that ended up to {last}",
                last=predicted.last,
            )
        )
    else:
        title = translate(
            say(
                "Expected and actual scores, tournaments that ended from {first} up to"
                " {last}",
                first=predicted.first,
                last=predicted.last,
            )
        )
    description = "; ".join(_score(scores, translate) for scores in predicted.lists)
    return picture(
        Frame(SCORED_WIDTH, SCORED_HEIGHT, title, description, "calibrated", alone),
        _shapes(predicted.lists, title, translate),
    )


def likely(score: float, games: int) -> tuple[float, float]:
    """Return the interval in which the true mean lies in 95 of 100 cases (Wilson), as
    if no game were drawn; draws only make it narrower.
    """
    square = SURE * SURE / games
    middle = (score + square / 2) / (1 + square)
    reach = SURE * ((score * (1 - score) + square / 4) / games) ** 0.5 / (1 + square)
    return max(0.0, middle - reach), min(1.0, middle + reach)


def _shapes(
    lists: Sequence[PredictedList], title: str, translate: Translate
) -> Iterator[str]:
    axes = Axes(70, 70, 430, 430, Span(0, 1), Span(0, 1))
    yield text((70, 30), title, 16)
    yield from axes.drawn(
        translate(say("expected score of White")), translate(say("actual score"))
    )
    yield line(axes.at(0, 0), axes.at(1, 1), "soft", 1, "5 4")
    most = max(
        (each.games for scores in lists for each in scores.calibration), default=0
    )
    for index, scores in enumerate(lists):
        # lists are drawn a little beside each other, or their bars would hide one
        # another
        aside = (index - (len(lists) - 1) / 2) * 4
        yield from _list(axes, scores, series(index), aside, most, translate)
    yield from legend(
        530,
        90,
        [
            (series(index), _score(scores, translate))
            for index, scores in enumerate(lists)
        ],
    )
    top = 90 + 18 * len(lists)
    yield from _sizes(530, top + 16, most, translate)
    yield line((536, top + 66), (536, top + 90), "soft", 1.5)
    yield text(
        (550, top + 76),
        translate(say("bar: so few games leave the score")),
        11,
        "start",
        "soft",
    )
    yield text(
        (550, top + 90),
        translate(say("this uncertain, 95 times in 100")),
        11,
        "start",
        "soft",
    )
    yield line((530, top + 110), (544, top + 110), "soft", 1, "5 4")
    yield text(
        (550, top + 114), translate(say("an honest forecast")), 11, "start", "soft"
    )


def _list(
    axes: Axes,
    scores: PredictedList,
    colour: str,
    aside: float,
    most: int,
    translate: Translate,
) -> Iterator[str]:
    points = [
        (each, each.expected, each.score)
        for each in scores.calibration
        if each.expected is not None and each.score is not None
    ]
    spots = [
        (axes.at(expected, score)[0] + aside, axes.at(expected, score)[1])
        for _, expected, score in points
    ]
    yield path(spots, colour, 1)
    for (each, expected, score), spot in zip(points, spots, strict=True):
        low, high = likely(score, each.games)
        yield line(
            (spot[0], axes.at(0, low)[1]), (spot[0], axes.at(0, high)[1]), colour, 1.5
        )
        figures = {"expected": expected, "score": score, "low": low, "high": high}
        words = translate(
            counted(
                "{list}: {count} game, expected {expected}, scored {score} ({low} to"
                " {high})",
                "{list}: {count} games, expected {expected}, scored {score} ({low} to"
                " {high})",
                each.games,
                list=scores.list,
                **{name: f"{value:.3f}" for name, value in figures.items()},
            )
        )
        yield dot(spot, _radius(each, most), colour, words, 0.7)


def _radius(each: Bin, most: int) -> float:
    """Return the radius of a dot whose area, not radius, goes with the number of games:
    that is how the eye
    compares.
    """
    return _radius_of(each.games, most)


def _radius_of(games: int, most: int) -> float:
    return SMALLEST + (LARGEST - SMALLEST) * math.sqrt(games / most)


def _sizes(left: float, top: float, most: int, translate: Translate) -> Iterator[str]:
    """Draw three dots with their numbers of games as a legend."""
    x = left + LARGEST
    for games in sorted({games for games in (most // 50, most // 5, most) if games}):
        radius = _radius_of(games, most)
        yield dot((x, top + LARGEST), radius, "soft", "", 0.7)
        yield text((x + radius + 4, top + LARGEST + 4), str(games), 11, "start", "soft")
        x += 2 * radius + 50
    if most:
        yield text(
            (x - 12, top + LARGEST + 4), translate(say("games")), 11, "start", "soft"
        )


def _score(scores: PredictedList, translate: Translate) -> str:
    if scores.log_loss is None or scores.brier is None:
        return translate(say("{list}: no forecasts", list=scores.list))
    return translate(
        say(
            "{list}: log loss {loss}, Brier {brier}",
            list=scores.list,
            loss=f"{scores.log_loss:.4f}",
            brier=f"{scores.brier:.4f}",
        )
    )
