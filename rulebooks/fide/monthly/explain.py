"""An entry of elo-fide by the regulations of 2024 on paper: the games, the period so far, K and the rounding."""

from collections.abc import Mapping
from fractions import Fraction

from rulebooks.base import Entry
from rulebooks.fide.explain import WHY, FideTerms, FirstRating, PendingRating, rated_game
from rulebooks.fide.lists import NEW_UNTIL_GAMES, TOP
from rulebooks.fide.monthly.lists import MOST_K_TIMES_GAMES, Months, k_for, months_of, months_on
from rulebooks.fide.monthly.rating import JUNIOR_BELOW, SOURCE
from rulebooks.fide.monthly.table import (
    DRAWN_WITH,
    DRAWS,
    GAMES_FOR_FIRST,
    HIGHEST_FIRST,
    LOWEST,
    dp,
    first_rating,
    is_published,
)
from rulebooks.sheets.figures import number, shown, signed, text
from rulebooks.sheets.plain import Column, PlainGame, PlainSheet, first_columns, given_sheet
from rulebooks.sheets.terms import CarriedTerms


def explain(entry: Entry, names: Mapping[str, str], reason: str = "") -> PlainSheet:
    change = entry.change
    name = names.get(change.player, change.player)
    months = months_of(change.standing, months_on(change.detail["counts"], -1) if change.detail else entry.on)
    if change.formula == "first":
        return _first(entry, name, names, months)
    if not change.terms:
        return given_sheet(entry, name, SOURCE, reason, [f"on the list from now: {months.rating}"])
    return _changed(entry, name, names, months)


def _changed(entry: Entry, name: str, names: Mapping[str, str], months: Months) -> PlainSheet:
    change = entry.change
    completed, own, _ = change.carried or (0, 0, 0)
    games_before, surplus_before = int(change.detail["games_before"]), int(change.detail["surplus_before"])
    k, rating = k_for(months.k, months.games), months.rating or 0
    before = Fraction(k_for(months.k, games_before) * surplus_before if games_before else 0, 100)
    exact = Fraction(k * months.surplus, 100)
    over = Fraction(months.surplus - surplus_before, 100)
    columns = (
        *first_columns(change),
        Column("D", "difference"),
        Column("PD", "percent", str(change.expected)),
        Column("W-PD", "surplus", text(over)),
        Column("K (W-PD)", "contribution", text(k * over)),
    )
    earlier = f"{games_before} games of the period before: {text(Fraction(surplus_before, 100))}; together "
    working = (
        f"rated from {own}, {WHY}",
        *(["a difference over 400 counts as 400 (8.3.1)"] if any(term.capped for term in change.terms) else []),
        f"K {months.k}: {_why_k(months, completed)} (8.3.3)",
        *([f"{months.games} games x {months.k} exceed {MOST_K_TIMES_GAMES}: K {k} (8.3.3)"] if k != months.k else []),
        f"for the list of {change.detail['counts']}: {earlier if games_before else ''}"
        f"{k} x {text(Fraction(months.surplus, 100))} = {text(exact)} (8.3.2)",
        f"rounded to the nearest, a half away from zero (8.3.4): list of {months.day} {rating} "
        f"{signed(Fraction(change.after - rating))} = {change.after}",
        *([f"below {LOWEST}: unrated on the next list (7.2.1)"] if change.after < LOWEST else []),
    )
    pending = PendingRating(
        day=months.day, rating=rating, rated_from=own, pending_before=text(before), pending=text(exact),
        live=str(change.after),
    )  # fmt: skip
    games = tuple(rated_game(term, own, k, names, "8.3.1") for term in change.terms)
    return PlainSheet(
        entry, name, "on the list: the games of a month count at once, from the list", SOURCE,
        ("8.3.1", "8.3.2", "8.3.3", "8.3.4"), games, columns, working,
        Fraction(change.after), expected=number(Fraction(change.expected or 0, 100)),
        carried=CarriedTerms(games=completed, text=f"{completed} games up to the list (counted to {NEW_UNTIL_GAMES})"),
        system=FideTerms(list_rating=pending),
    )  # fmt: skip


def _why_k(months: Months, completed: int) -> str:
    if months.highest >= TOP:
        return f"a list has shown {TOP}"
    if completed < NEW_UNTIL_GAMES and months.k >= 40:
        return f"{completed} games up to the list, fewer than {NEW_UNTIL_GAMES}, or a junior"
    if months.k >= 40:
        return f"up to the end of the year of the 18th birthday, never {JUNIOR_BELOW} on a list"
    return f"{NEW_UNTIL_GAMES} games or more, never {TOP} on a list"


def _first(entry: Entry, name: str, names: Mapping[str, str], months: Months) -> PlainSheet:
    change = entry.change
    games = tuple(PlainGame.of(term, names, WHY, "8.2.2") for term in change.terms)
    count, numbers = sum(one.games for one in months.pool), sum(one.numbers for one in months.pool)
    half_points = sum(one.half_points for one in months.pool)
    with_draws, score = count + DRAWS, Fraction(half_points + DRAWS, 2)
    mean, first = Fraction(numbers + DRAWS * DRAWN_WITH, with_draws), first_rating(months.pool)
    difference = dp(half_points + DRAWS, with_draws)
    waits = (
        f"in force at the list of {change.detail['counts']}"
        if is_published(months.pool)
        else f"on no list yet: {GAMES_FOR_FIRST} games and {LOWEST} are asked for (7.1.4)"
    )
    working = (
        f"{count} games against rated players so far, and {DRAWS} draws with {DRAWN_WITH}: mean {shown(mean)} (8.2.2)",
        f"p = {text(score)}/{with_draws} = {shown(score / with_draws)}: dp = {difference} (8.1.1)",
        f"{shown(mean)} {signed(Fraction(difference))} = {shown(mean + difference)}, rounded, at most {HIGHEST_FIRST}:"
        f" {first} (8.2.3)",
        waits,
    )
    waiting = FirstRating(day=months.day, rating=None, first=first)
    return PlainSheet(
        entry, name, "first rating: counts for no opponent before it is on a list", SOURCE,
        ("7.1.4", "8.2.2", "8.2.3"), games,
        (*first_columns(change)[:3], Column("Ri", "number", str(sum(t.number for t in change.terms)))), working,
        Fraction(first), system=FideTerms(list_rating=waiting),
    )  # fmt: skip
