"""A player's change worked out again from what a stored unit says that everybody showed: nobody else is calculated."""

from rulebooks.base import Change, Showing, Unit
from rulebooks.finland import pelo, selo
from rulebooks.finland.seating import Faces, Table, faces_of
from rulebooks.finland.standing import is_new
from rulebooks.finland.tables import FinnishEdition
from rulebooks.units.columns import Games
from rulebooks.units.gather import Boards, own_board


def selo_again(unit: Unit, showing: Showing, player: int, edition: FinnishEdition) -> Change | None:
    """3.2 or 3.3 of one player. Abroad everybody shows two ratings: there the whole unit has to be calculated."""
    if unit.header is None or not unit.header.domestic:
        return None
    standing, size = showing.before, len(unit.games.players)
    new = is_new(standing, edition)
    # new players meet the ratings before 3.4 changes what is shown
    faces = faces_of(showing.ratings, edition.unrated[unit.header.age_group]) if new else Faces.read(showing.shown)
    own, boards = _of_player(unit.games, player)
    # nobody's place but this player's is asked for
    ratings = [standing.rating or 0] * size
    table = Table(unit, edition, boards, [standing] * size, ratings, {}, {}, faces, faces, [own] * size)
    return selo.newcomer(table, player) if new else selo.regular(table, player)


def pelo_again(unit: Unit, showing: Showing, player: int, edition: FinnishEdition) -> Change:
    """4.2 of one player."""
    standing, (numbers, bases) = showing.before, pelo.read(showing.shown)
    own, boards = _of_player(unit.games, player)
    table = pelo.Table(unit, boards, [standing] * len(numbers), numbers, bases, edition.pelo_most)
    return pelo.changed(table, player, own)


def _of_player(games: Games, player: int) -> tuple[list[int], Boards]:
    """The positions of the player's games, and the board with them in everybody's place."""
    own = games.of_seat(player)
    opponents, points = own_board(games, player, own)
    size = len(games.players)
    return own, Boards([opponents] * size, [points] * size)
