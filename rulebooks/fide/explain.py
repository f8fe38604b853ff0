"""An entry of elo-fide on paper: the list it is rated from, the exact change, list + pending = live."""

from collections.abc import Mapping
from fractions import Fraction

from messages import Message, counted, say
from messages.answer import UNSET, Answer, Date, UnsetType
from rulebooks.base import Term
from rulebooks.entries import WorkedEntry
from rulebooks.fide.lists import NEW_UNTIL_GAMES, TOP, lists_of
from rulebooks.fide.rating import DIFFERENCE_AT_MOST, EDITIONS, d
from rulebooks.finland.tables import percent
from rulebooks.numbers import formula, number, shown, signed, text
from rulebooks.sheets import Carried, Column, ExplainedEntry, PlainGame, PlainSheet, first_columns, given_sheet, worked

WHY = say("the rating on the list in force when the competition began")


class ListRating(Answer, frozen=True, kw_only=True):
    """The rating of the quarter's list and what is pending for the next one."""

    day: Date
    rating: int | None
    # on a list: the rating that the games were rated from, and the exact changes that wait for the next one
    rated_from: int | UnsetType = UNSET
    pending_before: str | UnsetType = UNSET
    pending: str | UnsetType = UNSET
    live: str | UnsetType = UNSET
    first: int | UnsetType | None = UNSET  # a first rating: on no list before the next one


class FideEntry(ExplainedEntry, frozen=True, kw_only=True):
    """A sheet of `elo-fide`."""

    list_rating: ListRating | UnsetType = UNSET


def explain(entry: WorkedEntry, names: Mapping[str, str], reason: str = "") -> PlainSheet:
    change, source = entry.change, EDITIONS[entry.edition].source
    name = names.get(change.player, change.player)
    if change.formula == "first":
        return _first(entry, name, names, source)
    if change.carried is None or change.coefficient is None:
        lists = lists_of(change.standing)
        more = [] if lists.ratings[0] is None else [say("on the list from now: {rating}", rating=lists.ratings[0])]
        return given_sheet(entry, name, source, reason, more)
    return _changed(entry, name, names, source)


def _changed(entry: WorkedEntry, name: str, names: Mapping[str, str], source: str) -> PlainSheet:
    change = entry.change
    k, (earlier, own, pending) = change.coefficient or 0, change.carried or (0, 0, 0)
    lists = lists_of(change.standing)
    rating = lists.ratings[0] or 0
    games = tuple(rated_game(term, own, k, names, "2.1") for term in change.terms)
    over = Fraction(50 * change.half_points - (change.expected or 0), 100)
    before, after = Fraction(pending, 100), Fraction(lists.pending, 100)
    columns = (
        *first_columns(change),
        Column("D", "difference"),
        Column("p", "percent", str(change.expected)),
        Column("W-E", "surplus", text(over)),
        Column("K (W-E)", "contribution", text(k * over)),
    )
    working = (
        say("rated from {rating}, {reason}", rating=own, reason=WHY),
        *(
            [say("a difference counts at most {most}", most=DIFFERENCE_AT_MOST)]
            if any(t.capped for t in change.terms)
            else []
        ),
        say("K {k}: {reason} ({section})", k=k, reason=_why_k(k, earlier), section="3.2.2"),
        say(
            "pending: {before} before, {sum} for the next list",
            before=text(before),
            sum=f"{signed(k * over)} = {text(before + k * over)}",
        ),
        say("live: list of {day} {sum} (2.2)", day=lists.day, sum=f"{rating} {signed(after)} = {text(rating + after)}"),
        say("shown rounded, a half up: {rating}; the next list rounds what is pending then", rating=change.after),
    )
    list_rating = ListRating(
        day=lists.day, rating=rating, rated_from=own, pending_before=text(before), pending=text(after),
        live=text(rating + after),
    )  # fmt: skip
    status = say("on the list: all games at once from the list, exact until the next list")
    explained = worked(
        FideEntry, entry, name, status, source, ("2.1", "2.2", "3.2.2"), games, working, rating + after,
        expected=number(Fraction(change.expected or 0, 100)),
        carried=Carried(games=earlier, text=_games_before(earlier)), list_rating=list_rating,
    )  # fmt: skip
    return PlainSheet(explained, columns)


def _games_before(count: int) -> Message:
    return counted(
        "{count} game before (counted up to {most})",
        "{count} games before (counted up to {most})",
        count,
        most=NEW_UNTIL_GAMES,
    )


def _why_k(k: int, earlier: int) -> Message:
    if k == 25:
        return counted(
            "{count} game before, fewer than {most}",
            "{count} games before, fewer than {most}",
            earlier,
            most=NEW_UNTIL_GAMES,
        )
    if k == 10:
        return say("{count} games and {rating} on a list, for ever", count=NEW_UNTIL_GAMES, rating=TOP)
    return say("{count} games or more, never {rating} on a list", count=NEW_UNTIL_GAMES, rating=TOP)


def rated_game(term: Term, own: int, k: int, names: Mapping[str, str], section: str) -> PlainGame:
    """Explain a game by the list in force and the table, as in every edition."""
    difference, surplus = own - term.number, Fraction(50 * term.half_points - (term.percent or 0), 100)
    return PlainGame.of(
        term, names, WHY, section, difference=difference, table_percent=percent(difference), percent=term.percent,
        surplus=number(surplus), contribution=number(k * surplus),
    )  # fmt: skip


def _first(entry: WorkedEntry, name: str, names: Mapping[str, str], source: str) -> PlainSheet:
    change = entry.change
    games = tuple(PlainGame.of(term, names, WHY, "2.1") for term in change.terms)
    count, opponents = len(change.terms), sum(term.number for term in change.terms)
    difference = d(change.half_points, count)
    exact = Fraction(opponents, count) + difference
    working = (
        formula(
            f"p = {text(Fraction(change.half_points, 2))}/{count} = {shown(Fraction(change.half_points, 2 * count))}"
            f", d(p) = {shown(difference)} (2.1.1)"
        ),
        formula(f"{opponents}/{count} {signed(difference)} = {shown(exact)}"),
        say("rounded to the nearest, a half up: {rating}; in force at the next list", rating=change.after),
    )
    lists = lists_of(change.standing)
    waiting = ListRating(day=lists.day, rating=None, first=lists.first)
    status = say("first rating: counts for no opponent before the next list")
    columns = (*first_columns(change)[:3], Column("Ri", "number", str(opponents)))
    sections = ("2.1", "2.1.1")
    explained = worked(
        FideEntry, entry, name, status, source, sections, games, working, exact, list_rating=waiting
    )  # fmt: skip
    return PlainSheet(explained, columns)
