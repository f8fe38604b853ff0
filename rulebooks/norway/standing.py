"""What a Norwegian standing holds: rating, games up to 30, whether 2100 was ever reached, the last day played.

Openings and rulings: ratings that a decision gives. Level adjustments are rulings (Deflasjonsproblemer).

"NSFs Elo-komité har besluttet ikke å tillate tall under 400": a decision gives none below it either. After the last
list ("publiseres i januar 2018") a decision changes nothing any more.
"""

from rulebooks.base import Change, Standing, Unit
from rulebooks.entries import given_change
from rulebooks.norway.tables import ESTABLISHED_FROM, FLOOR, JUNIOR_BELOW, PASSIVE_YEARS
from rulebooks.numbers import years_before

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


# "justere nivået i forhold til den internasjonale ratinglisten" (adjust the level to FIDE's list): a ruling moves the
# rating and nothing else.
def given(unit: Unit, standing: Standing, until: str | None) -> Change | None:
    """An opening sets the standing whatever came before; its day counts as the last one played.

    "En junior som har vært over 2100 på en offisiell liste blir ikke lenger betraktet som junior": a player
    who has been over 2100 never is a junior again.
    """
    given = unit.given
    assert given is not None
    if until is not None and unit.end > until:
        return None
    if unit.kind == "opening":
        assert given.rating is not None
        reached = reached_2100(standing) or max(given.rating, given.peak or given.rating) >= JUNIOR_BELOW
        rating = max(FLOOR, given.rating)
        return _change(unit, None, rating, standing_of(rating, given.games, reached, unit.end))
    before = at(standing, unit.end)
    if given.rating is None and before.rating is None:
        return None  # a correction of a missing rating has no effect
    rating = max(FLOOR, given.rating if given.rating is not None else (before.rating or 0) + (given.delta or 0))
    return _change(
        unit, before.rating, rating, standing_of(rating, before.games, reached_2100(before), last_day(before))
    )


def _change(unit: Unit, before: int | None, after: int, standing: Standing) -> Change:
    return given_change(unit, before, after, standing.games >= ESTABLISHED_FROM, standing)
