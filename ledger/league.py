"""Hold a league: its teams with their players in the order of boards, and its matches.
No rating comes from it.

Documents and events share one shape, stored as JSON like what is reported beside the
games. Which games belong to a match follows from who plays for which team, so a
corrected game never leaves a wrong result of a match behind.

Why: docs/design/026-leagues.md
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date
from functools import cache
from typing import Annotated, Any, Literal, NamedTuple

import msgspec
from msgspec import UNSET, Meta, Raw, Struct, UnsetType, field
from msgspec.structs import asdict, replace

from ledger.bodies import GameFact
from ledger.days import is_day
from ledger.every_document import Strict
from ledger.field_types import AN_ID, Board, Count, Day, Id, Name, Round, takes
from ledger.flaws import FieldPath, Flaw
from ledger.visible_text import hidden_text_flaws
from messages import NOTHING, say

LONG_DAYS = 30  # a league that lasts longer is rated game by game (2.11)
MOST = 10_000
Scored = Annotated[
    float,
    Meta(
        ge=0,
        le=10_000,
        multiple_of=0.5,
        **takes(say("whole or half points, from 0 to 10000")),
    ),
]
Added = Annotated[
    float,
    Meta(
        ge=-10_000,
        le=10_000,
        multiple_of=0.5,
        **takes(say("whole or half points, from -10000 to 10000")),
    ),
]
Criterion = Literal["match-points", "board-points", "direct", "wins"]
WithdrawnMatches = Literal["struck", "kept", "half"]
RoundAndTeam = tuple[int, str | None]  # None: where an opponent is missing


class Team(Strict, frozen=True, kw_only=True):
    """A team. `players` in the order of boards, reserves behind them; `withdrawn`: the
    day on which it left the league; `match_points` and `board_points` are added to what
    its matches bring, or taken away.
    """

    team: Id
    name: Name
    players: list[Id] = field(default_factory=list)
    withdrawn: Day | None = None
    match_points: Added = 0.0
    board_points: Added = 0.0


class StatedPoints(Strict, frozen=True, kw_only=True):
    """The points of a match as they were decided; what is left out follows from its
    games.
    """

    home: Scored | None = None
    away: Scored | None = None
    home_boards: Scored | None = None
    away_boards: Scored | None = None


class TeamMatch(Strict, frozen=True, kw_only=True):
    """A match, or a bye where there is no `away`. `on`: its day, also of games that
    name none; `absent`: who did not come; `unopposed`: who won a board to which nobody
    came.
    """

    round: Round
    home: Id
    away: Id | None = None
    on: Day | None = None
    absent: Literal["home", "away", "both"] | None = None
    unopposed: list[Id] = field(default_factory=list)
    points: StatedPoints | None = None


class League(Strict, frozen=True, kw_only=True):
    """Teams and matches, and how they are counted. `closing_day`: whose ratings order
    the boards; `order_gap`: by how many points who plays lower may be rated higher;
    `at_once`: rated as one tournament, however long it is.
    """

    boards: Board | None = None
    win: Scored = 2.0
    draw: Scored = 1.0
    loss: Scored = 0.0
    order: tuple[Criterion, ...] = ("match-points", "board-points", "direct")
    withdrawn_matches: WithdrawnMatches = "struck"
    closing_day: Day | None = None
    order_gap: Count = 0
    at_once: bool = False
    teams: list[Team] = field(default_factory=list)
    matches: list[TeamMatch] = field(default_factory=list)


class TeamChange(Strict, frozen=True, kw_only=True):
    """The fields of a team to change; null empties one that may be left out. A new team
    needs a name.
    """

    name: Name | UnsetType = UNSET
    players: list[Id] | UnsetType = UNSET
    withdrawn: Day | UnsetType | None = UNSET
    match_points: Added | UnsetType = UNSET
    board_points: Added | UnsetType = UNSET


class MatchChange(Strict, frozen=True, kw_only=True):
    """The fields of a match to change; null empties one that may be left out. A new
    match needs its home team.
    """

    home: Id | UnsetType = UNSET
    away: Id | UnsetType | None = UNSET
    on: Day | UnsetType | None = UNSET
    absent: Literal["home", "away", "both"] | UnsetType | None = UNSET
    unopposed: list[Id] | UnsetType = UNSET
    points: StatedPoints | UnsetType | None = UNSET


MatchKey = Annotated[
    str,
    Meta(
        pattern=rf"\A[1-9][0-9]{{0,3}}:{AN_ID}\Z",
        **takes(say("a round and a team, like 3:kuusila")),
    ),
]


class LeagueChange(Strict, frozen=True, kw_only=True):
    """Teams by id and matches by round and team, as in 3:kuusila; null strikes one out."""

    teams: dict[Id, TeamChange | None] = field(default_factory=dict)
    matches: dict[MatchKey, MatchChange | None] = field(default_factory=dict)


def changed_league(league: League, change: LeagueChange) -> League | str:
    """Return the league with the changes, or the name of the first that cannot be made:
    unknown, or new and incomplete.
    """
    teams = {team.team: team for team in league.teams}
    matches: list[TeamMatch | None] = list(league.matches)
    places = _places(league)
    for name, fields in change.teams.items():
        if fields is None:
            if teams.pop(name, None) is None:
                return name
        elif name in teams:
            teams[name] = replace(teams[name], **_stated_fields(fields))
        elif fields.name is UNSET:
            return name
        else:
            teams[name] = Team(team=name, **_stated_fields(fields))

    for key, fields_of_match in change.matches.items():
        number, _, team = key.partition(":")
        at = places.get((int(number), team))
        match = None if at is None else matches[at]
        if (
            at is None
            and fields_of_match is not None
            and team in (fields_of_match.home, fields_of_match.away)
        ):
            matches.append(
                TeamMatch(round=int(number), **_stated_fields(fields_of_match))
            )
        elif at is None or match is None:
            return key
        elif fields_of_match is None:
            matches[at] = None
        else:
            matches[at] = replace(match, **_stated_fields(fields_of_match))

    return replace(
        league,
        teams=list(teams.values()),
        matches=[match for match in matches if match is not None],
    )


def _places(league: League) -> dict[RoundAndTeam, int]:
    """Return the place of each match in the league by its round and either team; of one
    whose team has no opponent, also by None.
    """
    places: dict[RoundAndTeam, int] = {}
    for at, match in enumerate(league.matches):
        places[match.round, match.home] = at
        places[match.round, match.away] = at
    return places


def _stated_fields(change: Struct | None) -> Mapping[str, Any]:
    """Return the fields that a correction states, with their values."""
    if change is None:
        return {}
    values = asdict(change)
    return {name: value for name, value in values.items() if value is not UNSET}


def league_from_json(raw: Raw) -> League:
    """Read the league of a tournament from the JSON that its event keeps, such as
    `{"boards": 4, "teams": [...]}`.

    It is kept unread until somebody asks, because most who read the event have no use
    for it.
    """
    return msgspec.json.decode(raw, type=League)


def people_of(league: League | None) -> list[tuple[str, str]]:
    """List everybody who is named in a league, with the field in which they are."""
    if league is None:
        return []
    people = []
    for index, team in enumerate(league.teams):
        for at, player in enumerate(team.players):
            path = f"league.teams[{index}].players[{at}]"
            people.append((player, path))
    return people


class MatchGame(NamedTuple):
    """A game of a match, and whether its home team has White."""

    game: GameFact
    home_white: bool


class LeagueSeats(NamedTuple):
    """The games by the place of their match; beside them games that belong to no match,
    and games that may belong to several.
    """

    by_match: dict[int, list[MatchGame]]
    loose: list[GameFact]
    doubtful: list[GameFact]


def seats_of(
    league: League, games: Iterable[GameFact], resolve: Callable[[str], str] = str
) -> LeagueSeats:
    """Find the match of each game: of its round, between a team of White's and one of
    Black's.
    """
    seats = LeagueSeats({}, [], [])
    teams, places = teams_by_player(league, resolve), _places(league)

    @cache
    def sides(number: int, player: str) -> set[tuple[int, bool]]:
        """Return the matches of the round in which the player's teams are, and whether
        at home.
        """
        matches = set()
        for team in teams.get(player, ()):
            at = places.get((number, team))
            if at is not None:
                is_home = league.matches[at].home == team
                matches.add((at, is_home))
        return matches

    for game in games:
        theirs = sides(game.round, resolve(game.black))
        sides_of_match = [
            (at, home)
            for at, home in sides(game.round, resolve(game.white))
            if (at, not home) in theirs
        ]
        if len(sides_of_match) == 1:
            seats.by_match.setdefault(sides_of_match[0][0], []).append(
                MatchGame(game, sides_of_match[0][1])
            )
        else:
            (seats.doubtful if sides_of_match else seats.loose).append(game)
    return seats


def teams_by_player(
    league: League, resolve: Callable[[str], str] = str
) -> dict[str, list[str]]:
    """Return the teams of each player, by the id that `resolve` makes of theirs:
    whoever was merged plays for the teams of all their ids.
    """
    teams: dict[str, list[str]] = {}
    for team in league.teams:
        players = dict.fromkeys(map(resolve, team.players))
        for player in players:
            teams.setdefault(player, []).append(team.team)
    return teams


def is_rated_by_game(league: League, start: str, end: str) -> bool:
    """Tell whether each game is rated by itself: the league lasts long, and nothing
    else is stated (2.11).
    """
    last = max([end, *(match.on for match in league.matches if match.on is not None)])
    return (
        not league.at_once
        and (date.fromisoformat(last) - date.fromisoformat(start)).days > LONG_DAYS
    )


def days_of_games(
    league: League,
    games: Iterable[GameFact],
    round_days: Mapping[str, str],
    resolve: Callable[[str], str] = str,
) -> dict[str, str]:
    """Map each game that names no day to the day of its match, or else of its round."""
    games = list(games)
    days_of_matches = {}
    for at, seats in seats_of(league, games, resolve).by_match.items():
        for seat in seats:
            days_of_matches[seat.game.game] = league.matches[at].on

    days = {}
    for game in games:
        if game.on is not None:
            continue
        day = days_of_matches.get(game.game) or round_days.get(str(game.round))
        if day is not None:
            days[game.game] = day
    return days


def league_flaws(league: League) -> Iterator[Flaw]:
    """Yield a flaw for each team or player that comes twice, match of unknown teams,
    and day that does not exist.
    """
    people = (
        *(team.players for team in league.teams),
        *(match.unopposed for match in league.matches),
    )
    if max(len(league.teams), len(league.matches), *map(len, people)) > MOST:
        message = say(
            "a league has at most {most} teams and matches, and each of them as many"
            " players",
            most=MOST,
        )
        yield ("league",), "wrong-value", message, say("send one tournament in a file")
        return

    yield from _teams(league)
    yield from _matches(league)

    days: list[tuple[FieldPath, str | None]] = [
        (("league", "closing_day"), league.closing_day)
    ]
    days += [
        (("league", "teams", at, "withdrawn"), team.withdrawn)
        for at, team in enumerate(league.teams)
    ]
    days += [
        (("league", "matches", at, "on"), match.on)
        for at, match in enumerate(league.matches)
    ]
    for path, day in days:
        if day is not None and not is_day(day):
            yield (
                path,
                "no-such-day",
                say("{text} is not a day of the calendar", text=day),
                NOTHING,
            )


def _teams(league: League) -> Iterator[Flaw]:
    """Yield what is wrong among the teams: an id or a name that two of them have, a
    player who is named twice in one.
    """
    ids: set[str] = set()
    names: set[str] = set()
    for index, team in enumerate(league.teams):
        path = ("league", "teams", index)
        yield from hidden_text_flaws(team.name, (*path, "name"))

        if team.team in ids:
            yield (
                (*path, "team"),
                "id-twice",
                say("{name} appears twice", name=repr(team.team)),
                NOTHING,
            )

        if team.name.casefold() in names:
            hint = say("give each team a name of its own")
            yield (
                (*path, "name"),
                "id-twice",
                say("{name} appears twice", name=repr(team.name)),
                hint,
            )

        ids.add(team.team)
        names.add(team.name.casefold())

        players: set[str] = set()
        for at, player in enumerate(team.players):
            if player in players:
                message = say("player {name} appears twice", name=repr(player))
                yield (*path, "players", at), "id-twice", message, NOTHING
            players.add(player)


def _matches(league: League) -> Iterator[Flaw]:
    """Yield what is wrong among the matches: a team that is not named, or that meets
    two others in one round.
    """
    teams = {team.team: set(team.players) for team in league.teams}
    seen: set[tuple[int, str]] = set()
    for index, match in enumerate(league.matches):
        path = ("league", "matches", index)
        sides = {"home": match.home} | (
            {} if match.away is None else {"away": match.away}
        )
        for side, team in sides.items():
            if team not in teams:
                message = say("the league has no team {name}", name=repr(team))
                hint = say("name it in `teams` first")
                yield (*path, side), "unknown-team", message, hint
            elif (match.round, team) in seen:
                message = say(
                    "{team} has two matches in round {number}",
                    team=repr(team),
                    number=match.round,
                )
                yield (
                    (*path, side),
                    "match-twice",
                    message,
                    say("give one of them another round"),
                )

            seen.add((match.round, team))

        if match.absent is not None and match.away is None:
            yield (
                (*path, "absent"),
                "wrong-value",
                say("a bye has no opponent, so nobody can be absent"),
                say("name the other team"),
            )

        playing, alone = [teams.get(team, set()) for team in sides.values()], set[str]()
        for at, player in enumerate(match.unopposed):
            if player in alone:
                message = say("player {name} appears twice", name=repr(player))
                yield (*path, "unopposed", at), "id-twice", message, NOTHING
            alone.add(player)

            if not any(player in own for own in playing):
                message = say(
                    "{player} is in neither team of the match", player=repr(player)
                )
                yield (
                    (*path, "unopposed", at),
                    "not-in-team",
                    message,
                    say("name them in `players` of their team"),
                )
