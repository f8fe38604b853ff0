"""Hold a standing of elo-fide under monthly lists, and do what the calendar does alone.

7.1: "On the first day of each month, FIDE shall prepare a list which incorporates all
rated play during the rating period into the previous list." The standing stands at the
list before the one that the last unit counts for.

8.1.1 and 8.2: from a fractional score to a difference, and the first rating of a
player.
"""

from collections.abc import Sequence
from datetime import date, timedelta
from fractions import Fraction
from typing import NamedTuple

from rulebooks.base import Change, Standing
from rulebooks.entries import GIVEN, MILLION, Account
from rulebooks.fide.rating import NEW_UNTIL_GAMES, TOP, ListAndLive, Lists, quarter
from rulebooks.fide.rating import account as account_of_games
from rulebooks.fide.rating import at as at_quarter
from rulebooks.fide.rating import list_on as list_on_quarter
from rulebooks.fide.rating import lists_of as quarters_of
from rulebooks.fide.rating import live_of as live_of_quarter
from rulebooks.fide.rating import standing_of as standing_of_quarter
from rulebooks.fide_differences import dp
from rulebooks.numbers import half_up, month_count, months_between

DRAWN_WITH, DRAWS = 1800, 2
HIGHEST_FIRST, LOWEST = 2200, 1400
GAMES_FOR_FIRST = 5
PERIODS_POOLED = 26


class PooledResults(NamedTuple):
    """An unrated player's results for one list: games against rated players, the sum of
    their ratings, half points.
    """

    day: str
    games: int
    numbers: int
    half_points: int


# 8.2.2 "Ra is the average rating of the player's rated opponents plus two hypothetical
# opponents rated 1800. The result against these two hypothetical opponents is
# considered as a draw." 8.2.3 "Ru = Ra + dp. Ru is rounded to the nearest whole number.
# The maximum initial rating is 2200."
def first_rating(pool: Sequence[PooledResults]) -> int:
    """Return the first rating of a player with these results, 2200 at most (8.2.3).

    Without results it is 1800, that of the two hypothetical opponents.
    """
    games = half_points = DRAWS
    numbers = DRAWS * DRAWN_WITH
    for one in pool:
        games += one.games
        numbers += one.numbers
        half_points += one.half_points

    difference = dp(half_points, games)
    # Ra + dp, as a fraction of the games
    rating = half_up(numbers + games * difference, games)
    return min(HIGHEST_FIRST, rating)


# 7.1.4 "A rating for a player new to the list shall be published when it is based on at
# least 5 games against rated opponents. ... The rating must be at least 1400."
def is_published(pool: Sequence[PooledResults]) -> bool:
    """Tell whether results are enough for a first rating on a list, and it is not below
    1400.
    """
    return (
        sum(one.games for one in pool) >= GAMES_FOR_FIRST
        and first_rating(pool) >= LOWEST
    )


def account(change: Change) -> Account:
    """Say what an entry put into the pool. A period of many games lowers K for all of
    them (8.3.3): what that changes of earlier units, and the rounding of the period, is
    not of these games.
    """
    games_alone = account_of_games(change)
    if change.kind in GIVEN or change.coefficient is None:
        return games_alone

    games = sum(term.surplus for term in change.terms)
    moved = change.after - (change.before or 0)
    rest = round((moved - Fraction(change.coefficient) * games / 100) * MILLION)
    # less than a point is what rounding to whole ratings does, before and after
    return Account(
        sides=games_alone.sides,
        more=(("k_differences", rest),) if abs(rest) > MILLION else (),
    )


MARK = "monthly"
# the list in force and those of the year before it: a unit that began earlier is rated
# from the oldest (decided)
LISTS_KEPT = 13
MOST_K_TIMES_GAMES = 700
CLOSES_DAYS_BEFORE = 3


class Months(NamedTuple):
    """A standing under monthly lists: the ratings of the latest ones, the newest first,
    which came out on `day`.

    `k`, `games` and `surplus` (hundredths of W - PD) so far are for the list after it.
    `highest`: on any list; `completed`: games up to the list; `pool`: an unrated
    player's results.
    """

    day: str
    ratings: tuple[int | None, ...] = (None,) * LISTS_KEPT
    highest: int = 0
    completed: int = 0
    k: int = 0
    games: int = 0
    surplus: int = 0
    pool: tuple[PooledResults, ...] = ()

    @property
    def rating(self) -> int | None:
        return self.ratings[0]


def list_day(day: str) -> str:
    """Return the list day on or before a day.

    2024-03-17  ->  2024-03-01
    """
    return f"{day[:7]}-01"


def months_on(day: str, months: int) -> str:
    """Return the list day so many months after one; before, if negative.

    2024-03-01, -1  ->  2024-02-01
    """
    year, month = divmod(month_count(day) + months, 12)
    return f"{year:04d}-{month + 1:02d}-01"


# 7.1.3 "The closing date for tournaments for a list is 3 days before the date of the
# list; tournaments ending before or on that day may be rated on the list."
def counts_for(end: str) -> str:
    """Return the list that a unit which ends on a day counts for.

    2024-03-29  ->  2024-04-01   three days before it
    2024-03-30  ->  2024-05-01
    """
    waits = timedelta(days=CLOSES_DAYS_BEFORE)
    earliest = date.fromisoformat(end) + waits
    month = list_day(earliest.isoformat())
    if earliest.day == 1:
        return month
    return months_on(month, 1)


# 8.3.3 "If the number of games (n) for a player on any list for a rating period
# multiplied by K (as defined above) exceeds 700, then K shall be the largest whole
# number such that K x n does not exceed 700."
def k_for(k: int, games: int) -> int:
    """Return K for so many games in a month: less where there are many.

    40, 17  ->  40   680 is not more than 700
    40, 20  ->  35
    """
    if k * games <= MOST_K_TIMES_GAMES:
        return k
    return MOST_K_TIMES_GAMES // games


# 8.3.4 "The Rating Change for a Rating Period is rounded to the nearest whole number.
# 0.5 is rounded away from zero."
def change_of(months: Months) -> int:
    """Return by how many points the next list differs; half a point is rounded away
    from zero.
    """
    exact = k_for(months.k, months.games) * months.surplus
    if exact < 0:
        return -half_up(-exact, 100)
    return half_up(exact, 100)


def live_of(months: Months) -> int | None:
    """Return what the next list would show without more games; the first rating so far,
    also while it is on no list yet.
    """
    if months.rating is not None:
        return months.rating + change_of(months)
    return first_rating(months.pool) if months.pool else None


def rolled(months: Months, to: str) -> Months:
    """Roll a standing on to the list of a day, one list after the other as long as
    something waits for one.

    A standing that is at that list or a later one is returned as it is.
    """
    while months.day < to and (
        months.games or months.pool or (months.rating or LOWEST) < LOWEST
    ):
        months = _next(months)

    # nothing waits: the same rating stands on every list in between
    idle = months_between(months.day, to)
    if idle <= 0:
        return months
    return months._replace(
        day=to,
        ratings=((months.rating,) * min(LISTS_KEPT, idle) + months.ratings)[
            :LISTS_KEPT
        ],
    )


def _next(months: Months) -> Months:
    """Make the next list from the one of a standing and what has been played for it."""
    day = months_on(months.day, 1)
    if months.rating is None:
        return _newcomers_next(months, day)

    rating = months.rating + change_of(months)
    earlier_ratings = months.ratings[:-1]
    # 7.2.1 "Players whose ratings drop below 1400 are shown as unrated on the next
    # list. Thereafter they are treated in the same manner as any other unrated player."
    if rating < LOWEST:
        return Months(day, (None, *earlier_ratings), months.highest)

    games = months.completed + months.games
    return Months(
        day=day,
        ratings=(rating, *earlier_ratings),
        highest=max(months.highest, rating),
        completed=min(NEW_UNTIL_GAMES, games),
    )


# 7.1.4 "Results from other tournaments played within consecutive rating periods of not
# more than 26 months are pooled"
def _newcomers_next(months: Months, day: str) -> Months:
    """Return an unrated player's standing at the list of `day`, the next one."""
    oldest = months_on(day, -PERIODS_POOLED)
    pool = tuple(one for one in months.pool if one.day > oldest)
    earlier_ratings = months.ratings[:-1]
    if not is_published(pool):
        return months._replace(day=day, ratings=(None, *earlier_ratings), pool=pool)
    rating = first_rating(pool)
    games = sum(one.games for one in pool)
    return Months(
        day=day,
        ratings=(rating, *earlier_ratings),
        highest=max(months.highest, rating),
        completed=min(NEW_UNTIL_GAMES, games),
    )


def list_on(months: Months, day: str) -> int | None:
    """Return the rating on the list in force on a day up to now; None for none.

    A day before the oldest list that is kept has that list's rating.
    """
    back = max(0, months_between(list_day(day), months.day))
    return months.ratings[min(back, LISTS_KEPT - 1)]


def is_monthly(standing: Standing) -> bool:
    """Tell whether a standing is of monthly lists; one of a player who has never played
    is of neither kind.
    """
    return bool(standing.state) and standing.state[0] == MARK


def standing_of(months: Months) -> Standing:
    """Make a standing. Games are counted up to 30, because no rule reads more."""
    pool = ";".join(" ".join(map(str, one)) for one in months.pool)
    ratings = ("" if rating is None else rating for rating in months.ratings)
    state = (
        MARK,
        months.day,
        months.highest,
        months.completed,
        months.k,
        months.games,
        months.surplus,
        pool,
        *ratings,
    )
    pooled = sum(one.games for one in months.pool)
    games = months.completed + months.games + pooled
    return Standing(live_of(months), min(NEW_UNTIL_GAMES, games), state)


def months_of(standing: Standing, day: str) -> Months:
    """Return the standing at the list of `day`, or at a later one that it has reached;
    from quarterly lists too.
    """
    if not standing.state:
        return Months(day)
    if not is_monthly(standing):
        return _from_quarters(at_quarter(standing, day), day)
    _, since, highest, completed, k, games, surplus, pool, *ratings = standing.state
    pooled = tuple(_pooled_results(text) for text in str(pool).split(";") if text)
    kept = tuple(None if rating == "" else int(rating) for rating in ratings)
    months = Months(
        day=str(since),
        ratings=kept,
        highest=int(highest),
        completed=int(completed),
        k=int(k),
        games=int(games),
        surplus=int(surplus),
        pool=pooled,
    )
    return rolled(months, day)


def _pooled_results(text: str) -> PooledResults:
    """Read the results for a list as `standing_of` writes them, such as
    "2024-04-01 3 5400 4".
    """
    day, games, numbers, half_points = text.split()
    return PooledResults(day, int(games), int(numbers), int(half_points))


def _from_quarters(standing: Standing, day: str) -> Months:
    """Turn quarterly lists into monthly ones. Decided: the first monthly list takes in
    what waits for the next quarterly one.
    """
    lists = quarters_of(standing)
    earlier = (
        list_on_quarter(lists, months_on(day, -back)) for back in range(1, LISTS_KEPT)
    )
    ratings = (live_of_quarter(lists), *earlier)

    highest = max(
        (
            rating
            for rating in (*ratings, TOP if lists.top else 0)
            if rating is not None
        ),
        default=0,
    )
    return Months(day, ratings, highest, standing.games)


def as_quarters(standing: Standing, day: str) -> Standing:
    """Turn monthly lists into quarterly ones, for a ledger that goes back to them.

    A standing of quarterly lists is returned as it is.
    """
    if not is_monthly(standing):
        return standing
    months = months_of(standing, list_day(day))
    since = quarter(day)
    ratings = [months.rating]
    for back in range(1, 5):
        earlier = months_on(since, -3 * back)
        ratings.append(list_on(months, earlier))

    # hundredths, as the quarterly lists hold what waits
    pending = 0
    if months.rating is not None:
        pending = 100 * change_of(months)
    reached_top = months.highest >= TOP
    lists = Lists(since, tuple(ratings), pending, None, reached_top)
    return standing_of_quarter(lists, standing.games)


def at(standing: Standing, day: str) -> Standing:
    """Return what the calendar alone has made of a standing by a day, whichever lists
    the standing is of.
    """
    if not is_monthly(standing):
        return at_quarter(standing, day)
    return standing_of(months_of(standing, list_day(day)))


def shown(standing: Standing, day: str) -> ListAndLive:
    """Return list and live rating side by side, as they are on a day.

    After a unit that ended past the closing date the standing is at the list to come:
    what that list adds is pending too.
    """
    months = months_of(standing, list_day(day))
    listed = list_on(months, day)
    hundredths = 0
    if months.rating is not None:
        hundredths = k_for(months.k, months.games) * months.surplus
        if listed is not None:
            hundredths += 100 * (months.rating - listed)

    return ListAndLive(
        list_day=list_day(day),
        list_rating=listed,
        pending=Fraction(hundredths, 100),
        live=live_of(months),
    )
