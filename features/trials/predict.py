"""Measure how well a list predicts results: every game's expected score before it is
rated, beside what was scored.

A draw is half a point: its log loss is the mean of a win's and a loss's. A game in
which somebody had no rating before the unit is not predicted, only counted. Where the
two players' expectations by the rules do not add up to one (the cap), the forecast is
the mean of both views.
"""

from collections.abc import Sequence
from typing import Annotated

from msgspec import field

from features.trials.scores import (
    Bin,
    Even,
    Paired,
    Scores,
    calibration,
    common_games,
    paired_losses,
    scored,
)
from ledger.errors import Problem, Usage, Where
from messages import by_command, say
from messages.answer import UNSET, Answer, Date, UnsetType, columns, json_value
from projections.answers.asking import CsvSheet, Day, Text, about, names_in
from projections.answers.opened import Whole
from projections.answers.reading import Basis, Reading
from projections.runs.forecasts import Forecasts, forecasts
from projections.runs.over_all_games import ListRun, Run, period, runs_of


class PredictedList(ListRun, frozen=True, kw_only=True):
    """A list's forecasts: of all games, of those between established players, of those
    every list predicted.
    """

    rated_games: int
    unrated_games: int
    games: int
    draws: int
    log_loss: float | None
    brier: float | None
    even: Even
    certain: int
    established: Scores
    common: Scores
    calibration: tuple[Bin, ...]
    against_first: Paired | UnsetType = UNSET


class Predicted(Answer, frozen=True, kw_only=True):
    """The forecasts of some lists, without the basis: `what-if` holds one of these.
    Both days count.
    """

    first: Date = field(name="from")
    last: Date = field(name="to")
    lists: tuple[PredictedList, ...]
    common_games: int


class Prediction(Predicted, frozen=True, kw_only=True):
    """The answer of `trial predict`."""

    basis: Basis


class FlatScores(Answer, frozen=True, kw_only=True):
    """A list's scores as one row for a spreadsheet."""

    list: str
    rated_games: int
    unrated_games: int
    games: int
    draws: int
    certain: int
    log_loss: float | None
    brier: float | None
    even_log_loss: float | None
    even_brier: float | None
    common_games: int
    common_log_loss: float | None
    common_brier: float | None


class Predict(Whole, frozen=True, kw_only=True):
    """How well each list predicted the results: every game's expected score before it
    was rated, beside the result.

    Log loss and Brier score: less is better; "even" is the naive forecast that every
    game is even. A draw is half a point. A game in which a player had no rating yet is
    not predicted, only counted. Each list is held against the first over the games that
    both predicted: the difference, and between what 95 of 100 draws of these games lie.
    """

    line = ("list",)
    examples = (
        "selo trial predict --lists selo,elo-no,elo --from 2024-01-01 --to 2025-12-31",
    )
    lists: Annotated[
        tuple[Text, ...],
        about(
            "Lists, with commas or blanks between them.",
            option="lists",
            schema={"minItems": 1},
            needed=True,
        ),
    ] = field(default=(), name="list")
    from_day: Annotated[
        Day | None, about("Tournaments that end on this day or later.")
    ] = field(default=None, name="from")
    to_day: Annotated[
        Day | None,
        about("Tournaments that end by this day. Default: the day of --as-of."),
    ] = field(default=None, name="to")

    def ask(self, reading: Reading) -> Prediction:
        """Predict with each list that was named. `Usage` is raised if there is none, or
        if the period ends before it begins.
        """
        labels = names_in(self.lists)
        if not labels:
            hint = by_command(
                "like `selo trial predict --lists selo,elo`", "write list=selo"
            )
            raise Usage(
                Problem(
                    "parameter",
                    say("name at least one list"),
                    Where(field="list"),
                    hint,
                )
            )

        first, last = period(reading, self.from_day, self.to_day)
        return predict(reading, runs_of(reading, labels), first, last)

    def sheet(self, answer: Answer) -> CsvSheet:
        """Return a row for every list, with its losses and those of the naive forecast."""
        assert isinstance(answer, Prediction)
        return CsvSheet(
            [json_value(flat(scores)) for scores in answer.lists], columns(FlatScores)
        )


def predict(reading: Reading, runs: Sequence[Run], first: str, last: str) -> Prediction:
    """Work out the answer of `trial predict`.

    first, last: the days of the period, YYYY-MM-DD; tournaments that end in it count.
    """
    by_list = [(run, forecasts(run, first, last)) for run in runs]
    result = predicted(by_list, first, last, sure=True)

    return Prediction(
        first=result.first,
        last=result.last,
        lists=result.lists,
        common_games=result.common_games,
        basis=reading.basis(),
    )


def predicted(
    by_list: Sequence[tuple[Run, Forecasts]], first: str, last: str, sure: bool = False
) -> Predicted:
    """Score each list over its own games, and all of them over the games that every one
    predicted.

    by_list: each run with its forecasts, at least one.

    sure: also say how sure it is that a list is better than the first, which takes
    time.
    """
    # lists predict different games, so only the common ones say which list is better
    made = [own for _, own in by_list]
    common = common_games(made)

    lists = []
    for index, (run, own) in enumerate(by_list):
        other = made[0] if sure and index > 0 else None
        lists.append(_predicted_list(run, own, common[index], other))

    return Predicted(
        first=first,
        last=last,
        lists=tuple(lists),
        common_games=common[0].count(True),
    )


def _predicted_list(
    run: Run, made: Forecasts, common: list[bool], first: Forecasts | None
) -> PredictedList:
    """Score one list.

    common: of each game it predicted, whether every list did.

    first: the first list's forecasts, to compare this other one with; None of the first
    itself, or where that was not asked for.
    """
    counts = made.counted()
    scores = scored(counts)
    return PredictedList(
        list=run.setup.label,
        editions=run.editions(),
        openings_from=run.setup.openings_from,
        rated_games=len(made) + made.unrated,
        unrated_games=made.unrated,
        games=scores.games,
        draws=scores.draws,
        log_loss=scores.log_loss,
        brier=scores.brier,
        even=scores.even,
        certain=scores.certain,
        established=scored(made.counted(made.settled)),
        common=scores if all(common) else scored(made.counted(common)),
        calibration=calibration(counts),
        against_first=UNSET if first is None else paired_losses(first, made),
    )


def flat(scores: PredictedList) -> FlatScores:
    """Return a list's row for a spreadsheet, with the losses of all its games and of
    the common ones.
    """
    return FlatScores(
        list=scores.list,
        rated_games=scores.rated_games,
        unrated_games=scores.unrated_games,
        games=scores.games,
        draws=scores.draws,
        certain=scores.certain,
        log_loss=scores.log_loss,
        brier=scores.brier,
        even_log_loss=scores.even.log_loss,
        even_brier=scores.even.brier,
        common_games=scores.common.games,
        common_log_loss=scores.common.log_loss,
        common_brier=scores.common.brier,
    )
