"""Read the pages on which programs publish a tournament: chess-results and Vega.

Such a page is known by what is the same in all languages: where its links go, how it
marks its cells, and the order of its columns. Its table is written as lines under
headings that the readers of tables know.

Here: what a page says, whatever the program, and what is found in any of them.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Literal, NamedTuple

from exchange.results import WORD
from exchange.sheets.rows import joined
from exchange.sheets.web_page import PageCell
from exchange.text.dates import finnish, readings
from exchange.text.numbers import whole
from exchange.time_control import proposed

PageKind = Literal[
    "crosstable",
    "pairings",
    "team-pairings",
    "matrix",
    "people",
    # what these show is not who met whom
    "not-paired",
    "matches-alone",
    "results-alone",
    "one-player",
    "details",
]
Program = Literal["chess-results", "Vega"]
MOST_ROUNDS = 100
_FIDE = re.compile(
    r"ratings\.fide\.com/(?:profile/|card\.phtml\?event=)0*([0-9]{4,9})\b"
)
_DATE = re.compile(
    r"[0-9]{4}[-/.][0-9]{1,2}[-/.][0-9]{1,2}|[0-9]{1,2}[-/.][0-9]{1,2}[-/.][0-9]{4}"
)
_TIME = re.compile(r"\b[0-9]{1,2}[:.][0-9]{2}\b")
_NUMBER = re.compile(r"(?<![0-9.,/])([0-9]{1,3})(?![0-9/:])")
_QUOTES = str.maketrans({"’": "'", "′": "'", "‘": "'", "”": '"', "″": '"', "“": '"'})
_SIGNED_TIME = re.compile(r"""\b([0-9]{1,3})\s*'\s*\+\s*([0-9]{1,3})\s*(?:"|'')""")
FORFEITED = re.compile(r"([01½])F?\s*[-–:]\s*([01½])F?")


class PageFacts(NamedTuple):
    """What a page says of the event beside its games; empty where it says nothing.

    `time`: how long the games are, as it is written.
    """

    name: str = ""
    start: date | None = None
    end: date | None = None
    place: str = ""
    federation: str = ""
    time: str = ""


@dataclass(frozen=True, slots=True)
class EventPage:
    """A page of an event: its table as lines that the reader of that kind takes.

    `event`: the number or name under which the program knows the event. `numbers`: the
    starting numbers of the rows of a crosstable or matrix, where the page has them.
    """

    program: Program
    event: str
    facts: PageFacts
    kind: PageKind
    lines: tuple[str, ...]
    numbers: tuple[str, ...] = ()


class PageSeat(NamedTuple):
    """Who sits at a board, as a page shows it; nobody when it is a bye."""

    name: str
    number: str


BYE_SEAT = PageSeat("bye", "")
PAIRING_HEADS = ("Bo.", "No.", "White", "Result", "Black", "No.")
PEOPLE_HEADS = ("No.", "Name", "FideID", "FED")


def fide_id_in(cells: Iterable[PageCell]) -> str:
    """Return the FIDE id that a row links to; empty: it links to none."""
    addresses = (link.address for cell in cells for link in cell.links)
    matches = (match for address in addresses if (match := _FIDE.search(address)))
    return next((match[1] for match in matches), "")


class RoundHeading(NamedTuple):
    """The round that a heading names in whatever language, and the day beside it."""

    number: int
    day: date | None


def round_heading(text: str, *, day_first: bool) -> RoundHeading | None:
    """Read a heading such as "Round 3 on 2026/08/03 at 14:30" or "3. kolo".

    The round is the first number that is no date and no time of day. `day_first`: how
    the program writes a date of three numbers.
    """
    rest = _TIME.sub(" ", _DATE.sub(" ", text))
    number = _NUMBER.search(rest)
    if number is None or not 0 < int(number[1]) <= MOST_ROUNDS:
        return None
    written = _DATE.search(text)
    return RoundHeading(
        int(number[1]), day_of(written[0], day_first=day_first) if written else None
    )


def day_of(text: str, *, day_first: bool) -> date | None:
    """Read a date of three numbers: the year first, else as the program writes it."""
    meant = readings(text)
    if "ymd" in meant:
        return meant["ymd"]
    return meant.get("dmy") if day_first or finnish([text]) else None


def days_in(text: str, *, day_first: bool) -> list[date]:
    """Return the dates of a text that can be read."""
    days = (day_of(match[0], day_first=day_first) for match in _DATE.finditer(text))
    return [day for day in days if day is not None]


def only_days(text: str) -> bool:
    """Return whether a text is one date or two, with at most a word between them."""
    rest = _DATE.sub(" ", text).split()
    return 1 <= len(_DATE.findall(text)) <= 2 and len(rest) <= 2


def time_of(text: str) -> str | None:
    """Return the time control that a page's words seem to mean; None: none is sure.

    Minutes and an increment are known by their signs, 90' + 30", whatever the language
    of the words around them.
    """
    plain = text.translate(_QUOTES)
    match = _SIGNED_TIME.search(plain)
    if match is not None and len(re.findall("[0-9]+", plain)) == 2:
        return proposed("", f"{match[1]} min + {match[2]} sec")
    return proposed("", plain)


def round_line(heading: RoundHeading) -> str:
    """Write a round as the readers of pairings know it."""
    on = "" if heading.day is None else f" on {heading.day.isoformat()}"
    return f"Round {heading.number}{on}"


def board_line(board: str, white: PageSeat, result: str, black: PageSeat) -> str:
    """Write a board under `PAIRING_HEADS`."""
    return joined(
        [
            board,
            white.number,
            white.name,
            plain_result(result),
            black.name,
            black.number,
        ]
    )


def plain_result(text: str) -> str:
    """Write the result of a forfeit, 1F-0F at Vega, as the readers of tables know it."""
    match = FORFEITED.fullmatch(text.strip())
    if match is None or "F" not in text:
        return text
    return f"{match[1]}-{match[2]}F"


def column_of_names(rows: Sequence[Sequence[str]], places: Iterable[int]) -> int | None:
    """Return the first column whose cells are mostly names of two words; else the one
    with the most letters.
    """
    columns = {
        at: [row[at] for row in rows if at < len(row) and row[at]] for at in places
    }
    for at, cells in columns.items():
        of_two = [cell for cell in cells if len(WORD.findall(cell)) > 1 or "," in cell]
        if cells and 2 * len(of_two) > len(rows):
            return at
    letters = {
        at: sum(len(word) for cell in cells for word in WORD.findall(cell))
        for at, cells in columns.items()
    }
    best = max(letters, key=lambda at: letters[at], default=None)
    return best if best is not None and letters[best] > 3 * len(rows) else None


def column_of_numbers(rows: Sequence[Sequence[str]], before: int) -> int | None:
    """Return the first column before the names that numbers every row by another
    number.
    """
    for at in range(before):
        numbers = [
            whole(row[at].rstrip(".")) if at < len(row) else None for row in rows
        ]
        if all(numbers) and len(set(numbers)) == len(rows):
            return at
    return None
