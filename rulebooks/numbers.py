"""Round numbers, in this one place (3.5: to the nearest whole number, exactly half goes
up), and write them for sheets.

Days as texts, YYYY-MM-DD, which sort as they follow each other; months as their first
seven letters; and the place of a unit in the order of computation.
"""

import math
from typing import TYPE_CHECKING

from messages import Message, counted, say

if TYPE_CHECKING:
    from fractions import Fraction


def half_up(numerator: int, denominator: int) -> int:
    """Round numerator / denominator to the nearest whole number, exactly half up, as
    the rules ask (3.5).

    `half_up(5, 2)` is 3 and `half_up(-5, 2)` is -2. Only whole numbers are used, so it
    is exact; the denominator is positive.
    """
    return (2 * numerator + denominator) // (2 * denominator)


def half_up_float(value: float) -> int:
    """Round a value of a curve that has no exact value (exp, erf), computed to 1e-9: to
    the nearest whole number, half up.

    Millionths decide: the performance of a draw with 1500 and one with 1501 is 1500.5
    and goes up, whatever the last bits of the search say.
    """
    return math.floor(round(value, 6) + 0.5)


def number(value: "Fraction") -> int | float:
    """Return a fraction as a number for JSON: an int if it is whole, else a float, which
    prints as exactly that decimal where it has few of them, such as 7.5. A fraction that
    does not end, such as 1/3, is the nearest number; a sheet's working has it exactly.
    """
    return value.numerator if value.denominator == 1 else float(value)


def text(value: "Fraction") -> str:
    """Write a fraction exactly, for scripts: as a decimal where it ends, such as "7.5"
    or "2300", else as a fraction, such as "1/3", so that no digit is lost.
    """
    for decimals in range(13):
        shifted = value * 10**decimals
        if shifted.denominator == 1:
            digits = f"{abs(shifted.numerator):0{decimals + 1}d}"
            if decimals:
                digits = f"{digits[:-decimals]}.{digits[-decimals:]}"
            sign = "-" if value < 0 else ""
            return f"{sign}{digits}"
    return f"{value.numerator}/{value.denominator}"


def shown(value: "Fraction") -> str:
    """Write a fraction for people: exactly where its decimals end, such as "7.5",
    anything else to the millionth, such as "0.333333". Scripts get `text` instead.
    """
    exact = text(value)
    return f"{float(value):.6f}" if "/" in exact else exact


def number_for_people(value: int | float) -> str:
    """Write a number of an answer for people, to the millionth at most: 7.5, 0.333333."""
    if isinstance(value, int):
        return str(value)
    return f"{value:.6f}".rstrip("0").rstrip(".")


def games(count: int) -> Message:
    return counted("{count} game", "{count} games", count)


def formula(sum_in_full: str) -> Message:
    """Make a message of a step of a calculation that needs no words, such as "S - E = 3
    - 2.5 = 0.5": it is the same in every language, but for its signs.
    """
    return say("{sum}", sum=sum_in_full)


def signed(value: "Fraction") -> str:
    """Write a fraction with a sign of its own, to stand after another number: "+ 7.5"."""
    return f"{'-' if value < 0 else '+'} {shown(abs(value))}"


def years_before(day: str, years: int) -> str:
    """Return the day so many years before, for comparing only: where there is no 29
    February, the result lies between the 28th and 1 March.
    """
    return f"{int(day[:4]) - years:04d}{day[4:]}"


def months_between(earlier: str, later: str) -> int:
    """Count the months from the month of one day to that of another."""
    return month_count(later) - month_count(earlier)


def month_count(day: str) -> int:
    """Number the month of a day: 12 a year, January of the year 0 is 0."""
    year = int(day[:4])
    month = int(day[5:7])
    return 12 * year + month - 1


# Rules 1.3 and 1.7: the order of computation is one bytewise key. Dates come first, ids
# only break ties; on one day openings come first, then units, then rulings. A blank
# separates the parts: it sorts before every character of an id.
OPENING, UNIT, RULING = "0", "1", "2"
ORDER_SPAN = 1_000_000_000


def _sortable_number(number: int) -> str:
    """Write a whole number of either sign so that text order is number order."""
    return f"{number + ORDER_SPAN:010d}"


def unit_place(
    end: str,
    start: str,
    order_no: int,
    tournament: str,
    round_no: int = 0,
    place: int = 0,
) -> str:
    """Return the place of a unit: of a tournament or, if `round_no` is stated, of a round
    or a single game of it.

    end, start: YYYY-MM-DD; order_no: from the office, where the order of tournaments with
    the same days matters; place: of the game in its round.
    """
    return (
        f"{end} {UNIT} {start} {_sortable_number(order_no)} {tournament} {round_no:06d}"
        f" {place:06d}"
    )


def opening_place(on: str, player: str) -> str:
    """Return the place of an opening, before all units that end on the day."""
    return f"{on} {OPENING} {player}"


def ruling_place(on: str, player: str, is_delta: bool, value: int, seq: int) -> str:
    """Return the place of a ruling, after all units that end on the day; there a set
    number comes before a correction of it, in any order of arrival.

    value: the set number or the correction; seq: of the event.
    """
    return (
        f"{on} {RULING} {player} {int(is_delta)} {_sortable_number(value)} {seq:012d}"
    )


def owner_at(place: str) -> tuple[str | None, str | None]:
    """Return the tournament whose unit stands at a place, or the player whose opening
    or ruling does.
    """
    parts = place.split(" ", 5)
    if parts[1] == UNIT:
        return parts[4], None
    return None, parts[2]
