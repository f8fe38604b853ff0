"""Explain an entry of elo-fide on paper: as of 2009 by quarters, list + pending = live;
by those of 2024 by month.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from messages import Message, counted, say
from messages.answer import UNSET, Answer, Date, UnsetType
from rulebooks.base import Change, Term
from rulebooks.entries import WorkedEntry
from rulebooks.fide.monthly import JUNIOR_BELOW, SOURCE
from rulebooks.fide.months import (
    DRAWN_WITH,
    DRAWS,
    GAMES_FOR_FIRST,
    HIGHEST_FIRST,
    LOWEST,
    MOST_K_TIMES_GAMES,
    Months,
    first_rating,
    is_published,
    k_for,
    months_of,
    months_on,
)
from rulebooks.fide.rating import (
    DIFFERENCE_AT_MOST,
    EDITIONS,
    NEW_UNTIL_GAMES,
    TOP,
    d,
    lists_of,
)
from rulebooks.fide_differences import dp
from rulebooks.finland.tables import percent
from rulebooks.numbers import formula, number, shown, signed, text
from rulebooks.sheets import (
    Carried,
    Column,
    ExplainedEntry,
    Number,
    PlainGame,
    PlainSheet,
    first_columns,
    given_sheet,
    worked,
)

WHY = say("the rating on the list in force when the competition began")


class ListRating(Answer, frozen=True, kw_only=True):
    """The rating of the quarter's list and what is pending for the next one."""

    day: Date
    rating: int | None
    # on a list: the rating that the games were rated from, and the exact changes that
    # wait for the next one
    rated_from: int | UnsetType = UNSET
    pending_before: Number | UnsetType = UNSET
    pending: Number | UnsetType = UNSET
    live: Number | UnsetType = UNSET
    # a first rating: on no list before the next one
    first: int | UnsetType | None = UNSET


class FideEntry(ExplainedEntry, frozen=True, kw_only=True):
    """A sheet of `elo-fide`."""

    list_rating: ListRating | UnsetType = UNSET


def explain(
    entry: WorkedEntry, names: Mapping[str, str], reason: str = ""
) -> PlainSheet:
    """Explain an entry of the list by quarters; `names` by id, `reason` of a ruling."""
    change = entry.change
    source = EDITIONS[entry.edition].source
    name = names.get(change.player, change.player)
    if change.formula == "first":
        return _first_rating_sheet(entry, name, names, source)
    if change.carried is not None and change.coefficient is not None:
        return _rated_player_sheet(entry, name, names, source)

    more = []
    on_list = lists_of(change.standing).ratings[0]
    if on_list is not None:
        more.append(say("on the list from now: {rating}", rating=on_list))
    return given_sheet(entry, name, source, reason, more)


def _rated_player_sheet(
    entry: WorkedEntry, name: str, names: Mapping[str, str], source: str
) -> PlainSheet:
    change = entry.change
    k, (earlier, own, pending) = change.coefficient or 0, change.carried or (0, 0, 0)
    lists = lists_of(change.standing)
    rating = lists.ratings[0] or 0
    games = tuple(rated_game(term, own, k, names, "2.1") for term in change.terms)
    over = Fraction(change.surplus, 100)
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
        say(
            "K {k}: {reason} ({section})",
            k=k,
            reason=_why_k(k, earlier),
            section="3.2.2",
        ),
        say(
            "pending: {before} before, {sum} for the next list",
            before=text(before),
            sum=f"{signed(k * over)} = {text(before + k * over)}",
        ),
        say(
            "live: list of {day} {sum} (2.2)",
            day=lists.day,
            sum=f"{rating} {signed(after)} = {text(rating + after)}",
        ),
        say(
            "shown rounded, a half up: {rating}; the next list rounds what is pending"
            " then",
            rating=change.after,
        ),
    )
    list_rating = ListRating(
        day=lists.day,
        rating=rating,
        rated_from=own,
        pending_before=number(before),
        pending=number(after),
        live=number(rating + after),
    )

    status = say(
        "on the list: all games at once from the list, exact until the next list"
    )
    explained = worked(
        FideEntry,
        entry,
        name=name,
        status=status,
        source=source,
        sections=("2.1", "2.2", "3.2.2"),
        games=games,
        working=working,
        exact=rating + after,
        expected=number(Fraction(change.expected or 0, 100)),
        carried=Carried(games=earlier, text=_games_before(earlier)),
        list_rating=list_rating,
    )
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
        return say(
            "{count} games and {rating} on a list, for ever",
            count=NEW_UNTIL_GAMES,
            rating=TOP,
        )
    return say(
        "{count} games or more, never {rating} on a list",
        count=NEW_UNTIL_GAMES,
        rating=TOP,
    )


def rated_game(
    term: Term, own: int, k: int, names: Mapping[str, str], section: str
) -> PlainGame:
    """Explain a game by the list in force and the table, as in every edition."""
    difference, surplus = own - term.number, Fraction(term.surplus, 100)
    return PlainGame.from_term(
        term,
        names,
        WHY,
        section,
        difference=difference,
        table_percent=percent(difference),
        percent=term.percent,
        surplus=number(surplus),
        contribution=number(k * surplus),
    )


def _first_rating_sheet(
    entry: WorkedEntry, name: str, names: Mapping[str, str], source: str
) -> PlainSheet:
    change = entry.change
    games = tuple(PlainGame.from_term(term, names, WHY, "2.1") for term in change.terms)
    count, opponents = len(change.terms), sum(term.number for term in change.terms)
    difference = d(change.half_points, count)
    exact = Fraction(opponents, count) + difference
    working = (
        formula(
            f"p = {text(Fraction(change.half_points, 2))}/{count} ="
            f" {shown(Fraction(change.half_points, 2 * count))}, d(p) ="
            f" {shown(difference)} (2.1.1)"
        ),
        formula(f"{opponents}/{count} {signed(difference)} = {shown(exact)}"),
        say(
            "rounded to the nearest, a half up: {rating}; in force at the next list",
            rating=change.after,
        ),
    )

    lists = lists_of(change.standing)
    waiting = ListRating(day=lists.day, rating=None, first=lists.first)
    status = say("first rating: counts for no opponent before the next list")
    columns = (*first_columns(change)[:3], Column("Ri", "number", str(opponents)))
    sections = ("2.1", "2.1.1")
    explained = worked(
        FideEntry,
        entry,
        name=name,
        status=status,
        source=source,
        sections=sections,
        games=games,
        working=working,
        exact=exact,
        list_rating=waiting,
    )
    return PlainSheet(explained, columns)


def explain_month(
    entry: WorkedEntry, names: Mapping[str, str], reason: str = ""
) -> PlainSheet:
    change = entry.change
    name = names.get(change.player, change.player)
    months = months_of(
        change.standing,
        months_on(change.detail["counts"], -1) if change.detail else entry.on,
    )
    if change.formula == "first":
        return _first_by_months(entry, name, names, months)
    if not change.terms:
        return given_sheet(
            entry,
            name,
            SOURCE,
            reason,
            [say("on the list from now: {rating}", rating=months.rating)],
        )
    return _changed_in_month(entry, name, names, months)


def _changed_in_month(
    entry: WorkedEntry, name: str, names: Mapping[str, str], months: Months
) -> PlainSheet:
    change = entry.change
    completed, own, _ = change.carried or (0, 0, 0)
    games_before = int(change.detail["games_before"])
    surplus_before = int(change.detail["surplus_before"])
    k, rating = k_for(months.k, months.games), months.rating or 0
    before = Fraction(
        k_for(months.k, games_before) * surplus_before if games_before else 0, 100
    )
    exact = Fraction(k * months.surplus, 100)
    over = Fraction(months.surplus - surplus_before, 100)
    columns = (
        *first_columns(change),
        Column("D", "difference"),
        Column("PD", "percent", str(change.expected)),
        Column("W-PD", "surplus", text(over)),
        Column("K (W-PD)", "contribution", text(k * over)),
    )

    pending = ListRating(
        day=months.day,
        rating=rating,
        rated_from=own,
        pending_before=number(before),
        pending=number(exact),
        live=change.after,
    )
    games = tuple(rated_game(term, own, k, names, "8.3.1") for term in change.terms)
    explained = worked(
        FideEntry,
        entry,
        name=name,
        status=say("on the list: the games of a month count at once, from the list"),
        source=SOURCE,
        sections=("8.3.1", "8.3.2", "8.3.3", "8.3.4"),
        games=games,
        working=tuple(_month_working(change, months)),
        exact=Fraction(change.after),
        expected=number(Fraction(change.expected or 0, 100)),
        carried=Carried(games=completed, text=_up_to_the_list(completed)),
        list_rating=pending,
    )
    return PlainSheet(explained, columns)


def _month_working(change: Change, months: Months) -> Iterator[Message]:
    """Work a list day out, sentence by sentence: what was rated, by which K, and what
    all games of the period add.
    """
    completed, own, _ = change.carried or (0, 0, 0)
    games_before = int(change.detail["games_before"])
    surplus_before = int(change.detail["surplus_before"])
    k, rating = k_for(months.k, months.games), months.rating or 0
    surplus = Fraction(months.surplus, 100)
    yield say("rated from {rating}, {reason}", rating=own, reason=WHY)
    if any(term.capped for term in change.terms):
        yield say("a difference over 400 counts as 400 (8.3.1)")

    yield say(
        "K {k}: {reason} ({section})",
        k=months.k,
        reason=_why_k_of_month(months, completed),
        section="8.3.3",
    )
    if k != months.k:
        yield say(
            "{games} games x {before} exceed {most}: K {k} (8.3.3)",
            games=months.games,
            before=months.k,
            most=MOST_K_TIMES_GAMES,
            k=k,
        )

    list_of: dict[str, object] = {
        "day": change.detail["counts"],
        "sum": f"{k} x {text(surplus)} = {text(k * surplus)}",
    }
    if games_before:
        yield counted(
            "for the list of {day}: {count} game of the period before: {score};"
            " together {sum} (8.3.2)",
            "for the list of {day}: {count} games of the period before: {score};"
            " together {sum} (8.3.2)",
            games_before,
            **list_of,
            score=text(Fraction(surplus_before, 100)),
        )
    else:
        yield say("for the list of {day}: {sum} (8.3.2)", **list_of)

    yield say(
        "rounded to the nearest, a half away from zero (8.3.4): list of {day} {sum}",
        day=months.day,
        sum=f"{rating} {signed(Fraction(change.after - rating))} = {change.after}",
    )
    if change.after < LOWEST:
        yield say("below {rating}: unrated on the next list (7.2.1)", rating=LOWEST)


def _up_to_the_list(games: int) -> Message:
    return counted(
        "{count} game up to the list (counted to {most})",
        "{count} games up to the list (counted to {most})",
        games,
        most=NEW_UNTIL_GAMES,
    )


def _why_k_of_month(months: Months, completed: int) -> Message:
    if months.highest >= TOP:
        return say("a list has shown {rating}", rating=TOP)
    if completed < NEW_UNTIL_GAMES and months.k >= 40:
        return counted(
            "{count} game up to the list, fewer than {most}, or a junior",
            "{count} games up to the list, fewer than {most}, or a junior",
            completed,
            most=NEW_UNTIL_GAMES,
        )

    if months.k >= 40:
        return say(
            "up to the end of the year of the 18th birthday, never {rating} on a list",
            rating=JUNIOR_BELOW,
        )

    return say(
        "{count} games or more, never {rating} on a list",
        count=NEW_UNTIL_GAMES,
        rating=TOP,
    )


def _first_by_months(
    entry: WorkedEntry, name: str, names: Mapping[str, str], months: Months
) -> PlainSheet:
    change = entry.change
    games = tuple(
        PlainGame.from_term(term, names, WHY, "8.2.2") for term in change.terms
    )
    count = sum(one.games for one in months.pool)
    numbers = sum(one.numbers for one in months.pool)
    half_points = sum(one.half_points for one in months.pool)
    with_draws, score = count + DRAWS, Fraction(half_points + DRAWS, 2)
    mean = Fraction(numbers + DRAWS * DRAWN_WITH, with_draws)
    first = first_rating(months.pool)
    difference = dp(half_points + DRAWS, with_draws)

    if is_published(months.pool):
        waits = say("in force at the list of {day}", day=change.detail["counts"])
    else:
        waits = say(
            "on no list yet: {count} games and {rating} are asked for (7.1.4)",
            count=GAMES_FOR_FIRST,
            rating=LOWEST,
        )

    working = (
        counted(
            "{count} game against rated players so far, and {draws} draws with"
            " {rating}: mean {mean} (8.2.2)",
            "{count} games against rated players so far, and {draws} draws with"
            " {rating}: mean {mean} (8.2.2)",
            count,
            draws=DRAWS,
            rating=DRAWN_WITH,
            mean=shown(mean),
        ),
        formula(
            f"p = {text(score)}/{with_draws} = {shown(score / with_draws)}: dp ="
            f" {difference} (8.1.1)"
        ),
        say(
            "{sum}, rounded, at most {most}: {rating} (8.2.3)",
            sum=(
                f"{shown(mean)} {signed(Fraction(difference))} ="
                f" {shown(mean + difference)}"
            ),
            most=HIGHEST_FIRST,
            rating=first,
        ),
        waits,
    )
    waiting = ListRating(day=months.day, rating=None, first=first)
    status = say("first rating: counts for no opponent before it is on a list")
    columns = (
        *first_columns(change)[:3],
        Column("Ri", "number", str(sum(t.number for t in change.terms))),
    )
    sections = ("7.1.4", "8.2.2", "8.2.3")
    explained = worked(
        FideEntry,
        entry,
        name=name,
        status=status,
        source=SOURCE,
        sections=sections,
        games=games,
        working=working,
        exact=Fraction(first),
        list_rating=waiting,
    )
    return PlainSheet(explained, columns)
