"""Read the cells of a player's row: in each round against whom, with which colour, and the
result.
"""

from exchange.text.cells import BLANK, CODES, Cell
from exchange.text.numbers import whole_number
from ledger.errors import Problem, Where
from messages import Message, say

# two blanks, four columns opponent, blank, colour, blank, code
FIRST_CELL, CELL_WIDTH = 90, 10
MAX_ROUNDS = 400
# ten thousand players, twenty rounds: a limit on the time and memory that a hostile
# file can cost
MAX_CELLS = 200_000


def cell_column(number: int) -> int:
    """Return the column of the opponent of a round.

    It is counted from 1: 92 for round 1, 102 for round 2.
    """
    return FIRST_CELL + 2 + CELL_WIDTH * (number - 1)


def cell_count(row: str) -> int:
    """Return how many rounds a row reaches into, the last even if it is cut short;
    blanks at its end count for nothing.
    """
    return max(0, -(-(len(row.rstrip()) - FIRST_CELL + 1) // CELL_WIDTH))


def read_cell(
    row: str, player: int, number: int, line: int, file: str | None
) -> Cell | Problem:
    """Read one round of one row; the four columns between the fields must be blank, or
    the row is shifted.

        "  0012 w 1"    round 1: met 12 with White, and won
        "  0000 - H"    half a point without an opponent

    `player`: the starting number of the row; `number`: the round; `line`: of the row in
    the file. Blanks alone are a cell with a blank code and no opponent.
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

    block: its ten characters. opponent, colour, code: what stands in them. player:
    whose row it is.

    The first that is wrong is told: something between the columns, the opponent, the
    colour, the result.
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

    if opponent and whole_number(opponent) is None:
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
        hint = say("use 1 = 0 + - W D L U F H Z or a blank")
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
