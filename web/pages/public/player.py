"""The page of a player: what they have, how it came, what was believed before, whom they met; and the search."""

from typing import NamedTuple

from markupsafe import Markup

from ledger.errors import NotFound
from projections.answers.career import known_player
from projections.answers.lists.published import lists
from projections.answers.players.course import course
from projections.answers.players.find import FindAnswer, FoundPlayer, PlayerFind
from projections.answers.players.history import figures
from projections.answers.players.opponents import OpponentsAnswer, opponents
from projections.answers.players.performance import PerformanceAnswer, performance
from projections.answers.players.show import Show, ShowAnswer, show
from projections.answers.reading import Reading
from web.pages.charts import history_charts, years_of
from web.pages.formats import Times, times_of
from web.pages.pictures import can_draw
from web.pages.public.log import change_rows
from web.pages.rendering import rendered
from web.pages.visit import Visit

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


MOST = 50


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
    hits = [Hit(row, tuple(reading.rating(name, row.player) for name in lists)) for row in answer.rows[:MOST]]
    page = SearchPage(" ".join(asked.words), lists, tuple(hits), max(0, len(answer.rows) - MOST), answer)
    return rendered("search.html", visit, page=page)
