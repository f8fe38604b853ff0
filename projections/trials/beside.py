"""What a rule change does beside the ratings: titles gained and lost, and whether it forecasts better for certain.

The two rules are compared on the same games, so the difference of each game's loss is drawn again, games with
replacement, a thousand times: the interval that holds nineteen of twenty means.
"""

import random
from collections.abc import Callable, Sequence

from ledger.answer import Answer
from projections.answers.players.career import names_of
from projections.answers.reading import Reading
from projections.trials.predict import Forecast, brier, forecasts, log_loss
from projections.trials.run import Run

DRAWS = 1000
SEED = 2023  # the same question always has the same answer
TAIL = DRAWS // 40


class TitleChange(Answer, frozen=True, kw_only=True):
    """A title that one of the two rules gives and the other does not, or not on that day."""

    player: str
    name: str | None
    title: str
    before: str | None
    after: str | None


class Interval(Answer, frozen=True, kw_only=True):
    """The proposal's mean loss less that of the rules as they are: below 0 it forecasts better. `low` and `high` hold
    95 of 100 draws; where 0 lies between them the games do not tell."""

    difference: float | None
    low: float | None
    high: float | None


class Paired(Answer, frozen=True, kw_only=True):
    """Both losses over the games that both rules forecast."""

    games: int
    log_loss: Interval
    brier: Interval


def title_changes(reading: Reading, before: Run, after: Run) -> tuple[TitleChange, ...]:
    """By title, the highest first, then by player. A day: when the title was reached."""
    own, other = _titles(before), _titles(after)
    ranked = [rule.title for rule in before.setup.rules.title_rules]
    keys = [key for key in sorted(own.keys() | other.keys()) if own.get(key) != other.get(key)]
    names = names_of(reading, [player for player, _ in keys])
    changes = [
        TitleChange(player=player, name=names.get(player), title=title, before=own.get((player, title)),
                    after=other.get((player, title)))
        for player, title in keys
    ]  # fmt: skip
    return tuple(sorted(changes, key=lambda change: (ranked.index(change.title), change.player)))


def _titles(run: Run) -> dict[tuple[str, str], str]:
    """The day on which each title was reached, by player and title."""
    return {(player, title.title): title.on for player, tally in run.totals() for title in tally.titles.values()}


def paired(before: Run, after: Run, first: str, last: str) -> Paired:
    """The difference of the two forecasts game by game, and how sure it is."""
    old = {forecast.game: forecast for forecast in forecasts(before, first, last).forecasts}
    pairs = [(old[new.game], new) for new in forecasts(after, first, last).forecasts if new.game in old]
    return Paired(games=len(pairs), log_loss=_interval(pairs, log_loss), brier=_interval(pairs, brier))


def _interval(pairs: Sequence[tuple[Forecast, Forecast]], loss: Callable[[Forecast], float]) -> Interval:
    differences = [loss(new) - loss(old) for old, new in pairs]
    if not differences:
        return Interval(difference=None, low=None, high=None)
    chance = random.Random(SEED)
    count = len(differences)
    means = sorted(sum(chance.choices(differences, k=count)) / count for _ in range(DRAWS))
    return Interval(
        difference=round(sum(differences) / count, 6), low=round(means[TAIL], 6), high=round(means[-1 - TAIL], 6)
    )
