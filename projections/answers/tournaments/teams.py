"""`selo team`: a team, what it did in each match, and what the season did to its players."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import count

from ledger.league import Team
from messages import Message
from messages.answer import Answer, Date
from projections.answers.asking import Timed, TournamentId
from projections.answers.career import listed, names_of
from projections.answers.reading import Basis, Reading
from projections.answers.tournaments.boards import TeamId, out_of_order, ratings_on, team_of
from projections.answers.tournaments.league import LeagueRow, matches_by_team, table_rows
from projections.answers.tournaments.matches import LeagueNow, Played, halves_of, league_now


class Season(Answer, frozen=True, kw_only=True):
    """A rating before the first game of the season and after the last, and what these games alone changed."""

    before: int | None
    after: int
    change: int | None


class TeamPlayer(Answer, frozen=True, kw_only=True):
    """Somebody of a team. `board`: the place in its order; `listed`: the rating on the closing day; `points` with
    forfeits."""

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
    result: str | None
    score: float | None


class TeamMatchRow(Answer, frozen=True, kw_only=True):
    """A match from the side of one team. `doubts`: what of its line-up is not in the order of the closing day."""

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
    """The answer of `team`."""

    tournament: str
    tournament_name: str
    team: str
    name: str
    standing: LeagueRow
    players: tuple[TeamPlayer, ...]
    matches: tuple[TeamMatchRow, ...]
    basis: Basis


class TeamAsked(Timed, frozen=True, kw_only=True):
    """A team of a league: its matches and line-ups, its players' ratings, and what the season did to them."""

    line = ("tournament", "team")
    examples = ("selo team joukkueliiga-2024-25 kuusilahden",)
    table = "players"
    tournament: TournamentId
    team: TeamId

    def ask(self, reading: Reading) -> TeamAnswer:
        return team_answer(reading, self.tournament, self.team)


def team_answer(reading: Reading, tournament: str, asked: str) -> TeamAnswer:
    now = league_now(reading, tournament)
    team = team_of(now.tournament.id, now.league, asked)
    resolve = reading.timeline.resolve
    roster = list(dict.fromkeys(map(resolve, team.players)))
    own = matches_by_team(now)[team.team]
    met = {resolve(player) for one in own for seat in one.seats for player in (seat.game.white, seat.game.black)}
    names = names_of(reading, sorted({*roster, *met}))
    closing = now.league.closing_day
    on_list = {} if closing is None else ratings_on(reading, reading.first_list(), roster, min(closing, reading.as_of))
    matches = tuple(_match(one, team, now, roster, names, on_list, reading) for one in own)
    seasons = _seasons(reading, tournament)
    boards = [board for match in matches for board in match.line_up]
    return TeamAnswer(
        tournament=now.tournament.id,
        tournament_name=now.tournament.header.name,
        team=team.team,
        name=team.name,
        standing=next(row for row in table_rows(now, reading.as_of) if row.team == team.team),
        players=listed(reading, (
            TeamPlayer(
                board=at, player=player, name=names.get(player), listed=on_list.get(player),
                reserve=now.league.boards is not None and at > now.league.boards,
                games=sum(board.player == player and board.game is not None for board in boards),
                points=sum(board.score or 0.0 for board in boards if board.player == player),
                lists=seasons.get(player, {}),
            )
            for at, player in enumerate(roster, 1)
        )),
        matches=matches,
        basis=reading.basis(),
    )  # fmt: skip


def _match(
    one: Played, team: Team, now: LeagueNow, roster: Sequence[str], names: Mapping[str, str],
    on_list: Mapping[str, int | None], reading: Reading,
) -> TeamMatchRow:  # fmt: skip
    home = one.match.home == team.team
    mine, theirs = (0, 1) if home else (1, 0)
    line_up = tuple(sorted(_line_up(one, home, roster, names, reading), key=lambda board: board.board))
    other = one.match.away if home else one.match.home
    return TeamMatchRow(
        round=one.match.round, on=one.on, home=home, opponent=other,
        opponent_name=None if other is None else now.teams[other].name, status=one.brought.status,
        points=one.brought.points[mine], points_against=one.brought.points[theirs],
        boards=one.brought.boards[mine], boards_against=one.brought.boards[theirs], line_up=line_up,
        doubts=tuple(out_of_order([board.player for board in line_up], on_list, names, now.league.order_gap)),
    )  # fmt: skip


def _line_up(
    one: Played, home: bool, roster: Sequence[str], names: Mapping[str, str], reading: Reading
) -> Iterator[TeamBoard]:
    resolve = reading.timeline.resolve
    for at, (game, home_white) in enumerate(one.seats, 1):
        white = home_white == home
        player, opponent = map(resolve, (game.white, game.black) if white else (game.black, game.white))
        points = halves_of(game.result)
        yield TeamBoard(
            board=game.board or at, player=player, name=names.get(player), game=game.game,
            colour="white" if white else "black", opponent=opponent, opponent_name=names.get(opponent),
            result=game.result, score=None if points is None else points[0 if white else 1],
        )  # fmt: skip
    alone = [player for player in map(resolve, one.unopposed) if player in roster]
    taken = {game.board or at for at, (game, _) in enumerate(one.seats, 1)}
    free = (board for board in count(1) if board not in taken)
    for at, player in zip(free, sorted(alone, key=roster.index), strict=False):
        yield TeamBoard(
            board=at, player=player, name=names.get(player), game=None, colour=None, opponent=None, opponent_name=None,
            result=None, score=1.0,
        )  # fmt: skip


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
