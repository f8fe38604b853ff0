"""An entry of elo or elo-uscf on paper: the same table, the same sum, another K."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from messages import Message, say
from rulebooks.base import Entry, Term
from rulebooks.logistic.curve import BILLION, START, STARTS, expected, new_number, surplus
from rulebooks.sheets.figures import formula, number, shown, signed, text
from rulebooks.sheets.plain import Column, PlainGame, PlainSheet, first_columns
from rulebooks.sheets.terms import CarriedTerms, Number, SystemTerms

WHY = {"old": say("the rating before this competition"), STARTS: say("no rating yet: {rating}", rating=START)}


@dataclass(frozen=True, kw_only=True)
class LogisticGame(PlainGame):
    """With the expected score."""

    expected: Number


@dataclass(frozen=True, kw_only=True)
class LogisticTerms(SystemTerms):
    """The rating that the games start from, and K as exact text."""

    start: int
    k: str


def logistic_sheet(
    entry: Entry, name: str, names: Mapping[str, str], source: str, k: Fraction, steps: Sequence[Message],
    sections: tuple[str, ...], system: LogisticTerms, carried: CarriedTerms | None = None,
) -> PlainSheet:  # fmt: skip
    """`steps` explain K; `sections` are those of the article."""
    change = entry.change
    rating = START if change.before is None else change.before
    games = tuple(_game(term, rating, k, names) for term in change.terms)
    total = Fraction(sum(surplus(term, rating) for term in change.terms), BILLION)
    score = Fraction(change.half_points, 2)
    exact = Fraction(*new_number(rating, k, sum(surplus(term, rating) for term in change.terms)))
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
    status = (
        say("no rating yet: starts from {rating}", rating=START)
        if change.before is None
        else say("all games at once from the ratings before")
    )
    return PlainSheet(
        entry, name, status, source, sections, games, columns, working, exact,
        expected=number(score - total), carried=carried, system=system,
    )  # fmt: skip


def _game(term: Term, rating: int, k: Fraction, names: Mapping[str, str]) -> LogisticGame:
    difference = rating - term.number
    over = Fraction(surplus(term, rating), BILLION)
    return LogisticGame.of(
        term, names, WHY[term.basis], "3.1", difference=difference, surplus=number(over),
        expected=number(Fraction(expected(difference), BILLION)), contribution=shown(k * over),
    )  # fmt: skip
