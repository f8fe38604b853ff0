"""Answer `selo player opponents`: whom a player met, how often, and how it went; with white
and with black.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Annotated, NamedTuple

from msgspec import field
from msgspec.structs import asdict

from ledger.columns import TournamentColumns
from ledger.timeline import TournamentNow
from messages.answer import UNSET, Answer, Date, UnsetType
from messages.results import HALF_POINTS, RESULT_OF
from projections.answers.asking import ListName, PlayerId, Positive, Timed, about
from projections.answers.career import (
    PlayerName,
    career,
    kept_list,
    known_player,
    merged_id_asked,
    names_of,
    player_name,
)
from projections.answers.reading import Basis, Reading
from projections.answers.tournaments.naming import tournaments_naming
from rulebooks.games import positions


class Score(Answer, frozen=True, kw_only=True):
    """Games that were played, and how they ended."""

    games: int
    won: int
    drawn: int
    lost: int
    score: float


class OpponentMet(Answer, frozen=True, kw_only=True):
    """Somebody the player met."""

    player: str
    name: str | None
    games: int
    won: int
    drawn: int
    lost: int
    score: float
    last_played: Date


class OpponentsAnswer(Answer, frozen=True, kw_only=True):
    """The answer of `player opponents`: those met most often first."""

    player: PlayerName
    list: str | None
    white: Score
    black: Score
    rows: tuple[OpponentMet, ...]
    basis: Basis
    asked: str | UnsetType = UNSET


class Opponents(Timed, frozen=True, kw_only=True):
    """Whom a player met, how often, and how it went; with White and with Black."""

    line = ("player",)
    examples = ("selo player opponents F033 --list selo --top 5",)
    table = "rows"
    player: PlayerId
    list_name: Annotated[
        ListName | None,
        about("Only games rated on it. Default: every game that was played."),
    ] = field(default=None, name="list")
    limit: Annotated[
        Positive | None, about("Only the N met most often.", "N", option="top")
    ] = None

    def ask(self, reading: Reading) -> OpponentsAnswer:
        """Return whom the player met most often."""
        return opponents(reading, self.player, self.limit, self.list_name)


class _Count:
    """A count of games lost, drawn and won, with the last day."""

    def __init__(self) -> None:
        """`points`: how many games brought 0, 1 and 2 half points."""
        self.points = [0, 0, 0]
        self.last = ""

    def score(self) -> Score:
        """Return the games as a score for the answer."""
        return score_of(self.points)


def score_of(points: Sequence[int]) -> Score:
    """Make a score of how many games brought no half point, one, and two.

    For example:

        [1, 2, 3]  ->  6 games: 3 won, 2 drawn, 1 lost, score 4.0
    """
    lost, drawn, won = points
    return Score(
        games=won + drawn + lost,
        won=won,
        drawn=drawn,
        lost=lost,
        score=won + drawn / 2,
    )


class _Game(NamedTuple):
    """A game that was played, from the side of the player."""

    opponent: str
    is_white: bool
    half_points: int
    day: str


def opponents(
    reading: Reading, asked: str, top: int | None = None, list_name: str | None = None
) -> OpponentsAnswer:
    """Count the games against each opponent, over every game played up to the day, as
    known, withdrawn tournaments left out: rated or not, or only those that count in the
    player's rating on a list.

    `asked`: an id, or what may stand for one; `top`: only so many opponents. The scores
    by colour are of all of them. Most games come first, then by id.

    Refused are a player whom nobody knows and a list that the ledger does not keep.
    """

    player = known_player(reading, asked)
    if list_name is None:
        games = _games(reading, player)
    else:
        games = _rated_games(reading, player, kept_list(reading, list_name))

    met: dict[str, _Count] = defaultdict(_Count)
    white, black = _Count(), _Count()

    for opponent, is_white, half_points, day in games:
        count = met[opponent]
        count.points[half_points] += 1

        if day > count.last:
            count.last = day

        of_colour = white if is_white else black
        of_colour.points[half_points] += 1

    most = sorted(met, key=lambda other: (-sum(met[other].points), other))[:top]

    return OpponentsAnswer(
        player=player_name(reading, player),
        list=list_name,
        white=white.score(),
        black=black.score(),
        rows=_rows(reading, {other: met[other] for other in most}),
        basis=reading.basis(),
        asked=merged_id_asked(reading, asked, player),
    )


def _rows(reading: Reading, met: Mapping[str, _Count]) -> tuple[OpponentMet, ...]:
    """`met`: in the order of the rows."""
    names = names_of(reading, [*met])

    rows = []
    for opponent, count in met.items():
        row = OpponentMet(
            player=opponent,
            name=names.get(opponent),
            **asdict(count.score()),
            last_played=count.last,
        )
        rows.append(row)

    return tuple(rows)


def _games(reading: Reading, player: str) -> Iterator[_Game]:
    """Yield every game that the player has played.

    `player`: the id that counts for them; games under merged ids are among them.
    """

    timeline = reading.timeline
    own = set(timeline.aliases(player))
    names = tournaments_naming(reading, own)
    timeline.expect_tournaments(names)

    for name in names:
        tournament = timeline.tournament(name)
        if tournament is None or tournament.withdrawn:
            continue

        # games of one day each: the columns need not be made into games
        stored = tournament.columns
        end = tournament.header.end
        if stored is None or stored.on:
            yield from _games_with_days(reading, tournament, own)

        elif end <= reading.as_of:
            yield from _games_in_columns(reading, stored, own, end)


def _games_with_days(
    reading: Reading, tournament: TournamentNow, own: Collection[str]
) -> Iterator[_Game]:
    """Yield the player's games of a tournament whose games have days of their own.

    `own`: the player's ids. A game without a day counts on the last one of its
    tournament. Games that were not played, or that came later, are left out.
    """
    resolve = reading.timeline.resolve

    for game in tournament.games.values():
        is_white = game.white in own
        if not is_white and game.black not in own:
            continue

        day = game.on or tournament.header.end
        halves = HALF_POINTS.get(game.result)
        if day > reading.as_of or not halves:
            continue

        opponent = game.black if is_white else game.white
        yield _Game(resolve(opponent), is_white, halves[not is_white], day)


def _games_in_columns(
    reading: Reading, stored: TournamentColumns, own: Collection[str], day: str
) -> Iterator[_Game]:
    """Yield the player's games of a tournament that ended on a day, from its columns:
    `own` are the player's ids.

    `day`: YYYY-MM-DD, the last of the tournament.
    """
    resolve = reading.timeline.resolve

    players = stored.players
    seats = [players.index(player) for player in own if player in players]

    for at, is_white in _boards(stored, seats):
        halves = HALF_POINTS.get(RESULT_OF[stored.results[at]])
        if not halves:
            continue

        seat = stored.black[at] if is_white else stored.white[at]
        yield _Game(
            opponent=resolve(players[seat]),
            is_white=is_white,
            half_points=halves[not is_white],
            day=day,
        )


def _boards(stored: TournamentColumns, seats: Sequence[int]) -> list[tuple[int, bool]]:
    """Return (where a game stands in the columns, whether with white) for each game of
    some seats; one of two of them stands there once, with white.

    For example:

        seats [4]: [(0, True), (7, False)]
    """
    boards = []

    for seat in seats:
        for at in positions(stored.white, seat):
            boards.append((at, True))

        for at in positions(stored.black, seat):
            if stored.white[at] not in seats:
                boards.append((at, False))

    return boards


def _rated_games(reading: Reading, player: str, list_name: str) -> Iterator[_Game]:
    """Yield the games in the player's calculation on a list.

    Openings and rulings are no games.
    """
    timeline = reading.timeline
    own = set(timeline.aliases(player))

    entries = career(reading, player, list_name)
    names = {entry.tournament for entry in entries if entry.tournament}
    timeline.expect_tournaments(names)

    for entry in entries:
        tournament = None
        if entry.tournament:
            tournament = timeline.tournament(entry.tournament)

        # entries of openings and rulings have no tournament
        if tournament is None:
            continue

        for term in entry.worked_out().change.terms:
            game = tournament.games[term.game]
            yield _Game(
                opponent=timeline.resolve(term.opponent),
                is_white=game.white in own,
                half_points=term.half_points,
                day=game.on or tournament.header.end,
            )
