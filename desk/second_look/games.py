"""Find slips in the games of a tournament: two in a round, one twice, times, days and
results that are hardly right.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence

from desk.ledger_view import LedgerView
from desk.second_look.warnings import days_between
from ledger.bodies import GameFact
from ledger.decisions import Doubt, Slip
from ledger.playing_time import seconds_of_minutes
from ledger.timeline import TournamentNow
from messages import Message, say
from messages.results import HALF_POINTS
from projections.replay.tournaments import header_seconds
from projections.replay.unit_row import UnitRow
from rulebooks import rulebook

FAR_DAYS = 60  # games are brought forward or put off by weeks, hardly by more
SHORTEST_SECONDS = 180
DECISIONS = {result for result, points in HALF_POINTS.items() if sum(points) != 2}
MANY = 10  # games with one result and not one with another are no accident
# what a tournament is called, and the seconds for 60 moves that go with the word
CALLED = (
    (re.compile(r"blitz|blixt|pikashak|salama|\blyn", re.IGNORECASE), 0, 15 * 60),
    (re.compile(r"rapid|nopea|snabb|hurtig", re.IGNORECASE), 8 * 60, 60 * 60),
    (re.compile(r"pika", re.IGNORECASE), 0, 60 * 60),  # fast, the one or the other
)
LONGEST_SECONDS = 5 * 3600
PLAYING_DAY = 18 * 3600  # more than this nobody plays on a day
SLOW_GAMES = 3  # a day: whoever plays blitz plays more
FEW_DAYS = 14  # a series of blitz evenings lasts longer
CERTAIN = 400  # a difference from which on more of it says no more
# 10 to the power of 3: so many times more likely are the results if they are turned
# round
TURNED = 3 * CERTAIN
UNLIKELY_POINTS, DEVIATIONS = 4, 4


def slips_of_games(current: TournamentNow, lists: Iterable[str]) -> Iterator[Slip]:
    """Yield what is odd about the games of a tournament by themselves. `lists`: those
    that rate any of them.
    """
    games = list(current.games.values())
    messages: list[tuple[Doubt, Message]] = [
        *(("two-in-round", message) for message in _two_in_round(games)),
        *(("same-pair", message) for message in _same_pair(games)),
        *(("same-result", message) for message in _same_result(games)),
        *(
            ("far-day", message)
            for message in _far_days(games, current.header.start, current.header.end)
        ),
        *(("odd-points", message) for message in _odd_points(games)),
        *_odd_times(games, header_seconds(current.header)),
    ]
    for code, message in messages:
        yield Slip(code, message, current.id)

    if any(lists):
        for message in _odd_time(current, games):
            yield Slip("odd-time", message, current.id)


def _two_in_round(games: Sequence[GameFact]) -> Iterator[Message]:
    """Yield each player who plays more than one game in a round, tie-breaks aside."""
    seats: Counter[tuple[int, str]] = Counter()
    for game in games:
        if not game.tiebreak:
            seats.update([(game.round, game.white), (game.round, game.black)])

    for (number, player), times in seats.items():
        if times > 1:
            yield say(
                "{player} plays {times} games in round {number}",
                player=player,
                times=times,
                number=number,
            )


def _same_pair(games: Sequence[GameFact]) -> Iterator[Message]:
    """Yield a game that stands twice where nobody else meets twice.

    In a tournament of two rounds everybody meets twice, and nothing is doubted.
    """
    rounds: dict[tuple[str, str, str], list[int]] = defaultdict(list)
    for game in games:
        if game.result in HALF_POINTS and not game.tiebreak:
            rounds[game.white, game.black, game.result].append(game.round)

    pairs = {frozenset(key[:2]) for key in rounds}
    twice = {key: numbers for key, numbers in rounds.items() if len(set(numbers)) > 1}
    # each pair has one game, but for the second one of those that stand twice
    games_played = sum(len(numbers) for numbers in rounds.values())
    others_meet_once = games_played == len(pairs) + len(twice)
    are_few = len(pairs) >= 2 * max(len(twice), 2)
    if not are_few or not others_meet_once:
        return

    for (white, black, result), numbers in twice.items():
        yield say(
            "{white}-{black} {result} is in rounds {rounds}, but nobody else meets"
            " twice; is it one game?",
            white=white,
            black=black,
            result=result,
            rounds=", ".join(map(str, numbers)),
        )


def _same_result(games: Sequence[GameFact]) -> Iterator[Message]:
    """Yield a doubt where every game that was played, and there are at least MANY,
    ended alike.
    """
    results = {game.result for game in games if game.result in HALF_POINTS}
    played = sum(game.result in HALF_POINTS for game in games)
    if len(results) == 1 and played >= MANY:
        yield say(
            "all {count} games ended {result}; is that right?",
            count=played,
            result=results.pop(),
        )


def _far_days(games: Sequence[GameFact], start: str, end: str) -> Iterator[Message]:
    """Yield days far outside the tournament: each is more likely a slip than a game
    that was moved.
    """
    for day in sorted(
        {
            game.on
            for game in games
            if game.on is not None and not start <= game.on <= end
        }
    ):
        far = days_between(day, start) if day < start else days_between(end, day)
        about: dict[str, object] = {
            "day": day,
            "count": far,
            "start": start,
            "end": end,
        }

        if far > FAR_DAYS and day < start:
            yield say(
                "a game on {day}: that is {count} days before the tournament begins"
                " ({start}); is the year right?",
                **about,
            )
        elif far > FAR_DAYS:
            yield say(
                "a game on {day}: that is {count} days after the tournament ended"
                " ({end}); is the year right?",
                **about,
            )


def _odd_points(games: Sequence[GameFact]) -> Iterator[Message]:
    """Yield a doubt for each played game in which White and Black do not share one
    point.
    """
    for game in games:
        if game.result in DECISIONS:
            about = {"which": _game_in_words(game), "result": game.result}
            yield say(
                "{which}: {result} does not add up to one point; that is a decision on"
                " a played game",
                **about,
            )


def _odd_times(
    games: Sequence[GameFact], seconds: int
) -> Iterator[tuple[Doubt, Message]]:
    """Yield games that are not rated for their time."""
    if 0 < seconds <= SHORTEST_SECONDS:
        yield (
            "too-short",
            say("3 minutes or less for 60 moves: nothing in it is rated (2.8)"),
        )

    for game in games:
        if game.minutes is not None:
            own = seconds_of_minutes(game.minutes) or 0
        else:
            own = seconds

        if game.minutes_black is not None:
            black = seconds_of_minutes(game.minutes_black) or 0
        else:
            black = own

        if black != own:
            message = say(
                "{which}: the players did not have the same time, so it is not rated"
                " (2.7)",
                which=_game_in_words(game),
            )
            yield "unequal-time", message
        elif game.minutes is not None and own <= SHORTEST_SECONDS:
            yield (
                "too-short",
                say(
                    "{which}: 3 minutes or less, so it is not rated (2.8)",
                    which=_game_in_words(game),
                ),
            )


def _game_in_words(game: GameFact) -> str:
    """Say which game it is.

    round 3 F-0012-F-0034
    """
    return say(
        "round {number} {white}-{black}",
        number=game.round,
        white=game.white,
        black=game.black,
    )


def _odd_time(current: TournamentNow, games: Sequence[GameFact]) -> Iterator[Message]:
    """Yield a time that does not go with the tournament's name, or with the number of
    games in its days.
    """
    header, seconds = current.header, header_seconds(current.header)
    about: dict[str, object] = {"name": header.name, "minutes": seconds // 60}
    fits_its_name = True
    for words, least, most in CALLED:
        if words.search(header.name):
            fits_its_name = least <= seconds <= most
            break
    if not fits_its_name:
        yield say(
            "{name} has {minutes} minutes for 60 moves; does that go with its name?",
            **about,
        )
    elif seconds > LONGEST_SECONDS:
        yield say(
            "{name} has {minutes} minutes for 60 moves; is a digit too many?", **about
        )

    if header.each_game_rated or any(
        game.on or game.minutes is not None for game in games
    ):
        return

    seats: Counter[str] = Counter()
    for game in games:
        if game.result in HALF_POINTS:
            seats.update([game.white, game.black])

    most = max(seats.values(), default=0)
    days = days_between(header.start, header.end) + 1
    about |= {"count": most, "days": days}

    if most > 1 and 2 * seconds * most > PLAYING_DAY * days:
        yield say(
            "{count} games of {minutes} minutes a player in {days} days of {name}; are"
            " time and days right?",
            **about,
        )
    elif (
        seconds <= 600
        and 2 <= days <= FEW_DAYS
        and seconds > SHORTEST_SECONDS
        and 1 < most <= SLOW_GAMES * days
    ):
        yield say(
            "only {count} games of {minutes} minutes in {days} days of {name}; is the"
            " time right?",
            **about,
        )


def slips_of_results(
    current: TournamentNow, rows: Sequence[UnitRow], ledger: LedgerView
) -> Iterator[Slip]:
    """Yield results that ratings hardly allow: all of them turned round, or those of a
    player.
    """
    ratings = _known_ratings(rows)
    # thousandths, and squared thousandths
    expected, got, deviation = Counter[str](), Counter[str](), Counter[str]()
    turned = 0

    for game in current.games.values():
        points = HALF_POINTS.get(game.result)
        white, black = ledger.resolve(game.white), ledger.resolve(game.black)
        if points is None or white not in ratings or black not in ratings:
            continue

        better = max(-CERTAIN, min(CERTAIN, ratings[white] - ratings[black]))
        white_points, black_points = points
        turned += better * (black_points - white_points) // 2
        chance = 500 + better * 105 // 100
        for player, share, half_points in (
            (white, chance, white_points),
            (black, 1000 - chance, black_points),
        ):
            expected[player] += share
            got[player] += half_points * 500
            deviation[player] += share * (1000 - share)

    if turned >= TURNED:
        yield Slip(
            "turned",
            say(
                "in {tournament} the weaker players beat the stronger ones; are the"
                " results turned round?",
                tournament=current.id,
            ),
            current.id,
        )
        return

    for player in sorted(got):
        off = abs(got[player] - expected[player])
        if (
            off >= UNLIKELY_POINTS * 1000
            and off * off >= DEVIATIONS**2 * deviation[player]
        ):
            yield Slip(
                "unlikely",
                say(
                    "{player} scored {points} points in {tournament}, and about"
                    " {expected} were expected; was it them?",
                    player=player,
                    points=_points(got[player]),
                    expected=_points(expected[player]),
                    tournament=current.id,
                ),
                current.id,
            )


def _known_ratings(rows: Sequence[UnitRow]) -> dict[str, int]:
    """Map the players to their ratings before these units, as far as these are
    established.
    """
    ratings: dict[str, int] = {}
    for row in rows:
        # games of a league that are each rated alone: thousands of rows, of a few
        # players
        if all(player in ratings for player in row.players):
            continue

        is_known = rulebook(row.list).established
        for player, standing in row.standings_before().items():
            if standing.rating is not None and is_known(standing, row.edition):
                ratings.setdefault(player, standing.rating)

    return ratings


def _points(thousandths: int) -> str:
    """Return thousandths as points with one decimal, rounded half up.

    2450 -> 2.5    1999 -> 2.0
    """
    return f"{(thousandths + 50) // 1000}.{(thousandths + 50) // 100 % 10}"
