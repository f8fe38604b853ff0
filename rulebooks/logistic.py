"""Compute the logistic curve, shared by elo and uscf, to the billionth, and exactly
from there on.

A billionth is far below anything a rounding sees, E(d) + E(-d) is exactly 1, and an
explanation can print every term and add up. So only the curve itself is ever a float.

An entry of elo or elo-uscf on paper: the same table, the same sum, another K.

The logistic curve, and what the lists that rate by it share: the change, the account,
the sheet.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import NamedTuple, Self

from msgspec import field

from messages import Message, say
from messages.answer import UNSET, UnsetType
from rulebooks.base import Change, Standing, Term, Unit
from rulebooks.entries import (
    Account,
    Figure,
    WorkedEntry,
    side,
    unit_change,
    working_of,
)
from rulebooks.numbers import formula, half_up, number, shown, signed, text
from rulebooks.sheets import (
    Carried,
    Column,
    ExplainedEntry,
    Number,
    PlainGame,
    PlainSheet,
    first_columns,
    worked,
)
from rulebooks.units import APART, Seat, boards, normal_among

BILLION = 10**9
# no opening: 1500 and 0 games (rules 4); "the USCF initially aimed for an average club
# player to have 1500" (3.1)
START = 1500
STARTS = f"start-{START}"


# 3.1: "the exact formula (using the logistic curve) for the expected score of Player A
# is
# E_A = 1 / (1 + 10^((R_B - R_A)/400))"
@cache
def expected(difference: int) -> int:
    """Return E in billionths for R_A - R_B."""
    if difference < 0:
        return BILLION - expected(-difference)
    odds = math.pow(10, -difference / 400)
    return round(BILLION / (1 + odds))


def expects(own: Standing, other: Standing, unit: Unit) -> float | None:
    """Read the curve between two ratings; no forecast for unrated players, although
    they would start from 1500.
    """
    if own.rating is None or other.rating is None:
        return None
    return expected(own.rating - other.rating) / BILLION


def surplus_over(half_points: int, share: int) -> int:
    """Return S - E in billionths, of one game or of several together."""
    return half_points * BILLION // 2 - share


def surplus(term: Term, rating: int) -> int:
    """Return S - E of one game in billionths."""
    return surplus_over(term.half_points, expected(rating - term.number))


def in_hundredths(share: int) -> int:
    """Return an expected score in billionths as people see it."""
    return half_up(share, BILLION // 100)


# 3.1: "R'_A = R_A + K (S_A - E_A). This update can be performed after each game or each
# tournament."
def new_number(rating: int, k: Fraction, surplus: int) -> tuple[int, int]:
    """Return the exact rating before the one rounding of a unit, as numerator and
    denominator. `surplus` is S - E in billionths.
    """
    whole = k.denominator * BILLION
    return rating * whole + k.numerator * surplus, whole


class Start(NamedTuple):
    """The rating that a player starts from and shows to the others, and what it rests
    on.
    """

    rating: int
    basis: str

    @classmethod
    def from_standing(cls, standing: Standing, start: int) -> Self:
        """Return a player's own rating; for one who has none, `start`."""
        if standing.rating is None:
            return cls(start, f"start-{start}")
        return cls(standing.rating, "old")

    def marked_rating(self) -> int:
        """Return the rating, plus 1,000,000 unless the player really has it: so it
        differs from the same rating of somebody who does.
        """
        return self.rating if self.basis == "old" else self.rating + APART


def starts_of(
    standings: Mapping[str, Standing], players: Iterable[str], start: int
) -> dict[str, Start]:
    """Return what each player starts from."""
    return {
        player: Start.from_standing(standings.get(player, Standing()), start)
        for player in players
    }


def changed(
    player: str,
    boards: Sequence[Seat],
    before: Mapping[str, Start],
    formula: str,
    k: Fraction,
    games_before: int | None = None,
    games_known: int | None = None,
) -> Change:
    """Make one player's change: all games at once, from every player's rating before
    the unit.

    `games_before` is what the formula used, `games_known` what the next unit will read;
    None if not counted.
    """
    rating, basis = before[player]
    terms = tuple(
        Term(
            seat.game.id,
            seat.opponent,
            seat.half_points,
            *before[seat.opponent],
            seconds=seat.game.seconds,
        )
        for seat in boards
    )
    after = half_up(
        *new_number(rating, k, sum(surplus(term, rating) for term in terms))
    )
    return unit_change(
        player,
        formula,
        rating if basis == "old" else None,
        terms,
        Standing(after, games_known or 0, ()),
        expected=in_hundredths(sum(expected(rating - term.number) for term in terms)),
        coefficient=int(k) if k.denominator == 1 and games_before is None else None,
        carried=None if games_before is None else (games_before, 0, 0),
    )


def figures(
    unit: Unit,
    before: Sequence[Standing],
    start: int,
    k_of: Callable[[int, int, int], Fraction],
    known: int = 0,
) -> list[Figure]:
    """Rate one unit and return what is kept of it.

    `k_of` makes K of the rating, the games before and those of the unit; `known` is how
    many games at most the next unit will read, 0 where K does not depend on them.
    """
    both = boards(unit.games)
    starts = [Start.from_standing(standing, start) for standing in before]
    marked_ratings = [each.marked_rating() for each in starts]
    normal = normal_among(unit.games, both)
    kept = []
    for seat, (player, standing, opponents) in enumerate(
        zip(unit.games.players, before, both.opponents, strict=True)
    ):
        rating = starts[seat].rating
        games = len(opponents)
        half_points = sum(both.points[seat])
        share = sum(
            [expected(rating - starts[opponent].rating) for opponent in opponents]
        )
        k = k_of(rating, standing.games, games)
        after = half_up(*new_number(rating, k, surplus_over(half_points, share)))
        figure = Figure(
            player=player,
            kind="unit",
            before=standing.rating,
            after=after,
            best=after,
            best_game=None,
            established=True,
            games=games,
            normal_games=normal[seat],
            half_points=half_points,
            expected=in_hundredths(share),
            standing=Standing(after, min(known, standing.games + games), ()),
            working=working_of(
                [
                    min(known, standing.games),
                    *(marked_ratings[opponent] for opponent in opponents),
                ]
            ),
        )
        kept.append(figure)

    return kept


WHY = {
    "old": say("the rating before this competition"),
    STARTS: say("no rating yet: {rating}", rating=START),
}


class LogisticEntry(ExplainedEntry, frozen=True, kw_only=True):
    """A sheet of `elo` or `elo-uscf`."""

    start: int | UnsetType = UNSET  # the rating that the games start from
    k: Number | UnsetType = UNSET
    effective_games: Number | UnsetType = UNSET
    class_name: str | UnsetType | None = field(default=UNSET, name="class")


def logistic_sheet(
    entry: WorkedEntry,
    name: str,
    names: Mapping[str, str],
    source: str,
    k: Fraction,
    steps: Sequence[Message],
    sections: tuple[str, ...],
    carried: Carried | None = None,
    effective_games: Number | UnsetType = UNSET,
    class_name: str | UnsetType | None = UNSET,
) -> PlainSheet:
    """Explain an entry. `steps` explain K; `sections` are those of the article; what is
    left out the system does not know.
    """
    change = entry.change
    rating = START if change.before is None else change.before
    games = tuple(_game(term, rating, k, names) for term in change.terms)
    total = Fraction(sum(surplus(term, rating) for term in change.terms), BILLION)
    score = Fraction(change.half_points, 2)
    exact = Fraction(
        *new_number(rating, k, sum(surplus(term, rating) for term in change.terms))
    )
    columns = (
        *first_columns(change),
        Column("D", "difference"),
        Column("E", "expected", text(score - total)),
        Column("S-E", "surplus", text(total)),
        Column("K (S-E)", "contribution", shown(k * total)),
    )

    working = (
        *steps,
        formula(f"S - E = {text(score)} - {text(score - total)} = {text(total)}"),
        formula(f"{rating} {signed(k * total)} = {shown(exact)} (3.1)"),
        say("rounded to the nearest, a half up: {rating}", rating=change.after),
    )
    if change.before is None:
        status = say("no rating yet: starts from {rating}", rating=START)
    else:
        status = say("all games at once from the ratings before")

    explained = worked(
        LogisticEntry,
        entry,
        name=name,
        status=status,
        source=source,
        sections=sections,
        games=games,
        working=working,
        exact=exact,
        expected=number(score - total),
        carried=carried,
        start=rating,
        k=number(k),
        effective_games=effective_games,
        class_name=class_name,
    )
    return PlainSheet(explained, columns)


def _game(term: Term, rating: int, k: Fraction, names: Mapping[str, str]) -> PlainGame:
    difference = rating - term.number
    over = Fraction(surplus(term, rating), BILLION)
    return PlainGame.from_term(
        term,
        names,
        WHY[term.basis],
        "3.1",
        difference=difference,
        surplus=number(over),
        expected=number(Fraction(expected(difference), BILLION)),
        contribution=number(k * over),
    )


def account(change: Change, k: Fraction) -> Account:
    """Say what an entry put into the pool. Unrated players start from 1500, and then
    count like the others.
    """
    rating = START if change.before is None else change.before
    sides = [
        side(term.game, term.opponent, k, surplus(term, rating))
        for term in change.terms
    ]
    return Account(start=START if change.before is None else None, sides=sides)
