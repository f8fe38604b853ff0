"""II. Uetablerte spillere med ratingtall: 6 to 29 games."""

from rulebooks.base import Change
from rulebooks.norway.formulas.entrants import Entrant, Event, NumberOf, changed, limited_terms, numbers
from rulebooks.norway.formulas.performance import performance
from rulebooks.numbers import half_up


# IIa. R = (nR0 + mR1) : (n + m)
def lowered(rating: int, games_before: int, reached: int, games: int) -> int:
    return half_up(games_before * rating + games * reached, games_before + games)


# IIb. R = ((n - m)R0 + mR1) : n. "Dersom n er mindre enn m ser man bort fra de tidligere resultatene dersom man går opp
# i rating." (IIb; with fewer games before than now, the earlier results are left out)
def raised(rating: int, games_before: int, reached: int, games: int) -> int:
    if games_before < games:
        return reached
    return half_up((games_before - games) * rating + games * reached, games_before)


# "(IIa) benyttes dersom spilleren vil gå ned, (IIb) dersom spilleren vil gå opp": IIa for going down, which is when R1
# is below R0, else IIb.
def new_number(rating: int, games_before: int, reached: int, games: int) -> int:
    rule = lowered if reached < rating else raised
    return rule(rating, games_before, reached, games)


def rate(entrant: Entrant, event: Event, number_of: NumberOf) -> Change:
    """R1 by formula I from opponents within 350; then whichever of the two."""
    assert entrant.rating is not None
    terms = limited_terms(entrant, number_of)
    reached = performance(numbers(terms), entrant.half_points)
    number = new_number(entrant.rating, entrant.games, reached, len(terms))
    formula = "IIa" if reached < entrant.rating else "IIb"
    return changed(entrant, event, formula, {"n": str(entrant.games)}, number, terms)
