"""Openings and rulings: numbers that a decision gives. Level adjustments are rulings (Deflasjonsproblemer)."""

from rulebooks.base import Change, Standing, Unit
from rulebooks.given import given_change
from rulebooks.norway.standing import at, last_day, reached_2100, standing_of
from rulebooks.norway.tables import ESTABLISHED_FROM, JUNIOR_BELOW


# "justere nivået i forhold til den internasjonale ratinglisten": a ruling moves the number and nothing else.
def given(unit: Unit, standing: Standing) -> Change | None:
    """An opening sets the standing whatever came before; its day counts as the last one played.

    "En junior som har vært over 2100 på en offisiell liste blir ikke lenger betraktet som junior": that stays.
    """
    told = unit.given
    assert told is not None
    if unit.kind == "opening":
        assert told.rating is not None
        reached = reached_2100(standing) or max(told.rating, told.peak or told.rating) >= JUNIOR_BELOW
        return _change(unit, None, told.rating, standing_of(told.rating, told.games, reached, unit.end))
    held = at(standing, unit.end)
    if told.rating is None and held.rating is None:
        return None  # a correction of a number that is not there has no effect
    rating = told.rating if told.rating is not None else (held.rating or 0) + (told.delta or 0)
    return _change(unit, held.rating, rating, standing_of(rating, held.games, reached_2100(held), last_day(held)))


def _change(unit: Unit, before: int | None, after: int, standing: Standing) -> Change:
    return given_change(unit, before, after, standing.games >= ESTABLISHED_FROM, standing)
