"""Rate by section 8 of the regulations of 2024: a unit's games join those of the rating
period that they count for.

8.1.1 and 8.2: from a fractional score to a difference, and the first rating of a
player.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from messages import say
from rulebooks.base import (
    Change,
    People,
    Person,
    Rated,
    Standing,
    Standings,
    Term,
    Unit,
    Unrated,
)
from rulebooks.defaults import decided, rating_after_ruling
from rulebooks.entries import unit_change
from rulebooks.fide.months import (
    LISTS_KEPT,
    Months,
    PooledResults,
    counts_for,
    k_for,
    list_day,
    list_on,
    live_of,
    months_of,
    months_on,
    standing_of,
)
from rulebooks.fide.rating import NEW_UNTIL_GAMES, TOP, term_of
from rulebooks.finland.tables import percent
from rulebooks.units import Seat, seats

MET_NOBODY = Unrated("no-opponent", say("met no opponent who was on the list"), "8.3.1")
ZERO = Unrated(
    "no-first-number", say("no point in the first event: disregarded"), "8.2.1"
)
MATCH = Unrated(
    "unrated-match", say("a match in which a player is unrated is not rated"), "6.1"
)
JUNIOR_UNTIL, JUNIOR_BELOW = 18, 2300


class MonthlyEdition(NamedTuple):
    """A state of the rules. `all_differences_from`: from this rating on no difference
    is cut, in units that begin on the day or later.
    """

    id: str
    since: str
    source: str
    k_new: int = 40
    k_junior: int = 40
    k: int = 20
    k_top: int = 10
    difference: int = 400
    all_differences_from: int = 2650
    all_differences_since: str = "2025-10-01"
    revision: int = 1


SOURCE = (
    "FIDE Rating Regulations effective from 1 March 2024, 8.3.1 as amended on 1 October"
    " 2025"
)
EDITIONS = {"fide-2024": MonthlyEdition("fide-2024", "2024-03-01", SOURCE)}


# 8.3.3 "K = 40 for a player new to the rating list until they have completed events
# with at least 30 games. K = 20 as long as a player's rating remains under 2400. K = 10
# once a player's published rating has reached 2400 and remains at that level
# subsequently, even if the rating drops below 2400. K = 40 for all players until the
# end of the year of their 18th birthday, as long as their rating remains under 2300."
# In the order in which they bind (decided).
def k_factor(
    highest: int, completed: int, junior: bool, edition: MonthlyEdition
) -> int:
    """Return K from what the list before the period shows and has shown.

    `highest`: the highest published rating. `completed`: games, counted up to 30.
    """
    if highest >= TOP:
        return edition.k_top
    if junior and highest < JUNIOR_BELOW:
        return edition.k_junior
    return edition.k_new if completed < NEW_UNTIL_GAMES else edition.k


def is_junior(person: Person | None, day: str) -> bool:
    """Tell whether K is the juniors' for a player on a day: until the end of the year
    of their 18th birthday. Without a known birth it never is.
    """
    if person is None or person.born is None:
        return False
    year, born = int(day[:4]), int(person.born[:4])
    return year <= born + JUNIOR_UNTIL


# 8.3.1 "Effective from 1 October 2025: A difference in rating of more than 400 points
# shall be counted for rating purposes as though it were a difference of 400 points for
# players rated below 2650. For players rated 2650 and above, the difference between
# ratings shall be used in all cases"
def expected(
    own: int, number: int, start: str, edition: MonthlyEdition
) -> tuple[int, bool]:
    """Return the hundredths by table 8.1.2, which is that of Finland's 7.9, and whether
    the difference was cut.

    `start`: the first day of the unit, which decides about ratings of 2650 and above.
    """
    difference = own - number
    if own >= edition.all_differences_from and start >= edition.all_differences_since:
        return percent(difference), False
    cut = max(-edition.difference, min(edition.difference, difference))
    return percent(cut), cut != difference


def rate(
    unit: Unit, standings: Standings, people: People, edition: MonthlyEdition
) -> Rated:
    """Rate a unit, each player from the list in force when it began.

    A player who met nobody on the list is omitted (8.3.1), and so is one without a
    point in their first event (8.2.1); a game that counts by itself is no event. A
    match with an unrated player changes nothing (6.1).
    """
    assert unit.header is not None
    boards = seats(unit.games)
    counts = counts_for(unit.end)
    list_before = months_on(counts, -1)
    before: dict[str, Standing] = {}
    months: dict[str, Months] = {}
    numbers: dict[str, int | None] = {}
    for player in boards:
        before[player] = standings.get(player, Standing())
        months[player] = months_of(before[player], list_before)
        numbers[player] = list_on(months[player], unit.start)

    has_unrated = any(month.rating is None for month in months.values())
    if unit.header.is_match and has_unrated:
        return Rated([], dict.fromkeys(boards, MATCH))

    # a game that counts by itself has an id of its own
    is_event = unit.id == unit.tournament
    changes: list[Change] = []
    omitted: dict[str, Unrated] = {}
    for player in sorted(boards):
        own = boards[player]
        counted = [seat for seat in own if numbers[seat.opponent] is not None]
        month = months[player]
        live = _live(before[player], unit.end)
        played = SideOfUnit(player, live, month, counted, numbers, counts)
        if not counted:
            omitted[player] = MET_NOBODY
        elif month.rating is not None:
            person = people.get(player)
            changes.append(_rated_player_change(played, unit.start, person, edition))
        elif is_event and not month.pool and _is_without_point(counted):
            omitted[player] = ZERO
        else:
            changes.append(_first_rating_change(played))
    return Rated(changes, omitted)


def _is_without_point(seats: Sequence[Seat]) -> bool:
    """Tell whether a player made no point in these games."""
    return not any(seat.half_points for seat in seats)


def _live(standing: Standing, day: str) -> int | None:
    """Return the live rating; None also for a player who has dropped below 1400 since."""
    return live_of(months_of(standing, list_day(day)))


class SideOfUnit(NamedTuple):
    """One player's side of a unit."""

    player: str
    before: int | None
    months: Months
    boards: Sequence[Seat]
    numbers: Mapping[str, int | None]
    counts: str


def _rated_player_change(
    played: SideOfUnit, start: str, person: Person | None, edition: MonthlyEdition
) -> Change:
    """Make a rated player's change; one who got a rating after the tournament began has
    it in their own calculation (8.2.4).
    """
    months = played.months
    own = played.numbers[played.player]
    own = months.rating if own is None else own
    assert own is not None

    terms = []
    for seat in played.boards:
        number = played.numbers[seat.opponent] or 0
        share, cut = expected(own, number, start, edition)
        terms.append(term_of(seat, number, share, capped=cut))

    k = k_factor(
        months.highest, months.completed, is_junior(person, months.day), edition
    )
    surplus = sum(term.surplus for term in terms)

    # K is set by the first unit of the period and holds for all of it
    after = months._replace(
        k=months.k if months.games else k,
        games=months.games + len(terms),
        surplus=months.surplus + surplus,
    )
    detail = {
        "counts": played.counts,
        "games_before": str(months.games),
        "surplus_before": str(months.surplus),
    }
    return unit_change(
        played.player,
        "fide",
        played.before,
        terms,
        standing_of(after),
        established=after.rating is not None,
        expected=sum(term.percent or 0 for term in terms),
        coefficient=k_for(after.k, after.games),
        carried=(months.completed, own, 0),
        detail=detail,
    )


def _first_rating_change(played: SideOfUnit) -> Change:
    """Pool an unrated player's results, all so far; the rating is on a list from 5
    games and 1400 on (8.2).
    """
    terms = [
        Term(
            seat.game.id,
            seat.opponent,
            seat.half_points,
            played.numbers[seat.opponent] or 0,
            "list",
            seconds=seat.game.seconds,
        )
        for seat in played.boards
    ]
    half_points = sum(term.half_points for term in terms)
    numbers = sum(term.number for term in terms)
    pool = (
        *played.months.pool,
        PooledResults(played.counts, len(terms), numbers, half_points),
    )
    after = played.months._replace(pool=_added_by_list(pool))
    return unit_change(
        played.player,
        "first",
        played.before,
        terms,
        standing_of(after),
        established=after.rating is not None,
        detail={"counts": played.counts},
    )


def _added_by_list(pool: Sequence[PooledResults]) -> tuple[PooledResults, ...]:
    """Add the results up, one for each list."""
    by_day: dict[str, PooledResults] = {}
    for one in pool:
        day = one.day
        so_far = by_day.get(day, PooledResults(day, 0, 0, 0))
        by_day[day] = PooledResults(
            day,
            so_far.games + one.games,
            so_far.numbers + one.numbers,
            so_far.half_points + one.half_points,
        )
    return tuple(by_day.values())


def change_without_games(unit: Unit, standing: Standing) -> Change | None:
    """Make the change of an opening or a ruling. Decided, as for the quarterly lists:
    both are in force at once, and a ruled rating leaves nothing pending. Below 1400 it
    stands until the next list. A correction of a missing rating has no effect.
    """
    given = unit.given
    assert given is not None
    day = list_day(unit.end)

    if unit.kind == "opening":
        assert given.rating is not None
        highest = max(given.rating, given.peak or given.rating)
        if standing.state:
            highest = max(highest, months_of(standing, day).highest)
        opened = (given.rating,) * LISTS_KEPT
        return decided(
            unit,
            None,
            standing_of(
                Months(day, opened, highest, min(NEW_UNTIL_GAMES, given.games))
            ),
        )

    months = months_of(standing, day)
    before = live_of(months)
    if given.rating is None and months.rating is None:
        return None

    completed = min(
        NEW_UNTIL_GAMES,
        months.completed + months.games + sum(one.games for one in months.pool),
    )

    rating = rating_after_ruling(unit, months.rating)
    assert rating is not None
    ratings: tuple[int | None, ...] = (rating, *months.ratings[1:])
    if given.rating is not None:
        months = Months(months.day, ratings, months.highest, completed)
    else:
        months = months._replace(ratings=ratings)
    return decided(
        unit, before, standing_of(months._replace(highest=max(months.highest, rating)))
    )
