"""Draw the pages of one player that a form or a link asks for: history, letters, the score that a target needs,
performance; opponents, two players side by side; the search, and who is meant by a name that was typed. And, for the
office, those of the register of members and of reports that are due.
"""

from typing import NamedTuple

from markupsafe import Markup
from msgspec.structs import replace

from ledger.errors import NotFound, Problem, Usage
from messages.answer import Answer
from projections.answers.asking import Asked
from projections.answers.career import PlayerName, known_player, player_name
from projections.answers.lists.due import Due, DueAnswer, DueRow
from projections.answers.lists.published import ListsAnswer, lists
from projections.answers.people import player_meant
from projections.answers.players.find import FindAnswer, FoundPlayer, PlayerFind, find
from projections.answers.players.history import History, HistoryAnswer, figures
from projections.answers.players.letters import Letters, LettersAnswer
from projections.answers.players.opponents import Opponents, OpponentsAnswer
from projections.answers.players.performance import Need, Performance
from projections.answers.players.versus import Versus, VersusAnswer, versus
from projections.answers.reading import Basis, Reading
from projections.answers.tournaments.licences import Dues, Licences
from projections.answers.tournaments.tournament import tournament_names
from rulebooks.performances import METHODS
from web.pages.charts import history_charts, versus_charts, years_of
from web.pages.rendering import Times, rendered, times_of
from web.pages.visit import Visit
from web.questions.registry import Against


def answer_or_problems(asked: Asked, reading: Reading) -> tuple[Answer | None, tuple[Problem, ...]]:
    """Return the answer, or the problems of a form, which keeps everything that was typed into it."""
    try:
        return asked.ask(reading), ()
    except (NotFound, Usage) as error:
        return None, tuple(error.problems)


class HistoryPage(NamedTuple):
    """A history page as the template shows it; `lists`: those of the ledger; `years`: those that can be looked at
    alone.
    """

    answer: HistoryAnswer
    asked: History
    lists: tuple[str, ...]
    tournaments: dict[str, str]
    chart: Markup | None
    years: tuple[int, ...]
    times: Times

    @property
    def period(self) -> dict[str, str | None]:
        """The query for the same period."""
        return {"from": self.asked.from_day, "to": self.asked.to_day}


def history_page(reading: Reading, asked: History, visit: Visit) -> str:
    answer, times = asked.ask(reading), times_of(asked, visit.today)
    whole = figures(reading, answer.player.id, answer.list)
    names = tournament_names(reading, {row.tournament for row in whole.rows if row.tournament})
    published = lists(reading, answer.list).rows
    chart = history_charts([whole], published, names, visit, times, asked.period)
    page = HistoryPage(answer, asked, tuple(reading.lists()), names, chart, years_of([whole]), times)
    return rendered("people/history.html", visit, page=page)


MOST = 100


class LettersPage(NamedTuple):
    """A letters page as the template shows it."""

    answer: LettersAnswer
    asked: Letters
    lists: tuple[str, ...]
    published: ListsAnswer
    left_out: int
    times: Times


def letters_page(reading: Reading, asked: Letters, visit: Visit) -> str:
    """Show letters in the language of the page, unless another is asked for."""
    answer = replace(asked, language=asked.language or visit.language).ask(reading)
    left_out = max(0, len(answer.rows) - MOST)
    page = LettersPage(
        answer, asked, tuple(reading.lists()), lists(reading, answer.list), left_out, times_of(asked, visit.today)
    )
    return rendered("people/letters.html", visit, page=page, most=MOST)


ROUNDS = 9  # fields for opponents at least


class NeedPage(NamedTuple):
    """A page of the score needed, as the template shows it. `fields`: the opponents as they were typed, and empty ones
    for more.
    """

    player: str
    name: str
    asked: Need
    fields: tuple[str, ...]
    answer: Answer | None
    problems: tuple[Problem, ...]
    times: Times
    basis: Basis


def need_page(reading: Reading, asked: Need, visit: Visit) -> str:
    player = player_name(reading, known_player(reading, asked.player))
    answer, problems = answer_or_problems(asked, reading) if asked.against else (None, ())
    empty = ("",) * max(1, ROUNDS - len(asked.against))
    page = NeedPage(
        player.id, player.name or player.id, asked, (*asked.against, *empty), answer, problems,
        times_of(asked, visit.today), reading.basis(),
    )  # fmt: skip
    return rendered("people/need.html", visit, page=page)


class PerformancePage(NamedTuple):
    """A performance page as the template shows it: the performance, or why there is none."""

    player: str
    name: str
    asked: Performance
    lists: tuple[str, ...]
    methods: tuple[str, ...]
    answer: Answer | None
    problems: tuple[Problem, ...]
    times: Times
    basis: Basis


def performance_page(reading: Reading, asked: Performance, visit: Visit) -> str:
    player = player_name(reading, known_player(reading, asked.player))
    answer, problems = answer_or_problems(asked, reading)
    page = PerformancePage(
        player.id, player.name or player.id, asked, tuple(reading.lists()), METHODS, answer, problems,
        times_of(asked, visit.today), reading.basis(),
    )  # fmt: skip
    return rendered("people/performance.html", visit, page=page)


def licences_page(reading: Reading, asked: Licences, visit: Visit) -> str:
    return rendered("people/licences.html", visit, answer=asked.ask(reading))


def dues_page(reading: Reading, asked: Dues, visit: Visit) -> str:
    return rendered("people/dues.html", visit, answer=asked.ask(reading), asked=asked)


MOST_MEANT = 20  # people who may be meant


class OpponentsPage(NamedTuple):
    """A page of a player's opponents as the template shows it."""

    answer: OpponentsAnswer
    lists: tuple[str, ...]
    times: Times


class VersusPage(NamedTuple):
    """A page of two players as the template shows it. `drawn`: the list of the chart."""

    answer: VersusAnswer
    drawn: str | None
    chart: Markup | None
    times: Times


class AgainstPage(NamedTuple):
    """A page that asks who is meant, as the template shows it."""

    player: PlayerName
    typed: str
    hits: tuple[tuple[FoundPlayer, dict[str, int | None]], ...]
    more: int
    times: Times
    basis: Basis


def opponents_page(reading: Reading, asked: Opponents, visit: Visit) -> str:
    page = OpponentsPage(asked.ask(reading), tuple(reading.lists()), times_of(asked, visit.today))
    return rendered("people/opponents.html", visit, page=page)


def versus_page(reading: Reading, asked: Versus, visit: Visit) -> str:
    answer = asked.ask(reading)
    return _versus(reading, answer, times_of(asked, visit.today), visit)


def against_page(reading: Reading, asked: Against, visit: Visit) -> str:
    """Show the two where the words mean just one other player; else ask who is meant."""
    player, typed, times = known_player(reading, asked.player), asked.opponent or "", times_of(asked, visit.today)
    known = reading.timeline.player(typed) is not None
    other = reading.timeline.resolve(typed) if known else player_meant(reading, typed) if typed else None
    if other is not None and other != player:
        return _versus(reading, versus(reading, player, other), times, visit)
    others = [row for row in find(reading, typed).rows if row.player != player] if typed else []
    lists = reading.lists()
    hits = tuple((row, {name: reading.rating(name, row.player) for name in lists}) for row in others[:MOST_MEANT])
    page = AgainstPage(
        player_name(reading, player), typed, hits, max(0, len(others) - MOST_MEANT), times, reading.basis()
    )
    return rendered("people/against.html", visit, page=page)


def _versus(reading: Reading, answer: VersusAnswer, times: Times, visit: Visit) -> str:
    both = [name for name, one in answer.lists.items() if None not in (one.rating, one.opponent_rating)]
    drawn = answer.list or next(iter(both), None)
    chart = None
    if drawn is not None:
        courses = [_in_force(figures(reading, one.id, drawn)) for one in (answer.player, answer.opponent)]
        ids = {row.tournament for one in courses for row in one.rows if row.tournament}
        chart = versus_charts(courses, tournament_names(reading, ids), visit, times)
    return rendered("people/versus.html", visit, page=VersusPage(answer, drawn, chart, times))


def _in_force(answer: HistoryAnswer) -> HistoryAnswer:
    """Leave out what was believed before: two lines are enough to follow."""
    return replace(answer, rows=tuple(row for row in answer.rows if not isinstance(row.known_to, int)))


class DuePage(NamedTuple):
    """The page of what is late and what is due soon."""

    answer: DueAnswer
    late: tuple[DueRow, ...]
    soon: tuple[DueRow, ...]
    times: Times


def due_page(reading: Reading, asked: Due, visit: Visit) -> str:
    answer = asked.ask(reading)
    late = tuple(row for row in answer.rows if row.late)
    soon = tuple(row for row in answer.rows if not row.late)
    return rendered("due.html", visit, page=DuePage(answer, late, soon, times_of(asked, visit.today)))


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
