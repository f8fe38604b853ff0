"""The content of a tournament report as values; nothing here reads or decides."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction

from exchange.text.cells import Bye, Cell, Game
from exchange.text.decoding import TextFile
from exchange.text.notes import Question
from ledger.errors import Problem


@dataclass(frozen=True, slots=True)
class Player:
    """A 001 row. `text` is its fixed part (columns 1 to 89) as read; the other fields are what the columns mean."""

    line: int
    number: int  # starting number
    sex: str  # m, f or empty
    title: str
    name: str
    rating: int | None  # information only: FIDE's or local, the file does not state which; 0 is None
    federation: str  # or a club, in some files
    id_text: str  # FIDE's or local, as the officer states; 0 and dashes are empty
    born: str  # YYYY-MM-DD, YYYY or empty
    points: Fraction | None
    rank: int | None
    text: str


@dataclass(frozen=True, slots=True)
class NationalRecord:
    """A national rating support row (TRF26): the place for a national number and rating."""

    line: int
    federation: str  # the tag: whose rating
    number: int  # starting number
    sex: str
    classification: str
    name: str
    rating: int | None
    origin: str
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
class Counts:
    """The numbers of the check report. `without_opponent`: by code; a blank is "blank"."""

    players: int
    rounds: int
    played: int
    decided: int  # of the played: 0/0 and 0/=, an arbiter's decision
    forfeits: int  # double forfeits included
    double_forfeits: int
    short: int
    unplayed: int
    pending: int
    byes: int
    absent: int
    without_opponent: Mapping[str, int]
    without_game: int  # players without a game
    without_rating: int
    without_id: int


@dataclass(frozen=True, slots=True)
class Header:
    """The records about the event, with their texts as written but for blanks at the ends."""

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
    """A report, one file read whole; games and byes are in order of round, then starting number."""

    source: TextFile
    header: Header
    start: date | None
    end: date | None
    round_dates: Mapping[int, date]
    players: tuple[Player, ...]
    national: Mapping[int, tuple[NationalRecord, ...]]  # by starting number
    teams: tuple[Team, ...]
    records: tuple[str, ...]  # of teams, byes to come, accelerations and forbidden pairs, as written
    cells: tuple[Cell, ...]
    games: tuple[Game, ...]
    byes: tuple[Bye, ...]
    counts: Counts
    tags: Mapping[str, int]  # every tag with its number of lines
    unknown_tags: Mapping[str, int]
    untagged_lines: int
    warnings: tuple[Problem, ...]
    questions: tuple[Question, ...]
