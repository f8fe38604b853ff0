"""Make a unit of games that no tournament has: a calculator, or the search for a score,
rates it by a rulebook as any other.
"""

from collections.abc import Sequence

from messages.results import USUAL
from rulebooks.base import Header, Unit
from rulebooks.games import Game, Games

ID = "calc"


def made_up_unit(
    list_name: str,
    edition: str,
    player: str,
    results: Sequence[int],
    *,
    seconds: int,
    day: str,
) -> Unit:
    """Make a unit of all games of a player, against an opponent each; the player comes
    first, and has White.

    results: the half points that they made, a game each: 0, 1 or 2. Each opponent is
    called by the number of the game, from 1 on. seconds: a side has for each game. day:
    YYYY-MM-DD; all games are on one day of a domestic tournament in the open age group.
    """
    header = Header(
        id=ID,
        start=day,
        end=day,
        seconds=seconds,
        domestic=True,
        fide_accepted=True,
        official_representation=False,
        age_group="open",
        each_game_rated=False,
        order_no=0,
    )
    games = []
    for number, made in enumerate(results, start=1):
        game = Game(
            id=str(number),
            round=number,
            place=1,
            on=day,
            white=player,
            black=str(number),
            result=USUAL[made],
            points=(made, 2 - made),
            seconds=seconds,
            seconds_black=seconds,
            tiebreak=False,
        )
        games.append(game)

    return Unit(
        list=list_name,
        place="",
        kind="games",
        id=ID,
        tournament=ID,
        start=day,
        end=day,
        edition=edition,
        seq=0,
        header=header,
        games=Games.from_games(games),
    )
