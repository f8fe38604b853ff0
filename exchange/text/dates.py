"""Read days as tournament files write them. Where nothing settles the order of day and
month, the reader asks.

Seen: 2011/07/02, 2008-02-01, 25.02.2011, 28. 07. 2005, 24/09/2010, 10.09.13 (year
first), May 29, 2020; round dates YY/MM/DD, but also YY.DD.MM. A text is therefore read
in every order it allows, and the file itself is the evidence: start not after end,
rounds between them and one after the other, one order for the header and one for the
rounds. If more than one reading is left, the reader asks.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import product
from typing import Literal

from messages import NOTHING, Message, say

Order = Literal["ymd", "ydm", "dmy", "mdy"]
ORDERS: tuple[Order, ...] = ("ymd", "ydm", "dmy", "mdy")
Readings = Mapping[Order, date]
# the years of the days that are read
FIRST_YEAR, LAST_YEAR = 1900, 2100

_NUMERIC = re.compile(r"([0-9]{1,4})\s*([./-])\s*([0-9]{1,2})\s*\2\s*([0-9]{1,4})\.?")
_DOTS = re.compile(r"[0-9]{1,2}\.\s*[0-9]{1,2}\.\s*[0-9]{4}\.?")
_COMPACT = re.compile(r"([0-9]{4})([0-9]{2})([0-9]{2})")
_MONTH_FIRST = re.compile(
    r"([^\W\d]{3,})\.?\s+([0-9]{1,2})(?:st|nd|rd|th)?,?\s+([0-9]{4})"
)
_DAY_FIRST = re.compile(
    r"([0-9]{1,2})(?:\.|st|nd|rd|th)?\s*([^\W\d]{3,})\.?,?\s+([0-9]{4})"
)
_MONTHS = {
    name: number
    for names in (
        "jan feb mar apr may jun jul aug sep oct nov dec",
        "tam hel maa huh tou kes hei elo syy lok mar jou",
    )
    for number, name in enumerate(names.split(), 1)
}
# "mar" is March in English and November (marraskuu) in Finnish: the longer Finnish
# beginning decides.
_MONTHS["mar"] = 3
_NOVEMBER = "marras"


def readings(text: str) -> Readings:
    """Return every day this text can mean, by the order of its parts; empty when it is
    not a day.

        2011/07/02      2 July or 7 February 2011
        25.02.2011      25 February 2011: no month has the number 25
        May 29, 2020    one day, in every order
        10.09.13        four orders, of which three are days
    """
    text = text.strip()
    match = _COMPACT.fullmatch(text)
    if match is not None:
        year, month, day = match.groups()
        return _same_in_any_order(year, month, day)

    match = _MONTH_FIRST.fullmatch(text)
    if match is not None:
        name, day, year = match.groups()
        return _same_in_any_order(year, _month(name), day)

    match = _DAY_FIRST.fullmatch(text)
    if match is not None:
        day, name, year = match.groups()
        return _same_in_any_order(year, _month(name), day)

    match = _NUMERIC.fullmatch(text)
    if match is not None:
        first, _, second, third = match.groups()
        return _readings_of_numbers(first, second, third)

    return {}


def _month(name: str) -> str:
    """Return the number of a month by its name; 0 for any other word."""
    lower = name.lower()
    if lower.startswith(_NOVEMBER):
        return "11"

    return str(_MONTHS.get(lower[:3], 0))


def _same_in_any_order(year: str, month: str, day: str) -> Readings:
    """Return the one day that a text means in any order."""
    meant = _day(year, month, day)
    if meant is None:
        return {}

    return dict.fromkeys(ORDERS, meant)


def _readings_of_numbers(first: str, second: str, third: str) -> Readings:
    """Return the days of three numbers in each order that their length allows: a number
    of four digits is the year, and where all are short it may be the first or the last.

        10  9  13    ymd 2010-09-13, dmy 2013-09-10, mdy 2013-10-09
    """
    are_short = len(first) <= 2 and len(third) <= 2
    orders: list[Order] = []
    if are_short or len(first) == 4:
        orders += ["ymd", "ydm"]
    if are_short or (len(third) == 4 and len(first) != 4):
        orders += ["dmy", "mdy"]

    known: dict[Order, date] = {}
    for order in orders:
        parts = dict(zip(order, (first, second, third), strict=True))
        day = _day(parts["y"], parts["m"], parts["d"])
        if day is not None:
            known[order] = day

    return known


def _day(year: str, month: str, day: str) -> date | None:
    """Return a day of 1900 to 2100, None for any other; of a year with two digits 80 is
    the first of the century before.
    """
    number = int(year)
    if len(year) < 2:
        return None
    if len(year) == 2:
        number += 2000 if number < 80 else 1900

    if not FIRST_YEAR <= number <= LAST_YEAR:
        return None
    try:
        return date(number, int(month), int(day))
    except ValueError:
        return None


@dataclass(frozen=True, slots=True)
class SettledDays:
    """The days that texts mean together; `open`: texts with several readings left,
    `odd`: what contradicts.
    """

    days: tuple[date | None, ...]
    open: Mapping[int, tuple[date, ...]]
    odd: Message = NOTHING


def confirmed_reading(day: date, text: str) -> Readings:
    """Return the reading of a confirmed day; where the text can mean it, it also shows
    the order of the other texts.
    """
    known = readings(text)
    fitting = {order: meant for order, meant in known.items() if meant == day}
    return fitting or dict.fromkeys(ORDERS, day)


Way = list[date | None]  # the days of several texts, read in one way


def settle_event_days(
    heads: Sequence[Readings], rounds: Sequence[Readings], order: Order | None = None
) -> SettledDays:
    """Read start and end (`heads`) and the rounds so that they agree with each other.

    `order` is the officer's answer to an earlier question; it never overrides a text
    that does not allow it.

        01.02.2024, 15.02.2024    1 and 15 February: the second shows the order of both
        01.02.2024, 03.02.2024    open: from 1 to 3 February, or 2 January to 2 March

    Texts without a day have None among the days. Days come as `heads`, then `rounds`.
    """
    head_ways = _ways(heads, order)
    ways, odd = _least_faulty_ways(head_ways, _ways(rounds, None))
    # the answer orders the rounds too, but only where that adds no contradiction
    if order and len(set(map(tuple, ways))) > 1:
        ordered_ways, odd_of_ordered = _least_faulty_ways(
            head_ways, _ways(rounds, order)
        )
        if odd_of_ordered == odd:
            ways = ordered_ways

    return _agreed_days([*heads, *rounds], ways, odd)


def _agreed_days(
    known: Sequence[Readings], ways: Sequence[Way], odd: Message = NOTHING
) -> SettledDays:
    """Return the days on which all ways agree; where none of them has a day, those that
    the text can mean are open.
    """
    days: list[date | None] = []
    undecided: dict[int, tuple[date, ...]] = {}
    for number, reading in enumerate(known):
        meant: set[date] = set()
        for way in ways:
            day = way[number]
            if day is not None:
                meant.add(day)

        choices = sorted(meant or set(reading.values()))
        days.append(choices[0] if len(choices) == 1 else None)
        if len(choices) > 1:
            undecided[number] = tuple(choices)

    return SettledDays(tuple(days), undecided, odd)


def are_finnish_days(texts: Sequence[str]) -> bool:
    """Return whether all days are written with dots and the year last, like 3.10.2026,
    and can begin with the day.
    """

    return all(map(_is_finnish, texts))


def _is_finnish(text: str) -> bool:
    """Return whether a day is written so, and can begin with the day of the month."""
    return _DOTS.fullmatch(text) is not None and "dmy" in readings(text)


def settle_separate_days(
    known: Sequence[Readings], order: Order | None = None
) -> SettledDays:
    """Read independent dates that share one order of day and month.

    `order`: of day and month, as the officer said; without it every order that fits
    all.
    """
    return _agreed_days(known, _ways(known, order))


def _ways(group: Sequence[Readings], order: Order | None) -> list[Way]:
    """Return the readings of a group in one order each; where no order fits all texts,
    every mixture of them.

    A text that is no day has none in any way. `order`: the one that is wanted, where
    all texts allow it.
    """
    known = [reading for reading in group if reading]
    if not known:
        return [[None] * len(group)]

    common = _common_orders(known, order)
    if common:
        return [[reading.get(name) for reading in group] for name in common]
    if len(known) > 3:  # rounds in several orders: only days with one meaning are used
        return [[_only_meaning(reading) for reading in group]]

    each: list[Way] = []
    for reading in group:
        days = dict.fromkeys(reading.values())
        each.append(list(days) or [None])

    return [list(way) for way in product(*each)]


def _common_orders(known: Sequence[Readings], order: Order | None) -> Sequence[Order]:
    """Return the orders in which all texts can be read; the one that is wanted, if it is
    among them.
    """
    common = [name for name in ORDERS if all(name in reading for reading in known)]
    if order is not None and order in common:
        return [order]
    # a four-digit year in front: the order of the standard, and the only one seen in
    # files
    if "ymd" in common and not any(map(_may_begin_with_day, known)):
        return ["ymd"]

    return common


def _may_begin_with_day(reading: Readings) -> bool:
    """Return whether a text may begin with the day, and may mean something else."""
    return "dmy" in reading and len(set(reading.values())) > 1


def _only_meaning(reading: Readings) -> date | None:
    """Return the day of a text that has one meaning."""
    days = set(reading.values())
    if len(days) != 1:
        return None

    return days.pop()


def _least_faulty_ways(
    heads: Sequence[Way], rounds: Sequence[Way]
) -> tuple[list[Way], Message]:
    """Return the combinations that break no rule, else those that break the lightest,
    and its name.

    The name is empty where nothing is wrong.
    """
    by_fault: dict[int, list[Way]] = {}
    for head, played in product(heads, rounds):
        fault = _fault(head, played)
        by_fault.setdefault(fault, []).append(head + played)

    least = min(by_fault)
    return by_fault[least], _FAULTS[least]


# From the best evidence to none: rounds that begin and end with the event, rounds
# inside it, and contradictions; of rounds outside the event some may be inside, where
# others were moved.
_FAULTS = (
    NOTHING,
    NOTHING,
    say("the round dates do not follow one another"),
    say("round dates lie outside start and end"),
    say("round dates lie outside start and end"),
    say("the end lies before the start"),
)


def _fault(head: Sequence[date | None], rounds: Sequence[date | None]) -> int:
    """Return how heavy the contradiction between start, end and rounds is: a number of
    `_FAULTS`.
    """
    known = [day for day in rounds if day]
    first = head[0] if head else None
    last = head[1] if len(head) > 1 else None
    if first and last and last < first:
        return 5

    if not known:
        return 0

    outside = [day for day in known if _is_outside(day, first, last)]
    if outside:
        return 3 if len(outside) < len(known) else 4

    if known != sorted(known):
        return 2

    begins_with_event = first in (known[0], None)
    ends_with_event = last in (known[-1], None)

    return 0 if begins_with_event and ends_with_event else 1


def _is_outside(day: date, first: date | None, last: date | None) -> bool:
    """Return whether a day lies before the first or after the last of an event, as far
    as these are known.
    """
    if first is not None and day < first:
        return True
    return last is not None and day > last


_BIRTH = re.compile(r"([0-9]{4})(?:[./-]([0-9]{2})[./-]([0-9]{2}))?")
# 1975.  . with day and month left blank
_YEAR_ALONE = re.compile(r"([0-9]{4})[./-][./ -]*")


def birth_order(texts: Iterable[str]) -> Order | None:
    """Find the order of dd/mm/yyyy births in one file, when at least one row proves it
    and none contradicts.

    None: births begin with the year, or nothing tells the order.

        25/02/1975, 03/04/1980    dmy
        03/04/1980                None
    """
    common: set[Order] = set(ORDERS)
    for text in texts:
        orders = readings(text).keys()
        if orders and "ymd" not in orders and "ydm" not in orders:
            common &= orders

    return common.pop() if len(common) == 1 else None


def birth(text: str, order: Order | None = None) -> str | None:
    """Read a birth as YYYY-MM-DD, or YYYY where no more is certain; empty when none is
    given, None when unreadable.

        1975/02/25    1975-02-25
        1975/00/00    1975
        00/00/0000    empty
        03/04/1980    1980 where the order is not known
        none          None
    """
    text = text.strip()
    if not text.strip("0./- "):
        return ""

    year_alone = _YEAR_ALONE.fullmatch(text)
    if year_alone is not None:
        text = year_alone[1]

    match = _BIRTH.fullmatch(text)
    if match is not None:
        year, month, day = match.groups("0")
        return _birth_of_year(year, month, day)

    reading = readings(text)
    if not reading or not re.search(r"[0-9]{4}", text):
        return None
    if order is not None and order in reading:
        return reading[order].isoformat()

    days = set(reading.values())
    one = days.pop()

    return f"{one.year:04d}" if days else one.isoformat()


def _birth_of_year(year: str, month: str, day: str) -> str | None:
    """Read a birth that begins with the year, as `birth` does; of a day that there is
    not the year counts.
    """
    known = _day(year, month, day)
    if known is not None:
        return known.isoformat()
    if "1850" <= year <= "2100":
        return year

    return "" if year == "0000" else None
