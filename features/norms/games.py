"""Judge which games a title norm of FIDE rests on, what a norm is worth, and what a
tournament has to be for norms and for applications. Articles are those of the
regulations in rules.py.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, islice
from typing import NamedTuple

from features.norms.rules import (
    HOLDERS,
    OF_NONE,
    ROBINS,
    Check,
    Game,
    Norm,
    NormEvent,
    Seat,
    judged_norm,
    least_games,
    rounds_attended,
)
from messages import say
from rulebooks.fide_differences import dp
from rulebooks.numbers import half_up, number

MOST_GAMES = 13
FORTY, THEIR_AVERAGE = 40, 2000  # 1.5.6a
MOST_CHOICES = 2000  # of games for one norm; thirteen rounds have fewer


class Play(NamedTuple):
    """How a tournament was played: the seconds of a side for 60 moves, how often they
    differ, its rounds by day, how many days it took.
    """

    seconds: int
    times: int
    rounds_by_day: Mapping[str, int]
    days: int
    rated: bool
    arbiter_plays: bool


# 1.4: in tournaments that FIDE rates. 1.1.2: at most 12 hours of play on a day, for
# games of 60 moves. 1.1.3: at most two rounds on a day, two hours a side. b: the same
# time for all. 1.1.4: over 30 days, ratings and titles are those of each day. 1.1.6: no
# arbiter plays. 1.4.2e: Swiss, round robin, double round robin and knockout; others by
# leave.
def conditions(event: NormEvent, play: Play) -> tuple[Check, ...]:
    """Return what is asked of the tournament itself, article by article.

    Hours of play are those of both sides, and open where a round has no known day. More
    than thirty days are open and not failed: what was the rating on each day is not in
    a report (1.1.4).
    """
    rounds = max(play.rounds_by_day.values(), default=None)
    hours = (
        None if rounds is None else number(Fraction(rounds * 2 * play.seconds, 3600))
    )

    minutes = number(Fraction(play.seconds, 60))
    return (
        Check("1.4", say("rated by FIDE"), None, None, play.rated),
        Check(
            "1.1.2",
            say("hours of play on a day"),
            hours,
            12,
            None if hours is None else hours <= 12,
            limit_is_most=True,
        ),
        Check(
            "1.1.3",
            say("rounds on a day"),
            rounds,
            2,
            None if rounds is None else rounds <= 2,
            limit_is_most=True,
        ),
        Check(
            "1.1.3", say("minutes a side for 60 moves"), minutes, 120, minutes >= 120
        ),
        Check(
            "1.1.3b",
            say("different times for thinking"),
            play.times,
            1,
            play.times <= 1,
            limit_is_most=True,
        ),
        Check(
            "1.1.4",
            say("days from first to last"),
            play.days,
            30,
            True if play.days <= 30 else None,
            limit_is_most=True,
        ),
        Check("1.1.6", say("no arbiter plays"), None, None, not play.arbiter_plays),
        Check(
            "1.4.2e",
            say("a system of pairing that is allowed"),
            None,
            None,
            None if event.system == "other" else True,
        ),
    )


# 1.1.3a: an application for GM or WGM has a norm from a tournament "with only one round
# per day for a minimum of 3 days": open where that is so on some of its days. 1.5.6f:
# the final of a national championship is one of the events of which every application
# has one.
def application_checks(event: NormEvent, play: Play) -> tuple[Check, ...]:
    """Check what a norm in this tournament adds to an application, which consists of
    several norms.
    """
    alone = None
    if play.rounds_by_day:
        alone = sum(count == 1 for count in play.rounds_by_day.values())

    single = None
    if alone is not None:
        single = alone >= 3 and (alone == len(play.rounds_by_day) or None)

    checks = (
        Check("1.1.3a", say("days with one round alone"), alone, 3, single),
        *_big_swiss(event),
    )
    if event.kind == "national-championship":
        return *checks, Check(
            "1.5.6f", say("final of a national championship"), None, None, True
        )

    return checks


# 1.5.6a: "an individual Swiss tournament with every round containing at least forty
# participants whose average rating is at least 2000", of whoever misses one round at
# most. Open where the best forty have that average, and not all.
def _big_swiss(event: NormEvent) -> Iterator[Check]:
    """The two checks for a Swiss so big that federations are waived (1.5.6a).

    Only those count who were there in all rounds, or in all but one. At least forty of
    them must be there in every round. Their average rating is looked at only then, and
    the round with the lowest average decides; an unrated player counts with the rating
    that the edition gives the unrated.

    If the average of all is too low but that of the forty highest is high enough in
    every round, the verdict stays open (None).
    """
    there = []
    for seat in event.seats.values():
        rounds = rounds_attended(seat)
        if len(rounds) >= event.rounds - 1:
            there.append((seat.rating or event.edition.unrated, rounds))

    # the ratings of those who were there in each round, the highest first
    by_round = []
    for at in range(1, event.rounds + 1):
        ratings = [rating for rating, rounds in there if at in rounds]
        by_round.append(sorted(ratings, reverse=True))

    least = min(map(len, by_round), default=0)
    swiss = event.system == "swiss" and not event.teams
    yield Check(
        "1.5.6a",
        say("participants in every round of an individual Swiss"),
        least,
        FORTY,
        swiss and least >= FORTY,
    )
    if swiss and least >= FORTY:
        average = min(half_up(sum(ratings), len(ratings)) for ratings in by_round)
        best = all(
            sum(ratings[:FORTY]) >= FORTY * THEIR_AVERAGE for ratings in by_round
        )
        met = average >= THEIR_AVERAGE or (None if best else False)
        yield Check("1.5.6a", say("their average rating"), average, THEIR_AVERAGE, met)


# 1.4.2a: games against opponents who do not belong to FIDE federations. 1.4.2b:
# "against unrated players who score zero against rated opponents in round robin
# tournaments". 1.4.2c: games not decided over the board.
def left_out(event: NormEvent, game: Game) -> str | None:
    """Return the article that leaves a game out of a norm.

    Returns None if it counts. Left out are a game that was not played (1.4.2c), one
    with an opponent without a federation (1.4.2a), and in a round robin one with
    somebody unrated who scored nothing against the rated (1.4.2b).
    """
    opponent = event.seats[game.opponent]
    if game.half_points is None:
        return "1.4.2c"
    if opponent.federation == OF_NONE:
        return "1.4.2a"
    if (
        event.system in ROBINS
        and opponent.rating is None
        and not _scored_against_rated(event, opponent)
    ):
        return "1.4.2b"

    return None


def _scored_against_rated(event: NormEvent, seat: Seat) -> bool:
    """Whether the player scored at least half a point against somebody who is rated."""
    return any(
        game.half_points
        for game in seat.games
        if event.seats[game.opponent].rating is not None
    )


# 1.4.1c: eight are worth nine, and so are the World Cup's eight (1.4.1b). 1.4.1d: each
# full point above what the norm asks for is worth a game more. 1.7: a tournament of
# more than 13 rounds counts as 13 games.
def counts_as(event: NormEvent, norm: Norm) -> int | None:
    """Return how many games a norm is worth; None if no score in these games would be
    enough for it.

    Every whole point beyond what was enough adds a game. Eight games count as nine
    where one was spared (1.4.1c), and all norms of a World Cup as nine at least.
    """
    enough = _enough_half_points(event, norm)
    if enough is None:
        return None

    count = len(norm.used)
    beyond = norm.half_points - enough
    base = count
    if norm.checks[0].article == "1.4.1c" or event.kind == "world-cup":
        base = 9

    worth = max(base, count) + beyond // 2
    if event.rounds > MOST_GAMES:
        return min(worth, MOST_GAMES)

    return worth


def _enough_half_points(event: NormEvent, norm: Norm) -> int | None:
    """Return the half points that would have been enough for a norm; None if no score
    would.

    That is the lowest score of at least 35 % that brings the performance.
    """
    performance = event.edition.bars[norm.title].performance
    count = len(norm.used)
    average = norm.average or 0
    for half_points in range(2 * count + 1):
        if 10 * half_points < 7 * count:
            continue
        if average + dp(half_points, count) >= performance:
            return half_points

    return None


def norm(event: NormEvent, seat: Seat, title: str, fewer: bool = True) -> Norm:
    """Judge a norm on all games, or else, if `fewer` games may do, on as many as
    possible with which it is met.

    `title`: of the norm, such as `GM`. Of several choices with which it is met, the one
    with most games is returned, and among those the one with the highest performance;
    where there is none, likewise of those with which it is open, else the verdict on
    all games. That one is open where there are more choices than are looked at, unless
    even the best opponents are too weak on average.
    """
    games = tuple(
        game
        for game in sorted(seat.games, key=lambda game: game.round)
        if left_out(event, game) is None
    )
    whole = judged_norm(event, seat, title, games)
    if whole.met or not fewer:
        return whole

    verdicts = list(_verdicts(event, seat, whole))
    candidates = [verdict for verdict in verdicts if verdict.met]
    if not candidates:
        candidates = [verdict for verdict in verdicts if verdict.met is None]

    if candidates:
        return max(candidates, key=_games_and_performance)
    if len(verdicts) > MOST_CHOICES:
        return _left_open(event, whole)

    return whole


def _verdicts(event: NormEvent, seat: Seat, whole: Norm) -> Iterator[Norm]:
    """Yield the verdict on each reading of the games, and after it those on fewer of
    these games: no more than MOST_CHOICES of them.

    whole: the verdict on all games that count, which is that on the first reading.
    """
    for games, lost in _readings(event, seat, whole.used):
        entire = whole
        if lost is not None:
            entire = judged_norm(event, seat, whole.title, games, lost)

        yield entire
        yield from islice(_norms_on_fewer(event, seat, entire), MOST_CHOICES)


def _games_and_performance(verdict: Norm) -> tuple[int, int]:
    """Return what verdicts are ranked by: the number of games, then the performance."""
    return len(verdict.used), verdict.performance or 0


def _left_open(event: NormEvent, whole: Norm) -> Norm:
    """Return the verdict on all games where there are more choices of fewer games than
    are looked at: open, unless even the best opponents are too weak on average.

    Checks that are met stay, and that of the average where it cannot be met. A check
    that is open says how many choices were looked at.
    """
    best_average = _best_average(event, whole.title, whole.used)
    too_weak = best_average < event.edition.bars[whole.title].average
    checks = [
        check
        for check in whole.checks
        if check.met or (check.article == "1.4.8a" and too_weak)
    ]
    many = Check(
        "1.4.1f",
        say("choices of wins to ignore that were looked at"),
        MOST_CHOICES,
        None,
        None,
    )
    return whole._replace(checks=(*checks, many))


def _best_average(event: NormEvent, title: str, games: Sequence[Game]) -> int:
    """Return the highest average rating of the opponents that any choice of games can
    have: that of the best opponents in as few games as a norm needs.

    One opponent's rating is raised to the floor (1.4.6), and which one depends on the
    choice: of all opponents, the one is taken who raises the average most.
    """
    least = least_games(event)
    floor = event.edition.bars[title].floor
    averages = []
    for raised in {game.opponent for game in games}:
        ratings = []
        for game in games:
            rating = event.seats[game.opponent].rating or event.edition.unrated
            if game.opponent == raised:
                rating = max(rating, floor)
            ratings.append(rating)

        best = sorted(ratings, reverse=True)[:least]
        averages.append(half_up(sum(best), len(best)))

    return max(averages)


# 1.4.2c: "in the case of a last round opponent's forfeit the norm still counts if the
# player must have played to have the required number of games, but can afford to lose".
def _readings(
    event: NormEvent, seat: Seat, games: tuple[Game, ...]
) -> Iterator[tuple[tuple[Game, ...], str | None]]:
    """The ways to read the player's games, each with the id of the game it adds.

    The first way adds nothing. If one game is missing for the norm and the game of the
    last round was given and not played, a second way counts it as lost (1.4.2c).
    """
    yield games, None

    least = least_games(event)
    for game in seat.games:
        lost = game._replace(half_points=0)
        if (
            game.given
            and game.round == event.rounds
            and len(games) == least - 1
            and left_out(event, lost) is None
        ):
            yield (*games, lost), game.game


# 1.4.1e: the games after a title result may be ignored, but not where the pairings are
# known beforehand. 1.4.1f: so may games against opponents whom the player defeated; in
# a round robin a norm must be possible with all games.
def _norms_on_fewer(event: NormEvent, seat: Seat, entire: Norm) -> Iterator[Norm]:
    """Yield the verdicts on fewer games, as far as they can be norms.

    The last games are left out, a round at a time, and wins are ignored, as long as
    enough games are left. If the pairings were known before, no last games may be left
    out.
    """
    games = entire.used
    least = least_games(event)
    ends: Sequence[int] = range(len(games), least - 1, -1)

    if event.predetermined:
        if not all(entire.meets(article) for article in POSSIBLE):
            return
        ends = [len(games)]

    if entire.meets("1.4.3") is False:
        return  # fewer games have no more federations

    for end in ends:
        first = games[:end]
        leaves_out = end < len(games)
        if first and leaves_out and games[end].round == first[-1].round:
            continue  # not between two games of one round

        for ignored in range(end - least + 1):
            if ignored or leaves_out:
                yield from _norms_without_wins(event, seat, entire, first, ignored)


POSSIBLE = {
    "1.4.3",
    "1.4.4",
    "1.4.5a",
    "1.4.5b",
    "1.4.5c",
    "1.4.5d",
    "1.4.5e",
    "1.4.5f",
    "1.4.8a",
}


def _norms_without_wins(
    event: NormEvent, seat: Seat, entire: Norm, games: Sequence[Game], ignored: int
) -> Iterator[Norm]:
    """Yield the verdicts without so many of the won games, as long as any choice of
    them can make the norm.
    """

    def rated(game: Game) -> int:
        """The rating the opponent counts with; the unrated have that of the edition."""
        return event.seats[game.opponent].rating or event.edition.unrated

    won = sorted([game for game in games if game.half_points == 2], key=rated)
    # a raised rating counts in every game against that opponent, so this holds only
    # where nobody was met twice
    once = len({game.opponent for game in games}) == len(games)
    # without the wins against the lowest rated the average is highest, and the score
    # is the same
    if once and len(won) >= ignored:
        lowest = won[:ignored]
        others = [game for game in games if game not in lowest]
        highest = judged_norm(event, seat, entire.title, others)
        if not highest.meets("1.4.8") or not highest.meets("1.4.8a"):
            return

    choices: Iterator[tuple[Game, ...]] = combinations(won, ignored)
    if once:
        choices = _choices(event, entire.title, won, ignored)

    for choice in choices:
        counted = [game for game in games if game not in choice]
        lost = None
        if any(game.game == entire.lost for game in counted):
            lost = entire.lost
        yield judged_norm(event, seat, entire.title, counted, lost)


def _choices(
    event: NormEvent, title: str, won: Sequence[Game], ignored: int
) -> Iterator[tuple[Game, ...]]:
    """Yield the choices of so many wins, given with the lowest rated first: of
    opponents whom only the rating tells apart, the lowest rated are ignored.

    Opponents are alike if they have one federation and hold, or do not hold, a title,
    and one that the norm names.

    ignored: how many wins are left out in each choice.
    """
    alike: dict[tuple[object, ...], list[Game]] = {}
    holders = event.edition.bars[title].holders
    for game in won:
        one = event.seats[game.opponent]
        key = one.federation, one.title in HOLDERS, one.title in holders
        alike.setdefault(key, []).append(game)
    return _from_groups(list(alike.values()), ignored)


def _from_groups(
    groups: Sequence[Sequence[Game]], count: int
) -> Iterator[tuple[Game, ...]]:
    """Yield the choices of so many games, of each group the first ones.

    groups [a, b] and [c], 2 games  ->  (a, c), (a, b)
    """
    if not groups:
        if not count:
            yield ()
        return

    first, *others = groups
    of_others = sum(map(len, others))
    least = max(0, count - of_others)
    most = min(count, len(first))
    for of_first in range(least, most + 1):
        for rest in _from_groups(others, count - of_first):
            yield (*first[:of_first], *rest)
