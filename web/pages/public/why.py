"""Explain why a rating came out as it did: the sheet as a sum that a person can follow, and what was corrected
since.
"""

from typing import NamedTuple

from messages import Message
from projections.answers.career import EventLine, event_line, events_between, names_of
from projections.answers.players.explain import Explain, ExplainAnswer, explain
from projections.answers.players.history import Believed, CourseRow, course
from projections.answers.reading import Reading
from projections.answers.tournaments.tournament import tournament_names
from rulebooks.sheets import ExplainedEntry, SheetGame
from web.pages.public.log import Subject, subjects
from web.pages.rendering import Times, rendered, times_of
from web.pages.visit import Visit
from web.pages.words import BASIS, NO_RATING

MOST = 3  # events of a submission that a correction names


class Basis(NamedTuple):
    """Why opponents' ratings counted as they did: one letter stands for one reason."""

    letter: str
    text: Message
    section: str


class Because(NamedTuple):
    """A reason why one opponent's rating counted, beside it. `code`: as the words know it; `number`: what an unrated
    one counts as; `section`: where it is not the usual one.
    """

    code: str
    number: int | None
    section: str


class Corrected(NamedTuple):
    """What was believed before, and the events that ended it."""

    believed: Believed
    events: tuple[EventLine, ...]


class Line(NamedTuple):
    """A line of the working; a formula stands out."""

    text: Message
    formula: bool


class SheetPage(NamedTuple):
    """The sheet of one entry. `letters` by game; without any, one reason holds for all."""

    entry: ExplainedEntry
    bases: tuple[Basis, ...]
    letters: dict[str, str]
    because: dict[str, Because]
    points: bool
    running: bool
    working: tuple[Line, ...]
    corrected: tuple[Corrected, ...]


class WhyPage(NamedTuple):
    """A page of why as the template shows it."""

    answer: ExplainAnswer
    unit: str
    tournament: str | None
    names: dict[str, str]
    sheets: tuple[SheetPage, ...]
    about: dict[int, Subject]
    times: Times


def why_page(reading: Reading, asked: Explain, visit: Visit) -> str:
    answer, _ = explain(reading, asked.player, asked.tournament, asked.list_name)
    player = answer.player.id
    rows = {
        (list_name, row.unit, row.on): row
        for list_name in {entry.list for entry in answer.entries}
        for row in course(reading, player, list_name).rows
    }
    ids = {answer.tournament} if answer.tournament else set()
    opponents = [game.opponent for game in answer.not_rated if game.opponent]
    sheets = tuple(_sheet(reading, entry, rows.get((entry.list, entry.unit, entry.on))) for entry in answer.entries)
    lines = (line for sheet in sheets for correction in sheet.corrected for line in correction.events)
    page = WhyPage(
        answer=answer,
        unit=asked.tournament or "",
        tournament=tournament_names(reading, ids).get(answer.tournament or ""),
        names=names_of(reading, opponents),
        sheets=sheets,
        about=subjects(reading, lines),
        times=times_of(asked, visit.today),
    )
    return rendered("why.html", visit, page=page)


def _sheet(reading: Reading, entry: ExplainedEntry, row: CourseRow | None) -> SheetPage:
    bases, letters = _bases(entry.games)
    return SheetPage(
        entry=entry,
        bases=bases,
        letters=letters,
        because={game.game: _because(game) for game in entry.games},
        points=any(getattr(game, "contribution", None) is not None for game in entry.games),
        running=any(getattr(game, "running", None) is not None for game in entry.games),
        working=tuple(Line(line, "sum" in line.values) for line in entry.working),
        corrected=tuple(_corrected(reading, entry, believed) for believed in (row.was if row is not None else ())),
    )


def _bases(games: tuple[SheetGame, ...]) -> tuple[tuple[Basis, ...], dict[str, str]]:
    reasons = list(dict.fromkeys((game.basis_text, game.section) for game in games))
    marks = {reason: chr(ord("a") + number % 26) for number, reason in enumerate(reasons)}
    bases = tuple(Basis(marks[reason], *reason) for reason in reasons)
    letters = {game.game: marks[game.basis_text, game.section] for game in games} if len(reasons) > 1 else {}
    return bases, letters


def _because(game: SheetGame) -> Because:
    """Return why a rating counted. A limited or raised one keeps its reason: the sentence below the table says that it
    was.
    """
    code = game.basis.partition(" ")[0].removesuffix("-floor")
    unrated = BASIS.get(code) == NO_RATING
    return Because(code, game.number if unrated else None, "" if code == "old" else game.section)


def _corrected(reading: Reading, entry: ExplainedEntry, believed: Believed) -> Corrected:
    """Return the events about the tournament itself; where it was reached through others, the first of the
    submission."""
    first, last = reading.step_of(believed.seq) or (believed.seq, believed.seq)
    lines = [event_line(event, reading) for event in events_between(reading, first, last)]
    own = [line for line in lines if line.target in (entry.tournament, entry.player)]
    return Corrected(believed, tuple((own or lines)[:MOST]))
