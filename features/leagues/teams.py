"""Answer `selo league team`: a team, its matches and its season."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from typing import Annotated

from features.leagues.boards import TeamId, out_of_order, ratings_on
from features.leagues.matches import (
    LeagueNow,
    MatchPlayed,
    halves_of,
    league_now,
    players_of,
    team_of,
)
from features.leagues.tables import LeagueRow, matches_by_team, table_rows
from ledger.field_types import Result
from ledger.league import Team
from messages import Message
from messages.answer import Answer, Date, one_of
from projections.answers.asking import Timed, TournamentId
from projections.answers.career import names_of, rows_to_show
from projections.answers.reading import Basis, Reading


class Season(Answer, frozen=True, kw_only=True):
    """A rating before the first game of the season and after the last, and what these
    games alone changed.
    """

    before: int | None
    after: int
    change: int | None


class TeamPlayer(Answer, frozen=True, kw_only=True):
    """Somebody of a team. `board`: the place in its order; `listed`: the rating on the
    closing day; `points` with forfeits.
    """

    board: int
    player: str
    name: str | None
    reserve: bool
    listed: int | None
    games: int
    points: float
    lists: dict[str, Season]


class TeamBoard(Answer, frozen=True, kw_only=True):
    """A board of a match from the side of one team; without a game nobody came to it."""

    board: int
    player: str
    name: str | None
    game: str | None
    colour: str | None
    opponent: str | None
    opponent_name: str | None
    result: Annotated[str, one_of(Result)] | None
    score: float | None


class TeamMatchRow(Answer, frozen=True, kw_only=True):
    """A match from the side of one team. `doubts`: what of its line-up is not in the
    order of the closing day.
    """

    round: int
    on: Date | None
    home: bool
    opponent: str | None
    opponent_name: str | None
    status: str
    points: float | None
    points_against: float | None
    boards: float
    boards_against: float
    line_up: tuple[TeamBoard, ...]
    doubts: tuple[Message, ...]


class TeamAnswer(Answer, frozen=True, kw_only=True):
    """The answer of `league team`."""

    tournament: str
    tournament_name: str
    team: str
    name: str
    standing: LeagueRow
    players: tuple[TeamPlayer, ...]
    matches: tuple[TeamMatchRow, ...]
    basis: Basis


class TeamAsked(Timed, frozen=True, kw_only=True):
    """A team of a league: its matches and line-ups, its players' ratings, and what the
    season did to them.
    """

    line = ("tournament", "team")
    examples = ("selo league team joukkueliiga-2024-25 kuusilahden",)
    table = "players"
    tournament: TournamentId
    team: TeamId

    def ask(self, reading: Reading) -> TeamAnswer:
        return team_answer(reading, self.tournament, self.team)


def team_answer(reading: Reading, tournament: str, asked: str) -> TeamAnswer:
    """Return a team's matches, and what the season did to its players.

    asked: the team's id, or its name.

    Games and points of a player are those of the line-ups; boards to which nobody came
    are points without a game.
    """
    now = league_now(reading, tournament)
    team = team_of(now.tournament.id, now.league, asked)
    roster = players_of(team, reading)
    own = matches_by_team(now)[team.team]
    everybody = {*roster, *_players_met(own, reading)}
    names = names_of(reading, sorted(everybody))

    on_closing_day: dict[str, int | None] = {}
    closing = now.league.closing_day
    if closing is not None:
        day = min(closing, reading.as_of)
        on_closing_day = ratings_on(reading, reading.first_list(), roster, day)

    matches = []
    boards: list[TeamBoard] = []
    for one in own:
        match = _match(
            one=one,
            team=team,
            now=now,
            roster=roster,
            names=names,
            on_closing_day=on_closing_day,
            reading=reading,
        )
        matches.append(match)
        boards += match.line_up

    seasons = _seasons(reading, tournament)

    # of everybody on the roster, also those who did not play
    players = []
    for number, player in enumerate(roster, 1):
        played = [board for board in boards if board.player == player]
        row = TeamPlayer(
            board=number,
            player=player,
            name=names.get(player),
            listed=on_closing_day.get(player),
            reserve=now.league.boards is not None and number > now.league.boards,
            games=sum(board.game is not None for board in played),
            points=sum(board.score or 0.0 for board in played),
            lists=seasons.get(player, {}),
        )
        players.append(row)

    rows = {row.team: row for row in table_rows(now, reading.as_of)}

    return TeamAnswer(
        tournament=now.tournament.id,
        tournament_name=now.tournament.header.name,
        team=team.team,
        name=team.name,
        standing=rows[team.team],
        players=rows_to_show(reading, players),
        matches=tuple(matches),
        basis=reading.basis(),
    )


def _players_met(matches: Sequence[MatchPlayed], reading: Reading) -> Iterator[str]:
    """Yield both players of each game of some matches, some of them often."""
    resolve = reading.timeline.resolve
    for one in matches:
        for seat in one.seats:
            yield resolve(seat.game.white)
            yield resolve(seat.game.black)


def _match(
    one: MatchPlayed,
    team: Team,
    now: LeagueNow,
    roster: Sequence[str],
    names: Mapping[str, str],
    on_closing_day: Mapping[str, int | None],
    reading: Reading,
) -> TeamMatchRow:
    """Return a match from the side of one team.

    roster: the team's players in the order of boards. on_closing_day: their ratings
    then.

    A line-up that is not in the order of those ratings has doubts; boards without a
    player are passed over.
    """
    home = one.match.home == team.team
    brought = one.brought
    line_up = list(_line_up(one, home, roster, names, reading))
    line_up.sort(key=lambda board: board.board)
    players = {board.board: board.player for board in line_up}
    last = max(players, default=0)
    # some boards may be empty
    every_board = [players.get(board, "") for board in range(1, last + 1)]

    gap = now.league.order_gap
    if home:
        own, other = 0, 1
        opponent = one.match.away
    else:
        own, other = 1, 0
        opponent = one.match.home

    return TeamMatchRow(
        round=one.match.round,
        on=one.on,
        home=home,
        opponent=opponent,
        opponent_name=None if opponent is None else now.teams[opponent].name,
        status=brought.status,
        points=brought.points[own],
        points_against=brought.points[other],
        boards=brought.boards[own],
        boards_against=brought.boards[other],
        line_up=tuple(line_up),
        doubts=tuple(out_of_order(every_board, on_closing_day, names, gap)),
    )


def _line_up(
    one: MatchPlayed,
    home: bool,
    roster: Sequence[str],
    names: Mapping[str, str],
    reading: Reading,
) -> Iterator[TeamBoard]:
    """Yield the boards of a match from one side: the games, and those to which nobody
    came.

    home: whether it is the home team's side.

    A game that says no board, and whoever had no opponent, fill the boards that no game
    has, from the first on; the latter in the order of the roster.
    """
    resolve = reading.timeline.resolve
    numbered = {seat.game.board for seat in one.seats}
    free = (board for board in count(1) if board not in numbered)
    for game, home_white in one.seats:
        points = halves_of(game.result) or (None, None)
        if home_white == home:
            colour = "white"
            player = resolve(game.white)
            opponent = resolve(game.black)
            score, _ = points
        else:
            colour = "black"
            player = resolve(game.black)
            opponent = resolve(game.white)
            _, score = points

        yield TeamBoard(
            board=game.board or next(free),
            player=player,
            name=names.get(player),
            game=game.game,
            colour=colour,
            opponent=opponent,
            opponent_name=names.get(opponent),
            result=game.result,
            score=score,
        )

    # players without an opponent, each of them a point
    alone = [player for player in map(resolve, one.unopposed) if player in roster]
    alone.sort(key=roster.index)
    for board, player in zip(free, alone, strict=False):
        yield TeamBoard(
            board=board,
            player=player,
            name=names.get(player),
            game=None,
            colour=None,
            opponent=None,
            opponent_name=None,
            result=None,
            score=1.0,
        )


def _seasons(reading: Reading, tournament: str) -> dict[str, dict[str, Season]]:
    """Return by player and list what the units of the tournament changed.

    If a list has several units of the tournament, the season begins with the rating
    before the first and ends with that after the last; their changes are added. A first
    rating is no change.
    """
    seasons: dict[str, dict[str, Season]] = {}
    for entry in reading.entries(tournament=tournament):
        figure = entry.figure
        before = figure.before
        after = figure.after
        change = None if before is None else after - before
        lists = seasons.setdefault(figure.player, {})
        first = lists.get(entry.list)
        if first is not None:
            before = first.before
            change = (first.change or 0) + (change or 0)
        lists[entry.list] = Season(before=before, after=after, change=change)

    return seasons
