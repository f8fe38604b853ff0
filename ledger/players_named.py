"""Whom an event of a tournament names: in its games, in the report that came with it, in
its league. Ids are those of the event, whatever was merged since.
"""

from collections.abc import Iterator

from msgspec import UNSET, Raw, UnsetType

from ledger.bodies import GameAdded, TournamentAmended
from ledger.columns import TournamentColumns
from ledger.league import league_from_json, people_of
from ledger.reported import report_from_json


def players_named(body: object) -> Iterator[str]:
    """Yield the players whom an event names, some of them often."""
    yield from players_in_games(body)
    yield from players_beside_games(
        getattr(body, "reported", UNSET), getattr(body, "league", UNSET)
    )


def players_in_games(body: object) -> Iterator[str]:
    """Yield who plays in the games of an event; nobody where it has none."""
    match body:
        case TournamentColumns():
            yield from body.players
        case TournamentAmended():
            for game in (*body.changed, *body.added):
                yield from (game.white, game.black)
        case GameAdded():
            yield from (body.game.white, body.game.black)


def players_beside_games(
    reported: Raw | UnsetType | None, league: Raw | UnsetType | None
) -> Iterator[str]:
    """Yield who stands in a report, and in the teams and matches of a league."""
    if isinstance(reported, Raw):
        yield from (row.player for row in report_from_json(reported).players)
    if isinstance(league, Raw):
        yield from (player for player, _ in people_of(league_from_json(league)))
