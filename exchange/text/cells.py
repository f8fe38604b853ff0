"""Turn cells (who met whom, with which colour and code) into games. Only this module
knows what a code means.

A game is rated only when both rows name each other, the colours are opposite and both
codes are 1, = or 0.
Any contradiction between the two rows refuses the file: nothing is dropped and nothing
is guessed.

    code    with an opponent named by both     without an opponent
    1 = 0   played                             refused; without a colour `=` is the half-point bye of 2006, `0` a bye
    + -     forfeit, `- -` double forfeit      full-point bye or board won; absent
    W D L   less than one move: not rated      refused
    U F H Z not played (a warning)             pairing-allocated, full, half, zero-point bye
    blank   not yet played                     nothing that round
"""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import Literal

from ledger.errors import Problem, Where
from messages import NOTHING, Message, say
from messages.results import RESULTS

Fate = Literal["played", "forfeit", "double-forfeit", "short", "unplayed", "pending"]

NOT_RATED: dict[Fate, Message] = {
    "forfeit": say("won by forfeit"),
    "double-forfeit": say("both forfeited"),
    "short": say("less than one move was played"),
    "unplayed": say("the row has a bye code"),
    "pending": say("not finished"),
}
BYES = {
    "U": say("pairing-allocated bye"),
    "F": say("full-point bye"),
    "+": say("full-point bye or board without opponent"),
    "H": say("half-point bye"),
    "=": say("half-point bye"),
    "Z": say("zero-point bye"),
    "-": say("absent"),
}
PLAYED, SHORT, UNPLAYED = frozenset("1=0"), frozenset("WDL"), frozenset("+-UFHZ")
BLANK = " "
CODES = PLAYED | SHORT | UNPLAYED | {BLANK}
# 0/0 and 0/= are legal decisions of an arbiter; any other pair is a mistake
_BY_CODES = {codes: row for row in RESULTS.values() for codes in row.trf}
_BYE_CODES = frozenset("UFHZ")
_AS_ABSENT = str.maketrans(dict.fromkeys(_BYE_CODES, "-"))  # beside an opponent


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell: what one row says of one round. Opponent 0: none; column 0: not known."""

    round: int
    player: int
    opponent: int
    colour: str  # w, b, -
    code: str  # one of CODES
    # 0 where the file has no lines
    line: int = 0
    column: int = 0


@dataclass(frozen=True, slots=True)
class PairedGame:
    """A game: two rows that agree with each other. Without colours (not played) `white`
    is the lower number.
    """

    round: int
    white: int
    black: int
    white_code: str
    black_code: str
    fate: Fate
    line: int  # of the row first met
    column: int

    @property
    def rated(self) -> bool:
        """Tell whether the game may count; the rulebook decides on which list, or why
        on none.
        """
        return self.fate == "played"

    @property
    def reason(self) -> Message:
        """The reason why the game is not rated; empty when it may be."""
        return NOTHING if self.fate == "played" else NOT_RATED[self.fate]

    @property
    def result(self) -> str:
        """The result as documents write it: 1-0, 1/2-1/2, 0-1F, ..., * when not
        finished.
        """
        return _BY_CODES[(self.white_code + self.black_code).translate(_AS_ABSENT)].word


@dataclass(frozen=True, slots=True)
class Bye:
    """A bye: a row with a code but no opponent in a round; never rated."""

    round: int
    player: int
    code: str
    line: int

    @property
    def reason(self) -> Message:
        return BYES[self.code]


@dataclass(frozen=True, slots=True)
class Paired:
    games: tuple[PairedGame, ...]
    byes: tuple[Bye, ...]
    problems: tuple[Problem, ...]
    warnings: tuple[Problem, ...]


CellProblem = Callable[[str, Message, Cell], Problem]


def cell_problems(prefix: str, file: str | None, hint: Message) -> CellProblem:
    """Make a format's function that turns a fault of a cell into a problem: its own
    code, the round, the place.
    """

    def problem(code: str, message: Message, cell: Cell) -> Problem:
        where = Where(
            file=file,
            line=cell.line,
            column=cell.column or None,
            field=f"round {cell.round}",
        )
        return Problem(
            f"{prefix}-{code}",
            say("round {number}: {sentence}", number=cell.round, sentence=message),
            where,
            hint,
        )

    return problem


def pair(
    cells: Iterable[Cell],
    players: Collection[int],
    unread: Collection[tuple[int, int]],
    problem: CellProblem,
) -> Paired:
    """Match every cell with the cell it names.

    `unread` are (round, player) whose cells are reported already: they are not reported
    again as missing.
    """
    at = {(cell.round, cell.player): cell for cell in cells}
    games: list[PairedGame] = []
    byes: list[Bye] = []
    problems: list[Problem] = []
    warnings: list[Problem] = []
    for place in sorted(at):
        cell = at[place]
        other = at.get((cell.round, cell.opponent))
        if cell.opponent == 0:
            if fault := lonely_fault(cell):
                problems.append(problem(*fault, cell))
            elif cell.code != BLANK:
                byes.append(
                    Bye(
                        cell.round,
                        cell.player,
                        "Z" if cell.code == "0" else cell.code,
                        cell.line,
                    )
                )
        elif (cell.round, cell.opponent) in unread:
            continue
        elif fault := _address_fault(cell, other, players):
            problems.append(problem(*fault, cell))
        elif other and cell.player < cell.opponent:
            # the lower number reports for both, so that every game comes once
            if fault := _pair_fault(cell, other):
                problems.append(problem(*fault, cell))
                continue
            game = _game(cell, other)
            games.append(game)
            if game.fate in ("pending", "unplayed"):
                about = {
                    "player": cell.player,
                    "opponent": cell.opponent,
                    "reason": game.reason,
                }
                warnings.append(
                    problem(
                        f"{game.fate}-game",
                        say("{player} and {opponent}: {reason}", **about),
                        cell,
                    )
                )
    return Paired(tuple(games), tuple(byes), tuple(problems), tuple(warnings))


def lonely_fault(cell: Cell) -> tuple[str, Message] | None:
    """Return code and message of what is wrong with a cell without an opponent; None
    when nothing is.
    """
    # nobody, no colour, no point: the zero-point bye of programs that know no code for
    # it
    game_code = (
        cell.code in SHORT
        or cell.code == "1"
        or (cell.code in "=0" and cell.colour != "-")
    )
    if not game_code:
        return None
    return "result-without-opponent", say(
        "{player} has the result {code} but no opponent",
        player=cell.player,
        code=cell.code,
    )


def _address_fault(
    cell: Cell, other: Cell | None, players: Collection[int]
) -> tuple[str, Message] | None:
    if cell.opponent == cell.player:
        return "own-opponent", say(
            "{player} is paired with the same number", player=cell.player
        )
    if cell.opponent not in players:
        return "unknown-opponent", say(
            "{player} met {opponent}, but no row has that number",
            player=cell.player,
            opponent=cell.opponent,
        )
    if other is None or other.opponent != cell.player:
        pair = {"player": cell.player, "opponent": cell.opponent}
        if other and other.opponent:
            met = "{player} met {opponent}, but the row of {opponent} says: met {other}"
            return "one-sided-cell", say(met, **pair, other=other.opponent)
        return "one-sided-cell", say(
            "{player} met {opponent}, but the row of {opponent} says: met nobody",
            **pair,
        )
    return None


def _pair_fault(cell: Cell, other: Cell) -> tuple[str, Message] | None:
    codes = cell.code + other.code
    both: dict[str, Message | str] = {"white": _stated(cell), "black": _stated(other)}
    if other.line:
        both["black"] = say(
            "{player} ({colour} {code}, line {line})",
            player=other.player,
            colour=other.colour,
            code=other.code,
            line=other.line,
        )
    if cell.colour == other.colour != "-" and codes.strip(BLANK):
        # of a game still to come the colours may be drawn again
        return "same-colours", say("{white} and {black} have the same colour", **both)
    fate = fate_of(codes)
    if fate is None:
        return "contradicting-results", say(
            "{white} and {black} contradict each other", **both
        )
    if fate == "played" and {cell.colour, other.colour} != {"w", "b"}:
        return "colour-missing", say(
            "{white} and {black} played, but not with white against black", **both
        )
    return None


def _stated(cell: Cell) -> str:
    return f"{cell.player} ({cell.colour} {cell.code})"


def fate_of(codes: str) -> Fate | None:
    """Return what became of a game by the codes of both rows; None when they contradict
    each other.
    """
    row = _BY_CODES.get(codes)
    if row is None:
        return (
            "unplayed"
            if UNPLAYED.issuperset(codes) and not _BYE_CODES.isdisjoint(codes)
            else None
        )
    if row.is_played:
        return "played"
    if row.scored is None:
        return "pending"
    if SHORT.issuperset(codes):
        return "short"
    return "forfeit" if any(row.scored) else "double-forfeit"


def _game(cell: Cell, other: Cell) -> PairedGame:
    white, black = (
        (other, cell) if cell.colour == "b" or other.colour == "w" else (cell, other)
    )
    fate = fate_of(cell.code + other.code) or "pending"
    return PairedGame(
        round=cell.round,
        white=white.player,
        black=black.player,
        white_code=white.code,
        black_code=black.code,
        fate=fate,
        line=cell.line,
        column=cell.column,
    )
