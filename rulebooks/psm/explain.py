"""An entry of elo-psm on paper: each game with the rating it started from, the factor, the rounded change."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from messages import say
from rulebooks.base import Entry, Term
from rulebooks.psm.rating import EDITIONS, factor
from rulebooks.rounding import half_up
from rulebooks.sheets.figures import formula, number, text
from rulebooks.sheets.plain import Column, PlainGame, PlainSheet, first_columns, given_sheet

WHY = say("the opponent's rating before this game")


@dataclass(frozen=True, kw_only=True)
class PsmGame(PlainGame):
    """With the rating it started from, the factor of that rating and the rounded change."""

    own: int
    factor: str
    change: int


def explain(entry: Entry, names: Mapping[str, str], reason: str = "") -> PlainSheet:
    change = entry.change
    name, source = names.get(change.player, change.player), EDITIONS[entry.edition].source
    if not change.terms or change.before is None:
        return given_sheet(entry, name, source, reason)
    starts = (change.before, *change.running)
    games = tuple(
        _game(term, own, names, after) for term, own, after in zip(change.terms, starts, change.running, strict=False)
    )
    moved = [game.change for game in games]
    working = (
        say("change = (W - E) x factor, each rounded to the nearest, a half up"),
        formula(f"{change.before} {' '.join(f'{value:+d}' for value in moved)} = {change.before + sum(moved)}"),
    )
    columns = (
        *first_columns(change),
        Column("own", "own"),
        Column("factor", "factor"),
        Column("D", "difference"),
        Column("E %", "percent"),
        Column("(W-E) x factor", "contribution"),
        Column("change", "change", f"{sum(moved):+d}"),
        Column("after", "running", str(change.after)),
    )
    return PlainSheet(
        entry, name, say("each game on its own, from the ratings before it"), source, (), games, columns, working,
        Fraction(change.before + sum(moved)), expected=number(Fraction(change.expected or 0, 100)),
    )  # fmt: skip


def _game(term: Term, own: int, names: Mapping[str, str], after: int) -> PsmGame:
    assert term.percent is not None
    scale, surplus = Fraction(*factor(own)), Fraction(50 * term.half_points - term.percent, 100)
    exact = scale * surplus
    return PsmGame.of(
        term, names, WHY, "", own=own, factor=text(scale), difference=own - term.number, table_percent=term.percent,
        percent=term.percent, surplus=number(surplus), contribution=number(exact),
        change=half_up(exact.numerator, exact.denominator), running=after,
    )  # fmt: skip
