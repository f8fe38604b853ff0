"""How well a player played over a period, a tournament or the last games: the question is in the address."""

from typing import NamedTuple

from ledger.errors import NotFound, Problem, Usage
from projections.answers.players.career import known_player, player_name
from projections.answers.players.performance import PerformanceAnswer
from projections.answers.reading import Basis, Reading
from rulebooks.calculators.performances import METHODS
from web.pages.rendering import rendered
from web.pages.times import Times, times_of
from web.pages.visit import Visit
from web.questions.players import Performance


class PerformancePage(NamedTuple):
    """What the template shows: the performance, or why there is none."""

    player: str
    name: str
    asked: Performance
    lists: tuple[str, ...]
    methods: tuple[str, ...]
    answer: PerformanceAnswer | None
    problems: tuple[Problem, ...]
    times: Times
    basis: Basis


def performance_page(reading: Reading, asked: Performance, visit: Visit) -> str:
    player = player_name(reading, known_player(reading, asked.player))
    answer, problems = _worked_out(asked, reading)
    page = PerformancePage(
        player.id, player.name or player.id, asked, tuple(reading.lists()), METHODS, answer, problems,
        times_of(asked, visit.today), reading.basis(),
    )  # fmt: skip
    return rendered("people/performance.html", visit, page=page)


def _worked_out(asked: Performance, reading: Reading) -> tuple[PerformanceAnswer | None, tuple[Problem, ...]]:
    """A form keeps what was typed into it, whatever is wrong with that."""
    try:
        return asked.ask(reading), ()
    except (NotFound, Usage) as error:
        return None, tuple(error.problems)
