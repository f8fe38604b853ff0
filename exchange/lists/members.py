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
from exchange.results import HEADS
from exchange.text.dates import (
    ORDERS,
    Order,
    Readings,
    birth_order,
    finnish,
    readings,
    settle_apart,
)
from exchange.text.decoding import decode
from exchange.text.notes import Notes
from exchange.text.tables import Headed, headed, refuse_rows_above, rows_of
from ledger.errors import Problem
from messages import Message, say

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
    with its people can be reported together with them. `today`: a payment after it is
    refused.
    """
    decoded = decode(data, file)
    notes = Notes(file)
    if not any(map(str.strip, decoded.lines)):
        hint = say("one line for each licence under the header")
        notes.refuse("people-empty", say("the file is empty"), hint)
        return [], notes.sorted_problems()
    table = headed(decoded.lines, MEANING, 3)
    refuse_rows_above(
        decoded.lines[: table.at - 1], table.separator, table.words, notes
    )
    _check_header(table.header, table.words, table.at, notes)
    if notes.problems:
        return [], notes.sorted_problems()
    rows = [*_rows(table, notes)]
    if len(rows) > MOST_LICENCES:
        message = say("more than {count} licences", count=MOST_LICENCES)
        notes.refuse(
            "people-too-many", message, say("leave out those that ended years ago")
        )
        return [], notes.sorted_problems()
    if not rows and not notes.problems:
        hint = say("one line for each licence under the header")
        notes.refuse("people-empty", say("the register has no licences"), hint)
    order = birth_order(cells.get("born", "") for _, cells in rows)
    way = _Way(dict(zip(table.header, table.words, strict=True)), order, today, notes)
    days = _days(rows, way)
    read = [
        _licence(line, cells, own, way)
        for (line, cells), own in zip(rows, days, strict=True)
    ]
    return read, notes.sorted_problems()


def _check_header(
    header: Sequence[str], words: Sequence[str], line: int, notes: Notes
) -> None:
    for name in dict.fromkeys(filter(None, header)):
        if header.count(name) > 1:
            twice = " and ".join(
                word for word, meant in zip(words, header, strict=True) if meant == name
            )
            message = say("two columns mean {name}", name=COLUMNS[name][0])
            notes.refuse("people-column-twice", message, say("leave one"), line, twice)
    hint = say(
        "columns: {names}",
        names="; ".join("/".join(COLUMNS[name][:3]) for name in COLUMNS),
    )
    for name in NEEDED:
        if name not in header:
            message = say("there is no column {name}", name="/".join(COLUMNS[name][:3]))
            notes.refuse("members-no-column", message, hint, line)
    if not {*WHO} & {*header}:
        message = say(
            "there is no column that says whose licence it is: id, FIDE id or name"
        )
        notes.refuse("members-no-column", message, hint, line)


def _rows(table: Headed, notes: Notes) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield the lines that have something in a column that we know."""
    for line, fields in rows_of(
        table.below, table.separator, len(table.header), MAX_FIELD, PEOPLE_CODES, notes
    ):
        cells = table.named([" ".join(field.split()) for field in fields])
        if any(cells.values()):
            yield line, cells


def _days(
    rows: Sequence[tuple[int, dict[str, str]]], way: _Way
) -> list[dict[str, str | None]]:
    """Read the days of all lines together, because one file writes day and month in one
    order. None: not given; empty: none.
    """
    places = [
        (at, name) for at in range(len(rows)) for name in DAYS if rows[at][1].get(name)
    ]
    texts = [rows[at][1][name] for at, name in places]
    known = [_readings(text) for text in texts]
    dotted = [
        text
        for text, reading in zip(texts, known, strict=True)
        if reading and "." in text
    ]
    settled = settle_apart(known, "dmy" if dotted and finnish(dotted) else None)
    days: list[dict[str, str | None]] = [dict.fromkeys(DAYS) for _ in rows]
    for place, (at, name) in enumerate(places):
        day, line = settled.days[place], rows[at][0]
        days[at][name] = "" if day is None else day.isoformat()
        if not known[place]:
            message = say("{text} is not a day", text=repr(texts[place][:40]))
            way.refuse(
                "members-day", message, say("write it as YYYY-MM-DD"), line, name
            )
        elif place in settled.open:
            message = say(
                "{text} can be {days}",
                text=repr(texts[place]),
                days=_either(settled.open[place]),
            )
            way.refuse(
                "members-day", message, say("write it as YYYY-MM-DD"), line, name
            )
    return days


def _readings(text: str) -> Readings:
    """Return the days that a text can mean.

    A text that begins with the year is read as the standard has it, whatever the other
    lines do; with points the month never comes first. So 2024-13-01 and 1.13.2024 mean
    no day.
    """
    known = readings(text)
    if text[:4].isdecimal():
        return dict.fromkeys(ORDERS, known["ymd"]) if "ymd" in known else {}
    return {
        order: day for order, day in known.items() if order != "mdy" or "." not in text
    }


def _either(days: Sequence[date]) -> str:
    return ", ".join(day.isoformat() for day in days)


def _licence(
    line: int, cells: dict[str, str], days: dict[str, str | None], way: _Way
) -> ListedLicence:
    for name in ("begins", "ends", "fee"):
        if not cells.get(name):
            message = say("the line has no {name}", name=way.called[name])
            hint = (
                say("fill it in; where nothing is owed, the fee is 0")
                if name == "fee"
                else say("fill it in")
            )
            way.refuse("members-missing", message, hint, line, name)
    begins, ends, paid = (days[name] for name in DAYS)
    if begins and ends and ends < begins:
        message = say("the licence ends on {day}, before it begins", day=ends)
        way.refuse("members-day", message, say("look at the two days"), line, "ends")
    if paid and paid > way.today:
        message = say("it was paid on {day}, which is still to come", day=paid)
        way.refuse(
            "members-day", message, say("leave it empty until it is paid"), line, "paid"
        )
    born = born_in(
        cells, way.order, "people-birth", line, way.notes, way.called.get("born", "")
    )
    fide_id = fide_id_in(cells, line, way.notes, way.called.get("fide_id", ""))
    if not any(cells.get(name) for name in WHO):
        message = say("the line does not say whose licence it is")
        way.refuse(
            "members-missing",
            message,
            say("give the id, the FIDE id, or name and birth"),
            line,
            "",
        )
    fee = _fee(cells["fee"], line, way) if cells.get("fee") else None
    return ListedLicence(
        line,
        cells.get("player", ""),
        fide_id,
        cells.get("name", ""),
        born,
        begins or "",
        ends or "",
        fee,
        paid or None,
        cells.get("club") or None,
    )


def _fee(text: str, line: int, way: _Way) -> int | None:
    """Read an amount in hundredths; refuse what is none."""
    match = _MONEY.fullmatch(text.strip(_BLANKS))
    if match is None:
        message = say("{text} is not an amount", text=repr(text[:40]))
        way.refuse("members-fee", message, say("write 45, 45.50 or 45,50"), line, "fee")
        return None
    fee = int(re.sub(f"[{_BLANKS}]", "", match[1])) * 100 + int(
        (match[2] or "0").ljust(2, "0")
    )
    if fee > MOST_FEE:
        message = say(
            "{text} is more than a licence can cost ({most})",
            text=text,
            most=MOST_FEE // 100,
        )
        way.refuse("members-fee", message, say("look at the amount"), line, "fee")
        return None
    return fee
