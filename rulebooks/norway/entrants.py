"""Prepare those who take part in a calculation: what is read of a player and the games, from a unit or from plain
scores.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from rulebooks.base import NORMAL_SECONDS, Change, Term
from rulebooks.norway.standing import standing_of
from rulebooks.norway.tables import COEFFICIENT, ESTABLISHED_FROM, FLOOR, UNRATED_UNTIL, Coefficients, limited


class Encounter(NamedTuple):
    """One player's side of one game."""

    opponent: str
    half_points: int
    game: str = ""
    seconds: int = 0


class Entrant(NamedTuple):
    """A player as a calculation reads them. `half_points` is the score in all games; `detail` goes to the change as it
    is (struck, landsturnering).
    """

    id: str
    rating: int | None
    games: int
    seats: tuple[Encounter, ...]
    half_points: int
    class_name: str = "C"
    young: bool = False
    reached_2100: bool = False
    detail: Mapping[str, str] = {}


class Event(NamedTuple):
    """What is read of the tournament: the category, whether it is national, the day of the calculation."""

    category: str
    national: bool = True
    on: str = ""
    k: Coefficients = COEFFICIENT


NumberOf = Callable[[str], tuple[int, str]]


# "I vår forstand er man uten ratingtall kun hvis man er registrert med 5 partier eller mindre." (unrated: at most 5
# games)
def is_unrated(entrant: Entrant) -> bool:
    return entrant.rating is None or entrant.games <= UNRATED_UNTIL


def is_established(entrant: Entrant) -> bool:
    return entrant.games >= ESTABLISHED_FROM


def limited_terms(entrant: Entrant, number_of: NumberOf) -> tuple[Term, ...]:
    """Apply 350-grensen to every opponent; the basis of a limited one also holds the opponent's own rating."""
    assert entrant.rating is not None
    terms = []
    for seat in entrant.seats:
        own, basis = number_of(seat.opponent)
        counted = limited(own, entrant.rating)
        cut = counted != own
        words = f"{basis} {own}" if cut else basis
        terms.append(Term(seat.game, seat.opponent, seat.half_points, counted, words, capped=cut, seconds=seat.seconds))
    return tuple(terms)


def numbers(terms: Sequence[Term]) -> list[int]:
    return [term.number for term in terms]


# "NSFs Elo-komité har besluttet ikke å tillate tall under 400." (no rating below 400)
def changed(
    entrant: Entrant,
    event: Event,
    formula: str,
    detail: Mapping[str, str],
    number: int,
    terms: tuple[Term, ...],
    *,
    expected: int | None = None,
    coefficient: int | None = None,
    carried: tuple[int, int, int] | None = None,
) -> Change:
    """Make the change of one player."""
    after, played = max(FLOOR, number), len(terms)
    standing = standing_of(after, entrant.games + played, entrant.reached_2100, event.on)
    return Change(
        player=entrant.id,
        kind="unit",
        formula=formula,
        before=entrant.rating,
        after=after,
        established=standing.games >= ESTABLISHED_FROM,
        games=played,
        normal_games=sum(term.seconds >= NORMAL_SECONDS for term in terms),
        half_points=entrant.half_points,
        expected=expected,
        coefficient=coefficient,
        bonus=0,
        carried=carried,
        running=(),
        terms=terms,
        standing=standing,
        detail={**detail, **entrant.detail},
    )
