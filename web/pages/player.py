"""Draw the page of a player: what they have, how it came, what was believed before,
whom they met.
"""

from ledger.errors import NotFound
from projections.answers.career import known_player
from projections.answers.lists.published import lists
from projections.answers.players.history import course
from projections.answers.players.opponents import opponents
from projections.answers.players.performance import PerformanceAnswer, performance
from projections.answers.players.show import Show, show
from projections.answers.reading import Reading
from web.pages.change_rows import change_rows
from web.pages.charts import can_draw, history_charts, rated_histories, years_of
from web.pages.rendering import rendered
from web.pages.two_times import times_of
from web.pages.visit import Visit

MET = 10  # opponents shown
LAST = 30  # games of the performance


def player_page(reading: Reading, asked: Show, visit: Visit) -> str:
    """Make the page of a player: their ratings, the course of these on each list, and
    whom they met.
    """
    player = known_player(reading, asked.player)
    reading.own_rows.lists(player)  # whose rows are read together
    shown = show(reading, asked.player)
    courses = tuple(course(reading, player, name) for name in reading.lists())

    tournaments: dict[str, str] = {}
    for course_on_list in courses:
        for row in course_on_list.rows:
            if row.tournament and row.name:
                tournaments[row.tournament] = row.name
    times = times_of(asked, visit.today)

    # a list on which they were never rated has no line in the chart
    drawn = rated_histories(reading, player, reading.lists())

    return rendered(
        "player.html",
        visit,
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


def _performance(reading: Reading, player: str) -> PerformanceAnswer | None:
    """Return the performance in the player's last games; None where nothing was rated
    yet.
    """
    try:
        return performance(reading, player, reading.first_list(), last=LAST)
    except NotFound:
        return None  # nothing rated yet
