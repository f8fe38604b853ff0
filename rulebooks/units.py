"""From a tournament to units, for every family: which games are computed at once, which alone, and who sat where."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import NamedTuple

from rulebooks.base import NORMAL_SECONDS, EditionOn, Game, Header, Tournament, Unit, Unrated
from rulebooks.places import unit_place

# (game, header, edition): why the game is not on the list; None: it is
Fate = Callable[[Game, Header, str], Unrated | None]


class Seat(NamedTuple):
    """One player's side of one game."""

    game: Game
    opponent: str
    half_points: int


def alone(game: Game, header: Header) -> bool:
    """A game of a long event, or one moved outside its days, is computed by itself (Finland 2.11 and 2.12)."""
    return header.each_game_rated or not header.start <= game.on <= header.end


def gather(
    name: str, tournament: Tournament, edition_on: EditionOn, fate: Fate
) -> tuple[list[Unit], dict[str, Unrated]]:
    """The units of a tournament on one list, and the games that are not on it."""
    header = tournament.header
    together: list[Game] = []
    units: list[Unit] = []
    unrated: dict[str, Unrated] = {}
    edition_at_end = edition_on(header.end)
    for game in tournament.games:
        single = alone(game, header)
        edition = edition_on(game.on) if single else edition_at_end
        if (why := fate(game, header, edition)) is not None:
            unrated[game.id] = why
        elif single:
            place = unit_place(game.on, game.on, header.order_no, header.id, game.round, game.place)
            units.append(_unit(name, place, f"{header.id}/{game.id}", game.on, game.on, edition, header, (game,)))
        else:
            together.append(game)
    if together:
        # 1.4 of the rules page: running values go by (date, round, game number)
        together.sort(key=lambda game: (game.on, game.round, game.place))
        place = unit_place(header.end, header.start, header.order_no, header.id)
        units.append(_unit(name, place, header.id, header.start, header.end, edition_at_end, header, tuple(together)))
    return units, unrated


def _unit(
    name: str, place: str, unit_id: str, start: str, end: str, edition: str, header: Header, games: tuple[Game, ...]
) -> Unit:
    return Unit(name, place, "games", unit_id, header.id, start, end, edition, 0, header, games)


def seats(games: Sequence[Game]) -> dict[str, list[Seat]]:
    """Each player's games in their order."""
    boards: dict[str, list[Seat]] = defaultdict(list)
    for game in games:
        assert game.points is not None
        boards[game.white].append(Seat(game, game.black, game.points[0]))
        boards[game.black].append(Seat(game, game.white, game.points[1]))
    return boards


def normal_games(boards: Sequence[Seat]) -> int:
    """Games with 90 minutes or more (Finland 6.2 and 7.8)."""
    return sum(seat.game.seconds >= NORMAL_SECONDS for seat in boards)
