"""Rate as FIDE did in 2009: from the list in force when a unit begins, exact until the
next list rounds the sum.

The article's table d(p) as printed, and what is read from it.

What an entry of elo-fide put into the pool of live ratings; a list day adds up and
rounds, and moves none of them.

A difference counts as at most 400 on both sides alike, so the two expectations still
add up to one.

What an elo-fide standing holds: the lists in force, what is pending for the next one,
and what stays for ever.

2.1: "FIDE issues a ratings list four times a year." 2.2: live ratings "are based on the
previously published FIDE ratings, so a player's Live rating is intended to correspond
to what the FIDE rating would be if FIDE was to issue a new list that day": live = list
+ pending. `Standing.rating` is the live rating, rounded.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from messages import say
from rulebooks.base import (
    Change,
    People,
    Rated,
    Standing,
    Standings,
    Term,
    Unit,
    Unrated,
)
from rulebooks.defaults import decided, rating_after_ruling
from rulebooks.entries import BILLION, GIVEN, Account, newcomer, side, unit_change
from rulebooks.finland.tables import percent
from rulebooks.numbers import half_up, months_between
from rulebooks.units import Seat, seats

# the list in force and those of the year before it: a unit that began earlier is rated
# from the oldest (decided)
LISTS_KEPT = 5
NEW_UNTIL_GAMES = 30
TOP = 2400


class Lists(NamedTuple):
    """A standing under quarterly lists: the ratings of the latest ones, the newest
    first, which came out on `day`.

    `pending`: what games since then have brought, in hundredths, for the next list;
    `first`: a first rating that waits for it; `top`: a list has shown 2400.
    """

    day: str = ""
    ratings: tuple[int | None, ...] = (None,) * LISTS_KEPT
    pending: int = 0
    first: int | None = None
    top: bool = False


class ListAndLive(NamedTuple):
    """A player's ratings on a day: the one on the list in force, and what it would be
    if a list came out that day.
    """

    list_day: str
    list_rating: int | None
    pending: Fraction
    live: int | None


def quarter(day: str) -> str:
    """Return the list day on or before a day: 1 January, April, July or October (rules
    4).
    """
    return f"{day[:4]}-{(int(day[5:7]) - 1) // 3 * 3 + 1:02d}-01"


def _quarters(earlier: str, later: str) -> int:
    """Count the quarters from one list day to another."""
    return months_between(earlier, later) // 3


def lists_of(standing: Standing) -> Lists:
    if not standing.state:
        return Lists()
    day, pending, first, top, *ratings = standing.state
    return Lists(
        str(day),
        tuple(_number(value) for value in ratings),
        int(pending),
        _number(first),
        bool(top),
    )


def _number(value: int | str) -> int | None:
    """Read a rating from the fields of a standing, where an empty text is none."""
    return None if value == "" else int(value)


def standing_of(lists: Lists, games: int) -> Standing:
    """Make a standing. Games are counted up to 30, because no rule reads more: a game
    struck out long ago moves nothing later.
    """
    fields = (
        "" if rating is None else rating
        for rating in (lists.first, int(lists.top), *lists.ratings)
    )
    return Standing(
        live_of(lists), min(games, NEW_UNTIL_GAMES), (lists.day, lists.pending, *fields)
    )


def live_of(lists: Lists) -> int | None:
    """Return the rating with what is pending for the next list, rounded.

    For a player who is on no list yet it is the first rating; None if there is neither.
    """
    rating = lists.ratings[0]
    if rating is None:
        return lists.first
    return half_up(100 * rating + lists.pending, 100)


def at(standing: Standing, day: str) -> Standing:
    """Return what the calendar alone has made of a standing by a day: on a list day the
    changes are added up and rounded, and a first rating comes into force.
    """
    today = quarter(day)
    if not standing.state or today <= str(standing.state[0]):
        return standing

    lists = lists_of(standing)
    rating = live_of(lists)

    # every list in between shows the same rating: nothing more came in
    ratings = (
        (rating,) * min(LISTS_KEPT, _quarters(lists.day, today)) + lists.ratings
    )[:LISTS_KEPT]
    return standing_of(
        Lists(today, ratings, 0, None, lists.top or shows_top(rating)), standing.games
    )


# 3.2.2: "once a player's published rating has reached 2400, and he has also completed
# events with a total of at least 30 games": once reached it has been reached, also when
# the list is lower again by the thirtieth game.
def shows_top(rating: int | None) -> bool:
    """Tell whether a rating is one from which on K is that of the top; None never is."""
    return rating is not None and rating >= TOP


def list_on(lists: Lists, day: str) -> int | None:
    """Return the rating on the list in force on a day up to now; None for none.

    A day before the oldest list that is kept has that list's rating.
    """
    if not lists.day:
        return None

    back = max(0, _quarters(quarter(day), lists.day))
    return lists.ratings[min(back, LISTS_KEPT - 1)]


def shown(standing: Standing, day: str) -> ListAndLive:
    """Return list and live rating side by side, for a list or a player's page."""
    lists = lists_of(at(standing, day))
    return ListAndLive(
        quarter(day), lists.ratings[0], Fraction(lists.pending, 100), live_of(lists)
    )


# 2.1.1: "A simplified version of this table looks like this", p in hundredths.
D_ROWS = (
    (1, -677),
    (10, -366),
    (20, -240),
    (30, -149),
    (40, -72),
    (50, 0),
    (60, 72),
    (70, 149),
    (80, 240),
    (90, 366),
    (99, 677),
)


# 2.1.1: "Rating Difference d[p] is based on a player's tournament percentage score p,
# which is then used as the key in a lookup table." Between two rows linearly (rules 4);
# beyond the ends of the table its ends (decided).
def d(half_points: int, games: int) -> Fraction:
    """Return d(p) for so many half points of so many games, unrounded.

    3 half points of 2 games, 75 in a hundred  ->  389/2
    """
    return d_of(Fraction(50 * half_points, games))


def d_of(percent: Fraction) -> Fraction:
    """Return the difference that a percentage stands for, unrounded.

    `percent`: from 0 to 100.
    """
    lowest_percent, lowest = D_ROWS[0]
    if percent <= lowest_percent:
        return Fraction(lowest)

    for (below, least), (above, most) in pairwise(D_ROWS):
        if percent <= above:
            slope = Fraction(most - least, above - below)
            return least + (percent - below) * slope

    _, highest = D_ROWS[-1]
    return Fraction(highest)


# 2.1.1: "Opponents' Rating Average + Rating Difference. In case of a perfect or no
# score d[p] is indeterminate."
def performance(numbers: Sequence[int], half_points: int) -> Fraction | None:
    """Return the exact performance; None where d(p) says nothing.

    `numbers`: the ratings of the opponents, one for each game.
    """
    games = len(numbers)
    if not 0 < half_points < 2 * games:
        return None
    mean = Fraction(sum(numbers), games)
    return mean + d(half_points, games)


# "difference counted as at most 400" (rules 4)
DIFFERENCE_AT_MOST = 400
# 2.1: "An unrated opponent counts for nobody" (rules 4)
MET_NOBODY = Unrated("no-opponent", say("met no opponent who was on the list"), "2.1")
NO_SCORE = Unrated(
    "no-first-number",
    say("a first rating needs more than zero and less than a full score"),
    "2.1.1",
)
WAITS = Unrated(
    "first-number-waits", say("the first rating was not on the list yet"), "2.1"
)


class FideEdition(NamedTuple):
    id: str
    since: str
    source: str
    k_new: int = 25
    k: int = 15
    k_top: int = 10
    revision: int = 1


SOURCE = "Elo rating system, Wikipedia, 10 February 2009"
EDITIONS = {"fide-2009": FideEdition("fide-2009", "0001-01-01", SOURCE)}


# 3.2.2: "K = 25 for a player new to the rating list until he has completed events with
# a total of at least 30 games.
# K = 15 as long as a player's rating remains under 2400. K = 10 once a player's
# published rating has reached 2400, and he has also completed events with a total of at
# least 30 games. Thereafter it remains permanently at 10."
def k_factor(
    rating: int, games: int, top: bool, edition: FideEdition = EDITIONS["fide-2009"]
) -> int:
    if games < NEW_UNTIL_GAMES:
        return edition.k_new
    return edition.k_top if top or rating >= TOP else edition.k


def expected(difference: int) -> tuple[int, bool]:
    """Return the hundredths by the table of Finland's 7.9, and whether the difference
    was cut to 400.
    """
    cut = max(-DIFFERENCE_AT_MOST, min(DIFFERENCE_AT_MOST, difference))
    return percent(cut), cut != difference


# 2.1 and 2.2: one unit, all players from the list in force when it begins; its changes
# count when it ends.
def rate(
    unit: Unit, standings: Standings, people: People, edition: FideEdition
) -> Rated:
    boards = seats(unit.games)
    before = {
        player: at(standings.get(player, Standing()), unit.end) for player in boards
    }
    lists = {player: lists_of(before[player]) for player in boards}
    numbers = {player: list_on(lists[player], unit.start) for player in boards}
    changes: list[Change] = []
    omitted: dict[str, Unrated] = {}
    for player in sorted(boards):
        counted = [
            seat for seat in boards[player] if numbers[seat.opponent] is not None
        ]
        own = numbers[player]
        if not counted:
            omitted[player] = MET_NOBODY
        elif own is not None:
            changes.append(
                _rated_player_change(
                    player,
                    own=own,
                    boards=counted,
                    before=before[player],
                    lists=lists[player],
                    numbers=numbers,
                    edition=edition,
                )
            )
        elif before[player].rating is not None:
            omitted[player] = WAITS
        elif (
            first := _first_rating_change(player, counted, numbers, unit.end)
        ) is not None:
            changes.append(first)
        else:
            omitted[player] = NO_SCORE

    return Rated(changes, omitted)


def term_of(seat: Seat, number: int, share: int, *, capped: bool) -> Term:
    """Return what a game adds: `number`, the opponent's; `share`, what is expected in
    hundredths; whether it was cut.
    """
    return Term(
        game=seat.game.id,
        opponent=seat.opponent,
        half_points=seat.half_points,
        number=number,
        basis="list",
        percent=share,
        capped=capped,
        seconds=seat.game.seconds,
    )


def _rated_player_change(
    player: str,
    own: int,
    boards: Sequence[Seat],
    before: Standing,
    lists: Lists,
    numbers: Mapping[str, int | None],
    edition: FideEdition,
) -> Change:
    """Make a rated player's change, exact in hundredths. `carried`: games before,
    rating the unit is rated from, pending before.
    """
    k = k_factor(own, before.games, lists.top, edition)
    terms = []
    for seat in boards:
        number = numbers[seat.opponent] or 0
        share, cut = expected(own - number)
        terms.append(term_of(seat, number, share, capped=cut))

    moved = k * sum(term.surplus for term in terms)
    games = before.games + len(terms)
    after = standing_of(lists._replace(pending=lists.pending + moved), games)
    return unit_change(
        player,
        "fide",
        before.rating,
        terms,
        after,
        expected=sum(term.percent or 0 for term in terms),
        coefficient=k,
        carried=(before.games, own, lists.pending),
    )


# "First number: from the first unit that scores neither 0 nor all against rated
# opponents, their mean + d(p) of the article's table, interpolated, in force at the
# next list; its games count to the 30" (rules 4).
def _first_rating_change(
    player: str, boards: Sequence[Seat], numbers: Mapping[str, int | None], end: str
) -> Change | None:
    terms = [
        Term(
            s.game.id,
            s.opponent,
            s.half_points,
            numbers[s.opponent] or 0,
            "list",
            seconds=s.game.seconds,
        )
        for s in boards
    ]
    exact = performance(
        [term.number for term in terms], sum(term.half_points for term in terms)
    )
    if exact is None:
        return None

    first = half_up(exact.numerator, exact.denominator)
    after = standing_of(Lists(day=quarter(end), first=first), len(terms))
    return unit_change(player, "first", None, terms, after)


def change_without_games(
    unit: Unit, standing: Standing, edition: FideEdition
) -> Change | None:
    """Make the change of an opening or a ruling. Decided: both are in force at once, as
    if a list had said so.

    A ruled rating leaves nothing pending; a correction moves the list and leaves the
    pending changes. What a list has shown before stays: "thereafter it remains
    permanently at 10" (3.2.2).
    """
    given = unit.given
    assert given is not None

    if unit.kind == "opening":
        assert given.rating is not None
        top = lists_of(at(standing, unit.end)).top or shows_top(
            max(given.rating, given.peak or given.rating)
        )
        lists = Lists(quarter(unit.end), (given.rating,) * LISTS_KEPT, top=top)
        return decided(unit, None, standing_of(lists, given.games))

    before = at(standing, unit.end)
    lists = lists_of(before)
    if given.rating is not None:
        lists = lists._replace(
            day=quarter(unit.end),
            ratings=(given.rating, *lists.ratings[1:]),
            pending=0,
            first=None,
        )
    elif live_of(lists) is None:
        return None
    elif lists.ratings[0] is None:
        lists = lists._replace(first=rating_after_ruling(unit, lists.first))
    else:
        lists = lists._replace(
            ratings=(rating_after_ruling(unit, lists.ratings[0]), *lists.ratings[1:])
        )

    top = lists.top or shows_top(lists.ratings[0])
    return decided(
        unit, before.rating, standing_of(lists._replace(top=top), before.games)
    )


def account(change: Change) -> Account:
    """Say what an entry put into the pool of live ratings; a list day adds up and
    rounds, and moves none of them.

    A difference counts as at most 400 on both sides alike, so the two expectations
    still add up to one. The live rating is list plus pending, rounded, so the rounding
    before is replaced by the one after.
    """
    if change.kind in GIVEN:
        return Account(GIVEN[change.kind])
    if change.coefficient is None:
        return newcomer(change.before)
    k = Fraction(change.coefficient)
    sides = [
        side(term.game, term.opponent, k, term.surplus * (BILLION // 100))
        for term in change.terms
    ]
    return Account(sides=sides)
