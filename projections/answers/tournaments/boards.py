"""`selo boards`: the ratings that put the boards of a team in order, and whether a line-up is in that order."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated

from msgspec import field

from ledger.errors import NotFound, Problem, Where
from ledger.league import League, Team
from messages import Message, say
from messages.answer import Answer, Date
from projections.answers.asking import ListName, PlayerId, Timed, TournamentId, about, names_in
from projections.answers.career import kept_list, listed, names_of
from projections.answers.reading import Basis, Reading
from projections.answers.tournaments.matches import league_in
from projections.answers.tournaments.tournament import known_tournament

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
    """The answer of `boards`. `on`: the day of the ratings; `doubts`: what is wrong with the line-up that was given."""

    tournament: str
    list: str
    on: Date
    gap: int
    rows: tuple[BoardRow, ...]
    line_up: tuple[str, ...]
    doubts: tuple[Message, ...]
    basis: Basis


class BoardsAsked(Timed, frozen=True, kw_only=True):
    """The players of a league's teams by their ratings on the closing day, or on the day of --as-of; and whether a
    line-up, named in the order of its boards, is in that order."""

    line = ("tournament", "team", "player")
    examples = ("selo boards joukkueliiga-2024-25 kuusilahden F001 F017 F011 F022 --as-of 2024-09-01",)
    table = "rows"
    tournament: TournamentId
    team: TeamId | None = None
    player: Annotated[tuple[PlayerId, ...], about("A line-up, from the first board on.", "PLAYER...")] = ()
    list_name: Annotated[ListName | None, about("Default: the first list the ledger keeps.")] = field(
        default=None, name="list"
    )

    def ask(self, reading: Reading) -> BoardsAnswer:
        return boards_answer(reading, self)


def team_of(tournament: str, league: League, asked: str) -> Team:
    """Return the team of an id or a name."""
    found = [team for team in league.teams if asked == team.team]
    found = found or [team for team in league.teams if team.name.casefold() == asked.casefold()]
    if not found:
        message = say("{tournament} has no team {name}", tournament=tournament, name=repr(asked))
        hint = say("its teams: {names}", names=", ".join(team.team for team in league.teams))
        raise NotFound(Problem("unknown-team", message, Where(field="team"), hint))
    return found[0]


def closing_day(league: League, reading: Reading) -> str:
    """Return the day whose ratings order the boards: that of the league, once it has come."""
    return min(league.closing_day or reading.as_of, reading.as_of)


def players_of(team: Team, reading: Reading) -> list[str]:
    """Return a team's players in the order of boards, each under the id that counts now."""
    return list(dict.fromkeys(map(reading.timeline.resolve, team.players)))


def ratings_on(reading: Reading, list_name: str, players: Sequence[str], day: str) -> dict[str, int | None]:
    there = reading.at(day, reading.known_seq)
    return {player: there.rating(list_name, player) for player in players}


def out_of_order(
    line_up: Sequence[str], ratings: Mapping[str, int | None], names: Mapping[str, str], gap: int
) -> Iterator[Message]:
    """Warn of each player on a lower board than somebody rated lower by more than the gap. Players without a rating are
    not compared.
    """
    for at, player in enumerate(line_up):
        own = ratings.get(player)
        lower = [
            (rating, board, above)
            for board, above in enumerate(line_up[:at], 1)
            if own is not None and (rating := ratings.get(above)) is not None and own - rating > gap
        ]
        if lower:
            rating, board, above = min(lower)
            yield say(
                "{player} ({rating}) on board {board} is rated above {other} ({other_rating}) on board {other_board}",
                player=names.get(player, player), rating=own, board=at + 1, other=names.get(above, above),
                other_rating=rating, other_board=board,
            )  # fmt: skip


def boards_answer(reading: Reading, asked: BoardsAsked) -> BoardsAnswer:
    current = known_tournament(reading, asked.tournament)
    league, resolve = league_in(current), reading.timeline.resolve
    teams = league.teams if asked.team is None else [team_of(current.id, league, asked.team)]
    list_name = reading.first_list() if asked.list_name is None else kept_list(reading, asked.list_name)
    on = reading.as_of if asked.as_of is not None else closing_day(league, reading)
    rosters = {team.team: players_of(team, reading) for team in teams}
    line_up = list(map(resolve, names_in(asked.player)))
    everybody = sorted({player for roster in rosters.values() for player in roster} | {*line_up})
    ratings, names = ratings_on(reading, list_name, everybody, on), names_of(reading, everybody)
    rows = []
    for team in teams:
        roster = rosters[team.team]
        order = sorted(roster, key=lambda player: (-(ratings[player] or -10_000), player))
        rows += [
            BoardRow(team=team.team, team_name=team.name, place=place, player=player, name=names.get(player),
                     rating=ratings[player], board=rosters[team.team].index(player) + 1)
            for place, player in enumerate(order, 1)
        ]  # fmt: skip
    roster = rosters[teams[0].team] if asked.team is not None else [row.player for row in rows]
    doubts = [*not_of_team(line_up, roster, names), *out_of_order(line_up, ratings, names, league.order_gap)]
    return BoardsAnswer(
        tournament=current.id, list=list_name, on=on, gap=league.order_gap, rows=listed(reading, rows),
        line_up=tuple(line_up), doubts=tuple(doubts), basis=reading.basis(),
    )  # fmt: skip


def not_of_team(line_up: Sequence[str], roster: Sequence[str], names: Mapping[str, str]) -> Iterator[Message]:
    """Warn of each player in a line-up who is not in the team, or stands twice in the line-up."""
    for at, player in enumerate(line_up):
        if player not in roster:
            yield say("{player} is not in the team", player=names.get(player, player))
        if player in line_up[:at]:
            yield say("{player} is on two boards", player=names.get(player, player))
