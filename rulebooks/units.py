"""Cut a tournament into units, for every family.

Which games are computed at once, which alone, and who sat where.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from rulebooks.base import (
    NORMAL_SECONDS,
    EditionOn,
    Header,
    Term,
    Tournament,
    Unit,
    Unrated,
)
from rulebooks.games import BLACK, WHITE, Game, Games, Sort, rounds
from rulebooks.numbers import unit_place

# (game, header, edition): why the game is not on the list; None: it is
Fate = Callable[[Game, Header, str], Unrated | None]
ByItself = Callable[[Game, Header], bool]  # whether a game is computed alone


class Seat(NamedTuple):
    """One player's side of one game."""

    game: Game
    opponent: str
    half_points: int


class Sorting(NamedTuple):
    """What becomes of the games of one sort: computed alone or not, by which edition,
    or why not on the list.
    """

    alone: bool
    edition: str
    left_out: Unrated | None


def is_alone(game: Game, header: Header) -> bool:
    """Tell whether a game is computed by itself: one of a long event, or one moved
    outside its days (Finland 2.11 and 2.12).
    """
    return header.each_game_rated or not header.start <= game.on <= header.end


def none_alone(game: Game, header: Header) -> bool:
    """Return False, for lists that compute a tournament as a whole, always."""
    return False


def sortings(
    tournament: Tournament,
    edition_on: EditionOn,
    fate: Fate,
    by_itself: ByItself = is_alone,
) -> dict[Sort, Sorting]:
    """Return what becomes of each sort of game in the tournament: hundreds of games
    are of two or three sorts.
    """
    header, games = tournament
    edition_at_end = edition_on(header.end)
    by_sort: dict[Sort, Sorting] = {}
    fates: dict[tuple[object, ...], Unrated | None] = {}
    for sort in set(games.sorts()):
        game = games.example(sort)
        single = by_itself(game, header)
        edition = edition_on(game.on) if single else edition_at_end
        # the day of a game says nothing but by its edition
        like = edition, game.result, game.seconds, game.seconds_black, game.tiebreak
        if like not in fates:
            fates[like] = fate(game, header, edition)
        by_sort[sort] = Sorting(single, edition, fates[like])
    return by_sort


def units_on_list(
    name: str,
    tournament: Tournament,
    edition_on: EditionOn,
    fate: Fate,
    by_itself: ByItself = is_alone,
) -> list[Unit]:
    """Return the units of a tournament on one list."""
    header, games = tournament
    by_sort = sortings(tournament, edition_on, fate, by_itself)
    outcomes = list(by_sort.values())
    if all(sorting.left_out is not None for sorting in outcomes):
        return []
    if any(sorting.alone or sorting.left_out is not None for sorting in outcomes):
        return _units_of_unlike(name, tournament, by_sort)
    return [_unit_of_all(name, header, outcomes[0].edition, games)]


def _units_of_unlike(
    name: str, tournament: Tournament, by_sort: Mapping[Sort, Sorting]
) -> list[Unit]:
    """Return the units of games that differ in what becomes of them: those computed
    alone, then the others together.
    """
    header, games = tournament
    units: list[Unit] = []
    computed_together: list[int] = []
    edition = ""
    round_numbers = rounds(games.runs)
    for index, sort in enumerate(games.sorts()):
        sorting = by_sort[sort]
        if sorting.left_out is not None:
            continue
        if sorting.alone:
            round_no = round_numbers[index]
            unit = _unit_of_one(name, tournament, index, round_no, sorting.edition)
            units.append(unit)
        else:
            computed_together.append(index)
            edition = sorting.edition

    if computed_together:
        some = games.take(computed_together)
        units.append(_unit_of_all(name, header, edition, some))
    return units


def _unit_of_one(
    name: str, tournament: Tournament, index: int, round_no: int, edition: str
) -> Unit:
    """Make the unit of one game, which is computed alone, on its own day."""
    header, games = tournament
    day = games.days[index] if games.days else games.day
    place = games.places[index] if games.places else index + 1
    single = games.single(index, round_no)
    return _unit(
        name,
        place=unit_place(day, day, header.order_no, header.id, round_no, place),
        unit_id=f"{header.id}/{single.ids[0]}",
        start=day,
        end=day,
        edition=edition,
        header=header,
        games=single,
    )


def _unit_of_all(name: str, header: Header, edition: str, games: Games) -> Unit:
    """Make the unit of games that are computed together, at the tournament's end."""
    # 1.4 of the rules page: running values go by (date, round, game number)
    in_order = games if games.in_order() else games.take(games.order())
    place = unit_place(header.end, header.start, header.order_no, header.id)
    return _unit(
        name,
        place=place,
        unit_id=header.id,
        start=header.start,
        end=header.end,
        edition=edition,
        header=header,
        games=in_order,
    )


def left_out(
    tournament: Tournament,
    edition_on: EditionOn,
    fate: Fate,
    by_itself: ByItself = is_alone,
) -> dict[str, Unrated]:
    """Return the games of a tournament that are not on a list, by id, and why."""
    games = tournament.games
    by_sort = sortings(tournament, edition_on, fate, by_itself)
    reasons = {}
    for game_id, sort in zip(games.numbers(), games.sorts(), strict=True):
        reason = by_sort[sort].left_out
        if reason is not None:
            reasons[game_id] = reason
    return reasons


def _unit(
    name: str,
    place: str,
    unit_id: str,
    start: str,
    end: str,
    edition: str,
    header: Header,
    games: Games,
) -> Unit:
    return Unit(
        list=name,
        place=place,
        kind="games",
        id=unit_id,
        tournament=header.id,
        start=start,
        end=end,
        edition=edition,
        seq=0,
        header=header,
        games=games,
    )


class Boards(NamedTuple):
    """The boards of a unit, a list for each player in the order of their games: where
    each game stands among those of the unit, the opponent's seat, and the player's own
    half points.
    """

    games: list[list[int]]
    opponents: list[list[int]]
    points: list[list[int]]


def boards(games: Games) -> Boards:
    """Return the boards of all players. Only games that were played may be given."""
    players = len(games.players)
    own_games = _empty_lists(players)
    opponents = _empty_lists(players)
    points = _empty_lists(players)

    rows = zip(games.white, games.black, games.results, strict=True)
    for game, row in enumerate(rows):
        white, black, letter = row
        own_games[white].append(game)
        opponents[white].append(black)
        points[white].append(WHITE[letter])

        own_games[black].append(game)
        opponents[black].append(white)
        points[black].append(BLACK[letter])
    return Boards(own_games, opponents, points)


def _empty_lists(count: int) -> list[list[int]]:
    return [[] for _ in range(count)]


def seats(games: Iterable[Game]) -> dict[str, list[Seat]]:
    """Return each player's games by id, in the order of the games. Each is a `Seat`,
    which has the player's side of it: the game, the opponent, the half points made.
    Only games that were played may be given.
    """
    boards: dict[str, list[Seat]] = defaultdict(list)
    for game in games:
        assert game.points is not None
        of_white, of_black = game.points
        white, black = game.white, game.black
        boards[white].append(Seat(game, black, of_white))
        boards[black].append(Seat(game, white, of_black))
    return boards


def normal_among(games: Games, boards: Boards) -> list[int]:
    """Count each player's games with 90 minutes or more (Finland 6.2 and 7.8)."""
    games_of = boards.games
    if games.times:
        is_normal = [seconds >= NORMAL_SECONDS for seconds, _ in games.times]
        counts = []
        for own_games in games_of:
            counts.append(sum(is_normal[game] for game in own_games))
        return counts

    # all games took the same time
    if games.seconds >= NORMAL_SECONDS:
        return [len(own_games) for own_games in games_of]
    return [0] * len(games_of)


def normal_in(terms: Iterable[Term]) -> int:
    """Count the games with 90 minutes or more (Finland 6.2 and 7.8) among the terms of
    one player.
    """
    return sum(term.seconds >= NORMAL_SECONDS for term in terms)


# more than any two ratings differ by: it marks equal ratings that rest on something
# else
APART = 1_000_000
