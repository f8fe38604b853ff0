"""Pages about one player that a form asks for: history, letters, the score that a target needs, performance; and of the
register of members, for the office.
"""

from typing import NamedTuple

from markupsafe import Markup

from ledger.errors import NotFound, Problem, Usage
from messages.answer import Answer
from projections.answers.asking import Asked
from projections.answers.career import known_player, player_name
from projections.answers.lists.published import ListsAnswer, lists
from projections.answers.players.history import History, HistoryAnswer, figures
from projections.answers.players.letters import Letters, LettersAnswer
from projections.answers.players.performance import Need, Performance
from projections.answers.reading import Basis, Reading
from projections.answers.tournaments.licences import Dues, Licences
from projections.answers.tournaments.tournament import tournament_names
from rulebooks.performances import METHODS
from web.pages.charts import history_charts, years_of
from web.pages.rendering import Times, rendered, times_of
from web.pages.visit import Visit


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
    answer = asked.ask(reading)
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
