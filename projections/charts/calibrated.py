"""Calibration: White's expected score across, the score made up; an honest forecast lies on the diagonal."""

from collections.abc import Iterator, Sequence

from projections.charts.axes import Axes, Span, legend
from projections.charts.style import series
from projections.charts.svg import Frame, dot, line, path, picture, text
from projections.trials.periods import BEGINNING
from projections.trials.predict import Predicted, PredictedList

WIDTH, HEIGHT = 860, 560
SMALLEST, LARGEST = 2.5, 8


def calibrated(predicted: Predicted) -> str:
    """The picture of `predict`."""
    since = "" if predicted.first == BEGINNING else f"from {predicted.first} "
    title = f"Expected and actual scores, tournaments that ended {since}up to {predicted.last}"
    return picture(Frame(WIDTH, HEIGHT, title), _shapes(predicted.lists, title))


def _shapes(lists: Sequence[PredictedList], title: str) -> Iterator[str]:
    axes = Axes(70, 70, 430, 430, Span(0, 1), Span(0, 1))
    yield text((70, 30), title, 16)
    yield from axes.drawn("expected score of White", "actual score")
    yield line(axes.at(0, 0), axes.at(1, 1), "soft", 1, "5 4")
    most = max((each.games for scores in lists for each in scores.calibration), default=0)
    entries = []
    for index, scores in enumerate(lists):
        points = [
            (each, each.expected, each.score)
            for each in scores.calibration
            if each.expected is not None and each.score is not None
        ]
        yield path([axes.at(expected, score) for _, expected, score in points], series(index), 1.5)
        for each, expected, score in points:
            # the area of a dot, not its radius, goes with the games: that is how the eye compares
            radius = SMALLEST + (LARGEST - SMALLEST) * (each.games / most) ** 0.5
            words = f"{scores.list}: {each.games} games, expected {expected:.3f}, scored {score:.3f}"
            yield dot(axes.at(expected, score), radius, series(index), words, 0.7)
        entries.append((series(index), _score(scores)))
    yield from legend(530, 90, entries)
    yield text((530, 90 + 18 * len(lists) + 10), "the larger a dot, the more games", 11, "start", "soft")


def _score(scores: PredictedList) -> str:
    if scores.log_loss is None or scores.brier is None:
        return f"{scores.list}: no forecasts"
    return f"{scores.list}: log loss {scores.log_loss:.4f}, Brier {scores.brier:.4f}"
