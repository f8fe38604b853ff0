"""Apply openings and rulings to a standing (rules 1.7): ratings that a decision gives,
and no game.
"""

from rulebooks.base import Change, Standing, Unit
from rulebooks.defaults import rating_after_ruling
from rulebooks.entries import given_change
from rulebooks.finland.editions import FinnishEdition
from rulebooks.finland.standing import is_new, selo_standing, step_day


def selo_without_games(
    unit: Unit, standing: Standing, edition: FinnishEdition
) -> Change | None:
    """Make the change of an opening, which sets the standing no matter what came
    before, or of a ruling, which moves the rating and nothing else.

    None where a ruling adds to a rating and there is none. A ruling keeps the number of
    games: who was new stays new.
    """
    given = unit.given
    assert given is not None
    before: int | None
    if unit.kind == "opening":
        assert given.rating is not None
        before, rating, games = None, given.rating, given.games
    else:
        ruled_rating = rating_after_ruling(unit, standing.rating)
        if ruled_rating is None:
            return None
        before, rating, games = standing.rating, ruled_rating, standing.games

    # a new player's earlier games become draws against the rating that is given
    after = selo_standing(
        rating, games, rating * games, games, step_day(standing), edition
    )
    return given_change(unit, before, rating, not is_new(after, edition), after)


def pelo_without_games(
    unit: Unit, standing: Standing, edition: FinnishEdition
) -> Change | None:
    """Make the change of an opening or of a ruling on the list pelo, whose standing
    says only whether there was a game.

    None where a ruling adds to a rating and there is none.
    """
    given = unit.given
    assert given is not None
    if unit.kind == "opening":
        assert given.rating is not None
        after = Standing(given.rating, min(given.games, 1), ())
        return given_change(unit, None, given.rating, given.games > 0, after)

    rating = rating_after_ruling(unit, standing.rating)
    if rating is None:
        return None

    after = Standing(rating, standing.games, ())
    return given_change(unit, standing.rating, rating, standing.games > 0, after)
