"""Read the form in which a report on paper is typed: its fields, and what is wrong in each.

player.3       a name, or an id of the ledger; points.3: what the sheet says
white.2.1      the number of White in round 2 on board 1; black.2.1, result.2.1
"""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from exchange.json.characters import bad_text
from exchange.names.words import CUT
from exchange.trf.sheet import BYES, Sheet, SheetGame, SheetPlayer
from ledger.errors import Problem, Refused, Where
from ledger.words import how_a_day_is_written, is_day
from messages import Message, say
from messages.results import RESULTS
from projections.answers.career import names_of
from projections.answers.reading import Reading
from web.desk.form_fields import Form
from web.questions import number_in

_POINTS = re.compile(r"[0-9]{1,3}(?:[.,][05])?")
_PLAYER = re.compile(r"player\.([0-9]{1,3})")
_GAME = re.compile(r"white\.([0-9]{1,2})\.([0-9]{1,3})")


class Board(NamedTuple):
    """A line of the form: a board of a round."""

    round: int
    number: int


def rows_of(fields: Iterable[str]) -> list[int]:
    """Return the numbers of the rows of players that a form has, by its fields."""
    matches = map(_PLAYER.fullmatch, fields)
    return [int(match[1]) for match in matches if match is not None]


def boards_of(fields: Iterable[str]) -> list[Board]:
    """Return the boards that a form has, by its fields."""
    matches = map(_GAME.fullmatch, fields)
    return [Board(int(match[1]), int(match[2])) for match in matches if match]


class Typed(NamedTuple):
    """What a form says: the sheet, and the ids of the players who were named by them,
    by their numbers on the sheet.
    """

    sheet: Sheet
    ids: dict[int, str]


def typed_in(form: Form, reading: Reading) -> Typed:
    """Read the form; refuse all that is wrong with it, each at its field.

    A field of a player holds a name, or an identifier of the ledger. `Refused` has a
    problem for each mistake, so that all of them are mended at once.
    """
    form.need(("name", "player.1"))
    problems: list[Problem] = []
    ids: dict[int, str] = {}
    players = [*_players(form, reading, ids, problems)]
    games = [*_games(form, len(players), problems)]
    if not players:
        problems.append(_wrong("player.1", say("nobody is on the sheet")))
    problems += _header(form)
    if problems:
        raise Refused(problems)
    sheet = Sheet(
        form.text("name"),
        form.text("start"),
        form.text("end"),
        form.text("time"),
        form.text("place"),
        tuple(players),
        tuple(games),
    )
    return Typed(sheet, ids)


def _wrong(field: str, message: Message, hint: Message | None = None) -> Problem:
    """Make the problem of one field, which the page shows beside it."""
    if hint is None:
        return Problem("parameter", message, Where(field=field))
    return Problem("parameter", message, Where(field=field), hint)


def _header(form: Form) -> Iterator[Problem]:
    """Yield what is wrong with what is typed of the event."""
    for field in ("name", "time", "place"):
        bad = bad_text(form.text(field))
        if bad is not None:
            yield Problem("bad-text", bad, Where(field=field))
    for field in ("start", "end"):
        text = form.text(field)
        if text and not _is_day(text):
            yield _wrong(field, say("write a day as 2026-05-31"))


def _is_day(text: str) -> bool:
    """Tell whether a text is a day as YYYY-MM-DD; 20260531 and 2026-W22-7 are none."""
    return not how_a_day_is_written(text) and is_day(text)


def _players(
    form: Form, reading: Reading, ids: dict[int, str], problems: list[Problem]
) -> Iterator[SheetPlayer]:
    """Yield the players down to the last who is named, and note whose ids they are."""
    rows = rows_of(form.fields)
    last = max((row for row in rows if form.text(f"player.{row}")), default=0)
    for number in range(1, last + 1):
        text, points = form.text(f"player.{number}"), form.text(f"points.{number}")
        if not text:
            message = say("row {number} has no name", number=number)
            hint = say("write who it is, or move those below it up")
            problems.append(_wrong(f"player.{number}", message, hint))
        problems += _name_flaws(f"player.{number}", text)
        if points and not _POINTS.fullmatch(points):
            message = say("points are written like 2 or 2.5")
            problems.append(_wrong(f"points.{number}", message))
        name = text
        if text and reading.timeline.player(text) is not None:
            problems += _taken(reading, text, number, ids)
            ids[number] = text
            name = names_of(reading, [text]).get(text, text)
        yield SheetPlayer(name, points.replace(",", "."))


def _taken(
    reading: Reading, player: str, number: int, ids: dict[int, str]
) -> Iterator[Problem]:
    """Yield that a player stands in a row above already, under this id or one that was
    merged with it.
    """
    resolve = reading.timeline.resolve
    for above, other in ids.items():
        if resolve(other) == resolve(player):
            message = say(
                "{player} is in row {number} already", player=player, number=above
            )
            yield _wrong(f"player.{number}", message)


def _name_flaws(field: str, name: str) -> Iterator[Problem]:
    """Yield what is wrong with a name: characters that no report has, or too many.

    A report has `CUT` letters of a name, and would lose the rest.
    """
    bad = bad_text(name)
    if bad is not None:
        yield Problem("bad-text", bad, Where(field=field))
    if len(name) > CUT:
        message = say("a report has {count} letters of a name", count=CUT)
        yield _wrong(field, message, say("leave out a middle name, or write the id"))


def _games(form: Form, players: int, problems: list[Problem]) -> Iterator[SheetGame]:
    """Yield the games of all rounds. A line with nothing in it is none.

    `players`: how many are on the sheet. `problems` is filled on the way, also with
    whoever plays twice in one round.
    """
    seated: set[tuple[int, int]] = set()
    for at, board in sorted(boards_of(form.fields)):
        texts = {
            side: form.text(f"{side}.{at}.{board}")
            for side in ("white", "result", "black")
        }
        if not any(texts.values()):
            continue
        game = _game(at, board, texts, players, problems)
        if game is None:
            continue
        for side, number in (("white", game.white), ("black", game.black)):
            if number is None:
                continue
            if (at, number) in seated:
                message = say(
                    "{number} plays twice in round {round}", number=number, round=at
                )
                problems.append(_wrong(f"{side}.{at}.{board}", message))
            seated.add((at, number))
        yield game


def _game(
    at: int, board: int, texts: dict[str, str], players: int, problems: list[Problem]
) -> SheetGame | None:
    """Read one line of a round; None: something is wrong with it.

    `at`: the round. `texts`: what is typed for white, result and black. A bye has its
    player as white and nobody as black.
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
                problems.append(_wrong(field, message))
            continue
        number = number_in(text)
        if number is None or not 1 <= number <= players:
            message = say("write the number of a player, 1 to {last}", last=players)
            problems.append(_wrong(field, message))
        else:
            numbers[side] = number
    if not bye and result not in RESULTS:
        message = say("the result is missing")
        problems.append(_wrong(f"result.{at}.{board}", message))
    if len(numbers) == 2 and numbers["white"] == numbers["black"]:
        message = say("nobody plays against themselves")
        problems.append(_wrong(f"black.{at}.{board}", message))
    if len(problems) > before:
        return None
    return SheetGame(at, numbers["white"], numbers.get("black"), result)
