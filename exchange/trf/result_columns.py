"""Plan the columns of results of a report, and write each player's cells in them: an
opponent, a colour and a code for each round.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from exchange.text.cells import Cell, PairedGame, fate_of, fault_without_opponent
from exchange.trf.player_cells import MAX_ROUNDS
from messages.results import RESULTS

Row = Mapping[str, Any]


class Column(NamedTuple):
    """A column of the file: the round that it belongs to, and its games."""

    round: int
    games: list[Row]


def result_cells(
    players: Sequence[Row], columns: Sequence[Column], numbers: Mapping[str, int]
) -> dict[str, dict[int, str]]:
    """Return what stands in each player's row: ten characters for a column, the last of
    them the code of the result.

    Players and columns (counted from 0) are the keys.

        "    12 w 1"    met 12 with White, and won
        "  0000 - H"    half a point without an opponent
    """
    marks: dict[str, Mapping[str, str]] = {}
    for player in players:
        marks[player["player"]] = player.get("cells") or {}

    cells: dict[str, dict[int, str]] = {player: {} for player in numbers}
    for at, column in enumerate(columns):
        for game in column.games:
            for side in _sides(game, marks, numbers):
                opponent = numbers[side.opponent]
                own = cells[side.player]
                own[at] = f"  {opponent:4d} {side.colour} {side.code}"

    for name, reported in marks.items():
        own = cells[name]
        for at, mark in list(_byes(reported, columns, own)):
            colour = mark[:-1] or "-"
            code = mark[-1]
            own[at] = f"  0000 {colour} {code}"

    return cells


def _byes(
    marks: Mapping[str, str], columns: Sequence[Column], games: Mapping[int, str]
) -> Iterator[tuple[int, str]]:
    """Yield column and mark of each round without a game; a mark of a game that is no
    longer there is none.

    marks: the reported cells of a player by round, a colour and a code (-H). games:
    what stands in their row already, by column.

    A round of several columns has its bye in the first of them.
    """
    first_column: dict[int, int] = {}
    for at, column in enumerate(columns):
        first_column.setdefault(column.round, at)

    for number, mark in marks.items():
        own_column = first_column.get(int(number))
        if own_column is None or own_column in games:
            continue

        colour = mark.rjust(2, "-")[0]
        cell = Cell(
            round=int(number),
            player=1,
            opponent=0,
            colour=colour,
            code=mark[-1],
            line=0,
            column=0,
        )
        if fault_without_opponent(cell) is None:
            yield own_column, mark


def planned_columns(games: Sequence[Row], last: int = 0) -> list[Column]:
    """Plan the columns of results.

    games: at least one. last: the last round with a bye.

    While everybody plays at most once a round and no tie-break was played, column and
    round have the same number, and a round without a game has an empty column. Else
    columns follow one another, and a player's second game of a round goes into a column
    of its own.
    """
    rounds = sorted({game["round"] for game in games})
    columns = []
    for number in rounds:
        of_round = [game for game in games if game["round"] == number]
        columns += [Column(number, part) for part in _parts(of_round)]

    if len(columns) > len(rounds) or rounds[-1] > MAX_ROUNDS:
        return columns

    # rounds without a game have a column too, also those after the last game
    by_round = {column.round: column for column in columns}
    upto = max(rounds[-1], min(last, MAX_ROUNDS))
    numbers = range(1, upto + 1)

    return [by_round.get(number, Column(number, [])) for number in numbers]


def _parts(games: Sequence[Row]) -> list[list[Row]]:
    """Split the games of a round into groups in which nobody plays twice, tie-breaks in
    groups of their own.

    The parts of tie-breaks come last. A game goes into the first group in which both
    its players are free.
    """
    parts: list[_Part] = []
    for game in games:
        seats = {game["white"], game["black"]}
        tiebreak = bool(game["tiebreak"])
        for part in parts:
            if part.tiebreak == tiebreak and not part.seats & seats:
                break
        else:
            part = _Part(tiebreak, set(), [])
            parts.append(part)

        part.seats.update(seats)
        part.games.append(game)

    parts.sort(key=lambda part: part.tiebreak)
    return [part.games for part in parts]


class _Part(NamedTuple):
    """Games of a round in which nobody plays twice: all tie-breaks, or none; and who
    sits in them.
    """

    tiebreak: bool
    seats: set[str]
    games: list[Row]


def _sides(
    game: Row, marks: Mapping[str, Mapping[str, str]], numbers: Mapping[str, int]
) -> "Iterator[_SideOfGame]":
    """Yield both sides of a game: as reported, if that is the game, else as usual.

    marks: the reported cells of each player by round, a colour and a code (`w1`, `-+`).

    numbers: the starting numbers, which tell who has White where no colour is reported.
    """
    white = game["white"]
    black = game["black"]
    codes = RESULTS[game["result"]].trf[0]
    usual_white = f"w{codes[0]}"
    usual_black = f"b{codes[1]}"

    round_no = str(game["round"])
    of_white = marks[white].get(round_no, usual_white)
    of_black = marks[black].get(round_no, usual_black)
    in_order = numbers[white] < numbers[black]
    if not _is_game([of_white, of_black], game["result"], in_order):
        of_white = usual_white
        of_black = usual_black

    yield _SideOfGame(white, black, *of_white)
    yield _SideOfGame(black, white, *of_black)


class _SideOfGame(NamedTuple):
    """A game from the side of one player, as their row has it."""

    player: str
    opponent: str
    colour: str
    code: str


def _is_game(sides: Sequence[str], result: str, in_order: bool) -> bool:
    """Return whether two cells mean a game of this result; without colours the lower
    number is White.

    sides: the cell of White and that of Black, each a colour and a code. in_order:
    White has the lower number.

    A played game has both colours, a forfeit may have none.

        w1, b0    1-0
        -+, --    1-0F, when in order
    """
    if any(len(side) != 2 for side in sides):
        return False

    white, white_code, black, black_code = *sides[0], *sides[1]
    fate = fate_of(white_code + black_code)
    if fate is None:
        return False

    colours = {"wb"}
    if fate != "played":
        colours |= {"w-", "-b"}
        if in_order:
            colours.add("--")
    if white + black not in colours:
        return False

    game = PairedGame(
        round=0,
        white=0,
        black=0,
        white_code=white_code,
        black_code=black_code,
        fate=fate,
        line=0,
        column=0,
    )
    return game.result == result
