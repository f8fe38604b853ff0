"""A report that somebody types from paper: who played, and the rounds as they were
paired, written as a report (TRF) and read back from one.

A report is the one form in which it is kept, so whatever reads reports reads it.
"""

import json
from collections.abc import Iterator, Mapping
from itertools import takewhile
from types import MappingProxyType
from typing import NamedTuple

from exchange.trf.player_cells import CELL_WIDTH, FIRST_CELL
from exchange.trf.read import read_trf
from exchange.trf.records import player_row
from exchange.trf.report import Player, TrfReport
from messages.results import RESULTS

# the first line of a report that was typed at the desk
TYPED = "### typed from paper"
# the lines after it, one for each field that could not be read
NOT_READ = "### not read: "
NOTHING: Mapping[str, str] = MappingProxyType({})
# what stands in place of a result in the row of a player without an opponent: a full
# point, half a point, none
BYES = {"U": 2, "H": 1, "Z": 0}


class TypedPlayer(NamedTuple):
    """A player of the sheet. `points`: as the sheet has them, `2.5`; empty: not there."""

    name: str
    points: str = ""


class TypedGame(NamedTuple):
    """A pair of a round, by the numbers of the players. Of a bye, `black` is None and
    `result` a letter of BYES; else `result` is a word of the results, such as `1-0`.
    """

    round: int
    white: int
    black: int | None
    result: str


class TypedReport(NamedTuple):
    """A typed report.

    start, end: YYYY-MM-DD, empty where they are not typed. time: how long the games
    are, as typed.

    players: their numbers are their places from 1. games: in any order of rounds.

    not_read: what was typed and could not be read, by the field of the form in which it
    stands. Its place in the sheet is empty: a row without a name, a missing game.
    """

    name: str = ""
    start: str = ""
    end: str = ""
    time: str = ""
    place: str = ""
    players: tuple[TypedPlayer, ...] = ()
    games: tuple[TypedGame, ...] = ()
    not_read: Mapping[str, str] = NOTHING

    @property
    def rounds(self) -> int:
        """Return the last round that has a game or a bye; 0 where there is none."""
        return max((game.round for game in self.games), default=0)


def is_typed(content: bytes) -> bool:
    """Return whether a file is a report that was typed."""
    return content.startswith(TYPED.encode())


def not_read(content: bytes) -> Mapping[str, str]:
    """Return what could not be read of a report that was typed; empty of any other
    file, and of one that was altered by hand.
    """
    if not is_typed(content):
        return NOTHING
    lines = content.decode("utf-8", "replace").splitlines()[1:]
    fields: dict[str, str] = {}
    for line in takewhile(lambda line: line.startswith(NOT_READ), lines):
        try:
            stated = json.loads(line.removeprefix(NOT_READ))
        except ValueError:
            return NOTHING
        if not isinstance(stated, dict):
            return NOTHING
        fields |= {str(name): str(text) for name, text in stated.items()}

    return fields


def typed_text(sheet: TypedReport) -> str:
    """Write the sheet as a report: a line for its mark, a record for each thing that is
    known of the event, and a row for each player.

    What is empty has no record. It can be read again by `read_typed`.
    """
    return "".join(f"{line.rstrip()}\n" for line in _lines(sheet))


def _lines(sheet: TypedReport) -> Iterator[str]:
    """Yield the rows of the report: the event, then each player with the cells of all
    rounds.

    A round in which a player has neither a game nor a bye has ten blanks.
    """
    yield TYPED
    # one line for all of them could be longer than a line of a file may be
    for name, text in sheet.not_read.items():
        yield NOT_READ + json.dumps({name: text})

    header = {
        "012": sheet.name,
        "022": sheet.place,
        "042": sheet.start.replace("-", "/"),
        "052": sheet.end.replace("-", "/"),
        "122": sheet.time,
    }
    yield from (f"{tag} {text}" for tag, text in header.items() if text)

    cells = _cells(sheet)
    for number, player in enumerate(sheet.players, 1):
        row = player_row(
            {"player": player.name, "written": player.name}, number, player.points
        )
        own = cells.get(number, {})
        rounds = (own.get(at, " " * CELL_WIDTH) for at in range(1, sheet.rounds + 1))
        yield row.ljust(FIRST_CELL - 1) + "".join(rounds)


def _cells(sheet: TypedReport) -> dict[int, dict[int, str]]:
    """Return the cell of each player in each round, by number and round.

    A cell has ten characters, as in "  0002 w 1". Rounds without a game are not in it.
    """
    cells: dict[int, dict[int, str]] = {}
    for game in sheet.games:
        of_white = cells.setdefault(game.white, {})
        if game.black is None:
            of_white[game.round] = _cell(0, "-", game.result)
            continue

        of_black = cells.setdefault(game.black, {})
        codes = RESULTS[game.result].trf[0]
        of_white[game.round] = _cell(game.black, "w", codes[0])
        of_black[game.round] = _cell(game.white, "b", codes[1])

    return cells


def _cell(opponent: int, colour: str, code: str) -> str:
    """Write a cell: `  0002 w 1`; opponent 0 is nobody."""
    return f"  {opponent:04d} {colour} {code}"


def read_typed(content: bytes, name: str) -> TypedReport:
    """Read a sheet from the report that it was written as.

    `name`: of the file. Raised is Refused, as for every report.
    """
    report = read_trf(content, name)
    header = report.header
    return TypedReport(
        name=header.name,
        start=report.start.isoformat() if report.start else "",
        end=report.end.isoformat() if report.end else "",
        time=header.time_control,
        place=header.city,
        players=tuple(
            TypedPlayer(player.name, _points(player)) for player in report.players
        ),
        games=_games(report),
        not_read=not_read(content),
    )


def _games(report: TrfReport) -> tuple[TypedGame, ...]:
    """Return games and byes in the order of rounds; byes of other codes than a typed
    sheet has are not in it.
    """
    played = [
        TypedGame(game.round, game.white, game.black, game.result)
        for game in report.games
    ]
    byes = [
        TypedGame(bye.round, bye.player, None, bye.code)
        for bye in report.byes
        if bye.code in BYES
    ]
    return tuple(sorted([*played, *byes], key=lambda game: game.round))


def _points(player: Player) -> str:
    """Write printed points as `2.5` or `3`; empty where there are none."""
    return "" if player.points is None else f"{float(player.points):g}"
