"""Decide the league of a tournament: the days of its games, and who plays for whom."""

import dataclasses
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date, timedelta

from msgspec import UNSET
from msgspec.structs import replace

from ledger.bodies import GameFact, HeaderFact
from ledger.decide.amend_changes import AmendChanges
from ledger.decide.context import Context
from ledger.decide.games import game_facts, unknown_player
from ledger.decide.refusals import refuse
from ledger.decisions import Slip
from ledger.documents import Amend, GameIn, Tournament
from ledger.errors import Problem, Refused, Where, field_name
from ledger.flaws import FieldPath
from ledger.league import (
    League,
    LeagueSeats,
    MatchGame,
    changed_league,
    days_of_games,
    is_rated_by_game,
    league_flaws,
    league_from_json,
    people_of,
    seats_of,
)
from ledger.reported import Reported, report_from_json
from ledger.timeline import TournamentNow
from messages import Message, counted, listed_names, say
from messages.results import RESULTS

SHOWN = 5  # games and players named in one message
YEAR = 366  # days


def rated_by_league(league: League, document: Tournament) -> Tournament:
    """Return a tournament as its league wants it rated: a long one game by game, each
    game on the day of its match.

    Refuse a long one with games of which no day is known.
    """
    alone = document.each_game_rated or is_rated_by_game(
        league, document.start, document.end
    )
    facts = game_facts(document.games, frozenset(), {}, 1)
    rounds = round_days(document.reported) if alone else {}
    days = days_of_games(league, facts, rounds)
    games = [
        replace(game, on=days.get(fact.game, game.on))
        for game, fact in zip(document.games, facts, strict=True)
    ]
    if alone:
        _need_days(games)

    return replace(document, each_game_rated=alone, games=games)


def _need_days(games: Sequence[GameIn]) -> None:
    """Refuse games without a day, all at once."""
    problems = [
        Problem(
            "no-day",
            say("each_game_rated needs `on` for every game"),
            Where(field=f"games[{index}]"),
            say("add the day it was played, or the day of its match"),
        )
        for index, game in enumerate(games)
        if game.on is None
    ]
    if problems:
        raise Refused(problems)


def league_of(tournament: TournamentNow) -> League | None:
    """Return the league of a tournament; None where it is of none."""
    if tournament.league is None:
        return None
    return league_from_json(tournament.league)


def league_after_merges(league: League, resolve: Callable[[str], str]) -> League:
    """Return the league with each player under the id that counts after merges."""

    def resolved(players: Iterable[str]) -> list[str]:
        """The players under their present ids, each once, in the order given."""
        return list(dict.fromkeys(map(resolve, players)))

    teams = [replace(team, players=resolved(team.players)) for team in league.teams]
    matches = []
    for match in league.matches:
        if match.unopposed:
            match = replace(match, unopposed=resolved(match.unopposed))
        matches.append(match)

    return replace(league, teams=teams, matches=matches)


def stated_league(
    document: Amend, tournament: TournamentNow, resolve: Callable[[str], str]
) -> League | None:
    """Return the league that a correction states, whole or by its changes; None where
    the correction does not mention it.

    Refuse changes of teams and matches that are not there, and a league that makes no
    sense.
    """
    if document.change_league is None:
        return document.league

    before = document.league or league_of(tournament) or League()
    after = changed_league(league_after_merges(before, resolve), document.change_league)
    if isinstance(after, str):
        raise _unknown_in_league(after)

    problems = []
    for path, code, message, hint in league_flaws(after):
        where = Where(field=field_name(_path_in_correction(path, after)))
        problems.append(Problem(code, message, where, hint))

    if problems:
        raise Refused(problems)

    return after


def _unknown_in_league(name: str) -> Refused:
    """Refuse a change of a team or match that the league has not, where too little is
    said to add it.
    """
    message = say(
        "the league has no {name} to change, and the document says too little to add"
        " it",
        name=repr(name),
    )
    hint = say(
        "a new team needs `name`, and a new match `home`; name a match by round and"
        " team, like 3:kuusila"
    )
    return Refused(Problem("unknown-team", message, Where(field="change_league"), hint))


def _path_in_correction(path: FieldPath, league: League) -> FieldPath:
    """Return the path of a field of a league as a correction has it, where teams and
    matches are called by name.

        league.teams[2]    ->  change_league.teams.NAME
        league.matches[0]  ->  change_league.matches.ROUND:HOME
    """
    match path:
        case "league", "teams", int(index), *rest:
            return ("change_league", "teams", league.teams[index].team, *rest)
        case "league", "matches", int(index), *rest:
            match_there = league.matches[index]
            name = f"{match_there.round}:{match_there.home}"
            return ("change_league", "matches", name, *rest)
    return ("change_league", *path[1:])


def changes_on_match_days(
    changes: AmendChanges, league: League, document: Amend, context: Context
) -> AmendChanges:
    """Return the changes with header and games as another league, or other days, mean
    them.

    A league that became long is rated game by game, and one that is no longer long at
    once, unless the correction says itself how the games are rated.
    """
    tournament = changes.tournament
    former = league_of(tournament)
    header = _header_of_league(changes, former, league, document)
    games = changes.games_left()
    if former is not None:
        games |= _games_of_moved_matches(former, league, tournament, games, context)

    rounds: Mapping[str, str] = {}
    if header.each_game_rated:
        rounds = round_days(document.reported or _reported_of(tournament))

    days = days_of_games(league, games.values(), rounds, context.timeline.resolve)
    for name, day in days.items():
        games[name] = replace(games[name], on=day)

    changed = tuple(
        game for name, game in games.items() if game != tournament.games[name]
    )

    return dataclasses.replace(changes, header=header, changed=changed)


def _header_of_league(
    changes: AmendChanges, former: League | None, league: League, document: Amend
) -> HeaderFact:
    """Return the new header of a correction, rated game by game or at once as the
    length of the league asks for it.
    """
    header = changes.header
    if document.set is not None and document.set.each_game_rated is not UNSET:
        return header

    before = changes.tournament.header
    was_alone = former is not None and is_rated_by_game(
        former, before.start, before.end
    )
    alone = is_rated_by_game(league, header.start, header.end)
    if alone == was_alone:
        return header

    return replace(header, each_game_rated=alone)


def _games_of_moved_matches(
    former: League,
    league: League,
    tournament: TournamentNow,
    games: Mapping[str, GameFact],
    context: Context,
) -> dict[str, GameFact]:
    """Return the games that move with their match to its new day: those that had the
    day of the match, and that the correction leaves there.
    """
    without_days = [replace(game, on=None) for game in games.values()]
    resolve = context.timeline.resolve
    before = days_of_games(former, without_days, {}, resolve)
    after = days_of_games(league, without_days, {}, resolve)
    moved = {}
    for name, day in after.items():
        game = games[name]
        had_day_of_match = game.on == before.get(name)
        stays_there = game.on == tournament.games[name].on
        if had_day_of_match and stays_there and game.on != day:
            moved[name] = replace(game, on=day)

    return moved


def _reported_of(tournament: TournamentNow) -> Reported | None:
    """Return what the report said of a tournament, read; None: nothing is kept of a
    report.
    """
    if tournament.reported is None:
        return None
    return report_from_json(tournament.reported)


def round_days(reported: Reported | None) -> Mapping[str, str]:
    """Map rounds to their days, as far as they are reported."""
    if reported is None:
        return {}
    return reported.round_days


def with_day_of_match(game: GameIn, league: League | None, context: Context) -> GameIn:
    """Return a new game with the day of its match, where it names none.

    A game that has a day, or is of no league, is returned as it is.
    """
    if league is None or game.on is not None:
        return game
    [fact] = game_facts([game], frozenset(), {}, 1)
    resolve = context.timeline.resolve
    days = days_of_games(league, [fact], {}, resolve)
    day_of_match = days.get(fact.game)
    return replace(game, on=day_of_match)


def check_league(
    league: League | None,
    games: Iterable[GameFact],
    context: Context,
    introduced: Collection[str] = (),
    days: HeaderFact | None = None,
) -> list[Message | Slip]:
    """Refuse a league with somebody unknown in a team, or with a game that may be of
    two matches; return warnings of what is odd in it, and of games of no match.

    `introduced`: ids that come with the document. `days`: the header whose days the
    matches should lie in, where either is new.
    """
    if league is None:
        return []

    _need_people(league, context, introduced)
    seats = seats_of(league, games, context.timeline.resolve)
    _refuse_games_to_come(seats, context)
    if seats.doubtful:
        raise _refusal_of_two_matches(seats.doubtful)

    odd: list[Message | Slip] = [
        *_odd_boards(league, seats, context),
        *_odd_absences(league, seats),
    ]
    if days is not None:
        odd += _odd_days(league, days, context.today)
    if seats.loose and league.matches:
        odd.append(_warning_without_match(seats.loose))

    return odd


def _need_people(league: League, context: Context, introduced: Collection[str]) -> None:
    """Refuse ids in teams that nobody has, all at once."""
    known = {*context.known, *introduced}
    unseen = [
        (player, field) for player, field in people_of(league) if player not in known
    ]
    context.timeline.expect([player for player, _ in unseen])
    problems = []
    for player, field in unseen:
        if context.timeline.player(player) is None:
            message = say("nobody has the id {name} (in a team)", name=repr(player))
            problems.append(unknown_player(player, message, field))

    if problems:
        raise Refused(problems)


def _refusal_of_two_matches(games: Sequence[GameFact]) -> Refused:
    """Refuse games whose player is in several teams that meet in the round: nobody
    could tell for which of them they played.
    """
    names = listed_names([game.game for game in games], SHOWN)
    message = say(
        "a player of {games} is in several teams that meet in the round", games=names
    )
    hint = say("name each player in one of the teams")
    return refuse("two-matches", message, "league.matches", hint)


def _warning_without_match(games: Sequence[GameFact]) -> Message:
    """Say which games are of no match of the league. They count for ratings all the
    same.
    """
    return counted(
        "game {games} belongs to no match of the league: it counts for ratings, but"
        " for no team",
        "games {games} belong to no match of the league: they count for ratings, but"
        " for no team",
        len(games),
        games=listed_names([game.game for game in games], SHOWN),
    )


def _refuse_games_to_come(seats: LeagueSeats, context: Context) -> None:
    """Refuse games that were played, and whose day is that of a match to come: their
    day is not in the document, where every other day is held against today.
    """
    played: list[GameFact] = []
    for match in seats.by_match.values():
        played += _games_at_board(match)
    last = max((game.on for game in played if game.on is not None), default="")
    if last <= context.last_day or context.importing:
        return

    early = [game.game for game in played if game.on == last]
    message = counted(
        "game {games} was played, and its match is on {day}, after today ({today})",
        "games {games} were played, and their match is on {day}, after today ({today})",
        len(early),
        games=listed_names(early, SHOWN),
        day=last,
        today=context.last_day,
    )
    hint = say("give the day on which they played, or wait for the day")
    raise refuse("future", message, "league.matches", hint)


def _games_at_board(seats: Iterable[MatchGame]) -> list[GameFact]:
    """Return the games of a match that were played at the board."""
    return [seat.game for seat in seats if RESULTS[seat.game.result].is_played]


def _odd_days(league: League, header: HeaderFact, today: str) -> Iterator[Message]:
    """Yield a warning for each match on a day on which the tournament is not played.

    The last day of a tournament that is going on is today at the latest, so a match to
    come lies behind it, but no season lasts more than a year.
    """
    season_end = date.fromisoformat(header.start) + timedelta(YEAR)
    for match in league.matches:
        if match.away is None or match.on is None:
            continue
        is_within = header.start <= match.on <= header.end
        is_to_come = today < match.on <= season_end.isoformat()
        if is_within or is_to_come:
            continue
        yield say(
            "round {number}, {home} - {away}: {day} is outside the days of the"
            " tournament, {start} to {end}",
            number=match.round,
            home=match.home,
            away=match.away,
            day=match.on,
            start=header.start,
            end=header.end,
        )


def _odd_boards(
    league: League, seats: LeagueSeats, context: Context
) -> Iterator[Message]:
    """Yield a warning for each match of more games than there are boards, and for each
    player with a game who also won a board without one.
    """
    resolve = context.timeline.resolve
    for index, games in sorted(seats.by_match.items()):
        match = league.matches[index]
        about = {"number": match.round, "home": match.home, "away": match.away}
        count = len(games) + len(match.unopposed)
        if league.boards is not None and count > league.boards:
            yield say(
                "round {number}, {home} - {away}: {count} games on {boards} boards",
                count=count,
                boards=league.boards,
                **about,
            )

        white = {resolve(seat.game.white) for seat in games}
        black = {resolve(seat.game.black) for seat in games}
        for player in match.unopposed:
            if resolve(player) in white or resolve(player) in black:
                yield say(
                    "round {number}, {home} - {away}: {player} has a game, and won a"
                    " board without one",
                    player=player,
                    **about,
                )


def _odd_absences(league: League, seats: LeagueSeats) -> Iterator[Message]:
    """Yield a warning for each team that did not come, and whose players have played in
    the match, or won a board of it.
    """
    players = {team.team: team.players for team in league.teams}
    for index, match in enumerate(league.matches):
        if match.absent is None or match.away is None:
            continue
        absent = _absent_teams(match.absent, match.home, match.away)
        about = {
            "number": match.round,
            "home": match.home,
            "away": match.away,
            "names": ", ".join(absent),
        }

        games = [game.game for game in _games_at_board(seats.by_match.get(index, ()))]
        if games:
            yield counted(
                "round {number}, {home} - {away}: {names} did not come, and game"
                " {games} was played",
                "round {number}, {home} - {away}: {names} did not come, and games"
                " {games} were played",
                len(games),
                games=listed_names(games, SHOWN),
                **about,
            )

        absent_players: set[str] = set()
        for team in absent:
            absent_players.update(players.get(team, ()))

        won = [player for player in match.unopposed if player in absent_players]
        if won:
            yield say(
                "round {number}, {home} - {away}: {names} did not come, and {players}"
                " won a board for them",
                players=listed_names(won, SHOWN),
                **about,
            )


def _absent_teams(absent: str, home: str, away: str) -> list[str]:
    """Return the teams of a match that did not come: `home`, `away` or `both`."""
    if absent == "home":
        return [home]
    if absent == "away":
        return [away]
    return [home, away]
