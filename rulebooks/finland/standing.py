"""Hold a standing of selo beside the rating: a newcomer's sums and the day of the last 3.7 step; and apply openings and
rulings to it (rules 1.7).

Only what later units read is kept: once a player can no longer be new, games are not counted and the sums are dropped.
So a game struck out long ago does not change the standing for the rest of a career.
"""

from rulebooks.base import Change, Standing, Unit
from rulebooks.entries import given_change
from rulebooks.finland.tables import FinnishEdition

NOBODY = Standing(None, 0, (0, 0, ""))


def sums(standing: Standing) -> tuple[int, int]:
    """Return the sum of opponents' numbers and the half points of a newcomer's games so far."""
    return (standing.state[0], standing.state[1]) if standing.state else (0, 0)


def step_day(standing: Standing) -> str:
    """Return the start of the unit of the last 3.7 step; empty: never."""
    return str(standing.state[2]) if standing.state else ""


def selo_standing(
    rating: int, games: int, opponents: int, half_points: int, step: str, edition: FinnishEdition
) -> Standing:
    if games > edition.sums_until:
        return Standing(rating, edition.sums_until + 1, (0, 0, step))
    return Standing(rating, games, (opponents, half_points, step))


def is_new(standing: Standing, edition: FinnishEdition) -> bool:
    """Tell whether a player is new by 3.1: no rating, or at most 10 (before 2023: at most 9) counting games before this
    unit. The edition says how many.
    """
    return standing.rating is None or standing.games <= edition.new_until


# 4.1: a player without an earlier pelo game is new.
def is_new_pelo(standing: Standing) -> bool:
    return standing.games == 0


def selo_given(unit: Unit, standing: Standing, edition: FinnishEdition) -> Change | None:
    """Make the change of an opening, which sets the standing no matter what came before, or of a ruling, which moves
    the rating and nothing else.
    """
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
    """Return the rating after a ruling; a correction of a missing rating has no effect."""
    assert unit.given is not None
    if unit.given.rating is not None:
        return unit.given.rating
    return None if standing.rating is None else standing.rating + (unit.given.delta or 0)
