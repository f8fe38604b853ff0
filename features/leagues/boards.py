"""Answer `selo league boards`: the players of teams by their ratings, and whether a
line-up is in that order.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, NamedTuple

from msgspec import field

from features.leagues.matches import closing_day, players_of, team_of
from ledger.league import Team
from messages import Message, say
from messages.answer import Answer, Date
from projections.answers.asking import (
    ListName,
    PlayerId,
    Timed,
    TournamentId,
    about,
    names_in,
)
from projections.answers.career import kept_list, names_of, rows_to_show
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
    """Return the ratings on a day, by player; None for whoever has none then.

    day: as YYYY-MM-DD.

    The reading is moved to the day but knows no more than it knew: a rating that was
    corrected since is the corrected one.
    """
    then = reading.at(day, reading.known_seq)
    return {player: then.listed_rating(list_name, player) for player in players}


class RatedLower(NamedTuple):
    """Somebody on a higher board who is rated lower by more than the gap. Several sort
    by rating, the lowest first.
    """

    rating: int
    board: int
    player: str


def out_of_order(
    line_up: Sequence[str],
    ratings: Mapping[str, int | None],
    names: Mapping[str, str],
    gap: int,
) -> Iterator[Message]:
    """Warn of each player on a lower board than somebody rated lower by more than the
    gap.

    line_up: players in the order of boards; an empty text is a board without one.

    ratings: by player. Whoever has none is not compared.

    gap: in rating points; a league with a gap of 100 allows that much the wrong way
    round.

        1  Aho 1800
        2  Berg 1950     warned of with a gap of 100, since Aho is on board 1
    """
    above: list[RatedLower] = []
    for board, player in enumerate(line_up, 1):
        own = ratings.get(player)
        if own is None:
            continue

        lower = [other for other in above if own - other.rating > gap]
        if lower:
            lowest = min(lower)
            yield say(
                "{player} ({rating}) on board {board} is rated above {other}"
                " ({other_rating}) on board {other_board}",
                player=names.get(player, player),
                rating=own,
                board=board,
                other=names.get(lowest.player, lowest.player),
                other_rating=lowest.rating,
                other_board=lowest.board,
            )

        above.append(RatedLower(own, board, player))


def boards_answer(reading: Reading, asked: BoardsAsked) -> BoardsAnswer:
    """Order the players of teams by their ratings, and hold a line-up against it.

    The ratings are those of the day asked for; without one, those of the closing day,
    or of today until it has come. `NotFound` is a tournament that there is not or that
    is no league, a team that it does not have, or a list that the ledger does not keep.
    """
    current = known_tournament(reading, asked.tournament)
    league = league_in(current)
    teams = league.teams
    if asked.team is not None:
        teams = [team_of(current.id, league, asked.team)]

    # without a list that was asked for, the first one of the ledger
    if asked.list_name is None:
        list_name = reading.first_list()
    else:
        list_name = kept_list(reading, asked.list_name)

    on = reading.as_of if asked.as_of is not None else closing_day(league, reading)
    rosters = {team.team: players_of(team, reading) for team in teams}
    line_up = [reading.timeline.resolve(player) for player in names_in(asked.player)]

    everybody = sorted({*line_up}.union(*rosters.values()))
    ratings = ratings_on(reading, list_name, everybody, on)
    names = names_of(reading, everybody)
    rows: list[BoardRow] = []
    for team in teams:
        rows += _rows_of(team, rosters[team.team], ratings, names)

    roster = [row.player for row in rows]
    doubts = [
        *not_of_team(line_up, roster, names),
        *out_of_order(line_up, ratings, names, league.order_gap),
    ]

    return BoardsAnswer(
        tournament=current.id,
        list=list_name,
        on=on,
        gap=league.order_gap,
        rows=rows_to_show(reading, rows),
        line_up=tuple(line_up),
        doubts=tuple(doubts),
        basis=reading.basis(),
    )


def _rows_of(
    team: Team,
    roster: Sequence[str],
    ratings: Mapping[str, int | None],
    names: Mapping[str, str],
) -> Iterator[BoardRow]:
    """Yield the players of a team by rating; those without one come last.

    roster: the players in the order of boards, by which `board` is counted from 1.
    """

    def highest_first(player: str) -> tuple[int, str]:
        """The higher rating first; whoever has none comes last; equals by id."""
        rating = ratings[player] or -10_000
        return -rating, player

    for place, player in enumerate(sorted(roster, key=highest_first), 1):
        yield BoardRow(
            team=team.team,
            team_name=team.name,
            place=place,
            player=player,
            name=names.get(player),
            rating=ratings[player],
            board=roster.index(player) + 1,
        )


def not_of_team(
    line_up: Sequence[str], roster: Sequence[str], names: Mapping[str, str]
) -> Iterator[Message]:
    """Warn of each player in a line-up who is not in the team, or stands twice in the
    line-up.

    roster: everybody who may play for the team; of several teams where none was named.
    """
    for index, player in enumerate(line_up):
        name = names.get(player, player)
        if player not in roster:
            yield say("{player} is not in the team", player=name)
        if player in line_up[:index]:
            yield say("{player} is on two boards", player=name)
