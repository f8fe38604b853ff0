"""Read what a federation keeps of its members: the register of their licences.

    id;name;from;to;fee;paid;club                             Nimi;Syntynyt;Alkaa;Päättyy;Maksu;Maksettu
    F001;Aho, Aino;2026-01-01;2026-12-31;45.00;2026-01-12;    Aho, Aino;1980;1.1.2026;31.12.2026;45,00;12.1.2026

Which person a line of the register means is not decided here. Money is read into whole
hundredths, never into a fraction.
"""

import re
from collections.abc import Iterator, Sequence
from datetime import date
from typing import NamedTuple

from exchange.lists.cells import PEOPLE_CODES, born_in, fide_id_in
from exchange.results.heads import HEADS
from exchange.text.dates import (
    LAST_YEAR,
    ORDERS,
    Order,
    Readings,
    are_finnish_days,
    birth_order,
    readings,
    settle_separate_days,
)
from exchange.text.decoding import decode
from exchange.text.notes import Notes
from exchange.text.tables import (
    HeadedTable,
    refuse_rows_above,
    rows_of,
    table_under_header,
)
from ledger.errors import Problem
from messages import NOTHING, Message, say

# the first three of each are the English, the Finnish and the Swedish one
COLUMNS = {
    "player": (
        "id",
        "jäsennumero",
        "medlemsnummer",
        "player",
        "player id",
        "national id",
        "pelaajanumero",
        "numero",
        "tunnus",
        "spelarnummer",
        "nummer",
    ),
    "fide_id": (
        "fide id",
        "fide-tunnus",
        "fide-nummer",
        "fide_id",
        "fide-id",
        "fideid",
        "fide",
        "fide tunnus",
    ),
    "name": (
        "name",
        "nimi",
        "namn",
        *sorted(HEADS - {"name", "nimi", "namn", "player"}),
    ),
    "born": (
        "birth",
        "syntynyt",
        "född",
        "born",
        "birthday",
        "date of birth",
        "year of birth",
        "syntymäaika",
        "syntymävuosi",
        "födelsedatum",
        "födelseår",
    ),
    "begins": (
        "from",
        "alkaa",
        "från",
        "begins",
        "valid from",
        "start",
        "alkaen",
        "alkupäivä",
        "voimassa alkaen",
        "börjar",
        "giltig från",
        "startdatum",
    ),
    "ends": (
        "to",
        "päättyy",
        "till",
        "ends",
        "until",
        "valid to",
        "valid until",
        "end",
        "asti",
        "loppupäivä",
        "voimassa asti",
        "slutar",
        "giltig till",
        "slutdatum",
    ),
    "fee": (
        "fee",
        "maksu",
        "avgift",
        "amount",
        "price",
        "summa",
        "hinta",
        "lisenssimaksu",
        "jäsenmaksu",
        "belopp",
        "pris",
        "licensavgift",
        "medlemsavgift",
    ),
    "paid": (
        "paid",
        "maksettu",
        "betald",
        "paid on",
        "payment",
        "maksupäivä",
        "betalt",
        "betalningsdag",
        "betaldag",
    ),
    "club": ("club", "seura", "klubb", "yhdistys", "förening"),
}
MEANING = {word: name for name, words in COLUMNS.items() for word in words}
NEEDED = ("begins", "ends", "fee", "paid")
WHO = ("player", "fide_id", "name")
DAYS = ("begins", "ends", "paid")
MOST_LICENCES = 100_000
MOST_FEE = 1_000_000  # in hundredths: a slip of the finger, and no licence
MAX_FIELD = 200
_YEAR = re.compile(r"(?<![0-9])[0-9]{4}(?![0-9])")
_BLANKS = " \u00a0\u202f"
# 45, 45,5, 45.50, 1 234,50 and € 45; a point before three digits may be either kind of
# point, so it is none
_MONEY = re.compile(
    r"(?:€|EUR)?\s*([0-9]{1,3}(?:["
    r" \u00a0\u202f][0-9]{3})+|[0-9]{1,9})(?:[.,]([0-9]{1,2}))?\s*(?:€|EUR|e)?"
)


class _Way(NamedTuple):
    """What all lines are read by: how the file calls its columns, the order of its
    births, today.
    """

    called: dict[str, str]
    order: Order | None
    today: str
    notes: Notes

    def refuse(
        self, code: str, message: Message, hint: Message, line: int, name: str
    ) -> None:
        """Refuse a cell by what the file calls its column."""
        self.notes.refuse(code, message, hint, line, self.called.get(name))


class ListedLicence(NamedTuple):
    """A line of the register; its person is identified by the id, the FIDE id, or the
    name and birth. Days that cannot be read are empty, and a fee None.
    """

    line: int
    player: str
    fide_id: int | None
    name: str
    born: str
    begins: str
    ends: str
    fee: int | None
    paid: str | None
    club: str | None


def licences_and_problems(
    data: bytes, file: str, today: str
) -> tuple[list[ListedLicence], list[Problem]]:
    """Read a register with everything that is wrong with its lines, so that problems
    with its people can be reported together with them.

    `today`: a payment after it is refused. Of a file whose header is wrong no line is
    read.
    """
    notes = Notes(file)
    table = _table(decode(data, file).lines, notes)
    if table is None or notes.problems:
        return [], notes.sorted_problems()

    rows = list(_rows(table, notes))
    if len(rows) > MOST_LICENCES:
        message = say("more than {count} licences", count=MOST_LICENCES)
        hint = say("leave out those that ended years ago")
        notes.refuse("people-too-many", message, hint)
        return [], notes.sorted_problems()

    if not rows and not notes.problems:
        message = say("the register has no licences")
        notes.refuse("people-empty", message, _A_LINE_EACH)

    order = birth_order(cells.get("born", "") for _, cells in rows)
    called = dict(zip(table.header, table.words, strict=True))
    way = _Way(called, order, today, notes)
    licences = []
    for (line, cells), days in zip(rows, _days(rows, way), strict=True):
        licences.append(_licence(line, cells, days, way))

    return licences, notes.sorted_problems()


_A_LINE_EACH = say("one line for each licence under the header")


def _table(lines: Sequence[str], notes: Notes) -> HeadedTable | None:
    """Find the table of a register, and note what is wrong with it; None where the file
    is empty.
    """
    if not any(map(str.strip, lines)):
        notes.refuse("people-empty", say("the file is empty"), _A_LINE_EACH)
        return None

    table = table_under_header(lines, MEANING, 3)
    above = lines[: table.at - 1]
    refuse_rows_above(above, table.separator, table.words, notes)
    _check_header(table.header, table.words, table.at, notes)

    return table


def _check_header(
    header: Sequence[str], words: Sequence[str], line: int, notes: Notes
) -> None:
    """Refuse a column that comes again, and columns that are missing.

    `header`: what the columns mean; `words`: how the file calls them.
    """
    for name in dict.fromkeys(filter(None, header)):
        if header.count(name) > 1:
            meant = zip(words, header, strict=True)
            twice = [word for word, meaning in meant if meaning == name]
            message = say("two columns mean {name}", name=COLUMNS[name][0])
            field = " and ".join(twice)
            notes.refuse("people-column-twice", message, say("leave one"), line, field)

    names = [_headings_of(name) for name in COLUMNS]
    hint = say("columns: {names}", names="; ".join(names))
    for name in NEEDED:
        if name not in header:
            message = say("there is no column {name}", name=_headings_of(name))
            notes.refuse("members-no-column", message, hint, line)

    if set(WHO).isdisjoint(header):
        message = say(
            "there is no column that says whose licence it is: id, FIDE id or name"
        )
        notes.refuse("members-no-column", message, hint, line)


def _headings_of(name: str) -> str:
    """Return the English, the Finnish and the Swedish heading of a column."""
    return "/".join(COLUMNS[name][:3])


def _rows(table: HeadedTable, notes: Notes) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield the lines that have something in a column that we know.

    Each comes with its number and its cells by what their columns mean, with one blank
    between words.
    """
    width = len(table.header)
    rows = rows_of(table.below, table.separator, width, MAX_FIELD, PEOPLE_CODES, notes)
    for line, fields in rows:
        cells = table.named(fields)
        for name, text in cells.items():
            cells[name] = " ".join(text.split())
        if any(cells.values()):
            yield line, cells


class _DayCell(NamedTuple):
    """A day as it is written: the number of its row, the column, what it can mean."""

    row: int
    name: str
    text: str
    readings: Readings


def _days(
    rows: Sequence[tuple[int, dict[str, str]]], way: _Way
) -> list[dict[str, str | None]]:
    """Read the days of all lines together, because one file writes day and month in one
    order.

    Return for each line its days by column, as YYYY-MM-DD. None: not given; empty: what
    is given is not one day, which is refused.
    """
    cells = _day_cells(rows)
    settled = settle_separate_days([cell.readings for cell in cells], _order(cells))
    days: list[dict[str, str | None]] = [dict.fromkeys(DAYS) for _ in rows]

    for number, cell in enumerate(cells):
        day = settled.days[number]
        days[cell.row][cell.name] = "" if day is None else day.isoformat()

        choices = settled.open.get(number, ())
        message = _no_one_day(cell, choices)
        if message:
            line, _ = rows[cell.row]
            if _is_too_far_away(cell):
                hint = say("the last day that is read is {day}", day=_LAST_DAY)
            else:
                hint = say("write it as YYYY-MM-DD")
            way.refuse("members-day", message, hint, line, cell.name)

    return days


def _order(cells: Sequence[_DayCell]) -> Order | None:
    """Return the order of days with points, if all of them can begin with the day; None
    where nothing tells it.
    """
    dotted = [cell.text for cell in cells if cell.readings and "." in cell.text]
    if dotted and are_finnish_days(dotted):
        return "dmy"

    return None


def _no_one_day(cell: _DayCell, choices: Sequence[date]) -> Message:
    """Say why a cell is not one day; empty where it is.

    `choices`: the days that it can be, where they are several.
    """
    if _is_too_far_away(cell):
        return say("{text} is too far away", text=repr(cell.text[:40]))
    if not cell.readings:
        return say("{text} is not a day", text=repr(cell.text[:40]))
    if choices:
        days = ", ".join(day.isoformat() for day in choices)
        return say("{text} can be {days}", text=repr(cell.text), days=days)

    return NOTHING


_LAST_DAY = f"{LAST_YEAR}-12-31"


def _is_too_far_away(cell: _DayCell) -> bool:
    """Tell whether a cell is no day only because its year is after the last that is
    read.
    """
    year = _YEAR.search(cell.text)
    if cell.readings or year is None or int(year[0]) <= LAST_YEAR:
        return False

    # a year that is read, and has a 29 February
    return bool(_readings(cell.text.replace(year[0], "2000")))


def _day_cells(rows: Sequence[tuple[int, dict[str, str]]]) -> list[_DayCell]:
    """Return the cells of all rows that should be days, row by row; empty cells are
    none.
    """
    day_cells = []
    for row, (_, cells) in enumerate(rows):
        for name in DAYS:
            text = cells.get(name)
            if text:
                day_cells.append(_DayCell(row, name, text, _readings(text)))

    return day_cells


def _readings(text: str) -> Readings:
    """Return the days that a text can mean.

    A text that begins with the year is read as the standard has it, whatever the other
    lines do; with points the month never comes first. So 2024-13-01 and 1.13.2024 mean
    no day.
    """
    known = dict(readings(text))
    if text[:4].isdecimal():
        if "ymd" not in known:
            return {}
        return dict.fromkeys(ORDERS, known["ymd"])

    if "." in text:
        known.pop("mdy", None)

    return known


def _licence(
    line: int, cells: dict[str, str], days: dict[str, str | None], way: _Way
) -> ListedLicence:
    """Return the licence of a line; refuse what is missing or contradicts."""
    _refuse_missing(line, cells, way)
    _check_days(line, days, way)
    born = born_in(
        cells, way.order, "people-birth", line, way.notes, way.called.get("born", "")
    )
    fide_id = fide_id_in(cells, line, way.notes, way.called.get("fide_id", ""))
    if not any(cells.get(name) for name in WHO):
        message = say("the line does not say whose licence it is")
        hint = say("give the id, the FIDE id, or name and birth")
        way.refuse("members-missing", message, hint, line, "")

    fee_text = cells.get("fee")

    return ListedLicence(
        line=line,
        player=cells.get("player", ""),
        fide_id=fide_id,
        name=cells.get("name", ""),
        born=born,
        begins=days["begins"] or "",
        ends=days["ends"] or "",
        fee=_fee(fee_text, line, way) if fee_text else None,
        paid=days["paid"] or None,
        club=cells.get("club") or None,
    )


def _refuse_missing(line: int, cells: dict[str, str], way: _Way) -> None:
    """Refuse a line without a day or a fee."""
    for name in ("begins", "ends", "fee"):
        if cells.get(name):
            continue

        message = say("the line has no {name}", name=way.called[name])
        hint = say("fill it in")
        if name == "fee":
            hint = say("fill it in; where nothing is owed, the fee is 0")
        way.refuse("members-missing", message, hint, line, name)


def _check_days(line: int, days: dict[str, str | None], way: _Way) -> None:
    """Refuse an end before the beginning, and a payment that is still to come.

    `days`: by column, as texts, YYYY-MM-DD. Empty ones are those that cannot be read,
    which is told already; None is not stated.
    """
    begins, ends, paid = days["begins"], days["ends"], days["paid"]
    if begins and ends and ends < begins:
        message = say("the licence ends on {day}, before it begins", day=ends)
        way.refuse("members-day", message, say("look at the two days"), line, "ends")

    if paid and paid > way.today:
        message = say("it was paid on {day}, which is still to come", day=paid)
        hint = say("leave it empty until it is paid")
        way.refuse("members-day", message, hint, line, "paid")


def _fee(text: str, line: int, way: _Way) -> int | None:
    """Read an amount in hundredths; refuse what is none."""
    match = _MONEY.fullmatch(text.strip(_BLANKS))
    if match is None:
        message = say("{text} is not an amount", text=repr(text[:40]))
        way.refuse("members-fee", message, say("write 45, 45.50 or 45,50"), line, "fee")
        return None

    whole = re.sub(f"[{_BLANKS}]", "", match[1])
    hundredths = (match[2] or "0").ljust(2, "0")
    fee = int(whole) * 100 + int(hundredths)
    if fee > MOST_FEE:
        message = say(
            "{text} is more than a licence can cost ({most})",
            text=text,
            most=MOST_FEE // 100,
        )
        way.refuse("members-fee", message, say("look at the amount"), line, "fee")
        return None

    return fee
