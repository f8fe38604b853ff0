"""Find out whether a list's ratings grow or shrink, and why: the pool of everybody with
a rating, period by period.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Annotated, Literal, NamedTuple

from msgspec import Meta, field

from features.trials.periods import (
    Period,
    day_after,
    day_before,
    first_day,
    periods,
)
from features.trials.pool_answer import (
    Drift,
    Group,
    PoolPeriod,
    PoolReport,
    Throughout,
    as_points,
    flat,
    flat_columns,
)
from features.trials.pooling import PeriodTally, Pool, booked_unit
from ledger.errors import Problem, Usage, Where
from messages import option, say
from messages.answer import Answer
from projections.answers.asking import CsvSheet, Day, Text, about
from projections.answers.opened import Whole
from projections.answers.reading import Reading
from projections.replay.unit_row import UnitRow
from projections.runs.over_all_games import Facts, Run
from projections.runs.setups import booked_setup
from rulebooks.numbers import half_up

Years = Annotated[int, Meta(ge=1, le=100)]


class PoolAsked(Whole, frozen=True, kw_only=True):
    """Whether a list's ratings grow or shrink, and why.

    For each period: the players with a rating, their mean and deciles, who came and who
    stopped playing, the points put in and taken out by cause, and how the ratings of
    those who played moved. The causes add up exactly to the change of the sum of all
    ratings.

    LIST is a list of the ledger or any other, also one edition of it (elo:elo-16-32):
    then it is run over the games of the ledger, and nothing is recorded.
    """

    line = ("list",)
    examples = (
        "selo trial pool selo --by year",
        "selo trial pool elo:elo-16-32 --from 2024-01-01 --active-years 2",
    )
    table = "rows"
    list_name: Text = field(name="list")
    by: Annotated[
        Literal["year", "quarter", "month"], about("The length of a period.")
    ] = "year"
    since: Annotated[
        Day | None, about("The first day. Default: that of the first entry.")
    ] = field(default=None, name="from")
    until: Annotated[
        Day | None, about("The last day. Default: the day of --as-of.")
    ] = field(default=None, name="to")
    active_years: Annotated[
        Years | None,
        about("Count only players with a rated game in the last N years.", "N"),
    ] = None

    def ask(self, reading: Reading) -> PoolReport:
        return pool(reading, self)

    def sheet(self, answer: Answer) -> CsvSheet:
        """Return a row for every period of the report, with a column for each decile
        and each cause.
        """
        assert isinstance(answer, PoolReport)
        return CsvSheet([flat(row) for row in answer.rows], flat_columns())


def pool(reading: Reading, asked: PoolAsked) -> PoolReport:
    """Run the list over the games of the ledger, and report its pool period by period.

    `Usage` is a period that ends after the day of the question, or before it begins,
    and a list that no rulebook keeps.
    """
    _check(asked, reading.as_of)
    setup = booked_setup(reading.timeline, asked.list_name)
    run = Facts(reading).list_of(setup)
    return pool_of(reading, run, asked)


def pool_of(reading: Reading, run: Run, asked: PoolAsked) -> PoolReport:
    """Report the pool of a list that was run already.

    Without entries up to the last day there are no rows.
    """
    spans = _spans(asked, run.rows, reading.as_of)
    pool = Pool(run.setup.rules, asked.active_years)
    courses = list(_courses(pool, run, spans))
    only_active = asked.active_years is not None

    return PoolReport(
        list=run.setup.label,
        editions=run.editions(),
        openings_from=run.setup.openings_from,
        by=asked.by,
        active_years=asked.active_years,
        rows=tuple(_row(course, only_active) for course in courses),
        throughout=_throughout(courses),
        basis=reading.basis(),
    )


def _check(asked: PoolAsked, as_of: str) -> None:
    """Refuse a period, with `Usage`, whose last day lies after the day of the question,
    or whose first day lies after the last.

    as_of: the day of the question, YYYY-MM-DD.
    """
    until = asked.until or as_of
    if until > as_of:
        message = say(
            "{name} {last} is after {day}, the day of the question",
            name=option("to"),
            last=until,
            day=as_of,
        )
        raise Usage(Problem("no-period", message, Where(field="to")))

    if asked.since is not None and asked.since > until:
        message = say(
            "{name} {first} is after {last}, the last day",
            name=option("from"),
            first=asked.since,
            last=until,
        )
        raise Usage(Problem("no-period", message, Where(field="from")))


class Span(NamedTuple):
    """A period, and whether it is reported or only run for the ratings that the first
    reported one starts from.
    """

    period: Period
    reported: bool


def _spans(asked: PoolAsked, rows: Sequence[UnitRow], as_of: str) -> list[Span]:
    """Return the periods one after the other, from the first entry on; those before the
    first day asked for are not reported.

    rows: the units of the run, in order. as_of: the last day where none is asked for.
    """
    until = asked.until or as_of
    first = next((row.on for row in rows if row.figures), None)
    if first is None or first > until:
        return []

    begin = first
    unreported: list[Period] = []
    # what came before the first reported day is run too, unreported: it gives the
    # ratings to start from. The period just before is one of its own, because who
    # played in it decides who left and who came back in the first row
    if asked.since is not None and asked.since > begin:
        eve = day_before(asked.since)
        last = max(first_day(asked.by, eve), begin)
        if last > begin:
            unreported.append(Period("", begin, day_before(last)))
        unreported.append(Period("", last, eve))
        begin = asked.since

    spans = [Span(period, False) for period in unreported]
    spans += [Span(period, True) for period in periods(asked.by, begin, until)]

    return spans


class Course(NamedTuple):
    """The course of a period.

    start, end: ratings by player in the pool, before its first unit and after its last.

    stopped: ratings of players who had played in the period before and not in this one.

    resumed: of those who play in this one and not in the one before, but earlier.
    """

    period: Period
    tally: PeriodTally
    start: dict[str, int]
    end: dict[str, int]
    stopped: list[int]
    resumed: list[int]


def _courses(pool: Pool, run: Run, spans: Sequence[Span]) -> Iterator[Course]:
    """Yield the courses of the periods that are reported.

    pool: a new one; it is gone through to the end of the last period. spans: without a
    gap, so that every unit falls into one.
    """
    rows = iter(run.rows)
    row = next(rows, None)
    played_before: set[str] = set()
    for period, reported in spans:
        start = pool.ratings()
        ever_played = pool.ever_played()
        end_of_period = day_after(period.last)
        while row is not None and row.on < end_of_period:
            pool.take(booked_unit(run, row), row.on)
            row = next(rows, None)

        tally = pool.close(period.last)
        gone = played_before - tally.played
        # somebody who plays for the first time has not come back from anywhere
        back = (tally.played & ever_played) - played_before

        played_before = tally.played
        if reported:
            yield Course(
                period=period,
                tally=tally,
                start=start,
                end=pool.ratings(),
                stopped=[start[player] for player in gone if player in start],
                resumed=[start[player] for player in back if player in start],
            )


def _row(course: Course, only_active: bool) -> PoolPeriod:
    """Report a period.

    only_active: in a pool of the active leaving is a cause; otherwise it only says who
    did not play any more.

    The drift is that of the players who played and had a rating both before and after.
    """
    period, tally, start, end, stopped, resumed = course
    ratings = sorted(end.values())
    total = sum(ratings)

    entered = {cause: _group(begun) for cause, begun in sorted(tally.entered.items())}
    changes = [
        end[player] - start[player]
        for player in tally.played
        if player in start and player in end
    ]

    return PoolPeriod(
        period=period.name,
        first=period.first,
        last=period.last,
        players=len(end),
        total=total,
        mean=_mean(ratings),
        deciles=_deciles(ratings),
        newcomers=entered.pop("newcomers", _group([])),
        entered_otherwise=entered,
        leavers=_group(tally.left if only_active else stopped),
        returned=_group(tally.returned if only_active else resumed),
        struck_off=_group(tally.struck),
        active=len(tally.played),
        causes={cause: as_points(amount) for cause, amount in tally.causes.items()},
        change=total - sum(start.values()),
        drift=Drift(players=len(changes), mean=_mean(changes)),
    )


def _group(ratings: Sequence[int]) -> Group:
    """How many ratings there are, their sum and their mean."""
    mean = _mean(ratings)
    return Group(players=len(ratings), points=sum(ratings), mean=mean)


def _mean(ratings: Sequence[int]) -> float | None:
    """Return the mean, rounded to the hundredth; None of nothing."""
    if not ratings:
        return None
    return _hundredths(Fraction(sum(ratings), len(ratings)))


def _deciles(ratings: Sequence[int]) -> tuple[int, ...]:
    """Return the lowest rating, then for each tenth of the players the least rating
    that so many do not exceed.

    ratings: in order, the lowest first. Eleven come back, or none without players.

        of 1, 2, ... 20     1, 2, 4, 6, ... 20
    """
    if not ratings:
        return ()

    deciles = []
    for tenth in range(11):
        players = -(-len(ratings) * tenth // 10)
        deciles.append(ratings[max(0, players - 1)])

    return tuple(deciles)


def _throughout(courses: Sequence[Course]) -> Throughout:
    """Return the mean of the players who played in every period, at the end of each,
    and how far it went from the end of the first to that of the last.

    Only these can be compared over time: the mean of all changes with who comes and
    leaves.
    """
    players: set[str] = set()
    if courses:
        players = set.intersection(*(course.tally.played for course in courses))

    # somebody may have played in a period and still have no rating at its end
    for course in courses:
        players &= course.end.keys()

    if not players:
        return Throughout(players=0, means=(), change=None)

    means = []
    for course in courses:
        total = sum(course.end[player] for player in players)
        means.append(Fraction(total, len(players)))

    return Throughout(
        players=len(players),
        means=tuple(_hundredths(mean) for mean in means),
        change=_hundredths(means[-1] - means[0]),
    )


def _hundredths(value: Fraction) -> float:
    """The value to hundredths, rounded exactly half up."""
    hundredths = half_up(100 * value.numerator, value.denominator)
    return hundredths / 100
