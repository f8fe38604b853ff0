"""What a Norwegian standing holds: rating, games up to 30, whether 2100 was ever reached, the last day played."""

from rulebooks.base import Standing
from rulebooks.days import years_before
from rulebooks.norway.tables import ESTABLISHED_FROM, JUNIOR_BELOW, PASSIVE_YEARS

NOBODY = Standing(None, 0, (0, ""))


def standing_of(rating: int, games: int, reached_2100: bool, last_day: str) -> Standing:
    """From 30 games on they are not counted any more, so that a game struck out long ago moves nothing later."""
    reached = reached_2100 or rating >= JUNIOR_BELOW
    return Standing(rating, min(games, ESTABLISHED_FROM), (int(reached), last_day))


def reached_2100(standing: Standing) -> bool:
    return bool(standing.state[0]) if standing.state else False


def last_day(standing: Standing) -> str:
    return str(standing.state[1]) if standing.state else ""


# "Passive spillere, dvs spillere uten et eneste registrert parti i løpet av de siste fem år, blir strøket, og må
# begynne på nytt med formel I når de begynner å spille igjen." (five years without a game: struck off, and back to
# formula I)
def at(standing: Standing, day: str) -> Standing:
    """The standing of a player who plays on a day: empty after five years without a game."""
    last = last_day(standing)
    if last and last < years_before(day, PASSIVE_YEARS):
        return Standing(None, 0, (int(reached_2100(standing)), last))
    return standing


def is_struck_off(standing: Standing, day: str) -> bool:
    return standing.rating is not None and at(standing, day).rating is None


def words(standing: Standing) -> str:
    return f"no game since {last_day(standing)}: struck off after {PASSIVE_YEARS} years"
