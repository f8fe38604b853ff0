"""Which score brings a player to a rating, against opponents with the ratings that the ledger has."""

from typing import NamedTuple

from ledger.answer import Answer
from ledger.errors import Problem
from projections.answers.players.career import known_player, player_name
from projections.answers.reading import Basis, Reading
from web.pages.people.asked_by_form import answer_or_problems
from web.pages.rendering import rendered
from web.pages.times import Times, times_of
from web.pages.visit import Visit
from web.questions.players import Need

ROUNDS = 9  # fields for opponents at least


class NeedPage(NamedTuple):
    """What the template shows. `fields`: the opponents as they were typed, and empty ones for more."""

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
