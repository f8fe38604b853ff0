"""Answer `selo player opponents`: whom a player met, how often, and how it went; with white
and with black.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from typing import Annotated

from msgspec import field
from msgspec.structs import asdict

from ledger.columns import TournamentColumns
from messages.answer import UNSET, Answer, Date, UnsetType
from messages.results import HALF_POINTS, RESULT_OF
from projections.answers.asking import ListName, PlayerId, Positive, Timed, about
from projections.answers.career import (
    PlayerName,
    asked_for,
    career,
    kept_list,
    known_player,
    names_of,
    player_name,
)
from projections.answers.reading import Basis, Reading
from projections.tables.boards import boards
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
        return opponents(reading, self.player, self.limit, self.list_name)


class _Count:
    """A count of games lost, drawn and won, with the last day."""

    def __init__(self) -> None:
        self.points = [0, 0, 0]
        self.last = ""

    def score(self) -> Score:
        return score_of(self.points)


def score_of(points: Sequence[int]) -> Score:
    """Make a score of how many games brought no half point, one, and two."""
    lost, drawn, won = points
    return Score(
        games=won + drawn + lost, won=won, drawn=drawn, lost=lost, score=won + drawn / 2
    )


def opponents(
    reading: Reading, asked: str, top: int | None = None, list_name: str | None = None
) -> OpponentsAnswer:
    """Count the games against each opponent, over every game played up to the day, as
    known, withdrawn tournaments left out: rated or not, or only those that count in the
    player's rating on a list.
    """
    player = known_player(reading, asked)
    met: dict[str, _Count] = defaultdict(_Count)
    white, black = _Count(), _Count()
    games = (
        _games(reading, player)
        if list_name is None
        else _rated_games(reading, player, kept_list(reading, list_name))
    )
    for opponent, is_white, half_points, day in games:
        count = met[opponent]
        count.points[half_points] += 1
        if day > count.last:
            count.last = day
        (white if is_white else black).points[half_points] += 1
    most = sorted(met, key=lambda other: (-sum(met[other].points), other))[:top]
    names = names_of(reading, most)
    return OpponentsAnswer(
        player=player_name(reading, player),
        list=list_name,
        white=white.score(),
        black=black.score(),
        rows=tuple(
            OpponentMet(
                player=other,
                name=names.get(other),
                **asdict(met[other].score()),
                last_played=met[other].last,
            )
            for other in most
        ),
        basis=reading.basis(),
        asked=asked_for(reading, asked, player),
    )


def _games(reading: Reading, player: str) -> Iterator[tuple[str, bool, int, str]]:
    """Yield (opponent, whether with white, half points, day) for every played game."""
    resolve, own = reading.timeline.resolve, set(reading.timeline.aliases(player))
    names = sorted(
        {name for alias in own for name in boards(reading.events).tournaments(alias)}
    )
    reading.timeline.expect_tournaments(names)
    for name in names:
        tournament = reading.timeline.tournament(name)
        if tournament is None or tournament.withdrawn:
            continue
        end = tournament.header.end
        stored = tournament.columns
        if stored is not None and not stored.on:
            if end > reading.as_of:
                continue
            for opponent, mine, letter in _met(stored, own):
                if halves := HALF_POINTS.get(RESULT_OF[letter]):
                    yield resolve(opponent), mine, halves[not mine], end
            continue
        for game in tournament.games.values():
            day = game.on or end
            if (game.white in own or game.black in own) and day <= reading.as_of:
                mine = game.white in own
                if halves := HALF_POINTS.get(game.result):
                    yield (
                        resolve(game.black if mine else game.white),
                        mine,
                        halves[not mine],
                        day,
                    )


def _met(
    stored: TournamentColumns, own: Collection[str]
) -> Iterator[tuple[str, bool, str]]:
    """Yield (opponent, whether with white, letter of the result) for each game of a
    player with one of these ids.
    """
    players, white, black = stored.players, stored.white, stored.black
    seats = [players.index(player) for player in own if player in players]
    for seat in seats:
        for at in positions(white, seat):
            yield players[black[at]], True, stored.results[at]
        for at in positions(black, seat):
            if white[at] not in seats:
                yield players[white[at]], False, stored.results[at]


def _rated_games(
    reading: Reading, player: str, list_name: str
) -> Iterator[tuple[str, bool, int, str]]:
    """Yield (opponent, whether with white, half points, day) for the games in the
    player's calculation on a list.
    """
    own = set(reading.timeline.aliases(player))
    entries = career(reading, player, list_name)
    reading.timeline.expect_tournaments(
        {entry.tournament for entry in entries if entry.tournament}
    )
    for entry in entries:
        tournament = (
            reading.timeline.tournament(entry.tournament) if entry.tournament else None
        )
        if tournament is None:
            continue
        for term in entry.worked_out().change.terms:
            game = tournament.games[term.game]
            opponent = reading.timeline.resolve(term.opponent)
            yield (
                opponent,
                game.white in own,
                term.half_points,
                game.on or tournament.header.end,
            )
