"""Read reports of own players' games abroad, as the Irish Chess Union takes them: a
block for each own player.

    Event,"Saaren avoin, 2007"
    Start,2007-09-22
    Rounds,2
    Website,http://example.org

    Player,456,Aho,Aino
    1,0,B,Bell,Ben,2209,,ENG               round, result, colour, and whom: names, rating, title, country
    2,=,-                                  no opponent
    Total,0.5

Of the opponents only these games are in it. Two own players who met have the game in
both blocks, which must agree.
"""

import csv
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from typing import NamedTuple

from exchange.text.cells import BYES
from exchange.text.dates import readings
from exchange.text.decoding import TextFile, decode
from exchange.text.notes import Notes
from exchange.text.numbers import whole_number
from ledger.errors import Problem
from messages import say
from messages.results import USUAL

_HEADS = {
    "event": "event",
    "tournament": "event",
    "start": "start",
    "start date": "start",
    "date": "start",
    "end": "end",
    "end date": "end",
    "finish": "end",
    "rounds": "rounds",
    "number of rounds": "rounds",
    "website": "site",
    "web site": "site",
    "web": "site",
    "site": "site",
}
# no exponent: all digits of 1e999999999 would be computed
_TOTAL = re.compile(r"[0-9]{1,4}|[0-9]{0,4}(?:\.[0-9]{1,4}|½)")
_POINTS = {"1": Fraction(1), "w": Fraction(1), "0": Fraction(0), "l": Fraction(0)}
_POINTS |= dict.fromkeys(("=", "½", "1/2", "0.5", "d"), Fraction(1, 2))
_BEGINS = re.compile(r'\s*"?(?:event|tournament)"?\s*,', re.IGNORECASE)
# a number, or an id of any kind with the first round in the line below
_BLOCK = re.compile(
    r'(?:\A|[\r\n])[ \t]*"?player"?[ \t]*,[ \t]*"?'
    r'(?:[0-9]|[^\s,"][^\r\n]*[\r\n]+1,(?:[10=½wld]|1/2|0\.5),)',
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class ForeignPlayer:
    """Somebody in the file.

    line: where they are named first. number: that of an own player; empty of an
    opponent. federation: three letters, where it is said.
    """

    line: int
    name: str
    number: str = ""
    federation: str = ""


@dataclass(frozen=True, slots=True)
class ForeignGame:
    """A game between two of the players, by their keys.

    line: in which it is told first. result: as documents have it.
    """

    line: int
    round: int
    white: str
    black: str
    result: str


class ForeignBye(NamedTuple):
    """Who had no opponent in a round, by their key. reason: what the bye is."""

    round: int
    player: str
    reason: str


@dataclass(frozen=True, slots=True)
class ForeignReport:
    """A report of games abroad.

    players: by their keys.
    """

    source: TextFile
    event: str
    start: date | None
    end: date | None
    players: dict[str, ForeignPlayer]
    games: tuple[ForeignGame, ...]
    byes: tuple[ForeignBye, ...]
    warnings: tuple[Problem, ...]


@dataclass(slots=True)
class _ReportSoFar:
    """A report while it is read.

    own: the key of the player whose block it is; empty before the first. round: the
    last one that was read of them.

    total: what their rounds come to so far, in points.

    seats: by round and player the line of their game or bye.
    """

    notes: Notes
    heads: dict[str, str] = field(default_factory=dict)
    players: dict[str, ForeignPlayer] = field(default_factory=dict)
    games: dict[tuple[int, frozenset[str]], ForeignGame] = field(default_factory=dict)
    seats: dict[tuple[int, str], int] = field(default_factory=dict)
    byes: list[ForeignBye] = field(default_factory=list)
    own: str = ""
    round: int = 0
    total: Fraction = Fraction(0)


def is_foreign(text: str) -> bool:
    """Return whether a text begins with the name of an event and has the block of a
    player: a line `Player` with a number, or with an id and the first round below.
    """
    return bool(_BEGINS.match(text) and _BLOCK.search(text))


def read_foreign(data: bytes, file: str | None = None) -> ForeignReport:
    """Read such a report or refuse it, all problems at once.

    Raised is Refused. `players` are by their keys: names in small letters, with the
    country where namesakes are of different ones.
    """
    decoded = decode(data, file)
    notes = Notes(file)
    now = _ReportSoFar(notes)
    for number, line in enumerate(decoded.lines, 1):
        try:
            cells = [cell.strip() for cell in next(csv.reader([line], strict=True), [])]
        except csv.Error as error:
            message = say("the quotes do not match: {what}", what=error)
            notes.refuse("foreign-line", message, say('write "" for a quote'), number)
            continue

        if cells and cells[0]:
            _take_line(now, [*cells, *[""] * (8 - len(cells))], number)

    if not now.games and not notes.problems:
        notes.refuse(
            "foreign-line",
            say("there is no game in the file"),
            say("1,=,W,Last,First,2000,,SCO"),
        )

    return ForeignReport(
        warnings=notes.done(),
        source=decoded.source,
        event=now.heads.get("event", ""),
        start=_day(now.heads.get("start", "")),
        end=_day(now.heads.get("end", "")),
        players=now.players,
        games=tuple(now.games.values()),
        byes=tuple(now.byes),
    )


def _day(text: str) -> date | None:
    """Return the day that a text means, if it means only one: 02/06/2026 may be two
    days, and is none.
    """
    days = set(readings(text).values())
    if len(days) != 1:
        return None

    [day] = days
    return day


def _take_line(now: _ReportSoFar, cells: Sequence[str], line: int) -> None:
    """Take a line: what is said of the event, a player, a round of theirs, or their
    total.

    now: the report so far. cells: at least eight; the missing ones are empty. line: its
    number, from 1. Any other line is refused.
    """
    word = cells[0].casefold()
    if not now.own and word in _HEADS:
        now.heads.setdefault(_HEADS[word], cells[1])
    elif word == "player":
        _, number, last_name, first_name, *_ = cells
        now.own = _person(now, line, last_name, first_name, number=number)
        now.round, now.total = 0, Fraction(0)
    elif word == "total" and now.own:
        _check_total(now, cells[1], line)
    elif (
        now.own
        and whole_number(word)
        and (points := _POINTS.get(cells[1].casefold())) is not None
    ):
        _take_round(now, cells, points, line)
    else:
        message = say(
            "{text} is not a line of such a report",
            text=repr(",".join(filter(None, cells))[:40]),
        )
        hint = say(
            "Player,456,Last,First, then a line a round: 1,=,W,Last,First,2000,,SCO,"
            " and Total,4"
        )
        now.notes.refuse("foreign-line", message, hint, line)


def _person(
    now: _ReportSoFar,
    line: int,
    last: str,
    first: str,
    number: str = "",
    federation: str = "",
) -> str:
    """Return the key of a player, and note them; namesakes of other countries are
    others.

    last, first: both names. number: of an own player. federation: of an opponent, three
    letters; empty: not said.

    A line without a name is refused.
    """
    name = ", ".join(filter(None, (last, first)))
    key = name.casefold()
    known = now.players.get(key)
    if known and federation and known.federation not in ("", federation):
        key = f"{key} ({federation})"
        known = now.players.get(key)

    if known is None:
        known = ForeignPlayer(line, name)

    # an own player may have been met before as an opponent, and the other way round
    now.players[key] = ForeignPlayer(
        line=known.line,
        name=name,
        number=known.number or number,
        federation=known.federation or federation,
    )

    if not last:
        now.notes.refuse(
            "foreign-line",
            say("the line has no name"),
            say("last name, first name"),
            line,
        )

    return key


def _take_round(
    now: _ReportSoFar, cells: Sequence[str], points: Fraction, line: int
) -> None:
    """Take a round of the player whose block it is: a bye, or a game.

    cells: of the line. points: those of the player, 0, 1/2 or 1.

    A game that stands in both blocks is kept once, and both must say the same. Refused:
    a round out of turn, an unknown colour, a second game or bye of somebody in it.
    """
    round_written, _, colour_written, last_name, first_name, _, _, federation, *_ = (
        cells
    )
    number = whole_number(round_written) or 0
    colour = colour_written.casefold()
    if number != now.round + 1:
        message = say(
            "round {number} comes where round {other} was expected",
            number=number,
            other=now.round + 1,
        )
        now.notes.refuse("foreign-line", message, say("one line for each round"), line)

    now.round = number
    now.total += points

    if colour in ("-", ""):
        code = "Z"
        if points == 1:
            code = "F"
        elif points:
            code = "H"
        _take_seat(now, number, now.own, line)
        now.byes.append(ForeignBye(number, now.own, BYES[code]))
        return

    if colour not in ("w", "b"):
        message = say("{text} is not a colour", text=repr(colour_written[:10]))
        now.notes.refuse("foreign-line", message, say("W, B, or - for a bye"), line)
        return

    other = _person(now, line, last_name, first_name, federation=federation.upper())
    if colour == "w":
        white, black = now.own, other
        points_of_white = points
    else:
        white, black = other, now.own
        points_of_white = 1 - points

    half_points = int(2 * points_of_white)
    game = ForeignGame(
        line=line, round=number, white=white, black=black, result=USUAL[half_points]
    )

    first = now.games.setdefault((number, frozenset((white, black))), game)
    if (first.white, first.result) != (game.white, game.result) or white == black:
        message = say(
            "line {line} has another game for round {number}",
            number=number,
            line=first.line,
        )
        now.notes.refuse("foreign-two-sides", message, say("correct either"), line)

    if first is not game:
        return

    for seat in (white, black):
        _take_seat(now, number, seat, line)


def _take_seat(now: _ReportSoFar, number: int, seat: str, line: int) -> None:
    """Note that a player has a game or a bye in a round, or refuse a second one.

    number: of the round. seat: the key of the player.
    """
    if now.seats.setdefault((number, seat), line) != line:
        message = say(
            "{name} has two results in round {number}",
            name=now.players[seat].name,
            number=number,
        )
        now.notes.refuse("foreign-two-sides", message, say("correct either"), line)


def _check_total(now: _ReportSoFar, text: str, line: int) -> None:
    """Refuse a total that the rounds of the player do not add up to: a line may be
    lost.

    text: as it is written, 2.5 or 2½; what is no number is no total either.
    """
    total = Fraction(-1)
    if _TOTAL.fullmatch(text):
        total = Fraction(text.replace("½", ".5"))

    if total != now.total:
        points = f"{float(now.total):g}"
        message = say(
            "the total is {text}, and the rounds add up to {points}",
            text=repr(text[:10]),
            points=points,
        )
        now.notes.refuse(
            "foreign-total", message, say("correct a result or the total"), line
        )
