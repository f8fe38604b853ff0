"""Whether a list's numbers grow or shrink, and why: the pool of everybody with a number, period by period."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from ledger.errors import Problem, Usage, Where
from ledger.timeline import Timeline
from projections.answers.reading import Reading
from projections.replay.rows import ON_DAY, Row, entry_of
from projections.trials.asked import Wanted, wanted
from projections.trials.causes import points
from projections.trials.periods import Period, before, first_day, following, periods
from projections.trials.pooling import Pool, Tally
from projections.trials.run import Ground, facts
from rulebooks import rulebook
from rulebooks.rounding import half_up

PLACE = itemgetter(1)
Dict = dict[str, Any]


class Asked(NamedTuple):
    """Which periods; `since` left out is the first entry, `until` the day of the question."""

    by: str = "year"
    since: str | None = None
    until: str | None = None
    active_years: int | None = None


def pool(reading: Reading, said: str, asked: Asked | None = None) -> Dict:
    """The rows of every period, and those who played in each of them."""
    asked = asked or Asked()
    _check(asked, reading.as_of)
    run = Ground(reading).run(_list(reading.timeline, said))
    spans = _spans(asked, run.rows, reading.as_of)
    told = list(_told(Pool(run.asked.rules, asked.active_years), run.rows, spans))
    return {
        **facts(run),
        "by": asked.by,
        "active_years": asked.active_years,
        "rows": [_row(one, asked.active_years is not None) for one in told],
        "throughout": _throughout(told),
        "basis": reading.basis().as_dict(),
    }


def _check(asked: Asked, as_of: str) -> None:
    until = asked.until or as_of
    if until > as_of:
        raise Usage(Problem("no-period", f"--to {until} is after {as_of}, the day of the question", Where(field="to")))
    if asked.since is not None and asked.since > until:
        raise Usage(Problem("no-period", f"--from {asked.since} is after {until}, the last day", Where(field="from")))


def _list(timeline: Timeline, said: str) -> Wanted:
    """A booked list as it is booked, with its end and its own openings; any other, or an edition by name, on trial."""
    found = wanted(timeline, [said])[0]
    if ":" in said or not timeline.schedule(found.list):
        return found
    return found._replace(rules=rulebook(found.list), openings_from=found.list)


def _spans(asked: Asked, rows: Sequence[Row], as_of: str) -> list[tuple[Period, bool]]:
    """The periods one after the other, and whether each is reported. Of those before the first that is, only the last
    counts for who played in the period before."""
    until = asked.until or as_of
    if not rows or rows[0][ON_DAY] > until:
        return []
    begin: str = rows[0][ON_DAY]
    found: list[tuple[Period, bool]] = []
    if asked.since is not None and asked.since > begin:
        eve = before(asked.since)
        last = max(first_day(asked.by, eve), begin)
        if last > begin:
            found.append((Period("", begin, before(last)), False))
        found.append((Period("", last, eve), False))
        begin = asked.since
    return found + [(period, True) for period in periods(asked.by, begin, until)]


class Told(NamedTuple):
    """A period as it went. `start` and `end`: numbers by player; `stopped` and `resumed`: those of the players who had
    played in the period before and did not now, and the other way round."""

    period: Period
    tally: Tally
    start: dict[str, int]
    end: dict[str, int]
    stopped: list[int]
    resumed: list[int]


def _told(pool: Pool, rows: Sequence[Row], spans: Sequence[tuple[Period, bool]]) -> Iterator[Told]:
    units = _units(rows)
    unit = next(units, None)
    played: set[str] = set()
    for period, reported in spans:
        start, known, upto = pool.numbers(), pool.ever_played(), following(period.last)
        while unit is not None and unit[0][ON_DAY] < upto:
            entries = [entry_of(row) for row in unit]
            pool.take([entry.change for entry in entries], entries[0].on)
            unit = next(units, None)
        tally = pool.close(period.last)
        end = pool.numbers()
        now = tally.played
        stopped = [start[player] for player in played - now if player in start]
        resumed = [start[player] for player in (now & known) - played if player in start]
        played = now
        if reported:
            yield Told(period, tally, start, end, stopped, resumed)


def _units(rows: Sequence[Row]) -> Iterator[list[Row]]:
    return (list(group) for _, group in groupby(rows, key=PLACE))


def _row(told: Told, only_active: bool) -> Dict:
    period, tally, start, end = told.period, told.tally, told.start, told.end
    total = sum(end.values())
    entered = {cause: _held(numbers) for cause, numbers in sorted(tally.entered.items())}
    return {
        "period": period.name,
        "from": period.first,
        "to": period.last,
        "players": len(end),
        "total": total,
        "mean": _mean(list(end.values())),
        "deciles": _deciles(sorted(end.values())),
        "newcomers": entered.pop("newcomers", _held([])),
        "entered_otherwise": entered,
        "leavers": _held(tally.left if only_active else told.stopped),
        "returned": _held(tally.returned if only_active else told.resumed),
        "struck_off": _held(tally.struck),
        "active": len(tally.played),
        "causes": {cause: points(amount) for cause, amount in tally.causes.items()},
        "change": total - sum(start.values()),
        "drift": _drift([end[p] - start[p] for p in tally.played if p in start and p in end]),
    }


def _held(numbers: Sequence[int]) -> Dict:
    return {"players": len(numbers), "points": sum(numbers), "mean": _mean(numbers)}


def _drift(changes: Sequence[int]) -> Dict:
    return {"players": len(changes), "mean": _mean(changes)}


def _mean(numbers: Sequence[int]) -> float | None:
    """To the hundredth."""
    return half_up(100 * sum(numbers), len(numbers)) / 100 if numbers else None


def _deciles(numbers: Sequence[int]) -> list[int]:
    """The lowest number, then for each tenth of the players the least number that so many do not exceed."""
    count = len(numbers)
    return [numbers[max(0, -(-count * tenth // 10) - 1)] for tenth in range(11)] if numbers else []


def _throughout(told: Sequence[Told]) -> Dict:
    """Those who played in every period: their mean at the end of each."""
    players = set.intersection(*(one.tally.played for one in told)) if told else set()
    players = {player for player in players if all(player in one.end for one in told)}
    means: list[Fraction] = (
        [Fraction(sum(one.end[p] for p in players), len(players)) for one in told] if players else []
    )
    return {
        "players": len(players),
        "means": [_hundredths(mean) for mean in means],
        "change": _hundredths(means[-1] - means[0]) if means else None,
    }


def _hundredths(value: Fraction) -> float:
    return half_up(100 * value.numerator, value.denominator) / 100
