"""Read the form in which a report on paper is typed: its fields, and what is wrong in each.
What is right is kept whatever else is wrong.

player.3       a name, or an id of the ledger; points.3: what the sheet says
white.2.1      the number of White in round 2 on board 1; black.2.1, result.2.1
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count
from typing import NamedTuple

from exchange.json.characters import fault_of_character, fault_of_text
from exchange.names.words import CUT
from exchange.text.dates import FIRST_YEAR, LAST_YEAR
from exchange.text.decoding import refused_character
from exchange.trf.typed_report import BYES, TypedGame, TypedPlayer, TypedReport
from ledger.days import is_written_day
from ledger.errors import Problem, Where
from messages import Message, say
from messages.results import RESULTS
from projections.answers.career import names_of
from projections.answers.reading import Reading
from web.desk.form_fields import Form
from web.questions.from_address import number_in

SIDES = ("white", "result", "black")  # the fields of a board
# points as a sheet has them: 3, 2.5 or 2,5; a report has four columns for them
_POINTS = re.compile(r"[0-9]{1,3}|[0-9]{1,2}[.,][05]")
# the fields by which a form is measured: one for each row of players, and one for
# each board; numbers of more digits than a form has are no fields of it
_PLAYER = re.compile(r"player\.([0-9]{1,3})")
_GAME = re.compile(r"white\.([0-9]{1,2})\.([0-9]{1,3})")


class Board(NamedTuple):
    """A line of the form: a board of a round."""

    round: int
    number: int


def rows_of(fields: Iterable[str]) -> list[int]:
    """Return the numbers of the rows of players that a form has, by its fields.

    What the fields hold does not matter; names of any other shape are passed over:

        name, player.1, points.1, player.2
        [1, 2]
    """
    matches = map(_PLAYER.fullmatch, fields)
    return [int(match[1]) for match in matches if match is not None]


def boards_of(fields: Iterable[str]) -> list[Board]:
    """Return the boards that a form has, by its fields, in the order of the fields.

    The field of White stands for its board, whatever is in it:

        white.2.1, result.2.1, black.2.1, white.2.2
        [Board(round=2, number=1), Board(round=2, number=2)]
    """
    matches = map(_GAME.fullmatch, fields)
    return [Board(int(match[1]), int(match[2])) for match in matches if match]


class TypedSheet(NamedTuple):
    """What a form says: the sheet, and the ids of the players who were named by them,
    by their numbers on the sheet; `problems`: what is wrong, each at its field, so that
    all of it is mended at once.
    """

    sheet: TypedReport
    ids: dict[int, str]
    problems: Sequence[Problem]

    @property
    def holds_something(self) -> bool:
        """Whether anything could be read: the header, or who played.

        Games alone are nothing: without players nobody knows whose they are.
        """
        sheet = self.sheet
        header = (sheet.name, sheet.start, sheet.end, sheet.time, sheet.place)
        return any(header) or any(player.name for player in sheet.players)


def sheet_typed_in(form: Form, reading: Reading) -> TypedSheet:
    """Read the form. What is wrong is not in the sheet, but among what was not read.

    A field of a player holds a name, or an identifier of the ledger: the sheet has the
    name then, and `ids` says who it is. A row or a board with a problem keeps its place
    in the sheet as empty or missing, so the numbers of all others stay as they were
    typed.

    `reading`: the ledger as the person at the desk may see it. Where nobody is named,
    one player without a name is on the sheet, beside the problem that says so. `Usage`:
    the form came without the field of its name or its first player.
    """
    form.need(("name", "player.1"))
    problems: list[Problem] = []
    ids: dict[int, str] = {}
    players = [*_players(form, reading, ids, problems)]
    games = [*_games(form, len(players), problems)]

    if not players:
        problems.append(_problem_at_field("player.1", say("nobody is on the sheet")))
        players.append(TypedPlayer(""))  # or it would be no report

    problems += _header(form)
    not_read = _texts_not_read(form, problems)

    def header(field: str) -> str:
        """Return what is typed in a field of the event; empty where it is wrong."""
        return "" if field in not_read else form.text(field)

    sheet = TypedReport(
        name=header("name"),
        start=header("start"),
        end=header("end"),
        time=header("time"),
        place=header("place"),
        players=tuple(players),
        games=tuple(games),
        not_read=not_read,
    )
    return TypedSheet(sheet, ids, problems)


def _texts_not_read(form: Form, problems: Iterable[Problem]) -> dict[str, str]:
    """Return what was typed in the fields that have a problem; a board is one line, and
    stays together.

    A problem at `black.2.1` brings the whole line:

        {"white.2.1": "3", "result.2.1": "1-0", "black.2.1": "99"}
    """
    names: list[str] = []
    for problem in problems:
        field = problem.where.field or ""
        # `result.2.1`: the line is 2.1; a row of players has its field alone
        side, _, board = field.partition(".")
        if side in SIDES:
            names += [f"{each}.{board}" for each in SIDES]
        else:
            names.append(field)

    return {name: form.text(name) for name in names}


def fields_of(sheet: TypedReport, ids: Mapping[int, str]) -> dict[str, str]:
    """Return what stands in the fields of a kept sheet, as `sheet_typed_in` reads it.

    `ids`: of the players who were named by them, by number on the sheet; their fields
    show the id again, and not the name. Games go on the boards of their round, past
    those that could not be read.

    A sheet with one player and their bye of half a point in round 2:

        {"name": "Spring Open", ..., "player.1": "Berg, Ada", "points.1": "0.5",
         "white.2.1": "1", "result.2.1": "H", "black.2.1": ""}
    """
    fields = {
        "name": sheet.name,
        "start": sheet.start,
        "end": sheet.end,
        "time": sheet.time,
        "place": sheet.place,
    }

    for number, player in enumerate(sheet.players, 1):
        fields[f"player.{number}"] = ids.get(number, player.name)
        fields[f"points.{number}"] = player.points

    # a report keeps who met in a round, and not on which board: each game takes the
    # first board that is free
    taken = {*boards_of(sheet.not_read)}
    for game in sheet.games:
        free = (board for board in count(1) if Board(game.round, board) not in taken)
        board = Board(game.round, next(free))
        taken.add(board)

        texts = (game.white, game.result, "" if game.black is None else game.black)
        for side, text in zip(SIDES, texts, strict=True):
            fields[f"{side}.{board.round}.{board.number}"] = str(text)

    # what was not read goes back where it was typed
    return fields | dict(sheet.not_read)


def _problem_at_field(
    field: str, message: Message, hint: Message | None = None
) -> Problem:
    """Make the problem of one field, which the page shows beside it.

    `hint`: what to do about it; None where the message says that too.
    """
    if hint is None:
        return Problem("parameter", message, Where(field=field))
    return Problem("parameter", message, Where(field=field), hint)


def _header(form: Form) -> Iterator[Problem]:
    """Yield what is wrong with what is typed of the event.

    Anything may be missing. A day is YYYY-MM-DD; the texts hold no characters that the
    ledger keeps out.
    """
    for field in ("name", "time", "place"):
        yield from _text_flaws(field, form.text(field))

    for field in ("start", "end"):
        text = form.text(field)
        if text and not _is_day(text):
            yield _problem_at_field(field, say("write a day as 2026-05-31"))


def _text_flaws(field: str, text: str) -> Iterator[Problem]:
    """Yield that a text has a character that the ledger keeps out, or that no report
    has: a messenger puts some around a name that nobody sees.
    """
    fault = fault_of_text(text)
    character = refused_character(text)
    if fault is None and character is not None:
        fault = fault_of_character(character)
    if fault is not None:
        yield Problem("bad-text", fault, Where(field=field))


def _is_day(text: str) -> bool:
    """Tell whether a text is a day of a report as YYYY-MM-DD; 20260531, 2026-W22-7 and
    0026-05-31 are none.
    """
    return is_written_day(text) and FIRST_YEAR <= int(text[:4]) <= LAST_YEAR


def _players(
    form: Form, reading: Reading, ids: dict[int, str], problems: list[Problem]
) -> Iterator[TypedPlayer]:
    """Yield the players down to the last who is named, and note whose ids they are.

    The rows below the last name are those of an empty form, and nobody's. A row between
    two names is somebody's: it is yielded without a name, so that nobody below it gets
    another number.

    `ids` and `problems` are filled on the way. Points are yielded with a point, `2.5`;
    what is no number of points is a problem, and yielded as if it were not there.
    """
    rows = rows_of(form.fields)
    last = max((row for row in rows if form.text(f"player.{row}")), default=0)

    for number in range(1, last + 1):
        points = form.text(f"points.{number}")
        if points and not _POINTS.fullmatch(points):
            message = say("points are written like 2 or 2.5")
            problems.append(_problem_at_field(f"points.{number}", message))
            points = ""

        text = form.text(f"player.{number}")
        flaws = [*_player_flaws(reading, text, number, ids)]
        problems += flaws
        name = "" if flaws else text

        # the report has names alone; the id goes into the answers about the draft
        if name and reading.timeline.player(name) is not None:
            ids[number] = name
            name = names_of(reading, [name]).get(name, name)

        yield TypedPlayer(name, points.replace(",", "."))


def _player_flaws(
    reading: Reading, text: str, number: int, ids: dict[int, str]
) -> Iterator[Problem]:
    """Yield what is wrong with who stands in a row; `ids`: of the rows above it.

    A row without a name, a name that no report can have, and an id of somebody who is
    in a row above already. A name that the ledger does not know is not wrong: who it
    is, is asked on the page of the draft.
    """
    if not text:
        message = say("row {number} has no name", number=number)
        hint = say("write who it is, or move those below it up")
        yield _problem_at_field(f"player.{number}", message, hint)

    yield from _name_flaws(f"player.{number}", text)

    if text and reading.timeline.player(text) is not None:
        yield from _already_in_a_row(reading, text, number, ids)


def _already_in_a_row(
    reading: Reading, player: str, number: int, ids: dict[int, str]
) -> Iterator[Problem]:
    """Yield that a player stands in a row above already, under this id or one that was
    merged with it.

    `number`: of the row in which `player` is typed; `ids`: of the rows above, by their
    numbers.
    """
    resolve = reading.timeline.resolve

    for above, other in ids.items():
        if resolve(other) == resolve(player):
            message = say(
                "{player} is in row {number} already", player=player, number=above
            )
            yield _problem_at_field(f"player.{number}", message)


def _name_flaws(field: str, name: str) -> Iterator[Problem]:
    """Yield what is wrong with a name: characters that no report has, or too many.

    A report has `CUT` letters of a name, and would lose the rest. An empty name has
    neither; whether a row may be empty is asked elsewhere.
    """
    yield from _text_flaws(field, name)

    if len(name) > CUT:
        message = say("a report has {count} letters of a name", count=CUT)
        yield _problem_at_field(
            field, message, say("leave out a middle name, or write the id")
        )


def _games(form: Form, players: int, problems: list[Problem]) -> Iterator[TypedGame]:
    """Yield the games of all rounds, by round and board. A line with nothing in it is
    none.

    `players`: how many are on the sheet. `problems` is filled on the way, also with
    whoever plays twice in one round; a line that has a problem yields no game, and is
    read again once it is mended.
    """
    seated: set[tuple[int, int]] = set()
    for at, board in sorted(boards_of(form.fields)):
        texts = {side: form.text(f"{side}.{at}.{board}") for side in SIDES}
        if not any(texts.values()):
            continue

        game = _game(at, board, texts, players, problems)
        if game is None:
            continue

        again = [*_already_seated(game, board, seated)]
        problems += again
        if not again:
            yield game


def _already_seated(
    game: TypedGame, board: int, seated: set[tuple[int, int]]
) -> Iterator[Problem]:
    """Yield who plays in the round already, and put the others among those who do, by
    round and number.

    `board`: the line that the game stands in, whose field is named. A bye is a seat
    too: nobody has one and a game in the same round.
    """
    at = game.round
    for side, number in (("white", game.white), ("black", game.black)):
        if number is None:
            continue

        if (at, number) in seated:
            message = say(
                "{number} plays twice in round {round}", number=number, round=at
            )
            yield _problem_at_field(f"{side}.{at}.{board}", message)
        seated.add((at, number))


def _game(
    at: int, board: int, texts: dict[str, str], players: int, problems: list[Problem]
) -> TypedGame | None:
    """Read one line of a round; None: something is wrong with it.

    `at`: the round. `texts`: what is typed for white, result and black. A bye has its
    player as white and nobody as black. `players`: how many there are, so the highest
    number that may be typed.

    In round 2, on board 1:

        white 3, result 1-0, black 5    TypedGame(2, 3, 5, "1-0")
        white 3, result H, black empty  TypedGame(2, 3, None, "H")
        white 3, result 1-0, black 3    None, and a problem at black.2.1

    Every problem of the line is told, not the first alone.
    """
    before = len(problems)
    result = texts["result"]
    bye = result in BYES

    numbers: dict[str, int] = {}
    for side in ("white", "black"):
        text, field = texts[side], f"{side}.{at}.{board}"
        if side == "black" and bye:
            if text:
                message = say("a bye has no opponent")
                problems.append(_problem_at_field(field, message))
            continue

        number = number_in(text)
        if number is None or not 1 <= number <= players:
            message = say("write the number of a player, 1 to {last}", last=players)
            problems.append(_problem_at_field(field, message))
        else:
            numbers[side] = number

    if not bye and result not in RESULTS:
        message = say("the result is missing")
        problems.append(_problem_at_field(f"result.{at}.{board}", message))

    if len(numbers) == 2 and numbers["white"] == numbers["black"]:
        message = say("nobody plays against themselves")
        problems.append(_problem_at_field(f"black.{at}.{board}", message))

    if len(problems) > before:
        return None
    return TypedGame(at, numbers["white"], numbers.get("black"), result)
