"""Answer `selo league boards` and `selo league team`: boards in the order of ratings or not; a team,
its matches and its season.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from typing import Annotated

from msgspec import field

from features.leagues.matches import (
    LeagueNow,
    MatchPlayed,
    closing_day,
    halves_of,
    league_now,
    players_of,
    team_of,
)
from features.leagues.tables import (
    LeagueRow,
    matches_by_team,
    table_rows,
)
from ledger.league import Team
from ledger.words import Result
from messages import Message, say
from messages.answer import Answer, Date, one_of
from projections.answers.asking import (
    ListName,
    PlayerId,
    Timed,
    TournamentId,
    about,
    names_in,
)
from projections.answers.career import kept_list, listed, names_of
from projections.answers.reading import Basis, Reading
from projections.answers.tournaments.tournament import known_tournament, league_in

TeamId = Annotated[str, about("A team's id, or its name.")]


class BoardRow(Answer, frozen=True, kw_only=True):
    """A player of a team by rating. `board`: the place that the league has for them."""

    team: str
    team_name: str
    place: int
    player: str
    name: str | None
    rating: int | None
    board: int


class BoardsAnswer(Answer, frozen=True, kw_only=True):
    """The answer of `league boards`. `on`: the day of the ratings; `doubts`: what is wrong
    with the line-up that was given.
    """

    tournament: str
    list: str
    on: Date
    gap: int
    rows: tuple[BoardRow, ...]
    line_up: tuple[str, ...]
    doubts: tuple[Message, ...]
    basis: Basis


class BoardsAsked(Timed, frozen=True, kw_only=True):
    """The players of a league's teams by their ratings on the closing day, or on the
    day of --as-of; and whether a line-up, named in the order of its boards, is in that
    order.
    """

    line = ("tournament", "team", "player")
    examples = (
        (
            "selo league boards joukkueliiga-2024-25 kuusilahden F001 F017 F011 F022 --as-of"
            " 2024-09-01"
        ),
    )
    table = "rows"
    tournament: TournamentId
    team: TeamId | None = None
    player: Annotated[
        tuple[PlayerId, ...], about("A line-up, from the first board on.", "PLAYER...")
    ] = ()
    list_name: Annotated[
        ListName | None, about("Default: the first list the ledger keeps.")
    ] = field(default=None, name="list")

    def ask(self, reading: Reading) -> BoardsAnswer:
        return boards_answer(reading, self)


def ratings_on(
    reading: Reading, list_name: str, players: Sequence[str], day: str
) -> dict[str, int | None]:
    there = reading.at(day, reading.known_seq)
    return {player: there.rating(list_name, player) for player in players}


def out_of_order(
    line_up: Sequence[str],
    ratings: Mapping[str, int | None],
    names: Mapping[str, str],
    gap: int,
) -> Iterator[Message]:
    """Warn of each player on a lower board than somebody rated lower by more than the
    gap. Players without a rating are not compared.
    """
    for at, player in enumerate(line_up):
        own = ratings.get(player)
        lower = [
            (rating, board, above)
            for board, above in enumerate(line_up[:at], 1)
            if own is not None
            and (rating := ratings.get(above)) is not None
            and own - rating > gap
        ]
        if lower:
            rating, board, above = min(lower)
            yield say(
                "{player} ({rating}) on board {board} is rated above {other}"
                " ({other_rating}) on board {other_board}",
                player=names.get(player, player),
                rating=own,
                board=at + 1,
                other=names.get(above, above),
                other_rating=rating,
                other_board=board,
            )


def boards_answer(reading: Reading, asked: BoardsAsked) -> BoardsAnswer:
    current = known_tournament(reading, asked.tournament)
    league, resolve = league_in(current), reading.timeline.resolve
    teams = (
        league.teams
        if asked.team is None
        else [team_of(current.id, league, asked.team)]
    )
    list_name = (
        reading.first_list()
        if asked.list_name is None
        else kept_list(reading, asked.list_name)
    )
    on = reading.as_of if asked.as_of is not None else closing_day(league, reading)
    rosters = {team.team: players_of(team, reading) for team in teams}
    line_up = list(map(resolve, names_in(asked.player)))
    everybody = sorted(
        {player for roster in rosters.values() for player in roster} | {*line_up}
    )
    ratings, names = (
        ratings_on(reading, list_name, everybody, on),
        names_of(reading, everybody),
    )
    rows = []
    for team in teams:
        roster = rosters[team.team]
        order = sorted(
            roster, key=lambda player: (-(ratings[player] or -10_000), player)
        )
        rows += [
            BoardRow(
                team=team.team,
                team_name=team.name,
                place=place,
                player=player,
                name=names.get(player),
                rating=ratings[player],
                board=rosters[team.team].index(player) + 1,
            )
            for place, player in enumerate(order, 1)
        ]
    roster = (
        rosters[teams[0].team]
        if asked.team is not None
        else [row.player for row in rows]
    )
    doubts = [
        *not_of_team(line_up, roster, names),
        *out_of_order(line_up, ratings, names, league.order_gap),
    ]
    return BoardsAnswer(
        tournament=current.id,
        list=list_name,
        on=on,
        gap=league.order_gap,
        rows=listed(reading, rows),
        line_up=tuple(line_up),
        doubts=tuple(doubts),
        basis=reading.basis(),
    )


def not_of_team(
    line_up: Sequence[str], roster: Sequence[str], names: Mapping[str, str]
) -> Iterator[Message]:
    """Warn of each player in a line-up who is not in the team, or stands twice in the
    line-up.
    """
    for at, player in enumerate(line_up):
        if player not in roster:
            yield say("{player} is not in the team", player=names.get(player, player))
        if player in line_up[:at]:
            yield say("{player} is on two boards", player=names.get(player, player))


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
    now = league_now(reading, tournament)
    team = team_of(now.tournament.id, now.league, asked)
    resolve, roster = reading.timeline.resolve, players_of(team, reading)
    own = matches_by_team(now)[team.team]
    met = {
        resolve(player)
        for one in own
        for seat in one.seats
        for player in (seat.game.white, seat.game.black)
    }
    names = names_of(reading, sorted({*roster, *met}))
    closing = now.league.closing_day
    on_list = (
        {}
        if closing is None
        else ratings_on(
            reading, reading.first_list(), roster, min(closing, reading.as_of)
        )
    )
    matches = tuple(
        _match(one, team, now, roster, names, on_list, reading) for one in own
    )
    seasons = _seasons(reading, tournament)
    boards = [board for match in matches for board in match.line_up]
    return TeamAnswer(
        tournament=now.tournament.id,
        tournament_name=now.tournament.header.name,
        team=team.team,
        name=team.name,
        standing=next(
            row for row in table_rows(now, reading.as_of) if row.team == team.team
        ),
        players=listed(
            reading,
            (
                TeamPlayer(
                    board=at,
                    player=player,
                    name=names.get(player),
                    listed=on_list.get(player),
                    reserve=now.league.boards is not None and at > now.league.boards,
                    games=sum(
                        board.player == player and board.game is not None
                        for board in boards
                    ),
                    points=sum(
                        board.score or 0.0 for board in boards if board.player == player
                    ),
                    lists=seasons.get(player, {}),
                )
                for at, player in enumerate(roster, 1)
            ),
        ),
        matches=matches,
        basis=reading.basis(),
    )


def _match(
    one: MatchPlayed,
    team: Team,
    now: LeagueNow,
    roster: Sequence[str],
    names: Mapping[str, str],
    on_list: Mapping[str, int | None],
    reading: Reading,
) -> TeamMatchRow:
    home = one.match.home == team.team
    mine, theirs = (0, 1) if home else (1, 0)
    line_up = tuple(
        sorted(
            _line_up(one, home, roster, names, reading), key=lambda board: board.board
        )
    )
    other = one.match.away if home else one.match.home
    on = {board.board: board.player for board in line_up}  # some boards may be empty
    every_board = [on.get(board, "") for board in range(1, max(on, default=0) + 1)]
    return TeamMatchRow(
        round=one.match.round,
        on=one.on,
        home=home,
        opponent=other,
        opponent_name=None if other is None else now.teams[other].name,
        status=one.brought.status,
        points=one.brought.points[mine],
        points_against=one.brought.points[theirs],
        boards=one.brought.boards[mine],
        boards_against=one.brought.boards[theirs],
        line_up=line_up,
        doubts=tuple(out_of_order(every_board, on_list, names, now.league.order_gap)),
    )


def _line_up(
    one: MatchPlayed,
    home: bool,
    roster: Sequence[str],
    names: Mapping[str, str],
    reading: Reading,
) -> Iterator[TeamBoard]:
    resolve = reading.timeline.resolve
    taken = {game.board for game, _ in one.seats if game.board}
    free = (board for board in count(1) if board not in taken)
    for game, home_white in one.seats:
        white = home_white == home
        player, opponent = map(
            resolve, (game.white, game.black) if white else (game.black, game.white)
        )
        points = halves_of(game.result)
        yield TeamBoard(
            board=game.board or next(free),
            player=player,
            name=names.get(player),
            game=game.game,
            colour="white" if white else "black",
            opponent=opponent,
            opponent_name=names.get(opponent),
            result=game.result,
            score=None if points is None else points[0 if white else 1],
        )
    alone = [player for player in map(resolve, one.unopposed) if player in roster]
    for at, player in zip(free, sorted(alone, key=roster.index), strict=False):
        yield TeamBoard(
            board=at,
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
    """Return by player and list what the units of the tournament changed."""
    seasons: dict[str, dict[str, Season]] = {}
    for entry in reading.entries(tournament=tournament):
        figure, lists = entry.figure, seasons.setdefault(entry.figure.player, {})
        first = lists.get(entry.list)
        change = None if figure.before is None else figure.after - figure.before
        if first is not None:
            change = (first.change or 0) + (change or 0)
        before = figure.before if first is None else first.before
        lists[entry.list] = Season(before=before, after=figure.after, change=change)
    return seasons
