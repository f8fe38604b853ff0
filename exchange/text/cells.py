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
        codes = self.white_code + self.black_code
        return _BY_CODES[codes.translate(_AS_ABSENT)].word


@dataclass(frozen=True, slots=True)
class Bye:
    """A bye: a row with a code but no opponent in a round; never rated."""

    round: int
    player: int
    code: str
    line: int

    @property
    def reason(self) -> Message:
        """What the bye is."""
        return BYES[self.code]


@dataclass(frozen=True, slots=True)
class PairedCells:
    """The games and byes of cells, and what is wrong with them."""

    games: tuple[PairedGame, ...]
    byes: tuple[Bye, ...]
    problems: tuple[Problem, ...]
    warnings: tuple[Problem, ...]


# its code without what stands before it in a format, and the sentence
Fault = tuple[str, Message]


CellProblem = Callable[[str, Message, Cell], Problem]


def cell_problems(prefix: str, file: str | None, hint: Message) -> CellProblem:
    """Make a format's function that turns a fault of a cell into a problem: its own
    code, the round, where it stands.

        cell_problems("trf", file, hint)("same-colours", ...)    trf-same-colours
    """

    def problem(code: str, message: Message, cell: Cell) -> Problem:
        where = Where(
            file=file,
            line=cell.line,
            column=cell.column or None,
            field=f"round {cell.round}",
        )
        in_round = say(
            "round {number}: {sentence}", number=cell.round, sentence=message
        )
        return Problem(f"{prefix}-{code}", in_round, where, hint)

    return problem


def pair(
    cells: Iterable[Cell],
    players: Collection[int],
    unread: Collection[tuple[int, int]],
    problem: CellProblem,
) -> PairedCells:
    """Match every cell with the cell it names.

    `unread` are (round, player) whose cells are reported already: they are not reported
    again as missing.

    `players`: the numbers of all rows. `problem`: what makes a problem of a fault.

        1 says: met 2 with w, 1;  2 says: met 1 with b, 0    the game 1-0
        1 says: met 2 with w, 1;  2 says: met 1 with b, 1    contradicting-results
        3 says: met nobody, H                                a bye of half a point
    """
    by_seat = {(cell.round, cell.player): cell for cell in cells}
    games: list[PairedGame] = []
    byes: list[Bye] = []
    problems: list[Problem] = []

    for seat in sorted(by_seat):
        cell = by_seat[seat]
        other_seat = (cell.round, cell.opponent)
        other = by_seat.get(other_seat)
        fault: Fault | None = None
        if cell.opponent == 0:
            fault = fault_without_opponent(cell)
            if fault is None and cell.code != BLANK:
                byes.append(_bye(cell))
        elif other_seat not in unread:
            fault = _address_fault(cell, other, players)
            # the lower number reports for both, so that every game comes once
            if fault is None and other and cell.player < cell.opponent:
                fault = _pair_fault(cell, other)
                if fault is None:
                    games.append(_game(cell, other))

        if fault is not None:
            problems.append(problem(*fault, cell))

    warnings = []
    for game in games:
        if game.fate in ("pending", "unplayed"):
            cell = by_seat[game.round, min(game.white, game.black)]
            warnings.append(_unplayed_warning(game, cell, problem))

    return PairedCells(tuple(games), tuple(byes), tuple(problems), tuple(warnings))


def _bye(cell: Cell) -> Bye:
    """Make the bye of a cell; no point without an opponent is a zero-point bye."""
    code = "Z" if cell.code == "0" else cell.code
    return Bye(cell.round, cell.player, code, cell.line)


def _unplayed_warning(game: PairedGame, cell: Cell, problem: CellProblem) -> Problem:
    """Warn of a game that is still to come, or has the code of a bye."""
    message = say(
        "{player} and {opponent}: {reason}",
        player=cell.player,
        opponent=cell.opponent,
        reason=game.reason,
    )
    return problem(f"{game.fate}-game", message, cell)


def fault_without_opponent(cell: Cell) -> Fault | None:
    """Return code and message of what is wrong with a cell without an opponent; None
    when nothing is.

    `H` and `U` are byes; `1` and `W` need an opponent. `=` and `0` are byes only
    without a colour.
    """
    # nobody, no colour, no point: the zero-point bye of programs that know no code for
    # it
    may_be_bye = cell.code not in SHORT and cell.code != "1"
    if may_be_bye and (cell.code not in "=0" or cell.colour == "-"):
        return None

    return "result-without-opponent", say(
        "{player} has the result {code} but no opponent",
        player=cell.player,
        code=cell.code,
    )


def _address_fault(
    cell: Cell, other: Cell | None, players: Collection[int]
) -> Fault | None:
    """Return what is wrong with whom a cell names; None when nothing is.

    `other` is the cell of whom it names in that round; None: there is none.
    """
    player, opponent = cell.player, cell.opponent
    if opponent == player:
        return "own-opponent", say(
            "{player} is paired with the same number", player=player
        )

    if opponent not in players:
        return "unknown-opponent", say(
            "{player} met {opponent}, but no row has that number",
            player=player,
            opponent=opponent,
        )

    if other is None or other.opponent == 0:
        return "one-sided-cell", say(
            "{player} met {opponent}, but the row of {opponent} says: met nobody",
            player=player,
            opponent=opponent,
        )

    if other.opponent != player:
        return "one-sided-cell", say(
            "{player} met {opponent}, but the row of {opponent} says: met {other}",
            player=player,
            opponent=opponent,
            other=other.opponent,
        )

    return None


def _pair_fault(cell: Cell, other: Cell) -> Fault | None:
    """Return how two cells of one game contradict each other; None where they do not."""
    codes = cell.code + other.code
    both: dict[str, Message | str] = {
        "white": _cell_in_words(cell),
        "black": _cell_in_words(other),
    }
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

    has_both_colours = {cell.colour, other.colour} == {"w", "b"}
    if fate == "played" and not has_both_colours:
        return "colour-missing", say(
            "{white} and {black} played, but not with white against black", **both
        )

    return None


def _cell_in_words(cell: Cell) -> str:
    """Write what a cell says: `12 (w 1)`."""
    return f"{cell.player} ({cell.colour} {cell.code})"


def fate_of(codes: str) -> Fate | None:
    """Return what became of a game by the codes of both rows; None when they contradict
    each other.

        10, ==, 00    played
        +-            forfeit
        --            double-forfeit
        WL            short
        1-            None: a game cannot be played by one row and not by the other
    """
    row = _BY_CODES.get(codes)
    if row is None:
        has_bye_code = not _BYE_CODES.isdisjoint(codes)
        return "unplayed" if has_bye_code and UNPLAYED.issuperset(codes) else None

    if row.is_played:
        return "played"
    if row.scored is None:
        return "pending"
    if SHORT.issuperset(codes):
        return "short"

    return "forfeit" if any(row.scored) else "double-forfeit"


def _game(cell: Cell, other: Cell) -> PairedGame:
    """Make the game of two cells that agree."""
    white, black = cell, other
    if cell.colour == "b" or other.colour == "w":
        white, black = other, cell

    return PairedGame(
        round=cell.round,
        white=white.player,
        black=black.player,
        white_code=white.code,
        black_code=black.code,
        fate=fate_of(cell.code + other.code) or "pending",
        line=cell.line,
        column=cell.column,
    )
