"""Many variants of a rule tried over the same games: the best on games before a day,
and what later games say of it.

Whoever tries a thousand variants finds one that fits by luck. So a variant is chosen by
earlier games alone, and judged by games that had no say in it; and the answer says how
many were tried.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from math import fsum, prod
from typing import Any, NamedTuple

from msgspec import field
from msgspec.structs import replace

from features.trials.pooling import before
from features.trials.scores import Interval, Paired, log_loss, paired_losses
from features.trials.what_if import Proposal, with_changes
from ledger.errors import Problem, Usage, Where
from messages import by_command, say
from messages.answer import Answer, Date
from projections.answers.reading import Basis, Reading
from projections.answers.rules import plain
from projections.runs.forecasts import Forecasts, forecasts
from projections.runs.over_all_games import Facts, Run
from projections.runs.setups import BEGINNING, Setup, setups

SEED = 2023  # the same question always tries the same variants
Space = Mapping[str, Sequence[Any]]  # the values to try, by the number of the rules
Change = dict[str, Any]  # parameters of a rule with their new values


class Searched(NamedTuple):
    """What is searched: the numbers of a list's rules with the values to try, read and
    without flaws.
    """

    list: str
    values: Space

    def combinations(self) -> int:
        return prod(len(values) for values in self.values.values())

    def variants(self, most: int) -> Iterator[Change]:
        """Yield every combination, or as many of them drawn at random, in order."""
        count = self.combinations()
        chosen: Sequence[int] = range(count)
        if count > most:
            chosen = sorted(random.Random(SEED).sample(chosen, most))
        for place in chosen:
            variant = {}
            for number, values in self.values.items():
                place, at = divmod(place, len(values))
                variant[number] = values[at]
            yield variant


class Variant(Answer, frozen=True, kw_only=True):
    """A variant with its mean losses; less is better. `change`: the numbers that
    differ; none: the list as it is.
    """

    change: Change
    chosen_by: float
    held_out: float


class HeldYear(Answer, frozen=True, kw_only=True):
    """The games of a year, and the log loss of the chosen variant less that of the list
    as it is.
    """

    year: int
    games: int
    log_loss: Interval


class SearchAnswer(Answer, frozen=True, kw_only=True):
    """The answer of `trial search`: the best variants by the games before the day, the very
    best one first.
    """

    list: str
    since: Date = field(name="from")
    combinations: int
    tried: int
    chosen_by_games: int
    held_out_games: int
    as_it_is: Variant
    rows: tuple[Variant, ...]
    paired: Paired
    years: tuple[HeldYear, ...]
    basis: Basis


class Loss(NamedTuple):
    """The mean log loss of some games; None: there are none."""

    games: int
    mean: float | None

    @classmethod
    def of(cls, made: Forecasts) -> "Loss":
        counts, games = made.counted(), len(made)
        total = fsum(log_loss(*pair) * count for pair, count in counts.items())
        return cls(games, round(total / games, 6) if games else None)


def search(
    reading: Reading, searched: Searched, since: str, most: int, top: int
) -> SearchAnswer:
    """Try the variants, each from the beginning on. `since`: the first day whose games
    only judge.
    """
    facts, until = Facts(reading), reading.as_of
    [own] = setups(reading.timeline, [searched.list])

    def losses(run: Run) -> tuple[Loss, Loss]:
        return Loss.of(forecasts(run, BEGINNING, before(since))), Loss.of(
            forecasts(run, since, until)
        )

    as_it_is = facts.look(own)
    earlier, later = losses(as_it_is)
    if earlier.mean is None or later.mean is None:
        message = say(
            "both before {day} and from it on there must be games that {list} predicts",
            day=since,
            list=searched.list,
        )
        raise Usage(Problem("no-period", message, Where(field="from")))
    tried: list[Variant] = []
    for change in searched.variants(most):
        own_losses = losses(facts.run(_changed(own, change)))
        if [loss.games for loss in own_losses] != [earlier.games, later.games]:
            message = say(
                "with {change} other games are predicted, and the losses cannot be"
                " compared",
                change=", ".join(
                    f"{number} {value}" for number, value in change.items()
                ),
            )
            raise Usage(
                Problem(
                    "parameter",
                    message,
                    Where(field="space"),
                    by_command("try it with `selo trial what-if`"),
                )
            )
        tried.append(
            Variant(
                change=change,
                chosen_by=own_losses[0].mean or 0.0,
                held_out=own_losses[1].mean or 0.0,
            )
        )
    best = sorted(tried, key=lambda variant: variant.chosen_by)[: max(1, top)]
    chosen = facts.run(_changed(own, best[0].change))
    return SearchAnswer(
        list=searched.list,
        since=since,
        combinations=searched.combinations(),
        tried=len(tried),
        chosen_by_games=earlier.games,
        held_out_games=later.games,
        as_it_is=Variant(change={}, chosen_by=earlier.mean, held_out=later.mean),
        rows=tuple(
            replace(
                row, change={key: plain(value) for key, value in row.change.items()}
            )
            for row in best
        ),
        paired=_paired(as_it_is, chosen, since, until),
        years=tuple(_years(as_it_is, chosen, since, until)),
        basis=reading.basis(),
    )


def _changed(own: Setup, change: Change) -> Setup:
    return with_changes(own, Proposal(own.list, "variant", change), BEGINNING)


def _paired(first: Run, second: Run, since: str, until: str) -> Paired:
    return paired_losses(
        forecasts(first, since, until), forecasts(second, since, until)
    )


def _years(first: Run, second: Run, since: str, until: str) -> Iterator[HeldYear]:
    for year in range(int(since[:4]), int(until[:4]) + 1):
        paired = _paired(
            first, second, max(since, f"{year}-01-01"), min(until, f"{year}-12-31")
        )
        if paired.games:
            yield HeldYear(year=year, games=paired.games, log_loss=paired.log_loss)
