"""A tournament as it stands, turned into what rulebooks read: its header with its
defaults filled in, its games with ids resolved through merges.
"""

from collections.abc import Callable, Iterable, Iterator

from ledger.bodies import GameFact, HeaderFact
from ledger.columns import TournamentColumns
from ledger.playing_time import seconds_of, seconds_of_minutes, start_and_total
from ledger.timeline import Timeline, TournamentNow
from messages.results import HALF_POINTS
from rulebooks.base import Header, Tournament
from rulebooks.games import Game, Games


def header_seconds(header: HeaderFact) -> int:
    """Return the seconds a side that a game of the tournament takes; 0 where nothing
    says so.
    """
    if header.minutes is not None:
        return seconds_of_minutes(header.minutes) or 0
    return seconds_of(header.time_control or "") or 0


def category_minutes(header: HeaderFact) -> tuple[int, int] | tuple[None, None]:
    """Return Norway's minutes for the first move and for 80 moves, as given or as the
    time control says.

    (None, None) where neither says so.
    """
    if header.start_minutes is not None and header.total_minutes is not None:
        return header.start_minutes, header.total_minutes
    stated = None
    if header.time_control:
        stated = start_and_total(header.time_control)
    return stated or (None, None)


def rules_header(name: str, header: HeaderFact) -> Header:
    """Return the header of a tournament as a rulebook reads it; `name`: its id.

    A tournament of which nobody said that it is refused counts as accepted.
    """
    start, total = category_minutes(header)
    return Header(
        id=name,
        start=header.start,
        end=header.end,
        seconds=header_seconds(header),
        domestic=header.domestic,
        fide_accepted=header.fide_accepted,
        official_representation=header.official_representation,
        age_group=header.age_group,
        each_game_rated=header.each_game_rated,
        order_no=header.order_no,
        category=header.category,
        event_kind=header.event_kind,
        start_minutes=start,
        total_minutes=total,
        accepted=header.accepted is not False,
        representatives=frozenset(header.representatives or ()),
    )


def rules_tournament(current: TournamentNow, timeline: Timeline) -> Tournament:
    """Return a tournament as a rulebook reads it: ids resolved through merges, defaults
    filled in.

    `current`: the tournament by the facts of now. The time of a game is in seconds, and
    a game without a day of its own is on the last day.
    """
    header = rules_header(current.id, current.header)
    resolve: Resolve | None = None
    if timeline.merges():
        resolve = timeline.resolve
        representatives = frozenset(map(resolve, header.representatives))
        header = header._replace(representatives=representatives)

    if current.columns is None:
        facts = _games(current.games.values(), header, resolve)
        games = Games.from_games(facts, header.end, header.seconds)
    else:
        games = _games_from_columns(current.columns, header, resolve)

    return Tournament(header, games)


Resolve = Callable[[str], str]  # from an id to the one that it was merged into


def _games_from_columns(
    stored: TournamentColumns, header: Header, resolve: Resolve | None
) -> Games:
    """Return the games in the event's own columns, with the header's value where a game
    says nothing of its own.

    `resolve`: None where no ids were merged, and every id means itself.
    """
    players = stored.players
    if resolve is not None:
        players = tuple(map(resolve, players))
    games = Games(
        players=players,
        white=stored.white,
        black=stored.black,
        results=stored.results,
        runs=stored.rounds,
        day=header.end,
        seconds=header.seconds,
        ids=stored.ids,
        days=tuple([on or header.end for on in stored.on]),
        times=tuple(_times_in_columns(stored, header.seconds)),
        tiebreaks=stored.tiebreak,
    )

    # two ids that mean one player now may both have sat in the tournament
    if len(set(players)) < len(players):
        return Games.from_games(games, header.end, header.seconds)

    return games


def _times_in_columns(
    stored: TournamentColumns, usual: int
) -> Iterator[tuple[int, int]]:
    """Yield the seconds of both players of each game; nothing where all games have the
    usual time.
    """
    if not stored.minutes and not stored.minutes_black:
        return
    unsaid = (None,) * len(stored.results)
    white = stored.minutes or unsaid
    black = stored.minutes_black or unsaid
    for of_white, of_black in zip(white, black, strict=True):
        yield _times(of_white, of_black, usual)


def _times(white: float | None, black: float | None, usual: int) -> tuple[int, int]:
    """Return the seconds of both players of a game. The minutes of White count for both
    where none are said of Black, and without them `usual` does.

    `white`, `black`: minutes; `usual`: seconds.

        _times(15, None, 5400)  # (900, 900)
        _times(None, None, 5400)  # (5400, 5400)
    """
    seconds = usual if white is None else seconds_of_minutes(white) or 0
    if black is None:
        return seconds, seconds
    return seconds, seconds_of_minutes(black) or 0


def _games(
    games: Iterable[GameFact], header: Header, resolve: Resolve | None
) -> Iterator[Game]:
    """Yield games that are facts one by one, with the header's value where a game says
    nothing of its own.
    """
    for game in games:
        white, black = game.white, game.black
        if resolve is not None:
            white, black = resolve(white), resolve(black)
        seconds, seconds_black = _times(
            game.minutes, game.minutes_black, header.seconds
        )
        yield Game(
            id=game.game,
            round=game.round,
            place=game.place,
            on=game.on or header.end,
            white=white,
            black=black,
            result=game.result,
            points=HALF_POINTS.get(game.result),
            seconds=seconds,
            seconds_black=seconds_black,
            tiebreak=game.tiebreak,
        )
