"""Read and write the tournament report file (TRF). Here: the content of a report as
values, and the fixed columns of TRF rows that they stand in.

Nothing here reads a file or decides. Columns are counted from 1 in characters, as the
standard prints them. The column of the federation often holds a club in old reports, so
FIDE's codes of federations are here too.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction

from exchange.text.cells import BLANK, CODES, Bye, Cell, PairedGame
from exchange.text.decoding import TextFile
from exchange.text.notes import FileQuestion
from exchange.text.numbers import whole
from ledger.errors import Problem, Where
from messages import Message, say


@dataclass(frozen=True, slots=True)
class Player:
    """A 001 row. `text` is its fixed part (columns 1 to 89) as read; the other fields
    are what the columns mean.
    """

    line: int
    number: int  # starting number
    sex: str  # m, f or empty
    title: str
    name: str
    # information only: FIDE's or local, the file does not state which; 0 is None
    rating: int | None
    federation: str  # or a club, in some files
    id_text: str  # FIDE's or local, as the officer states; 0 and dashes are empty
    born: str  # YYYY-MM-DD, YYYY or empty
    points: Fraction | None
    rank: int | None
    text: str


@dataclass(frozen=True, slots=True)
class NationalRecord:
    """A national rating support row (TRF26): the place for a national number and
    rating.
    """

    line: int
    federation: str  # the tag: whose rating
    number: int  # starting number
    name: str
    rating: int | None
    national_id: str
    born: str


@dataclass(frozen=True, slots=True)
class Team:
    """A 013 or 310 row; no effect on ratings."""

    line: int
    tag: str
    number: int | None
    name: str
    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Header:
    """The records about the event, with their texts as written but for blanks at the
    ends.
    """

    name: str = ""
    city: str = ""
    federation: str = ""
    kind: str = ""  # 092
    arbiter: str = ""
    deputies: tuple[str, ...] = ()
    time_control: str = ""  # 122
    time_control_code: str = ""  # 222
    declared_players: str = ""  # 062, often wrong
    declared_rounds: int | None = None  # 142 or XXR
    lines: Mapping[str, int] = field(default_factory=dict)  # of the records, by tag
    texts: Mapping[str, str] = field(default_factory=dict)  # of the records, by tag


@dataclass(frozen=True, slots=True)
class TrfReport:
    """A report, one file read whole; games and byes are in order of round, then
    starting number.
    """

    source: TextFile
    header: Header
    start: date | None
    end: date | None
    round_dates: Mapping[int, date]
    players: tuple[Player, ...]
    national: Mapping[int, tuple[NationalRecord, ...]]  # by starting number
    teams: tuple[Team, ...]
    # of teams, byes to come, accelerations and forbidden pairs, as written
    records: tuple[str, ...]
    cells: tuple[Cell, ...]
    games: tuple[PairedGame, ...]
    byes: tuple[Bye, ...]
    warnings: tuple[Problem, ...]
    questions: tuple[FileQuestion, ...]


# two blanks, four columns opponent, blank, colour, blank, code
FIRST_CELL, CELL_WIDTH = 90, 10
MAX_ROUNDS = 400
# ten thousand players, twenty rounds: a limit on the time and memory that a hostile
# file can cost
MAX_CELLS = 200_000


def columns(row: str, first: int, last: int) -> str:
    return row[first - 1 : last].strip()


# the records about the event that documents keep as they are written, beside name,
# days, rounds and arbiters
FACTS = {
    "place": "022",
    "federation": "032",
    "kind": "092",
    "time": "122",
    "first_colour": "152",
    "scoring": "162",
    "order": "172",
    "program": "182",
    "system": "192",
    "tie_breaks": "202",
    "standings": "212",
    "time_code": "222",
}


def points(text: str) -> Fraction | None:
    """Read points as printed: 11.5, also 11,5 and 3½; None for anything else."""
    match = re.fullmatch(r"([0-9]{0,4})(?:[.,]([0-9]{1,2})|(½))?", text)
    if not match or not text:
        return None
    part = (
        Fraction(1, 2)
        if match[3]
        else Fraction(int(match[2]), 10 ** len(match[2]))
        if match[2]
        else Fraction(0)
    )
    return Fraction(int(match[1] or 0)) + part


def sex_and_title(row: str) -> tuple[str, str]:
    """Read columns 10 to 14, sex and title.

    The title may be anywhere in 11-13, attached to the sex (mFM, wWGM) or one column
    late.
    """
    sex = {"m": "m", "w": "f", "f": "f"}.get(row[9:10].lower(), "")
    return sex, row[10:14].strip()


def id_text(row: str) -> str:
    """Read the id in columns 58 to 68; zeros and dashes are not an id."""
    text = columns(row, 58, 68)
    return text if text.strip("0-") else ""


def cell_column(number: int) -> int:
    """Return the column of the opponent of a round."""
    return FIRST_CELL + 2 + CELL_WIDTH * (number - 1)


def cell_count(row: str) -> int:
    return max(0, -(-(len(row.rstrip()) - FIRST_CELL + 1) // CELL_WIDTH))


def read_cell(
    row: str, player: int, number: int, line: int, file: str | None
) -> Cell | Problem:
    """Read one round of one row; the four columns between the fields must be blank, or
    the row is shifted.
    """
    start = FIRST_CELL - 1 + CELL_WIDTH * (number - 1)
    block = row[start : start + CELL_WIDTH].ljust(CELL_WIDTH)
    opponent, colour, code = block[2:6].strip(), block[7].lower(), block[9].upper()
    if fault := _cell_fault(block, opponent, colour, code, player):
        where = Where(
            file=file, line=line, column=cell_column(number), field=f"round {number}"
        )
        kind, message, hint = fault
        return Problem(kind, message, where, hint)
    return Cell(
        round=number,
        player=player,
        opponent=int(opponent or 0),
        colour="-" if colour == BLANK else colour,
        code=code,
        line=line,
        column=cell_column(number),
    )


def _cell_fault(
    block: str, opponent: str, colour: str, code: str, player: int
) -> tuple[str, Message, Message] | None:
    """Return code, message and hint of what cannot be read in a cell; None when all
    can.
    """
    if (block[:2] + block[6] + block[8]).strip():
        hint = say(
            "opponent, colour and result are 4, 1 and 1 columns wide, 10 columns per"
            " round from column 92"
        )
        return (
            "trf-shifted-cell",
            say(
                "the cell {text} of {player} is not in its columns",
                text=repr(block.strip()),
                player=player,
            ),
            hint,
        )
    if opponent and whole(opponent) is None:
        return (
            "trf-opponent-unreadable",
            say("{text} is not a starting number", text=repr(opponent)),
            say("write 0000 without an opponent"),
        )
    if colour not in ("w", "b", "-", BLANK):
        return (
            "trf-unknown-colour",
            say(
                "{player} has the unknown colour {text}",
                player=player,
                text=repr(colour),
            ),
            say("w, b, - or blank"),
        )
    if code not in CODES:
        hint = say("known are 1 = 0 + - W D L U F H Z and blank")
        return (
            "trf-unknown-code",
            say(
                "{player} has the unknown result {text}",
                player=player,
                text=repr(block[9]),
            ),
            hint,
        )
    return None


# records that name teams: one of TRF26 has all of TRF16's
NAMING_TEAMS = ("310", "013")


def read_team(row: str, tag: str, line: int) -> Team | None:
    """Read a 013 or 310 row; None when its player columns hold anything but numbers."""
    first = 37 if tag == "013" else 74
    fields = [row[at : at + 4].strip() for at in range(first - 1, len(row.rstrip()), 5)]
    numbers = [whole(text) for text in fields if text]
    if any(number is None for number in numbers):
        return None
    team = whole(columns(row, 5, 7)) if tag == "310" else None
    name = columns(row, 9, 40) if tag == "310" else columns(row, 5, 36)
    return Team(line, tag, team, name, tuple(number for number in numbers if number))
