"""Read days as tournament files write them. Where nothing settles the order of day and
month, the reader asks.

Seen: 2011/07/02, 2008-02-01, 25.02.2011, 28. 07. 2005, 24/09/2010, 10.09.13 (year
first), May 29, 2020; round
dates YY/MM/DD, but also YY.DD.MM. A text is therefore read in every order it allows,
and the file itself is the evidence: start not after end, rounds between them and one
after the other, one order for the header and one for the rounds. If more than one
reading is left, the reader asks.
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
    """
    text = text.strip()
    if match := _COMPACT.fullmatch(text):
        return _same(match[1], match[2], match[3])
    if match := _MONTH_FIRST.fullmatch(text):
        return _same(match[3], _month(match[1]), match[2])
    if match := _DAY_FIRST.fullmatch(text):
        return _same(match[3], _month(match[2]), match[1])
    if match := _NUMERIC.fullmatch(text):
        return _numeric(match[1], match[3], match[4])
    return {}


def _month(name: str) -> str:
    lower = name.lower()
    return "11" if lower.startswith(_NOVEMBER) else str(_MONTHS.get(lower[:3], 0))


def _same(year: str, month: str, day: str) -> Readings:
    meant = _day(year, month, day)
    return dict.fromkeys(ORDERS, meant) if meant else {}


def _numeric(first: str, second: str, third: str) -> Readings:
    if len(first) == 4:
        tried = {"ymd": (first, second, third), "ydm": (first, third, second)}
    elif len(third) == 4:
        tried = {"dmy": (third, second, first), "mdy": (third, first, second)}
    elif len(first) <= 2 and len(third) <= 2:
        tried = {
            "ymd": (first, second, third),
            "ydm": (first, third, second),
            "dmy": (third, second, first),
            "mdy": (third, first, second),
        }
    else:
        tried = {}
    days = {order: _day(*tried[order]) for order in ORDERS if order in tried}
    return {order: day for order, day in days.items() if day}


def _day(year: str, month: str, day: str) -> date | None:
    number = int(year)
    if len(year) <= 2:
        if len(year) < 2:
            return None
        number += 2000 if number < 80 else 1900
    try:
        return date(number, int(month), int(day)) if 1900 <= number <= 2100 else None
    except ValueError:
        return None


@dataclass(frozen=True, slots=True)
class Settled:
    """The days that texts mean together; `open`: texts with several readings left,
    `odd`: what contradicts.
    """

    days: tuple[date | None, ...]
    open: Mapping[int, tuple[date, ...]]
    odd: Message = NOTHING


def fixed(day: date, text: str) -> Readings:
    """Return the reading of a confirmed day; where the text can mean it, it also shows
    the order of the other texts.
    """
    return {
        order: meant for order, meant in readings(text).items() if meant == day
    } or dict.fromkeys(ORDERS, day)


def settle(
    heads: Sequence[Readings], rounds: Sequence[Readings], order: Order | None = None
) -> Settled:
    """Read start and end (`heads`) and the rounds so that they agree with each other.

    `order` is the officer's answer to an earlier question; it never overrides a text
    that does not allow it.
    """
    known = [*heads, *rounds]
    head_ways = _ways(heads, order)
    solutions, odd = _consistent(head_ways, _ways(rounds, None))
    # the answer orders the rounds too, but only where that adds no contradiction
    if order and len({tuple(solution) for solution in solutions}) > 1:
        answered, answered_odd = _consistent(head_ways, _ways(rounds, order))
        solutions, odd = (
            (answered, answered_odd) if answered_odd == odd else (solutions, odd)
        )
    days: list[date | None] = []
    undecided: dict[int, tuple[date, ...]] = {}
    for place, reading in enumerate(known):
        choices = sorted(
            {day for solution in solutions if (day := solution[place])}
            or set(reading.values())
        )
        days.append(choices[0] if len(choices) == 1 else None)
        if len(choices) > 1:
            undecided[place] = tuple(choices)
    return Settled(tuple(days), undecided, odd)


def finnish(texts: Sequence[str]) -> bool:
    """Return whether all days are written with dots and the year last, like 3.10.2026,
    and can begin with the day.
    """
    return all(_DOTS.fullmatch(text) and "dmy" in readings(text) for text in texts)


def settle_apart(known: Sequence[Readings], order: Order | None = None) -> Settled:
    """Read independent dates that share one order of day and month."""
    ways = _ways(known, order)
    choices = [
        sorted(
            {day for way in ways if (day := way[place])} or set(known[place].values())
        )
        for place in range(len(known))
    ]
    undecided = {
        place: tuple(days) for place, days in enumerate(choices) if len(days) > 1
    }
    return Settled(
        tuple(days[0] if len(days) == 1 else None for days in choices), undecided
    )


def _ways(group: Sequence[Readings], order: Order | None) -> list[list[date | None]]:
    """Return the readings of a group in one order each; where no order fits all texts,
    every mixture of them.
    """
    known = [reading for reading in group if reading]
    if not known:
        return [[None] * len(group)]
    common = [name for name in ORDERS if all(name in reading for reading in known)]
    if order in common:
        common = [order] if order else common
    elif "ymd" in common and not any(
        "dmy" in reading and len(set(reading.values())) > 1 for reading in known
    ):
        # a four-digit year in front: the order of the standard, and the only one seen
        # in files
        common = ["ymd"]
    if common:
        return [[reading.get(name) for reading in group] for name in common]
    if len(known) > 3:  # rounds in several orders: only days with one meaning are used
        return [[_only(reading) for reading in group]]
    each: list[list[date | None]] = [
        list(dict.fromkeys(reading.values())) or [None] for reading in group
    ]
    return [list(way) for way in product(*each)]


def _only(reading: Readings) -> date | None:
    days = set(reading.values())
    return days.pop() if len(days) == 1 else None


def _consistent(
    heads: list[list[date | None]], rounds: list[list[date | None]]
) -> tuple[list[list[date | None]], Message]:
    """Return the combinations that break no rule, else those that break the lightest,
    and its name.
    """
    by_fault: dict[int, list[list[date | None]]] = {}
    for head, played in product(heads, rounds):
        by_fault.setdefault(_fault(head, played), []).append(head + played)
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
    known = [day for day in rounds if day]
    first, last = [*head, None, None][:2]
    if first and last and last < first:
        return 5
    if not known:
        return 0
    outside = [day for day in known if (first and day < first) or (last and day > last)]
    if outside:
        return 3 if len(outside) < len(known) else 4
    if known != sorted(known):
        return 2
    return 0 if first in (known[0], None) and last in (known[-1], None) else 1


_BIRTH = re.compile(r"([0-9]{4})(?:[./-]([0-9]{2})[./-]([0-9]{2}))?")
# 1975.  . with day and month left blank
_YEAR_ALONE = re.compile(r"([0-9]{4})[./-][./ -]*")


def birth_order(texts: Iterable[str]) -> Order | None:
    """Find the order of dd/mm/yyyy births in one file, when at least one row proves it
    and none contradicts.
    """
    known = [reading for text in texts if (reading := readings(text))]
    orders = [
        set(reading)
        for reading in known
        if "ymd" not in reading and "ydm" not in reading
    ]
    common = set(ORDERS).intersection(*orders) if orders else set()
    return common.pop() if len(common) == 1 else None


def birth(text: str, order: Order | None = None) -> str | None:
    """Read a birth as YYYY-MM-DD, or YYYY where no more is certain; empty when none is
    given, None when unreadable.
    """
    text = text.strip()
    if not text.strip("0./- "):
        return ""
    if match := _YEAR_ALONE.fullmatch(text):
        text = match[1]
    if match := _BIRTH.fullmatch(text):
        year, day = match[1], _day(match[1], match[2] or "0", match[3] or "0")
        return (
            day.isoformat()
            if day
            else year
            if "1850" <= year <= "2100"
            else ""
            if year == "0000"
            else None
        )
    reading = readings(text)
    if not reading or not re.search(r"[0-9]{4}", text):
        return None
    if order in reading:
        return reading[order].isoformat() if order else None
    days = set(reading.values())
    return days.pop().isoformat() if len(days) == 1 else f"{days.pop().year:04d}"
