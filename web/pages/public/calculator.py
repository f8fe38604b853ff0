"""The calculator: what a rating becomes after some games. The input lives in the address, so it can be sent on."""

import re
from typing import NamedTuple

from ledger.errors import Where
from messages import Message, say
from projections.answers.players.show import show
from projections.answers.reading import Reading
from rulebooks.calculated import Competition, FinnishResult
from rulebooks.finland.calculator import LATEST, LIST, MINUTES, calculate, objections
from web.pages.rendering import rendered
from web.pages.visit import Calculator, Visit

MOST = 100
LOWEST, HIGHEST = 100, 4000
_GAME = re.compile(r"([-+=−]?)([0-9]{1,4})\Z")
_HALF_POINTS = {"+": 2, "": 1, "=": 1, "-": 0, "−": 0}


class Flaw(NamedTuple):
    """A flaw of the input, and what to do; a problem that no program asks for, so it has no code."""

    message: Message
    hint: Message
    where: Where = Where()


class CalculatorPage(NamedTuple):
    """A calculator page as the template shows it: the input as it was given, and the result, or why there is none."""

    asked: Calculator
    kind: str
    rating: int | None
    minutes: int
    name: str | None
    result: FinnishResult | None
    flaws: tuple[Flaw, ...]

    @property
    def change(self) -> int | None:
        result = self.result
        return None if result is None or result.new is None or result.before is None else result.new - result.before


def calculator_page(reading: Reading, asked: Calculator, visit: Visit) -> str:
    kind: str = asked.kind or next(iter(LIST))
    name, rating = _of_player(reading, asked, kind)
    minutes = asked.minutes or MINUTES[LIST[kind]]
    result, flaws = _worked_out(kind, rating, minutes, asked.games) if asked.games else (None, ())
    page = CalculatorPage(asked, kind, rating, minutes, name, result, flaws)
    return rendered("calculator.html", visit, page=page, kinds=tuple(LIST))


def _of_player(reading: Reading, asked: Calculator, kind: str) -> tuple[str | None, int | None]:
    """Return the player named in the address, and the rating: as given, else theirs."""
    if asked.player is None:
        return None, asked.rating
    shown = show(reading, asked.player)
    on_list = shown.lists.get(LIST[kind])
    own = None if on_list is None else on_list.rating
    return shown.player.name or shown.player.id, own if asked.rating is None else asked.rating


def _worked_out(
    kind: str, rating: int | None, minutes: int, games: str
) -> tuple[FinnishResult | None, tuple[Flaw, ...]]:
    played, flaws = _games(games)
    flaws += [Flaw(one.message, one.hint) for one in objections(kind, rating, None, minutes, LATEST)]
    if flaws or not played:
        return None, tuple(flaws)
    own = None if kind.startswith("new") else rating
    return calculate(kind, [Competition(tuple(played))], rating=own, minutes=minutes, games=None), ()


def _games(text: str) -> tuple[list[tuple[int, int]], list[Flaw]]:
    """Read `+1695 -1930 1901`: won, lost, drawn."""
    games, flaws = [], []
    for word in text.replace(",", " ").split()[:MOST]:
        match = _GAME.match(word)
        if match is None or not LOWEST <= int(match[2]) <= HIGHEST:
            flaws.append(
                Flaw(say("{word} is no game", word=repr(word[:20])), say("+1622 won, -1880 lost, =1633 or 1633 drawn"))
            )
        else:
            games.append((int(match[2]), _HALF_POINTS[match[1]]))
    return games, flaws
