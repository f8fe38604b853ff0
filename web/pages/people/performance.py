"""How well a player played over a period, a tournament or the last games: the question is in the address."""

from typing import NamedTuple

from ledger.answer import Answer
from ledger.errors import Problem
from projections.answers.players.career import known_player, player_name
from projections.answers.reading import Basis, Reading
from rulebooks.calculators.performances import METHODS
from web.pages.people.asked_by_form import answer_or_problems
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
