"""Compare two players (`selo player versus`): their games, the score on each list, and what is
expected now.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence, Set
from typing import Annotated, NamedTuple

from msgspec import field

from ledger.bodies import GameFact
from ledger.errors import Problem, Usage, Where
from ledger.field_types import Result
from ledger.timeline import TournamentNow
from messages import say
from messages.answer import UNSET, Answer, Date, UnsetType, one_of
from messages.results import HALF_POINTS
from projections.answers.asking import ListName, PlayerId, Timed, about
from projections.answers.career import (
    PlayerName,
    kept_list,
    known_player,
    merged_id_asked,
    player_name,
)
from projections.answers.players.opponents import Score, score_of
from projections.answers.players.show import on_list
from projections.answers.reading import Basis, Reading
from projections.answers.tournaments.naming import tournaments_naming
from rulebooks import rulebook
from rulebooks.base import Standing, Unit
from rulebooks.games import NO_GAMES


class VersusGame(Answer, frozen=True, kw_only=True):
    """A game between the two, from the side of the first; a game that was not played
    has no score.
    """

    on: Date
    tournament: str
    name: str
    game: str
    round: int
    colour: str
    result: Annotated[str, one_of(Result)]
    score: float | None
    lists: tuple[str, ...]


class VersusOnList(Answer, frozen=True, kw_only=True):
    """The two on one list: their ratings, what each is expected to score in one game
    now, and how the games that count in the first one's rating went.
    """

    rating: int | None
    opponent_rating: int | None
    expected: float | None
    opponent_expected: float | None
    score: Score


class VersusAnswer(Answer, frozen=True, kw_only=True):
    """The answer of `player versus`: the score of the games that were played, by colour and by
    list, and each game by its day.
    """

    player: PlayerName
    opponent: PlayerName
    list: str | None
    score: Score
    white: Score
    black: Score
    lists: dict[str, VersusOnList]
    games: tuple[VersusGame, ...]
    basis: Basis
    asked: str | UnsetType = UNSET
    asked_opponent: str | UnsetType = UNSET


class Versus(Timed, frozen=True, kw_only=True):
    """Two players against each other: every game, the score on each list, their
    ratings, and what each is expected to score now.
    """

    line = ("player", "opponent")
    examples = (
        "selo player versus F033 F025",
        "selo player versus F033 F025 --as-of 2024-06-30",
    )
    table = "games"
    player: PlayerId
    opponent: PlayerId
    list_name: Annotated[
        ListName | None, about("Only games rated on it. Default: every game.")
    ] = field(default=None, name="list")

    def ask(self, reading: Reading) -> VersusAnswer:
        """Put the two players side by side."""
        return versus(reading, self.player, self.opponent, self.list_name)


class _Met(NamedTuple):
    """A game of the two with the tournament it belongs to."""

    tournament: TournamentNow
    game: GameFact
    white: bool

    @property
    def on(self) -> str:
        """The day of the game, or the last of its tournament (YYYY-MM-DD)."""
        return self.game.on or self.tournament.header.end

    @property
    def half_points(self) -> int | None:
        """The half points of the first of the two, if it was played."""
        halves = HALF_POINTS.get(self.game.result)
        return None if halves is None else halves[not self.white]


def versus(
    reading: Reading, asked: str, asked_opponent: str, list_name: str | None = None
) -> VersusAnswer:
    """Put two players side by side over every game up to the day, as known, withdrawn
    tournaments left out; or only over those that count in the first one's rating on a
    list.

    `asked`, `asked_opponent`: ids, or what may stand for one. `Usage`: they are the
    same player. `lists` has both players' ratings on every list, whichever is asked
    for.
    """

    player = known_player(reading, asked)
    opponent = known_player(reading, asked_opponent)
    if player == opponent:
        raise _own_opponent(player)

    met = sorted(_games_of_both(reading, player, opponent), key=_order)
    counted = _counted_games(reading, player, {one.tournament.id for one in met})

    every = []
    for one in met:
        lists = tuple(name for name, own in counted.items() if _key(one) in own)
        every.append((one, lists))

    chosen = None
    shown = every
    if list_name is not None:
        chosen = kept_list(reading, list_name)
        shown = [(one, lists) for one, lists in every if chosen in lists]

    games = [one for one, _ in shown]

    return VersusAnswer(
        player=player_name(reading, player),
        opponent=player_name(reading, opponent),
        list=chosen,
        score=_score(games),
        white=_score(one for one in games if one.white),
        black=_score(one for one in games if not one.white),
        lists=_by_list(reading, player, opponent, every),
        games=tuple(_game(one, lists) for one, lists in shown),
        basis=reading.basis(),
        asked=merged_id_asked(reading, asked, player),
        asked_opponent=merged_id_asked(reading, asked_opponent, opponent),
    )


def _own_opponent(player: str) -> Usage:
    """Make the refusal of a player put beside themselves."""
    message = say("{player} cannot be their own opponent", player=player)
    where = Where(field="opponent")
    return Usage(Problem("no-opponents", message, where, say("name others")))


def _games_of_both(reading: Reading, player: str, opponent: str) -> Iterator[_Met]:
    """Yield the games of the two up to the day.

    Games under ids that were merged into theirs are among them.
    """

    timeline = reading.timeline
    own = set(timeline.aliases(player))
    others = set(timeline.aliases(opponent))

    names = tournaments_naming(reading, own | others)
    timeline.expect_tournaments(names)

    for name in names:
        tournament = timeline.tournament(name)
        if tournament is None or tournament.withdrawn:
            continue

        for game in tournament.games.values():
            if not _is_between(game, own, others):
                continue
            one = _Met(tournament, game, game.white in own)
            if one.on <= reading.as_of:
                yield one


def _is_between(game: GameFact, own: Set[str], others: Set[str]) -> bool:
    """Tell whether one of these players met one of the others in a game.

    `own`, `others`: all ids of the one and of the other.
    """
    white = game.white
    black = game.black

    if white in own:
        return black in others
    return black in own and white in others


def _order(one: _Met) -> tuple[str, str, int]:
    """Return what games are sorted by: day, tournament, round."""
    return one.on, one.tournament.id, one.game.round


def _key(one: _Met) -> tuple[str, str]:
    """Return what a game is known by: the tournament's id and its own."""
    return one.tournament.id, one.game.game


def _counted_games(
    reading: Reading, player: str, tournaments: Collection[str]
) -> dict[str, set[tuple[str, str]]]:
    """Return by list the games of these tournaments in the player's calculation.

    `tournaments`: ids. Each game is a pair of the tournament's id and its own.
    """

    by_list = {}
    for name in reading.lists():
        counted = set()

        for entry in reading.entries(player=player, list_name=name):
            if entry.tournament is None or entry.tournament not in tournaments:
                continue

            for term in entry.worked_out().change.terms:
                counted.add((entry.tournament, term.game))

        by_list[name] = counted
    return by_list


def _by_list(
    reading: Reading,
    player: str,
    opponent: str,
    met: Sequence[tuple[_Met, tuple[str, ...]]],
) -> dict[str, VersusOnList]:
    """Put the two side by side on every list of the ledger.

    `met`: their games with the lists that each counts on, for the player.
    """
    sides = {}

    for name in reading.lists():
        rating = on_list(reading, player, name).rating
        opponent_rating = on_list(reading, opponent, name).rating
        expects = _expectation_on(reading, name)

        sides[name] = VersusOnList(
            rating=rating,
            opponent_rating=opponent_rating,
            expected=expects(rating, opponent_rating),
            opponent_expected=expects(opponent_rating, rating),
            score=_score(one for one, lists in met if name in lists),
        )
    return sides


def _expectation_on(
    reading: Reading, list_name: str
) -> Callable[[int | None, int | None], float | None]:
    """Return what says, of a rating and the opponent's, the score expected in one game
    by the rules in force: None where a rating is missing, or where the list asks for
    more than ratings.

    For example:

        expected(1900, 1800)  ->  0.64, by a list that goes by ratings
    """
    rules = rulebook(list_name)
    game = _today(reading, list_name)

    def expected(rating: int | None, opponent: int | None) -> float | None:
        """Ask the rules of the list, with standings that have a rating alone."""
        return rules.expected(Standing(rating), Standing(opponent), game)

    return expected


def _today(reading: Reading, list_name: str) -> Unit:
    """Return a unit of the day asked about, for a game that nobody has played.

    Rules of a day may need its edition, and nothing else of it is real.
    """
    return Unit(
        list=list_name,
        place="",
        kind="games",
        id="",
        tournament=None,
        start=reading.as_of,
        end=reading.as_of,
        edition=reading.edition(list_name),
        seq=0,
        header=None,
        games=NO_GAMES,
    )


def _score(met: Iterable[_Met]) -> Score:
    """Count the games that were played, by points of the first of the two."""
    points = [0, 0, 0]
    for one in met:
        if one.half_points is not None:
            points[one.half_points] += 1
    return score_of(points)


def _game(one: _Met, lists: tuple[str, ...]) -> VersusGame:
    """Make the row of a game; `lists`: on which it counts for the first of the two."""
    score = None
    if one.half_points is not None:
        score = one.half_points / 2

    return VersusGame(
        on=one.on,
        tournament=one.tournament.id,
        name=one.tournament.header.name,
        game=one.game.game,
        round=one.game.round,
        colour="white" if one.white else "black",
        result=one.game.result,
        score=score,
        lists=lists,
    )
