"""The page of a player: what they have, how it came, what was believed before, whom they met; two players side by side;
and the search, and who is meant by a name that was typed.
"""

from typing import NamedTuple

from markupsafe import Markup
from msgspec.structs import replace

from ledger.errors import NotFound
from projections.answers.career import PlayerName, known_player, player_name
from projections.answers.lists.published import lists
from projections.answers.people import player_meant
from projections.answers.players.find import FindAnswer, FoundPlayer, PlayerFind, find
from projections.answers.players.history import HistoryAnswer, course, figures
from projections.answers.players.opponents import Opponents, OpponentsAnswer, opponents
from projections.answers.players.performance import PerformanceAnswer, performance
from projections.answers.players.show import Show, ShowAnswer, show
from projections.answers.players.versus import Versus, VersusAnswer, versus
from projections.answers.reading import Basis, Reading
from projections.answers.tournaments.tournament import tournament_names
from web.pages.charts import can_draw, history_charts, versus_charts, years_of
from web.pages.public.log import change_rows
from web.pages.rendering import Times, rendered, times_of
from web.pages.visit import Visit
from web.questions.registry import Against

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
