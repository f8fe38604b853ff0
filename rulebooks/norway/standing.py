"""Hold a Norwegian standing: rating, games up to 30, whether 2100 was ever reached, the
last day played.

Openings and rulings: ratings that a decision gives. Level adjustments are rulings
(Deflasjonsproblemer).

"NSFs Elo-komité har besluttet ikke å tillate tall under 400": a decision gives none
below it either. After the last list ("publiseres i januar 2018") a decision changes
nothing any more.

What a list shows of a player: the highest established rating, and whether it is
published or on a top list.

Who takes part in a calculation: what is read of a player and the games, from a unit or
from plain scores.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from rulebooks.base import NORMAL_SECONDS, Change, Standing, Term, Unit
from rulebooks.entries import Entry, given_change
from rulebooks.norway.tables import (
    COEFFICIENT,
    ESTABLISHED_FROM,
    FLOOR,
    JUNIOR_BELOW,
    PASSIVE_YEARS,
    PUBLISHED_GAMES,
    PUBLISHED_OVER,
    PUBLISHED_YEARS,
    UNRATED_UNTIL,
    Coefficients,
    limited,
)
from rulebooks.numbers import years_before

NOBODY = Standing(None, 0, (0, ""))


def standing_of(rating: int, games: int, reached_2100: bool, last_day: str) -> Standing:
    """Make a standing. From 30 games on they are not counted any more, so that a game
    struck out long ago moves nothing later.
    """
    reached = reached_2100 or rating >= JUNIOR_BELOW
    return Standing(rating, min(games, ESTABLISHED_FROM), (int(reached), last_day))


def reached_2100(standing: Standing) -> bool:
    return bool(standing.state[0]) if standing.state else False


def last_day(standing: Standing) -> str:
    return str(standing.state[1]) if standing.state else ""


# "Passive spillere, dvs spillere uten et eneste registrert parti i løpet av de siste
# fem år, blir strøket, og må begynne på nytt med formel I når de begynner å spille
# igjen." (five years without a game: struck off, and back to formula I)
def at(standing: Standing, day: str) -> Standing:
    """Return the standing of a player who plays on a day: empty after five years
    without a game.
    """
    last = last_day(standing)
    if last and last < years_before(day, PASSIVE_YEARS):
        return Standing(None, 0, (int(reached_2100(standing)), last))
    return standing


def is_struck_off(standing: Standing, day: str) -> bool:
    return standing.rating is not None and at(standing, day).rating is None


def struck_off_because(standing: Standing) -> str:
    """Say why a player is struck off, for whoever looks for the rating."""
    return f"no game since {last_day(standing)}: struck off after {PASSIVE_YEARS} years"


# "justere nivået i forhold til den internasjonale ratinglisten" (adjust the level to
# FIDE's list): a ruling moves the rating and nothing else.
def change_without_games(
    unit: Unit, standing: Standing, until: str | None
) -> Change | None:
    """Make the change of an opening or a ruling. An opening sets the standing whatever
    came before; its day counts as the last one played.

    "En junior som har vært over 2100 på en offisiell liste blir ikke lenger betraktet
    som junior": a player who has been over 2100 never is a junior again.
    """
    given = unit.given
    assert given is not None
    if until is not None and unit.end > until:
        return None

    if unit.kind == "opening":
        assert given.rating is not None
        reached = (
            reached_2100(standing)
            or max(given.rating, given.peak or given.rating) >= JUNIOR_BELOW
        )
        rating = max(FLOOR, given.rating)
        return _change(
            unit, None, rating, standing_of(rating, given.games, reached, unit.end)
        )

    before = at(standing, unit.end)
    if given.rating is None and before.rating is None:
        return None  # a correction of a missing rating has no effect

    if given.rating is not None:
        ruled = given.rating
    else:
        ruled = (before.rating or 0) + (given.delta or 0)

    rating = max(FLOOR, ruled)

    return _change(
        unit,
        before.rating,
        rating,
        standing_of(rating, before.games, reached_2100(before), last_day(before)),
    )


def _change(unit: Unit, before: int | None, after: int, standing: Standing) -> Change:
    return given_change(
        unit, before, after, standing.games >= ESTABLISHED_FROM, standing
    )


# Etablering, offentliggjørelse: "ratingtall over 499; minst 10 registrerte partier;
# minst 10 registrerte partier eller en fullført Landsturnering i de siste to år før
# offentliggjørelsen" (over 499, at least 10 games, and 10 games or a completed
# Landsturnering in the last two years).
def is_published(history: Sequence[Entry], on: str) -> bool:
    """Tell whether the player is on the published list; the games of an opening count
    on its day.
    """
    entries = _since_opening([entry for entry in history if entry.on <= on])
    if not entries:
        return False

    standing = at(entries[-1].figure.standing, on)
    if (
        standing.rating is None
        or standing.rating <= PUBLISHED_OVER
        or standing.games < PUBLISHED_GAMES
    ):
        return False

    since = years_before(on, PUBLISHED_YEARS)
    recent = [
        entry
        for entry in entries
        if entry.on >= since and entry.figure.kind != "ruling"
    ]
    if sum(entry.figure.games for entry in recent) >= PUBLISHED_GAMES:
        return True

    return any(
        "landsturnering" in entry.worked_out().change.detail
        for entry in recent
        if entry.figure.kind == "unit"
    )


def _since_opening(history: Sequence[Entry]) -> Sequence[Entry]:
    """Return the history from the last opening on, because an opening replaces
    everything before it, games included.
    """
    openings = [
        index for index, entry in enumerate(history) if entry.figure.kind == "opening"
    ]
    return history[openings[-1] :] if openings else history


# "Kravet for å komme med på en slik liste er at man er «etablert», dvs har minst 30
# registrerte partier." (at least 30 games)
def is_on_top_list(history: Sequence[Entry], on: str) -> bool:
    """Tell whether the player is on a top list: it comes out together with the
    published list and is taken from it.
    """
    entries = [entry for entry in history if entry.on <= on]
    return (
        is_published(entries, on)
        and entries[-1].figure.standing.games >= ESTABLISHED_FROM
    )


class Encounter(NamedTuple):
    """One player's side of one game."""

    opponent: str
    half_points: int
    game: str = ""
    seconds: int = 0


class PlayerRead(NamedTuple):
    """A player as a calculation reads them. `half_points` is the score in all games;
    `detail` goes to the change as it is (struck, landsturnering).
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


class EventFacts(NamedTuple):
    """What is read of the tournament: the category, whether it is national, the day of
    the calculation.
    """

    category: str
    national: bool = True
    on: str = ""
    k: Coefficients = COEFFICIENT


NumberOf = Callable[[str], tuple[int, str]]


# "I vår forstand er man uten ratingtall kun hvis man er registrert med 5 partier eller
# mindre." (unrated: at most 5 games)
def is_unrated(entrant: PlayerRead) -> bool:
    return entrant.rating is None or entrant.games <= UNRATED_UNTIL


def is_established(entrant: PlayerRead) -> bool:
    return entrant.games >= ESTABLISHED_FROM


def limited_terms(entrant: PlayerRead, number_of: NumberOf) -> tuple[Term, ...]:
    """Apply 350-grensen to every opponent; the basis of a limited one also holds the
    opponent's own rating.
    """
    assert entrant.rating is not None
    terms = []
    for seat in entrant.seats:
        own, basis = number_of(seat.opponent)
        counted = limited(own, entrant.rating)
        cut = counted != own
        words = f"{basis} {own}" if cut else basis
        terms.append(
            Term(
                seat.game,
                seat.opponent,
                seat.half_points,
                counted,
                words,
                capped=cut,
                seconds=seat.seconds,
            )
        )

    return tuple(terms)


def numbers(terms: Sequence[Term]) -> list[int]:
    return [term.number for term in terms]


# "NSFs Elo-komité har besluttet ikke å tillate tall under 400." (no rating below 400)
def change_of(
    entrant: PlayerRead,
    event: EventFacts,
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
    standing = standing_of(
        after, entrant.games + played, entrant.reached_2100, event.on
    )
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
