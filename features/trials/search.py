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

from features.trials.periods import day_before
from features.trials.scores import Interval, Paired, log_loss, paired_losses
from features.trials.what_if import Proposal, with_changes
from ledger.errors import Problem, Usage, Where
from messages import by_command, say
from messages.answer import Answer, Date
from projections.answers.reading import Basis, Reading
from projections.answers.rules import plain
from projections.runs.forecasts import Forecasts, forecasts
from projections.runs.over_all_games import Facts, Run
from projections.runs.setups import Setup, setups
from rulebooks.base import BEGINNING

SEED = 2023  # the same question always tries the same variants
Space = Mapping[str, Sequence[Any]]  # the values to try, by the number of the rules
Change = dict[str, Any]  # parameters of a rule with their new values


class SearchSpace(NamedTuple):
    """What is searched.

    list: whose rules are tried with other numbers.

    values: by number of the rules the values to try, read and without flaws.
    """

    list: str
    values: Space

    def combinations(self) -> int:
        """Return how many variants there are: every value of each number with every
        value of the others.
        """
        counts = [len(values) for values in self.values.values()]
        return prod(counts)

    def variants(self, most: int) -> Iterator[Change]:
        """Yield every combination, or as many of them drawn at random, in order.

        most: how many at most. The draw has a fixed seed, so the same question always
        tries the same.
        """
        count = self.combinations()
        chosen: Sequence[int] = range(count)
        if count > most:
            chosen = sorted(random.Random(SEED).sample(chosen, most))

        for index in chosen:
            yield self.variant(index)

    def variant(self, index: int) -> Change:
        """Return one of the combinations; the values of the first number change
        fastest.

            {"cap": [85, 88], "bonus": [0, 1]}    0: 85, 0    1: 88, 0    2: 85, 1
        """
        change = {}
        left = index
        for number, values in self.values.items():
            left, at = divmod(left, len(values))
            change[number] = values[at]

        return change


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
    def from_forecasts(cls, made: Forecasts) -> "Loss":
        """Return the mean log loss of the games of some forecasts, to six decimals."""
        games = len(made)
        if not games:
            return cls(0, None)

        losses = []
        for (expected, score), count in made.counted().items():
            loss = log_loss(expected, score)
            losses.append(loss * count)

        mean = fsum(losses) / games
        return cls(games, round(mean, 6))


class Losses(NamedTuple):
    """What a variant lost in the games before a day, which choose, and from it on,
    which judge.
    """

    earlier: Loss
    later: Loss

    @classmethod
    def from_run(cls, run: Run, since: str, until: str) -> "Losses":
        """Return what a run lost before a day, and from it on.

        since: the first day of the later games. until: their last. Both YYYY-MM-DD.
        """
        eve = day_before(since)
        earlier = forecasts(run, BEGINNING, eve)
        later = forecasts(run, since, until)
        loss_before = Loss.from_forecasts(earlier)
        loss_since = Loss.from_forecasts(later)

        return cls(loss_before, loss_since)

    def of_same_games(self, other: "Losses") -> bool:
        """Return whether as many games were predicted. A change of rules may rate a
        player earlier or later, and then forecasts are of other games.
        """
        if self.earlier.games != other.earlier.games:
            return False
        return self.later.games == other.later.games

    def variant(self, change: Change) -> Variant:
        """Return the variant that has these losses."""
        return Variant(
            change=change,
            chosen_by=self.earlier.mean or 0.0,
            held_out=self.later.mean or 0.0,
        )


def search(
    reading: Reading, searched: SearchSpace, since: str, most: int, top: int
) -> SearchAnswer:
    """Try the variants, each from the beginning on.

    since: the first day whose games only judge, YYYY-MM-DD.

    most: how many variants are tried. top: how many of the best are shown, at least
    one.

    `Usage` is a day with no predicted games on one of its sides, or a variant that
    predicts other games than the list does.
    """
    facts = Facts(reading)
    until = reading.as_of
    [own] = setups(reading.timeline, [searched.list])
    as_it_is = facts.list_of(own)
    losses = Losses.from_run(as_it_is, since, until)
    if losses.earlier.mean is None or losses.later.mean is None:
        message = say(
            "both before {day} and from it on there must be games that {list} predicts",
            day=since,
            list=searched.list,
        )
        raise Usage(Problem("no-period", message, Where(field="from")))

    tried: list[Variant] = []
    for change in searched.variants(most):
        run = facts.run(_changed_setup(own, change))
        own_losses = Losses.from_run(run, since, until)
        if not own_losses.of_same_games(losses):
            raise _other_games(change)
        tried.append(own_losses.variant(change))

    # the choice is made: how it does on games that had no say
    best = sorted(tried, key=lambda variant: variant.chosen_by)[: max(1, top)]
    chosen = facts.run(_changed_setup(own, best[0].change))

    return SearchAnswer(
        list=searched.list,
        since=since,
        combinations=searched.combinations(),
        tried=len(tried),
        chosen_by_games=losses.earlier.games,
        held_out_games=losses.later.games,
        as_it_is=losses.variant({}),
        rows=tuple(_with_plain_values(variant) for variant in best),
        paired=_paired_losses(as_it_is, chosen, since, until),
        years=tuple(_years(as_it_is, chosen, since, until)),
        basis=reading.basis(),
    )


def _other_games(change: Change) -> Usage:
    """Return the refusal of a variant that predicts other games than the list: losses
    over other games say nothing about which is better.
    """
    numbers = [f"{number} {value}" for number, value in change.items()]
    message = say(
        "with {change} other games are predicted, and the losses cannot be compared",
        change=", ".join(numbers),
    )
    hint = by_command("try it with `selo trial what-if`")
    return Usage(Problem("parameter", message, Where(field="space"), hint))


def _with_plain_values(variant: Variant) -> Variant:
    """Return a variant with values as JSON has them: of fractions and tables, which the
    rules keep in shapes of their own.
    """
    change = {number: plain(value) for number, value in variant.change.items()}
    return replace(variant, change=change)


def _changed_setup(own: Setup, change: Change) -> Setup:
    """Return the setup with the numbers of a variant, which hold from the beginning."""
    proposal = Proposal(own.list, "variant", change)
    return with_changes(own, proposal, BEGINNING)


def _paired_losses(first: Run, second: Run, since: str, until: str) -> Paired:
    """Return how the second run loses against the first over the games of the same
    days.
    """
    first_forecasts = forecasts(first, since, until)
    second_forecasts = forecasts(second, since, until)
    return paired_losses(first_forecasts, second_forecasts)


def _years(first: Run, second: Run, since: str, until: str) -> Iterator[HeldYear]:
    """Yield the years with games that both have forecast.

    since: first day, as YYYY-MM-DD; the first year begins there.

    until: last day; the last year ends there. A year without games of both is left out.
    """
    first_year = int(since[:4])
    last_year = int(until[:4])
    for year in range(first_year, last_year + 1):
        begin = max(since, f"{year}-01-01")
        end = min(until, f"{year}-12-31")
        paired = _paired_losses(first, second, begin, end)
        games = paired.games
        if games:
            yield HeldYear(year=year, games=games, log_loss=paired.log_loss)
