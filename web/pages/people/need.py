"""Which score brings a player to a rating, against opponents with the ratings that the ledger has."""

from typing import NamedTuple

from ledger.errors import NotFound, Problem, Usage
from projections.answers.players.career import known_player, player_name
from projections.answers.players.need import NeedAnswer
from projections.answers.reading import Basis, Reading
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
    answer: NeedAnswer | None
    problems: tuple[Problem, ...]
    times: Times
    basis: Basis


def need_page(reading: Reading, asked: Need, visit: Visit) -> str:
    player = player_name(reading, known_player(reading, asked.player))
    answer, problems = _worked_out(asked, reading) if asked.against else (None, ())
    empty = ("",) * max(1, ROUNDS - len(asked.against))
    page = NeedPage(
        player.id, player.name or player.id, asked, (*asked.against, *empty), answer, problems,
        times_of(asked, visit.today), reading.basis(),
    )  # fmt: skip
    return rendered("people/need.html", visit, page=page)


def _worked_out(asked: Need, reading: Reading) -> tuple[NeedAnswer | None, tuple[Problem, ...]]:
    """A form keeps what was typed into it, whatever is wrong with that."""
    try:
        return asked.ask(reading), ()
    except (NotFound, Usage) as error:
        return None, tuple(error.problems)
