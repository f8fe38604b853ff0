"""The page of a player: what they have, how it came, what was believed before, and whom they met."""

from collections.abc import Iterator
from typing import NamedTuple

from markupsafe import Markup

from ledger.errors import NotFound
from projections.answers.lists.published import lists
from projections.answers.players.course import Believed, CourseAnswer, course
from projections.answers.players.history import figures
from projections.answers.players.opponents import OpponentsAnswer, opponents
from projections.answers.players.performance import PerformanceAnswer, performance
from projections.answers.players.show import ShowAnswer, show
from projections.answers.reading import Reading
from web.pages import formats
from web.pages.charts import history_charts
from web.pages.rendering import rendered
from web.pages.times import Times, times_of
from web.pages.visit import Visit
from web.pages.words.catalogues import catalogue
from web.pages.words.terms import terms
from web.questions.players import Show

MET = 10  # opponents shown
LAST = 30  # games of the performance


class Line(NamedTuple):
    """A change in the page's language: a page has hundreds, and a template takes three times as long to write one."""

    seq: int
    day: str
    tournament: str  # the address of its page; empty where the change has none
    name: str
    score: str
    expected: str
    change: Markup
    after: int
    was: tuple[Believed, ...]
    why: str  # the address
    question: str


class PlayerPage(NamedTuple):
    """What the template shows."""

    shown: ShowAnswer
    lines: dict[str, list[Line]]  # by list, the newest first
    met: OpponentsAnswer
    performance: PerformanceAnswer | None
    tournaments: dict[str, str]  # names by id, of those that the page mentions
    chart: Markup | None
    times: Times


def player_page(reading: Reading, asked: Show, visit: Visit) -> str:
    shown = show(reading, asked.player)
    player = shown.player.id
    courses = tuple(course(reading, player, name) for name in reading.lists())
    tournaments = {row.tournament: row.name for one in courses for row in one.rows if row.tournament and row.name}
    times = times_of(asked, visit.today)
    page = PlayerPage(
        shown=shown,
        lines={one.list: list(_lines(one, visit, times)) for one in courses if one.rows},
        met=opponents(reading, player, MET),
        performance=_performance(reading, player),
        tournaments=tournaments,
        chart=_chart(reading, player, tournaments, visit, times),
        times=times,
    )
    return rendered("player.html", visit, page=page)


def _lines(course: CourseAnswer, visit: Visit, times: Times) -> Iterator[Line]:
    language, links, query = visit.language, visit.links, times.query
    question = catalogue(language).gettext("Why %(rating)s on %(day)s?")
    kinds = terms(language).change_kind
    for row in reversed(course.rows):
        day = formats.day(row.on, language)
        yield Line(
            seq=row.seq,
            day=day,
            tournament=links.to("tournaments", row.tournament) if row.tournament else "",
            name=(row.name or row.tournament) if row.tournament else kinds[row.kind],
            score="" if row.score is None else f"{formats.quantity(row.score, language)} / {row.games}",
            expected="" if row.expected is None else formats.decimals(row.expected, 2, language),
            change=formats.moved(row.change, language),
            after=row.after,
            was=row.was,
            why=links.to("players", course.player.id, "why", row.unit, **query) if links.live else "",
            question=question % {"rating": row.after, "day": day},
        )


def _chart(reading: Reading, player: str, tournaments: dict[str, str], visit: Visit, times: Times) -> Markup | None:
    answers = [figures(reading, player, name) for name in reading.lists()]
    return history_charts([one for one in answers if one.rows], lists(reading).rows, tournaments, visit, times)


def _performance(reading: Reading, player: str) -> PerformanceAnswer | None:
    try:
        return performance(reading, player, reading.first_list(), last=LAST)
    except NotFound:
        return None  # nothing rated yet
