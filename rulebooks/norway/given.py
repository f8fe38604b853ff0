"""Openings and rulings: ratings that a decision gives. Level adjustments are rulings (Deflasjonsproblemer).

"NSFs Elo-komité har besluttet ikke å tillate tall under 400": a decision gives none below it either. After the last
list ("publiseres i januar 2018") a decision changes nothing any more.
"""

from rulebooks.base import Change, Standing, Unit
from rulebooks.given import given_change
from rulebooks.norway.standing import at, last_day, reached_2100, standing_of
from rulebooks.norway.tables import ESTABLISHED_FROM, FLOOR, JUNIOR_BELOW


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
