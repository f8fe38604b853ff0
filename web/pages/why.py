"""Draw the page that tells why a rating came out as it did, as a sum that a person can
follow, and what was corrected since.
"""

from string import ascii_lowercase
from typing import NamedTuple

from messages import Message
from projections.answers.career import EventLine, event_line, events_between, names_of
from projections.answers.players.explain import Explain, explain
from projections.answers.players.history import Believed, CourseRow, course_in
from projections.answers.reading import Reading
from projections.answers.tournaments.tournament import tournament_names
from projections.tables.entries import Submission
from rulebooks.sheets import ExplainedEntry, SheetGame
from web.pages.charts import can_draw
from web.pages.rendering import rendered
from web.pages.subjects import subjects
from web.pages.terms import BASIS, NO_RATING
from web.pages.two_times import times_of
from web.pages.visit import Visit

MOST = 3  # events of a submission that a correction names


class Ground(NamedTuple):
    """Why opponents' ratings counted as they did: one letter stands for one reason."""

    letter: str
    text: Message
    section: str


class ReasonItCounted(NamedTuple):
    """A reason why one opponent's rating counted, beside it. `code`: as the words know
    it; `number`: what an unrated one counts as; `section`: where it is not the usual
    one.
    """

    code: str
    number: int | None
    section: str


class Corrected(NamedTuple):
    """What was believed before, and the events that ended it."""

    believed: Believed
    events: tuple[EventLine, ...]


class WorkingLine(NamedTuple):
    """A line of the working; a formula stands out."""

    text: Message
    formula: bool


class SheetPage(NamedTuple):
    """The sheet of one entry. `letter_of`: a game's reason; without any, one reason
    holds for all.
    """

    entry: ExplainedEntry
    bases: tuple[Ground, ...]
    letter_of: dict[str, str]
    because: dict[str, ReasonItCounted]
    points: bool
    running: bool
    working: tuple[WorkingLine, ...]
    corrected: tuple[Corrected, ...]


def why_page(reading: Reading, asked: Explain, visit: Visit) -> str:
    """Make the page that tells why a player's rating moved: a sheet for each entry that
    the tournament made.
    """
    answer, _ = explain(reading, asked.player, asked.tournament, asked.list_name)
    player = answer.player.id
    by_list = course_in(reading, player, answer.tournament)
    rows = {}
    for list_name, rows_of_list in by_list.items():
        for row in rows_of_list:
            rows[list_name, row.unit, row.on] = row

    ids = {answer.tournament} if answer.tournament else set()
    opponents = [game.opponent for game in answer.not_rated if game.opponent]

    sheets = tuple(
        _sheet(reading, entry, rows.get((entry.list, entry.unit, entry.on)))
        for entry in answer.entries
    )

    lines: list[EventLine] = []
    for sheet in sheets:
        for correction in sheet.corrected:
            lines += correction.events

    return rendered(
        "why.html",
        visit,
        answer=answer,
        unit=asked.tournament or "",
        list_name=asked.list_name,
        tournament_name=tournament_names(reading, ids).get(answer.tournament or ""),
        names=names_of(reading, opponents),
        sheets=sheets,
        about=subjects(reading, lines),
        has_picture=can_draw(),
        times=times_of(asked, visit.today),
    )


def _sheet(reading: Reading, entry: ExplainedEntry, row: CourseRow | None) -> SheetPage:
    """Return what the page shows of an entry: its games, its working, and what was
    believed before corrections.

    `row`: of the player's course that the entry is; None where it is in none.
    """
    bases, letter_of = _bases(entry.games)
    corrected = []
    if row is not None:
        corrected = [_correction_of(reading, entry, believed) for believed in row.was]

    return SheetPage(
        entry=entry,
        bases=bases,
        letter_of=letter_of,
        because={game.game: _reason_it_counted(game) for game in entry.games},
        points=any(
            getattr(game, "contribution", None) is not None for game in entry.games
        ),
        running=any(getattr(game, "running", None) is not None for game in entry.games),
        working=tuple(
            WorkingLine(line, "sum" in line.values) for line in entry.working
        ),
        corrected=tuple(corrected),
    )


def _bases(games: tuple[SheetGame, ...]) -> tuple[tuple[Ground, ...], dict[str, str]]:
    """Return why the games count, each reason once under a letter, and the letter of
    each game by its id.

    Where one reason holds for all games, none of them has a letter.
    """
    reasons = list(dict.fromkeys((game.basis_text, game.section) for game in games))
    letters = {}
    for number, reason in enumerate(reasons):
        # behind z stand aa, ab and so on
        before, last = divmod(number, len(ascii_lowercase))
        first = ascii_lowercase[before - 1] if before else ""
        letters[reason] = first + ascii_lowercase[last]

    bases = tuple(Ground(letters[reason], *reason) for reason in reasons)

    letter_of = {}

    if len(reasons) > 1:
        for game in games:
            letter_of[game.game] = letters[game.basis_text, game.section]

    return bases, letter_of


def _reason_it_counted(game: SheetGame) -> ReasonItCounted:
    """Return why a rating counted. A limited or raised one keeps its reason: the
    sentence below the table says that it was.
    """
    code = game.basis.partition(" ")[0].removesuffix("-floor")
    unrated = BASIS.get(code) == NO_RATING

    return ReasonItCounted(
        code, game.number if unrated else None, "" if code == "old" else game.section
    )


def _correction_of(
    reading: Reading, entry: ExplainedEntry, believed: Believed
) -> Corrected:
    """Return the events about the tournament itself; where it was reached through
    others, the first of the submission.

    At most `MOST` of them. `believed`: what was in force before, and the seq that ended
    it; an event that is no part of a submission of several stands for itself.
    """
    alone = Submission(believed.seq, believed.seq)
    first, last = reading.submission_of(believed.seq) or alone
    lines = [
        event_line(event, reading) for event in events_between(reading, first, last)
    ]

    own = [line for line in lines if line.target in (entry.tournament, entry.player)]
    return Corrected(believed, tuple((own or lines)[:MOST]))
