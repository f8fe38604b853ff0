"""What a report (TRF) holds: one file read whole, its players, teams, records and games."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction

from exchange.text.cells import Bye, Cell, PairedGame
from exchange.text.decoding import TextFile
from exchange.text.notes import FileQuestion
from ledger.errors import Problem


@dataclass(frozen=True, slots=True)
class Player:
    """A 001 row.

    number: the starting number. rating: printed; 0 is None. id_text: an id, as text.
    born: YYYY-MM-DD, a year, or empty.

    text: its fixed part (columns 1 to 89) as read; the other fields are what the
    columns mean.
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

    start, end, round_dates: as far as they are known without asking.

    national: by starting number. records: those of teams, as they are written.

    cells: of every player and round, from which games and byes come.
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
