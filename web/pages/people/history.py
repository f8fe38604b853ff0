"""The whole history of a player on a list: every entry with the value after each game, superseded ones on request."""

from typing import NamedTuple

from projections.answers.players.history import HistoryAnswer, history
from projections.answers.reading import Reading
from projections.answers.tournaments.tournaments import tournament_names
from web.pages.rendering import rendered
from web.pages.times import Times, times_of
from web.pages.visit import Visit
from web.questions.players import History


class HistoryPage(NamedTuple):
    """What the template shows; `lists`: those of the ledger."""

    answer: HistoryAnswer
    asked: History
    lists: tuple[str, ...]
    tournaments: dict[str, str]
    times: Times


def history_page(reading: Reading, asked: History, visit: Visit) -> str:
    answer = history(reading, asked.player, asked.list_name or reading.first_list(), asked.all_versions)
    names = tournament_names(reading, {row.tournament for row in answer.rows if row.tournament})
    page = HistoryPage(answer, asked, tuple(reading.lists()), names, times_of(asked, visit.today))
    return rendered("people/history.html", visit, page=page)
