"""Explain an entry of the list glicko in the steps of the paper."""

import math
from collections.abc import Iterator, Mapping
from fractions import Fraction

from msgspec.structs import replace

from messages import Message, counted, say
from messages.answer import UNSET, UnsetType
from rulebooks.base import Term
from rulebooks.entries import WorkedEntry
from rulebooks.glicko.rating import (
    BILLION,
    EDITIONS,
    MILLION,
    TINY,
    Belief,
    Month,
    expected,
    g,
    month_in,
    to_scale,
)
from rulebooks.numbers import number
from rulebooks.sheets import (
    Column,
    ExplainedEntry,
    PlainGame,
    PlainSheet,
    first_columns,
    given_sheet,
    worked,
)

WHY = say("the rating at the start of the month")


class GlickoEntry(ExplainedEntry, frozen=True, kw_only=True):
    """A sheet of `glicko`."""

    # rating, deviation and volatility at the start of the month and as the games so far
    # leave them; v and Delta
    month: str | UnsetType = UNSET
    games_in_month: int | UnsetType = UNSET
    rating_start: float | UnsetType = UNSET
    deviation_start: float | UnsetType = UNSET
    volatility_start: float | UnsetType = UNSET
    variance: float | UnsetType = UNSET
    improvement: float | UnsetType = UNSET
    deviation: float | UnsetType = UNSET
    volatility: float | UnsetType = UNSET


def explain(
    entry: WorkedEntry, names: Mapping[str, str], reason: str = ""
) -> PlainSheet:
    change, source = entry.change, EDITIONS["glicko-2"].source
    name = names.get(change.player, change.player)
    month = month_in(change.standing)
    assert month is not None

    if not change.terms:
        return given_sheet(
            entry,
            name,
            source,
            reason,
            [
                say(
                    "deviation (RD) {number}",
                    number=_with_decimals(month.deviation / MILLION, 2),
                )
            ],
        )

    began = _month_from(change.detail["month"])
    games = tuple(_game(term, began.belief(), names) for term in change.terms)
    after = month.closed()
    columns = (
        *first_columns(change),
        Column("RD", "deviation"),
        Column("g", "weight"),
        Column(
            "E",
            "expected",
            _with_decimals(sum(game.expected or 0 for game in games), 4),
        ),
        Column("g (s-E)", "contribution"),
    )

    if change.before is None:
        status = say("no rating yet: starts from 1500, RD 350")
    else:
        status = say("all games of the month at once, from the ratings at its start")

    sections = ("Step 3", "Step 4", "Step 5", "Step 6", "Step 7", "Step 8")
    working = tuple(_steps_of_month(month, began, len(change.terms), change.after))
    v = TINY / month.precision
    explained = worked(
        GlickoEntry,
        entry,
        name=name,
        status=status,
        source=source,
        sections=sections,
        games=games,
        working=working,
        exact=Fraction(after.rating, MILLION),
        expected=number(Fraction(change.expected or 0, 100)),
        month=month.month,
        games_in_month=month.games,
        rating_start=round(began.rating / MILLION, 6),
        deviation_start=round(began.deviation / MILLION, 6),
        volatility_start=round(began.volatility / BILLION, 9),
        variance=round(v, 9),
        improvement=round(v * month.gain / TINY, 9),
        deviation=round(after.deviation / MILLION, 6),
        volatility=round(after.volatility / BILLION, 9),
    )
    return PlainSheet(explained, columns)


def _steps_of_month(
    month: Month, began: Month, own: int, rounded_to: int | None
) -> Iterator[Message]:
    """Work the month out in the steps of the paper. `own`: how many of its games are
    those of the entry.
    """
    after, v, before = month.closed(), TINY / month.precision, month.games - own
    yield say(
        "month {month}: starts from {rating}, RD {deviation}, volatility {volatility}"
        " (steps 1 and 2)",
        month=month.month,
        rating=_with_decimals(began.rating / MILLION, 2),
        deviation=_with_decimals(began.deviation / MILLION, 2),
        volatility=_with_decimals(began.volatility / BILLION, 6),
    )

    if before:
        yield counted(
            "the game of this month before counts too",
            "the {count} games of this month before count too",
            before,
        )

    of_games = (
        f"1 / {_with_decimals(month.precision / TINY, 6)} = {_with_decimals(v, 6)}"
    )
    yield counted(
        "v = {sum} over {count} game (step 3)",
        "v = {sum} over {count} games (step 3)",
        month.games,
        sum=of_games,
    )

    improvement = f"v x {_with_decimals(month.gain / TINY, 6)} = {_with_decimals(v * month.gain / TINY, 6)}"
    yield say("Delta = {sum} (step 4)", sum=improvement)
    yield say(
        "volatility {volatility} (step 5), RD {deviation} (steps 6 and 7)",
        volatility=_with_decimals(after.volatility / BILLION, 6),
        deviation=_with_decimals(after.deviation / MILLION, 2),
    )
    yield say(
        "rating {rating} if the month ended now (steps 7 and 8)",
        rating=_with_decimals(after.rating / MILLION, 6),
    )
    yield say("rounded to the nearest, a half up: {rating}", rating=rounded_to)


def _month_from(text: str) -> Month:
    """Return the month that a change began with, as its detail has it."""
    month, *numbers = text.split()
    return Month(month, *map(int, numbers))


def _game(term: Term, own: Belief, names: Mapping[str, str]) -> PlainGame:
    _, *millionths = term.basis.split()
    rating, deviation = (int(number) / MILLION for number in millionths)
    other = to_scale(rating, deviation, 0)
    weight = g(other.phi)
    share = expected(own.mu, other.mu, other.phi)
    contribution = weight * (term.half_points / 2 - share)
    return PlainGame.from_term(
        replace(term, basis="month"),
        names,
        WHY,
        "Step 3",
        deviation=round(deviation, 1),
        weight=round(weight, 4),
        expected=round(share, 4),
        contribution=round(contribution, 4),
    )


def _with_decimals(value: float, places: int) -> str:
    return f"{value:.{places}f}" if math.isfinite(value) else str(value)
