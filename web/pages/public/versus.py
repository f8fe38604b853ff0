"""Whom a player met, and two players side by side; and who is meant by a name that was typed."""

from typing import NamedTuple

from markupsafe import Markup
from msgspec.structs import replace

from projections.answers.career import PlayerName, known_player, player_name
from projections.answers.people import player_meant
from projections.answers.players.find import FoundPlayer, find
from projections.answers.players.history import HistoryAnswer, figures
from projections.answers.players.opponents import Opponents, OpponentsAnswer
from projections.answers.players.versus import Versus, VersusAnswer, versus
from projections.answers.reading import Basis, Reading
from projections.answers.tournaments.tournament import tournament_names
from web.pages.charts import versus_charts
from web.pages.formats import Times, times_of
from web.pages.rendering import rendered
from web.pages.visit import Against, Visit

MOST = 20  # people who may be meant


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
    hits = tuple((row, {name: reading.rating(name, row.player) for name in lists}) for row in others[:MOST])
    page = AgainstPage(player_name(reading, player), typed, hits, max(0, len(others) - MOST), times, reading.basis())
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
