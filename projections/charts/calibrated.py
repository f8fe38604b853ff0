"""Calibration: White's expected score across, the score made up; an honest forecast lies on the diagonal.

Bars show how far chance alone may carry the score of so many games, so that a dot off the diagonal whose bar reaches
it says nothing against the list.
"""

import math
from collections.abc import Iterator, Sequence

from messages import counted, say
from projections.charts import Frame, Translate, dot, line, path, picture, series, text
from projections.charts.axes import Axes, Span, legend
from projections.trials import BEGINNING
from projections.trials.predict import Predicted, PredictedList
from projections.trials.scores import Bin

WIDTH, HEIGHT = 860, 560
SMALLEST, LARGEST = 2.5, 9
SURE = 1.96  # standard deviations on either side that hold 95 of 100


def calibrated(predicted: Predicted, translate: Translate = str, *, alone: bool = True) -> str:
    """Draw the picture of `predict`."""
    if predicted.first == BEGINNING:
        title = translate(say("Expected and actual scores, tournaments that ended up to {last}", last=predicted.last))
    else:
        title = translate(
            say(
                "Expected and actual scores, tournaments that ended from {first} up to {last}",
                first=predicted.first,
                last=predicted.last,
            )
        )
    description = "; ".join(_score(scores, translate) for scores in predicted.lists)
    return picture(
        Frame(WIDTH, HEIGHT, title, description, "calibrated", alone), _shapes(predicted.lists, title, translate)
    )


def likely(score: float, games: int) -> tuple[float, float]:
    """Return the interval in which the true mean lies in 95 of 100 cases (Wilson), as if no game were drawn; draws only
    make it narrower.
    """
    square = SURE * SURE / games
    middle = (score + square / 2) / (1 + square)
    reach = SURE * ((score * (1 - score) + square / 4) / games) ** 0.5 / (1 + square)
    return max(0.0, middle - reach), min(1.0, middle + reach)


def _shapes(lists: Sequence[PredictedList], title: str, translate: Translate) -> Iterator[str]:
    axes = Axes(70, 70, 430, 430, Span(0, 1), Span(0, 1))
    yield text((70, 30), title, 16)
    yield from axes.drawn(translate(say("expected score of White")), translate(say("actual score")))
    yield line(axes.at(0, 0), axes.at(1, 1), "soft", 1, "5 4")
    most = max((each.games for scores in lists for each in scores.calibration), default=0)
    for index, scores in enumerate(lists):
        # lists are drawn a little beside each other, or their bars would hide one another
        aside = (index - (len(lists) - 1) / 2) * 4
        yield from _list(axes, scores, series(index), aside, most, translate)
    yield from legend(530, 90, [(series(index), _score(scores, translate)) for index, scores in enumerate(lists)])
    top = 90 + 18 * len(lists)
    yield from _sizes(530, top + 16, most, translate)
    yield line((536, top + 66), (536, top + 90), "soft", 1.5)
    yield text((550, top + 76), translate(say("bar: so few games leave the score")), 11, "start", "soft")
    yield text((550, top + 90), translate(say("this uncertain, 95 times in 100")), 11, "start", "soft")
    yield line((530, top + 110), (544, top + 110), "soft", 1, "5 4")
    yield text((550, top + 114), translate(say("an honest forecast")), 11, "start", "soft")


def _list(
    axes: Axes, scores: PredictedList, colour: str, aside: float, most: int, translate: Translate
) -> Iterator[str]:
    points = [
        (each, each.expected, each.score)
        for each in scores.calibration
        if each.expected is not None and each.score is not None
    ]
    spots = [(axes.at(expected, score)[0] + aside, axes.at(expected, score)[1]) for _, expected, score in points]
    yield path(spots, colour, 1)
    for (each, expected, score), spot in zip(points, spots, strict=True):
        low, high = likely(score, each.games)
        yield line((spot[0], axes.at(0, low)[1]), (spot[0], axes.at(0, high)[1]), colour, 1.5)
        figures = {"expected": expected, "score": score, "low": low, "high": high}
        words = translate(
            counted(
                "{list}: {count} game, expected {expected}, scored {score} ({low} to {high})",
                "{list}: {count} games, expected {expected}, scored {score} ({low} to {high})",
                each.games,
                list=scores.list,
                **{name: f"{value:.3f}" for name, value in figures.items()},
            )
        )
        yield dot(spot, _radius(each, most), colour, words, 0.7)


def _radius(each: Bin, most: int) -> float:
    """Return the radius of a dot whose area, not radius, goes with the number of games: that is how the eye
    compares."""
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
        yield text((x - 12, top + LARGEST + 4), translate(say("games")), 11, "start", "soft")


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
