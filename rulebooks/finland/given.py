"""Openings and rulings: ratings that a decision gives (rules 1.7), as changes like any other."""

from rulebooks.base import Change, Standing, Unit
from rulebooks.finland.standing import is_new, selo_standing, step_day
from rulebooks.finland.tables import FinnishEdition
from rulebooks.given import given_change


def selo_given(unit: Unit, standing: Standing, edition: FinnishEdition) -> Change | None:
    """An opening sets the standing whatever came before; a ruling moves the rating and nothing else."""
    given = unit.given
    assert given is not None
    if unit.kind == "opening":
        assert given.rating is not None
        after = selo_standing(
            given.rating, given.games, given.rating * given.games, given.games, step_day(standing), edition
        )
        return given_change(unit, None, given.rating, not is_new(after, edition), after)
    rating = _ruled(unit, standing)
    if rating is None:
        return None
    # a new player's earlier games become draws against the ruled rating
    after = selo_standing(rating, standing.games, rating * standing.games, standing.games, step_day(standing), edition)
    return given_change(unit, standing.rating, rating, not is_new(after, edition), after)


def pelo_given(unit: Unit, standing: Standing, edition: FinnishEdition) -> Change | None:
    given = unit.given
    assert given is not None
    if unit.kind == "opening":
        assert given.rating is not None
        return given_change(unit, None, given.rating, given.games > 0, Standing(given.rating, min(given.games, 1), ()))
    rating = _ruled(unit, standing)
    if rating is None:
        return None
    return given_change(unit, standing.rating, rating, standing.games > 0, Standing(rating, standing.games, ()))


def _ruled(unit: Unit, standing: Standing) -> int | None:
    """The rating after a ruling; a correction of a missing rating has no effect."""
    assert unit.given is not None
    if unit.given.rating is not None:
        return unit.given.rating
    return None if standing.rating is None else standing.rating + (unit.given.delta or 0)
