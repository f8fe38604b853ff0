"""Draw the page of a player: what they have, how it came, what was believed before, whom they met; why a rating came
out as it did, as a sum that a person can follow, and what was corrected since; and the search.
"""

from typing import NamedTuple

from markupsafe import Markup

from ledger.errors import NotFound
from messages import Message
from projections.answers.career import (
    EventLine,
    event_line,
    events_between,
    known_player,
    names_of,
)
from projections.answers.lists.published import lists
from projections.answers.players.explain import Explain, ExplainAnswer, explain
from projections.answers.players.find import FindAnswer, FoundPlayer, PlayerFind
from projections.answers.players.history import Believed, CourseRow, course, figures
from projections.answers.players.opponents import OpponentsAnswer, opponents
from projections.answers.players.performance import PerformanceAnswer, performance
from projections.answers.players.show import Show, ShowAnswer, show
from projections.answers.reading import Reading
from projections.answers.tournaments.tournament import tournament_names
from rulebooks.sheets import ExplainedEntry, SheetGame
from web.pages.charts import can_draw, history_charts, years_of
from web.pages.log import Subject, change_rows, subjects
from web.pages.rendering import Times, rendered, times_of
from web.pages.visit import Visit
from web.pages.words import BASIS, NO_RATING

MET = 10  # opponents shown
LAST = 30  # games of the performance


class PlayerPage(NamedTuple):
    """A player's page as the template shows it."""

    shown: ShowAnswer
    rows: dict[str, Markup]  # by list
    met: OpponentsAnswer
    performance: PerformanceAnswer | None
    tournaments: dict[str, str]  # names by id, of those that the page mentions
    chart: Markup | None
    has_picture: bool  # for whoever shares the page
    drawn: str  # the first list of the chart
    years: tuple[int, ...]  # of that list
    times: Times


def player_page(reading: Reading, asked: Show, visit: Visit) -> str:
    player = known_player(reading, asked.player)
    reading.own_rows.lists(player)  # whose rows are read together
    shown = show(reading, asked.player)
    courses = tuple(course(reading, player, name) for name in reading.lists())
    tournaments = {row.tournament: row.name for one in courses for row in one.rows if row.tournament and row.name}
    times = times_of(asked, visit.today)
    drawn = [one for name in reading.lists() if (one := figures(reading, player, name)).rows]
    page = PlayerPage(
        shown=shown,
        rows={one.list: change_rows(one, visit, times) for one in courses if one.rows},
        met=opponents(reading, player, MET),
        performance=_performance(reading, player),
        tournaments=tournaments,
        chart=history_charts(drawn, lists(reading).rows, tournaments, visit, times),
        drawn=drawn[0].list if drawn else "",
        years=years_of(drawn[:1]),
        has_picture=can_draw(),
        times=times,
    )
    return rendered("player.html", visit, page=page)


def _performance(reading: Reading, player: str) -> PerformanceAnswer | None:
    try:
        return performance(reading, player, reading.first_list(), last=LAST)
    except NotFound:
        return None  # nothing rated yet


MOST_HITS = 50


class Hit(NamedTuple):
    """A player who may be meant, and their ratings in the order of the lists."""

    person: FoundPlayer
    ratings: tuple[int | None, ...]


class SearchPage(NamedTuple):
    """A page of a search as the template shows it; `more`: how many players were left out."""

    words: str
    lists: tuple[str, ...]
    hits: tuple[Hit, ...]
    more: int
    answer: FindAnswer


def search_page(reading: Reading, asked: PlayerFind, visit: Visit) -> str:
    answer = asked.ask(reading)
    lists = tuple(reading.lists())
    hits = [Hit(row, tuple(reading.rating(name, row.player) for name in lists)) for row in answer.rows[:MOST_HITS]]
    page = SearchPage(" ".join(asked.words), lists, tuple(hits), max(0, len(answer.rows) - MOST_HITS), answer)
    return rendered("search.html", visit, page=page)


MOST = 3  # events of a submission that a correction names


class Ground(NamedTuple):
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
    bases: tuple[Ground, ...]
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


def _bases(games: tuple[SheetGame, ...]) -> tuple[tuple[Ground, ...], dict[str, str]]:
    reasons = list(dict.fromkeys((game.basis_text, game.section) for game in games))
    marks = {reason: chr(ord("a") + number % 26) for number, reason in enumerate(reasons)}
    bases = tuple(Ground(marks[reason], *reason) for reason in reasons)
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
