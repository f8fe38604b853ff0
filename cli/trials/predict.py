"""selo predict."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cli.drawing import draw, svg_option
from cli.options import a_day, times
from cli.output import answer, row_options, table
from cli.trials.runs import whole_ledger
from messages import say

if TYPE_CHECKING:
    from projections.trials.forecasts.intervals import Paired
    from projections.trials.forecasts.predict import Predicted, PredictedList
    from projections.trials.forecasts.scores import Scores


@click.command("predict")
@click.argument("more", nargs=-1, metavar="[LIST]...")
@click.option("--lists", "lists", multiple=True, metavar="LIST", help="Lists, with commas or blanks between them.")
@click.option("--from", "start", callback=a_day, metavar="DAY", help="Tournaments that end on this day or later.")
@click.option("--to", "end", callback=a_day, metavar="DAY", help="Tournaments that end by this day. Default: --as-of.")
@svg_option
@times
@row_options
def predict_command(
    more: tuple[str, ...], lists: tuple[str, ...], start: str | None, end: str | None, svg: Path | None,
    as_of: str | None, known_on: str | None, known_seq: int | None,
) -> None:  # fmt: skip
    """How well each list predicted the results: every game's expected score before it was rated, beside the result.

    Log loss and Brier score: less is better; "even" is the naive forecast that every game is even. A draw is half a
    point. A game in which a player had no rating yet is not predicted, only counted. Each list is held against the
    first over the games that both predicted: the difference, and between what 95 of 100 draws of these games lie.

    \b
    Example:
        selo predict --lists selo,elo-no,elo --from 2024-01-01 --to 2025-12-31
    """
    from ledger.answer import columns
    from projections.trials.forecasts.predict import FlatScores, flat, period, predict
    from projections.trials.run import runs_of
    from projections.trials.setups import listed

    labels = listed([*lists, *more])
    if not labels:
        raise click.UsageError("name at least one list, like `selo predict --lists selo,elo`")
    with whole_ledger(as_of, known_on, known_seq) as reading:
        first, last = period(reading, start, end)
        prediction = predict(reading, runs_of(reading, labels), first, last)
    draw(svg, lambda: _picture(prediction))
    answer(prediction, predict_lines(prediction), [flat(scores) for scores in prediction.lists], columns(FlatScores))


def predict_lines(predicted: "Predicted") -> Iterator[str]:
    from projections.trials.forecasts.intervals import Paired
    from projections.trials.periods import BEGINNING

    columns = ("games", "draws", "log loss", "even", "Brier", "even")
    since = "" if predicted.first == BEGINNING else f"from {predicted.first} "
    yield f"tournaments that ended {since}up to {predicted.last}"
    rows = [[scores.list, scores.unrated_games, *_cells(scores)] for scores in predicted.lists]
    yield from table(("list", "not predicted", *columns), rows)
    if len(predicted.lists) > 1:
        yield ""
        yield f"only the {predicted.common_games} games that every list predicted"
        yield from table(("list", *columns), [[scores.list, *_cells(scores.common)] for scores in predicted.lists])
    for scores in predicted.lists:
        if isinstance(scores.against_first, Paired):
            yield ""
            yield f"{scores.list} beside {predicted.lists[0].list}"
            yield from paired_lines(scores.against_first)
    yield ""
    yield "both players established"
    yield from table(("list", *columns), [[scores.list, *_cells(scores.established)] for scores in predicted.lists])
    yield ""
    yield "calibration: White's expected score, the actual score, and the number of games"
    yield from _calibration_lines(predicted.lists)


def paired_lines(paired: "Paired") -> Iterator[str]:
    """The second forecast's losses less the first's, and how sure that is."""
    for word, interval in (("log loss", paired.log_loss), ("Brier", paired.brier)):
        if interval.difference is not None and interval.low is not None and interval.high is not None:
            sure = "the games do not tell" if interval.low <= 0 <= interval.high else (
                "better" if interval.difference < 0 else "worse")  # fmt: skip
            yield (
                f"{word}: {interval.difference:+.5f} ({interval.low:+.5f} to {interval.high:+.5f}, 95 of 100 draws"
                f" of the same {paired.games} games): {sure}"
            )


def _cells(scores: "PredictedList | Scores") -> list[object]:
    losses = (scores.log_loss, scores.even.log_loss, scores.brier, scores.even.brier)
    return [scores.games, scores.draws, *(_decimals(loss, 4) for loss in losses)]


def _calibration_lines(lists: Sequence["PredictedList"]) -> list[str]:
    heads = ["expected"]
    for scores in lists:
        heads += [scores.list, "scored", "games"]
    rows = []
    for index, first in enumerate(lists[0].calibration):
        cells: list[object] = [say("{low} to {high}", low=f"{first.low:.1f}", high=f"{first.high:.1f}")]
        for scores in lists:
            tenth = scores.calibration[index]
            cells += [_decimals(tenth.expected, 3), _decimals(tenth.score, 3), tenth.games]
        rows.append(cells)
    return table(heads, rows)


def _decimals(value: float | None, digits: int) -> str | None:
    return None if value is None else f"{value:.{digits}f}"


def _picture(predicted: "Predicted") -> str:
    from projections.charts.calibrated import calibrated

    return calibrated(predicted)
