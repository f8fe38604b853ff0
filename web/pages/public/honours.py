"""The pages of titles, of selection numbers and of what was the best."""

from typing import NamedTuple

from projections.answers.lists.best import BestAnswer, best
from projections.answers.players.selection import SelectionAnswer, selection
from projections.answers.players.titles import TitleRow, TitlesAnswer, titles
from projections.answers.reading import Reading
from projections.answers.tournaments.tournaments import tournament_names
from web.pages.rendering import rendered
from web.pages.times import Times, times_of
from web.pages.visit import Visit
from web.questions.lists import Best
from web.questions.players import Selection, Titles


class TitlesPage(NamedTuple):
    """What the template shows: the newest first, by title."""

    answer: TitlesAnswer
    newest: tuple[TitleRow, ...]
    tournaments: dict[str, str]
    times: Times


class SelectionPage(NamedTuple):
    """What the template shows."""

    answer: SelectionAnswer
    tournaments: dict[str, str]
    times: Times


class BestPage(NamedTuple):
    """What the template shows: an answer a list."""

    answers: tuple[BestAnswer, ...]
    times: Times


def titles_page(reading: Reading, asked: Titles, visit: Visit) -> str:
    answer = titles(reading, asked.player, asked.earned_since)
    newest = tuple(sorted(answer.rows, key=lambda row: (row.on, row.player), reverse=True))
    names = tournament_names(reading, {row.tournament for row in newest if row.tournament})
    return rendered("titles.html", visit, page=TitlesPage(answer, newest, names, times_of(asked, visit.today)))


def selection_page(reading: Reading, asked: Selection, visit: Visit) -> str:
    answer = selection(reading, asked.players, asked.women)
    played = [place.tournament for row in answer.rows for place in (row.peak,) if place is not None]
    names = tournament_names(reading, {name for name in played if name})
    return rendered("selection.html", visit, page=SelectionPage(answer, names, times_of(asked, visit.today)))


def best_page(reading: Reading, asked: Best, visit: Visit) -> str:
    names = reading.lists() if asked.list_name is None else [asked.list_name]
    answers = tuple(best(reading, name, asked.top) for name in names)
    return rendered("best.html", visit, page=BestPage(answers, times_of(asked, visit.today)))
